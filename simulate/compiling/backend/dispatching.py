"""Numba types and dispatchers of rules, hooks and kernels."""

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core.datamodel import models, register_default
from numba.np.numpy_support import as_dtype

from evenhand.simulate.compiling.backend.caching import KernelCache
from evenhand.simulate.compiling.backend.compilers import KERNEL_OPTIONS, LOOP_OPTIONS, RULE_OPTIONS

__all__ = [
    "HookType",
    "RuleType",
    "dispatcher_of_kernel",
    "dispatcher_of_loop",
    "dispatcher_of_rule",
]

RuleType = types.Dispatcher


def dispatcher_of_kernel(function: Callable) -> Any:
    """Return a dispatcher that loads a kernel from disk, or compiles it, when called."""
    dispatcher = numba.njit(**KERNEL_OPTIONS)(function)
    dispatcher._cache = KernelCache(function)
    return dispatcher


def dispatcher_of_rule(function: Callable, of_many: Callable | None) -> Any:
    """Return the dispatcher of a rule, including its version for several words if any."""
    dispatcher = widen_integers(numba.njit(**RULE_OPTIONS)(function))
    if of_many:
        branch_on_tuple(dispatcher, widen_integers(numba.njit(**RULE_OPTIONS)(of_many)))
    return dispatcher


def dispatcher_of_loop(function: Callable) -> Any:
    """Return the dispatcher of a rule that is one long loop, optimised by itself, with vectors."""
    return numba.njit(**LOOP_OPTIONS)(function)


def widen_integers(dispatcher: Any) -> Any:
    """Pass all integers to a function as 64-bit integers.

    Fields have many sizes; so one version is compiled instead of one per combination.
    """
    resolve = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, keywords: resolve(
        tuple(map(widen_type, arguments)), keywords
    )
    return dispatcher


def widen_type(kind: Any) -> Any:
    """Return the type in which an argument is passed."""
    is_number = isinstance(kind, types.Integer) and kind.signed
    return types.int64 if is_number or isinstance(kind, types.IntEnumMember) else kind


def branch_on_tuple(dispatcher: Any, of_many: Any) -> None:
    """Redirect calls whose first argument is a tuple to another function."""
    template, overload_of = dispatcher.get_call_template, dispatcher.get_overload

    def choose(arguments: Any, of_one: Callable, of_tuple: Callable) -> Callable:
        return of_tuple if isinstance(arguments[0], types.UniTuple) else of_one

    dispatcher.get_call_template = lambda arguments, keywords: choose(
        arguments, template, of_many.get_call_template
    )(arguments, keywords)
    dispatcher.get_overload = lambda arguments: choose(
        arguments, overload_of, of_many.get_overload
    )(arguments)


class HookType(types.Callable, types.Dummy):  # type: ignore[misc]
    """The type of a hook; a call is a call of the implementation for the state's game."""

    def __init__(self, name: str, answer: Callable[[Any], Any]) -> None:
        self.answer = answer
        super().__init__(f"hook({name})")

    def get_call_type(self, context, arguments, keywords):
        """Return the signature of the game's implementation."""
        return self._rule(arguments).get_call_type(context, arguments, keywords)

    def get_call_signatures(self):
        """Return the signatures known in advance: none."""
        return (), True

    def get_impl_key(self, signature):
        """Return the game's implementation compiled for a signature."""
        return self._rule(signature.args).get_impl_key(signature)

    def _rule(self, arguments):
        return self.answer(as_dtype(arguments[0]))._numba_type_


register_default(HookType)(models.OpaqueModel)
