"""Convert positions of played games to scenarios, where that is possible.

To test whether a position can be laid out by hand, it is laid out: the table must show the
same values and ask the same question, with the same options. So positions that a scenario
cannot express, such as an unfinished effect or a lasting change, are detected.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evenhand.decks.problems import InputError
from evenhand.simulate.engine.options import pack_options
from evenhand.simulate.engine.state import is_over
from evenhand.simulate.replay.replay import InteractiveGame, Replay
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.scenarios.layout import begin_at
from evenhand.simulate.view.fields import Derived, Field
from evenhand.simulate.view.names import player_key
from evenhand.simulate.view.view import View
from evenhand.simulate.view.zones import CardPlace, Lanes, Row

__all__ = ["Positions", "find_given", "list_layable", "write_position", "write_value"]

FEW_PHASES, MANY_STEPS = 6, 600
TRIES = 30  # earlier positions that are tested
EMPTY: tuple[Any, ...] = ("", [], {})  # values that are left out


def list_layable(fields: tuple[Field, ...]) -> dict[str, Any]:
    """Return the fields that can be stored, each with its inner fields that can be stored."""
    return {one.name: list_layable_within(one) for one in fields if not isinstance(one, Derived)}


def list_layable_within(one: Field) -> dict[str, Any] | None:
    """Return the inner fields that can be stored; for lanes, by the name of the lane."""
    if isinstance(one, Lanes):
        return {place.name: list_layable(place.fields) for place in one.all_places}
    return list_layable(one.fields) if isinstance(one, CardPlace | Row) else None


def find_given(view: View, shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a shown table that a scenario must give; the rest is derived."""
    table = keep(list_layable(view.table), shown, ())
    layable = list_layable(view.player)
    players = [key for key in shown if key not in {one.name for one in view.table}]
    return {**table, **{key: keep(layable, shown[key], tuple(view.given)) for key in players}}


def keep(layable: Mapping[str, Any], shown: Mapping[str, Any], required: tuple[str, ...]) -> Any:
    """Return the values that can be stored and are not empty."""
    kept = {}
    for name, inner in layable.items():
        value = shown.get(name, "")
        if inner and isinstance(value, list):
            value = [keep(inner, one, ()) for one in value]
        elif inner and value:
            value = keep(inner, value, ())
        is_something = value is not False and value not in EMPTY
        if is_something or (name in required and value is not False):
            kept[name] = value
    return kept


@dataclass(frozen=True)
class Positions:
    """The positions of one game, some of which can be laid out.

    Attributes
    ----------
    replay : Replay
    """

    plan: Plan
    replay: Replay
    phases: dict[str, list[str]] = field(default_factory=dict)  # found so far, by question

    def find_phase(self, step: int) -> str | None:
        """Return the phase from which a scenario reaches the same question; None if there is none.

        Parameters
        ----------
        step : int
            Counted from 0.
        """
        here, view = self.replay.steps[step], self.plan.game.view
        if any(self.is_hidden(here.state)):
            return None
        given = find_given(view, here.state)
        known = self.phases.get(here.question, [])
        order = [*known, *(one for one in view.phases if one not in known)]
        phase = next((one for one in order if self.reaches_question(one, given, step)), None)
        if phase and phase not in known:
            self.phases.setdefault(here.question, []).append(phase)
        return phase

    @property
    def is_quick(self) -> bool:
        """Whether testing all positions is fast."""
        n_phases, n_steps = len(self.plan.game.view.phases), len(self.replay.steps)
        return n_phases <= FEW_PHASES and n_steps <= MANY_STEPS

    def is_hidden(self, shown: Mapping[str, Any]) -> Iterator[bool]:
        """Yield for each derived field whether it is a list that is not empty, such as triggers."""
        for one in self.plan.game.view.table:
            if isinstance(one, Derived):
                yield isinstance(shown[one.name], list) and bool(shown[one.name])

    def reaches_question(self, phase: str, given: Mapping[str, Any], step: int) -> bool:
        """Return whether a table laid out so asks the same question with the same options."""
        plan, here = self.plan, self.replay.steps[step]
        sight = self.replay.sight
        options = pack_options(plan.game.options, dict(plan.options))[0]
        try:
            state = begin_at(phase, plan.game, sight, given, options, "", 1, plan.n_seats)
        except (InputError, ValueError, IndexError, KeyError):
            return False
        if is_over(state) or int(state.seat) != here.seat:
            return False
        session = InteractiveGame(plan.game, sight, options, state)
        return (
            session.question == here.question
            and self.shows_the_same(plan.game.view.show(state, sight), here.state)
            and tuple(session.offers()) == here.options
        )

    def shows_the_same(self, shown: Mapping[str, Any], played: Mapping[str, Any]) -> bool:
        """Return whether tables are equal, ignoring silent derived fields."""
        view = self.plan.game.view
        table = {one.name for one in view.table if is_past(one)}
        player = {one.name for one in view.player if is_past(one)}
        return without(shown, table, player) == without(played, table, player)

    def nearest(self, step: int) -> int | None:
        """Return the last earlier step that can be laid out, of those tested; or None.

        The first question of each kind in a turn is tested, because it usually begins an action.
        """
        firsts: dict[tuple[int, str], int] = {}
        for number, one in enumerate(self.replay.steps[:step]):
            firsts.setdefault((one.turn, one.question), number)
        tried = sorted(firsts.values(), reverse=True)[:TRIES]
        return next((one for one in tried if self.find_phase(one)), None)


def is_past(one: Field) -> bool:
    """Return whether a field is derived and silent: neither stored nor described."""
    return isinstance(one, Derived) and one.silent


def without(shown: Mapping[str, Any], table: set[str], player: set[str]) -> dict[str, Any]:
    """Return a table without some fields of its own and of its players."""
    return {
        name: {key: one for key, one in value.items() if key not in player}
        if isinstance(value, dict) else value
        for name, value in shown.items() if name not in table
    }  # fmt: skip


def write_position(positions: Positions, step: int, phase: str, title: str, cards: str) -> str:
    """Format a position as a scenario file: the table, and the expected question.

    Parameters
    ----------
    step : int
        Counted from 0.
    phase : str
        As returned by `Positions.find_phase`.
    cards : str
        The card file, as written in a scenario.
    """
    plan, here = positions.plan, positions.replay.steps[step]
    given = find_given(plan.game.view, here.state)
    return "".join(f"{line}\n" for line in [
        *heading_lines(plan, cards, title),
        f"phase = {write_value(phase)}",
        *table_lines("given", given),
        "",
        "[expect]",
        f"asked = {write_value(player_key(here.seat))}",
        f"options = {write_value(list(here.options))}",
        f"# The bot answered: {write_value(here.options[here.choice])}",
    ])  # fmt: skip


def heading_lines(plan: Plan, cards: str, title: str) -> Iterator[str]:
    """Yield the lines of a scenario's game, cards and rules."""
    game = plan.game
    usual = {option.name: option.default for option in game.options}
    changed = {name: one for name, one in plan.options.items() if one != usual[name]}
    yield f"game = {write_value(game.name)}"
    yield f"title = {write_value(title)}"
    yield f"cards = {write_value(cards)}"
    if plan.n_seats != game.seats[0]:
        yield f"players = {plan.n_seats}"
    if changed:
        yield f"options = {write_value(changed)}"


def table_lines(key: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table, followed by those of its players."""
    inner = {name: one for name, one in values.items() if name.startswith("player_")}
    yield ""
    yield f"[{key}]"
    for name, value in values.items():
        if name not in inner:
            yield f"{name} = {write_value(value)}"
    for name, value in inner.items():
        yield from table_lines(f"{key}.{name}", value)


def write_value(value: Any) -> str:
    """Format a value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(write_value, value))}]"
        case Mapping():
            inside = ", ".join(
                f"{write_key(key)} = {write_value(one)}" for key, one in value.items()
            )
            return f"{{ {inside} }}" if inside else "{}"
    return str(int(value) if isinstance(value, np.integer) else value)


def write_key(key: str) -> str:
    """Format a key as TOML; bare if possible."""
    is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare else write_value(key)
