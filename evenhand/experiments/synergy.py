"""Measure the synergy of pairs of cards, with one bot or a panel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from evenhand.analysis.statistics.sample_size import count_pairs_needed
from evenhand.analysis.tables.card_synergy import (
    CARD_SYNERGY,
    COLUMNS,
    LARGEST,
    Together,
    read_synergy,
    synergy_table,
)
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.experiments.contrasts import FEWEST_PAIRS, Contrast, Effort, play_contrasts
from evenhand.experiments.exchange_games import identify_exchanges
from evenhand.experiments.exchange_plan import list_decks
from evenhand.experiments.play_panel import count_decisions, limit_games
from evenhand.experiments.question_store import open_store
from evenhand.experiments.run_tables import holds_table, save_table
from evenhand.experiments.synergy_pairs import NumberedPair, Pairing, pair_cards
from evenhand.experiments.synergy_screening import choose_pairs
from evenhand.inputs.deck_job import prepare_with_deck
from evenhand.inputs.existing_run import list_panel_bots, load_run_plan, refuse_choices
from evenhand.inputs.request import Request
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.variants import VariantMatchup, plan_variants

__all__ = [
    "Task",
    "join_tables",
    "list_tasks",
    "measure_pairs",
    "measure_tasks",
    "sort_by_strength",
]

CHOSEN_FROM = 2_000_000  # first pair of deals for pairs of cards chosen by another bot's games


@dataclass(frozen=True)
class Task:
    """The synergy measurement of one bot, or of two that play each other.

    Attributes
    ----------
    most_games : int, optional
        Games allowed; no limit if not given.
    run_dir : Path, optional
        The bot's run, in which the table is saved.
    """

    pairing: Pairing
    most_games: int | None = None
    run_dir: Path | None = None

    @property
    def bot(self) -> Bot:
        """The bot, or the first of two."""
        return self.pairing.plan.bots[0]


def list_tasks(
    request: Request,
    deck: str,
    baseline: str,
    most_games: int | None,
    run_dir: Path | None = None,
    say: Callable[[str], None] | None = None,
) -> list[Task]:
    """Load what is played to measure synergy: what a request asks for, or what a run played.

    Parameters
    ----------
    request : Request
    deck : str
        By its name or, without a run, by its file.
    baseline : str
        A card that the others are exchanged for; "" for a plain card like each of them.
    most_games : int, optional
        As many as it takes if not given.
    run_dir : Path, optional
        A run that is measured for its report; the request then says nothing but workers.
    say : callable(text), optional
        Called with what the user should know before it begins.
    """
    if run_dir:
        return load_tasks(run_dir, request, deck, baseline, most_games)
    job, name = prepare_with_deck(request, deck)
    job.report_notes(say)
    lead = Task(pair_cards(job.plan, name, baseline), most_games)
    return make_tasks(lead, [(bot, None) for bot in job.panel], job.request.panel_games)


def load_tasks(
    run_dir: Path, request: Request, deck: str, baseline: str, most_games: int | None
) -> list[Task]:
    """Load what a run and its panel play to measure synergy."""
    refuse_choices(request)
    plan = load_run_plan(run_dir, CARD_SYNERGY)
    names = [one.name for one in list_decks(plan)]
    if deck not in names:
        hint = did_you_mean(deck, names) or f"it has {', '.join(names)}"
        raise UsageError(f"{run_dir} has no deck '{deck}'", hint)
    lead = Task(pair_cards(plan, deck, baseline), most_games, run_dir)
    return make_tasks(lead, list_panel_bots(run_dir, plan, CARD_SYNERGY))


def make_tasks(
    lead: Task, others: Sequence[tuple[Bot, Path | None]], panel_games: int | None = None
) -> list[Task]:
    """Return the synergy task of each bot of a panel, first that which chooses the pairs.

    Parameters
    ----------
    others : sequence of (Bot, Path or None)
        The further bots, each with its run.
    panel_games : int, optional
        Games of each bot that thinks ahead; by default about half a minute's worth.
    """
    tasks = [lead]
    decisions = count_decisions(lead.pairing.plan) if others else 0
    for bot, run_dir in others:
        most = limit_games(bot, decisions, lead.most_games, panel_games)
        tasks.append(Task(lead.pairing.with_bot(bot), most, run_dir))
    return tasks


def measure_tasks(
    tasks: Sequence[Task], half_width: float, request: Request, is_quiet: bool
) -> list[pd.DataFrame]:
    """Measure synergy with all bots, of the pairs of cards that the first bot chose.

    Bots that think ahead measure only the pairs that are significant with the first bot, on
    other deals. All folders stay locked until the end, so stopped work is resumed with every
    bot.

    Returns
    -------
    list of pandas.DataFrame
        One per task; empty for a bot without pairs to measure.
    """
    goal = f"what cards are worth together, to {100 * half_width:g} points"
    lead, *others = tasks
    identity = {"the cards that are measured": hash_json([identify_exchanges(task.pairing.exchanged)
                                                          for task in tasks])}  # fmt: skip
    with open_store(identity, goal, request, is_quiet, [task.run_dir for task in tasks]) as store:
        pairs, spent = choose_pairs(lead.pairing, Effort(half_width, lead.most_games, store))
        left = None if lead.most_games is None else lead.most_games - spent
        found = [measure_pairs(lead.pairing, pairs, Effort(half_width, left, store))]
        for task in others:
            is_slow = task.bot.thinks_ahead
            chosen = choose_significant(pairs, found[0]) if is_slow else pairs
            effort = Effort(half_width, count_games(task, chosen), store)
            found.append(measure_pairs(task.pairing, chosen, effort, CHOSEN_FROM if is_slow else 0))
        for task, table in zip(tasks, found, strict=True):
            if task.run_dir:
                save_synergy(task.run_dir, task.pairing, table)
    return found


def sort_by_strength(
    tasks: Sequence[Task], tables: Sequence[pd.DataFrame]
) -> dict[str, pd.DataFrame]:
    """Return the synergy that each bot found, those that think least first."""
    both = sorted(zip(tasks, tables, strict=True), key=lambda pair: pair[0].bot.strength)
    return {task.bot.name: table for task, table in both}


def join_tables(tasks: Sequence[Task], tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Put the synergy tables of all bots below each other, with a column ``bot``."""
    found = [table.assign(bot=task.bot.name)
             for task, table in zip(tasks, tables, strict=True) if len(table)]  # fmt: skip
    return pd.concat(found or [pd.DataFrame(columns=[*COLUMNS, "bot"])], ignore_index=True)


def choose_significant(pairs: Sequence[NumberedPair], table: pd.DataFrame) -> list[NumberedPair]:
    """Return the pairs with a significant synergy."""
    is_significant = table["synergy_q"] < DISCOVERY_RATE
    return [pair for pair, is_kept in zip(pairs, is_significant, strict=True) if is_kept]


def count_games(task: Task, pairs: Sequence[NumberedPair]) -> int | None:
    """Return the games of a further bot for synergy, at least twice those of a pilot."""
    n_decks = 1 + len({card for pair in pairs for card in pair}) + len(pairs)
    least = FEWEST_PAIRS * n_decks * task.pairing.plan.n_seats * task.pairing.n_matchups
    return None if task.most_games is None else max(task.most_games, 2 * least)


def save_synergy(run_dir: Path, pairing: Pairing, table: pd.DataFrame) -> None:
    """Write the synergy of a deck into a run's folder, in place of its former rows."""
    kept = [read_synergy(run_dir)] if holds_table(run_dir, CARD_SYNERGY) else []
    deck = pairing.exchanged.exchanges[0].deck
    tables = [*(old[old["deck"] != deck] for old in kept), table]
    whole = pd.concat([table for table in tables if len(table)] or tables, ignore_index=True)
    save_table(run_dir, CARD_SYNERGY, whole)


def measure_pairs(
    pairing: Pairing, pairs: Sequence[NumberedPair], effort: Effort, first_pair: int = 0
) -> pd.DataFrame:
    """Measure the synergy of pairs of cards.

    Returns
    -------
    pandas.DataFrame
        The table of `evenhand.analysis.tables.card_synergy.synergy_table`.
    """
    if not pairs:
        return pd.DataFrame(columns=COLUMNS)
    cards = sorted({card for pair in pairs for card in pair})
    alone = [pairing.make_variant_without([card]) for card in cards]
    variants = plan_variants(pairing.plan, [*alone, *map(pairing.make_variant_without, pairs)])
    of_card = dict(zip(cards, variants.matchups[: len(cards)], strict=True))
    neither = variants.matchups[len(cards) :]
    contrasts = [
        list_contrasts(of_card[card], of_card[other], both)
        for (card, other), both in zip(pairs, neither, strict=True)
    ]

    def want(parts: list[Together]) -> int:
        return count_pairs_needed(
            [part.synergy for part in parts], effort.half_width, largest=LARGEST
        )

    parts = play_contrasts(variants, contrasts, Together.of, want, effort, first_pair)
    names = [pairing.name_pair(pair) for pair in pairs]
    return synergy_table(names, parts, pairing.plan.n_seats, len(pairing.pairs))


def list_contrasts(
    card: Sequence[VariantMatchup], other: Sequence[VariantMatchup], both: Sequence[VariantMatchup]
) -> list[Contrast]:
    """List the contrasts for synergy: original deck, without one card, the other, and both."""
    return [
        Contrast((first.own, first.exchanged, second.exchanged, third.exchanged), first.sides)
        for first, second, third in zip(card, other, both, strict=True)
    ]
