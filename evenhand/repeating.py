"""From a run's folder back to the plan that was played."""

from pathlib import Path
from typing import Any

from analysis.run import Run
from decks.deck_list import Deck
from decks.pool import CardPool, load_pool
from decks.problems import UsageError
from simulate.engine.bot_files import Bot, bot_names, load_bot
from simulate.engine.game import Game
from simulate.engine.options import option_values
from simulate.engine.plan import Plan
from simulate.registry import load_game

__all__ = ["plan_of"]


def plan_of(run: Run) -> Plan:
    """Make the plan of a run again, from the files that its folder keeps.

    Raises
    ------
    UsageError
        If the run was played by other rules, in a sealed mode, or its files are gone.
    InputError
        If its files are no longer right.
    """
    info = run.info
    game = load_game(info["run"]["game"])
    played_by = info["run"]["rules_version"]
    if played_by != game.rules_version:
        message = f"{run.folder} was played by rules version {played_by} of {game.title}"
        raise UsageError(message, f"this is version {game.rules_version}; play the run again")
    if run.is_sealed:
        raise UsageError(f"in the run {run.folder} decks were opened from packs")
    inputs = run.folder / "inputs"
    pool = load_pool(game.schema, inputs / info["cards"]["file"])
    if pool.content_hash != info["cards"]["sha256"]:
        raise UsageError(f"{pool.file} is not the file that the run was played with")
    return Plan(
        game=game,
        mode=info["run"]["mode"],
        pool=pool,
        entrants=[deck_of(pool, deck, inputs) for deck in info["decks"]],
        bots=[bot_of(game, bot, inputs) for bot in info["bots"]],
        options=option_values(game.options, {k: str(v) for k, v in info["options"].items()}),
        games=info["run"]["games"],
        seed=info["run"]["seed"],
        mirrors=info["run"]["mirrors"],
        n_seats=run.n_seats,
    )


def deck_of(pool: CardPool, deck: dict[str, Any], inputs: Path) -> Deck:
    """Give a deck, its slots in the order in which they were played."""
    rows = tuple(pool.row_of(label) for label in deck["cards"])
    return Deck(deck["name"], rows, str(inputs / "decks" / deck["file"]), deck["sha256"])


def bot_of(game: Game, bot: dict[str, Any], inputs: Path) -> Bot:
    """Give a bot, from the file that the run keeps or as it comes with the game."""
    kept = inputs / "bots" / f"{bot['name']}.toml"
    is_own = kept.is_file() and bot["name"] not in bot_names(game)
    found = load_bot(game, str(kept) if is_own else bot["name"])
    if found.content_hash != bot["sha256"]:
        raise UsageError(f"the bot '{bot['name']}' is not the one that the run was played with")
    return found
