"""What can be played when, and what it costs (R8-R10, R22, R36)."""

import numpy as np

from decks.divino.words import (
    ALIGNMENTS,
    GENERIC,
    PLANES,
    Adjective,
    CardType,
    Keyterm,
    Moment,
    Noun,
    Playable,
    Verb,
)
from decks.language.rows import How, Side
from decks.records import NOTHING
from simulate.engine.abilities.changes import (
    find_player_changes,
    is_changed,
    is_player_changed,
    reaches,
)
from simulate.engine.abilities.hooks import in_place, place_of
from simulate.engine.abilities.selecting import amount_of, hold, places
from simulate.engine.abilities.steps import is_payable
from simulate.engine.abilities.triggers import has_use_left
from simulate.engine.abilities.words import Asked, Zone
from simulate.engine.compile import rule
from simulate.engine.seats import rivals_of
from simulate.engine.sets import EMPTY, MOST, each, has, is_empty, nothing_in, with_, without
from simulate.games.divino.mana import covers
from simulate.games.divino.numbers import energy_at, has_keyterm, rate_of
from simulate.games.divino.places import (
    in_play,
    kind_of,
    own_places,
    place,
    player_place,
    seat_of,
)
from simulate.games.divino.words import DeityAbility, FirstTurnBan, Step
from simulate.games.divino.zones import zone_for

__all__ = [
    "COST_KINDS", "can_equip", "can_host", "can_pay_energy", "can_pay_mana", "can_play",
    "can_summon", "can_use_now", "candidates", "deity_of", "equip_hosts", "hosts_of", "is_banned",
    "is_free_to_play", "is_target", "modes_of", "payers", "price_of", "surcharge",
]  # fmt: skip

SPELLS = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
MANA_ONLY = (CardType.WARRIOR, CardType.FORTRESS, CardType.SHRINE)  # their energy is no cost
EXEMPT = (1 << Adjective.NEUTRAL) | (1 << Adjective.UNIVERSAL)
ALL_PLANES = sum(1 << plane for plane in PLANES)
ALL_ALIGNMENTS = sum(1 << alignment for alignment in ALIGNMENTS)
NEUTRAL = 1 << Adjective.NEUTRAL_ALIGNED
COST_KINDS = len(Playable)  # a change by an effect is kept as amount * COST_KINDS + kind


# When


@rule
def is_free_to_play(state, seat):
    """Say whether a player may play more than Instants: own main phase, empty stack (R10, D53)."""
    is_main = state.step in (Step.MAIN_1, Step.MAIN_2)
    return is_main and seat == state.active and state.n_requests == 0 and state.n_triggers == 0


@rule
def is_banned(state, options, seat):
    """Say whether a player may neither attack nor target enemies this turn (R36, D8)."""
    if seat != state.active or state.players[seat].turns != 1:
        return False
    match options.first_turn_ban:
        case FirstTurnBan.FIRST_PLAYER:
            return state.turn == 1
        case FirstTurnBan.EVERYONE:
            return True
        case _:
            return False


# What it costs


@rule
def is_playable_kind(card_type, kind):
    """Say whether a card is of a kind that costs and bans speak of."""
    match kind:
        case Playable.CREATURES:
            return card_type in (CardType.CREATURE, CardType.RELIC_CREATURE, CardType.NAGUAL)
        case Playable.SPELLS:
            return card_type in SPELLS
        case Playable.INSTANTS:
            return card_type == CardType.INSTANT
        case _:
            return card_type in (CardType.RELIC, CardType.RELIC_CREATURE, CardType.EQUIPMENT)


@rule
def surcharge(state, table, seat, card):
    """Give what effects add to a cost, or take off it."""
    if not has(state.changing, Verb.YOU_PAY) and not has(state.changing, Verb.ENEMIES_PAY):
        return np.int64(0)
    added = changes_of_cost(state, table, Verb.YOU_PAY, seat, card)
    for enemy in each(rivals_of(state, seat)):
        added += changes_of_cost(state, table, Verb.ENEMIES_PAY, enemy, card)
    return added


@rule
def changes_of_cost(state, table, verb, by, card):
    """Add up what one player's cards and effects change of a card's cost."""
    added = np.int64(0)
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        is_theirs = lasting.verb == verb and lasting.seat == by and lasting.copy_id == NOTHING
        if is_theirs and is_playable_kind(card.type, lasting.amount % COST_KINDS):
            added += lasting.amount // COST_KINDS
    for i in range(state.n_statics):
        static = state.statics[i]
        if static.verb != verb or static.seat != by:
            continue
        step = table.steps[static.step]
        where = place_of(state, by, static.copy_id)
        if is_playable_kind(card.type, step.word) and reaches(state, table, static, where):
            added += amount_of(state, table, by, static.copy_id, step.amount)
    return added


@rule
def price_of(state, table, options, seat, card, payer):
    """Give the energy that a card costs one payer, penalties included (R8)."""
    paying = table.cards[state.card_of[seat, payer % MOST]]
    price = np.int64(card.energy) + surcharge(state, table, seat, card)
    planes = card.words & ALL_PLANES
    is_other_plane = planes & (EXEMPT | paying.words) == 0 and planes != 0
    if is_other_plane and not is_spared(state, table, Verb.NO_PLANE_PENALTY, seat):
        price += options.plane_penalty
    is_other_side = differs(options, card.words & ALL_ALIGNMENTS, paying.words & ALL_ALIGNMENTS)
    if is_other_side and not is_spared(state, table, Verb.NO_ALIGNMENT_PENALTY, seat):
        price += options.alignment_penalty
    return max(np.int64(0), price)


@rule
def is_spared(state, table, verb, seat):
    """Say whether a player pays no penalty of one kind."""
    return is_player_changed(state, table, verb, seat, seat)


@rule
def differs(options, one, other):
    """Say whether two alignments differ; a card without one never does (D6)."""
    if one == 0 or other == 0 or one == other:
        return False
    return not options.neutral_exempt or (one | other) & NEUTRAL == 0


@rule
def payers(state, table, options, seat, card):
    """Give the set of copies that can pay a card: the Demigod, Naguals (R8, D16, D17)."""
    player = state.players[seat]
    found = EMPTY
    if card.energy == NOTHING or card.type in MANA_ONLY:
        return found
    able = kind_of(state, seat, Noun.NAGUAL)
    for payer in each(with_(able, player.demigod)):
        if player.energy[payer] >= price_of(state, table, options, seat, card, payer):
            found = with_(found, payer)
    return found


@rule
def can_pay_energy(state, table, options, seat, card):
    """Say whether somebody can pay a card's energy cost."""
    return payers(state, table, options, seat, card) != EMPTY


@rule
def can_pay_mana(state, table, seat, card):
    """Say whether a card has a mana cost that what was gathered pays (R9); see `gather_mana`."""
    if card.n_mana == 0:
        return False
    more = max(-np.int64(card.mana[GENERIC]), surcharge(state, table, seat, card))
    return covers(state, card.mana, more)


# What can be played


@rule
def can_play(state, table, options, seat, copy):
    """Say whether a card in the hand can be played now (R6-R10, R41)."""
    card = table.cards[state.card_of[seat, copy]]
    if card.type != CardType.INSTANT and not is_free_to_play(state, seat):
        return False
    if card.type == CardType.LAND:
        return can_play_land(state, table, options, seat)
    if is_forbidden(state, table, seat, card):
        return False
    if not has_aims(state, table, options, seat, copy, card):
        return False
    return can_pay_energy(state, table, options, seat, card) or can_pay_mana(
        state, table, seat, card
    )


@rule
def can_play_land(state, table, options, seat):
    """Say whether a player may play a land more this turn (R7)."""
    player = state.players[seat]
    most = np.int64(options.lands_per_turn) + player.more_lands
    if player.lands < most:
        return True
    find_player_changes(state, table, Verb.LANDS_EACH_TURN, seat, seat)
    for i in range(state.n_found):
        most += state.found[i]
    return player.lands < most


@rule
def is_forbidden(state, table, seat, card):
    """Say whether an enemy's card keeps a card from being cast."""
    if not has(state.changing, Verb.ENEMIES_CANNOT_CAST):
        return False
    for enemy in each(rivals_of(state, seat)):
        find_player_changes(state, table, Verb.ENEMIES_CANNOT_CAST, enemy, enemy)
        for i in range(state.n_found):
            if is_playable_kind(card.type, state.found[i]):
                return True
    return False


@rule
def has_aims(state, table, options, seat, copy, card):
    """Say whether there is a host, or what a spell's text asks for."""
    if card.type in (CardType.AURA, CardType.ORB):
        return not is_empty(hosts_of(state, table, options, seat, copy, card))
    if card.spell == NOTHING:
        return True
    return can_begin(state, table, options, seat, copy, card.spell)


@rule
def can_begin(state, table, options, seat, copy, row):
    """Say whether costs can be paid and targets be chosen for an ability (R28, R41)."""
    ability = table.abilities[row]
    if not hold(state, table, seat, copy, ability.conditions, Asked.POSSIBLY):
        return False
    if not is_payable(state, table, seat, copy, ability):
        return False
    return modes_of(state, table, options, seat, copy, row) != EMPTY


@rule
def modes_of(state, table, options, seat, copy, row):
    """Give the set of options of "choose one" that have targets; of 0 alone without such."""
    ability = table.abilities[row]
    found = EMPTY
    for mode in range(min(1, np.int64(ability.n_modes)), ability.n_modes + 1):
        if has_targets(state, table, options, seat, copy, ability, mode):
            found = with_(found, mode)
    return found


@rule
def has_targets(state, table, options, seat, copy, ability, mode):
    """Say whether each step that needs a target has one."""
    for number in range(ability.n_costs, ability.n_steps):
        step = table.steps[ability.first_step + number]
        if (step.mode and step.mode != mode) or is_loose(step):
            continue
        for is_object in range(2):
            selector = step.object if is_object else step.target
            if not is_target(state, step, selector, is_object) or selector.up_to:
                continue
            if is_empty(candidates(state, table, options, seat, copy, selector)):
                return False
    return True


@rule
def is_loose(step):
    """Say whether a step may be left out: optional, with conditions, or "otherwise"."""
    return (
        step.optional != Side.ANY
        or step.otherwise != 0
        or step.conditions[0].count.quantity != NOTHING
    )


# Targets


@rule
def is_target(state, step, selector, is_object):
    """Say whether a selector of an effect names a target (R28)."""
    return (
        selector.how == How.CHOSEN
        and selector.chooser != Side.ENEMY
        and zone_for(state, step.verb, is_object) == Zone.PLAY
    )


@rule
def candidates(state, table, options, seat, copy, selector):
    """Give what can be chosen as a target: not what is Veiled, nor banned (R36, K9)."""
    found = places(state, table, seat, copy, selector)
    return targetable(state, table, options, seat, found)


@rule
def targetable(state, table, options, seat, found):
    """Give those of some places that a player may target."""
    able = nothing_in(state.it)
    banned = is_banned(state, options, seat)
    for where in each(found):
        is_enemy = seat_of(state, where) != seat
        if is_enemy and (banned or is_veiled(state, where)):
            continue
        able = with_(able, where)
    return able


@rule
def is_veiled(state, where):
    """Say whether enemies cannot target what is at a place (K9)."""
    if where >= len(state.players) * MOST:
        return False
    return has_keyterm(state, where, Keyterm.VEILED)


@rule
def hosts_of(state, table, options, seat, copy, card):
    """Give what an Aura or Orb can be played on (R24, D44)."""
    found = nothing_in(state.it)
    for owner in range(len(state.players)):
        if state.out[owner]:
            continue
        for host in each(in_play(state, owner)):
            if can_host(state, table, seat, copy, card, place(owner, host)):
                found = with_(found, place(owner, host))
    return targetable(state, table, options, seat, found)


@rule
def can_host(state, table, seat, copy, card, host):
    """Say whether a thing could be attached to what is at a place."""
    owner = host // MOST
    if host == place(seat, copy) or not has(in_play(state, owner), host % MOST):
        return False
    match card.type:
        case CardType.ORB:
            return not has_orb(state, host, seat, copy) and rate_of(state, host) > 0
        case CardType.EQUIPMENT:
            return owner == seat and has(kind_of(state, owner, Noun.COMBAT_CARD), host % MOST)
    is_side = card.host_side == Side.ANY or (card.host_side == Side.OWN) == (owner == seat)
    if card.host_noun == Noun.DEMIGOD:
        return is_side and host == player_place(state, owner)
    return is_side and has(kind_of(state, owner, card.host_noun), host % MOST)


@rule
def has_orb(state, host, seat, copy):
    """Say whether another Orb is attached to a host (R24)."""
    for owner in range(len(state.players)):
        player = state.players[owner]
        for orb in each(player.attached & player.kind[Noun.ORB]):
            if player.host[orb] == host and (owner != seat or orb != copy):
                return True
    return False


@rule
def equip_hosts(state, table, options, seat, copy):
    """Give the own combat cards that an Equipment can go to (D45)."""
    player = state.players[seat]
    copies = kind_of(state, seat, Noun.COMBAT_CARD)
    if has(player.attached, copy) and player.host[copy] // MOST == seat:
        copies = without(copies, player.host[copy] % MOST)
    return targetable(state, table, options, seat, own_places(state, seat, copies))


# Abilities and other actions


@rule
def can_use_now(state, table, options, seat, copy, row):
    """Say whether an activated or loyalty ability can be used now (R12, R13, R22)."""
    ability = table.abilities[row]
    if is_changed(state, table, Verb.CANNOT_USE, place(seat, copy)):
        return False
    if ability.moment == Moment.LOYALTY and not may_serve(state, table, options, seat, copy, row):
        return False
    if ability.moment not in (Moment.ACTIVATE, Moment.LOYALTY, Moment.MANA):
        return False
    if not in_place(state, table, ability, seat, copy):
        return False
    if not has_use_left(state, table, seat, copy, row):
        return False
    return can_begin(state, table, options, seat, copy, row)


@rule
def may_serve(state, table, options, seat, copy, row):
    """Say whether a loyalty ability of a Deity may be used in this turn (R22)."""
    if not is_free_to_play(state, seat):
        return False
    served = state.players[seat].served
    match options.deity_ability:
        case DeityAbility.ONE_EACH:
            return not has(served, copy)
        case DeityAbility.ONE_TOTAL:
            return served == EMPTY
        case _:
            return uses_this_turn(state, seat, copy, row) == 0


@rule
def uses_this_turn(state, seat, copy, row):
    """Count the uses of an ability, printed limit or not."""
    for i in range(state.n_uses):
        use = state.uses[i]
        if use.ability == row and use.copy_id == copy and use.seat == seat:
            return np.int64(use.times)
    return np.int64(0)


@rule
def can_equip(state, table, options, seat, copy):
    """Say whether an Equipment can be equipped now (D45)."""
    card = table.cards[state.card_of[seat, copy]]
    demigod = player_place(state, seat)
    if not is_free_to_play(state, seat) or energy_at(state, demigod) < card.equip:
        return False
    return not is_empty(equip_hosts(state, table, options, seat, copy))


@rule
def can_summon(state, table, seat, shrine):
    """Say whether the Deity of a Shrine that has called can be paid for (R23, D30)."""
    deity = deity_of(state, table, seat, shrine)
    if deity == NOTHING:
        return False
    price = table.cards[state.card_of[seat, deity]].summon
    return energy_at(state, player_place(state, seat)) >= price


@rule
def deity_of(state, table, seat, shrine):
    """Find a Shrine's Deity beside the deck; NOTHING if it is not there."""
    row = table.cards[state.card_of[seat, shrine]].deity
    for deity in each(state.players[seat].aside):
        if state.card_of[seat, deity] == row:
            return np.int64(deity)
    return np.int64(NOTHING)
