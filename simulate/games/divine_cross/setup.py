"""Preparing the game: opening hands, mulligans, and the first main units (R16-R18)."""

from evenhand.decks.divine_cross.words import CardType
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import deal_hand, of_type, shuffle_into_deck
from evenhand.simulate.engine.losses import both_can_begin
from evenhand.simulate.engine.piles import begin_deck
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, first, remove
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divine_cross.enums import SEATS, EndReason, Question, Task
from evenhand.simulate.games.divine_cross.moving_cards import clear
from evenhand.simulate.games.divine_cross.options import MulliganBonus, MulliganBonusTime

__all__ = ["ask_bonus_draw", "check_opening_hand", "lay_out", "plan_bonus_draws"]


@rule
def lay_out(state, pool, options):
    """Shuffle both decks, draw both hands, and plan the rest of the preparation."""
    state.active = NOTHING
    if not both_can_begin(state, pool, CardType.UNIT, EndReason.NO_UNIT_TO_START):
        return
    for seat in range(SEATS):
        for unit in state.players[seat].units:
            clear(unit)
        begin_deck(state, seat)
        deal_hand(state, seat, hand_size(options, seat))
    push_task(state, Task.BEGIN_TURN).seat = 0
    push_task(state, Task.PLACE_MAIN).seat = 1
    push_task(state, Task.PLACE_MAIN).seat = 0
    push_task(state, Task.BONUS_DRAWS)
    push_task(state, Task.OPENING_HAND).seat = 1
    push_task(state, Task.OPENING_HAND).seat = 0


@rule
def hand_size(options, seat):
    """Return how many cards a seat is dealt; the second player's may be more (R16, A36)."""
    return options.opening_hand + (options.second_player_cards if seat == 1 else 0)


@rule
def units_in_hand(state, pool, seat):
    """Return the set of unit cards in a hand."""
    return of_type(state, pool, seat, state.players[seat].hand, CardType.UNIT)


@rule
def is_unit(state, pool, seat, copy):
    """Return whether a card is a unit."""
    return pool.cards[state.card_of[seat, copy]].type == CardType.UNIT


@rule
def check_opening_hand(state, pool, options, seat):
    """Keep a hand with a unit in it; show, reshuffle and redraw any other (R17)."""
    if units_in_hand(state, pool, seat) != EMPTY:
        pop_task(state)
        return
    if state.players[seat].reveals == options.mulligan_cap:
        take_unit_from_deck(state, pool, seat)
        return
    redraw(state, options, seat)
    if options.mulligan_bonus_time == MulliganBonusTime.AT_REVEAL:
        ahead = state.players[seat].reveals > state.players[enemy_of(seat)].reveals
        if options.mulligan_bonus == MulliganBonus.EACH or (
            options.mulligan_bonus == MulliganBonus.NET and ahead
        ):
            plan_bonus(state, enemy_of(seat), 1)


@rule
def redraw(state, options, seat):
    """Shuffle the hand back and deal another (R17)."""
    player = state.players[seat]
    player.reveals += 1
    state.tally[seat].mulligans += 1
    shuffle_into_deck(state, seat, player.hand)
    player.hand = EMPTY
    deal_hand(state, seat, hand_size(options, seat))


@rule
def take_unit_from_deck(state, pool, seat):
    """Change a hand card for the topmost unit of the deck, so that the game begins (A3)."""
    player = state.players[seat]
    for i in range(player.n_deck - 1, -1, -1):
        copy = player.deck[i]
        if is_unit(state, pool, seat, copy):
            given = first(player.hand)
            player.hand = add(remove(player.hand, given), copy)
            player.deck[i] = given
            state.tally[seat].tutored = add(EMPTY, copy)
            return


@rule
def plan_bonus_draws(state, options):
    """Plan the cards that each player may draw for the enemy's reveals (R17, A2)."""
    pop_task(state)
    if options.mulligan_bonus_time != MulliganBonusTime.DELAYED:
        return
    for seat in range(SEATS - 1, -1, -1):
        own, enemy = state.players[seat].reveals, state.players[enemy_of(seat)].reveals
        match options.mulligan_bonus:
            case MulliganBonus.EACH:
                plan_bonus(state, seat, enemy)
            case MulliganBonus.NET:
                plan_bonus(state, seat, enemy - own)


@rule
def plan_bonus(state, seat, n):
    """Plan n optional draws."""
    if n <= 0:
        return
    item = push_task(state, Task.BONUS_DRAW)
    item.seat = seat
    item.n = n


@rule
def ask_bonus_draw(state, item):
    """Offer one of the draws planned."""
    if item.n == 0:
        pop_task(state)
        return
    item.n -= 1
    ask(state, item.seat, Question.BONUS_DRAW)
