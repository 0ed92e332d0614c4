"""A panel: bots of different strength that play the same games, each against itself."""

from collections.abc import Collection, Sequence
from os.path import isfile  # that of `Path` fails for names that are too long
from pathlib import Path

from evenhand.decks.problems import UsageError, did_you_mean, nearest
from evenhand.inputs.decks_and_bots import split_names
from evenhand.simulate.bots.bot_files import LEARNED, Bot, bot_names, load_bot
from evenhand.simulate.bots.learned.weights import ENDING
from evenhand.simulate.game import Game

__all__ = [
    "BOT_FOLDER", "DEFAULT_BOT", "PANEL", "STRONG_BOTS", "USUAL_PANEL", "is_panel", "list_bots",
    "list_usual_panel", "load_named_bot",
]  # fmt: skip

DEFAULT_BOT = "heuristic"
THOUGHTFUL = "learned:64"  # searches, and beats the search without what was learned
STRONG_BOTS = (LEARNED, "search")  # the first that a game has gives a run's second opinion
BOT_FOLDER = "bots"  # of bot files, in a designer's folder
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


def load_named_bot(
    game: Game, name: str, own: Collection[str] = (), groups: Collection[str] = ()
) -> Bot:
    """Load a bot named in a panel or alone; for one that there is not, say what to type.

    Parameters
    ----------
    own : collection of str
        Names of the bots of a folder's own.
    groups : collection of str
        Names of its groups of players, which stand for their bots.
    """
    try:
        return load_bot(game, name)
    except UsageError as error:
        hint = suggest_file(name) or did_you_mean(Path(name).stem, [*own, *groups])
        hint = hint or error.hint
        if not hint and nearest(name, [PANEL]):
            hint = f"for a panel: --bots {PANEL}, or --bots {PANEL},A,B,.."
        if not hint and groups:
            hint = f"groups of players here: {', '.join(groups)}"
        raise UsageError(error.message, hint) from None


def suggest_file(name: str) -> str:
    """Return a hint for a bot whose file lies in the folder ``bots`` here, or ""."""
    places = (Path(BOT_FOLDER, f"{name}{ending}") for ending in ("", ".toml", ENDING))
    file = next((place for place in places if isfile(place)), None)
    return f"its file: --bots {file.as_posix()}" if file else ""
