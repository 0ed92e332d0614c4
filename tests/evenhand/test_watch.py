"""The command `watch`: what a session makes of saves, and of what fails."""

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from errno import EMFILE, ENOSPC
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.commands.watch import begin as begin_command
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.flags import WatchFlags
from evenhand.live.board import Board
from evenhand.live.folder_state import FolderState
from evenhand.live.session import MOST_SAVES, Session
from evenhand.simulate.runs.workers import Workers
from tests.evenhand.watched_folder import (
    BALANCE,
    CHANGED,
    DECKS,
    GAME,
    begin,
    make_folder,
    play_all,
    put_deck,
    replace,
    save,
    shown,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path / "mine")


@pytest.fixture
def session(folder: Path) -> Session:
    """A session in which old has been played."""
    begun = begin(folder)
    play_all(begun)
    return begun


# What a save does


def test_a_save_moves_a_number(session: Session) -> None:
    assert session.make_page().edit is None
    save(session, "cards.csv", *CHANGED)
    page = session.make_page()
    assert page.changes is not None
    assert page.edit is not None
    assert page.edit.inputs[["name", "field", "before", "after"]].to_numpy().tolist() == [
        ["Breath", "strength", "1", "9"]
    ]
    assert page.changes.decks["change"].abs().max() > 0
    assert page.hero is not None
    assert f'<span id="hero">{page.hero.number}</span>' in shown(session)
    assert page.phase == "done"
    assert [str(one) for one in page.history[0].changed] == ["Breath strength 1 \u2192 9"]
    assert page.history[0].effect == page.headline


def test_only_matchups_with_the_card_are_played(session: Session) -> None:
    decks = session.file.parent / "decks"
    holders = {path.stem for path in decks.iterdir() if "Breath" in path.read_text()}
    assert 0 < len(holders) < 3
    save(session, "cards.csv", *CHANGED)
    touched = session.comparison.changed
    assert touched == {key for key in session.comparison.before.matchups if holders & set(key)}
    after = session.comparison.after
    assert after is not None
    for key, games in session.comparison.before.games.items():
        assert (after.games[key] is games) is (key not in touched)


def test_the_same_words_elsewhere_play_no_game(session: Session) -> None:
    save(session, "cards.csv", "name,", "name ,")
    assert session.comparison.changed == set()
    assert "The games are the same as before." in shown(session)


def test_a_band_is_judged_without_a_game(session: Session) -> None:
    games = session.comparison.n_games
    save(session, "balance.toml", "[0.0, 0.9]", "[0.0, 0.2]")
    assert session.comparison.n_games == games
    assert session.comparison.bands == [("expect.win_rate", "[0, 0.9]", "[0, 0.2]")]
    before, after = session.comparison.judged_before, session.comparison.judged_after
    assert [one.band.high for one in before] == [0.9] * 3 + [0.0]  # the last counts errors
    assert [one.band.high for one in after] == [0.2] * 3 + [0.0]
    assert "expect.win_<wbr>rate" in shown(session)


def test_a_bot_touches_all_matchups(session: Session) -> None:
    (session.file.parent / "bot.toml").write_text('policy = "random"\n')
    save(session, "balance.toml", "games = 60", 'games = 60\nbots = ["bot.toml"]')
    assert session.comparison.changed == set(session.comparison.before.games)


def test_what_cannot_be_compared_says_why(session: Session) -> None:
    save(session, "balance.toml", "games = 60", 'games = 60\nbots = ["random", "heuristic"]')
    assert "Old and new cannot be compared: the number of bots is another one" in shown(session)
    session.keep(session.number)
    play_all(session)
    assert len(session.comparison.before.plan.bots) == 2
    assert session.comparison.n_games == session.comparison.n_games_all


def test_at_the_end_the_numbers_are_those_of_a_run(folder: Path) -> None:
    replace(folder / "balance.toml", "games = 60", "games = 64")  # 11, 11 and 10 pairs
    session = begin(folder)
    play_all(session)
    out = folder / "runs" / "mine-1"
    assert main(["run", str(folder), "--no-report", "--quiet", "--out", str(out)]) == 0
    rates = win_rates(load_run(out)).set_index("deck")["win_rate"].to_dict()
    judged = session.comparison.judged_before
    seen = [one.estimate for one in judged if one.measure.topic is Topic.WIN_RATE]
    assert seen == pytest.approx([rates[deck] for deck in DECKS])
    save(session, "cards.csv", *CHANGED)
    changes = session.comparison.changes
    assert changes is not None
    before = changes.decks.set_index("deck")["before"].to_dict()
    assert before == pytest.approx({deck: rates[deck] for deck in before})
    assert session.comparison.n_games == session.comparison.n_games_all


def test_it_ends_with_the_command_to_type_next(session: Session) -> None:
    place = os.path.relpath(session.file.parent)
    save(session, "cards.csv", *CHANGED)
    assert session.make_page().next_command == f"evenhand check {place}"
    save(session, "balance.toml", "[0.0, 0.9]", "[0.0, 0.1]")
    command = session.make_page().next_command
    assert command == f"evenhand price Breath strength --game {place}"
    assert "Next: <code>" in shown(session)


def test_a_new_deck_is_played_beside_those_of_before(session: Session) -> None:
    put_deck("moth", session.file.parent / "decks" / "moth.txt")
    session.handle_save()
    play_all(session)
    assert {key for key in session.comparison.changed if "moth" in key}
    assert not {key for key in session.comparison.changed if "moth" not in key}
    assert "Moth is new; the games of all other decks are the same as before." in str(
        session.make_page().headline
    )


def test_a_newer_save_ends_the_comparison_before_it(session: Session) -> None:
    replace(session.file.parent / "cards.csv", *CHANGED)
    session.handle_save()
    session.send("saved")
    session.play_to_next_look()
    assert session.comparison.looks.n_done == 0  # nothing more is played of it
    session.handle(session.inbox.get())
    save(session, "cards.csv", "Breath,Gust,9", "Breath,Gust,3")
    assert [one.mark for one in session.history] == ["", "saved over"]
    assert session.comparison.inputs["after"].tolist() == ["3"]


def test_a_precision_is_reached_before_all_is_played(folder: Path) -> None:
    replace(folder / "balance.toml", "games = 60", "precision = 40")
    session = begin(folder)
    play_all(session)
    assert 0 < session.comparison.looks.n_done < len(session.comparison.looks.pairs)


def test_of_old_saves_only_some_are_remembered(session: Session) -> None:
    for number in range(MOST_SAVES + 5):
        (session.file.parent / "cards.csv").write_text(f"{number}\n")
        session.handle_save()
    assert len(session.history) <= MOST_SAVES


def test_as_much_is_expected_as_check_expects(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = session.file.parent
    main(["check", str(folder), "--json", "--jobs", "1", "--out", str(tmp_path / "run")])
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert len(cells) == len(session.comparison.judged_before) == len(DECKS) + 1
    save(session, "cards.csv", *CHANGED)
    assert len(session.comparison.judged_after) == len(cells)


def test_where_nothing_is_expected_nothing_is_counted(folder: Path) -> None:
    (folder / "balance.toml").write_text(BALANCE)
    session = begin(folder)
    play_all(session)
    assert session.comparison.judged_before == []


# Problems


def fail(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("a mistake of ours")


@pytest.mark.parametrize(
    "part", ["read_state", "Comparison", "make_page", "Session.remember_contents"]
)
def test_a_failure_is_told_and_tried_again_at_the_next_save(
    session: Session, part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace(session.file.parent / "cards.csv", *CHANGED)
    with monkeypatch.context() as broken:
        broken.setattr(f"evenhand.live.session.{part}", fail)
        session.send("saved")
        assert session.take_step()
    told = "internal error: ZeroDivisionError: a mistake of ours"
    assert capsys.readouterr().err.count(told) == 1
    assert not session.is_playing  # nor is it tried without an end
    session.send("saved")
    assert session.take_step()
    play_all(session)
    assert session.make_page().problems == ()
    assert [str(one) for one in session.history[0].changed] == ["Breath strength 1 \u2192 9"]


def test_games_that_fail_are_played_again_at_the_next_save(
    session: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace(session.file.parent / "cards.csv", *CHANGED)
    session.handle_save()
    with monkeypatch.context() as broken:
        broken.setattr("evenhand.live.state_games.play", fail)
        assert session.take_step()
    assert not session.is_playing
    assert session.history[0].mark == "failed"
    assert "the session goes on" in shown(session)
    assert "internal error" in capsys.readouterr().err
    session.handle_save()
    play_all(session)
    assert session.make_page().phase == "done"


def test_files_are_watched_again_after_that_failed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_once(*_: object) -> Iterator[Exception]:
        monkeypatch.undo()
        raise OSError(EMFILE, os.strerror(EMFILE))
        yield

    monkeypatch.setattr("evenhand.live.session.PAUSE", 0.0)
    monkeypatch.setattr("evenhand.live.session.watch_files", fail_once)
    watching = Thread(target=session.watch_files)
    watching.start()
    found = [session.inbox.get(timeout=20).state for _ in range(2)]
    session.stop()
    watching.join(20)
    assert isinstance(found[0], OSError)
    assert isinstance(found[1], FolderState)


def test_rules_that_cannot_be_compiled_end_the_session(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = InputError([Problem("rules.py", 3, None, "no such thing can be compiled")])
    monkeypatch.setattr("evenhand.live.session.warm_up", Mock(side_effect=wrong))
    ended: list[str] = []
    session.run(lambda: ended.append("given up"))
    assert session.failure is wrong
    assert ended == ["given up"]


def test_a_terminal_that_takes_nothing_ends_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Mock(side_effect=OSError(ENOSPC, os.strerror(ENOSPC)))
    monkeypatch.setattr("evenhand.live.session.note", full)
    save(session, "cards.csv", *CHANGED)
    assert full.called
    assert session.make_page().phase == "done"


def test_a_problem_is_shown_at_its_cell_until_it_is_mended(session: Session) -> None:
    for deck in DECKS[1:]:
        (session.file.parent / "decks" / f"{deck}.txt").unlink()
    save(session, "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    assert len(session.comparison.new.job.plan.entrants) == 3  # one deck is not played alone
    problem, hanging = session.make_page().problems
    assert (problem.file, problem.line, problem.column) == ("cards.csv", 2, "strength")
    assert hanging.hangs_on == "Breath"
    assert problem.message in shown(session).replace("&#39;", "'")
    assert session.make_page().phase == "problem"
    assert session.history[0].mark == "not readable"
    save(session, "cards.csv", "Breath,Gust,x", "Breath,Gust,1")
    assert session.make_page().problems == ()
    assert 'id="problems"' not in shown(session)


def test_a_folder_that_is_gone_is_waited_for(session: Session) -> None:
    folder = session.file.parent
    folder.rename(folder.with_name("away"))
    session.handle_save()
    (problem,) = session.make_page().problems
    assert problem.message.endswith("waiting for it")
    folder.with_name("away").rename(folder)
    session.handle_save()
    assert session.make_page().problems == ()


def test_names_of_others_are_not_markup(session: Session) -> None:
    replace(session.file.parent / "cards.csv", "Breath,", '"<img src=x>",')
    for path in (session.file.parent / "decks").iterdir():
        path.write_text(path.read_text().replace("Breath", "<img src=x>"))
    session.handle_save()
    play_all(session)
    assert "&lt;img src=x&gt;" in shown(session)
    assert "<img" not in shown(session)


def test_events_are_whole_pages_one_after_the_other(session: Session) -> None:
    async def listen() -> list[str]:
        stream = session.board.stream()
        found = [await anext(stream)]
        session.history.appendleft(session.history[0])
        await asyncio.to_thread(session.show)
        found.append(await anext(stream))
        session.board.end("Goodbye")
        return [*found, *[event async for event in stream]]

    save(session, "cards.csv", *CHANGED)
    first, second, last = asyncio.run(listen())
    assert first.startswith("event: state\ndata: {")
    assert json.loads(first.split("data: ")[1])["main"] != shown(session)
    assert json.loads(second.split("data: ")[1])["main"] == shown(session)
    assert last == 'event: end\ndata: "Goodbye"\n\n'
    assert session.board.waiting == {}


# Keep


def test_what_is_kept_is_what_follows_is_compared_with(session: Session) -> None:
    save(session, "cards.csv", *CHANGED)
    session.keep(session.number)
    assert session.make_page().edit is None
    save(session, "cards.csv", "Breath,Gust,9", "Breath,Gust,7")
    assert session.comparison.inputs[["before", "after"]].to_numpy().tolist() == [["9", "7"]]
    assert [one.mark for one in session.history] == ["", "kept"]


@pytest.mark.parametrize("what", ["keep", "undo"])
def test_a_click_on_what_is_no_longer_shown_does_nothing(session: Session, what: str) -> None:
    save(session, "cards.csv", *CHANGED)
    old = session.number
    save(session, "cards.csv", "Breath,Gust,9", "Breath,Gust,7")
    with pytest.raises(UsageError, match="saved again meanwhile"):
        getattr(session, what)(old)
    assert "Breath,Gust,7" in (session.file.parent / "cards.csv").read_text()


def test_a_session_begins_with_files_that_can_be_read(folder: Path) -> None:
    replace(folder / "cards.csv", "name,", "noun,")
    with pytest.raises(InputError, match=r"cards\.csv:1: column 'name'"):
        begin(folder)


def test_what_can_be_read_is_played_while_the_rest_cannot(folder: Path) -> None:
    replace(folder / "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    session = begin(folder)
    play_all(session)
    page = session.make_page()
    assert [deck.name for deck in session.old.job.plan.entrants] == ["lamp", "squall"]
    assert str(page.headline).startswith("Left out: gale (Breath cannot be read); 2 of 3 decks")
    assert page.before and page.phase == "done"
    assert "strength" in shown(session) and 'id="problems"' in shown(session)
    save(session, "cards.csv", "Breath,Gust,x", "Breath,Gust,1")
    assert "Left out" not in shown(session) and 'id="problems"' not in shown(session)
    assert session.make_page().new_decks == ["gale"]


def test_what_is_played_in_part_is_not_kept(session: Session) -> None:
    save(session, "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    assert session.make_page().gone_decks == ["gale"]
    with pytest.raises(UsageError, match="mend them first"):
        session.keep(session.number)


# The command


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((GAME,), f"'{GAME}' is a game: which folder should be watched? (evenhand init makes one)"),
        (("mine", "--port", "70000"), "--port: expected 0 to 65535, found 70000"),
        (("mine", "--jobs", "0"), "--jobs: expected 1 or more, found 0"),
        (("none",), "there is no game 'none'"),
    ],
)
def test_what_cannot_be_watched(
    folder: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(folder.parent)
    assert main(["watch", *arguments, "--no-open"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="has no links")
def test_what_a_linked_balance_file_names_is_where_the_link_is(folder: Path) -> None:
    balance = folder.parent / "balance.toml"
    (folder / "balance.toml").rename(balance)
    (folder / "balance.toml").symlink_to(balance)
    session = begin_command(WatchFlags(place=str(folder), jobs=1))
    assert folder / "cards.csv" in session.last_read


# Which edit did it


TWO = ("Breath,Gust,1\nDraught,Gust,2", "Breath,Gust,9\nDraught,Gust,3")


def test_several_edits_are_told_apart(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    save(session, "cards.csv", *TWO)
    comparison = session.comparison
    assert comparison.by_edit is not None
    assert comparison.changes is not None
    assert comparison.edited_cards == ["Breath", "Draught"]
    for deck in comparison.changes.decks.itertuples():
        parts = comparison.by_edit[comparison.by_edit["deck"] == deck.deck]
        assert list(parts["card"]) == ["Breath", "Draught", ""]
        assert parts["change"].sum() == pytest.approx(deck.change, abs=1e-9)
    page = shown(session)
    first, second = (page.index(f"</a> (strength {cells}) alone ") for cells in
                     ("1 \u2192 9", "2 \u2192 3"))  # fmt: skip
    assert page.index("What was changed") < first < second
    assert "Breath (strength 1 \u2192 9) alone " in capsys.readouterr().err


def test_one_edit_is_not_played_again(session: Session) -> None:
    save(session, "cards.csv", *CHANGED)
    assert session.comparison.by_edit is None
    assert "alone" not in shown(session)


def test_a_save_stops_the_telling_apart(folder: Path) -> None:
    session = Session(folder / "balance.toml", Workers(jobs=2), Board())
    play_all(session)
    replace(folder / "cards.csv", *TWO)
    session.handle_save()
    while session.comparison.is_unfinished:
        session.play_to_next_look()
    session.inbox.put(Mock())  # a message that waits
    session.play_to_next_look()
    assert session.comparison.by_edit is None
    assert session.is_playing
    session.inbox.get()
    play_all(session)
    assert session.comparison.by_edit is not None


def test_what_was_edited_before_the_start_is_noted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert main(["run", "--games", "60", "--bots", "heuristic", "--quiet"]) == 0
    assert "Edited before" not in shown(begin(folder))
    replace(folder / "cards.csv", *CHANGED)
    said = "Edited before, since last_light-1: Breath. evenhand compare says what that did."
    assert said in shown(begin(folder))
