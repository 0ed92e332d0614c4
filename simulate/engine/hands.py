"""Rules for hands, decks and discard piles, shared by most games.

A player's record has ``hand``, ``discard`` and ``shown`` (the hand cards that the enemy has
seen), all sets, and a deck as in `evenhand.simulate.engine.piles`.
"""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import reshuffle, take_out, take_top
from evenhand.simulate.engine.sets import EMPTY, add, each, remove
from evenhand.simulate.engine.state import note_hand

__all__ = [
    "deal_hand", "discard_from_hand", "draw_top", "leave_hand", "mill", "of_type",
    "put_into_deck", "put_into_hand", "shuffle_into_deck", "take_from_deck", "take_from_discard",
]  # fmt: skip


@rule
def draw_top(state, seat):
    """Take the top card of a deck into the hand."""
    player = state.players[seat]
    copy = take_top(player)
    player.hand = add(player.hand, copy)
    state.tally[seat].drawn = add(state.tally[seat].drawn, copy)


@rule
def deal_hand(state, seat, n):
    """Draw an opening hand of n cards, or the whole deck if it has fewer."""
    for _ in range(min(n, state.players[seat].n_deck)):
        draw_top(state, seat)
    note_hand(state, seat, state.players[seat].hand)


@rule
def of_type(state, pool, seat, copies, type_):
    """Return the cards of a type in a set of a player's cards."""
    matching = EMPTY
    for copy in each(copies):
        if pool.cards[state.card_of[seat, copy]].type == type_:
            matching = add(matching, copy)
    return matching


@rule
def leave_hand(player, copy):
    """Take a card out of the hand."""
    player.hand = remove(player.hand, copy)
    player.shown = remove(player.shown, copy)


@rule
def put_into_hand(player, copy):
    """Put a card that the enemy has seen into its owner's hand."""
    player.hand = add(player.hand, copy)
    player.shown = add(player.shown, copy)


@rule
def discard_from_hand(state, seat, copy):
    """Put a hand card into the discard pile."""
    player = state.players[seat]
    leave_hand(player, copy)
    player.discard = add(player.discard, copy)


@rule
def mill(state, seat, n):
    """Put up to n cards from the top of a deck into the discard pile; not a draw."""
    player = state.players[seat]
    for _ in range(min(n, player.n_deck)):
        player.discard = add(player.discard, take_top(player))


@rule
def take_from_deck(state, seat, copy):
    """Take a card out of the deck into the hand."""
    player = state.players[seat]
    take_out(player, copy)
    player.hand = add(player.hand, copy)
    state.tally[seat].tutored = add(state.tally[seat].tutored, copy)


@rule
def take_from_discard(state, seat, copy):
    """Take a card from the open discard pile into the hand; the enemy knows it."""
    player = state.players[seat]
    player.discard = remove(player.discard, copy)
    put_into_hand(player, copy)


@rule
def put_into_deck(state, seat, copy):
    """Put a card on top of its deck, to be shuffled in."""
    player = state.players[seat]
    player.deck[player.n_deck] = copy
    player.n_deck += 1


@rule
def shuffle_into_deck(state, seat, copies):
    """Shuffle a set of cards into their deck."""
    for copy in each(copies):
        put_into_deck(state, seat, copy)
    reshuffle(state, seat)
