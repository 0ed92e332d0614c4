"""The battle as a step machine: ask, offer, apply, run on to the next question."""

import numpy as np

from evenhand.game import (
    NOTHING,
    add,
    ask,
    begin_deck,
    deal_hand,
    deck_set,
    draw_top,
    each,
    end_game,
    enemy_of,
    has,
    is_over,
    note_played,
    offer,
    remove,
    rule,
    size,
)
from locm.fighting import clear, fight, give, hurt, may_attack, print_card, strike_player, weaken
from locm.schema import Keyword, Kind
from locm.words import LANE_SLOTS, LANES, PLACES, SEATS, Act, BothFall, EndReason, Question

__all__ = ["apply", "card_at", "is_guarded", "legal_actions", "set_up", "standing", "take_turn"]


# Beginning (B1, B2)


@rule
def set_up(state, pool, options):
    """Set health and runes, shuffle, deal, and let player 1 begin (B1, B2)."""
    for seat in range(SEATS):
        player = state.players[seat]
        player.health = options.health
        player.rune = max(options.health - options.rune_step, 0)
        for place in range(PLACES):
            clear(player.places[place])
        begin_deck(state, seat)
        deal_hand(state, seat, options.opening_hand + seat * options.later_cards)
    state.players[1].bonus_mana = options.bonus_mana
    take_turn(state, options, 0)


# A turn (B3 to B6)


@rule
def take_turn(state, options, seat):
    """Wake the creatures, gain mana, draw, and ask what to do (B3)."""
    state.turn += 1
    state.active = seat
    player = state.players[seat]
    for place in range(PLACES):
        if player.places[place].copy_id != NOTHING:
            player.places[place].awake = 1
            player.places[place].attacked = 0
    gain_mana(player, options)
    if rounds(state) > options.last_round:
        end_deck(player)
    draw(state, options, seat)
    see_who_fell(state, options, EndReason.EMPTY_DECK)
    if not is_over(state):
        ask(state, seat, Question.TURN)


@rule
def rounds(state):
    """Count the rounds begun; a round is a turn of each player (B6)."""
    return (state.turn + 1) // SEATS


@rule
def gain_mana(player, options):
    """Let mana grow and fill it; a bonus that was spent to the last is gone (B3)."""
    if player.growing_mana > 0 and player.mana == 0:
        player.bonus_mana = 0
    player.growing_mana = min(player.growing_mana + 1, options.most_mana)
    player.mana = player.growing_mana + player.bonus_mana


@rule
def draw(state, options, seat):
    """Draw a card, and those that are due; without a deck, burn (B4, B6)."""
    player = state.players[seat]
    for _ in range(1 + player.due):
        if player.n_deck == 0:
            hurt(player, options, player.health - player.rune)
        elif size(player.hand) >= options.hand_limit:
            break
        else:
            draw_top(state, seat)
    player.due = 0


@rule
def end_deck(player):
    """Take the deck away (B6)."""
    player.gone |= deck_set(player)
    player.n_deck = 0


# What can be done


@rule
def legal_actions(state, pool, options, menu):
    """Offer to pass, the cards that can be paid, and the attacks (B3, B7 to B14)."""
    offer(menu, Act.PASS, state.seat, 0, NOTHING)
    last = NOTHING
    for copy in each(state.players[state.seat].hand):
        row = state.card_of[state.seat, copy]
        if row != last and pool.cards[row].cost <= state.players[state.seat].mana:
            offer_card(state, menu, pool.cards[row].kind, copy)
        last = row
    for place in range(PLACES):
        if may_attack(state.players[state.seat].places[place]):
            offer_attacks(state, menu, place)


@rule
def offer_card(state, menu, kind, copy):
    """Offer a card wherever it may go (B7, B12 to B14)."""
    seat, enemy = state.seat, enemy_of(state.seat)
    match kind:
        case Kind.CREATURE:
            for lane in range(LANES):
                if free_place(state.players[seat], lane) != NOTHING:
                    offer(menu, Act.SUMMON, seat, lane, copy)
        case Kind.GREEN:
            offer_creatures(state, menu, seat, copy)
        case Kind.RED:
            offer_creatures(state, menu, enemy, copy)
        case Kind.BLUE:
            offer_creatures(state, menu, enemy, copy)
            offer(menu, Act.USE, enemy, NOTHING, copy)


@rule
def offer_creatures(state, menu, seat, copy):
    """Offer an item for each creature of a player (B12 to B14)."""
    for place in range(PLACES):
        if state.players[seat].places[place].copy_id != NOTHING:
            offer(menu, Act.USE, seat, place, copy)


@rule
def offer_attacks(state, menu, place):
    """Offer an attack on each creature in the lane and on the player, or on Guards alone (B8)."""
    enemy, lane = enemy_of(state.seat), place // LANE_SLOTS
    copy = state.players[state.seat].places[place].copy_id
    rival = state.players[enemy]
    guarded = is_guarded(rival, lane)
    if not guarded:
        offer(menu, Act.ATTACK, enemy, NOTHING, copy)
    for target in range(lane * LANE_SLOTS, (lane + 1) * LANE_SLOTS):
        there = rival.places[target]
        if there.copy_id != NOTHING and (not guarded or has(there.keywords, Keyword.GUARD)):
            offer(menu, Act.ATTACK, enemy, target, copy)


@rule
def is_guarded(player, lane):
    """Return whether a Guard stands in a lane (B8)."""
    for place in range(lane * LANE_SLOTS, (lane + 1) * LANE_SLOTS):
        if has(player.places[place].keywords, Keyword.GUARD):
            return True
    return False


@rule
def free_place(player, lane):
    """Return the first empty place of a lane, NOTHING if it is full (B7)."""
    for place in range(lane * LANE_SLOTS, (lane + 1) * LANE_SLOTS):
        if player.places[place].copy_id == NOTHING:
            return np.int64(place)
    return np.int64(NOTHING)


@rule
def place_of(player, copy):
    """Return where a creature stands."""
    for place in range(PLACES):
        if player.places[place].copy_id == copy:
            return np.int64(place)
    return np.int64(NOTHING)


@rule
def card_at(state, pool, seat, copy):
    """Return what is printed on a card."""
    return pool.cards[state.card_of[seat, copy]]


# Doing it


@rule
def apply(state, pool, options, action):
    """Carry an answer out, and go on."""
    match action.kind:
        case Act.PASS:
            take_turn(state, options, enemy_of(state.seat))
            return
        case Act.SUMMON:
            summon(state, pool, options, action)
        case Act.USE:
            use(state, pool, options, action)
        case Act.ATTACK:
            attack(state, options, action)
    see_who_fell(state, options, EndReason.HEALTH)


@rule
def summon(state, pool, options, action):
    """Put a creature into a lane, asleep; then its effects (B7)."""
    player = state.players[state.seat]
    card = card_at(state, pool, state.seat, action.copy_id)
    place = player.places[free_place(player, action.slot)]
    place.copy_id = action.copy_id
    print_card(place, card)
    pay(state, card, action.copy_id)
    take_effect(state, options, card)
    bury(player)


@rule
def use(state, pool, options, action):
    """Use an item on a creature or the rival; then its other effects (B12 to B14)."""
    target = state.players[action.seat]
    card = card_at(state, pool, state.seat, action.copy_id)
    if action.slot == NOTHING:
        hurt(target, options, -card.defense)
    elif card.kind == Kind.GREEN:
        give(target.places[action.slot], card)
    else:
        weaken(target.places[action.slot], card)
    pay(state, card, action.copy_id)
    state.players[state.seat].gone = add(state.players[state.seat].gone, action.copy_id)
    take_effect(state, options, card)
    bury(target)


@rule
def pay(state, card, copy):
    """Pay for a card and take it out of the hand (B3)."""
    player = state.players[state.seat]
    player.mana -= card.cost
    player.hand = remove(player.hand, copy)
    note_played(state, state.seat, copy)


@rule
def take_effect(state, options, card):
    """Change health and note cards to draw, as a card says (B7, B12)."""
    player = state.players[state.seat]
    player.due += card.draw
    hurt(player, options, -card.own_health)
    hurt(state.players[enemy_of(state.seat)], options, -card.rival_health)


@rule
def attack(state, options, action):
    """Attack a creature or the player (B8 to B10)."""
    player, rival = state.players[state.seat], state.players[action.seat]
    place = player.places[place_of(player, action.copy_id)]
    place.attacked = 1
    if action.slot == NOTHING:
        strike_player(player, rival, options, place)
        return
    fight(player, rival, options, place, rival.places[action.slot])
    bury(player)
    bury(rival)


@rule
def bury(player):
    """Take creatures without defense off the table (B9)."""
    for number in range(PLACES):
        place = player.places[number]
        if place.copy_id != NOTHING and place.defense <= 0:
            player.gone = add(player.gone, place.copy_id)
            clear(place)


# The end (B15)


@rule
def see_who_fell(state, options, reason):
    """End the game if a player has no health left (B15)."""
    first_fell, second_fell = state.players[0].health <= 0, state.players[1].health <= 0
    if first_fell and second_fell:
        end_for_both(state, options)
    elif first_fell or second_fell:
        end_game(state, 1 if first_fell else 0, reason)


@rule
def end_for_both(state, options):
    """End the game as the option ``both_fall`` says (B15)."""
    match options.both_fall:
        case BothFall.ACTIVE:
            winner = np.int64(state.active)
        case BothFall.SECOND:
            winner = np.int64(1)
        case _:
            winner = np.int64(NOTHING)
    end_game(state, winner, EndReason.BOTH)


@rule
def standing(state, pool, options, seat):
    """Count the health."""
    return np.int64(state.players[seat].health)
