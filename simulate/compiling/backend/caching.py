"""On-disk cache of the machine code of kernels, independent of numba's settings.

What is not in the cache may be among the kernels that a wheel brings, which were compiled for the
oldest processor of their kind.

A kernel compiled for some argument types is one file: a checksum, and numba's pickled result.
Altered machine code would crash the program or, worse, play other games. So the checksum is
verified before the rest is unpickled; it includes the purpose of the code, so that no file is
taken for another. A file that does not match is compiled again, with one warning, and removed from
the cache.
"""

import hashlib
import inspect
import os
import pickle
import platform
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from numba import types
from numba.core.caching import Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.np.numpy_support import as_dtype

from evenhand.simulate.compiling.cache import cache_folder, shipped_folder
from evenhand.simulate.compiling.sources import MODULES_BY_RECORD, sources_hash

__all__ = ["KernelCache"]

DAMAGED = "the compiled rules were damaged, and are compiled anew"
NOT_KEPT = "the compiled rules cannot be kept in {place} ({reason}); the next start compiles anew"
CHECKSUM = hashlib.sha256
OLDEST = {"x86_64": "x86-64", "aarch64": "generic", "arm64": "generic"}  # names of processors
CHECKSUM_SIZE = CHECKSUM().digest_size  # bytes


class KernelCache(Cache):  # type: ignore[misc]
    """The cache that numba uses for the code of one kernel."""

    def __init__(self, function: Callable) -> None:
        """Store the function; nothing is read yet."""
        self._py_func = function
        name = f"{function.__module__}.{function.__qualname__}"
        self._name = name.replace("<", "").replace(">", "")
        self._source = CHECKSUM(Path(inspect.getfile(function)).read_bytes()).digest()
        self._source += sources_hash(function.__module__).encode()

    @property
    def cache_path(self) -> str:
        """The folder, which numba only shows."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for some argument types; None if it is not cached."""
        target_context.refresh()
        code = self._read(sig, target_context.codegen())
        return None if code is None else CompileResult._rebuild(target_context, *pickle.loads(code))

    def _read(self, sig: Any, codegen: Any) -> bytes | None:
        modules = list_modules(sig)
        purpose = self._describe(sig, codegen)
        code = read_code(cache_folder(*modules) / self._name_file(purpose), purpose)
        shipped = shipped_folder(*modules)
        if code is not None or not shipped.is_dir():
            return code
        purpose = self._describe(sig, OldestProcessor(codegen))
        return read_code(shipped / self._name_file(purpose), purpose, is_own=False)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache the code for some argument types, unless it is valid in this process only."""
        if data.lifted or data.library.has_dynamic_globals:
            return
        purpose = self._describe(sig, data.codegen)
        place = cache_folder(*list_modules(sig)) / self._name_file(purpose)
        write_code(place, purpose, dumps(data._reduce()))

    def flush(self) -> None:
        """Do nothing, because code of other sources has other file names."""

    def _describe(self, sig: Any, codegen: Any) -> bytes:
        """Return a key of the code: the source, the argument types, and the processor."""
        return self._source + repr(self._index_key(sig, codegen)).encode()

    def _name_file(self, purpose: bytes) -> str:
        return f"{self._name}-{CHECKSUM(purpose).hexdigest()[:16]}.code"


class OldestProcessor:
    """A target like another one, but the oldest processor of its kind."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def magic_tuple(self) -> tuple[str, str, str]:
        """Return the target as numba describes it: its system, its processor, and no features."""
        return self._codegen.magic_tuple()[0], OLDEST.get(platform.machine(), ""), ""


def list_modules(sig: Any) -> list[str]:
    """List the modules of rules that serve the records among argument types."""
    return sorted(
        {name for record in list_records(sig) for name in MODULES_BY_RECORD.get(record, ())}
    )


def list_records(sig: Any) -> Iterator[Any]:
    """Yield the record types among argument types, and of the elements of arrays."""
    for argument in sig:
        kind = getattr(argument, "dtype", argument)
        if isinstance(kind, types.Record):
            yield as_dtype(kind)


def read_code(place: Path, purpose: bytes, is_own: bool = True) -> bytes | None:
    """Return the code in a file; None if it is missing or damaged, and then remove our own."""
    if not os.path.lexists(place):
        return None
    content = b""
    with suppress(OSError):
        content = place.read_bytes() if place.is_file() else b""
    checksum, code = content[:CHECKSUM_SIZE], content[CHECKSUM_SIZE:]
    if checksum == CHECKSUM(purpose + code).digest():
        return code
    if is_own:
        remove(place)
    warn_once(DAMAGED)
    return None


def write_code(place: Path, purpose: bytes, code: bytes) -> None:
    """Write a file atomically; another process may be writing the same file."""
    unfinished = place.with_name(f"{place.name}.{uuid4().hex}.tmp")
    try:
        with unfinished.open("xb") as file:
            file.write(CHECKSUM(purpose + code).digest() + code)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(place)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        warn_once(NOT_KEPT.format(place=place.parent, reason=error.strerror))


@cache
def warn_once(text: str) -> None:
    """Warn once, even if several kernels are affected."""
    warnings.warn(text, stacklevel=1)


def remove(place: Path) -> None:
    """Remove a file or folder, if possible."""
    with suppress(OSError):
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink()
