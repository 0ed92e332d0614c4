"""Hooks: functions that shared code calls and every game answers in its own way.

A hook is declared once, by a function with a docstring. A game names its answers with
`supply`; which game answers is seen by the record of the state, the first argument.
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

__all__ = ["Hooks", "hook", "hook_with_default", "supply"]

_BY_RECORD: dict[np.dtype, "Hooks"] = {}


class Hook(Callee):
    """A declared hook. Called, it runs the answer of the state's game."""

    def __init__(self, declaration: Callable, default: Rule | None = None) -> None:
        self.__name__ = declaration.__name__
        self.__doc__ = declaration.__doc__
        self.__module__ = declaration.__module__
        self.__wrapped__ = declaration  # where its definition and its parameters are found
        self.default = default

    def __call__(self, state: Any, *rest: Any) -> Any:
        """Run the plain Python version of the game's answer."""
        return self._answer(state.dtype)(state, *rest)

    def _answer(self, record: np.dtype) -> Rule:
        return _BY_RECORD[record].answers[self]

    @cached_property
    def _numba_type_(self) -> Any:
        """What numba asks for when compiled code names the hook."""
        from evenhand.simulate.compiling.backend import HookType

        return HookType(f"{self.__module__}.{self.__name__}", self._answer)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of what it is called with."""
        return parameters_of(self.__wrapped__)


def hook(declaration: Callable) -> Hook:
    """Declare a hook that every game has to answer."""
    return Hook(declaration)


def hook_with_default(declaration: Callable) -> Hook:
    """Declare a hook whose own body answers for the games that do not."""
    return Hook(declaration, Rule(declaration))


@dataclass(frozen=True)
class Hooks:
    """The answers of one game.

    Attributes
    ----------
    families : tuple of modules
        Where the hooks are declared.
    answers : mapping from Hook to Rule
        One for every hook of the families, the default where the game has none of its own.
    """

    families: tuple[ModuleType, ...]
    answers: Mapping[Hook, Rule]

    def serve(self, state_record: np.dtype) -> None:
        """Let these answers be the ones for states of a record.

        Raises
        ------
        UsageError
            If another game has the very same record: nothing would tell them apart.
        """
        if _BY_RECORD.setdefault(state_record, self) is not self:
            raise UsageError("two games have the same state record, so none can be told by it")


def supply(*families: ModuleType, **answers: Rule) -> Hooks:
    """Name a game's answers to the hooks that some modules declare.

    Parameters
    ----------
    *families : modules
        ``game_hooks``, and ``ability_hooks`` if cards have abilities.
    **answers : rule
        By the name of the hook, with its parameters.

    Raises
    ------
    UsageError
        If a hook without a default has no answer, an answer is to no hook, is no rule or
        has other parameters.
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
    found = {wanted: answers.get(name, wanted.default) for name, wanted in declared.items()}
    return Hooks(families, MappingProxyType({w: rule for w, rule in found.items() if rule}))


def check_answer(wanted: Hook, answer: Any) -> None:
    """Raise a UsageError if an answer is not a rule that can be called as the hook is.

    A parameter may have a name of its own, but not one that the hook has for another.
    """
    name, expected = wanted.__name__, wanted.parameters
    if not isinstance(answer, Rule):
        raise UsageError(f"the answer to the hook '{name}' is no rule", "put @rule above it")
    found = parameters_of(answer.py_func)
    moved = any(a != b and b in expected for a, b in zip(expected, found, strict=False))
    if len(found) != len(expected) or moved:
        raise UsageError(
            f"the answer to the hook '{name}': expected the parameters "
            f"({', '.join(expected)}), found ({', '.join(found)})"
        )


def parameters_of(function: Callable) -> tuple[str, ...]:
    """Return the names of a function's parameters."""
    return tuple(inspect.signature(function).parameters)
