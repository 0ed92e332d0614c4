"""What to type after a run, for its summary on the terminal and for its page."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from evenhand.reports.matter import Headline, Matter
from evenhand.reports.report_tables import Evidence
from evenhand.simulate.runs.given_command import PROGRAM, write_command

__all__ = ["PURPOSES", "Repeat", "choose_next", "repeat_bots", "write_next"]

ROUGHLY = 2  # points: half-width of what is asked of a slower bot
MINE = "mine"  # a folder to make
PURPOSES = {  # what a command that is suggested is for
    "price": "which of its numbers to change, and to what",
    "tune": "which edits bring all into their bands; changes no file",
    "impact": "which of its cards are behind that",
    "compensate": "what would make up for going first",
    "bots": "which answers a player may do without",
    "compare": "after an edit: what it did",
    "init": "a folder of your own, in which to change cards",
    "replay": "a game to look at",
    "run": "more games",
}
Repeat = Callable[[str, object], Sequence[object]]  # words of a run's command with another value


def choose_next(
    headline: Headline, run_dir: Path | str, folder: str | None, repeat: Repeat, lead: str = ""
) -> Sequence[object]:
    """Return the words of the command that a headline suggests next; () for none.

    Parameters
    ----------
    folder : str, optional
        The designer's folder that was played, as typed, "" for the current one; None if the sample
        cards were, which cannot be changed.
    repeat : callable(flag, value) -> words
        The words of the run's command with another value of a flag.
    lead : str
        The bot that was named to play all games, with which a finding is made that names no other.
    """
    match headline.matter:
        case Matter.DECK | Matter.MATCHUP if folder is None:
            return ("init", MINE, "--game", headline.game)
        case Matter.DECK | Matter.MATCHUP:
            return _choose_for_deck(headline, str(folder), lead)
        case Matter.FIRST:
            return ("compensate", "--run", run_dir)
        case Matter.BROKEN | Matter.GAMES if headline.ending:
            return ("replay", run_dir, "--ending", headline.ending)
        case Matter.BOTS | Matter.OPEN if headline.games:
            return repeat("--games", headline.games)
        case Matter.GAMES | Matter.BOTS:
            return ("replay", run_dir, "--find", "typical")
        case Matter.IDLE:
            return ("bots", folder or headline.game)
        case Matter.OPEN if headline.panel_games:
            return repeat("--panel-games", headline.panel_games)
    return ()


def _choose_for_deck(headline: Headline, folder: str, lead: str) -> Sequence[object]:
    """Return the words of the command on a deck of one's own, or a matchup, that is out of line."""
    place, closely = ("--game", folder) if folder else (), ("--precision", ROUGHLY)
    if headline.card and headline.bot:
        return ("price", headline.card, *place, *repeat_bots([headline.bot]), *closely)
    if headline.card and headline.is_enough:
        return ("price", headline.card, *place, *repeat_bots([lead] if lead else ()))
    if headline.bot and not headline.card:
        return ("impact", *place, *repeat_bots([headline.bot]), *closely)
    return ("tune", *filter(None, [folder]))


def repeat_bots(bots: Sequence[str]) -> tuple[str, ...]:
    """Return the flag that names the same bots again; () if none were named."""
    return ("--bots", ",".join(bots)) if bots else ()


def write_next(headline: Headline, evidence: Evidence, run_dir: Path) -> tuple[str, str]:
    """Write the command that a page suggests next, and what it is for; ("", "") for none.

    Commands on cards of one's own are for their folder. Where some could not be read, mending them
    comes first, which is no command.
    """
    if headline.left_out is not None:
        return "", ""
    given = shlex.split(evidence.info["run"]["command"])[1:]

    def repeat(flag: str, value: object) -> Sequence[object]:
        """Return the words of the run's command with a value of a flag."""
        place = given.index(flag) if flag in given else len(given)
        return (*given[:place], flag, value, *given[place + 2 :])

    words = choose_next(headline, run_dir, "" if evidence.has_own_cards else None, repeat)
    if not words:
        return "", ""
    return write_command([PROGRAM, *map(str, words)]), PURPOSES.get(str(words[0]), "")
