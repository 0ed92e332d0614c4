"""The command `watch`: a page that shows what each save of a folder's files does."""

import logging
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING

from evenhand.decks.problems import UsageError
from evenhand.flags import WatchFlags
from evenhand.inputs.job import check_workers
from evenhand.inputs.request import Request
from evenhand.inputs.source import find_source
from evenhand.live.board import Board
from evenhand.live.server import HOST, make_app, make_token, open_port
from evenhand.live.session import Session
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import note, send_off, tell

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["watch_command"]

GRACE = 2  # seconds that open connections have to end


def watch_command(flags: WatchFlags) -> None:
    """Serve the page until Ctrl-C."""
    check_workers(Request(jobs=flags.jobs))
    folder = find_source(flags.place).folder
    if folder is None:
        where = f"'{flags.place}' is a game" if flags.place else "there is no balance.toml here"
        raise UsageError(f"{where}: which folder should be watched?", "evenhand init makes one")
    file, board = folder.path.resolve(), Board()
    session = Session(file, file.parent.name, Workers(flags.jobs or -1), board)
    with open_port(flags.port) as opened:
        port, token = opened.getsockname()[1], make_token()
        app = make_app(board, make_act(session), token, port, session.find_run)
        address = f"http://{HOST}:{port}/{token}/"
        with working(session):
            tell(address)
            send_off()
            note(f"watching {file.parent}; stop with Ctrl-C")
            if flags.open_:
                Thread(target=webbrowser.open, args=[address], daemon=True).start()
            with suppress(KeyboardInterrupt):
                serve(app, opened, board)


@contextmanager
def working(session: Session) -> Iterator[None]:
    """Let a session work beside the server, and end with it."""
    threads = [Thread(target=work, daemon=True) for work in (session.run_safely, session.watch_files)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        session.stop()
        for thread in threads:
            thread.join()


def make_act(session: Session):  # type: ignore[no-untyped-def]
    """Let the server tell a session what was clicked."""
    import asyncio

    async def act(what: str, number: int) -> str:
        return await asyncio.wrap_future(session.send(what, number))

    return act


def serve(app: "Starlette", opened, board: Board) -> None:  # type: ignore[no-untyped-def]
    """Serve until told to stop."""
    import uvicorn

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: object) -> None:
            board.end("The program was stopped.")
            super().handle_exit(sig, frame)

    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="off", ws="none",
        timeout_graceful_shutdown=GRACE, server_header=False,
    )  # fmt: skip
    Server(config).run(sockets=[opened])
