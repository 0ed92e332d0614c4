"""Hooks: functions that shared code calls and every game implements.

A hook is declared once, by a function with a docstring. A game names its implementations (the
answers) with `supply`. The record type of the state, the first argument, selects the game.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.simulate.compiling.decorators import Callee, Rule
from evenhand.simulate.compiling.sources import MODULES_BY_RECORD

__all__ = ["Hooks", "hook", "hook_with_default", "supply"]

_BY_RECORD: dict[np.dtype, "Hooks"] = {}


class Hook(Callee):
    """A declared hook; a call runs the implementation of the state's game."""

    def __init__(self, declaration: Callable, default: Rule | None = None) -> None:
        self.__name__ = declaration.__name__
        self.__doc__ = declaration.__doc__
        self.__module__ = declaration.__module__
        self.__wrapped__ = declaration  # for `inspect`: its source and its parameters
        self.default = default

    def __call__(self, state: Any, *rest: Any) -> Any:
        """Run the plain Python version of the game's implementation."""
        return self._answer(state.dtype)(state, *rest)

    def _answer(self, record: np.dtype) -> Rule:
        return _BY_RECORD[record].answers[self]

    @cached_property
    def _numba_type_(self) -> Any:
        """The type that numba reads when compiled code uses the hook."""
        from evenhand.simulate.compiling.backend import HookType

        return HookType(f"{self.__module__}.{self.__name__}", self._answer)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of its parameters."""
        return parameters_of(self.__wrapped__)


def hook(declaration: Callable) -> Hook:
    """Declare a hook that every game must implement."""
    return Hook(declaration)


def hook_with_default(declaration: Callable) -> Hook:
    """Declare a hook whose body is the default implementation."""
    return Hook(declaration, Rule(declaration))


@dataclass(frozen=True)
class Hooks:
    """The hook implementations of one game.

    Attributes
    ----------
    families : tuple of modules
        Modules that declare the hooks.
    answers : mapping from Hook to Rule
        One for every hook of the families: the game's own or the default.
    """

    families: tuple[ModuleType, ...]
    answers: Mapping[Hook, Rule]

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """Names of the modules of all implementations, sorted."""
        return tuple(sorted({answer.__module__ for answer in self.answers.values()}))

    def serve(self, state_record: np.dtype) -> None:
        """Register these implementations for states of a record type.

        Raises
        ------
        UsageError
            If another game has an equal record type, which would be ambiguous.
        """
        if _BY_RECORD.setdefault(state_record, self) is not self:
            raise UsageError("two games have the same state record, so none can be told by it")
        MODULES_BY_RECORD[state_record] = self.modules


def supply(*families: ModuleType, **answers: Rule) -> Hooks:
    """Collect a game's implementations of the hooks that some modules declare.

    Parameters
    ----------
    *families : modules
        ``game_hooks``, and ``ability_hooks`` if cards have abilities.
    **answers : rule
        Implementations by the name of the hook, with its parameters.

    Raises
    ------
    UsageError
        If a hook without a default is not implemented, or an answer is for an unknown hook,
        is not a rule, or has other parameters.
    """
    declared = {
        name: value
        for family in families
        for name, value in vars(family).items()
        if isinstance(value, Hook)
    }
    for name, answer in answers.items():
        if name not in declared:
            raise UsageError(f"there is no hook '{name}'", did_you_mean(name, declared))
        check_answer(declared[name], answer)
    for name, wanted in declared.items():
        if wanted.default is None and name not in answers:
            call = f"{name}({', '.join(wanted.parameters)})"
            raise UsageError(f"the hook '{name}' has no answer", f"supply a rule {call}")
    rules = {wanted: answers.get(name, wanted.default) for name, wanted in declared.items()}
    return Hooks(families, MappingProxyType({w: rule for w, rule in rules.items() if rule}))


def check_answer(wanted: Hook, answer: Any) -> None:
    """Raise a UsageError unless an answer is a rule with the parameters of the hook.

    A parameter may have another name, but not the name of another parameter of the hook.
    """
    name, expected = wanted.__name__, wanted.parameters
    if not isinstance(answer, Rule):
        raise UsageError(f"the answer to the hook '{name}' is no rule", "put @rule above it")
    given = parameters_of(answer.py_func)
    moved = any(a != b and b in expected for a, b in zip(expected, given, strict=False))
    if len(given) != len(expected) or moved:
        raise UsageError(
            f"the answer to the hook '{name}': expected the parameters "
            f"({', '.join(expected)}), found ({', '.join(given)})"
        )


def parameters_of(function: Callable) -> tuple[str, ...]:
    """Return the names of a function's parameters."""
    return tuple(inspect.signature(function).parameters)
