"""Within a command each file is opened once, and what the command writes is read anew."""

from pathlib import Path

import pytest

from evenhand.decks.file_cache import cache_files, cache_result
from evenhand.decks.problems import InputError
from evenhand.decks.text_file import read_bytes, read_text
from evenhand.simulate.runs.atomic_files import write_atomic


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "deck.txt"
    path.write_text("4 Ember")
    return path


def test_a_file_that_is_saved_meanwhile_says_what_it_said(file: Path) -> None:
    with cache_files():
        assert read_text(file) == "4 Ember"
        file.write_text("2 Ember")
        assert read_text(str(file)) == "4 Ember"
    assert read_text(file) == "2 Ember"


def test_what_the_command_writes_is_read_anew(file: Path) -> None:
    with cache_files():
        read_text(file)
        write_atomic(file, "3 Ember")
        assert read_text(file) == "3 Ember"


def test_a_cache_inside_of_another_one_is_its_own(file: Path) -> None:
    with cache_files():
        read_text(file)
        file.write_text("1 Ember")
        with cache_files():
            assert read_text(file) == "1 Ember"
        assert read_text(file) == "4 Ember"


def test_a_file_that_is_too_large_for_another_reader_is_refused_still(file: Path) -> None:
    with cache_files():
        assert read_bytes(file, 100) == b"4 Ember"
        with pytest.raises(InputError, match="larger than"):
            read_bytes(file, 3)


def test_results_are_kept_by_arguments_until_their_file_is_written(file: Path) -> None:
    calls: list[tuple[Path, int]] = []

    @cache_result
    def parse(path: Path, column: int = 0) -> list[str]:
        calls.append((path, column))
        return read_text(path).split()

    with cache_files():
        assert parse(file) is parse(file)
        assert parse(file, 1) == parse(file, column=1)
        assert calls == [(file, 0), (file, 1), (file, 1)]
        write_atomic(file, "7 Moth")
        assert parse(file) == ["7", "Moth"]
    parse(file)
    parse(file)
    assert len(calls) == 6


def test_what_fails_is_tried_again(tmp_path: Path) -> None:
    missing = tmp_path / "late.txt"
    with cache_files():
        with pytest.raises(Exception, match="no file"):
            read_text(missing)
        missing.write_text("here")
        assert read_text(missing) == "here"
