import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.decks.invisible_characters import find_unseen, shorten
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.text_file import decode, normalize_text, read_bytes, read_text


def refusal(path):
    with pytest.raises(InputError) as caught:
        read_text(path)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return problem


def test_missing_file_is_a_usage_error_with_the_nearest_file(tmp_path):
    (tmp_path / "cards.csv").write_text("name\n")
    with pytest.raises(UsageError) as caught:
        read_bytes(tmp_path / "card.csv")
    assert str(tmp_path / "card.csv") in caught.value.message
    assert caught.value.hint == "did you mean 'cards.csv'?"


@pytest.mark.parametrize("path", ["no/such/folder/cards.csv", "a\0b", "x" * 5000])
def test_path_that_leads_nowhere_is_no_crash(path):
    with pytest.raises((UsageError, InputError)):
        read_bytes(path)


def test_folder_in_place_of_a_file(tmp_path):
    assert refusal(tmp_path).message == "expected a file, found a folder"


def test_too_large_file(tmp_path):
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    assert refusal(path).message == "the file is larger than 8 MB"


def test_latin_1_names_byte_offset_and_line(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes("name\r\nA\r\nCafé\r\n".encode("latin-1"))
    problem = refusal(path)
    assert problem.line == 3
    assert problem.message == "expected UTF-8 text, found byte 0xe9 at offset 12"
    assert problem.hint == "save it as 'CSV UTF-8'"


def test_offset_counts_the_byte_order_mark(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes(b"\xef\xbb\xbfab\xff")
    assert refusal(path).message == "expected UTF-8 text, found byte 0xff at offset 5"


def test_nul_bytes(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes(b"name\nA\0B\n")
    problem = refusal(path)
    assert (problem.line, problem.message) == (2, "this is no text file: it holds NUL bytes")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfea", "expected UTF-16"), (b"PK\x03\x04rest", "this is a spreadsheet")],
)
def test_other_formats_are_named(tmp_path, content, words):
    path = tmp_path / "cards.csv"
    path.write_bytes(content)
    assert words in refusal(path).message


def test_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes(b"\xef\xbb\xbfname\r\n")
    assert read_text(path) == "name\r\n"


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_decode_or_are_refused(content):
    try:
        text = decode(content, "f")
    except InputError as error:
        assert len(error.problems) == 1
        return
    bare = re.sub(b"^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)", b"", content)
    assert bare in (text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be"))


def test_tidy_undoes_a_word_processor():
    assert normalize_text("  \u201cDrake\u2019s\u00a0\u221220\u201d \ufeff") == '"Drake\'s -20"'
    assert normalize_text("e\u0301") == "\u00e9"


def test_shortened_text_fits_a_message():
    assert shorten("a\nb") == "a b"
    assert len(shorten("x" * 10_000)) == 40


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Ember Lancer", ""),
        ("Élan 火 \u3000 नमस्\u200dते", ""),
        ("a\u202eb", r"\u202e (right-to-left override)"),
        ("a\x1bb", r"\x1b (a control character)"),
        ("a\udcffb", r"\udcff (no UTF-8)"),
        ("\u3164", r"\u3164 (hangul filler)"),
    ],
)
def test_what_nobody_sees_is_named(text, hidden):
    assert find_unseen(text) == hidden


def test_messages_show_what_nobody_sees():
    assert shorten("a\u202eb\u200dc") == "a\\u202eb\\u200dc"


@pytest.mark.parametrize("name", ["a\u202eb.csv", "a\udcff.csv", "a\nb.csv", "  .csv"])
def test_a_name_that_cannot_be_shown_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_text("name\n")
    with pytest.raises(UsageError, match=r"holds \\|has a blank name"):
        read_bytes(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "cards.csv")
    assert refusal(tmp_path / "cards.csv").message == "expected a file, found a device or pipe"
