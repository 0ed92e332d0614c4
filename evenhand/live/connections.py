"""Connections of the live page's server, limited in number and in time without a request.

Every program on this machine can reach the port. A connection that does not send the token
is closed after `WAIT` seconds, however many bytes it sends, and so is one that does not read
its answer. If there are too many connections, the oldest without the token is closed for the
newest. So neither file handles nor memory run out, and the page's own browser can connect.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BURST", "MOST", "Connection"]

MOST = 64  # connections at a time; a browser opens six, one of which stays open for each page
BURST = 16  # connections waiting to be accepted
WAIT = 10.0  # seconds to send a whole request with the token


class Connection(H11Protocol):
    """A connection of the live page's server, with a deadline.

    Attributes
    ----------
    prefix : str
        Beginning of all paths of the server's own page, with the token.
    safe_headers : mapping from str to str
        Headers of answers that do not come from the application.
    is_known : bool
        Whether a request contained the token.
    """

    prefix = ""
    safe_headers: Mapping[str, str] = {}
    is_known = False
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; above `MOST`, abort the oldest one without the token."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self.set_deadline()
        if len(self.connections) > MOST:
            oldest: Any = min(self.connections - {self}, key=find_rank)
            self.connections.discard(oldest)  # not counted by connections accepted in this moment
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline of a lost connection."""
        self.cancel_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive data of a connection; a whole request with the token cancels the deadline."""
        super().data_received(data)
        if self.is_known and self.is_answering():
            self.cancel_deadline()

    def handle_events(self) -> None:
        """Handle a connection's requests, and note whether one contains the token."""
        super().handle_events()
        scope: Any = self.scope  # None before the first request, whatever its type says
        if scope is not None and scope["path"].startswith(self.prefix):
            self.is_known = True

    def on_response_complete(self) -> None:
        """Set a deadline for the next request of a connection."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:  # the rest of a body that is not read
            self.flow.pause_reading()
        if self.is_known and not self.is_answering():
            self.set_deadline()

    def pause_writing(self) -> None:
        """Pause a connection until the answer is read, with a deadline."""
        super().pause_writing()
        if self.is_known:
            self.set_deadline()

    def resume_writing(self) -> None:
        """Resume writing to a connection, without a deadline while answering."""
        super().resume_writing()
        if self.is_known and self.is_answering():
            self.cancel_deadline()

    def is_answering(self) -> bool:
        """Return whether a connection's answer is being sent."""
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def set_deadline(self) -> None:
        """Abort a connection after `WAIT` seconds; closing would wait until all is read."""
        self.cancel_deadline()
        self.deadline = self.loop.call_later(WAIT, self.transport.abort)

    def cancel_deadline(self) -> None:
        """Cancel the deadline of a connection, if set."""
        if self.deadline:
            self.deadline.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request of a connection, with the safe headers."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # in the middle of an answer
            return
        if self.cycle is not None:
            self.cycle.disconnected = True  # discard the application's answer
        headers = [
            *self.safe_headers.items(),
            ("content-type", "text/plain"),
            ("connection", "close"),
        ]
        parts = (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        self.transport.close()


def find_rank(connection: Any) -> tuple[bool, float]:
    """Return the sort key of connections to keep: with the token first, then the newest."""
    return connection.is_known, connection.since
