"""The headline of a comparison: the gravest change, what is behind it, or that there is none."""

from typing import Any

import pandas as pd

from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.comparison.band_findings import select_left, select_mended
from evenhand.reports.comparison.edits import find_cause, write_cancelling, write_cause
from evenhand.reports.comparison.findings import (
    count_decks,
    describe_change,
    describe_chosen,
    find_bound,
    select_provable,
    show_change_of_bot,
)
from evenhand.reports.comparison.reach import judge_changes
from evenhand.reports.left_out import write_left_out
from evenhand.reports.panel_reach import find_whom_to_believe
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
    write_allowance,
    write_fair_share,
)

__all__ = [
    "choose_believed", "find_cause_of_most", "forecast_games", "write_comparison_cause",
    "write_comparison_headline", "write_strongest_opinion",
]  # fmt: skip

WELL_KNOWN = 0.01  # how well more games should know them
MUCH_GRAVER = 3.0  # ratio of changes from which the first bot leads, not the strongest
TELLING = 0.02  # how well changes must be known for "no deck changed" to be an answer


def choose_believed(
    comparison: Comparison, by_bot: pd.DataFrame | None, strongest: Comparison | None
) -> Comparison:
    """Choose the comparison of the bot to believe, as the headline of a run does.

    Where bots differ, that is the strongest, unless its games are too few to tell anything, or it
    makes little of a change that is grave for the first bot.

    Parameters
    ----------
    comparison : Comparison
        Of the first bot.
    by_bot : pandas.DataFrame, optional
        For a panel, the table of `evenhand.analysis.changes_by_bot`.
    strongest : Comparison, optional
        Of the strongest bot, if it is another.
    """
    if by_bot is None or strongest is None:
        return comparison
    bots_differ = find_whom_to_believe(verdict for _, verdict in judge_changes(by_bot)) is not None
    can_tell = find_gravest(strongest) is not None or find_bound(strongest.decks) <= TELLING
    if not bots_differ or not can_tell or is_much_graver(comparison, strongest):
        return comparison
    return strongest


def is_much_graver(comparison: Comparison, other: Comparison) -> bool:
    """Return whether a change does much more in one comparison than in another.

    That is so where only there a deck leaves its band; else if the gravest change is several times
    as large.
    """
    worst, less = find_gravest(comparison), find_gravest(other)
    if worst is None:
        return False
    n_left, n_left_there = len(select_left(comparison.bands)), len(select_left(other.bands))
    if (n_left > 0) != (n_left_there > 0):
        return n_left > 0
    size = WELL_KNOWN if less is None else max(abs(less.change), WELL_KNOWN)
    return abs(float(worst.change)) > MUCH_GRAVER * size


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
        bot = name_player(_name_bot(believed))
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
        "{deck} {probably}wins {more}{way}{outside}: {numbers}.",
        deck=Name(worst.deck),
        probably="" if is_sure(worst) else "probably ",
        more="more" if worst.change > 0 else "less",
        way=write_way(worst.before, worst.after, comparison.before.n_seats)
        if _is_to_be_fair(comparison, worst.deck)
        else "",
        numbers=describe_chosen(worst, True, write_allowance(count_decks(comparison), "deck")),
        outside=_write_crossing(comparison.bands, worst.deck),
    )


def _name_bot(comparison: Comparison) -> str:
    return str(comparison.after.info["bots"][0]["name"])


def _is_to_be_fair(comparison: Comparison, deck: str) -> bool:
    """Return whether a fair win rate is inside the band of a deck, if it has one."""
    bands, fair = comparison.bands, 1 / comparison.before.n_seats
    of_deck = bands[bands["deck"] == deck]
    return bool(((of_deck["band_low"] <= fair) & (fair <= of_deck["band_high"])).all())


def _write_crossing(bands: pd.DataFrame, deck: str) -> str:
    """Write that a change put a deck outside its band, or back inside; "" if neither."""
    for word, rows in (("now outside", select_left(bands)), ("back inside", select_mended(bands))):
        for row in rows[rows["deck"] == deck].itertuples():
            return f", and is {word} {rate_range(row.band_low, row.band_high)}"
    return ""


def write_no_change(comparison: Comparison) -> Sentence:
    """Write that no deck surely changed, and by how much one may have."""
    if is_untouched(comparison):
        is_same = comparison.inputs.empty
        why = "Nothing was changed" if is_same else "The change makes no difference"
        return make_sentence("{why}: every game went as before.", why=why)
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


def find_gravest(comparison: Comparison) -> Any:
    """Find the gravest change of a deck, as a row of its table; None if none is provable.

    A deck that left its band comes before one that moved further inside its own, and one that is
    sure on its own before others.
    """
    rows = sorted(select_provable(comparison.decks).itertuples(), key=lambda row: not is_sure(row))
    changed = {row.deck: row for row in rows}
    left = [changed[deck] for deck in select_left(comparison.bands)["deck"] if deck in changed]
    return next(iter([*left, *changed.values()]), None)


def is_sure(row: Any) -> bool:
    """Return whether a deck changed for sure, although it was picked from all decks."""
    return bool(row.change_low_all > 0 or row.change_high_all < 0)


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
    is_known = row.change_q < DISCOVERY_RATE
    return make_sentence(
        "With {bot}{deck}: {numbers}{way}{outside}.",
        bot=name_player(_name_bot(comparison)),
        deck=make_sentence(", {deck}", deck=Name(deck)) if is_new else "",
        numbers=describe_change(row, True),
        way=write_way(row.before, row.after, comparison.before.n_seats) if is_known else "",
        outside=_write_crossing(comparison.bands, deck),
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
    is_of_first = believed is None or believed is comparison
    told = find_gravest(believed or comparison)
    worst = find_gravest(comparison) if told is None else told
    if worst is None:
        return None if by_edit is None else write_cancelling(by_edit, comparison.inputs)
    cause = find_cause_of_most(comparison, by_edit, believed)
    own = _find_deck(comparison, worst.deck)  # edits are told apart with the first bot
    bot = "" if by_bot is None else _name_bot(comparison)
    edit = None if cause is None else write_cause(cause, own.change, comparison.inputs, bot)
    if not is_of_first:
        said = [_write_first_opinion(comparison, worst.deck, told is None), edit]
    else:
        lead, n_seats = _name_bot(comparison), comparison.before.n_seats
        other = by_bot is not None and write_strongest_opinion(by_bot, worst.deck, lead, n_seats)
        said = [edit, other or None]
    known = [sentence for sentence in said if sentence is not None]
    return join_parts(known, " ") if known else None


def find_cause_of_most(
    comparison: Comparison, by_edit: pd.DataFrame | None, believed: Comparison | None = None
) -> tuple[str, float | None] | None:
    """Find which edited card made the most important change, as `find_cause` does.

    Edits are told apart with the first bot, so that it is its change of the deck that is split.
    """
    worst = find_gravest(believed or comparison) or find_gravest(comparison)
    own = None if worst is None else _find_deck(comparison, worst.deck)
    if own is None:
        return None
    edits = pd.DataFrame() if by_edit is None else by_edit
    return find_cause(own.deck, own.change, edits, comparison.inputs)
