"""The command `games`: the games there are."""

from typing import Any

from evenhand.decks.deck_list import sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import sample_products
from evenhand.flags import GamesFlags
from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game, names_of_others
from evenhand.terminal import note, plain_table, print_json, print_table, tell

__all__ = ["games_command"]


def games_command(flags: GamesFlags) -> None:
    """List the games."""
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
    if flags.json:
        print_json({"games": games})
        return
    for game in games:
        tell(f"{game['name']}  {game['title']}", style="bold")
        facts = plain_table("", "")
        for name in ("modes", "players", "cards", "decks", "products", "bots", "options"):
            value = game[name]
            facts.add_row(f"  {name}", ", ".join(value) if isinstance(value, list) else str(value))
        print_table(facts)
        tell(f"  Next: evenhand run {game['name']}", "")


def describe_game(game: Game) -> dict[str, Any]:
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
