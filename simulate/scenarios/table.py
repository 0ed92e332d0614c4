"""Tables laid out in files: the shared part of scenarios and puzzles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.toml_file import TomlFile, read_toml, validate_toml
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.plan import HIGHEST_SEED
from evenhand.simulate.scenarios.cards import scenario_pool
from evenhand.simulate.view.view import SET_UP

__all__ = [
    "Heading", "OtherKind", "Table", "TableFile", "TableForm", "list_forms", "make_table",
    "read_tables", "unknown_name",
]  # fmt: skip


Form = TypeVar("Form", bound="TableForm")
File = TypeVar("File", bound="Heading")


class TableForm(BaseModel):
    """The keys of a table, and of the answers given there."""

    model_config = ConfigDict(extra="forbid", strict=True)
    own: ClassVar[tuple[str, ...]] = ()  # keys that variants do not inherit

    do: list[str] = []
    phase: str = ""
    seed: Annotated[int, Field(ge=0, le=HIGHEST_SEED)] = 1
    players: int | None = None
    options: dict[str, Any] = {}
    given: dict[str, Any] = {}

    def with_changes(self, variant: Form) -> Form:
        """Return a variant of this table with the keys it does not set filled in."""
        kind = type(variant)
        changes = {name: getattr(variant, name) for name in variant.model_fields_set}
        for name in ("options", "given"):
            changes[name] = merge_values(getattr(self, name), getattr(variant, name))
        kept = {name: getattr(self, name) for name in kind.model_fields if name not in kind.own}
        return kind(**{**kept, **changes})


class Heading(BaseModel):
    """The keys of a file that apply to all its tables."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    title: str
    cards: str = ""
    card: list[dict[str, Any]] = []


def merge_values(old: Any, new: Any) -> Any:
    """Return old values updated by new ones; nested tables are merged."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{name: merge_values(old.get(name), value) for name, value in new.items()}}


class OtherKind(NamedTuple):
    """Another kind of file, which may be confused with this one.

    Attributes
    ----------
    keys : tuple of str
        Keys that only the other kind has.
    what : str
        Description: what the file is, and is not.
    command : str
        The command that plays the other kind.
    """

    keys: tuple[str, ...]
    what: str
    command: str


@dataclass(frozen=True)
class TableFile(Generic[File]):
    """A loaded file of tables.

    Attributes
    ----------
    content : Heading
        The content of the file.
    """

    toml: TomlFile
    content: File
    game: Game
    pool: CardPool

    @property
    def file(self) -> str:
        """The path of the file, as the user gave it."""
        return self.toml.file


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table to be laid out.

    Attributes
    ----------
    place : str
        Its place in the file: "", or the place of a variant followed by a full stop.
    """

    file: str
    game: Game
    pool: CardPool
    options: Mapping[str, int | str]
    phase: str
    seed: int
    n_seats: int
    given: Mapping[str, Any]
    place: str = ""


def read_tables(path: str | Path, form: type[File], other: OtherKind) -> TableFile[File]:
    """Read a file of tables.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        With all problems of the file, or if it is of the other kind.
    """
    toml = read_toml(path)
    for name in other.keys:
        if name in toml.content:
            message, hint = f"with '{name}' this is {other.what}", f"{other.command} {toml.file}"
            raise InputError([toml.problem((name,), message, hint)])
    content, problems = validate_toml(form, toml)
    if content is None or problems:
        raise InputError(problems)
    game = load_game_of(toml, content.game)
    return TableFile(toml, content, game, scenario_pool(game, content.card, content.cards, toml))


def list_forms(content: Form, variants: Sequence[Form]) -> list[tuple[Form, str]]:
    """List the file's own table and its variants, each with its place."""
    changed = [content.with_changes(variant) for variant in variants]
    return [(form, place_of(number)) for number, form in enumerate([content, *changed])]


def load_game_of(toml: TomlFile, name: str) -> Game:
    """Load the game of a file; errors name its key."""
    try:
        return load_game(name)
    except UsageError as error:
        raise InputError([toml.problem(("game",), error.message, error.hint)]) from None


def place_of(variant: int) -> str:
    """Return the place of a variant, counted from 1; "" for 0, the file's own table."""
    return f"variant[{variant}]." if variant else ""


def make_table(read: TableFile[Any], content: TableForm, place: str) -> Table:
    """Make the table of a file, or of one of its variants."""
    file, game = read.file, read.game
    try:
        values = {name: str(value) for name, value in content.options.items()}
        options = option_values(game.options, values)
    except UsageError as error:
        raise InputError(
            [Problem(file, None, f"{place}options", error.message, error.hint)]
        ) from None
    phases = (*game.view.phases, SET_UP)
    if content.phase and content.phase not in phases:
        raise InputError([unknown_name(file, f"{place}phase", content.phase, phases)])
    fewest, most = game.seats
    n_seats = fewest if content.players is None else content.players
    if not fewest <= n_seats <= most:
        message = f"expected {game.players}, found {n_seats}"
        raise InputError([Problem(file, None, f"{place}players", message)])
    return Table(
        file=file,
        game=game,
        pool=read.pool,
        options=options,
        phase=content.phase or phases[0],
        seed=content.seed,
        n_seats=n_seats,
        given=content.given,
        place=place,
    )


def unknown_name(file: str, place: str, name: str, known: Sequence[str]) -> Problem:
    """Return a problem: an unknown name, with the known ones."""
    listed = ", ".join(word or '""' for word in known)
    message = f"expected one of {listed}; found '{name}'"
    return Problem(file, None, place, message, did_you_mean(name, known))
