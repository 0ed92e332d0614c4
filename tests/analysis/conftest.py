"""Runs without a simulator: made-up games with planted truths, in the files of real runs.

As in real runs, deals and luck belong to the pair and the seat, never to the deck, so
that a mirror match scores exactly one half.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import tomlkit

from evenhand import analysis
from evenhand.simulate.runs.seating import seating

ENDINGS = {"engine_error": 0, "knock_out": 1, "turn_cap": 5}
TEXTS = {"knock_out": "all units were lost"}
CARD_SLOTS = 60  # bits of a word that fake decks may use


@dataclass(frozen=True)
class Plan:
    """What to play, and what is true about it.

    Seat s of n wins with probability ``1/n + strength - mean strength of the seats``; a
    seat's strength is the sum of its deck's, its seat's and its opening hand's.
    """

    decks: dict[str, list[str]]
    matchups: Sequence[tuple[int, ...]]
    n_pairs: int = 200
    n_seats: int = 2
    strength: dict[str, float] = field(default_factory=dict)  # by deck
    effect: dict[str, float] = field(default_factory=dict)  # by card, per copy in hand
    first_edge: float = 0.0  # of seat 0
    speed: dict[str, float] = field(default_factory=dict)  # by deck: more strength in short games
    draw_rate: float = 0.0
    hands: tuple[int, ...] = (7, 8, 8, 8)  # by seat
    bots: Sequence[tuple[int, ...]] | None = None  # by matchup


def words(chosen: np.ndarray) -> np.ndarray:
    """Pack booleans, shape (..., slots), into bit words."""
    bits = np.uint64(1) << np.arange(chosen.shape[-1], dtype=np.uint64)
    return (chosen * bits).sum(axis=-1, dtype=np.uint64).view(np.int64)


def placements(winner: np.ndarray, lasted: np.ndarray) -> dict[str, np.ndarray]:
    """The winner first, the others by how long they lasted; all share a drawn game."""
    lasted = np.where(winner == np.arange(len(lasted))[:, None], np.inf, lasted)
    place = 1 + (lasted[None] > lasted[:, None]).sum(axis=1)
    return {
        f"placement_{seat}": np.where(winner < 0, 1, place[seat]) for seat in range(len(lasted))
    }


def play_matchup(plan: Plan, index: int, rng: np.random.Generator) -> pl.DataFrame:
    n, n_pairs = plan.n_seats, plan.n_pairs
    luck, drawn_game, length = rng.random((3, n_pairs))
    turns = 4 + (length * 12).astype(int)
    order = rng.random((n, n_pairs, CARD_SLOTS))
    whim = rng.random((2, n, n_pairs, CARD_SLOTS))
    names = list(plan.decks)
    seats_taken = seating(n, np.arange(n_pairs))
    frames = []
    for rotation in range(n):
        held = np.roll(seats_taken, -rotation, axis=1)
        columns: dict[str, np.ndarray | int] = {}
        strength = np.zeros((n, n_pairs))
        for seat, side in product(range(n), range(n)):
            deck = plan.matchups[index][side]
            cards = plan.decks[names[deck]]
            sits = held[:, seat] == side
            rank = order[seat, :, : len(cards)].argsort(axis=1).argsort(axis=1)
            opening = rank < plan.hands[seat]
            drawn = (rank >= plan.hands[seat]) & (rank < plan.hands[seat] + turns[:, None])
            tutored = ~opening & ~drawn & (whim[0, seat, :, : len(cards)] < 0.05)
            seen = opening | drawn | tutored
            played = seen & (whim[1, seat, :, : len(cards)] < 0.6)
            effects = np.array([plan.effect.get(card, 0.0) for card in cards])
            own = plan.strength.get(names[deck], 0.0) + opening @ effects
            own += plan.speed.get(names[deck], 0.0) * np.where(length < 0.5, 1, -1)
            strength[seat] += np.where(sits, own, 0)
            for name, values in (
                ("opening", words(opening)), ("drawn", words(drawn)), ("deck", np.int64(deck)),
                ("tutored", words(tutored)), ("played", words(played)),
            ):  # fmt: skip
                known = columns.get(f"{name}_{seat}", np.zeros(n_pairs, np.int64))
                columns[f"{name}_{seat}"] = np.where(sits, values, known)
            columns[f"bot_{seat}"] = 0
            columns[f"mulligans_{seat}"] = (order[seat, :, 0] < 0.2).astype(int)
            columns[f"ahead_{seat}"] = words(
                (np.arange(n_pairs)[:, None] + np.arange(12)) % n == seat
            )
        strength[0] += plan.first_edge
        chance = 1 / n + strength - strength.mean(axis=0)
        winner = (luck[None] > np.cumsum(chance, axis=0)[:-1]).sum(axis=0)
        winner = np.where(drawn_game < plan.draw_rate, -1, winner)
        if n > 2:
            columns |= placements(winner, strength + order[:, :, 0])
        columns |= {
            "matchup": index,
            "pair": np.arange(n_pairs),
            "rotation": rotation,
            "first": 0,
            "winner": winner,
            "end_reason": np.where(turns > 14, 5, 1),
            "turns": turns,
            "decisions": 10 * turns,
            "lead_changes": turns // 4 - 1,
            "comeback": np.where(winner < 0, 0, turns % 3),
        }
        frames.append(pl.DataFrame(columns))
    return pl.concat(frames)


def play(plan: Plan, seed: int = 1) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    games = pl.concat([play_matchup(plan, index, rng) for index in range(len(plan.matchups))])
    return in_file_types(games).sort("matchup", "pair", "rotation")


def in_file_types(games: pl.DataFrame) -> pl.DataFrame:
    """Return the columns the types of the result files."""
    types = {
        "rotation": pl.Int8, "first": pl.Int8, "winner": pl.Int8, "end_reason": pl.Int8,
        "turns": pl.Int16, "lead_changes": pl.Int16, "mulligans": pl.Int8, "deck": pl.Int16,
        "bot": pl.Int16, "opening": pl.Int64, "drawn": pl.Int64, "ahead": pl.Int64,
        "tutored": pl.Int64,
        "played": pl.Int64, "placement": pl.Int8,
    }  # fmt: skip
    wanted = {
        name: types.get(name.rstrip("0123456789").rstrip("_"), pl.Int32)
        for name in games.columns
        if not name.startswith("cards_")
    }
    return games.cast(wanted)


def description(plan: Plan) -> dict:
    bots = plan.bots or [(0,) * len(decks) for decks in plan.matchups]
    names = list(dict.fromkeys(card for cards in plan.decks.values() for card in cards))
    return {
        "schema_version": 5,
        "run": {
            "game": "made_up", "title": "Made up", "seats": plan.n_seats, "seed": 1,
            "mode": "duel", "rules_version": 1, "results_hash": "9f" * 32, "games": 1,
        },
        "versions": {"evenhand": "1.0"},
        "options": {"turn_cap": 200},
        "cards": {"file": "cards.csv", "names": names, "sha256": "ab" * 32},
        "decks": [
            {"name": name, "cards": cards, "sha256": "cd" * 32}
            for name, cards in plan.decks.items()
        ],
        "bots": [{"name": name, "sha256": ""} for name in ("greedy", "random")],
        "matchups": [
            {"decks": list(decks), "bots": list(pair), "pairs": plan.n_pairs}
            for decks, pair in zip(plan.matchups, bots, strict=True)
        ],
        "end_reasons": dict(ENDINGS),
        "end_reasons_text": TEXTS,
    }  # fmt: skip


def write(folder: Path, info: dict, games: pl.DataFrame, n_parts: int = 1) -> analysis.Run:
    (folder / "games").mkdir(parents=True)
    (folder / "run.toml").write_text(tomlkit.dumps(info), encoding="utf-8")
    size = -(-games.height // n_parts)
    for part, rows in enumerate(games.iter_slices(size) if size else [games]):
        rows.write_parquet(folder / "games" / f"part-{part:05}.parquet")
    parts = sorted((folder / "games").iterdir())
    return analysis.Run(folder, info, pl.scan_parquet(parts))


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., analysis.Run]:
    """Play a plan, write it as a run and open it."""
    count = iter(range(1_000_000))

    def make(
        edit: Callable[[pl.DataFrame], pl.DataFrame] = lambda games: games,
        seed: int = 1,
        n_parts: int = 1,
        **plan: object,
    ) -> analysis.Run:
        full = replace(Plan({}, []), **plan)
        folder = tmp_path / f"run{next(count)}"
        return write(folder, description(full), edit(play(full, seed)), n_parts)

    return make
