"""What two cards are worth together: pairs of cards measured, with one bot or a panel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from evenhand.analysis.tables.card_impact import pairs_wanted
from evenhand.analysis.tables.card_synergy import (
    CARD_SYNERGY,
    COLUMNS,
    LARGEST,
    Together,
    read_synergy,
    synergy_table,
)
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.experiments.contrasts import (
    FEWEST_PAIRS,
    Contrast,
    Effort,
    open_store,
    play_contrasts,
)
from evenhand.experiments.exchange import identify_exchanges
from evenhand.experiments.pairing import NumberedPair, Pairing, pair_cards
from evenhand.experiments.panel import count_decisions, limit_games
from evenhand.experiments.run_tables import holds_table, save_table
from evenhand.experiments.screening import choose_pairs
from evenhand.experiments.swaps import list_decks
from evenhand.inputs.given_run import list_panel_bots, load_run_plan, refuse_choices
from evenhand.inputs.request import Request
from evenhand.inputs.subject import prepare_deck
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.variants import VariantMatchup, plan_variants

__all__ = ["Task", "confirm", "join_tables", "list_tasks", "measure_tasks", "sort_by_strength"]

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


def list_tasks(
    request: Request,
    deck: str,
    baseline: str,
    most_games: int | None,
    run_dir: Path | None = None,
    say: Callable[[str], None] | None = None,
) -> list[Task]:
    """Load what is played: what a request asks for, or what a run played.

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
    job, name = prepare_deck(request, deck)
    if say:
        for text in job.notes:
            say(text)
    lead = Task(pair_cards(job.plan, name, baseline), most_games)
    return share_out(lead, [(bot, None) for bot in job.panel], job.request.panel_games)


def load_tasks(
    run_dir: Path, request: Request, deck: str, baseline: str, most_games: int | None
) -> list[Task]:
    """Load what a run played, and the panel that it leads."""
    refuse_choices(request)
    plan = load_run_plan(run_dir, CARD_SYNERGY)
    names = [one.name for one in list_decks(plan)]
    if deck not in names:
        hint = did_you_mean(deck, names) or f"it has {', '.join(names)}"
        raise UsageError(f"{run_dir} has no deck '{deck}'", hint)
    lead = Task(pair_cards(plan, deck, baseline), most_games, run_dir)
    return share_out(lead, list_panel_bots(run_dir, plan, CARD_SYNERGY))


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


def sort_by_strength(
    tasks: Sequence[Task], tables: Sequence[pd.DataFrame]
) -> dict[str, pd.DataFrame]:
    """Return what each bot found, those that think least first."""
    both = sorted(zip(tasks, tables, strict=True), key=lambda pair: pair[0].bot.strength)
    return {task.bot.name: table for task, table in both}


def join_tables(tasks: Sequence[Task], tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Put the tables of all bots below each other, with a column ``bot``; empty ones have none."""
    found = [table.assign(bot=task.bot.name)
             for task, table in zip(tasks, tables, strict=True) if len(table)]  # fmt: skip
    return pd.concat(found or [pd.DataFrame(columns=[*COLUMNS, "bot"])], ignore_index=True)


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
        return pairs_wanted([one.synergy for one in parts], effort.half_width, largest=LARGEST)

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
