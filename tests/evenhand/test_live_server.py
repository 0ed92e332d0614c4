"""The server of the live page: whom it answers what, and what it makes of those who misuse it."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from errno import EMFILE
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from uvicorn import Server

from evenhand.decks.problems import UsageError
from evenhand.live import connections
from evenhand.live.board import Board
from evenhand.live.page_content import find_run, list_links
from evenhand.live.server import (
    HEADERS,
    Endpoints,
    list_origins,
    make_app,
    make_server,
    open_port,
    read_run_page,
)  # fmt: skip
from tests.evenhand.watched_folder import begin, make_folder

HOST = "http://127.0.0.1:1234"
TOKEN = "a-token"


class Client:
    """Asks an application as a browser does, but that it believes what it is told to send."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def get(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self.ask("GET", path, **options))

    def post(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self.ask("POST", path, **options))

    async def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            return await client.request(method, path, **options)


async def act(what: str, number: int) -> str:
    if number == 13:
        raise ZeroDivisionError("a mistake of ours")
    if number:
        raise UsageError("another one is shown")
    return f"{what} {number}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_folder(tmp_path_factory.mktemp("watched") / "mine")


@pytest.fixture(scope="module")
def board(folder: Path) -> Board:
    """The board of a session that has begun."""
    session = begin(folder)
    session.show()
    return session.board


@pytest.fixture
def client(board: Board, folder: Path) -> Client:
    return Client(make_app(Endpoints(board, act, TOKEN, 1234, lambda: find_run(folder))))


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


def test_the_page_is_there_before_anything_is_played(folder: Path) -> None:
    board = begin(folder).board
    answer = Client(make_app(Endpoints(board, act, TOKEN, 1234, lambda: None))).get(f"/{TOKEN}/")
    assert 'id="status"' in answer.text and "script.js" in answer.text


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


def test_pages_of_the_newest_run_are_there_in_a_sandbox(client: Client, folder: Path) -> None:
    run = folder / "runs" / "one"
    run.mkdir(parents=True)
    (run / "report.html").write_text("<p>a report")
    (run / "run.toml").write_text("secret")
    answer = client.get(f"/{TOKEN}/run/report.html")
    assert answer.text == "<p>a report"
    assert answer.headers["Content-Security-Policy"].startswith("sandbox allow-scripts")
    assert list_links(folder) == [("Report of one", "run/report.html")]
    for name in ("run.toml", "none.html", "../../balance.toml", "%2e%2e/%2e%2e/cards.csv"):
        assert client.get(f"/{TOKEN}/run/{name}").status_code == 404


def test_a_page_of_a_run_is_read_up_to_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report.html").write_bytes(b"page")
    for most, content in ((4, b"page"), (3, None)):
        monkeypatch.setattr("evenhand.live.server.LARGEST_PAGE", most)
        assert read_run_page(tmp_path, "report.html") == content


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


# Connections


class Live:
    """A server that runs, and what is sent to it byte by byte."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port
        self.lines = ExitStack()

    @property
    def n_connections(self) -> int:
        return len(self.server.server_state.connections)

    def connect(self, said: bytes = b"") -> socket.socket:
        line = self.lines.enter_context(socket.create_connection(("127.0.0.1", self.port), 10))
        with suppress(ConnectionError):  # it was cut before all was said
            line.sendall(said.replace(b"HOST\r\n", b"Host: 127.0.0.1:%d\r\n" % self.port))
        return line

    def ask(self, said: bytes) -> bytes:
        """Say something, and return what is answered until the line is cut."""
        line, answer = self.connect(said), b""
        with suppress(ConnectionError):
            while some := line.recv(2**16):
                answer += some
        return answer

    def listen(self) -> None:
        """Open a page's line, and wait for the first news."""
        line, heard = self.connect(b"GET /a-token/events HTTP/1.1\r\nHOST\r\n\r\n"), b""
        while b"event: state" not in heard:
            heard += line.recv(2**16)

    def is_there(self) -> bool:
        """Ask for the page."""
        said = b"GET /a-token/ HTTP/1.1\r\nHOST\r\nConnection: close\r\n\r\n"
        return b" 200 OK" in self.ask(said) and b"Watching." in self.ask(said)

    def await_none(self) -> float:
        """Wait until nobody is connected, and return how long that took."""
        begun = monotonic()
        while self.n_connections and monotonic() < begun + 20:
            sleep(0.05)
        return monotonic() - begun


@pytest.fixture
def live(board: Board, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    monkeypatch.setattr(connections, "MOST", 8)
    monkeypatch.setattr(connections, "WAIT", 1.0)
    with open_port(0) as opened:
        port = opened.getsockname()[1]
        app = make_app(Endpoints(board, act, TOKEN, port, lambda: None))
        server = make_server(app, TOKEN, lambda: None)
        serving = Thread(target=server.run, args=[[opened]])
        serving.start()
        one = Live(server, port)
        with one.lines:
            yield one
        server.should_exit = True
        serving.join(20)
        assert not serving.is_alive()


HOSTED = b" HTTP/1.1\r\nHOST\r\nConnection: close\r\n"
OWN = b"POST /a-token/undo/%s" + HOSTED
REQUESTS = {
    "page": (200, b"GET /a-token/" + HOSTED),
    "HEAD": (200, b"HEAD /a-token/" + HOSTED),
    "no token": (404, b"GET /" + HOSTED),
    "OPTIONS": (405, b"OPTIONS /a-token/" + HOSTED),
    "OPTIONS of all": (404, b"OPTIONS *" + HOSTED),
    "TRACE": (405, b"TRACE /a-token/" + HOSTED),
    "PUT": (405, b"PUT /a-token/undo/0" + HOSTED),
    "CONNECT": (404, b"CONNECT example.org:443" + HOSTED),
    "whole address": (404, b"GET http://example.org/a-token/" + HOSTED),
    "other origin": (403, OWN % b"0"),
    "other's host": (400, b"GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n"),
    "no host": (400, b"GET / HTTP/1.1\r\n"),
    "two hosts": (400, b"GET / HTTP/1.1\r\nHOST\r\nHOST\r\n"),
    "5,000 digits": (404, OWN % (b"1" * 5_000) + b"ORIGIN\r\n"),
    "other digits": (404, OWN % b"%D9%A1" + b"ORIGIN\r\n"),
    "shown no more": (409, OWN % b"7" + b"ORIGIN\r\n"),
    "mistake of ours": (500, OWN % b"13" + b"ORIGIN\r\n"),
    "long header": (400, b"GET /" + HOSTED + b"X: " + b"y" * 400_000),
    "many headers": (400, b"GET /" + HOSTED + b"X: y\r\n" * 80_000),
    "long path": (400, b"GET /" + b"x" * 400_000 + HOSTED),
    "long name": (404, b"GET /a-token/run/" + b"x" * 9_000 + b".html" + HOSTED),
    "wrong escapes": (404, b"GET /a-token/%zz%" + HOSTED),
    "no UTF-8": (404, b"GET /%ff%fe/" + HOSTED),
    "NUL escaped": (404, b"GET /a-token/run/%00.html" + HOSTED),
    "NUL": (400, b"GET /\0" + HOSTED),
    "letters": (400, "GET /\u00f6".encode() + HOSTED),
    "TLS": (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 50),
    "HTTP/2": (400, b"PRI * HTTP/2.0\r\n\r\nSM\r\n"),
    "length below 0": (400, b"POST /a-token/keep/0" + HOSTED + b"Content-Length: -1\r\n"),
    "wrong chunk": (400, b"POST /" + HOSTED + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "websocket": (404, b"GET / HTTP/1.1\r\nHOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"),
    "many at once": (404, b"GET / HTTP/1.1\r\nHOST\r\n\r\n" * 50 + b"GET /" + HOSTED),
    "one and then none": (404, b"GET / HTTP/1.1\r\nHOST\r\n\r\n" + b"\0 \0"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_every_answer_has_the_headers_and_harms_nobody(live: Live, name: str) -> None:
    status, said = REQUESTS[name]
    origin = b"Origin: http://127.0.0.1:%d" % live.port
    answer = live.ask(said.replace(b"ORIGIN", origin) + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    for header in HEADERS:
        assert answer.lower().count(header.lower().encode()) == answer.count(b"HTTP/1.1 ")
    assert live.is_there()


def test_idle_connections_are_few_and_not_for_long(live: Live) -> None:
    for _ in range(40):
        live.connect()
    assert live.n_connections <= 8 + 1
    assert live.is_there()
    assert live.await_none() < 5


CHUNKED = b"POST / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n"
KEEP = b"POST /a-token/keep/0 HTTP/1.1\r\nHOST\r\nContent-Length: 9999\r\n\r\n"
ENDLESS = {
    "slow headers": (b"GET / HTTP/1.1\r\nHOST\r\n", b"X: y\r\n", 0.1),
    "slow headers of the page": (b"GET /a-token/ HTTP/1.1\r\nHOST\r\n", b"X: y\r\n", 0.1),
    "slow body": (KEEP, b"x", 0.1),
    "endless body": (CHUNKED, b"10000\r\n" + b"x" * 2**16 + b"\r\n", 0),
    "answers that nobody reads": (b"", b"GET / HTTP/1.1\r\nHOST\r\n\r\n" * 100, 0),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_who_never_comes_to_an_end_is_cut_off(live: Live, name: str) -> None:
    first, more, pause = ENDLESS[name]
    line = live.connect(first)
    line.settimeout(0.5)
    until = monotonic() + 10
    with suppress(OSError):  # nothing more is taken, or it was cut
        while monotonic() < until:
            line.sendall(more.replace(b"HOST\r\n", b"Host: 127.0.0.1:%d\r\n" % live.port))
            sleep(pause)
    assert monotonic() < until
    assert live.await_none() < 5
    assert live.is_there()


def test_a_page_that_hears_nothing_any_more_is_cut_off(
    live: Live, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "news", "x" * 20_000_000)
    live.connect(b"GET /a-token/events HTTP/1.1\r\nHOST\r\n\r\n")
    sleep(0.5)
    assert len(board.waiting) == 1
    assert live.await_none() < 5


def test_the_pages_of_a_browser_stay_and_strangers_go(live: Live, board: Board) -> None:
    for _ in range(5):
        live.listen()
    for _ in range(30):
        live.connect()
    assert live.is_there()
    sleep(1.5)  # longer than strangers have
    assert len(board.waiting) == 5
    for _ in range(10):  # pages that were left open
        live.listen()
    assert live.is_there()
    assert live.n_connections <= 8 + 1


def test_what_fails_in_the_server_is_told_once(
    live: Live, capsys: pytest.CaptureFixture[str]
) -> None:
    full = {"message": "no more", "exception": OSError(EMFILE, os.strerror(EMFILE))}
    for _ in range(3):
        live.server.report(full)  # type: ignore[attr-defined]
    assert capsys.readouterr().err == "error: the page: OSError: [Errno 24] Too many open files\n"
