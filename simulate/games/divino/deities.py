"""Shrines that call, and Deities that come (R23)."""

from decks.records import NOTHING
from simulate.engine.agenda import drop_task
from simulate.engine.compile import rule
from simulate.engine.sets import without
from simulate.engine.state import ask
from simulate.games.divino.cards import enter, set_energy
from simulate.games.divino.casting import can_summon, deity_of
from simulate.games.divino.numbers import energy_at
from simulate.games.divino.places import player_place
from simulate.games.divino.words import Question

__all__ = ["offer_summoning", "summon"]


@rule
def offer_summoning(state, table, item):
    """Ask whether to pay for the Deity at once; if it cannot be paid, the Shrine stays called."""
    if item.n == 0 and can_summon(state, table, item.seat, item.copy_id):
        item.n = 1
        ask(state, item.seat, Question.SUMMON)
    else:
        drop_task(state)


@rule
def summon(state, table, options, seat, shrine):
    """Pay the summoning cost; the Deity enters at once, and the call is over (R12, R23)."""
    player = state.players[seat]
    deity = deity_of(state, table, seat, shrine)
    demigod = player_place(state, seat)
    price = table.cards[state.card_of[seat, deity]].summon
    set_energy(state, demigod, energy_at(state, demigod) - price)
    player.called = without(player.called, shrine)
    player.aside = without(player.aside, deity)
    enter(state, table, options, seat, deity, NOTHING)
