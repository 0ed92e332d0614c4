"""Where this evenhand was installed from, so that another machine can install the same one.

What pip leaves beside a package that came from elsewhere than an index says it: a version
control address with its commit, a file, or a folder.
"""

import json
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import url2pathname

from evenhand.decks.problems import UsageError
from evenhand.inputs.git import ask_git

__all__ = ["Origin", "find_origin"]

NAME = "evenhand"
REMOTE = ("https", "http", "ssh", "git")  # addresses that another machine may reach


@dataclass(frozen=True)
class Origin:
    """Where evenhand can be had from.

    Attributes
    ----------
    requirement : str
        A line of a requirements file.
    told : str
        Where that is, in words.
    warning : str
        What keeps another machine from it, and what to do; "" if nothing does.
    """

    requirement: str
    told: str
    warning: str = ""


def find_origin() -> Origin:
    """Find out where this evenhand was installed from.

    References
    ----------
    https://peps.python.org/pep-0610/
    """
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        return of_folder(Path(__file__).parents[2], "")
    said = json.loads(installed.read_text("direct_url.json") or "{}")
    if not said:
        version = installed.version
        return Origin(f"{NAME}=={version}", f"a package index, version {version}")
    return read_direct_url(said)


def read_direct_url(said: dict[str, Any]) -> Origin:
    """Read what pip wrote of a package that came from no index."""
    parts, below = urlsplit(said["url"]), said.get("subdirectory", "")
    if parts.scheme not in REMOTE:
        path = Path(url2pathname(unquote(parts.path)))
        return of_folder(path, below) if "dir_info" in said else of_file(path)
    if "vcs_info" in said:
        system, commit = (said["vcs_info"][key] for key in ("vcs", "commit_id"))
        return of_repository(system, said["url"], commit, below)
    address = without_secrets(said["url"])
    digest = said.get("archive_info", {}).get("hashes", {}).get("sha256", "")
    return Origin(f"{NAME} @ {address}{f'#sha256={digest}' if digest else ''}", address)


def of_repository(system: str, address: str, commit: str, below: str, warning: str = "") -> Origin:
    """Install a commit of a repository."""
    address = without_secrets(address)
    part = f"#subdirectory={quote(below)}" if below else ""
    told = f"{address} at commit {commit[:12]}"
    if not warning and urlsplit(address).scheme == "ssh":
        warning = "it is reached by SSH: where this is to be installed, there must be a key for it"
    return Origin(f"{NAME} @ {system}+{address}@{commit}{part}", told, warning)


def of_file(path: Path) -> Origin:
    """Install a file of this machine."""
    warning = (
        f"no other machine can reach {path}: copy the file into this folder, commit it, and "
        f"write ./{path.name} in requirements.txt"
    )
    return Origin(f"{NAME} @ {path.as_uri()}", f"the file {path}", warning)


def of_folder(folder: Path, below: str) -> Origin:
    """Install the commit that a folder is at, if it has a repository that others can reach."""
    folder = folder / below
    try:
        commit, above, address, unsaved, there = ask_repository(folder)
    except UsageError:
        commit = address = ""
    if not commit or urlsplit(address).scheme not in REMOTE:
        warning = (
            f"no other machine can reach {folder}: put its repository where CI can fetch it, or "
            "build a wheel (python -m build), commit it in this folder, and name either in "
            "requirements.txt"
        )
        return Origin(f"{NAME} @ {folder.absolute().as_uri()}", f"the folder {folder}", warning)
    warning = ""
    if unsaved:
        warning = f"{folder} has changes that are not committed, and that only you have"
    elif not there:
        warning = f"commit {commit[:12]} is not known to be at {address} yet: push it"
    return of_repository("git", address, commit, above, warning)


def ask_repository(folder: Path) -> tuple[str, str, str, bool, bool]:
    """Ask git about the repository that a folder is in.

    Returns
    -------
    commit, below, address : str
        The commit it is at, its place in the repository, and the remote's address.
    has_changes, is_pushed : bool
        Whether there are changes that are not committed, and whether a remote has the commit
        as far as is known here.

    Raises
    ------
    UsageError
        If there is no repository, no commit, no remote or no git.
    """

    def ask(*question: str) -> str:
        return ask_git(folder, question, "no repository").decode().strip()

    commit, below = ask("rev-parse", "HEAD"), ask("rev-parse", "--show-prefix").rstrip("/")
    remotes = ask("remote").splitlines()
    if not remotes:
        raise UsageError("no remote")
    name = "origin" if "origin" in remotes else remotes[0]
    address = make_address(ask("remote", "get-url", name))
    has_changes = bool(ask("status", "--porcelain", "--untracked-files=no"))
    return commit, below, address, has_changes, bool(ask("branch", "-r", "--contains", commit))


def make_address(remote: str) -> str:
    """Write the short form of an SSH address, git@HOST:PATH, as an address."""
    host, colon, path = remote.partition(":")
    is_short = bool(colon) and "//" not in remote and "/" not in host and len(host) > 1
    return f"ssh://{host}/{path}" if is_short else remote


def without_secrets(address: str) -> str:
    """Leave passwords and tokens out of an address; who is asked for by SSH stays."""
    parts = urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    keep = user.partition(":")[0] if parts.scheme == "ssh" and user else ""
    return urlunsplit(parts._replace(netloc=f"{keep}@{host}" if keep else host))
