"""What the author of a game uses, by one import.

A game in a package of its own needs nothing else of evenhand::

    from evenhand.game import Game, ask, each, number, offer, rule, state_record, supply

Declaring the game
    `Game`; `number`, `switch`, `choice` for options and bots' weights; `rule` above every
    function of the rules; `supply` with `game_hooks` to name the answers to the hooks.
Cards and decks
    `GameSchema`, `Card` and the cells of its columns, `record` for numpy records, `NOTHING`,
    findings about decks, `Better`, `CardPool`, and the errors that people read.
The state and its questions
    `state_record`, `ask`, `end_game`, what is counted (`note_hand`, `note_played` ..); `offer`
    and its family.
Sets, piles and hands
    Sets of small numbers (`add`, `remove`, `each`, `size` ..), the deck as a pile (`deal`,
    `take_top`, `imagine_deck`), hands and discard piles (`draw_top`, `discard_from_hand` ..).
Players, chance and what waits
    `enemy_of`, `seats_in`, `leave`, `rank_by_points`; `below`, `coin`, `shuffle`; tasks
    (`push_task`, `pop_task`) and a stack that players answer (`push_item`, `give_priority`).
Showing it
    `View`, its fields and zones (`Number`, `CardSet`, `Pile` ..), `player_title`.

Games whose cards have abilities find the rest in `evenhand.abilities`. Importing this compiles
nothing. `__all__` is stable.
"""

# fmt: off
from importlib import import_module
from typing import TYPE_CHECKING, Any
from warnings import warn

from evenhand.decks.better import Better, list_better
from evenhand.decks.card import ABILITY_FIELDS, LONGEST_NAME, Card, kind_of, name_key
from evenhand.decks.cells import (
    NO, YES, CellError, Wrong, cell_value, look_up, missing, one_of, read_words, some_of,
    unexpected, whole, with_article, yes_or_no,
)
from evenhand.decks.legality import (
    DeckRules, Finding, Limits, distinct, each_card, few_openers, number_of, too_many,
    too_many_copies, wrong_size,
)
from evenhand.decks.plain import (
    leave_out, number_at, numbers_at, plain_name, price_of, price_of_plain, text_columns,
)
from evenhand.decks.pool import CardPool, columns_of, list_columns, load_pool, make_pool, with_cards
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean, nearest
from evenhand.decks.records import NOTHING, record
from evenhand.decks.schema import USUAL_HEADERS, GameSchema
from evenhand.simulate.compiling import Hooks, rule, supply
from evenhand.simulate.engine import hooks as game_hooks
from evenhand.simulate.engine.agenda import (
    AGENDA_SLOTS, agenda_fields, begin_task, peek_task, pop_task, push_task, task_record,
)
from evenhand.simulate.engine.hands import (
    deal_hand, discard_from_hand, draw_top, leave_hand, mill, of_type, put_into_deck,
    put_into_hand, shuffle_into_deck, take_from_deck, take_from_discard,
)
from evenhand.simulate.engine.losses import both_can_begin, end_for_both
from evenhand.simulate.engine.menu import (
    ACTION, MENU_SLOTS, Answer, offer, offer_cards, offer_enough, offer_numbers,
    offer_yes_or_no,
)
from evenhand.simulate.engine.options import (
    DeckOut, Option, SimultaneousLoss, choice, number, option_values, pack_options, switch,
)
from evenhand.simulate.engine.piles import (
    begin_deck, deal, deal_of_type, deck_set, gather, imagine_deck, reshuffle, take_out,
    take_top,
)
from evenhand.simulate.engine.pool_record import fill_pool_record, pool_record
from evenhand.simulate.engine.rng import Purpose, below, coin, shuffle
from evenhand.simulate.engine.seats import (
    enemy_of, leave, next_seat, placement_of, rank_by_points, rivals_of, seats_in,
)
from evenhand.simulate.engine.sets import (
    EMPTY, add, difference, each, first, full, has, intersection, is_empty, keep, load,
    nothing_in, nth, remove, set_field, size, union,
)
from evenhand.simulate.engine.stack import (
    all_passed, find_item, give_priority, pass_priority, push_item, remove_item, stack_fields,
    stack_item,
)
from evenhand.simulate.engine.state import (
    ENDLESS, ENGINE_ERROR, NO_QUESTION, ask, end_game, fail, is_over, note_could, note_did,
    note_hand, note_played, note_worked, state_record, stop_endless,
)
from evenhand.simulate.game import Game
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import (
    Derived, Field, Flag, Held, Number, Part, Plain, Seat, Sight, Word,
)
from evenhand.simulate.view.names import (
    MOST_COUNTED, NOBODY, fold_case, player_key, player_title, spell_out, spell_out_each,
)
from evenhand.simulate.view.view import SET_UP, View
from evenhand.simulate.view.zones import (
    CardPlace, CardSet, Lanes, Marked, OneCard, Pile, Row, Spread,
)

__all__ = [
    "ABILITY_FIELDS", "ACTION", "AGENDA_SLOTS", "EMPTY", "ENDLESS", "ENGINE_ERROR",
    "LONGEST_NAME", "MENU_SLOTS", "MOST_COUNTED", "NO", "NOBODY", "NOTHING", "NO_QUESTION",
    "SET_UP", "USUAL_HEADERS", "YES", "Answer", "Better", "Card", "CardPlace", "CardPool",
    "CardSet", "CellError", "Dealer", "DeckOut", "DeckRules", "Derived", "Field", "Finding",
    "Flag", "Game", "GameSchema", "Held", "Hooks", "InputError", "Lanes", "Limits", "Marked",
    "Number", "OneCard", "Option", "Part", "Pile", "Plain", "Problem", "Purpose", "Row", "Seat",
    "Sight", "SimultaneousLoss", "Spread", "UsageError", "View", "Word", "Wrong", "add",
    "agenda_fields", "all_passed", "ask", "begin_deck", "begin_task", "below", "both_can_begin",
    "cell_value", "choice", "coin", "columns_of", "deal", "deal_hand", "deal_of_type",
    "deck_set", "did_you_mean", "difference", "discard_from_hand", "distinct", "draw_top",
    "each", "each_card", "end_for_both", "end_game", "enemy_of", "fail", "few_openers",
    "fill_pool_record", "find_item", "first", "fold_case", "full", "game_hooks", "gather",
    "give_priority", "has", "imagine_deck", "intersection", "is_empty", "is_over", "keep",
    "kind_of", "leave", "leave_hand", "leave_out", "list_better", "list_columns", "load",
    "load_pool", "look_up", "make_pool", "mill", "missing", "name_key", "nearest", "next_seat",
    "note_could", "note_did", "note_hand", "note_played", "note_worked", "nothing_in", "nth",
    "number", "number_at", "number_of", "numbers_at", "of_type", "offer", "offer_cards",
    "offer_enough", "offer_numbers", "offer_yes_or_no", "one_of", "option_values",
    "pack_options", "pass_priority", "peek_task", "placement_of", "plain_name", "player_key",
    "player_title", "pool_record", "pop_task", "price_of", "price_of_plain", "push_item",
    "push_task", "put_into_deck", "put_into_hand", "rank_by_points", "read_words", "record",
    "remove", "remove_item", "reshuffle", "rivals_of", "rule", "seats_in", "set_field",
    "shuffle", "shuffle_into_deck", "size", "some_of", "spell_out", "spell_out_each",
    "stack_fields", "stack_item", "state_record", "stop_endless", "supply", "switch",
    "take_from_deck", "take_from_discard", "take_out", "take_top", "task_record",
    "text_columns", "too_many", "too_many_copies", "unexpected", "union", "whole",
    "with_article", "with_cards", "wrong_size", "yes_or_no",
]
# fmt: on

FORMERLY = {  # what was here, too, by the modules that have it
    "evenhand.abilities": (),
    "evenhand.simulate.compiling": (
        "COMPILED", "as_words", "bit_count", "cache_folder", "hook", "hook_with_default", "kernel",
        "lowest_bit", "put_word", "sources_hash",
    ),
    "evenhand.simulate.engine.menu": ("MENU", "open_menu"),
    "evenhand.simulate.engine.options": ("current_name", "note_old_options", "options_record"),
    "evenhand.simulate.engine.rng": ("philox", "rng_record", "words4"),
    "evenhand.simulate.engine.sets": ("MOST",),
    "evenhand.simulate.engine.state": ("TALLY",),
}  # fmt: skip


if not TYPE_CHECKING:  # hidden from type checkers, which would accept any attribute

    def __getattr__(name: str) -> Any:
        """Return what was here once, with a warning that says where it is now."""
        for module, names in FORMERLY.items():
            if name in (names or import_module(module).__all__):
                text = f"'{name}' is in '{module}' now; evenhand.game will lose it"
                warn(text, DeprecationWarning, stacklevel=2)
                return getattr(import_module(module), name)
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name)
