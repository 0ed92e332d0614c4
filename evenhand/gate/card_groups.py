"""Bands of groups of cards: what cards with one word in a column are worth more than others."""

from collections.abc import Iterator, Mapping, Sequence

from evenhand.analysis.gate.evidence import FixedEvidence
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import CardGroupSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.card_groups import (
    Changes,
    Pull,
    combine_changes,
    find_pulls,
    weigh_exchanges,
)
from evenhand.analysis.tables.card_impact import Exchange
from evenhand.decks.card import Card, name_key
from evenhand.decks.columns import header_key
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.decks.toml_file import TomlFile
from evenhand.gate.known_names import KnownNames
from evenhand.inputs.balance_file import CardGroups

__all__ = ["find_group_pulls", "list_cards", "list_grouped", "measure_group", "read_groups"]

NO_COLUMNS = ("abilities", "line")  # fields of a card that are no columns of the sheet


def read_groups(
    groups: Sequence[CardGroups], known: KnownNames, toml: TomlFile, problems: list[Problem]
) -> Iterator[tuple[Measure, Band]]:
    """Yield the bands of groups of cards, and append the problems of their names."""
    for number, group in enumerate(groups):
        place = ("expect", "groups", number)
        subject = CardGroupSubject(group.column, group.more, group.less)
        if both := {name_key(word) for word in group.more} & set(map(name_key, group.less)):
            word = next(word for word in group.less if name_key(word) in both)
            is_same = len(both) == len(group.more) == len(group.less)
            message = "this is the same group as 'more'" if is_same else f"'{word}' is in 'more'"
            problems.append(toml.problem((*place, "less"), message))
        for key, message, hint in find_wrong_names(subject, known):
            problems.append(toml.problem((*place, key), message, hint))
        yield Measure(Topic.CARD_IMPACT, subject), Band(*group.card_impact)


def find_wrong_names(
    subject: CardGroupSubject, known: KnownNames
) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong with the names of groups of cards: the key, a message and a hint."""
    pool = known.pool
    if pool is None:
        return
    columns = list_columns(pool)
    if header_key(subject.column) not in map(header_key, columns):
        hint = did_you_mean(subject.column, columns) or f"they have {', '.join(columns)}"
        yield "column", f"cards have no column '{shorten(subject.column)}'", hint
        return
    words = dict.fromkeys(filter(None, read_column(pool, subject.column)))
    named = [("more", word) for word in subject.more] + [("less", word) for word in subject.less]
    for key, word in named:
        rows = list_rows(pool, subject.column, [word])
        if not rows:
            hint = did_you_mean(word, words) or f"there is {', '.join(map(shorten, words))}"
            yield key, f"no card has '{shorten(word)}' in the column {subject.column}", hint
        elif known.played and known.played.isdisjoint(rows):
            message = f"no card with '{shorten(word)}' in the column {subject.column} is in a deck"
            yield key, message, "cards in no deck cannot be measured"


def list_columns(pool: CardPool) -> list[str]:
    """List the columns by which cards can be grouped: those of the game, and the sheet's others."""
    fields = dict.fromkeys(name for card in pool.cards for name in type(card).model_fields)
    return [name for name in (*fields, *pool.other_columns) if name not in NO_COLUMNS]


def read_column(pool: CardPool, column: str) -> list[str]:
    """Return what stands in a column of each card, to group it by; "" where it has none."""
    names = (name for name in list_columns(pool) if header_key(name) == header_key(column))
    name = next(names, "")
    other = pool.other_columns.get(name)
    return [
        read_cell(card, name) if other is None else other.get(card.line, "") for card in pool.cards
    ]


def read_cell(card: Card, column: str) -> str:
    """Return what stands in a column of a card, to group it by; "" if it has no such column."""
    return str(card.cell(column)) if column in type(card).model_fields else ""


def list_rows(pool: CardPool, column: str, words: Sequence[str]) -> list[int]:
    """List the rows of a group of cards: those with a word in a column, in any case of letters."""
    wanted = set(map(name_key, words))
    return [row for row, cell in enumerate(read_column(pool, column)) if name_key(cell) in wanted]


def list_cards(pool: CardPool, subject: CardGroupSubject) -> tuple[list[str], list[str]]:
    """List the cards of both groups of a subject; the second is empty if there is only one."""
    more, less = (
        [pool.labels[row] for row in list_rows(pool, subject.column, words)]
        for words in (subject.more, subject.less)
    )
    return more, less


def list_grouped(measures: Mapping[Measure, Band], pool: CardPool) -> list[str]:
    """List the cards that are in a group of cards with a band."""
    groups = [
        list_cards(pool, measure.subject)
        for measure in measures
        if isinstance(measure.subject, CardGroupSubject)
    ]
    return list(dict.fromkeys(card for both in groups for group in both for card in group))


def measure_group(
    cards: tuple[Sequence[str], Sequence[str]],
    exchanges: Sequence[Exchange],
    parts: Sequence[Sequence[Changes]],
) -> FixedEvidence | None:
    """Return the evidence on a group of cards; None if some of its cards were not exchanged.

    Parameters
    ----------
    cards : (sequence of str, sequence of str)
        As `list_cards` returns them.
    exchanges : sequence of Exchange
        All that are wanted, those that were played first.
    parts : sequence of sequence of Changes
        Of those that were played.
    """
    weights = weigh_exchanges(exchanges, *cards)
    if not weights.any() or weights[len(parts) :].any():
        return None
    return FixedEvidence.of_change(combine_changes(parts, list(weights[: len(parts)])))


def find_group_pulls(
    judgements: Sequence[Judgement],
    pool: CardPool,
    exchanges: Sequence[Exchange],
    parts: Sequence[Sequence[Changes]],
) -> dict[Measure, tuple[Pull, ...]]:
    """Find for each group of cards out of its band the cards that pull it there."""
    return {
        judgement.measure: find_pulls(
            exchanges[: len(parts)], parts, *list_cards(pool, judgement.measure.subject),
            way=1 if judgement.estimate > judgement.band.high else -1,
        )
        for judgement in judgements
        if isinstance(judgement.measure.subject, CardGroupSubject)
        and judgement.verdict is Verdict.FAIL
    }  # fmt: skip
