"""Where this evenhand and a game were installed from, so that another machine can do the same.

What pip leaves beside a package that came from elsewhere than an index says it: a version
control address with its commit, a file, or a folder.
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
from evenhand.inputs.git import ask_git
from evenhand.simulate.registry import find_package

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


def find_origin(game: str = "") -> Origin:
    """Find out where this evenhand was installed from, or the package of somebody's game.

    References
    ----------
    https://peps.python.org/pep-0610/
    """
    installed = find_package(game) if game else own_package()
    if installed is None:
        return of_folder(Path(__file__).parents[2], "")
    name = installed.name if game else NAME
    text = installed.read_text("direct_url.json")
    if not text:
        version = installed.version
        return Origin(f"{name}=={version}", f"a package index, version {version}")
    with suppress(ValueError, TypeError, KeyError, AttributeError):  # not as pip writes it
        origin = read_direct_url(json.loads(text), name)
        if origin.requirement.isprintable():
            return origin
    folder = Path(str(installed.locate_file(""))) if game else Path(__file__).parents[2]
    return of_folder(folder, "", name)


def own_package() -> Distribution | None:
    """Return evenhand's own package; None if it was never installed."""
    try:
        return distribution(NAME)
    except PackageNotFoundError:
        return None


def read_direct_url(said: dict[str, Any], name: str = NAME) -> Origin:
    """Read what pip wrote of a package that came from no index."""
    parts, below = urlsplit(said["url"]), said.get("subdirectory", "")
    if parts.scheme not in REMOTE:
        path = Path(url2pathname(unquote(parts.path)))
        return of_folder(path, below, name) if "dir_info" in said else of_file(path, name)
    if "vcs_info" in said:
        system, commit = (said["vcs_info"][key] for key in ("vcs", "commit_id"))
        return of_repository(name, system, said["url"], commit, below)
    address = without_secrets(said["url"])
    digest = said.get("archive_info", {}).get("hashes", {}).get("sha256", "")
    warning = warn_of_cut(said["url"])
    return Origin(f"{name} @ {address}{f'#sha256={digest}' if digest else ''}", address, warning)


def of_repository(
    name: str, system: str, address: str, commit: str, below: str, warning: str = ""
) -> Origin:
    """Install a commit of a repository."""
    address, warning = without_secrets(address), warning or warn_of_cut(address)
    part = f"#subdirectory={quote(below)}" if below else ""
    told = f"{address} at commit {commit[:12]}"
    if not warning and urlsplit(address).scheme == "ssh":
        warning = "it is reached by SSH: where this is to be installed, there must be a key for it"
    return Origin(f"{name} @ {system}+{address}@{commit}{part}", told, warning)


def of_file(path: Path, name: str = NAME) -> Origin:
    """Install a file of this machine."""
    warning = (
        f"no other machine can reach {path}: copy the file into this folder, commit it, and "
        f"write ./{path.name} in requirements.txt"
    )
    return Origin(f"{name} @ {path.as_uri()}", f"the file {path}", warning)


def of_folder(folder: Path, below: str, name: str = NAME) -> Origin:
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
        return Origin(f"{name} @ {folder.absolute().as_uri()}", f"the folder {folder}", warning)
    warning = ""
    if unsaved:
        warning = f"{folder} has changes that are not committed, and that only you have"
    elif not there:
        where = without_secrets(address)
        warning = f"commit {commit[:12]} is not known to be at {where} yet: push it"
    return of_repository(name, "git", address, commit, above, warning)


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
    netloc = f"{keep}@{host}" if keep else host
    return urlunsplit(parts._replace(netloc=netloc, query="", fragment=""))


def warn_of_cut(address: str) -> str:
    """Say so if an address had a query, which may hold a token and is left out."""
    if not urlsplit(address).query:
        return ""
    return "what stood after ? in its address is left out, because it may be a secret"
