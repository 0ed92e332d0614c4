"""What git is asked: a folder as it was at a ref."""

import io
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

from evenhand.decks.problems import UsageError

__all__ = ["extract_folder"]


def extract_folder(folder: Path, ref: str, room: Path) -> Path:
    """Take a folder out of git as it was at a ref, put it into a room, and return that.

    Raises
    ------
    UsageError
        If the folder is not in a git repository, or the ref is not there.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder '{folder}'")
    ask_git(folder, ["rev-parse", "--git-dir"], f"{folder} is not in a git repository")
    commit = ask_git(
        folder,
        ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"],
        f"there is no file or folder '{ref}', nor a git ref of this name in {folder}",
    )
    archive = ask_git(
        folder, ["archive", "--format=tar", commit.decode().strip()], f"{ref} has no {folder}"
    )
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(room, filter="data")
    return room


def ask_git(folder: Path, question: Sequence[str], complaint: str) -> bytes:
    """Ask git, and raise UsageError if it does not know."""
    try:
        answer = subprocess.run(["git", *question], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise UsageError("git is not installed, so refs cannot be compared") from None
    if answer.returncode:
        lines = answer.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(complaint, lines[-1] if lines else "")
    return answer.stdout
