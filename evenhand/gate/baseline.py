"""The baseline: the numbers of a check, stored beside the cards for later comparisons.

The file holds counts, from which means and variances are computed: one line for each number
of each matchup, so that a diff shows each change.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import Moments
from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind, PairScores
from evenhand.decks.garbage_collection import garbage_collection_off
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.text_file import read_text
from evenhand.result_folders import report_write_errors
from evenhand.simulate.compiling.sources import list_sources
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.simulate.runs.run_folder import hash_json, identify_run

__all__ = [
    "Baseline", "Inputs", "check_is_baseline", "identify_games", "list_inputs", "make_baseline",
    "read_baseline", "write_baseline",
]  # fmt: skip

SCHEMA_VERSION = 2
NEVER = ("errors", "endless")  # kinds not compared, because they always fail a check
AGAIN = "write it again: evenhand check --update-baseline"
OLD = "this one is of an older evenhand, which counted the first player's win rate another way"
FINE = 1_000  # resolution of a pair's contribution to a rate by turn order, in parts of a game
Count = Annotated[int, Field(ge=0)]


class Content(BaseModel):
    """Base of all parts of a baseline file."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Inputs(Content):
    """The inputs of a baseline's games; files as their SHA-256."""

    cards: str
    decks: dict[str, str]
    bots: dict[str, str]
    options: dict[str, int | str]


class Line(Content):
    """One number of one matchup in a baseline.

    Attributes
    ----------
    matchup : list of str
        Names of the sides, sorted.
    of : str
        Kind of the number, as in `evenhand.analysis.tables.pair_scores.PairScores.numbers`.
    deck : str
        The deck of a score; else "".
    pairs : int
        Number of pairs.
    sum, squares : int
        Sum over the pairs of the number and of its square; the number in units of 1 / `parts`.
    parts : int
        Parts of 1.
    """

    matchup: Annotated[list[str], Field(min_length=1)]
    of: Annotated[str, Field(pattern="^(score|seat|first|turns|draws|stalls)$")]
    deck: str
    pairs: Annotated[int, Field(ge=1)]
    sum: Count
    squares: Count
    parts: Annotated[int, Field(ge=1)]

    @property
    def moments(self) -> Moments:
        """The moments of a baseline's number, in units of 1."""
        return Moments(self.pairs, self.sum / self.parts, self.squares / self.parts**2)


class Baseline(Content):
    """The whole file of a baseline.

    Attributes
    ----------
    identity : str
        As `identify_games` returns it; "" in a file of an older version.
    """

    schema_version: int
    game: str
    rules_version: int
    mode: str
    seats: int
    seed: int
    games: int
    inputs: Inputs
    identity: str = ""
    cells: list[Line]

    @property
    def moments(self) -> dict[tuple[MatchupKey, PairKind], Moments]:
        """The moments of a baseline, keyed by matchup, and by kind and deck."""
        return {(tuple(line.matchup), (line.of, line.deck)): line.moments for line in self.cells}


def make_baseline(run: Run, scores: Mapping[MatchupKey, PairScores]) -> Baseline:
    """Return the baseline of a run."""
    played = run.info["run"]
    same = ("game", "rules_version", "mode", "seats", "seed", "games")
    return Baseline(
        schema_version=SCHEMA_VERSION,
        **{name: played[name] for name in same},
        inputs=list_inputs(run.info),
        identity=identify_games(run.info),
        cells=sorted(
            (
                count_number(key, kind, pair_scores)
                for key, pair_scores in scores.items()
                for kind in pair_scores.numbers
                if kind[0] not in NEVER
            ),
            key=lambda line: (line.matchup, line.of, line.deck),
        ),
    )


def list_inputs(info: Mapping[str, Any]) -> Inputs:
    """Return the inputs of a run, for its baseline."""
    return Inputs(
        cards=info["cards"]["sha256"],
        decks={deck["name"]: deck["sha256"] for deck in info["decks"]},
        bots={bot["name"]: bot["sha256"] for bot in info["bots"]},
        options=dict(info["options"]),
    )


def identify_games(info: Mapping[str, Any]) -> str:
    """Return a hash of what determines the games of a baseline, besides its inputs and deals.

    The compiler does not count, so it is the same on machines with other versions of it.
    """
    parts, rules = identify_run(dict(info)), hashlib.sha256()
    for file in list_sources():
        rules.update(file.read_bytes())
    sheet = info["cards"]["file"]  # of one file, whose hash is that of all its sheets
    return hash_json([parts["the game"], parts["the mode"], sheet, rules.hexdigest()])


def count_number(key: MatchupKey, kind: PairKind, scores: PairScores) -> Line:
    """Return the line of one number in a baseline, counted in whole parts."""
    of, deck = kind
    n = scores.n_seats
    by_turn = n * n * FINE
    parts = {"score": n * n * key.count(deck), "first": by_turn, "seat": by_turn}.get(of, n)
    counts = np.rint(scores.numbers[kind] * parts).astype(np.int64)
    return Line(
        matchup=list(key),
        of=of,
        deck=deck,
        pairs=counts.size,
        sum=int(counts.sum()),
        squares=int(counts @ counts),
        parts=parts,
    )


def write_baseline(baseline: Baseline, path: Path) -> None:
    """Write the file of a baseline, one line per cell, in a fixed order."""
    content = baseline.model_dump()
    lines = [json.dumps(line, ensure_ascii=False) for line in content.pop("cells")]
    head = json.dumps(content, indent=2, ensure_ascii=False).removesuffix("\n}")
    cells = ",\n    ".join(lines)
    text = f'{head},\n  "cells": [\n    {cells}\n  ]\n}}\n'
    with report_write_errors(path):
        write_atomic(path, text)


def check_is_baseline(path: Path) -> None:
    """Refuse a path for a baseline unless it is free or holds one, of any version.

    Raises
    ------
    UsageError
        If the path holds another or an unreadable file.
    """
    if not os.path.lexists(path):
        return
    with suppress(InputError):
        if {"schema_version", "rules_version", "cells"} <= read_json(path).keys():
            return
    message = f"cannot write the baseline to {path}: what is there is none"
    raise UsageError(message, "remove it, or name another file")


def read_baseline(path: Path, expected: Mapping[str, Any]) -> Baseline:
    """Read a baseline, and check that it is of the game that is played.

    Parameters
    ----------
    path : Path
    expected : mapping
        The game, rules_version, mode and seats of the present run.

    Raises
    ------
    InputError
        If the file is missing, broken, or of another game, rules or schema.
    """
    content = read_json(path)
    version = content.get("schema_version")
    if version != SCHEMA_VERSION:
        message = f"expected {SCHEMA_VERSION}, found {version}{f'; {OLD}' if version == 1 else ''}"
        raise make_error(path, "schema_version", message, AGAIN)
    for name, value in expected.items():
        if name in content and content[name] != value:
            message = f"the baseline is of {name} {content[name]}, but {value} is played"
            raise make_error(path, name, message, AGAIN)
    try:
        return Baseline.model_validate(content)
    except ValidationError as error:
        problems = [make_problem(path, dict(detail)) for detail in error.errors()[:3]]
        raise InputError(problems) from None


def read_json(path: Path) -> dict[str, Any]:
    """Read the JSON object of a baseline, or raise InputError."""
    try:
        with garbage_collection_off():  # millions of lists
            content = json.loads(read_text(path))
    except UsageError:
        hint = "write it: evenhand check --update-baseline"
        raise make_error(path, None, "there is no baseline to compare with", hint) from None
    except json.JSONDecodeError as error:
        problem = Problem(str(path), error.lineno, error.colno, f"not JSON: {error.msg}", AGAIN)
        raise InputError([problem]) from None
    except ValueError:  # raised for numbers of more than 4,300 digits
        raise make_error(path, None, "a number has too many digits", AGAIN) from None
    except RecursionError:
        raise make_error(path, None, "lists in lists, too deep to be read", AGAIN) from None
    if not isinstance(content, dict):
        raise make_error(path, None, "expected an object", AGAIN)
    return content


def make_problem(path: Path, detail: dict[str, Any]) -> Problem:
    """Return a validation error of a baseline as a problem of one line."""
    place = ".".join(map(str, detail["loc"]))
    return Problem(str(path), None, None, f"{place}: {detail['msg'].lower()}", AGAIN)


def make_error(path: Path, key: str | None, message: str, hint: str = "") -> InputError:
    """Return an error with one problem of a baseline."""
    text = f"{key}: {message}" if key else message
    return InputError([Problem(str(path), None, None, text, hint)])
