"""Findings on single edits: what each edited card does alone, and which one moved a deck."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.reports.card_links import CardName
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    join_parts,
    make_sentence,
    number,
    plural,
    points,
    prepend_bot,
    signed_interval,
    write_field,
)

__all__ = [
    "ALL_TOGETHER", "find_cause", "find_edits", "write_alone", "write_cancelling", "write_cause",
]  # fmt: skip

TEXTS = {"abilities": "new text", "wording": write_field("wording")}
ROUNDED_AWAY = 0.0005  # what is less looks like 0 in tenths of a point
NAMED = 2  # decks named for one card
ALL_TOGETHER = ""  # the card of rows on what edits do beyond their sum


def find_edits(by_edit: pd.DataFrame, inputs: pd.DataFrame) -> Iterator[Finding]:
    """Yield a finding on each edited card alone, those that do most first, and on the rest.

    Parameters
    ----------
    by_edit : pandas.DataFrame
        As `evenhand.experiments.single_edits.measure_single_edits` returns it.
    inputs : pandas.DataFrame
        The differences of the inputs.
    """
    if by_edit.empty:
        return
    largest = by_edit["change"].abs().groupby(by_edit["card"]).max()
    for card in largest.sort_values(ascending=False, kind="stable").index:
        if card != ALL_TOGETHER:
            yield _write_edit(card, by_edit[by_edit["card"] == card], inputs)
    n_edits = plural(by_edit["card"].nunique() - 1, "edit")
    n_decks = plural(by_edit["deck"].nunique(), "deck")
    allowing = f"; the intervals of edits hold for {n_edits} and {n_decks} at once"
    yield _write_rest(by_edit[by_edit["card"] == ALL_TOGETHER], allowing)


def _write_edit(card: str, rows: pd.DataFrame, inputs: pd.DataFrame) -> Finding:
    """Write what one edited card does alone."""
    sure = _select_sure(rows)
    if not sure:
        pattern = "{edit} alone moves no deck surely: by {bound} points at most."
        edit = _name_edit(card, inputs, has_place=True)
        sentence = make_sentence(pattern, edit=edit, bound=_find_bound(rows))
        return Finding("Edit", Tone.CALM, sentence, "inputs")
    moved = enumerate_parts([_write_moved(row) for row in sure[:NAMED]])
    n_more = len(sure) - NAMED
    sentence = make_sentence(
        "{edit} alone moves {moved}{more}.",
        edit=_name_edit(card, inputs, has_place=True),
        moved=moved,
        more=f", and {count(n_more)} more {'deck' if n_more == 1 else 'decks'}"
        if n_more > 0
        else "",
    )
    return Finding("Edit", Tone.NOTABLE, sentence, "inputs")


def _write_rest(rows: pd.DataFrame, allowing: str) -> Finding:
    """Write what all edits do together beyond the sum of each alone."""
    sure = _select_sure(rows)
    if n_left := int(rows["n_left"].max()):
        return _write_left(n_left, rows, sure, allowing)
    if not sure:
        pattern = "Together they do what each does alone, within \u00b1{bound} points{allowing}."
        sentence = make_sentence(pattern, bound=_find_bound(rows), allowing=allowing)
        return Finding("Together", Tone.CALM, sentence, "inputs")
    pattern = "Together they are not the sum of each alone; what is left: {moved}{allowing}."
    moved = enumerate_parts([_write_moved(row) for row in sure[:NAMED]])
    return Finding(
        "Together", Tone.NOTABLE, make_sentence(pattern, moved=moved, allowing=allowing), "inputs"
    )


def _write_left(n_left: int, rows: pd.DataFrame, sure: list[Any], allowing: str) -> Finding:
    """Write what edits do that are not told apart, and all together beyond each alone."""
    moved = enumerate_parts([_write_moved(row) for row in sure[:NAMED]])
    sentence = make_sentence(
        "{others} not told apart; what is left of the change: {moved}{allowing}.",
        others=plural(n_left, "smaller edit is", "smaller edits are"),
        moved=moved if sure else f"no deck more than \u00b1{_find_bound(rows)} points",
        allowing=allowing,
    )
    return Finding("Others", Tone.NOTABLE if sure else Tone.CALM, sentence, "inputs")


def _select_sure(rows: pd.DataFrame) -> list[Any]:
    """Return the rows that differ from 0, allowing for all, the largest first."""
    sure = [row for row in rows.itertuples() if row.change_low_all > 0 or row.change_high_all < 0]
    return sorted(sure, key=lambda row: (-abs(row.change), row.deck))


def _write_moved(row: Any) -> Sentence:
    return make_sentence("{deck} {numbers}", deck=Name(row.deck), numbers=_write_size(row))


def _write_size(row: Any) -> Tied:
    ends = row.change_low_all, row.change_high_all
    digits = 1 if min(map(abs, ends)) >= ROUNDED_AWAY else 2
    return Tied(f"{points(row.change, digits)} points ({signed_interval(*ends, digits)})")


def _find_bound(rows: pd.DataFrame) -> str:
    """Return the points within which all of some changes lie."""
    ends = rows[["change_low_all", "change_high_all"]].abs().to_numpy()
    return number(100 * float(ends.max()))


def _name_edit(card: str, inputs: pd.DataFrame, has_place: bool = False) -> Sentence:
    """Write a card, what was changed of it, and where: "Ember Lancer (hp 320 → 640)"."""
    cells = inputs[(inputs["kind"] == "card") & (inputs["name"] == card)]
    changes = [
        make_sentence("{field} {before} \u2192 {after}", field=write_field(row.field),
                      before=row.before or "none", after=row.after or "none")
        if row.field not in TEXTS else make_sentence(TEXTS[row.field])
        for row in cells.itertuples()
    ]  # fmt: skip
    places = cells["place"].unique() if has_place and "place" in cells else []
    changes += [make_sentence("{place}", place=place) for place in places if place]
    if not changes:
        return make_sentence("{card}", card=CardName(card))
    return make_sentence(
        "{card} ({changes})", card=CardName(card), changes=join_parts(changes, ", ")
    )


def find_cause(
    deck: str, change: float, by_edit: pd.DataFrame, inputs: pd.DataFrame
) -> tuple[str, float | None] | None:
    """Find which edited card moved a deck; None if it is not known.

    Where only one card of the inputs differs, it is that; of several, the one that alone moves the
    deck most to the same side, if that is sure.

    Returns
    -------
    str
        The card.
    float or None
        What it does alone; None if nothing else was edited.
    """
    if by_edit.empty:
        only = inputs["name"].unique()
        if len(only) != 1 or (inputs["kind"] != "card").any():
            return None
        return str(only[0]), None
    rows = by_edit[(by_edit["deck"] == deck) & (by_edit["card"] != ALL_TOGETHER)]
    fitting = [row for row in _select_sure(rows) if row.change * change > 0]
    return (fitting[0].card, fitting[0].change) if fitting else None


def write_alone(deck: str, card: str, by_edit: pd.DataFrame) -> Sentence:
    """Write what one edited card does to a deck alone."""
    row = next(by_edit[(by_edit["deck"] == deck) & (by_edit["card"] == card)].itertuples())
    return make_sentence("{card} alone does {size}", card=CardName(card), size=_write_size(row))


def write_cancelling(by_edit: pd.DataFrame, inputs: pd.DataFrame) -> Sentence | None:
    """Write which two edits cancel each other out in a deck; None if there are none for sure."""
    if by_edit.empty:
        return None
    sure = _select_sure(by_edit[by_edit["card"] != ALL_TOGETHER])
    for one in sure:
        against = [row for row in sure if row.deck == one.deck and row.change * one.change < 0]
        if against:
            return make_sentence(
                "But two edits cancel each other out: {one} alone moves {deck} by {size} points, "
                "{other} by {other_size}.",
                one=_name_edit(one.card, inputs),
                deck=Name(one.deck),
                size=points(one.change),
                other=_name_edit(against[0].card, inputs),
                other_size=points(against[0].change),
            )
    return None


def write_cause(
    cause: tuple[str, float | None], change: float, inputs: pd.DataFrame, bot: str = ""
) -> Sentence:
    """Write which edited card moved a deck by `change`, as `find_cause` found it.

    Parameters
    ----------
    bot : str
        Whose number it is, where several have played.
    """
    card, alone = cause
    edit = _name_edit(card, inputs)
    if alone is None:
        return make_sentence("It comes from {edit}.", edit=edit)
    part = _write_part(abs(alone), abs(change))
    said = make_sentence(
        f"{part} comes from {{edit}}: {{size}} points alone.", edit=edit, size=points(alone)
    )
    return prepend_bot(bot, said) if bot else said


def _write_part(alone: float, change: float) -> str:
    """Write which part of a change one edit makes; with others against it, it may do more."""
    if alone >= change:
        return "It"
    return "Most of it" if 2 * alone >= change else "The largest part of it"
