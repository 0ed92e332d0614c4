"""Decks that break a field: searched for, measured on fresh deals, added, and searched again."""

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
from evenhand.experiments.contrasts import open_store
from evenhand.experiments.deck_moves import Candidate, Moves, exchanged
from evenhand.experiments.deck_search import FEWEST_SEARCH_PAIRS, Search
from evenhand.experiments.panel import count_decisions, limit_games
from evenhand.experiments.swaps import list_decks
from evenhand.inputs.job import Job
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.plan import Plan, check_games
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.variants import plan_variants

__all__ = [
    "AGAINST", "EVEN", "MIX", "Breaking", "Found", "Round", "break_field", "list_exchanged",
    "list_shared", "plan_breaking", "tabulate",
]  # fmt: skip

EVEN, MIX = AGAINST = ("even", "mix")
DEFAULT_GAMES = 3_000_000
DEFAULT_ROUNDS = 3
MOST_ROUNDS = 20
FINALISTS = 5  # decks of a round that are measured on fresh deals
FEWEST_PAIRS = 20  # of two decks, in a measurement
FEWEST_JUDGED = 5  # the same, of a bot that thinks ahead
FIELD_SHARE = 0.05  # of the games: what the field's decks win from each other
VERDICT_SHARE = 0.25  # of a round's games
SEARCHED, MEASURED, PLAYED_BEFORE = range(3)  # what a seed is for


@dataclass(frozen=True)
class Breaking:
    """What is searched for.

    Attributes
    ----------
    plan : Plan
        Whose decks are the field.
    against : "even" or "mix"
        Whether all decks of the field count alike, or as often as people would play them who knew
        what they win.
    rounds, games : int
        At most.
    """

    plan: Plan
    against: str
    rounds: int
    games: int


@dataclass(frozen=True)
class Found:
    """A deck that was found and measured.

    Attributes
    ----------
    deck : Deck
        Its slots in canonical order.
    origin : Deck
        That it was made from.
    """

    deck: Deck
    origin: Deck


@dataclass(frozen=True)
class Round:
    """A search, and what came of it.

    Attributes
    ----------
    field : list of Deck
    weights, shares : float array, shape (n_field,)
        By which decks of the field counted; what people would play who knew what they win.
    n_tried, n_games : int
        Decks, and games in all.
    found : list of Found
        The best first, by the search.
    tables : dict of str to pandas.DataFrame
        By bot, the one that searched first, as `evenhand.analysis.tables.found_decks.found_table`
        makes them; further bots measure only the deck that joins.
    joined : Found, optional
        That is surely stronger than the field, and joins it.
    shares_after : float array, shape (n_field + 1,), optional
        What people would play with the deck that joins, which is the last one.
    """

    field: list[Deck]
    weights: np.ndarray
    shares: np.ndarray
    n_tried: int
    n_games: int
    found: list[Found]
    tables: dict[str, pd.DataFrame]
    joined: Found | None = None
    shares_after: np.ndarray | None = None

    @property
    def stronger(self) -> list[Found]:
        """Those that are surely stronger than every deck of the field."""
        table = next(iter(self.tables.values()))
        return [one for one, is_stronger in zip(self.found, table["is_stronger"], strict=True)
                if is_stronger]  # fmt: skip


def plan_breaking(
    job: Job, against: str = EVEN, rounds: int = DEFAULT_ROUNDS, games: int = DEFAULT_GAMES
) -> Breaking:
    """Check what is asked for.

    Raises
    ------
    UsageError
        If it cannot be searched for.
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
    if games < (least := count_least(len(plan.entrants), rounds)):
        fewer = count_least(len(plan.entrants), 1)
        hint = f"with --rounds 1, {fewer:,}" if rounds > 1 else ""
        raise UsageError(f"--games: this takes {least:,} games at least", hint)
    return Breaking(plan, against, rounds, games)


def count_least(n_decks: int, rounds: int) -> int:
    """Return how many games it takes to begin with."""
    most = n_decks + rounds - 1
    verdict = 2 * FEWEST_PAIRS * most * (most + FINALISTS)
    return int(max(2 * FEWEST_PAIRS * n_decks**2 / FIELD_SHARE,
                   rounds * 2 * FEWEST_SEARCH_PAIRS / (1 - VERDICT_SHARE - FIELD_SHARE),
                   rounds * verdict / (VERDICT_SHARE - FIELD_SHARE)))  # fmt: skip


def break_field(breaking: Breaking, job: Job, is_quiet: bool = True) -> list[Round]:
    """Search for decks that break a field, until none is found.

    Parameters
    ----------
    is_quiet : bool
        Whether nothing is said of it, and no bar drawn.
    """
    plan = breaking.plan
    played = [plan_variants(replace(plan, bots=[bot]), []).fingerprint
              for bot in (*plan.bots, *job.panel)]  # fmt: skip
    asked = [breaking.against, breaking.rounds, breaking.games, job.request.panel_games]
    goal = f"decks that break the field, in {breaking.games:,} games"
    identity = {"the decks that are measured": hash_json([played, asked])}
    with open_store(identity, goal, job.request, is_quiet) as store:
        store.expected = breaking.games
        return play_rounds(breaking, job, store)


def play_rounds(breaking: Breaking, job: Job, store: PairStore) -> list[Round]:
    """Search round by round; what is found joins the field."""
    say = store.notice
    field = list_decks(breaking.plan)
    rates = measure_field(breaking, field, store)
    rounds: list[Round] = []
    for number in range(breaking.rounds):
        one, rates = play_round(breaking, field, rates, number, store)
        if say:
            say(say_round(number, one))
        if not one.joined:
            return [*rounds, one]
        if say and job.panel:
            say("Further bots play it ..")
        tables = measure_panel(breaking, job, one, number, store)
        rounds.append(replace(one, tables={**one.tables, **tables}))
        field = [*field, one.joined.deck]
    return rounds


def say_round(number: int, one: Round) -> str:
    """Say what came of a round, while others are played."""
    came = f"{one.joined.deck.name} joins the field" if one.joined else "none is stronger"
    return f"Round {number + 1}: {one.n_tried:,} decks tried, {came}"


def seed_of(seed: int, *purpose: int) -> int:
    """Return a seed that nothing else is played with."""
    return int(np.random.SeedSequence([seed, *purpose]).generate_state(1, np.uint64)[0] >> 2)


def measure_field(breaking: Breaking, field: Sequence[Deck], store: PairStore) -> np.ndarray:
    """Measure what the decks of a field win from each other; shape (n, n)."""
    n_pairs = int(FIELD_SHARE * breaking.games / 2) // len(field) ** 2
    end = np.full(len(field), n_pairs)
    arena = Arena(breaking.plan, field, store)
    cards = [deck.cards for deck in field]
    return win_matrix(arena.play(cards, seed_of(breaking.plan.seed, PLAYED_BEFORE), end))


def win_matrix(scores: Sequence[Sequence[np.ndarray]]) -> np.ndarray:
    """Return what each deck wins from each other, from either's games; shape (n, n)."""
    means = np.array([[one.mean() for one in own] for own in scores])
    return (means + 1 - means.T) / 2


def find_mix(rates: np.ndarray) -> np.ndarray:
    """Return what people would play who knew these win rates; shape (n,)."""
    return np.asarray(max_entropy_nash(2 * rates - 1))


def play_round(
    breaking: Breaking, field: Sequence[Deck], rates: np.ndarray, number: int, store: PairStore
) -> tuple[Round, np.ndarray]:
    """Search for decks, and measure the best of them on deals that took no part in it.

    Returns
    -------
    Round
    rates : float array, shape (n, n)
        Of the field, with the deck that joins it.
    """
    plan, begun = breaking.plan, store.n_games
    shares = find_mix(rates)
    weights = shares if breaking.against == MIX else np.full(len(field), 1 / len(field))
    arena = Arena(plan, field, store)
    moves = Moves(plan.pool, plan.mode, plan.options)
    search = Search(arena, moves, weights, seed_of(plan.seed, number, SEARCHED))
    games = (1 - FIELD_SHARE) * breaking.games / breaking.rounds
    order = np.argsort(-(rates @ weights), kind="stable").tolist()
    left = search.run(order, int((1 - VERDICT_SHARE) * games / 2))
    found = name_found(plan, field, left, number)
    scores, present = measure(
        arena, [one.deck for one in found], weights, int(VERDICT_SHARE * games / 2),
        seed_of(plan.seed, number, MEASURED),
    )  # fmt: skip
    table = found_table(scores, present, weights)
    one = Round(
        field=list(field), weights=weights, shares=shares, n_tried=len(search.tried) - len(field),
        n_games=store.n_games - begun, found=found, tables={plan.bots[0].name: table},
    )  # fmt: skip
    if not one.stronger:
        return one, rates
    joined = one.stronger[0]
    rates = add_deck(win_matrix(list(present.values())), scores[joined.deck.name])
    return replace(one, joined=joined, shares_after=find_mix(rates)), rates


def name_found(
    plan: Plan, field: Sequence[Deck], left: Sequence[Candidate], number: int
) -> list[Found]:
    """Name the best decks that are not in the field."""
    known = {tuple(sorted(deck.cards)) for deck in field}
    taken = {deck.name for deck in field}
    found: list[Found] = []
    for candidate in left:
        if candidate.key in known or len(found) == FINALISTS:
            continue
        name = next(name for name in list_names(number, len(found)) if name not in taken)
        origin = field[candidate.origin]
        deck = Deck(name, candidate.cards, "", hash_json(candidate.cards))
        found.append(Found(deck, origin))
    return found


def list_names(number: int, place: int) -> list[str]:
    """List names that a deck may get: "found_1a", and others if decks are called so."""
    letter = "abcdefghij"[place]
    return [f"found_{number + 1}{letter}{'_' * n}" for n in range(99)]


Scores = dict[str, list[np.ndarray]]


def measure(
    arena: Arena,
    decks: Sequence[Deck],
    weights: np.ndarray,
    n_pairs: int,
    seed: int,
    least: int = FEWEST_PAIRS,
) -> tuple[Scores, Scores]:
    """Let decks, and all of the field, play fresh deals: half shared evenly, half by the mix.

    Returns
    -------
    found, present : dict of str to list of float array
        By deck and opponent, the scores of pairs.
    """
    every = [*decks, *arena.field]
    even = np.full(len(weights), 1 / len(weights))
    end = share_pairs(n_pairs // len(every), (even + weights) / 2, least)
    scores = arena.play([deck.cards for deck in every], seed, end)
    named = {deck.name: own for deck, own in zip(every, scores, strict=True)}
    present = {deck.name: named.pop(deck.name) for deck in arena.field}
    return named, present


def add_deck(rates: np.ndarray, scores: Sequence[np.ndarray]) -> np.ndarray:
    """Add a deck to what decks win from each other."""
    own = np.array([one.mean() for one in scores])
    return np.block([[rates, 1 - own[:, None]], [own[None, :], np.array([[0.5]])]])


def measure_panel(
    breaking: Breaking, job: Job, one: Round, number: int, store: PairStore
) -> dict[str, pd.DataFrame]:
    """Let the further bots of a panel judge the deck that joins; they never search."""
    if not job.panel or not one.joined:
        return {}
    n_field = len(one.field)
    decisions = count_decisions(breaking.plan)
    least = 2 * FEWEST_JUDGED * n_field * (n_field + 1)
    most = int(VERDICT_SHARE * breaking.games / breaking.rounds)
    tables = {}
    for bot in sorted(job.panel, key=lambda bot: bot.strength):
        games = limit_games(bot, decisions, most, job.request.panel_games, least) or most
        arena = Arena(replace(breaking.plan, bots=[bot]), one.field, store)
        seed = seed_of(breaking.plan.seed, number, MEASURED)
        found, present = measure(
            arena, [one.joined.deck], one.weights, games // 2, seed, FEWEST_JUDGED
        )
        tables[bot.name] = found_table(found, present, one.weights)
    return tables


def list_exchanged(plan: Plan, one: Found) -> dict[str, int]:
    """Return how many copies of which cards a deck has more, or fewer, than its origin."""
    out, into = exchanged(one.origin.cards, one.deck.cards)
    labels = plan.pool.labels
    fewer = {labels[row]: -copies for row, copies in out.items()}
    return {**fewer, **{labels[row]: copies for row, copies in into.items()}}


def list_shared(plan: Plan, strong: Sequence[Found]) -> dict[str, int]:
    """Return in how many decks those cards are that most hold and some got, the most first."""
    labels = plan.pool.labels
    put_in = {card for one in strong for card, n in list_exchanged(plan, one).items() if n > 0}
    held = Counter(label for one in strong for label in {labels[row] for row in one.deck.cards})
    most = [(card, n) for card, n in held.items() if card in put_in and 2 * n > len(strong)]
    return dict(sorted(most, key=lambda one: (-one[1], one[0])))


def tabulate(breaking: Breaking, rounds: Sequence[Round]) -> pd.DataFrame:
    """Put what all rounds found below each other, one row for each deck and bot that judged it.

    Returns
    -------
    pandas.DataFrame
        round, from 1; bot; the columns of `evenhand.analysis.tables.found_decks.found_table`;
        origin, the deck that it was made from; exchanged, by card how many copies more or fewer;
        cards, by card how many copies; joined, whether the deck joined the field.
    """
    tables = [
        table.assign(round=number, bot=bot, **describe_decks(breaking.plan, one, table["deck"]))
        for number, one in enumerate(rounds, start=1)
        for bot, table in one.tables.items()
    ]
    whole = pd.concat([table for table in tables if len(table)] or tables, ignore_index=True)
    return whole[["round", "bot", *(name for name in whole if name not in ("round", "bot"))]]


def describe_decks(plan: Plan, one: Round, names: Sequence[str]) -> dict[str, list[Any]]:
    """Return the columns that say what is in decks."""
    by_name = {found.deck.name: found for found in one.found}
    decks = [by_name[name] for name in names]
    labels = plan.pool.labels
    return {
        "origin": [found.origin.name for found in decks],
        "exchanged": [list_exchanged(plan, found) for found in decks],
        "cards": [dict(Counter(labels[row] for row in found.deck.cards)) for found in decks],
        "joined": [found is one.joined for found in decks],
    }
