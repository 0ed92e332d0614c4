"""Where compiled code is kept: what is found there is run, so nobody else may write to it."""

import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from evenhand.simulate.compiling import cache, cache_folder, sources_hash
from evenhand.simulate.compiling.cache import user_caches

NAME = sources_hash()
has_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return the folder that compiled code should go to, not there yet."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches" / "evenhand"


def chosen():
    """Choose the folder anew."""
    return cache_folder.__wrapped__()


def mode(folder):
    return stat.S_IMODE(folder.stat().st_mode)


def is_fresh(folder):
    """Return whether a folder is a temporary one that was made for this program alone."""
    return folder.parent == Path(tempfile.gettempdir()) and not list(folder.iterdir())


def test_the_folder_is_in_the_users_caches(home):
    assert chosen() == home / NAME
    assert chosen() == home / NAME


def test_it_is_said_what_moves_the_folder(home, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_folder", chosen)
    assert cache.explain_no_cache() == ""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    said = cache.explain_no_cache()
    assert str(tmp_path / "file" / "evenhand") in said
    assert "XDG_CACHE_HOME" in said and "MPLCONFIGDIR" in said


@has_owners
def test_the_folder_is_made_for_its_owner_alone(home):
    assert mode(chosen()) == mode(home) == 0o700


@has_owners
@pytest.mark.parametrize("below", ["", NAME])
@pytest.mark.parametrize("bits", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_to_is_not_used(home, below, bits):
    (home / NAME).mkdir(parents=True, mode=0o700)
    home.chmod(0o700)
    (home / below).chmod(bits)
    found = chosen()
    assert is_fresh(found)
    assert mode(found) == 0o700


@has_owners
def test_a_folder_that_others_can_only_read_is_used(home):
    (home / NAME).mkdir(parents=True)
    home.chmod(0o755)
    (home / NAME).chmod(0o755)
    assert chosen() == home / NAME


@has_owners
def test_a_folder_of_another_user_is_not_used(home, monkeypatch):
    (home / NAME).mkdir(parents=True, mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: home.stat().st_uid + 1)
    assert is_fresh(chosen())


@pytest.mark.parametrize("below", ["", NAME])
def test_a_link_is_not_followed(home, tmp_path, below):
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / NAME).mkdir(parents=True, mode=0o700)
    (home / below).parent.mkdir(parents=True)
    (home / below).symlink_to(elsewhere, target_is_directory=True)
    assert is_fresh(chosen())


def test_a_file_in_its_place_is_left_alone(home):
    home.parent.mkdir()
    home.write_text("a designer's notes")
    assert is_fresh(chosen())
    assert home.read_text() == "a designer's notes"


def test_a_folder_that_cannot_be_written_to_is_not_used(home, monkeypatch):
    (home / NAME).mkdir(parents=True, mode=0o700)
    monkeypatch.setattr(os, "access", lambda _place, _mode: False)
    assert is_fresh(chosen())


def test_a_system_without_owners_needs_none(home, monkeypatch):
    monkeypatch.delattr(os, "getuid", raising=False)
    assert chosen() == home / NAME


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".cache"), ("darwin", "Library/Caches"), ("win32", "AppData/Local")],
)
def test_every_platform_has_its_own_place_for_caches(monkeypatch, platform, folder):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert user_caches() == Path.home() / folder


def test_compiled_code_that_nobody_used_for_a_month_is_removed(home):
    home.mkdir(parents=True, mode=0o700)
    names = ("0" * 16, "1" * 16, "a designer's notes", "2" * 16)
    old, young, other, unmarked = (home / name for name in names)
    for folder in (old, young, other, unmarked):
        folder.mkdir()
    for folder in (old, young, other):
        cache.mark_as_cache(folder)
    for folder in (old, other, unmarked):
        os.utime(folder, (0, 0))
    assert sorted([chosen(), young, other, unmarked]) == sorted(home.iterdir())
