"""The board: the session posts the newest page, and browsers wait for it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Lock

from evenhand.reports.live.page import LivePage, render_live, render_main

__all__ = ["Board"]

HEARTBEAT = 10.0  # seconds between keep-alive comments, which detect dead connections


class Board:
    """The board: the newest page, and the streams that wait for the next; older are dropped."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.page: LivePage | None = None
        self.news = ""
        self.last_words = ""
        self.waiting: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def post(self, page: LivePage) -> None:
        """Send a page to all streams of the board; may be called from any thread."""
        news = json.dumps({"title": page.window_title, "main": render_main(page)})
        with self.lock:
            self.page, self.news = page, news
        self.wake()

    def end(self, last_words: str) -> None:
        """Send a last message to all streams of the board, and end them."""
        self.last_words = json.dumps(last_words)
        self.wake()

    def wake(self) -> None:
        """Wake all streams of the board."""
        with self.lock:
            for event, loop in self.waiting.items():
                with suppress(RuntimeError):  # the server has ended
                    loop.call_soon_threadsafe(event.set)

    def render(self) -> str:
        """Render the newest page on the board as a whole document; one must have been posted."""
        with self.lock:
            page = self.page
        assert page
        return render_live(page)

    async def stream(self) -> AsyncIterator[str]:
        """Yield the board's newest page as a server-sent event, then each newer one."""
        event, seen = asyncio.Event(), ""
        with self.lock:
            self.waiting[event] = asyncio.get_running_loop()
        try:
            while True:
                event.clear()
                if self.last_words:
                    yield f"event: end\ndata: {self.last_words}\n\n"
                    return
                if self.news != seen:
                    seen = self.news
                    yield f"event: state\ndata: {seen}\n\n"
                try:
                    await asyncio.wait_for(event.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            with self.lock:
                self.waiting.pop(event, None)
