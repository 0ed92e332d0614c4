"""All that the author of a game uses, by one import.

A game in a package of its own needs nothing else of evenhand::

    from evenhand.game import Game, ask, each, number, offer, rule, state_record, supply

Declaring the game
    `Game` and `GameSchema`; `number`, `switch`, `choice` for options and bots' weights;
    `rule` above every function of the rules; `supply` with `game_hooks` (and
    `ability_hooks` where cards have abilities) to name the answers to the hooks.
Cards and decks
    `Card` and the cells of its columns, `record` for numpy records, `NOTHING`, findings
    about decks, `Better`, `CardPool`, `Vocabulary`, and the errors that people read.
The state and what rules do
    `state_record`, `ask`, `end_game`; `offer` and its family; sets of small numbers
    (`add`, `remove`, `each`, `size` ..); piles, hands, seats, stack, agenda, chance.
Showing it
    `View`, its fields and zones (`Number`, `CardSet`, `Pile` ..), `player_title`.

Abilities
    What the engine does with the compiled text of cards: steps, triggers, lasting
    changes, selecting targets, and what bots make of them.

Importing this compiles nothing. `__all__` is stable.
"""

# fmt: off
from evenhand.decks.better import Better, list_better
from evenhand.decks.card import ABILITY_FIELDS, LONGEST_NAME, Card, kind_of, name_key
from evenhand.decks.cells import (
    NO, YES, CellError, Wrong, cell_value, look_up, missing, one_of, read_words, some_of,
    unexpected, whole, with_article, yes_or_no,
)
from evenhand.decks.language.rows import (
    ABILITY, ADJECTIVES, AMOUNT, CONDITION, CONDITIONS, COUNT, SELECTOR, STEP, Comparison, How,
    Side,
)
from evenhand.decks.language.usual_words import (
    CardVerb, Duration, usual_durations, usual_quantities, usual_verbs,
)
from evenhand.decks.language.vocabulary import (
    NO_ABILITIES, NounWords, QuantityWords, VerbWords, Vocabulary, bare_quantity, lasting,
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
from evenhand.simulate.compiling import (
    COMPILED, Hooks, as_words, bit_count, cache_folder, hook, hook_with_default, kernel, lowest_bit,
    put_word, rule, sources_hash, supply,
)
from evenhand.simulate.engine import hooks as game_hooks
from evenhand.simulate.engine.abilities import hooks as ability_hooks
from evenhand.simulate.engine.abilities.changes import (
    FOREVER, add_lasting, any_hanging, covers, end_lasting, end_lasting_by, find_changes,
    forget_lasting, is_changed, is_player_changed, note_at_work, note_changes, note_coming,
    player_total, reach_of, reaches, size_at, size_of_change, total, words_of,
)
from evenhand.simulate.engine.abilities.enums import (
    FOUND_SLOTS, LASTING_SLOTS, MOST_AMOUNT, MOST_NAMED, MOST_USES, STATIC_SLOTS, TRIGGER_SLOTS,
    USE_SLOTS, AbilityQuestion, Asked, Joining, Portion, Stage, Zone,
)
from evenhand.simulate.engine.abilities.fields import (
    ability_cards, ability_fields, ability_task, steps_of,
)
from evenhand.simulate.engine.abilities.questions import answer_for_ability, offer_for_ability
from evenhand.simulate.engine.abilities.selecting import (
    abilities_of, amount_of, card_at, cards, chance_of, compares, exchange_sight, has_words, hold,
    is_chancy, is_settled, lose_sight, n_candidates, own_cards, places, places_meant, rival_of,
    speaks_of, within,
)
from evenhand.simulate.engine.abilities.steps import (
    answer_may, chooser_of, go_on, random_part, take_card, take_place,
)
from evenhand.simulate.engine.abilities.triggers import (
    begin_ability, begin_first_part, begin_rest, drop_trigger, forget_uses, has_use_left,
    is_used_this_turn, next_trigger, note_use, plan_all, renew_uses, take_trigger, trigger,
    trigger_about, trigger_in_turn, uses_of,
)
from evenhand.simulate.engine.abilities.usable import (
    can_use, could_happen, has_candidates, is_payable, price,
)
from evenhand.simulate.engine.abilities.verbs import (
    discard_at_random, discard_picked, last_turn_of, recover, recycle, search,
)
from evenhand.simulate.engine.abilities.worth import (
    ability_worth, mode_worth, score_answer, score_may, score_mode, score_place, step_asked,
    targets_worth, worth_if_used,
)
from evenhand.simulate.engine.agenda import (
    AGENDA_SLOTS, agenda_fields, begin_task, peek_task, pop_task, push_task, task_record,
)
from evenhand.simulate.engine.hands import (
    deal_hand, discard_from_hand, draw_top, leave_hand, mill, of_type, put_into_deck, put_into_hand,
    shuffle_into_deck, take_from_deck, take_from_discard,
)
from evenhand.simulate.engine.losses import both_can_begin, end_for_both
from evenhand.simulate.engine.menu import (
    ACTION, MENU, MENU_SLOTS, Answer, offer, offer_cards, offer_enough, offer_numbers,
    offer_yes_or_no, open_menu,
)
from evenhand.simulate.engine.options import (
    DeckOut, Option, SimultaneousLoss, choice, current_name, note_old_options, number,
    option_values, options_record, pack_options, switch,
)
from evenhand.simulate.engine.piles import (
    begin_deck, deal, deal_of_type, deck_set, gather, imagine_deck, reshuffle, take_out, take_top,
)
from evenhand.simulate.engine.pool_record import fill_pool_record, pool_record
from evenhand.simulate.engine.rng import Purpose, below, coin, philox, rng_record, shuffle, words4
from evenhand.simulate.engine.seats import (
    enemy_of, leave, next_seat, placement_of, rank_by_points, rivals_of, seats_in,
)
from evenhand.simulate.engine.sets import (
    EMPTY, MOST, add, difference, each, first, full, has, intersection, is_empty, keep, load,
    nothing_in, nth, remove, set_field, size, union,
)
from evenhand.simulate.engine.stack import (
    all_passed, find_item, give_priority, pass_priority, push_item, remove_item, stack_fields,
    stack_item,
)
from evenhand.simulate.engine.state import (
    ENDLESS, ENGINE_ERROR, NO_QUESTION, TALLY, ask, end_game, fail, is_over, note_could, note_did,
    note_hand, note_played, note_worked, state_record, stop_endless,
)
from evenhand.simulate.game import Game
from evenhand.simulate.view.abilities import (
    ABILITY_PHRASES, ability_of, ability_option, ability_question, ability_text, changes_in_force,
    tell_waiting, verb_words,
)
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
    "ABILITY", "ABILITY_FIELDS", "ABILITY_PHRASES", "ACTION", "ADJECTIVES", "AGENDA_SLOTS",
    "AMOUNT", "COMPILED", "CONDITION", "CONDITIONS", "COUNT", "EMPTY", "ENDLESS", "ENGINE_ERROR",
    "FOREVER", "FOUND_SLOTS", "LASTING_SLOTS", "LONGEST_NAME", "MENU", "MENU_SLOTS", "MOST",
    "MOST_AMOUNT", "MOST_COUNTED", "MOST_NAMED", "MOST_USES", "NO", "NOBODY", "NOTHING",
    "NO_ABILITIES", "NO_QUESTION", "SELECTOR", "SET_UP", "STATIC_SLOTS", "STEP", "TALLY",
    "TRIGGER_SLOTS", "USE_SLOTS", "USUAL_HEADERS", "YES", "AbilityQuestion", "Answer", "Asked",
    "Better", "Card", "CardPlace", "CardPool", "CardSet", "CardVerb", "CellError", "Comparison",
    "Dealer", "DeckOut", "DeckRules", "Derived", "Duration", "Field", "Finding", "Flag", "Game",
    "GameSchema", "Held", "Hooks", "How", "InputError", "Joining", "Lanes", "Limits", "Marked",
    "NounWords", "Number", "OneCard", "Option", "Part", "Pile", "Plain", "Portion", "Problem",
    "Purpose", "QuantityWords", "Row", "Seat", "Side", "Sight", "SimultaneousLoss", "Spread",
    "Stage", "UsageError", "VerbWords", "View", "Vocabulary", "Word", "Wrong", "Zone",
    "abilities_of", "ability_cards", "ability_fields", "ability_hooks", "ability_of",
    "ability_option", "ability_question", "ability_task", "ability_text", "ability_worth", "add",
    "add_lasting", "agenda_fields", "all_passed", "amount_of", "answer_for_ability", "answer_may",
    "any_hanging", "as_words", "ask", "bare_quantity", "begin_ability", "begin_deck",
    "begin_first_part", "begin_rest", "begin_task", "below", "bit_count", "both_can_begin",
    "cache_folder", "can_use", "card_at", "cards", "cell_value", "chance_of", "changes_in_force",
    "choice", "chooser_of", "coin", "columns_of", "compares", "could_happen", "covers",
    "current_name", "deal", "deal_hand", "deal_of_type", "deck_set", "did_you_mean", "difference",
    "discard_at_random", "discard_from_hand", "discard_picked", "distinct", "draw_top",
    "drop_trigger", "each", "each_card", "end_for_both", "end_game", "end_lasting",
    "end_lasting_by", "enemy_of", "exchange_sight", "fail", "few_openers", "fill_pool_record",
    "find_changes", "find_item", "first", "fold_case", "forget_lasting", "forget_uses", "full",
    "game_hooks", "gather", "give_priority", "go_on", "has", "has_candidates", "has_use_left",
    "has_words", "hold", "hook", "hook_with_default", "imagine_deck", "intersection", "is_chancy",
    "is_changed", "is_empty", "is_over", "is_payable", "is_player_changed", "is_settled",
    "is_used_this_turn", "keep", "kernel", "kind_of", "last_turn_of", "lasting", "leave",
    "leave_hand", "leave_out", "list_better", "list_columns", "load", "load_pool", "look_up",
    "lose_sight", "lowest_bit", "make_pool", "mill", "missing", "mode_worth", "n_candidates",
    "name_key", "nearest", "next_seat", "next_trigger", "note_at_work", "note_changes",
    "note_coming", "note_could", "note_did", "note_hand", "note_old_options", "note_played",
    "note_use", "note_worked", "nothing_in", "nth", "number", "number_at", "number_of",
    "numbers_at", "of_type", "offer", "offer_cards", "offer_enough", "offer_for_ability",
    "offer_numbers", "offer_yes_or_no", "one_of", "open_menu", "option_values", "options_record",
    "own_cards", "pack_options", "pass_priority", "peek_task", "philox", "placement_of", "places",
    "places_meant", "plain_name", "plan_all", "player_key", "player_title", "player_total",
    "pool_record", "pop_task", "price", "price_of", "price_of_plain", "push_item", "push_task",
    "put_into_deck", "put_into_hand", "put_word", "random_part", "rank_by_points", "reach_of",
    "reaches", "read_words", "record", "recover", "recycle", "remove", "remove_item", "renew_uses",
    "reshuffle", "rival_of", "rivals_of", "rng_record", "rule", "score_answer", "score_may",
    "score_mode", "score_place", "search", "seats_in", "set_field", "shuffle", "shuffle_into_deck",
    "size", "size_at", "size_of_change", "some_of", "sources_hash", "speaks_of", "spell_out",
    "spell_out_each", "stack_fields", "stack_item", "state_record", "step_asked", "steps_of",
    "stop_endless", "supply", "switch", "take_card", "take_from_deck", "take_from_discard",
    "take_out", "take_place", "take_top", "take_trigger", "targets_worth", "task_record",
    "tell_waiting", "text_columns", "too_many", "too_many_copies", "total", "trigger",
    "trigger_about", "trigger_in_turn", "unexpected", "union", "uses_of", "usual_durations",
    "usual_quantities", "usual_verbs", "verb_words", "whole", "with_article", "with_cards",
    "within", "words4", "words_of", "worth_if_used", "wrong_size", "yes_or_no",
]
