"""The command `games`: the games there are, one of them, its rule options."""

from collections.abc import Mapping, Sequence
from typing import Any

from evenhand.decks.deck_list import sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import sample_products
from evenhand.flags import GamesFlags
from evenhand.flags.shared import find_use
from evenhand.inputs.source import find_source
from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.engine.options import Option
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game, names_of_others
from evenhand.terminal import note, plain_table, print_json, print_table, tell

__all__ = ["describe_options", "games_command", "print_options"]

FACTS = ("modes", "players", "cards", "decks", "products", "bots")


def games_command(flags: GamesFlags) -> None:
    """Carry out `games`: list the games, show one or its options, or measure its speed."""
    use = find_use(flags)
    if use == "speed":
        # What plays takes a while to import.
        from evenhand.commands.speed import speed_command

        speed_command(flags)
    elif use == "options":
        list_options(find_source(flags.game).game, flags.json)
    elif flags.game:
        show_game(find_source(flags.game).game, flags.json)
    else:
        list_games(flags.json)


def list_games(as_json: bool) -> None:
    """Print the games there are."""
    games = []
    for name in game_names():
        try:
            games.append(describe_game(load_game(name)))
        except UsageError as error:  # another package's game is no reason to hide all others
            note(str(error))
        except Exception as error:
            if name not in names_of_others():
                raise
            note(f"the game '{name}' cannot be described: {' '.join(str(error).split())}")
    if as_json:
        print_json({"games": games})
        return
    for game in games:
        print_facts(game, (*FACTS, "options"))
        tell(f"  Next: evenhand run {game['name']}", "")


def show_game(game: Game, as_json: bool) -> None:
    """Print one game: its modes and samples, and what may be changed about its rules."""
    facts = describe_game(game)
    if as_json:
        facts["game"] = facts.pop("name")
        print_json({**facts, "options": describe_options(game.options)})
        return
    print_facts(facts, FACTS)
    tell("")
    list_options(game, as_json)
    tell(f"To play it: evenhand run {game.name}")


def list_options(game: Game, as_json: bool) -> None:
    """Print a game's rule options, for `games`."""
    if as_json:
        print_json({"game": game.name, "options": describe_options(game.options)})
        return
    print_options(game.options, "option")
    tell("", "What stands in brackets is the clause of the game's rules that an option is about.")
    tell(f"To change one: evenhand run {game.name} --set OPTION=VALUE")


def print_facts(game: Mapping[str, Any], names: Sequence[str]) -> None:
    """Print what a game is called, and some of what is known about it."""
    tell(f"{game['name']}  {game['title']}", style="bold")
    facts = plain_table("", "")
    for name in names:
        value = game[name]
        facts.add_row(f"  {name}", ", ".join(value) if isinstance(value, list) else str(value))
    print_table(facts)


def describe_game(game: Game) -> dict[str, Any]:
    """Return a game as JSON."""
    return {
        "name": game.name,
        "title": game.title,
        "modes": list(game.schema.modes),
        "players": game.players,
        "cards": len(load_pool(game.schema).cards),
        "decks": list(sample_decks(game.schema)),
        "products": list(sample_products(game.schema)),
        "bots": bot_names(game),
        "options": len(game.options),
    }


def describe_options(options: Sequence[Option]) -> list[dict[str, Any]]:
    """Return a game's options, or a bot's weights, as JSON."""
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
    """Return the values that `games` says a rule option may have."""
    return ", ".join(option.words) or f"{option.lowest} to {option.highest}"


def print_options(options: Sequence[Option], kind: str) -> None:
    """Print a game's options, or a bot's weights, as a table."""
    table = plain_table(kind, "default", "values", "meaning", right=("default",))
    for row in describe_options(options):
        table.add_row(row["name"], str(row["default"]), row["values"], row["meaning"])
    print_table(table)
