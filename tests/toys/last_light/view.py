"""Last Light in words."""

from typing import Any

from evenhand.game import CardSet, Derived, Number, Part, Pile, Seat, View, ask, player_title
from last_light.rules import put_out
from last_light.words import Act, Question

__all__ = ["VIEW"]


def blank(state: Any, options: Any) -> None:
    """Light all lamps; player 1 is to play."""
    state.turn = 1
    for player in state.players:
        player.flame = options.flame


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Let the player whose turn it is play; lamps without flame are out."""
    put_out(state)
    ask(state, state.seat, Question.PLAY)


def question(part: Part) -> str:
    """Return what is asked."""
    return "play a card"


def option(part: Part, action: Any) -> str:
    """Say one option."""
    if action.kind == Act.PASS:
        return "pass"
    name = part.name_of(part.state.seat, action.copy_id)
    is_own = action.seat == part.state.seat
    return f"play {name}" if is_own else f"{name} at {player_title(action.seat)}"


VIEW = View(
    table=(Number("turn", silent=True), Seat("to_play", "seat", silent=True)),
    player=(
        Number("flame"),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        CardSet("spent"),
        Derived("out", work_out=lambda part: bool(part.state.out[part.seat])),
    ),
    filler={"name": "Spark", "kind": "Oil", "strength": "0"},
    phases=("turn",),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=frozenset({"pass", "play {card}", "{card} at Player {n}"}),
)
