"""Texts of a balance check on what was edited, and on what each edit did."""

from collections.abc import Mapping, Sequence

from evenhand.analysis.data.input_changes import Change, group_by_input
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.reports.check.result import CheckResult, EditPart, Split
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    enumerate_parts,
    join_parts,
    make_sentence,
    number,
    plural,
    points,
    signed_interval,
    write_field,
)

__all__ = ["describe_cause", "describe_split", "list_edits", "name_edit", "write_edited"]

NAMED = 3  # edits named with what they did
LISTED = 10  # edits listed at the top
LONGEST = 24  # maximum number of characters of a value named in a row
LONGEST_LISTED = 60
DIGITS = 2  # decimals of a mean number of turns


def describe_cause(change: Change, longest: int = LONGEST) -> Sentence:
    """Write a checked input's change briefly: "Iron Tongs hp 200 \u2192 240"."""
    if not change.name:
        return make_sentence("the cards; which of them is not known")
    if change.kind == "deck" and not change.field:
        return make_sentence("the list of {name}", name=Name(change.name))
    kind = f"{change.kind} " if change.kind not in ("card", "deck") else ""
    name = make_sentence("{kind}{name}", kind=kind, name=Name(change.name))
    cells = write_cells(change, longest)
    return name if cells is None else make_sentence("{name} {cells}", name=name, cells=cells)


def write_cells(change: Change, longest: int) -> Sentence | None:
    """Write which cell was changed, from what and to what unless that is long; None if no cell."""
    values = (change.before or "none", change.after or "none")
    field = write_field(change.field)
    if change.kind == "bot" or change.field == "wording" or max(map(len, values)) > longest:
        return make_sentence("{field}", field=field) if field else None
    return make_sentence(
        "{field}{a} \u2192 {b}", field=f"{field} " if field else "", a=values[0], b=values[1]
    )


def name_edit(changes: Sequence[Change], places: Mapping[tuple[str, str], str]) -> Sentence:
    """Write all changes of one card, deck, bot or option, and where it stands.

    "Ember Lancer damage 120 \u2192 180, cost 3 \u2192 2 (cards.csv:14)"
    """
    first, *others = changes
    cells = [write_cells(change, LONGEST_LISTED) for change in others]
    place = places.get((first.kind, first.name), "")
    return make_sentence(
        "{edit}{place}",
        edit=join_parts(
            [describe_cause(first, LONGEST_LISTED), *(cell for cell in cells if cell)], ", "
        ),
        place=make_sentence(" ({place})", place=Name(place)) if place else "",
    )


def list_edits(result: CheckResult, most: int = LISTED) -> list[Sentence]:
    """Write each edit since what a check compares with, and the count of those beyond `most`."""
    edits = group_by_input(result.changes)
    named = [name_edit(changes, result.places) for changes in edits[:most]]
    more = len(edits) - most
    return [*named, *([make_sentence("{n}", n=plural(more, "more edit"))] if more > 0 else [])]


def write_edited(result: CheckResult) -> str:
    """Write what was edited in one line; "" if a check compares with nothing."""
    if not result.since:
        return ""
    edits = "; ".join(map(str, list_edits(result)))
    if not edits:
        that = " that can be read" if result.faults else ""
        return f"Nothing{that} was edited since {result.since}."
    return f"Edited since {result.since}: {edits}."


def describe_split(result: CheckResult, judgement: Judgement) -> Sentence | None:
    """Write what each edit did of a failure, the worst first; None if that is not known."""
    split = result.splits.get(judgement.measure)
    if split is None:
        return None
    sure = [part for part in split.parts if part.is_sure]
    if not any(part.change * split.way > 0 for part in sure):
        pattern = "no edit since {since} surely did it"
        return make_sentence(pattern, since=Name(result.since))
    if split.is_only and judgement.measure.is_change:  # so the whole change is its doing
        return make_sentence(
            "{edit} is the only edit since {since}",
            edit=name_edit(split.parts[0].changes, result.places),
            since=Name(result.since),
        )
    named: list[object] = [
        describe_part(part, judgement, result, "" if n else " of it")
        for n, part in enumerate(sure[:NAMED])
    ]
    return make_sentence(
        "{named}{only}{left}",
        named=enumerate_parts(named),
        only=make_sentence(", the only edit since {since}", since=Name(result.since))
        if split.is_only
        else "",
        left=describe_left(split, len(sure) - len(named)),
    )


def describe_part(
    part: EditPart, judgement: Judgement, result: CheckResult, of_it: str
) -> Sentence:
    """Write what one edit did: "Heron cost 2 \u2192 3 (cards.csv:14) did +8.1 (+6.9 to +9.3)"."""
    if judgement.measure.topic is Topic.TURNS:
        values = f"{number(part.change, DIGITS)} ({number(part.low, DIGITS)} to "
        values += f"{number(part.high, DIGITS)})"
    else:
        values = f"{points(part.change)} ({signed_interval(part.low, part.high)})"
    named = {"values": Tied(values), "of_it": of_it}
    if part.changes:
        edit = name_edit(part.changes, result.places)
        return make_sentence("{edit} did {values}{of_it}", edit=edit, **named)
    if result.splits[judgement.measure].n_left:
        return make_sentence("the edits not told apart did {values}{of_it}", **named)
    return make_sentence("all of them together did a further {values}{of_it}", **named)


def describe_left(split: Split, n_more: int) -> str:
    """Write how many edits are not named, and how many not told apart; "" if none."""
    parts = []
    if n_more > 0:
        parts.append(f"{plural(n_more, 'more edit')} moved it, too")
    if split.n_left:
        parts.append(f"{plural(split.n_left, 'edit is', 'edits are')} not told apart")
    return "".join(f"; {part}" for part in parts)
