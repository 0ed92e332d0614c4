"""Numbers and permissions that cards change: for a while, or as long as they are in play.

A change is a lasting verb upon a unit. Those made by effects stand in
``state.lasting``; those of static abilities are read off the cards in play each time
they are asked for. ``state.changing`` is the set of verbs in question at all, so that
a table without changes costs one look.
"""

import numpy as np

from decks.divine_cross.words import Duration, Moment, Place, Verb
from decks.language.rows import NOTHING
from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, each, has, with_
from simulate.engine.state import fail, note_did, note_worked
from simulate.games.divine_cross.selecting import (
    MOST_AMOUNT,
    amount_of,
    area_of,
    hold,
    speaks_of,
    unit_at,
)
from simulate.games.divine_cross.words import (
    FOUND_SLOTS,
    LASTING_SLOTS,
    MAIN,
    SEATS,
    SLOTS,
    STATIC_SLOTS,
    Asked,
)

__all__ = [
    "FOREVER", "abilities_of", "add_lasting", "advantage_of", "card_at", "cards_at", "end_lasting",
    "find_changes", "forget_unit", "hp_of", "in_place", "is_forbidden", "last_turn_of",
    "note_changes", "note_coming", "number_of", "print_attributes", "reaches", "refresh_attributes",
    "retreat_cost", "size_of_change", "skill_cost", "total",
]  # fmt: skip

FOREVER = 32_000  # a last turn that no game reaches
SUMMED = (
    Verb.DEALS, Verb.TAKES, Verb.GETS_HP, Verb.GETS_RETREAT_COST, Verb.GETS_SKILL_COST,
)  # fmt: skip


@rule
def abilities_of(table, card):
    """Give the rows of a card's abilities."""
    row = table.cards[card].first_ability
    return range(row, row + table.cards[card].n_abilities)


@rule
def number_of(state, table, seat, copy, row):
    """Give the number of an ability on its card, from its row."""
    return row - table.cards[state.card_of[seat, copy]].first_ability


@rule
def in_place(state, table, ability, seat, copy):
    """Say whether the ability's card stands where the ability works."""
    if ability.place == NOTHING:
        return True
    main = state.players[seat].units[MAIN]
    is_main = main.copy_id == copy or main.assist == copy
    return is_main == (ability.place == Place.MAIN)


@rule
def find_changes(state, table, verb, place):
    """Write down the amounts (or words) by which a verb changes the unit at a spot.

    They stand in ``state.found[:state.n_found]`` until the next call.
    """
    state.n_found = 0
    if has(state.changing, verb):
        search_changes(state, table, verb, place)


@rule
def search_changes(state, table, verb, place):
    """Go through all changes in force for those of one verb upon one unit."""
    unit = unit_at(state, place)
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        is_on_unit = lasting.copy_id == unit.copy_id and lasting.seat == place // SLOTS
        if lasting.verb == verb and is_on_unit:
            note_found(state, lasting.amount)
    for i in range(state.n_statics):
        static = state.statics[i]
        is_near = static.verb == verb and has(static.area, place)
        if is_near and reaches(state, table, static, place):
            step = table.steps[static.step]
            number = number_of(state, table, static.seat, static.copy_id, static.ability)
            note_worked(state, static.seat, static.copy_id, number)
            note_found(state, size_of_change(state, table, static.seat, static.copy_id, step))


@rule
def note_found(state, amount):
    """Write one amount down."""
    if state.n_found == FOUND_SLOTS:
        fail(state)
        return
    state.found[state.n_found] = amount
    state.n_found += 1


@rule
def cards_at(state, place):
    """Give the set of the unit at a spot and its Assist, as far as they are there."""
    unit = unit_at(state, place)
    found = EMPTY
    if unit.copy_id != NOTHING:
        found = with_(found, unit.copy_id)
        if unit.assist != NOTHING:
            found = with_(found, unit.assist)
    return found


@rule
def reaches(state, table, static, place):
    """Say whether a static step covers the unit at a spot right now (R15: stunned or not)."""
    seat, copy = static.seat, static.copy_id
    ability, step = table.abilities[static.ability], table.steps[static.step]
    if not speaks_of(state, table, seat, copy, step.target, place):
        return False
    if not in_place(state, table, ability, seat, copy):
        return False
    if not hold(state, table, seat, copy, ability.conditions, Asked.POSSIBLY):
        return False
    before = state.it
    state.it = with_(EMPTY, place)
    covered = hold(state, table, seat, copy, step.conditions, Asked.POSSIBLY) and hold(
        state, table, seat, copy, step.conditions, Asked.OF_IT
    )
    state.it = before
    return covered


@rule
def size_of_change(state, table, seat, copy, step):
    """Give the number of a lasting step: its word's, or its amount."""
    if step.word != NOTHING:
        return np.int64(step.word)
    return amount_of(state, table, seat, copy, step.amount)


@rule
def total(state, table, verb, place):
    """Add up all amounts by which a verb changes a unit."""
    find_changes(state, table, verb, place)
    found = np.int64(0)
    for i in range(state.n_found):
        found += state.found[i]
    return found


@rule
def is_forbidden(state, table, verb, place):
    """Say whether any "can't" of this verb is upon a unit."""
    find_changes(state, table, verb, place)
    return state.n_found > 0


# The numbers of a unit as they are now


@rule
def card_at(state, table, place):
    """Give the table card of the unit at a spot."""
    return table.cards[state.card_of[place // SLOTS, unit_at(state, place).copy_id]]


@rule
def hp_of(state, table, place):
    """Give a unit's HP."""
    return card_at(state, table, place).hp + total(state, table, Verb.GETS_HP, place)


@rule
def retreat_cost(state, table, place):
    """Give the energy a unit's retreat takes, at least 0 (R8)."""
    change = total(state, table, Verb.GETS_RETREAT_COST, place)
    return max(np.int64(0), card_at(state, table, place).retreat + change)


@rule
def skill_cost(state, table, place, skill):
    """Give the energy a skill needs, at least 0 (R9)."""
    change = total(state, table, Verb.GETS_SKILL_COST, place)
    return max(np.int64(0), card_at(state, table, place).skill_cost[skill] + change)


@rule
def advantage_of(state, table, place):
    """Give the set of attributes that a unit's damage is doubled against."""
    return card_at(state, table, place).advantage | words_of(
        state, table, Verb.HAS_ADVANTAGE, place
    )


@rule
def words_of(state, table, verb, place):
    """Give the set of all words by which a verb changes a unit."""
    find_changes(state, table, verb, place)
    found = EMPTY
    for i in range(state.n_found):
        found |= state.found[i]
    return found


# Keeping track


@rule
def note_changes(state, table):
    """Work out anew which verbs are changing something; after anything came or went."""
    found = EMPTY
    for i in range(state.n_lasting):
        found = with_(found, state.lasting[i].verb)
    state.n_statics = 0
    state.hanging = 0
    for place in range(SEATS * SLOTS):
        for copy in each(cards_at(state, place)):
            note_statics(state, table, place // SLOTS, copy)
    for i in range(state.n_statics):
        found = with_(found, state.statics[i].verb)
    if has(state.changing, Verb.IS_ALSO):
        print_attributes(state, table)
    state.changing = found
    refresh_attributes(state, table)
    state.unsettled = 1


@rule
def note_statics(state, table, seat, copy):
    """Write down the steps of a card's continuous abilities."""
    card = state.card_of[seat, copy]
    if table.cards[card].always == EMPTY:
        return
    for row in abilities_of(table, card):
        ability = table.abilities[row]
        if ability.moment == Moment.ALWAYS:
            note_did(state, seat, copy, number_of(state, table, seat, copy, row))
            for number in range(ability.n_steps):
                note_static(state, table, seat, copy, row, ability.first_step + number)


@rule
def note_static(state, table, seat, copy, row, number):
    """Write down one step of a continuous ability."""
    if state.n_statics == STATIC_SLOTS:
        fail(state)
        return
    static = state.statics[state.n_statics]
    static.seat = seat
    static.copy_id = copy
    static.ability = row
    static.step = number
    static.verb = table.steps[number].verb
    static.area = area_of(seat, table.steps[number].target)
    state.n_statics += 1
    if hangs(table.abilities[row], table.steps[number]):
        state.hanging = 1


@rule
def hangs(ability, step):
    """Say whether HP or attributes change with more than cards coming and going."""
    if step.verb not in (Verb.GETS_HP, Verb.IS_ALSO):
        return False
    has_condition = (
        ability.conditions[0].count.quantity != NOTHING
        or step.conditions[0].count.quantity != NOTHING
    )
    is_narrow = step.target.adjectives[0] != NOTHING or step.target.trait != NOTHING
    return has_condition or is_narrow or step.amount.per.quantity != NOTHING


@rule
def note_coming(state, table, seat, copy):
    """See what the coming or going of a card changes."""
    state.unsettled = 1
    if state.changing | table.cards[state.card_of[seat, copy]].always != EMPTY:
        note_changes(state, table)


@rule
def print_attributes(state, table):
    """Give every unit the attributes printed on it."""
    for place in range(SEATS * SLOTS):
        unit = unit_at(state, place)
        if unit.copy_id != NOTHING:
            unit.attribute = card_at(state, table, place).attribute


@rule
def refresh_attributes(state, table):
    """Bring each unit's attributes up to date where something adds to them."""
    if not has(state.changing, Verb.IS_ALSO):
        return
    print_attributes(state, table)
    for place in range(SEATS * SLOTS):
        unit = unit_at(state, place)
        if unit.copy_id == NOTHING:
            continue
        granted = words_of(state, table, Verb.IS_ALSO, place)
        unit.attribute = card_at(state, table, place).attribute | granted


@rule
def add_lasting(state, table, verb, seat, copy, amount, last_turn):
    """Put a change by an effect in force, joining it to one of its kind (A33)."""
    for i in range(state.n_lasting):
        if is_same_kind(state.lasting[i], verb, seat, copy, amount, last_turn):
            if verb in SUMMED:
                total_amount = np.int64(state.lasting[i].amount) + amount
                state.lasting[i].amount = max(-MOST_AMOUNT, min(MOST_AMOUNT, total_amount))
                state.unsettled = 1
            return
    if state.n_lasting == LASTING_SLOTS:
        fail(state)
        return
    lasting = state.lasting[state.n_lasting]
    lasting.verb = verb
    lasting.seat = seat
    lasting.copy_id = copy
    lasting.amount = amount
    lasting.last_turn = last_turn
    state.n_lasting += 1
    note_changes(state, table)


@rule
def is_same_kind(lasting, verb, seat, copy, amount, last_turn):
    """Say whether a change can take another into itself: as a sum, or because it is the same."""
    if lasting.verb != verb or lasting.seat != seat or lasting.copy_id != copy:
        return False
    if verb in (Verb.DEALS_DOUBLE, Verb.TAKES_HALF) or lasting.last_turn != last_turn:
        return False
    return verb in SUMMED or lasting.amount == amount


@rule
def last_turn_of(state, duration, controller):
    """Give the number of the turn with which a change ends."""
    is_own_turn = state.active == controller
    match duration:
        case Duration.THIS_TURN:
            return np.int64(state.turn)
        case Duration.YOUR_NEXT_TURN:
            return np.int64(state.turn + 1 + is_own_turn)
        case Duration.ENEMY_NEXT_TURN:
            return np.int64(state.turn + 2 - is_own_turn)
        case _:
            return np.int64(FOREVER)


@rule
def end_lasting(state, table):
    """End the changes whose last turn this is."""
    if state.n_lasting == 0:
        return
    kept = 0
    for i in range(state.n_lasting):
        if state.lasting[i].last_turn > state.turn:
            state.lasting[kept] = state.lasting[i]
            kept += 1
    close_lasting(state, table, kept)


@rule
def forget_unit(state, table, seat, copy):
    """End the changes upon a unit that leaves play."""
    kept = 0
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if lasting.seat != seat or lasting.copy_id != copy:
            state.lasting[kept] = lasting
            kept += 1
    close_lasting(state, table, kept)


@rule
def close_lasting(state, table, kept):
    """Keep the first changes only."""
    if kept == state.n_lasting:
        return
    state.n_lasting = kept
    note_changes(state, table)
