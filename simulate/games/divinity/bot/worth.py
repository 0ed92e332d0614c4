"""What a bot thinks one step of an ability is worth, and what it does to one card."""

import numpy as np

from evenhand.decks.divinity.words import CardType, Moment, Noun, Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.enums import Asked, Zone
from evenhand.simulate.engine.abilities.selecting import abilities_of, amount_of, cards, hold
from evenhand.simulate.engine.abilities.worth import ability_worth, targets_worth
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.games.divinity.bot.attack_matching import gain_by_damage
from evenhand.simulate.games.divinity.bot.changes_worth import change_worth
from evenhand.simulate.games.divinity.bot.forecast import (
    WON,
    clock_worth,
    feared_loss,
    hit_worth,
    loss_worth,
    rescue_worth,
    threat,
)
from evenhand.simulate.games.divinity.enums import DEITIES, ENVIRONMENT, PLACES
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import (
    at,
    deities_of,
    is_attachment,
    walls_of,
)
from evenhand.simulate.games.divinity.playing import place_for

__all__ = [
    "builds_first_wall", "effect_worth", "in_play_worth", "place_worth", "printed_worth",
    "step_worth", "worth_to_come",
]  # fmt: skip

LONG_LEAD = 8  # cards by which a deck is larger that make a draw worth one more
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
            return search_worth(state, weights, seat, step)
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
            return 2 * (draw_worth(weights, own, n) - race_worth(weights, enemy, own, n))
        case Verb.ENEMY_DRAWS_MORE:
            return 2 * (race_worth(weights, own, enemy, n) - draw_worth(weights, enemy, n))
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
def race_worth(weights, ahead, behind, n):
    """Value that both draw n cards more, for the player whose deck will last longer."""
    lead = np.int64(ahead.n_deck) - behind.n_deck
    return n * np.int64(weights.mill) * max(np.int64(0), lead) // LONG_LEAD


@rule
def search_worth(state, weights, seat, step):
    """Value a card of one's choice from the deck: a Wall is more than a card."""
    if state.players[seat].n_deck == 0:
        return np.int64(0)
    worth = np.int64(weights.trophy) * step.target.number
    return worth * 3 // 2 if step.target.noun == Noun.WALL_CARD else worth


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
    if player.plays == 0 and next_wall_wins(state, pool, seat):
        return np.int64(WON)
    if player.plays < min(room, n_deities):
        return np.int64(weights.deity)
    if room <= player.plays and n_walls > max(np.int64(0), np.int64(player.plays) - room):
        return np.int64(weights.wall)
    return np.int64(0)


@rule
def next_wall_wins(state, pool, seat):
    """Return whether the hand has a Wall that would be the third, if it could be played now."""
    is_ready = size(walls_of(state, seat)) == 2 and size(deities_of(state, seat)) == DEITIES
    if not is_ready:
        return False
    for copy in each(state.players[seat].hand):
        row = state.card_of[seat, copy]
        is_wall = pool.cards[row].type == CardType.WALL
        if is_wall and place_for(state, pool, seat, row) != NOTHING:
            return True
    return False


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
            return -sign * damage_worth(state, pool, options, weights, seat, place, n)
        case Verb.HEAL:
            return sign * heal_worth(state, pool, weights, place, n)
        case Verb.REMOVE | Verb.SHUFFLE_IN:
            return -sign * loss_worth(state, pool, weights, place)
        case Verb.BOUNCE:
            return -sign * bounce_worth(state, pool, weights, place)
        case Verb.MOVE:
            return sign * np.int64(weights.attachment)
        case _:
            return sign * change_worth(state, pool, options, weights, seat, step, place, n)


@rule
def damage_worth(state, pool, options, weights, seat, place, n):
    """Value an ability's damage, for the enemy of the one who takes it.

    On the enemy's card it counts what it does for this turn's attack, too: what the attack
    would defeat in any case needs none. One's own card may come to be in danger.
    """
    dealt = suffered(state, pool, place, n)
    worth = hit_worth(state, pool, weights, place, dealt)
    if at(state, place).owner == seat:
        return worth + exposure_worth(state, pool, weights, place, dealt)
    if state.active == seat:
        worth += gain_by_damage(state, pool, options, weights, place, dealt)
    return worth


@rule
def exposure_worth(state, pool, weights, place, n):
    """Value that so much damage brings a card within reach of the next blow."""
    coming, left = threat(state, pool, place), hp_left(state, place)
    if n >= left or coming >= left or coming < left - n:
        return np.int64(0)
    return feared_loss(state, pool, weights, place)


@rule
def heal_worth(state, pool, weights, place, n):
    """Value healing: most where it saves a card from the next blow."""
    healed = min(n, np.int64(at(state, place).damage))
    worth = healed * np.int64(weights.hit_point)
    return worth + rescue_worth(state, pool, weights, place, healed)


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


@rule
def worth_to_come(state, pool, options, weights, seat, copy):
    """Value what a Deity or Wall in hand will do in play: what it says, and its use every turn."""
    worth = in_play_worth(state, pool, options, weights, seat, copy)
    for row in abilities_of(pool, state.card_of[seat, copy]):
        match pool.abilities[row].moment:
            case Moment.USE:
                worth += use_worth(state, pool, options, weights, seat, copy, row)
            case Moment.TO_PLAY:
                worth += ability_worth(state, pool, options, weights, seat, copy, row)
    return worth


@rule
def use_worth(state, pool, options, weights, seat, copy, row):
    """Value an ability that can be used every turn; there will always be someone to heal."""
    worth = ability_worth(state, pool, options, weights, seat, copy, row)
    if worth >= WON // 2:
        return worth
    worth = max(worth, healing(pool, row) * np.int64(weights.hit_point))
    return worth * weights.recurring // 100


@rule
def healing(pool, row):
    """Return how much an ability heals, as printed."""
    found = np.int64(0)
    for number in range(pool.abilities[row].n_steps):
        step = pool.steps[pool.abilities[row].first_step + number]
        found += step.amount.printed if step.verb == Verb.HEAL else 0
    return found


@rule
def effect_worth(state, pool, options, weights, seat, copy, moment):
    """Value what a card does at one moment, all such abilities together."""
    worth = np.int64(0)
    for row in abilities_of(pool, state.card_of[seat, copy]):
        if pool.abilities[row].moment == moment:
            worth += ability_worth(state, pool, options, weights, seat, copy, row)
    return worth


@rule
def builds_first_wall(state, pool, seat, copy, row):
    """Return whether an ability can build a Wall now, but might not after another Wall."""
    ability = pool.abilities[row]
    for number in range(ability.n_steps):
        step = pool.steps[ability.first_step + number]
        is_conditional = step.conditions[0].count.quantity != NOTHING
        if step.verb != Verb.BUILD or not is_conditional:
            continue
        if hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY):
            return size(walls_of(state, seat)) == 0
    return False
