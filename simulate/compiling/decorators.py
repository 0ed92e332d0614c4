"""The decorators of rules and kernels, which compile on the first call."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from threading import Lock
from types import MethodType
from typing import Any

__all__ = ["COMPILED", "Callee", "kernel", "loop_rule", "rule"]

COMPILED = not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)


class Callee:
    """Base of objects that replace a function, and behave like one in `help` and as a method."""

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Bind to an object, as a function would."""
        return self if instance is None else MethodType(self, instance)  # type: ignore[arg-type]


class Rule(Callee):
    """A function of the rules: native inside compiled code, plain Python outside.

    Compiled code that names it calls the compiled version. Called from Python it runs
    in the interpreter, with all rules below it: the reference, and a debugger's way in.
    """

    def __init__(self, function: Callable) -> None:
        """Store the function; it is compiled later."""
        update_wrapper(self, function)
        self.py_func = function
        self._of_many: Callable | None = None
        self._replacement: Callable | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Run the plain Python version."""
        if self._replacement:
            return self._replacement(*arguments)
        if self._of_many and isinstance(arguments[0], tuple):
            return self._of_many(*arguments)
        return self.py_func(*arguments)

    @contextmanager
    def replaced_by(self, function: Callable) -> Iterator[None]:
        """Replace the function in the interpreter until the block ends; not in compiled code."""
        self._replacement = function
        try:
            yield
        finally:
            self._replacement = None

    def of_many(self, function: Callable) -> None:
        """Set the version for a first argument of several words, a tuple."""
        self._of_many = function

    @cached_property
    def _dispatcher(self) -> Any:
        """The numba dispatcher, kept here because numba's type references it weakly."""
        from evenhand.simulate.compiling.backend import dispatcher_of_rule

        return dispatcher_of_rule(self.py_func, self._of_many)

    @cached_property
    def _numba_type_(self) -> Any:
        """The type that numba reads when compiled code uses the rule."""
        from evenhand.simulate.compiling.backend import RuleType

        return RuleType(self._dispatcher)


class Kernel(Callee):
    """An entry point from Python into compiled rules, kept in the on-disk cache."""

    def __init__(self, function: Callable) -> None:
        """Store the function; it is compiled later."""
        update_wrapper(self, function)
        self.py_func = function
        self._lock = Lock()

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled version; the first call loads or compiles it.

        Raises
        ------
        InputError
            If a rule of a game cannot be compiled: with file, line and reason.
        """
        if not COMPILED:
            return self.py_func(*arguments)
        from evenhand.simulate.compiling.backend import explaining_errors

        with explaining_errors():
            return self._dispatcher(*arguments)

    @property
    def signatures(self) -> list[Any]:
        """The argument types for which it is compiled."""
        return list(self._dispatcher.signatures)

    @property
    def _dispatcher(self) -> Any:
        with self._lock:
            return self._compiled

    @cached_property
    def _compiled(self) -> Any:
        from evenhand.simulate.compiling.backend import dispatcher_of_kernel

        return dispatcher_of_kernel(self.py_func)


class LoopRule(Rule):
    """A rule of a long loop over arrays, optimised by itself with numba's usual passes."""

    @cached_property
    def _dispatcher(self) -> Any:
        from evenhand.simulate.compiling.backend import dispatcher_of_loop

        return dispatcher_of_loop(self.py_func)


rule = Rule
loop_rule = LoopRule
kernel = Kernel
