"""What a seat cannot see, dealt anew for a bot that thinks ahead."""

from evenhand.decks.divinity.words import CardType
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.piles import deal, deal_of_type, deck_set, imagine_deck
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, each, has, size
from evenhand.simulate.games.divinity.enums import Question
from evenhand.simulate.games.divinity.numbers import print_numbers
from evenhand.simulate.games.divinity.places import at, spot

__all__ = ["resample_hidden"]


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of its own deck, and which of the enemy's unseen cards are in hand,
    in the deck, attached face down, or the first Deity that is not yet turned up. What
    is dealt depends on nothing but which cards are unseen, so it betrays nothing.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    imagine_deck(state, seat, deck_set(own))
    unseen = enemy.hand & ~enemy.shown
    n_hand = size(unseen)
    unseen |= deck_set(enemy)
    down = state.down[enemy_of(seat)]
    for where in each(down):
        unseen = add(unseen, picked_up(state, where))
    first = spot(enemy_of(seat), 0)
    is_first_hidden = state.question == Question.FIRST_DEITY and has(state.taken, first)
    if is_first_hidden:
        unseen = add(unseen, picked_up(state, first))
    imagine_deck(state, enemy_of(seat), unseen)
    if is_first_hidden:
        put_at(
            state, first, enemy_of(seat), deal_of_type(state, pool, enemy_of(seat), CardType.DEITY)
        )
        print_numbers(state, pool, first)
        note_changes(state, pool)
    for where in each(down):
        dealt = deal_of_type(state, pool, enemy_of(seat), CardType.ATTACHMENT)
        put_at(state, where, enemy_of(seat), dealt)
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, n_hand)


@rule
def picked_up(state, where):
    """Take a card that is not seen off the table, its place left as it is."""
    place = at(state, where)
    state.spot_of[place.owner, place.copy_id] = NOTHING
    return place.copy_id


@rule
def put_at(state, where, owner, copy):
    """Let a card lie face down at a spot."""
    at(state, where).copy_id = copy
    state.spot_of[owner, copy] = where
