"""The smallest edit that brings numbers into their bands: an integer programme."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

__all__ = ["Edit", "Zone", "find_smallest_edit"]

Floats = NDArray[np.float64]
MISS = 1e3  # what a number outside its band costs, for each unit, against one card changed
LEAST_WIDTH = 1e-6  # below which there is no zone
STDOUT = 1
NODES = 20_000  # of the search, after which the best edit so far is taken: up to 20 s, and no clock


class Zone(NamedTuple):
    """A part of each band, along both of its edges, that numbers had better stay out of.

    Attributes
    ----------
    widths : float array, shape (n_numbers,)
    cost : float
        Of a number that lies on the outer side of it; on the way there, by the share.
    """

    widths: Floats
    cost: float


class Edit(NamedTuple):
    """What to change.

    Attributes
    ----------
    steps : int array, shape (n_levers,)
        Of each lever.
    numbers : float array, shape (n_numbers,)
        As they are expected to be then.
    missed : float array, shape (n_numbers,)
        By how much each is still outside its band.
    """

    steps: NDArray[np.int64]
    numbers: Floats
    missed: Floats


def find_smallest_edit(
    numbers: Floats,
    bands: Floats,
    effects: Floats,
    most: NDArray[np.int64],
    owners: NDArray[np.int64],
    card_costs: Floats,
    step_costs: Floats,
    most_cards: int | None = None,
    zones: Sequence[Zone] = (),
) -> Edit:
    """Find whole steps of levers that bring numbers into their bands at the least cost.

    Parameters
    ----------
    numbers : float array, shape (n_numbers,)
        As they are.
    bands : float array, shape (n_numbers, 2)
        Low and high ends; infinite where there is none.
    effects : float array, shape (n_numbers, n_levers)
        By how much a step of a lever moves a number; levers are taken to add up.
    most : int array, shape (n_levers,)
        Steps that each may take.
    owners : int array, shape (n_levers,)
        The card that a lever belongs to, from 0 on.
    card_costs : float array, shape (n_cards,)
        Of changing a card at all.
    step_costs : float array, shape (n_levers,)
        Of one step.
    most_cards : int, optional
        That may be changed.
    zones : sequence of Zone
        How far inside their bands numbers had better be, from the edges inwards, the dearest
        first.

    Returns
    -------
    Edit
        The one that misses least and, of those, costs least.
    """
    n_numbers, n_levers = effects.shape
    n_cards = len(card_costs)
    near = np.array([zone.widths for zone in zones]).reshape(len(zones), n_numbers)
    near_costs = [zone.cost / np.where(zone.widths > LEAST_WIDTH, zone.widths, 1) for zone in zones]
    n_misses = (1 + len(zones)) * n_numbers
    # Variables: steps of levers, whether a card is changed, by how much each number misses its
    # band, and by how much it is too near to the edge, zone by zone.
    cost = np.concatenate([step_costs, card_costs, np.full(n_numbers, MISS), *near_costs])
    misses = np.hstack([np.eye(n_numbers)] * (1 + len(zones)))
    none = np.zeros((n_numbers, n_cards))
    inner = bands + np.outer(near.sum(axis=0), [1, -1])
    limits = [
        LinearConstraint(np.hstack([effects, none, misses]), lb=inner[:, 0] - numbers),
        LinearConstraint(np.hstack([effects, none, -misses]), ub=inner[:, 1] - numbers),
    ]
    if n_levers:
        of_card = np.zeros((n_levers, n_cards))
        of_card[np.arange(n_levers), owners] = -most
        held = np.hstack([np.eye(n_levers), of_card, np.zeros((n_levers, n_misses))])
        limits.append(LinearConstraint(held, ub=0))
    if most_cards is not None:
        counted = np.concatenate([np.zeros(n_levers), np.ones(n_cards), np.zeros(n_misses)])
        limits.append(LinearConstraint(counted, ub=most_cards))
    whole = np.concatenate([np.ones(n_levers + n_cards), np.zeros(n_misses)])
    upper = np.concatenate([most, np.ones(n_cards), np.full(n_numbers, np.inf), near.ravel()])
    with muted():
        found = milp(
            cost, integrality=whole, bounds=Bounds(0, upper), constraints=limits,
            options={"node_limit": NODES},
        )  # fmt: skip
    if found.x is None:
        raise ValueError(f"no edit was found: {found.message}")
    steps = np.rint(found.x[:n_levers]).astype(np.int64)
    then = numbers + effects @ steps
    missed = np.maximum(np.maximum(bands[:, 0] - then, then - bands[:, 1]), 0)
    return Edit(steps, then, missed)


@contextmanager
def muted() -> Iterator[None]:
    """Mute standard output: HiGHS writes a line there, past Python, where numbers are hard."""
    sys.stdout.flush()
    kept, nowhere = os.dup(STDOUT), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDOUT)
        yield
    finally:
        os.dup2(kept, STDOUT)
        os.close(kept)
        os.close(nowhere)
