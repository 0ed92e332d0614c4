"""Places that are written to, and what is ours in a folder: nothing else is ever touched."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs import claim as claims
from evenhand.simulate.runs.atomic_files import (
    atomic_file,
    write_atomic,
    write_in_folder,
    write_new,
)
from evenhand.simulate.runs.claim import (
    UNFINISHED,
    Work,
    claim,
    has_unfinished,
    suggest_resume_command,
)
from evenhand.simulate.runs.places import confine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")

MINE = Work({"what": "mine"}, "all of it", lambda folder: (folder / "done").exists())


def contents(folder: Path) -> dict[str, bytes | str]:
    """All that is in a folder, links by what they say."""
    return {
        str(path.relative_to(folder)): os.readlink(path) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """A folder beside the project, with files in it."""
    folder = tmp_path / "precious"
    (folder / "below").mkdir(parents=True)
    for name in ("a.txt", "below/b.txt", "note.json", "lock"):
        (folder / name).write_text("precious")
    return folder


@pytest.mark.parametrize("place", ["..", "../x", "a/../../x", "/x", "/"])
def test_a_place_outside_of_the_folder_is_refused(tmp_path: Path, place: str) -> None:
    with pytest.raises(UsageError, match="it is outside of"):
        confine(tmp_path / "p", place)


@pytest.mark.parametrize("place", ["", ".", "a", "a/b", "a/../b", "./a//b"])
def test_a_place_inside_of_it_is_given(tmp_path: Path, place: str) -> None:
    assert confine(tmp_path, place) == Path(os.path.normpath(tmp_path / place))
    assert confine(tmp_path, tmp_path / place) == Path(os.path.normpath(tmp_path / place))


@pytest.mark.parametrize("to", ["../precious", "nothing", "link", "inside"])
@pytest.mark.parametrize("place", ["link", "link/below", "link/../link"])
def test_no_link_is_followed(tmp_path: Path, precious: Path, to: str, place: str) -> None:
    (tmp_path / "p/inside").mkdir(parents=True)
    (tmp_path / "p/link").symlink_to(to)
    for write in (lambda: write_new(tmp_path / "p", f"{place}/x", b""),
                  lambda: write_in_folder(tmp_path / "p", f"{place}/x", b""),
                  lambda: confine(tmp_path / "p", place)):  # fmt: skip
        with pytest.raises(UsageError, match="it is a link"):
            write()
    assert set(contents(precious).values()) == {b"precious"}


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "named").symlink_to("there")
    write_in_folder(tmp_path / "named", "a/b", "x")
    assert contents(tmp_path / "there") == {"a/b": b"x"}


def test_two_writers_of_one_file_do_not_meet(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "x") as one, atomic_file(tmp_path / "x") as other:
        one.write_text("one")
        other.write_text("other")
    assert contents(tmp_path) == {"x": b"one"}


def test_a_new_file_is_written_over_none(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("mine")
    with pytest.raises(FileExistsError):
        write_new(tmp_path, "x", b"other")
    assert contents(tmp_path) == {"x": b"mine"}


def test_of_a_new_file_nothing_is_left_if_its_content_does_not_fit(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write_new(tmp_path, "x", b"other")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert contents(tmp_path) == {}


def test_work_is_resumed_if_part_of_it_is_unfinished_in_a_folder_below(tmp_path: Path) -> None:
    with pytest.raises(InterruptedError), claim([tmp_path / "both"], MINE) as held:
        write_in_folder(held.folder, f"before/{UNFINISHED}/note.json", "{}")
        raise InterruptedError
    with claim([tmp_path / "both"], MINE) as held:
        assert held.is_resumed


@pytest.mark.parametrize("name", [UNFINISHED, f"{UNFINISHED}/note.json", f"{UNFINISHED}/lock"])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_folder_with_links_of_our_names_is_not_entered(
    tmp_path: Path, precious: Path, name: str, is_named: bool
) -> None:
    link = tmp_path / "run" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(precious if name == UNFINISHED else precious / link.name)
    before = contents(tmp_path)
    with (
        pytest.raises(UsageError, match="is nothing that evenhand wrote"),
        claim([tmp_path / "run"], MINE, is_named),
    ):
        pass
    assert contents(tmp_path) == before


def fail(folder: Path) -> None:
    raise InterruptedError


def succeed(folder: Path) -> None:
    (folder / "done").touch()


@pytest.mark.parametrize("end", [succeed, fail])
def test_only_what_the_work_made_goes_when_it_ends(
    tmp_path: Path, end: Callable[[Path], None]
) -> None:
    others = {f"{UNFINISHED}/mine.txt": b"mine", f"{UNFINISHED}/gone/x": b"mine"}
    for name, content in others.items():
        write_new(tmp_path, f"run/{name}", content)
    try:
        with claim([tmp_path / "run"], MINE) as held:
            held.add_temporary("cards.scores").write_text("ours")
            write_in_folder(held.add_temporary("round-1"), "run/part", "ours")
            end(held.folder)
    except InterruptedError:
        assert (tmp_path / "run" / UNFINISHED / "cards.scores").is_file()
        with claim([tmp_path / "run"], MINE) as held:  # goes on, and ends
            assert held.is_resumed and held.add_temporary("cards.scores").read_text() == "ours"
            succeed(held.folder)
    assert contents(tmp_path / "run") == {**others, "done": b""}


def test_what_is_in_the_way_is_said(tmp_path: Path) -> None:
    write_new(tmp_path, f"{UNFINISHED}/scores", b"mine")
    with (
        pytest.raises(UsageError, match="is in the way: this command did not make it"),
        claim([tmp_path], MINE) as held,
    ):
        held.add_temporary("scores")
    assert contents(tmp_path) == {f"{UNFINISHED}/scores": b"mine"}


def test_a_note_that_is_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    write_new(tmp_path, f"{UNFINISHED}/note.json", b"buy milk")
    with (
        pytest.raises(UsageError, match=r"note\.json is nothing that evenhand wrote"),
        claim([tmp_path], MINE),
    ):
        pass
    assert contents(tmp_path) == {f"{UNFINISHED}/note.json": b"buy milk"}


def test_what_killed_writers_left_is_removed(tmp_path: Path) -> None:
    left, mine = ".evenhand-0123456789abcdef.tmp", ".evenhand-notes.tmp"
    for name in (left, mine, ".x.tmp"):
        write_atomic(tmp_path / name, "x")
    (tmp_path / "done").touch()
    with claim([tmp_path], MINE):
        pass
    assert set(contents(tmp_path)) == {mine, ".x.tmp", "done"}


def test_a_run_that_never_began_leaves_what_was_there(tmp_path: Path) -> None:
    with pytest.raises(InterruptedError), claim([tmp_path / "a/run"], MINE) as held:
        held.make_run_folder("games")
        write_in_folder(held.folder, "inputs/cards.csv", "")
        raise InterruptedError
    assert contents(tmp_path) == {"a/run/inputs/cards.csv": b""}


def leave_note(folder: Path, **said: object) -> None:
    """Leave a note of work that was begun, which says something else than we would."""
    with pytest.raises(InterruptedError), claim([folder], MINE) as held:
        held.add_temporary("cards.scores").touch()
        raise InterruptedError
    note = folder / UNFINISHED / "note.json"
    note.write_text(json.dumps({**json.loads(note.read_text()), **said}))


@pytest.mark.parametrize(
    "made",
    ["decks", "games", f"{UNFINISHED}/..", f"{UNFINISHED}/../decks", "/x", "", 3, f"{UNFINISHED}/",
     "unfinished/mine.txt"],
)  # fmt: skip
def test_a_note_makes_nothing_ours_that_no_work_makes(tmp_path: Path, made: object) -> None:
    leave_note(tmp_path, made=[made])
    before = contents(tmp_path)
    with pytest.raises(UsageError, match="is nothing that evenhand wrote"), claim([tmp_path], MINE):
        pass
    assert contents(tmp_path) == before


@pytest.mark.parametrize("games", [-1, 10**12, 1.5, "many"])
def test_a_note_asks_for_no_games_that_nobody_can_play(tmp_path: Path, games: object) -> None:
    leave_note(tmp_path, games=games)
    with pytest.raises(UsageError, match="is nothing that evenhand wrote"), claim([tmp_path], MINE):
        pass


def test_a_note_in_a_folder_of_somebody_elses_is_none(tmp_path: Path) -> None:
    leave_note(tmp_path, made=[f"{UNFINISHED}/mine.txt"], is_addition=True)
    (tmp_path / UNFINISHED).rename(tmp_path / "unfinished")
    write_new(tmp_path, "unfinished/mine.txt", b"mine")
    (tmp_path / "done").touch()
    before = contents(tmp_path)
    with claim([tmp_path], MINE):
        pass
    assert contents(tmp_path) == before


def test_a_note_makes_no_folder_of_a_run_ours(tmp_path: Path) -> None:
    leave_note(tmp_path, made=[])
    (tmp_path / UNFINISHED / "cards.scores").unlink()
    for name in ("games", "inputs"):
        write_new(tmp_path, f"{name}/mine.txt", b"mine")
    before = contents(tmp_path)
    with pytest.raises(InterruptedError), claim([tmp_path], MINE) as held:
        held.make_run_folder("games")
        held.make_run_folder("inputs")
        raise InterruptedError
    assert contents(tmp_path).keys() == before.keys()


def test_a_note_is_read_up_to_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_note(tmp_path)
    assert has_unfinished(tmp_path, MINE)
    size = (tmp_path / UNFINISHED / "note.json").stat().st_size
    monkeypatch.setattr(claims, "LARGEST_NOTE", size - 1)
    assert not has_unfinished(tmp_path, MINE)
    with pytest.raises(UsageError, match="is nothing that evenhand wrote"), claim([tmp_path], MINE):
        pass


@pytest.mark.parametrize("is_addition", [False, True])
def test_a_run_whose_games_are_a_link_is_left_as_it_was(
    tmp_path: Path, precious: Path, is_addition: bool
) -> None:
    write_new(tmp_path, "run/done", b"")
    (tmp_path / "run/games").symlink_to(precious)
    before = contents(tmp_path)
    work = replace(MINE, is_addition=is_addition)
    with (
        pytest.raises(UsageError, match="games: it is a link"),
        claim([tmp_path / "run"], work) as held,
    ):
        held.make_run_folder("games")
    assert contents(tmp_path) == before
    assert not (tmp_path / "run" / UNFINISHED).exists()


def test_a_note_gives_no_command_of_another_program(tmp_path: Path) -> None:
    leave_note(tmp_path, command=["curl", "evil"])
    assert suggest_resume_command(tmp_path) == ""
    leave_note(tmp_path, command=["evenhand", "run"])
    assert suggest_resume_command(tmp_path).startswith("to end it: evenhand run")
