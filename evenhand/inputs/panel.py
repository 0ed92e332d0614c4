"""A panel: bots of different strength that play the same games, each against itself."""

from collections.abc import Sequence

from evenhand.decks.problems import UsageError, nearest
from evenhand.inputs.decks_and_bots import split_names
from evenhand.simulate.bots.bot_files import LEARNED, Bot, bot_names, load_bot
from evenhand.simulate.game import Game

__all__ = [
    "DEFAULT_BOT", "PANEL", "STRONG_BOTS", "USUAL_PANEL", "is_panel", "list_bots",
    "list_usual_panel", "load_named_bot",
]  # fmt: skip

DEFAULT_BOT = "heuristic"
THOUGHTFUL = "learned:64"  # searches, and beats the search without what was learned
STRONG_BOTS = (LEARNED, "search")  # the first that a game has gives a run's second opinion
PANEL = "panel"  # precedes the bots of a panel; alone, it means USUAL_PANEL
USUAL_PANEL = ("heuristic", "novice", "search:16", "search")  # the first plays all games


def list_usual_panel(game: Game) -> list[str]:
    """List the bots of the usual panel; games with a learned player have two of its making."""
    if LEARNED in bot_names(game):
        return [*USUAL_PANEL[:2], LEARNED, *USUAL_PANEL[-1:], THOUGHTFUL]
    return list(USUAL_PANEL)


def is_panel(texts: Sequence[str]) -> bool:
    """Return whether bots are given as a panel, and not as one or two names."""
    return split_names(texts)[:1] == [PANEL]


def list_bots(texts: Sequence[str], usual: Sequence[str] = USUAL_PANEL) -> list[str]:
    """List the bots that a user named; in a panel, the bot that plays all games comes first.

    Parameters
    ----------
    texts : sequence of str
        Names as given; an entry may hold several, separated by commas.
    usual : sequence of str
        The panel meant by the word "panel" alone.

    Raises
    ------
    UsageError
        If a panel has only one bot.
    """
    names = split_names(texts)
    if not is_panel(texts):
        return names
    bots = names[1:] or list(usual)
    if len(bots) < 2:
        message = f"--bots: a panel has two bots or more, found only {bots[0]}"
        raise UsageError(message, f"--bots {bots[0]}, or --bots {PANEL} for the usual one")
    return bots


def load_named_bot(game: Game, name: str) -> Bot:
    """Load a bot named in a panel or alone; for a misspelt "panel", explain the flag."""
    try:
        return load_bot(game, name)
    except UsageError as error:
        if error.hint or not nearest(name, [PANEL]):
            raise
        hint = f"for a panel: --bots {PANEL}, or --bots {PANEL},A,B,.."
        raise UsageError(error.message, hint) from None
