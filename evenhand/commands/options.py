"""The command `options`: the rule options of a game."""

from collections.abc import Sequence
from typing import Any

from evenhand.flags import OptionsFlags
from evenhand.inputs.source import find_source
from evenhand.simulate.engine.options import Option
from evenhand.terminal import plain_table, print_json, print_table, tell

__all__ = ["describe_options", "options_command", "print_options"]


def options_command(flags: OptionsFlags) -> None:
    """List a game's rule options."""
    game = find_source(flags.game).game
    if flags.json:
        print_json({"game": game.name, "options": describe_options(game.options)})
        return
    print_options(game.options, "option")
    tell("", "What stands in brackets is the clause of the game's rules that an option is about.")
    tell(f"To change one: evenhand run {game.name} --set OPTION=VALUE")


def describe_options(options: Sequence[Option]) -> list[dict[str, Any]]:
    """Describe options or weights."""
    return [
        {
            "name": option.name,
            "default": option.default,
            "values": list_values(option),
            "meaning": option.meaning,
        }
        for option in options
    ]


def list_values(option: Option) -> str:
    """Return what an option may be."""
    return ", ".join(option.words) or f"{option.lowest} to {option.highest}"


def print_options(options: Sequence[Option], kind: str) -> None:
    """Print options or weights as a table."""
    table = plain_table(kind, "default", "values", "meaning", right=("default",))
    for row in describe_options(options):
        table.add_row(row["name"], str(row["default"]), row["values"], row["meaning"])
    print_table(table)
