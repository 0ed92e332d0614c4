"""Convert the cards of a pool to records for compiled rules."""

from collections.abc import Iterable, Sequence

import numpy as np

from evenhand.decks.card import Card, name_key
from evenhand.decks.language.compile import CompiledAbilities, compile_abilities
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.schema import GameSchema

__all__ = ["compile_cards", "make_records"]


def compile_cards(schema: GameSchema, cards: Sequence[Card]) -> CompiledAbilities:
    """Compile the abilities of all cards for their records; a name means its first card."""
    rows = {card.name: row for row, card in reversed(list(enumerate(cards)))}
    abilities = [card.abilities for card in cards]
    return compile_abilities(abilities, schema.vocabulary, rows.__getitem__)


def make_records(
    schema: GameSchema, cards: Sequence[Card], compiled: CompiledAbilities
) -> np.ndarray:
    """Make the cards' records: the game's own fields, then those of all games."""
    records = np.zeros(len(cards), schema.card_record)
    for row, card in enumerate(cards):
        for name, value in card.numbers().items():
            if name not in (schema.card_record.names or ()):
                raise UsageError(
                    f"'numbers' of a card gives '{name}', which is no field of the cards' record",
                    did_you_mean(name, schema.card_record.names or ()) or "add it to the record",
                )
            records[name][row] = value
    shared = {
        "first_ability": compiled.first_ability,
        "n_abilities": compiled.n_abilities,
        "moments": [_pack_moments(card) for card in cards],
        "name_id": _find_first_rows(name_key(card.name) for card in cards),
        "title_id": _number_keys(name_key(card.title) for card in cards),
    }
    for name, values in shared.items():
        if name in (schema.card_record.names or ()):
            records[name] = values
    return records


def _pack_moments(card: Card) -> int:
    bits = 0
    for ability in card.abilities:
        bits |= 1 << ability.moment
    return bits


def _find_first_rows(keys: Iterable[str]) -> list[int]:
    first: dict[str, int] = {}
    return [first.setdefault(key, row) for row, key in enumerate(keys)]


def _number_keys(keys: Iterable[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
