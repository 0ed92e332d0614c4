"""Creatures and health: what blows and items do (B5, B7 to B14)."""

import numpy as np

from evenhand.game import EMPTY, NOTHING, has, remove, rule
from locm.schema import Keyword

__all__ = [
    "clear", "damage", "fight", "give", "hurt", "may_attack", "print_card", "strike_player",
    "weaken",
]  # fmt: skip


@rule
def clear(place):
    """Leave a place empty."""
    place.copy_id = NOTHING
    place.attack = 0
    place.defense = 0
    place.keywords = EMPTY
    place.awake = 0
    place.attacked = 0


@rule
def print_card(place, card):
    """Give a creature what is printed on its card (B7)."""
    place.attack = max(card.attack, 0)
    place.defense = card.defense
    place.keywords = card.keywords


@rule
def may_attack(place):
    """Return whether a creature may attack: awake or with Charge, and not twice (B8)."""
    if place.copy_id == NOTHING or place.attacked:
        return False
    return place.awake != 0 or has(place.keywords, Keyword.CHARGE)


@rule
def hurt(player, options, amount):
    """Take health, or give it where the amount is below 0; runes break (B5)."""
    player.health -= amount
    while player.health <= player.rune and player.rune > 0:
        player.rune = max(player.rune - options.rune_step, 0)
        player.due += 1


@rule
def fight(player, rival, options, place, target):
    """Let two creatures hit each other at once; what is too much breaks through (B9, B10)."""
    stood = np.int64(target.defense)
    dealt = damage(target, place.attack, has(place.keywords, Keyword.LETHAL))
    damage(place, target.attack, has(target.keywords, Keyword.LETHAL))
    if has(place.keywords, Keyword.BREAKTHROUGH) and dealt > stood:
        hurt(rival, options, dealt - stood)
    drain(player, place, dealt)


@rule
def strike_player(player, rival, options, place):
    """Hit the other player (B9, B10)."""
    hurt(rival, options, place.attack)
    drain(player, place, place.attack)


@rule
def drain(player, place, dealt):
    """Gain the damage dealt as health (B10)."""
    if has(place.keywords, Keyword.DRAIN):
        player.health += dealt


@rule
def damage(place, amount, is_lethal):
    """Damage a creature, and return how much: a Ward takes it all, once (B9, B11)."""
    if amount <= 0:
        return np.int64(0)
    if has(place.keywords, Keyword.WARD):
        place.keywords = remove(place.keywords, Keyword.WARD)
        return np.int64(0)
    place.defense = min(place.defense - amount, 0) if is_lethal else place.defense - amount
    return np.int64(amount)


@rule
def give(place, card):
    """Add what is printed on an item to a creature (B12)."""
    place.attack = max(place.attack + card.attack, 0)
    place.defense += card.defense
    place.keywords |= card.keywords


@rule
def weaken(place, card):
    """Take attack and keywords from a creature, then damage it (B13, B14)."""
    place.attack = max(place.attack + card.attack, 0)
    place.keywords &= ~card.keywords
    damage(place, -card.defense, False)
