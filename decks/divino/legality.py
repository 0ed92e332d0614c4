"""What a deck of DIVINO may be: the deck itself, and the Demigods and Deities beside it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.divino.card import DivinoCard
from evenhand.decks.divino.words import MANA, CardType, plane_word
from evenhand.decks.legality import (
    Finding,
    Limits,
    distinct,
    each_card,
    number_of,
    too_many,
    too_many_copies,
)

__all__ = ["MODES", "MOST_SLOTS", "DeckLimits", "deck_rules", "deck_words"]

# All players have the same number of Demigods; the mode says how many (R55).
MODES = ("one_demigod", "two_demigods", "three_demigods", "four_demigods")
MOST_SLOTS = 63  # cards of one player, Demigods and Deities included, that a game can hold
ASIDE = (CardType.DEMIGOD, CardType.DEITY)
NEEDS_LAND = (CardType.WARRIOR, CardType.FORTRESS, CardType.SHRINE)


@dataclass(frozen=True)
class DeckLimits(Limits):
    """DIVINO's deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_minimum : int
        Fewest cards in the deck, Demigods and Deities not counted (R54).
    copy_limit : int
        Most copies of a card; basic Lands are not limited.
    shrine_limit : int
        Most Shrines of all names, 0 for any number.
    starting_cards_in_deck : bool
        Every starting card that is listed on a card must be in the deck.
    """

    deck_minimum: int = 50
    copy_limit: int = 4
    shrine_limit: int = 0
    starting_cards_in_deck: bool = True


def deck_rules(cards: Sequence[DivinoCard], mode: str, options: Mapping[str, Any]) -> list[Finding]:
    """Judge a deck of DIVINO by R54 to R57: sizes, copies, Demigods, Deities, lands, .."""
    limits = DeckLimits.of(options)
    return [
        *_size(cards, limits),
        *_demigods(cards, mode),
        *_copies(cards, limits),
        *_shrines(cards, limits),
        *_deities(cards),
        *_starting_cards(cards, limits),
        *_lands(cards),
    ]


def deck_words(mode: str, options: Mapping[str, Any]) -> list[str]:
    """Say what `deck_rules` holds a deck of DIVINO against."""
    limits = DeckLimits.of(options)
    shrines = number_of(limits.shrine_limit, "Shrine", "Shrines")
    return [
        f"at least {number_of(limits.deck_minimum, 'card', 'cards')} in the deck",
        f"at most {MOST_SLOTS} cards, Demigods and Deities included",
        f"exactly {number_of(MODES.index(mode) + 1, 'Demigod', 'Demigods')} beside it",
        f"at most {number_of(limits.copy_limit, 'copy', 'copies')} of a card, of basic Lands any "
        "number, of a Demigod or Deity one",
        *([f"at most {shrines}"] if limits.shrine_limit else []),
        "the Deity of each Shrine",
        *(["the starting cards of each card"] if limits.starting_cards_in_deck else []),
    ]


def _size(cards: Sequence[DivinoCard], limits: DeckLimits) -> Iterator[Finding]:
    n_deck = sum(card.type not in ASIDE for card in cards)
    if n_deck < limits.deck_minimum:
        message = f"expected at least {limits.deck_minimum} cards in the deck, found {n_deck}"
        yield Finding(f"{message} (Demigods and Deities stand beside it)")
    if len(cards) > MOST_SLOTS:
        message = f"expected at most {MOST_SLOTS} cards, Demigods and Deities included"
        yield Finding(f"{message}, found {len(cards)}")


def _demigods(cards: Sequence[DivinoCard], mode: str) -> Iterator[Finding]:
    demigods = [card for card in cards if card.type == CardType.DEMIGOD]
    expected, found = MODES.index(mode) + 1, sum(card.counts_as for card in demigods)
    if found != expected:
        words = "Demigod" if expected == 1 else "Demigods"
        message = f"expected {expected} {words} in {mode}, found {found}"
        yield Finding(message, name=demigods[-1].name if demigods else "")


def _copies(cards: Sequence[DivinoCard], limits: DeckLimits) -> Iterator[Finding]:
    for card, found in each_card(cards):
        if not card.basic:
            most = 1 if card.type in ASIDE else limits.copy_limit
            yield from too_many_copies(card, found, most)


def _shrines(cards: Sequence[DivinoCard], limits: DeckLimits) -> Iterator[Finding]:
    shrines = [card for card in cards if card.type == CardType.SHRINE]
    if limits.shrine_limit:
        yield from too_many(shrines, limits.shrine_limit, "of type Shrine")


def _deities(cards: Sequence[DivinoCard]) -> Iterator[Finding]:
    shrines = {name_key(card.name): card for card in cards if card.type == CardType.SHRINE}
    deities = {name_key(card.name): card for card in cards if card.type == CardType.DEITY}
    for shrine in shrines.values():
        if name_key(shrine.deity) not in deities:
            message = f"the Shrine '{shrine.name}' needs its Deity '{shrine.deity}' beside the deck"
            yield Finding(f"{message}, found none", name=shrine.name)
    served = {name_key(shrine.deity) for shrine in shrines.values()}
    for key, deity in deities.items():
        if key not in served:
            message = f"no Shrine in the deck is of the Deity '{deity.name}', so it never comes"
            yield Finding(message, name=deity.name, is_note=True)


def _starting_cards(cards: Sequence[DivinoCard], limits: DeckLimits) -> Iterator[Finding]:
    held = {name_key(card.name) for card in cards if card.type not in ASIDE}
    for card in distinct(cards):
        missing = [name for name in card.starting if name_key(name) not in held]
        for name in missing:
            message = f"the starting card '{name}' of '{card.name}' is not in the deck"
            yield Finding(message, name=card.name, is_note=not limits.starting_cards_in_deck)


def _lands(cards: Sequence[DivinoCard]) -> Iterator[Finding]:
    """Note what no basic Land of a DIVINO deck pays for; nonbasic ones may make anything."""
    lands = [card for card in cards if card.type == CardType.LAND]
    if any(not land.basic for land in lands):
        return
    made = {plane for land in lands for plane in land.plane}
    for card in distinct(cards):
        needed = {plane for number, plane in enumerate(MANA) if card.mana and card.mana[number]}
        if card.type in NEEDS_LAND and (needed - made or not lands):
            planes = ", ".join(plane_word(plane) for plane in sorted(needed - made)) or "any plane"
            message = f"no Land of the deck makes mana of {planes} for '{card.name}'"
            yield Finding(message, name=card.name, is_note=True)
