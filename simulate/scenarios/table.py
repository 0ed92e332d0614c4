"""A table as a file lays it out: what scenarios and puzzles have in common."""

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
    """The form of a table, and of what is done there."""

    model_config = ConfigDict(extra="forbid", strict=True)
    own: ClassVar[tuple[str, ...]] = ()  # keys that no variant takes over

    do: list[str] = []
    phase: str = ""
    seed: Annotated[int, Field(ge=0, le=HIGHEST_SEED)] = 1
    players: int | None = None
    options: dict[str, Any] = {}
    given: dict[str, Any] = {}

    def with_changes(self, variant: Form) -> Form:
        """Return the table that a variant of this one is."""
        kind = type(variant)
        changes = {name: getattr(variant, name) for name in variant.model_fields_set}
        for name in ("options", "given"):
            changes[name] = merge_values(getattr(self, name), getattr(variant, name))
        kept = {name: getattr(self, name) for name in kind.model_fields if name not in kind.own}
        return kind(**{**kept, **changes})


class Heading(BaseModel):
    """What a file says about all its tables."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    title: str
    cards: str = ""
    card: list[dict[str, Any]] = []


def merge_values(old: Any, new: Any) -> Any:
    """Put values over others, table within table."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{name: merge_values(old.get(name), value) for name, value in new.items()}}


class OtherKind(NamedTuple):
    """Files that may be taken for those of another kind.

    Attributes
    ----------
    keys : tuple of str
        That only they have.
    what : str
        They are, and are not.
    command : str
        That plays them.
    """

    keys: tuple[str, ...]
    what: str
    command: str


@dataclass(frozen=True)
class TableFile(Generic[File]):
    """A file of tables that has been read.

    Attributes
    ----------
    said : Heading
        All that it says.
    """

    toml: TomlFile
    said: File
    game: Game
    pool: CardPool

    @property
    def file(self) -> str:
        """Its name."""
        return self.toml.file


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table to be laid out.

    Attributes
    ----------
    place : str
        Where in the file it stands: "", or that of a variant with a full stop.
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
        With all that is wrong with it, or if it is one of the other kind.
    """
    toml = read_toml(path)
    for name in other.keys:
        if name in toml.content:
            message, hint = f"with '{name}' this is {other.what}", f"{other.command} {toml.file}"
            raise InputError([toml.problem((name,), message, hint)])
    said, problems = validate_toml(form, toml)
    if said is None or problems:
        raise InputError(problems)
    game = game_of(toml, said.game)
    return TableFile(toml, said, game, scenario_pool(game, said.card, said.cards, toml))


def list_forms(said: Form, variants: Sequence[Form]) -> list[tuple[Form, str]]:
    """List what a file says of its own table and those of its variants, each with its place."""
    changed = [said.with_changes(variant) for variant in variants]
    return [(form, place_of(number)) for number, form in enumerate([said, *changed])]


def game_of(toml: TomlFile, name: str) -> Game:
    """Return the game that a file is about."""
    try:
        return load_game(name)
    except UsageError as error:
        raise InputError([toml.problem(("game",), error.message, error.hint)]) from None


def place_of(variant: int) -> str:
    """Return where the variants of a file stand, which itself is number 0."""
    return f"variant[{variant}]." if variant else ""


def make_table(read: TableFile[Any], said: TableForm, place: str) -> Table:
    """Make the table of a file, or of one of its variants."""
    file, game = read.file, read.game
    try:
        values = {name: str(value) for name, value in said.options.items()}
        options = option_values(game.options, values)
    except UsageError as error:
        raise InputError(
            [Problem(file, None, f"{place}options", error.message, error.hint)]
        ) from None
    phases = (*game.view.phases, SET_UP)
    if said.phase and said.phase not in phases:
        raise InputError([unknown_name(file, f"{place}phase", said.phase, phases)])
    fewest, most = game.seats
    n_seats = fewest if said.players is None else said.players
    if not fewest <= n_seats <= most:
        message = f"expected {game.players}, found {n_seats}"
        raise InputError([Problem(file, None, f"{place}players", message)])
    return Table(
        file=file,
        game=game,
        pool=read.pool,
        options=options,
        phase=said.phase or phases[0],
        seed=said.seed,
        n_seats=n_seats,
        given=said.given,
        place=place,
    )


def unknown_name(file: str, place: str, name: str, known: Sequence[str]) -> Problem:
    """Make the problem of a name that there is not."""
    listed = ", ".join(word or '""' for word in known)
    message = f"expected one of {listed}; found '{name}'"
    return Problem(file, None, place, message, did_you_mean(name, known))
