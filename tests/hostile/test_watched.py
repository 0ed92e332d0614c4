"""What can befall a folder that is watched, and its page: nothing ends it, nothing gets out."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest

from evenhand.__main__ import main
from evenhand.decks.invisible_characters import show_unseen
from evenhand.live.board import Board
from evenhand.live.session import Session
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.workers import ONE_WORKER
from tests.amounts import how_much
from tests.nasty_texts import NASTY_IN_FILES
from tests.reports.test_nasty import Skeleton

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such files and signals")

ROOT = Path(__file__).parents[2]
GAME = "last_light"
SCHEMA = load_game(GAME).schema
SAMPLE = SCHEMA.sample_path("cards.csv").read_text()
BALANCE = f"""game = "{GAME}"
cards = "cards.csv"
decks = ["decks"]
games = 12
[expect]
win_rate = [0.2, 0.8]
"""
PATIENCE = 30.0  # seconds until something must be on the page


def prepare(folder: Path) -> Path:
    """Make a folder that can be watched."""
    (folder / "decks").mkdir(parents=True)
    (folder / "cards.csv").write_text(SAMPLE)
    (folder / "balance.toml").write_text(BALANCE)
    for name in ("gale", "lamp"):
        shutil.copyfile(SCHEMA.samples("decks", ".txt")[name], folder / "decks" / f"{name}.txt")
    return folder


# Names of others in the page


def quote(name: str) -> str:
    """Write a cell of a CSV file."""
    return '"{}"'.format(name.replace('"', '""'))


def rename_card(folder: Path, name: str) -> None:
    """Give a card another name, in the card file and in decks."""
    (folder / "cards.csv").write_text(SAMPLE.replace("Breath,Gust,1", f"{quote(name)},Gust,9"))
    for path in (folder / "decks").iterdir():
        path.write_text(path.read_text().replace("Breath", name))


def name_deck(folder: Path, name: str) -> None:
    """Give a deck a title."""
    path = folder / "decks/gale.txt"
    path.write_text(f"name = {name}\n{path.read_text()}")
    (folder / "cards.csv").write_text(SAMPLE.replace("Breath,Gust,1", "Breath,Gust,9"))


def write_strength(folder: Path, text: str) -> None:
    """Write a text where a number should be."""
    (folder / "cards.csv").write_text(SAMPLE.replace("Breath,Gust,1", f"Breath,Gust,{quote(text)}"))


def name_key(folder: Path, name: str) -> None:
    """Write a key that there is not, with a text that belongs nowhere."""
    text = f"{BALANCE}\n[check]\n{json.dumps(name)} = {json.dumps(name)}\n"
    (folder / "balance.toml").write_bytes(text.encode("utf-8"))


PLACES = (rename_card, name_deck, write_strength, name_key)


def page_after(folder: Path, put: Callable[[Path, str], None], name: str) -> tuple[str, str]:
    """Return the page and its news after a save."""
    session = Session(prepare(folder) / "balance.toml", ONE_WORKER, Board())
    put(folder, name)
    session.handle_save()
    while session.is_playing:
        session.play_to_next_look()
    session.show()
    return session.board.render(), session.board.news


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, ...]]:
    """All that pages with harmless names are built of."""
    found: set[tuple[str, ...]] = set()
    for number, (put, name) in enumerate(
        (put, name) for put in PLACES for name in ("Whisper", "#", "a\nb", "a\0b")
    ):
        folder = tmp_path_factory.mktemp("harmless") / str(number)
        found |= set(+Skeleton(page_after(folder, put, name)[0]).parts)
    return found


@pytest.mark.parametrize(("first", "put"), list(enumerate(PLACES)))  # each name in one place
def test_a_live_page_is_built_as_with_harmless_names(
    first: int, put: Callable[[Path, str], None], parts: set[tuple[str, ...]], tmp_path: Path
) -> None:
    shown = 0
    for number, name in enumerate(NASTY_IN_FILES[first :: how_much(2, 1) * len(PLACES)]):
        page, news = page_after(tmp_path / str(number), put, name)
        skeleton = Skeleton(page)
        assert set(+skeleton.parts) <= parts, name
        assert show_unseen(page.replace("\n", "")) == page.replace("\n", ""), name
        told = json.loads(news)
        assert set(told) == {"title", "main"}
        assert "\n" not in news  # one line of an event
        assert show_unseen(told["main"].replace("\n", "")) == told["main"].replace("\n", "")
        shown += show_unseen(name).strip() in skeleton.text
    assert shown  # they do get there


# The program


class Watched(NamedTuple):
    """A folder that is watched, the program that does, and where its page is."""

    folder: Path
    program: "subprocess.Popen[str]"
    address: str

    def await_page(self, *texts: str, without: str = "\0") -> str:
        """Wait until the page says something, and something else no more."""
        until = time.monotonic() + PATIENCE
        page = ""
        while time.monotonic() < until:
            page = httpx.get(self.address, timeout=10).text
            if all(text in page for text in texts) and without not in page:
                return page
            time.sleep(0.1)
        raise AssertionError(f"the page does not say {texts}: {page[-3000:]}")


@contextmanager
def watch(folder: Path) -> Iterator[Watched]:
    """Watch a folder, and see that the program still works and ends when told to."""
    program = subprocess.Popen(
        [sys.executable, "-m", "evenhand", "watch", folder, "--no-open", "--jobs", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests/toys'}", "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert program.stdout is not None
    try:
        watched = Watched(folder, program, program.stdout.readline().strip())
        watched.await_page("Done:")
        yield watched
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=20)
        assert program.returncode == 0
        assert "Traceback" not in said
    finally:
        program.kill()
        program.communicate()


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with watch(prepare(tmp_path_factory.mktemp("watched") / "mine")) as one:
        yield one


PROBLEM = 'id="problems"'


def test_a_folder_that_is_renamed_or_removed_is_waited_for(watched: Watched) -> None:
    away = watched.folder.with_name("away")
    watched.folder.rename(away)
    watched.await_page(PROBLEM, "waiting for it")
    away.rename(watched.folder)
    watched.await_page("Done:", without=PROBLEM)
    shutil.rmtree(watched.folder)
    watched.await_page(PROBLEM, "waiting for it")
    prepare(watched.folder)
    watched.await_page("Done:", without=PROBLEM)


def put_folder(cards: Path) -> None:
    cards.mkdir()


def put_pipe(cards: Path) -> None:
    os.mkfifo(cards)


def put_link_to_itself(cards: Path) -> None:
    cards.symlink_to(cards.name)


def put_garbage(cards: Path) -> None:
    cards.write_bytes(bytes(range(256)) * 40)


def put_half(cards: Path) -> None:
    cards.write_text(SAMPLE[: SAMPLE.index("Gust,3") + 2])


@pytest.mark.parametrize("put", [put_folder, put_pipe, put_link_to_itself, put_garbage, put_half])
def test_what_is_no_card_file_is_said_until_there_is_one(
    watched: Watched, put: Callable[[Path], None]
) -> None:
    cards = watched.folder / "cards.csv"
    cards.unlink()
    put(cards)
    watched.await_page(PROBLEM, "cards.csv")
    cards.rmdir() if cards.is_dir() else cards.unlink()
    cards.write_text(SAMPLE)
    watched.await_page("Done:", without=PROBLEM)


@pytest.mark.skipif(not getattr(os, "geteuid", int)(), reason="root may read anything")
@pytest.mark.parametrize("name", ["cards.csv", "balance.toml", "decks"])
def test_what_may_not_be_read_is_said_until_it_may(watched: Watched, name: str) -> None:
    path = watched.folder / name
    mode = path.stat().st_mode
    path.chmod(0)
    os.utime(path)
    watched.await_page(PROBLEM)
    path.chmod(mode)
    os.utime(path)
    watched.await_page("Done:", without=PROBLEM)


def test_a_save_in_two_halves_is_one_save(watched: Watched) -> None:
    cards, text = watched.folder / "cards.csv", SAMPLE.replace("Breath,Gust,1", "Breath,Gust,7")
    middle = text.index("Gust,7") + 2
    before = watched.await_page("Done:").count("not readable")
    cards.write_text(text[:middle])
    time.sleep(0.9)
    cards.write_text(text)
    page = watched.await_page('data-save="', "Done:")
    assert page.count("not readable") == before
    cards.write_text(SAMPLE)
    watched.await_page("Done:", without='data-save="')


def test_saves_without_a_pause_are_shown_before_they_end(watched: Watched) -> None:
    cards, until = watched.folder / "cards.csv", time.monotonic() + PATIENCE
    page = ""
    while 'data-save="' not in page and time.monotonic() < until:
        for strength in (7, 8, 9):
            cards.write_text(SAMPLE.replace("Breath,Gust,1", f"Breath,Gust,{strength}"))
            time.sleep(0.1)
        page = httpx.get(watched.address, timeout=10).text
    assert 'data-save="' in page
    cards.write_text(SAMPLE)
    watched.await_page("Done:", without='data-save="')


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\0" * 5_000,
        b"GET /",
        b"GET " + b"/x" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\nx",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 50,
    ],
    ids=["nothing", "zeros", "half", "long path", "long header", "no body", "websocket", "TLS"],
)
def test_what_is_no_request_harms_nobody(watched: Watched, said: bytes) -> None:
    port = urlsplit(watched.address).port
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(said)
        line.settimeout(0.5)
        try:
            answer = line.recv(1_000)
        except (TimeoutError, ConnectionError):
            answer = b""
    assert b" 200 " not in answer
    watched.await_page("Done:")


def knock(port: int | None) -> socket.socket:
    """Come to the port, and wait for nothing."""
    line = socket.socket()
    line.setblocking(False)
    line.connect_ex(("127.0.0.1", port))
    return line


@pytest.mark.skipif(sys.platform != "linux", reason="limits its own files only")
def test_more_connections_than_files_end_nothing(watched: Watched) -> None:
    import resource

    resource.prlimit(watched.program.pid, resource.RLIMIT_NOFILE, (256, 256))
    lines = [knock(urlsplit(watched.address).port) for _ in range(400)]
    cards = watched.folder / "cards.csv"
    cards.write_text(SAMPLE.replace("Breath,Gust,1", "Breath,Gust,7"))
    watched.await_page('data-save="', "Done:", without=PROBLEM)
    for line in lines:
        line.close()
    cards.write_text(SAMPLE)
    watched.await_page("Done:", without='data-save="')


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [("evil.example", None, 400), ("127.0.0.1", "http://evil.example", 403),
     ("127.0.0.1", "null", 403), ("127.0.0.1", None, 403)],
)  # fmt: skip
def test_other_pages_get_and_change_nothing(
    watched: Watched, host: str, origin: str | None, status: int
) -> None:
    headers = {"Host": host, **({"Origin": origin} if origin else {})}
    answer = httpx.post(f"{watched.address}undo/0", headers=headers, timeout=10)
    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers
    token = urlsplit(watched.address).path.strip("/")
    assert token not in answer.text


def test_a_port_in_use_is_one_message(watched: Watched, capsys: pytest.CaptureFixture[str]) -> None:
    port = urlsplit(watched.address).port
    assert main(["watch", str(watched.folder), "--port", str(port), "--no-open"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error: --port {port} is in use (--port ")
    assert printed.err.count("\n") == 1
