"""The command `bots`: the bots of a game and of a folder, and the weights they go by."""

from typing import Any

from evenhand.commands.games import describe_options, print_options
from evenhand.flags import BotsFlags
from evenhand.flags.shared import find_use
from evenhand.inputs.source import Source, find_source
from evenhand.simulate.bots.answer_words import list_words
from evenhand.simulate.bots.bot_files import Bot, bot_names, load_bot
from evenhand.simulate.bots.question_words import list_questions
from evenhand.terminal import note, plain_table, print_json, print_table, tell

__all__ = ["bots_command"]


def bots_command(flags: BotsFlags) -> None:
    """Carry out `bots`: list bots, or find out how they play."""
    match find_use(flags):
        case "audit":
            from evenhand.commands.audit import audit_command

            audit_command(flags)
        case "lessons":
            from evenhand.commands.lessons import lessons_command

            lessons_command(flags)
        case "puzzles":
            from evenhand.commands.puzzles import puzzles_command

            puzzles_command(flags)
        case _:
            list_bots(flags)


def list_bots(flags: BotsFlags) -> None:
    """Print bots and the weights they go by, for `bots`."""
    source = find_source(flags.game)
    bots, weights = load_bots(source), source.game.weights
    if flags.json:
        rows = [describe_bot(bot) for bot in bots]
        told = {"game": source.game.name, "bots": rows, "weights": describe_options(weights)}
        words = {"answers": list_words(source.game), "questions": list(list_questions(source.game))}
        print_json({**told, **words})
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
    if answers := list_words(source.game):
        says = "The answers that a bot file may say it never gives ({card} and {n}: any, or one):"
        tell("", says, "", *(f"  {answer}" for answer in answers))
        says = "The questions that it may name, so that it holds at them alone:"
        tell("", says, "", *(f"  {question}" for question in list_questions(source.game)))


def load_bots(source: Source) -> list[Bot]:
    """Load the bots that `bots` lists: the game's, and a folder's in place of the same names."""
    own = source.folder.own_bots if source.folder else {}
    named = {name: name for name in bot_names(source.game)}
    named |= {name: str(path) for name, path in own.items()}
    return [load_bot(source.game, name) for name in named.values()]


def describe_bot(bot: Bot) -> dict[str, Any]:
    """Return a bot as JSON."""
    return {
        "name": bot.name,
        "meaning": bot.meaning,
        "policy": bot.policy,
        "noise": bot.noise,
        "playouts": bot.playouts,
        "weights": bot.weights,
        "never": [str(one) for one in bot.never],
    }
