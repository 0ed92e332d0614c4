"""Where cards are on a table: zones, and places with all that is there with a card.

Fields as in `evenhand.simulate.view.fields`, which hold cards.
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
    """What fields that hold cards have in common.

    ``owner_is_enemy`` is for cards that lie with the other of two players.
    """

    owner_is_enemy: bool = field(default=False, kw_only=True)

    def owner_at(self, seat: int) -> int:
        """Return the seat whose cards lie with a seat."""
        return 1 - seat if self.owner_is_enemy else seat

    def owner(self, part: Part) -> int:
        """Return the seat whose cards these are."""
        return self.owner_at(part.seat)

    def copies(self, part: Part) -> list[int]:
        """List the copies, in order."""
        raise NotImplementedError

    def show(self, part: Part) -> list[str]:
        """List the names of the cards."""
        return [part.name_of(self.owner(part), copy) for copy in self.copies(part)]

    def cards(self, part: Part) -> Iterator[Held]:
        """Go through the cards."""
        for copy in self.copies(part):
            yield Held(self.owner(part), copy, self.words)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Have none: cards are told of where they go."""
        yield from ()

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare names without regard to order; a number is how many."""
        if isinstance(expected, int):
            return len(shown) != expected
        if not isinstance(expected, list):
            return True
        return sorted(fold_case(shown)) != sorted(fold_case(spell_out(expected, shown)))


@dataclass(frozen=True)
class CardSet(Holder):
    """A zone without an order, a word of `evenhand.simulate.engine.sets`."""

    def copies(self, part: Part) -> list[int]:
        """List the copies, lowest first."""
        return [int(copy) for copy in each(int(part.record[self.at]))]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal the cards into it."""
        members = int(part.record[self.at])
        for copy in dealer.cards(self.owner(part), value, place):
            members = int(add(members, copy))
        part.record[self.at] = members

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the set itself."""
        yield self.owner_at(seat), records[self.at]


@dataclass(frozen=True)
class Marked(CardSet):
    """Cards of another zone of the same owner that something is known about."""

    zone: str = ""  # the record's field of that zone

    def members(self, records: Any) -> Any:
        """Return the set of the cards that may be marked, of one record or of many."""
        return records[self.zone]

    def cards(self, part: Part) -> Iterator[Held]:
        """Hold none: they are counted in their zone."""
        yield from ()

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Hold none."""
        yield from ()

    def is_unsound(self, records: Any) -> np.ndarray:
        """Look for marks on cards that are not in the zone."""
        return np.asarray((records[self.at] & ~self.members(records)) != 0)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Tell who is marked."""
        if not self.silent:
            yield self.words, ", ".join(self.show(part)) or "none"

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Mark cards that have been dealt."""
        left = [int(copy) for copy in each(int(self.members(part.record)))]
        for name in dealer.names(value, place):
            found = [c for c in left if part.name_of(part.seat, c).casefold() == name.casefold()]
            if not found:
                there = ", ".join(part.name_of(part.seat, c) for c in left) or "nothing"
                dealer.complain(place, f"'{name}' is not in the {self.zone}, which holds {there}")
                continue
            left.remove(found[0])
            part.record[self.at] = add(int(part.record[self.at]), found[0])


@dataclass(frozen=True)
class Pile(Holder):
    """A zone with an order; its top card stands first."""

    count: str = ""  # the record's field that says how many; its top card is the last of them

    def copies(self, part: Part) -> list[int]:
        """List the copies from the top down."""
        n = int(part.record[self.count])
        return [int(copy) for copy in part.record[self.at][:n][::-1]]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Deal the cards onto it."""
        copies = dealer.cards(self.owner(part), value, place)
        pile = part.record[self.at]
        for i, copy in enumerate(copies[: len(pile)]):
            pile[len(copies) - 1 - i] = copy
        part.record[self.count] = min(len(copies), len(pile))

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield a set of one for each place in the pile."""
        for i in range(records[self.at].shape[1]):
            yield self.owner_at(seat), one_bit(records[self.at][:, i], records[self.count] > i)

    def is_unsound(self, records: Any) -> np.ndarray:
        """Look for impossible numbers of cards."""
        n = records[self.count]
        return np.asarray((n < 0) | (n > records[self.at].shape[1]))

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare from the top down, as far as cards are named; a number is how many."""
        if isinstance(expected, int):
            return len(shown) != expected
        if not isinstance(expected, list):
            return True
        named = spell_out(expected, shown)
        return fold_case(shown[: len(named)]) != fold_case(named)


def one_bit(copies: np.ndarray, is_there: np.ndarray) -> np.ndarray:
    """Return sets of one copy, or of none where it is not there."""
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
        """Deal a card there."""
        if value == "":
            return
        if not isinstance(value, str):
            dealer.complain(place, f"expected the name of a card, found {value!r}")
        elif copies := dealer.cards(self.owner(part), [value], place):
            part.record[self.at] = copies[0]

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield a set of the one copy."""
        yield self.owner_at(seat), one_bit(records[self.at], records[self.at] != NOTHING)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare names in any case."""
        return not isinstance(expected, str) or shown.casefold() != expected.casefold()


@dataclass(frozen=True)
class CardPlace:
    """One place on the table with a card in it, and all that is there with the card.

    A place may hold several cards, if its first field does. They need not be there for the
    place's other fields to count, and no card of them gives those its name.

    Attributes
    ----------
    source, index : str, int
        The player's field of places, and which of them.
    fields : tuple of Field
        The first holds the card that the place is named by, or its several cards.
    """

    name: str
    source: str
    index: int
    fields: tuple[Field, ...]

    def part(self, part: Part) -> Part:
        """Return the part of the state that is this place."""
        return part.within(part.record[self.source][self.index])

    @property
    def words(self) -> str:
        """The name in a sentence."""
        return self.name.replace("_", " ")

    @property
    def has_several(self) -> bool:
        """Return whether several cards may lie there, so that none of them leads."""
        return isinstance(self.fields[0], CardSet | Pile)

    def is_empty(self, part: Part) -> bool:
        """Return whether nothing is there: no card that leads, or no card of several fields."""
        inner = self.part(part)
        if self.has_several:
            return not any(True for one in self.fields for _ in one.cards(inner))
        return self.fields[0].show(inner) == ""

    def show(self, part: Part) -> dict[str, Any]:
        """Return the fields by name; nothing for a place without its card."""
        if self.is_empty(part) and not self.has_several:
            return {}
        inner = self.part(part)
        return {one.name: one.show(inner) for one in self.fields}

    def in_full(self, value: Any) -> Any:
        """Return a table of values for the card's name alone, or the names of several."""
        if value == "":
            return {}
        is_short = isinstance(value, list if self.has_several else str)
        return {self.fields[0].name: value} if is_short else value

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Lay the fields; the card's name alone will do, or the names of several."""
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
        """Go through the place's card and those with it."""
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
        """Go through the values, each named by the card; they follow it about.

        Where several cards may lie, they are named by the place.
        """
        if self.is_empty(part) and not self.has_several:
            return
        inner = self.part(part)
        for one in self.fields[1:]:
            for what, value in one.values(inner):
                yield f"{self.title(inner)} {what}", value

    def title(self, inner: Part) -> str:
        """Return what the place's values go by."""
        if self.has_several:
            return self.words
        (leader,) = self.fields[0].cards(inner)
        return f"{inner.name_of(leader.seat, leader.copy)}#{leader.copy}"

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Go through the sets of the fields."""
        for one in self.fields:
            yield from one.masks(records[self.source][:, self.index], seat)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Look into the fields; where a card leads, none may be there without it."""
        inner = records[self.source][:, self.index]
        found = np.zeros(len(records), bool)
        for one in self.fields if self.has_several else self.fields[1:]:
            found |= one.is_unsound(inner)
        if self.has_several:
            return found
        ((_, leader),) = self.fields[0].masks(inner, 0)
        for one in self.fields[1:]:
            for _, mask in one.masks(inner, 0):
                found |= (leader == 0) & (mask != 0)
        return found

    def shows_cards(self, shown: Any) -> bool:
        """Return whether a card was there, by what was shown."""
        cards = [one.name for one in self.fields if isinstance(one, Holder)]
        return any(shown[name] for name in cards) if self.has_several else bool(shown)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare the fields that are expected; a name alone is the card's; "" is no card."""
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
    """Several places of one kind; only those with a card in them count.

    Attributes
    ----------
    indexes : range
        Of the player's field of places.
    """

    name: str
    source: str
    indexes: range
    fields: tuple[Field, ...]

    @property
    def all_places(self) -> list[CardPlace]:
        """List the places, empty ones too."""
        return [
            CardPlace(f"{self.name}_{number}", self.source, index, self.fields)
            for number, index in enumerate(self.indexes, 1)
        ]

    def show(self, part: Part) -> list[dict[str, Any]]:
        """List the places with a card."""
        return [place.show(part) for place in self.all_places if not place.is_empty(part)]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Lay the places in order."""
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
        """Go through the cards of all places."""
        for place in self.all_places:
            yield from place.cards(part)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Go through the values of all places."""
        for place in self.all_places:
            yield from place.values(part)

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Go through the sets of all places."""
        for place in self.all_places:
            yield from place.masks(records, seat)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Look into all places."""
        found = np.zeros(len(records), bool)
        for place in self.all_places:
            found |= place.is_unsound(records)
        return found

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare place by place, in any order of places; a number is how many."""
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
    """Several places of one kind that stay where they are, empty ones too, each with its name.

    Those of two players face each other. They are shown by name, and laid down so:
    ``lanes = { lane_2 = "Recruit" }``. Where the first field of a lane holds several cards, such as
    ``Lanes("lanes", "lanes", range(3), (CardSet("fish"),))``, they are a list:
    ``lanes = { lane_1 = ["Shrimp", "Goby"] }``.

    Attributes
    ----------
    called : str
        What one of them is called: "lane" for lane_1, lane_2 ..
    """

    called: str = "lane"

    @property
    def all_places(self) -> list[CardPlace]:
        """List the places, empty ones too."""
        return [
            CardPlace(f"{self.called}_{number}", self.source, index, self.fields)
            for number, index in enumerate(self.indexes, 1)
        ]

    def show(self, part: Part) -> dict[str, Any]:  # type: ignore[override]
        """Return all places by name; nothing for one without its card."""
        return {place.name: place.show(part) for place in self.all_places}

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Lay the places that are named."""
        if not isinstance(value, dict):
            first = self.all_places[0].name
            dealer.complain(place, f"expected places by name, {{ {first} = .. }}, found {value!r}")
            return
        by_name = {one.name: one for one in self.all_places}
        for name, inner in value.items():
            if dealer.is_one_of(name, by_name, f"{place}.{name}"):
                by_name[name].lay(part, inner, dealer, f"{place}.{name}")

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare the places that are expected; a number is how many have a card."""
        by_name = {one.name: one for one in self.all_places}
        if isinstance(expected, int):
            return sum(by_name[name].shows_cards(one) for name, one in shown.items()) != expected
        return not isinstance(expected, dict) or any(
            name not in by_name or by_name[name].differs(shown[name], value)
            for name, value in expected.items()
        )


@dataclass(frozen=True)
class Spread(Row):
    """A row of places that the player's record keeps otherwise than as places.

    All places are called by the row's name.

    Attributes
    ----------
    gather : callable (records) -> records
        Gives, of one player's record or of many, records with a field ``source`` of places.
    scatter : callable (record, places)
        Puts places with a card back into a player's record.
    """

    gather: Callable[[Any], np.ndarray]
    scatter: Callable[[Any, Any], None]

    @property
    def all_places(self) -> list[CardPlace]:
        """List the places, empty ones too."""
        return [CardPlace(self.name, self.source, index, self.fields) for index in self.indexes]

    def filled_places(self, part: Part) -> tuple[Part, list[CardPlace]]:
        """Return the player's places as a part, and those of them with a card."""
        gathered = part.within(self.gather(part.record))
        ((_, leaders),) = self.fields[0].masks(gathered.record[self.source], part.seat)
        places = self.all_places
        return gathered, [places[number] for number in np.flatnonzero(leaders)]

    def show(self, part: Part) -> list[dict[str, Any]]:
        """List the places with a card."""
        gathered, places = self.filled_places(part)
        return [place.show(gathered) for place in places]

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Lay the places in order."""
        gathered = part.within(self.gather(part.record))
        super().lay(gathered, value, dealer, place)
        inside = [one for one in self.all_places if not one.is_empty(gathered)]
        self.scatter(part.record, [one.part(gathered).record for one in inside])

    def cards(self, part: Part) -> Iterator[Held]:
        """Go through the cards of all places."""
        gathered, places = self.filled_places(part)
        for place in places:
            yield from place.cards(gathered)

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Go through the values of all places."""
        gathered, places = self.filled_places(part)
        for place in places:
            yield from place.values(gathered)

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Go through the sets of all places."""
        yield from super().masks(self.gather(records), seat)

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Look into all places."""
        return super().is_unsound(self.gather(records))
