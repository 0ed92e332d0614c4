"""Shrines that call, and Deities that come (R23)."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task
from evenhand.simulate.engine.sets import remove
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divino.casting.timing import can_summon, deity_of
from evenhand.simulate.games.divino.enums import Question
from evenhand.simulate.games.divino.in_play.moving_cards import enter, set_energy
from evenhand.simulate.games.divino.in_play.numbers import energy_at
from evenhand.simulate.games.divino.in_play.places import player_place

__all__ = ["offer_summoning", "summon"]


@rule
def offer_summoning(state, pool, item):
    """Ask whether to pay for the Deity at once; if it cannot be paid, the Shrine stays called."""
    if item.n == 0 and can_summon(state, pool, item.seat, item.copy_id):
        item.n = 1
        ask(state, item.seat, Question.SUMMON)
    else:
        pop_task(state)


@rule
def summon(state, pool, options, seat, shrine):
    """Pay the summoning cost; the Deity enters at once, and the call is over (R12, R23)."""
    player = state.players[seat]
    deity = deity_of(state, pool, seat, shrine)
    demigod = player_place(state, seat)
    price = pool.cards[state.card_of[seat, deity]].summon
    set_energy(state, demigod, energy_at(state, demigod) - price)
    player.called = remove(player.called, shrine)
    player.aside = remove(player.aside, deity)
    enter(state, pool, options, seat, deity, NOTHING)
