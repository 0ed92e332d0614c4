"""Playing Last Light well enough: put out who can be put out, else blow at the brightest."""

import numpy as np

from evenhand.game import deal, deck_set, each, imagine_deck, rivals_of, rule, size
from last_light.rules import kind_of, strength_of
from last_light.schema import Kind
from last_light.words import Act

__all__ = ["resample_hidden", "score"]

FLAME = 100  # what a flame of one's own is worth
BRIGHT = 12


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    if action.kind == Act.PASS:
        return np.int64(0)
    seat = state.seat
    strength = strength_of(state, pool, seat, action.copy_id)
    match kind_of(state, pool, seat, action.copy_id):
        case Kind.GUST:
            return harm(state, weights, action.seat, strength)
        case Kind.STORM:
            return storm_worth(state, weights, seat, strength)
    gain = min(strength, options.brim - state.players[seat].flame)
    lack = max(BRIGHT - state.players[seat].flame, 0)
    return np.int64(gain * (FLAME + weights.fear * lack))


@rule
def harm(state, weights, rival, strength):
    """Value a blow at a rival."""
    flame = state.players[rival].flame
    worth = weights.harm * min(flame, strength) + weights.envy * flame
    return np.int64(worth + weights.kill * (flame <= strength))


@rule
def storm_worth(state, weights, seat, strength):
    """Value a blow at everybody; going out oneself is worth nothing."""
    flame = state.players[seat].flame
    if flame <= strength:
        return np.int64(-weights.win)
    worth = np.int64(-FLAME * strength)
    rivals = rivals_of(state, seat)
    for rival in each(rivals):
        worth += harm(state, weights, rival, strength) // size(rivals)
    return worth


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew the order of the own deck, and the hands and decks of all others."""
    for other in range(len(state.players)):
        player = state.players[other]
        n_hand = 0 if other == seat else size(player.hand)
        unseen = deck_set(player)
        if other != seat:
            unseen |= player.hand
        imagine_deck(state, other, unseen)
        if other != seat:
            player.hand = deal(player, n_hand)
