"""Divinity cards that say whatever the language can say."""

from dataclasses import replace

from evenhand.decks.divinity.card import MOMENTS
from evenhand.decks.divinity.words import VOCABULARY, CardType
from evenhand.decks.language import sentence
from evenhand.simulate.games.divinity.enums import DECK_SLOTS

CARDS = 24
DEITIES = 22  # at least, in a deck
RANKS = ("Minor", "Major", "Primordial", "Supreme")
PANTHEONS = ("Norse", "Egyptian", "Olympian")
POSITIONS = ("Left", "Middle", "Right")
SUBTYPES = ("Artifact", "Curse", "Ritual", "Servant")


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
    """Write a card for each ability, and plain ones that every deck needs."""
    plain = [deity(f"Plain {i}", "", luck) for i in range(4)]
    plain += [wall(f"Wall {i}", "", i) for i in range(3)]
    cards = [card_with(tamed(one), f"Card {i}", luck) for i, one in enumerate(abilities)]
    return [{"title": "Test", **row} for row in (*plain, *cards)]


def card_with(ability, name, luck):
    """Put an ability on a card of a type that can have it."""
    text = sentence((ability,), VOCABULARY)
    type_ = luck.choice([one for one in CardType if ability.moment in MOMENTS[one]])
    match type_:
        case CardType.DEITY:
            return deity(name, text, luck)
        case CardType.WALL:
            return wall(name, text, luck.randrange(3))
        case CardType.ATTACHMENT:
            return spell(name, text, "Attachment", subtype=luck.choice(SUBTYPES))
    return spell(name, text, type_.name.capitalize())


def deity(name, text, luck):
    return {
        "name": name, "type": "Deity", "rank": luck.choice(RANKS), "abilities": text,
        "pantheon": luck.choice(PANTHEONS), "gender": luck.choice(("Female", "Male", "Both")),
        "deity_types": "Death", "gemstones": "Ruby Onyx", "hp": luck.choice((3, 6, 9)),
        "atk": luck.choice((0, 1, 3)),
    }  # fmt: skip


def wall(name, text, position):
    where = POSITIONS[position]
    return {"name": name, "type": "Wall", "position": where, "hp": 6, "abilities": text}


def spell(name, text, type_, **details):
    return {"name": name, "type": type_, "abilities": text, **details}


def loops(luck):
    """Write cards that go on for ever, or nearly."""
    texts = (
        "When this is damaged: heal 1 damage from this card; deal 1 damage to this card.",
        "When this is damaged: heal 9 damage from each own Deity; deal 1 damage to each own Deity.",
        "At the start of your turn: deal 1 damage to each own Deity.",
        "When this is played: return this card to hand; you may play 1 more Deity or Wall this "
        "turn; draw 1 card.",
        "When you play another Deity: return this card to hand; "
        "put a chosen Deity card from your hand into play.",
        "Use: heal 1 damage from a chosen Deity. Use: deal 1 damage to a chosen own Deity.",
    )
    deities = [deity(f"Loop {i}", text, luck) for i, text in enumerate(texts)]
    spells = [
        spell("Needle", "Magic: deal 1 damage to each Deity; draw 1 card.", "Magic"),
        spell("Again", "Magic: take back a chosen Magic card from your discard pile.", "Magic"),
    ]
    return [{"title": "Test", **row} for row in luck.sample((*deities, *spells), 6)]


def deck_rows(pool, luck):
    """Draw a deck, as rows of the pool."""
    rows = range(len(pool.cards))
    deities = [row for row in rows if pool.cards[row].type == CardType.DEITY]
    return luck.choices(deities, k=DEITIES) + luck.choices(rows, k=DECK_SLOTS - DEITIES)
