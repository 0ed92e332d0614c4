"""Functions that share choices: each shows them in its signature and its docstring.

The choices are declared once, in `evenhand.inputs.front_door_choices`, and taken as ``**given``
with `typing.Unpack`, which type checkers read. People, notebooks and the reference read signatures.
"""

import inspect
import re
from collections.abc import Callable
from functools import cache, wraps
from inspect import Parameter, Signature
from typing import ParamSpec, TypeVar, cast, get_args, get_type_hints

from evenhand.decks.file_cache import cache_files
from evenhand.inputs.front_door_choices import Choices, Given, list_defaults

__all__ = ["front_door"]

Asked = ParamSpec("Asked")
Answered = TypeVar("Answered")

GIVEN = re.compile(r"^\*\*given\n(?: +.*\n)*", re.MULTILINE)
FIELD = re.compile(r"^(\w+) : .*\n(?: +.*\n?)+", re.MULTILINE)


def front_door(function: Callable[Asked, Answered]) -> Callable[Asked, Answered]:
    """Show every choice in a function's signature, and read each file once while it runs.

    Raises
    ------
    TypeError
        When the function is called with a keyword that it does not have.
    """
    signature, text = inspect.signature(function), inspect.getdoc(function)
    if choices := find_choices(signature):
        signature = spread_signature(signature, choices)
        text = spread_docstring(text, choices) if text else None

    @wraps(function)
    def call(*args: Asked.args, **kwargs: Asked.kwargs) -> Answered:
        try:
            signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{function.__name__}() {error}") from None
        with cache_files():
            return function(*args, **kwargs)

    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__doc__ = text
    return call


def find_choices(signature: Signature) -> type | None:
    """Return the choices that a signature takes as ``**given``, if it takes any."""
    parameters = list(signature.parameters.values())
    if not parameters or parameters[-1].kind is not Parameter.VAR_KEYWORD:
        return None
    (choices,) = get_args(parameters[-1].annotation)
    return cast(type, choices)


def spread_signature(signature: Signature, choices: type) -> Signature:
    """Return a signature with a parameter for each choice in the place of ``**given``."""
    *own, _ = signature.parameters.values()
    return signature.replace(parameters=[*own, *list_parameters(choices)])


@cache
def list_parameters(choices: type) -> list[Parameter]:
    """Return a parameter of a signature for each choice."""
    hints, defaults = get_type_hints(choices), list_defaults(choices)
    return [
        Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name], annotation=hints[name])
        for name in list_names(choices)
    ]


def spread_docstring(text: str, choices: type) -> str:
    """Return a docstring with what is said of each choice in the place of ``**given``."""
    entries = "".join(describe_choices()[name] for name in list_names(choices))
    return GIVEN.sub(lambda _: entries, text + "\n").rstrip()


@cache
def describe_choices() -> dict[str, str]:
    """Return what a docstring says of each choice in a signature, its type included."""
    return {
        found[1]: found[0].rstrip() + "\n"
        for declared in (Choices, Given)
        for found in FIELD.finditer(inspect.getdoc(declared) or "")
    }


def list_names(choices: type) -> list[str]:
    """Return the names of the choices in a signature: what is played on first."""
    first = ("game", "cards", "decks", "bots")
    names = list(list_defaults(choices))
    return [*(name for name in first if name in names), *(n for n in names if n not in first)]
