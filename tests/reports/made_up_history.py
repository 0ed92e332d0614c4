"""A history that nobody played, for tests of its page."""

from pathlib import Path

import pandas as pd

from evenhand.analysis.data.input_changes import Change
from evenhand.reports.history.result import NOW, History, StateInfo

__all__ = ["DECKS", "make_history", "make_row"]

DECKS = ("ember_rush", "tide", "late_comer")
COLUMNS = ["deck", "before", "after", "change", "change_low", "change_high", "n_pairs", "is_jump"]


def make_row(
    state: int, deck: str, rate: float, before: float | None = None, half: float = 0.01
) -> dict[str, object]:
    """Make a row of the table of win rates; `half` is half of each interval."""
    change = float("nan") if before is None else rate - before
    return {
        "state": state, "deck": deck, "n_games": 2_000, "win_rate": rate,
        "win_rate_low": rate - half, "win_rate_high": rate + half,
        "before": float("nan") if before is None else before, "after": rate, "change": change,
        "change_low": change - half, "change_high": change + half, "n_pairs": 1_000,
        "is_jump": abs(change) > half,
    }  # fmt: skip


def make_card_row(
    state: int, card: str, rate: float, before: float = float("nan")
) -> dict[str, object]:
    """Make a row of the table of cards in hand."""
    change = rate - before
    return {
        "state": state, "card": card, "copies": 900, "win_rate": rate, "win_rate_low": rate - 0.01,
        "win_rate_high": rate + 0.01, "before": before, "change": change,
        "change_low": change - 0.02, "change_high": change + 0.02, "is_jump": abs(change) > 0.02,
    }  # fmt: skip


def make_history(rows: list[dict[str, object]] | None = None, name: str = "") -> History:
    """Make a history of four states, of which one cannot be played; `name` stands everywhere."""
    first, second, third = (name and f"{name}{n}" for n in range(3))
    decks = [first or DECKS[0], second or DECKS[1], third or DECKS[2]]
    card = name or "Ember Lancer"
    change = Change("card", card, "hp", "320", "600")
    states = [
        StateInfo("1a2b3c4", "2030-01-01", name or "First cards"),
        StateInfo("2b3c4d5", "2030-01-02", name or "A slip",
                  name or "cards.csv:3: expected a number"),
        StateInfo("3c4d5e6", "2030-01-03", name or "Buff the Lancer", changes=(change,),
                  places={("card", card): "cards.csv:4"}),
        StateInfo(NOW, changes=(Change("deck", decks[2], "", "", "played"),)),
    ]  # fmt: skip
    rows = rows or [
        make_row(0, decks[0], 0.5), make_row(0, decks[1], 0.5),
        make_row(2, decks[0], 0.6, 0.5), make_row(2, decks[1], 0.4, 0.5),
        make_row(3, decks[0], 0.6, 0.6), make_row(3, decks[1], 0.4, 0.4),
        make_row(3, decks[2], 0.5),
    ]  # fmt: skip
    overall = [make_row(0, decks[0], 0.6, 0.5), make_row(0, decks[1], 0.4, 0.5)]
    return History(
        title="Made up",
        mode="constructed",
        bot="heuristic",
        seed=1,
        states=states,
        table=pd.DataFrame(rows),
        overall=pd.DataFrame(overall)[COLUMNS],
        cards={(2, decks[0]): frozenset({card})},
        card_rates=pd.DataFrame([make_card_row(0, card, 0.52), make_card_row(2, card, 0.64, 0.52)]),
        runs={state: Path(f"runs/history/{state}") for state in (0, 2, 3)},
        display_names={decks[0]: name} if name else {},
        titles={decks[0]: name or "Ember Rush"},
        notes=(name or "2 commits changed nothing that affects games, and are not shown",),
    )
