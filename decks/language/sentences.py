"""Print abilities as English sentences, in canonical form."""

from dataclasses import replace
from itertools import groupby, pairwise

from evenhand.decks.language.patterns import Slot, pieces, printed
from evenhand.decks.language.rows import Comparison, How, Side
from evenhand.decks.language.tokens import spoken_name
from evenhand.decks.language.tree import (  # fmt: skip
    Ability,
    Amount,
    Condition,
    Count,
    Quality,
    Selector,
    Step,
    Trait,
)
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["condition_text", "mode_text", "sentence", "target_text"]

MAY = {Side.OWN: "you may", Side.ENEMY: "the enemy may"}
CHOOSES = {Side.OWN: "choose one:", Side.ENEMY: "the enemy chooses one:"}
SIDES = {Side.OWN: "own", Side.ENEMY: "enemy"}
TIMES = {1: "once", 2: "twice"}
COMPARISONS = {
    Comparison.AT_LEAST: "at least",
    Comparison.AT_MOST: "at most",
    Comparison.EXACTLY: "exactly",
}
DIFFERENCES = {
    Comparison.AT_LEAST: ("more", "than"),
    Comparison.AT_MOST: ("fewer", "than"),
    Comparison.EXACTLY: ("as many", "as"),
}


def sentence(abilities: Ability | tuple[Ability, ...], vocabulary: Vocabulary) -> str:
    """Print abilities as sentences in canonical form, which `parse` reads back unchanged.

    Parameters
    ----------
    abilities : Ability or tuple of Ability
        One ability or all of a card, with members of the vocabulary's enums.
    vocabulary : Vocabulary
        The game's words.

    Returns
    -------
    str
        One sentence per ability; "" for none.
    """
    if isinstance(abilities, Ability):
        abilities = (abilities,)
    writer = _Writer(vocabulary)
    return " ".join(f"{writer.ability(ability)}." for ability in abilities)


def mode_text(ability: Ability, mode: int, vocabulary: Vocabulary) -> str:
    """Print as a sentence one option of "choose one", counted from 1."""
    steps = tuple(replace(step, mode=0) for step in ability.steps if step.mode == mode)
    return sentence(Ability(ability.moment, steps), vocabulary).partition(": ")[2].rstrip(".")


def target_text(selector: Selector, vocabulary: Vocabulary) -> str:
    """Return the text of a selector, as in sentences: "up to 2 chosen units"."""
    return _Writer(vocabulary).selector(selector)


def condition_text(condition: Condition | Quality, vocabulary: Vocabulary) -> str:
    """Return the text of a condition, as in sentences: "there are no enemy units"."""
    return _Writer(vocabulary).condition(condition)


class _Writer:
    """Printer of trees in a game's words; each method prints one kind of node."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.words = vocabulary

    def ability(self, ability: Ability) -> str:
        parts = [self.head(ability)]
        if ability.costs:
            parts.append(" and ".join(map(self.step, ability.costs)))
        return ": ".join([*parts, self.effect(ability)])

    def head(self, ability: Ability) -> str:
        head = self.words.moments[ability.moment]
        if ability.place is not None:
            head += f" {self.words.places[ability.place]}"
        if ability.uses:
            times = TIMES.get(ability.uses, f"{ability.uses} times")
            head += f", {times} per {'game' if ability.per_game else 'turn'}"
        if ability.conditions:
            head += f", {self.conditions(ability.conditions)}"
        return f"{head}, you may" if ability.optional else head

    def effect(self, ability: Ability) -> str:
        """Print the steps; the options of a choice are printed together."""
        parts = []
        for chosen, steps in groupby(ability.steps, key=lambda step: step.mode > 0):
            if chosen:
                options = groupby(steps, key=lambda step: step.mode)
                texts = [self.option(tuple(option)) for _, option in options]
                parts.append(f"{CHOOSES[ability.chooser]} {' or '.join(texts)}")
            else:
                parts += map(self.step, steps)
        return "; ".join(parts)

    def option(self, steps: tuple[Step, ...]) -> str:
        text = self.step(steps[0])
        for before, step in pairwise(steps):
            # After conditions, "and" would join a further condition.
            text += f" {'then' if before.conditions else 'and'} {self.step(step)}"
        return text

    def step(self, step: Step) -> str:
        parts = ["otherwise"] if step.otherwise else []
        if step.optional is not Side.ANY:
            parts.append(MAY[step.optional])
        parts.append(self.verb(step))
        if step.duration is not None:
            parts.append(self.words.durations[step.duration])
        if step.conditions:
            parts.append(self.conditions(step.conditions))
        return " ".join(parts)

    def verb(self, step: Step) -> str:
        filled = {"word": (step.word, False)}
        for name in ("target", "object"):
            selector = getattr(step, name)
            if selector is not None:
                filled[name] = (self.selector(selector), selector.number > 1)
        if step.amount is not None:
            many = abs(step.amount.base) != 1
            filled["amount"] = (_number(step.amount), many)
            filled["change"] = (f"{step.amount.base:+d}", many)
        text = printed(self.words.verbs[step.verb].pattern, filled=filled)
        return text + ("" if step.amount is None else self.per(step.amount))

    def per(self, amount: Amount) -> str:
        if amount.per is None:
            return ""
        each = "each" if amount.every == 1 else f"every {amount.every}"
        cap = "" if amount.at_most is None else f" (at most {amount.at_most})"
        return f" for {each} {self.count(amount.per, many=amount.every > 1)}{cap}"

    def conditions(self, conditions: tuple[Condition | Quality, ...]) -> str:
        return "if " + " and ".join(map(self.condition, conditions))

    def condition(self, condition: Condition | Quality) -> str:
        if isinstance(condition, Quality):
            return self.quality(condition)
        count, value = condition.count, condition.value
        if self.words.quantities[count.quantity].yes_or_no:
            return self.count(count)
        if condition.than is not None:
            more, than = DIFFERENCES[condition.comparison]
            first, second = self.count(count, many=True), self.count(condition.than, many=True)
            return f"there are {more} {first} {than} {second}"
        if condition.comparison is Comparison.AT_MOST and value == 0:
            return f"there are no {self.count(count, many=True)}"
        be = "is" if value == 1 else "are"
        number = f"{COMPARISONS[condition.comparison]} {value}"
        return f"there {be} {number} {self.count(count, many=value != 1)}"

    def quality(self, quality: Quality) -> str:
        be = "are" if quality.of.number > 1 else "is"
        adjectives = [self.words.adjectives[adjective] for adjective in quality.adjectives]
        both = "both " if len(adjectives) > 1 else ""
        maybe_not = "" if quality.holds else "not "
        return f"{self.selector(quality.of)} {be} {maybe_not}{both}{' and '.join(adjectives)}"

    def count(self, count: Count, many: bool = False) -> str:
        pattern = self.words.quantities[count.quantity].pattern
        if count.of is None:
            return printed(pattern, many)
        if isinstance(pieces(pattern)[0], Slot):  # things are counted, with no article
            return printed(pattern, many, {"of": (self.things(count.of, many), many)})
        return printed(pattern, many, {"of": (self.whole(count.of), many)})

    def whole(self, selector: Selector) -> str:
        """Print the objects of a quantity: "this unit", "own units"."""
        if selector.how is How.EACH and not self.is_the_one(selector):
            return self.things(selector, many=True)
        return self.selector(selector)

    def selector(self, selector: Selector) -> str:
        many = selector.number > 1
        match selector.how:
            case How.THIS:
                return self.words.this
            case How.FORMER:
                return "the former"
            case How.IT:
                return "those" if many else "it"
            case How.EACH if self.is_the_one(selector):
                article = "your" if selector.side is Side.OWN else "the"
                shown = replace(selector, side=Side.ANY) if article == "your" else selector
                return f"{article} {self.things(shown, many=False)}"
            case How.EACH:
                return f"each {self.things(selector, many=False)}"
            case _:
                return self.picked(selector)

    def picked(self, selector: Selector) -> str:
        number = f"{selector.number}" if selector.number > 1 or selector.up_to else "a"
        up_to = "up to " if selector.up_to else ""
        picked = "chosen" if selector.how is How.CHOSEN else "random"
        by_enemy = " of the enemy's choice" if selector.chooser is Side.ENEMY else ""
        return f"{up_to}{number} {picked} {self.things(selector, selector.number > 1)}{by_enemy}"

    def is_the_one(self, selector: Selector) -> bool:
        noun = selector.noun
        unique = noun is not None and self.words.nouns[noun].unique
        return unique and selector.side is not Side.ANY and not selector.other

    def things(self, selector: Selector, many: bool) -> str:
        """Print a noun with its adjectives and traits."""
        parts = ["other"] if selector.other else []
        parts += [self.words.adjectives[adjective] for adjective in selector.adjectives]
        if selector.side is not Side.ANY:
            parts.append(SIDES[selector.side])
        if selector.noun is not None:
            parts.append(printed(self.words.nouns[selector.noun].pattern, many))
        if selector.named:
            parts.append(f'named "{spoken_name(selector.named)}"')
        if selector.trait is not None:
            parts.append(self.trait(selector.trait))
        return " ".join(parts)

    def trait(self, trait: Trait) -> str:
        words = printed(self.words.quantities[trait.quantity].trait, trait.value != 1)
        return f"with {COMPARISONS[trait.comparison]} {trait.value} {words}"


def _number(amount: Amount) -> str:
    return f"up to {amount.base}" if amount.up_to else f"{amount.base}"
