"""Fetch tables from web addresses, with limits of size and time; each address once."""

import http.client
import ssl
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import ip_address
from threading import Thread
from time import monotonic
from typing import IO, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, quote, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.text_file import LARGEST_FILE

__all__ = ["check_address", "fetch", "forget_addresses", "is_address"]

LONGEST_WAIT = 10.0  # seconds without an answer
LONGEST = 30.0  # seconds in all
MOST_REDIRECTS = 5
CHUNK = 64 * 1024  # bytes
ALLOWED = "%/:=&?~+!$,;'@()*[]"  # kept as they are in an address; others are escaped
SHORTEST_SCHEME = 2  # letters: C:// is a disk
REFUSED = {401: "it is not public", 403: "it is not public", 404: "nothing is there",
           410: "nothing is there any more"}  # fmt: skip
MOVED = (301, 302, 303, 307, 308)
NOT_PUBLIC = "publish the sheet to the web as CSV, and give the address that is shown then"


def is_address(text: str) -> bool:
    """Return whether a text is an address of any scheme, and not a path."""
    scheme, colon, _ = text.partition("://")
    return bool(colon) and len(scheme) >= SHORTEST_SCHEME and scheme.isalnum()


def check_address(address: str) -> None:
    """Raise unless an address may be fetched: https, or http on this machine.

    Raises
    ------
    UsageError
    """
    parts = _split_address(address)
    if parts.scheme != "https" and not _is_local(parts):
        hint = address.replace("http://", "https://", 1) if parts.scheme == "http" else ""
        raise UsageError(f"{shorten(address)}: expected an https address", shorten(hint))
    if parts.username is not None:
        message = f"{shorten(parts.hostname or '')}: an address with a password is not asked"
        raise UsageError(message, "runs keep the address, for all to see")


@lru_cache(maxsize=8)
def fetch(address: str) -> bytes:
    """Return the content at an address; cached until `forget_addresses` is called.

    Raises
    ------
    UsageError
        If it cannot be fetched: a wrong address, no network, no answer in time.
    InputError
        If it is too large.
    """
    check_address(address)
    results: list[bytes | Exception] = []
    # In a thread, because nothing else limits how long a name lookup may take.
    thread = Thread(target=lambda: results.append(_download_or_error(address)), daemon=True)
    thread.start()
    thread.join(LONGEST)
    if not results:
        raise _make_timeout_error(address)
    if isinstance(results[0], Exception):
        raise results[0]
    return results[0]


def forget_addresses() -> None:
    """Clear the cache of addresses, so that they are fetched again."""
    fetch.cache_clear()


def _download_or_error(address: str) -> bytes | Exception:
    try:
        return _download(address)
    except HTTPError as error:
        error.close()
        return _make_status_error(address, error)
    except TimeoutError:
        return _make_timeout_error(address)
    except (UsageError, InputError) as error:
        return error
    except URLError as error:
        return _make_connection_error(address, error.reason)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return _make_connection_error(address, error)


def _download(address: str) -> bytes:
    request = Request(quote(address.partition("#")[0], safe=ALLOWED))
    request.add_header("User-Agent", "evenhand")
    stop = monotonic() + LONGEST
    with _make_opener(address).open(request, timeout=LONGEST_WAIT) as answer:
        content = b"".join(_read_chunks(address, answer, stop))
        if answer.length:  # announced bytes that did not arrive
            raise http.client.IncompleteRead(content, answer.length)
    return content


def _read_chunks(address: str, answer: http.client.HTTPResponse, stop: float) -> Iterator[bytes]:
    size = 0
    while chunk := answer.read1(CHUNK):
        size += len(chunk)
        if size > LARGEST_FILE:
            message = f"the file is larger than {LARGEST_FILE / 1024**2:g} MB"
            raise InputError([Problem(address, None, None, message)])
        if monotonic() > stop:
            raise TimeoutError
        yield chunk


def _make_opener(address: str) -> OpenerDirector:
    """Make an opener for http and https only, without passwords; this machine without a proxy."""
    opener = OpenerDirector()
    handlers = [HTTPHandler(), HTTPSHandler(), HTTPDefaultErrorHandler(), HTTPErrorProcessor()]
    for handler in (*handlers, SafeRedirects()):
        opener.add_handler(handler)
    if not _is_local(_split_address(address)):
        opener.add_handler(ProxyHandler())
    return opener


class SafeRedirects(HTTPRedirectHandler):
    """Follow redirects of addresses, but never from https to another scheme."""

    max_redirections = MOST_REDIRECTS

    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> Request | None:
        """Return the next request; the body of the redirect is not read."""
        fp.close()
        target = _split_address(newurl)
        is_local = _is_local(target) and _is_local(_split_address(req.full_url))
        if target.scheme != "https" and not is_local:
            message = f"{shorten(req.full_url)} leads to {shorten(newurl)}, which is not https"
            raise UsageError(message)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _split_address(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises ValueError if it is not a number
    except ValueError:
        _refuse_address(address)
    if not parts.hostname:
        _refuse_address(address)
    return parts


def _refuse_address(address: str) -> NoReturn:
    raise UsageError(f"'{shorten(address)}' is no address") from None


def _is_local(parts: SplitResult) -> bool:
    """Return whether an address is plain http on this machine, such as a local server."""
    host = parts.hostname or ""
    if parts.scheme != "http":
        return False
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _make_status_error(address: str, error: HTTPError) -> UsageError:
    if "infinite loop" in str(error.reason):
        return UsageError(f"{address} leads to other addresses without end")
    other = "it leads to no https address" if error.code in MOVED else "it is not given out"
    reason = REFUSED.get(error.code, other)
    hint = NOT_PUBLIC if error.code in (401, 403) else ""
    return UsageError(f"{address}: {reason} (the answer is {error.code})", hint)


def _make_timeout_error(address: str) -> UsageError:
    return UsageError(f"{address}: no answer in time", f"the most is {LONGEST:g} seconds")


def _make_connection_error(address: str, reason: object) -> UsageError:
    host = _split_address(address).hostname
    match reason:
        case TimeoutError():
            return _make_timeout_error(address)
        case ssl.SSLCertVerificationError():
            return UsageError(f"{address}: the certificate of {host} is not valid")
        case ConnectionRefusedError():
            return UsageError(f"{address}: {host} takes no connection")
        case http.client.IncompleteRead() | ConnectionError():
            return UsageError(f"{address}: the answer broke off", "repeat the command")
    hint = "is there a network, and is the address right?"
    return UsageError(f"{address}: {host} cannot be reached", hint)
