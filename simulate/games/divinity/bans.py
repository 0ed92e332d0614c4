"""What players may and may not do because a card says so, and the cards they draw more."""

from evenhand.decks.divinity.words import Moment, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_player_changed, player_total
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.abilities.usable import could_happen
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, has, remove

__all__ = ["is_banned", "may_be_played", "more_draws", "would_do_something"]


@rule
def is_banned(state, pool, verb, seat):
    """Return whether something keeps a player from playing a kind of card."""
    return is_player_changed(state, pool, verb, seat, enemy_of(seat))


@rule
def may_be_played(state, pool, seat, copy):
    """Return whether a card's own demands can be met, once it has left the hand (R7)."""
    if not has(pool.cards[state.card_of[seat, copy]].moments, Moment.TO_PLAY):
        return True
    return all_could_happen(state, pool, seat, copy)


@rule
def all_could_happen(state, pool, seat, copy):
    """Return whether every demand of a card can be met."""
    player = state.players[seat]
    was_in_hand = has(player.hand, copy)
    player.hand = remove(player.hand, copy)
    found = True
    for row in abilities_of(pool, state.card_of[seat, copy]):
        if pool.abilities[row].moment == Moment.TO_PLAY:
            found = found and could_happen(state, pool, seat, copy, row)
    if was_in_hand:
        player.hand = add(player.hand, copy)
    return found


@rule
def would_do_something(state, pool, seat, copy):
    """Return whether a Magic would do anything, once it lies in the discard pile (R11)."""
    player = state.players[seat]
    player.hand = remove(player.hand, copy)
    player.discard = add(player.discard, copy)
    found = False
    for row in abilities_of(pool, state.card_of[seat, copy]):
        if pool.abilities[row].moment == Moment.MAGIC:
            found = found or could_happen(state, pool, seat, copy, row)
    player.hand = add(player.hand, copy)
    player.discard = remove(player.discard, copy)
    return found


@rule
def more_draws(state, pool, seat):
    """Return how many cards more (or fewer) a player draws at the start of a turn."""
    by_own = player_total(state, pool, Verb.YOU_DRAW_MORE, seat, seat)
    return by_own + player_total(state, pool, Verb.ENEMY_DRAWS_MORE, seat, enemy_of(seat))
