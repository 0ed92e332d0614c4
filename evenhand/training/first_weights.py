"""A sample of games, from which is read what numbers of a game's states and cards are usual."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenhand.simulate.bots.learned.cards import describe_cards
from evenhand.simulate.bots.learned.layout import EACH, Found, list_fields
from evenhand.simulate.bots.learned.shape import Weights
from evenhand.simulate.bots.learned.slots import UNITS
from evenhand.simulate.bots.learned.weights import Learned, make_shape
from evenhand.simulate.runs.batch import Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan

__all__ = ["begin_learned", "extend_learned", "sample_games"]

GAMES = 12  # of different matchups
MOST_TOLD = 6  # numbers of an array that each player has in use, for the table to be told by them
FIRST = 0.1  # size of the first, random weights
LEAD = 3.0  # of the answer by rules of thumb, as a logit; most menus have others with its score


def sample_games(plan: Plan) -> list[Trace]:
    """Play some games of different matchups by rules of thumb, and keep all of their states."""
    arrays = plan_arrays(plan)
    chunks = arrays.chunks
    state_record = plan.game.state_record(plan.n_seats)
    traces = []
    for chunk in chunks[:: -(-len(chunks) // GAMES)]:
        trace = Trace.blank(state_record)
        play(arrays, chunk, trace=trace)
        traces.append(Trace(0, trace.states[: trace.n].copy(), trace.steps[: trace.n].copy()))
    return traces


def begin_learned(plan: Plan, tau: int, rng: np.random.Generator) -> Learned:
    """Return a player that plays by rules of thumb, before it learns anything.

    Parameters
    ----------
    tau : int
        Points of score that count as a logit of 1; 0 to begin from nothing.
    rng : Generator
        Draws the weights that lead to the units; those that lead on from them are 0.
    """
    traces = sample_games(plan)
    ranges, constant, crowded = find_ranges(plan, traces)
    described = describe_cards(plan.pool, plan.game.pack_pool(plan.pool))
    columns = {
        name: float(np.abs(values).max())
        for name, values in sorted(described.items())
        if values.any()
    }
    nothing = Weights(*(np.zeros(0, np.float32),) * 4, tau)
    kinds = list_kinds(traces)
    learned = Learned(
        plan.game.name, ranges, constant, crowded, columns, kinds, nothing, {}, plan.n_seats
    )
    shape = make_shape(learned, plan.game, plan.pool, plan.n_seats)
    plain = rng.normal(0, FIRST, (shape.n_plain, UNITS)).astype(np.float32)
    size = (shape.n_zones, len(columns), UNITS)
    cards = rng.normal(0, FIRST / 3, size).astype(np.float32)
    plain[:, -1] = cards[..., -1] = 0
    plain[shape.favourite_row] = 0
    plain[shape.favourite_row, -1] = LEAD
    zeros = np.zeros(UNITS, np.float32)
    weights = Weights(plain, cards, zeros, zeros.copy(), tau)
    return replace(learned, weights=weights)


def extend_learned(former: Learned, begun: Learned) -> Learned:
    """Return a learned player with room for the cards and options that are new to it.

    Parameters
    ----------
    former : Learned
    begun : Learned
        What `begin_learned` returned, with the numbers of cards and the kinds of options of the
        games to come.
    """
    names = [name for name in begun.columns if name not in former.columns]
    kinds = tuple(kind for kind in begun.kinds if kind not in former.kinds)
    old, new = former.weights.cards, begun.weights.cards
    cards = np.concatenate([old[:-1], new[: len(kinds), :1].repeat(old.shape[1], 1), old[-1:]])
    at = [list(begun.columns).index(name) for name in names]
    cards = np.concatenate([cards, np.resize(new[:1, at], (len(cards), len(at), UNITS))], axis=1)
    return replace(
        former,
        columns={**former.columns, **{name: begun.columns[name] for name in names}},
        kinds=former.kinds + kinds,
        weights=replace(former.weights, cards=cards),
    )


def find_ranges(
    plan: Plan, traces: Sequence[Trace]
) -> tuple[dict[str, tuple[int, int]], tuple[str, ...], tuple[str, ...]]:
    """Return the lowest and highest value of each number, and which never change or are crowded.

    What lies behind the state's own memory is copied there when it is read, and counts as
    changing. Crowded are arrays with more than `MOST_TOLD` numbers in use by each player.
    """
    ranges: dict[str, tuple[int, int]] = {}
    in_use: Counter[str] = Counter()
    n_states = sum(len(trace.states) for trace in traces)
    changing: set[str] = set()
    size = traces[0].states.dtype.itemsize
    for found in list_fields(plan.game, traces[0].states.dtype):
        if found.offset >= size:
            changing.add(found.group)
            continue
        low, high = ranges.get(found.group, (0, 0))
        for values in read_values(traces, found):
            low, high = min(low, int(values.min())), max(high, int(values.max()))
            if (values[2:] != values[1:-1]).any():
                changing.add(found.group)
            if EACH in found.path:
                in_use[found.group] += int((values != 0).sum())
        ranges[found.group] = low, high
    most = MOST_TOLD * n_states * plan.n_seats
    crowded = tuple(sorted(name for name, count in in_use.items() if count > most))
    return ranges, tuple(sorted(ranges.keys() - changing)), crowded


def read_values(traces: Sequence[Trace], found: Found) -> Iterator[np.ndarray]:
    """Yield the values of a field in the states of each game."""
    for trace in traces:
        raw = trace.states.view(np.uint8).reshape(len(trace.states), -1)
        values = raw[:, found.offset : found.offset + found.dtype.itemsize]
        yield np.ascontiguousarray(values).view(found.dtype).ravel()


def list_kinds(traces: Sequence[Trace]) -> tuple[int, ...]:
    """List the kinds of options that were on offer with a card."""
    kinds: set[int] = set()
    for trace in traces:
        for step in trace.steps:
            actions: Any = step["actions"][: step["n"]]
            kinds |= {int(kind) for kind in actions["kind"][actions["copy_id"] >= 0]}
    return tuple(sorted(kinds))
