"""Records: fixed-size rows of small integers with named fields.

One game is one record, a card is one record, a batch is an array of records.
The same ``state.hand`` reads a field in compiled and in interpreted code.
"""

import keyword

import numpy as np

from evenhand.decks.problems import UsageError

__all__ = ["NOTHING", "check_field_name", "record"]

NOTHING = -1


def record(*fields: tuple) -> np.dtype:
    """Make a record type whose fields read as attributes at every level.

    Parameters
    ----------
    *fields : (name, type) or (name, type, shape)
        As for `numpy.dtype`; a type may itself be a record.

    Raises
    ------
    UsageError
        If a field has a name that rules could not read it by, or that another one has.
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
    """Refuse a name by which rules could not read a field of a record.

    Records of numpy have methods and properties of their own ("copy", "item"), which interpreted
    rules would read in the field's place.

    Raises
    ------
    UsageError
        With a name that would do.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        fitting = "_".join("".join(one if one.isalnum() else " " for one in name).split())
        usable = fitting.isidentifier() and not keyword.iskeyword(fitting)
        hint = f"for example {fitting if usable else 'own_' + fitting}"
        raise UsageError(f"{what} cannot be called '{name}': rules read it as a name", hint)
    if hasattr(np.record, name):
        raise UsageError(
            f"{what} cannot be called '{name}': records of numpy have that already",
            f"for example own_{name}",
        )
