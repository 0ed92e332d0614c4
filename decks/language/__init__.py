"""The language of card abilities: controlled English, made from a game's vocabulary."""

from decks.language.compile import CompiledAbilities, compile_abilities
from decks.language.errors import AbilityError
from decks.language.parse import parse
from decks.language.sentences import mode_text, sentence
from decks.language.tree import (
    Ability,
    Amount,
    Condition,
    Count,
    Quality,
    Selector,
    Step,
    Trait,
)  # fmt: skip

__all__ = [
    "Ability", "AbilityError", "Amount", "CompiledAbilities", "Condition", "Count", "Quality",
    "Selector", "Step", "Trait", "compile_abilities", "mode_text", "parse", "sentence",
]  # fmt: skip
