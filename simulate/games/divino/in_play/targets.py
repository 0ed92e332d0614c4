"""What can be targeted, and what a thing can be attached to (R24, R28, R36, K9)."""

from evenhand.decks.divino.words import CardType, Keyterm, Noun
from evenhand.decks.language.rows import How, Side
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import Zone
from evenhand.simulate.engine.abilities.selecting import (
    is_settled,
    places,
    places_meant,
    speaks_of,
)
from evenhand.simulate.engine.sets import MOST, add, each, has, nothing_in, remove
from evenhand.simulate.games.divino.in_play.numbers import has_keyterm, rate_of
from evenhand.simulate.games.divino.in_play.places import (
    in_play,
    kind_of,
    own_places,
    place,
    player_place,
    seat_of,
)
from evenhand.simulate.games.divino.in_play.zones import zone_for
from evenhand.simulate.games.divino.options import FirstTurnBan

__all__ = [
    "can_host", "candidates", "equip_hosts", "has_candidate", "hosts_of", "is_banned", "is_host",
    "is_target",
    "targetable",
]  # fmt: skip


@rule
def is_banned(state, options, seat):
    """Return whether a player may neither attack nor target enemies this turn (R36, D8)."""
    if seat != state.active or state.players[seat].turns != 1:
        return False
    match options.first_turn_ban:
        case FirstTurnBan.FIRST_PLAYER:
            return state.turn == 1
        case FirstTurnBan.EVERYONE:
            return True
        case _:
            return False


# Targets


@rule
def is_target(state, step, selector, is_object):
    """Return whether a selector of an effect names a target (R28)."""
    return (
        selector.how == How.CHOSEN
        and selector.chooser != Side.ENEMY
        and zone_for(state, step.verb, is_object) == Zone.PLAY
    )


@rule
def candidates(state, pool, options, seat, copy, selector):
    """Return what can be chosen as a target: not what is Veiled, nor banned (R36, K9)."""
    found = places(state, pool, seat, copy, selector)
    return targetable(state, pool, options, seat, found, selector.noun)


@rule
def has_candidate(state, pool, options, seat, copy, selector):
    """Return whether there is anything to be chosen as a target."""
    banned = is_banned(state, options, seat)
    is_sure = is_settled(state, selector)
    for where in each(places_meant(state, seat, copy, selector)):
        is_kept = banned or is_veiled(state, where, selector.noun)
        is_open = seat_of(state, where) == seat or not is_kept
        if is_open and (is_sure or speaks_of(state, pool, seat, copy, selector, where)):
            return True
    return False


@rule
def targetable(state, pool, options, seat, found, noun):
    """Return those of some places that a player may target as a noun."""
    able = nothing_in(state.it)
    banned = is_banned(state, options, seat)
    for where in each(found):
        is_enemy = seat_of(state, where) != seat
        if is_enemy and (banned or is_veiled(state, where, noun)):
            continue
        able = add(able, where)
    return able


@rule
def is_veiled(state, where, noun):
    """Return whether enemies cannot target what is at a place; a player never is Veiled (K9)."""
    if noun == Noun.PLAYER or where >= len(state.players) * MOST:
        return False
    return has_keyterm(state, where, Keyterm.VEILED)


@rule
def hosts_of(state, pool, options, seat, copy, card):
    """Return what an Aura or Orb can be played on (R24, D44)."""
    found = nothing_in(state.it)
    for owner in range(len(state.players)):
        if state.out[owner]:
            continue
        for host in each(in_play(state, owner)):
            if can_host(state, pool, seat, copy, card, place(owner, host)):
                found = add(found, place(owner, host))
    return targetable(state, pool, options, seat, found, NOTHING)


@rule
def can_host(state, pool, seat, copy, card, host):
    """Return whether a thing could be attached to what is at a place."""
    owner = host // MOST
    if host == place(seat, copy) or not has(in_play(state, owner), host % MOST):
        return False
    match card.type:
        case CardType.ORB:
            return not has_orb(state, host, seat, copy) and rate_of(state, host) > 0
        case CardType.EQUIPMENT:
            return owner == seat and has(kind_of(state, owner, Noun.COMBAT_CARD), host % MOST)
    if card.host_noun == NOTHING:
        return False  # no Aura: an effect would attach what is never played on anything
    is_side = card.host_side == Side.ANY or (card.host_side == Side.OWN) == (owner == seat)
    if card.host_noun == Noun.DEMIGOD:
        return is_side and host == player_place(state, owner)
    return is_side and has(kind_of(state, owner, card.host_noun), host % MOST)


@rule
def is_host(state, pool, options, seat, copy, host):
    """Return whether the host chosen for a thing is still there and eligible (R24, R28)."""
    if host == NOTHING:
        return False
    card = pool.cards[state.card_of[seat, copy]]
    found = targetable(state, pool, options, seat, add(nothing_in(state.it), host), NOTHING)
    return has(found, host) and can_host(state, pool, seat, copy, card, host)


@rule
def has_orb(state, host, seat, copy):
    """Return whether another Orb is attached to a host (R24)."""
    for owner in range(len(state.players)):
        player = state.players[owner]
        for orb in each(player.attached & player.kind[Noun.ORB]):
            if player.host[orb] == host and (owner != seat or orb != copy):
                return True
    return False


@rule
def equip_hosts(state, pool, options, seat, copy):
    """Return the own combat cards that an Equipment can go to (D45)."""
    player = state.players[seat]
    copies = kind_of(state, seat, Noun.COMBAT_CARD)
    if has(player.attached, copy) and player.host[copy] // MOST == seat:
        copies = remove(copies, player.host[copy] % MOST)
    return targetable(state, pool, options, seat, own_places(state, seat, copies), NOTHING)
