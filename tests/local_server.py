"""A server on this machine, for tests of what is asked at an address."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

__all__ = ["Answer", "Server", "serve"]


@dataclass
class Answer:
    """What the server says: a content, a status, headers; perhaps slowly, or cut short."""

    content: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0  # seconds before each byte
    missing: int = 0  # bytes that are announced and do not come
    is_chunked: bool = False


@dataclass
class Server:
    """A server that is running.

    Attributes
    ----------
    answers : dict
        By path; another path is not found.
    asked : list of str
        The paths that were asked for.
    """

    address: str
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)


@contextmanager
def serve() -> Iterator[Server]:
    """Run a server for a time."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.asked.append(self.path)
            answer = server.answers.get(self.path, Answer(status=404))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if not answer.is_chunked:
                self.send_header("Content-Length", str(len(answer.content) + answer.missing))
            self.end_headers()
            pieces = [answer.content]
            if answer.pause:
                pieces = [answer.content[i : i + 1] for i in range(len(answer.content))]
            for piece in pieces:
                time.sleep(answer.pause)
                try:
                    self.wfile.write(piece)
                    self.wfile.flush()
                except OSError:  # nobody waits any more
                    return

        def log_message(self, *_: object) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    server = Server(f"http://127.0.0.1:{listening.server_port}")
    thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
