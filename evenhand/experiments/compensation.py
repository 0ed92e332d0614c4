"""Compensate the first player: settings of rule options, each played on the same deals.

Settings of a single option are played first; settings of two options only if no single one
is near enough to fair. The chosen setting and the current rules are then played on fresh
deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import DRAW, ENGINE_ERROR, score
from evenhand.analysis.statistics.intervals import normal_quantile
from evenhand.analysis.tables.compensation import (
    COMPENSATION,
    FRESH,
    SEARCHED,
    Played,
    Setting,
    compensation_table,
    list_counts,
)
from evenhand.analysis.tables.first_player import name_quantities
from evenhand.decks.problems import UsageError
from evenhand.experiments.play_panel import count_decisions, limit_games
from evenhand.experiments.question_store import open_store
from evenhand.experiments.rule_settings import (
    Search,
    Values,
    change_options,
    check_settings,
    choose_values,
    list_pairs,
    list_singles,
)
from evenhand.experiments.run_tables import save_table
from evenhand.inputs.existing_run import list_panel_bots, load_run_plan, refuse_choices
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.result_folders import report_write_errors
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.engine.options import pack_options
from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.pair_store import PairRange, PairStore, pair_ranges
from evenhand.simulate.runs.plan import HIGHEST_SEED, Plan
from evenhand.simulate.runs.run_folder import fingerprint_of, hash_json, identify
from evenhand.simulate.runs.seating import places_of

__all__ = ["Effort", "list_searches", "make_searches", "measure_settings", "read_within"]

SEARCH_WIDTH, FRESH_WIDTH = 0.7, 0.4  # half-width of an interval, as a share of the band
FEWEST_PAIRS = 2  # per matchup


@dataclass(frozen=True)
class Effort:
    """The precision of a search for compensation, and the store of its games.

    Attributes
    ----------
    within : float
        Largest acceptable advantage of going first, in (0, 1).
    store : PairStore
    """

    within: float = 0.01
    store: PairStore = field(default_factory=PairStore)


def make_fresh_seed(plan: Plan) -> int:
    """Return the seed of the fresh deals on which a compensation is played."""
    return (plan.seed + 1) % (HIGHEST_SEED + 1)


def identify_search(search: Search, within: float) -> str:
    """Return the hash of all that determines the games of a search for compensation."""
    settings = [list(search.values.items()), within, search.most_games]
    return hash_json([fingerprint_of(identify(search.plan)), settings])


def play_searches(searches: Sequence[Search], effort: Effort) -> list[pd.DataFrame]:
    """Find a compensation: play settings, choose one for all bots, play it on fresh deals.

    Parameters
    ----------
    searches : sequence of Search
        One per bot.

    Returns
    -------
    list of pandas.DataFrame
        One table of `evenhand.analysis.tables.compensation.compensation_table` per bot: the
        rows of the search, then those of the fresh deals.

    Raises
    ------
    UsageError
        If the games do not suffice for two pairs of each matchup.
    """
    players = [SettingPlayer(search, effort) for search in searches]
    settings = list_singles(searches[0])
    effort.store.expected += sum(player.count_games(settings, SEARCHED) for player in players)
    effort.store.expected += sum(player.count_games(settings[:2], FRESH) for player in players)
    results = [player.play(settings) for player in players]
    best = choose_best(results, effort.within)
    pairs = list_pairs(searches[0])
    if compute_largest_deviation(results, best) > effort.within and pairs:
        effort.store.expected += sum(player.count_games(pairs, SEARCHED) for player in players)
        results = [player.play([*settings, *pairs]) for player in players]
        best = choose_best(results, effort.within)
    last = list(dict.fromkeys((Setting(), best)))
    return [
        join_tables(player.search.values, played, player.play(last, FRESH), effort.within, best)
        for player, played in zip(players, results, strict=True)
    ]


def join_tables(
    values: Values, searched: Played, fresh: Played, within: float, best: Setting
) -> pd.DataFrame:
    """Return the table of a compensation's search followed by that of the fresh deals."""
    parts = (
        compensation_table(searched, values, within, best),
        compensation_table(fresh, {}, within, best),
    )
    return pd.concat(parts, ignore_index=True)


def choose_best(results: Sequence[Played], within: float) -> Setting:
    """Return the best compensation: the setting least far from fair, over the worst bot of each.

    Among settings that deviate by at most `within`, those of the fewest options are preferred.
    """

    def rank(setting: Setting) -> tuple[float, float]:
        worst = compute_largest_deviation(results, setting)
        return (len(setting.changed) if worst <= within else np.inf, worst)

    return min(results[0].settings, key=rank)


def compute_largest_deviation(results: Sequence[Played], setting: Setting) -> float:
    """Return how far from compensation a setting is at most, over all bots.

    From each bot's deviation, the excess of its half-width over the smallest half-width of
    all bots is subtracted, so that a bot with few games does not decide by luck.
    """
    number = results[0].settings.index(setting)
    rates = [played.rates[number] for played in results]
    halves = [normal_quantile(0.95) * rate.error for rate in rates]
    fair = 1 / results[0].n_seats
    return max(
        abs(rate.value - fair) - (half - min(halves))
        for rate, half in zip(rates, halves, strict=True)
    )


class SettingPlayer:
    """Plays settings that may compensate, with one bot, or two that play each other.

    Attributes
    ----------
    search : Search
    pairs : dict of str to int
        Number of pairs per matchup, by deals.
    """

    def __init__(self, search: Search, effort: Effort) -> None:
        self.search, self.store = search, effort.store
        self.arrays = plan_arrays(search.plan)
        self.pairs = count_pairs(search, effort, len(self.arrays.matchups))

    def count_games(self, settings: Sequence[Setting], deals: str) -> int:
        """Return the number of games of settings that may compensate."""
        n_seats = self.search.plan.n_seats
        return len(settings) * self.pairs[deals] * len(self.arrays.matchups) * n_seats

    def play(self, settings: Sequence[Setting], deals: str = SEARCHED) -> Played:
        """Play some settings that may compensate, and return their counts."""
        plan = self.search.plan
        plan = plan if deals == SEARCHED else replace(plan, seed=make_fresh_seed(plan))
        rows = range(len(self.arrays.matchups))
        arrays = {setting: self._change_options(plan, setting) for setting in settings}
        ranges = [
            (setting, pairs)
            for setting in settings
            for row in rows
            for pairs in pair_ranges(row, 0, self.pairs[deals])
        ]
        tasks = [(arrays[setting], pairs) for setting, pairs in ranges]
        parts: dict[tuple[Setting, int], list[np.ndarray]] = {}
        for (setting, pairs), counts in zip(
            ranges, self.store.play(tasks, count_outcomes), strict=True
        ):
            parts.setdefault((setting, pairs.matchup), []).append(counts)
        counts_of = [[np.hstack(parts[setting, row]) for row in rows] for setting in settings]
        return Played(settings, counts_of, self._list_sides(), deals, plan.seed)

    def _change_options(self, plan: Plan, setting: Setting) -> PlanArrays:
        """Return the arrays of a plan with the options of a setting that may compensate."""
        changed = change_options(plan, setting)
        packed = pack_options(plan.game.options, changed.options)
        return replace(self.arrays, plan=changed, options=packed)

    def _list_sides(self) -> list[tuple[str, ...]]:
        """List the names of the decks of each matchup, by side."""
        names = [entrant.name for entrant in self.search.plan.entrants]
        return [tuple(names[deck] for deck in matchup.decks) for matchup in self.arrays.matchups]


def count_pairs(search: Search, effort: Effort, n_matchups: int) -> dict[str, int]:
    """Return the pairs per matchup that a search for compensation plays of a setting, by deals.

    The number makes the interval of a setting narrow compared with the band, if each game
    were an independent coin toss; it is reduced to the games allowed.

    Raises
    ------
    UsageError
        If the games do not suffice for two pairs of each matchup.
    """
    group = n_matchups * search.plan.n_seats
    wanted = {
        deals: (normal_quantile(0.95) / 2 / (share * effort.within)) ** 2 / group
        for deals, share in ((SEARCHED, SEARCH_WIDTH), (FRESH, FRESH_WIDTH))
    }
    n_settings = len(list_singles(search)) + len(list_pairs(search))
    cost = group * (n_settings * wanted[SEARCHED] + 2 * wanted[FRESH])
    least = group * (n_settings + 2) * FEWEST_PAIRS
    most = cost if search.most_games is None else search.most_games
    if most < least and not search.is_budget:
        raise UsageError(f"--games: {n_settings} settings take {least:,} games at least")
    share = min(1.0, most / cost)
    return {deals: max(FEWEST_PAIRS, int(share * n)) for deals, n in wanted.items()}


def count_outcomes(arrays: PlanArrays, pairs: PairRange) -> np.ndarray:
    """Play pairs that may compensate; return counts of `list_counts`; shape (n_counts, n_pairs)."""
    rows = play(arrays, Chunk(0, pairs.matchup, pairs.first_pair, pairs.n_pairs))
    n_seats = arrays.plan.n_seats
    by_game = {name: rows[name].reshape(pairs.n_pairs, n_seats)
               for name in ("winner", "first", "turns")}  # fmt: skip
    # An engine error counts as a draw, as in the report.
    broken = rows["end_reason"].reshape(pairs.n_pairs, n_seats) == ENGINE_ERROR
    winner = np.where(broken, DRAW, by_game["winner"])
    places = places_of(n_seats, np.arange(pairs.first_pair, pairs.first_pair + pairs.n_pairs)).T
    counts = {"turns": by_game["turns"].mean(axis=1), "draws": (winner == DRAW).mean(axis=1)}
    for side in range(n_seats):
        # In rotation r, the side at place p sits in seat p - r.
        seats = (places[side][:, None] - np.arange(n_seats)) % n_seats
        scores, is_first = score(winner, seats, n_seats), seats == by_game["first"]
        games, scored = name_quantities(side)
        counts[games] = is_first.sum(axis=1)
        counts[scored] = (is_first * scores).sum(axis=1)
        counts[f"score_{side}"] = scores.mean(axis=1)
    return np.array([counts[name] for name in list_counts(n_seats)], float)


def read_within(within: float) -> float:
    """Return the advantage to compensate within, from 0.1 to 20 percentage points, as a rate."""
    if not 0.1 <= within <= 20:
        raise UsageError(f"--within: expected 0.1 to 20 percentage points, found {within}")
    return within / 100


def list_searches(
    request: Request,
    choices: Sequence[str],
    most_games: int | None,
    run_dir: Path | None = None,
    say: Callable[[str], None] | None = None,
) -> list[Search]:
    """Return the search for compensation of each bot, those that think least first.

    Parameters
    ----------
    request : Request
    choices : sequence of str
        Rule options to change, as ``option`` or ``option=values``; all that treat the first
        player unlike the others if empty.
    most_games : int, optional
        Of each bot.
    run_dir : Path, optional
        A run that is measured for its report; the request then says nothing but workers.
    say : callable(text), optional
        Called with what the user should know before it begins.
    """
    if run_dir:
        refuse_choices(request)
        plan = load_run_plan(run_dir, COMPENSATION)
        bots = list_panel_bots(run_dir, plan, COMPENSATION)
        return make_searches(plan, choices, bots, most_games, run_dir)
    job = prepare(request)
    job.report_notes(say)
    others: list[tuple[Bot, Path | None]] = [(bot, None) for bot in job.panel]
    return make_searches(job.plan, choices, others, most_games, None, job.request.panel_games)


def make_searches(
    plan: Plan,
    choices: Sequence[str],
    others: Sequence[tuple[Bot, Path | None]],
    most_games: int | None,
    run_dir: Path | None = None,
    panel_games: int | None = None,
) -> list[Search]:
    """Return the search for compensation of each bot of a plan, in order of strength.

    Parameters
    ----------
    plan : Plan
        The plan of the first bot, or of two that play each other.
    others : sequence of (Bot, Path or None)
        The further bots of a panel, each with its run.
    most_games : int, optional
        Games allowed per bot.
    panel_games : int, optional
        Games of each bot that thinks ahead; by default about half a minute's worth.
    """
    first = Search(plan, choose_values(plan, choices), most_games, run_dir=run_dir)
    check_settings(first)
    searches = [
        first,
        *(replace(first, plan=replace(plan, bots=[bot]), run_dir=own) for bot, own in others),
    ]
    thinking = [search for search in searches if any(bot.thinks_ahead for bot in search.plan.bots)]
    decisions = count_decisions(replace(plan, bots=plan.bots[:1])) if thinking else 0.0
    for search in thinking:
        bot = max(search.plan.bots, key=lambda bot: bot.strength)
        most = limit_games(bot, decisions, most_games, panel_games)
        searches[searches.index(search)] = replace(search, most_games=most, is_budget=True)
    return sorted(searches, key=lambda search: search.plan.bots[0].strength)


def measure_settings(
    searches: Sequence[Search], request: Request, within: float, is_quiet: bool = True
) -> pd.DataFrame:
    """Measure compensation with all bots, save the tables in the runs, and join them.

    All folders stay locked until the end, so stopped work is resumed with every bot.
    """
    goal = f"what makes up for going first, within {100 * within:g} points"
    hashes = [identify_search(search, within) for search in searches]
    identity = {"the rules that are measured": hash_json(hashes)}
    run_dirs = [search.run_dir for search in searches]
    with open_store(identity, goal, request, is_quiet, run_dirs) as store:
        tables = play_searches(searches, Effort(within, store))
        for search, table in zip(searches, tables, strict=True):
            if search.run_dir:
                with report_write_errors(search.run_dir):
                    save_compensation(search.run_dir, table)
    names = [" v ".join(bot.name for bot in search.plan.bots) for search in searches]
    return pd.concat(
        [table.assign(bot=name) for name, table in zip(names, tables, strict=True)],
        ignore_index=True,
    )


def save_compensation(run_dir: Path, table: pd.DataFrame) -> None:
    """Write the table of compensation into a run's folder, and seal it."""
    save_table(run_dir, COMPENSATION, table)
