"""Headline and findings of a comparison of two runs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pandas as pd

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.card_links import CardName
from evenhand.reports.comparison.band_findings import find_bands, find_best_hands
from evenhand.reports.comparison.edits import find_edits
from evenhand.reports.comparison.gravest import (
    call_bot,
    choose_believed,
    find_bound,
    is_sure,
    select_edits,
    select_sure,
)
from evenhand.reports.comparison.reach import find_change_by_bot
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
    percent,
    plural,
    points,
    prepend_bot,
    round_change,
    signed,
    signed_interval,
    signed_range,
    truncate_parts,
    write_field,
)

__all__ = [
    "LENGTH_DIGITS", "ChangeTable", "describe_change",
    "list_comparison_findings", "list_tables", "show_change",
    "show_change_of_bot", "write_spread",
]  # fmt: skip

NAMED = 3  # maximum number of changes named in one sentence
LENGTH_DIGITS = 2
LONGEST, LONGEST_TEXT = 40, 120  # characters of a card's value, or its text, in a sentence


class ChangeTable(NamedTuple):
    """One table of changes of a comparison, for its findings."""

    name: str
    section: str
    title: str
    frame: pd.DataFrame
    subject: str  # subject of the sentences on it
    in_points: bool = True
    noun: str = "number"  # noun for a row


def list_tables(comparison: Comparison) -> list[ChangeTable]:
    """List the tables of a comparison in the order of its findings."""
    return [
        ChangeTable(
            "Decks", "decks", "Deck win rates", comparison.decks, "deck win rates",
            noun="deck",
        ),
        ChangeTable(
            "Matchups", "matchups", "Matchups", comparison.matchups, "matchups", noun="matchup"
        ),
        ChangeTable(
            "First player", "first-player", "First player", comparison.first_player,
            "Going first wins", noun="matchup",
        ),
        ChangeTable(
            "Length", "lengths", "Game length", comparison.lengths, "Games last",
            in_points=False, noun="matchup",
        ),
    ]  # fmt: skip


def list_comparison_findings(
    comparison: Comparison,
    by_bot: pd.DataFrame | None = None,
    by_edit: pd.DataFrame | None = None,
    strongest: Comparison | None = None,
) -> tuple[Finding, ...]:
    """Return the findings on deals, inputs and changes.

    Parameters
    ----------
    comparison : Comparison
        Of the first bot.
    by_bot : pandas.DataFrame, optional
        For a panel, the table of `evenhand.analysis.changes_by_bot`.
    by_edit : pandas.DataFrame, optional
        As `evenhand.experiments.single_edits.measure_single_edits` returns it, with the first and
        the strongest bot.
    strongest : Comparison, optional
        Of the strongest bot, if it is another.
    """
    changed = list(select_sure(comparison.decks)["deck"])
    believed = choose_believed(comparison, strongest)

    def name(finding: Finding, one: Comparison) -> Finding:
        """Add the bot's name to a finding of its games, if others played."""
        if by_bot is None:
            return finding
        return replace(finding, sentence=prepend_bot(call_bot(one), finding.sentence))

    others = [one for one in (comparison, strongest) if one is not None and one is not believed]
    bands = [
        name(found, one)
        for one in (believed, *others)
        if (found := find_bands(one, select_edits(by_edit, one))) is not None
    ]
    edits = [
        name(found, one)
        for one in (believed, *others)
        if (of_bot := select_edits(by_edit, one)) is not None
        for found in find_edits(of_bot, comparison.inputs)
        if one is believed or found.topic == "Edit"
    ]
    return (
        *bands,
        *filter(None, [find_best_hands(comparison)]),
        describe_deals(comparison),
        describe_inputs(comparison),
        *edits,
        *(() if by_bot is None else (find_change_by_bot(by_bot, changed),)),
        *(
            name(describe_table(table), comparison)
            for table in list_tables(comparison)
            if len(table.frame)
        ),
    )


def describe_deals(comparison: Comparison) -> Finding:
    """Return the finding on whether both runs dealt the same pairs, and what was left out."""
    alone = len(comparison.only_before) + len(comparison.only_after)
    parts = [
        make_sentence("Both sides played the same deals, so luck cancels out.")
        if comparison.is_paired
        else make_sentence(
            "The runs have different seeds, so they are compared as independent samples."
        )
    ]
    if comparison.is_paired and (reordered := list_reordered(comparison)):
        parts.append(write_reordered(reordered))
    if alone:
        forms = ("matchup is in only one run and is", "matchups are in only one run and are")
        parts.append(make_sentence("{alone} left out.", alone=plural(alone, *forms)))
    if comparison.notes:
        parts.append(make_sentence("Pairs that only one run dealt are left out."))
    return Finding("Deals", Tone.CALM, join_parts(parts, " "), "inputs")


def list_reordered(comparison: Comparison) -> list[str]:
    """List the compared decks whose common cards have another order, on which deals depend."""
    names = list_display_names(comparison.after.info)
    before, after = (
        {deck["name"]: list(dict.fromkeys(deck.get("cards", []))) for deck in run.info["decks"]}
        for run in (comparison.before, comparison.after)
    )
    return [
        names.get(deck, deck)
        for deck, cards in before.items()
        if [card for card in cards if card in after.get(deck, [])]
        != [card for card in after.get(deck, []) if card in cards]
    ]


def write_reordered(decks: Sequence[str]) -> Sentence:
    """Write which decks draw other cards because of another order, and how to avoid it."""
    return make_sentence(
        "But {decks} {draw} other cards, because the change gave cards other places in the list "
        "that is dealt from. A run compared with the folder keeps them in their places.",
        decks=enumerate_parts(list(map(Name, decks))),
        draw="draws" if len(decks) == 1 else "draw",
    )


def describe_inputs(comparison: Comparison) -> Finding:
    """Return the finding on differences between the runs' inputs."""
    inputs = comparison.inputs
    if inputs.empty:
        return Finding("Inputs", Tone.CALM, make_sentence("The inputs are the same."), "inputs")
    named = [write_input(row) for row in inputs.itertuples()]
    sentence = make_sentence(
        "{differ}: {named}.",
        differ=plural(len(inputs), "difference"),
        named=join_changes(truncate_parts(named, NAMED)),
    )
    return Finding("Inputs", Tone.CALM, sentence, "inputs")


def write_input(row: Any) -> Sentence:
    """Write one difference of the compared inputs: what it is of, and its values unless long."""
    before, after = (text.rstrip(".") or "none" for text in (row.before, row.after))
    is_of_card = row.kind == "card"  # whose field is a column; that of a deck is a card
    most = LONGEST_TEXT if row.field == "abilities" else LONGEST
    is_long = row.field == "wording" or (is_of_card and max(len(before), len(after)) > most)
    parts = ["{name}", "{field}" if row.field else "", "" if is_long else "{before} \u2192 {after}"]
    if row.kind not in ("card", "deck"):
        parts.insert(0, row.kind)
    return make_sentence(
        " ".join(filter(None, parts)),
        name=CardName(row.name) if is_of_card else Name(row.name),
        field=write_field(row.field) if is_of_card else row.field,
        before=before,
        after=after,
    )


def describe_table(table: ChangeTable) -> Finding:
    """Return the finding on a table of changes: the largest, and a bound on the others."""
    frame = table.frame
    if "scope" in frame.columns:
        return describe_overall(table)
    changed = select_sure(frame)
    if changed.empty:
        sentence = make_sentence(
            "No sure change in {n}; all {moved}.",
            n=f"{count(len(frame))} {table.subject}",
            moved=write_bound(frame, table.in_points),
        )
        return Finding(table.name, Tone.CALM, sentence, table.section)
    same = frame.drop(changed.index)
    sentence = make_sentence(
        "{changes}{rest}.", changes=name_changes(changed, table), rest=bound_rest(same, table)
    )
    return Finding(table.name, Tone.NOTABLE, sentence, table.section)


def describe_overall(table: ChangeTable) -> Finding:
    """Return the finding on changes by scope: over all matchups, then single ones."""
    overall = next(table.frame[table.frame["scope"] == "all"].itertuples())
    matchups = table.frame[table.frame["scope"] != "all"]
    changed = select_sure(matchups)
    is_known = is_sure(overall)
    parts: list[object] = [
        make_sentence(
            f"{table.subject} {{numbers}}{{doubt}}",  # which may stand behind who plays
            numbers=describe_change(overall, table.in_points),
            doubt="" if is_known else ", no sure change",
        )
    ]
    if len(changed):
        parts.append(name_changes(changed, table))
    same = matchups.drop(changed.index)
    sentence = make_sentence(
        "{changes}{rest}.", changes=join_changes(parts), rest=bound_rest(same, table)
    )
    tone = Tone.NOTABLE if is_known or len(changed) else Tone.CALM
    return Finding(table.name, tone, sentence, table.section)


def name_changes(changed: pd.DataFrame, table: ChangeTable) -> Sentence:
    """Write a comparison's largest changes, and the number of others."""
    named: list[object] = [
        make_sentence(
            "{name} {numbers}",
            name=name_row(row, table.frame),
            numbers=describe_change(row, table.in_points),
        )
        for row in changed.itertuples()
    ]
    return join_changes(truncate_parts(named, NAMED))


def bound_rest(same: pd.DataFrame, table: ChangeTable) -> object:
    """Write the bound on rows without a provable change; "" if there are none."""
    if same.empty:
        return ""
    return make_sentence(
        "; the other {n} {moved}",
        n=plural(len(same), table.noun),
        moved=write_bound(same, table.in_points),
    )


def join_changes(parts: Sequence[object]) -> Sentence:
    """Join changes by semicolons, because they contain commas."""
    return join_parts(parts, "; ")


def write_bound(frame: pd.DataFrame, in_points: bool) -> Sentence:
    """Write the largest possible change of the rows, by simultaneous intervals."""
    most = find_bound(frame)
    if in_points:
        return make_sentence("moved by \u00b1{most} points at most", most=number(100 * most))
    return make_sentence("moved by \u00b1{most} turns at most", most=number(most, LENGTH_DIGITS))


def name_row(row: Any, frame: pd.DataFrame) -> object:
    """Write the name of a compared row: a deck, a deck and its opponent, or a scope."""
    if "opponent" in frame.columns:
        return make_sentence(
            "{deck} against {other}", deck=Name(row.deck), other=Name(row.opponent)
        )
    if "deck" in frame.columns:
        return Name(row.deck)
    return Name(row.scope)


def describe_change(row: Any, in_points: bool) -> Sentence:
    """Write a compared number: before, after, and the change with its interval."""
    if in_points:
        values = f"{percent(row.before)} \u2192 {percent(row.after)}"
        change = f"{points(show_change(row))} points"
    else:
        before, after = (number(value, LENGTH_DIGITS) for value in (row.before, row.after))
        values = f"{before} \u2192 {after} turns"
        change = signed(row.change, LENGTH_DIGITS)
    spread = write_spread(row.change_low, row.change_high, in_points)
    return make_sentence(
        "{values}, {change} {spread}",
        values=Tied(values),
        change=Tied(change),
        spread=Tied(f"({spread})"),
    )


def show_change(row: Any) -> float:
    """Return the change of a compared rate as it is shown beside the rates."""
    return round_change(row.before, row.after, row.change, row.change_low, row.change_high)


def show_change_of_bot(row: Any) -> float:
    """Return the change of a deck with a bot of a panel as it is shown beside its rates."""
    return round_change(row.before, row.after, row.value, row.low, row.high)


def write_spread(low: float, high: float, in_points: bool) -> str:
    """Write the interval of a change of rates or of lengths."""
    if in_points:
        return signed_interval(low, high)
    return signed_range(low, high, LENGTH_DIGITS)
