"""A game of a run that was played again, and what of it is plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.analysis.data.display_names import add_titles, list_display_names, rename_entrant
from evenhand.analysis.data.run import Entrant
from evenhand.decks.card_face import list_faces
from evenhand.reports.replay import BY_THUMB, render_replay
from evenhand.simulate.replay.game_numbers import find_game_key
from evenhand.simulate.replay.replay import Replay, replay
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import StoredRun
from evenhand.simulate.scenarios.position import Positions, heading_lines, list_layable
from evenhand.simulate.view.names import NOBODY, player_key

__all__ = [
    "ReplayedGame", "describe_game", "describe_saving", "name_card_file", "replay_run_game",
    "write_page",
]  # fmt: skip

AHEAD = (
    "Numbers: what each option is worth by rules of thumb. The bots of this game begin with them "
    "and then play the best options on in their heads, so they may choose another."
)


@dataclass(frozen=True)
class ReplayedGame:
    """A game that was played again.

    Attributes
    ----------
    number : int
        In the run, counted from 1.
    players : tuple of str
        Deck and bot of each seat.
    display_players : tuple of str
        The same as people call them.
    titles : tuple of str
        The same as pages call them, where every deck has a title.
    """

    plan: Plan
    number: int
    players: tuple[str, ...]
    display_players: tuple[str, ...]
    titles: tuple[str, ...]
    winner: str
    end_reason: str
    ending: str
    replay: Replay

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.plan.game.title

    @property
    def positions(self) -> Positions:
        """Its positions, of which some can be laid out."""
        return Positions(self.plan, self.replay)


def replay_run_game(run: StoredRun, number: int) -> ReplayedGame:
    """Play a game of a run again."""
    plan, place = run.plan, find_game_key(run, number)
    played = replay(plan, place.matchup, place.pair, place.rotation)
    row = played.row[0]
    reasons = {number: name for name, number in run.info["end_reasons"].items()}
    reason = reasons[int(row["end_reason"])]
    sides = [
        Entrant(plan.entrants[deck].name, plan.bots[bot].name)
        for deck, bot in zip(row["deck"], row["bot"], strict=True)
    ]
    players = tuple(side.name for side in sides)
    names = list_display_names(run.info)
    display_players = tuple(rename_entrant(side, names).name for side in sides)
    titled = list_display_names(add_titles(run.info))
    titles = tuple(rename_entrant(side, titled).name for side in sides)
    winner = NOBODY if row["winner"] < 0 else player_key(int(row["winner"]))
    ending = run.info["end_reasons_text"][reason]
    return ReplayedGame(
        plan, number, players, display_players, titles, winner, reason, ending, played
    )


def describe_game(told: ReplayedGame) -> dict[str, Any]:
    """Return the game as plain data."""
    return {
        "game": told.title,
        "number": told.number,
        "players": list(told.players),
        "display_players": list(told.display_players),
        "winner": told.winner,
        "end_reason": told.end_reason,
        "ending": told.ending,
        "steps": [describe_step(step) for step in told.replay.steps],
        "final": told.replay.final,
        "lead": {
            "unit": told.plan.game.standing_unit,
            "looks": [{**vars(look), "standings": list(look.standings)}
                      for look in told.replay.looks],
        },
    }  # fmt: skip


def describe_step(step: Any) -> dict[str, Any]:
    """Return one step as plain data."""
    return {
        "turn": step.turn,
        "seat": step.seat,
        "question": step.question,
        "options": list(step.options),
        "scores": list(step.scores),
        "choice": step.choice,
        "changes": list(step.changes),
        "state": step.state,
    }


def describe_saving(told: ReplayedGame, cards: str) -> dict[str, Any] | None:
    """Return what a page needs to write positions down as scenarios; None where that takes long.

    Parameters
    ----------
    cards : str
        The card file, as a scenario names it.
    """
    view, positions = told.plan.game.view, told.positions
    if not positions.is_quick:
        return None
    phases = {step: positions.find_phase(step) for step in range(len(told.replay.steps))}
    heading = list(heading_lines(told.plan, cards, ""))
    is_sample = cards == "sample"
    return {
        "heading": [line for line in heading if not line.startswith("title = ")],
        "layable": {"table": list_layable(view.table), "player": list_layable(view.player)},
        "said": list(view.given),
        "phases": {str(step): phase for step, phase in phases.items() if phase},
        "note": "" if is_sample else f"Put the run's card file beside it, as {cards}.",
    }


def write_page(
    told: ReplayedGame, saving: Mapping[str, Any] | None = None, report: str = ""
) -> str:
    """Write the page of a game, which leads back to a report if it stands beside one."""
    described = {**describe_game(told), "players": list(told.titles)}
    thinks = any(bot.thinks_ahead for bot in told.plan.bots)
    worth = AHEAD if thinks else BY_THUMB
    return render_replay(described, list_faces(told.plan.pool), saving, worth, report)


def name_card_file(plan: Plan, run_dir: Path) -> str:
    """Return how a scenario names the cards of a run: the sample cards, or a file's name."""
    own = Path(str(plan.game.schema.sample_path("cards.csv"))).read_bytes()
    kept = next((run_dir / "inputs").glob("cards.*"))
    return "sample" if kept.read_bytes() == own else kept.name
