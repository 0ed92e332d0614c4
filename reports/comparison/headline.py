"""The headline of a comparison: the gravest change, what is behind it, or that there is none."""

from typing import Any

import pandas as pd

from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.comparison.band_findings import select_left, select_mended
from evenhand.reports.comparison.edits import find_cause, write_cancelling, write_cause
from evenhand.reports.comparison.findings import (
    describe_change,
    show_change_of_bot,
)
from evenhand.reports.comparison.gravest import (
    TELLING,
    WELL_KNOWN,
    call_bot,
    find_bound,
    find_gravest,
    is_sure,
    select_edits,
)
from evenhand.reports.left_out import write_left_out
from evenhand.reports.undecided import LEAST_TIMES, MOST_GAMES, round_up
from evenhand.reports.wording import (
    Name,
    Sentence,
    join_parts,
    make_sentence,
    name_player,
    number,
    percent,
    points,
    prepend_opening,
    rate_range,
    signed_interval,
    write_fair_share,
)

__all__ = [
    "find_cause_of_most", "forecast_games", "write_comparison_cause",
    "write_comparison_headline", "write_strongest_opinion",
]  # fmt: skip


def write_comparison_headline(
    comparison: Comparison, believed: Comparison | None = None
) -> Sentence:
    """Write the headline of a comparison: what was left out of it, and the gravest change.

    Parameters
    ----------
    believed : Comparison, optional
        As `choose_believed` returns it.
    """
    left_out = write_left_out(comparison.after.info) or write_left_out(comparison.before.info)
    change = _write_gravest(believed or comparison)
    if believed is not None and believed is not comparison:
        bot = name_player(call_bot(believed))
        change = prepend_opening(make_sentence("With {bot}, the strongest here", bot=bot), change)
    if left_out is None:
        return change
    return join_parts([left_out, prepend_opening(make_sentence("Of the rest"), change)], " ")


def _write_gravest(comparison: Comparison) -> Sentence:
    worst = find_gravest(comparison)
    if comparison.decks.empty:
        return make_sentence("Only mirror matches were played, so no deck can be compared.")
    if worst is None:
        return write_no_change(comparison)
    return make_sentence(
        "{deck} wins {more}{way}{outside}: {numbers}.",
        deck=Name(worst.deck),
        more="more" if worst.change > 0 else "less",
        way=write_way(worst.before, worst.after, comparison.before.n_seats)
        if _is_to_be_fair(comparison, worst.deck)
        else "",
        numbers=describe_change(worst, True),
        outside=_write_crossing(comparison, worst.deck),
    )


def _is_to_be_fair(comparison: Comparison, deck: str) -> bool:
    """Return whether a fair win rate is inside the band of a deck, if it has one."""
    bands, fair = comparison.bands, 1 / comparison.before.n_seats
    of_deck = bands[bands["deck"] == deck]
    return bool(((of_deck["band_low"] <= fair) & (fair <= of_deck["band_high"])).all())


def _write_crossing(comparison: Comparison, deck: str) -> str:
    """Write that a change put a deck outside its band, or back inside; "" if neither."""
    judged = {"": comparison.bands}
    if (hands := comparison.best_hands) is not None and len(hands):
        judged[" in its best hands"] = hands[hands["player"] == call_bot(comparison)]
    for where, bands in judged.items():
        crossed = {"now outside": select_left(bands), "back inside": select_mended(bands)}
        for word, rows in crossed.items():
            for row in rows[rows["deck"] == deck].itertuples():
                return f", and is {word} {rate_range(row.band_low, row.band_high)}{where}"
    return ""


def write_no_change(comparison: Comparison) -> Sentence:
    """Write that no deck surely changed, and by how much one may have."""
    if is_untouched(comparison):
        is_same = comparison.inputs.empty
        why = "Nothing was changed" if is_same else "The change makes no difference"
        return make_sentence(f"{why}: every game went as before.")
    bound = find_bound(comparison.decks)
    text = (
        "No deck surely wins more or less often than before; none moved by more than {most} points."
    )
    if bound > TELLING:
        text = (
            "Too few games to say what the change did: no deck surely moved, "
            "but {most} points either way are possible."
        )
    return make_sentence(text, most=number(100 * bound))


def forecast_games(comparison: Comparison) -> int:
    """Forecast how many games tell what a change did; 0 if these do, or if it takes too many.

    Intervals narrow with the square root of the number of games.
    """
    if comparison.decks.empty or find_gravest(comparison) is not None or is_untouched(comparison):
        return 0
    bound = find_bound(comparison.decks)
    times = (bound / WELL_KNOWN) ** 2
    games = round_up(max(times, LEAST_TIMES) * comparison.after.info["run"]["games"])
    return games if bound > TELLING and games <= MOST_GAMES else 0


def is_untouched(comparison: Comparison) -> bool:
    """Return whether no game of a comparison went another way, as far as its tables tell."""
    tables = comparison.decks, comparison.matchups, comparison.first_player, comparison.lengths
    return comparison.is_paired and all((table["change"] == 0).all() for table in tables)


def write_way(before: float, after: float, n_seats: int) -> str:
    """Write whether a change brings a win rate nearer to a fair one; "" if it leaps over it."""
    fair = 1 / n_seats
    if (before - fair) * (after - fair) <= 0:
        return ""
    nearer = "nearer to" if abs(after - fair) < abs(before - fair) else "further from"
    return f", {nearer} a fair {write_fair_share(n_seats)}"


def write_strongest_opinion(
    by_bot: pd.DataFrame, deck: str, lead: str, n_seats: int = 2
) -> Sentence | None:
    """Write how a deck's win rate changed with the last, strongest bot.

    None if unknown, or if that bot is the lead, which the headline is about.
    """
    strongest = by_bot["bot"].iloc[-1]
    rows = by_bot[(by_bot["bot"] == strongest) & (by_bot["deck"] == deck)]
    if strongest == lead or rows.empty:
        return None
    row = next(rows.itertuples())
    return make_sentence(
        "With {bot}, the strongest here: {before} \u2192 {after}, {change} points ({spread}){way}.",
        bot=name_player(row.bot),
        before=percent(row.before),
        after=percent(row.after),
        change=points(show_change_of_bot(row)),
        spread=signed_interval(row.low, row.high),
        way=write_way(row.before, row.after, n_seats) if row.low > 0 or row.high < 0 else "",
    )


def _write_first_opinion(comparison: Comparison, deck: str, is_new: bool) -> Sentence | None:
    """Write how a deck's win rate changed with the first bot, where the headline is of another.

    The deck is named if it is new: if the headline speaks of none.
    """
    row = _find_deck(comparison, deck)
    if row is None:
        return None
    is_known = is_sure(row)
    return make_sentence(
        "With {bot}{deck}: {numbers}{way}{outside}.",
        bot=name_player(call_bot(comparison)),
        deck=make_sentence(", {deck}", deck=Name(deck)) if is_new else "",
        numbers=describe_change(row, True),
        way=write_way(row.before, row.after, comparison.before.n_seats) if is_known else "",
        outside=_write_crossing(comparison, deck),
    )


def _find_deck(comparison: Comparison, deck: str) -> Any:
    """Return the row of a deck in a comparison; None without one."""
    decks = comparison.decks
    return next(decks[decks["deck"] == deck].itertuples(), None)


def write_comparison_cause(
    comparison: Comparison,
    by_edit: pd.DataFrame | None = None,
    by_bot: pd.DataFrame | None = None,
    believed: Comparison | None = None,
) -> Sentence | None:
    """Write what is behind a comparison's headline: the edit that did it, and another bot.

    Where no deck changed, two edits may cancel each other out.

    Parameters
    ----------
    by_edit : pandas.DataFrame, optional
        As `evenhand.experiments.single_edits.measure_single_edits` returns it.
    by_bot : pandas.DataFrame, optional
        For a panel, the table of `evenhand.analysis.changes_by_bot`.
    believed : Comparison, optional
        As `choose_believed` returns it, which the headline is about.

    Returns
    -------
    Sentence, optional
        None if neither is known.
    """
    one = believed or comparison
    by_edit, told = select_edits(by_edit, one), find_gravest(one)
    worst = find_gravest(comparison) if told is None else told
    if worst is None:
        return None if by_edit is None else write_cancelling(by_edit, comparison.inputs)
    cause = None if told is None else find_cause_of_most(comparison, by_edit, believed)
    is_named = by_bot is not None and one is comparison  # else the headline names the bot
    bot = call_bot(one) if is_named else ""
    edit = None if cause is None else write_cause(cause, told.change, comparison.inputs, bot)
    if one is not comparison:
        other = _write_first_opinion(comparison, worst.deck, told is None)
    else:
        lead, n_seats = call_bot(comparison), comparison.before.n_seats
        is_known = by_bot is not None
        other = write_strongest_opinion(by_bot, worst.deck, lead, n_seats) if is_known else None
    known = [sentence for sentence in (edit, other) if sentence is not None]
    return join_parts(known, " ") if known else None


def find_cause_of_most(
    comparison: Comparison, by_edit: pd.DataFrame | None, believed: Comparison | None = None
) -> tuple[str, float | None] | None:
    """Find which edited card made the most important change, as `find_cause` does.

    Edits are told apart with the bot to believe.
    """
    one = believed or comparison
    worst = find_gravest(one) or find_gravest(comparison)
    own = None if worst is None else _find_deck(one, worst.deck)
    if own is None:
        return None
    of_bot = select_edits(by_edit, one)
    edits = pd.DataFrame() if of_bot is None else of_bot
    return find_cause(own.deck, own.change, edits, comparison.inputs)
