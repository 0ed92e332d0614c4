"""The schema of a run's ``run.toml``, as far as the program relies on it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from evenhand.simulate.runs.plan import MOST_GAMES

__all__ = ["RunFile", "find_wrong_rows"]

NonNegativeInt = Annotated[int, Field(ge=0)]
PositiveInt = Annotated[int, Field(ge=1)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(pattern=r"^[^/\\]*[^/\\.][^/\\]*$")]  # cannot lead out of a folder


class Table(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(strict=True, frozen=True)


class RunTable(Table):
    """What was played, and how to repeat it.

    Attributes
    ----------
    contents : str
        Hash of the rest of the file.
    """

    game: str
    title: str
    mode: str
    rules_version: int
    seed: NonNegativeInt
    games: PositiveInt
    seats: Annotated[int, Field(ge=2)]
    mirrors: bool
    command: str
    fingerprint: Hash
    results_hash: Hash
    contents: Hash


class CurveTable(Table):
    """The file of plain cards."""

    file: FileName
    sha256: Hash


class CardsTable(Table):
    """The card file.

    Attributes
    ----------
    unread : list of str
        Names of its cards that could not be read, which `names` does not list.
    """

    file: FileName
    sha256: Hash
    names: list[str]
    unread: list[str] = []
    curve: CurveTable | None = None


class DeckTable(Table):
    """A deck or product; a product lists no cards.

    Attributes
    ----------
    display_name : str
        Name for display; "" if it is the same.
    """

    name: str
    display_name: str = ""
    file: FileName
    sha256: Hash
    cards: list[str]


class LeftOutTable(Table):
    """A deck that was asked for and not played, with its cards that could not be read."""

    deck: str
    cards: list[str]


class BotTable(Table):
    """A bot, with the hash of its file if it has one.

    Attributes
    ----------
    weights_sha256 : str
        Hash of the learned weights, if it has another file besides.
    never : list of str
        What it never answers.
    otherwise_as : str
        The other bot, if that differs in nothing else.
    """

    name: str
    policy: str
    sha256: str
    weights_sha256: str = ""
    never: list[str] = []
    otherwise_as: str = ""


class MatchupTable(Table):
    """A matchup; decks and bots are rows of their lists."""

    decks: list[NonNegativeInt]
    bots: list[NonNegativeInt]
    pairs: PositiveInt


class RunFile(Table):
    """The whole file."""

    schema_version: int
    run: RunTable
    versions: dict[str, str]
    options: dict[str, Any]
    changed_options: dict[str, Any]
    cards: CardsTable
    decks: Annotated[list[DeckTable], Field(min_length=1)]
    left_out: list[LeftOutTable] = []
    bots: Annotated[list[BotTable], Field(min_length=1)]
    matchups: Annotated[list[MatchupTable], Field(min_length=1)]
    end_reasons: dict[str, int]
    end_reasons_text: dict[str, str]
    units: dict[str, str]
    words: dict[str, str]


def find_wrong_rows(info: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield (place, message) of each inconsistency in a ``run.toml`` that matches the schema."""
    n_seats, matchups = info["run"]["seats"], info["matchups"]
    for row, matchup in enumerate(matchups):
        for name in ("decks", "bots"):
            if len(matchup[name]) != n_seats or max(matchup[name]) >= len(info[name]):
                yield ("matchups", row, name), f"expected {n_seats} rows of the list of {name}"
    if info["run"]["games"] > MOST_GAMES:
        yield ("run", "games"), f"expected at most {MOST_GAMES:,}"
    yield from find_wrong_decks(info)
    if "standing" not in info["units"]:
        yield ("units",), "expected the unit of a standing"
    if info["run"]["games"] != n_seats * sum(matchup["pairs"] for matchup in matchups):
        yield ("run", "games"), "the matchups have another number of games"


def find_wrong_decks(info: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield (place, message) of decks with equal names, and of their unknown cards."""
    names, known = [deck["name"] for deck in info["decks"]], set(info["cards"]["names"])
    for row, deck in enumerate(info["decks"]):
        if names.index(deck["name"]) != row:
            yield ("decks", row, "name"), "another deck has this name"
        if bool(deck["cards"]) != bool(info["decks"][0]["cards"]):
            yield ("decks", row, "cards"), "either all decks list their cards or none does"
        if not known.issuperset(deck["cards"]):
            yield ("decks", row, "cards"), "a card is not among the names of cards"
