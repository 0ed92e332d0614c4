"""Runs: the folder of a run, its description, and a lazy table of its games."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, UsageError, keep_rest
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import chunks_of
from evenhand.simulate.runs.forks import check_polars_threads
from evenhand.simulate.runs.parts import part_file
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import StoredRun, open_stored

__all__ = [
    "BESIDE",
    "VERSUS",
    "Entrant",
    "PlayedMatchup",
    "Run",
    "load_run",
    "load_run_pool",
    "open_games",
]

VERSUS = " vs "  # between the sides of a matchup
BESIDE = " + "  # between several opponents


class Entrant(NamedTuple):
    """A deck of a run and the bot that plays it.

    Attributes
    ----------
    deck : str
    bot : str
        "" if one bot plays every deck, or for any bot.
    """

    deck: str
    bot: str = ""

    @property
    def name(self) -> str:
        """Its name in tables: "deck (bot)", or the deck's name alone."""
        return f"{self.deck} ({self.bot})" if self.bot else self.deck


@dataclass(frozen=True)
class PlayedMatchup:
    """A matchup of a run: the entrants that played each other.

    Attributes
    ----------
    index : int
        Row of the run's matchup list.
    decks : tuple of int
        Row of the deck list for each side.
    sides : tuple of Entrant
    """

    index: int
    decks: tuple[int, ...]
    sides: tuple[Entrant, ...]

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """Name of each side."""
        return tuple(side.name for side in self.sides)

    @property
    def name(self) -> str:
        """The names of the sides, joined by " vs "."""
        return VERSUS.join(self.entrants)

    @property
    def is_mirror(self) -> bool:
        """Whether all sides are the same deck played by the same bot."""
        return len(set(self.entrants)) == 1

    def sides_of(self, entrant: str) -> list[int]:
        """List the sides, 0 .. n_seats - 1, that an entrant plays."""
        return [side for side, name in enumerate(self.entrants) if name == entrant]

    def other_sides(self, side: Entrant) -> tuple[Entrant, ...]:
        """Return all sides but one occurrence of `side`."""
        return tuple((Counter(self.sides) - Counter([side])).elements())

    def opponents_of(self, entrant: str) -> str:
        """Return the names of all sides but one occurrence of the entrant, joined by " + "."""
        side = self.sides[self.entrants.index(entrant)]
        return BESIDE.join(other.name for other in self.other_sides(side))


@dataclass(frozen=True, eq=False)
class Run(StoredRun):
    """A run that can be analysed.

    Attributes
    ----------
    tallied : dict
        Cache of tallies already computed; see `evenhand.analysis.data.tallies`.
    """

    tallied: dict[type, Any] = field(default_factory=dict, init=False, repr=False)

    def __repr__(self) -> str:
        """Return where the run is and how many games it has, in a line."""
        return f"<Run {self.folder}: {self.info['run']['games']:,} games>"

    def _repr_html_(self) -> str:
        """Return how a notebook shows the run; the tables it shows are made of runs."""
        shown: str = import_module("evenhand.analysis.tables.notebook").show_run(self)
        return shown

    @property
    def deck_names(self) -> tuple[str, ...]:
        """Names of the decks, by row of the deck list."""
        return tuple(deck["name"] for deck in self.info["decks"])

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """Names of all cards of the pool, by row; then those that only deck lists have."""
        names = self.info.get("cards", {}).get("names", [])
        listed = dict.fromkeys(name for deck in self.info["decks"] for name in deck["cards"])
        return (*names, *(name for name in listed if name not in names))

    @property
    def is_sealed(self) -> bool:
        """Whether the decks differ from game to game."""
        return "cards_0" in self.games.collect_schema().names()

    @cached_property
    def reasons_given(self) -> frozenset[int]:
        """Numbers of the end reasons that occurred."""
        check_polars_threads()
        return frozenset(self.games.select(pl.col("end_reason").unique()).collect().to_series())

    @cached_property
    def matchups(self) -> tuple[PlayedMatchup, ...]:
        """The matchup list, by row."""
        return tuple(
            PlayedMatchup(
                index,
                tuple(row["decks"]),
                tuple(map(self.side, row["decks"], row["bots"])),
            )
            for index, row in enumerate(self.info["matchups"])
        )

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """Names of all entrants of matchups, in order of the deck list, then the bot list."""
        played = {(deck, bot) for deck, bots in self._bots_of_deck.items() for bot in bots}
        return tuple(self.side(deck, bot).name for deck, bot in sorted(played))

    @cached_property
    def challengers(self) -> frozenset[str]:
        """Entrants that played a matchup other than a mirror."""
        return frozenset(
            name for matchup in self.matchups if not matchup.is_mirror for name in matchup.entrants
        )

    def side(self, deck: int, bot: int) -> Entrant:
        """Return the entrant of a deck and a bot; `bot` is "" unless a deck has several bots."""
        name = str(self.info["decks"][deck]["name"])
        if all(len(bots) == 1 for bots in self._bots_of_deck.values()):
            return Entrant(name)
        return Entrant(name, str(self.info["bots"][bot]["name"]))

    @cached_property
    def _bots_of_deck(self) -> dict[int, set[int]]:
        bots_of_deck: dict[int, set[int]] = {}
        for row in self.info["matchups"]:
            for deck, bot in zip(row["decks"], row["bots"], strict=True):
                bots_of_deck.setdefault(deck, set()).add(bot)
        return bots_of_deck


def load_run(path: str | Path, played: Plan | None = None) -> Run:
    """Open the folder of a finished run.

    Parameters
    ----------
    path : str or Path
        Folder that holds `run.toml` and `games/part-*.parquet`.
    played : Plan, optional
        The plan that it was played from, where that is known.

    Returns
    -------
    Run

    Raises
    ------
    UsageError
        If the folder holds no finished run, or no games.
    InputError
        If `run.toml` cannot be read or has another schema version.
    """
    stored = open_stored(path, played)
    if stored.games.select(pl.len()).collect().item() == 0:
        raise UsageError(f"no game of {stored.folder} was played to its end")
    return Run(stored.folder, stored.info, stored.games, played=played)


def open_games(folder: Path, info: dict[str, Any]) -> Run:
    """Open the games of a folder that `info` describes, whether the run is finished or not."""
    chunks = chunks_of(matchup["pairs"] for matchup in info["matchups"])
    parts = [part_file(folder, chunk) for chunk in chunks]
    # No glob: the folder's name may contain characters of a pattern.
    return Run(folder, info, pl.scan_parquet(parts, glob=False))


def load_run_pool(run: Run) -> CardPool | None:
    """Load the card pool stored with a run; None if unreadable."""
    try:
        schema = load_game(run.info["run"]["game"]).schema
        file = run.folder / "inputs" / run.info["cards"]["file"]
        return keep_rest(lambda: load_pool(schema, file))[0]
    except (InputError, UsageError):
        return None
