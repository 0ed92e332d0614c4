"""What stands in a run's ``run.toml``, as far as anything relies on it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["RunFile", "find_wrong_rows"]

Count = Annotated[int, Field(ge=0)]
Some = Annotated[int, Field(ge=1)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(pattern=r"^[^/\\]*[^/\\.][^/\\]*$")]  # never a way out of a folder


class Table(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(strict=True, frozen=True)


class RunTable(Table):
    """What was played, and how to repeat it.

    Attributes
    ----------
    contents : str
        Hash of all else in the file.
    """

    game: str
    title: str
    mode: str
    rules_version: int
    seed: Count
    games: Some
    seats: Annotated[int, Field(ge=2)]
    mirrors: bool
    command: str
    fingerprint: Hash
    results_hash: Hash
    contents: Hash


class CurveTable(Table):
    """The card file that says what plain cards are."""

    file: FileName
    sha256: Hash


class CardsTable(Table):
    """The card file."""

    file: FileName
    sha256: Hash
    names: list[str]
    curve: CurveTable | None = None


class DeckTable(Table):
    """A deck or product; the cards of a product vary.

    Attributes
    ----------
    display_name : str
        What people call it; "" if they call it by its name.
    """

    name: str
    display_name: str = ""
    file: FileName
    sha256: Hash
    cards: list[str]


class BotTable(Table):
    """A bot; the hash is that of its file, if it has one."""

    name: str
    policy: str
    sha256: str


class MatchupTable(Table):
    """A matchup: decks and bots as rows of their lists."""

    decks: list[Count]
    bots: list[Count]
    pairs: Some


class RunFile(Table):
    """The whole file."""

    schema_version: int
    run: RunTable
    versions: dict[str, str]
    options: dict[str, Any]
    changed_options: dict[str, Any]
    cards: CardsTable
    decks: Annotated[list[DeckTable], Field(min_length=1)]
    bots: Annotated[list[BotTable], Field(min_length=1)]
    matchups: Annotated[list[MatchupTable], Field(min_length=1)]
    end_reasons: dict[str, int]
    end_reasons_text: dict[str, str]
    units: dict[str, str]
    words: dict[str, str]


def find_wrong_rows(info: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Find what does not fit together in a file of the right form: places and messages."""
    n_seats, matchups = info["run"]["seats"], info["matchups"]
    for row, matchup in enumerate(matchups):
        for name in ("decks", "bots"):
            if len(matchup[name]) != n_seats or max(matchup[name]) >= len(info[name]):
                yield ("matchups", row, name), f"expected {n_seats} rows of the list of {name}"
    if info["run"]["games"] != n_seats * sum(matchup["pairs"] for matchup in matchups):
        yield ("run", "games"), "the matchups have another number of games"
