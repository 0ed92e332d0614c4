"""The one module that knows numba: decorators, hooks and the compile cache.

Rules are plain functions on records. Compiled, they run at native speed; with
``NUMBA_DISABLE_JIT=1`` the same source runs in the interpreter and is the
reference that the compiled code is tested against.

`rule`
    a function of the rules, compiled into whatever calls it.
`kernel`
    an entry point called from Python; it alone is kept in the on-disk cache.
`hook`
    a function that every game supplies in its own version. Generic code calls the
    hook, and the type of the state record picks the game, so the game loop and the
    bots are written once and specialised per game.
"""

import hashlib
import inspect
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload
from numba.np import arrayobj
from numba.np.unsafe.ndarray import to_fixed_tuple

__all__ = [
    "COMPILED", "as_words", "bit_count", "cache_folder", "hook", "kernel", "lowest_bit",
    "put_word", "register", "rule",
]  # fmt: skip

COMPILED = not numba.config.DISABLE_JIT
MONTH = 30 * 24 * 3600  # seconds
_BY_DTYPE: dict[np.dtype, dict[str, Callable]] = {}
_BY_TYPE: dict[Any, dict[str, Callable]] = {}


def _sources() -> Iterator[Path]:
    """All files whose text ends up in compiled code, games from other packages included."""
    package = Path(__file__).parents[2]
    yield from sorted((package / "decks").rglob("*.py"))
    yield from sorted((package / "simulate").rglob("*.py"))
    for entry in sorted(entry_points(group="evenhand.games"), key=lambda e: e.name):
        spec = find_spec(entry.module.partition(".")[0])
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            yield from sorted(Path(folder).rglob("*.py"))


@cache
def cache_folder() -> Path:
    """Where compiled code is kept, named by a hash of all it was made from.

    numba notices a change of the file that holds an entry point, but not of the
    files that it calls; a folder per source hash can never be stale.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    digest.update(f"boundscheck={numba.config.BOUNDSCHECK}".encode())
    for source in _sources():
        digest.update(source.read_bytes())
    name = digest.hexdigest()[:16]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evenhand"
    for place in (home, Path(tempfile.gettempdir()) / f"evenhand-{os.getuid()}"):
        folder = place / name
        try:
            if not folder.exists():
                _forget_old(place)
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="evenhand-"))


def _forget_old(place: Path) -> None:
    """Remove compiled code of other sources that nobody has used for a month."""
    for folder in place.glob("[0-9a-f]" * 16):
        if time.time() - folder.stat().st_mtime > MONTH:
            shutil.rmtree(folder, ignore_errors=True)


if COMPILED and not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = str(cache_folder())
# Rules have no loops over long arrays: looking for some costs a quarter of the compile time.
numba.config.LOOP_VECTORIZE = 0
numba.config.SLP_VECTORIZE = 0
# A rule is a few instructions, and calling it costs as many again: put far more of them into
# their callers than LLVM would (its own limit is 275).
if COMPILED:
    llvm.set_option("", "-inline-threshold=2500")

# Left to itself, numba optimises every function with all that it calls and makes machine
# code of the lot, on each level of calling anew. Two hundred small rules on top of each
# other then take a minute to compile, nearly all of it for code that nothing ever runs.
# So a rule's code is kept as it was written, and a kernel links together all it needs and
# is optimised once, as a whole. Both use the door that numba leaves open for it: a
# pipeline of one's own (`pipeline_class`) may bring its own code library.


class _RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one rule, waiting to be linked into kernels."""

    def finalize(self) -> None:
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Stand in for the machine code, which alone has a place for Python's constants."""
        return SimpleNamespace(set_env=lambda name, environment: None)


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel and, once each, of all rules under it."""

    def add_linking_library(self, library: Any) -> None:
        if library in self._linking_libraries:
            return
        super().add_linking_library(library)
        if isinstance(library, _RuleLibrary):
            for below in library._linking_libraries:
                self.add_linking_library(below)

    def _optimize_final_module(self) -> None:
        """Let LLVM know that nothing outside calls the rules, then optimise."""
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


def _counted_from_0(context, builder, kind, index, _size):
    return context.cast(builder, index, kind, types.intp)


class _PlainCompiler(Compiler):  # type: ignore[misc]
    """The usual steps, but an index below 0 does not count from the end: it is a mistake.

    With numba's bounds checks on, as in the tests, it is reported.
    """

    def compile_extra(self, function):
        usual = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _counted_from_0
        try:
            return super().compile_extra(function)
        finally:
            arrayobj.fix_integer_index = usual


class _RuleCompiler(_PlainCompiler):
    """The usual steps, ending in a `_RuleLibrary`."""

    def __init__(self, typing, target, _library, *rest):
        super().__init__(typing, target, _RuleLibrary(target.codegen(), "rule"), *rest)


class _KernelCompiler(_PlainCompiler):
    """The usual steps, ending in a `_KernelLibrary` that can be kept on disk."""

    def __init__(self, typing, target, _library, *rest):
        library = _KernelLibrary(target.codegen(), "kernel")
        library.enable_object_caching()
        super().__init__(typing, target, library, *rest)


# nogil: worker threads run side by side. error_model numpy: a division needs no check.
_OPTIONS = {"nogil": True, "error_model": "numpy"}
# Rules are called from compiled code only: the ways in from Python and C need not be built.
_INNER_OPTIONS = {
    **_OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _RuleCompiler,
}

kernel = numba.njit(cache=True, pipeline_class=_KernelCompiler, **_OPTIONS)


class Rule:
    """A function of the rules: native inside compiled code, plain Python outside.

    Compiled code that names it calls the compiled version. Called from Python it runs
    in the interpreter, with all rules below it: the reference, and a debugger's way in.
    """

    def __init__(self, function: Callable) -> None:
        """Hold both versions; nothing is compiled yet."""
        update_wrapper(self, function)
        self.py_func = function
        self._of_many: Rule | None = None
        if COMPILED:
            # kept here because numba's type holds it only weakly
            self._compiled = _widened(numba.njit(**_INNER_OPTIONS)(function))
            self._numba_type_ = types.Dispatcher(self._compiled)

    def __call__(self, *arguments: Any) -> Any:
        """Run the plain Python version."""
        if self._of_many and isinstance(arguments[0], tuple):
            return self._of_many.py_func(*arguments)
        return self.py_func(*arguments)

    def of_many(self, function: Callable) -> None:
        """Name the version for a first argument of several words, which is a tuple."""
        self._of_many = Rule(function)
        if COMPILED:
            _branched(self._compiled, self._of_many._compiled)


rule = Rule


def _widened(dispatcher: Any) -> Any:
    """Let all whole numbers reach a function as 64-bit integers.

    Fields have many sizes; this way one version is compiled and not one for each mix.
    """
    resolve = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, keywords: resolve(
        tuple(map(_wide, arguments)), keywords
    )
    return dispatcher


def _branched(dispatcher: Any, of_many: Any) -> None:
    """Let a call whose first argument is a tuple go to another function."""
    template, overload_of = dispatcher.get_call_template, dispatcher.get_overload

    def chosen(arguments: Any, one: Callable, other: Callable) -> Callable:
        return other if isinstance(arguments[0], types.UniTuple) else one

    dispatcher.get_call_template = lambda arguments, keywords: chosen(
        arguments, template, of_many.get_call_template
    )(arguments, keywords)
    dispatcher.get_overload = lambda arguments: chosen(
        arguments, overload_of, of_many.get_overload
    )(arguments)


def _wide(kind: Any) -> Any:
    is_number = isinstance(kind, types.Integer) and kind.signed
    return types.int64 if is_number or isinstance(kind, types.IntEnumMember) else kind


def hook(declaration: Callable) -> Callable:
    """Turn a declaration into a function that runs the version of the state's game."""
    name = declaration.__name__

    def run(state, *rest):
        return _BY_DTYPE[state.dtype][name](state, *rest)

    def pick(state, *rest):
        return _BY_TYPE[state][name].py_func

    run.__name__ = run.__qualname__ = name
    run.__doc__ = declaration.__doc__
    if COMPILED:
        pick.__signature__ = inspect.signature(declaration)  # type: ignore[attr-defined]
        overload(run, strict=False, jit_options=_INNER_OPTIONS)(pick)
    return run


def register(state_record: np.dtype, versions: dict[str, Callable]) -> None:
    """Name the versions of all hooks that serve states of this record."""
    _BY_DTYPE[state_record] = versions
    if COMPILED:
        _BY_TYPE[numba.from_dtype(state_record)] = versions


# Two machine instructions on 64-bit words, each with its meaning in plain Python.


def lowest_bit(word):
    """Return the position of the lowest set bit of a word that is not 0."""
    word = int(word)
    return np.int64((word & -word).bit_length() - 1)


def bit_count(word):
    """Count the set bits of a non-negative word."""
    return np.int64(int(word).bit_count())


def as_words(field):
    """Return a field of several words as a tuple, one of a single word as that."""
    return np.int64(field[0]) if len(field) == 1 else tuple(map(np.int64, field))


def put_word(words, number, word):
    """Return a tuple of words with one of them changed."""
    return (*words[:number], np.int64(word), *words[number + 1 :])


@intrinsic
def _cttz(_context, word):  # pragma: no cover - compiled only
    def emit(context, builder, _signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), emit


@intrinsic
def _ctpop(_context, word):  # pragma: no cover - compiled only
    def emit(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), emit


@overload(as_words, jit_options=_INNER_OPTIONS)
def _compiled_as_words(field):
    (n_words,) = field.shape
    if n_words == 1:
        return lambda field: field[0]
    return lambda field: to_fixed_tuple(field, n_words)


@overload(put_word, jit_options=_INNER_OPTIONS)
def _compiled_put_word(words, number, word):
    return lambda words, number, word: tuple_setitem(words, number, word)


@overload(lowest_bit, jit_options=_INNER_OPTIONS)
def _compiled_lowest_bit(word):
    return lambda word: _cttz(word)


@overload(bit_count, jit_options=_INNER_OPTIONS)
def _compiled_bit_count(word):
    return lambda word: _ctpop(word)
