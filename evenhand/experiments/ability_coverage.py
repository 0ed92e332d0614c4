"""Measure how often each ability is used in a run's games, to find text without effect."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evenhand.decks.language import sentence
from evenhand.decks.problems import UsageError
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.coverage import coverage
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import load_plan

__all__ = ["SHARES", "find_unplayed", "measure_coverage"]

PLAIN = ("seen", "played")  # the shares of a card without abilities
SHARES = {
    "seen": "seen",
    "played": "played",
    "could": "could use",
    "did": "used",
    "worked": "with effect",
}


def measure_coverage(game: str, run_dir: Path, games: int) -> tuple[Plan, list[dict[str, Any]]]:
    """Measure the coverage of abilities: play games of a run again, and count each one's uses.

    Returns
    -------
    plan : Plan
        The run's plan.
    rows : list of dict
        Shares of the games and a verdict, for each ability and each card without one.

    Raises
    ------
    UsageError
        If the run is of another game.
    """
    plan = load_plan(run_dir)
    if plan.game.name != load_game(game).name:
        raise UsageError(f"the run in {run_dir} is one of {plan.game.title}")
    if games < 1:
        raise UsageError(f"--games: expected 1 or more, found {games}")
    counts = coverage(plan, min(games, plan.games))
    return plan, [make_row(plan, count) for count in counts.iter_rows(named=True)]


def make_row(plan: Plan, count: dict[str, Any]) -> dict[str, Any]:
    """Return the coverage of an ability, with its counts as shares of the games."""
    card = plan.pool.cards[count["card"]]
    ability = ""
    if card.abilities:
        text = sentence(card.abilities[count["ability"]], plan.pool.schema.vocabulary)
        ability = text.rstrip(".")
    shares = {name: count[name] / count["n_games"] for name in SHARES}
    return {
        "card": plan.pool.labels[count["card"]],
        "ability": ability,
        "n_games": count["n_games"],
        **(shares if card.abilities else {name: shares[name] for name in PLAIN}),
        "verdict": judge_use(count, bool(card.abilities)),
    }


def judge_use(count: dict[str, Any], has_ability: bool) -> str:
    """Return the verdict on an ability whose coverage shows no effect; "" for others."""
    if not count["seen"] and not count["did"]:
        return "never seen"
    if not has_ability or count["worked"]:
        return ""
    if not count["could"]:
        return "never possible"
    return "never with effect" if count["did"] else "never used"


def find_unplayed(plan: Plan, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """List the cards that coverage leaves out, because they are in no deck of a run."""
    played = {row["card"] for row in rows}
    return [label for label in plan.pool.labels if label not in played]
