"""What a seat cannot see, dealt anew for a bot that looks ahead."""

from decks.divine_cross.words import CardType
from decks.language.rows import NOTHING
from simulate.engine.compile import rule
from simulate.engine.rng import Purpose, shuffle
from simulate.engine.sets import EMPTY, each, size, with_
from simulate.games.divine_cross.changes import (
    note_changes,
)
from simulate.games.divine_cross.selecting import (
    enemy_of,
)
from simulate.games.divine_cross.words import (
    MAIN,
    SLOTS,
    Question,
)

__all__ = ["hide"]


@rule
def hide(state, table, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of its own deck, and which of the enemy's unseen cards are in hand,
    in the deck, face down as energy, or face down in the Main Area before the game.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    shuffle(state.rng, own.deck, own.n_deck, Purpose.DREAM, seat)
    unseen = enemy.hand & ~enemy.shown
    n_hand = size(unseen)
    for slot in range(SLOTS):
        unseen |= enemy.units[slot].energy
    for copy in each(unseen):
        enemy.deck[enemy.n_deck] = copy
        enemy.n_deck += 1
    shuffle(state.rng, enemy.deck, enemy.n_deck, Purpose.DREAM, enemy_of(seat))
    if state.question == Question.PLACE_MAIN:
        hide_main(state, table, enemy_of(seat))
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, n_hand)
    for slot in range(SLOTS):
        enemy.units[slot].energy = deal(enemy, size(enemy.units[slot].energy))


@rule
def deal(player, n):
    """Take n cards off a deck; gives them as a set."""
    dealt = EMPTY
    for _ in range(n):
        player.n_deck -= 1
        dealt = with_(dealt, player.deck[player.n_deck])
    return dealt


@rule
def hide_main(state, table, seat):
    """Change a face-down first main unit for any unit it could be."""
    player = state.players[seat]
    main = player.units[MAIN]
    if main.copy_id == NOTHING:
        return
    for i in range(player.n_deck):
        copy = player.deck[i]
        if table.cards[state.card_of[seat, copy]].type == CardType.UNIT:
            player.deck[i] = main.copy_id
            main.copy_id = copy
            note_changes(state, table)
            return
