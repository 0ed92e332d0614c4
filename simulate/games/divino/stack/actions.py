"""What a player with priority can do: found, offered and done (R6, R7, R40, R43)."""

import numpy as np

from evenhand.decks.divino.words import CardType, Moment, Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import trigger_about
from evenhand.simulate.engine.menu import offer
from evenhand.simulate.engine.sets import EMPTY, add, each, has
from evenhand.simulate.engine.stack import pass_priority
from evenhand.simulate.engine.state import note_could, note_played
from evenhand.simulate.games.divino.casting import announcing
from evenhand.simulate.games.divino.casting.deities import summon
from evenhand.simulate.games.divino.casting.sources import use_at_once
from evenhand.simulate.games.divino.casting.timing import (
    can_equip,
    can_play,
    can_summon,
    can_use_now,
    is_free_to_play,
)
from evenhand.simulate.games.divino.costs.mana import (
    counts_mana,
    free_sources,
    gather_all,
    tap_for_mana,
)
from evenhand.simulate.games.divino.enums import Act
from evenhand.simulate.games.divino.in_play.moving_cards import enter, leave_hand
from evenhand.simulate.games.divino.in_play.places import in_play, kind_of, place
from evenhand.simulate.games.divino.passing import pass_on

__all__ = ["act", "find_actions", "offer_play", "play_land"]

# Finding it


@rule
def find_actions(state, pool, options, seat):
    """Note what a player could do with priority; says whether that is anything but passing.

    ``state.actions`` has it then: the next menu is made of that.
    """
    actions = state.actions[0]
    actions.plays = EMPTY
    actions.equips = EMPTY
    actions.summons = EMPTY
    for number in range(len(actions.uses)):
        actions.uses[number] = EMPTY
    if state.players[seat].actions >= options.actions_cap or is_full(state):
        return False
    is_main = is_free_to_play(state, seat)
    find_plays(state, pool, options, seat, actions, is_main)
    if is_main:
        find_main_actions(state, pool, options, seat, actions)
    has_use = find_uses(state, pool, options, seat, actions)
    if counts_mana(state, seat) and free_sources(state, pool, seat) != EMPTY:
        return True
    return has_use or actions.plays | actions.equips | actions.summons != EMPTY


@rule
def is_full(state):
    """Return whether the stack has no room, so that all can only pass (D33)."""
    return state.n_stack == len(state.stack)


@rule
def find_plays(state, pool, options, seat, actions, is_main):
    """Note the cards in hand that can be played, each different card once."""
    player = state.players[seat]
    hand = player.hand if is_main else player.hand & player.instants
    if hand == EMPTY:
        return
    gather_all(state, pool, seat)
    last = np.int64(NOTHING)
    for copy in each(hand):
        row = np.int64(state.card_of[seat, copy])
        if row != last and can_play(state, pool, options, seat, copy):
            actions.plays = add(actions.plays, copy)
        last = row


@rule
def find_uses(state, pool, options, seat, actions):
    """Note the abilities that can be used, by their numbers; says whether there is any."""
    found = EMPTY
    for copy in each(in_play(state, seat) & state.players[seat].users):
        card = pool.cards[state.card_of[seat, copy]]
        for number in each(np.int64(card.usable)):
            if can_use_now(state, pool, options, seat, copy, card.first_ability + number):
                actions.uses[number] = add(actions.uses[number], copy)
                found = add(found, copy)
    actions.users = found
    return found != EMPTY


@rule
def find_main_actions(state, pool, options, seat, actions):
    """Note what can be equipped and summoned (R23, D45)."""
    for copy in each(kind_of(state, seat, Noun.EQUIPMENT)):
        if can_equip(state, pool, options, seat, copy):
            actions.equips = add(actions.equips, copy)
    for shrine in each(state.players[seat].called):
        if can_summon(state, pool, seat, shrine):
            actions.summons = add(actions.summons, shrine)


# Offering it


@rule
def offer_play(state, pool, menu):
    """Offer what was found, mana where it counts, and passing (R6, R40, R47, D52)."""
    seat = state.seat
    actions = state.actions[0]
    for copy in each(actions.plays):
        note_plays(state, pool, seat, copy)
        offer(menu, Act.PLAY, seat, 0, copy)
    offer_uses(state, menu, actions)
    for copy in each(actions.equips):
        offer(menu, Act.EQUIP, seat, 0, copy)
    for shrine in each(actions.summons):
        offer(menu, Act.SUMMON, seat, 0, shrine)
    if counts_mana(state, seat):
        offer_mana(state, pool, menu)
    offer(menu, Act.PASS, seat, 0, NOTHING)
    offer(menu, Act.PASS_ON, seat, 0, NOTHING)


@rule
def offer_uses(state, menu, actions):
    """Offer the abilities that can be used; ``slot`` is the number of the ability."""
    seat = state.seat
    for copy in each(actions.users):
        for number in range(len(actions.uses)):
            if has(actions.uses[number], copy):
                note_could(state, seat, copy, number)
                offer(menu, Act.USE, seat, number, copy)


@rule
def note_plays(state, pool, seat, copy):
    """Record that what a Sorcery or Instant does could be used."""
    card = pool.cards[state.card_of[seat, copy]]
    if card.spell != NOTHING:
        note_could(state, seat, copy, card.spell - card.first_ability)


@rule
def offer_mana(state, pool, menu):
    """Offer tapping for mana into the pool, alike cards once (R43, D52)."""
    seat = state.seat
    last = np.int64(NOTHING)
    for copy in each(free_sources(state, pool, seat)):
        row = np.int64(state.card_of[seat, copy])
        if row != last:
            for kind in each(np.int64(pool.cards[row].makes)):
                offer(menu, Act.TAP, seat, kind, copy)
        last = row


# Doing it


@rule
def act(state, pool, options, action):
    """Carry out what a player with priority does (R40)."""
    seat = state.seat
    player = state.players[seat]
    if action.kind == Act.PASS:
        pass_priority(state)
        return
    if action.kind == Act.PASS_ON:
        pass_on(state, seat)
        return
    player.actions += 1
    state.passes = 0
    match action.kind:
        case Act.PLAY:
            play(state, pool, options, seat, action.copy_id)
        case Act.USE:
            use(state, pool, seat, action.copy_id, action.slot)
        case Act.EQUIP:
            announcing.begin_equip(state, seat, action.copy_id)
        case Act.SUMMON:
            summon(state, pool, options, seat, action.copy_id)
        case _:
            tap_for_mana(state, seat, action.copy_id, action.slot)


@rule
def play(state, pool, options, seat, copy):
    """Play a card from the hand: a land at once, all else by way of the stack (R7, R10)."""
    if pool.cards[state.card_of[seat, copy]].type == CardType.LAND:
        play_land(state, pool, options, seat, copy)
    else:
        announcing.begin_card(state, pool, seat, copy)


@rule
def play_land(state, pool, options, seat, copy):
    """Play a land: it enters at once, and nobody can answer (R7)."""
    player = state.players[seat]
    leave_hand(player, copy)
    player.lands += 1
    note_played(state, seat, copy)
    enter(state, pool, options, seat, copy, NOTHING)
    for other in each(in_play(state, seat)):
        trigger_about(state, pool, seat, other, Moment.LAND_PLAYED, place(seat, copy))


@rule
def use(state, pool, seat, copy, number):
    """Use an ability of a card in play; what makes mana happens at once (R43)."""
    row = pool.cards[state.card_of[seat, copy]].first_ability + number
    if pool.abilities[row].moment == Moment.MANA:
        use_at_once(state, pool, seat, copy, row)
    else:
        announcing.begin_use(state, pool, seat, copy, row)
