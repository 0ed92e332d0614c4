"""Divinity as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over, it lets the table
settle (what falls, who has lost), then waiting triggers resolve, then the next task on
the agenda is taken up.
"""

from decks.divinity.words import Moment
from decks.records import NOTHING
from simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from simulate.engine.abilities.steps import go_on
from simulate.engine.abilities.triggers import next_trigger
from simulate.engine.abilities.words import ABILITY, Stage
from simulate.engine.agenda import drop_task, next_task, top_task
from simulate.engine.compile import rule
from simulate.engine.hands import discard_from_hand
from simulate.engine.menu import Answer, offer, offer_cards
from simulate.engine.piles import deck_set
from simulate.engine.seats import enemy_of
from simulate.engine.sets import each, first, has
from simulate.engine.state import NO_QUESTION, ask, is_over, note_could
from simulate.games.divinity import attack, playing, turn
from simulate.games.divinity.ending import settle
from simulate.games.divinity.moves import flip_up
from simulate.games.divinity.numbers import hp_left
from simulate.games.divinity.places import at, card_at, deities_of, is_wall, spot, walls_of
from simulate.games.divinity.setup import check_opening_hand, first_deities, lay_out, place_first
from simulate.games.divinity.trophies import next_trophy, take, takes_from_discard
from simulate.games.divinity.words import PLACES, Act, Question, Task

__all__ = ["apply", "legal_actions", "run_on", "set_up", "standing"]

TAKING_CARDS = (int(Question.TROPHY), int(Question.HAND_LIMIT))
# What changes nothing by itself.
IDLE = (int(Task.MAIN), int(Task.FLIPS), int(Task.TARGETS), int(Task.TROPHIES))
UNINTERRUPTED = (ABILITY, int(Task.ENTER))
ON_PLAYING = (Moment.MAGIC, Moment.TO_PLAY)
WALL_STANDING = 10  # what a Wall counts more than its HP


@rule
def set_up(state, table, options):
    """Lay out the game and run on to the first question."""
    lay_out(state, table, options)
    run_on(state, table, options)


@rule
def run_on(state, table, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        if state.unsettled and state.active != NOTHING:
            settle(state, table, options)
        elif state.n_triggers and is_quiet(state):
            next_trigger(state)
        else:
            item = next_task(state)
            if not is_idle(item):
                look_again(state)
            do_task(state, table, options, item)


@rule
def is_idle(item):
    """Say whether a task, as far as it is, changes nothing that numbers could hang on."""
    if item.task == ABILITY:
        return item.stage != Stage.DO
    return item.task in IDLE


@rule
def look_again(state):
    """Have numbers worked out anew where they hang on what has just been done."""
    if state.hanging:
        state.unsettled = 1


@rule
def is_quiet(state):
    """Say whether waiting triggers may resolve: nothing is half done."""
    return top_task(state).task not in UNINTERRUPTED


@rule
def do_task(state, table, options, item):
    """Take up the task on top of the agenda."""
    match item.task:
        case Task.OPENING_HAND:
            check_opening_hand(state, table, options, item.seat)
        case Task.FIRST_DEITY:
            drop_task(state)
            ask(state, item.seat, Question.FIRST_DEITY)
        case Task.BEGIN_TURN:
            turn.begin_turn(state, table, options, item.seat)
        case Task.DRAW:
            turn.draw(state, table, options)
        case Task.MAIN:
            ask(state, state.active, Question.MAIN)
        case Task.FLIPS:
            turn.pass_flips(state, options, item)
        case Task.TARGETS:
            attack.ask_for_target(state, table, options, item)
        case Task.BLOWS:
            attack.blows(state, table)
        case Task.TURN_STARTS:
            turn.turn_starts(state, table)
        case Task.TURN_ENDS:
            turn.turn_ends(state, table)
        case Task.TROPHIES:
            next_trophy(state)
        case Task.END_TURN:
            turn.end_turn(state, table, options)
        case Task.ENTER:
            playing.enter(state, table, item.seat, item.copy_id)
        case _:
            go_on(state, table, options, item)


# Questions and their options


@rule
def legal_actions(state, table, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    match state.question:
        case Question.FIRST_DEITY:
            offer_cards(state, menu, Act.PLACE, seat, first_deities(state, table, options, seat))
        case Question.MAIN:
            offer_main(state, table, options, menu)
        case Question.HOST:
            offer_hosts(state, table, menu)
        case Question.TARGET:
            offer_targets(state, table, menu)
        case Question.FLIP:
            offer_spots(menu, Act.FLIP, turn.flippable(state, options, seat))
            offer(menu, Act.NO_FLIP, seat, 0, NOTHING)
        case Question.TROPHY:
            offer_trophies(state, menu)
        case Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, state.players[seat].hand)
        case _:
            offer_for_ability(state, table, menu)


@rule
def offer_spots(menu, act, spots):
    """Offer cards on the table."""
    for where in each(spots):
        offer(menu, act, where // PLACES, where % PLACES, NOTHING)


@rule
def offer_main(state, table, options, menu):
    """Offer what a player may do in their turn: play, use, flip, attack, end (R3, R4)."""
    seat = state.seat
    if state.players[seat].actions < options.actions_cap:
        offer_hand(state, table, options, menu)
        offer_uses(state, table, menu)
        offer_spots(menu, Act.FLIP, turn.flippable(state, options, seat))
    if attack.has_attack(state, table, options):
        offer(menu, Act.ATTACK, seat, 0, NOTHING)
    offer(menu, Act.END, seat, 0, NOTHING)


@rule
def offer_hand(state, table, options, menu):
    """Offer the hand cards that can be played, each different card once."""
    seat = state.seat
    last = NOTHING
    for copy in each(state.players[seat].hand):
        row = state.card_of[seat, copy]
        if row != last and playing.can_play(state, table, seat, copy):
            note_plays(state, table, seat, copy)
            offer(menu, Act.PLAY_DEITY + table.cards[row].type, seat, 0, copy)
        last = row


@rule
def note_plays(state, table, seat, copy):
    """Record that what a Magic does, or a card demands, could come about."""
    card = table.cards[state.card_of[seat, copy]]
    if has(card.moments, Moment.MAGIC) or has(card.moments, Moment.TO_PLAY):
        for number in range(card.n_abilities):
            if table.abilities[card.first_ability + number].moment in ON_PLAYING:
                note_could(state, seat, copy, number)


@rule
def offer_uses(state, table, menu):
    """Offer the + abilities that can be used; ``copy`` is the number of the ability (R8)."""
    seat = state.seat
    for where in each(deities_of(state, seat)):
        card = card_at(state, table, where)
        if not has(card.moments, Moment.USE):
            continue
        for number in range(card.n_abilities):
            if turn.can_use_ability(state, table, seat, where, number):
                note_could(state, seat, at(state, where).copy_id, number)
                offer(menu, Act.USE, seat, where % PLACES, number)


@rule
def offer_hosts(state, table, menu):
    """Offer the Deities that can take the Attachment, each with it face up or down (R9)."""
    seat = state.seat
    row = state.card_of[seat, first(state.players[seat].using)]
    for host in each(deities_of(state, 0) | deities_of(state, 1)):
        if playing.can_host(state, table, seat, host, row):
            offer(menu, Act.FACE_UP, host // PLACES, host % PLACES, NOTHING)
            offer(menu, Act.FACE_DOWN, host // PLACES, host % PLACES, NOTHING)


@rule
def offer_targets(state, table, menu):
    """Offer whom the Deity in question may attack, and to stay back (R12)."""
    attacker = spot(state.seat, top_task(state).attacker)
    offer_spots(menu, Act.TARGET, attack.targets_of(state, table, attacker))
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
def apply(state, table, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    match question:
        case Question.FIRST_DEITY:
            place_first(state, table, state.seat, action.copy_id)
        case Question.MAIN:
            act(state, table, options, action)
        case Question.HOST:
            host = spot(action.seat, action.slot)
            playing.attach(state, table, host, action.kind == Act.FACE_DOWN)
        case Question.TARGET:
            choose_target(state, action)
        case Question.FLIP:
            answer_flip(state, table, action, top_task(state))
        case Question.TROPHY:
            take(state, action.kind, action.copy_id)
        case Question.HAND_LIMIT:
            discard_from_hand(state, state.seat, action.copy_id)
        case _:
            answer_for_ability(state, question, action)
    if question in TAKING_CARDS:
        look_again(state)
    run_on(state, table, options)


@rule
def act(state, table, options, action):
    """Carry out one of the actions of a turn (R3, R4)."""
    state.players[state.seat].actions += 1
    match action.kind:
        case Act.ATTACK:
            attack.announce(state)
        case Act.END:
            drop_task(state)
        case Act.FLIP:
            turn.plan_reply(state, options)
            flip_up(state, table, spot(action.seat, action.slot))
        case Act.USE:
            turn.plan_reply(state, options)
            turn.use_ability(state, table, spot(action.seat, action.slot), action.copy_id)
        case _:
            turn.plan_reply(state, options)
            playing.play(state, table, action.copy_id)


@rule
def choose_target(state, action):
    """Note whom a Deity attacks, or that it stays back (R12)."""
    target = NOTHING if action.kind == Act.STAY else spot(action.seat, action.slot)
    attack.choose_target(state, top_task(state), target)


@rule
def answer_flip(state, table, action, item):
    """Flip, whereupon the other player has the chance again, or pass it on (E6)."""
    item.seat = enemy_of(item.seat)
    if action.kind == Act.NO_FLIP:
        item.passes += 1
        return
    item.passes = 0
    flip_up(state, table, spot(action.seat, action.slot))


@rule
def standing(state, table, options, seat):
    """Say how well a player stands: HP left in play, and ten more for each Wall."""
    worth = 0
    for where in each(deities_of(state, seat) | walls_of(state, seat)):
        worth += hp_left(state, where) + WALL_STANDING * is_wall(where)
    return worth
