"""Beginning the game: life, energy, opening hands and hands without divas (P1, P2)."""

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import CardType
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import deal_hand, of_type
from evenhand.simulate.engine.piles import begin_deck, deck_set, gather, reshuffle
from evenhand.simulate.engine.sets import EMPTY
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.starcrossed.enums import LANES, SEATS, Question, Role, Task

__all__ = ["check_opening_hand", "clear_crystal", "lay_out", "redraw"]


@rule
def lay_out(state, options):
    """Set life and energy, shuffle both decks, draw both hands, and plan the first turn (P1)."""
    for seat in range(SEATS):
        player = state.players[seat]
        player.life = options.life
        player.kept = options.kept_energy
        for lane in range(LANES):
            clear_crystal(player.crystals[lane])
        player.spot[:] = NOTHING
        begin_deck(state, seat)
        deal_hand(state, seat, options.opening_hand)
    push_task(state, Task.BEGIN_TURN).seat = 0
    push_task(state, Task.OPENING_HAND).seat = 1
    push_task(state, Task.OPENING_HAND).seat = 0


@rule
def clear_crystal(crystal):
    """Make a crystal as it is at the beginning: level 0, without attunement or cards."""
    crystal.level = 0
    crystal.tribe = NOTHING
    crystal.copy_id = NOTHING
    crystal.recruit = 0
    crystal.attacked = 0
    crystal.role = Role.NONE
    crystal.skills[:] = NOTHING
    crystal.down[:] = 0


@rule
def check_opening_hand(state, pool, options, seat):
    """Offer to redraw a hand without divas; any other is kept (P2, B14)."""
    pop_task(state)
    is_left = state.players[seat].redraws < options.mulligan_cap
    hand = state.players[seat].hand
    if is_left and of_type(state, pool, seat, hand, CardType.DIVA) == EMPTY:
        ask(state, seat, Question.MULLIGAN)


@rule
def redraw(state, options, seat, yes):
    """Shuffle the revealed hand back and draw another, or keep it (P2)."""
    player = state.players[seat]
    if not yes:
        return
    player.redraws += 1
    state.tally[seat].mulligans += 1
    gather(player, deck_set(player) | player.hand)
    player.hand = EMPTY
    reshuffle(state, seat)
    deal_hand(state, seat, options.opening_hand)
    push_task(state, Task.OPENING_HAND).seat = seat
