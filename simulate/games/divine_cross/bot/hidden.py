"""What a seat cannot see, dealt anew for a bot that thinks ahead."""

from evenhand.decks.divine_cross.words import CardType
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.piles import deal, deal_of_type, deck_set, imagine_deck
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, size
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Question

__all__ = ["resample_hidden"]


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of its own deck, and which of the enemy's unseen cards are in hand,
    in the deck, face down as energy, or face down in the Main Area before the game. What
    is dealt depends on nothing but which cards are unseen, so it betrays nothing.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    imagine_deck(state, seat, deck_set(own))
    unseen = enemy.hand & ~enemy.shown
    n_hand = size(unseen)
    for slot in range(SLOTS):
        unseen |= enemy.units[slot].energy
    main = enemy.units[MAIN]
    is_main_hidden = state.question == Question.PLACE_MAIN and main.copy_id != NOTHING
    if is_main_hidden:
        unseen = add(unseen, main.copy_id)
    imagine_deck(state, enemy_of(seat), unseen | deck_set(enemy))
    if is_main_hidden:
        main.copy_id = deal_of_type(state, pool, enemy_of(seat), CardType.UNIT)
        note_changes(state, pool)
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, n_hand)
    for slot in range(SLOTS):
        enemy.units[slot].energy = deal(enemy, size(enemy.units[slot].energy))
