"""What each verb of the ability language does (section 5)."""

from evenhand.decks.divine_cross.words import CardType, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import (
    add_lasting,
    note_changes,
    size_of_change,
)
from evenhand.simulate.engine.abilities.enums import Portion
from evenhand.simulate.engine.abilities.verbs import (
    discard_at_random,
    discard_picked,
    last_turn_of,
    recover,
    search,
)
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.hands import leave_hand, mill, put_into_deck, put_into_hand
from evenhand.simulate.engine.piles import reshuffle, take_top
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, first, load, remove, size
from evenhand.simulate.games.divine_cross.battle import strike_standby
from evenhand.simulate.games.divine_cross.enums import SLOTS, Task
from evenhand.simulate.games.divine_cross.moving_cards import (
    MOST_DAMAGE,
    attach_energy,
    discard_assist,
    draw_cards,
    empty_slot,
    hurt,
    leave_play,
    move_up,
    put_into_play,
    stun,
    wake,
)
from evenhand.simulate.games.divine_cross.places import main_spot, unit_at

__all__ = ["plan_payment", "resolve"]

MOST_PLAYS = 100  # charges, Events or retreats left in a turn


@rule
def resolve(state, pool, options, item, step, place, amount):
    """Do what one step says, to the unit at ``place`` where the verb has a target."""
    seat, enemy = item.seat, enemy_of(item.seat)
    player = state.players[seat]
    match step.verb:
        case Verb.DRAW:
            draw_cards(state, pool, options, seat, amount)
        case Verb.ENEMY_DRAWS:
            draw_cards(state, pool, options, enemy, amount)
        case Verb.DISCARD:
            discard_picked(state, seat)
        case Verb.ENEMY_DISCARDS:
            discard_picked(state, enemy)
        case Verb.ENEMY_DISCARDS_AT_RANDOM:
            discard_at_random(state, seat, enemy, amount)
        case Verb.MILL:
            mill(state, seat, amount)
        case Verb.ENEMY_MILLS:
            mill(state, enemy, amount)
        case Verb.SEARCH:
            search(state, seat)
        case Verb.RECOVER:
            recover(state, seat)
        case Verb.LOOK:
            state.players[enemy].shown = state.players[enemy].hand
        case Verb.DAMAGE:
            damage(state, pool, options, item, place, amount)
        case Verb.HEAL:
            heal(unit_at(state, place), amount)
        case Verb.KNOCK_OUT:
            beat(state, item, place)
        case Verb.STUN:
            stun(state, pool, place)
        case Verb.UNSTUN:
            wake(unit_at(state, place))
        case Verb.SWITCH:
            move_up(state, pool, place)
        case Verb.BOUNCE:
            bounce(state, pool, place)
        case Verb.SHUFFLE_IN:
            shuffle_in(state, pool, place)
        case Verb.SACRIFICE:
            sacrifice(state, pool, place)
        case Verb.DEPLOY:
            deploy(state, pool, options, seat)
        case Verb.STRIP:
            strip(state, pool, place)
        case Verb.CHARGE_FROM_HAND:
            charge_from_hand(state, seat, place)
        case Verb.CHARGE_FROM_DECK:
            charge_from_deck(state, seat, place, amount)
        case Verb.CHARGE_FROM_DISCARD:
            charge_from_discard(state, seat, place)
        case Verb.MOVE_ENERGY:
            move_energy(state, first_or_nothing(load(state.objects)), place, amount)
        case Verb.LOSE_ENERGY:
            plan_payment(state, place, NOTHING, amount)
        case Verb.SKILL_DEALS:
            state.strike.damage += amount
        case Verb.EXTRA_CHARGE:
            player.charges = min(player.charges + amount, MOST_PLAYS)
        case Verb.EXTRA_EVENT:
            player.events = min(player.events + amount, MOST_PLAYS)
        case Verb.EXTRA_RETREAT:
            player.retreats = min(player.retreats + amount, MOST_PLAYS)
        case _:
            change(state, pool, item, step, place)


@rule
def damage(state, pool, options, item, place, amount):
    """Deal an ability's damage; a skill's on the enemy main unit joins the skill's own (R11)."""
    if item.portion != Portion.FIRST or place_is_own(item, place):
        hurt(state, pool, place, amount, unit_of(item, place))
    elif place == main_spot(enemy_of(item.seat)):
        state.strike.damage += amount
    else:
        dealt = strike_standby(state, pool, options, place, amount)
        hurt(state, pool, place, dealt, unit_of(item, place))


@rule
def beat(state, item, place):
    """Give a unit all the damage there is; the KO check does the rest."""
    unit = unit_at(state, place)
    unit.damage = MOST_DAMAGE
    unit.hit_by = unit_of(item, place)
    state.unsettled = 1


@rule
def unit_of(item, place):
    """Return the card that damage on an enemy counts as dealt by; NOTHING on one's own."""
    return NOTHING if place_is_own(item, place) else item.copy_id


@rule
def place_is_own(item, place):
    """Return whether a spot is on the side of the ability's controller."""
    return (place < main_spot(1)) == (item.seat == 0)


@rule
def heal(unit, amount):
    """Take damage off a unit."""
    unit.damage = max(0, unit.damage - amount)


@rule
def bounce(state, pool, place):
    """Return a unit to its owner's hand, where the enemy knows it."""
    player = state.players[place // SLOTS]
    put_into_hand(player, leave_play(state, pool, place))


@rule
def shuffle_in(state, pool, place):
    """Shuffle a unit into its owner's deck."""
    put_into_deck(state, place // SLOTS, leave_play(state, pool, place))
    reshuffle(state, place // SLOTS)


@rule
def sacrifice(state, pool, place):
    """Put a unit into its owner's discard pile; no KO is counted."""
    player = state.players[place // SLOTS]
    copy = leave_play(state, pool, place)
    player.discard = add(player.discard, copy)


@rule
def deploy(state, pool, options, seat):
    """Put units from the discard pile into empty standby places."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        slot = empty_slot(state, options, seat)
        is_unit = pool.cards[state.card_of[seat, copy]].type == CardType.UNIT
        if is_unit and slot != NOTHING:
            player.discard = remove(player.discard, copy)
            put_into_play(state, pool, seat, slot, copy)


@rule
def strip(state, pool, place):
    """Discard the Assist of a unit."""
    if unit_at(state, place).assist != NOTHING:
        discard_assist(state, place)
        note_changes(state, pool)


@rule
def move_energy(state, place, to, n):
    """Move energy between units of one player; a card stays on its owner's side (A28)."""
    if place != NOTHING and place // SLOTS == to // SLOTS:
        plan_payment(state, place, to, n)


@rule
def charge_from_hand(state, seat, place):
    """Attach the chosen hand cards as energy to an own unit (A28)."""
    if place // SLOTS != seat:
        return
    for copy in each(state.object_cards):
        leave_hand(state.players[seat], copy)
        attach_energy(state, seat, place % SLOTS, copy)
    state.object_cards = EMPTY


@rule
def charge_from_discard(state, seat, place):
    """Attach the chosen cards of the discard pile as energy to an own unit (A28)."""
    if place // SLOTS != seat:
        return
    player = state.players[seat]
    for copy in each(state.object_cards):
        player.discard = remove(player.discard, copy)
        attach_energy(state, seat, place % SLOTS, copy)
    state.object_cards = EMPTY


@rule
def charge_from_deck(state, seat, place, n):
    """Attach cards from the top of the deck as energy to an own unit; not a draw (A28)."""
    if place // SLOTS != seat:
        return
    player = state.players[seat]
    for _ in range(min(n, player.n_deck)):
        attach_energy(state, seat, place % SLOTS, take_top(player))


@rule
def first_or_nothing(places):
    """Return the first of a set of spots, or NOTHING."""
    return first(places) if places != EMPTY else NOTHING


@rule
def plan_payment(state, place, to, n):
    """Plan that a unit gives up (or moves) energy; its owner chooses which (A8)."""
    if place == NOTHING or n <= 0:
        return
    item = push_task(state, Task.PAY)
    item.spot = place
    item.to = to
    item.n = min(n, size(unit_at(state, place).energy))


@rule
def change(state, pool, item, step, place):
    """Put a lasting verb in force upon a unit, or upon the enemy."""
    last_turn = last_turn_of(state, step.duration, item.seat)
    if place == NOTHING:
        add_lasting(state, pool, step.verb, enemy_of(item.seat), NOTHING, 0, last_turn)
        return
    size_now = size_of_change(state, pool, item.seat, item.copy_id, step)
    copy = unit_at(state, place).copy_id
    add_lasting(state, pool, step.verb, place // SLOTS, copy, size_now, last_turn)
