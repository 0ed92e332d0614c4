"""Numbers: the results of a run in, tables with honest intervals out."""

from analysis.card_effects import card_effects
from analysis.card_impact import card_impact
from analysis.comparison import Comparison, compare
from analysis.endings import end_reasons, end_reasons_by_deck
from analysis.first_player import first_player
from analysis.games import game_lengths, length_summary, swings
from analysis.last_turn import last_turn
from analysis.mulligans import mulligans
from analysis.placements import finishes, placements
from analysis.run import Run, load_run
from analysis.seats import seats
from analysis.win_rates import matchups, win_rates

__all__ = [
    "Comparison",
    "Run",
    "card_effects",
    "card_impact",
    "compare",
    "end_reasons",
    "end_reasons_by_deck",
    "finishes",
    "first_player",
    "game_lengths",
    "last_turn",
    "length_summary",
    "load_run",
    "matchups",
    "mulligans",
    "placements",
    "seats",
    "swings",
    "win_rates",
]
