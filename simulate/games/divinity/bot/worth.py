"""What a bot thinks one step of an ability is worth, and what it does to one card."""

import numpy as np

from evenhand.decks.divinity.words import CardType, Moment, Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.enums import Zone
from evenhand.simulate.engine.abilities.selecting import abilities_of, amount_of, cards
from evenhand.simulate.engine.abilities.worth import ability_worth, targets_worth
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, has, size
from evenhand.simulate.games.divinity.bot.forecast import WON, clock_worth, hit_worth, loss_worth
from evenhand.simulate.games.divinity.enums import DEITIES, ENVIRONMENT, PLACES
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import (
    at,
    card_at,
    deities_of,
    is_attachment,
    side_of,
    walls_of,
)
from evenhand.simulate.games.divinity.playing import place_for

__all__ = ["in_play_worth", "place_worth", "step_worth"]

EVERY_TURN = (Moment.TURN_START, Moment.TURN_END)


@rule
def step_worth(state, pool, options, weights, seat, copy, step):
    """Value one step of an ability."""
    n = amount_of(state, pool, seat, copy, step.amount)
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match step.verb:
        case Verb.DRAW:
            return draw_worth(weights, own, n)
        case Verb.ENEMY_DRAWS:
            return np.int64(WON) if enemy.n_deck < n else -draw_worth(weights, enemy, n)
        case Verb.DISCARD:
            return -min(n, size(own.hand)) * np.int64(weights.card) * 2 // 3
        case Verb.ENEMY_DISCARDS:
            return min(n, size(enemy.hand)) * np.int64(weights.card) * 2 // 3
        case Verb.ENEMY_DISCARDS_AT_RANDOM:
            return min(n, size(enemy.hand)) * np.int64(weights.card)
        case Verb.MILL:
            return -clock_worth(weights, own.n_deck, n, weights.thrift)
        case Verb.ENEMY_MILLS:
            return clock_worth(weights, enemy.n_deck, n, weights.mill)
        case Verb.SEARCH:
            return np.int64(weights.trophy) * step.target.number if own.n_deck else np.int64(0)
        case Verb.RECOVER:
            found = size(cards(state, pool, seat, copy, step.target, Zone.DISCARD))
            return np.int64(weights.trophy) * min(found, np.int64(step.target.number))
        case Verb.RECYCLE:
            found = size(cards(state, pool, seat, copy, step.target, Zone.DISCARD))
            return clock_worth(weights, own.n_deck, min(found, np.int64(step.target.number)), 4)
        case Verb.BUILD:
            found = cards(state, pool, seat, copy, step.target, Zone.HAND)
            return arrival_worth(state, pool, weights, seat, found)
        case Verb.REVIVE:
            found = cards(state, pool, seat, copy, step.target, Zone.DISCARD)
            return arrival_worth(state, pool, weights, seat, found)
        case Verb.EXTRA_PLAY:
            return n * extra_worth(state, pool, weights, seat)
        case Verb.YOU_DRAW_MORE:
            return 2 * draw_worth(weights, own, n)
        case Verb.ENEMY_DRAWS_MORE:
            return -2 * draw_worth(weights, enemy, n)
        case Verb.LOOK | Verb.PLAY_THIS:
            return np.int64(1)
        case Verb.ENEMY_PLAYS_NO_MAGIC | Verb.ENEMY_PLAYS_NO_ATTACHMENTS:
            return np.int64(weights.card)
        case Verb.ENEMY_PLAYS_NO_WALLS:
            return np.int64(weights.card) * (1 + size(walls_of(state, enemy_of(seat))))
        case _:
            return targets_worth(state, pool, options, weights, seat, copy, step, n)


@rule
def draw_worth(weights, player, n):
    """Value drawing n cards: less as the deck runs out, and the game when it is empty."""
    if n <= 0:
        return n * np.int64(weights.card)
    if player.n_deck < n:
        return np.int64(-WON)
    return n * np.int64(weights.card) - clock_worth(weights, player.n_deck, n, weights.thrift) // 2


@rule
def arrival_worth(state, pool, weights, seat, copies):
    """Value the best card of a set that could come into play now."""
    best = np.int64(0)
    for copy in each(copies):
        row = state.card_of[seat, copy]
        if place_for(state, pool, seat, row) != NOTHING:
            best = max(best, printed_worth(state, weights, seat, pool.cards[row]))
    return best


@rule
def printed_worth(state, weights, seat, card):
    """Value a Deity or Wall card by what is printed on it, as if it came into play now."""
    if card.type == CardType.WALL:
        n_walls = size(walls_of(state, seat))
        if n_walls == 2:  # the last one wins
            return np.int64(WON)
        return (
            weights.wall
            + n_walls * np.int64(weights.wall_race)
            + card.hp * np.int64(weights.wall_point)
        )
    return (
        np.int64(weights.deity)
        + card.atk * np.int64(weights.strength)
        + card.hp * np.int64(weights.hit_point)
        + np.int64(weights.card) // 4 * card.n_abilities
    )


@rule
def extra_worth(state, pool, weights, seat):
    """Value one more Deity or Wall this turn: whether there is one to play."""
    player = state.players[seat]
    room = DEITIES - size(deities_of(state, seat))
    n_deities, n_walls = np.int64(0), np.int64(0)
    for copy in each(player.hand):
        type_ = pool.cards[state.card_of[seat, copy]].type
        n_deities += type_ == CardType.DEITY
        n_walls += type_ == CardType.WALL
    if player.plays < min(room, n_deities):
        return np.int64(weights.deity)
    if room <= player.plays and n_walls > max(np.int64(0), np.int64(player.plays) - room):
        return np.int64(weights.wall)
    return np.int64(0)


# What a step does to one card


@rule
def place_worth(state, pool, options, weights, seat, step, place, n):
    """Value what a step does to one card in play, from the view of ``seat``."""
    sign = np.int64(1 if at(state, place).owner == seat else -1)
    if is_attachment(place) or place % PLACES == ENVIRONMENT:
        return sign * thing_worth(state, pool, options, weights, step, place)
    match step.verb:
        case Verb.DAMAGE:
            if is_changed(state, pool, Verb.CANNOT_BE_HURT, place):
                return np.int64(0)
            dealt = suffered(state, pool, place, n)
            return -sign * hit_worth(state, pool, weights, place, dealt)
        case Verb.HEAL:
            return sign * min(n, np.int64(at(state, place).damage)) * weights.hit_point
        case Verb.REMOVE | Verb.SHUFFLE_IN:
            return -sign * loss_worth(state, pool, weights, place)
        case Verb.BOUNCE:
            return -sign * bounce_worth(state, pool, weights, place)
        case Verb.MOVE:
            return sign * np.int64(weights.attachment)
        case _:
            return sign * change_worth(state, pool, weights, step, place, n)


@rule
def bounce_worth(state, pool, weights, place):
    """Value a Deity or Wall that goes back to its player's hand: half of losing it."""
    worth = loss_worth(state, pool, weights, place)
    return worth if worth >= WON else worth // 2


@rule
def thing_worth(state, pool, options, weights, step, place):
    """Value what a step does to an Attachment or Environment, for its owner."""
    worth = np.int64(weights.attachment)
    match step.verb:
        case Verb.FLIP_UP:
            return worth // 4
        case Verb.FLIP_DOWN:
            return -worth // 2
        case Verb.BOUNCE:
            return -worth // 2
        case _:
            return -worth


@rule
def change_worth(state, pool, weights, step, place, n):
    """Value a lasting change upon a Deity or Wall, for its owner."""
    worth = passing_worth(state, pool, weights, step.verb, place, n)
    if step.duration == NOTHING and abs(worth) < WON:
        return worth * weights.lasting // 100
    return worth


@rule
def passing_worth(state, pool, weights, verb, place, n):
    """Value a change for a turn or so, for the owner of the card changed."""
    here = at(state, place)
    match verb:
        case Verb.GETS_ATK:
            return max(n, -np.int64(here.atk)) * weights.strength
        case Verb.GETS_HP:
            if n < 0 and hp_left(state, place) <= -n:
                return -loss_worth(state, pool, weights, place)
            return n * np.int64(weights.hit_point)
        case Verb.TAKES:
            return -n * np.int64(weights.hit_point)
        case Verb.CANNOT_ATTACK:
            return -np.int64(here.atk) * weights.strength
        case Verb.CANNOT_BE_ATTACKED:
            return 3 * np.int64(weights.hit_point)
        case Verb.CANNOT_BE_HURT:
            return np.int64(weights.hit_point)
        case Verb.CANNOT_USE:
            has_use = has(card_at(state, pool, place).moments, Moment.USE)
            return -np.int64(weights.card) * has_use
        case Verb.CANNOT_BE_ATTACHED:
            return np.int64(0)
        case Verb.ATTACKS_WALLS:
            walls = walls_of(state, enemy_of(side_of(place)))
            return np.int64(here.atk) * weights.wall_point * (walls != EMPTY)
        case _:
            return np.int64(1)


# What a card in play, or about to be, does


@rule
def in_play_worth(state, pool, options, weights, seat, copy):
    """Value all that the abilities of a card do for its player while it is in play."""
    worth = np.int64(0)
    for row in abilities_of(pool, state.card_of[seat, copy]):
        moment = pool.abilities[row].moment
        if moment in (Moment.ALWAYS, Moment.PLAYED):
            worth += ability_worth(state, pool, options, weights, seat, copy, row)
        elif moment in EVERY_TURN:
            each_time = ability_worth(state, pool, options, weights, seat, copy, row)
            worth += each_time * weights.recurring // 100
    return worth
