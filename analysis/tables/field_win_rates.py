"""Win rates of decks against a field: the decks that people bring, by their shares.

A win rate against all decks equally is that of a field that nobody has seen. Against the shares
that are played, each matchup counts as often as it is met; a deck that meets itself wins half.
The shares are taken as known: intervals are of the win rates alone.
"""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.bands_file import read_stated
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import rate_interval, usable_standard_error
from evenhand.analysis.tables.metagame import WinMatrix, metagame, read_win_matrix
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError, did_you_mean

__all__ = [
    "METAGAME", "Shares", "field_win_rates", "find_share_faults", "find_stated_field",
    "find_sum_fault", "read_shares",
]  # fmt: skip

Floats = NDArray[np.float64]
Shares = Mapping[str, float] | str
METAGAME = "metagame"  # in place of shares: those of `evenhand.analysis.metagame`
ROUNDING = 0.002  # by which the sum of rounded shares may differ from 1
COLUMNS = [
    "deck", "share", "n_games", "n_pairs",
    *(f"{name}{end}" for name in ("field_win_rate", "win_rate") for end in ("", "_low", "_high")),
]  # fmt: skip


def field_win_rates(run: Run, shares: Shares | None = None, level: float = 0.95) -> pd.DataFrame:
    """Return how often each deck wins against a field, beside its win rate against all equally.

    Parameters
    ----------
    run : Run
        As for `evenhand.analysis.metagame`.
    shares : mapping from str to float, or "metagame", optional
        Shares of the decks in the field, in [0, 1], with sum 1; decks that are left out are not
        met. "metagame": the mix that `evenhand.analysis.metagame` finds. Default: the field that
        ``balance.toml`` stated when the run was made, or the run whose panel it is of.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck, in order of the run's deck list: deck, share, n_games, n_pairs (those
        against other decks of the field), field_win_rate, field_win_rate_low, field_win_rate_high
        (mean of the win rates against each deck, weighted by the shares; 1/2 against itself),
        win_rate, win_rate_low, win_rate_high (as `evenhand.analysis.win_rates`).

    Raises
    ------
    UsageError
        If a share is of no deck or not in [0, 1], if they do not add up to 1, if none are given
        and the run states no field, or as for `evenhand.analysis.metagame`.
    """
    shares = find_stated_field(run) if shares is None else shares
    if shares is None:
        message = f"balance.toml stated no field when {run.folder} was made"
        raise UsageError(message, "give shares by deck, such as {'" + run.entrants[0] + "': 1.0}")
    matrix = read_win_matrix(run)
    weights = read_shares(run, matrix, shares)
    rows = [make_row(matrix, weights, deck, level) for deck in range(len(matrix.decks))]
    even = win_rates(run, level).set_index("deck")[COLUMNS[-3:]]
    return pd.DataFrame(rows).join(even, on="deck")[COLUMNS]


def find_stated_field(run: Run) -> Shares | None:
    """Return the field that ``balance.toml`` stated when a run was made; None without one.

    A run of a panel has that of the run that leads it.
    """
    field: Shares | None = read_stated(run).get("field")
    return field


def read_shares(run: Run, matrix: WinMatrix, shares: Shares) -> Floats:
    """Return the shares of a field in the order of the matrix's decks, with sum 1.

    Raises
    ------
    UsageError
        As for `field_win_rates`.
    """
    if isinstance(shares, str):
        if shares != METAGAME:
            message = f"expected shares by deck or '{METAGAME}', found '{shorten(shares)}'"
            raise UsageError(message, did_you_mean(shares, [METAGAME]))
        return np.array(metagame(run)["share"], float)
    unknown = [name for name in shares if name not in matrix.decks]
    if unknown:
        hint = did_you_mean(unknown[0], matrix.decks) or f"there are {', '.join(matrix.decks)}"
        raise UsageError(f"the field has no deck '{shorten(unknown[0])}' of this run", hint)
    for deck, message, hint in (*find_share_faults(shares), *find_sum_fault(shares)):
        raise UsageError(f"{deck}: {message}" if deck else message, hint)
    weights = np.array([float(shares.get(name, 0.0)) for name in matrix.decks])
    return weights / weights.sum()


def find_share_faults(shares: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield a deck, a message and a hint for each share of a field that is not in [0, 1]."""
    for deck, share in shares.items():
        if isinstance(share, bool) or not isinstance(share, int | float):
            yield deck, f"expected a share such as 0.4, found '{shorten(str(share))}'", ""
        elif not isfinite(share) or share < 0:
            yield deck, f"expected a share from 0 to 1, found {share:g}", ""
        elif share > 1:
            hint = f"shares, not percent: {share / 100:g} is {share:g} %" if share <= 100 else ""
            yield deck, f"expected a share from 0 to 1, found {share:g}", hint


def find_sum_fault(shares: Mapping[str, float]) -> Iterator[tuple[str, str, str]]:
    """Yield "", a message and a hint if the shares of a field do not add up to 1."""
    total = sum(shares.values())
    if abs(total - 1) > ROUNDING:
        missing = f"{1 - total:.3g} is missing" if total < 1 else f"{total - 1:.3g} is too much"
        yield "", f"the shares of the field add up to {total:.3g}, not 1", missing


def make_row(matrix: WinMatrix, weights: Floats, deck: int, level: float) -> dict[str, Any]:
    """Return the row of one deck's win rate against a field."""
    own = weights[deck]
    met = np.flatnonzero(weights * (np.arange(weights.size) != deck))
    ends = (0.5, 0.5, 0.5)
    if met.size:
        among = weights[met] / weights[met].sum()
        rates, n_pairs = matrix.rates[deck, met], matrix.n_pairs[deck, met]
        errors = usable_standard_error(rates, matrix.errors[deck, met], n_pairs)
        rate, error = float(among @ rates), float(np.linalg.norm(among * errors))
        n_effective = 1 / float((among**2 / n_pairs).sum())  # pairs of a sample as precise
        ends = (rate, *rate_interval(rate, error, n_effective, level))
    names = ("field_win_rate", "field_win_rate_low", "field_win_rate_high")
    return {
        "deck": matrix.decks[deck],
        "share": own,
        "n_games": int(matrix.n_games[deck, met].sum()),
        "n_pairs": int(matrix.n_pairs[deck, met].sum()),
        **{name: own / 2 + (1 - own) * float(end) for name, end in zip(names, ends, strict=True)},
    }
