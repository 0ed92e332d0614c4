"""The list of a run's files with their checksums."""

import os
from pathlib import Path

import pytest

from evenhand.decks.problems import InputError
from evenhand.simulate.runs.seal import LARGEST_FILE, SEAL, find_broken, read_seal, seal_files


def test_a_seal_lists_the_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "strange\nname.txt").write_text("x")
    seal_files(tmp_path, [tmp_path / "strange\nname.txt"])
    assert list(read_seal(tmp_path)) == ["strange\nname.txt"]


@pytest.mark.parametrize(
    "put",
    [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")],
    ids=["a pipe", "a folder", "a device"],
)
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, put) -> None:
    put(tmp_path / SEAL)
    with pytest.raises(InputError, match="it is no file"):
        read_seal(tmp_path)


@pytest.mark.parametrize("name", ["./a", "a/./b", "a//b", "../a", "a/..", "a/"])
def test_a_file_has_one_name(tmp_path: Path, name: str) -> None:
    (tmp_path / SEAL).write_text(f"{'0' * 64}  {name}\n")
    with pytest.raises(InputError, match="expected a checksum and the name of a file of the run"):
        read_seal(tmp_path)


def test_a_file_without_end_is_not_hashed(tmp_path: Path) -> None:
    with (tmp_path / "part").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)  # takes no room
    assert find_broken(tmp_path, {"part": "0" * 64}) == {
        "part": "it is larger than any file of a run"
    }
