"""Convert parse trees to selectors, counts, amounts and conditions."""

from collections.abc import Collection
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np
from lark import Token

from evenhand.decks.language.combinations import check_chance
from evenhand.decks.language.errors import AbilityError, quote
from evenhand.decks.language.grammar import Grammar
from evenhand.decks.language.parse_tree import Node, by_rule, child, children, of_kind, start
from evenhand.decks.language.rows import (  # fmt: skip
    ADJECTIVES,
    AMOUNT,
    CONDITION,
    CONDITIONS,
    SELECTOR,
    Comparison,
    How,
    Side,
)
from evenhand.decks.language.tokens import name_key
from evenhand.decks.language.tree import Amount, Condition, Count, Quality, Selector, Trait
from evenhand.decks.language.vocabulary import Vocabulary, bare_quantity
from evenhand.decks.problems import nearest

__all__ = ["Phrases"]

COMPARISONS = {
    "at_least": Comparison.AT_LEAST,
    "at_most": Comparison.AT_MOST,
    "exactly": Comparison.EXACTLY,
}
DIFFERENCES = {
    "more": (Comparison.AT_LEAST, 1),
    "fewer": (Comparison.AT_MOST, -1),
    "as_many": (Comparison.EXACTLY, 0),
}


class Phrases:
    """Converter of the phrases of one ability; each method converts one kind of phrase.

    Attributes
    ----------
    moment : IntEnum
        The ability's moment.
    it_known, former_known : bool
        Whether "it" and "the former" have a meaning at the current position.
    """

    def __init__(
        self, grammar: Grammar, vocabulary: Vocabulary, card_names: Collection[str], moment: IntEnum
    ) -> None:
        self.members = grammar.members
        self.vocabulary = vocabulary
        self.card_names = card_names
        self.moment = moment
        self.it_known = self.former_known = moment in vocabulary.subjects

    # --- selectors ---

    def selector(self, node: Node) -> Selector:
        """Convert a phrase for the object of a verb or a quantity."""
        match node.data:
            case "this":
                return Selector(How.THIS)
            case "it" | "those":
                return self.it(node, How.IT, self.it_known)
            case "former":
                return self.it(node, How.FORMER, self.former_known)
            case "chosen" | "random":
                return self.picked(node)
            case "yours" | "the":
                return self.the_one(node)
            case "things":
                return self.things(node)
            case _:  # "each", or the rule's own name
                return self.selector(child(node))

    def it(self, node: Node, how: How, known: bool) -> Selector:
        """Convert "it", "those" or "the former"; raise if there is nothing that it can mean."""
        if not known:
            word = "the former" if how is How.FORMER else node.data
            why = "there is none"
            if self.moment in self.vocabulary.continuous:
                always = self.vocabulary.moments[self.moment]
                why = f"no step of '{always}' abilities comes before another"
            message = f"'{word}' means what an earlier step acted on, and {why}"
            raise AbilityError(message, start(node))
        return Selector(how, number=2 if node.data == "those" else 1)

    def picked(self, node: Node) -> Selector:
        """Convert a phrase for chosen or random things."""
        if self.moment in self.vocabulary.continuous:
            moment = self.vocabulary.moments[self.moment]
            message = f"'{moment}' abilities hold all the time, so nothing in them is {node.data}"
            raise AbilityError(message, start(node), hint="say 'each'")
        parts = by_rule(node)
        return replace(
            self.things(parts["things"]),
            how=How.CHOSEN if node.data == "chosen" else How.RANDOM,
            number=self.how_many(parts["number"], SELECTOR, "number") if "number" in parts else 1,
            up_to="up_to" in parts,
            chooser=Side.ENEMY if "by_enemy" in parts else Side.OWN,
        )

    def the_one(self, node: Node) -> Selector:
        """Convert "your main unit" or "the enemy main unit": unique nouns."""
        selector = self.things(child(node))
        if selector.noun is None or not self.vocabulary.nouns[selector.noun].unique:
            message = "each side may have several of these, so it must be said which"
            raise AbilityError(message, start(node), hint="say 'each ..' or 'a chosen ..'")
        if selector.side is not (Side.ANY if node.data == "yours" else Side.ENEMY):
            message = "of a thing that each side has one of, expected 'your ..' or 'the enemy ..'"
            raise AbilityError(message, start(node))
        return replace(selector, side=Side.OWN if node.data == "yours" else Side.ENEMY)

    def things(self, node: Node) -> Selector:
        """Convert a noun with its adjectives and traits to a selector of all that match."""
        rules = [str(part.data) for part in children(node)]
        if {"own", "enemy"} <= set(rules):
            message = "expected 'own' or 'enemy', and one side only"
            raise AbilityError(message, start(node))
        adjectives = self.adjectives(node)
        parts = by_rule(node)
        return Selector(
            How.EACH,
            noun=self.member(of_kind(node, "noun")[0]),
            side=Side.OWN if "own" in rules else Side.ENEMY if "enemy" in rules else Side.ANY,
            other="other" in rules,
            adjectives=adjectives,
            named=self.name(parts["named"]) if "named" in parts else "",
            trait=self.trait(parts["trait"]) if "trait" in parts else None,
        )

    def adjectives(self, node: Node, already: int = 0) -> tuple[IntEnum, ...]:
        """Convert the adjectives among a phrase's parts."""
        adjectives = of_kind(node, "adjective")
        if len(adjectives) + already > ADJECTIVES:
            message = f"expected at most {ADJECTIVES} adjectives on one thing"
            raise AbilityError(message, start(adjectives[-1]))
        return tuple(map(self.member, adjectives))

    def name(self, node: Node) -> str:
        """Return a card's name as spelled in the card file."""
        token = next(part for part in node.children if isinstance(part, Token))
        name = token[1:-1]
        spelled = {name_key(card): card for card in self.card_names}
        if name_key(name) in spelled:
            return spelled[name_key(name)]
        near = nearest(name, self.card_names)
        raise AbilityError(
            f"there is no card named {quote(name)}",
            token.start_pos,
            expected=(near,) if near else (),
            hint=f"did you mean '{near}'?" if near else "",
        )

    def trait(self, node: Node) -> Trait:
        """Convert a number that each selected thing must have."""
        comparison, number, quantity = children(node)
        value = self.number(number, SELECTOR, "trait_value")
        return Trait(self.member(quantity), COMPARISONS[comparison.data], value)

    # --- numbers ---

    def number(self, node: Node, record: np.dtype[Any], field: str) -> int:
        """Return a number; raise if it does not fit a field of a record."""
        token = str(node.children[0])
        most = int(np.iinfo(record[field]).max)
        if len(token) > len("+32767") or abs(int(token)) > most:
            message = f"expected a number up to {most:,}, found {quote(token)}"
            raise AbilityError(message, start(node))
        return int(token)

    def how_many(self, node: Node, record: np.dtype[Any], field: str) -> int:
        """Return a number that must be 1 or more."""
        number = self.number(node, record, field)
        if number < 1:
            raise AbilityError("expected 1 or more, found 0", start(node))
        return number

    def amount(self, node: Node, per: Node | None) -> Amount:
        """Convert an amount or a change, with its "for each"."""
        parts = by_rule(node)
        base = self.number(parts.get("number", node), AMOUNT, "printed")
        multiplier = {} if per is None else self.per(per)
        return Amount(base, up_to="up_to" in parts, **multiplier)

    def per(self, node: Node) -> dict[str, Any]:
        """Convert "for each .." and its cap to fields of `Amount`."""
        parts = by_rule(node)
        every = self.how_many(parts["number"], AMOUNT, "every") if "number" in parts else 1
        cap = parts.get("cap")
        at_most = None if cap is None else self.number(child(cap), AMOUNT, "at_most")
        return {"per": self.counted(node)[0], "every": every, "at_most": at_most}

    # --- counts and conditions ---

    def counted(self, node: Node) -> list[Count]:
        """Convert the counts among a phrase's parts."""
        return [self.count(part) for part in of_kind(node, "quantity")]

    def count(self, node: Node) -> Count:
        """Convert a number that is read from the table."""
        quantity = self.member(node)
        check_chance(quantity, self.moment, self.vocabulary, start(node))
        of = self.selector(child(node)) if node.children else None
        return Count(quantity, of)

    def conditions(self, node: Node) -> tuple[Condition | Quality, ...]:
        """Convert all conditions."""
        parts = children(node)
        if len(parts) > CONDITIONS:
            message = f"expected at most {CONDITIONS} conditions"
            raise AbilityError(message, start(parts[CONDITIONS]))
        return tuple(map(self.condition, parts))

    def condition(self, node: Node) -> Condition | Quality:
        """Convert one condition."""
        if node.data == "quality":
            return self.quality(node)
        count, *than = self.counted(node)
        if node.data == "holds":
            return Condition(Comparison.AT_LEAST, 1, count)
        if node.data == "none":
            return Condition(Comparison.AT_MOST, 0, count)
        if than:
            return Condition(*DIFFERENCES[node.data], count, than[0])
        comparison, number = children(node)[:2]
        value = self.number(number, CONDITION, "value")
        return Condition(COMPARISONS[comparison.data], value, count)

    def quality(self, node: Node) -> Quality:
        """Convert a quality of a thing: "this unit is stunned"."""
        if bare_quantity(self.vocabulary) is None:
            raise AbilityError("this game's cards do not ask what a thing is like", start(node))
        of = self.selector(child(node))
        adjectives = self.adjectives(node, already=len(of.adjectives))
        return Quality(of, adjectives, holds="not" not in by_rule(node))

    def member(self, node: Node) -> IntEnum:
        """Return the vocabulary's member of a phrase."""
        return self.members[node.data]
