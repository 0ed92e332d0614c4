"""Scenarios: a table laid out by hand, what is done there, and what must come of it.

A scenario file is TOML::

    game = "my_game"
    title = "A skill deals its damage"
    clauses = ["R9"]
    do = ["end main phase", "skill 1"]

    [given.player_1]
    main = { unit = "Ace", energy = 2 }
    [given.player_2]
    main = "Wall"

    [expect.player_2.main]
    damage = 150

``docs/scenarios.md`` describes it in full.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.toml_file import checked, read_toml
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.plan import HIGHEST_SEED
from evenhand.simulate.scenarios.cards import scenario_pool
from evenhand.simulate.view.view import SET_UP

__all__ = ["Scenario", "ThenPart", "clauses_of", "load_scenario", "unknown_name"]


class ThenPart(BaseModel):
    """More to do, and what to expect of it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: list[str] = []
    expect: dict[str, Any] = {}


class Setting(ThenPart):
    """A table, or a deck list, and what is to come of it."""

    mode: str = ""
    phase: str = ""
    seed: Annotated[int, Field(ge=0, le=HIGHEST_SEED)] = 1
    players: int | None = None
    options: dict[str, Any] = {}
    deck: str = ""
    given: dict[str, Any] = {}
    then: list[ThenPart] = []

    def with_changes(self, variant: "Setting") -> "Setting":
        """Return the setting that a variant of this one is; expectations never carry over."""
        changes = {name: getattr(variant, name) for name in variant.model_fields_set}
        for name in ("options", "given"):
            changes[name] = merge_values(getattr(self, name), getattr(variant, name))
        own = {name: getattr(self, name) for name in Setting.model_fields}
        return Setting(**{**own, "expect": {}, "then": [], **changes})


class ScenarioFile(Setting):
    """The form of a scenario file."""

    game: str
    title: str
    clauses: list[str] = []
    cards: str = ""
    card: list[dict[str, Any]] = []
    variant: list[Setting] = []


def merge_values(old: Any, new: Any) -> Any:
    """Put values over others, table within table."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{name: merge_values(old.get(name), value) for name, value in new.items()}}


@dataclass(frozen=True)
class Scenario:
    """A scenario that has been read.

    Attributes
    ----------
    clauses : tuple of str
        Of the game's rules, that it proves.
    deck : str
        A deck list to be judged, if the scenario is about that and not about a table.
    acts : tuple of ThenPart
        What is done and expected, in order.
    place : str
        Where in the file it stands: "", or that of a variant with a full stop.
    variants : tuple of Scenario
        The same with something changed, each laid out anew.
    """

    file: str
    game: Game
    title: str
    clauses: tuple[str, ...]
    pool: CardPool
    mode: str
    options: Mapping[str, int | str]
    deck: str
    phase: str
    seed: int
    n_seats: int
    given: Mapping[str, Any]
    acts: tuple[ThenPart, ...]
    place: str = ""
    variants: tuple["Scenario", ...] = ()


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        With all that is wrong with it.
    """
    toml = read_toml(path)
    said, problems = checked(ScenarioFile, toml)
    if said is None or problems:
        raise InputError(problems)
    file = toml.file
    try:
        game = load_game(said.game)
    except UsageError as error:
        raise InputError([toml.problem(("game",), error.message, error.hint)]) from None
    unknown_clauses = [one for one in said.clauses if one not in clauses_of(game)]
    if unknown_clauses:
        message = f"the rules have no clause {', '.join(unknown_clauses)}"
        raise InputError([toml.problem(("clauses",), message)])
    pool = scenario_pool(game, said.card, said.cards, toml)
    settings = [said, *(said.with_changes(one) for one in said.variant)]
    places = ["", *(f"variant[{number}]." for number in range(1, len(settings)))]
    first, *variants = [
        set_scenario(file, game, said, pool, setting, place)
        for setting, place in zip(settings, places, strict=True)
    ]
    return replace(first, variants=tuple(variants))


def set_scenario(
    file: str, game: Game, said: ScenarioFile, pool: CardPool, setting: Setting, place: str
) -> Scenario:
    """Make the scenario of a file, or of one of its variants."""
    try:
        values = {name: str(value) for name, value in setting.options.items()}
        options = option_values(game.options, values)
    except UsageError as error:
        raise InputError(
            [Problem(file, None, f"{place}options", error.message, error.hint)]
        ) from None
    phases = (*game.view.phases, SET_UP)
    if setting.phase and setting.phase not in phases:
        raise InputError([unknown_name(file, f"{place}phase", setting.phase, phases)])
    modes = game.schema.modes
    if setting.mode and setting.mode not in modes:
        raise InputError([unknown_name(file, f"{place}mode", setting.mode, modes)])
    fewest, most = game.seats
    n_seats = fewest if setting.players is None else setting.players
    if not fewest <= n_seats <= most:
        message = f"expected {game.players}, found {n_seats}"
        raise InputError([Problem(file, None, f"{place}players", message)])
    acts = (ThenPart(do=setting.do, expect=setting.expect), *setting.then)
    if not any(act.expect for act in acts):
        message = "nothing is expected, so nothing could fail"
        raise InputError([Problem(file, None, f"{place}expect", message)])
    return Scenario(
        file=file,
        game=game,
        title=said.title,
        clauses=tuple(said.clauses),
        pool=pool,
        mode=setting.mode or modes[0],
        options=options,
        deck=setting.deck,
        phase=setting.phase or phases[0],
        seed=setting.seed,
        n_seats=n_seats,
        given=setting.given,
        acts=acts,
        place=place,
    )


def unknown_name(file: str, place: str, name: str, known: Sequence[str]) -> Problem:
    """Make the problem of a name that there is not."""
    listed = ", ".join(word or '""' for word in known)
    message = f"expected one of {listed}; found '{name}'"
    return Problem(file, None, place, message, did_you_mean(name, known))


CLAUSE = re.compile(r"^\|\s*\*{0,2}([A-Z]{1,3}\d+)\*{0,2}\s*\|", re.MULTILINE)


def clauses_of(game: Game) -> tuple[str, ...]:
    """List the numbered clauses and rulings of a game's ``RULES.md``, in its order."""
    text = (files(game.package) / "RULES.md").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(CLAUSE.findall(text)))
