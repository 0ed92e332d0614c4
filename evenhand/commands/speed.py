"""The speed of `games`: how fast a game is played here."""

import tempfile
import time
from pathlib import Path
from typing import Any

from evenhand.experiments.play_job import claim_run, play
from evenhand.flags import GamesFlags
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.inputs.source import find_source
from evenhand.simulate.bots.bot_files import bot_names
from evenhand.simulate.compiling import COMPILED
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.plan import check_games
from evenhand.simulate.runs.run import warm_up
from evenhand.terminal import note, plain_table, print_json, print_table, tell

__all__ = ["speed_command"]

# Share of the games that each bot plays: one that thinks ahead takes far longer.
BOTS = {"random": 1.0, "heuristic": 1.0, "learned": 0.5, "search:16": 0.005}
WORKERS = (1, 2)
GAMES = 20_000


def speed_command(flags: GamesFlags) -> None:
    """Carry out the speed of `games`: measure each kind of bot on the sample decks."""
    game = find_source(flags.game).game
    most = GAMES if flags.games is None else flags.games
    check_games(most)
    start = measure_start(game.name, flags.players)
    if not flags.json:
        tell(start["text"])
    rows = []
    known = (*bot_names(game), "search:16")
    for bot, share in ((bot, share) for bot, share in BOTS.items() if bot in known):
        if not flags.json:
            note(f"Playing with {bot} bots ..")
        games = max(1, round(most * share))
        rows.append(measure_bot(game.name, bot, games, flags.players))
    if flags.json:
        print_json({"game": game.name, "start": start, "bots": rows})
    else:
        print_speeds(rows)


def measure_start(game: str, players: int | None) -> dict[str, Any]:
    """Measure the start before the speed: bring the rules into memory, and say what it took."""
    notices: list[str] = []
    started = time.perf_counter()
    warm_up(plan_arrays(prepare(Request(game, games=1, players=players)).plan), notices.append)
    seconds = time.perf_counter() - started
    if not COMPILED:
        kind, text = "interpreted", "The rules run in the interpreter, uncompiled"
    elif notices:
        kind, text = "cold", f"Compiled the rules in {seconds:.1f} s; the next start is quick"
    else:
        kind, text = "warm", f"Loaded the compiled rules in {seconds:.1f} s"
    return {"kind": kind, "seconds": round(seconds, 2), "text": text}


def measure_bot(game: str, bot: str, games: int, players: int | None) -> dict[str, Any]:
    """Measure a bot's speed: play the sample decks with each number of workers."""
    row: dict[str, Any] = {"bot": bot}
    with tempfile.TemporaryDirectory() as folder:
        for jobs in WORKERS:
            out = Path(folder, str(jobs))
            request = Request(game, games=games, bots=[bot], players=players, out=out, jobs=jobs)
            job = prepare(request)
            with claim_run(job, "games --speed") as held:
                played = play(job, held)
            row[f"games_per_second_{jobs}"] = round(played.games_per_second, 1)
            row[f"decisions_per_second_{jobs}"] = round(played.decisions / played.seconds, 1)
            row["games"] = played.games
    row["scaling"] = round(row["games_per_second_2"] / row["games_per_second_1"], 2)
    return row


def print_speeds(rows: list[dict[str, Any]]) -> None:
    """Print the speed of each kind of bot as a table."""
    names = ("bot", "games", "games/s", "decisions/s", "games/s, 2 workers", "scaling")
    table = plain_table(*names, right=names[1:])
    for row in rows:
        table.add_row(
            row["bot"],
            f"{row['games']:,}",
            f"{row['games_per_second_1']:,.0f}",
            f"{row['decisions_per_second_1']:,.0f}",
            f"{row['games_per_second_2']:,.0f}",
            f"{row['scaling']:.2f}",
        )
    print_table(table)
