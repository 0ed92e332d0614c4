"""Figures of a run as matplotlib axes, for notebooks and papers."""

from evenhand.reports.matplotlib_figures import (
    plot_card_impact,
    plot_lengths,
    plot_matchups,
    plot_win_rates,
)

__all__ = ["plot_card_impact", "plot_lengths", "plot_matchups", "plot_win_rates"]
