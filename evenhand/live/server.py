"""The server of the live page: on this machine alone, behind a token, for its own page alone.

Every other page in the browser may send requests here, too. It does not know the token in the
path; by a name of its own that leads here it is refused for its Host; what changes something
is refused to any other Origin; and no answer, whoever gives it, may be read, framed or kept by
others. What fails here is told, and the server goes on.
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

__all__ = ["HOST", "Doors", "list_origins", "make_app", "make_server", "make_token", "open_port"]

HOST = "127.0.0.1"
NAMES = [HOST, "localhost"]
HTTP_PORT = 80
TRIED = 50  # ports after one that is in use
PATIENCE = 20.0  # seconds that an action may take
GRACE = 2  # seconds that open connections have to end
OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Pages of runs bring scripts of ours; here they have no origin, and can ask for nothing.
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
NUMBER = re.compile("[0-9]{1,9}")  # of a comparison
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

Act = Callable[[Any, int], Awaitable[str]]  # what is wanted, of which comparison -> what was done


def make_token() -> str:
    """Make a name that nobody guesses."""
    return secrets.token_urlsafe(24)


def open_port(port: int) -> socket.socket:
    """Open a port of this machine that nobody else can reach; 0 for one that is free.

    Raises
    ------
    UsageError
        If it cannot be had.
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
    """Return the next port that is free; 0 if none is near."""
    for other in range(port + 1, min(port + TRIED, 2**16)):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried, suppress(OSError):
            tried.bind((HOST, other))
            return other
    return 0


@dataclass(frozen=True)
class Doors:
    """What the server leads to.

    Attributes
    ----------
    board : Board
    act : async callable(what, number of the comparison) -> str
        Keeps or undoes; raises UsageError if that is not possible any more.
    token : str
        First part of every path.
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
        """Send the page as it is now."""
        from starlette.responses import HTMLResponse

        return HTMLResponse(self.board.render())

    async def send_events(self, request: "Request") -> "Response":
        """Send what is new, for as long as somebody looks."""
        from starlette.responses import StreamingResponse

        return StreamingResponse(self.board.stream(), media_type="text/event-stream")

    async def send_asset(self, request: "Request") -> "Response":
        """Send the style or the script."""
        from starlette.responses import Response

        name = request.url.path.rpartition("/")[2]
        return Response(read_asset(name), media_type=KINDS[Path(name).suffix])

    async def take_action(self, request: "Request") -> "Response":
        """Keep or undo, for the page itself alone."""
        from starlette.responses import PlainTextResponse

        if request.headers.get("origin") not in list_origins(self.port):
            return PlainTextResponse("Only the page itself may ask for this.", 403)
        what, number = request.path_params["what"], request.path_params["number"]
        if what not in ("keep", "undo") or not NUMBER.fullmatch(number):
            return PlainTextResponse("There is no such thing.", 404)
        try:
            said = await asyncio.wait_for(self.act(what, int(number)), PATIENCE)
        except UsageError as error:
            return PlainTextResponse(str(error), 409)
        except TimeoutError:
            return PlainTextResponse("That takes too long; look again.", 503)
        return PlainTextResponse(said)

    async def send_run_page(self, request: "Request") -> "Response":
        """Send a page of the newest run."""
        from starlette.responses import PlainTextResponse, Response

        name = request.path_params["path"]
        page = await asyncio.to_thread(read_run_page, self.find_run(), name)
        if page is None:
            return PlainTextResponse("There is no such page.", 404)
        headers = {"Content-Security-Policy": make_run_policy()}
        return Response(page, media_type=KINDS[Path(name).suffix], headers=headers)


@cache
def make_run_policy() -> str:
    """Return the policy of pages of runs: no script and no style but those that we write."""
    from evenhand.reports import replay, report

    scripts = [name_hash(read_all(files)) for files in (report.SCRIPTS, replay.SCRIPTS)]
    styles = [
        name_hash(read_all(files)) for files in (report.STYLES, report.CHECK_STYLES, replay.STYLES)
    ]
    return RUN_POLICY.format(
        **{
            kind: " ".join(f"'{one}'" for one in hashes)
            for kind, hashes in (("scripts", scripts), ("styles", styles))
        }
    )


def list_origins(port: int) -> list[str]:
    """List the names that browsers have for the server's own pages: without port 80."""
    ending = "" if port == HTTP_PORT else f":{port}"
    return [f"http://{name}{ending}" for name in NAMES]


def make_app(doors: Doors) -> "ASGIApp":
    """Make the server's application."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.routing import Mount, Route

    own = [
        Route("/", doors.show_page),
        Route("/events", doors.send_events),
        Route("/style.css", doors.send_asset),
        Route("/script.js", doors.send_asset),
        Route("/run/{path:path}", doors.send_run_page),
        Route("/{what}/{number}", doors.take_action, methods=["POST"]),
    ]
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=NAMES, www_redirect=False)
    return SafeAnswers(Starlette(routes=[Mount(f"/{doors.token}", routes=own)], middleware=[hosts]))


def make_server(app: "ASGIApp", token: str, say_goodbye: Callable[[], None]) -> "Server":
    """Make a server that tells only of failures, and says goodbye to pages when it is stopped."""
    import uvicorn

    from evenhand.live.connections import BURST, Connection

    class Guarded(Connection):
        room = f"/{token}/"
        safe_headers = HEADERS

    class Own(uvicorn.Server):
        told = ""

        def tell(self, failed: Mapping[str, Any]) -> None:
            last, self.told = self.told, str(failed.get("exception", failed["message"]))
            if self.told != last:  # where no connection can be accepted, that is so each second
                tell_failure(failed.get("exception", self.told))

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            asyncio.get_running_loop().set_exception_handler(lambda _, failed: self.tell(failed))
            await super().startup(sockets)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            say_goodbye()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        http=Guarded,
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
    return Own(config)


def tell_failure(failure: object) -> None:
    """Say in the terminal what failed in the server."""
    kind = f"{type(failure).__name__}: " if isinstance(failure, Exception) else ""
    with suppress(OSError, ValueError):  # the terminal takes nothing any more
        note(f"error: the page: {kind}{failure}")


def read_run_page(run: Path | None, name: str) -> bytes | None:
    """Read a page of a run's folder; None if there is no such page in it."""
    if run is None or not name.endswith(PAGE_ENDINGS):
        return None
    with suppress(OSError, ValueError, RuntimeError):  # the last tells of links in a circle
        path, room = (run / name).resolve(), run.resolve()
        is_page = path.is_relative_to(room) and path.is_file()
        if is_page and path.stat().st_size <= LARGEST_PAGE:
            return path.read_bytes()
    return None


class SafeAnswers:
    """Adds to every answer what keeps other pages from it, and answers if the application fails."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer, with the headers."""
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
        except BaseException as error:  # the server's end, too
            if isinstance(error, Exception):
                tell_failure(error)
            if not has_begun:
                answer = PlainTextResponse("The program has failed, or ends.", 500)
                await answer(scope, receive, send_safely)
            raise


def add_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add those headers that are not there."""
    given = dict(headers)
    safe = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
    return [*given.items(), *(one for one in safe if one[0] not in given)]
