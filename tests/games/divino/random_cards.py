"""DIVINO cards that say whatever the language can say, about things that are at hand."""

from dataclasses import fields, is_dataclass, replace

from evenhand.decks.divino.card import MOMENTS
from evenhand.decks.divino.vocabulary import VOCABULARY
from evenhand.decks.divino.words import CardType, Keyterm, Moment, Verb
from evenhand.decks.language import Ability, Amount, Condition, Selector, Step, Trait, sentence
from evenhand.decks.language.rows import How, Side
from evenhand.simulate.games.divino.enums import DEMIGODS

CARDS = 10  # with abilities
DECK = 50
LANDS = 14
COPIES = 4
FIGHTERS = (CardType.CREATURE, CardType.RELIC_CREATURE, CardType.NAGUAL, CardType.WARRIOR)
MANA_ONLY = (CardType.WARRIOR, CardType.FORTRESS, CardType.SHRINE)
SPELLS = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
AT_WILL = (Moment.ACTIVATE, Moment.MANA)
PLANES = ("Roth", "Naga", "Universal", "Aevos")
HOSTS = ("own combat card", "enemy combat card", "own Demigod", "enemy land", "Fortress")
BESIDE = (CardType.DEMIGOD, CardType.DEITY)
DEITIES = 8  # at most
SERVING = "Loyalty: add 1 loyalty counter to this card: draw 1 card."
CALLING = "Activate, once per turn: summon the Deity of this card."
SCALE = 4  # numbers are below it
RARE = 0.9  # share of abilities used at will that are limited: bots never tire of the others
KEPT = 0.3  # share of conditions and descriptions that are left: few of them are ever true
MOST_TARGETS = 2


# Abilities


def tamed(one, luck):
    """Bring the numbers of an ability to the scale of the game, and let more of it be true."""
    if isinstance(one, tuple):
        return tuple(tamed(part, luck) for part in one)
    if not is_dataclass(one):
        return one
    parts = {field.name: tamed(getattr(one, field.name), luck) for field in fields(one)}
    match one:
        case Amount():
            sign = -1 if one.base < 0 else 1
            parts["base"] = sign * (abs(one.base) % SCALE)
            parts["every"] = 1 + one.every % 2
        case Condition(than=None) if not is_yes_or_no(one):
            parts["value"] = one.value % SCALE
        case Trait():
            parts["value"] = one.value % SCALE
        case Selector(how=How.CHOSEN | How.RANDOM | How.EACH):
            parts["number"] = 1 + one.number % SCALE if one.how is not How.EACH else 1
            parts["adjectives"] = some_of(one.adjectives, luck)
            parts["trait"] = parts["trait"] if luck.random() < KEPT else None
        case Ability():
            is_rare = one.moment in AT_WILL and luck.random() < RARE
            parts["uses"] = max(one.uses % 3, int(is_rare))
            parts["per_game"] = one.per_game and parts["uses"] > 0
        case Step(verb=Verb.SACRIFICE) if one.target.side is Side.ENEMY:
            parts["target"] = replace(parts["target"], side=Side.OWN)  # an enemy's is refused
    if "conditions" in parts:
        parts["conditions"] = some_of(parts["conditions"], luck)
    return replace(one, **parts)


def is_yes_or_no(condition):
    return VOCABULARY.quantities[condition.count.quantity].yes_or_no


def some_of(things, luck):
    return tuple(thing for thing in things if luck.random() < KEPT)


def aimed(ability):
    """Let an ability choose no more targets than an item on the stack holds."""
    left = MOST_TARGETS

    def picked(selector):
        nonlocal left
        if selector is None or selector.how is not How.CHOSEN:
            return selector
        left -= 1
        return selector if left >= 0 else replace(selector, how=How.EACH, number=1, up_to=False)

    def step(one: Step) -> Step:
        return replace(one, object=picked(one.object), target=picked(one.target))

    return replace(ability, steps=tuple(map(step, ability.steps)))


# Cards


def rows_of(abilities, luck):
    """Write a card for each ability, Demigods, lands, plain fighters, a Shrine and its Deity."""
    told = [aimed(tamed(ability, luck)) for ability in abilities]
    cards = [card_with(ability, f"Card {i}", luck) for i, ability in enumerate(told)]
    demigods = [
        card(f"Leader {i}", CardType.DEMIGOD, "", luck) for i in range(luck.choice((1, 1, 2, 4)))
    ]
    return [
        *demigods,
        {"name": "Peak", "type": "Land", "plane": "Roth", "basic": "yes"},
        {"name": "Shore", "type": "Land", "plane": "Naga", "basic": "yes"},
        *(card(f"Plain {n}", CardType.CREATURE, "", luck) for n in range(3)),
        card("Deity", CardType.DEITY, SERVING, luck),
        card("Shrine", CardType.SHRINE, CALLING, luck),
        *cards,
    ]


def card_with(ability, name, luck):
    """Put an ability on a card of a kind that can have it."""
    text = sentence((ability,), VOCABULARY)
    kinds = [kind for kind in MOMENTS if ability.moment in MOMENTS[kind]]
    return card(name, luck.choice(kinds), text, luck)


def card(name, kind, text, luck):
    """Write a card of a type."""
    row = {"name": name, "type": kind.name.replace("_", " ").title(), "abilities": text}
    if kind not in (CardType.LAND, CardType.DEITY):
        row["energy"] = luck.randint(1, 4)
    row["plane"] = luck.choice(PLANES)
    if kind in FIGHTERS or kind == CardType.DEMIGOD:
        row["alignment"] = luck.choice(("Aevos", "Daevos", "Neutral"))
        row["atk"] = luck.randint(0, 4)
        row["keyterms"] = luck.choice(("", "", luck.choice(tuple(Keyterm)).name.capitalize()))
    if kind in FIGHTERS:
        row["tribe"] = "Beast"
    if kind in MANA_ONLY:
        row["mana"] = luck.choice(("1", "Roth", "Naga"))
    elif kind in SPELLS:
        row["mana"] = luck.choice(("", "1 Roth"))
    return row | own_columns(kind, luck)


def own_columns(kind, luck):
    """Return what only cards of a type have."""
    match kind:
        case CardType.DEMIGOD:
            return {"energy": 12, "energize": 4, "starting": luck.choice(("", "Plain 0"))}
        case CardType.NAGUAL | CardType.ORB:
            return {"energize": 1}
        case CardType.WARRIOR:
            return {"defense": luck.randint(0, 2)}
        case CardType.FORTRESS:
            return {"defense": luck.randint(0, 2), "atk": luck.randint(0, 2)}
        case CardType.SHRINE:
            return {"deity": "Deity"}
        case CardType.DEITY:
            return {"summon": luck.randint(0, 3), "loyalty": luck.randint(1, 4)}
        case CardType.EQUIPMENT:
            return {"equip": luck.randint(0, 2)}
        case CardType.AURA:
            return {"host": luck.choice(HOSTS)}
    return {}


def loops(luck):
    """Write cards that go on for ever, or nearly."""
    texts = (
        "When this is damaged: this card gains 1 energy; deal 1 damage to this card. "
        "When this enters: deal 1 damage to this card.",
        "When this is damaged: each own creature gains 2 energy; "
        "deal 1 damage to each own creature.",
        "When another own combat card enters: return it to hand; "
        "put a chosen creature from your hand into play.",
        "When this enters: return this card to hand; your Demigod gains 1 energy.",
        "When this dies: put this card from your discard pile into play. "
        "When this enters: sacrifice this card.",
        "Activate: your Demigod gains 1 energy.",
        "Activate: a chosen combat card gains 1 energy. Activate: untap a chosen permanent.",
        "Mana: tap this card: add 2 mana of any plane. "
        "Activate: pay 1 mana of any plane: untap each own permanent.",
        "When your Demigod is damaged: your Demigod gains 1 energy; deal 1 damage to your Demigod. "
        "When this enters: deal 1 damage to your Demigod.",
        "Always: prevent all damage to each creature. Always: prevent all damage to each Demigod.",
    )
    return [
        card(f"Loop {i}", CardType.CREATURE, text, luck) | {"energy": luck.randint(1, 3)}
        for i, text in enumerate(luck.sample(texts, 8))
    ]


# Decks


def deck_rows(pool, luck):
    """Draw a legal deck, as rows of the pool: what stands beside it, lands, and anything."""
    rows = range(len(pool.cards))
    kinds = [card.type for card in pool.cards]
    beside = [row for row in rows if kinds[row] == CardType.DEITY][:DEITIES]
    demigods = [row for row in rows if kinds[row] == CardType.DEMIGOD]
    beside += luck.sample(demigods, min(len(demigods), DEMIGODS))
    basic = [row for row in rows if pool.cards[row].basic]
    rest = [row for row in rows if kinds[row] not in BESIDE and row not in basic]
    first = pool.row_of("Plain 0")
    drawn = luck.sample([row for row in rest if row != first] * COPIES, DECK - LANDS - 1)
    return [*beside, first, *luck.choices(basic, k=LANDS), *drawn]
