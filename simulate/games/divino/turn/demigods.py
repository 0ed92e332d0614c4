"""Demigods in their order, defeat, and players who leave the game (R20, R31, R50, R51)."""

from evenhand.decks.divino.words import Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import end_lasting, forget_lasting, note_changes
from evenhand.simulate.engine.abilities.selecting import lose_sight
from evenhand.simulate.engine.abilities.triggers import forget_uses
from evenhand.simulate.engine.options import DeckOut, SimultaneousLoss
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.seats import leave, seats_in
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, first, has, remove, size
from evenhand.simulate.engine.stack import give_priority, remove_item
from evenhand.simulate.engine.state import end_game
from evenhand.simulate.games.divino.combat.declaring import end_combat
from evenhand.simulate.games.divino.enums import EndReason, Part, Step
from evenhand.simulate.games.divino.in_play.moving_cards import draw, lose_aim, lose_hold
from evenhand.simulate.games.divino.in_play.places import kind_of, place, player_place, stack_place
from evenhand.simulate.games.divino.in_play.spans import end_until, until_turn_of
from evenhand.simulate.games.divino.turn_tasks import push_turn

__all__ = ["check_defeat", "draw_cards", "line_up", "lose_by_deck", "order_next"]


# The queue


@rule
def order_next(state, seat, copy):
    """Let a Demigod stand behind those already in order (R31)."""
    player = state.players[seat]
    player.waiting = remove(player.waiting, copy)
    for number in range(player.n_queue, 0, -1):
        player.queue[number] = player.queue[number - 1]
    player.queue[0] = copy
    player.n_queue += 1


@rule
def line_up(state, pool, seat):
    """Let the first of the queue become active, with its starting energy (R20, R31)."""
    player = state.players[seat]
    player.n_queue -= 1
    player.demigod = player.queue[player.n_queue]
    player.energy[player.demigod] = pool.cards[state.card_of[seat, player.demigod]].energy
    player.search_due = 1
    state.unsettled = 1
    note_changes(state, pool)


# Defeat


@rule
def check_defeat(state, pool, options):
    """Replace the Demigods that are defeated; who has none left loses (R20, R51)."""
    losers = EMPTY
    for seat in each(seats_in(state)):
        if is_defeated(state, seat):
            if state.players[seat].n_queue > 0:
                retire(state, pool, seat)
                line_up(state, pool, seat)
            else:
                losers = add(losers, seat)
    if losers != EMPTY:
        lose(state, pool, options, losers, EndReason.DEFEAT)


@rule
def is_defeated(state, seat):
    """Return whether a Demigod has no energy and its player no combat card (R20, D10)."""
    player = state.players[seat]
    return player.energy[player.demigod] == 0 and kind_of(state, seat, Noun.COMBAT_CARD) == EMPTY


@rule
def retire(state, pool, seat):
    """Take a defeated Demigod out of the game; what is attached to it goes as R24 says."""
    player = state.players[seat]
    copy, where = player.demigod, player_place(state, seat)
    lose_hold(state, where)
    lose_sight(state, where)
    lose_aim(state, where)
    forget_uses(state, seat, copy)
    player.removed = add(player.removed, copy)
    player.demigod = NOTHING
    player.tapped = remove(player.tapped, copy)
    forget_lasting(state, pool, seat, copy)


@rule
def draw_cards(state, options, seat, n):
    """Draw cards; who should draw from an empty deck may lose by it (R5, D13)."""
    missing = draw(state, seat, n)
    if missing > 0 and options.deck_out == DeckOut.LOSE:
        state.doomed = add(state.doomed, seat)


@rule
def lose_by_deck(state, pool, options):
    """Let those lose who should have drawn from an empty deck (D13)."""
    losers = state.doomed & seats_in(state)
    state.doomed = EMPTY
    if losers != EMPTY:
        lose(state, pool, options, losers, EndReason.DECK_OUT)


# Losing


@rule
def lose(state, pool, options, losers, reason):
    """Let players leave the game; the last one left wins (R50, R51)."""
    left = seats_in(state) & ~losers
    if left == EMPTY:
        lose_together(state, options, losers)
        return
    leave(state, losers)
    if size(left) == 1:
        end_game(state, first(left), reason)
        return
    for seat in each(losers):
        clear_away(state, pool, seat)
    give_priority(state, state.active)
    if has(losers, state.active):
        break_off_turn(state, pool)


@rule
def break_off_turn(state, pool):
    """End the turn of a player who has left at once, and all that lasts for it (R50)."""
    state.n_tasks = 0
    end_combat(state, pool)
    end_lasting(state, pool)
    state.step = Step.END_OF_TURN
    push_turn(state, Part.OVER)


@rule
def lose_together(state, options, losers):
    """Say who wins when the last players lose at once: nobody, unless an option says so (D11)."""
    winner = NOTHING
    match options.simultaneous_loss:
        case SimultaneousLoss.ACTIVE_LOSES:
            others = remove(losers, state.active)
            if size(others) == 1:
                winner = first(others)
        case SimultaneousLoss.ACTIVE_WINS:
            if has(losers, state.active):
                winner = state.active
    leave(state, losers if winner == NOTHING else remove(losers, winner))
    end_game(state, winner, EndReason.ALL_DEFEATED if winner == NOTHING else EndReason.DEFEAT)


@rule
def clear_away(state, pool, seat):
    """Take away all cards of a player who has left, and what they were about to do (R50)."""
    player = state.players[seat]
    clear_stack(state, seat)
    clear_triggers(state, seat)
    for number in range(state.n_hits):
        if state.hits[number].source // MOST == seat:
            state.hits[number].amount = 0
    gone = player.field | player.hand | player.discard | player.using | player.aside
    gone |= player.removed | deck_set(player)
    for copy in each(add(player.field, player.demigod)):
        where = place(seat, copy)
        lose_hold(state, where)
        lose_sight(state, where)
        lose_aim(state, where)
        forget_uses(state, seat, copy)
    for number in range(player.n_queue):
        gone = add(gone, player.queue[number])
    player.removed = add(gone, player.demigod)
    player.n_queue = 0
    player.n_deck = 0
    player.demigod = NOTHING
    player.field = EMPTY
    player.hand = EMPTY
    player.discard = EMPTY
    player.using = EMPTY
    player.aside = EMPTY
    player.blocking = EMPTY
    player.attacked = EMPTY
    player.attached = EMPTY
    player.called = EMPTY
    player.tapped = EMPTY
    player.defense = EMPTY
    player.sick = EMPTY
    player.played = EMPTY
    for viewer in range(len(player.known)):
        player.known[viewer] = EMPTY
    if seat == state.active:
        state.attackers = EMPTY
        state.blocked = EMPTY
    for copy in each(player.removed):
        forget_lasting(state, pool, seat, copy)
    forget_lasting(state, pool, seat, NOTHING)
    end_until(state, pool, until_turn_of(seat))
    state.unsettled = 1
    note_changes(state, pool)


@rule
def clear_stack(state, seat):
    """Take a player's items off the stack."""
    for number in range(state.n_stack - 1, -1, -1):
        if state.stack[number].seat == seat:
            where = stack_place(state, state.stack[number].spot)
            remove_item(state, number)
            lose_sight(state, where)
            lose_aim(state, where)


@rule
def clear_triggers(state, seat):
    """Forget a player's waiting triggers."""
    kept = 0
    for number in range(state.n_triggers):
        if state.triggers[number].seat != seat:
            state.triggers[kept] = state.triggers[number]
            kept += 1
    state.n_triggers = kept
