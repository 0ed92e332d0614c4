"""Fields that hold cards: zones, and places with a card and everything that belongs to it.

They implement the protocol `evenhand.simulate.view.fields.Field`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.sets import add, each
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Field, Held, Part, Plain
from evenhand.simulate.view.names import fold_case, spell_out, spell_out_each

__all__ = ["CardPlace", "CardSet", "Lanes", "Marked", "OneCard", "Pile", "Row", "Spread"]


@dataclass(frozen=True)
class Holder(Plain):
    """Base class of fields that hold cards.

    ``owner_is_enemy`` marks cards of the other of two players.
    """

    owner_is_enemy: bool = field(default=False, kw_only=True)

    def owner_at(self, seat: int) -> int:
        """Return the seat that owns the cards at a seat."""
        return 1 - seat if self.owner_is_enemy else seat

    def owner(self, part: Part) -> int:
        """Return the seat that owns the cards."""
        return self.owner_at(part.seat)

    def copies(self, part: Part) -> list[int]:
        """List the copies, in order."""
        raise NotImplementedError

    def show(self, part: Part) -> list[str]:
        """List the names of the cards."""
        return [part.name_of(self.owner(part), copy) for copy in self.copies(part)]

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield the cards."""
        for copy in self.copies(part):
            yield Held(self.owner(part), copy, self.words)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield nothing: cards are described by their moves."""
        yield from ()

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether the names differ in any order; an expected number is that of cards."""
        if isinstance(expected, int):
            return len(shown) != expected
        if not isinstance(expected, list):
            return True
        return sorted(fold_case(shown)) != sorted(fold_case(spell_out(expected, shown)))


@dataclass(frozen=True)
class CardSet(Holder):
    """A zone without an order, stored as a set of `evenhand.simulate.engine.sets`."""

    def copies(self, part: Part) -> list[int]:
        """List the copies, lowest first."""
        return [int(copy) for copy in each(int(part.record[self.at]))]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal cards into the zone."""
        members = int(part.record[self.at])
        for copy in dealer.cards(self.owner(part), value, place):
            members = int(add(members, copy))
        part.record[self.at] = members

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the stored set."""
        yield self.owner_at(seat), records[self.at]


@dataclass(frozen=True)
class Marked(CardSet):
    """A marked subset of another zone of the same owner."""

    zone: str = ""  # the record's field of the other zone

    def members(self, records: Any) -> Any:
        """Return the set of cards that may be marked, for one record or many."""
        return records[self.zone]

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield nothing: the cards belong to the other zone."""
        yield from ()

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield nothing: the cards belong to the other zone."""
        yield from ()

    def is_unsound(self, records: Any) -> np.ndarray:
        """Return whether cards are marked that are not in the other zone."""
        return np.asarray((records[self.at] & ~self.members(records)) != 0)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield the names of the marked cards."""
        if not self.silent:
            yield self.words, ", ".join(self.show(part)) or "none"

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Mark dealt cards."""
        left = [int(copy) for copy in each(int(self.members(part.record)))]
        for name in dealer.names(value, place):
            same = [c for c in left if part.name_of(part.seat, c).casefold() == name.casefold()]
            if not same:
                there = ", ".join(part.name_of(part.seat, c) for c in left) or "nothing"
                dealer.complain(place, f"'{name}' is not in the {self.zone}, which holds {there}")
                continue
            left.remove(same[0])
            part.record[self.at] = add(int(part.record[self.at]), same[0])


@dataclass(frozen=True)
class Pile(Holder):
    """A zone with an order; shown with the top card first."""

    count: str = ""  # the record's field with the number of cards; the top card is stored last

    def copies(self, part: Part) -> list[int]:
        """List the copies from the top down."""
        n = int(part.record[self.count])
        return [int(copy) for copy in part.record[self.at][:n][::-1]]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal cards onto the pile."""
        copies = dealer.cards(self.owner(part), value, place)
        pile = part.record[self.at]
        for i, copy in enumerate(copies[: len(pile)]):
            pile[len(copies) - 1 - i] = copy
        part.record[self.count] = min(len(copies), len(pile))

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield a set of at most one card for each position of the pile."""
        for i in range(records[self.at].shape[1]):
            yield self.owner_at(seat), one_bit(records[self.at][:, i], records[self.count] > i)

    def is_unsound(self, records: Any) -> np.ndarray:
        """Return whether the number of cards is impossible."""
        n = records[self.count]
        return np.asarray((n < 0) | (n > records[self.at].shape[1]))

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether the named cards differ from the top ones; a number is that of cards."""
        if isinstance(expected, int):
            return len(shown) != expected
        if not isinstance(expected, list):
            return True
        named = spell_out(expected, shown)
        return fold_case(shown[: len(named)]) != fold_case(named)


def one_bit(copies: np.ndarray, is_there: np.ndarray) -> np.ndarray:
    """Return sets of one copy each, empty if it is not there."""
    return np.where(is_there, np.int64(1) << np.maximum(copies, 0).astype(np.int64), 0)


@dataclass(frozen=True)
class OneCard(Holder):
    """A place for one card."""

    def copies(self, part: Part) -> list[int]:
        """List the one copy."""
        copy = int(part.record[self.at])
        return [] if copy == NOTHING else [copy]

    def show(self, part: Part) -> str:  # type: ignore[override]
        """Return the card's name, "" for none."""
        return next(iter(super().show(part)), "")

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal a card to the place."""
        if value == "":
            return
        if not isinstance(value, str):
            dealer.complain(place, f"expected the name of a card, found {value!r}")
        elif copies := dealer.cards(self.owner(part), [value], place):
            part.record[self.at] = copies[0]

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield a set of the one copy, or an empty one."""
        yield self.owner_at(seat), one_bit(records[self.at], records[self.at] != NOTHING)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether the names differ, ignoring case."""
        return not isinstance(expected, str) or shown.casefold() != expected.casefold()


@dataclass(frozen=True)
class CardPlace:
    """One place on the table with a card, and everything that belongs to the card.

    A place holds several cards if its first field does. Its other fields then count even
    without a card, and are named by the place and not by a card.

    Attributes
    ----------
    source, index : str, int
        The player's field of places, and the index in it.
    fields : tuple of Field
        The first holds the card by which the place is named (the leader), or several cards.
    """

    name: str
    source: str
    index: int
    fields: tuple[Field, ...]

    def part(self, part: Part) -> Part:
        """Return the part of this place."""
        return part.within(part.record[self.source][self.index])

    @property
    def words(self) -> str:
        """The name in a sentence."""
        return self.name.replace("_", " ")

    @property
    def has_several(self) -> bool:
        """Whether the place may hold several cards, so that there is no leader."""
        return isinstance(self.fields[0], CardSet | Pile)

    def is_empty(self, part: Part) -> bool:
        """Return whether there is no leader, or no card in any field of a place for several."""
        inner = self.part(part)
        if self.has_several:
            return not any(True for one in self.fields for _ in one.cards(inner))
        return self.fields[0].show(inner) == ""

    def show(self, part: Part) -> dict[str, Any]:
        """Return the fields by name; empty for a place without a leader."""
        if self.is_empty(part) and not self.has_several:
            return {}
        inner = self.part(part)
        return {one.name: one.show(inner) for one in self.fields}

    def in_full(self, value: Any) -> Any:
        """Expand the short form, a card's name or the names of several, to a table of values."""
        if value == "":
            return {}
        is_short = isinstance(value, list if self.has_several else str)
        return {self.fields[0].name: value} if is_short else value

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Store the fields; the card's name alone, or the names of several, are sufficient."""
        value = self.in_full(value)
        if not isinstance(value, dict):
            what = "a list of cards" if self.has_several else "a card"
            dealer.complain(place, f"expected {what} or a table of values, found {value!r}")
            return
        by_name = {one.name: one for one in self.fields}
        for name, inner in value.items():
            if dealer.is_one_of(name, by_name, f"{place}.{name}"):
                by_name[name].lay(self.part(part), inner, dealer, f"{place}.{name}")

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield the leader and the cards of the other fields."""
        if self.is_empty(part):
            return
        inner = self.part(part)
        leader = self.words if self.has_several else self.fields[0].show(inner)
        for held in self.fields[0].cards(inner):
            yield Held(held.seat, held.copy, self.words)
        for one in self.fields[1:]:
            for held in one.cards(inner):
                yield Held(held.seat, held.copy, f"{held.where} of {leader}")

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield the values, named by the leader, so that they follow it to another place.

        In a place for several cards, they are named by the place.
        """
        if self.is_empty(part) and not self.has_several:
            return
        inner = self.part(part)
        for one in self.fields[1:]:
            for what, value in one.values(inner):
                yield f"{self.title(inner)} {what}", value

    def title(self, inner: Part) -> str:
        """Return the prefix of the names of the place's values."""
        if self.has_several:
            return self.words
        (leader,) = self.fields[0].cards(inner)
        return f"{inner.name_of(leader.seat, leader.copy)}#{leader.copy}"

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the sets of the fields."""
        for one in self.fields:
            yield from one.masks(records[self.source][:, self.index], seat)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Return whether a field is impossible, or holds cards without a leader."""
        inner = records[self.source][:, self.index]
        is_unsound = np.zeros(len(records), bool)
        for one in self.fields if self.has_several else self.fields[1:]:
            is_unsound |= one.is_unsound(inner)
        if self.has_several:
            return is_unsound
        ((_, leader),) = self.fields[0].masks(inner, 0)
        for one in self.fields[1:]:
            for _, mask in one.masks(inner, 0):
                is_unsound |= (leader == 0) & (mask != 0)
        return is_unsound

    def shows_cards(self, shown: Any) -> bool:
        """Return whether the shown data of the place contains a card."""
        cards = [one.name for one in self.fields if isinstance(one, Holder)]
        return any(shown[name] for name in cards) if self.has_several else bool(shown)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether expected fields differ; a name means the leader, "" no card."""
        if expected == "":
            return self.shows_cards(shown)
        expected = self.in_full(expected)
        by_name = {one.name: one for one in self.fields}
        return not isinstance(expected, dict) or any(
            name not in by_name or name not in shown or by_name[name].differs(shown[name], value)
            for name, value in expected.items()
        )


@dataclass(frozen=True)
class Row:
    """Several places of one kind, of which those with a card are shown as a list.

    Attributes
    ----------
    indexes : range
        Indexes in the player's field of places.
    """

    name: str
    source: str
    indexes: range
    fields: tuple[Field, ...]

    @property
    def all_places(self) -> list[CardPlace]:
        """All places, including empty ones."""
        return [
            CardPlace(f"{self.name}_{number}", self.source, index, self.fields)
            for number, index in enumerate(self.indexes, 1)
        ]

    def show(self, part: Part) -> list[dict[str, Any]]:
        """List the places with a card."""
        return [place.show(part) for place in self.all_places if not place.is_empty(part)]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Store the places in order."""
        if not isinstance(value, list):
            dealer.complain(place, f"expected a list, found {value!r}")
            return
        value = spell_out_each(value, part.sight.pool.labels)
        if len(value) > len(self.indexes):
            most = len(self.indexes)
            dealer.complain(place, f"expected at most {most}, found {len(value)}")
            return
        for number, (one, inner) in enumerate(zip(self.all_places, value, strict=False), 1):
            one.lay(part, inner, dealer, f"{place}[{number}]")

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield the cards of all places."""
        for place in self.all_places:
            yield from place.cards(part)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield the values of all places."""
        for place in self.all_places:
            yield from place.values(part)

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the sets of all places."""
        for place in self.all_places:
            yield from place.masks(records, seat)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Return whether some place is impossible."""
        is_unsound = np.zeros(len(records), bool)
        for place in self.all_places:
            is_unsound |= place.is_unsound(records)
        return is_unsound

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether the places differ in any order; a number is that of places with a card."""
        if isinstance(expected, int):
            return len(shown) != expected
        if not isinstance(expected, list):
            return True
        one = CardPlace(self.name, self.source, 0, self.fields)
        leaders = [] if one.has_several else [place[self.fields[0].name] for place in shown]
        expected = spell_out_each(expected, leaders)
        if len(shown) != len(expected):
            return True
        left = list(shown)
        for wanted in expected:
            match = next((there for there in left if not one.differs(there, wanted)), None)
            if match is None:
                return True
            left.remove(match)
        return False


@dataclass(frozen=True)
class Lanes(Row):
    """Several places of one kind at fixed positions, shown by name, including empty ones.

    The lanes of two players face each other. In files they are written by name:
    ``lanes = { lane_2 = "Recruit" }``. If the first field of a lane holds several cards, such as
    ``Lanes("lanes", "lanes", range(3), (CardSet("fish"),))``, they are written as a list:
    ``lanes = { lane_1 = ["Shrimp", "Goby"] }``.

    Attributes
    ----------
    called : str
        The name of one of them: "lane" for lane_1, lane_2 ..
    """

    called: str = "lane"

    @property
    def all_places(self) -> list[CardPlace]:
        """All places, including empty ones."""
        return [
            CardPlace(f"{self.called}_{number}", self.source, index, self.fields)
            for number, index in enumerate(self.indexes, 1)
        ]

    def show(self, part: Part) -> dict[str, Any]:  # type: ignore[override]
        """Return all places by name; a place without a leader is empty."""
        return {place.name: place.show(part) for place in self.all_places}

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Store the places that are named."""
        if not isinstance(value, dict):
            first = self.all_places[0].name
            dealer.complain(place, f"expected places by name, {{ {first} = .. }}, found {value!r}")
            return
        by_name = {one.name: one for one in self.all_places}
        for name, inner in value.items():
            if dealer.is_one_of(name, by_name, f"{place}.{name}"):
                by_name[name].lay(part, inner, dealer, f"{place}.{name}")

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether expected places differ; a number is that of places with a card."""
        by_name = {one.name: one for one in self.all_places}
        if isinstance(expected, int):
            return sum(by_name[name].shows_cards(one) for name, one in shown.items()) != expected
        return not isinstance(expected, dict) or any(
            name not in by_name or by_name[name].differs(shown[name], value)
            for name, value in expected.items()
        )


@dataclass(frozen=True)
class Spread(Row):
    """A row of places that the player's record does not store as places.

    All places have the row's name.

    Attributes
    ----------
    gather : callable (records) -> records
        Returns records with a field ``source`` of places, for one player's record or many.
    scatter : callable (record, places)
        Stores places with a card in a player's record.
    """

    gather: Callable[[Any], np.ndarray]
    scatter: Callable[[Any, Any], None]

    @property
    def all_places(self) -> list[CardPlace]:
        """All places, including empty ones."""
        return [CardPlace(self.name, self.source, index, self.fields) for index in self.indexes]

    def filled_places(self, part: Part) -> tuple[Part, list[CardPlace]]:
        """Return a part with the player's places, and the places with a card."""
        gathered = part.within(self.gather(part.record))
        ((_, leaders),) = self.fields[0].masks(gathered.record[self.source], part.seat)
        places = self.all_places
        return gathered, [places[number] for number in np.flatnonzero(leaders)]

    def show(self, part: Part) -> list[dict[str, Any]]:
        """List the places with a card."""
        gathered, places = self.filled_places(part)
        return [place.show(gathered) for place in places]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Store the places in order."""
        gathered = part.within(self.gather(part.record))
        super().lay(gathered, value, dealer, place)
        inside = [one for one in self.all_places if not one.is_empty(gathered)]
        self.scatter(part.record, [one.part(gathered).record for one in inside])

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield the cards of all places."""
        gathered, places = self.filled_places(part)
        for place in places:
            yield from place.cards(gathered)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield the values of all places."""
        gathered, places = self.filled_places(part)
        for place in places:
            yield from place.values(gathered)

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the sets of all places."""
        yield from super().masks(self.gather(records), seat)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Return whether some place is impossible."""
        return super().is_unsound(self.gather(records))
