"""Finishing: all that the hand can add to one blow, when the enemy has one card left in play."""

import numpy as np

from evenhand.decks.divinity.words import CardType, Moment, Verb
from evenhand.decks.language.rows import NOTHING, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, first, size
from evenhand.simulate.games.divinity.bot.attack_matching import hardest_blow
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import deities_of, walls_of
from evenhand.simulate.games.divinity.playing import can_play

__all__ = ["can_finish", "has_otherwise", "push_of"]

AT_HAND = (Moment.MAGIC, Moment.ALWAYS)


@rule
def can_finish(state, pool, options, seat):
    """Return whether one blow and all that the hand adds would defeat the enemy's last card."""
    last = last_enemy(state, seat)
    if last == NOTHING:
        return False
    dealt = suffered(state, pool, last, hardest_at_hand(state, pool, options, seat))
    left = hp_left(state, last)
    if dealt >= left:
        return False  # the blow alone does it
    for copy in each(state.players[seat].hand):
        dealt += push_of(state, pool, seat, copy)
    return dealt >= left


@rule
def last_enemy(state, seat):
    """Return the one card that keeps the enemy in the game, or NOTHING if there are more."""
    standing = deities_of(state, enemy_of(seat)) | walls_of(state, enemy_of(seat))
    return first(standing) if size(standing) == 1 else np.int64(NOTHING)


@rule
def hardest_at_hand(state, pool, options, seat):
    """Return the most ATK that a player can attack with, by a Deity in play or in hand."""
    hardest = hardest_blow(state, pool, options)
    for copy in each(state.players[seat].hand):
        card = pool.cards[state.card_of[seat, copy]]
        if card.type == CardType.DEITY and can_play(state, pool, seat, copy):
            hardest = max(hardest, np.int64(card.atk))
    return hardest


@rule
def push_of(state, pool, seat, copy):
    """Return the damage that a Magic or Attachment deals or adds to a blow, as printed."""
    most = np.int64(0)
    if pool.cards[state.card_of[seat, copy]].type not in (CardType.MAGIC, CardType.ATTACHMENT):
        return most
    for row in abilities_of(pool, state.card_of[seat, copy]):
        ability = pool.abilities[row]
        if ability.moment in AT_HAND:
            added = np.int64(0)
            for number in range(ability.n_steps):
                added += push_of_step(pool.steps[ability.first_step + number])
            most = max(most, added)
    return most


@rule
def push_of_step(step):
    """Return what one step adds; what happens "otherwise" adds nothing more."""
    n = np.int64(step.amount.printed)
    if step.otherwise:
        return np.int64(0)
    if step.target.side == Side.ENEMY:
        match step.verb:
            case Verb.DAMAGE | Verb.TAKES:
                return max(n, np.int64(0))
            case Verb.GETS_HP:
                return max(-n, np.int64(0))
            case _:
                return np.int64(0)
    return max(n, np.int64(0)) if step.verb == Verb.GETS_ATK else np.int64(0)


@rule
def has_otherwise(state, pool, seat, copy):
    """Return whether a card does something else where it can't do what comes first."""
    for row in abilities_of(pool, state.card_of[seat, copy]):
        for number in range(pool.abilities[row].n_steps):
            if pool.steps[pool.abilities[row].first_step + number].otherwise:
                return True
    return False
