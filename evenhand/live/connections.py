"""Connections of the live page's server: few, and none of them for long without a request.

Everybody on this machine reaches the port. Who does not name the token gets so many seconds in
all, however many bytes they send; nobody gets more for not reading what is answered. Where there
are too many connections, the oldest one without the token makes room for the newest. So neither
files nor memory run out, and the page's own browser gets in.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BURST", "MOST", "Connection"]

MOST = 64  # at a time; a browser has six, and for each page one of them
BURST = 16  # that wait to be let in
WAIT = 10.0  # seconds until a whole request with the token


class Connection(H11Protocol):
    """One of them.

    Attributes
    ----------
    room : str
        What the paths of the server's own page begin with.
    safe_headers : mapping from str to str
        Of what is answered where no application is asked.
    is_known : bool
        Whether a request has named the token.
    """

    room = ""
    safe_headers: Mapping[str, str] = {}
    is_known = False
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in; if that makes too many, the oldest stranger goes."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self.set_deadline()
        if len(self.connections) > MOST:
            oldest: Any = min(self.connections - {self}, key=find_rank)
            self.connections.discard(oldest)  # those that come with this one count without it
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Be gone."""
        self.lift_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what is sent; it gives more time only if it is a whole request of the page."""
        super().data_received(data)
        if self.is_known and self.is_answering():
            self.lift_deadline()

    def handle_events(self) -> None:
        """Ask for what is wanted."""
        super().handle_events()
        scope: Any = self.scope  # None before the first request, whatever its type says
        if scope is not None and scope["path"].startswith(self.room):
            self.is_known = True

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:  # more of what nobody reads
            self.flow.pause_reading()
        if self.is_known and not self.is_answering():
            self.set_deadline()

    def pause_writing(self) -> None:
        """Wait until what was written is read, but not without an end."""
        super().pause_writing()
        if self.is_known:
            self.set_deadline()

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        if self.is_known and self.is_answering():
            self.lift_deadline()

    def is_answering(self) -> bool:
        """Return whether an answer is under way."""
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def set_deadline(self) -> None:
        """Be cut off at the end of the time; to close would be to wait until all is read."""
        self.lift_deadline()
        self.deadline = self.loop.call_later(WAIT, self.transport.abort)

    def lift_deadline(self) -> None:
        """Stay for as long as it takes."""
        if self.deadline:
            self.deadline.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, with the headers of all answers."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # in the middle of an answer
            return
        if self.cycle is not None:
            self.cycle.disconnected = True  # what it would answer comes too late
        said = [*self.safe_headers.items(), ("content-type", "text/plain"), ("connection", "close")]
        parts = (
            h11.Response(status_code=400, headers=said, reason=b"Bad Request"),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        self.transport.close()


def find_rank(connection: Any) -> tuple[bool, float]:
    """Return by what connections are kept: those of the page, and the newest."""
    return connection.is_known, connection.since
