"""DIVINO cards that say whatever the language can say."""

import re
from dataclasses import replace

from decks.divino.schema import MOMENTS
from decks.divino.vocabulary import VOCABULARY
from decks.divino.words import CardType, Keyterm
from decks.language import sentence

CARDS = 24
DECK = 50
MANY = re.compile(r"\b([5-9]|\d\d+) (chosen|random)")
FIGHTERS = (CardType.CREATURE, CardType.NAGUAL, CardType.WARRIOR)
THINGS = (CardType.RELIC, CardType.ENCHANTMENT, CardType.DEITY, CardType.SHRINE)
PLANES = ("Roth", "Naga", "Universal", "Aevos")


def tamed(ability):
    """Bring an ability's numbers to the scale of the game."""

    def step(one):
        if one.amount is None:
            return one
        sign = -1 if one.amount.base < 0 else 1
        return replace(one, amount=replace(one.amount, base=sign * (abs(one.amount.base) % 4)))

    steps, costs = map(step, ability.steps), map(step, ability.costs)
    return replace(ability, steps=tuple(steps), costs=tuple(costs), uses=ability.uses % 3)


def rows_of(abilities, luck):
    """Write a card for each ability that can be held, a Demigod, lands and plain fighters."""
    texts = [sentence((tamed(ability),), VOCABULARY) for ability in abilities]
    rows = [
        card_with(text, ability.moment, f"Card {i}", luck)
        for i, (text, ability) in enumerate(zip(texts, abilities, strict=True))
        if text.count("chosen") <= 2 and not MANY.search(text)
    ]
    return [
        {"name": "Leader", "type": "Demigod", "plane": "Roth", "alignment": "Daevos",
         "energy": 12, "energize": 4, "atk": 2},
        {"name": "Peak", "type": "Land", "plane": "Roth", "basic": "yes"},
        *(card(f"Plain {n}", CardType.CREATURE, "", luck) for n in range(3)),
        *(row for row in rows if row),
    ]  # fmt: skip


def card_with(text, moment, name, luck):
    """Put an ability on a card of a kind that can have it."""
    kinds = [kind for kind in (*FIGHTERS, *THINGS, CardType.INSTANT) if moment in MOMENTS[kind]]
    kinds = [kind for kind in kinds if kind not in (CardType.DEITY, CardType.SHRINE)]
    return card(name, luck.choice(kinds), text, luck) if kinds else None


def card(name, kind, text, luck):
    """Write a card of a type."""
    row = {"name": name, "type": kind.name.replace("_", " ").title(), "abilities": text}
    row["plane"] = luck.choice(PLANES)
    row["energy"] = luck.randint(1, 4)
    if kind in FIGHTERS:
        row |= {"alignment": luck.choice(("Aevos", "Daevos", "Neutral")), "tribe": "Beast"}
        row["atk"] = luck.randint(0, 4)
        row["keyterms"] = luck.choice(("", "", luck.choice(tuple(Keyterm)).name.capitalize()))
    if kind == CardType.NAGUAL:
        row["energize"] = 1
    if kind == CardType.WARRIOR:
        row |= {"mana": luck.choice(("1", "Roth")), "defense": luck.randint(0, 2)}
    if kind == CardType.INSTANT or kind == CardType.ENCHANTMENT:
        row["mana"] = luck.choice(("", "1 Roth"))
    return row


def deck_rows(pool, luck):
    """Draw a deck, as rows of the pool: the Demigod, lands, and anything."""
    rest = range(2, len(pool.cards))
    return [0, *(12 * [1]), *luck.choices(rest, k=DECK - 12)]
