"""The earlier states of a folder in git: which commits and tags are listed."""

from pathlib import Path

import pytest

from evenhand.decks.problems import UsageError
from evenhand.inputs.git_log import list_commits, list_tagged_commits, note_shallow
from tests.evenhand.test_git import git

MOST = 50


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder in a repository of its own with three commits, one of them elsewhere."""
    place = tmp_path / "repository" / "my game"
    place.mkdir(parents=True)
    git(place.parent, "init", "-q", "-b", "main")
    write(place, "cards.csv", "one")
    write(place, "../notes.txt", "not in the folder")
    write(place, "cards.csv", "two")
    return place


def write(folder: Path, name: str, text: str) -> None:
    """Write a file and commit it, with its text as the message."""
    (folder / name).write_text(text)
    git(folder, "add", "--all", ":/")
    git(folder, "commit", "-qm", text)


def subjects(folder: Path, since: str = "", most: int = MOST) -> list[str]:
    return [commit.subject for commit in list_commits(folder, most, since)]


def test_only_commits_of_the_folder_are_listed(folder: Path) -> None:
    assert subjects(folder) == ["two", "one"]
    assert subjects(folder, most=1) == ["two"]
    first = list_commits(folder, MOST)[-1]
    assert first.commit.startswith(first.name) and len(first.date) == 10


def test_the_first_commit_may_be_named(folder: Path) -> None:
    git(folder, "tag", "v1", "HEAD~1")
    assert subjects(folder, "v1") == ["two", "not in the folder"]
    assert subjects(folder, "HEAD") == ["two"]


def test_of_a_merge_the_own_branch_is_followed(folder: Path) -> None:
    git(folder, "switch", "-qc", "other", "HEAD~1")
    write(folder, "decks.txt", "on a branch")
    git(folder, "switch", "-q", "main")
    git(folder, "merge", "-q", "--no-ff", "-m", "merged", "other")
    assert subjects(folder) == ["merged", "two", "one"]


def test_tags_stand_in_order_of_their_commits(folder: Path) -> None:
    git(folder, "tag", "z", "HEAD~2")
    git(folder, "tag", "-a", "-m", "annotated", "a", "HEAD")
    git(folder, "tag", "b", "HEAD")
    commits = list_tagged_commits(folder, MOST)
    assert sorted((one.name, one.subject) for one in commits) == [("a, b", "two"), ("z", "one")]
    assert [one.name for one in list_tagged_commits(folder, MOST, "z")] == ["a, b", "z"]


def test_tags_of_other_branches_are_passed_over(folder: Path) -> None:
    git(folder, "tag", "mine")
    git(folder, "switch", "-qc", "other", "HEAD~1")
    write(folder, "decks.txt", "on a branch")
    git(folder, "tag", "theirs")
    git(folder, "switch", "-q", "main")
    assert [one.name for one in list_tagged_commits(folder, MOST)] == ["mine"]


def test_a_message_may_hold_anything(folder: Path) -> None:
    (folder / "cards.csv").write_text("three")
    git(folder, "commit", "-qam", "\x1b[31m::error:: \N{SNOWMAN}\tx")
    assert subjects(folder)[0] == "\x1b[31m::error:: \N{SNOWMAN}\tx"


def test_settings_of_the_user_change_nothing(folder: Path) -> None:
    for setting in ("log.follow", "log.showSignature", "log.decorate"):
        git(folder, "config", setting, "true")
    assert subjects(folder) == ["two", "one"]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("no repository", "is not in a git repository"),
        ("no commit", "has no commit yet"),
        ("untracked", "no commit has a file of"),
        ("no tag", "has a tag"),
        ("no ref", "--since: there is no git ref 'nowhere'"),
    ],
)
def test_what_cannot_be_listed_is_said(
    what: str, message: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    place, since = folder, ""
    if what == "untracked":
        place = folder.parent / "another"
        place.mkdir()
    elif what in ("no repository", "no commit"):
        place = tmp_path / "alone"
        place.mkdir()
        if what == "no commit":
            git(place, "init", "-q")
    elif what == "no ref":
        since = "nowhere"
    find = list_tagged_commits if what == "no tag" else list_commits
    with pytest.raises(UsageError, match=message):
        find(place, MOST, since)


def test_a_shallow_clone_is_noted(folder: Path, tmp_path: Path) -> None:
    assert note_shallow(folder) == ""
    git(tmp_path, "clone", "-q", "--depth=1", (tmp_path / "repository").as_uri(), "shallow")
    assert "git fetch --unshallow" in note_shallow(tmp_path / "shallow" / "my game")
