"""The folder of a run: its files, and what identifies the run.

It contains ``games/part-*.parquet``, ``inputs/`` (copies of the input files), ``run.toml``
(everything needed to repeat the run) and, written last, ``SHA256SUMS``, the checksums of all.
"""

import hashlib
import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.decks.table_location import find_table
from evenhand.decks.text_file import LARGEST_FILE, read_bytes
from evenhand.simulate.bots.bot_files import FUNCTION, Bot, name_bot_file
from evenhand.simulate.compiling import sources_hash
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.runs.added_table import TABLE_FILES, is_table_of_run
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.batch import Chunk
from evenhand.simulate.runs.claim import Work
from evenhand.simulate.runs.parts import PART_FILES, part_file, read_label
from evenhand.simulate.runs.plan import Plan, once_per_plan
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION
from evenhand.simulate.runs.seal import seal_files

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
    "list_differences",
    "list_inputs",
    "name_kept_bot",
    "plan_work",
]  # fmt: skip

RUN_FILE = "run.toml"
Info = dict[str, Any]


class Played(NamedTuple):
    """Total numbers of games and decisions, and the hash of all rows."""

    games: int
    decisions: int
    results_hash: str


@once_per_plan
def identify(plan: Plan) -> dict[str, str]:
    """Return hashes of all that determines the games, except their number, keyed by name."""
    return identify_run(describe_plan(plan))


def identify_run(info: Info) -> dict[str, str]:
    """Return hashes of all that determines the games of a run, from its ``run.toml``.

    The fingerprint of a changed description differs from that of the games.
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
        "who meets whom": [run["mirrors"], [[m["decks"], m["bots"]] for m in matchups]],
        "the program": info["versions"].get("sources", ""),
    }
    return {name: hash_json(part) for name, part in parts.items()}


def fingerprint_of(identity: dict[str, str]) -> str:
    """Return one hash of all that determines the games."""
    return hash_json(identity)


def list_differences(plan: Plan, info: Info) -> list[str]:
    """List what determines games and differs between a plan and a run, from its ``run.toml``."""
    wanted, played = identify(plan), identify_run(info)
    return [name for name, text in wanted.items() if text != played[name]]


def hash_contents(info: Info) -> str:
    """Return the hash of the content of ``run.toml``, except this hash."""
    run = {name: value for name, value in info["run"].items() if name != "contents"}
    return hash_json({**info, "run": run})


def hash_json(content: Any) -> str:
    """Return the hash of plain data; dates, which a forged file may contain, are allowed."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def plan_work(plan: Plan, goal: str = "") -> Work:
    """Return the work of a run.

    Parameters
    ----------
    goal : str
        The goal of the run; by default its number of games.
    """
    identity = identify(plan)
    fingerprint = fingerprint_of(identity)
    return Work(
        identity, goal or f"{plan.games} games", lambda folder: holds_run(folder, fingerprint)
    )


def holds_run(folder: Path, fingerprint: str) -> bool:
    """Return whether a folder contains at least one part of a run."""
    parts = (folder / "games").glob(PART_FILES)
    return any(label.fingerprint == fingerprint for label in map(read_label, parts) if label)


def copy_inputs(plan: Plan, folder: Path) -> None:
    """Copy the input files of a run into its folder.

    Raises
    ------
    UsageError
        If a file has changed since it was read.
    """
    copy_cards(plan.pool, folder)
    if plan.pool.curve:
        copy_cards(plan.pool.curve, folder, "curve")
    copied = {
        Path("decks", Path(entrant.file).name): (entrant.file, entrant.content_hash)
        for entrant in plan.entrants
    }
    for bot in plan.bots:
        copied |= {Path("bots", name): kept for name, kept in bot.kept_files.items()}
    for place, (file, digest) in copied.items():
        write_copy(file, read_bytes(file, LARGEST_FILE), digest, folder, place)


def copy_cards(pool: CardPool, folder: Path, place: str = "") -> None:
    """Copy a card file, or the content of its address, into a run's folder."""
    table = find_table(pool.file)
    name = pool.kept_as.removesuffix(table.kept_sheet)
    write_copy(pool.file, table.read(), pool.content_hash, folder, Path(place, name))


def write_copy(file: str, content: bytes, digest: str, folder: Path, place: Path) -> None:
    """Write the copy of a file; raise UsageError if its hash is not that of the file read."""
    if hashlib.sha256(content).hexdigest() != digest:
        raise UsageError(f"{file} was changed just now", "repeat the command")
    write_in_folder(folder, place, content)


def list_inputs(info: Info) -> dict[str, str]:
    """List the copies of a run's input files, keyed by path in its folder.

    Returns
    -------
    dict of str to str
        The checksum of each copy, as stated in ``run.toml``.
    """
    cards = info["cards"]
    curve = [cards["curve"]] if "curve" in cards else []
    bots = [bot for bot in info["bots"] if bot["policy"] != FUNCTION and bot["sha256"]]
    return {
        f"inputs/{get_copy_name(cards['file'])}": cards["sha256"],
        **{f"inputs/curve/{get_copy_name(file['file'])}": file["sha256"] for file in curve},
        **{f"inputs/decks/{deck['file']}": deck["sha256"] for deck in info["decks"]},
        **{f"inputs/bots/{name_kept_bot(bot)}": bot["sha256"] for bot in bots},
        **{
            f"inputs/bots/{name_bot_file(bot['name'], bot['policy'])}": bot["weights_sha256"]
            for bot in bots
            if bot.get("weights_sha256")
        },
    }


def name_kept_bot(bot: Mapping[str, Any]) -> str:
    """Return the name of the copy of a bot's own file, as its row of ``run.toml`` says."""
    return name_bot_file(bot["name"], "" if bot.get("weights_sha256") else bot["policy"])


def get_copy_name(kept_as: str) -> str:
    """Return the file name of a copy of a card file, without the sheet's name."""
    return kept_as.removesuffix(find_table(kept_as).kept_sheet)


def finish_folder(info: Info, chunks: list[Chunk], out: Path) -> None:
    """Write ``run.toml`` and the seal, after all games are written."""
    info["run"]["contents"] = hash_contents(info)
    write_in_folder(out, RUN_FILE, tomlkit.dumps(info))
    inputs = [file for file in (out / "inputs").rglob("*") if file.is_file()]
    games = info["run"]["results_hash"]
    others = {file.name for file in out.glob(TABLE_FILES) if not is_table_of_run(file, games)}
    files = [out / RUN_FILE, *inputs, *(part_file(out, chunk) for chunk in chunks)]
    seal_files(out, files, is_new=True, without=others)


def describe_run(plan: Plan, command: str, played: Played) -> Info:
    """Return the content of ``run.toml``: the games, the inputs, and how to repeat the run."""
    info = describe_plan(plan)
    info["run"] |= {
        "games": played.games,
        "command": command,
        "fingerprint": fingerprint_of(identify_run(info)),
        "results_hash": played.results_hash,
    }
    return info


def describe_plan(plan: Plan) -> Info:
    """Return the part of ``run.toml`` that is known before games are played."""
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
            **describe_unread(plan),
            **describe_curve(plan),
        },
        **describe_left_out(plan),
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
        "bots": [describe_bot(bot, plan) for bot in plan.bots],
        "matchups": [
            {"decks": list(m.decks), "bots": list(m.bots), "pairs": m.pairs} for m in plan.matchups
        ],
        "end_reasons": {reason.name.lower(): int(reason) for reason in game.end_reasons},
        "end_reasons_text": {r.name.lower(): text for r, text in game.end_reasons.items()},
        "units": {"standing": game.standing_unit},
        "words": {"first": game.first_means, "turn": game.turn_means},
    }


def describe_bot(bot: Bot, plan: Plan) -> Info:
    """Return a bot of a run: what it never answers, and who plays like it but for that."""
    told: Info = {"name": bot.name, "policy": bot.policy, "sha256": bot.content_hash}
    if bot.weights_hash:
        told["weights_sha256"] = bot.weights_hash
    if bot.never:
        told["never"] = [str(one) for one in bot.never]
        free = (other for other in plan.bots if not other.never and other.plays_as(bot))
        told["otherwise_as"] = next((other.name for other in free), "")
    return told


def describe_name(entrant: Deck | Product) -> dict[str, str]:
    """Return the name stated in a deck's file, if any."""
    name = entrant.display_name if isinstance(entrant, Deck) else ""
    return {"display_name": name} if name else {}


def describe_unread(plan: Plan) -> Info:
    """Return the names of the run's cards that could not be read, if any."""
    unread = [card.name for card in plan.pool.unread]
    return {"unread": unread} if unread else {}


def describe_left_out(plan: Plan) -> Info:
    """Return the decks that were asked for and left out of a run, if any."""
    left_out = [{"deck": one.deck, "cards": list(one.cards)} for one in plan.left_out]
    return {"left_out": left_out} if left_out else {}


def describe_curve(plan: Plan) -> Info:
    """Return the card file of the frozen curve of plain cards, if any."""
    curve = plan.pool.curve
    if curve is None:
        return {}
    return {"curve": {"file": curve.kept_as, "sha256": curve.content_hash}}
