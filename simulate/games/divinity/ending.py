"""What falls, and who has won: what the rules check between any two effects (R13, section F)."""

from evenhand.decks.divinity.words import Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.losses import end_for_both
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, has, size
from evenhand.simulate.engine.state import end_game
from evenhand.simulate.games.divinity.attack import attacker_of
from evenhand.simulate.games.divinity.enums import EndReason
from evenhand.simulate.games.divinity.moments import happens, happens_about, happens_to
from evenhand.simulate.games.divinity.moving_cards import discard_from_play
from evenhand.simulate.games.divinity.numbers import hp_left, refresh
from evenhand.simulate.games.divinity.places import (
    FIGHTERS,
    card_at,
    deities_of,
    is_deity,
    side_of,
    walls_of,
)
from evenhand.simulate.games.divinity.trophies import earn

__all__ = ["settle"]


@rule
def settle(state, pool, options):
    """Discard what has damage of its HP or more, then see whether anyone has lost."""
    state.unsettled = 0
    if state.stale or state.hanging:
        refresh(state, pool)
    fallen = fallen_spots(state)
    defeated = fallen if options.effect_ko_is_defeat else fallen & state.struck
    for where in each(defeated):
        announce_defeat(state, pool, where)
    state.struck = EMPTY
    for where in each(fallen):
        discard_from_play(state, pool, where)
    check_losses(state, options)


@rule
def fallen_spots(state):
    """Return the set of spots whose Deity or Wall has damage of its HP or more (R13)."""
    found = EMPTY
    for where in each(state.taken & FIGHTERS):
        if hp_left(state, where) <= 0:
            found = add(found, where)
    return found


@rule
def announce_defeat(state, pool, where):
    """Tell all whom it concerns that a card is defeated, and note the trophy (R14)."""
    happens(state, pool, where, Moment.DEFEATED)
    if not is_deity(where):
        return
    side = side_of(where)
    happens_about(state, pool, side, Moment.OWN_DEFEATED, where)
    if side == state.active:
        return
    earn(state, card_at(state, pool, where).rank)
    if has(state.struck, where):
        happens_to(state, pool, attacker_of(state, where), Moment.DEFEATS, where)


# Winning


@rule
def check_losses(state, options):
    """End the game if a player has lost, or both have (section F)."""
    first, second = loss_of(state, options, 0), loss_of(state, options, 1)
    if first != NOTHING and second != NOTHING:
        end_for_both(state, options, EndReason.BOTH_LOSE)
    elif first != NOTHING:
        end_game(state, 1, first)
    elif second != NOTHING:
        end_game(state, 0, second)


@rule
def loss_of(state, options, seat):
    """Return the reason why a player has lost, or NOTHING (F1-F3)."""
    if size(walls_of(state, enemy_of(seat))) >= options.walls_to_win:
        return EndReason.WALLS
    if deities_of(state, seat) | walls_of(state, seat) == EMPTY:
        return EndReason.WIPE_OUT
    if has(state.decked, seat):
        return EndReason.DECK_OUT
    return NOTHING
