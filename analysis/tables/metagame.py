"""The metagame: equilibrium shares of decks, and cycles of decks that beat each other.

The mix is the equilibrium of largest entropy of the measured win rates. Its uncertainty is
estimated by redrawing every matchup's win rate: each redrawn rate is an end of the matchup's
interval at a random level, so that it stays in [0, 1], accounts for few pairs and does not take
equal pairs for certain (a confidence distribution: Xie and Singh 2013, International Statistical
Review 81, 3-39). Matchups share no deals, so they are drawn independently. A bootstrap of pairs
would have to read every pair, and finds no variance in a few equal pairs. Intervals are quantiles
of the redrawn mixes, corrected to hold for all decks simultaneously (Bonferroni): shares jump where
win rates cross 50 %, and narrower intervals miss too often.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.panel import Panel, find_panel, load_panel
from evenhand.analysis.data.run import VERSUS, Run
from evenhand.analysis.statistics.alpha_rank import alpha_rank
from evenhand.analysis.statistics.hodge import sampled_logits, split_logits
from evenhand.analysis.statistics.intervals import (
    check_level,
    rate_interval,
    usable_standard_error,
)
from evenhand.analysis.statistics.multiplicity import holm
from evenhand.analysis.statistics.nash import max_entropy_nash
from evenhand.analysis.tables.win_rates import matchups
from evenhand.decks.problems import UsageError

__all__ = [
    "SMALL_SHARE", "Mixes", "cycles", "find_mixes", "metagame", "metagame_by_bot",
    "metagame_of_bots", "redraw_rates", "solve_run", "transitivity",
]  # fmt: skip

Floats = NDArray[np.float64]
N_REDRAWN = 2_000
SMALL_SHARE = 0.01  # decks with a smaller share are not part of a mix
NAMED = 3  # maximum number of matchups named in an error


@dataclass(frozen=True)
class WinMatrix:
    """The metagame's win rates of each deck against each other.

    Attributes
    ----------
    decks : tuple of str
    rates : float array, shape (n, n)
        Win rates of the row against the column; 1/2 on the diagonal.
    errors : float array, shape (n, n)
        Standard errors, 0 or NaN if not estimable from the pairs.
    n_pairs, n_games : int array, shape (n, n)
    """

    decks: tuple[str, ...]
    rates: Floats
    errors: Floats
    n_pairs: NDArray[np.int64]
    n_games: NDArray[np.int64]

    @property
    def total_games(self) -> int:
        """Number of games between different decks."""
        return int(self.n_games.sum()) // 2


def read_win_matrix(run: Run) -> WinMatrix:
    """Read the metagame's win rates of each deck of a run against each other.

    Raises
    ------
    UsageError
        If the game has more than two players, several bots played, or matchups are missing.
    """
    refuse_unsuitable_runs(run)
    decks = tuple(name for name in run.entrants if name in run.challengers)
    rows = matchups(run).set_index(["deck", "opponent"])
    missing = [VERSUS.join(pair) for pair in combinations(decks, 2) if pair not in rows.index]
    if missing:
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        message = f"not every deck met every other: {', '.join(missing[:NAMED])}{more} not played"
        raise UsageError(message, "play a run of all of them")
    if len(decks) < 2:
        raise UsageError("a metagame needs two decks or more that met each other")
    others = rows[rows.index.get_level_values(0) != rows.index.get_level_values(1)]
    table = others.unstack().reindex(index=decks)

    def square(column: str) -> Floats:
        return np.array(table[column][list(decks)], float)

    rates, errors = square("win_rate"), square("standard_error")
    np.fill_diagonal(rates, 0.5)
    n_pairs, n_games = (np.nan_to_num(square(name)).astype(int) for name in ("n_pairs", "n_games"))
    return WinMatrix(decks, rates, errors, n_pairs, n_games)


def refuse_unsuitable_runs(run: Run) -> None:
    """Raise UsageError for runs without a metagame: several bots, or more than two players."""
    if run.n_seats > 2:
        raise UsageError(
            f"a metagame is of games for two: this run's are for {run.n_seats}, where what a deck "
            "wins depends on everyone at the table"
        )
    bots = sorted({bot for matchup in run.info["matchups"] for bot in matchup["bots"]})
    if len(bots) > 1:
        names = " and ".join(run.info["bots"][bot]["name"] for bot in bots)
        message = f"in this run {names} met: what wins may be the bot, not the deck"
        raise UsageError(message, "run with one bot, or with a panel: --bots panel")


def redraw_rates(matrix: WinMatrix, n_redrawn: int = N_REDRAWN) -> Floats:
    """Redraw the metagame's win rates from their distributions; shape (n_redrawn, n, n).

    Each is an end of Wilson's interval at the effective number of pairs, at a random level of
    Student's distribution: within about one percentage point of
    `evenhand.analysis.statistics.intervals.rate_interval`.
    """
    above = np.triu_indices(len(matrix.decks), 1)
    rates, n_pairs = matrix.rates[above], matrix.n_pairs[above]
    errors = usable_standard_error(rates, matrix.errors[above], n_pairs)
    inside = (rates > 0) & (rates < 1)
    spread = np.where(inside, rates * (1 - rates), 1.0)
    worth = np.where(inside, errors**2 / spread, 1 / n_pairs)
    rng = np.random.default_rng(1)  # fixed seed: results of a run repeat
    drawn = rng.standard_t(np.maximum(n_pairs - 1, 1), (n_redrawn, rates.size))
    moved = drawn**2 * worth
    reach = drawn * np.sqrt(rates * (1 - rates) * worth + moved * worth / 4)
    ends = ((rates + moved / 2 + reach) / (1 + moved)).clip(0, 1)
    redrawn = np.full((n_redrawn, *matrix.rates.shape), 0.5)
    redrawn[:, above[0], above[1]] = ends
    redrawn[:, above[1], above[0]] = 1 - ends
    return redrawn


def metagame(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the metagame of a run: the equilibrium shares of its decks.

    Parameters
    ----------
    run : Run
        A run of games for two, in which one bot played every deck against every other.
    level : float
        Chance, in (0, 1), that all intervals of a measure hold simultaneously (Bonferroni).

    Returns
    -------
    pandas.DataFrame
        One row per deck, in order of the run's deck list: deck, n_games, n_pairs; share,
        share_low, share_high: share in the mix that no deck beats, of all such mixes
        the one with the largest entropy; `always`, `never`: whether the whole interval is above,
        or below, `SMALL_SHARE`; against_mix, against_mix_low, against_mix_high: the deck's win
        rate against the mix, at most 1/2; alpha_rank, alpha_rank_low, alpha_rank_high: share of
        time for which a whole population plays the deck, if players copy decks that beat theirs.

    Raises
    ------
    UsageError
        If the game has more than two players, several bots played, or matchups are missing.

    References
    ----------
    `evenhand.analysis.statistics.nash`, `evenhand.analysis.statistics.alpha_rank`.
    """
    return make_table(solve_run(run), level)


@dataclass(frozen=True)
class Mixes:
    """Equilibria of the measured metagame, and of each redrawn one.

    Attributes
    ----------
    matrix : WinMatrix
    measured : dict of str to array, shape (n,)
        share, against_mix, alpha_rank.
    redrawn : dict of str to array, shape (n_redrawn, n)
        The same measures, for each redrawn set.
    """

    matrix: WinMatrix
    measured: dict[str, Floats]
    redrawn: dict[str, Floats]


def solve_run(run: Run) -> Mixes:
    """Compute the equilibria of a run's metagame, of measured and redrawn win rates."""
    matrix = read_win_matrix(run)
    return Mixes(matrix, find_mixes(matrix.rates), find_mixes(redraw_rates(matrix)))


def find_mixes(rates: Floats) -> dict[str, Floats]:
    """Return the mixes of a metagame: shares, win rates against them and alpha-rank."""
    shares = max_entropy_nash(2 * rates - 1)
    return {
        "share": shares,
        "against_mix": (rates @ shares[..., None])[..., 0],
        "alpha_rank": alpha_rank(rates, population=2),
    }


def make_table(mixes: Mixes, level: float) -> pd.DataFrame:
    """Return the table of `metagame`."""
    matrix = mixes.matrix
    tail = (1 - check_level(level)) / (2 * len(matrix.decks))
    frame = pd.DataFrame(
        {
            "deck": matrix.decks,
            "n_games": matrix.n_games.sum(axis=1),
            "n_pairs": matrix.n_pairs.sum(axis=1),
        }
    )
    for name, measured in mixes.measured.items():
        low, high = np.quantile(mixes.redrawn[name], [tail, 1 - tail], axis=0)
        frame[name] = measured
        frame[f"{name}_low"] = np.minimum(low, measured)
        frame[f"{name}_high"] = np.maximum(high, measured)
    frame["always"] = frame["share_low"] >= SMALL_SHARE
    frame["never"] = frame["share_high"] < SMALL_SHARE
    return frame[COLUMNS]


def metagame_by_bot(panel: Panel | Run, level: float = 0.95) -> pd.DataFrame:
    """Return the metagame by each bot of a panel: equilibrium shares of the decks.

    Parameters
    ----------
    panel : Panel or Run
        A panel, or the run that leads it.
    level : float
        As for `metagame`, for each bot.

    Returns
    -------
    pandas.DataFrame
        The rows of `metagame` with the columns bot and `differs`: whether the share differs
        from that with the lead, after Holm's correction for all decks and bots; False for the
        lead. Bots are in ascending order of strength.

    Raises
    ------
    UsageError
        As for `metagame`, or if the run leads no panel.
    """
    panel = find_panel(panel)
    solved = {member.bot.name: solve_run(member.run) for member in panel.members}
    lead = solved[panel.lead.bot.name].redrawn["share"]
    frames = []
    for bot, mixes in solved.items():
        gaps = mixes.redrawn["share"] - lead[::-1]  # pair different draws: games are independent
        p_values = two_sided_p_values(gaps) if mixes.redrawn["share"] is not lead else np.nan
        frames.append(make_table(mixes, level).assign(bot=bot, p_value=p_values))
    frame = pd.concat(frames, ignore_index=True)
    frame["differs"] = holm(frame.pop("p_value")) < 1 - level
    return frame[BY_BOT]


def metagame_of_bots(run: Run, level: float = 0.95, panel: Panel | None = None) -> pd.DataFrame:
    """Return the table of `metagame_by_bot`; with one bot for a run without a panel.

    Parameters
    ----------
    panel : Panel, optional
        By whose games it is; that of the run if not given.
    """
    panel = load_panel(run) if panel is None else panel
    if panel and len(panel.members) > 1:
        return metagame_by_bot(panel, level)
    run = panel.lead.run if panel else run
    frame = metagame(run, level).assign(bot=run.info["bots"][0]["name"], differs=False)
    return frame[BY_BOT]


def two_sided_p_values(gaps: Floats) -> Floats:
    """Return two-sided p-values of "the share's gap is 0" from redrawn gaps; shape (n,)."""
    rarer = np.minimum((gaps <= 0).sum(axis=0), (gaps >= 0).sum(axis=0))
    return np.minimum(1.0, 2 * (1 + rarer) / (1 + len(gaps)))


def transitivity(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the share of the win rates' variation that strengths of the decks explain.

    Logits of win rates are split into differences of one strength for each deck and a cyclic
    residual; see `evenhand.analysis.statistics.hodge`.

    Parameters
    ----------
    run : Run
        As for `metagame`.
    level : float
        Coverage of the interval, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row: n_decks, n_matchups, n_games; transitive_low, transitive_high: the share of the
        squared logits, noise excluded, that strengths explain; 0 to 1 if decks are too similar
        for an estimate; cyclic_p: p-value of "strengths explain everything but noise".

    Raises
    ------
    UsageError
        As for `metagame`.
    """
    return make_transitivity_table(read_win_matrix(run), level)


def make_transitivity_table(matrix: WinMatrix, level: float) -> pd.DataFrame:
    """Return the table of `transitivity`."""
    logits, errors = sampled_logits(matrix.rates, matrix.errors, matrix.n_pairs)
    split = split_logits(logits, errors)
    low, high = split.true_share_interval(level)
    n = len(matrix.decks)
    row = {
        "n_decks": n,
        "n_matchups": n * (n - 1) // 2,
        "n_games": matrix.total_games,
        "transitive_low": low,
        "transitive_high": high,
        "cyclic_p": split.p_value,
    }
    return pd.DataFrame([row])


def cycles(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the metagame's cycles of three decks that beat each other.

    Parameters
    ----------
    run : Run
        As for `metagame`.
    level : float
        Chance, in (0, 1), that all intervals hold simultaneously, those of all matchups included,
        which are independent (Sidak 1967, JASA 62, 626-633). So they are valid for the strongest
        cycle, although it was selected.

    Returns
    -------
    pandas.DataFrame
        One row per measured cycle, of decks a, b and c of which a beats b, b beats c and c beats
        a, in descending order of the weakest win rate: a, b, c, n_games; for each of
        a_beats_b, b_beats_c, c_beats_a and `weakest` of these the win rate, and with ``_low``
        and ``_high`` the ends of its interval; `proven`: whether all three are above 1/2.

    Raises
    ------
    UsageError
        As for `metagame`.
    """
    return make_cycles_table(read_win_matrix(run), level)


def make_cycles_table(matrix: WinMatrix, level: float) -> pd.DataFrame:
    """Return the table of `cycles`."""
    n = len(matrix.decks)
    each = check_level(level) ** (2 / (n * (n - 1)))
    low, high = rate_interval(matrix.rates, matrix.errors, matrix.n_pairs, each)
    ends = np.stack([matrix.rates, low, high])
    rows = [
        make_cycle_row(matrix, ends, round_trip)
        for a, b, c in combinations(range(n), 3)
        for round_trip in ((a, b, c), (a, c, b))
        if all(matrix.rates[step] > 0.5 for step in list_steps(round_trip))
    ]
    frame = pd.DataFrame(rows, columns=CYCLE_COLUMNS)
    frame["proven"] = frame["weakest_low"] > 0.5
    return frame.sort_values("weakest", ascending=False, kind="stable", ignore_index=True)


def make_cycle_row(matrix: WinMatrix, ends: Floats, round_trip: tuple[int, ...]) -> dict[str, Any]:
    """Return the row of one cycle of decks; `ends` are win rates, low and high ends."""
    row: dict[str, Any] = {
        key: matrix.decks[deck] for key, deck in zip("abc", round_trip, strict=True)
    }
    steps = list_steps(round_trip)
    row["n_games"] = sum(int(matrix.n_games[step]) for step in steps)
    rates = np.array([[end[step] for end in ends] for step in steps])
    for name, numbers in zip(STEPS, (*rates, rates.min(axis=0)), strict=True):
        row |= {f"{name}{end}": float(value)
                for end, value in zip(ENDS, numbers, strict=True)}  # fmt: skip
    return row


def list_steps(round_trip: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the (winner, loser) pairs of a cycle of decks."""
    return list(zip(round_trip, (*round_trip[1:], round_trip[0]), strict=True))


ENDS = ("", "_low", "_high")
COLUMNS = [
    "deck", "n_games", "n_pairs", *(f"share{end}" for end in ENDS), "always", "never",
    *(f"{name}{end}" for name in ("against_mix", "alpha_rank") for end in ENDS),
]  # fmt: skip
BY_BOT = ["deck", "bot", *COLUMNS[1:], "differs"]
STEPS = ("a_beats_b", "b_beats_c", "c_beats_a", "weakest")
CYCLE_COLUMNS = [
    "a", "b", "c", "n_games", *(f"{name}{end}" for name in STEPS for end in ENDS), "proven",
]  # fmt: skip
