"""What a seat cannot see, dealt anew for a bot that thinks ahead."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import deal, deck_set, imagine_deck, take_out
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, has, size
from evenhand.simulate.games.starcrossed.enums import LANES, SKILL_SLOTS
from evenhand.simulate.games.starcrossed.moving_cards import may_lie_down
from evenhand.simulate.games.starcrossed.places import (
    DIVA,
    FIRST_SKILL,
    copy_at,
    is_face_down,
    spot,
)

__all__ = ["resample_hidden"]

PARKED = NOTHING - 1  # less a spot


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of both decks, and which of the enemy's unseen cards are in hand, in
    the deck, set face down, or recruits. What is dealt depends on nothing but which cards
    are unseen, so it betrays nothing.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    imagine_deck(state, seat, deck_set(own))
    unseen_hand = enemy.hand & ~enemy.shown
    park_changes(state, enemy_of(seat))
    imagine_deck(state, enemy_of(seat), deck_set(enemy) | unseen_hand | unseen_on_crystals(enemy))
    deal_crystals(state, pool, enemy_of(seat))
    return_changes(state, enemy_of(seat))
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, size(unseen_hand))


@rule
def is_unseen(player, copy):
    """Return whether a card that lies face down is unknown to the other player."""
    return copy != NOTHING and not has(player.shown, copy)


@rule
def unseen_on_crystals(player):
    """Return the set of a player's recruits and set skills that the other has not seen."""
    found = EMPTY
    for lane in range(LANES):
        crystal = player.crystals[lane]
        if crystal.recruit and is_unseen(player, crystal.copy_id):
            found = add(found, crystal.copy_id)
        for slot in range(SKILL_SLOTS):
            if crystal.down[slot] and is_unseen(player, crystal.skills[slot]):
                found = add(found, crystal.skills[slot])
    return found


@rule
def deal_crystals(state, pool, seat):
    """Deal a card of the right kind to each place on the crystals whose card is unseen."""
    player = state.players[seat]
    for lane in range(LANES):
        crystal = player.crystals[lane]
        if crystal.recruit and is_unseen(player, crystal.copy_id):
            place = spot(DIVA, seat, lane)
            crystal.copy_id = exchanged(state, pool, seat, place, crystal.copy_id)
        for slot in range(SKILL_SLOTS):
            if crystal.down[slot] and is_unseen(player, crystal.skills[slot]):
                place = spot(FIRST_SKILL + slot, seat, lane)
                crystal.skills[slot] = exchanged(state, pool, seat, place, crystal.skills[slot])


@rule
def exchanged(state, pool, seat, place, old):
    """Return the card that lies at a spot instead of another."""
    player = state.players[seat]
    copy = deal_kind(state, pool, seat, place >= spot(FIRST_SKILL, 0, 0))
    if player.spot[old] == place:
        player.spot[old] = NOTHING
    player.spot[copy] = place
    player.lane[copy] = place % LANES
    return copy


@rule
def deal_kind(state, pool, seat, is_skill):
    """Take the topmost card of the deck that may lie face down: a combat skill, or a diva."""
    player = state.players[seat]
    place = player.n_deck - 1
    while not may_lie_down(pool.cards[state.card_of[seat, player.deck[place]]], is_skill):
        place -= 1
    copy = player.deck[place]
    take_out(player, copy)
    return copy


# Changes upon a recruit stand by her card, which is about to become another.


@rule
def park_changes(state, seat):
    """Let the changes upon a player's unseen recruits stand by their spots for a moment."""
    player = state.players[seat]
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if lasting.seat != seat or lasting.copy_id == NOTHING:
            continue
        place = player.spot[lasting.copy_id]
        if place != NOTHING and is_face_down(state, place) and is_unseen(player, lasting.copy_id):
            lasting.copy_id = PARKED - place


@rule
def return_changes(state, seat):
    """Let them stand by the cards that now lie there."""
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if lasting.seat == seat and lasting.copy_id <= PARKED:
            lasting.copy_id = copy_at(state, PARKED - lasting.copy_id)
