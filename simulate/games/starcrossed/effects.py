"""What each verb of the ability language does."""

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import TRIBE_STEP, CardType, Moment, Sought, Timing, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import add_lasting, is_changed, size_of_change
from evenhand.simulate.engine.abilities.steps import random_part
from evenhand.simulate.engine.abilities.triggers import trigger
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, first, load, remove
from evenhand.simulate.engine.state import note_played
from evenhand.simulate.games.starcrossed.crystals import (
    discard_skill,
    exchange,
    leave_crystal,
    level_up,
    lower,
    put_diva,
    replace,
    take_skill,
    turn_down,
    vanquish,
)
from evenhand.simulate.games.starcrossed.moments import announce_fall
from evenhand.simulate.games.starcrossed.moving_cards import (
    check_life,
    discard_from_hand,
    draw_cards,
    gain_energy,
    gain_life,
    lose_life,
    mill,
    pay,
    put_under_deck,
    quest,
    take_from_deck,
    take_from_void,
)
from evenhand.simulate.games.starcrossed.numbers import last_turn_of
from evenhand.simulate.games.starcrossed.places import (
    FIRST_SKILL,
    ROW,
    copy_at,
    crystal_at,
    is_attuned,
    is_face_down,
    lane_of,
    seat_of,
)
from evenhand.simulate.games.starcrossed.playing import level_on, play_diva

__all__ = ["can_rearm", "resolve", "sought"]

MOST_SPECIALS = 100


@rule
def resolve(state, pool, options, item, step, place, amount):
    """Do what one step says, to what is at ``place`` where the verb has a target."""
    if place != NOTHING and not suits(state, step.verb, place):
        return
    seat, enemy = item.seat, enemy_of(item.seat)
    player = state.players[seat]
    match step.verb:
        case Verb.DRAW:
            draw_cards(state, options, seat, amount)
        case Verb.ENEMY_DRAWS:
            draw_cards(state, options, enemy, amount)
        case Verb.DISCARD:
            discard_picked(state, seat)
        case Verb.ENEMY_DISCARDS:
            discard_picked(state, enemy)
        case Verb.ENEMY_DISCARDS_AT_RANDOM:
            discard_at_random(state, seat, enemy, amount)
        case Verb.MILL:
            mill(state, seat, amount)
        case Verb.ENEMY_MILLS:
            mill(state, enemy, amount)
        case Verb.QUEST:
            quest(state, options, seat, sought(state, pool, seat, step.word))
        case Verb.SEARCH:
            search(state, seat)
        case Verb.RECOVER | Verb.RESCUE:
            recover(state, seat)
        case Verb.RECYCLE:
            recycle(state, seat)
        case Verb.LOOK:
            state.players[enemy].shown |= state.players[enemy].hand
        case Verb.PAY:
            pay(player, amount)
        case Verb.GAIN_ENERGY:
            gain_energy(player, amount)
        case Verb.KEEP_ENERGY:
            keep_energy(player, amount)
        case Verb.GAIN_LIFE:
            gain_life(player, amount)
        case Verb.LOSE_LIFE:
            lose_life(state, options, seat, amount)
        case Verb.ENEMY_LOSES_LIFE:
            lose_life(state, options, enemy, amount)
        case Verb.EACH_LOSES_LIFE:
            both_lose_life(state, options, amount)
        case Verb.VANQUISH:
            beat(state, pool, place)
        case Verb.BOUNCE:
            bounce(state, pool, place)
        case Verb.SINK:
            put_under_deck(state, seat_of(place), leave_play(state, pool, place))
        case Verb.BREAK:
            discard_skill(state, pool, place)
        case Verb.EXPOSE:
            expose(state, place)
        case Verb.REARM:
            rearm(state, pool, place)
        case Verb.MOVE | Verb.SWAP:
            change_places(state, pool, place, step.verb == Verb.MOVE)
        case Verb.DEPLOY:
            deploy(state, pool, place)
        case Verb.REVIVE:
            revive(state, pool, place)
        case Verb.RAISE:
            raise_crystal(state, pool, place, amount)
        case Verb.LOWER:
            lower(crystal_at(state, place), amount)
        case Verb.ATTUNE:
            crystal_at(state, place).tribe = step.word
        case Verb.EXTRA_SPECIAL:
            player.specials = min(player.specials + amount, MOST_SPECIALS)
        case _:
            change(state, pool, item, step, place)


@rule
def suits(state, verb, place):
    """Return whether there is still what a verb acts on: "this card" may be of another kind."""
    is_there = copy_at(state, place) != NOTHING
    match verb:
        case Verb.RAISE | Verb.LOWER | Verb.ATTUNE | Verb.DEPLOY | Verb.REVIVE:
            return ROW <= place < FIRST_SKILL * ROW
        case Verb.BREAK | Verb.REARM:
            return place >= FIRST_SKILL * ROW and is_there
        case Verb.BOUNCE | Verb.SINK | Verb.EXPOSE:
            return is_there
        case _:
            return place < ROW and is_there


# Cards


@rule
def discard_picked(state, seat):
    """Discard the cards chosen."""
    for copy in each(state.pick.cards):
        discard_from_hand(state, seat, copy)


@rule
def discard_at_random(state, seat, owner, n):
    """Discard n cards of a hand at random."""
    for copy in each(random_part(state, seat, state.players[owner].hand, n)):
        discard_from_hand(state, owner, copy)


@rule
def sought(state, pool, seat, word):
    """Return the set of a player's cards that a quest's word names (R20)."""
    found = EMPTY
    for copy in range(state.deck_size[seat]):
        if is_sought(pool.cards[state.card_of[seat, copy]], word):
            found = add(found, copy)
    return found


@rule
def is_sought(card, word):
    """Return whether a card is what a quest's word names: a kind of card, and perhaps a tribe."""
    tribe = word % TRIBE_STEP - 1
    if tribe != NOTHING and card.tribe != tribe:
        return False
    match word // TRIBE_STEP:
        case Sought.DIVA:
            return card.type == CardType.DIVA
        case Sought.MOVE:
            return card.type == CardType.MOVE
        case Sought.POWER:
            return card.type == CardType.POWER
        case Sought.ITEM:
            return card.type == CardType.ITEM
        case _:
            return card.type != CardType.DIVA


@rule
def search(state, seat):
    """Take the cards found in the deck into the hand, then shuffle it."""
    for copy in each(state.pick.cards):
        take_from_deck(state, seat, copy)
    reshuffle(state, seat)


@rule
def recover(state, seat):
    """Take cards from the Void into the hand."""
    for copy in each(state.pick.cards):
        take_from_void(state, seat, copy)


@rule
def recycle(state, seat):
    """Put cards from the Void under the deck."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        player.void = remove(player.void, copy)
        player.fallen = remove(player.fallen, copy)
        put_under_deck(state, seat, copy)


# Energy and life


@rule
def keep_energy(player, n):
    """Keep energy of this turn until it is spent."""
    kept = min(n, player.energy)
    player.energy -= kept
    player.kept += kept


@rule
def both_lose_life(state, options, n):
    """Take life from both players at once (B8)."""
    for player in state.players:
        player.life -= n
    check_life(state, options)


# Divas, skills and crystals


@rule
def beat(state, pool, place):
    """Vanquish a diva by an effect."""
    if not is_changed(state, pool, Verb.CANNOT_BE_VANQUISHED, place):
        announce_fall(state, pool, place)
        vanquish(state, pool, place)


@rule
def leave_play(state, pool, place):
    """Take a diva or a skill off its crystal; gives its card."""
    if place < ROW:
        return leave_crystal(state, pool, seat_of(place), lane_of(place))
    return take_skill(state, pool, place)


@rule
def bounce(state, pool, place):
    """Return a diva or a skill to its owner's hand; the enemy knows what lay face up."""
    player = state.players[seat_of(place)]
    was_down = is_face_down(state, place)
    copy = leave_play(state, pool, place)
    player.hand = add(player.hand, copy)
    if not was_down:
        player.shown = add(player.shown, copy)


@rule
def expose(state, place):
    """Let the enemy know a card that lies face down; it stays as it is (B34)."""
    if is_face_down(state, place):
        player = state.players[seat_of(place)]
        player.shown = add(player.shown, copy_at(state, place))


@rule
def can_rearm(state, pool, place):
    """Return whether a skill can be turned face down: only what can be activated again."""
    if not suits(state, Verb.REARM, place):
        return False
    card = pool.cards[state.card_of[seat_of(place), copy_at(state, place)]]
    return card.timing == Timing.COMBAT and not is_face_down(state, place)


@rule
def rearm(state, pool, place):
    """Turn a combat skill face down again."""
    if can_rearm(state, pool, place):
        turn_down(state, pool, place)


@rule
def change_places(state, pool, place, is_move):
    """Move a diva to an own empty crystal, or change her for another on her side (R9, B27)."""
    objects = load(state.objects)
    if objects == EMPTY:
        return
    goal = first(objects) % ROW
    is_taken = crystal_at(state, goal).copy_id != NOTHING
    if goal != place and seat_of(goal) == seat_of(place) and is_taken != is_move:
        exchange(state, pool, place, goal)


@rule
def deploy(state, pool, place):
    """Play divas from the hand without their cost, where a higher level may be played (R5, B29)."""
    seat, lane = seat_of(place), lane_of(place)
    player = state.players[seat]
    for copy in each(state.object_cards & player.hand):
        card = pool.cards[state.card_of[seat, copy]]
        may_be_played = not card.crystalbound or is_attuned(state, seat, card.tribe)
        if may_be_played and card.level > level_on(state, pool, seat, lane):
            leave_hand(player, copy)
            note_played(state, seat, copy)
            play_diva(state, pool, seat, lane, copy)
            trigger(state, pool, seat, copy, Moment.PLAY)


@rule
def revive(state, pool, place):
    """Put divas from the Void on a crystal; they are not played, so it does not level up (B29)."""
    seat, lane = seat_of(place), lane_of(place)
    player = state.players[seat]
    for copy in each(state.object_cards & player.void):
        if pool.cards[state.card_of[seat, copy]].level > level_on(state, pool, seat, lane):
            player.void = remove(player.void, copy)
            player.fallen = remove(player.fallen, copy)
            replace(state, pool, seat, lane)
            put_diva(state, pool, seat, lane, copy, 0)


@rule
def raise_crystal(state, pool, place, n):
    """Raise a crystal, at most to the highest level printed on a diva (R6, B6)."""
    seat, lane = seat_of(place), lane_of(place)
    most = pool.cards[0].top_level - state.players[seat].crystals[lane].level
    for _ in range(min(n, most)):
        level_up(state, pool, seat, lane)


# Changes that last


@rule
def change(state, pool, item, step, place):
    """Put a lasting verb in force upon a diva, or upon the controller."""
    last_turn = last_turn_of(state, step.duration)
    size_now = size_of_change(state, pool, item.seat, item.copy_id, step)
    if place == NOTHING:
        add_lasting(state, pool, step.verb, item.seat, NOTHING, size_now, last_turn)
    else:
        copy = copy_at(state, place)
        add_lasting(state, pool, step.verb, seat_of(place), copy, size_now, last_turn)
