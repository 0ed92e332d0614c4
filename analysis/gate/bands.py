"""The bands of a run: what its numbers are held against, kept in its folder.

A run of a designer's folder has the bands of its ``balance.toml``, so that its report can
say what `check` says, whatever becomes of that file. A run that `check` made keeps its
verdicts, too: some of them were reached by looking again and again, or with numbers that
are not among the run's own games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf, nan
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, model_validator

from evenhand.analysis.data.run import Entrant, Run
from evenhand.analysis.gate.subjects import (
    WHOLE_RUN,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Subject,
    Topic,
)
from evenhand.analysis.statistics.equivalence import Band, Verdict
from evenhand.decks.problems import InputError, Problem
from evenhand.decks.text_file import read_text
from evenhand.decks.toml_file import TomlValueError, checked, parse_toml
from evenhand.simulate.runs.run_folder import hash_json
from evenhand.simulate.runs.seal import is_sealed, play_again, seal_files
from evenhand.simulate.runs.whole_files import write_own

__all__ = ["BANDS_FILE", "Allowance", "Bands", "is_of_run", "load_bands", "save_bands"]

BANDS_FILE = "bands.toml"  # in a run's folder, if it is one of a designer's folder
FORM = 1  # of that file


Share = Annotated[float, Field(gt=0.5, lt=1)]


class Row(BaseModel):
    """A part of the file."""

    model_config = ConfigDict(strict=True, frozen=True)


class SideRow(Row):
    """An entrant."""

    deck: str
    bot: str = ""


class MeasureRow(Row):
    """What is measured, as `describe_measure` writes it."""

    topic: Annotated[Topic, Field(strict=False)]
    sides: list[SideRow] = []
    seat: Annotated[int, Field(ge=0)] | None = None
    bot: str = ""


class BandRow(MeasureRow):
    """A band."""

    low: float
    high: float

    @model_validator(mode="after")
    def refuse_impossible(self) -> Self:
        """Refuse a band that nobody can state."""
        most = inf if self.topic is Topic.TURNS else 1
        if not 0 <= self.low <= self.high <= most:
            raise TomlValueError(f"expected a band inside 0 to {most:g}")
        return self


class VerdictRow(MeasureRow):
    """What a check said, with an `Allowance` where it has one."""

    verdict: Annotated[Verdict, Field(strict=False)]
    low_all: float = nan
    high_all: float = nan
    n_together: Annotated[int, Field(ge=1)] = 1


class BandsFile(Row):
    """The whole file."""

    level: Share
    power: Share
    panel: bool
    bands: list[BandRow] = []
    verdicts: list[VerdictRow] = []


class Allowance(NamedTuple):
    """The interval that a failure takes, and how many numbers it allows for."""

    low_all: float = nan
    high_all: float = nan
    n_together: int = 1


@dataclass(frozen=True)
class Bands:
    """What the numbers of a run are held against.

    Attributes
    ----------
    by_measure : mapping from Measure to Band
        A duel is here from both sides. The subject `WHOLE_RUN` stands for all that have no
        band of their own.
    level, power : float
        As `evenhand.analysis.gate.judge.judge` takes them.
    has_panel : bool
        Whether the bots of a panel are judged together with the first one.
    verdicts : mapping from Measure to Verdict
        Those that a check reached; empty for other runs.
    allowances : mapping from Measure to Allowance
        Of those of them that are open outside their band: what decides.
    is_stated : bool
        Whether a designer stated them; else they are the usual ones.
    """

    by_measure: Mapping[Measure, Band]
    level: float = 0.95
    power: float = 0.9
    has_panel: bool = False
    verdicts: Mapping[Measure, Verdict] = field(default_factory=dict)
    allowances: Mapping[Measure, Allowance] = field(default_factory=dict)
    is_stated: bool = True

    def find(self, measure: Measure) -> Band | None:
        """Return the band that a number is held against; None if it is not checked."""
        bands = (self.by_measure.get(covering) for covering in measure.covering)
        return next((band for band in bands if band is not None), None)

    def of_run(self) -> "Bands | None":
        """Return those that the games of one run are held against; None if there is none."""
        own = {measure: band for measure, band in self.by_measure.items() if is_of_run(measure)}
        return replace(self, by_measure=own) if own else None


def save_bands(folder: Path, bands: Bands) -> None:
    """Write bands into a run's folder, and seal them; all must be `is_of_run`."""
    content = {
        "form": FORM,
        "level": bands.level,
        "power": bands.power,
        "panel": bands.has_panel,
        "bands": [
            {**describe_measure(measure), "low": float(band.low), "high": float(band.high)}
            for measure, band in bands.by_measure.items()
        ],
        "verdicts": [
            {
                **describe_measure(measure),
                "verdict": verdict.value,
                **(bands.allowances[measure]._asdict() if measure in bands.allowances else {}),
            }
            for measure, verdict in bands.verdicts.items()
        ],
    }
    content["contents"] = hash_bands(content)
    write_own(folder, BANDS_FILE, tomlkit.dumps(content).encode())
    seal_files(folder, [folder / BANDS_FILE])


def hash_bands(content: Mapping[str, Any]) -> str:
    """Return the hash of what a file of bands says besides."""
    return hash_json({name: said for name, said in content.items() if name != "contents"})


def load_bands(run: Run) -> Bands | None:
    """Read the bands that a run was made with; None if nobody stated any."""
    path = run.folder / BANDS_FILE
    if not is_sealed(path):
        return None
    toml = parse_toml(read_text(path), str(path))
    content = toml.content
    if content.get("contents") != hash_bands(content):
        message = "it is not what the numbers were held against"
        raise InputError([Problem(str(path), None, None, message, play_again(run.folder))])
    if problems := checked(BandsFile, toml)[1]:
        raise InputError(problems)
    return Bands(
        by_measure={
            read_measure(row): Band(row["low"], row["high"]) for row in content.get("bands", ())
        },
        level=content["level"],
        power=content["power"],
        has_panel=content["panel"],
        verdicts={
            read_measure(row): Verdict(row["verdict"]) for row in content.get("verdicts", ())
        },
        allowances={
            read_measure(row): Allowance(*(row.get(name, nan) for name in Allowance._fields))
            for row in content.get("verdicts", ())
            if "n_together" in row
        },
    )


def is_of_run(measure: Measure) -> bool:
    """Return whether the games of one run say what a number is: no change, nor a card's impact."""
    return not measure.is_difference


def describe_measure(measure: Measure) -> dict[str, Any]:
    """Write a measure as plain data."""
    row: dict[str, Any] = {"topic": measure.topic.value}
    match measure.subject:
        case DeckSubject(entrant):
            row["sides"] = [entrant._asdict()]
        case MatchupSubject() as matchup:
            row["sides"] = [side._asdict() for side in matchup.sides]
        case SeatSubject(number):
            row["seat"] = number
    return row | ({"bot": measure.bot} if measure.bot else {})


def read_measure(row: Mapping[str, Any]) -> Measure:
    """Read what `describe_measure` wrote."""
    return Measure(Topic(row["topic"]), read_subject(row), bot=row.get("bot", ""))


def read_subject(row: Mapping[str, Any]) -> Subject:
    """Read what a measure is of."""
    if "seat" in row:
        return SeatSubject(row["seat"])
    sides = [Entrant(**side) for side in row.get("sides", ())]
    match sides:
        case []:
            return WHOLE_RUN
        case [entrant]:
            return DeckSubject(entrant)
        case [own, *opponents]:
            return MatchupSubject(own, tuple(opponents))
    raise AssertionError(sides)
