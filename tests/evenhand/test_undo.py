"""Undo: what was saved during a session goes back, byte for byte, and nothing else is touched."""

import os
import shutil
import sys
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from evenhand.decks.problems import UsageError
from evenhand.decks.text_file import LARGEST_FILE
from evenhand.live.session import Session
from evenhand.simulate.runs.atomic_files import write_atomic
from tests.evenhand.watched_folder import CHANGED, begin, make_folder, put_deck, replace

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="has no pipes and links")
LONG_AGO = 1_000_000_000  # seconds


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A designer's folder, with decks and cards of others beside it."""
    (tmp_path / "shared").mkdir()
    put_deck("moth", tmp_path / "shared" / "moth.txt")
    made = make_folder(tmp_path / "mine")
    for name in ("other_cards.csv", "mine/old_cards.csv"):
        shutil.copyfile(made / "cards.csv", tmp_path / name)
    (made / "bots").mkdir()
    (made / "spare.toml").write_text('policy = "random"\n')
    (tmp_path / "mine/decks/notes").mkdir()
    put_deck("harbour", made / "decks" / "notes" / "harbour.txt")
    for path in tmp_path.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return made


@pytest.fixture
def session(folder: Path) -> Session:
    """A session in which nothing was played yet."""
    return begin(folder)


def save_unplayed(session: Session, name: str, old: str, new: str) -> None:
    replace(session.file.parent / name, old, new)
    session.handle_save()


def read_all(folder: Path) -> dict[str, object]:
    """Read all that stands in a folder and beside it, but for what an undo keeps."""
    found = {}
    for path in sorted(folder.parent.rglob("*")):
        name = path.relative_to(folder.parent).as_posix()
        if not name.startswith("mine/runs"):
            found[name] = os.readlink(path) if path.is_symlink() else read_place(path)
    return found


def read_place(path: Path) -> object:
    return path.read_bytes() if path.is_file() else "a folder"


# What is saved


def test_undo_gives_files_their_bytes_and_keeps_the_edit(session: Session) -> None:
    cards = session.file.parent / "cards.csv"
    before = cards.read_bytes()
    save_unplayed(session, "cards.csv", *CHANGED)
    edited = cards.read_bytes()
    said = session.undo(session.number)
    assert cards.read_bytes() == before
    (copy,) = (session.file.parent / "runs" / "undone").glob("*/cards.csv")
    assert copy.read_bytes() == edited
    assert str(copy.parent.relative_to(session.file.parent)) in said
    assert [one.mark for one in session.history] == ["", "undone"]
    assert session.make_page().edit is None


def test_undo_takes_away_a_file_that_was_not_there(session: Session) -> None:
    new = session.file.parent / "decks" / "moth.txt"
    put_deck("moth", new)
    session.handle_save()
    session.undo(session.number)
    assert not new.exists()
    assert list((session.file.parent / "runs" / "undone").glob("*/moth.txt"))


def test_undo_leaves_alone_what_was_saved_again(session: Session) -> None:
    save_unplayed(session, "cards.csv", *CHANGED)
    cards = session.file.parent / "cards.csv"
    replace(cards, "Breath,Gust,9", "Breath,Gust,4")  # not yet seen
    with pytest.raises(UsageError, match="has been saved again meanwhile"):
        session.undo(session.number)
    assert "Breath,Gust,4" in cards.read_text()


def put_pipe(path: Path) -> None:
    os.mkfifo(path)


def put_link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def put_link_without_end(path: Path) -> None:
    path.symlink_to("/dev/zero")


@needs_links
@pytest.mark.parametrize(
    "put", [Path.mkdir, put_pipe, put_link_to_itself, put_link_without_end],
    ids=["folder", "pipe", "link to itself", "/dev/zero"],
)  # fmt: skip
def test_what_is_no_file_is_said_and_left_alone(
    session: Session, put: Callable[[Path], None]
) -> None:
    cards = session.file.parent / "cards.csv"
    before = cards.read_bytes()
    cards.unlink()
    put(cards)
    session.handle_save()
    assert session.make_page().phase == "problem"
    with pytest.raises(UsageError, match="no file that can be read, and was left alone"):
        session.undo(session.number)
    assert os.path.lexists(cards)
    assert not cards.is_file()
    cards.rmdir() if put is Path.mkdir else cards.unlink()
    session.undo(session.number)
    assert cards.read_bytes() == before


def test_a_file_that_is_too_large_is_kept_whole(session: Session) -> None:
    cards = session.file.parent / "cards.csv"
    before = cards.read_bytes()
    with cards.open("wb") as file:
        file.truncate(LARGEST_FILE + 10)
    session.handle_save()
    assert max(map(len, session.last_read.values())) == LARGEST_FILE + 1
    session.undo(session.number)
    assert cards.read_bytes() == before
    (copy,) = (session.file.parent / "runs" / "undone").glob("*/cards.csv")
    assert copy.stat().st_size == LARGEST_FILE + 10


def test_undo_of_a_file_that_is_gone_names_no_copy(session: Session) -> None:
    (session.file.parent / "cards.csv").unlink()
    session.handle_save()
    assert session.undo(session.number) == "Undone: 1 file as before."
    assert not (session.file.parent / "runs").exists()


def test_a_click_that_was_given_up_does_nothing_and_harms_nothing(session: Session) -> None:
    save_unplayed(session, "cards.csv", *CHANGED)
    answer = session.send("undo", session.number)
    assert answer.cancel()
    session.handle(session.inbox.get())
    assert "Breath,Gust,9" in (session.file.parent / "cards.csv").read_text()


@pytest.mark.parametrize("balance", ["game = [", None], ids=["wrong TOML", "gone"])
def test_a_balance_file_that_cannot_be_read_can_be_undone(
    session: Session, balance: str | None
) -> None:
    folder = session.file.parent
    shutil.copyfile(folder / "cards.csv", folder / "curve.csv")
    save_unplayed(
        session, "balance.toml", 'cards = "cards.csv"', 'cards = "cards.csv"\ncurve = "curve.csv"'
    )
    session.keep(session.number)
    before = session.file.read_bytes()
    session.file.unlink()
    if balance is not None:
        session.file.write_text(balance)
    session.handle_save()
    assert session.make_page().edit.files == ["balance.toml"]
    session.undo(session.number)
    assert session.file.read_bytes() == before
    assert session.make_page().problems == ()


def test_undo_makes_no_folder_anew_that_was_moved(session: Session) -> None:
    folder = session.file.parent
    folder.rename(folder.with_name("away"))
    session.handle_save()
    with pytest.raises(UsageError, match="is gone"):
        session.undo(session.number)
    assert not folder.exists()


def test_what_cannot_be_read_can_be_undone(session: Session) -> None:
    cards = session.file.parent / "cards.csv"
    before = cards.read_bytes()
    save_unplayed(session, "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    with pytest.raises(UsageError, match="cannot be read"):
        session.keep(session.number)
    session.undo(session.number)
    assert cards.read_bytes() == before
    assert session.make_page().problems == ()


def test_what_is_made_and_saved_goes_and_what_is_gone_comes_back(session: Session) -> None:
    folder = session.file.parent
    before = read_all(folder)
    put_deck("moth", folder / "decks" / "moth.txt")
    (folder / "decks" / "gale.txt").unlink()
    (folder / "bot.toml").write_text('policy = "random"\n')
    replace(session.file, "games = 60", 'games = 60\nbots = ["bot.toml"]')
    session.handle_save()
    assert session.undo(session.number).startswith("Undone: 4 files as before.")
    assert read_all(folder) == before


def test_two_files_of_one_name_are_both_kept(folder: Path) -> None:
    (folder / "more" / "decks").mkdir(parents=True)
    other = folder / "more" / "decks" / "moth.txt"
    put_deck("moth", other)
    name = '"decks", "more/decks/moth.txt"'
    replace(folder / "balance.toml", '"decks"', name)
    session = begin(folder)
    other.write_text(f"# other\n{other.read_text()}")
    replace(folder / "cards.csv", *CHANGED)
    put_deck("harbour", folder / "decks" / "moth.txt")
    session.handle_save()
    session.undo(session.number)
    (room,) = (folder / "runs" / "undone").iterdir()
    kept = sorted(path.relative_to(room).as_posix() for path in room.rglob("*") if path.is_file())
    assert kept == ["cards.csv", "decks/moth.txt", "more/decks/moth.txt"]


# What only comes or goes


def name_more_decks(folder: Path) -> None:
    replace(folder / "balance.toml", '["decks"]', '["decks", "../shared"]')


def name_other_cards(folder: Path) -> None:
    replace(folder / "balance.toml", '"cards.csv"', '"../other_cards.csv"')


def name_own_cards(folder: Path) -> None:
    replace(folder / "balance.toml", '"cards.csv"', '"old_cards.csv"')


def name_bot(folder: Path) -> None:
    replace(folder / "balance.toml", "games = 60", 'games = 60\nbots = ["spare.toml"]')


def name_fewer_decks(folder: Path) -> None:
    replace(folder / "balance.toml", '["decks"]', '["decks/gale.txt", "decks/lamp.txt"]')


def name_decks_within(folder: Path) -> None:
    replace(folder / "balance.toml", '["decks"]', '["decks", "decks/notes"]')


def name_decks_twice(folder: Path) -> None:
    replace(folder / "balance.toml", '["decks"]', '["../mine/decks", "../shared/moth.txt"]')


def break_balance(folder: Path) -> None:
    (folder / "balance.toml").write_text("game = [")


def rename_decks(folder: Path) -> None:
    (folder / "decks").rename(folder / "lists")
    replace(folder / "balance.toml", '["decks"]', '["lists"]')


def rename_decks_and_make_others(folder: Path) -> None:
    rename_decks(folder)
    (folder / "decks").mkdir()


def rename_deck(folder: Path) -> None:
    (folder / "decks" / "gale.txt").rename(folder / "decks" / "breeze.txt")
    replace(folder / "cards.csv", *CHANGED)


def bring_old_deck(folder: Path) -> None:
    (folder.parent / "shared" / "moth.txt").rename(folder / "decks" / "moth.txt")
    replace(folder / "cards.csv", *CHANGED)


def make_folder_of_decks(folder: Path) -> None:
    (folder / "new").mkdir()
    put_deck("moth", folder / "new" / "moth.txt")
    replace(folder / "balance.toml", '["decks"]', '["decks", "new"]')


def link_deck(folder: Path) -> None:
    (folder / "decks" / "moth.txt").symlink_to(folder.parent / "shared" / "moth.txt")
    replace(folder / "cards.csv", *CHANGED)


def change_branch(folder: Path) -> None:
    (folder.parent / ".git" / "HEAD").write_text("ref: refs/heads/other\n")
    (folder / "decks" / "gale.txt").unlink()
    put_deck("moth", folder / "decks" / "moth.txt")
    replace(folder / "cards.csv", *CHANGED)


OF_BALANCE = (
    name_more_decks, name_other_cards, name_own_cards, name_bot, name_fewer_decks,
    name_decks_within, name_decks_twice, break_balance, rename_decks,
    rename_decks_and_make_others, make_folder_of_decks,
)  # fmt: skip
EDITS = [
    *((edit, "mine/balance.toml") for edit in OF_BALANCE),
    *((edit, "mine/cards.csv") for edit in (rename_deck, bring_old_deck, change_branch)),
    pytest.param(link_deck, "mine/cards.csv", marks=needs_links),
]


@pytest.mark.parametrize(("edit", "saved"), EDITS)
def test_what_only_came_or_went_is_left_alone(
    folder: Path, edit: Callable[[Path], None], saved: str
) -> None:
    (folder.parent / ".git").mkdir()
    (folder.parent / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    session = begin(folder)
    before = read_all(folder)
    edit(folder)
    expected = {**read_all(folder), saved: before[saved]}
    session.handle_save()
    edit_shown = session.make_page().edit
    assert edit_shown is not None
    assert edit_shown.files == [Path(saved).name]
    session.undo(session.number)
    assert read_all(folder) == expected


@pytest.mark.parametrize("edit", [bring_old_deck, rename_deck])
def test_an_undo_says_what_it_left_alone(session: Session, edit: Callable[[Path], None]) -> None:
    edit(session.file.parent)
    session.handle_save()
    said = session.undo(session.number)
    assert "Left alone, as nothing was saved there: decks/" in said
    page = session.make_page()
    assert page.edit is not None
    assert page.edit.files == []
    with pytest.raises(UsageError, match=r"no file was saved since the start.*Keep"):
        session.undo(session.number)


def test_cards_that_are_read_no_more_go_back_if_they_were_saved(session: Session) -> None:
    folder = session.file.parent
    before = read_all(folder)
    name_other_cards(folder)
    replace(folder / "cards.csv", *CHANGED)
    session.handle_save()
    replace(folder / "cards.csv", "Breath,Gust,9", "Breath,Gust,8")  # which nobody tells of
    with pytest.raises(UsageError, match=r"saved again meanwhile.*then undo it"):
        session.undo(session.number)
    page = session.make_page()
    assert page.edit is not None
    assert page.edit.files == ["balance.toml", "cards.csv"]
    session.undo(session.number)
    assert read_all(folder) == before


def test_what_is_kept_is_not_taken_for_made(session: Session) -> None:
    folder = session.file.parent
    put_deck("moth", folder / "decks" / "moth.txt")
    session.handle_save()
    session.keep(session.number)
    before = read_all(folder)
    name_fewer_decks(folder)
    session.handle_save()
    session.undo(session.number)
    assert read_all(folder) == before


# Links and places


@needs_links
def test_cards_behind_a_link_go_back_where_they_are(folder: Path) -> None:
    (folder / "cards.csv").unlink()
    (folder / "cards.csv").symlink_to("../other_cards.csv")
    session = begin(folder)
    before = read_all(folder)
    save_unplayed(session, "cards.csv", *CHANGED)
    session.undo(session.number)
    assert read_all(folder) == before


def link_cards(folder: Path) -> None:
    (folder / "cards.csv").unlink()
    (folder / "cards.csv").symlink_to("../other_cards.csv")


def link_decks(folder: Path) -> None:
    (folder / "decks").rename(folder / "lists")
    put_deck("moth", folder.parent / "shared" / "gale.txt")
    (folder / "decks").symlink_to("../shared")


@needs_links
@pytest.mark.parametrize("edit", [link_cards, link_decks])
def test_nothing_is_written_through_a_new_link(
    session: Session, edit: Callable[[Path], None]
) -> None:
    folder = session.file.parent
    replace(folder.parent / "other_cards.csv", *CHANGED)
    edit(folder)
    edited = read_all(folder)
    session.handle_save()
    with pytest.raises(UsageError, match="leads to another file than before, and was left alone"):
        session.undo(session.number)
    assert read_all(folder) == edited


@needs_links
@pytest.mark.parametrize("place", ["runs", "runs/undone"])
def test_no_copies_are_put_behind_a_link(session: Session, place: str) -> None:
    folder = session.file.parent
    link = folder / place
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(folder.parent / "shared")
    save_unplayed(session, "cards.csv", *CHANGED)
    edited = read_all(folder)
    with pytest.raises(UsageError, match=f"{place}: it is a link .put a folder in its place"):
        session.undo(session.number)
    assert read_all(folder) == edited


def test_an_undo_that_fails_half_way_says_so_and_can_be_repeated(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = session.file.parent
    before = read_all(folder)
    replace(session.file, "games = 60", "games = 80")
    save_unplayed(session, "cards.csv", *CHANGED)

    def write(path: Path, content: bytes) -> None:
        if path == folder / "cards.csv":
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(path))
        write_atomic(path, content)

    with monkeypatch.context() as full:
        full.setattr("evenhand.live.undo.write_atomic", write)
        session.send("undo", session.number)
        answer = session.inbox.get()
        session.handle(answer)
    said = str(answer.answer.exception())
    assert said.startswith(f"{folder / 'cards.csv'}: No space left on device")
    assert said.endswith("balance.toml had been put back before")
    session.handle_save()
    session.undo(session.number)
    assert read_all(folder) == before


@needs_links
def test_what_is_no_repository_is_not_waited_for(session: Session) -> None:
    folder = session.file.parent
    (folder / ".git").mkdir()
    put_pipe(folder / ".git" / "HEAD")
    save_unplayed(session, "cards.csv", *CHANGED)
    assert session.undo(session.number).startswith("Undone: 1 file as before.")
