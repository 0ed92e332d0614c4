"""A tag is released only if the version and the changelog agree with it."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("release_notes", ROOT / ".github/release_notes.py")
assert SPEC and SPEC.loader
SCRIPT = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(SCRIPT)

CHANGELOG = """# Changelog

## Unreleased

- Not yet.

## 1.2.0 - 2030-01-31

### Added

- A game.

## 1.1.0 - 2029-12-01

- Older.
"""


def test_the_notes_are_the_section_of_the_version() -> None:
    notes = SCRIPT.release_notes("v1.2.0", "1.2.0", CHANGELOG)
    assert notes == "### Added\n\n- A game."


def test_the_oldest_section_ends_with_the_file() -> None:
    assert SCRIPT.release_notes("v1.1.0", "1.1.0", CHANGELOG) == "- Older."


@pytest.mark.parametrize(
    ("tag", "version", "changelog", "message"),
    [
        ("v1.3.0", "1.2.0", CHANGELOG, "the tag v1.3.0 is not v1.2.0"),
        ("1.2.0", "1.2.0", CHANGELOG, "the tag 1.2.0 is not v1.2.0"),
        ("v1.3.0", "1.3.0", CHANGELOG, "no section '## 1.3.0 - YYYY-MM-DD'"),
        ("v1.3.0", "1.3.0", CHANGELOG + "\n## 1.3.0 - unreleased\n\n- New.\n", "no section"),
        ("v1.3.0", "1.3.0", "## 1.3.0 - 2030-02-01\n\n## 1.2.0 - 2030-01-31\n", "says nothing"),
        ("v1.2.0", "1.2.0", CHANGELOG.replace("1.2.0", "1x2.0"), "no section"),
    ],
)
def test_what_may_not_be_released(tag: str, version: str, changelog: str, message: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(message)):
        SCRIPT.release_notes(tag, version, changelog)
