"""The command `cards`, and card files as all commands take them: sheets, addresses, folders."""

import io
import json
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
import xlsxwriter

from evenhand.__main__ import main
from evenhand.decks.addresses import forget_addresses
from evenhand.decks.problems import InputError, Problem
from evenhand.decks.table_location import find_table
from evenhand.inputs import file_watch
from evenhand.inputs.file_watch import watch_files
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.stored import load_plan
from tests.local_server import Answer, Server, serve
from tests.own_games import PATH

GAME = "last_light"
SAMPLE = load_game(GAME).schema.sample_path("cards.csv")
ROWS = [line.split(",") for line in SAMPLE.read_text().splitlines()]
QUICK = ("--games", "2", "--decks", "gale,moth", "--jobs", "1", "--quiet")
BALANCE = f'game = "{GAME}"\ndecks = ["gale", "moth"]\n'
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be in an empty folder, with nothing remembered of addresses."""
    monkeypatch.chdir(tmp_path)
    forget_addresses()
    yield
    forget_addresses()


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def workbook(**sheets: Sequence[Sequence[str]]) -> bytes:
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for row, values in enumerate(rows):
            sheet.write_row(row, 0, values)
    book.close()
    return content.getvalue()


def printed(capsys: Captured, *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


# A card by its name


@pytest.mark.parametrize("words", [["Lamp"], ["lamp"], ["LAM"], ["Lamp", "Oil"], ["Lamp Oil"]])
def test_a_card_is_shown_by_its_name(words: list[str], capsys: Captured) -> None:
    Path("balance.toml").write_text(f'{BALANCE}cards = "mine.csv"\n')
    Path("mine.csv").write_text(SAMPLE.read_text() + "Lamp Oil,Oil,1\n")
    for arguments in (words, [".", *words]):
        code, out, _ = printed(capsys, "cards", *arguments)
        assert code == 0
        assert "Lamp Oil" in out
        assert out.endswith(f"1 of {len(ROWS)} cards\n")


def test_so_it_is_as_json(capsys: Captured) -> None:
    code, out, _ = printed(capsys, "cards", GAME, "breath", "--json")
    assert code == 0
    assert [card["name"] for card in json.loads(out)["cards"]] == ["Breath"]


def test_a_name_that_no_card_has_gets_the_nearest(capsys: Captured) -> None:
    code, out, err = printed(capsys, "cards", GAME, "Breeth")
    assert (code, out) == (2, "")
    assert "has no card whose name contains 'Breeth' (did you mean 'Breath'?)" in err


def test_outside_a_folder_it_is_said_how_to_name_a_card(capsys: Captured) -> None:
    code, _, err = printed(capsys, "cards", "Ember Lancer")
    assert code == 2
    assert "no game is called 'Ember Lancer'" in err
    assert "for a card: evenhand cards GAME 'Ember Lancer', the games are" in err
    assert "did you mean 'last_light'?" in printed(capsys, "cards", "last_lihgt")[2]


def test_the_old_name_of_a_flag(capsys: Captured) -> None:
    code, out, err = printed(capsys, "cards", GAME, "--file", SAMPLE)
    assert (code, err) == (0, "--file is now called --cards\n")
    assert out == f"{SAMPLE}: {len(ROWS) - 1} cards, no problems\n"
    assert printed(capsys, "cards", GAME, "--file", SAMPLE, "--cards", SAMPLE)[0] == 2
    assert "--file" not in printed(capsys, "cards", "-h")[1]


# A sheet of a spreadsheet


@pytest.fixture
def book() -> Path:
    path = Path("cards.xlsx")
    other = [ROWS[0], *([name, kind, "3"] for name, kind, _ in ROWS[1:])]
    path.write_bytes(workbook(Notes=[["to do"]], Cards=ROWS, Other=other))
    return path


def test_a_sheet_is_checked_by_its_name(book: Path, capsys: Captured) -> None:
    code, out, _ = printed(capsys, "cards", GAME, "--cards", f"{book}#Other")
    assert (code, out) == (0, f"{book}#Other: {len(ROWS) - 1} cards, no problems\n")
    assert printed(capsys, "cards", GAME, "--cards", f"{book}#Othhr")[0] == 2
    code, _, err = printed(capsys, "cards", GAME, "--cards", book)
    assert code == 3
    assert "several sheets could be meant: 'Cards', 'Other' (name the one that holds" in err


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("cards.xlsx#Crads", "cards.xlsx has no sheet 'Crads' (did you mean 'Cards'?)"),
        ("crads.xlsx#Cards", "there is no file 'crads.xlsx#Cards' (did you mean 'cards.xlsx'?)"),
        ("cards.csv#Cards", "there is no file 'cards.csv#Cards'"),
        ("mine.csv#Cards", "mine.csv is a text file, which has no sheets"),
        ("http://example.org/a", "expected an https address (https://example.org/a)"),
        ("cards.xlsx#", "expected the name of a sheet after '#'"),
    ],
)
def test_a_folder_names_a_sheet_that_there_is_not(
    book: Path, cards: str, said: str, capsys: Captured
) -> None:
    Path("mine.csv").write_bytes(SAMPLE.read_bytes())
    for key in ("cards", "curve"):
        Path("balance.toml").write_text(f'{BALANCE}{key} = "{cards}"\n')
        code, _, err = printed(capsys, "cards")
        assert code == 3
        assert err.startswith(f"error: balance.toml:3: {key}: ")
        assert said in err


def play(*arguments: object) -> Path:
    assert main(["run", *map(str, arguments), *QUICK, "--out", "out"]) == 0
    return Path("out")


def run_file(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "run.toml").read_text(encoding="utf-8"))


def test_a_run_keeps_the_file_and_the_name_of_the_sheet(book: Path) -> None:
    Path("balance.toml").write_text(f'{BALANCE}cards = "{book}#Other"\ncurve = "{book}#Cards"\n')
    run = play(".")
    cards = run_file(run)["cards"]
    assert (cards["file"], cards["curve"]["file"]) == ("cards.xlsx#Other", "cards.xlsx#Cards")
    assert [path.name for path in (run / "inputs").glob("*.*")] == ["cards.xlsx"]
    book.unlink()
    pool = load_plan(run).pool
    assert {card.cell("strength") for card in pool.cards} == {3}
    assert main(["replay", "out", "--game", "1"]) == 0


def test_two_sheets_are_compared(book: Path, capsys: Captured) -> None:
    sides = (f"{book}#Cards", f"{book}#Other")
    code, out, _ = printed(capsys, "compare", *sides, "--game", GAME, "--json",
                           *QUICK[:-1], "--out", "both")  # fmt: skip
    assert code == 0
    assert {change["name"] for change in json.loads(out)["inputs"]} >= {"Breath"}


# A sheet at an address


def test_what_is_at_an_address_is_kept_with_the_run(server: Server) -> None:
    server.answers["/pub?output=csv"] = Answer(SAMPLE.read_bytes())
    address = f"{server.address}/pub?output=csv"
    run = play(GAME, "--cards", address)
    assert server.asked == ["/pub?output=csv"]
    server.answers.clear()
    forget_addresses()
    assert (run / "inputs" / "cards.csv").read_bytes() == SAMPLE.read_bytes()
    assert f"--cards '{address}'" in run_file(run)["run"]["command"]
    load_plan(run)
    assert main(["replay", "out", "--game", "1"]) == 0
    (run / "games" / "part-0000.parquet").unlink(missing_ok=True)
    assert main(["run", "--repair", "out", "--quiet"]) == 0
    assert server.asked == ["/pub?output=csv"]


def test_a_folder_may_name_an_address(server: Server, capsys: Captured) -> None:
    server.answers["/a"] = Answer(SAMPLE.read_bytes())
    Path("balance.toml").write_text(f'{BALANCE}cards = "{server.address}/a"\n')
    code, out, _ = printed(capsys, "cards", "Breath")
    assert (code, "1 of" in out) == (0, True)
    assert main(["deck"]) == 0
    Path("balance.toml").write_text(
        f'{BALANCE}cards = "{server.address}/a"\n[expect]\nwin_rate = [0.4, 0.6]\n'
    )
    code, _, err = printed(capsys, "tune", "--apply", "--games", "400", "--quiet")
    assert (code, "is an address: what is there cannot be written" in err) == (2, True)


def test_an_address_is_a_side_of_a_comparison(server: Server, capsys: Captured) -> None:
    server.answers["/a"] = Answer(SAMPLE.read_bytes())
    Path("mine.csv").write_text(SAMPLE.read_text().replace("Breath,Gust,1", "Breath,Gust,2"))
    arguments = ("--game", GAME, "--json", *QUICK[:-1], "--out", "both")
    code, out, _ = printed(capsys, "compare", f"{server.address}/a", "mine.csv", *arguments)
    assert code == 0
    assert [change["name"] for change in json.loads(out)["inputs"]] == ["Breath"]


def test_a_wrong_address_is_wrong_usage_and_a_page_a_wrong_file(
    server: Server, capsys: Captured
) -> None:
    server.answers["/page"] = Answer(b"<!DOCTYPE html>")
    assert printed(capsys, "cards", GAME, "--cards", f"{server.address}/none")[0] == 2
    assert printed(capsys, "cards", GAME, "--cards", f"{server.address}/page")[0] == 3
    assert printed(capsys, "cards", GAME, "--cards", "http://example.org/cards.csv")[0] == 2


# A file that is watched


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (
        ("SCAN_INTERVAL", 0.01), ("STABLE", 0.1), ("LONGEST_WAIT", 0.4), ("UNREADABLE", 0.5),
        ("ABSENT", 0.3), ("FETCH_INTERVAL", 0.05),
    ):  # fmt: skip
        monkeypatch.setattr(file_watch, name, seconds)


def read_nothing() -> None:
    return None


def read_whole() -> str | Exception:
    """Read a card file that is whole if it ends in a full stop."""
    text = Path("cards.csv").read_text()
    return text if text.endswith(".") else InputError([Problem("cards.csv", None, None, text)])


def write_slowly(*texts: str, pause: float) -> Thread:
    """Begin to save one text after the other."""

    def write() -> None:
        for text in texts:
            Path("cards.csv").write_text(text)
            sleep(pause)

    writing = Thread(target=write)
    writing.start()
    return writing


def test_a_file_is_told_of_at_once_and_when_it_was_saved(quick: None) -> None:
    path = Path("cards.csv")
    path.write_text("a")
    saves = watch_files(lambda: [find_table(path)], read_nothing)
    next(saves)
    path.write_text("ab")
    next(saves)


def test_what_the_system_does_not_tell_of_is_seen(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no more watches")

    monkeypatch.setattr("watchfiles.watch", refuse)
    test_a_file_is_told_of_at_once_and_when_it_was_saved(quick)


def test_the_system_tells_of_a_save_before_the_next_look(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watch, "SCAN_INTERVAL", 60)
    path = Path("cards.csv")
    path.write_text("a")
    saves = watch_files(lambda: [find_table(path)], read_nothing)
    next(saves)
    Thread(target=lambda: (sleep(0.2), path.write_text("ab"))).start()
    next(saves)
    assert path.read_text() == "ab"


def test_watching_ends_when_nobody_wants_to_know(quick: None) -> None:
    stop = Event()
    saves = watch_files(lambda: [find_table("cards.csv")], read_nothing, stop)
    next(saves)
    Thread(target=lambda: (sleep(0.1), stop.set())).start()
    assert list(saves) == []


def test_a_file_is_told_of_when_it_rests(quick: None) -> None:
    path = Path("cards.csv")
    path.write_text("")
    saves = watch_files(lambda: [find_table(path)], read_nothing)
    next(saves)

    def write() -> None:
        path.unlink()  # as programs do that put a new file in its place
        sleep(0.1)
        for number in range(6):
            path.write_text("x" * number)
            sleep(0.04)

    writing = Thread(target=write)
    writing.start()
    next(saves)
    assert not writing.is_alive()
    assert path.read_text() == "xxxxx"


def test_half_a_save_is_not_told_of(quick: None) -> None:
    Path("cards.csv").write_text("old.")
    saves = watch_files(lambda: [find_table("cards.csv")], read_whole)
    assert next(saves) == "old."
    writing = write_slowly("one half", "one half, and the other.", pause=0.25)
    assert next(saves) == "one half, and the other."
    writing.join()


def test_what_stays_unreadable_is_told_of_after_a_while(quick: None) -> None:
    Path("cards.csv").write_text("old.")
    saves = watch_files(lambda: [find_table("cards.csv")], read_whole)
    next(saves)
    started = monotonic()
    Path("cards.csv").write_text("one half")
    found = next(saves)
    assert isinstance(found, InputError)
    assert str(found.problems[0]).endswith("one half")
    assert monotonic() - started >= 0.5
    Path("cards.csv").write_text("whole.")
    started = monotonic()
    assert next(saves) == "whole."
    assert monotonic() - started < 0.4  # without doubt


def test_saves_without_a_pause_are_answered_meanwhile(quick: None) -> None:
    Path("cards.csv").write_text("0.")
    saves = watch_files(lambda: [find_table("cards.csv")], read_whole)
    next(saves)
    texts = [f"{number}{'.' * (number % 3 < 2)}" for number in range(10, 60)]  # some are halves
    started = monotonic()
    writing = write_slowly(*texts, "the last.", pause=0.04)
    found = [next(saves)]
    while found[-1] != "the last.":
        found.append(next(saves))
    assert all(isinstance(text, str) for text in found)
    assert 2 <= len(found) <= (monotonic() - started) / file_watch.LONGEST_WAIT + 2
    writing.join()


def test_what_comes_back_as_it_was_is_no_news(quick: None) -> None:
    path, other = Path("cards.csv"), Path("other.csv")
    path.write_text("a")
    other.write_text("b")
    saves = watch_files(lambda: [find_table(path), find_table(other)], read_nothing)
    next(saves)
    path.rename("away.csv")

    def put_back() -> None:
        sleep(0.1)
        Path("away.csv").rename(path)
        sleep(0.4)
        other.write_text("bb")

    Thread(target=put_back).start()
    started = monotonic()
    next(saves)
    assert monotonic() - started > 0.4


def test_a_file_that_names_another_is_told_of_once(quick: None) -> None:
    one, other, toml = Path("one.csv"), Path("other.csv"), Path("balance.toml")
    for path in (one, other):
        path.write_text("a")
    toml.write_text("one.csv")
    saves = watch_files(lambda: [find_table(toml), find_table(toml.read_text())], read_nothing)
    next(saves)
    toml.write_text("other.csv")
    next(saves)
    later = Thread(target=lambda: (sleep(0.3), other.write_text("bb")))
    later.start()
    next(saves)
    assert other.read_text() == "bb"


def test_a_file_that_is_gone_is_news_after_a_while(quick: None) -> None:
    path = Path("cards.csv")
    path.write_text("a")
    saves = watch_files(lambda: [find_table(path)], read_nothing)
    next(saves)
    path.unlink()
    next(saves)
    assert not path.exists()


def test_an_address_is_asked_again_and_again(quick: None, server: Server) -> None:
    server.answers["/a"] = Answer(b"a")
    saves = watch_files(lambda: [find_table(f"{server.address}/a")], read_nothing)
    next(saves)
    server.answers["/a"] = Answer(b"b")
    next(saves)
    server.answers.clear()
    next(saves)


def lines_of(program: "subprocess.Popen[str]", n: int) -> list[str]:
    assert program.stdout is not None
    return [program.stdout.readline().rstrip("\n") for _ in range(n)]


def test_cards_are_checked_at_every_save_until_they_are_not(tmp_path: Path) -> None:
    Path("balance.toml").write_text(f'{BALANCE}cards = "mine.csv"\n')
    mine = Path("mine.csv")
    mine.write_bytes(SAMPLE.read_bytes())
    program = subprocess.Popen(
        [sys.executable, "-m", "evenhand", "cards", "--watch"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path,
        env={"PYTHONPATH": PATH, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    with program:
        assert lines_of(program, 2) == [
            "watching balance.toml, mine.csv; stop with Ctrl-C",
            f"mine.csv: {len(ROWS) - 1} cards, no problems",
        ]
        mine.write_text("name,kind,strength\nBreath,Gust,x\nGale,Wind,3\n")
        first, second = lines_of(program, 2)
        assert first == "error: mine.csv:2: column 'strength': expected a whole number, found 'x'"
        assert second.startswith("error: mine.csv:3: column 'kind': expected ")
        Path("balance.toml").write_text('game = "nothing"\n')
        assert lines_of(program, 1)[0].startswith("error: balance.toml:1: game: ")
        Path("balance.toml").write_text(f'{BALANCE}cards = "gone.csv"\n')
        assert "there is no file 'gone.csv'" in lines_of(program, 1)[0]
        program.send_signal(signal.SIGINT)
        assert program.stdout is not None
        assert program.stdout.read() == ""
    assert program.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--json",), "--watch and --json do not go together"),
        (("--find", "x"), "--watch and --find do not go together"),
        (("--coverage", "x"), "--watch and --coverage do not go together"),
        (("--cards", "nothing.csv"), "there is no file 'nothing.csv'"),
        (("Breath",), "--watch checks all cards (leave out 'Breath')"),
    ],
)
def test_what_cannot_be_watched(arguments: tuple[str, ...], said: str, capsys: Captured) -> None:
    code, out, err = printed(capsys, "cards", GAME, *arguments, "--watch")
    assert (code, out) == (2, "")
    assert said in err
