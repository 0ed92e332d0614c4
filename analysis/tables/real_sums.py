"""Sums of games that people played with each deck, beside a run.

Whom a deck met is not known. It is taken to have met the other decks of the sums as often as these
were played; so no matchup is compared, and bots are not held against each other.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.agreement import kendall_tau, score_variance
from evenhand.analysis.statistics.multiplicity import holm
from evenhand.analysis.tables.real_results import (
    COLUMNS,
    DECK,
    LEVEL,
    Floats,
    Rates,
    RealResults,
    compare_real_results,
    count_worth,
    find_rates,
    list_bots,
    make_rows,
    name_ends,
    order_pairs,
)
from evenhand.analysis.tables.win_rates import matchups

__all__ = ["compare_deck_sums", "compare_with_people"]


def compare_with_people(games: pd.DataFrame, runs: Sequence[Run]) -> RealResults:
    """Compare games that people played with runs, matchup by matchup or, of sums, deck by deck.

    Parameters
    ----------
    games : pandas.DataFrame
        As `compare_real_results` takes it; sums of decks have the opponent "".
    runs : sequence of Run

    Raises
    ------
    UsageError
        As `compare_real_results` does.
    """
    compare = compare_deck_sums if (games["opponent"] == "").all() else compare_real_results
    return compare(games, runs)


def compare_deck_sums(
    games: pd.DataFrame, runs: Sequence[Run], level: float = LEVEL
) -> RealResults:
    """Compare sums of games that people played with each deck with a run.

    Parameters
    ----------
    games : pandas.DataFrame
        One or more rows for each deck: deck, n_games, score.
    runs : sequence of Run
        Only the bot that led the first is compared.
    level : float
        As for `compare_real_results`.

    Returns
    -------
    RealResults
        Its table has rows of decks alone, and `bots` none.
    """
    run = runs[0]
    lead, own = list_bots(runs)[0]
    sums = games.groupby("deck")[["n_games", "score"]].sum()
    sums = sums.loc[[name for name in run.entrants if name in sums.index]]
    pairs = list_matchups(own)
    rates = find_rates(own, pairs)
    signed = share_presumed_opponents(run, sums["n_games"], pairs)
    rate = 0.5 + signed @ (rates.rate - 0.5)
    error = np.sqrt(signed**2 @ rates.error**2)
    size = count_worth(rate, error, np.abs(np.sign(signed)) @ rates.size)
    n_games, score = sums["n_games"].to_numpy(), sums["score"].to_numpy()
    table = make_rows(DECK, sums.index, "", n_games, score, Rates(rate, error, size))
    table["differs"] = holm(table["p_value"]) < 1 - level
    agreement = make_order(sums, signed, rates).assign(
        n_absent=len(run.entrants) - len(sums), n_simulated=run.info["run"]["games"]
    )
    return RealResults(lead, table.reindex(columns=COLUMNS), agreement, pd.DataFrame())


def list_matchups(run: Run) -> pd.DataFrame:
    """List the matchups of a run once each, by the deck that is first in its list."""
    order = {name: place for place, name in enumerate(run.entrants)}
    rows = matchups(run)[["deck", "opponent"]]
    places = [rows[side].map(order) for side in ("deck", "opponent")]
    return rows[places[0] < places[1]]


def share_presumed_opponents(run: Run, played: pd.Series, pairs: pd.DataFrame) -> Floats:
    """Return the presumed shares of matchups in each deck's games, negative for second decks.

    Shape (n_decks, n_matchups), as of `share_opponents`. A deck alone is taken to have met all
    others of the run alike.
    """
    weights = played if len(played) > 1 else pd.Series(1, index=list(run.entrants))
    signs = [(pairs[side].to_numpy() == played.index.to_numpy()[:, None]).astype(float)
             for side in ("deck", "opponent")]  # fmt: skip
    met = [pairs[side].map(weights).fillna(0.0).to_numpy(float) for side in ("opponent", "deck")]
    signed: Floats = signs[0] * met[0] - signs[1] * met[1]
    return signed / np.maximum(np.abs(signed).sum(axis=1, keepdims=True), 1e-9)


def make_order(sums: pd.DataFrame, signed: Floats, rates: Rates) -> pd.DataFrame:
    """Return how far people and the run put decks in the same order.

    Two decks may have met: then what one won, the other lost. So the error of their difference is
    taken to be the sum of both errors, the most that it can be.
    """
    n_games, score = sums["n_games"].to_numpy(), sums["score"].to_numpy()
    spread = np.sqrt(score_variance(score, n_games))
    one, other = np.triu_indices(len(sums), 1)
    real, simulated = score / n_games - 0.5, signed @ (rates.rate - 0.5)
    between = signed[one] - signed[other]
    apart = [real[one] - real[other], simulated[one] - simulated[other]]
    errors = [spread[one] + spread[other], np.sqrt(between**2 @ rates.error**2)]
    tau = kendall_tau(real, simulated)
    unknown = float("nan")
    row = {
        "n_decks": len(sums), "n_matchups": 0, "n_unplayed": 0, "n_games": int(n_games.sum()),
        **order_pairs(apart, errors, tau), **name_ends("slope", unknown, (unknown, unknown)),
    }  # fmt: skip
    return pd.DataFrame([row])
