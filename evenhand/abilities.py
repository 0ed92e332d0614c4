"""What the author of a game uses whose cards have abilities, besides `evenhand.game`.

Words of abilities
    `Vocabulary` and the words of its moments, verbs, nouns and quantities, for the schema.
Carrying abilities out
    `ability_hooks` to be answered, the state's fields (`ability_fields`), steps, triggers,
    selecting targets, lasting changes, abilities that are used at will.
What bots make of them
    `ability_worth`, `score_answer`, `targets_worth` ..
Showing them
    `ability_text`, `ability_question`, `changes_in_force` ..

Importing this compiles nothing. `__all__` is stable. Two names of the engine's modules are not
here, because another name stands in their place: `number_of` and `ABILITY` of
`evenhand.simulate.engine.abilities.selecting` and ``.enums``.
"""

# fmt: off
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
from evenhand.simulate.view.abilities import (
    ABILITY_PHRASES, ability_of, ability_option, ability_question, ability_text, changes_in_force,
    tell_waiting, verb_words,
)

__all__ = [
    "ABILITY", "ABILITY_PHRASES", "ADJECTIVES", "AMOUNT", "CONDITION", "CONDITIONS", "COUNT",
    "FOREVER", "FOUND_SLOTS", "LASTING_SLOTS", "MOST_AMOUNT", "MOST_NAMED", "MOST_USES",
    "NO_ABILITIES", "SELECTOR", "STATIC_SLOTS", "STEP", "TRIGGER_SLOTS", "USE_SLOTS",
    "AbilityQuestion", "Asked", "CardVerb", "Comparison", "Duration", "How", "Joining",
    "NounWords", "Portion", "QuantityWords", "Side", "Stage", "VerbWords", "Vocabulary", "Zone",
    "abilities_of", "ability_cards", "ability_fields", "ability_hooks", "ability_of",
    "ability_option", "ability_question", "ability_task", "ability_text", "ability_worth",
    "add_lasting", "amount_of", "answer_for_ability", "answer_may", "any_hanging",
    "bare_quantity", "begin_ability", "begin_first_part", "begin_rest", "can_use", "card_at",
    "cards", "chance_of", "changes_in_force", "chooser_of", "compares", "could_happen",
    "covers", "discard_at_random", "discard_picked", "drop_trigger", "end_lasting",
    "end_lasting_by", "exchange_sight", "find_changes", "forget_lasting", "forget_uses",
    "go_on", "has_candidates", "has_use_left", "has_words", "hold", "is_chancy", "is_changed",
    "is_payable", "is_player_changed", "is_settled", "is_used_this_turn", "last_turn_of",
    "lasting", "lose_sight", "mode_worth", "n_candidates", "next_trigger", "note_at_work",
    "note_changes", "note_coming", "note_use", "offer_for_ability", "own_cards", "places",
    "places_meant", "plan_all", "player_total", "price", "random_part", "reach_of", "reaches",
    "recover", "recycle", "renew_uses", "rival_of", "score_answer", "score_may", "score_mode",
    "score_place", "search", "size_at", "size_of_change", "speaks_of", "step_asked", "steps_of",
    "take_card", "take_place", "take_trigger", "targets_worth", "tell_waiting", "total",
    "trigger", "trigger_about", "trigger_in_turn", "uses_of", "usual_durations",
    "usual_quantities", "usual_verbs", "verb_words", "within", "words_of", "worth_if_used",
]
