"""Schema of ``balance.toml``: its keys and the values that they accept.

``docs/project.md`` documents the meaning of each key. Rates and differences of rates are
shares: 0.5 is 50 %.
"""

from datetime import date, datetime
from math import inf
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.toml_file import TomlValueError
from evenhand.simulate.runs.plan import HIGHEST_SEED, MOST_GAMES

__all__ = [
    "Accept", "AllowedChanges", "BalanceFile", "CardGroups", "Check", "Expect", "Tune",
]  # fmt: skip

Limits = tuple[float, float]
PERCENT = "shares, not percent: 0.45 is 45 %"


def validate_band(lowest: float, highest: float) -> PlainValidator:
    """Return a validator of bands of ``balance.toml``: two numbers in a range, the lower first."""

    def read(value: Any) -> Limits:
        if not _is_pair_of_numbers(value):
            text = shorten(str(value))
            raise TomlValueError(f"expected a band such as [0.45, 0.55], found '{text}'")
        low, high = map(float, value)
        if min(low, high) < lowest or max(low, high) > highest:
            hint = PERCENT if highest == 1 and 1 < max(low, high) <= 100 else ""
            message = f"expected a band inside {lowest:g} to {highest:g}, found {low:g} to {high:g}"
            raise TomlValueError(message, hint)
        if not low < high:
            hint = f"did you mean [{high:g}, {low:g}]?" if low > high else "nothing fits into it"
            raise TomlValueError(f"the band from {low:g} to {high:g} is empty", hint)
        return low, high

    return PlainValidator(read)


def _is_pair_of_numbers(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(end) in (int, float) and end == end for end in value)  # NaN is not itself
    )


def _wrap_name(value: Any) -> Any:
    """Return a single name in ``balance.toml`` as a list of one; other values unchanged."""
    return [value] if isinstance(value, str) else value


def _read_option_value(value: Any) -> str:
    """Return a rule option in ``balance.toml`` as the text that ``--set`` accepts."""
    match value:
        case bool() | int():
            return str(int(value))
        case str():
            return value
    raise TomlValueError(f"expected a whole number or a word, found '{shorten(str(value))}'")


def _read_last_day(value: Any) -> Any:
    """Return a date of ``balance.toml``; refuse one with a time, or quoted."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    text = shorten(str(value))
    raise TomlValueError(f"expected a day without quotes, such as 2030-12-31, found '{text}'")


def _read_words(value: Any) -> str:
    """Return a text of ``balance.toml``, not blank, each run of whitespace one space."""
    if isinstance(value, str) and value.strip():
        return " ".join(value.split())
    raise TomlValueError(f"expected some words, found '{shorten(str(value))}'")


def _read_field(value: Any) -> Any:
    """Return the field of ``balance.toml``: a table of shares, or the name of a file or mix."""
    if isinstance(value, dict) and value:
        return value
    if isinstance(value, str) and value.strip():
        return value
    hint = "[field] with a line such as my_deck = 0.4 for each deck, or a file, or 'metagame'"
    raise TomlValueError(f"expected shares of decks, found '{shorten(str(value))}'", hint)


def _read_cell(value: Any) -> str:
    """Return a cell of the card file, a word or a number, as ``balance.toml`` has it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _read_words(value)


def _read_cells(value: Any) -> tuple[str, ...]:
    """Return cells of the card file, of which ``balance.toml`` has one or a list."""
    if not isinstance(value, list):
        return (_read_cell(value),)
    if not value:
        raise TomlValueError("expected a word or several, found an empty list")
    return tuple(dict.fromkeys(map(_read_cell, value)))


def _read_span(value: Any) -> tuple[int, int, int]:
    """Return the values of a rule option in ``balance.toml``: the lowest, the highest, the step."""
    is_whole = isinstance(value, list) and all(type(part) is int for part in value)
    if not is_whole or len(value) not in (2, 3):
        hint = "the lowest and the highest value; a third number is the step"
        raise TomlValueError(f"expected [0, 3] or the like, found '{shorten(str(value))}'", hint)
    low, high, step = (*value, 1)[:3]
    if not low < high:
        hint = f"did you mean [{high}, {low}]?" if low > high else "name two values at least"
        raise TomlValueError(f"the range from {low} to {high} is empty", hint)
    if not 1 <= step <= high - low:
        raise TomlValueError(f"expected a step of 1 to {high - low}, found {step}")
    return low, high, step


def _read_spans(value: Any) -> Any:
    """Return what ``balance.toml`` says of rule options to tune, if it is a table."""
    if isinstance(value, dict):
        return value
    hint = "each with its lowest and highest value"
    raise TomlValueError(f"expected {{ NAME = [0, 3] }}, found '{shorten(str(value))}'", hint)


Share = Annotated[Limits, validate_band(0, 1)]
Change = Annotated[Limits, validate_band(-1, 1)]
Turns = Annotated[Limits, validate_band(0, inf)]
MoreTurns = Annotated[Limits, validate_band(-inf, inf)]
Names = Annotated[list[str], BeforeValidator(_wrap_name)]
OptionValue = Annotated[str, PlainValidator(_read_option_value)]
Words = Annotated[str, PlainValidator(_read_words)]
StatedField = Annotated[dict[str, Any] | str, PlainValidator(_read_field)]
Cells = Annotated[tuple[str, ...], PlainValidator(_read_cells)]
Span = Annotated[tuple[int, int, int], PlainValidator(_read_span)]
Level = Annotated[float, Field(gt=0.5, lt=1)]


class Table(BaseModel):
    """Base of all tables of ``balance.toml``: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AllowedChanges(Table):
    """The ``balance.toml`` table of bands for differences from the baseline's numbers."""

    win_rate: Change | None = None
    matchup: Change | None = None
    seat: Change | None = None
    first_player: Change | None = None
    draws: Change | None = None
    turns: MoreTurns | None = None
    stalls: Change | None = None


class CardGroups(Table):
    """The ``balance.toml`` table of a band for what one group of cards is worth over another."""

    column: Words
    more: Cells
    less: Cells = ()
    card_impact: Change


class Expect(Table):
    """The ``balance.toml`` table of bands for numbers; one without a band is not checked."""

    win_rate: Share | None = None
    best_hands: Share | None = None
    matchup: Share | None = None
    seat: Share | None = None
    first_player: Share | None = None
    draws: Share | None = None
    turns: Turns | None = None
    stalls: Share | None = None
    field_win_rate: Share | None = None
    polarity: Share | None = None
    card_impact: Change | None = None
    decks: dict[str, Share] = {}
    matchups: dict[str, Share] = {}
    cards: dict[str, Change] = {}
    groups: list[CardGroups] = []
    change: AllowedChanges = AllowedChanges()


class Check(Table):
    """The ``balance.toml`` table of settings of the balance check."""

    level: Level = 0.95
    power: Level = 0.9
    games: Annotated[int, Field(ge=2, le=MOST_GAMES)] | None = None
    sequential: bool = False
    panel: bool = False
    baseline: str | None = None


class Tune(Table):
    """The ``balance.toml`` table of what ``tune`` may change, and how far: cards and rules."""

    columns: Names = []
    cards: Names = []
    locked: Names = []
    most_cards: Annotated[int, Field(ge=1)] | None = None
    most_change: Annotated[float, Field(gt=0, le=1)] = 0.3
    limits: dict[str, Annotated[Limits, validate_band(-inf, inf)]] = {}
    options: Annotated[dict[str, Span], BeforeValidator(_read_spans)] = {}


class Accept(Table):
    """The ``balance.toml`` table of a number outside its band, accepted until a date."""

    what: Words
    reason: Words
    until: Annotated[date, PlainValidator(_read_last_day)]


class BalanceFile(Table):
    """The whole ``balance.toml``."""

    game: str
    mode: str = ""
    cards: str | None = None
    curve: str | None = None
    decks: Names = []
    products: Names = []
    bots: Names = []
    panel: Names = []
    panel_games: Annotated[int, Field(ge=1, le=MOST_GAMES)] | None = None
    skill: dict[str, str] = {}
    mirrors: bool = False
    players: int | None = None
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] | None = None
    precision: float | None = None
    seed: Annotated[int, Field(ge=0, le=HIGHEST_SEED)] = 1
    field: StatedField | None = None
    options: dict[str, OptionValue] = {}
    expect: Expect = Expect()
    check: Check = Check()
    tune: Tune = Tune()
    accept: list[Accept] = []
