"""Numba types and dispatchers of rules, hooks and kernels."""

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core.datamodel import models, register_default
from numba.np.numpy_support import as_dtype

from evenhand.simulate.compiling.backend.caching import KernelCache
from evenhand.simulate.compiling.backend.compilers import KERNEL_OPTIONS, RULE_OPTIONS

__all__ = ["HookType", "RuleType", "dispatcher_of_kernel", "dispatcher_of_rule"]

RuleType = types.Dispatcher


def dispatcher_of_kernel(function: Callable) -> Any:
    """Return a dispatcher that loads a kernel from disk, or compiles it, when called."""
    dispatcher = numba.njit(**KERNEL_OPTIONS)(function)
    dispatcher._cache = KernelCache(function)
    return dispatcher


def dispatcher_of_rule(function: Callable, of_many: Callable | None) -> Any:
    """Return the dispatcher of a rule, including its version for several words if any."""
    dispatcher = widened(numba.njit(**RULE_OPTIONS)(function))
    if of_many:
        branch(dispatcher, widened(numba.njit(**RULE_OPTIONS)(of_many)))
    return dispatcher


def widened(dispatcher: Any) -> Any:
    """Pass all integers to a function as 64-bit integers.

    Fields have many sizes; so one version is compiled instead of one per combination.
    """
    resolve = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, keywords: resolve(
        tuple(map(wide, arguments)), keywords
    )
    return dispatcher


def wide(kind: Any) -> Any:
    """Return the type in which an argument is passed."""
    is_number = isinstance(kind, types.Integer) and kind.signed
    return types.int64 if is_number or isinstance(kind, types.IntEnumMember) else kind


def branch(dispatcher: Any, of_many: Any) -> None:
    """Redirect calls whose first argument is a tuple to another function."""
    template, overload_of = dispatcher.get_call_template, dispatcher.get_overload

    def chosen(arguments: Any, one: Callable, other: Callable) -> Callable:
        return other if isinstance(arguments[0], types.UniTuple) else one

    dispatcher.get_call_template = lambda arguments, keywords: chosen(
        arguments, template, of_many.get_call_template
    )(arguments, keywords)
    dispatcher.get_overload = lambda arguments: chosen(
        arguments, overload_of, of_many.get_overload
    )(arguments)


class HookType(types.Callable, types.Dummy):  # type: ignore[misc]
    """The type of a hook: a call of it is a call of the rule that answers for the state's game."""

    def __init__(self, name: str, answer: Callable[[Any], Any]) -> None:
        self.answer = answer
        super().__init__(f"hook({name})")

    def get_call_type(self, context, arguments, keywords):
        """Return the signature of the game's answer."""
        return self._rule(arguments).get_call_type(context, arguments, keywords)

    def get_call_signatures(self):
        """Return the signatures that are known beforehand: none."""
        return (), True

    def get_impl_key(self, signature):
        """Return the game's answer as compiled for a signature."""
        return self._rule(signature.args).get_impl_key(signature)

    def _rule(self, arguments):
        return self.answer(as_dtype(arguments[0]))._numba_type_


register_default(HookType)(models.OpaqueModel)
