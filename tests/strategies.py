"""Random valid things for property tests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from hypothesis import strategies as st

from evenhand.decks.language import (
    Ability,
    Amount,
    Condition,
    Count,
    Quality,
    Selector,
    Step,
    Trait,
)
from evenhand.decks.language.patterns import slots
from evenhand.decks.language.rows import ADJECTIVES, CONDITIONS, Comparison, How, Side
from evenhand.decks.language.vocabulary import VerbWords, Vocabulary, bare_quantity

THIS = Selector(How.THIS)
COMPARED = (Comparison.AT_LEAST, Comparison.AT_MOST, Comparison.EXACTLY)
Known = frozenset[How]  # which words for what was acted on mean something
NOTHING_SAID: Known = frozenset()
SAID = frozenset({How.IT, How.FORMER})
DIFFERENCES = ((Comparison.AT_LEAST, 1), (Comparison.AT_MOST, -1), (Comparison.EXACTLY, 0))


def abilities(vocabulary: Vocabulary, card_names: Sequence[str] = ()) -> st.SearchStrategy[Ability]:
    """Make valid abilities of any game: whatever its words can say."""
    return _Trees(vocabulary, card_names).abilities()


def one_of(members: Mapping[IntEnum, Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from(list(members))


def after(known: Known, steps: Sequence[Step]) -> Known:
    """What there are words for after some steps."""
    return SAID if any(step.target or step.object for step in steps) else known


def maybe(strategy: st.SearchStrategy[Any], possible: bool = True) -> st.SearchStrategy[Any]:
    return st.none() | strategy if possible else st.none()


class _Trees:
    """Strategies for each part of the tree, in a game's words."""

    def __init__(self, vocabulary: Vocabulary, card_names: Sequence[str]) -> None:
        self.words = vocabulary
        self.card_names = card_names
        quantities = vocabulary.quantities.items()
        self.counted = {key: words for key, words in quantities if not words.yes_or_no}
        self.yes_or_no = {key: words for key, words in quantities if words.yes_or_no}
        self.certain = {key: words for key, words in self.yes_or_no.items() if not words.chance}
        self.traits = {key: words for key, words in self.counted.items() if words.trait}

    @st.composite
    @staticmethod
    def _ability(draw: Any, self: "_Trees") -> Ability:
        moment = draw(st.sampled_from([m for m in self.words.moments if self.verbs(m)]))
        always = moment in self.words.continuous
        known = SAID if moment in self.words.subjects else NOTHING_SAID
        conditions = draw(self.conditions(known, always))
        has_place = bool(self.words.places) and moment not in self.words.placeless
        place = draw(maybe(one_of(self.words.places), has_place))
        if always:
            steps = draw(self.steps(moment, known))
            return Ability(moment, steps, place=place, conditions=conditions)
        costs = draw(self.costs(moment, known))
        known = after(known, costs)
        before = draw(self.steps(moment, known, least=0))
        known_then = after(known, before)
        choice = draw(self.choice(moment, known_then)) if draw(st.booleans()) else ()
        last = draw(self.steps(moment, known_then, least=0))
        uses = draw(st.integers(0, 127))
        return Ability(
            moment,
            (*before, *choice, *last) or draw(self.steps(moment, known)),
            costs,
            place,
            uses,
            per_game=bool(uses) and draw(st.booleans()),
            optional=draw(st.booleans()),
            chooser=draw(st.sampled_from((Side.OWN, Side.ENEMY))) if choice else Side.OWN,
            conditions=conditions,
        )

    def abilities(self) -> st.SearchStrategy[Ability]:
        return self._ability(self)

    def verbs(self, moment: IntEnum) -> list[IntEnum]:
        """Verbs that may stand under a moment."""
        always = moment in self.words.continuous
        return [
            verb
            for verb, words in self.words.verbs.items()
            if (not words.moments or moment in words.moments) and (words.lasting or not always)
            if not words.lasting or always or self.words.durations
        ]

    @st.composite
    @staticmethod
    def _steps(draw: Any, self: "_Trees", moment: IntEnum, known: Known, least: int) -> Any:
        steps: list[Step] = []
        always = moment in self.words.continuous
        for _ in range(draw(st.integers(least, 2))):
            step = draw(self.step(moment, known))
            known = NOTHING_SAID if always else after(known, [step])
            is_otherwise = bool(steps) and not always and draw(st.booleans())
            steps.append(replace(step, otherwise=is_otherwise))
        return tuple(steps)

    def steps(self, moment: IntEnum, known: Known, least: int = 1) -> st.SearchStrategy[Any]:
        return self._steps(self, moment, known, least)

    @st.composite
    @staticmethod
    def _choice(draw: Any, self: "_Trees", moment: IntEnum, known: Known) -> Any:
        options = [draw(self.steps(moment, known)) for _ in range(draw(st.integers(2, 3)))]
        return tuple(
            replace(step, mode=mode) for mode, option in enumerate(options, 1) for step in option
        )

    def choice(self, moment: IntEnum, known: Known) -> st.SearchStrategy[Any]:
        return self._choice(self, moment, known)

    @st.composite
    @staticmethod
    def _costs(draw: Any, self: "_Trees", moment: IntEnum, known: Known) -> Any:
        plain = [verb for verb in self.verbs(moment) if not self.words.verbs[verb].lasting]
        costs: list[Step] = []
        for _ in range(draw(st.integers(0, 2)) if plain else 0):
            costs.append(draw(self.verb(draw(st.sampled_from(plain)), moment, known)))
            known = after(known, costs)
        return tuple(costs)

    def costs(self, moment: IntEnum, known: Known) -> st.SearchStrategy[Any]:
        return self._costs(self, moment, known)

    @st.composite
    @staticmethod
    def _step(draw: Any, self: "_Trees", moment: IntEnum, known: Known) -> Step:
        verb = draw(st.sampled_from(self.verbs(moment)))
        always = moment in self.words.continuous
        step = draw(self.verb(verb, moment, known))
        known = known | {How.IT} if step.target or step.object else known
        lasting = self.words.verbs[verb].lasting and not always
        return replace(
            step,
            duration=draw(self.duration(verb)) if lasting else None,
            optional=Side.ANY if always else draw(st.sampled_from(Side)),
            conditions=draw(self.conditions(known, always)),
        )

    def duration(self, verb: IntEnum) -> st.SearchStrategy[IntEnum]:
        """Durations that may stand with a verb: a player does not leave play."""
        banned = () if self.words.verbs[verb].targets else self.words.in_play
        return st.sampled_from([one for one in self.words.durations if one not in banned])

    def step(self, moment: IntEnum, known: Known) -> st.SearchStrategy[Step]:
        return self._step(self, moment, known)

    @st.composite
    @staticmethod
    def _verb(draw: Any, self: "_Trees", verb: IntEnum, moment: IntEnum, known: Known) -> Step:
        words: VerbWords = self.words.verbs[verb]
        names = slots(words.pattern)
        picks = moment not in self.words.continuous
        selected = {
            name: draw(self.selector(nouns, known, picks))
            for name, nouns in (("target", words.targets), ("object", words.objects))
            if name in names
        }
        known = known | {How.IT} if selected else known
        step = Step(verb, **selected)
        if "word" in names:
            step = replace(step, word=draw(st.sampled_from(list(words.words))))
        if "amount" in names:
            step = replace(step, amount=draw(self.amount(known, signed=False)))
        if "change" in names:
            step = replace(step, amount=draw(self.amount(known, signed=True)))
        return step

    def verb(self, verb: IntEnum, moment: IntEnum, known: Known) -> st.SearchStrategy[Step]:
        return self._verb(self, verb, moment, known)

    @st.composite
    @staticmethod
    def _amount(draw: Any, self: "_Trees", known: Known, signed: bool) -> Amount:
        base = draw(st.integers(-32_767 if signed else 0, 32_767))
        amount = Amount(base, up_to=not signed and draw(st.booleans()))
        if not self.counted or draw(st.booleans()):
            return amount
        return replace(
            amount,
            per=draw(self.count(known)),
            every=draw(st.integers(1, 127)),
            at_most=draw(maybe(st.integers(0, 32_767))),
        )

    def amount(self, known: Known, signed: bool) -> st.SearchStrategy[Amount]:
        return self._amount(self, known, signed)

    @st.composite
    @staticmethod
    def _count(draw: Any, self: "_Trees", known: Known, among: Mapping[IntEnum, Any]) -> Count:
        quantity = draw(one_of(among))
        pattern = self.words.quantities[quantity].pattern
        if "of" not in slots(pattern):
            return Count(quantity)
        things = self.things(tuple(self.words.nouns))
        whole = st.one_of(things, st.just(THIS), *map(self.said, sorted(known)))
        return Count(quantity, draw(things if pattern.startswith("{of}") else whole))

    def count(
        self, known: Known, among: Mapping[IntEnum, Any] | None = None
    ) -> st.SearchStrategy[Count]:
        return self._count(self, known, self.counted if among is None else among)

    def conditions(self, known: Known, always: bool) -> st.SearchStrategy[Any]:
        kinds = []
        if self.counted:
            kinds += [self.counting(known), self.comparing(known)]
        yes_or_no = self.certain if always else self.yes_or_no
        if yes_or_no:
            count = self.count(known, yes_or_no)
            kinds.append(st.builds(Condition, st.just(COMPARED[0]), st.just(1), count))
        if self.words.adjectives and bare_quantity(self.words) is not None:
            kinds.append(self.quality(known))
        return st.lists(st.one_of(kinds), max_size=CONDITIONS).map(tuple)

    def counting(self, known: Known) -> st.SearchStrategy[Condition]:
        value = st.integers(0, 32_767)
        return st.builds(Condition, st.sampled_from(COMPARED), value, self.count(known))

    def comparing(self, known: Known) -> st.SearchStrategy[Condition]:
        count = self.count(known)
        return st.builds(
            lambda pair, first, second: Condition(*pair, first, second),
            st.sampled_from(DIFFERENCES),
            count,
            count,
        )

    @st.composite
    @staticmethod
    def _quality(draw: Any, self: "_Trees", known: Known) -> Quality:
        adjectives = draw(self.adjectives(least=1))
        subjects = [st.just(THIS)]
        unique = tuple(noun for noun, words in self.words.nouns.items() if words.unique)
        if unique:
            subjects.append(
                self.things(unique, most_adjectives=ADJECTIVES - len(adjectives))
                .filter(lambda selector: selector.side is not Side.ANY)
                .map(lambda selector: replace(selector, other=False))
            )
        subjects += map(self.said, sorted(known))
        return Quality(draw(st.one_of(subjects)), adjectives, draw(st.booleans()))

    def quality(self, known: Known) -> st.SearchStrategy[Quality]:
        return self._quality(self, known)

    def adjectives(self, least: int = 0, most: int = ADJECTIVES) -> st.SearchStrategy[Any]:
        if not self.words.adjectives:
            return st.just(())
        adjective = one_of(self.words.adjectives)
        return st.lists(adjective, min_size=least, max_size=most, unique=True).map(tuple)

    def said(self, how: How) -> st.SearchStrategy[Selector]:
        """What was acted on: "it", "those" or "the former"."""
        numbers = (1, 2) if how is How.IT else (1,)
        return st.builds(Selector, st.just(how), number=st.sampled_from(numbers))

    def things(
        self, nouns: tuple[IntEnum, ...], most_adjectives: int = ADJECTIVES
    ) -> st.SearchStrategy[Selector]:
        """All things of a kind."""
        comparison = st.sampled_from(COMPARED)
        trait = st.builds(Trait, one_of(self.traits), comparison, st.integers(0, 32_767))
        return st.builds(
            Selector,
            st.just(How.EACH),
            st.sampled_from(nouns),
            st.sampled_from(Side),
            other=st.booleans(),
            adjectives=self.adjectives(most=most_adjectives),
            named=st.sampled_from(["", *self.card_names]),
            trait=maybe(trait, bool(self.traits)),
        )

    def selector(
        self, nouns: tuple[IntEnum, ...], known: Known, picks: bool
    ) -> st.SearchStrategy[Selector]:
        """Whatever a verb can act on."""
        things = self.things(nouns or tuple(self.words.nouns))
        kinds = [st.just(THIS), things]
        if How.IT in known:
            kinds.append(self.said(How.IT))
        if picks:
            kinds += [self.chosen(things), self.random(things)]
        return st.one_of(kinds)

    def chosen(self, things: st.SearchStrategy[Selector]) -> st.SearchStrategy[Selector]:
        return st.builds(
            lambda selector, **how: replace(selector, how=How.CHOSEN, **how),
            things,
            number=st.integers(1, 127),
            up_to=st.booleans(),
            chooser=st.sampled_from((Side.OWN, Side.ENEMY)),
        )

    def random(self, things: st.SearchStrategy[Selector]) -> st.SearchStrategy[Selector]:
        return st.builds(
            lambda selector, number: replace(selector, how=How.RANDOM, number=number),
            things,
            st.integers(1, 127),
        )
