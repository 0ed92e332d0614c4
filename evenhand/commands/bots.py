"""The command `bots`: the bots of a game and of a folder, and the weights they go by."""

from dataclasses import replace
from typing import Any

from evenhand.commands.audit import audit_command
from evenhand.commands.options import describe_options, print_options
from evenhand.decks.problems import UsageError
from evenhand.flags import BotsFlags
from evenhand.inputs.request import request_from
from evenhand.inputs.source import Source, find_source
from evenhand.simulate.bots.bot_files import Bot, bot_names, load_bot
from evenhand.terminal import note, plain_table, print_json, print_table, tell

__all__ = ["bots_command"]


def bots_command(flags: BotsFlags) -> None:
    """List bots and the weights they go by, or audit how they play the cards."""
    request = replace(request_from(flags), cards=flags.cards, games=flags.games)
    if flags.audit:
        audit_command(request, flags)
        return
    if given := [name for name in request.chosen() if name != "game"]:
        raise UsageError(f"--{given[0]} has no meaning here", "it goes with --audit")
    source = find_source(flags.game)
    bots, weights = load_bots(source), source.game.weights
    if flags.json:
        rows = [describe_bot(bot) for bot in bots]
        print_json({"game": source.game.name, "bots": rows, "weights": describe_options(weights)})
        return
    for text in (text for bot in bots for text in bot.notes):
        note(text)
    columns = ("bot", "how it plays", "policy", "noise", "changed weights")
    table = plain_table(*columns, right=("noise",))
    for bot in bots:
        changed = ", ".join(f"{weight} {value}" for weight, value in bot.weights.items())
        table.add_row(bot.name, bot.meaning, bot.policy, str(bot.noise), changed)
    print_table(table)
    says = "The weights that all but random bots go by, which a bot file may change:"
    tell("", says, "")
    print_options(weights, "weight")


def load_bots(source: Source) -> list[Bot]:
    """Load the game's bots, and those of a designer's folder in place of any of the same name."""
    own = source.folder.own_bots if source.folder else {}
    named = {name: name for name in bot_names(source.game)}
    named |= {name: str(path) for name, path in own.items()}
    return [load_bot(source.game, name) for name in named.values()]


def describe_bot(bot: Bot) -> dict[str, Any]:
    """Return what --json says about a bot."""
    return {
        "name": bot.name,
        "meaning": bot.meaning,
        "policy": bot.policy,
        "noise": bot.noise,
        "playouts": bot.playouts,
        "weights": bot.weights,
    }
