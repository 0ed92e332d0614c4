"""Calls of git: check out a folder at a ref, and make a repository of a new folder."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.simulate.runs.places import make_folder

__all__ = [
    "SHALLOW", "extract_folder", "find_commit", "find_tree", "has_git", "is_in_repository",
    "make_repository", "run_git",
]  # fmt: skip

MOST_FILES = 20_000  # in a folder with cards, decks and bots
MOST_BYTES = 1_000_000_000
SHALLOW = (
    "this clone is shallow and lacks older commits: git fetch --unshallow; "
    "in GitHub Actions, fetch-depth: 0 of actions/checkout"
)
# Variables with which git tells its hooks the repository; here the folder determines it.
OF_ANOTHER_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
)  # fmt: skip


def extract_folder(folder: Path, ref: str, destination: Path) -> Path:
    """Check out a folder from git as it was at a ref, below another folder.

    Files are checked out as in a working tree, so that filters and line endings are applied
    as in the folder itself. Submodules stay empty.

    Returns
    -------
    Path
        The checked-out folder, below `destination`.

    Raises
    ------
    UsageError
        If the folder is not in a git repository, if the ref does not exist, or if the
        content at the ref is too large or has a link that leads out of the folder.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder '{folder}'")
    top = run_git(folder, ["rev-parse", "--show-cdup"], f"{folder} is not in a git repository")
    commit = find_commit(folder, ref)
    prefix = os.fsdecode(run_git(folder, ["rev-parse", "--show-prefix"], "")).rstrip("\n")
    check_size(folder, ref, commit)
    make_folder(destination)
    files = Path(os.path.realpath(destination)) / "files"
    index = {"GIT_INDEX_FILE": str(files.with_name("index"))}
    complaint = f"git cannot check out {folder} as it was at {ref}"
    above = folder / os.fsdecode(top).rstrip("\n")
    run_git(above, ["read-tree", "--no-sparse-checkout", commit], complaint, index)
    run_git(folder, ["checkout-index", "--all", f"--prefix={files}/"], complaint, index)
    extracted = files / prefix
    refuse_links_out(extracted, folder, ref)
    return extracted


def find_tree(folder: Path, ref: str) -> str:
    """Return git's tree hash of a folder at a ref.

    Raises
    ------
    UsageError
        If the folder is not in a git repository, or did not exist at the ref.
    """
    run_git(folder, ["rev-parse", "--show-cdup"], f"{folder} is not in a git repository")
    question = ["rev-parse", "--verify", f"{find_commit(folder, ref)}:./"]
    return run_git(folder, question, f"{ref} has no {folder}").decode().strip()


def find_commit(folder: Path, ref: str) -> str:
    """Return the git commit that a ref names; a ref that begins with "-" is no flag."""
    question = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"]
    try:
        commit = "" if "\0" in ref else run_git(folder, question, "").decode().strip()
    except UsageError:
        commit = ""
    if not commit.isalnum():  # "^name" stands for all commits but those
        message = f"there is no file or folder '{ref}', nor a git ref of this name in {folder}"
        raise UsageError(message, explain_missing_ref(folder, ref))
    return commit


def explain_missing_ref(folder: Path, ref: str) -> str:
    """Return a hint where git has a ref that the repository lacks, or ""."""
    listed = run_git(folder, ["for-each-ref", "--format=%(refname:short)"], "")
    refs = os.fsdecode(listed).split()
    elsewhere = next((name for name in refs if ref and name.endswith(f"/{ref}")), "")
    if elsewhere:
        return f"did you mean '{elsewhere}'?"
    if run_git(folder, ["rev-parse", "--is-shallow-repository"], "").strip() == b"true":
        return SHALLOW
    return did_you_mean(ref, refs)


def check_size(folder: Path, ref: str, commit: str) -> None:
    """Refuse a folder in git of more than `MOST_FILES` or `MOST_BYTES`, before writing any."""
    question = ["ls-tree", "-r", "-l", "-z", commit]
    listed = run_git(folder, question, f"{ref} has no {folder}")
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


def refuse_links_out(extracted: Path, folder: Path, ref: str) -> None:
    """Refuse links out of a folder from git: their targets are of now, not of the ref."""
    for above, folders, files in os.walk(extracted):
        for name in (*folders, *files):
            link = Path(above, name)
            if link.is_symlink() and not Path(os.path.realpath(link)).is_relative_to(extracted):
                place = link.relative_to(extracted)
                raise UsageError(
                    f"at {ref}, {place} in {folder} is a link that leads out of the folder",
                    f"to {os.readlink(link)}",
                )


def has_git() -> bool:
    """Return whether git is installed."""
    return shutil.which("git") is not None


def is_in_repository(folder: Path) -> bool:
    """Return whether a folder is in the working tree of a git repository."""
    try:
        run_git(folder, ["rev-parse", "--is-inside-work-tree"], "")
    except UsageError:
        return False
    return True


def make_repository(folder: Path, message: str) -> None:
    """Make a folder a git repository, and commit all its files.

    Raises
    ------
    UsageError
        If git refuses to commit, because no author is configured; the files are added then.
    """
    run_git(folder, ["-c", "init.defaultBranch=main", "init", "--quiet"], "git cannot be begun")
    run_git(folder, ["add", "."], "git cannot add the files")
    run_git(folder, ["commit", "--quiet", "--message", message], "git cannot commit")


def run_git(
    folder: Path, question: Sequence[str], complaint: str, settings: Mapping[str, str] | None = None
) -> bytes:
    """Run git in a folder and return its output; raise UsageError with `complaint` if it fails.

    Parameters
    ----------
    folder : Path
        The working directory.
    question : sequence of str
        Arguments of git.
    complaint : str
        The message if git fails.
    settings : mapping from str to str, optional
        Additional environment variables.
    """
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
