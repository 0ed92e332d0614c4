"""Display of a run in notebooks: a title and the decks' win rates, as HTML."""

from typing import Any

from markupsafe import Markup

from evenhand.analysis.data.display_names import list_display_texts, use_display_names
from evenhand.analysis.data.run import Run
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.decks.invisible_characters import show_unseen

__all__ = ["show_run"]

TABLE = Markup(
    '<table style="font-variant-numeric: tabular-nums">'
    '<caption style="text-align: left">{title}</caption>'
    "<thead><tr><th>Deck</th><th>Win rate</th><th>95 % interval</th><th>Games</th></tr></thead>"
    "<tbody>{rows}</tbody></table>"
)
ROW = Markup("<tr><th>{deck}</th><td>{rate}</td><td>{interval}</td><td>{games}</td></tr>")


def show_run(run: Run) -> str:
    """Return a run as a small HTML table for notebooks, in their own colours.

    Parameters
    ----------
    run : Run

    Returns
    -------
    str
        Names are escaped for HTML; invisible characters in them are shown as escapes.
    """
    rates = use_display_names(win_rates(run), list_display_texts(run.info))
    ranked = rates.sort_values("win_rate", ascending=False)
    rows = Markup("").join(write_row(row) for row in ranked.itertuples())
    return str(TABLE.format(title=show_unseen(write_title(run)), rows=rows))


def write_title(run: Run) -> str:
    """Return a run's title in notebooks: game, mode, number of games and seed."""
    info = run.info["run"]
    return f"{info['title']}, {info['mode']}: {info['games']:,} games, seed {info['seed']}"


def write_row(row: Any) -> Markup:
    """Return the row of a deck in notebooks as HTML."""
    low, high = 100 * row.win_rate_low, 100 * row.win_rate_high
    return ROW.format(
        deck=show_unseen(row.deck),
        rate=f"{100 * row.win_rate:.1f}\N{NO-BREAK SPACE}%",
        interval=f"{low:.1f}\N{EN DASH}{high:.1f}",
        games=f"{row.n_games:,}",
    )
