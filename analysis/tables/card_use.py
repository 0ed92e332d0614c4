"""Use of cards beside what they win: how many decks play a card, and how those do.

Two numbers say what a card wins, and they are not the same. Its impact, where that was measured, is
what the card itself does to its decks. The win rate of the decks that hold it is theirs: all of
their other cards have a part in it, and a card of a single deck cannot be told from that deck.

Decks play each other, so their win rates depend on one another. The interval of a mean over decks
is the mean of the decks' intervals, as though all erred alike, which is as wide as it can be. If
those of the decks hold together, so do all such means, whatever the number of cards.
"""

from collections.abc import Collection, Sequence

import numpy as np
import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import tally
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.card_impact import card_impact
from evenhand.analysis.tables.card_win_rates import CardsPlayed, played_columns
from evenhand.analysis.tables.field_win_rates import Shares, field_win_rates
from evenhand.analysis.tables.joint_intervals import count_independent_decks, rescale
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.decks.problems import UsageError

__all__ = ["card_use"]

ENDS = ("", "_low", "_high", "_low_all", "_high_all")
COLUMNS = [
    "card", "n_decks", "use", "copies", "n_games", "played_rate", "played_rate_low",
    "played_rate_high", *(f"{name}{end}" for name in ("win_rate", "effect") for end in ENDS),
]  # fmt: skip


def card_use(run: Run, shares: Shares | None = None, level: float = 0.95) -> pd.DataFrame:
    """Return how many decks play each card, how often it is played, and what it wins.

    Parameters
    ----------
    run : Run
        With fixed decks, each played by one bot.
    shares : mapping from str to float, or "metagame", optional
        Shares of the decks in the field, as for `evenhand.analysis.field_win_rates`. Default:
        all decks alike.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per card that a deck holds, the most used first: card, n_decks (decks, of the field
        if shares are given, that hold it), use (their share of all decks or of the field, in
        [0, 1]), copies (mean number in decks that hold it), n_games (games times seats with a copy
        in the deck); played_rate, played_rate_low, played_rate_high (share of the copies in hand
        that were played); win_rate with _low and _high (mean win rate of the decks that hold it,
        weighted by their shares, against all decks alike or against the field), and with _low_all
        and _high_all, which hold for all cards together; effect with the same (mean impact of the
        card on these decks, if that was measured, else NaN; always against all decks alike).

        Cards that no deck of the field holds have the plain mean of their decks.

    Raises
    ------
    UsageError
        If the decks differ from game to game or a deck was played by several bots; with shares, as
        for `evenhand.analysis.field_win_rates`.
    """
    if run.is_sealed or set(run.entrants) - set(run.deck_names):
        message = "the use of cards needs fixed decks, each played by one bot"
        raise UsageError(message, "run with one bot, or with a panel: --bots panel")
    rates, weights = measure_decks(run, shares, level)
    holders = find_holders(run, weights)
    seen = played_columns(tally(run, CardsPlayed).of_all, level)
    cards = pd.DataFrame(seen, index=run.card_names)
    impact = measure_impacts(run, level)
    rows = []
    for card, decks in holders.items():
        use = float(sum(weights[deck] for deck in decks))
        share = [weights[deck] / use if use else 1 / len(decks) for deck in decks]
        own = impact.reindex(pd.MultiIndex.from_product([decks, [card]]))
        rows.append(
            [
                card, sum(weights[deck] > 0 for deck in decks), use, *cards.loc[card, COLUMNS[3:8]],
                *average(rates.loc[decks], share), *average(own, share),
            ]
        )  # fmt: skip
    frame = pd.DataFrame(rows, columns=COLUMNS).astype({"n_games": int})
    return frame.sort_values(["use", "card"], ascending=[False, True], ignore_index=True)


def find_holders(run: Run, decks: Collection[str]) -> dict[str, list[str]]:
    """Return which of some decks hold each card that any of them holds."""
    holders: dict[str, list[str]] = {}
    for deck in run.info["decks"]:
        for card in dict.fromkeys(deck["cards"]) if deck["name"] in decks else ():
            holders.setdefault(card, []).append(deck["name"])
    return holders


def measure_decks(
    run: Run, shares: Shares | None, level: float
) -> tuple[pd.DataFrame, dict[str, float]]:
    """Return the decks' win rates for the use of cards, and their shares.

    Returns
    -------
    rates : pandas.DataFrame
        Index: decks. Columns: the win rate, its interval, and that for all decks together.
    weights : dict of str to float
    """

    def measure(each: float) -> pd.DataFrame:
        if shares is None:
            return win_rates(run, each)
        frame = field_win_rates(run, shares, each).drop(columns=["win_rate", *WIN_RATE_ENDS])
        return frame.rename(columns=lambda name: name.replace("field_", ""))

    frame = measure(level)
    n_decks = count_independent_decks(len(frame), run.n_seats)
    joint = measure(float(joint_level(level, n_decks)))
    ends = {f"{end}_all": joint[end] for end in WIN_RATE_ENDS}
    weights = frame["share"] if shares is not None else np.full(len(frame), 1 / len(frame))
    rates = frame.assign(**ends).set_index("deck")[[f"win_rate{end}" for end in ENDS]]
    return rates, dict(zip(rates.index, map(float, weights), strict=True))


WIN_RATE_ENDS = ("win_rate_low", "win_rate_high")


def measure_impacts(run: Run, level: float) -> pd.DataFrame:
    """Return impact by deck and card for the use of cards; empty if it was not measured."""
    frame = card_impact(run)
    joint = float(joint_level(level, len(frame)))
    low, high = rescale(frame, "effect", level)
    low_all, high_all = rescale(frame, "effect", joint)
    ends = {"effect_low": low, "effect_high": high, "effect_low_all": low_all,
            "effect_high_all": high_all}  # fmt: skip
    indexed = frame.assign(**ends).set_index(["deck", "card"])
    return indexed[[f"effect{end}" for end in ENDS]]


def average(rows: pd.DataFrame, share: Sequence[float]) -> np.ndarray:
    """Return the weighted mean of each column, for the use of cards; NaN if any is missing."""
    means: np.ndarray = np.asarray(share) @ rows.to_numpy(float)
    return means
