"""Search for decks that beat a field, round by round.

The best decks of a search are measured on fresh deals; a deck that is stronger joins the
field before the next round.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.statistics.nash import max_entropy_nash
from evenhand.analysis.tables.found_decks import found_table
from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.experiments.arena import Arena, share_pairs
from evenhand.experiments.deck_moves import Candidate, Moves, count_exchanged
from evenhand.experiments.deck_search import FEWEST_SEARCH_PAIRS, Search
from evenhand.experiments.exchange_plan import list_decks
from evenhand.experiments.play_panel import count_decisions, limit_games
from evenhand.experiments.question_store import open_store
from evenhand.inputs.job import Job
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.plan import Plan, check_games
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.variants import plan_variants

__all__ = [
    "AGAINST", "EVEN", "MIX", "Breaking", "FoundDeck", "Round", "break_field", "list_exchanged",
    "list_shared", "plan_breaking", "tabulate_rounds",
]  # fmt: skip

EVEN, MIX = AGAINST = ("even", "mix")
DEFAULT_GAMES = 3_000_000
DEFAULT_ROUNDS = 3
MOST_ROUNDS = 20
FINALISTS = 5  # decks of a round that are measured on fresh deals
FEWEST_PAIRS = 20  # of two decks in a measurement
FEWEST_JUDGED = 5  # the same for a bot that thinks ahead
FIELD_SHARE = 0.05  # share of the games for the field's own win rates
VERDICT_SHARE = 0.25  # share of a round's games for measuring
SEARCHED, MEASURED, PLAYED_BEFORE = range(3)  # purposes of seeds


@dataclass(frozen=True)
class Breaking:
    """Settings of a search for decks that beat a field.

    Attributes
    ----------
    plan : Plan
        A plan with the field as decks.
    against : "even" or "mix"
        Weights of the field: equal, or the equilibrium of the field's win rates.
    rounds, games : int
        Largest number of each.
    """

    plan: Plan
    against: str
    rounds: int
    games: int


@dataclass(frozen=True)
class FoundDeck:
    """A deck that beats a field, found and measured.

    Attributes
    ----------
    deck : Deck
        The deck, with slots in canonical order.
    origin : Deck
        The deck of the field that it was made from.
    """

    deck: Deck
    origin: Deck


@dataclass(frozen=True)
class Round:
    """A round of the search for decks that beat a field, and its results.

    Attributes
    ----------
    field : list of Deck
    weights, shares : float array, shape (n_field,)
        Weights of the field in the search; its equilibrium mix.
    n_tried, n_games : int
        Number of decks tried, and of games in total.
    found : list of FoundDeck
        Best first, by the search.
    tables : dict of str to pandas.DataFrame
        Tables of `evenhand.analysis.tables.found_decks.found_table` by bot, beginning with the
        one that searched; further bots measure only the deck that joins.
    joined : FoundDeck, optional
        The deck that is significantly stronger than the field, and joins it.
    shares_after : float array, shape (n_field + 1,), optional
        Equilibrium mix with the deck that joins, which is last.
    """

    field: list[Deck]
    weights: np.ndarray
    shares: np.ndarray
    n_tried: int
    n_games: int
    found: list[FoundDeck]
    tables: dict[str, pd.DataFrame]
    joined: FoundDeck | None = None
    shares_after: np.ndarray | None = None

    @property
    def stronger(self) -> list[FoundDeck]:
        """The decks that are significantly stronger than every deck of the field."""
        table = next(iter(self.tables.values()))
        return [deck for deck, is_stronger in zip(self.found, table["is_stronger"], strict=True)
                if is_stronger]  # fmt: skip


def plan_breaking(
    job: Job, against: str = EVEN, rounds: int = DEFAULT_ROUNDS, games: int = DEFAULT_GAMES
) -> Breaking:
    """Check and return the settings of a search for decks that beat a field.

    Raises
    ------
    UsageError
        If a setting is invalid, or the games do not suffice.
    """
    plan = job.plan
    if against not in AGAINST:
        hint = did_you_mean(against, AGAINST)
        raise UsageError(f"--against: expected even or mix, found '{against}'", hint)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise UsageError(f"--rounds: expected 1 to {MOST_ROUNDS}, found {rounds}")
    if plan.n_seats > 2:
        message = f"decks are searched for in games for two, not for {plan.n_seats}"
        raise UsageError(message, "--players 2" if plan.game.seats[0] <= 2 else "")
    if len(plan.bots) > 1:
        names = ",".join(bot.name for bot in plan.bots)
        raise UsageError("--bots: expected one bot, or a panel", f"--bots panel,{names}")
    list_decks(plan)
    check_games(games)
    if games < (least := count_least_games(len(plan.entrants), rounds)):
        fewer = count_least_games(len(plan.entrants), 1)
        hint = f"with --rounds 1, {fewer:,}" if rounds > 1 else ""
        raise UsageError(f"--games: this takes {least:,} games at least", hint)
    return Breaking(plan, against, rounds, games)


def count_least_games(n_decks: int, rounds: int) -> int:
    """Return the fewest games of a search for decks that beat a field."""
    most = n_decks + rounds - 1
    verdict = 2 * FEWEST_PAIRS * most * (most + FINALISTS)
    return int(max(2 * FEWEST_PAIRS * n_decks**2 / FIELD_SHARE,
                   rounds * 2 * FEWEST_SEARCH_PAIRS / (1 - VERDICT_SHARE - FIELD_SHARE),
                   rounds * verdict / (VERDICT_SHARE - FIELD_SHARE)))  # fmt: skip


def break_field(breaking: Breaking, job: Job, is_quiet: bool = True) -> list[Round]:
    """Search for decks that beat a field, until a round finds none.

    Parameters
    ----------
    is_quiet : bool
        Whether no messages and no progress bar are printed.
    """
    plan = breaking.plan
    played = [plan_variants(replace(plan, bots=[bot]), []).fingerprint
              for bot in (*plan.bots, *job.panel)]  # fmt: skip
    settings = [breaking.against, breaking.rounds, breaking.games, job.request.panel_games]
    goal = f"decks that break the field, in {breaking.games:,} games"
    identity = {"the decks that are measured": hash_json([played, settings])}
    with open_store(identity, goal, job.request, is_quiet) as store:
        store.expected = breaking.games
        return play_rounds(breaking, job, store)


def play_rounds(breaking: Breaking, job: Job, store: PairStore) -> list[Round]:
    """Play the rounds against a field, which each deck found joins."""
    on_message = store.on_message
    field = list_decks(breaking.plan)
    rates = measure_field(breaking, field, store)
    rounds: list[Round] = []
    for number in range(breaking.rounds):
        played, rates = play_round(breaking, field, rates, number, store)
        if on_message:
            on_message(describe_round(number, played))
        if not played.joined:
            return [*rounds, played]
        if on_message and job.panel:
            on_message("Further bots play it ..")
        tables = measure_panel(breaking, job, played, number, store)
        rounds.append(replace(played, tables={**played.tables, **tables}))
        field = [*field, played.joined.deck]
    return rounds


def describe_round(number: int, played: Round) -> str:
    """Return a message with the result of a round against a field."""
    result = f"{played.joined.deck.name} joins the field" if played.joined else "none is stronger"
    return f"Round {number + 1}: {played.n_tried:,} decks tried, {result}"


def derive_seed(seed: int, *purpose: int) -> int:
    """Return a seed for one purpose of a round against a field, independent of all others."""
    return int(np.random.SeedSequence([seed, *purpose]).generate_state(1, np.uint64)[0] >> 2)


def measure_field(breaking: Breaking, field: Sequence[Deck], store: PairStore) -> np.ndarray:
    """Return the win rates of a field's decks against each other; shape (n, n)."""
    n_pairs = int(FIELD_SHARE * breaking.games / 2) // len(field) ** 2
    end = np.full(len(field), n_pairs)
    arena = Arena(breaking.plan, field, store)
    cards = [deck.cards for deck in field]
    return compute_win_rates(arena.play(cards, derive_seed(breaking.plan.seed, PLAYED_BEFORE), end))


def compute_win_rates(scores: Sequence[Sequence[np.ndarray]]) -> np.ndarray:
    """Return the win rates of a field's decks from both decks' games; shape (n, n)."""
    means = np.array([[pairs.mean() for pairs in of_deck] for of_deck in scores])
    return (means + 1 - means.T) / 2


def compute_mix(rates: np.ndarray) -> np.ndarray:
    """Return the equilibrium mix of a field, from its win rates; shape (n,)."""
    return np.asarray(max_entropy_nash(2 * rates - 1))


def play_round(
    breaking: Breaking, field: Sequence[Deck], rates: np.ndarray, number: int, store: PairStore
) -> tuple[Round, np.ndarray]:
    """Search for decks that beat a field, and measure the best on fresh deals.

    Returns
    -------
    Round
    rates : float array, shape (n, n)
        Win rates of the field, with the deck that joins it.
    """
    plan, begun = breaking.plan, store.n_games
    shares = compute_mix(rates)
    weights = shares if breaking.against == MIX else np.full(len(field), 1 / len(field))
    arena = Arena(plan, field, store)
    moves = Moves(plan.pool, plan.mode, plan.options)
    search = Search(arena, moves, weights, derive_seed(plan.seed, number, SEARCHED))
    games = (1 - FIELD_SHARE) * breaking.games / breaking.rounds
    order = np.argsort(-(rates @ weights), kind="stable").tolist()
    best = search.run(order, int((1 - VERDICT_SHARE) * games / 2))
    found = name_decks(plan, field, best, number)
    scores, present = measure_decks(
        arena, [new.deck for new in found], weights, int(VERDICT_SHARE * games / 2),
        derive_seed(plan.seed, number, MEASURED),
    )  # fmt: skip
    table = found_table(scores, present, weights)
    result = Round(
        field=list(field), weights=weights, shares=shares, n_tried=len(search.tried) - len(field),
        n_games=store.n_games - begun, found=found, tables={plan.bots[0].name: table},
    )  # fmt: skip
    if not result.stronger:
        return result, rates
    joined = result.stronger[0]
    rates = add_deck(compute_win_rates(list(present.values())), scores[joined.deck.name])
    return replace(result, joined=joined, shares_after=compute_mix(rates)), rates


def name_decks(
    plan: Plan, field: Sequence[Deck], best: Sequence[Candidate], number: int
) -> list[FoundDeck]:
    """Name the best `FINALISTS` decks of a round that are not in the field."""
    known = {tuple(sorted(deck.cards)) for deck in field}
    taken = {deck.name for deck in field}
    found: list[FoundDeck] = []
    for candidate in best:
        if candidate.key in known or len(found) == FINALISTS:
            continue
        name = next(name for name in list_names(number, len(found)) if name not in taken)
        origin = field[candidate.origin]
        deck = Deck(name, candidate.cards, "", hash_json(candidate.cards))
        found.append(FoundDeck(deck, origin))
    return found


def list_names(number: int, place: int) -> list[str]:
    """List possible names of a deck that beats the field: "found_1a", and others if taken."""
    letter = "abcdefghij"[place]
    return [f"found_{number + 1}{letter}{'_' * n}" for n in range(99)]


Scores = dict[str, list[np.ndarray]]


def measure_decks(
    arena: Arena,
    decks: Sequence[Deck],
    weights: np.ndarray,
    n_pairs: int,
    seed: int,
    least: int = FEWEST_PAIRS,
) -> tuple[Scores, Scores]:
    """Play found decks and the whole field on fresh deals: half evenly, half by the mix.

    Returns
    -------
    found, present : dict of str to list of float array
        Scores of pairs by deck and opponent, of the decks given and of the field.
    """
    every = [*decks, *arena.field]
    even = np.full(len(weights), 1 / len(weights))
    end = share_pairs(n_pairs // len(every), (even + weights) / 2, least)
    scores = arena.play([deck.cards for deck in every], seed, end)
    named = {deck.name: of_deck for deck, of_deck in zip(every, scores, strict=True)}
    present = {deck.name: named.pop(deck.name) for deck in arena.field}
    return named, present


def add_deck(rates: np.ndarray, scores: Sequence[np.ndarray]) -> np.ndarray:
    """Return the win rates of a field with a row and a column for another deck."""
    own = np.array([pairs.mean() for pairs in scores])
    return np.block([[rates, 1 - own[:, None]], [own[None, :], np.array([[0.5]])]])


def measure_panel(
    breaking: Breaking, job: Job, played: Round, number: int, store: PairStore
) -> dict[str, pd.DataFrame]:
    """Measure the deck that joins a field with a panel's further bots, which do not search."""
    if not job.panel or not played.joined:
        return {}
    n_field = len(played.field)
    decisions = count_decisions(breaking.plan)
    least = 2 * FEWEST_JUDGED * n_field * (n_field + 1)
    most = int(VERDICT_SHARE * breaking.games / breaking.rounds)
    tables = {}
    for bot in sorted(job.panel, key=lambda bot: bot.strength):
        games = limit_games(bot, decisions, most, job.request.panel_games, least) or most
        arena = Arena(replace(breaking.plan, bots=[bot]), played.field, store)
        seed = derive_seed(breaking.plan.seed, number, MEASURED)
        found, present = measure_decks(
            arena, [played.joined.deck], played.weights, games // 2, seed, FEWEST_JUDGED
        )
        tables[bot.name] = found_table(found, present, played.weights)
    return tables


def list_exchanged(plan: Plan, found: FoundDeck) -> dict[str, int]:
    """Return the differences in copies between a deck that beats the field and its origin."""
    out, into = count_exchanged(found.origin.cards, found.deck.cards)
    labels = plan.pool.labels
    fewer = {labels[row]: -copies for row, copies in out.items()}
    return {**fewer, **{labels[row]: copies for row, copies in into.items()}}


def list_shared(plan: Plan, strong: Sequence[FoundDeck]) -> dict[str, int]:
    """Return the cards added to most decks that beat the field, with numbers of decks."""
    labels = plan.pool.labels
    added = {card for deck in strong for card, n in list_exchanged(plan, deck).items() if n > 0}
    counts = Counter(
        label for found in strong for label in {labels[row] for row in found.deck.cards}
    )
    most = [(card, n) for card, n in counts.items() if card in added and 2 * n > len(strong)]
    return dict(sorted(most, key=lambda item: (-item[1], item[0])))


def tabulate_rounds(breaking: Breaking, rounds: Sequence[Round]) -> pd.DataFrame:
    """Return one table of all rounds against a field, with a row for each deck and bot.

    Returns
    -------
    pandas.DataFrame
        round, from 1; bot; the columns of `evenhand.analysis.tables.found_decks.found_table`;
        origin, the deck that it was made from; exchanged, the difference in copies by card;
        cards, the copies by card; joined, whether the deck joined the field.
    """
    tables = [
        table.assign(
            round=number, bot=bot, **list_deck_columns(breaking.plan, played, table["deck"])
        )
        for number, played in enumerate(rounds, start=1)
        for bot, table in played.tables.items()
    ]
    whole = pd.concat([table for table in tables if len(table)] or tables, ignore_index=True)
    return whole[["round", "bot", *(name for name in whole if name not in ("round", "bot"))]]


def list_deck_columns(plan: Plan, played: Round, names: Sequence[str]) -> dict[str, list[Any]]:
    """Return the columns on the contents of decks that beat the field."""
    by_name = {found.deck.name: found for found in played.found}
    decks = [by_name[name] for name in names]
    labels = plan.pool.labels
    return {
        "origin": [found.origin.name for found in decks],
        "exchanged": [list_exchanged(plan, found) for found in decks],
        "cards": [dict(Counter(labels[row] for row in found.deck.cards)) for found in decks],
        "joined": [found is played.joined for found in decks],
    }
