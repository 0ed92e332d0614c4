"""What git is asked: a folder as it was at a ref, and a repository for a new folder."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.simulate.runs.places import make_folder

__all__ = [
    "ask_git", "extract_folder", "find_tree", "has_git", "is_in_repository", "make_repository",
]  # fmt: skip

MOST_FILES = 20_000  # of a folder with cards, decks and bots
MOST_BYTES = 1_000_000_000
SHALLOW = (
    "this clone is shallow and lacks older commits: git fetch --unshallow; "
    "in GitHub Actions, fetch-depth: 0 of actions/checkout"
)
# What git sets for the hooks that it runs: which repository is meant. Here the folder says that.
OF_ANOTHER_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
)  # fmt: skip


def extract_folder(folder: Path, ref: str, room: Path) -> Path:
    """Take a folder out of git as it was at a ref, into a room.

    The files are checked out there as git would in a repository, so that what it changes on
    the way to a working tree is as it is in the folder. Submodules stay empty.

    Returns
    -------
    Path
        Where in the room the folder is.

    Raises
    ------
    UsageError
        If the folder is not in a git repository, the ref is not there, or what was there is
        too much, or a link that leads out of the folder.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder '{folder}'")
    top = ask_git(folder, ["rev-parse", "--show-cdup"], f"{folder} is not in a git repository")
    commit = find_commit(folder, ref)
    prefix = os.fsdecode(ask_git(folder, ["rev-parse", "--show-prefix"], "")).rstrip("\n")
    check_size(folder, ref, commit)
    make_folder(room)
    files = Path(os.path.realpath(room)) / "files"
    index = {"GIT_INDEX_FILE": str(files.with_name("index"))}
    complaint = f"git cannot check out {folder} as it was at {ref}"
    above = folder / os.fsdecode(top).rstrip("\n")
    ask_git(above, ["read-tree", "--no-sparse-checkout", commit], complaint, index)
    ask_git(folder, ["checkout-index", "--all", f"--prefix={files}/"], complaint, index)
    found = files / prefix
    refuse_links_out(found, folder, ref)
    return found


def find_tree(folder: Path, ref: str) -> str:
    """Return git's hash of all that a folder held at a ref.

    Raises
    ------
    UsageError
        If the folder is not in a git repository, or was not there.
    """
    ask_git(folder, ["rev-parse", "--show-cdup"], f"{folder} is not in a git repository")
    question = ["rev-parse", "--verify", f"{find_commit(folder, ref)}:./"]
    return ask_git(folder, question, f"{ref} has no {folder}").decode().strip()


def find_commit(folder: Path, ref: str) -> str:
    """Return the commit that a ref names; whatever the ref looks like, it is a name."""
    question = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"]
    try:
        commit = "" if "\0" in ref else ask_git(folder, question, "").decode().strip()
    except UsageError:
        commit = ""
    if not commit.isalnum():  # "^name" stands for all commits but those
        message = f"there is no file or folder '{ref}', nor a git ref of this name in {folder}"
        raise UsageError(message, explain_missing(folder, ref))
    return commit


def explain_missing(folder: Path, ref: str) -> str:
    """Say where a ref may be that a repository has not; "" if nothing is known."""
    listed = ask_git(folder, ["for-each-ref", "--format=%(refname:short)"], "")
    refs = os.fsdecode(listed).split()
    elsewhere = next((one for one in refs if ref and one.endswith(f"/{ref}")), "")
    if elsewhere:
        return f"did you mean '{elsewhere}'?"
    if ask_git(folder, ["rev-parse", "--is-shallow-repository"], "").strip() == b"true":
        return SHALLOW
    return did_you_mean(ref, refs)


def check_size(folder: Path, ref: str, commit: str) -> None:
    """Refuse a folder that holds more than one for a game would, before any of it is written."""
    question = ["ls-tree", "-r", "-l", "-z", commit]
    listed = ask_git(folder, question, f"{ref} has no {folder}")
    entries = [entry.partition(b"\t")[0].split() for entry in listed.split(b"\0")[:-1]]
    if not entries:
        raise UsageError(f"{ref} has no {folder}")
    n_bytes = sum(int(size) for *_, size in entries if size != b"-")
    if len(entries) > MOST_FILES or n_bytes > MOST_BYTES:
        much = f"{len(entries):,} files, {n_bytes / 1e6:,.0f} MB"
        most = f"{MOST_FILES:,} files, {MOST_BYTES / 1e6:,.0f} MB"
        raise UsageError(
            f"{folder} is too much to take out of git at {ref}: {much}",
            f"at most {most}; give the cards and decks a folder of their own",
        )


def refuse_links_out(found: Path, folder: Path, ref: str) -> None:
    """Refuse links to what is not in the folder as it was: it would be read as it is now."""
    for above, folders, files in os.walk(found):
        for name in (*folders, *files):
            link = Path(above, name)
            if link.is_symlink() and not Path(os.path.realpath(link)).is_relative_to(found):
                place = link.relative_to(found)
                raise UsageError(
                    f"at {ref}, {place} in {folder} is a link that leads out of the folder",
                    f"to {os.readlink(link)}",
                )


def has_git() -> bool:
    """Return whether git can be asked at all."""
    return shutil.which("git") is not None


def is_in_repository(folder: Path) -> bool:
    """Return whether a folder is in the working tree of a git repository."""
    try:
        ask_git(folder, ["rev-parse", "--is-inside-work-tree"], "")
    except UsageError:
        return False
    return True


def make_repository(folder: Path, message: str) -> None:
    """Make a folder a git repository, with all that is in it as its first commit.

    Raises
    ------
    UsageError
        If git refuses to commit, because it does not know who does; the files are added then.
    """
    ask_git(folder, ["-c", "init.defaultBranch=main", "init", "--quiet"], "git cannot be begun")
    ask_git(folder, ["add", "."], "git cannot add the files")
    ask_git(folder, ["commit", "--quiet", "--message", message], "git cannot commit")


def ask_git(
    folder: Path, question: Sequence[str], complaint: str, settings: Mapping[str, str] | None = None
) -> bytes:
    """Ask git about the repository that a folder is in; raise UsageError if it does not know."""
    kept = {key: text for key, text in os.environ.items() if key not in OF_ANOTHER_REPOSITORY}
    try:
        answer = subprocess.run(
            ["git", *question],
            cwd=folder,
            env={**kept, **(settings or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise UsageError("git is not installed, so refs cannot be compared") from None
    except OSError as error:
        raise UsageError(f"git is there but cannot be started: {error.strerror}") from None
    if answer.returncode:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(complaint, lines[-1] if lines else "")
    return answer.stdout
