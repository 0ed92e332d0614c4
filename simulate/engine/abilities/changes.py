"""Changes of numbers and permissions by cards: lasting ones, and those while cards are in play.

A change is a lasting verb applied to a card in play or to a player. Those by effects are stored in
``state.lasting``; those of continuous abilities are read from the cards in play at each query.
``state.changing`` is the set of all verbs of changes in force, so that a query without changes is
one test.
"""

import numpy as np

from evenhand.decks.language.rows import ADJECTIVES, NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import FOUND_SLOTS, MOST_AMOUNT, Asked, Joining
from evenhand.simulate.engine.abilities.hooks import (
    area_of,
    cards_in_play,
    changed,
    copy_at,
    in_place,
    joining,
    owner_at,
    place_of,
)
from evenhand.simulate.engine.abilities.selecting import (
    abilities_of,
    amount_of,
    hold,
    number_of,
    places,
    speaks_of,
)
from evenhand.simulate.engine.sets import EMPTY, add, each, has, keep, load, nothing_in
from evenhand.simulate.engine.state import fail, note_did, note_worked

__all__ = [
    "FOREVER", "add_lasting", "any_hanging", "covers", "end_lasting", "end_lasting_by",
    "find_changes", "forget_lasting", "is_changed", "is_player_changed", "note_at_work",
    "note_changes", "note_coming", "player_total", "reach_of", "reaches", "size_at",
    "size_of_change", "total", "words_of",
]  # fmt: skip

FOREVER = 32_000  # a last turn that no game reaches


# Queries


@rule
def find_changes(state, pool, verb, place):
    """Record the amounts (or words) by which a verb changes what is at a place.

    They are in ``state.found[:state.n_found]`` until the next call.
    """
    state.n_found = 0
    if has(state.changing, verb):
        search_changes(state, pool, verb, place)


@rule
def search_changes(state, pool, verb, place):
    """Iterate over the changes of one verb in force on one place."""
    seat, copy = owner_at(state, place), copy_at(state, place)
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if lasting.verb == verb and lasting.copy_id == copy and lasting.seat == seat:
            note_found(state, lasting.amount)
    for i in range(state.n_statics):
        static = state.statics[i]
        if static.verb == verb and covers(state, pool, static, place):
            note_at_work(state, pool, static)
            note_found(state, size_at(state, pool, static, place))


@rule
def note_found(state, amount):
    """Record one amount."""
    if state.n_found == FOUND_SLOTS:
        fail(state)
        return
    state.found[state.n_found] = amount
    state.n_found += 1


@rule
def note_at_work(state, pool, static):
    """Record that a continuous ability changes something."""
    number = number_of(state, pool, static.seat, static.copy_id, static.ability)
    note_worked(state, static.seat, static.copy_id, number)


@rule
def covers(state, pool, static, place):
    """Return whether a continuous step currently changes what is at a place."""
    target = pool.steps[static.step].target
    area = area_of(state, static.seat, static.copy_id, target)
    return has(area, place) and reaches(state, pool, static, place)


@rule
def reaches(state, pool, static, place):
    """Return whether a continuous step applies to a place and its conditions currently hold."""
    target = pool.steps[static.step].target
    return (
        speaks_of(state, pool, static.seat, static.copy_id, target, place)
        and is_working(state, pool, static)
        and is_met_by(state, pool, static, place)
    )


@rule
def reach_of(state, pool, static):
    """Return the set of places that a continuous step currently changes."""
    if not is_working(state, pool, static):
        return nothing_in(state.it)
    step = pool.steps[static.step]
    reached = places(state, pool, static.seat, static.copy_id, step.target)
    if step.conditions[0].count.quantity == NOTHING:
        return reached
    met = nothing_in(state.it)
    for place in each(reached):
        if is_met_by(state, pool, static, place):
            met = add(met, place)
    return met


@rule
def is_working(state, pool, static):
    """Return whether the place and the conditions of a continuous ability currently hold."""
    seat, copy, ability = static.seat, static.copy_id, pool.abilities[static.ability]
    return in_place(state, pool, ability, seat, copy) and hold(
        state, pool, seat, copy, ability.conditions, Asked.POSSIBLY
    )


@rule
def is_met_by(state, pool, static, place):
    """Return whether the conditions of a continuous step hold for what is at a place."""
    seat, copy, step = static.seat, static.copy_id, pool.steps[static.step]
    if step.conditions[0].count.quantity == NOTHING:
        return True
    before = load(state.it)
    keep(add(nothing_in(state.it), place), state.it)
    is_met = hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY) and hold(
        state, pool, seat, copy, step.conditions, Asked.OF_IT
    )
    keep(before, state.it)
    return is_met


@rule
def size_of_change(state, pool, seat, copy, step):
    """Return the number of a lasting step: that of its word, or its amount."""
    if step.word != NOTHING:
        return np.int64(step.word)
    return amount_of(state, pool, seat, copy, step.amount)


@rule
def size_at(state, pool, static, place):
    """Return the number of a continuous step for what is at a place, which "it" means there."""
    step = pool.steps[static.step]
    if step.amount.per.quantity == NOTHING:
        return size_of_change(state, pool, static.seat, static.copy_id, step)
    before = load(state.it)
    keep(add(nothing_in(state.it), place), state.it)
    amount = size_of_change(state, pool, static.seat, static.copy_id, step)
    keep(before, state.it)
    return amount


@rule
def total(state, pool, verb, place):
    """Return the sum of the amounts by which a verb changes what is at a place."""
    find_changes(state, pool, verb, place)
    return sum_found(state)


@rule
def sum_found(state):
    """Return the sum of the recorded amounts."""
    total_amount = np.int64(0)
    for i in range(state.n_found):
        total_amount += state.found[i]
    return total_amount


@rule
def words_of(state, pool, verb, place):
    """Return the set of all words by which a verb changes what is at a place."""
    find_changes(state, pool, verb, place)
    words = EMPTY
    for i in range(state.n_found):
        words |= state.found[i]
    return words


@rule
def is_changed(state, pool, verb, place):
    """Return whether a verb, such as a "can't", changes what is at a place."""
    find_changes(state, pool, verb, place)
    return state.n_found > 0


@rule
def find_player_changes(state, pool, verb, seat, by):
    """Record the amounts by which a verb changes a player: by effects, and cards of ``by``.

    They are where `find_changes` writes them.
    """
    state.n_found = 0
    if not has(state.changing, verb):
        return
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if lasting.verb == verb and lasting.seat == seat and lasting.copy_id == NOTHING:
            note_found(state, lasting.amount)
    for i in range(state.n_statics):
        static = state.statics[i]
        is_theirs = static.verb == verb and static.seat == by
        if is_theirs and reaches(state, pool, static, place_of(state, by, static.copy_id)):
            note_at_work(state, pool, static)
            step = pool.steps[static.step]
            note_found(state, size_of_change(state, pool, by, static.copy_id, step))


@rule
def player_total(state, pool, verb, seat, by):
    """Add up all amounts by which a verb changes a player: by effects, and cards of ``by``."""
    find_player_changes(state, pool, verb, seat, by)
    return sum_found(state)


@rule
def is_player_changed(state, pool, verb, seat, by):
    """Return whether a verb changes a player: by effects, or cards of ``by``."""
    find_player_changes(state, pool, verb, seat, by)
    return state.n_found > 0


# Cards that enter and leave


@rule
def note_coming(state, pool, seat, copy):
    """Update continuous changes after a card entered or left."""
    if pool.cards[state.card_of[seat, copy]].always != EMPTY:
        note_changes(state, pool)
    else:
        changed(state, pool)


@rule
def note_changes(state, pool):
    """Recompute which verbs currently change something, after cards entered or left."""
    verbs = EMPTY
    for i in range(state.n_lasting):
        verbs = add(verbs, state.lasting[i].verb)
    state.n_statics = 0
    for seat in range(len(state.players)):
        for copy in each(cards_in_play(state, seat)):
            note_statics(state, pool, seat, copy)
    for i in range(state.n_statics):
        verbs = add(verbs, state.statics[i].verb)
    state.changing = verbs
    changed(state, pool)


@rule
def any_hanging(state, pool, verbs, steady):
    """Return whether a change of some verbs varies even if no card enters or leaves play.

    ``steady`` is the set of adjectives whose truth does not vary until `note_changes`.
    """
    for i in range(state.n_statics):
        static = state.statics[i]
        if static.verb in verbs:
            ability, step = pool.abilities[static.ability], pool.steps[static.step]
            if varies(ability, step, steady):
                return True
    return False


@rule
def varies(ability, step, steady):
    """Return whether a continuous step varies: it counts, or depends on adjectives or traits."""
    for i in range(ADJECTIVES):
        adjective = step.target.adjectives[i]
        if adjective != NOTHING and not has(steady, adjective):
            return True
    has_condition = (
        ability.conditions[0].count.quantity != NOTHING
        or step.conditions[0].count.quantity != NOTHING
    )
    has_number = step.target.trait != NOTHING or step.amount.per.quantity != NOTHING
    return has_condition or has_number


@rule
def note_statics(state, pool, seat, copy):
    """Record the steps of a card's continuous abilities."""
    card = state.card_of[seat, copy]
    if pool.cards[card].always == EMPTY:
        return
    for row in abilities_of(pool, card):
        ability = pool.abilities[row]
        if ability.continuous:
            note_did(state, seat, copy, number_of(state, pool, seat, copy, row))
            for number in range(ability.n_steps):
                note_static(state, pool, seat, copy, row, ability.first_step + number)


@rule
def note_static(state, pool, seat, copy, row, number):
    """Record one step of a continuous ability."""
    if state.n_statics == len(state.statics):
        fail(state)
        return
    static = state.statics[state.n_statics]
    static.seat = seat
    static.copy_id = copy
    static.ability = row
    static.step = number
    static.verb = pool.steps[number].verb
    state.n_statics += 1


# Changes by effects


@rule
def add_lasting(state, pool, verb, seat, copy, amount, last_turn):
    """Add a lasting change by an effect, or combine it with an existing one."""
    for i in range(state.n_lasting):
        if is_same_kind(state, state.lasting[i], verb, seat, copy, amount, last_turn):
            if joining(state, verb) == Joining.SUM:
                increase_lasting(state.lasting[i], amount)
                changed(state, pool)
            return
    if state.n_lasting == len(state.lasting):
        fail(state)
        return
    lasting = state.lasting[state.n_lasting]
    lasting.verb = verb
    lasting.seat = seat
    lasting.copy_id = copy
    lasting.amount = amount
    lasting.last_turn = last_turn
    state.n_lasting += 1
    note_changes(state, pool)


@rule
def is_same_kind(state, lasting, verb, seat, copy, amount, last_turn):
    """Return whether two changes can be combined: as a sum, or because they are identical."""
    if lasting.verb != verb or lasting.seat != seat or lasting.copy_id != copy:
        return False
    if lasting.last_turn != last_turn:
        return False
    match joining(state, verb):
        case Joining.SUM:
            return True
        case Joining.SAME:
            return lasting.amount == amount
        case _:
            return False


@rule
def increase_lasting(lasting, amount):
    """Add to the amount of a change, up to the limit of its field."""
    lasting.amount = max(-MOST_AMOUNT, min(MOST_AMOUNT, np.int64(lasting.amount) + amount))


@rule
def end_lasting(state, pool):
    """End the changes whose last turn this is."""
    end_lasting_by(state, pool, state.turn)


@rule
def end_lasting_by(state, pool, turn):
    """End the changes with a last turn up to this; a game may use values below 1 for others."""
    kept = 0
    for i in range(state.n_lasting):
        if state.lasting[i].last_turn > turn:
            state.lasting[kept] = state.lasting[i]
            kept += 1
    truncate_lasting(state, pool, kept)


@rule
def forget_lasting(state, pool, seat, copy):
    """End the changes of a card that leaves play."""
    kept = 0
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if lasting.seat != seat or lasting.copy_id != copy:
            state.lasting[kept] = lasting
            kept += 1
    truncate_lasting(state, pool, kept)


@rule
def truncate_lasting(state, pool, kept):
    """Truncate the list of changes."""
    if kept == state.n_lasting:
        return
    state.n_lasting = kept
    note_changes(state, pool)
