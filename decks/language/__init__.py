"""The language of card abilities: controlled English with a game's vocabulary."""

from evenhand.decks.language.compile import CompiledAbilities, compile_abilities
from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.parse import parse
from evenhand.decks.language.sentences import mode_text, sentence
from evenhand.decks.language.tree import (  # fmt: skip
    Ability,
    Amount,
    Condition,
    Count,
    Quality,
    Selector,
    Speaker,
    Step,
    Trait,
)

__all__ = [
    "Ability", "AbilityError", "Amount", "CompiledAbilities", "Condition", "Count", "Quality",
    "Selector", "Speaker", "Step", "Trait", "compile_abilities", "mode_text", "parse", "sentence",
]  # fmt: skip
