"""Evaluate selectors, amounts and conditions of abilities.

Here ``seat, copy`` is always the source of the ability: its controller and the card.
"""

import numpy as np

from evenhand.decks.language.rows import ADJECTIVES, CONDITIONS, NOTHING, Comparison, How, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import (
    MOST_AMOUNT,
    Asked,
    Zone,
)
from evenhand.simulate.engine.abilities.hooks import (
    area_of,
    copy_at,
    count,
    fits_card,
    is_at,
    is_described,
    is_exact,
    is_noun,
    is_other,
    name_at,
    owner_at,
    trait_of,
    zone_of,
)
from evenhand.simulate.engine.seats import enemy_of, next_seat
from evenhand.simulate.engine.sets import (
    EMPTY,
    add,
    each,
    has,
    keep,
    load,
    nothing_in,
    remove,
    size,
)

__all__ = [
    "abilities_of", "amount_of", "card_at", "cards", "chance_of", "compares", "exchange_sight",
    "has_words", "hold", "is_chancy", "is_settled", "lose_sight", "n_candidates", "number_of",
    "own_cards", "places", "places_meant", "rival_of", "speaks_of", "within",
]  # fmt: skip


DUEL = 2  # players


# Abilities and their cards


@rule
def abilities_of(pool, card):
    """Return the rows of a card's abilities."""
    row = pool.cards[card].first_ability
    return range(row, row + pool.cards[card].n_abilities)


@rule
def number_of(state, pool, seat, copy, row):
    """Return the number of an ability on its card, from its row."""
    return row - pool.cards[state.card_of[seat, copy]].first_ability


@rule
def card_at(state, pool, place):
    """Return the table card of what is at a place."""
    return pool.cards[state.card_of[owner_at(state, place), copy_at(state, place)]]


# Places


@rule
def places(state, pool, seat, copy, selector):
    """Return the set of places that a selector selects."""
    meant = places_meant(state, seat, copy, selector)
    if is_settled(state, selector):
        return meant
    is_area = is_exact(state, selector) and not is_reference(selector)
    selected = nothing_in(state.it)
    for place in each(meant):
        if is_area:
            is_it = matches_marks(state, pool, seat, copy, selector, place)
        else:
            is_it = speaks_of(state, pool, seat, copy, selector, place)
        if is_it:
            selected = add(selected, place)
    return selected


@rule
def is_reference(selector):
    """Return whether a selector is "this", "it" or "the former"."""
    match selector.how:
        case How.THIS | How.IT | How.FORMER:
            return True
        case _:
            return False


@rule
def is_settled(state, selector):
    """Return whether a selector selects all places of `places_meant`, without further tests."""
    return is_exact(state, selector) and not has_marks(selector)


@rule
def places_meant(state, seat, copy, selector):
    """Return the set of places that a selector may select, before further tests."""
    match selector.how:
        case How.IT:
            return load(state.it)
        case How.FORMER:
            return load(state.former)
        case How.NONE:
            return nothing_in(state.it)
        case _:
            return area_of(state, seat, copy, selector)


@rule
def has_marks(selector):
    """Return whether a selector has more than a noun and a side."""
    has_words_or_name = selector.adjectives[0] != NOTHING or selector.named != NOTHING
    return has_words_or_name or selector.trait != NOTHING or selector.other != 0


@rule
def speaks_of(state, pool, seat, copy, selector, place):
    """Return whether a selector selects what is at a place."""
    match selector.how:
        case How.NONE:
            return True
        case How.THIS:
            is_meant = is_at(state, seat, copy, place)
        case How.IT:
            is_meant = has(load(state.it), place)
        case How.FORMER:
            is_meant = has(load(state.former), place)
        case _:
            return fits_place(state, pool, seat, copy, selector, place)
    return is_meant and matches_adjectives(state, pool, seat, copy, place, selector)


@rule
def fits_place(state, pool, seat, copy, selector, place):
    """Return whether what is at a place matches side, noun and marks of a selector."""
    if not within(selector.side, owner_at(state, place) == seat):
        return False
    if copy_at(state, place) == NOTHING or not is_noun(state, pool, place, selector.noun):
        return False
    return matches_marks(state, pool, seat, copy, selector, place)


@rule
def matches_marks(state, pool, seat, copy, selector, place):
    """Return whether what is at a place matches the marks of a selector."""
    if selector.named != NOTHING and name_at(state, pool, place) != selector.named:
        return False
    if not matches_adjectives(state, pool, seat, copy, place, selector):
        return False
    if not has_trait(state, pool, place, selector):
        return False
    return not selector.other or is_other(state, pool, seat, copy, selector, place)


@rule
def within(side, is_own):
    """Return whether a selector's side includes a player."""
    return side == Side.ANY or (side == Side.OWN) == is_own


@rule
def matches_adjectives(state, pool, seat, copy, place, selector):
    """Return whether all of a selector's adjectives apply to what is at a place."""
    for i in range(ADJECTIVES):
        if selector.adjectives[i] == NOTHING:
            return True
        if not is_described(state, pool, seat, copy, place, selector.adjectives[i]):
            return False
    return True


@rule
def has_trait(state, pool, place, selector):
    """Return whether what is at a place satisfies "with at least .."."""
    if selector.trait == NOTHING:
        return True
    value = trait_of(state, pool, place, selector.trait)
    return compares(value, selector.trait_comparison, selector.trait_value)


@rule
def lose_sight(state, place):
    """Remove a place that becomes empty from the references of abilities."""
    remove_from_field(state.it, place)
    remove_from_field(state.former, place)
    remove_from_field(state.pick.places, place)
    for i in range(state.n_triggers):
        if state.triggers[i].it == place:
            state.triggers[i].it = NOTHING


@rule
def remove_from_field(field, place):
    """Remove a place from a set in a field."""
    keep(remove(load(field), place), field)


@rule
def exchange_sight(state, one, other):
    """Update the references of abilities after two places were exchanged."""
    exchange_in_field(state.it, one, other)
    exchange_in_field(state.former, one, other)
    exchange_in_field(state.pick.places, one, other)
    for i in range(state.n_triggers):
        about = state.triggers[i].it
        if about in (one, other):
            state.triggers[i].it = other if about == one else one


@rule
def exchange_in_field(field, one, other):
    """Exchange two places in a set in a field."""
    members = load(field)
    if has(members, one) == has(members, other):
        return
    if has(members, one):
        keep(add(remove(members, one), other), field)
    else:
        keep(add(remove(members, other), one), field)


# Players


@rule
def rival_of(state, seat):
    """Return "the enemy" who chooses or declines: with two players, the other.

    With more, the owner of "it" if that is an enemy; else the next one in turn order.
    """
    if len(state.out) == DUEL:
        return enemy_of(seat)
    for place in each(load(state.it)):
        owner = np.int64(owner_at(state, place))
        if owner != seat and state.out[owner] == 0:
            return owner
    return next_seat(state, seat)


# Cards


@rule
def cards(state, pool, seat, copy, selector, zone):
    """Return the set of a player's own cards in a zone that a selector selects."""
    in_zone = zone_of(state, seat, zone)
    match selector.how:
        case How.THIS:
            return in_zone & add(EMPTY, copy)
        case How.IT:
            return in_zone & state.it_cards
        case _:
            others = remove(in_zone, copy) if selector.other else in_zone
            return filter_cards(state, pool, seat, others, selector)


@rule
def filter_cards(state, pool, seat, copies, selector):
    """Return the cards of a set that match a selector."""
    matching = EMPTY
    for copy in each(copies):
        card = pool.cards[state.card_of[seat, copy]]
        is_named = selector.named == NOTHING or card.name_id == selector.named
        if is_named and fits_card(state, card, selector):
            matching = add(matching, copy)
    return matching


@rule
def has_words(words, selector):
    """Return whether all of a selector's adjectives are among the words printed on a card."""
    for i in range(ADJECTIVES):
        adjective = selector.adjectives[i]
        if adjective != NOTHING and not has(words, adjective):
            return False
    return True


@rule
def own_cards(state, seat, members):
    """Return the set of a player's own cards at some places."""
    own = EMPTY
    for place in each(members):
        if copy_at(state, place) != NOTHING and owner_at(state, place) == seat:
            own = add(own, copy_at(state, place))
    return own


# Numbers


@rule
def amount_of(state, pool, seat, copy, amount):
    """Compute an amount: the printed number, or a multiple of it by a count."""
    if amount.per.quantity == NOTHING:
        return np.int64(amount.printed)
    total = np.int64(amount.printed) * (count(state, pool, seat, copy, amount.per) // amount.every)
    most = np.int64(MOST_AMOUNT)
    if amount.at_most != NOTHING:
        most = min(most, np.int64(amount.at_most))
    return max(-most, min(most, total))


@rule
def hold(state, pool, seat, copy, conditions, asked):
    """Return whether all conditions of one kind hold.

    ``asked`` is the kind: `Asked.ALL`; `Asked.BEFORE` without those about "it", the target
    still to be chosen; `Asked.OF_IT` only those; `Asked.POSSIBLY` is as BEFORE with coin
    flips as heads, for testing whether something could happen.
    """
    for i in range(CONDITIONS):
        condition = conditions[i]
        if condition.count.quantity == NOTHING:
            return True
        if not is_asked(condition, asked):
            continue
        n = count(state, pool, seat, copy, condition.count)
        if condition.than.quantity != NOTHING:
            n -= count(state, pool, seat, copy, condition.than)
        if not compares(n, condition.comparison, condition.value):
            return False
    return True


@rule
def is_asked(condition, asked):
    """Return whether a condition is of a given kind."""
    about_it = condition.count.of.how == How.IT or condition.than.of.how == How.IT
    match asked:
        case Asked.ALL:
            return True
        case Asked.OF_IT:
            return about_it
        case Asked.BEFORE:
            return not about_it
        case _:
            return not about_it and not condition.chance


@rule
def chance_of(step):
    """Return 2 for a step that depends on a coin flip or on another step's failure, else 1."""
    return 2 if step.otherwise or is_chancy(step) else 1


@rule
def is_chancy(step):
    """Return whether a step depends on a coin flip."""
    flips = False
    for i in range(CONDITIONS):
        flips = flips or step.conditions[i].chance != 0
    return flips


@rule
def compares(found, comparison, value):
    """Return whether a count satisfies a comparison with a number."""
    match comparison:
        case Comparison.AT_LEAST:
            return found >= value
        case Comparison.AT_MOST:
            return found <= value
        case _:
            return found == value


@rule
def n_candidates(state, pool, seat, copy, selector, zone):
    """Return the number of candidates of a selector."""
    if zone == Zone.PLAY:
        return size(places(state, pool, seat, copy, selector))
    return size(cards(state, pool, seat, copy, selector, zone))
