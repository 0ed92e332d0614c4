"""The folder of a run: what is written there, and how it is told from another.

It holds ``games/part-*.parquet``, ``inputs/`` (copies of what was read), ``run.toml``
(everything needed to repeat it) and, written last, ``SHA256SUMS``, the checksums of all that.
"""

import hashlib
import json
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.decks.table_file import find_table
from evenhand.decks.text_file import LARGEST_FILE, read_bytes
from evenhand.simulate.bots.bot_files import FUNCTION
from evenhand.simulate.compiling import sources_hash
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.runs.added_table import TABLE_FILES, is_of_games
from evenhand.simulate.runs.batch import Chunk
from evenhand.simulate.runs.claim import Work
from evenhand.simulate.runs.parts import PART_FILES, part_file, read_label
from evenhand.simulate.runs.plan import Plan, once_per_plan
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION
from evenhand.simulate.runs.seal import seal_files
from evenhand.simulate.runs.whole_files import write_own

__all__ = [
    "RUN_FILE",
    "Info",
    "Played",
    "copy_inputs",
    "describe_run",
    "fingerprint_of",
    "finish_folder",
    "hash_contents",
    "hash_json",
    "holds_run",
    "identify",
    "identify_run",
    "list_inputs",
    "plan_work",
]  # fmt: skip

RUN_FILE = "run.toml"
Info = dict[str, Any]


class Played(NamedTuple):
    """What was played: games and decisions in all, and the hash of all rows."""

    games: int
    decisions: int
    results_hash: str


@once_per_plan
def identify(plan: Plan) -> dict[str, str]:
    """Return all that decides the games, their number left out, by what a user calls it."""
    return identify_run(describe_plan(plan))


def identify_run(info: Info) -> dict[str, str]:
    """Return what decides the games of the run that ``run.toml`` describes.

    A description that was changed has another fingerprint than the games.
    """
    run, cards, matchups = info["run"], info["cards"], info["matchups"]
    decks = [[deck[key] for key in ("name", "file", "sha256", "cards")] for deck in info["decks"]]
    parts = {
        "the game": [run["game"], run["rules_version"], run["seats"], info["end_reasons"]],
        "the mode": run["mode"],
        "the cards": [cards["file"], cards["sha256"], cards["names"]],
        "the decks": decks,
        "the bots": info["bots"],
        "the options": [info["options"], info["changed_options"]],
        "the seed": run["seed"],
        "who meets whom": [run["mirrors"], [[one["decks"], one["bots"]] for one in matchups]],
        "the program": info["versions"].get("sources", ""),
    }
    return {name: hash_json(part) for name, part in parts.items()}


def fingerprint_of(identity: dict[str, str]) -> str:
    """Return one name for all that decides the games."""
    return hash_json(identity)


def hash_contents(info: Info) -> str:
    """Return the hash of all that ``run.toml`` says, itself left out."""
    run = {name: value for name, value in info["run"].items() if name != "contents"}
    return hash_json({**info, "run": run})


def hash_json(content: Any) -> str:
    """Return the hash of plain data; a file that was made up may hold dates."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def plan_work(plan: Plan, goal: str = "") -> Work:
    """Say what is made in the folder of a run.

    Parameters
    ----------
    goal : str
        What the run is to reach; its number of games if not given.
    """
    identity = identify(plan)
    fingerprint = fingerprint_of(identity)
    return Work(
        identity, goal or f"{plan.games} games", lambda folder: holds_run(folder, fingerprint)
    )


def holds_run(folder: Path, fingerprint: str) -> bool:
    """Return whether the games in a folder are those of a run, some of them at least."""
    parts = (folder / "games").glob(PART_FILES)
    return any(label.fingerprint == fingerprint for label in map(read_label, parts) if label)


def copy_inputs(plan: Plan, folder: Path) -> None:
    """Keep a copy of the files that the run is made from.

    Raises
    ------
    UsageError
        If one of them is no longer what was read.
    """
    copy_cards(plan.pool, folder)
    if plan.pool.curve:
        copy_cards(plan.pool.curve, folder, "curve")
    copied = {
        "decks": {entrant.file: entrant.content_hash for entrant in plan.entrants},
        "bots": {bot.file: bot.content_hash for bot in plan.bots if bot.file},
    }
    for place, files in copied.items():
        for file, digest in files.items():
            content = read_bytes(file, LARGEST_FILE)
            keep(file, content, digest, folder, Path(place, Path(file).name))


def copy_cards(pool: CardPool, folder: Path, place: str = "") -> None:
    """Keep a copy of a card file, or of what was at its address."""
    table = find_table(pool.file)
    name = pool.kept_as.removesuffix(table.kept_sheet)
    keep(pool.file, table.read(), pool.content_hash, folder, Path(place, name))


def keep(file: str, content: bytes, digest: str, folder: Path, place: Path) -> None:
    """Write the copy of a file, which must be what was read."""
    if hashlib.sha256(content).hexdigest() != digest:
        raise UsageError(f"{file} was changed just now", "repeat the command")
    write_own(folder, place, content)


def list_inputs(info: Info) -> dict[str, str]:
    """List the copies of what a run was played from, by their names in its folder.

    Returns
    -------
    dict of str to str
        The checksum that ``run.toml`` says each one has.
    """
    cards = info["cards"]
    curve = [cards["curve"]] if "curve" in cards else []
    bots = [bot for bot in info["bots"] if bot["policy"] != FUNCTION and bot["sha256"]]
    return {
        f"inputs/{name_file(cards['file'])}": cards["sha256"],
        **{f"inputs/curve/{name_file(one['file'])}": one["sha256"] for one in curve},
        **{f"inputs/decks/{deck['file']}": deck["sha256"] for deck in info["decks"]},
        **{f"inputs/bots/{bot['name']}.toml": bot["sha256"] for bot in bots},
    }


def name_file(kept_as: str) -> str:
    """Return the name of a card file that a run keeps, without that of the sheet."""
    return kept_as.removesuffix(find_table(kept_as).kept_sheet)


def finish_folder(info: Info, chunks: list[Chunk], out: Path) -> None:
    """Write what is written when all games are there."""
    info["run"]["contents"] = hash_contents(info)
    write_own(out, RUN_FILE, tomlkit.dumps(info))
    inputs = [file for file in (out / "inputs").rglob("*") if file.is_file()]
    games = info["run"]["results_hash"]
    others = {file.name for file in out.glob(TABLE_FILES) if not is_of_games(file, games)}
    files = [out / RUN_FILE, *inputs, *(part_file(out, chunk) for chunk in chunks)]
    seal_files(out, files, is_new=True, without=others)


def describe_run(plan: Plan, command: str, played: Played) -> Info:
    """Return the content of ``run.toml``: what was played, from what, and how to repeat it."""
    info = describe_plan(plan)
    info["run"] |= {
        "games": played.games,
        "command": command,
        "fingerprint": fingerprint_of(identify_run(info)),
        "results_hash": played.results_hash,
    }
    return info


def describe_plan(plan: Plan) -> Info:
    """Return what ``run.toml`` says before anything is played."""
    game = plan.game
    defaults = option_values(game.options, {})
    names = plan.pool.labels
    return {
        "schema_version": SCHEMA_VERSION,
        "run": {
            "game": game.name,
            "title": game.title,
            "mode": plan.mode,
            "rules_version": game.rules_version,
            "seed": plan.seed,
            "seats": plan.n_seats,
            "mirrors": plan.mirrors,
        },
        "versions": {
            "evenhand": version("evenhand"),
            "sources": sources_hash(),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba", "polars")},
        },
        "options": dict(plan.options),
        "changed_options": {k: v for k, v in plan.options.items() if v != defaults[k]},
        "cards": {
            "file": plan.pool.kept_as,
            "sha256": plan.pool.content_hash,
            "count": len(plan.pool.cards),
            "names": list(names),
            **describe_curve(plan),
        },
        "decks": [
            {
                "name": entrant.name,
                **describe_name(entrant),
                "file": Path(entrant.file).name,
                "sha256": entrant.content_hash,
                "cards": [names[i] for i in entrant.cards] if isinstance(entrant, Deck) else [],
            }
            for entrant in plan.entrants
        ],
        "bots": [
            {"name": bot.name, "policy": bot.policy, "sha256": bot.content_hash}
            for bot in plan.bots
        ],
        "matchups": [
            {"decks": list(m.decks), "bots": list(m.bots), "pairs": m.pairs} for m in plan.matchups
        ],
        "end_reasons": {reason.name.lower(): int(reason) for reason in game.end_reasons},
        "end_reasons_text": {r.name.lower(): text for r, text in game.end_reasons.items()},
        "units": {"standing": game.standing_unit},
        "words": {"first": game.first_means, "turn": game.turn_means},
    }


def describe_name(entrant: Deck | Product) -> dict[str, str]:
    """Return what people call a deck, if its file says so."""
    name = entrant.display_name if isinstance(entrant, Deck) else ""
    return {"display_name": name} if name else {}


def describe_curve(plan: Plan) -> Info:
    """Return the card file that says what plain cards are, if one was frozen."""
    curve = plan.pool.curve
    if curve is None:
        return {}
    return {"curve": {"file": curve.kept_as, "sha256": curve.content_hash}}
