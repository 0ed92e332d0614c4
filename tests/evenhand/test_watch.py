"""The command `watch`: what a session makes of saves and clicks, and whom its server answers."""

import asyncio
import json
import os
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from evenhand.__main__ import main
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.text_file import LARGEST_FILE
from evenhand.live.board import Board
from evenhand.live.server import Doors, list_origins, make_app, open_port
from evenhand.live.session import MOST_SAVES, Session
from evenhand.live.view import find_run
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.workers import ONE_WORKER

GAME = "last_light"
SCHEMA = load_game(GAME).schema
BALANCE = f'game = "{GAME}"\ncards = "cards.csv"\ndecks = ["decks"]\ngames = 60\n'
BANDS = "[expect]\nwin_rate = [0.0, 0.9]\n"
DECKS = ("gale", "lamp", "squall")
CHANGED = ("Breath,Gust,1", "Breath,Gust,9")  # a card of the first of them


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A designer's folder with three decks."""
    made = tmp_path / "mine"
    (made / "decks").mkdir(parents=True)
    made.joinpath("cards.csv").write_bytes(SCHEMA.sample_path("cards.csv").read_bytes())
    for name in DECKS:
        shutil.copyfile(SCHEMA.samples("decks", ".txt")[name], made / "decks" / f"{name}.txt")
    made.joinpath("balance.toml").write_text(BALANCE + BANDS)
    return made


@pytest.fixture
def session(folder: Path) -> Session:
    """A session in which old has been played."""
    begun = Session(folder / "balance.toml", ONE_WORKER, Board())
    play_all(begun)
    return begun


def play_all(session: Session) -> None:
    while session.is_playing:
        session.look()


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def save(session: Session, name: str, old: str, new: str) -> None:
    """Save a file, and play to the end what comes of it."""
    replace(session.file.parent / name, old, new)
    session.take_save()
    play_all(session)


def shown(session: Session) -> str:
    """The main part of the page, as browsers get it."""
    return json.loads(session.board.news)["main"]


# What a save does


def test_a_save_moves_a_number(session: Session) -> None:
    assert session.page().edit is None
    save(session, "cards.csv", *CHANGED)
    page = session.page()
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
    touched = session.comparing.touched
    assert touched == {key for key in session.comparing.before.matchups if holders & set(key)}
    after = session.comparing.after
    assert after is not None
    for key, games in session.comparing.before.games.items():
        assert (after.games[key] is games) is (key not in touched)


def test_the_same_words_elsewhere_play_no_game(session: Session) -> None:
    save(session, "cards.csv", "name,", "name ,")
    assert session.comparing.touched == set()
    assert "The games are the same as before." in shown(session)


def test_a_band_is_judged_without_a_game(session: Session) -> None:
    games = session.comparing.n_games
    save(session, "balance.toml", "[0.0, 0.9]", "[0.0, 0.2]")
    assert session.comparing.n_games == games
    assert session.comparing.bands == [("expect.win_rate", "[0, 0.9]", "[0, 0.2]")]
    before, after = session.comparing.judged_before, session.comparing.judged_after
    assert [one.band.high for one in before] == [0.9] * 3 + [0.0]  # the last counts errors
    assert [one.band.high for one in after] == [0.2] * 3 + [0.0]
    assert "expect.win_<wbr>rate" in shown(session)


def test_a_bot_touches_all_matchups(session: Session) -> None:
    (session.file.parent / "bot.toml").write_text('policy = "random"\n')
    save(session, "balance.toml", "games = 60", 'games = 60\nbots = ["bot.toml"]')
    assert session.comparing.touched == set(session.comparing.before.games)


def test_what_cannot_be_compared_says_why(session: Session) -> None:
    save(session, "balance.toml", "games = 60", 'games = 60\nbots = ["random", "heuristic"]')
    assert "Old and new cannot be compared: the number of bots is another one" in shown(session)
    session.keep(session.number)
    play_all(session)
    assert len(session.comparing.before.plan.bots) == 2
    assert session.comparing.n_games == session.comparing.n_games_all


def test_a_new_deck_is_played_beside_those_of_before(session: Session) -> None:
    extra = SCHEMA.samples("decks", ".txt")["moth"]
    shutil.copyfile(extra, session.file.parent / "decks" / extra.name)
    session.take_save()
    play_all(session)
    assert {key for key in session.comparing.touched if extra.stem in key}
    assert not {key for key in session.comparing.touched if extra.stem not in key}
    assert "Moth is new; the games of all other decks are the same as before." in str(
        session.page().headline
    )


def test_a_newer_save_ends_the_comparison_before_it(session: Session) -> None:
    replace(session.file.parent / "cards.csv", *CHANGED)
    session.take_save()
    session.send("saved")
    session.look()
    assert session.comparing.looks.n_done == 0  # nothing more is played of it
    session.answer(session.inbox.get())
    save(session, "cards.csv", "Breath,Gust,9", "Breath,Gust,3")
    assert [one.mark for one in session.history] == ["", "saved over"]
    assert session.comparing.inputs["after"].tolist() == ["3"]


def test_a_precision_is_reached_before_all_is_played(folder: Path) -> None:
    replace(folder / "balance.toml", "games = 60", "precision = 40")
    session = Session(folder / "balance.toml", ONE_WORKER, Board())
    play_all(session)
    assert 0 < session.comparing.looks.n_done < len(session.comparing.looks.pairs)


def test_of_old_saves_only_some_are_remembered(session: Session) -> None:
    for number in range(MOST_SAVES + 5):
        (session.file.parent / "cards.csv").write_text(f"{number}\n")
        session.take_save()
    assert len(session.history) <= MOST_SAVES


def test_as_much_is_expected_as_check_expects(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = session.file.parent
    main(["check", str(folder), "--json", "--jobs", "1", "--out", str(tmp_path / "run")])
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert len(cells) == len(session.comparing.judged_before) == len(DECKS) + 1
    save(session, "cards.csv", *CHANGED)
    assert len(session.comparing.judged_after) == len(cells)


def test_where_nothing_is_expected_nothing_is_counted(folder: Path) -> None:
    (folder / "balance.toml").write_text(BALANCE)
    session = Session(folder / "balance.toml", ONE_WORKER, Board())
    play_all(session)
    assert session.comparing.judged_before == []


# Problems


def test_a_failure_in_reading_ends_the_session(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("evenhand.live.session.read_state", fail)
    session.watch_files()
    with pytest.raises(ZeroDivisionError):
        session.answer(session.inbox.get())


def test_a_problem_is_shown_at_its_cell_until_it_is_mended(session: Session) -> None:
    save(session, "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    (problem,) = session.page().problems
    assert (problem.file, problem.line, problem.column) == ("cards.csv", 2, "strength")
    assert problem.message in shown(session).replace("&#39;", "'")
    assert session.page().phase == "problem"
    assert session.history[0].mark == "not readable"
    save(session, "cards.csv", "Breath,Gust,x", "Breath,Gust,1")
    assert session.page().problems == ()
    assert 'id="problems"' not in shown(session)


def test_a_folder_that_is_gone_is_waited_for(session: Session) -> None:
    folder = session.file.parent
    folder.rename(folder.with_name("away"))
    session.take_save()
    (problem,) = session.page().problems
    assert problem.message.endswith("waiting for it")
    folder.with_name("away").rename(folder)
    session.take_save()
    assert session.page().problems == ()


def test_names_of_others_are_not_markup(session: Session) -> None:
    replace(session.file.parent / "cards.csv", "Breath,", '"<img src=x>",')
    for path in (session.file.parent / "decks").iterdir():
        path.write_text(path.read_text().replace("Breath", "<img src=x>"))
    session.take_save()
    play_all(session)
    assert "&lt;img src=x&gt;" in shown(session)
    assert "<img" not in shown(session)


# Keep and undo


def test_undo_gives_files_their_bytes_and_keeps_the_edit(session: Session) -> None:
    cards = session.file.parent / "cards.csv"
    before = cards.read_bytes()
    save(session, "cards.csv", *CHANGED)
    edited = cards.read_bytes()
    said = session.undo(session.number)
    assert cards.read_bytes() == before
    (copy,) = (session.file.parent / "runs" / "undone").glob("*/cards.csv")
    assert copy.read_bytes() == edited
    assert str(copy.parent.relative_to(session.file.parent)) in said
    assert [one.mark for one in session.history] == ["", "undone"]
    assert session.page().edit is None


def test_undo_takes_away_a_file_that_was_not_there(session: Session) -> None:
    extra = SCHEMA.samples("decks", ".txt")["moth"]
    new = session.file.parent / "decks" / extra.name
    shutil.copyfile(extra, new)
    session.take_save()
    session.undo(session.number)
    assert not new.exists()
    assert list((session.file.parent / "runs" / "undone").glob(f"*/{extra.name}"))


def test_undo_leaves_alone_what_was_saved_again(session: Session) -> None:
    save(session, "cards.csv", *CHANGED)
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


@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes and links in folders")
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
    session.take_save()
    assert session.page().phase == "problem"
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
    session.take_save()
    assert max(map(len, session.seen.values())) == LARGEST_FILE + 1
    session.undo(session.number)
    assert cards.read_bytes() == before
    (copy,) = (session.file.parent / "runs" / "undone").glob("*/cards.csv")
    assert copy.stat().st_size == LARGEST_FILE + 10


def test_undo_of_a_file_that_is_gone_names_no_copy(session: Session) -> None:
    (session.file.parent / "cards.csv").unlink()
    session.take_save()
    assert session.undo(session.number) == "Undone: 1 file as before."
    assert not (session.file.parent / "runs").exists()


def test_a_click_that_was_given_up_does_nothing_and_harms_nothing(session: Session) -> None:
    save(session, "cards.csv", *CHANGED)
    answer = session.send("undo", session.number)
    assert answer.cancel()
    session.answer(session.inbox.get())
    assert "Breath,Gust,9" in (session.file.parent / "cards.csv").read_text()


@pytest.mark.parametrize("balance", ["game = [", None], ids=["wrong TOML", "gone"])
def test_a_balance_file_that_cannot_be_read_can_be_undone(
    session: Session, balance: str | None
) -> None:
    folder = session.file.parent
    shutil.copyfile(folder / "cards.csv", folder / "curve.csv")
    save(session, "balance.toml", 'cards = "cards.csv"', 'cards = "cards.csv"\ncurve = "curve.csv"')
    session.keep(session.number)
    before = session.file.read_bytes()
    session.file.unlink()
    if balance is not None:
        session.file.write_text(balance)
    session.take_save()
    assert session.page().edit.files == ["balance.toml"]
    session.undo(session.number)
    assert session.file.read_bytes() == before
    assert session.page().problems == ()


def test_undo_makes_no_folder_anew_that_was_moved(session: Session) -> None:
    folder = session.file.parent
    folder.rename(folder.with_name("away"))
    session.take_save()
    with pytest.raises(UsageError, match="is gone"):
        session.undo(session.number)
    assert not folder.exists()


def test_what_cannot_be_read_can_be_undone(session: Session) -> None:
    cards = session.file.parent / "cards.csv"
    before = cards.read_bytes()
    save(session, "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    with pytest.raises(UsageError, match="cannot be read"):
        session.keep(session.number)
    session.undo(session.number)
    assert cards.read_bytes() == before
    assert session.page().problems == ()


def test_what_is_kept_is_what_follows_is_compared_with(session: Session) -> None:
    save(session, "cards.csv", *CHANGED)
    session.keep(session.number)
    assert session.page().edit is None
    save(session, "cards.csv", "Breath,Gust,9", "Breath,Gust,7")
    assert session.comparing.inputs[["before", "after"]].to_numpy().tolist() == [["9", "7"]]
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
    replace(folder / "cards.csv", "Breath,Gust,1", "Breath,Gust,x")
    with pytest.raises(InputError, match=r"cards\.csv:2: column 'strength'"):
        Session(folder / "balance.toml", ONE_WORKER, Board())


# The server

HOST = "http://127.0.0.1:1234"
TOKEN = "a-token"


class Client:
    """Asks an application as a browser does, but that it believes what it is told to send."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def get(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self.ask("GET", path, **options))

    def post(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self.ask("POST", path, **options))

    async def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            return await client.request(method, path, **options)


@pytest.fixture
def client(session: Session) -> Client:
    async def act(what: str, number: int) -> str:
        if number != session.number:
            raise UsageError("another one is shown")
        return f"{what} {number}"

    session.show()
    doors = Doors(session.board, act, TOKEN, 1234, lambda: find_run(session.file.parent))
    return Client(make_app(doors))


def test_the_page_is_there_for_who_knows_the_token(client: Client) -> None:
    answer = client.get(f"/{TOKEN}/")
    assert answer.status_code == 200
    assert "Watching." in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in answer.headers
    for name in ("style.css", "script.js"):
        assert client.get(f"/{TOKEN}/{name}").status_code == 200


@pytest.mark.parametrize("path", ["/", "/other/", "/other/events", f"/{TOKEN}x/", f"/{TOKEN}/no"])
def test_nothing_is_there_for_others(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "192.168.0.1:1234", ""])
def test_a_name_that_leads_here_is_refused(client: Client, host: str) -> None:
    assert client.get(f"/{TOKEN}/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://example.org"},
        {"Origin": "http://127.0.0.1:1235"},
        {"Origin": "https://127.0.0.1:1234"},
    ],
)
def test_no_other_page_may_keep_or_undo(client: Client, headers: dict[str, str]) -> None:
    assert client.post(f"/{TOKEN}/keep/0", headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("path", "status"),
    [("keep/0", 200), ("undo/0", 200), ("undo/7", 409), ("stop/0", 404), ("saved/0", 404)],
)
def test_the_page_itself_may(client: Client, path: str, status: int) -> None:
    assert client.post(f"/{TOKEN}/{path}", headers={"Origin": HOST}).status_code == status


def test_browsers_name_no_port_80() -> None:
    assert list_origins(80) == ["http://127.0.0.1", "http://localhost"]
    assert list_origins(1234)[0] == HOST


def test_looking_changes_nothing(client: Client) -> None:
    assert client.get(f"/{TOKEN}/keep/0").status_code == 405


def test_pages_of_the_newest_run_are_there_in_a_sandbox(client: Client, session: Session) -> None:
    run = session.file.parent / "runs" / "one"
    run.mkdir(parents=True)
    (run / "report.html").write_text("<p>a report")
    (run / "run.toml").write_text("secret")
    answer = client.get(f"/{TOKEN}/run/report.html")
    assert answer.text == "<p>a report"
    assert answer.headers["Content-Security-Policy"].startswith("sandbox allow-scripts")
    session.show()
    assert 'href="run/report.html"' in shown(session)
    for name in ("run.toml", "none.html", "../../balance.toml", "%2e%2e/%2e%2e/cards.csv"):
        assert client.get(f"/{TOKEN}/run/{name}").status_code == 404


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


def test_a_port_in_use_is_said_with_one_that_is_free() -> None:
    with open_port(0) as opened:
        host, port = opened.getsockname()
        assert host == "127.0.0.1"
        with pytest.raises(
            UsageError, match=rf"--port {port} is in use \(--port \d+ is free\)"
        ) as e:
            open_port(port)
        free = int(e.value.hint.split()[1])
        with socket.socket() as other:
            other.bind((host, free))


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
