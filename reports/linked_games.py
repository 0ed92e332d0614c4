"""Selection of the games that a report links to, as examples for its numbers."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

import polars as pl

from evenhand.analysis.data.display_names import add_titles, list_display_names
from evenhand.analysis.data.run import Run
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.reports.blocks import GameLink
from evenhand.reports.card_links import escape_card
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

MOST_READ = 20_000  # games that are searched
CANDIDATES = 40  # best games of each kind for each cell, one of which is linked
MOST_PAGES = 16
MOST_DECISIONS = 1_200  # total over all pages; determines the time to write them
OF_FEW = 8  # weight of a deck, matchup or ending; that of a card is 1
OF_NAMED = 1_000  # added weight of the most telling game of a card that the findings name
MOST_ASKED = 400  # decisions in one game

Want = tuple[Cell, str]


@dataclass(frozen=True)
class GamesBehind:
    """The games that a report links to as examples.

    Attributes
    ----------
    pages : tuple of int
        Numbers of the games that have a page.
    chosen : mapping from (Cell, kind) to int
        Numbers of the games selected for cells of the report; decks by name and display name.
    prefix : str
        Prefix of the file names of the pages.
    source : StoredRun, optional
        The run whose games the pages show; None if there are none.
    missing : str
        The reason if games cannot be replayed; "" if they can.
    """

    pages: tuple[int, ...] = ()
    chosen: Mapping[Want, int] = field(default_factory=dict)
    prefix: str = ""
    source: StoredRun | None = field(default=None, repr=False, compare=False)
    missing: str = ""

    def links(self, what: str, *names: str) -> tuple[GameLink, ...]:
        """Return the links to games of one cell; () if it has none."""
        cell = Cell(what, names)
        return tuple(
            GameLink(kind, number, link_page(self.prefix, number) if number in self.pages else "")
            for kind in KINDS
            if (number := self.chosen.get((cell, kind))) is not None
        )

    def list_by_card(self) -> dict[str, list[tuple[int, str, str]]]:
        """Return the linked games of each card, as described by `describe_game`."""
        cells = dict.fromkeys(cell for cell, _ in self.chosen if cell.what == "card")
        return {
            cell.names[0]: [describe_game(cell, link) for link in self.links("card", *cell.names)]
            for cell in cells
        }


def describe_game(cell: Cell, game: GameLink) -> tuple[int, str, str]:
    """Return the number, text and address of a linked game of a card; no address if no page."""
    ends = "" if game.kind == "closest" else ", lost" if cell.does_harm else ", won"
    href = f"{game.href}#card={escape_card(cell.names[0])}" if game.href else ""
    return game.number, f"{game.kind}{ends}", href


def find_games_behind(
    run: Run, named: Collection[str] = (), harmful: Collection[str] = ()
) -> GamesBehind:
    """Choose the games that the report of a run links to; the choice is deterministic.

    A few games serve many cells: games that are candidates of the most cells are taken first,
    until all cells have one or the limits are reached.

    Parameters
    ----------
    named : collection of str
        Cards that the findings name; their most telling games have priority.
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
    """Write why games cannot be linked, with a path relative to the run's folder."""
    place = os.path.relpath(problem.file, folder)
    return problem.message if place == os.curdir else f"{place}: {problem.message}"


def choose_games(
    run: StoredRun, named: Collection[str] = (), harmful: Collection[str] = ()
) -> GamesBehind:
    """Choose the games of a run to link."""
    read = select_first_games(run).sort("matchup", "pair", "rotation").collect()
    at_once = len(run.info["decks"]) * max(1, MOST_READ // max(1, read.height))
    wanted = dict(list_candidates(replace(run, games=read.lazy()), harmful, at_once))
    asked = {number: n for row in wanted.values() for number, n in row.items()}
    first = {(Cell("card", (card,)), "telling") for card in named}
    pages = choose_covering_games({want: list(row) for want, row in wanted.items()}, asked, first)
    chosen = {want: next((number for number in row if number in pages), next(iter(row)))
             for want, row in wanted.items() if row}  # fmt: skip
    titles = list_display_names(add_titles(run.info))
    renamed = {
        (replace(cell, names=tuple(titles.get(name, name) for name in cell.names)), kind): number
        for (cell, kind), number in chosen.items()
    }
    texts = run.info["end_reasons_text"]
    endings = {(replace(cell, names=(texts[cell.names[0]],)), kind): number
               for (cell, kind), number in chosen.items() if cell.what == "ending"}  # fmt: skip
    return GamesBehind(tuple(pages), {**chosen, **renamed, **endings})


def select_first_games(run: StoredRun) -> pl.LazyFrame:
    """Return the first games of every matchup, at most about `MOST_READ` in total."""
    most = max(1, MOST_READ // (len(run.info["matchups"]) * run.n_seats))
    return run.games.filter(pl.col("pair") < most)


def list_candidates(
    run: StoredRun, harmful: Collection[str], at_once: int
) -> Iterator[tuple[Want, dict[int, int]]]:
    """Yield each (cell, kind) with the best games to link: decisions by game number."""
    for cells in batch_cells(list_cells(run), at_once):
        asked = [replace(cell, does_harm=cell.what == "card" and cell.names[0] in harmful)
                 for cell in cells]  # fmt: skip
        games = select_games(run, *asked).collect().lazy()
        best = {kind: list_best(run, games, kind) for kind in KINDS}
        for place, cell in enumerate(asked):
            yield from (((cell, kind), best[kind].get(place, {})) for kind in KINDS)


def batch_cells(cells: Sequence[Cell], at_once: int) -> Iterator[list[Cell]]:
    """Yield batches of at most `at_once` cells to link, which limits the use of memory."""
    for _, of_kind in groupby(cells, key=lambda cell: cell.what):
        batch = list(of_kind)
        for start in range(0, len(batch), at_once):
            yield batch[start : start + at_once]


def list_best(run: StoredRun, games: pl.LazyFrame, kind: str) -> dict[int, dict[int, int]]:
    """Return the best games to link by cell: decisions by game number."""
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
    """Choose few games to link that serve many wants, those of `first` with priority.

    Parameters
    ----------
    wanted : mapping from (Cell, kind) to sequence of int
        Numbers of the candidates, the best first.
    asked : mapping from int to int
        Number of decisions of each game.
    first : collection of (Cell, kind)

    Returns
    -------
    list of int
        Numbers of the chosen games, ascending.
    """
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
            fitting,
            key=lambda number: (weigh_wants(serves[number] & left, first), -number),
            default=None,
        )
        if best is None or not serves[best] & left:
            break
        chosen.append(best)
        left -= serves.pop(best)
        room -= asked[best]
    return sorted(chosen)


def weigh_wants(wants: set[Want], first: Collection[Want] = ()) -> int:
    """Return the total weight of wanted games; those of cards, being many, weigh less."""
    usual = sum(1 if cell.what == "card" else OF_FEW for cell, _ in wants)
    return usual + OF_NAMED * len(wants.intersection(first))
