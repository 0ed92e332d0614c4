"""The workflows, ours and those written for users: pinned, bounded, and with few rights."""

import re
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[1]
WORKFLOWS = [
    *sorted((ROOT / ".github/workflows").glob("*.yml")),
    ROOT / "evenhand/starter/balance.yml",
    ROOT / "evenhand/new_game/test.yml.txt",
]
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
USES = re.compile(r"^ *(?:- )?uses: *(.*)$", re.MULTILINE)
# What a job may be granted beyond reading, and for what.
GRANTS = {
    "pull-requests: write": "balance.yml",  # its comment
    "id-token: write": "release.yml",  # how PyPI knows the workflow
    "contents: write": "release.yml",  # the release on GitHub
}
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def list_steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


@each_workflow
def test_actions_are_pinned_to_commits(path: Path) -> None:
    used = USES.findall(path.read_text(encoding="utf-8"))
    assert len(used) == sum("uses" in step for step in list_steps(path)) > 0
    assert [one for one in used if not PINNED.fullmatch(one)] == []


def test_an_action_has_one_version_everywhere() -> None:
    used = {one for path in WORKFLOWS for one in USES.findall(path.read_text(encoding="utf-8"))}
    assert len(used) == len({one.partition("@")[0] for one in used})


@each_workflow
def test_jobs_end_by_themselves(path: Path) -> None:
    assert all(0 < job["timeout-minutes"] <= 120 for job in read(path)["jobs"].values())


@each_workflow
def test_rights_are_few(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"]["contents"] == "read"
    for place in (workflow, *workflow["jobs"].values()):
        for right, level in place.get("permissions", {}).items():
            assert level == "read" or GRANTS[f"{right}: {level}"] == path.name


@each_workflow
def test_no_token_is_left_in_the_checkout(path: Path) -> None:
    checkouts = [one for one in list_steps(path) if "actions/checkout@" in one.get("uses", "")]
    assert all(one["with"]["persist-credentials"] is False for one in checkouts)


@each_workflow
def test_nothing_is_pasted_into_a_script(path: Path) -> None:
    """What an event holds, a branch's name for one, would be read as commands."""
    assert not [step for step in list_steps(path) if "${{" in step.get("run", "")]


@each_workflow
def test_who_asks_for_a_pull_does_not_get_our_rights(path: Path) -> None:
    assert "pull_request_target" not in path.read_text(encoding="utf-8")
