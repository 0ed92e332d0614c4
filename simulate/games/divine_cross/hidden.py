"""What a seat cannot see, dealt anew for a bot that looks ahead."""

from evenhand.decks.divine_cross.words import CardType
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.piles import deal, deck_set, gather
from evenhand.simulate.engine.rng import Purpose, shuffle
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, size
from evenhand.simulate.games.divine_cross.words import MAIN, SLOTS, Question

__all__ = ["resample_hidden"]


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of its own deck, and which of the enemy's unseen cards are in hand,
    in the deck, face down as energy, or face down in the Main Area before the game. What
    is dealt depends on nothing but which cards are unseen, so it betrays nothing.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    gather(own, deck_set(own))
    shuffle(state.rng, own.deck, own.n_deck, Purpose.DREAM, seat)
    unseen = enemy.hand & ~enemy.shown
    n_hand = size(unseen)
    for slot in range(SLOTS):
        unseen |= enemy.units[slot].energy
    main = enemy.units[MAIN]
    is_main_hidden = state.question == Question.PLACE_MAIN and main.copy_id != NOTHING
    if is_main_hidden:
        unseen = add(unseen, main.copy_id)
    gather(enemy, unseen | deck_set(enemy))
    shuffle(state.rng, enemy.deck, enemy.n_deck, Purpose.DREAM, enemy_of(seat))
    if is_main_hidden:
        main.copy_id = deal_unit(state, pool, enemy_of(seat))
        note_changes(state, pool)
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, n_hand)
    for slot in range(SLOTS):
        enemy.units[slot].energy = deal(enemy, size(enemy.units[slot].energy))


@rule
def deal_unit(state, pool, seat):
    """Take the topmost unit out of a deck that has one."""
    player = state.players[seat]
    place = player.n_deck - 1
    while pool.cards[state.card_of[seat, player.deck[place]]].type != CardType.UNIT:
        place -= 1
    copy = player.deck[place]
    player.n_deck -= 1
    player.deck[place] = player.deck[player.n_deck]
    return copy
