"""Folders taken out of git: refs are names whatever they look like, and files come as they were."""

import os
import subprocess
from pathlib import Path

import pytest

from evenhand.decks.problems import UsageError
from evenhand.inputs import git as git_inputs
from evenhand.inputs.git import extract_folder


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")
    done = subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a designer's folder within a repository."""
    place = tmp_path / "repository" / "my game"
    place.mkdir(parents=True)
    (place / "cards.csv").write_text("as it was")
    (place.parent / "notes.txt").write_text("not in the folder")
    git(place.parent, "init", "-q", "-b", "main")
    keep(place)
    return place


def keep(folder: Path) -> None:
    """Commit everything, even what git would rather not."""
    git(folder.parent, "add", "--all", "--force")
    git(folder.parent, "commit", "-qm", "kept")


def files_of(place: Path) -> dict[str, str]:
    return {
        str(path.relative_to(place)): path.read_text()
        for path in sorted(place.rglob("*"))
        if path.is_file()
    }


def test_a_folder_comes_as_it_was_and_alone(folder: Path, tmp_path: Path) -> None:
    (folder / "cards.csv").write_text("as it is")
    found = extract_folder(folder, "main", tmp_path / "room")
    assert files_of(found) == {"cards.csv": "as it was"}
    assert git(folder, "status", "--porcelain").startswith(" M ")


def test_attributes_for_releases_change_nothing(folder: Path, tmp_path: Path) -> None:
    (folder / ".gitattributes").write_text("cards.csv export-subst\ndecks export-ignore\n")
    (folder / "cards.csv").write_text("$Format:%H$")
    (folder / "decks").mkdir()
    (folder / "decks" / "tide.txt").write_text("2 Heron")
    keep(folder)
    found = files_of(extract_folder(folder, "HEAD", tmp_path / "room"))
    assert found["cards.csv"] == "$Format:%H$"
    assert found["decks/tide.txt"] == "2 Heron"


@pytest.mark.parametrize(
    "ref",
    [
        "-x", "--upload-pack=touch loot", "--output=loot", "--exec=touch loot", "main..main", "..",
        "@{", "main@{99}", "two words", "two\nlines", "a\0b", "", ":/", "^main",
        "$(touch loot)", "; touch loot", "main:my game", "\x1b[31m", "\udcff",
    ],
)  # fmt: skip
def test_a_ref_is_a_name(ref: str, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nor a git ref of this name"):
        extract_folder(folder, ref, tmp_path / "room")
    assert not list(tmp_path.rglob("loot"))
    assert not (tmp_path / "room").exists()


def test_a_shallow_clone_is_named(folder: Path, tmp_path: Path) -> None:
    git(folder, "tag", "v1")
    (folder / "cards.csv").write_text("as it is")
    keep(folder)
    git(tmp_path, "clone", "-q", "--depth=1", (tmp_path / "repository").as_uri(), "shallow")
    for ref in ("HEAD~1", "v1"):
        with pytest.raises(UsageError, match=r"shallow .* --unshallow; .* fetch-depth: 0"):
            extract_folder(tmp_path / "shallow/my game", ref, tmp_path / "room")
        assert extract_folder(folder, ref, tmp_path / ref).is_dir()


def test_a_branch_that_only_the_remote_has_is_named(folder: Path, tmp_path: Path) -> None:
    git(folder, "update-ref", "refs/remotes/origin/next", "main")
    for ref, meant in (("next", "origin/next"), ("maain", "main")):
        with pytest.raises(UsageError, match=f"did you mean '{meant}'"):
            extract_folder(folder, ref, tmp_path / "room")


def test_a_branch_may_have_an_odd_name(folder: Path, tmp_path: Path) -> None:
    git(folder, "update-ref", "refs/heads/-x", "main")
    git(folder, "branch", "--", "two/@-tags", "main")
    for ref in ("refs/heads/-x", "two/@-tags", "@", "main~0"):
        assert files_of(extract_folder(folder, ref, tmp_path / ref.replace("/", "_")))


def test_the_hooks_of_another_repository_do_not_lead_astray(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q", "-b", "main")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    monkeypatch.setenv("GIT_PREFIX", "nowhere/")
    assert files_of(extract_folder(folder, "main", tmp_path / "room")) == {"cards.csv": "as it was"}
    assert not (other / ".git" / "index").exists()


@pytest.mark.parametrize("target", ["/etc/hostname", "../notes.txt", "decks/../../notes.txt"])
def test_a_link_out_of_the_folder_is_refused(target: str, folder: Path, tmp_path: Path) -> None:
    (folder / "decks").mkdir()
    (folder / "decks" / "tide.txt").write_text("2 Heron")
    (folder / "shared.csv").symlink_to(target)
    keep(folder)
    with pytest.raises(UsageError, match=r"shared\.csv in .* is a link that leads out"):
        extract_folder(folder, "main", tmp_path / "room")


def test_a_link_within_the_folder_is_followed(folder: Path, tmp_path: Path) -> None:
    (folder / "same.csv").symlink_to("cards.csv")
    keep(folder)
    found = files_of(extract_folder(folder, "main", tmp_path / "room"))
    assert found == {"cards.csv": "as it was", "same.csv": "as it was"}


def test_submodules_stay_empty(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "huge.bin").write_text("much")
    git(other, "init", "-q")
    git(other, "add", ".")
    git(other, "commit", "-qm", "one")
    git(folder, "submodule", "add", "-q", str(other), "module")
    keep(folder)
    found = extract_folder(folder, "main", tmp_path / "room")
    assert set(files_of(found)) == {"cards.csv"}


@pytest.mark.parametrize(("limit", "most"), [("MOST_FILES", 0), ("MOST_BYTES", 8)])
def test_a_huge_folder_is_refused_before_it_is_written(
    limit: str, most: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_inputs, limit, most)
    with pytest.raises(UsageError, match="is too much to take out of git at main: 1 files"):
        extract_folder(folder, "main", tmp_path / "room")
    assert not (tmp_path / "room").exists()


def test_a_folder_that_was_not_there_yet(folder: Path, tmp_path: Path) -> None:
    young = folder.parent / "young"
    young.mkdir()
    with pytest.raises(UsageError, match=r"main has no .*young"):
        extract_folder(young, "main", tmp_path / "room")


def test_no_git_at_all(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(UsageError, match="git is not installed"):
        extract_folder(folder, "main", tmp_path / "room")


@pytest.mark.skipif(os.name == "nt", reason="programs are found otherwise")
@pytest.mark.parametrize("content", ["no program", ""])
def test_a_git_that_cannot_be_started_is_told(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(content)
    program.chmod(0o755 if content else 0o644)
    monkeypatch.setenv("PATH", str(program.parent))
    with pytest.raises(UsageError, match="cannot be started"):
        extract_folder(folder, "HEAD", tmp_path / "room")
