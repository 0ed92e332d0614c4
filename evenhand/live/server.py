"""The server of the live page: on this machine only, behind a token, for its own page only.

Other pages in the browser can send requests to this server, too. They do not know the token in
the path; requests by another host name are refused for their Host; requests that change
something are refused for any other Origin; and all answers have headers so that other pages
can neither read, frame nor cache them. Failures are reported, and the server continues.
"""

import asyncio
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from errno import EADDRINUSE
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.decks.problems import UsageError
from evenhand.live.board import Board
from evenhand.reports.live.page import read_asset
from evenhand.reports.page import name_hash, read_all
from evenhand.terminal import note

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from uvicorn import Server

__all__ = [
    "HOST",
    "Endpoints",
    "list_origins",
    "make_app",
    "make_server",
    "make_token",
    "open_port",
]

HOST = "127.0.0.1"
NAMES = [HOST, "localhost"]
HTTP_PORT = 80
TRIED = 50  # ports searched for a free one, after one that is in use
PATIENCE = 20.0  # seconds; the longest time of an action
GRACE = 2  # seconds for open connections to close
OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Pages of runs have scripts of evenhand's reports; sandboxed, they can send no requests.
RUN_POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; style-src {styles}; "
    "script-src {scripts}; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": OWN_POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
NUMBER = re.compile("[0-9]{1,9}")  # the number of a comparison
LARGEST_PAGE = 200_000_000  # bytes
PAGE_ENDINGS = (".html", ".csv", ".json", ".svg")
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".csv": "text/csv",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}

Act = Callable[[Any, int], Awaitable[str]]  # (action, number of the comparison) -> its result


def make_token() -> str:
    """Return a token for the server: a random name that cannot be guessed."""
    return secrets.token_urlsafe(24)


def open_port(port: int) -> socket.socket:
    """Open a port for the server that only this machine can reach; 0 opens any free port.

    Raises
    ------
    UsageError
        If the port cannot be opened.
    """
    if not 0 <= port < 2**16:
        raise UsageError(f"--port: expected 0 to 65535, found {port}")
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((HOST, port))
        opened.listen()
    except OSError as error:
        opened.close()
        if error.errno != EADDRINUSE:
            raise UsageError(
                f"--port {port}: {error.strerror}", "--port 0 takes one that is free"
            ) from None
        free = find_free_port(port)
        hint = f"--port {free} is free" if free else "--port 0 takes one that is free"
        raise UsageError(f"--port {port} is in use", hint) from None
    return opened


def find_free_port(port: int) -> int:
    """Return the next free port for the server; 0 if none of the next `TRIED` is free."""
    for other in range(port + 1, min(port + TRIED, 2**16)):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried, suppress(OSError):
            tried.bind((HOST, other))
            return other
    return 0


@dataclass(frozen=True)
class Endpoints:
    """Handlers of the server's requests.

    Attributes
    ----------
    board : Board
    act : async callable(action, number of the comparison) -> str
        Keep or undo; raise UsageError if that is no longer possible.
    token : str
        First part of all paths.
    port : int
    find_run : callable() -> Path or None
        The folder of the newest run that has a page.
    """

    board: Board
    act: Act
    token: str
    port: int
    find_run: Callable[[], Path | None]

    async def show_page(self, request: "Request") -> "Response":
        """Send the newest page from the server."""
        from starlette.responses import HTMLResponse

        return HTMLResponse(self.board.render())

    async def send_events(self, request: "Request") -> "Response":
        """Send the stream of newer pages from the server."""
        from starlette.responses import StreamingResponse

        return StreamingResponse(self.board.stream(), media_type="text/event-stream")

    async def send_asset(self, request: "Request") -> "Response":
        """Send the stylesheet or the script of the server's page."""
        from starlette.responses import Response

        name = request.url.path.rpartition("/")[2]
        return Response(read_asset(name), media_type=KINDS[Path(name).suffix])

    async def take_action(self, request: "Request") -> "Response":
        """Keep or undo, if requested by the server's own page."""
        from starlette.responses import PlainTextResponse

        if request.headers.get("origin") not in list_origins(self.port):
            return PlainTextResponse("Only the page itself may ask for this.", 403)
        what, number = request.path_params["what"], request.path_params["number"]
        if what not in ("keep", "undo") or not NUMBER.fullmatch(number):
            return PlainTextResponse("There is no such thing.", 404)
        try:
            result = await asyncio.wait_for(self.act(what, int(number)), PATIENCE)
        except UsageError as error:
            return PlainTextResponse(str(error), 409)
        except TimeoutError:
            return PlainTextResponse("That takes too long; look again.", 503)
        return PlainTextResponse(result)

    async def send_run_page(self, request: "Request") -> "Response":
        """Send a page of the newest run from the server."""
        from starlette.responses import PlainTextResponse, Response

        name = request.path_params["path"]
        page = await asyncio.to_thread(read_run_page, self.find_run(), name)
        if page is None:
            return PlainTextResponse("There is no such page.", 404)
        headers = {"Content-Security-Policy": make_run_policy()}
        return Response(page, media_type=KINDS[Path(name).suffix], headers=headers)


@cache
def make_run_policy() -> str:
    """Return the server's policy of run pages: only scripts and styles of evenhand's reports."""
    from evenhand.reports import page, replay_page

    scripts = [name_hash(read_all(files)) for files in (page.SCRIPTS, replay_page.SCRIPTS)]
    styles = [
        name_hash(read_all(files)) for files in (page.STYLES, page.CHECK_STYLES, replay_page.STYLES)
    ]
    return RUN_POLICY.format(
        **{
            kind: " ".join(f"'{digest}'" for digest in hashes)
            for kind, hashes in (("scripts", scripts), ("styles", styles))
        }
    )


def list_origins(port: int) -> list[str]:
    """List the origins of the server's own page, as browsers write them: without port 80."""
    ending = "" if port == HTTP_PORT else f":{port}"
    return [f"http://{name}{ending}" for name in NAMES]


def make_app(endpoints: Endpoints) -> "ASGIApp":
    """Make the server's application."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.routing import Mount, Route

    routes = [
        Route("/", endpoints.show_page),
        Route("/events", endpoints.send_events),
        Route("/style.css", endpoints.send_asset),
        Route("/script.js", endpoints.send_asset),
        Route("/run/{path:path}", endpoints.send_run_page),
        Route("/{what}/{number}", endpoints.take_action, methods=["POST"]),
    ]
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=NAMES, www_redirect=False)
    return SafeAnswers(
        Starlette(routes=[Mount(f"/{endpoints.token}", routes=routes)], middleware=[hosts])
    )


def make_server(app: "ASGIApp", token: str, on_shutdown: Callable[[], None]) -> "Server":
    """Make a server that logs only failures, and calls `on_shutdown` before it stops."""
    import uvicorn

    from evenhand.live.connections import BURST, Connection

    class GuardedConnection(Connection):
        prefix = f"/{token}/"
        safe_headers = HEADERS

    class LiveServer(uvicorn.Server):
        reported = ""

        def report(self, failure: Mapping[str, Any]) -> None:
            last, self.reported = self.reported, str(failure.get("exception", failure["message"]))
            if self.reported != last:  # a refused connection fails again each second
                print_failure(failure.get("exception", self.reported))

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            asyncio.get_running_loop().set_exception_handler(
                lambda _, failure: self.report(failure)
            )
            await super().startup(sockets)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            on_shutdown()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        http=GuardedConnection,
        loop="asyncio",
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        backlog=BURST,
        timeout_graceful_shutdown=GRACE,
    )
    return LiveServer(config)


def print_failure(failure: object) -> None:
    """Print a failure of the server in the terminal."""
    kind = f"{type(failure).__name__}: " if isinstance(failure, Exception) else ""
    with suppress(OSError, ValueError):  # the terminal is closed
        note(f"error: the page: {kind}{failure}")


def read_run_page(run: Path | None, name: str) -> bytes | None:
    """Return a page of a run for the server; None without a run, or if missing or too large."""
    if run is None or not name.endswith(PAGE_ENDINGS):
        return None
    with suppress(OSError, ValueError, RuntimeError):  # the last is raised for a circle of links
        path, run_dir = (run / name).resolve(), run.resolve()
        is_page = path.is_relative_to(run_dir) and path.is_file()
        if is_page and path.stat().st_size <= LARGEST_PAGE:
            return path.read_bytes()
    return None


class SafeAnswers:
    """Middleware of the server: add `HEADERS` to every answer, also if the application fails."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request to the server, with the headers."""
        from starlette.responses import PlainTextResponse

        has_begun = False

        async def send_safely(message: "Message") -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = add_headers(message["headers"])
            await send(message)

        try:
            await self.app(scope, receive, send_safely)
        except BaseException as error:  # cancellation at the server's end included
            if isinstance(error, Exception):
                print_failure(error)
            if not has_begun:
                answer = PlainTextResponse("The program has failed, or ends.", 500)
                await answer(scope, receive, send_safely)
            raise


def add_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return a server's answer's headers with those of `HEADERS` that it lacks."""
    given = dict(headers)
    safe = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
    return [*given.items(), *(header for header in safe if header[0] not in given)]
