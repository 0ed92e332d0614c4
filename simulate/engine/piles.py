"""A deck on the table: ``player.deck`` holds copies, the top card last, ``n_deck`` of them."""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.rng import Purpose, World, shuffle, turn_round
from evenhand.simulate.engine.sets import EMPTY, add, each, full

__all__ = [
    "begin_deck", "deal", "deal_of_type", "deck_set", "gather", "imagine_deck", "reshuffle",
    "take_out", "take_top",
]  # fmt: skip


@rule
def begin_deck(state, seat):
    """Put the whole deck list into a player's deck and shuffle it."""
    gather(state.players[seat], full(state.deck_size[seat]))
    reshuffle(state, seat)


@rule
def deck_set(player):
    """Return the deck as a set, without its order."""
    cards = EMPTY
    for i in range(player.n_deck):
        cards = add(cards, player.deck[i])
    return cards


@rule
def take_top(player):
    """Remove and return the top card of a deck that is not empty."""
    player.n_deck -= 1
    return player.deck[player.n_deck]


@rule
def take_out(player, copy):
    """Remove a card from any position of a deck."""
    kept = 0
    for i in range(player.n_deck):
        if player.deck[i] != copy:
            player.deck[kept] = player.deck[i]
            kept += 1
    player.n_deck = kept


@rule
def reshuffle(state, seat):
    """Shuffle a player's deck."""
    player = state.players[seat]
    shuffle(state.rng, player.deck, player.n_deck, Purpose.DECK, seat)


# For re-dealing what is hidden from a player


@rule
def gather(player, copies):
    """Make a deck of a set of cards, in the order of their numbers.

    A shuffle afterwards then does not depend on the previous order.
    """
    player.n_deck = 0
    for copy in each(copies):
        player.deck[player.n_deck] = copy
        player.n_deck += 1


@rule
def imagine_deck(state, seat, copies):
    """Make a player's deck of a set of cards, in a possible order."""
    player = state.players[seat]
    gather(player, copies)
    match state.rng.world:
        case World.SORTED:
            return
        case World.REVERSED:
            turn_round(player.deck, player.n_deck)
        case _:
            shuffle(state.rng, player.deck, player.n_deck, Purpose.DREAM, seat)


@rule
def deal(player, n):
    """Remove n cards from a deck, and return them as a set."""
    dealt = EMPTY
    for _ in range(n):
        dealt = add(dealt, take_top(player))
    return dealt


@rule
def deal_of_type(state, pool, seat, type_):
    """Remove the topmost card of a type from a deck that has one; the top card replaces it."""
    player = state.players[seat]
    place = player.n_deck - 1
    while pool.cards[state.card_of[seat, player.deck[place]]].type != type_:
        place -= 1
    copy = player.deck[place]
    player.n_deck -= 1
    player.deck[place] = player.deck[player.n_deck]
    return copy
