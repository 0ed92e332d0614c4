"""The commands that list what there is: `games`, `bots` and `options`."""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.deck_list import sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.product import sample_products
from evenhand.inputs.request import find_place
from evenhand.simulate.bots.bot_files import bot_names, load_bot
from evenhand.simulate.engine.options import Option
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from evenhand.terminal import console, note, plain_table, print_json, print_table

__all__ = ["bots_command", "games_command", "options_command"]


def games_command(is_json: bool) -> None:
    """List the games."""
    games = [described(load_game(name)) for name in game_names()]
    if is_json:
        print_json({"games": games})
        return
    screen = console()
    for game in games:
        screen.print(f"{game['name']}  {game['title']}", style="bold")
        facts = plain_table("", "")
        for name in ("modes", "players", "cards", "decks", "products", "bots", "options"):
            value = game[name]
            facts.add_row(f"  {name}", ", ".join(value) if isinstance(value, list) else str(value))
        print_table(facts)
        screen.print(f"  Next: evenhand run {game['name']}\n")


def described(game: Game) -> dict[str, Any]:
    """Sum a game up."""
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


def bots_command(name: str, is_json: bool) -> None:
    """List a game's bots and the weights they go by."""
    place = find_place(name)
    game = place.game
    own = place.folder.own_bots if place.folder else {}
    named = {bot: bot for bot in bot_names(game)} | {bot: str(own[bot]) for bot in own}
    bots = [load_bot(game, bot) for bot in named.values()]
    if is_json:
        rows = [
            {"name": b.name, "policy": b.policy, "noise": b.noise,
             "determinizations": b.determinizations, "weights": b.weights}
            for b in bots
        ]  # fmt: skip
        print_json({"game": game.name, "bots": rows, "weights": option_rows(game.weights)})
        return
    for text in (text for bot in bots for text in bot.notes):
        note(text)
    table = plain_table("bot", "policy", "noise", "changed weights", right=("noise",))
    for bot in bots:
        changed = ", ".join(f"{weight} {value}" for weight, value in bot.weights.items())
        table.add_row(bot.name, bot.policy, str(bot.noise), changed)
    print_table(table)
    print("\nWeights of the heuristic and lookahead policies, for a file of your own:\n")
    print_options(game.weights, "weight")


def options_command(name: str, is_json: bool) -> None:
    """List a game's rule options."""
    game = find_place(name).game
    if is_json:
        print_json({"game": game.name, "options": option_rows(game.options)})
        return
    print_options(game.options, "option")
    print(f"\nTo change one: evenhand run {game.name} --set OPTION=VALUE")


def option_rows(options: Sequence[Option]) -> list[dict[str, Any]]:
    """Describe options or weights."""
    return [
        {
            "name": option.name,
            "default": option.default,
            "values": values(option),
            "meaning": option.meaning,
        }
        for option in options
    ]


def values(option: Option) -> str:
    """Return what an option may be."""
    return ", ".join(option.words) or f"{option.lowest} to {option.highest}"


def print_options(options: Sequence[Option], kind: str) -> None:
    """Print options or weights as a table."""
    table = plain_table(kind, "default", "values", "meaning", right=("default",))
    for row in option_rows(options):
        table.add_row(row["name"], str(row["default"]), row["values"], row["meaning"])
    print_table(table)
