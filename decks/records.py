"""Record types: fixed-size rows of small integers with named fields.

A game's state is one record, a card is one record, and a batch is an array of records.
``state.hand`` reads a field in compiled and in interpreted code alike.
"""

import keyword

import numpy as np

from evenhand.decks.problems import UsageError

__all__ = ["NOTHING", "check_field_name", "record"]

NOTHING = -1


def record(*fields: tuple) -> np.dtype:
    """Make a record type whose fields are attributes at every level.

    Parameters
    ----------
    *fields : (name, type) or (name, type, shape)
        As for `numpy.dtype`; a type may be a record type.

    Raises
    ------
    UsageError
        If a field's name is not a usable attribute name, or is a duplicate.
    """
    names: set[str] = set()
    for name, *_ in fields:
        check_field_name("a field of a record", name)
        if name in names:
            raise UsageError(
                f"two fields of a record are called '{name}'", f"for example {name} and own_{name}"
            )
        names.add(name)
    return np.dtype((np.record, list(fields)))


def check_field_name(what: str, name: str) -> None:
    """Raise unless rules can read a field of a record by this name.

    Records of numpy have attributes of their own ("copy", "item"), which interpreted rules would
    read instead of the field.

    Raises
    ------
    UsageError
        With a suggested name.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        words = "".join(letter if letter.isalnum() else " " for letter in name).split()
        fitting = "_".join(words)
        usable = fitting.isidentifier() and not keyword.iskeyword(fitting)
        hint = f"for example {fitting if usable else 'own_' + fitting}"
        raise UsageError(f"{what} cannot be called '{name}': rules read it as a name", hint)
    if hasattr(np.record, name):
        raise UsageError(
            f"{what} cannot be called '{name}': records of numpy have that already",
            f"for example own_{name}",
        )
