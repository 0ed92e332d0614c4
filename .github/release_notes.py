"""Print a version's section of CHANGELOG.md, if a tag may be released.

The tag must name the version of pyproject.toml, and the changelog must have a dated section
for it: ``## 1.2.0 - 2030-01-31``.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def release_notes(tag: str, version: str, changelog: str) -> str:
    """Return the section of the version that a tag names, without its heading.

    Raises
    ------
    SystemExit
        If the tag is of another version, or the section is missing, undated or empty.
    """
    if tag != f"v{version}":
        sys.exit(f"the tag {tag} is not v{version}, which pyproject.toml says")
    heading = rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)"
    found = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"CHANGELOG.md has no section '## {version} - YYYY-MM-DD'")
    if not found[1].strip():
        sys.exit(f"CHANGELOG.md says nothing about {version}")
    return found[1].strip()


if __name__ == "__main__":
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    print(release_notes(sys.argv[1], project["version"], changes))
