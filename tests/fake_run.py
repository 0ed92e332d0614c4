"""A run folder without a game: results drawn from known chances, for tests of what reads them."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as cs

from evenhand.simulate.runs.batch import chunks_of
from evenhand.simulate.runs.parts import (
    Part,
    PartLabel,
    hash_parts,
    part_file,
    read_label,
    write_part,
)  # fmt: skip
from evenhand.simulate.runs.result_columns import SCHEMA_VERSION, from_frame, row_record
from evenhand.simulate.runs.run_folder import fingerprint_of, finish_folder, identify_run
from evenhand.simulate.runs.seating import seating

SLOTS = 30
TURNS = 12  # after which somebody is ahead
OPENING = 5
REASONS = {"engine_error": 0, "third_ko": 1, "no_unit": 2, "turn_cap": 5}
TEXTS = {"third_ko": "a third unit was KO'd", "no_unit": "no unit was left"}


def write_fake_run(
    folder: Path,
    strengths: Mapping[str, float],
    cards: Sequence[str],
    n_pairs: int = 300,
    n_seats: int = 2,
    first_advantage: float = 0.05,
    n_errors: int = 0,
    mirrors: bool = False,
    rates: Mapping[tuple[str, str], float] | None = None,
    seed: int = 1,
    has_places: bool = True,
) -> Path:
    """Write a run and return its folder; without places, all but the winner are second.

    Each matchup is one deck against another (against copies of it, with more seats). A
    seat's chance to win grows with its deck's strength, with `first_advantage` for seat 0
    and with the first card of the pool in its opening hand. Where `rates` has a matchup, its
    first deck wins about as often as that says, whatever the strengths.
    """
    rng = np.random.default_rng(seed)
    names = list(strengths)
    matchups = [(a, *[b] * (n_seats - 1)) for a, b in combinations(range(len(names)), 2)]
    matchups += [(a,) * n_seats for a in range(len(names)) if mirrors]
    chances = np.array(list(strengths.values()))
    frames = []
    for row, sides in enumerate(matchups):
        own = chances.copy()
        if rates and (rate := rates.get((names[sides[0]], names[sides[1]]))):
            own[[sides[0], sides[1]]] = 2 * rate - 1, 1 - 2 * rate
        frames.append(played(rng, row, sides, own, n_pairs, first_advantage))
    games = pl.concat(frames)
    if not has_places:
        games = games.with_columns(cs.starts_with("placement_").clip(upper_bound=2))
    if n_errors:
        broken = pl.int_range(pl.len()) < n_errors
        games = games.with_columns(
            end_reason=pl.when(broken).then(pl.lit(0, pl.Int8)).otherwise("end_reason"),
            winner=pl.when(broken).then(pl.lit(-1, pl.Int8)).otherwise("winner"),
        )
    info = run_info(names, cards, matchups, n_pairs, n_seats, len(games))
    return write_run(folder, games, info)


def write_run(folder: Path, games: pl.DataFrame, info: dict[str, Any]) -> Path:
    """Write games as the run that `info` describes, with its parts, hashes and seal."""
    (folder / "games").mkdir(parents=True)
    row = row_record(info["run"]["seats"], SLOTS)
    chunks = chunks_of(matchup["pairs"] for matchup in info["matchups"])
    write_inputs(folder / "inputs", info)
    info["run"]["fingerprint"] = fingerprint_of(identify_run(info))
    hashes = []
    for chunk in chunks:
        pairs = pl.col("pair").is_between(chunk.first_pair, chunk.first_pair + chunk.n_pairs - 1)
        rows = from_frame(games.filter(pl.col("matchup") == chunk.matchup, pairs), row)
        label = PartLabel.of(chunk, info["run"]["fingerprint"], info["run"]["seed"])
        write_part(part_file(folder, chunk), rows, label)
        hashes.append(Part.of(rows).rows_sha256)
    info["run"]["results_hash"] = hash_parts(hashes)
    finish_folder(info, chunks, folder)
    return folder


def write_inputs(folder: Path, info: dict[str, Any]) -> None:
    """Write something in the place of each copy of what a run was played from."""
    for place, files in ((folder, [info["cards"]]), (folder / "decks", info["decks"])):
        place.mkdir(parents=True)
        for one in files:
            content = one["file"].encode()
            (place / one["file"]).write_bytes(content)
            one["sha256"] = sha256(content).hexdigest()


def played(
    rng: np.random.Generator,
    row: int,
    sides: Sequence[int],
    strengths: np.ndarray,
    n_pairs: int,
    first_advantage: float,
) -> pl.DataFrame:
    """Play a matchup: all rotations of all pairs."""
    n_seats = len(sides)
    n_games = n_pairs * n_seats
    rotation = np.tile(np.arange(n_seats), n_pairs)
    order = np.repeat(seating(n_seats, np.arange(n_pairs)), n_seats, axis=0)
    places = (np.arange(n_seats) + rotation[:, None]) % n_seats
    decks = np.array(sides)[np.take_along_axis(order, places, axis=1)]
    seen = [opening_and_drawn(rng, n_games) for _ in range(n_seats)]
    weights = 1 + strengths[decks]
    weights[:, 0] += first_advantage
    for seat, (opening, _) in enumerate(seen):
        weights[:, seat] += 0.2 * (opening & 1)
    edges = np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)
    winner = (rng.random(n_games)[:, None] > edges).sum(axis=1).clip(max=n_seats - 1)
    winner[rng.random(n_games) < 0.01] = -1
    columns: dict[str, Any] = {
        "matchup": pl.Series([row] * n_games, dtype=pl.Int32),
        "pair": pl.Series(np.repeat(np.arange(n_pairs), n_seats), dtype=pl.Int32),
        "rotation": pl.Series(rotation, dtype=pl.Int8),
        "first": pl.Series([0] * n_games, dtype=pl.Int8),
        "winner": pl.Series(winner, dtype=pl.Int8),
        "end_reason": pl.Series(rng.choice([1, 1, 1, 2], n_games), dtype=pl.Int8),
        "turns": pl.Series(rng.poisson(12, n_games) + 3, dtype=pl.Int16),
        "decisions": pl.Series(rng.poisson(80, n_games), dtype=pl.Int32),
        "lead_changes": pl.Series(rng.poisson(1, n_games), dtype=pl.Int16),
        "comeback": pl.Series(rng.poisson(0.5, n_games) * (winner >= 0), dtype=pl.Int32),
    }
    lasted = rng.random((n_games, n_seats)) + weights
    lasted[np.arange(n_games), winner] += np.where(winner < 0, 0, 10)
    place = 1 + (lasted[:, None] > lasted[:, :, None]).sum(axis=2)
    place[winner < 0] = 1
    leaders = np.random.default_rng(n_games).integers(n_seats, size=(n_games, TURNS))
    for seat, (opening, drawn) in enumerate(seen):
        if n_seats > 2:
            columns[f"placement_{seat}"] = pl.Series(place[:, seat], dtype=pl.Int8)
        columns[f"deck_{seat}"] = pl.Series(decks[:, seat], dtype=pl.Int16)
        columns[f"bot_{seat}"] = pl.Series([0] * n_games, dtype=pl.Int16)
        columns[f"mulligans_{seat}"] = pl.Series(rng.random(n_games) < 0.1, dtype=pl.Int8)
        ahead = ((leaders == seat) << np.arange(TURNS)).sum(axis=1)
        words = {
            "ahead": ahead,
            "opening": opening,
            "drawn": drawn,
            "tutored": 0 * drawn,
            "played": opening,
        }
        for name, word in words.items():
            columns[f"{name}_{seat}"] = pl.Series(word, dtype=pl.Int64)
    return pl.DataFrame(columns)


def opening_and_drawn(rng: np.random.Generator, n_games: int) -> tuple[np.ndarray, np.ndarray]:
    """Deal opening hands and later draws as bit words over the deck's slots."""
    order = rng.permuted(np.tile(np.arange(SLOTS), (n_games, 1)), axis=1)
    bits = np.left_shift(np.int64(1), order)
    return bits[:, :OPENING].sum(axis=1), bits[:, OPENING : 2 * OPENING].sum(axis=1)


def run_info(
    names: Sequence[str],
    cards: Sequence[str],
    matchups: Sequence[Sequence[int]],
    n_pairs: int,
    n_seats: int,
    n_games: int,
) -> dict[str, Any]:
    """Describe the run as a game would."""
    slots = [cards[slot // 2 % len(cards)] for slot in range(SLOTS)]
    return {
        "schema_version": SCHEMA_VERSION,
        "run": {
            "game": "fake", "title": "Fake", "mode": "constructed", "rules_version": 1,
            "seed": 1, "games": n_games, "seats": n_seats, "mirrors": False,
            "command": "evenhand run fake --seed 1",
        },
        "versions": {"evenhand": "0", "python": "3", "numpy": "2", "numba": "0", "polars": "2"},
        "options": {"turn_cap": 200, "first_player_draws": True},
        "changed_options": {"turn_cap": 200},
        "cards": {
            "file": "cards.csv", "sha256": "ab" * 32, "count": len(cards), "names": list(cards),
        },
        "decks": [
            {"name": name, "file": f"{row}.txt", "sha256": "cd" * 32, "cards": slots}
            for row, name in enumerate(names)
        ],
        "bots": [{"name": "heuristic", "policy": "heuristic", "sha256": ""}],
        "matchups": [
            {"decks": list(sides), "bots": [0] * n_seats, "pairs": n_pairs} for sides in matchups
        ],
        "end_reasons": REASONS,
        "end_reasons_text": TEXTS,
        "units": {"standing": "one unit in the KO zone"},
        "words": {"first": "takes the first turn"},
    }  # fmt: skip


def rewrite_run(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Let a run's file say something else, and all that has a hash say the same again."""
    info = tomllib.loads((folder / "run.toml").read_text(encoding="utf-8"))
    chunks = chunks_of(matchup["pairs"] for matchup in info["matchups"])
    change(info)
    info["run"]["fingerprint"] = fingerprint_of(identify_run(info))
    for file in sorted((folder / "games").iterdir()):
        label = read_label(file)
        assert label is not None
        row = row_record(info["run"]["seats"], label.deck_slots)
        rows = from_frame(pl.read_parquet(file), row)
        write_part(file, rows, replace(label, fingerprint=info["run"]["fingerprint"]))
    finish_folder(info, chunks, folder)
