"""Convert the parse tree of an ability to an `Ability`, and check it."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from evenhand.decks.language.combinations import (
    check_duration,
    check_happens,
    check_moment,
    check_noun,
    check_place,
)
from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.grammar import Grammar
from evenhand.decks.language.parse_tree import Node, by_rule, child, children, of_kind, start
from evenhand.decks.language.patterns import slots
from evenhand.decks.language.phrase_parser import Phrases
from evenhand.decks.language.rows import ABILITY, Side
from evenhand.decks.language.tree import Ability, Selector, Step
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["read_ability"]

MAY = {"you_may": Side.OWN, "enemy_may": Side.ENEMY}
TIMES = {"once": 1, "twice": 2}
CLAUSES = {"uses": "once per turn", "you_may": "you may", "conditions": "if"}


def read_ability(
    node: Node, grammar: Grammar, vocabulary: Vocabulary, card_names: Collection[str]
) -> Ability:
    """Convert the parse tree of one ability.

    Raises
    ------
    AbilityError
        If the ability is impossible.
    """
    moment = grammar.members[child(by_rule(node)["head"]).data]
    return _AbilityParser(Phrases(grammar, vocabulary, card_names, moment)).ability(node)


class _AbilityParser:
    """Converter of one ability, from left to right; each method converts one grammar rule."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.vocabulary = phrases.vocabulary
        self.moment = phrases.moment

    def ability(self, node: Node) -> Ability:
        parts = by_rule(node)
        head = self.head(parts["head"])
        costs = tuple(map(self.cost, children(parts.get("costs"))))
        return replace(self.effect(parts["effect"]), costs=costs, **head)

    def head(self, node: Node) -> dict[str, Any]:
        """Convert the clauses between the moment and the colon to fields of `Ability`."""
        fields: dict[str, Any] = {}
        for part in children(node)[1:]:
            clause = self.clause(part)
            if clause.keys() & fields.keys():
                message = f"expected '{CLAUSES[part.data]}' only once"
                raise AbilityError(message, start(part))
            fields |= clause
        return fields

    def clause(self, node: Node) -> dict[str, Any]:
        match node.data:
            case "uses":
                self.refuse_if_continuous("number of uses", node)
                times, span = children(node)
                uses = TIMES.get(times.data) or self.uses(times)
                return {"uses": uses, "per_game": span.data == "per_game"}
            case "you_may":
                self.refuse_if_continuous("'you may'", node)
                return {"optional": True}
            case "conditions":
                return {"conditions": self.phrases.conditions(node)}
            case _:
                place = self.phrases.member(node)
                check_place(place, self.moment, self.vocabulary, start(node))
                return {"place": place}

    def uses(self, times: Node) -> int:
        return self.phrases.how_many(child(times), ABILITY, "uses")

    def cost(self, node: Node) -> Step:
        self.refuse_if_continuous("cost", node)
        step = self.step(node)
        if step.duration is not None or step.otherwise or step.optional:
            message = "expected a plain cost, without 'you may', 'otherwise' or a duration"
            raise AbilityError(message, start(node), hint="'you may' comes before the first ':'")
        return step

    def effect(self, node: Node) -> Ability:
        steps: list[Step] = []
        chooser = None
        for part in children(node):
            if part.data != "choice":
                steps.append(self.next_step(part, steps))
                continue
            if chooser is not None:
                raise AbilityError("expected only one 'choose one' in an ability", start(part))
            chooser = self.choice(part, steps)
        return Ability(self.moment, tuple(steps), chooser=chooser or Side.OWN)

    def choice(self, node: Node, steps: list[Step]) -> Side:
        """Append the steps of the options of "choose one", and return who chooses."""
        self.refuse_if_continuous("choice", node)
        chooses, *options = children(node)
        known = self.phrases.it_known
        for mode, option in enumerate(options, start=1):
            self.phrases.it_known = known
            for part in children(option):
                steps.append(self.next_step(part, steps, mode))
        self.phrases.it_known = known
        return Side.OWN if chooses.data == "you_choose" else Side.ENEMY

    def next_step(self, node: Node, before: list[Step], mode: int = 0) -> Step:
        step = replace(self.step(node), mode=mode)
        if step.otherwise and (not before or before[-1].mode != mode):
            message = "expected a step before 'otherwise', which says what to do without it"
            raise AbilityError(message, start(node))
        return step

    def step(self, node: Node) -> Step:
        """Convert one step of an ability: a phrase with optional conditions."""
        if self.moment in self.vocabulary.continuous:
            self.phrases.it_known = False
        self.phrases.former_known = self.phrases.it_known
        phrase = child(node) if node.data == "step" else node
        parts = by_rule(phrase)
        if "otherwise" in parts:
            self.refuse_if_continuous("'otherwise'", phrase)
        may = next((name for name in MAY if name in parts), None)
        if may is not None:
            self.refuse_if_continuous("choice", phrase)
        step = self.verb(of_kind(phrase, "verb")[0], of_kind(phrase, "duration"))
        conditions = by_rule(node).get("conditions")
        if conditions is not None:
            step = replace(step, conditions=self.phrases.conditions(conditions))
        return replace(step, optional=MAY[may] if may else Side.ANY, otherwise="otherwise" in parts)

    def verb(self, node: Node, durations: list[Node]) -> Step:
        """Convert an ability's verb with its slots and its duration."""
        verb = self.phrases.member(node)
        check_moment(verb, self.moment, self.vocabulary, start(node))
        duration = self.phrases.member(durations[0]) if durations else None
        position = start(durations[0] if durations else node)
        check_duration(verb, duration, self.moment, self.vocabulary, position)
        return Step(verb, duration=duration, **self.slots(node, verb))

    def slots(self, node: Node, verb: Any) -> dict[str, Any]:
        """Convert the contents of an ability's verb's slots to fields of `Step`.

        Selectors are converted before the amount, in any pattern, because "it" in
        "for each energy on it" refers to the target of this verb.
        """
        words = self.vocabulary.verbs[verb]
        parts = dict(zip(slots(words.pattern), children(node), strict=False))
        fields: dict[str, Any] = {}
        for name, allowed in (("object", words.objects), ("target", words.targets)):
            if name in parts:
                fields[name] = self.selector(parts[name], allowed, verb)
        self.phrases.it_known |= bool(fields)
        for name in ("amount", "change"):
            if name in parts:
                fields["amount"] = self.phrases.amount(parts[name], by_rule(node).get("per"))
        if "word" in parts:
            fields["word"] = list(words.words)[int(str(parts["word"].data).removeprefix("word_"))]
        return fields

    def selector(self, node: Node, allowed: tuple[Any, ...], verb: Any) -> Selector:
        selector = self.phrases.selector(node)
        check_noun(selector, allowed, verb, self.vocabulary, start(node))
        return selector

    def refuse_if_continuous(self, what: str, node: Node) -> None:
        check_happens(what, self.moment, self.vocabulary, start(node))
