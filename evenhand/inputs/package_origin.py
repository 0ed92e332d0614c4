"""Where evenhand or a game was installed from, as a requirement for another machine.

For a package that was not installed from an index, pip records the origin in
``direct_url.json``: a version control address with its commit, a file, or a folder.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import url2pathname

from evenhand.decks.problems import UsageError
from evenhand.inputs.git import run_git
from evenhand.simulate.registry import find_package

__all__ = ["Origin", "find_origin"]

NAME = "evenhand"
REMOTE = ("https", "http", "ssh", "git")  # addresses that another machine may reach


@dataclass(frozen=True)
class Origin:
    """Where a package can be installed from.

    Attributes
    ----------
    requirement : str
        A line of a requirements file.
    description : str
        The origin in words.
    warning : str
        Why another machine cannot install from it, and what to do; "" if it can.
    """

    requirement: str
    description: str
    warning: str = ""


def find_origin(game: str = "") -> Origin:
    """Return the origin of the evenhand package that runs, or of a game's package.

    References
    ----------
    https://peps.python.org/pep-0610/
    """
    installed = find_package(game) if game else find_own_package()
    if installed is None:
        return make_folder_origin(Path(__file__).parents[2], "")
    name = installed.name if game else NAME
    text = installed.read_text("direct_url.json")
    if not text:
        version = installed.version
        return Origin(f"{name}=={version}", f"a package index, version {version}")
    with suppress(ValueError, TypeError, KeyError, AttributeError):  # malformed direct_url.json
        origin = read_direct_url(json.loads(text), name)
        if origin.requirement.isprintable():
            return origin
    folder = Path(str(installed.locate_file(""))) if game else Path(__file__).parents[2]
    return make_folder_origin(folder, "", name)


def find_own_package() -> Distribution | None:
    """Return evenhand's own package; None if it is not installed."""
    try:
        return distribution(NAME)
    except PackageNotFoundError:
        return None


def read_direct_url(direct_url: dict[str, Any], name: str = NAME) -> Origin:
    """Parse a package's ``direct_url.json``, which says where it was installed from."""
    parts, below = urlsplit(direct_url["url"]), direct_url.get("subdirectory", "")
    if parts.scheme not in REMOTE:
        path = Path(url2pathname(unquote(parts.path)))
        if "dir_info" in direct_url:
            return make_folder_origin(path, below, name)
        return make_file_origin(path, name)
    if "vcs_info" in direct_url:
        system, commit = (direct_url["vcs_info"][key] for key in ("vcs", "commit_id"))
        return make_repository_origin(name, system, direct_url["url"], commit, below)
    address = remove_secrets(direct_url["url"])
    digest = direct_url.get("archive_info", {}).get("hashes", {}).get("sha256", "")
    warning = warn_of_removed_query(direct_url["url"])
    return Origin(f"{name} @ {address}{f'#sha256={digest}' if digest else ''}", address, warning)


def make_repository_origin(
    name: str, system: str, address: str, commit: str, below: str, warning: str = ""
) -> Origin:
    """Return the origin of a package at a commit of a repository."""
    address, warning = remove_secrets(address), warning or warn_of_removed_query(address)
    part = f"#subdirectory={quote(below)}" if below else ""
    description = f"{address} at commit {commit[:12]}"
    if not warning and urlsplit(address).scheme == "ssh":
        warning = "it is reached by SSH: where this is to be installed, there must be a key for it"
    return Origin(f"{name} @ {system}+{address}@{commit}{part}", description, warning)


def make_file_origin(path: Path, name: str = NAME) -> Origin:
    """Return the origin of a package in a file of this machine."""
    warning = (
        f"no other machine can reach {path}: copy the file into this folder, commit it, and "
        f"write ./{path.name} in requirements.txt"
    )
    return Origin(f"{name} @ {path.as_uri()}", f"the file {path}", warning)


def make_folder_origin(folder: Path, below: str, name: str = NAME) -> Origin:
    """Return the origin of a package in a folder: its commit, if it has a reachable remote."""
    folder = folder / below
    try:
        commit, above, address, has_changes, is_pushed = read_repository(folder)
    except UsageError:
        commit = address = ""
    if not commit or urlsplit(address).scheme not in REMOTE:
        warning = (
            f"no other machine can reach {folder}: put its repository where CI can fetch it, or "
            "build a wheel (python -m build), commit it in this folder, and name either in "
            "requirements.txt"
        )
        return Origin(f"{name} @ {folder.absolute().as_uri()}", f"the folder {folder}", warning)
    warning = ""
    if has_changes:
        warning = f"{folder} has changes that are not committed, and that only you have"
    elif not is_pushed:
        where = remove_secrets(address)
        warning = f"commit {commit[:12]} is not known to be at {where} yet: push it"
    return make_repository_origin(name, "git", address, commit, above, warning)


def read_repository(folder: Path) -> tuple[str, str, str, bool, bool]:
    """Return the state of the repository that a package's folder is in.

    Returns
    -------
    commit, below, address : str
        The current commit, the folder's path in the repository, and the remote's address.
    has_changes, is_pushed : bool
        Whether tracked files have uncommitted changes, and whether a remote branch known here
        contains the commit.

    Raises
    ------
    UsageError
        If the folder has no repository, commit or remote, or git is not installed.
    """

    def read(*question: str) -> str:
        return run_git(folder, question, "no repository").decode().strip()

    commit, below = read("rev-parse", "HEAD"), read("rev-parse", "--show-prefix").rstrip("/")
    remotes = read("remote").splitlines()
    if not remotes:
        raise UsageError("no remote")
    name = "origin" if "origin" in remotes else remotes[0]
    address = expand_ssh_address(read("remote", "get-url", name))
    has_changes = bool(read("status", "--porcelain", "--untracked-files=no"))
    return commit, below, address, has_changes, bool(read("branch", "-r", "--contains", commit))


def expand_ssh_address(remote: str) -> str:
    """Return a package's SSH address git@HOST:PATH as a URL; other addresses as they are."""
    host, colon, path = remote.partition(":")
    is_short = bool(colon) and "//" not in remote and "/" not in host and len(host) > 1
    return f"ssh://{host}/{path}" if is_short else remote


def remove_secrets(address: str) -> str:
    """Return a package's address without secrets and query; an SSH user name stays."""
    parts = urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    keep = user.partition(":")[0] if parts.scheme == "ssh" and user else ""
    netloc = f"{keep}@{host}" if keep else host
    return urlunsplit(parts._replace(netloc=netloc, query="", fragment=""))


def warn_of_removed_query(address: str) -> str:
    """Return a warning if a package's address has a query, left out as a possible secret."""
    if not urlsplit(address).query:
        return ""
    return "what stood after ? in its address is left out, because it may be a secret"
