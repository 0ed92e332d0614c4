"""The games behind the numbers of a report: which of them it leads to."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

import polars as pl

from evenhand.analysis.data.display_names import add_titles, list_display_names
from evenhand.analysis.data.run import Run
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.reports.blocks import GameLink
from evenhand.reports.game_pages import link_page
from evenhand.simulate.replay.game_numbers import GameKey, list_game_numbers
from evenhand.simulate.replay.games_behind import (
    KINDS,
    ORDER,
    Cell,
    list_cells,
    rank_games,
    select_games,
)
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["NO_GAMES", "GamesBehind", "find_games_behind"]

NO_GAMES = "The games of this run cannot be played again, and none is shown"

MOST_READ = 20_000  # games that are looked through
CANDIDATES = 40  # for each place: the best games of its kind, one of which is shown
MOST_PAGES = 16
MOST_DECISIONS = 1_200  # in all pages together; they decide how long it takes to write them
OF_FEW = 8  # cards that a deck, matchup or ending weighs
OF_NAMED = 1_000  # that the most telling game of a card weighs which the findings name
MOST_ASKED = 400  # in one of them

Want = tuple[Cell, str]


@dataclass(frozen=True)
class GamesBehind:
    """Which games a report leads to.

    Attributes
    ----------
    pages : tuple of int
        Numbers of the games that have a page.
    found : mapping from (Cell, kind) to int
        Numbers of the games that stand for numbers of the report; decks by both their names.
    prefix : str
        What the names of the pages begin with.
    source : StoredRun, optional
        The run whose games the pages show; None if there are none.
    missing : str
        Why no game can be played again; "" if all can.
    """

    pages: tuple[int, ...] = ()
    found: Mapping[Want, int] = field(default_factory=dict)
    prefix: str = ""
    source: StoredRun | None = field(default=None, repr=False, compare=False)
    missing: str = ""

    def links(self, what: str, *names: str) -> tuple[GameLink, ...]:
        """Return the links of one number; none where there are no such games."""
        cell = Cell(what, names)
        return tuple(
            GameLink(kind, number, link_page(self.prefix, number) if number in self.pages else "")
            for kind in KINDS
            if (number := self.found.get((cell, kind))) is not None
        )

    def list_by_card(self) -> dict[str, list[dict[str, str]]]:
        """Return the games of each card: where each leads, and what it is."""
        cells = dict.fromkeys(cell for cell, _ in self.found if cell.what == "card")
        return {cell.names[0]: [describe_game(cell, one) for one in self.links("card", *cell.names)]
                for cell in cells}  # fmt: skip


def describe_game(cell: Cell, game: GameLink) -> dict[str, str]:
    """Say where a game of a card leads, and how such games end for its deck."""
    ends = "" if game.kind == "closest" else ", lost" if cell.does_harm else ", won"
    return {
        "href": f"{game.href}#card={escape_card(cell.names[0])}" if game.href else "",
        "text": f"{game.kind}{ends}",
        "command": "" if game.href else game.command,
    }


def escape_card(name: str) -> str:
    """Write a card's name as a part of an address."""
    return quote(name, safe="", errors="backslashreplace")


def find_games_behind(
    run: Run, named: Collection[str] = (), harmful: Collection[str] = ()
) -> GamesBehind:
    """Choose the games of a run that its report leads to; always the same.

    Few games serve many numbers: of the best candidates of each, those are taken that are
    candidates of most others, until all have one or enough has been chosen.

    Parameters
    ----------
    named : collection of str
        Cards that the findings name; their most telling games come first.
    harmful : collection of str
        Cards whose typical and most telling games are lost ones.
    """
    try:
        _ = run.plan  # raises if the games cannot be played again
        return replace(choose_games(run, named, harmful), source=run)
    except InputError as error:
        return GamesBehind(missing=write_problem(run.folder, error.problems[0]))
    except (UsageError, KeyError, pl.exceptions.PolarsError) as error:
        return GamesBehind(missing=str(error))


def write_problem(folder: str | Path, problem: Problem) -> str:
    """Say a problem of a run, wherever its folder is: the same run gives the same page."""
    place = os.path.relpath(problem.file, folder)
    return problem.message if place == os.curdir else f"{place}: {problem.message}"


def choose_games(
    run: StoredRun, named: Collection[str] = (), harmful: Collection[str] = ()
) -> GamesBehind:
    """Choose the games of a run."""
    read = select_first_games(run).sort("matchup", "pair", "rotation").collect()
    at_once = len(run.info["decks"]) * max(1, MOST_READ // max(1, read.height))
    wanted = dict(list_candidates(replace(run, games=read.lazy()), harmful, at_once))
    asked = {number: n for row in wanted.values() for number, n in row.items()}
    first = {(Cell("card", (card,)), "telling") for card in named}
    pages = choose_covering_games({want: list(row) for want, row in wanted.items()}, asked, first)
    found = {want: next((one for one in row if one in pages), next(iter(row)))
             for want, row in wanted.items() if row}  # fmt: skip
    names = list_display_names(add_titles(run.info))
    told = {(replace(cell, names=tuple(names.get(one, one) for one in cell.names)), kind): number
            for (cell, kind), number in found.items()}  # fmt: skip
    texts = run.info["end_reasons_text"]
    ends = {(replace(cell, names=(texts[cell.names[0]],)), kind): number
            for (cell, kind), number in found.items() if cell.what == "ending"}  # fmt: skip
    return GamesBehind(tuple(pages), {**found, **told, **ends})


def select_first_games(run: StoredRun) -> pl.LazyFrame:
    """Return the first games of every matchup, as many of each as there is time to look through."""
    most = max(1, MOST_READ // (len(run.info["matchups"]) * run.n_seats))
    return run.games.filter(pl.col("pair") < most)


def list_candidates(
    run: StoredRun, harmful: Collection[str], at_once: int
) -> Iterator[tuple[Want, dict[int, int]]]:
    """Go through what is wanted, with the best games' numbers and how much each was asked."""
    for cells in batch_cells(list_cells(run), at_once):
        asked = [replace(cell, does_harm=cell.what == "card" and cell.names[0] in harmful)
                 for cell in cells]  # fmt: skip
        games = select_games(run, *asked).collect().lazy()
        best = {kind: list_best(run, games, kind) for kind in KINDS}
        for place, cell in enumerate(asked):
            yield from (((cell, kind), best[kind].get(place, {})) for kind in KINDS)


def batch_cells(cells: Sequence[Cell], at_once: int) -> Iterator[list[Cell]]:
    """Go through cells of one kind that are looked through at once.

    Each needs room for its games: the more decks there are, and the fewer games, the fewer are of
    one of them.
    """
    for _, of_kind in groupby(cells, key=lambda cell: cell.what):
        left = list(of_kind)
        for start in range(0, len(left), at_once):
            yield left[start : start + at_once]


def list_best(run: StoredRun, games: pl.LazyFrame, kind: str) -> dict[int, dict[int, int]]:
    """List the best games of a kind by cell, and how much each was asked."""
    ranked = rank_games(games, kind).group_by("cell", maintain_order=True).head(CANDIDATES)
    rows = ranked.select("cell", "decisions", *ORDER).collect().rows()
    numbers = list_game_numbers(run, (GameKey(*place) for _, _, *place in rows))
    best: dict[int, dict[int, int]] = {}
    for (cell, asked, *_), number in zip(rows, numbers, strict=True):
        best.setdefault(cell, {})[number] = asked
    return best


def choose_covering_games(
    wanted: Mapping[Want, Sequence[int]], asked: Mapping[int, int], first: Collection[Want] = ()
) -> list[int]:
    """Choose few games that serve many wants, those of ``first`` before all, within the limits."""
    serves: dict[int, set[Want]] = {}
    for want, row in wanted.items():
        for number in row:
            if asked[number] <= MOST_ASKED:
                serves.setdefault(number, set()).add(want)
    chosen: list[int] = []
    left, room = {want for want, row in wanted.items() if row}, MOST_DECISIONS
    while left and len(chosen) < MOST_PAGES:
        fitting = [number for number in serves if asked[number] <= room]
        best = max(
            fitting, key=lambda one: (weigh_wants(serves[one] & left, first), -one), default=None
        )
        if best is None or not serves[best] & left:
            break
        chosen.append(best)
        left -= serves.pop(best)
        room -= asked[best]
    return sorted(chosen)


def weigh_wants(wants: set[Want], first: Collection[Want] = ()) -> int:
    """Weigh wants: there are so many cards that they would leave no room for the rest."""
    usual = sum(1 if cell.what == "card" else OF_FEW for cell, _ in wants)
    return usual + OF_NAMED * len(wants.intersection(first))
