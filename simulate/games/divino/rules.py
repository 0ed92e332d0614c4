"""DIVINO as a step machine: ask, offer, apply, run on.

`run_on` is the heart: until a question is open or the game is over it takes up the task on
top of the agenda. A step with priority is such a task, too, and stays until all have passed
with nothing on the stack; what it brings stands above it (`stage`).
"""

import numpy as np

from decks.divino.words import CardType, Moment, Noun
from decks.records import NOTHING
from simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from simulate.engine.abilities.triggers import begin_ability, note_use, trigger
from simulate.engine.abilities.words import ABILITY, AbilityQuestion
from simulate.engine.agenda import drop_task, next_task, top_task
from simulate.engine.compile import rule
from simulate.engine.menu import (
    Answer,
    offer,
    offer_cards,
    offer_enough,
    offer_numbers,
    offer_yes_or_no,
)
from simulate.engine.sets import MOST, each, first, has, size, with_, without
from simulate.engine.stage import pass_chance
from simulate.engine.state import NO_QUESTION, ask, is_over, note_could
from simulate.games.divino import announcing, combat, damage, setup, shares, stage, turn
from simulate.games.divino.cards import discard, set_energy, tell_others
from simulate.games.divino.casting import (
    can_equip,
    can_play,
    can_summon,
    can_use_now,
    is_free_to_play,
    modes_of,
)
from simulate.games.divino.deities import offer_summoning, summon
from simulate.games.divino.demigods import order_next
from simulate.games.divino.effects import sacrifice
from simulate.games.divino.mana import (
    add_mana,
    answer_source,
    free_sources,
    gather_all,
    kinds_for,
    pay_mana,
    sources_for,
    tap_for_mana,
)
from simulate.games.divino.numbers import energy_at, refresh_numbers
from simulate.games.divino.passing import pass_on
from simulate.games.divino.places import in_play, kind_of, place, player_place
from simulate.games.divino.words import MANA_KINDS, Act, Question, Task, Way

__all__ = ["apply", "legal_actions", "run_on", "set_up", "standing"]


@rule
def set_up(state, table, options):
    """Lay out the game and run on to the first question."""
    setup.lay_out(state, table, options)
    run_on(state, table, options)


@rule
def run_on(state, table, options):
    """Do what needs no decision, up to the next question or the end."""
    while state.question == NO_QUESTION and not is_over(state):
        refresh_numbers(state, table)
        do_task(state, table, options, next_task(state))
    refresh_numbers(state, table)


@rule
def do_task(state, table, options, item):
    """Take up the task on top of the agenda."""
    match item.task:
        case Task.PRIORITY:
            stage.hold_priority(state, table, options, item)
        case Task.ANNOUNCE:
            announcing.announce(state, table, options, item)
        case Task.PAY_MANA:
            pay_mana(state, table, item)
        case Task.DISCARD_SPELL:
            put_spell_away(state, item)
        case Task.ENTERED:
            come_in(state, table, options, item)
        case Task.DEMIGOD_ORDER:
            setup.order_demigods(state, table, item)
        case Task.OPENING_HAND:
            setup.opening_hand(state, table, options, item)
        case Task.STARTING_CARDS:
            setup.search_on(state, item)
        case Task.SACRIFICES:
            ask_for_sacrifice(state, item)
        case Task.DISCARDS:
            ask_for_discard(state, item)
        case Task.ANY_MANA:
            ask_for_plane(state, item)
        case Task.MAY_PAY:
            ask_to_pay(state, item)
        case Task.SUMMON:
            offer_summoning(state, table, item)
        case Task.SPLIT_EFFECT:
            shares.share_on(state, table, item)
        case _:
            if item.task == ABILITY:
                stage.carry_on(state, table, options, item)
            else:
                do_turn(state, table, options, item)


@rule
def do_turn(state, table, options, item):
    """Take up a task that is part of the turn (R1)."""
    match item.task:
        case Task.BEGIN_TURN:
            turn.begin_turn(state, table, options, item.seat)
        case Task.TURN_START:
            turn.turn_start(state, table)
        case Task.ENERGIZE:
            turn.energize_step(state, table, options)
        case Task.UNTAP:
            turn.untap(state, table)
        case Task.UPKEEP:
            turn.upkeep(state, table)
        case Task.DRAW:
            turn.draw_step(state, options)
        case Task.SET_PHASE:
            turn.set_phase(state, item)
        case Task.ATTACKERS:
            combat.attack_on(state, table, options, item)
        case Task.BLOCKERS:
            combat.block_on(state, table, item)
        case Task.DAMAGE:
            damage.work_out(state, table, options, item)
        case Task.STAGE_DAMAGE:
            damage.stage_damage(state)
        case Task.SPLIT:
            damage.split_on(state, table, item)
        case Task.DEFEAT:
            turn.defeat_step(state, table, options)
        case Task.TURN_END:
            turn.turn_end(state, table)
        case Task.CLEANUP:
            turn.clean_up(state, table, options)
        case Task.END_TURN:
            turn.end_turn(state, table, options)


# What cards and effects bring


@rule
def come_in(state, table, options, item):
    """Choose the mode of what has come into play, then triggers and starting cards (R11, R25)."""
    seat, copy = item.seat, item.copy_id
    player = state.players[seat]
    is_fighter = has(player.kind[Noun.COMBAT_CARD], copy)
    if item.n == 0 and is_fighter and has(player.field, copy):
        item.n = 1
        ask(state, seat, Question.SET_MODE)
        return
    drop_task(state)
    if not has(player.field, copy):
        return
    trigger(state, table, seat, copy, Moment.ENTER)
    if is_fighter:
        tell_others(state, table, seat, copy, Moment.OTHER_ENTERS)
    card_type = table.cards[state.card_of[seat, copy]].type
    is_nagual = card_type == CardType.NAGUAL and options.nagual_starting_cards
    if card_type == CardType.FORTRESS or is_nagual:
        setup.plan_search(state, table, seat, copy)


@rule
def put_spell_away(state, item):
    """Put a Sorcery or Instant that has been done into the discard pile (R10)."""
    player = state.players[item.seat]
    if has(player.using, item.copy_id):
        player.using = without(player.using, item.copy_id)
        player.discard = with_(player.discard, item.copy_id)
    drop_task(state)


@rule
def ask_for_sacrifice(state, item):
    """Let a player choose a combat card to give up, while more are due."""
    fighters = kind_of(state, item.seat, Noun.COMBAT_CARD)
    if item.n > 0 and fighters != 0:
        ask(state, item.seat, Question.SACRIFICE)
    else:
        drop_task(state)


@rule
def ask_for_discard(state, item):
    """Let a player choose a card to discard, while more are due."""
    if item.n > 0 and state.players[item.seat].hand != 0:
        ask(state, item.seat, Question.DISCARD)
    else:
        drop_task(state)


@rule
def ask_for_plane(state, item):
    """Let a player say which mana "any plane" is, for each mana."""
    if item.n > 0:
        ask(state, item.seat, Question.MANA_PLANE)
    else:
        drop_task(state)


@rule
def ask_to_pay(state, item):
    """Ask a player whether to pay what an effect names."""
    if item.stage:
        drop_task(state)
        return
    item.stage = 1
    ask(state, item.seat, Question.MAY_PAY)


# Questions and their options


@rule
def legal_actions(state, table, options, menu):
    """Offer all options of the question asked."""
    seat = state.seat
    player = state.players[seat]
    match state.question:
        case Question.PRIORITY | Question.MAIN_PHASE:
            offer_play(state, table, options, menu)
        case Question.DEMIGOD_ORDER:
            offer_cards(state, menu, Answer.CARD, seat, player.waiting)
        case Question.STARTING_CARD:
            offer_cards(state, menu, Answer.CARD, seat, top_task(state).copies)
            offer_enough(state, menu)
        case Question.WAY_TO_PAY:
            offer(menu, Act.ENERGY, seat, 0, NOTHING)
            offer(menu, Act.MANA, seat, 0, NOTHING)
        case Question.PAYER:
            offer_places(menu, seat, seat, top_task(state).copies)
        case Question.MANA_SOURCE:
            offer_sources(state, table, menu)
        case Question.SET_MODE:
            offer(menu, Act.ATTACK_MODE, seat, 0, NOTHING)
            offer(menu, Act.DEFENSE_MODE, seat, 0, NOTHING)
        case Question.SET_PHASE:
            offer_copies(menu, Act.CHANGE, seat, turn.movable(state, top_task(state)))
            offer(menu, Act.PASS, seat, 0, NOTHING)
        case Question.ATTACK:
            offer_copies(menu, Act.FIGHT, seat, combat.attackers_for(state, table))
            offer(menu, Act.PASS, seat, 0, NOTHING)
        case Question.ATTACK_WHAT:
            offer_set(menu, seat, combat.attackable(state))
        case Question.BLOCK:
            offer_copies(menu, Act.FIGHT, seat, combat.blockers_for(state, table, seat))
            if not combat.is_forced(state, seat):
                offer(menu, Act.PASS, seat, 0, NOTHING)
        case Question.BLOCK_WHAT:
            attackers = combat.attackers_before(state, table, seat, state.held_copy)
            offer_places(menu, seat, state.active, attackers)
        case Question.SPLIT:
            offer_split(state, table, menu)
        case Question.SACRIFICE:
            offer_copies(menu, Answer.CARD, seat, kind_of(state, seat, Noun.COMBAT_CARD))
        case Question.DISCARD | Question.HAND_LIMIT:
            offer_cards(state, menu, Answer.CARD, seat, player.hand)
        case Question.MANA_PLANE:
            offer_numbers(state, menu, MANA_KINDS)
        case Question.MULLIGAN | Question.SUMMON | Question.MAY_PAY:
            offer_yes_or_no(state, menu)
        case _:
            offer_from_ability(state, table, options, menu)


@rule
def offer_from_ability(state, table, options, menu):
    """Offer what an ability asks; of "choose one", when it is played, what has targets."""
    if state.question != AbilityQuestion.MODE:
        offer_for_ability(state, table, menu)
        return
    item = top_task(state)
    if item.task != Task.ANNOUNCE:
        offer_numbers(state, menu, table.abilities[item.ability].n_modes)
        return
    modes = modes_of(state, table, options, item.seat, item.copy_id, item.ability)
    for mode in each(modes):
        offer(menu, Answer.OPTION, state.seat, mode - 1, NOTHING)


@rule
def offer_copies(menu, act, seat, copies):
    """Offer each of some cards in play: no two stand alike for sure."""
    for copy in each(copies):
        offer(menu, act, seat, 0, copy)


@rule
def offer_places(menu, seat, owner, copies):
    """Offer the places of some cards of one player."""
    for copy in each(copies):
        offer(menu, Answer.PLACE, seat, place(owner, copy), NOTHING)


@rule
def offer_set(menu, seat, found):
    """Offer a set of places."""
    for where in each(found):
        offer(menu, Answer.PLACE, seat, where, NOTHING)


@rule
def offer_split(state, table, menu):
    """Offer whom the next point of damage can go to."""
    item = top_task(state)
    if item.task == Task.SPLIT:
        offer_set(menu, state.seat, damage.split_targets(state, table, item))
    else:
        offer_set(menu, state.seat, shares.share_targets(state, item))


@rule
def offer_sources(state, table, menu):
    """Offer what can pay the next mana: kinds in the pool, then what can be tapped (R43)."""
    seat = state.seat
    for kind in each(kinds_for(state, table, seat)):
        offer(menu, Act.POOL, seat, kind, NOTHING)
    offer_copies(menu, Act.TAP, seat, sources_for(state, table, seat))


@rule
def offer_play(state, table, options, menu):
    """Offer what a player with priority can do, and passing (R6, R40)."""
    seat = state.seat
    player = state.players[seat]
    if player.actions < options.actions_cap:
        is_main = is_free_to_play(state, seat)
        offer_hand(state, table, options, menu, is_main)
        offer_uses(state, table, options, menu)
        if is_main:
            offer_main(state, table, options, menu)
        if counts_mana(state, table, seat):
            offer_mana(state, table, menu)
    offer(menu, Act.PASS, seat, 0, NOTHING)
    offer(menu, Act.PASS_ON, seat, 0, NOTHING)


@rule
def offer_hand(state, table, options, menu, is_main):
    """Offer the cards in hand that can be played, each different card once."""
    seat = state.seat
    player = state.players[seat]
    gather_all(state, table, seat)
    last = np.int64(NOTHING)
    for copy in each(player.hand if is_main else player.hand & player.instants):
        row = np.int64(state.card_of[seat, copy])
        if row != last and can_play(state, table, options, seat, copy):
            note_plays(state, table, seat, copy)
            offer(menu, Act.PLAY, seat, 0, copy)
        last = row


@rule
def note_plays(state, table, seat, copy):
    """Record that what a Sorcery or Instant does could be used."""
    card = table.cards[state.card_of[seat, copy]]
    if card.spell != NOTHING:
        note_could(state, seat, copy, card.spell - card.first_ability)


@rule
def offer_uses(state, table, options, menu):
    """Offer the abilities that can be used; ``slot`` is the number of the ability."""
    seat = state.seat
    for copy in each(in_play(state, seat) & state.players[seat].users):
        card = table.cards[state.card_of[seat, copy]]
        for number in range(card.n_abilities):
            row = card.first_ability + number
            if table.abilities[row].moment == Moment.MANA and not card.odd_mana:
                continue
            if can_use_now(state, table, options, seat, copy, row):
                note_could(state, seat, copy, number)
                offer(menu, Act.USE, seat, number, copy)


@rule
def offer_main(state, table, options, menu):
    """Offer equipping and summoning (R23, D45)."""
    seat = state.seat
    for copy in each(kind_of(state, seat, Noun.EQUIPMENT)):
        if can_equip(state, table, options, seat, copy):
            offer(menu, Act.EQUIP, seat, 0, copy)
    for shrine in each(state.players[seat].called):
        if can_summon(state, table, seat, shrine):
            offer(menu, Act.SUMMON, seat, 0, shrine)


@rule
def counts_mana(state, table, seat):
    """Say whether a card of a player makes use of mana in the pool (D52)."""
    for copy in each(state.players[seat].hand | in_play(state, seat)):
        if table.cards[state.card_of[seat, copy]].counts_mana:
            return True
    return False


@rule
def offer_mana(state, table, menu):
    """Offer tapping for mana into the pool, alike cards once (R43, D52)."""
    seat = state.seat
    last = np.int64(NOTHING)
    for copy in each(free_sources(state, table, seat)):
        row = np.int64(state.card_of[seat, copy])
        if row != last:
            for kind in each(np.int64(table.cards[row].makes)):
                offer(menu, Act.TAP, seat, kind, copy)
        last = row


# Answers


@rule
def apply(state, table, options, action):
    """Carry out an answer and run on."""
    question = state.question
    state.question = NO_QUESTION
    seat = state.seat
    match question:
        case Question.PRIORITY | Question.MAIN_PHASE:
            act(state, table, options, action)
        case Question.DEMIGOD_ORDER:
            order_next(state, seat, action.copy_id)
        case Question.STARTING_CARD:
            is_card = action.kind == Answer.CARD
            setup.take_starting_card(state, top_task(state), action.copy_id if is_card else NOTHING)
        case Question.MULLIGAN:
            setup.answer_mulligan(state, top_task(state), action.kind == Answer.YES)
        case Question.WAY_TO_PAY:
            top_task(state).way = Way.ENERGY if action.kind == Act.ENERGY else Way.MANA
        case Question.PAYER:
            top_task(state).place = action.slot
        case Question.MANA_SOURCE:
            answer_source(state, seat, action)
        case Question.SET_MODE:
            choose_mode(state, seat, action.kind == Act.DEFENSE_MODE)
        case Question.SET_PHASE:
            move(state, seat, action)
        case Question.ATTACK:
            declare_attacker(state, action)
        case Question.ATTACK_WHAT:
            combat.add_attacker(state, state.held_copy, action.slot)
        case Question.BLOCK:
            declare_blocker(state, table, seat, action)
        case Question.BLOCK_WHAT:
            combat.add_blocker(state, seat, state.held_copy, action.slot % MOST)
        case Question.SPLIT:
            answer_split(state, table, action.slot)
        case Question.SACRIFICE:
            give_up(state, table, seat, action.copy_id)
        case Question.DISCARD:
            top_task(state).n -= 1
            discard(state, seat, action.copy_id)
        case Question.HAND_LIMIT:
            discard(state, seat, action.copy_id)
        case Question.MANA_PLANE:
            top_task(state).n -= 1
            add_mana(state, seat, action.slot, 1)
        case Question.SUMMON:
            if action.kind == Answer.YES:
                summon(state, table, options, seat, top_task(state).copy_id)
        case Question.MAY_PAY:
            if action.kind == Answer.YES:
                pay_up(state, seat)
        case _:
            answer_from_ability(state, question, action)
    run_on(state, table, options)


@rule
def answer_from_ability(state, question, action):
    """Take an answer to an ability's question; a trigger goes onto the stack (R42)."""
    if question == AbilityQuestion.NEXT_TRIGGER:
        announcing.put_trigger(state, action.slot)
    else:
        answer_for_ability(state, question, action)


@rule
def act(state, table, options, action):
    """Carry out what a player with priority does (R40)."""
    seat = state.seat
    player = state.players[seat]
    if action.kind == Act.PASS:
        pass_chance(state)
        return
    if action.kind == Act.PASS_ON:
        pass_on(state, seat)
        return
    player.actions += 1
    state.passes = 0
    match action.kind:
        case Act.PLAY:
            play(state, table, options, seat, action.copy_id)
        case Act.USE:
            use(state, table, seat, action.copy_id, action.slot)
        case Act.EQUIP:
            announcing.begin_equip(state, seat, action.copy_id)
        case Act.SUMMON:
            summon(state, table, options, seat, action.copy_id)
        case _:
            tap_for_mana(state, seat, action.copy_id, action.slot)


@rule
def play(state, table, options, seat, copy):
    """Play a card from the hand: a land at once, all else by way of the stack (R7, R10)."""
    if table.cards[state.card_of[seat, copy]].type == CardType.LAND:
        turn.play_land(state, table, options, seat, copy)
    else:
        announcing.begin_card(state, table, seat, copy)


@rule
def use(state, table, seat, copy, number):
    """Use an ability of a card in play; what makes mana happens at once (R43)."""
    row = table.cards[state.card_of[seat, copy]].first_ability + number
    if table.abilities[row].moment == Moment.MANA:
        note_use(state, table, seat, copy, row)
        begin_ability(state, seat, copy, row)
        top_task(state).staged = 0
    else:
        announcing.begin_use(state, table, seat, copy, row)


@rule
def choose_mode(state, seat, is_defense):
    """Set the mode of a card that enters (R11)."""
    if is_defense:
        player = state.players[seat]
        player.defense = with_(player.defense, top_task(state).copy_id)


@rule
def move(state, seat, action):
    """Change the mode of a card in the Set Phase, or go on (R11)."""
    item = top_task(state)
    if action.kind == Act.PASS:
        item.n = 1
        return
    player = state.players[seat]
    player.defense ^= with_(np.int64(0), action.copy_id)
    item.copies = with_(item.copies, action.copy_id)


@rule
def declare_attacker(state, action):
    """Name a further attacker, then what it attacks (R14)."""
    if action.kind == Act.PASS:
        top_task(state).n = 1
        return
    targets = combat.attackable(state)
    state.held_copy = action.copy_id
    if size(targets) == 1:
        combat.add_attacker(state, action.copy_id, first(targets))
    else:
        ask(state, state.active, Question.ATTACK_WHAT)


@rule
def declare_blocker(state, table, seat, action):
    """Name a further blocker, then whom it blocks (R15)."""
    if action.kind == Act.PASS:
        top_task(state).n = 1
        return
    attackers = combat.attackers_before(state, table, seat, action.copy_id)
    state.held_copy = action.copy_id
    if size(attackers) == 1:
        combat.add_blocker(state, seat, action.copy_id, first(attackers))
    else:
        ask(state, seat, Question.BLOCK_WHAT)


@rule
def answer_split(state, table, where):
    """Let the next point of damage go to a thing."""
    item = top_task(state)
    if item.task == Task.SPLIT:
        damage.answer_split(state, table, item, where)
    else:
        shares.take_share(state, item, where)


@rule
def give_up(state, table, seat, copy):
    """Sacrifice the combat card that a player chose."""
    item = top_task(state)
    item.n -= 1
    sacrifice(state, table, item, place(seat, copy))


@rule
def pay_up(state, seat):
    """Pay what an effect asks for: the step that asked has happened."""
    demigod = player_place(state, seat)
    set_energy(state, demigod, energy_at(state, demigod) - top_task(state).n)
    state.agenda[state.n_tasks - 2].held = 1


@rule
def standing(state, table, options, seat):
    """Say how well a player stands: energy of the Demigods and the combat cards."""
    if state.out[seat]:
        return np.int64(0)
    return turn.standing_of(state, table, seat)
