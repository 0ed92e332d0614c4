"""Starcrossed cards that say whatever the language can say."""

from dataclasses import replace

from evenhand.decks.language import sentence
from evenhand.decks.starcrossed.words import (
    SKILL_TYPES,
    VOCABULARY,
    CardType,
    Moment,
    Timing,
    Tribe,
)
from evenhand.simulate.games.starcrossed.enums import DECK_SLOTS

CARDS = 24
DIVAS = 25  # at least, in a deck
ON_SKILLS = (Moment.PLAY, Moment.ACTIVATE)


def tamed(ability):
    """Bring an ability's numbers to the scale of the game."""

    def step(one):
        if one.amount is None:
            return one
        sign = -1 if one.amount.base < 0 else 1
        return replace(one, amount=replace(one.amount, base=sign * (abs(one.amount.base) % 5)))

    steps, costs = map(step, ability.steps), map(step, ability.costs)
    return replace(ability, steps=tuple(steps), costs=tuple(costs), uses=ability.uses % 3)


def rows_of(abilities, luck):
    """Write a card for each ability, and a plain diva of each level."""
    rows = [card_with(tamed(ability), f"Card {i}", luck) for i, ability in enumerate(abilities)]
    plain = [diva(f"Plain {level}", "", level, luck) for level in (1, 2, 3)]
    return [*plain, *rows]


def card_with(ability, name, luck):
    """Put an ability on a card of a kind that can have it."""
    text = sentence((ability,), VOCABULARY)
    if ability.moment == Moment.ACTIVATE:
        return skill(name, text, Timing.COMBAT, luck.choice(SKILL_TYPES), luck)
    if ability.moment == Moment.PLAY and luck.random() < 0.7:
        return skill(name, text, Timing.ACTION, luck.choice(SKILL_TYPES), luck)
    if ability.moment not in ON_SKILLS and luck.random() < 0.4:
        kind = luck.choice((CardType.POWER, CardType.ITEM))
        return skill(name, text, luck.choice(tuple(Timing)), kind, luck)
    return diva(name, text, luck.randint(1, 3), luck)


def tribe_of(luck):
    """Draw a tribe, or none."""
    return luck.choice(("", "", *(tribe.name.capitalize() for tribe in Tribe)))


def diva(name, text, level, luck):
    """Write a diva."""
    return {
        "name": name,
        "type": "Diva",
        "tribe": tribe_of(luck),
        "cost": luck.randint(0, level + 1),
        "level": level,
        "strength": luck.randint(0, 3 * level),
        "uniqueness": 50,
        "special": luck.choice(("", "", "yes")),
        "keywords": luck.choice(("", "", "Overkill")),
        "abilities": text,
    }


def skill(name, text, timing, kind, luck):
    """Write a skill."""
    return {
        "name": name,
        "type": kind.name.capitalize(),
        "tribe": tribe_of(luck),
        "cost": luck.randint(0, 2),
        "timing": timing.name.capitalize(),
        "uniqueness": 50,
        "special": luck.choice(("", "", "yes")),
        "abilities": text,
    }


def loops(luck):
    """Write cards that go on for ever, or nearly."""
    texts = (
        "Action: gain 1 energy.",
        "Action: a chosen own diva gets +1 strength this turn.",
        "Action: draw 1 card. Action: put each card from your Void under your deck.",
        "When levelling up: lower your crystal here 1 level; raise your crystal here 1 level.",
        "When another own diva is vanquished: put a chosen diva card from your Void onto a chosen "
        "own crystal; vanquish a chosen own diva.",
        "When vanquished: put a chosen diva card from your Void onto a chosen own crystal.",
        "At the start of the turn: vanquish each own diva.",
        "Always: you lose no life in combat.",
    )
    divas = [{**diva(f"Loop {i}", text, 1, luck), "cost": 0} for i, text in enumerate(texts)]
    return luck.sample(divas, 6)


def deck_rows(pool, luck):
    """Draw a deck, as rows of the pool."""
    rows = range(len(pool.cards))
    divas = [row for row in rows if pool.cards[row].type == CardType.DIVA]
    return luck.choices(divas, k=DIVAS) + luck.choices(rows, k=DECK_SLOTS - DIVAS)
