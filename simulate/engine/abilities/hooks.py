"""What a game with abilities supplies, on top of `evenhand.simulate.engine.hooks`.

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
    """Return whether the ability's card stands where the ability works."""


@hook
def changed(state, pool):
    """Bring up to date what the game keeps of changes; they have just been noted anew."""


# Selectors


@hook
def area_of(state, seat, copy, selector):
    """Return the set of places where what a selector of a source speaks of can be at all."""


@hook_with_default
def is_exact(state, selector):
    """Return whether a selector's area is all that it speaks of, but for its marks.

    Marks are adjectives, a name, a number, "other"; a selector without any is settled then.
    No area is, by default: where places are few, a second look costs nothing.
    """
    return False


@hook
def is_at(state, seat, copy, place):
    """Return whether a place is what a card means by itself (an attached card: by its host)."""


@hook_with_default
def is_other(state, pool, seat, copy, selector, place):
    """Return whether a selector that says "other" takes in what is at a place.

    By default it leaves out the source alone.
    """
    return not is_at(state, seat, copy, place)


@hook
def is_noun(state, pool, place, noun):
    """Return whether what is at a place is of a noun."""


@hook
def name_at(state, pool, place):
    """Return the ``name_id`` of what is at a place; NOTHING where nobody may know it."""


@hook
def is_described(state, pool, seat, copy, place, adjective):
    """Return whether an adjective is true of what is at a place, as the source sees it."""


@hook
def trait_of(state, pool, place, quantity):
    """Return a quantity of what is at a place, for "with at least 2 energy"."""


@hook
def zone_for(state, verb, is_object):
    """Return in which Zone a verb's target (or object) is looked for."""


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
    """Return whether a card is of a selector's noun and adjectives."""


@hook
def count(state, pool, seat, copy, counted):
    """Count what a quantity names."""


# Doing


@hook
def resolve(state, pool, options, item, step, place, amount):
    """Do what a step's verb says: to what is at ``place``, or to ``state.pick.cards``.

    Picked cards that nothing could be done with may be taken out of ``state.pick.cards``.
    """


@hook
def has_effect(state, pool, verb, place):
    """Return whether a verb has anything to act on at a place, for "otherwise"."""


@hook_with_default
def who_discards(state, seat, verb):
    """Return the player who chooses cards of their hand to discard; NOTHING for other verbs.

    In a game for two the usual verbs say so themselves.
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
    """Return what becomes of a second change of a verb (Joining)."""


@hook_with_default
def comes_first(state, pool, ability, number):
    """Return whether a step belongs to the first part, where an ability is done in two.

    By default no ability is.
    """
    return True


# Costs


@hook
def can_pay(state, pool, seat, copy, step):
    """Return whether one step of a cost can be paid."""


@hook_with_default
def able_to_pay(state, pool, step, is_object, found, n):
    """Return those of a set of places that have the n that a step of a cost takes.

    By default all that a cost can choose can pay it.
    """
    return found


# What a bot thinks of it


@hook
def step_worth(state, pool, options, weights, seat, copy, step):
    """Value one step of an ability.

    `evenhand.simulate.engine.abilities.worth.targets_worth` does it for those that act on places.
    """


@hook
def place_worth(state, pool, options, weights, seat, step, place, n):
    """Value what a step with an amount of n does to what is at one place."""
