"""The command `watch`: a page that shows what each save of a folder's files does."""

import asyncio
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from socket import socket
from threading import Thread
from typing import TYPE_CHECKING

from evenhand.decks.problems import UsageError
from evenhand.flags import WatchFlags
from evenhand.inputs.job import check_workers
from evenhand.inputs.request import Request
from evenhand.inputs.source import find_source
from evenhand.live.board import Board
from evenhand.live.page_content import find_run
from evenhand.live.server import HOST, Endpoints, make_app, make_server, make_token, open_port
from evenhand.live.session import Action, Session, print_note
from evenhand.simulate.runs.workers import Workers
from evenhand.terminal import flush_output, tell

if TYPE_CHECKING:
    from uvicorn import Server

__all__ = ["watch_command"]

GRACE = 1.0  # seconds that what is under way has to end


def watch_command(flags: WatchFlags) -> None:
    """Carry out `watch`: serve the page until Ctrl-C."""
    session = begin(flags)
    with open_port(flags.port) as opened:
        port, token = opened.getsockname()[1], make_token()
        folder = session.file.parent

        async def act(what: Action, number: int) -> str:
            return await asyncio.wrap_future(session.send(what, number))

        app = make_app(Endpoints(session.board, act, token, port, partial(find_run, folder)))
        server = make_server(app, token, lambda: session.board.end("The program was stopped."))
        address = f"http://{HOST}:{port}/{token}/"
        with at_work(session, server):
            tell(address)
            flush_output()
            print_note(f"watching {folder}; stop with Ctrl-C")
            serve(server, opened, address if flags.open_ else "")
    if session.failure:
        raise session.failure


def begin(flags: WatchFlags) -> Session:
    """Read the folder that is to be watched.

    Raises
    ------
    UsageError, InputError
        If it is none, or cannot be played as it is.
    """
    check_workers(Request(jobs=flags.jobs))
    folder = find_source(flags.place).folder
    if folder is None:
        where = f"'{flags.place}' is a game" if flags.place else "there is no balance.toml here"
        raise UsageError(f"{where}: which folder should be watched?", "evenhand init makes one")
    return Session(folder.path.absolute(), Workers(flags.jobs or -1), Board())


@contextmanager
def at_work(session: Session, server: "Server") -> Iterator[None]:
    """Let the session of `watch` work beside the server, and end with it."""

    def give_up() -> None:
        server.should_exit = True

    threads = [
        Thread(target=session.run, args=[give_up], daemon=True),
        Thread(target=session.watch_files, daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        session.stop()
        for thread in threads:
            thread.join(GRACE)  # a compiler cannot be interrupted; it ends with the program


def serve(server: "Server", opened: socket, shown: str) -> None:
    """Serve the page of `watch` until told to stop, and show it in the browser if wanted."""
    if shown:
        Thread(target=webbrowser.open, args=[shown], daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[opened])
