"""The hooks of games with abilities, in addition to `evenhand.simulate.engine.hooks`.

A *place* is where something that abilities speak of can be in play, numbered by the game
over all players, so that sets of places are words of `evenhand.simulate.engine.sets`.
``seat, copy`` is always the source of an ability: its controller and the card.
"""

from evenhand.decks.language.usual_words import CardVerb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import hook, hook_with_default
from evenhand.simulate.engine.abilities.enums import Zone
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.seats import enemy_of

__all__ = [
    "able_to_pay", "area_of", "can_pay", "cards_in_play", "changed", "comes_first", "copy_at",
    "count", "fits_card", "has_effect", "in_place", "is_at", "is_described", "is_exact", "is_noun",
    "is_other", "joining", "name_at", "owner_at", "place_of", "place_worth", "resolve",
    "step_worth", "trait_of", "who_discards", "zone_for", "zone_of",
]  # fmt: skip


# Places


@hook
def copy_at(state, place):
    """Return the card at a place, or NOTHING."""


@hook
def owner_at(state, place):
    """Return the seat whose card is at a place (where none is: could be)."""


@hook
def place_of(state, seat, copy):
    """Find the place of a card, or of what it is attached to; NOTHING if not in play."""


@hook
def cards_in_play(state, seat):
    """Return the set of a player's cards in play whose abilities work."""


@hook
def in_place(state, pool, ability, seat, copy):
    """Return whether the card of an ability is where the ability works."""


@hook
def changed(state, pool):
    """Update what the game derives from changes, after they were recomputed."""


# Selectors


@hook
def area_of(state, seat, copy, selector):
    """Return the set of places where what a selector of a source selects can be."""


@hook_with_default
def is_exact(state, selector):
    """Return whether a selector's area is exactly what it selects, except for its marks.

    Marks are adjectives, a name, a number, "other"; a selector without any needs no tests then.
    By default False: with few places, the tests cost nothing.
    """
    return False


@hook
def is_at(state, seat, copy, place):
    """Return whether a place is that of a card (for an attached card: of its host)."""


@hook_with_default
def is_other(state, pool, seat, copy, selector, place):
    """Return whether a selector with "other" includes what is at a place.

    By default it excludes only the source.
    """
    return not is_at(state, seat, copy, place)


@hook
def is_noun(state, pool, place, noun):
    """Return whether what is at a place is of a noun."""


@hook
def name_at(state, pool, place):
    """Return the ``name_id`` of what is at a place; NOTHING if it is hidden."""


@hook
def is_described(state, pool, seat, copy, place, adjective):
    """Return whether an adjective applies to what is at a place, from the view of the source."""


@hook
def trait_of(state, pool, place, quantity):
    """Return a quantity of what is at a place, for "with at least 2 energy"."""


@hook
def zone_for(state, verb, is_object):
    """Return the Zone in which a verb's target (or object) is selected."""


@hook_with_default
def zone_of(state, seat, zone):
    """Return the set of a player's cards in a zone other than play: hand, discard or deck."""
    player = state.players[seat]
    match zone:
        case Zone.HAND:
            return player.hand
        case Zone.DISCARD:
            return player.discard
        case _:
            return deck_set(player)


@hook
def fits_card(state, card, selector):
    """Return whether a card matches a selector's noun and adjectives."""


@hook
def count(state, pool, seat, copy, counted):
    """Count what a quantity names."""


# Effects


@hook
def resolve(state, pool, options, item, step, place, amount):
    """Execute the verb of a step on what is at ``place``, or on ``state.pick.cards``.

    Picked cards on which it has no effect may be removed from ``state.pick.cards``.
    """


@hook
def has_effect(state, pool, verb, place):
    """Return whether a verb has anything to act on at a place, for "otherwise"."""


@hook_with_default
def who_discards(state, seat, verb):
    """Return the player who chooses cards of their hand to discard; NOTHING for other verbs.

    The default implements the usual verbs for two players.
    """
    match verb:
        case CardVerb.DISCARD:
            return seat
        case CardVerb.ENEMY_DISCARDS:
            return enemy_of(seat)
        case _:
            return NOTHING


@hook
def joining(state, verb):
    """Return how a second change of a verb is combined with the first (Joining)."""


@hook_with_default
def comes_first(state, pool, ability, number):
    """Return whether a step belongs to the first part of an ability executed in two.

    By default no ability is.
    """
    return True


# Costs


@hook
def can_pay(state, pool, seat, copy, step):
    """Return whether one step of a cost can be paid."""


@hook_with_default
def able_to_pay(state, pool, step, is_object, found, n):
    """Return those of a set of places that can pay the n that a step of a cost takes.

    By default all of them.
    """
    return found


# Values for bots


@hook
def step_worth(state, pool, options, weights, seat, copy, step):
    """Value one step of an ability.

    For steps that act on places, use `evenhand.simulate.engine.abilities.worth.targets_worth`.
    """


@hook
def place_worth(state, pool, options, weights, seat, step, place, n):
    """Value the effect of a step with an amount of n on what is at one place."""
