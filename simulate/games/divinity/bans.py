"""What players may and may not do because a card says so, and the cards they draw more."""

from decks.divinity.words import Moment, Verb
from simulate.engine.abilities.changes import is_player_changed, player_total
from simulate.engine.abilities.selecting import abilities_of
from simulate.engine.abilities.steps import could_happen
from simulate.engine.compile import rule
from simulate.engine.seats import enemy_of
from simulate.engine.sets import has, with_, without

__all__ = ["is_banned", "may_be_played", "more_draws", "would_do_something"]


@rule
def is_banned(state, table, verb, seat):
    """Say whether something keeps a player from playing a kind of card."""
    return is_player_changed(state, table, verb, seat, enemy_of(seat))


@rule
def may_be_played(state, table, seat, copy):
    """Say whether a card's own demands can be met, once it has left the hand (R7)."""
    if not has(table.cards[state.card_of[seat, copy]].moments, Moment.TO_PLAY):
        return True
    return all_could_happen(state, table, seat, copy)


@rule
def all_could_happen(state, table, seat, copy):
    """Say whether every demand of a card can be met."""
    player = state.players[seat]
    was_in_hand = has(player.hand, copy)
    player.hand = without(player.hand, copy)
    found = True
    for row in abilities_of(table, state.card_of[seat, copy]):
        if table.abilities[row].moment == Moment.TO_PLAY:
            found = found and could_happen(state, table, seat, copy, row)
    if was_in_hand:
        player.hand = with_(player.hand, copy)
    return found


@rule
def would_do_something(state, table, seat, copy):
    """Say whether a Magic would do anything, once it lies in the discard pile (R11)."""
    player = state.players[seat]
    player.hand = without(player.hand, copy)
    player.discard = with_(player.discard, copy)
    found = False
    for row in abilities_of(table, state.card_of[seat, copy]):
        if table.abilities[row].moment == Moment.MAGIC:
            found = found or could_happen(state, table, seat, copy, row)
    player.hand = with_(player.hand, copy)
    player.discard = without(player.discard, copy)
    return found


@rule
def more_draws(state, table, seat):
    """Give how many cards more (or fewer) a player draws at the start of a turn."""
    by_own = player_total(state, table, Verb.YOU_DRAW_MORE, seat, seat)
    return by_own + player_total(state, table, Verb.ENEMY_DRAWS_MORE, seat, enemy_of(seat))
