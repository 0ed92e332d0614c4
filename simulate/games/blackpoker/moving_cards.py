"""Moving cards, and what can be seen of them: decks, hands, graves, characters."""

import numpy as np

from evenhand.decks.blackpoker.card import Rank, Suit
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.piles import gather, take_top
from evenhand.simulate.engine.sets import EMPTY, add, each, full, has, remove, size
from evenhand.simulate.games.blackpoker.enums import BULWARK, EndReason

__all__ = [
    "bury", "cards_of", "charged_bulwarks", "discard", "draw", "fell", "fill_deck",
    "has_character", "hurt", "is_bulwark", "is_driven", "jokers_of", "leave_hand", "lose_top",
    "nobles_of", "note_cards", "note_played", "strength", "strength_of_all", "summon",
    "turn_character",
]  # fmt: skip

ACE, ROYAL = Rank["A"], Rank["J"]  # royals are this and above


# Kinds of cards


@rule
def fill_deck(state, pool, seat):
    """Put the whole deck list into the deck and note what its cards are."""
    player = state.players[seat]
    gather(player, full(state.deck_size[seat]))
    player.top = NOTHING
    note_cards(state, pool, seat)


@rule
def note_cards(state, pool, seat):
    """Note what the cards of a deck list are."""
    player = state.players[seat]
    for copy in range(state.deck_size[seat]):
        card = pool.cards[state.card_of[seat, copy]]
        player.number[copy] = card.number
        player.of_suit[card.suit] = add(player.of_suit[card.suit], copy)
        if card.rank == ACE:
            player.aces = add(player.aces, copy)
        elif card.rank >= ROYAL:
            player.royals = add(player.royals, copy)


@rule
def jokers_of(player):
    """Return the set of Jokers."""
    return player.of_suit[Suit.NONE]


@rule
def nobles_of(player):
    """Return the set of cards that Generation Change looks for: Joker, A, J, Q, K."""
    return player.aces | player.royals | player.of_suit[Suit.NONE]


# Decks, hands, graves


@rule
def lose_top(player, reason):
    """Take the top card off a deck that has one; note what took it."""
    player.emptied_by = reason
    return np.int64(take_top(player))


@rule
def draw(state, seat, n):
    """Draw as many of n cards as there are."""
    player = state.players[seat]
    tally = state.tally[seat]
    for _ in range(min(n, player.n_deck)):
        copy = lose_top(player, EndReason.DRAW)
        player.hand = add(player.hand, copy)
        tally.drawn = add(tally.drawn, copy)


@rule
def bury(player, copies):
    """Put cards into the grave."""
    player.grave |= copies
    for copy in each(copies):
        player.top = copy


@rule
def hurt(state, seat, n, reason):
    """Deal n damage: as many of n cards as there are go from the deck to the grave (R12)."""
    player = state.players[seat]
    for _ in range(min(n, player.n_deck)):
        copy = lose_top(player, reason)
        player.grave = add(player.grave, copy)
        player.top = copy


@rule
def discard(state, seat, copy):
    """Put a hand card into the grave."""
    player = state.players[seat]
    leave_hand(player, copy)
    player.grave = add(player.grave, copy)
    player.top = copy


@rule
def note_played(state, seat, copies):
    """Record that cards were played."""
    state.tally[seat].played |= copies


# Characters


@rule
def is_bulwark(character):
    """Return whether a character is a bulwark."""
    return character >= BULWARK


@rule
def has_character(player, character):
    """Return whether a character is on a player's field."""
    if is_bulwark(character):
        return has(player.bulwarks, character - BULWARK)
    return has(player.soldiers, character)


@rule
def is_driven(player, character):
    """Return whether a character is driven."""
    if is_bulwark(character):
        return has(player.spent, character - BULWARK)
    return has(player.driven, character)


@rule
def turn_character(player, character, is_to_drive):
    """Drive or charge a character."""
    place = character - BULWARK
    if is_bulwark(character):
        player.spent = add(player.spent, place) if is_to_drive else remove(player.spent, place)
    elif is_to_drive:
        player.driven = add(player.driven, character)
    else:
        player.driven = remove(player.driven, character)


@rule
def charged_bulwarks(player):
    """Return the set of places of charged bulwarks."""
    return player.bulwarks & ~player.spent


@rule
def summon(player, copy):
    """Put a card onto the field as a charged soldier."""
    player.soldiers = add(player.soldiers, copy)
    player.fresh = add(player.fresh, copy)


@rule
def cards_of(player, soldier):
    """Return the set of cards that a soldier is made of."""
    return add(player.gear[soldier], soldier)


@rule
def strength(player, soldier):
    """Return a soldier's number: the sum of its cards', and what Up and Down have done."""
    total = np.int64(player.number[soldier]) + player.bonus[soldier]
    for copy in each(player.gear[soldier]):
        total += player.number[copy]
    return total


@rule
def strength_of_all(player, soldiers):
    """Add up the numbers of soldiers."""
    total = np.int64(0)
    for soldier in each(soldiers):
        total += strength(player, soldier)
    return total


@rule
def fell(player, character):
    """Move a character to the grave; its nobles trigger Generation Change."""
    if is_bulwark(character):
        place = character - BULWARK
        player.bulwarks = remove(player.bulwarks, place)
        player.spent = remove(player.spent, place)
        copies = add(EMPTY, player.bulwark[place])
    else:
        player.soldiers = remove(player.soldiers, character)
        player.driven = remove(player.driven, character)
        copies = cards_of(player, character)
        player.gear[character] = EMPTY
        player.bonus[character] = 0
    bury(player, copies)
    player.fresh &= ~copies
    player.changes_due += size(copies & nobles_of(player))
