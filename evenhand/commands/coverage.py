"""The command that finds dead text: how often each ability was used in a run's games."""

from pathlib import Path
from typing import Any

from evenhand.decks.language import sentence
from evenhand.decks.problems import UsageError
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.stored import load_plan
from evenhand.terminal import note, plain_table, print_json, print_table

__all__ = ["coverage_command"]

LONGEST_TEXT = 60
PLAIN = ("seen", "played")  # what is told of a card without abilities, too
SHARES = {
    "seen": "seen",
    "played": "played",
    "could": "could use",
    "did": "used",
    "worked": "with effect",
}


def coverage_command(name: str, folder: Path, games: int, wanted: str, is_json: bool) -> None:
    """Play a run's games again and tell what each card and ability did in them."""
    from evenhand.simulate.runs.ability_use import coverage

    plan = load_plan(folder)
    if plan.game.name != load_game(name).name:
        raise UsageError(f"the run in {folder} is one of {plan.game.title}")
    if games < 1:
        raise UsageError(f"--games: expected 1 or more, found {games}")
    counts = coverage(plan, min(games, plan.games))
    rows = [row_of(plan, count) for count in counts.iter_rows(named=True)]
    rows = [
        row for row in rows if wanted.casefold() in f"{row['card']} {row['ability']}".casefold()
    ]
    left_out = unplayed(plan, {row["card"] for row in rows}) if not wanted else []
    if is_json:
        print_json({"run": str(folder), "abilities": rows, "in_no_deck": left_out})
        return
    print_rows(rows)
    for verdict in ("never seen", "never possible", "never used", "never with effect"):
        cards = [row["card"] for row in rows if row["verdict"] == verdict]
        if cards:
            print(f"\n{verdict.capitalize()}: {', '.join(dict.fromkeys(cards))}")
    if left_out:
        note(f"In no deck of the run: {', '.join(left_out)}")


def row_of(plan: Plan, count: dict[str, Any]) -> dict[str, Any]:
    """Name a card's ability and turn its counts into shares of the games."""
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
        "verdict": verdict_of(count, bool(card.abilities)),
    }


def verdict_of(count: dict[str, Any], has_ability: bool) -> str:
    """Return how far an ability ever came; "" for one that did something."""
    if not count["seen"] and not count["did"]:
        return "never seen"
    if not has_ability or count["worked"]:
        return ""
    if not count["could"]:
        return "never possible"
    return "never with effect" if count["did"] else "never used"


def unplayed(plan: Plan, played: set[str]) -> list[str]:
    """List the cards of the pool that no deck holds."""
    return [name for name in plan.pool.labels if name not in played]


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Print the shares that any row has, in percent of the games whose deck holds the card."""
    told = {name: title for name, title in SHARES.items() if any(name in row for row in rows)}
    has_texts = any(row["ability"] for row in rows)
    columns = ("card", *told.values(), "games", *(["ability"] if has_texts else []))
    table = plain_table(*columns, right=(*told.values(), "games"))
    for row in rows:
        shares = [f"{100 * row[name]:.1f} %" if name in row else "" for name in told]
        text = row["ability"]
        cut = f"{text[:LONGEST_TEXT].rstrip()} .." if len(text) > LONGEST_TEXT else text
        table.add_row(row["card"], *shares, f"{row['n_games']:,}", *([cut] if has_texts else []))
    print_table(table)
