"""Divinity as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over, it lets the table
settle (what falls, who has lost), then waiting triggers resolve, then the next task on
the agenda is taken up.
"""

from evenhand.decks.divinity.words import Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import ABILITY, Stage
from evenhand.simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from evenhand.simulate.engine.abilities.steps import go_on
from evenhand.simulate.engine.abilities.triggers import next_trigger
from evenhand.simulate.engine.agenda import begin_task, peek_task, pop_task
from evenhand.simulate.engine.hands import discard_from_hand
from evenhand.simulate.engine.menu import Answer, offer, offer_cards
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, first, has
from evenhand.simulate.engine.state import NO_QUESTION, ask, is_over, note_could
from evenhand.simulate.games.divinity import attack, playing, turn
from evenhand.simulate.games.divinity.ending import settle
from evenhand.simulate.games.divinity.enums import PLACES, Act, Question, Task
from evenhand.simulate.games.divinity.moving_cards import flip_up
from evenhand.simulate.games.divinity.numbers import hp_left
from evenhand.simulate.games.divinity.places import at, card_at, deities_of, is_wall, spot, walls_of
from evenhand.simulate.games.divinity.setup import (
    check_opening_hand,
    first_deities,
    lay_out,
    place_first,
)
from evenhand.simulate.games.divinity.trophies import next_trophy, take, takes_from_discard

__all__ = ["apply", "legal_actions", "run_on", "set_up", "standing"]

TAKING_CARDS = (int(Question.TROPHY), int(Question.HAND_LIMIT))
# What changes nothing by itself.
IDLE = (int(Task.MAIN), int(Task.FLIPS), int(Task.TARGETS), int(Task.TROPHIES))
UNINTERRUPTED = (ABILITY, int(Task.ENTER))
ON_PLAYING = (Moment.MAGIC, Moment.TO_PLAY)
WALL_STANDING = 10  # what a Wall counts more than its HP


@rule
def set_up(state, pool, options):
    """Lay out the game and run on to the first question."""
    lay_out(state, pool, options)
    run_on(state, pool, options)


@rule
def run_on(state, pool, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        if state.unsettled and state.active != NOTHING:
            settle(state, pool, options)
        elif state.n_triggers and is_quiet(state):
            next_trigger(state)
        else:
            item = begin_task(state)
            if not is_idle(item):
                unsettle(state)
            do_task(state, pool, options, item)


@rule
def is_idle(item):
    """Return whether a task, as far as it is, changes nothing that numbers could hang on."""
    if item.task == ABILITY:
        return item.stage != Stage.DO
    return item.task in IDLE


@rule
def unsettle(state):
    """Have numbers worked out anew where they hang on what has just been done."""
    if state.hanging:
        state.unsettled = 1


@rule
def is_quiet(state):
    """Return whether waiting triggers may resolve: nothing is half done."""
    return peek_task(state).task not in UNINTERRUPTED


@rule
def do_task(state, pool, options, item):
    """Take up the task on top of the agenda."""
    match item.task:
        case Task.OPENING_HAND:
            check_opening_hand(state, pool, options, item.seat)
        case Task.FIRST_DEITY:
            pop_task(state)
            ask(state, item.seat, Question.FIRST_DEITY)
        case Task.BEGIN_TURN:
            turn.begin_turn(state, pool, options, item.seat)
        case Task.DRAW:
            turn.draw(state, pool, options)
        case Task.MAIN:
            ask(state, state.active, Question.MAIN)
        case Task.FLIPS:
            turn.pass_flips(state, options, item)
        case Task.TARGETS:
            attack.ask_for_target(state, pool, options, item)
        case Task.BLOWS:
            attack.blows(state, pool)
        case Task.TURN_STARTS:
            turn.turn_starts(state, pool)
        case Task.TURN_ENDS:
            turn.turn_ends(state, pool)
        case Task.TROPHIES:
            next_trophy(state)
        case Task.END_TURN:
            turn.end_turn(state, pool, options)
        case Task.ENTER:
            playing.enter(state, pool, item.seat, item.copy_id)
        case _:
            go_on(state, pool, options, item)


# Questions and their options


@rule
def legal_actions(state, pool, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    match state.question:
        case Question.FIRST_DEITY:
            offer_cards(state, menu, Act.PLACE, seat, first_deities(state, pool, options, seat))
        case Question.MAIN:
            offer_main(state, pool, options, menu)
        case Question.HOST:
            offer_hosts(state, pool, menu)
        case Question.TARGET:
            offer_targets(state, pool, menu)
        case Question.FLIP:
            offer_spots(menu, Act.FLIP, turn.flippable(state, options, seat))
            offer(menu, Act.NO_FLIP, seat, 0, NOTHING)
        case Question.TROPHY:
            offer_trophies(state, menu)
        case Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, state.players[seat].hand)
        case _:
            offer_for_ability(state, pool, menu)


@rule
def offer_spots(menu, act, spots):
    """Offer cards on the table."""
    for where in each(spots):
        offer(menu, act, where // PLACES, where % PLACES, NOTHING)


@rule
def offer_main(state, pool, options, menu):
    """Offer what a player may do in their turn: play, use, flip, attack, end (R3, R4)."""
    seat = state.seat
    if state.players[seat].actions < options.actions_cap:
        offer_hand(state, pool, options, menu)
        offer_uses(state, pool, menu)
        offer_spots(menu, Act.FLIP, turn.flippable(state, options, seat))
    if attack.has_attack(state, pool, options):
        offer(menu, Act.ATTACK, seat, 0, NOTHING)
    offer(menu, Act.END, seat, 0, NOTHING)


@rule
def offer_hand(state, pool, options, menu):
    """Offer the hand cards that can be played, each different card once."""
    seat = state.seat
    last = NOTHING
    for copy in each(state.players[seat].hand):
        row = state.card_of[seat, copy]
        if row != last and playing.can_play(state, pool, seat, copy):
            note_plays(state, pool, seat, copy)
            offer(menu, Act.PLAY_DEITY + pool.cards[row].type, seat, 0, copy)
        last = row


@rule
def note_plays(state, pool, seat, copy):
    """Record that what a Magic does, or a card demands, could come about."""
    card = pool.cards[state.card_of[seat, copy]]
    if has(card.moments, Moment.MAGIC) or has(card.moments, Moment.TO_PLAY):
        for number in range(card.n_abilities):
            if pool.abilities[card.first_ability + number].moment in ON_PLAYING:
                note_could(state, seat, copy, number)


@rule
def offer_uses(state, pool, menu):
    """Offer the + abilities that can be used; ``copy`` is the number of the ability (R8)."""
    seat = state.seat
    for where in each(deities_of(state, seat)):
        card = card_at(state, pool, where)
        if not has(card.moments, Moment.USE):
            continue
        for number in range(card.n_abilities):
            if turn.can_use_ability(state, pool, seat, where, number):
                note_could(state, seat, at(state, where).copy_id, number)
                offer(menu, Act.USE, seat, where % PLACES, number)


@rule
def offer_hosts(state, pool, menu):
    """Offer the Deities that can take the Attachment, each with it face up or down (R9)."""
    seat = state.seat
    row = state.card_of[seat, first(state.players[seat].using)]
    for host in each(deities_of(state, 0) | deities_of(state, 1)):
        if playing.can_host(state, pool, seat, host, row):
            offer(menu, Act.FACE_UP, host // PLACES, host % PLACES, NOTHING)
            offer(menu, Act.FACE_DOWN, host // PLACES, host % PLACES, NOTHING)


@rule
def offer_targets(state, pool, menu):
    """Offer whom the Deity in question may attack, and to stay back (R12)."""
    attacker = spot(state.seat, peek_task(state).attacker)
    offer_spots(menu, Act.TARGET, attack.targets_of(state, pool, attacker))
    offer(menu, Act.STAY, state.seat, 0, NOTHING)


@rule
def offer_trophies(state, menu):
    """Offer the cards that may be taken as a trophy, or to take none (R14, E13)."""
    seat = state.seat
    player = state.players[seat]
    offer_cards(state, menu, Act.FROM_DECK, seat, deck_set(player))
    if takes_from_discard(state):
        offer_cards(state, menu, Act.FROM_DISCARD, seat, player.discard)
    offer(menu, Act.DECLINE, seat, 0, NOTHING)


# Answers


@rule
def apply(state, pool, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    match question:
        case Question.FIRST_DEITY:
            place_first(state, pool, state.seat, action.copy_id)
        case Question.MAIN:
            act(state, pool, options, action)
        case Question.HOST:
            host = spot(action.seat, action.slot)
            playing.attach(state, pool, host, action.kind == Act.FACE_DOWN)
        case Question.TARGET:
            choose_target(state, action)
        case Question.FLIP:
            answer_flip(state, pool, action, peek_task(state))
        case Question.TROPHY:
            take(state, action.kind, action.copy_id)
        case Question.HAND_LIMIT:
            discard_from_hand(state, state.seat, action.copy_id)
        case _:
            answer_for_ability(state, question, action)
    if question in TAKING_CARDS:
        unsettle(state)
    run_on(state, pool, options)


@rule
def act(state, pool, options, action):
    """Carry out one of the actions of a turn (R3, R4)."""
    state.players[state.seat].actions += 1
    match action.kind:
        case Act.ATTACK:
            attack.announce(state)
        case Act.END:
            pop_task(state)
        case Act.FLIP:
            turn.plan_reply(state, options)
            flip_up(state, pool, spot(action.seat, action.slot))
        case Act.USE:
            turn.plan_reply(state, options)
            turn.use_ability(state, pool, spot(action.seat, action.slot), action.copy_id)
        case _:
            turn.plan_reply(state, options)
            playing.play(state, pool, action.copy_id)


@rule
def choose_target(state, action):
    """Note whom a Deity attacks, or that it stays back (R12)."""
    target = NOTHING if action.kind == Act.STAY else spot(action.seat, action.slot)
    attack.choose_target(state, peek_task(state), target)


@rule
def answer_flip(state, pool, action, item):
    """Flip, whereupon the other player has the chance again, or pass it on (E6)."""
    item.seat = enemy_of(item.seat)
    if action.kind == Act.NO_FLIP:
        item.passes += 1
        return
    item.passes = 0
    flip_up(state, pool, spot(action.seat, action.slot))


@rule
def standing(state, pool, options, seat):
    """Return how well a player stands: HP left in play, and ten more for each Wall."""
    worth = 0
    for where in each(deities_of(state, seat) | walls_of(state, seat)):
        worth += hp_left(state, where) + WALL_STANDING * is_wall(where)
    return worth
