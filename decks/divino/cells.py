"""Reading the cells of a card file: planes, keyterms, mana costs, names, hosts."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.cells import CellError, look_up
from evenhand.decks.divino.words import (
    ALIGNMENTS,
    GENERIC,
    MANA,
    PLANES,
    TRIBES,
    CardType,
    Keyterm,
    Noun,
    plane_word,
)
from evenhand.decks.language.rows import Side

__all__ = [
    "ALIGNMENT_WORDS", "KEYTERM_WORDS", "MANA_WORDS", "PLANE_WORDS", "STARTING_CARDS",
    "TRIBE_WORDS", "TYPE_WORDS", "cell_words", "host_words", "mana_cost", "names",
]  # fmt: skip

STARTING_CARDS = 4  # most starting cards on one card
MOST_MANA = 20

PLANE_WORDS = {plane_word(plane): plane for plane in PLANES}
MANA_WORDS = {plane_word(plane): plane for plane in MANA}
ALIGNMENT_WORDS = {word.name.split("_")[0].capitalize(): word for word in ALIGNMENTS}
TRIBE_WORDS = {tribe.name.capitalize(): tribe for tribe in TRIBES}
KEYTERM_WORDS = {word.name.capitalize(): word for word in Keyterm}
TYPE_WORDS = {type_.name.replace("_", " ").title(): type_ for type_ in CardType}
SIDES = {"own": Side.OWN, "enemy": Side.ENEMY}
HOSTS = {
    "combat card": Noun.COMBAT_CARD,
    "creature": Noun.CREATURE,
    "Nagual": Noun.NAGUAL,
    "Warrior": Noun.WARRIOR,
    "Demigod": Noun.DEMIGOD,
    "Fortress": Noun.FORTRESS,
    "Shrine": Noun.SHRINE,
    "land": Noun.LAND,
}
COLUMNS: Mapping[str, Mapping[str, Any]] = {
    "type": TYPE_WORDS,
    "plane": PLANE_WORDS,
    "alignment": ALIGNMENT_WORDS,
    "tribe": TRIBE_WORDS,
    "keyterms": KEYTERM_WORDS,
}


def mana_cost(text: Any) -> tuple[int, ...]:
    """Read a cell of mana cost, "1 Aevos Aevos": of each colour, then of any plane (R9)."""
    if isinstance(text, tuple):
        return text
    cost = [0] * (GENERIC + 1)
    for part in str(text).replace(",", " ").replace("/", " ").split():
        if part.isdecimal() and len(part) <= len(str(MOST_MANA)):
            cost[GENERIC] += int(part)
        else:
            cost[look_up(MANA_WORDS, part, "a number or a plane")] += 1
    if not 1 <= sum(cost) <= MOST_MANA:
        raise CellError(f"expected 1 to {MOST_MANA} mana, found {sum(cost)}")
    return tuple(cost)


def names(text: Any) -> tuple[str, ...]:
    """Read a cell of names of cards, with semicolons between them."""
    if isinstance(text, tuple):
        return text
    found = tuple(" ".join(name.split()) for name in str(text).split(";") if name.strip())
    if len(found) > STARTING_CARDS:
        raise CellError(f"expected at most {STARTING_CARDS} starting cards, found {len(found)}")
    for name, times in Counter(map(name_key, found)).items():
        if times > 1:
            raise CellError(f"expected each starting card once, found '{name}' {times} times")
    return found


def host_words(text: Any) -> tuple[Side, Noun] | None:
    """Read a cell of what an Aura can enchant: "creature", "own combat card", .."""
    if text is None or isinstance(text, tuple):
        return text
    first, _, rest = str(text).strip().partition(" ")
    side = SIDES.get(first.casefold(), Side.ANY)
    noun = rest if side else str(text)
    return side, look_up(HOSTS, noun, "what it enchants, perhaps after 'own' or 'enemy'")


# Writing them


def cell_words(column: str, value: Any) -> str | None:
    """Say in words what stands in a column that holds more than a number; None in others."""
    match column:
        case "type" | "plane" | "alignment" | "tribe" | "keyterms":
            return describe_cell(COLUMNS[column], value)
        case "mana":
            colours = [plane_word(plane) for plane in MANA for _ in range(value[plane])]
            return " ".join([str(value[GENERIC])] * (value[GENERIC] > 0) + colours)
        case "starting":
            return "; ".join(value)
        case "host":
            side = "" if value[0] is Side.ANY else value[0].name.lower() + " "
            return side + describe_cell(HOSTS, value[1])
        case "basic":
            return "yes" if value else "no"
    return None


def describe_cell(known: Mapping[str, Any], value: Any) -> str:
    """Return the words of one thing in a cell, or of several."""
    words = {found: word for word, found in known.items()}
    return " ".join(words[one] for one in (value if isinstance(value, tuple) else (value,)))
