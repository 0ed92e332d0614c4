"""Groups of players of different skill: a panel of bots, with names that a designer chooses."""

from collections.abc import Collection, Iterator
from pathlib import Path

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import Problem
from evenhand.decks.toml_file import TomlFile
from evenhand.inputs.balance_file import BalanceFile
from evenhand.inputs.panel import DEFAULT_BOT
from evenhand.simulate.bots.bot_files import split_playouts, usual_name
from evenhand.simulate.bots.learned.weights import ENDING

__all__ = ["find_group_problems", "name_bot", "order_groups"]


def order_groups(content: BalanceFile) -> list[str]:
    """List the bots of a folder's groups of players; the one that plays all games comes first.

    That is the folder's bot if a group plays as it does, else the first group's.
    """
    lead = name_lead(content)
    return sorted(content.skill.values(), key=lambda text: name_bot(text) != lead)


def name_lead(content: BalanceFile) -> str:
    """Return the name of a folder's bot, which may be named as the group that plays as it does."""
    text = (content.bots or [DEFAULT_BOT])[0]
    return name_bot(content.skill.get(text, text))


def name_bot(text: str) -> str:
    """Return the name of a bot that a group of players names, perhaps by its file."""
    base, playouts = split_playouts(text)
    is_file = base.endswith((".toml", ENDING))
    return ":".join(filter(None, (Path(base).stem, playouts))) if is_file else usual_name(text)


def find_group_problems(
    content: BalanceFile, bots: Collection[str], toml: TomlFile
) -> Iterator[Problem]:
    """Yield problems of a folder's groups of players.

    Parameters
    ----------
    content : BalanceFile
    bots : collection of str
        Names of all bots, which groups must not take.
    toml : TomlFile
    """
    if not content.skill:
        return
    if len(content.skill) < 2:
        yield toml.problem(("skill",), "expected two groups of players or more, found one")
    if content.panel:
        message = "'panel' is given, too; leave one of them out"
        yield toml.problem(("skill",), message, "groups of players are a panel with names of yours")
    played = {group: name_bot(text) for group, text in content.skill.items()}
    if content.bots and (len(content.bots) > 1 or name_lead(content) not in played.values()):
        named = "two bots" if len(content.bots) > 1 else f"'{shorten(content.bots[0])}'"
        hint = f"leave bots out, or name one group there: {', '.join(map(shorten, played))}"
        yield toml.problem(("bots",), f"no group of [skill] plays as {named}", hint)
    first: dict[str, str] = {}
    for group, bot in played.items():
        if not group.strip():
            message = "expected a name for this group of players, found none"
            yield toml.problem(("skill", group), message)
        elif group != bot and group in {*bots, *played.values()}:
            message, hint = f"a bot is called '{shorten(group)}'", "choose another name"
            yield toml.problem(("skill", group), message, hint)
        if first.setdefault(bot, group) != group:
            message = f"'{shorten(first[bot])}' plays as '{shorten(bot)}' already"
            yield toml.problem(("skill", group), message, "each group takes a bot of its own")
