"""Where evenhand was installed from, as what `init` writes names it."""

import json
import subprocess
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement

from evenhand.__main__ import main
from evenhand.inputs import package_origin
from evenhand.inputs.package_origin import (
    expand_ssh_address,
    find_origin,
    make_folder_origin,
    read_direct_url,
)

COMMIT = "0123456789abcdef0123456789abcdef01234567"
GIT = {"vcs": "git", "commit_id": COMMIT}


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be given a folder with a commit in a repository without remotes."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "some where"
    folder.mkdir()
    (folder / "file").write_text("1")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        git(folder, *words)
    return folder


@pytest.mark.parametrize(
    ("said", "requirement"),
    [
        ({"url": "https://example.org/o/evenhand.git", "vcs_info": GIT},
         f"evenhand @ git+https://example.org/o/evenhand.git@{COMMIT}"),
        ({"url": "https://me:secret@example.org/o/e.git", "vcs_info": GIT, "subdirectory": "a b"},
         f"evenhand @ git+https://example.org/o/e.git@{COMMIT}#subdirectory=a%20b"),
        ({"url": "https://example.org/evenhand-1.0-py3-none-any.whl",
          "archive_info": {"hashes": {"sha256": "ab"}}},
         "evenhand @ https://example.org/evenhand-1.0-py3-none-any.whl#sha256=ab"),
        ({"url": "ssh://git@example.org/o/evenhand.git", "vcs_info": GIT},
         f"evenhand @ git+ssh://git@example.org/o/evenhand.git@{COMMIT}"),
    ],
)  # fmt: skip
def test_what_another_machine_can_reach(said: dict[str, Any], requirement: str) -> None:
    found = read_direct_url(said)
    assert found.requirement == requirement
    assert Requirement(requirement).name == "evenhand"
    assert "secret" not in str(found)
    assert ("a key" in found.warning) is ("ssh" in requirement)


@pytest.mark.parametrize(
    "said",
    [
        {"url": "https://example.org/e.whl?token=secret", "archive_info": {}},
        {"url": "https://example.org/e.git?token=secret", "vcs_info": GIT},
        {"url": "https://me:se@secret@example.org/e.whl?token=secret#secret", "archive_info": {}},
        {"url": "ssh://git:secret@example.org/e.git?secret", "vcs_info": GIT},
    ],
)
def test_secrets_of_addresses_are_named_nowhere(said: dict[str, Any]) -> None:
    found = read_direct_url(said)
    assert "secret" not in found.requirement + found.description
    assert "left out" in found.warning or "a key" in found.warning


@pytest.mark.parametrize(
    "text",
    [
        "{", "null", "7", '["x"]', '{"url": 7}', '{"url": "https://[::1/x"}', '{"no": "url"}',
        '{"url": "https://example.org/e", "vcs_info": {"vcs": "git"}}',
        '{"url": "git@example.org:o/e.git", "archive_info": {}}',
        '{"url": "https://example.org/e", "vcs_info": {"vcs": "git", "commit_id": "a\\n--pre"}}',
    ],
)  # fmt: skip
def test_what_pip_did_not_write_is_not_believed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = SimpleNamespace(version="1.2.3", read_text=lambda _: text)
    monkeypatch.setattr(package_origin, "distribution", lambda _: installed)
    found = find_origin()
    assert found.requirement.isprintable()
    assert "example.org" not in found.requirement
    assert "1.2.3" not in found.requirement


def test_a_file_of_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "a b" / "evenhand-1.0-py3-none-any.whl"
    found = read_direct_url({"url": path.as_uri(), "archive_info": {}})
    assert found.requirement == f"evenhand @ {path.as_uri()}"
    assert "no other machine can reach" in found.warning
    assert "./evenhand-1.0-py3-none-any.whl" in found.warning


def test_a_folder_without_a_remote(checkout: Path) -> None:
    for folder in (checkout, checkout.parent):  # the latter has no repository at all
        found = read_direct_url({"url": folder.as_uri(), "dir_info": {"editable": True}})
        assert found.requirement == f"evenhand @ {folder.as_uri()}"
        assert "no other machine can reach" in found.warning
    git(checkout, "remote", "add", "origin", str(checkout))
    assert "no other machine can reach" in make_folder_origin(checkout, "").warning


def test_a_checkout_of_a_repository(checkout: Path) -> None:
    git(checkout, "remote", "add", "origin", "https://me:secret@example.org/o/e.git")
    found = make_folder_origin(checkout, "")
    said = subprocess.run(["git", "rev-parse", "HEAD"], cwd=checkout, capture_output=True,
                          text=True, check=True)  # fmt: skip
    commit = said.stdout.strip()
    assert found.requirement == f"evenhand @ git+https://example.org/o/e.git@{commit}"
    assert "push it" in found.warning
    assert "secret" not in str(found)
    git(checkout, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert make_folder_origin(checkout, "").warning == ""
    (checkout / "file").write_text("2")
    assert "changes that are not committed" in make_folder_origin(checkout, "").warning


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("git@example.org:o/e.git", "ssh://git@example.org/o/e.git"),
        ("https://example.org/o/e.git", "https://example.org/o/e.git"),
        ("/srv/e", "/srv/e"),
        ("../e", "../e"),
    ],
)
def test_addresses_of_remotes(remote: str, address: str) -> None:
    assert expand_ssh_address(remote) == address


def test_from_an_index_a_version_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = SimpleNamespace(version="1.2.3", read_text=lambda _: None)
    monkeypatch.setattr(package_origin, "distribution", lambda _: installed)
    assert find_origin().requirement == "evenhand==1.2.3"
    assert find_origin().warning == ""


def test_what_was_never_installed_is_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def miss(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(package_origin, "distribution", miss)
    assert find_origin().requirement.startswith("evenhand @ ")


def test_init_says_what_ci_installs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = tmp_path / "evenhand-1.0-py3-none-any.whl"
    monkeypatch.setattr(
        "evenhand.commands.init.find_origin", lambda: package_origin.make_file_origin(wheel)
    )
    assert main(["init", str(tmp_path / "mine"), "--game", "divino"]) == 0
    said = capsys.readouterr()
    reason = "may not reach the evenhand that is installed here; requirements.txt says what to do\n"
    assert f"GitHub  {reason}" in said.out
    assert said.err == ""
    text = (tmp_path / "mine" / "requirements.txt").read_text()
    lines = text.splitlines()
    assert lines[-1] == f"evenhand @ {wheel.as_uri()}"
    assert all(line.startswith("# ") for line in lines[:-1])
    assert "copy the file into this folder" in text.replace("\n# ", " ")
    assert "==" not in text


def test_init_has_ci_install_the_package_of_the_game(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    git(checkout, "remote", "add", "origin", "https://example.org/o/lights.git")
    said = {"url": checkout.as_uri(), "dir_info": {"editable": True}}
    installed = SimpleNamespace(
        name="last-light", version="1", read_text=lambda _: json.dumps(said)
    )
    for module in ("evenhand.inputs.package_origin", "evenhand.commands.init"):
        monkeypatch.setattr(f"{module}.find_package", lambda name: installed)
    assert main(["init", str(tmp_path / "mine"), "--game", "last_light"]) == 0
    shown = capsys.readouterr()
    assert "GitHub  may not reach the last_light that is installed here; " in shown.out
    text = (tmp_path / "mine" / "requirements.txt").read_text()
    assert "push it" in text.replace("\n# ", " ")
    lines = text.splitlines()
    assert lines[-1].startswith("last-light @ git+https://example.org/o/lights.git@")
    assert [Requirement(line).name for line in lines if line[0] != "#"] == [
        "evenhand", "last-light",
    ]  # fmt: skip
