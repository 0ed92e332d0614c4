"""Texts and rows on the effects of a change, while its games are still being played."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.followed_changes import FollowedChanges
from evenhand.reports.live.strips import Strip, draw_change, find_reach
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    enumerate_parts,
    join_parts,
    make_sentence,
    number,
    percent,
    plural,
    points,
    rate_range,
    round_change,
    signed,
    signed_interval,
    signed_range,
    write_allowance,
)

__all__ = [
    "ChangeRow", "Hero", "describe_newcomers", "describe_untouched", "find_gravest_change",
    "find_hero",    "list_change_rows", "list_overall_rows", "write_lead",
    "write_live_headline",
]  # fmt: skip

NAMED = 4  # decks named in one sentence
TURN_DIGITS = 2


class Hero(NamedTuple):
    """The gravest change on the live page, displayed prominently.

    Attributes
    ----------
    way : str
        Direction: "up", "down", or "none" if the change is not significant.
    """

    number: str
    deck: Name
    values: str
    spread: str
    way: str


class ChangeRow(NamedTuple):
    """One row of a live table of changes; `way` as for `Hero`."""

    key: str
    name: object
    before: str
    after: str
    change: str
    spread: str
    way: str
    strip: Strip | None


def rank_changes(frame: pd.DataFrame, failing: Mapping[str, Band]) -> pd.DataFrame:
    """Sort live changes of decks: significant ones first, then those that fail now, then by size.

    Parameters
    ----------
    failing : mapping from str to Band
        The bands that decks fail since the change, by deck.
    """
    order = frame.assign(fails=frame["deck"].isin(list(failing)), size=frame["change"].abs())
    return order.sort_values(["is_sure", "fails", "size"], ascending=False, kind="stable")


def find_gravest_change(changes: FollowedChanges, failing: Mapping[str, Band]) -> Any:
    """Return the row of the gravest live change, as `rank_changes` has it; None without any."""
    return next(rank_changes(changes.decks, failing).itertuples(), None)


def find_hero(
    changes: FollowedChanges, texts: Mapping[str, str], failing: Mapping[str, Band]
) -> Hero | None:
    """Return the gravest live change of a deck, to be displayed; None without any."""
    row = find_gravest_change(changes, failing)
    if row is None:
        return None
    return Hero(
        points(show_live_change(row)),
        Name(texts.get(row.deck, row.deck)),
        f"{percent(row.before)} \u2192 {percent(row.after)}",
        signed_interval(row.low_all, row.high_all) + write_allowance(len(changes.decks), "deck"),
        find_direction(row),
    )


def show_live_change(row: Any) -> float:
    """Return the live change of a rate as it is shown beside the rates."""
    return round_change(row.before, row.after, row.change, row.low, row.high)


def find_direction(row: Any) -> str:
    """Return the direction of a live change: "up", "down", or "none" if not significant."""
    if not row.is_sure:
        return "none"
    return "up" if row.change > 0 else "down"


def write_live_headline(
    changes: FollowedChanges, texts: Mapping[str, str], is_done: bool, failing: Mapping[str, Band]
) -> Sentence:
    """Write the live headline: the gravest change, as `rank_changes` has it."""
    row = find_gravest_change(changes, failing)
    if row is None:
        return make_sentence("The games are the same as before.")
    band = failing.get(row.deck)
    if not row.is_sure:
        most = float(changes.decks[["low_all", "high_all"]].abs().max().max())
        bound = number(100 * most)
        if is_done:
            return make_sentence(
                "No deck surely wins more or less often than before; none moved by more than "
                "{bound} points.",
                bound=bound,
            )
        return make_sentence(
            "Not sure yet: no deck moved by more than {bound} points.", bound=bound
        )
    return make_sentence(
        "{deck} wins {more}{outside}: {values}, {change} points ({spread}{choice}).",
        outside="" if band is None else f", and is now outside {rate_range(*band)}",
        deck=Name(texts.get(row.deck, row.deck)),
        more="more" if row.change > 0 else "less",
        values=Tied(f"{percent(row.before)} \u2192 {percent(row.after)}"),
        change=Tied(points(show_live_change(row))),
        spread=Tied(signed_interval(row.low_all, row.high_all)),
        choice=write_allowance(len(changes.decks), "deck"),
    )


def write_lead(
    changes: FollowedChanges,
    texts: Mapping[str, str],
    failing: Mapping[str, Band],
    broken: Sentence,
) -> Sentence:
    """Write the live lead: gravest change without numbers, others, and what fails now."""
    sure = rank_changes(changes.decks[changes.decks["is_sure"]], failing)
    first: Any = next(sure.itertuples())
    ups, downs = (int((sure["change"][1:] * sign > 0).sum()) for sign in (1, -1))
    others: list[object] = [
        f"{plural(n, 'other deck wins', 'other decks win')} {way}"
        for n, way in ((ups, "more"), (downs, "less"))
        if n
    ]
    return make_sentence(
        "{deck} wins {way}{others}.{broken}",
        deck=Name(texts.get(first.deck, first.deck)),
        way="more" if first.change > 0 else "less",
        others=make_sentence("; {others}", others=enumerate_parts(others)) if others else "",
        broken=broken,
    )


def list_change_rows(frame: pd.DataFrame, texts: Mapping[str, str]) -> list[ChangeRow]:
    """List the live rows of a table of win rates."""
    reach = find_reach(frame)
    return [
        ChangeRow(
            f"{row.deck} {getattr(row, 'opponent', '')}",
            name_row(row, texts),
            percent(row.before),
            percent(row.after),
            points(show_live_change(row)),
            signed_interval(row.low, row.high),
            find_direction(row),
            draw_change(row.low, row.high, row.change, reach),
        )
        for row in frame.itertuples()
    ]


def name_row(row: Any, texts: Mapping[str, str]) -> object:
    """Write the name of a live row: a deck, or a deck and its opponent."""
    deck = Name(texts.get(row.deck, row.deck))
    if not hasattr(row, "opponent"):
        return deck
    other = Name(texts.get(row.opponent, row.opponent))
    return make_sentence("{deck} against {other}", deck=deck, other=other)


def list_overall_rows(frame: pd.DataFrame) -> list[ChangeRow]:
    """List the live rows of changes over all games."""
    return [make_overall_row(row) for row in frame.itertuples()]


def make_overall_row(row: Any) -> ChangeRow:
    """Make the live row of a change over all games, in its unit."""
    name = "first player wins" if row.number == "first player" else row.number
    if row.number == "turns":
        before, after = (number(turns, TURN_DIGITS) for turns in (row.before, row.after))
        change = signed(row.change, TURN_DIGITS)
        spread = signed_range(row.low, row.high, TURN_DIGITS)
    else:
        before, after, change = (
            percent(row.before),
            percent(row.after),
            points(show_live_change(row)),
        )
        spread = signed_interval(row.low, row.high)
    return ChangeRow(row.number, name, before, after, change, spread, find_direction(row), None)


def describe_untouched(changes: FollowedChanges, texts: Mapping[str, str]) -> Sentence | str:
    """Write which decks have the same games as before on the live page; "" if none."""
    names = [Name(texts.get(name, name)) for name in changes.untouched]
    if not names:
        return ""
    return make_sentence(
        "The games of {decks} are the same as before.", decks=enumerate_parts(names, NAMED)
    )


def describe_newcomers(
    new: Sequence[str], gone: Sequence[str], texts: Mapping[str, str]
) -> Sentence:
    """Write which decks are new or gone on the live page, if all others play the same games."""
    parts = []
    for names, one, many in ((new, "is new", "are new"), (gone, "is gone", "are gone")):
        if names:
            decks = enumerate_parts([Name(texts.get(name, name)) for name in names], NAMED)
            words = one if len(names) == 1 else many
            parts.append(make_sentence("{decks} {words}", decks=decks, words=words))
    pattern = "{parts}; the games of all other decks are the same as before."
    return make_sentence(pattern, parts=join_parts(parts, ", "))
