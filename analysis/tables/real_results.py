"""Results that people played, beside those of a run.

A deck's simulated win rate is weighted by the opponents that people met with it, and so are the
distances of bots: what people did not play counts for nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr

from evenhand.analysis.data.panel import load_panel
from evenhand.analysis.data.run import VERSUS, Run
from evenhand.analysis.data.tallies import tally
from evenhand.analysis.statistics.agreement import (
    compare_distances,
    count_games_to_tell,
    distance_interval,
    estimate_slope,
    kendall_tau,
    predictive_p_value,
    score_variance,
    shrink,
    wilson_interval,
)
from evenhand.analysis.statistics.intervals import (
    difference_interval,
    normal_quantile,
    rate_interval,
    usable_standard_error,
)
from evenhand.analysis.statistics.multiplicity import holm
from evenhand.analysis.tables.first_player import FirstTurns, estimate_rate
from evenhand.analysis.tables.win_rates import matchups
from evenhand.decks.problems import UsageError

__all__ = [
    "COLUMNS", "DECK", "FIRST", "LEVEL", "MATCHUP", "Floats", "Rates", "RealResults",
    "compare_real_results", "count_worth", "find_rates", "list_bots", "make_rows", "name_ends",
    "order_pairs", "refuse_unsuitable",
]  # fmt: skip

Floats = NDArray[np.float64]
DECK, MATCHUP, FIRST = "deck", "matchup", "first player"  # kinds of rows
LEVEL = 0.95
ELO = 400  # points of rating at which the odds are ten to one


class Rates(NamedTuple):
    """Win rates of real matchups in a run.

    Attributes
    ----------
    rate, error, size : float array, shape (n_matchups,)
        Rates of the first deck, standard errors, and the independent games that they are worth.
    """

    rate: Floats
    error: Floats
    size: Floats

    @property
    def with_variance(self) -> tuple[Floats, Floats]:
        """Rates and their variances."""
        return self.rate, self.error**2


@dataclass(frozen=True, eq=False)
class RealResults:
    """What people played, beside a run.

    Attributes
    ----------
    lead : str
        The bot that played the run, as `bots` names it.
    table : pandas.DataFrame
        A row for each deck, for each matchup and, if it is known who began, one for the first
        player: `kind`, deck, opponent, n_games (real ones); `real`, `simulated` and `difference`
        (real minus simulated), each with ``_low`` and ``_high``; p_value; `differs`: whether real
        and simulated differ, after Holm's correction for all rows; of matchups `estimate` with
        its interval, shrunk towards the simulated rate, and `weight`, that of the real rate;
        rating_edge: what the ratings of its players alone are worth to a deck; else NaN.
    agreement : pandas.DataFrame
        One row: n_decks, n_absent (other decks of the run), n_matchups, n_unplayed (other
        matchups of the run), n_games, n_simulated (games of the run); n_same and n_reversed:
        pairs of decks proven to be in the same order, or not; with intervals tau, the rank
        correlation of decks, and slope, real points from even for a simulated one.
    bots : pandas.DataFrame
        Empty for sums of decks; else a row for each bot, the nearest to people first: bot, run;
        with interval `distance`, root mean square of real minus simulated matchups, noise taken
        off; `behind`: its mean squared error minus the nearest bot's, with interval; `is_farther`:
        whether that is proven, after Holm's correction; games_to_tell, real games after which it
        would be, with a chance of 80 %.
    """

    lead: str
    table: pd.DataFrame
    agreement: pd.DataFrame
    bots: pd.DataFrame

    @property
    def is_of_decks(self) -> bool:
        """Whether only sums of each deck are known, and no matchup."""
        return bool((self.table["kind"] == DECK).all())


def compare_real_results(
    games: pd.DataFrame, runs: Sequence[Run], level: float = LEVEL
) -> RealResults:
    """Compare games that people played with runs.

    Parameters
    ----------
    games : pandas.DataFrame
        A row for each result: deck and opponent, names in the first run; n_games; score of the
        deck, draws by half; `first`, 1 if the deck began and 0 if its opponent did; rating and
        opponent_rating on Elo's scale. NaN where not known.
    runs : sequence of Run
        The first is compared, with the bot that led its panel. Bots of its panel and of the
        others are held against each other. `refuse_unsuitable` lets each pass.
    level : float
        In (0, 1): chance that no deck, matchup or first player is said to differ that does not.
        Intervals are of 95 %.

    Returns
    -------
    RealResults

    Raises
    ------
    UsageError
        If a matchup is in the first run alone, or no deck met another.
    """
    run = runs[0]
    played = add_up(run, games)
    members = list_bots(runs)
    bots = {name: find_rates(own, played) for name, own in members}
    lead = bots[members[0][0]]
    signed = share_opponents(run, played)
    parts = [make_deck_rows(run, played, lead, signed), make_matchup_rows(played, lead)]
    parts += make_first_row(run, games[games["first"].notna()])
    table = pd.concat(parts, ignore_index=True)
    table["rating_edge"] = add_rating_edges(table, games)
    table["differs"] = holm(table["p_value"]) < 1 - level
    agreement = make_agreement(run, played, lead, signed)
    near = make_bots(played, bots)
    near["run"] = near["bot"].map({name: str(own.folder) for name, own in members})
    return RealResults(members[0][0], table[COLUMNS], agreement, near)


def refuse_unsuitable(run: Run) -> None:
    """Raise UsageError for a run whose win rates are not those of decks in games for two."""
    if run.n_seats > 2:
        raise UsageError(f"real results are compared in games for two: {run.folder} has more")
    if len({bot for matchup in run.info["matchups"] for bot in matchup["bots"]}) > 1:
        message = f"in {run.folder} two bots met: what wins may be the bot, not the deck"
        raise UsageError(message, "run with one bot, or with a panel: --bots panel")


def list_bots(runs: Sequence[Run]) -> list[tuple[str, Run]]:
    """Return the bots of runs and their panels, the first run's lead first, by their own names."""
    found: list[tuple[str, Run]] = []
    for run in runs:
        panel = load_panel(run)
        members = [(one.bot.name, one.run) for one in panel.members] if panel else []
        found += sorted(
            members or [(run.info["bots"][0]["name"], run)], key=lambda own: own[1] is not run
        )
    names = [name for name, _ in found]
    return [
        (name if names.count(name) == 1 else f"{name} ({run.folder})", run) for name, run in found
    ]


def add_up(run: Run, games: pd.DataFrame) -> pd.DataFrame:
    """Add up real games by matchup, seen by the deck that is first in the run's list."""
    order = {name: place for place, name in enumerate(run.entrants)}
    is_swapped = games["deck"].map(order) > games["opponent"].map(order)
    seen = games.assign(
        deck=games["deck"].where(~is_swapped, games["opponent"]),
        opponent=games["opponent"].where(~is_swapped, games["deck"]),
        score=games["score"].where(~is_swapped, games["n_games"] - games["score"]),
    )
    seen = seen[seen["deck"] != seen["opponent"]]
    if seen.empty:
        raise UsageError("all results are of a deck against itself, which say nothing of decks")
    added = seen.groupby(["deck", "opponent"], as_index=False)[["n_games", "score"]].sum()
    return added.sort_values(["deck", "opponent"], key=lambda names: names.map(order))


def find_rates(run: Run, played: pd.DataFrame) -> Rates:
    """Return the simulated win rates of the matchups that people played.

    Raises
    ------
    UsageError
        If the run lacks one of them.
    """
    rows = matchups(run).set_index(["deck", "opponent"])
    pairs = list(zip(played["deck"], played["opponent"], strict=True))
    if lacking := [VERSUS.join(pair) for pair in pairs if pair not in rows.index]:
        message = f"{run.folder} has no game of {lacking[0]}, which people played"
        raise UsageError(message, "give runs of the same decks")
    found = rows.loc[pairs]
    rate, n_pairs = found["win_rate"].to_numpy(), found["n_pairs"].to_numpy()
    error = usable_standard_error(rate, found["standard_error"], n_pairs)
    return Rates(rate, error, count_worth(rate, error, n_pairs))


def count_worth(rate: Floats, error: Floats, n_pairs: Floats) -> Floats:
    """Return the independent games that simulated rates are worth, by their errors."""
    inside = (rate > 0) & (rate < 1)
    return np.where(inside, rate * (1 - rate) / error**2, n_pairs)


def share_opponents(run: Run, played: pd.DataFrame) -> Floats:
    """Return the shares of matchups in each deck's games, negative where it is the second deck.

    Shape (n_decks, n_matchups); a deck's rate is 1/2 plus its row times (matchups' rates - 1/2).
    """
    counts = played["n_games"].to_numpy(float)
    own = [
        played[side].to_numpy() == np.array(run.entrants)[:, None] for side in ("deck", "opponent")
    ]
    signed = counts * (own[0].astype(float) - own[1])
    return signed / np.maximum(np.abs(signed).sum(axis=1, keepdims=True), 1)


def make_deck_rows(run: Run, played: pd.DataFrame, lead: Rates, signed: Floats) -> pd.DataFrame:
    """Return the rows of decks that people played."""
    met = np.abs(signed).sum(axis=1) > 0
    is_own = np.abs(np.sign(signed[met]))
    n_games = is_own @ played["n_games"].to_numpy()
    real = 0.5 + signed[met] @ (find_real(played) - 0.5)
    rate = 0.5 + signed[met] @ (lead.rate - 0.5)
    error = np.sqrt(signed[met] ** 2 @ lead.error**2)
    size = count_worth(rate, error, is_own @ lead.size)
    names = np.array(run.entrants)[met]
    return make_rows(DECK, names, "", n_games, real * n_games, Rates(rate, error, size))


def make_matchup_rows(played: pd.DataFrame, lead: Rates) -> pd.DataFrame:
    """Return the rows of matchups, with estimates that are shrunk towards the simulated rates."""
    n_games, score = played["n_games"].to_numpy(), played["score"].to_numpy()
    rows = make_rows(MATCHUP, played["deck"].to_numpy(), played["opponent"].to_numpy(), n_games,
                     score, lead)  # fmt: skip
    shrunk = shrink(find_real(played), score_variance(score, n_games), *lead.with_variance)
    names = ("estimate", "estimate_low", "estimate_high", "weight")
    return rows.assign(**dict(zip(names, shrunk, strict=True)))


def make_first_row(run: Run, known: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the row of the player who began, if games say it; matchups as people met them."""
    if known.empty:
        return []
    rates = {
        frozenset(matchup.entrants): estimate_rate(sums[""], run.n_seats)
        for matchup, sums in tally(run, FirstTurns).by_matchup.items()
    }
    met = known[["deck", "opponent"]].apply(frozenset, axis=1)
    known, met = known[met.isin(rates)], met[met.isin(rates)]
    if known.empty:
        return []
    n_games = known["n_games"].sum()
    score = known["score"].where(known["first"] == 1, known["n_games"] - known["score"]).sum()
    shares = known["n_games"].groupby(met).sum() / n_games
    rate, error, n_pairs = np.array([rates[decks] for decks in shares.index]).T
    spread = np.linalg.norm(shares * usable_standard_error(rate, error, n_pairs))
    simulated = np.array([[shares @ rate], [spread], [n_pairs.sum()]])
    simulated[2] = count_worth(*simulated)
    return [make_rows(FIRST, "", "", np.array([n_games]), np.array([score]), Rates(*simulated))]


def make_rows(
    kind: str, deck: Any, opponent: Any, n_games: Floats, score: Floats, simulated: Rates
) -> pd.DataFrame:
    """Return rows of real win rates beside simulated ones."""
    real, real_ends = score / n_games, wilson_interval(score, n_games, LEVEL)
    ends = rate_interval(simulated.rate, simulated.error, np.maximum(simulated.size, 2), LEVEL)
    low, high = difference_interval(real, real_ends, simulated.rate, ends)
    apart = (low.clip(-1, 1), high.clip(-1, 1))
    p_values = [
        predictive_p_value(*row)
        for row in zip(score, n_games.astype(int), simulated.rate, simulated.size, strict=True)
    ]
    columns = {"kind": kind, "deck": deck, "opponent": opponent, "n_games": n_games.astype(int)}
    columns |= name_ends("real", real, real_ends) | name_ends("simulated", simulated.rate, ends)
    columns |= name_ends("difference", real - simulated.rate, apart)
    return pd.DataFrame({**columns, "p_value": p_values})


def name_ends(name: str, value: Any, ends: Sequence[Any]) -> dict[str, Any]:
    """Return an estimate and its interval as columns."""
    return {name: value, f"{name}_low": ends[0], f"{name}_high": ends[1]}


def find_real(played: pd.DataFrame) -> Floats:
    """Return the real win rates of matchups, shape (n_matchups,)."""
    rates: Floats = (played["score"] / played["n_games"]).to_numpy()
    return rates


def add_rating_edges(table: pd.DataFrame, games: pd.DataFrame) -> list[float]:
    """Return what ratings alone are worth to each deck: the mean of Elo's expectation minus 1/2."""
    edge = 1 / (1 + 10 ** ((games["opponent_rating"] - games["rating"]) / ELO)) - 0.5
    own = games.assign(edge=edge)[(games["deck"] != games["opponent"]) & edge.notna()]
    other = own.assign(deck=own["opponent"], edge=-own["edge"])
    both = pd.concat([own, other])
    added = (both["edge"] * both["n_games"]).groupby(both["deck"]).sum()
    of_decks = added / both.groupby("deck")["n_games"].sum()
    return [
        float(of_decks.get(row.deck, np.nan)) if row.kind == DECK else np.nan
        for row in table.itertuples()
    ]


def make_agreement(run: Run, played: pd.DataFrame, lead: Rates, signed: Floats) -> pd.DataFrame:
    """Return how far the order of decks and the spread of matchups agree.

    Two decks are in the same order, or reversed, if both the real and the simulated difference of
    their win rates are proven: the larger p-value of the two counts, with Holm's correction for
    all pairs of decks. Tau lies between what it would be if all other pairs were reversed, and if
    none were.

    References
    ----------
    Berger (1982), Technometrics 24, 295-300: the larger p-value.
    """
    n_games, score = played["n_games"].to_numpy(), played["score"].to_numpy()
    met = signed[np.abs(signed).sum(axis=1) > 0]
    real, variance = find_real(played), score_variance(score, n_games)
    one, other = np.triu_indices(len(met), 1)
    between = met[one] - met[other]
    apart = [between @ (real - 0.5), between @ (lead.rate - 0.5)]
    errors = [np.sqrt(between**2 @ own) for own in (variance, lead.error**2)]
    tau = kendall_tau(met @ (real - 0.5), met @ (lead.rate - 0.5))
    slope = estimate_slope(real, variance, *lead.with_variance, n_games / n_games.sum())
    n_of_run = sum(not matchup.is_mirror for matchup in run.matchups)
    row = {
        "n_decks": len(met), "n_absent": len(run.entrants) - len(met),
        "n_matchups": len(played), "n_unplayed": n_of_run - len(played),
        "n_games": int(n_games.sum()), "n_simulated": run.info["run"]["games"],
        **order_pairs(apart, errors, tau),
        **name_ends("slope", slope.value, (slope.low, slope.high)),
    }  # fmt: skip
    return pd.DataFrame([row])


def order_pairs(apart: Sequence[Floats], errors: Sequence[Floats], tau: float) -> dict[str, float]:
    """Return how many pairs of decks are proven to be in the same order or not, and tau's ends.

    Parameters
    ----------
    apart, errors : pair of float array, shape (n_pairs,)
        Real and simulated differences of win rates, and their standard errors.
    tau : float
    """
    p_values = [2 * ndtr(-np.abs(gap) / error) for gap, error in zip(apart, errors, strict=True)]
    is_proven = holm(np.maximum(*p_values)) < 1 - LEVEL
    n_same, n_reversed = (
        int((is_proven & (apart[0] * apart[1] * sign > 0)).sum()) for sign in (1, -1)
    )
    n_pairs = len(apart[0])
    n_open = n_pairs - n_same - n_reversed
    low, high = ((n_same - n_reversed + n_open * sign) / max(n_pairs, 1) for sign in (-1, 1))
    ends = name_ends("tau", tau, (min(tau, low), max(tau, high)))
    return {"n_same": n_same, "n_reversed": n_reversed, **ends}


def make_bots(played: pd.DataFrame, bots: dict[str, Rates]) -> pd.DataFrame:
    """Return how far each bot lies from people, the nearest first."""
    n_games = played["n_games"].to_numpy()
    weights, real = n_games / n_games.sum(), find_real(played)
    variance = score_variance(played["score"], n_games)
    distances = {
        name: distance_interval(real - own.rate, variance + own.error**2, weights)
        for name, own in bots.items()
    }
    errors = {name: weights @ ((real - own.rate) ** 2 - own.error**2) for name, own in bots.items()}
    ranked = sorted(bots, key=lambda name: errors[name])
    near = bots[ranked[0]].with_variance
    rows = []
    for name in ranked:
        far = bots[name].with_variance
        behind, error, p_value = compare_distances((real, variance), near, far, weights)
        half = normal_quantile(LEVEL) * error
        rows.append({
            "bot": name,
            **name_ends("distance", distances[name][0], distances[name][1:]),
            **name_ends("behind", behind, (behind - half, behind + half)),
            "p_value": np.nan if name == ranked[0] else p_value,
            "games_to_tell": count_games_to_tell(n_games.sum(), variance, near, far, weights),
        })  # fmt: skip
    frame = pd.DataFrame(rows)
    frame["is_farther"] = holm(frame["p_value"]) < 1 - LEVEL
    frame.loc[0, ["behind", "behind_low", "behind_high", "games_to_tell"]] = 0.0
    return frame


ENDS = ("", "_low", "_high")
COLUMNS = [
    "kind", "deck", "opponent", "n_games",
    *(f"{name}{end}" for name in ("real", "simulated", "difference") for end in ENDS),
    "p_value", "differs", *(f"estimate{end}" for end in ENDS), "weight", "rating_edge",
]  # fmt: skip
