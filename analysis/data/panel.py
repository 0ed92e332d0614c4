"""Panels: runs of the same deals by bots of different strength."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from evenhand.analysis.data.bands_file import read_stated
from evenhand.analysis.data.run import Run, load_run
from evenhand.decks.problems import UsageError
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.panel_folder import find_lead_folder, find_panel_runs
from evenhand.simulate.runs.stored import load_stored_bot

__all__ = [
    "Member", "Panel", "Step", "find_panel", "is_sample", "load_panel", "name_players",
    "name_players_of",
]  # fmt: skip

MANY = 0.25  # of the first bot's games


@dataclass(frozen=True)
class Member:
    """A bot of a panel, and the run in which it plays every deck."""

    bot: Bot
    run: Run


@dataclass(frozen=True)
class Step:
    """Two bots of a panel, and the run in which they played each other with every deck."""

    weaker: Bot
    stronger: Bot
    run: Run


@dataclass(frozen=True)
class Panel:
    """Runs of the same decks by bots of different strength.

    Attributes
    ----------
    lead : Member
        The member with the most games.
    members : tuple of Member
        All members, the lead included, in ascending order of strength.
    steps : tuple of Step
        Pairs of bots that are adjacent in strength.
    """

    lead: Member
    members: tuple[Member, ...]
    steps: tuple[Step, ...]

    def select(self, bots: Sequence[str]) -> "Panel":
        """Return the panel of some of its bots by name, of which the first leads; no steps."""
        chosen = tuple(one for one in self.members if one.bot.name in bots)
        lead = next(one for one in chosen if one.bot.name == bots[0])
        return Panel(lead, chosen, ())

    def rename_bots(self, names: Mapping[str, str]) -> "Panel":
        """Return the panel with other names of some bots, such as those of groups of players."""

        def rename(bot: Bot) -> Bot:
            return replace(bot, name=names.get(bot.name, bot.name))

        members = [replace(one, bot=rename(one.bot)) for one in self.members]
        steps = [
            replace(one, weaker=rename(one.weaker), stronger=rename(one.stronger))
            for one in self.steps
        ]
        return Panel(members[self.members.index(self.lead)], tuple(members), tuple(steps))


def is_sample(run: Run, lead: Run) -> bool:
    """Return whether a run of a panel's bot is a small sample of the games of the first bot."""
    return bool(run.info["run"]["games"] < MANY * lead.info["run"]["games"])


def name_players(groups: Mapping[str, str], bots: Iterable[str]) -> dict[str, str]:
    """Return what the bots of a panel are called: groups of players, or all by their own names.

    Parameters
    ----------
    groups : mapping from str to str
        Names of groups of players, keyed by the bot that plays as they do.
    bots : iterable of str
        Names of all bots of a panel. Where one of them plays as no group, none is called so.
    """
    listed = list(bots)
    return {bot: groups[bot] if groups.keys() >= set(listed) else bot for bot in listed}


def name_players_of(run: Run, bots: Iterable[str]) -> dict[str, str]:
    """Return what the bots of a panel are called, by the groups of players that a run's folder had.

    Parameters
    ----------
    run : Run
        The one that leads the panel, or another one of it.
    bots : iterable of str
        As for `name_players`.
    """
    return name_players(read_stated(run).get("groups", {}), bots)


def load_panel(run: Run) -> Panel | None:
    """Open the panel that a run leads; None if the run has no panel.

    Raises
    ------
    UsageError
        If a run of the panel is unfinished.
    InputError
        If a run of the panel is damaged.
    """
    runs = [load_run(folder) for folder in find_panel_runs(run.folder)]
    if not runs or len(run.info["bots"]) != 1:
        return None
    lead = Member(read_bots(run)[0], run)
    others = [Member(read_bots(other)[0], other) for other in runs if len(other.info["bots"]) == 1]
    members = sorted([lead, *others], key=lambda member: member.bot.strength)
    steps = []
    for other in runs:
        if len(other.info["bots"]) == 2:
            weaker, stronger = read_bots(other)
            steps.append(Step(weaker, stronger, other))
    steps.sort(key=lambda step: step.stronger.strength)
    return Panel(lead, tuple(members), tuple(steps))


def find_panel(found: Panel | Run) -> Panel:
    """Return a panel, or that which a run leads.

    Raises
    ------
    UsageError
        If the run leads none, or as for `load_panel`.
    InputError
        As for `load_panel`.
    """
    if not isinstance(found, Run):
        return found
    if panel := load_panel(found):
        return panel
    message = f"{found.folder} leads no panel of bots that played all decks, each by itself"
    hint = "play one with --bots panel"
    if lead := find_lead_folder(found.folder):
        hint = f"the run that leads its panel is {lead}"
    raise UsageError(message, hint)


def read_bots(run: Run) -> list[Bot]:
    """Load the bots of a panel's run from the files stored with it."""
    game = load_game(run.info["run"]["game"])
    folder = run.folder / "inputs" / "bots"
    return [load_stored_bot(game, folder, bot) for bot in run.info["bots"]]
