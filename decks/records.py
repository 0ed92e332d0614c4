"""Records: fixed-size rows of small integers with named fields.

One game is one record, a card is one record, a batch is an array of records.
The same ``state.hand`` reads a field in compiled and in interpreted code.
"""

import numpy as np

__all__ = ["NOTHING", "record"]

NOTHING = -1


def record(*fields: tuple) -> np.dtype:
    """Make a record type whose fields read as attributes at every level.

    Parameters
    ----------
    *fields : (name, type) or (name, type, shape)
        As for `numpy.dtype`; a type may itself be a record.

    Raises
    ------
    ValueError
        If a field has the name of a method or property of numpy records ("copy",
        "base"), which interpreted code would read in its place.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"a record field cannot be named '{name}'")
    return np.dtype((np.record, list(fields)))
