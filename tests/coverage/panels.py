"""Bots of a panel that all play alike: what is said of them by mistake."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from evenhand import analysis
from evenhand.analysis.data.panel import Panel
from evenhand.reports.bands import DECK_TOLERANCE, make_band
from evenhand.reports.panel_reach import Reach, judge_rows
from tests.coverage.duels import EDGE, Duel, by_threes, play
from tests.coverage.rows import Row, alarms, simulation

BOTS = ("novice", "heuristic", "search")


def gather_bots(rng: np.random.Generator, duel: Duel) -> Panel:
    """Let every bot play the same duels, with its own luck."""
    members = tuple(
        SimpleNamespace(bot=SimpleNamespace(name=bot), run=play(rng, duel, 3, by_threes))
        for bot in BOTS
    )
    panel: Any = SimpleNamespace(members=members, lead=members[1], steps=())
    return panel


@simulation({f"{n_pairs} pairs": {"duel": Duel(n_pairs, EDGE)} for n_pairs in (30, 200)})
def panels(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Three bots with whom a deck is on the edge of its band."""
    tables = [
        analysis.compare_bots(gather_bots(rng, duel), analysis.win_rates, ["deck"], "win_rate")
        for _ in range(repeats // 20)
    ]
    yield alarms("by bot: a deck that differs, of four", [one["differs"].any() for one in tables])
    band = make_band(0.5, DECK_TOLERANCE)
    verdicts = [dict(judge_rows(one, ["deck"], band)) for one in tables]
    found = [next(iter(one.values())) for one in verdicts]
    yield alarms("by bot: a deck on the edge is outside with all bots", [
        one.is_outside and one.reach is Reach.ALL for one in found
    ])  # fmt: skip
