"""A training made up in code, as `evenhand.training.summary` would measure it."""

from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.decks.card_face import CardFace
from evenhand.reports.training.result import Course, OpponentRow, Position, Sense, Training

__all__ = ["FACES", "make_training"]

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
FACES = [CardFace(name, {"hp": 300}, "Draw a card.") for name in ("Ember Lancer", "Ash Pup", LONG)]
TABLE = {
    "turn": 7,
    "player_1": {
        "life": 3, "charged": True, "hand": ["Ash Pup", LONG], "discard": ["Ash Pup"] * 14,
        "main": {"card": "Ember Lancer", "damage": 120, "energy": ["Ash Pup"], "stunned": False},
        "bench": [{"card": "Ash Pup", "damage": 0}], "lost": [],
        "lanes": {"left": {"card": "Ash Pup", "strength": 2}, "right": {}},
    },
    "player_2": {"life": 0, "hand": [], "main": {}, "bench": []},
}  # fmt: skip


def make_position(**given: Any) -> Position:
    """Make up a position."""
    usual = Position(
        ("cinder_rush", f"Der {LONG}"), 7, 0, "Main Phase", 5, f"play {LONG}", "charge", 0.9996,
        1e-9, TABLE,
    )  # fmt: skip
    return replace(usual, **given)


def make_doses(*senses: Sense) -> pd.DataFrame:
    """Make up doses, one for each sense."""
    rows = [
        ("cinder_rush", "Ember Lancer", "hp 300 \N{RIGHTWARDS ARROW} 330", 0.1, 300, -0.08, -0.12,
         -0.04, -0.01, -0.02, 0.0, sense.value)
        for sense in senses
    ]  # fmt: skip
    columns = ["deck", "card", "what", "share", "n_games", "gain", "gain_low", "gain_high",
               "played", "played_low", "played_high", "sense"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def make_training(**given: Any) -> Training:
    """Make up a training, with some fields as given."""
    curve = [
        {
            "minutes": minute, "games": 9_000 * minute, "decisions": 1_000_000 * minute,
            "win_rate": 0.5 + 0.02 * minute, "half_width": 0.015,
            "against": {"heuristic": [0.5 + 0.02 * minute, 0.015, 5_040],
                        "control": [0.55 + 0.015 * minute, 0.02, 2_520]},
        }
        for minute in range(1, 9)
    ]  # fmt: skip
    usual = Training(
        title="Made up", mode="constructed", file="made_up.npz", began_as="heuristic", seed=1,
        n_seats=2, minutes=8.0, n_games=72_000, n_decisions=8_000_000, curve=curve,
        course=Course(0.08, 0.06, 0.1, 4.0),
        opponents=[
            OpponentRow("heuristic", "the best by its weights", True, 0.66, 0.645, 0.675, 5_040),
            OpponentRow("control", "keeps what it has", False, 0.67, 0.65, 0.69, 2_520),
            OpponentRow("novice", "errs", True, 0.8, 0.78, 0.82, 2_520),
        ],
        doses=make_doses(Sense.LOSES, Sense.GAINS, Sense.OPEN), n_numbers=90, n_tried=1,
        no_doses="", positions=[make_position(), make_position(turn=0, seat=1)], n_asked=3_000,
        n_differ=1_200, display_names={"cinder_rush": "Cinder Rush"},
    )  # fmt: skip
    return replace(usual, **given)
