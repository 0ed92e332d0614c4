"""The smallest edit that brings numbers into their bands: an integer programme."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

__all__ = ["Edit", "find_smallest_edit"]

Floats = NDArray[np.float64]
MISS = 1e3  # what a number outside its band costs, for each unit, against one card changed
EDGE = 3.0  # what a number costs that lies at the very edge of its band
NODES = 20_000  # of the search, after which the best edit so far is taken: up to 20 s, and no clock


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
    margins: Floats | None = None,
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
    margins : float array, shape (n_numbers,), optional
        How far inside their bands numbers had better be; nearer to the edge costs the more the
        nearer it is, but is no miss.

    Returns
    -------
    Edit
        The one that misses least and, of those, costs least.
    """
    n_numbers, n_levers = effects.shape
    n_cards = len(card_costs)
    near = np.zeros(n_numbers) if margins is None else margins
    # Variables: steps of levers, whether a card is changed, by how much each number misses its
    # band, and by how much it is too near to the edge.
    edge_costs = EDGE / np.maximum(near, 1e-9)
    cost = np.concatenate([step_costs, card_costs, np.full(n_numbers, MISS), edge_costs])
    misses = np.hstack([np.eye(n_numbers)] * 2)
    none = np.zeros((n_numbers, n_cards))
    limits = [
        LinearConstraint(np.hstack([effects, none, misses]), lb=bands[:, 0] + near - numbers),
        LinearConstraint(np.hstack([effects, none, -misses]), ub=bands[:, 1] - near - numbers),
    ]
    if n_levers:
        of_card = np.zeros((n_levers, n_cards))
        of_card[np.arange(n_levers), owners] = -most
        held = np.hstack([np.eye(n_levers), of_card, np.zeros((n_levers, 2 * n_numbers))])
        limits.append(LinearConstraint(held, ub=0))
    if most_cards is not None:
        counted = np.concatenate([np.zeros(n_levers), np.ones(n_cards), np.zeros(2 * n_numbers)])
        limits.append(LinearConstraint(counted, ub=most_cards))
    whole = np.concatenate([np.ones(n_levers + n_cards), np.zeros(2 * n_numbers)])
    upper = np.concatenate([most, np.ones(n_cards), np.full(n_numbers, np.inf), near])
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
