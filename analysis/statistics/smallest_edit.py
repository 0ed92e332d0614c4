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
MISS = 1e3  # cost per unit by which a number misses its band, large compared with other costs
LEAST_WIDTH = 1e-6  # narrower zones are ignored
STDOUT = 1
NODES = 20_000  # limit of the search, up to 20 s; not a time limit, so that results repeat


class Zone(NamedTuple):
    """A margin inside both edges of each band, in which an edit's numbers incur a cost.

    Attributes
    ----------
    widths : float array, shape (n_numbers,)
    cost : float
        Cost of a number at the outer side of the zone; inside it, in proportion.
    """

    widths: Floats
    cost: float


class Edit(NamedTuple):
    """The smallest edit and its expected result.

    Attributes
    ----------
    steps : int array, shape (n_levers,)
        Steps of each lever.
    numbers : float array, shape (n_numbers,)
        Expected values after the edit.
    missed : float array, shape (n_numbers,)
        Distance of each expected value from its band; 0 inside.
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
    is_rule: NDArray[np.bool_] | None = None,
) -> Edit:
    """Find the smallest edit: whole steps of levers that bring numbers into their bands.

    Parameters
    ----------
    numbers : float array, shape (n_numbers,)
        Values before the edit.
    bands : float array, shape (n_numbers, 2)
        Low and high ends; infinite for an open end.
    effects : float array, shape (n_numbers, n_levers)
        Change of a number by one step of a lever; effects are assumed to add.
    most : int array, shape (n_levers,)
        Maximum number of steps of each lever.
    owners : int array, shape (n_levers,)
        The card that each lever belongs to, 0 .. n_cards - 1.
    card_costs : float array, shape (n_cards,)
        Cost of changing a card at all.
    step_costs : float array, shape (n_levers,)
        Cost of one step.
    most_cards : int, optional
        Maximum number of changed cards. Default: no limit.
    zones : sequence of Zone
        Margins inside the bands, from the edges inwards, in descending order of cost.
    is_rule : bool array, shape (n_cards,), optional
        Owners that are rule options: each of their levers is one value, so that only one step
        of them all is taken; they do not count as cards. Default: none.

    Returns
    -------
    Edit
        The edit with the smallest misses and, among those, the least cost.

    Raises
    ------
    ValueError
        If the solver finds no edit.
    """
    n_numbers, n_levers = effects.shape
    n_cards = len(card_costs)
    is_rule = np.zeros(n_cards, bool) if is_rule is None else is_rule
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
    for rule in np.flatnonzero(is_rule):
        of_rule = np.concatenate([owners == rule, np.zeros(n_cards + n_misses)])
        limits.append(LinearConstraint(of_rule, ub=1))
    if most_cards is not None:
        counted = np.concatenate([np.zeros(n_levers), ~is_rule, np.zeros(n_misses)])
        limits.append(LinearConstraint(counted, ub=most_cards))
    whole = np.concatenate([np.ones(n_levers + n_cards), np.zeros(n_misses)])
    upper = np.concatenate([most, np.ones(n_cards), np.full(n_numbers, np.inf), near.ravel()])
    with mute_stdout():
        solution = milp(
            cost, integrality=whole, bounds=Bounds(0, upper), constraints=limits,
            options={"node_limit": NODES},
        )  # fmt: skip
    if solution.x is None:
        raise ValueError(f"no edit was found: {solution.message}")
    steps = np.rint(solution.x[:n_levers]).astype(np.int64)
    expected = numbers + effects @ steps
    missed = np.maximum(np.maximum(bands[:, 0] - expected, expected - bands[:, 1]), 0)
    return Edit(steps, expected, missed)


@contextmanager
def mute_stdout() -> Iterator[None]:
    """Mute standard output: HiGHS bypasses Python and writes a line about hard numbers."""
    sys.stdout.flush()
    kept, nowhere = os.dup(STDOUT), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDOUT)
        yield
    finally:
        os.dup2(kept, STDOUT)
        os.close(kept)
        os.close(nowhere)
