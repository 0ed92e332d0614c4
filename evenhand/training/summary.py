"""What is to be said of a training that is over: how strong its player is, and how it plays."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.reports.training.result import OpponentRow, Training
from evenhand.training.doses import can_raise, list_numbers, try_doses
from evenhand.training.opponents import Opponent
from evenhand.training.other_answers import find_other_answers
from evenhand.training.self_play import Strength
from evenhand.training.strength_curve import find_course
from evenhand.training.trainer import Trainer

__all__ = ["summarize_training"]

SHARE, LONGEST = 0.25, 120.0  # of the time of learning that raised numbers may cost; seconds
NO_BETTER = "This game does not say which numbers make its cards better"
NO_DECKS = "Decks of packs have no cards of their own whose numbers could be raised"


def summarize_training(
    trainer: Trainer,
    curve: Sequence[Mapping[str, Any]],
    strengths: Sequence[tuple[Opponent, Strength]],
    file: Path,
    seed: int,
) -> Training:
    """Measure what the page of a training says.

    Parameters
    ----------
    curve : sequence of mapping
        That of earlier trainings of the same player included.
    strengths : sequence of (Opponent, Strength)
        The rules of thumb first.
    file : Path
        The file of weights.
    """
    plan, last = trainer.plan, curve[-1]
    doses, n_numbers, n_tried = measure_doses(trainer, seed)
    others = find_other_answers(trainer)
    return Training(
        title=plan.game.title,
        mode=plan.mode,
        file=file.name,
        began_as=trainer.beginning.partition(" ")[0],
        seed=seed,
        n_seats=plan.n_seats,
        minutes=last["minutes"],
        n_games=last["games"],
        n_decisions=last["decisions"],
        curve=curve,
        course=find_course(curve),
        opponents=[make_row(*one) for one in strengths],
        doses=doses,
        n_numbers=n_numbers,
        n_tried=n_tried,
        no_doses="" if n_tried else NO_DECKS if plan.is_sealed else NO_BETTER,
        positions=others.positions,
        n_asked=others.n_asked,
        n_differ=others.n_differ,
        display_names=plan.display_names,
    )


def measure_doses(trainer: Trainer, seed: int) -> tuple[pd.DataFrame, int, int]:
    """Raise numbers of cards; return the table, and how many there are and were raised."""
    n_numbers = len(list_numbers(trainer.plan)) if can_raise(trainer.plan) else 0
    if not n_numbers:
        return pd.DataFrame({"sense": []}), 0, 0
    pace = trainer.n_games / max(trainer.seconds, 1.0)
    doses, n_tried = try_doses(trainer, pace * min(SHARE * trainer.seconds, LONGEST), seed)
    return doses, n_numbers, n_tried


def make_row(opponent: Opponent, strength: Strength) -> OpponentRow:
    """Make the row of an opponent."""
    bot = opponent.bot
    return OpponentRow(
        bot.name, bot.meaning, opponent.is_met, strength.win_rate, *strength.interval,
        strength.n_games,
    )  # fmt: skip
