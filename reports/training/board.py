"""A position of a game on a page: the question, two answers, and the table as replays show it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from evenhand.reports.card_links import CardName
from evenhand.reports.training.result import Position
from evenhand.reports.training.wording import write_chance
from evenhand.reports.wording import Name, Sentence, make_sentence
from evenhand.simulate.view.names import player_key, player_title

__all__ = ["PositionBlock", "make_position"]

Text = str | Name | Sentence
FOLDED = 12  # cards in a row, beyond which they are folded


class Place(NamedTuple):
    """A card that lies somewhere, and what is to be said of it."""

    card: Text
    lines: Sequence[str]


class Zone(NamedTuple):
    """A zone of a player: cards in a row, or places, each with the name of its lane or ""."""

    name: str
    cards: Sequence[Text]
    places: Sequence[tuple[str, Place | None]]

    @property
    def is_long(self) -> bool:
        """Whether its cards are collapsed on the page, because there are many."""
        return len(self.cards) > FOLDED


class Side(NamedTuple):
    """What one player has."""

    title: str
    deck: Text
    is_asked: bool
    facts: Sequence[str]
    zones: Sequence[Zone]
    empty: str


@dataclass(frozen=True)
class PositionBlock:
    """A block of a position that two bots answer differently."""

    template: ClassVar[str] = "position.html.j2"
    number: int
    where: str
    question: str
    answers: Mapping[str, Text]
    sides: Sequence[Side]
    facts: Sequence[str]


def make_position(
    number: int, position: Position, names: Mapping[str, str], cards: Collection[str]
) -> PositionBlock:
    """Make the block of a position.

    Parameters
    ----------
    number : int
        Of the position on the page, from 1.
    names : mapping from str to str
        Display names of decks.
    cards : collection of str
        Names of cards that the page knows.
    """
    table = Words(frozenset(cards))
    keys = [player_key(seat) for seat in range(len(position.decks))]
    sides = [
        table.make_side(seat, names.get(deck, deck), seat == position.seat, position.table[key])
        for seat, (key, deck) in enumerate(zip(keys, position.decks, strict=True))
    ]
    shared = {key: value for key, value in position.table.items() if key not in keys}
    turn = f"turn {position.turn}" if position.turn else "before the first turn"
    return PositionBlock(
        number=number,
        where=f"{player_title(position.seat)}, {turn}",
        question=position.question,
        answers={
            "It answers": make_sentence(
                "{answer} ({chance})",
                answer=Name(position.own), chance=write_chance(position.own_chance),
            ),
            "Rules of thumb": make_sentence(
                "{answer} (it: {chance})",
                answer=Name(position.other), chance=write_chance(position.other_chance),
            ),
        },
        sides=sides[::-1] if len(sides) == 2 else sides,
        facts=list(table.list_facts(shared)),
    )  # fmt: skip


class Words:
    """Tells a table, as plain data, in the parts that replays show.

    Parameters
    ----------
    cards : frozenset of str
        Names of cards, which are linked.
    """

    def __init__(self, cards: frozenset[str]) -> None:
        self.cards = cards

    def make_side(self, seat: int, deck: str, is_asked: bool, has: Mapping[str, Any]) -> Side:
        """Return what a player has, facts first."""
        zones = {name: value for name, value in has.items() if isinstance(value, (list, dict))}
        facts = {name: value for name, value in has.items() if name not in zones}
        empty = [say(name) for name, value in zones.items() if not value]
        return Side(
            player_title(seat), Name(deck), is_asked, list(self.list_facts(facts)),
            [self.make_zone(name, value) for name, value in zones.items() if value],
            ", ".join(empty),
        )  # fmt: skip

    def list_facts(self, facts: Mapping[str, Any]) -> Iterator[str]:
        """Yield what is to be said of numbers and words, without what is empty."""
        for name, value in facts.items():
            if value is True:
                yield say(name)
            elif value not in ("", False, [], {}):
                yield f"{say(name)} {say_value(value)}"

    def make_zone(self, name: str, value: Any) -> Zone:
        """Return a zone of cards, or of places."""
        if isinstance(value, dict):
            if all(isinstance(inner, dict) for inner in value.values()):
                lanes = [(say(key), self.make_place(inner)) for key, inner in value.items()]
                return Zone(say(name), (), lanes)
            return Zone(say(name), (), [("", self.make_place(value))])
        if isinstance(value[0], dict):
            return Zone(say(name), (), [("", self.make_place(one)) for one in value])
        return Zone(say(name), [self.link(str(one)) for one in value], ())

    def make_place(self, value: Mapping[str, Any]) -> Place | None:
        """Return a place, whose first entry is its card; None if it is empty."""
        if not value:
            return None
        (_, card), *rest = value.items()
        return Place(self.link(str(card)), list(self.list_facts(dict(rest) | drop_zeros(rest))))

    def link(self, name: str) -> Text:
        """Return the name of a card, linked if the page knows it."""
        return CardName(name) if name in self.cards else Name(name)


def drop_zeros(entries: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return "" for each number that is 0, which is not worth saying of a place."""
    return {name: "" for name, value in entries if value == 0 and value is not False}


def say(key: str) -> str:
    """Write the name of a field."""
    return key.replace("_", " ")


def say_value(value: Any) -> str:
    """Write a value of a field; a list with its length."""
    if isinstance(value, list):
        return f"{len(value)}: {', '.join(map(say_value, value))}"
    if isinstance(value, Mapping):
        return ", ".join(f"{say(key)} {say_value(inner)}" for key, inner in value.items())
    text = str(value)
    return f"Player {text.split('_')[1]}" if text.startswith("player_") else text
