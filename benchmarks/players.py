"""Measure how strong a game's players are, and whether they judge its decks alike.

    python benchmarks/players.py GAME [--games N] [--search-games N] [--players a.npz ..]

Prints Markdown tables, as docs/bots.md has them: how often the strongest player that learned
wins against each other bot, and how often each deck wins among players of one kind. The sample
decks play, both ways round; against other bots mirrors are included.
"""

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

import evenhand
from evenhand import analysis
from evenhand.analysis.data.panel import Step
from evenhand.analysis.tables.by_bot import measure_step
from evenhand.simulate.bots.bot_files import Bot, bot_names, load_bot
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game

SEED = 41  # nothing learns from these deals
LEAD, QUICK = "learned", "heuristic"


def list_others(game: Game, lead: str) -> list[Bot]:
    """List whom a learned player meets: quick bots, then those that think ahead."""
    names = [name for name in bot_names(game) if name not in (lead, "random")]
    bots = [load_bot(game, name) for name in (*names, "search:16", f"{lead}:64")]
    return sorted(bots, key=lambda bot: bot.strength)


def play_both_ways(game: str, lead: Bot, other: Bot, games: int, folder: Path) -> dict:
    """Play two bots against each other; returns how often the first one wins."""
    bots = [other.file or other.name, lead.file or lead.name]
    run = evenhand.play(game, games=games, bots=bots, mirrors=True, seed=SEED, out=folder)
    return measure_step(Step(weaker=other, stronger=lead, run=run))


def print_strength(game: str, lead: Bot, others: Sequence[Bot], games: dict[bool, int]) -> None:
    """Print how often a player wins against others, as a Markdown table."""
    print(f"| `{lead.name}` against | wins, % | games |", "|---|---:|---:|", sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        for other in others:
            place = Path(folder) / other.name.replace(":", "-")
            row = play_both_ways(game, lead, other, games[other.thinks_ahead], place)
            half = (row["win_rate_high"] - row["win_rate_low"]) / 2
            rate = f"{100 * row['win_rate']:.1f} \u00b1 {100 * half:.1f}"
            print(f"| `{other.name}` | {rate} | {row['n_games']:,} |", flush=True)


def find_deck_rates(game: str, bots: Iterable[Bot], games: dict[bool, int]) -> pd.DataFrame:
    """Return the win rate of each deck, and its standard error, among bots of one kind."""
    frames = []
    with tempfile.TemporaryDirectory() as folder:
        for number, bot in enumerate(bots):
            run = evenhand.play(
                game, games=games[bot.thinks_ahead], bots=[bot.file or bot.name], seed=SEED,
                out=Path(folder) / str(number),
            )  # fmt: skip
            table = analysis.win_rates(run).reset_index()
            error = (table["win_rate_high"] - table["win_rate_low"]) / (2 * 1.96)
            frames.append(
                pd.DataFrame(
                    {"deck": table["deck"], "bot": bot.name, "rate": table["win_rate"], "se": error}
                )
            )
    return pd.concat(frames)


def print_verdicts(rates: pd.DataFrame, lead: str) -> None:
    """Print each deck's win rate among each kind of bot, and how far apart kinds are.

    The last line is the root mean square over decks of the difference from the player that
    learned, less what the number of games alone would show.
    """
    bots = list(rates["bot"].unique())
    values = rates.pivot(index="deck", columns="bot", values="rate")[bots]
    errors = rates.pivot(index="deck", columns="bot", values="se")[bots]
    print("| deck | " + " | ".join(f"`{bot}`" for bot in bots) + " |")
    print("|---|" + "---:|" * len(bots))
    for deck, row in values.iterrows():
        cells = [f"{100 * row[b]:.1f} \u00b1 {196 * errors.loc[deck, b]:.1f}" for b in bots]
        print(f"| {deck} | " + " | ".join(cells) + " |")
    apart = [find_distance(values, errors, bot, lead) for bot in bots]
    cells = [
        "" if bot == lead else f"{100 * one:.1f}" for bot, one in zip(bots, apart, strict=True)
    ]
    print(f"| apart from `{lead}` | " + " | ".join(cells) + " |", flush=True)


def find_distance(values: pd.DataFrame, errors: pd.DataFrame, bot: str, other: str) -> float:
    """Return the root mean square difference of two bots' rates, beyond sampling error."""
    squares = (values[bot] - values[other]) ** 2 - errors[bot] ** 2 - errors[other] ** 2
    return float(np.sqrt(max(0.0, squares.mean())))


def main() -> None:
    """Measure the players of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000, help="of bots that do not think ahead")
    parser.add_argument("--search-games", type=int, default=240, help="of those that do, or 0")
    parser.add_argument("--players", nargs="*", default=[], help="further players that learned")
    given = parser.parse_args()
    game = load_game(given.game)
    lead = load_bot(game, LEAD)
    games = {False: given.games, True: given.search_games}
    further = [load_bot(game, file) for file in given.players]
    others = [bot for bot in list_others(game, LEAD) if games[bot.thinks_ahead]]
    print_strength(given.game, lead, [*others, *further], games)
    print()
    judges = [load_bot(game, QUICK), lead, *further, *(bot for bot in others if bot.thinks_ahead)]
    print_verdicts(find_deck_rates(given.game, judges, games), lead.name)


if __name__ == "__main__":
    main()
