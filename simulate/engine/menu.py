"""The options of one question."""

import numpy as np

from decks.records import NOTHING, record
from simulate.engine.compile import rule
from simulate.engine.hooks import legal_actions
from simulate.engine.sets import each
from simulate.engine.state import fail

__all__ = ["ACTION", "MENU", "MENU_SLOTS", "offer", "offer_cards", "open_menu"]

MENU_SLOTS = 256

ACTION = record(
    ("kind", np.int8),  # the game's Act
    ("seat", np.int8),  # whose table the slot is on
    ("slot", np.int8),  # a place on the table, or a number the Act explains
    ("copy_id", np.int8),  # a deck slot of the deciding seat, or of ``seat``
)

MENU = record(
    ("n", np.int16),  # options on offer
    ("overflow", np.int8),  # 1: more options than MENU_SLOTS were there
    ("actions", ACTION, (MENU_SLOTS,)),
)


@rule
def offer(menu, kind, seat, slot, copy):
    """Add one option to the menu."""
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
def open_menu(state, table, options, menu):
    """Write down all options of the question asked."""
    menu.n = 0
    menu.overflow = 0
    legal_actions(state, table, options, menu)
    if menu.n == 0 or menu.overflow:
        fail(state)
