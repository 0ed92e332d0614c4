"""What cards and effects have players choose, besides what abilities ask."""

from evenhand.decks.divino.words import CardType, Moment, Noun
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import trigger
from evenhand.simulate.engine.agenda import peek_task, pop_task
from evenhand.simulate.engine.sets import EMPTY, add, has, nth, remove, size
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divino.combat import damage
from evenhand.simulate.games.divino.effects import shares
from evenhand.simulate.games.divino.effects.verbs import sacrifice
from evenhand.simulate.games.divino.enums import DECK_SLOTS, Question, Task
from evenhand.simulate.games.divino.in_play.dying import bury
from evenhand.simulate.games.divino.in_play.moving_cards import set_energy, tell_others
from evenhand.simulate.games.divino.in_play.numbers import energy_at
from evenhand.simulate.games.divino.in_play.places import kind_of, place, player_place
from evenhand.simulate.games.divino.turn import setup

__all__ = [
    "answer_split", "ask_for_discard", "ask_for_plane", "ask_for_sacrifice", "ask_to_pay",
    "come_in", "enter_in_mode", "give_up", "pay_up", "put_spell_away",
]  # fmt: skip


# Asking


@rule
def come_in(state, pool, options, item):
    """Choose the mode of what has come into play, then triggers and starting cards (R11, R25)."""
    seat, copy = item.seat, item.copy_id
    player = state.players[seat]
    is_fighter = has(player.kind[Noun.COMBAT_CARD], copy)
    if item.n == 0 and is_fighter and has(player.field, copy):
        item.n = 1
        ask(state, seat, Question.SET_MODE)
        return
    go_to_next_entered(state, item)
    if not has(player.field, copy):
        return
    trigger(state, pool, seat, copy, Moment.ENTER)
    if is_fighter:
        tell_others(state, pool, seat, copy, Moment.OTHER_ENTERS)
    card_type = pool.cards[state.card_of[seat, copy]].type
    is_nagual = card_type == CardType.NAGUAL and options.nagual_starting_cards
    if card_type == CardType.FORTRESS or is_nagual:
        setup.plan_search(state, pool, seat, copy, DECK_SLOTS)


@rule
def go_to_next_entered(state, item):
    """Go on to the card that came into play before, of some that came together."""
    if item.copies == EMPTY:
        pop_task(state)
        return
    item.copy_id = nth(item.copies, size(item.copies) - 1)
    item.copies = remove(item.copies, item.copy_id)
    item.n = 0


@rule
def put_spell_away(state, item):
    """Put a Sorcery or Instant that has been done into the discard pile (R10)."""
    player = state.players[item.seat]
    if has(player.using, item.copy_id):
        player.using = remove(player.using, item.copy_id)
        player.discard = add(player.discard, item.copy_id)
    pop_task(state)


@rule
def ask_for_sacrifice(state, item):
    """Let a player choose a combat card to give up, while more are due."""
    fighters = kind_of(state, item.seat, Noun.COMBAT_CARD)
    if item.n > 0 and fighters != 0:
        ask(state, item.seat, Question.SACRIFICE)
    else:
        pop_task(state)


@rule
def ask_for_discard(state, item):
    """Let a player choose a card to discard, while more are due."""
    if item.n > 0 and state.players[item.seat].hand != 0:
        ask(state, item.seat, Question.DISCARD)
    else:
        pop_task(state)


@rule
def ask_for_plane(state, item):
    """Let a player say which mana "any plane" is, for each mana."""
    if item.n > 0:
        ask(state, item.seat, Question.MANA_PLANE)
    else:
        pop_task(state)


@rule
def ask_to_pay(state, item):
    """Ask a player whether to pay what an effect names, if there is enough."""
    if item.begun or energy_at(state, player_place(state, item.seat)) < item.n:
        pop_task(state)
        return
    item.begun = 1
    ask(state, item.seat, Question.MAY_PAY)


# Answers


@rule
def enter_in_mode(state, seat, is_defense):
    """Set the mode of a card that enters (R11)."""
    if is_defense:
        player = state.players[seat]
        player.defense = add(player.defense, peek_task(state).copy_id)


@rule
def answer_split(state, pool, where):
    """Let the next point of damage go to a thing."""
    item = peek_task(state)
    if item.task == Task.SPLIT:
        damage.split_point(state, pool, item, where)
    else:
        shares.take_share(state, item, where)


@rule
def give_up(state, pool, seat, copy):
    """Sacrifice the combat card that a player chose."""
    item = peek_task(state)
    item.n -= 1
    sacrifice(state, pool, item, place(seat, copy))
    bury(state, pool)


@rule
def pay_up(state, seat):
    """Pay what an effect asks for: the step that asked has happened."""
    demigod = player_place(state, seat)
    set_energy(state, demigod, energy_at(state, demigod) - peek_task(state).n)
    below = state.n_tasks - 2
    while state.agenda[below].task == Task.MAY_PAY:  # for another item
        below -= 1
    state.agenda[below].held = 1
