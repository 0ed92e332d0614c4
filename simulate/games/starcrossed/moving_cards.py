"""Deck, hand and Void: drawing, discarding, questing, paying energy, losing life."""

from evenhand.decks.starcrossed.words import CardType, Noun, Timing
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine import hands
from evenhand.simulate.engine.hands import draw_top, leave_hand, put_into_hand
from evenhand.simulate.engine.losses import end_for_both
from evenhand.simulate.engine.options import DeckOut
from evenhand.simulate.engine.piles import take_top
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, each, remove
from evenhand.simulate.engine.state import end_game
from evenhand.simulate.games.starcrossed.enums import EndReason
from evenhand.simulate.games.starcrossed.options import QuestShort

__all__ = [
    "check_life", "discard_from_hand", "draw_cards", "energy_of", "gain_energy", "gain_life",
    "is_kind", "lose_life", "lose_track", "may_lie_down", "mill",
    "pay", "put_into_void", "put_under_deck", "quest", "take_from_deck", "take_from_void",
]  # fmt: skip

MOST = 10_000  # life or energy that a player can have


# Deck and hand


@rule
def draw_cards(state, options, seat, n):
    """Draw up to n cards; an empty deck gives none (B5)."""
    player = state.players[seat]
    for _ in range(n):
        if player.n_deck == 0:
            if options.deck_out == DeckOut.LOSE:
                end_game(state, enemy_of(seat), EndReason.DECK_OUT)
            return
        draw_top(state, seat)


@rule
def may_lie_down(card, is_skill):
    """Return whether a card may be a set skill, or a recruit."""
    return card.timing == Timing.COMBAT if is_skill else card.type == CardType.DIVA


@rule
def lose_track(state, pool, seat, is_skill):
    """Forget which hand cards the enemy has seen, of those of which one goes face down (B39)."""
    player = state.players[seat]
    for copy in each(player.hand & player.shown):
        if may_lie_down(pool.cards[state.card_of[seat, copy]], is_skill):
            player.shown = remove(player.shown, copy)


@rule
def discard_from_hand(state, seat, copy):
    """Put a hand card into the Void."""
    player = state.players[seat]
    leave_hand(player, copy)
    put_into_void(player, copy)


@rule
def put_into_void(player, copy):
    """Put a card into the Void, where all see it."""
    player.void = add(player.void, copy)
    player.shown = remove(player.shown, copy)


@rule
def put_under_deck(state, seat, copy):
    """Put a card on the bottom of its owner's deck."""
    player = state.players[seat]
    for i in range(player.n_deck, 0, -1):
        player.deck[i] = player.deck[i - 1]
    player.deck[0] = copy
    player.n_deck += 1
    player.shown = remove(player.shown, copy)


@rule
def mill(state, seat, n):
    """Put up to n cards from the top of a deck into the Void; not a draw."""
    player = state.players[seat]
    for _ in range(min(n, player.n_deck)):
        put_into_void(player, take_top(player))


@rule
def take_from_deck(state, seat, copy):
    """Take a card out of the deck into the hand, where the enemy knows it."""
    player = state.players[seat]
    hands.take_from_deck(state, seat, copy)
    player.shown = add(player.shown, copy)


@rule
def take_from_void(state, seat, copy):
    """Take a card from the open Void into the hand; the enemy knows it."""
    player = state.players[seat]
    player.void = remove(player.void, copy)
    player.fallen = remove(player.fallen, copy)
    put_into_hand(player, copy)


@rule
def quest(state, options, seat, found):
    """Reveal cards until one of a set comes, which is taken; the others go under the deck (R20)."""
    player = state.players[seat]
    available = player.n_deck
    for _ in range(min(options.quest_reveals, available)):
        copy = player.deck[player.n_deck - 1]
        if (found >> copy) & 1:
            take_from_deck(state, seat, copy)
            return True
        put_under_deck(state, seat, take_top(player))
    if available >= options.quest_reveals or options.quest_short_deck == QuestShort.DRAW:
        draw_cards(state, options, seat, 1)
    return False


@rule
def is_kind(card, noun):
    """Return whether a card is what a noun of cards names."""
    match noun:
        case Noun.DIVA_CARD:
            return card.type == CardType.DIVA
        case Noun.SKILL_CARD:
            return card.type != CardType.DIVA
        case Noun.MOVE_CARD:
            return card.type == CardType.MOVE
        case Noun.POWER_CARD:
            return card.type == CardType.POWER
        case Noun.ITEM_CARD:
            return card.type == CardType.ITEM
        case _:
            return True


# Energy and life


@rule
def energy_of(player):
    """Return all the energy a player can spend."""
    return player.energy + player.kept


@rule
def pay(player, n):
    """Spend energy: that of the turn first, then what is kept (B12)."""
    now = min(n, player.energy)
    player.energy -= now
    player.kept = max(0, player.kept - (n - now))


@rule
def gain_energy(player, n):
    """Add to the energy of the turn."""
    player.energy = min(MOST, player.energy + n)


@rule
def gain_life(player, n):
    """Give life; there is no upper bound but the engine's."""
    player.life = min(MOST, player.life + n)


@rule
def lose_life(state, options, seat, n):
    """Take life away and see at once whether that ends the game (R18)."""
    if n > 0:
        player = state.players[seat]
        player.life = max(-MOST, player.life - n)
        check_life(state, options)


@rule
def check_life(state, options):
    """End the game if a player, or both, have no life left (R18, B8)."""
    is_out_0, is_out_1 = state.players[0].life <= 0, state.players[1].life <= 0
    if is_out_0 and is_out_1:
        end_for_both(state, options, EndReason.BOTH_DEAD)
    elif is_out_0:
        end_game(state, 1, EndReason.LIFE)
    elif is_out_1:
        end_game(state, 0, EndReason.LIFE)
