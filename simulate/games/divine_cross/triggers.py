"""Triggered abilities: noticed when their moment comes, resolved when the table is quiet.

A moment puts the ability on the list of waiting triggers. When no skill, effect or KO
check is under way, the player whose turn it is resolves theirs first, each player in the
order they like (A17, A25).
"""

from decks.records import NOTHING
from simulate.engine.agenda import plan
from simulate.engine.compile import rule
from simulate.engine.state import ask, fail, note_could
from simulate.games.divine_cross.changes import abilities_of, in_place, number_of
from simulate.games.divine_cross.selecting import enemy_of, hold, spot_of, unit_at
from simulate.games.divine_cross.words import (
    ABILITY_SLOTS,
    TRIGGER_SLOTS,
    Asked,
    Part,
    Question,
    Stage,
    Task,
)

MOST_USES = 100

__all__ = [
    "begin_ability", "has_use_left", "next_trigger", "note_use", "plan_all", "renew_uses",
    "take_trigger", "trigger",
]  # fmt: skip


@rule
def trigger(state, table, seat, copy, moment):
    """Let the abilities of a card that wait for this moment join the list."""
    card = table.cards[state.card_of[seat, copy]]
    if (card.moments >> moment) & 1 == 0:
        return
    for row in abilities_of(table, state.card_of[seat, copy]):
        ability = table.abilities[row]
        if (
            ability.moment == moment
            and in_place(state, table, ability, seat, copy)
            and has_use_left(state, table, seat, copy, row)
            and hold(state, table, seat, copy, ability.conditions, Asked.POSSIBLY)
        ):
            wait(state, table, seat, copy, row)


@rule
def wait(state, table, seat, copy, row):
    """Put an ability on the list of waiting triggers."""
    if state.n_triggers == TRIGGER_SLOTS:
        fail(state)
        return
    note_use(state, table, seat, copy, row)
    note_could(state, seat, copy, number_of(state, table, seat, copy, row))
    waiting = state.triggers[state.n_triggers]
    waiting.seat = seat
    waiting.copy_id = copy
    waiting.ability = row
    state.n_triggers += 1


@rule
def count_waiting(state, seat):
    """Count a player's waiting triggers."""
    found = 0
    for i in range(state.n_triggers):
        found += state.triggers[i].seat == seat
    return found


@rule
def next_trigger(state):
    """Begin a waiting trigger; its owner chooses among several."""
    seat = state.active
    waiting = count_waiting(state, seat)
    if waiting == 0:
        seat = enemy_of(seat)
        waiting = state.n_triggers
    if waiting > 1:
        ask(state, seat, Question.NEXT_TRIGGER)
        return
    for i in range(state.n_triggers):
        if state.triggers[i].seat == seat:
            take_trigger(state, i)
            return


@rule
def take_trigger(state, number):
    """Begin one waiting trigger and close the gap it leaves."""
    waiting = state.triggers[number]
    begin_ability(state, waiting.seat, waiting.copy_id, waiting.ability, Part.ALL)
    for i in range(number, state.n_triggers - 1):
        state.triggers[i] = state.triggers[i + 1]
    state.n_triggers -= 1


@rule
def begin_ability(state, seat, copy, row, part):
    """Put an ability on the agenda."""
    item = plan(state, Task.ABILITY)
    item.seat = seat
    item.copy_id = copy
    item.ability = row
    item.part = part
    item.stage = Stage.BEGIN
    item.step = 0
    item.mode = 0
    item.held = 1


@rule
def plan_all(state, table, seat, copy, moment):
    """Put all abilities of a card for a moment on the agenda, the first printed on top."""
    card = table.cards[state.card_of[seat, copy]]
    for row in range(card.first_ability + card.n_abilities - 1, card.first_ability - 1, -1):
        if table.abilities[row].moment == moment:
            begin_ability(state, seat, copy, row, Part.ALL)


# Uses per turn


@rule
def use_slot(state, table, seat, copy, row):
    """Give where uses of an ability are counted on its unit."""
    number = row - table.cards[state.card_of[seat, copy]].first_ability
    place = spot_of(state, seat, copy)
    if place != NOTHING and unit_at(state, place).copy_id != copy:
        number += ABILITY_SLOTS
    return number


@rule
def has_use_left(state, table, seat, copy, row):
    """Say whether the ability's printed limit leaves a use."""
    ability = table.abilities[row]
    place = spot_of(state, seat, copy)
    if ability.uses == 0 or place == NOTHING:
        return True
    return unit_at(state, place).used[use_slot(state, table, seat, copy, row)] < ability.uses


@rule
def note_use(state, table, seat, copy, row):
    """Count one use."""
    place = spot_of(state, seat, copy)
    if place != NOTHING:
        used = unit_at(state, place).used
        number = use_slot(state, table, seat, copy, row)
        used[number] = min(used[number] + 1, MOST_USES)


@rule
def renew_uses(state, table):
    """Forget the uses of the turn that ended; those counted per game stay."""
    for seat in range(len(state.players)):
        for unit in state.players[seat].units:
            if unit.copy_id == NOTHING:
                continue
            renew_card(table, unit.used, 0, state.card_of[seat, unit.copy_id])
            if unit.assist != NOTHING:
                renew_card(table, unit.used, ABILITY_SLOTS, state.card_of[seat, unit.assist])


@rule
def renew_card(table, used, first, card):
    """Forget the uses of one card's abilities."""
    row = table.cards[card].first_ability
    for number in range(table.cards[card].n_abilities):
        if used[first + number] != 0 and table.abilities[row + number].per_game == 0:
            used[first + number] = 0
