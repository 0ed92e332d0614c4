"""The options of one question."""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import legal_actions
from evenhand.simulate.engine.sets import each
from evenhand.simulate.engine.state import fail

__all__ = [
    "ACTION", "MENU", "MENU_SLOTS", "Answer", "offer", "offer_cards", "offer_enough",
    "offer_numbers", "offer_yes_or_no", "open_menu",
]  # fmt: skip


MENU_SLOTS = 256


class Answer(IntEnum):
    """Kinds of answers that all games share, with the fields of `ACTION` that they use.

    The values are above those of a game's own Act, so that both fit into one field.
    """

    YES = 100
    NO = 101
    CARD = 102  # seat, copy
    PLACE = 103  # slot = the place
    OPTION = 104  # slot = its number, from 0
    ENOUGH = 105  # choose no more


ACTION = record(
    ("kind", np.int8),  # the game's Act, or an Answer
    ("seat", np.int8),  # whose table the slot is on
    ("slot", np.int16),  # a place on the table, or a number the Act explains
    ("copy_id", np.int8),  # a deck slot of the deciding seat, or of ``seat``
)

MENU = record(
    ("n", np.int16),  # options on offer
    ("overflow", np.int8),  # 1: there were more options than MENU_SLOTS
    ("actions", ACTION, (MENU_SLOTS,)),
)


@rule
def offer(menu, kind, seat, slot, copy):
    """Add one option to the menu: the ``action`` passed to ``apply`` if it is chosen.

    ``kind`` is the game's Act; the game defines the meaning of the others for it. Unused ones
    are 0, or NOTHING for a card.
    """
    if menu.n == MENU_SLOTS:
        menu.overflow = 1
        return
    action = menu.actions[menu.n]
    action.kind = kind
    action.seat = seat
    action.slot = slot
    action.copy_id = copy
    menu.n += 1


@rule
def offer_cards(state, menu, kind, seat, copies):
    """Offer cards of a player, each different card once."""
    last = NOTHING
    for copy in each(copies):
        row = state.card_of[seat, copy]
        if row != last:
            offer(menu, kind, seat, 0, copy)
        last = row


@rule
def offer_yes_or_no(state, menu):
    """Offer yes and no."""
    offer(menu, Answer.YES, state.seat, 0, NOTHING)
    offer(menu, Answer.NO, state.seat, 0, NOTHING)


@rule
def offer_numbers(state, menu, n):
    """Offer the numbers 0..n-1."""
    for number in range(n):
        offer(menu, Answer.OPTION, state.seat, number, NOTHING)


@rule
def offer_enough(state, menu):
    """Offer to stop choosing."""
    offer(menu, Answer.ENOUGH, state.seat, 0, NOTHING)


@rule
def open_menu(state, pool, options, menu):
    """Fill the menu with all options of the current question; end the game if there are none."""
    menu.n = 0
    menu.overflow = 0
    legal_actions(state, pool, options, menu)
    if menu.n == 0 or menu.overflow:
        fail(state)
