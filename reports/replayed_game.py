"""Replayed games of a run, as objects, as plain data and as pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.analysis.data.display_names import add_titles, list_display_names, rename_entrant
from evenhand.analysis.data.run import Entrant
from evenhand.decks.card_face import list_faces
from evenhand.reports.replay_page import BY_THUMB, render_replay
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
    """A replayed game of a run.

    Attributes
    ----------
    number : int
        Number in the run, counted from 1.
    players : tuple of str
        Deck and bot of each seat.
    display_players : tuple of str
        The same with display names.
    titles : tuple of str
        The same with titles, for pages.
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
        """The title of the game."""
        return self.plan.game.title

    @property
    def positions(self) -> Positions:
        """The positions of the game, some of which can be saved as scenarios."""
        return Positions(self.plan, self.replay)


def replay_run_game(run: StoredRun, number: int) -> ReplayedGame:
    """Replay a game of a run; `number` counts from 1."""
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


def describe_game(game: ReplayedGame) -> dict[str, Any]:
    """Return a replayed game as plain data."""
    return {
        "game": game.title,
        "number": game.number,
        "players": list(game.players),
        "display_players": list(game.display_players),
        "winner": game.winner,
        "end_reason": game.end_reason,
        "ending": game.ending,
        "steps": [describe_step(step) for step in game.replay.steps],
        "final": game.replay.final,
        "lead": {
            "unit": game.plan.game.standing_unit,
            "looks": [{**vars(look), "standings": list(look.standings)}
                      for look in game.replay.looks],
        },
    }  # fmt: skip


def describe_step(step: Any) -> dict[str, Any]:
    """Return one step of a replayed game as plain data."""
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


def describe_saving(game: ReplayedGame, cards: str) -> dict[str, Any] | None:
    """Return a replayed game's data for saving positions as scenarios; None if it is slow.

    Parameters
    ----------
    cards : str
        The card file, in the notation of scenarios.
    """
    view, positions = game.plan.game.view, game.positions
    if not positions.is_quick:
        return None
    phases = {step: positions.find_phase(step) for step in range(len(game.replay.steps))}
    heading = list(heading_lines(game.plan, cards, ""))
    is_sample = cards == "sample"
    return {
        "heading": [line for line in heading if not line.startswith("title = ")],
        "layable": {"table": list_layable(view.table), "player": list_layable(view.player)},
        "said": list(view.given),
        "phases": {str(step): phase for step, phase in phases.items() if phase},
        "note": "" if is_sample else f"Put the run's card file beside it, as {cards}.",
    }


def write_page(
    game: ReplayedGame, saving: Mapping[str, Any] | None = None, report: str = ""
) -> str:
    """Render the page of a replayed game, with a link back to `report` if given."""
    described = {**describe_game(game), "players": list(game.titles)}
    thinks = any(bot.thinks_ahead for bot in game.plan.bots)
    worth = AHEAD if thinks else BY_THUMB
    return render_replay(described, list_faces(game.plan.pool), saving, worth, report)


def name_card_file(plan: Plan, run_dir: Path) -> str:
    """Return the notation of a replayed run's cards in a scenario: "sample", or a file."""
    sample = Path(str(plan.game.schema.sample_path("cards.csv"))).read_bytes()
    stored = next((run_dir / "inputs").glob("cards.*"))
    return "sample" if stored.read_bytes() == sample else stored.name
