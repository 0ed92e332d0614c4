"""Divine Cross cards that say whatever the language can say."""

from dataclasses import replace

from evenhand.decks.divine_cross.words import VOCABULARY, CardType, Moment
from evenhand.decks.language import sentence
from evenhand.simulate.games.divine_cross.enums import DECK_SLOTS
from tests.games.divine_cross.table import action, assist, event, unit

CARDS = 24
UNITS = 14  # at least, in a deck
SKILLS = (Moment.SKILL_1, Moment.SKILL_2, Moment.BEFORE_SKILL_1, Moment.BEFORE_SKILL_2)


def tamed(ability):
    """Bring an ability's numbers to the scale of the game."""

    def step(one):
        if one.amount is None:
            return one
        base = abs(one.amount.base)
        base = base % 7 if base % 2 else base % 12 * 10
        sign = -1 if one.amount.base < 0 else 1
        return replace(one, amount=replace(one.amount, base=sign * base, every=1))

    steps, costs = map(step, ability.steps), map(step, ability.costs)
    return replace(ability, steps=tuple(steps), costs=tuple(costs), uses=ability.uses % 3)


def rows_of(abilities, luck):
    """Write a card for each ability, and one that is a unit in any case."""
    rows = [card_with(tamed(ability), f"Card {i}", luck) for i, ability in enumerate(abilities)]
    return [{"title": "Test", **row} for row in (unit("Filler"), *rows)]


def card_with(ability, name, luck):
    """Put an ability on a card of a kind that can have it."""
    text = sentence((ability,), VOCABULARY)
    if ability.moment == Moment.PLAY:
        return luck.choice((event, action))(name, text)
    if ability.moment not in (*SKILLS, Moment.ACTIVATE) and luck.random() < 0.4:
        return assist(name, text)
    attribute = luck.choice(("Red", "Green", "Blue", "None", "RGB"))
    return unit(name, text, hp=luck.choice((100, 200, 300)), second=(1, 120), retreat=0,
                damage=luck.choice((0, 50, 100)), attribute=attribute, advantage="RGB")  # fmt: skip


def loops(luck):
    """Write cards that go on for ever, or nearly."""
    texts = (
        "When this is damaged: heal 10 damage from this unit; deal 10 damage to this unit.",
        "When this is damaged: heal 90 damage from each own unit; deal 10 damage to each own unit.",
        "When this is damaged: heal 10 damage from a chosen own unit; "
        "deal 10 damage to a chosen own unit.",
        "When this is damaged: heal 10 damage from this unit; deal 10 damage to this unit. "
        "When this is damaged: look at the enemy hand.",
        "When this enters: put a chosen Unit card from your discard pile into standby; "
        "put this unit into the discard pile.",
        "Activate: deal 10 damage to each own unit.",
        "Activate: each own unit deals +10 damage this turn.",
        "Always: each unit takes no damage.",
    )
    units = [unit(f"Loop {i}", text, hp=900, damage=10) for i, text in enumerate(texts)]
    plays = [
        action("Needle", "Play: deal 10 damage to each own unit; draw 1 card."),
        action("Again", "Play: take back a chosen card from your discard pile; draw 1 card."),
    ]
    return [{"title": "Test", **row} for row in luck.sample((*units, *plays), 6)]


def deck_rows(pool, luck):
    """Draw a deck, as rows of the pool."""
    rows = range(len(pool.cards))
    units = [row for row in rows if pool.cards[row].type == CardType.UNIT]
    return luck.choices(units, k=UNITS) + luck.choices(rows, k=DECK_SLOTS - UNITS)
