"""Bands of a run: the ranges that its numbers are compared with, stored in its folder.

A run of a designer's folder stores the bands of its ``balance.toml``, so that its report agrees
with `check` even if that file changes later. A run made by `check` also stores its verdicts,
because some of them were reached sequentially, or with numbers that are not computed from the
run's games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from math import inf, nan
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, PlainValidator, model_validator

from evenhand.analysis.data.bands_file import BANDS_FILE, hash_bands, read_bands_file
from evenhand.analysis.data.run import Entrant, Run
from evenhand.analysis.gate.measures import (
    WHOLE_RUN,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Subject,
    Topic,
)
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.field_win_rates import METAGAME, Shares, find_share_faults
from evenhand.decks.problems import InputError
from evenhand.decks.toml_file import TomlValueError, validate_toml
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.seal import seal_files

__all__ = ["Allowance", "Bands", "is_of_run", "load_bands", "save_bands"]

FORM = 1  # version of the format of that file


Share = Annotated[float, Field(gt=0.5, lt=1)]


def read_stored_field(value: Any) -> Any:
    """Return the field in the file of a run's bands; raise TomlValueError if it is none."""
    is_shares = isinstance(value, dict) and not list(find_share_faults(value))
    if not is_shares and value != METAGAME:
        raise TomlValueError(f"expected shares of decks or '{METAGAME}'")
    return value


class Row(BaseModel):
    """Base class of the parts of the file of a run's bands."""

    model_config = ConfigDict(strict=True, frozen=True)


class SideRow(Row):
    """An entrant, in the file of a run's bands."""

    deck: str
    bot: str = ""


class MeasureRow(Row):
    """A measure in the file of a run's bands, as written by `describe_measure`."""

    topic: Annotated[Topic, Field(strict=False)]
    sides: list[SideRow] = []
    seat: Annotated[int, Field(ge=0)] | None = None
    bot: str = ""


class BandRow(MeasureRow):
    """A band, in the file of a run's bands."""

    low: float
    high: float

    @model_validator(mode="after")
    def refuse_impossible(self) -> Self:
        """Raise TomlValueError if the band is outside the possible values."""
        most = inf if self.topic is Topic.TURNS else 1
        if not 0 <= self.low <= self.high <= most:
            raise TomlValueError(f"expected a band inside 0 to {most:g}")
        return self


class VerdictRow(MeasureRow):
    """The verdict of a check in the file of a run's bands, with its `Allowance`."""

    verdict: Annotated[Verdict, Field(strict=False)]
    low_all: float = nan
    high_all: float = nan
    n_together: Annotated[int, Field(ge=1)] = 1


class BandsFile(Row):
    """The whole file of a run's bands."""

    level: Share
    power: Share
    panel: bool
    field: Annotated[Any, PlainValidator(read_stored_field)] = None
    bands: list[BandRow] = []
    verdicts: list[VerdictRow] = []
    groups: dict[str, str] = {}


class Allowance(NamedTuple):
    """The interval that decides about a failure of a band, and how many measures it is for."""

    low_all: float = nan
    high_all: float = nan
    n_together: int = 1


@dataclass(frozen=True)
class Bands:
    """The bands of a run, and the verdicts of a check if there was one.

    Attributes
    ----------
    by_measure : mapping from Measure to Band
        Duels are included from both sides. The subject `WHOLE_RUN` applies to all subjects
        without a band of their own.
    level, power : float
        As for `evenhand.analysis.gate.judge.judge`.
    has_panel : bool
        Whether the bots of a panel are judged together with the first one.
    verdicts : mapping from Measure to Verdict
        Verdicts of a check; empty for other runs.
    allowances : mapping from Measure to Allowance
        For inconclusive verdicts outside their band, the interval that decides.
    is_stated : bool
        Whether a designer stated the bands; otherwise they are the default ones.
    field : Shares, optional
        The field that a designer stated, as for `evenhand.analysis.field_win_rates`.
    groups : mapping from str to str
        Names of groups of players, keyed by the bot that plays as they do.
    """

    by_measure: Mapping[Measure, Band]
    level: float = 0.95
    power: float = 0.9
    has_panel: bool = False
    verdicts: Mapping[Measure, Verdict] = dataclass_field(default_factory=dict)
    allowances: Mapping[Measure, Allowance] = dataclass_field(default_factory=dict)
    is_stated: bool = True
    field: Shares | None = None
    groups: Mapping[str, str] = dataclass_field(default_factory=dict)

    @property
    def has_best_hands(self) -> bool:
        """Whether a band is for decks in their best hands, which takes several groups."""
        return any(measure.topic is Topic.BEST_HANDS for measure in self.by_measure)

    def find(self, measure: Measure) -> Band | None:
        """Return the band of a measure; None if it has none."""
        bands = (self.by_measure.get(covering) for covering in measure.covering)
        return next((band for band in bands if band is not None), None)

    def of_run(self) -> "Bands | None":
        """Return the bands of measures of a single run; None without any, a field, or groups."""
        bands = {measure: band for measure, band in self.by_measure.items() if is_of_run(measure)}
        has_any = bands or self.field or self.groups
        return replace(self, by_measure=bands) if has_any else None


def save_bands(folder: Path, bands: Bands) -> None:
    """Write bands into a run's folder and seal the file; all must satisfy `is_of_run`."""
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
        **({} if bands.field is None else {"field": bands.field}),
        **({"groups": dict(bands.groups)} if bands.groups else {}),
    }
    content["contents"] = hash_bands(content)
    write_in_folder(folder, BANDS_FILE, tomlkit.dumps(content).encode())
    seal_files(folder, [folder / BANDS_FILE])


def load_bands(run: Run) -> Bands | None:
    """Read the bands stored with a run; None if there are none.

    Raises
    ------
    InputError
        If the file was changed or is invalid.
    """
    toml = read_bands_file(run)
    if toml is None:
        return None
    content = toml.content
    if problems := validate_toml(BandsFile, toml)[1]:
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
        field=content.get("field"),
        groups=content.get("groups", {}),
    )


def is_of_run(measure: Measure) -> bool:
    """Return whether a measure's band is of one run: neither a change nor a card impact."""
    return not measure.is_difference


def describe_measure(measure: Measure) -> dict[str, Any]:
    """Return a measure as plain data, for the TOML of a run's bands."""
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
    """Return the measure of a run's bands that `describe_measure` wrote."""
    return Measure(Topic(row["topic"]), read_subject(row), bot=row.get("bot", ""))


def read_subject(row: Mapping[str, Any]) -> Subject:
    """Return the subject of a run's bands that `describe_measure` wrote."""
    if "seat" in row:
        return SeatSubject(row["seat"])
    sides = [Entrant(**side) for side in row.get("sides", ())]
    match sides:
        case []:
            return WHOLE_RUN
        case [entrant]:
            return DeckSubject(entrant)
        case [deck, *opponents]:
            return MatchupSubject(deck, tuple(opponents))
    raise AssertionError(sides)
