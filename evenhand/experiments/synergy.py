"""What two cards are worth together: pairs of cards measured, with one bot or a panel."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from evenhand.analysis.tables.card_impact import count_pairs_needed
from evenhand.analysis.tables.card_synergy import (
    CARD_SYNERGY,
    COLUMNS,
    LARGEST,
    Together,
    read_synergy,
    synergy_table,
)
from evenhand.experiments.contrasts import (
    FEWEST_PAIRS,
    Contrast,
    Effort,
    open_store,
    play_contrasts,
)
from evenhand.experiments.exchange import identify_exchanges
from evenhand.experiments.pairing import NumberedPair, Pairing
from evenhand.experiments.panel import count_decisions, limit_games
from evenhand.experiments.run_tables import holds_table, save_table
from evenhand.experiments.screening import choose_pairs
from evenhand.inputs.request import Request
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.variants import VariantMatchup, plan_variants

__all__ = ["Task", "confirm", "measure_tasks", "share_out"]

CHOSEN_FROM = 2_000_000  # pair from which bots play what was chosen by an earlier bot's games


@dataclass(frozen=True)
class Task:
    """What one bot plays, or those that sit at one table.

    Attributes
    ----------
    most_games : int, optional
        As many as it takes if not given.
    run_dir : Path, optional
        The bot's run, which keeps what comes of it.
    """

    pairing: Pairing
    most_games: int | None = None
    run_dir: Path | None = None

    @property
    def bot(self) -> Bot:
        """Who plays; the first one of two."""
        return self.pairing.plan.bots[0]


def share_out(
    lead: Task, others: Sequence[tuple[Bot, Path | None]], panel_games: int | None = None
) -> list[Task]:
    """Give each bot of a panel its task, the one that chooses the pairs first.

    Parameters
    ----------
    others : sequence of (Bot, Path or None)
        Each with its run.
    panel_games : int, optional
        Of each that thinks ahead; as many as take about half a minute if not given.
    """
    tasks = [lead]
    decisions = count_decisions(lead.pairing.plan) if others else 0
    for bot, run_dir in others:
        most = limit_games(bot, decisions, lead.most_games, panel_games)
        tasks.append(Task(lead.pairing.in_hands_of(bot), most, run_dir))
    return tasks


def measure_tasks(
    tasks: Sequence[Task], half_width: float, request: Request, is_quiet: bool
) -> list[pd.DataFrame]:
    """Let the first bot choose pairs of cards and measure them, and the others measure them.

    Those that think ahead measure only pairs that stand out with the first one, on other deals
    than it did. Folders stay locked until all is done, so stopped work is resumed with every bot.

    Returns
    -------
    list of pandas.DataFrame
        By task; empty if a bot had nothing to measure.
    """
    goal = f"what cards are worth together, to {100 * half_width:g} points"
    lead, *others = tasks
    identity = {"the cards that are measured": hash_json([identify_exchanges(task.pairing.exchanged)
                                                          for task in tasks])}  # fmt: skip
    with open_store(identity, goal, request, is_quiet, [task.run_dir for task in tasks]) as store:
        pairs, spent = choose_pairs(lead.pairing, Effort(half_width, lead.most_games, store))
        left = None if lead.most_games is None else lead.most_games - spent
        found = [confirm(lead.pairing, pairs, Effort(half_width, left, store))]
        for task in others:
            is_slow = task.bot.thinks_ahead
            chosen = choose_outstanding(pairs, found[0]) if is_slow else pairs
            effort = Effort(half_width, count_games(task, chosen), store)
            found.append(confirm(task.pairing, chosen, effort, CHOSEN_FROM if is_slow else 0))
        for task, table in zip(tasks, found, strict=True):
            if task.run_dir:
                save_synergy(task.run_dir, task.pairing, table)
    return found


def choose_outstanding(pairs: Sequence[NumberedPair], found: pd.DataFrame) -> list[NumberedPair]:
    """Choose the pairs that stand out."""
    standing_out = found["synergy_q"] < DISCOVERY_RATE
    return [pair for pair, stands in zip(pairs, standing_out, strict=True) if stands]


def count_games(task: Task, pairs: Sequence[NumberedPair]) -> int | None:
    """Return how many games a further bot may play, enough to begin with."""
    n_decks = 1 + len({card for pair in pairs for card in pair}) + len(pairs)
    least = FEWEST_PAIRS * n_decks * task.pairing.plan.n_seats * task.pairing.n_matchups
    return None if task.most_games is None else max(task.most_games, 2 * least)


def save_synergy(run_dir: Path, pairing: Pairing, found: pd.DataFrame) -> None:
    """Write the table of a deck into a run's folder, beside those of other decks."""
    kept = [read_synergy(run_dir)] if holds_table(run_dir, CARD_SYNERGY) else []
    deck = pairing.exchanged.exchanges[0].deck
    tables = [*(table[table["deck"] != deck] for table in kept), found]
    whole = pd.concat([table for table in tables if len(table)] or tables, ignore_index=True)
    save_table(run_dir, CARD_SYNERGY, whole)


def confirm(
    pairing: Pairing, pairs: Sequence[NumberedPair], effort: Effort, first_pair: int = 0
) -> pd.DataFrame:
    """Measure pairs of cards, on deals by which they were not chosen.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.tables.card_synergy.synergy_table` makes it.
    """
    if not pairs:
        return pd.DataFrame(columns=COLUMNS)
    cards = sorted({card for pair in pairs for card in pair})
    alone = [pairing.without([card]) for card in cards]
    variants = plan_variants(pairing.plan, [*alone, *map(pairing.without, pairs)])
    of_card = dict(zip(cards, variants.matchups[: len(cards)], strict=True))
    neither = variants.matchups[len(cards) :]
    contrasts = [
        list_contrasts(of_card[card], of_card[other], both)
        for (card, other), both in zip(pairs, neither, strict=True)
    ]

    def want(parts: list[Together]) -> int:
        return count_pairs_needed(
            [one.synergy for one in parts], effort.half_width, largest=LARGEST
        )

    parts = play_contrasts(variants, contrasts, Together.of, want, effort, first_pair)
    names = [pairing.name(pair) for pair in pairs]
    return synergy_table(names, parts, pairing.plan.n_seats, len(pairing.pairs))


def list_contrasts(
    card: Sequence[VariantMatchup], other: Sequence[VariantMatchup], both: Sequence[VariantMatchup]
) -> list[Contrast]:
    """List where a deck meets others: as it is, without a card, without another, without both."""
    return [
        Contrast((first.own, first.exchanged, second.exchanged, third.exchanged), first.sides)
        for first, second, third in zip(card, other, both, strict=True)
    ]
