"""Tables with intervals, computed from the results of a run."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evenhand.analysis.data.panel import Panel, load_panel
    from evenhand.analysis.data.run import Run, load_run
    from evenhand.analysis.tables.bots_met import bots_met
    from evenhand.analysis.tables.break_offs import break_offs
    from evenhand.analysis.tables.by_bot import changes_by_bot, compare_bots, compare_panels, ladder
    from evenhand.analysis.tables.card_impact import card_impact
    from evenhand.analysis.tables.card_synergy import card_synergy
    from evenhand.analysis.tables.card_use import card_use
    from evenhand.analysis.tables.card_win_rates import card_win_rates
    from evenhand.analysis.tables.choices import choices
    from evenhand.analysis.tables.comparison import Comparison, compare
    from evenhand.analysis.tables.compensation import compensation
    from evenhand.analysis.tables.dead_cards import dead_cards
    from evenhand.analysis.tables.decided import decided, leads
    from evenhand.analysis.tables.endings import end_reasons, end_reasons_by_deck
    from evenhand.analysis.tables.field_win_rates import field_win_rates
    from evenhand.analysis.tables.first_player import first_player
    from evenhand.analysis.tables.last_turn import last_turn
    from evenhand.analysis.tables.lengths import game_lengths, length_summary, lengths_by_deck
    from evenhand.analysis.tables.metagame import cycles, metagame, metagame_by_bot, transitivity
    from evenhand.analysis.tables.mulligans import mulligans
    from evenhand.analysis.tables.placements import finishes, placements
    from evenhand.analysis.tables.polarity import polarity
    from evenhand.analysis.tables.prices import card_prices
    from evenhand.analysis.tables.restrictions import restrictions
    from evenhand.analysis.tables.seats import seats, seats_by_deck
    from evenhand.analysis.tables.swings import swings
    from evenhand.analysis.tables.unplayable_cards import unplayable_cards
    from evenhand.analysis.tables.viable_decks import viable_decks
    from evenhand.analysis.tables.what_decides import what_decides
    from evenhand.analysis.tables.win_rates import matchups, win_rates

__all__ = [
    "Comparison", "Panel", "Run", "bots_met", "break_offs", "card_impact", "card_prices",
    "card_synergy", "card_use", "card_win_rates", "changes_by_bot", "choices", "compare",
    "compare_bots", "compare_panels", "compensation", "cycles", "dead_cards", "decided",
    "end_reasons", "end_reasons_by_deck", "field_win_rates", "finishes", "first_player",
    "game_lengths", "ladder", "last_turn", "leads", "length_summary", "lengths_by_deck",
    "load_panel", "load_run", "matchups", "metagame", "metagame_by_bot", "mulligans", "placements",
    "polarity", "restrictions", "seats", "seats_by_deck", "swings", "transitivity",
    "unplayable_cards", "viable_decks", "what_decides", "win_rates",
]  # fmt: skip

MODULES = {  # of the names above; each is loaded when it is first used
    "data.panel": "Panel load_panel",
    "data.run": "Run load_run",
    "tables.bots_met": "bots_met",
    "tables.break_offs": "break_offs",
    "tables.by_bot": "changes_by_bot compare_bots compare_panels ladder",
    "tables.card_impact": "card_impact",
    "tables.card_synergy": "card_synergy",
    "tables.card_use": "card_use",
    "tables.card_win_rates": "card_win_rates",
    "tables.choices": "choices",
    "tables.comparison": "Comparison compare",
    "tables.compensation": "compensation",
    "tables.dead_cards": "dead_cards",
    "tables.decided": "decided leads",
    "tables.endings": "end_reasons end_reasons_by_deck",
    "tables.field_win_rates": "field_win_rates",
    "tables.first_player": "first_player",
    "tables.last_turn": "last_turn",
    "tables.lengths": "game_lengths length_summary lengths_by_deck",
    "tables.metagame": "cycles metagame metagame_by_bot transitivity",
    "tables.mulligans": "mulligans",
    "tables.placements": "finishes placements",
    "tables.polarity": "polarity",
    "tables.prices": "card_prices",
    "tables.restrictions": "restrictions",
    "tables.seats": "seats seats_by_deck",
    "tables.swings": "swings",
    "tables.unplayable_cards": "unplayable_cards",
    "tables.viable_decks": "viable_decks",
    "tables.what_decides": "what_decides",
    "tables.win_rates": "matchups win_rates",
}
FORMERLY = {"card_effects": "card_impact"}
HOMES = {name: module for module, names in MODULES.items() for name in names.split()}


if not TYPE_CHECKING:  # hidden from type checkers, which would accept any attribute

    def __getattr__(name: str) -> Any:
        """Load a function, or raise AttributeError, with the new name if it was renamed."""
        if name in HOMES:
            globals()[name] = getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
            return globals()[name]
        hint = f"; it is now called '{FORMERLY[name]}'" if name in FORMERLY else ""
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'{hint}", name=name)

    def __dir__() -> list[str]:
        """List the names that are loaded when they are first used, too."""
        return sorted({*globals(), *HOMES})
