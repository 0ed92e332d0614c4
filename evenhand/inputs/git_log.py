"""The earlier states of a folder in git: the commits that changed a file in it, or the tags."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError
from evenhand.inputs.git import SHALLOW, find_commit, run_git

__all__ = ["Commit", "list_commits", "list_tagged_commits", "note_shallow"]

FORMAT = "--format=%H%x00%h%x00%cs%x00%s"
# A user's settings of `git log` that would change what it lists.
SETTINGS = ("-c", "log.showSignature=false", "-c", "log.follow=false")


class Commit(NamedTuple):
    """A commit of a folder's repository.

    Attributes
    ----------
    commit : str
        The whole hash.
    name : str
        What people call it: its short hash, or its tag.
    date : str
        Day on which it was committed, such as "2030-12-31".
    subject : str
        First line of its message.
    """

    commit: str
    name: str
    date: str
    subject: str


def list_commits(folder: Path, most: int, since: str = "") -> list[Commit]:
    """List the commits that changed a file in a folder, the newest first.

    Of a merge, the first parent is followed, so that each commit is a state that the branch had.

    Parameters
    ----------
    folder : Path
    most : int
        Number of commits that are listed at most.
    since : str
        A git ref: the commits after it are listed and, last, its own; "" for all.

    Raises
    ------
    UsageError
        If the folder is not in a git repository or in no commit, or the ref does not exist.
    """
    refuse_without_commits(folder)
    first = find_first(folder, since) if since else ""
    which = ["--first-parent", f"{first}..HEAD" if first else "HEAD"]
    listed = read_log(folder, f"-{most}", *which, "--", ".")
    if first:
        listed += read_log(folder, "--no-walk", first)
    if not listed:
        message = f"no commit has a file of {folder}"
        raise UsageError(message, "commit the folder's files: git add, then git commit")
    return listed


def list_tagged_commits(folder: Path, most: int, since: str = "") -> list[Commit]:
    """List the tags of the present branch as commits, the newest commit first.

    Parameters
    ----------
    folder, most, since
        As for `list_commits`.

    Raises
    ------
    UsageError
        As `list_commits`, and if the branch has no tag.
    """
    refuse_without_commits(folder)
    asked = ["for-each-ref", "--merged=HEAD", "refs/tags"]
    names: dict[str, str] = {}
    for line in read_lines(
        folder, *asked, "--format=%(objectname) %(*objectname) %(refname:short)"
    ):
        plain, peeled, name = line.split(" ", 2)
        commit = peeled or plain  # of an annotated tag, what it is a tag of
        names[commit] = ", ".join(filter(None, [names.get(commit, ""), name]))
    if not names:
        message = f"no commit of this branch of {folder} has a tag"
        raise UsageError(message, "leave out --tags for commits, or make one: git tag NAME")
    listed = read_log(folder, f"-{most}", "--no-walk=sorted", *names)
    if since:
        first = find_first(folder, since)
        later = {one.commit for one in read_log(folder, f"{first}..HEAD")}
        listed = [one for one in listed if one.commit in later]
        listed += read_log(folder, "--no-walk", first)
    return [one._replace(name=names.get(one.commit, one.name)) for one in listed]


def find_first(folder: Path, since: str) -> str:
    """Return the commit of a git ref from which commits are listed."""
    try:
        return find_commit(folder, since)
    except UsageError as error:
        message = f"--since: there is no git ref '{shorten(since)}' in {folder}"
        raise UsageError(message, error.hint) from None


def refuse_without_commits(folder: Path) -> None:
    """Refuse a folder outside of git, or in a repository without a commit."""
    run_git(folder, ["rev-parse", "--show-cdup"], f"{folder} is not in a git repository")
    try:
        run_git(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], "")
    except UsageError:
        message = f"the repository of {folder} has no commit yet"
        hint = "git add and git commit keep a state; until then: evenhand compare"
        raise UsageError(message, hint) from None


def note_shallow(folder: Path) -> str:
    """Return a note if a folder's repository lacks older commits; "" if it has all."""
    is_shallow = run_git(folder, ["rev-parse", "--is-shallow-repository"], "").strip() == b"true"
    return SHALLOW if is_shallow else ""


def read_log(folder: Path, *words: str) -> list[Commit]:
    """Read commits from `git log`."""
    lines = read_lines(folder, *SETTINGS, "log", FORMAT, *words)
    return [Commit(*line.split("\0", 3)) for line in lines]


def read_lines(folder: Path, *words: str) -> Sequence[str]:
    """Return the lines that git prints."""
    printed = run_git(folder, words, f"git cannot list the commits of {folder}")
    return [line for line in printed.decode("utf-8", "replace").split("\n") if line]
