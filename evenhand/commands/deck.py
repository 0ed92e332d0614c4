"""The command `deck`: deck files, or in sealed modes products, and all that is wrong with them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import typer

from evenhand.decks.deck_list import Deck, find_shared_names
from evenhand.decks.deck_summary import DeckSummary, ListedCard, summarize_deck
from evenhand.decks.problems import InputError, Problem, UsageError, keep_rest
from evenhand.decks.product import Product
from evenhand.flags import DeckFlags
from evenhand.inputs.faults import add_faults
from evenhand.inputs.request import Request
from evenhand.inputs.resolved_request import resolve_request
from evenhand.terminal import format_table, note, note_errors, plain_table, print_json, tell

__all__ = ["deck_command"]

BAD_INPUT = 3  # exit code, as in `evenhand.__main__`


@dataclass(frozen=True)
class Checked:
    """A file that `deck` read: what it holds, or what is wrong with it.

    Attributes
    ----------
    entrant : Deck or Product, optional
        None if something is wrong.
    picture : DeckSummary, optional
        Of a deck.
    """

    file: str
    entrant: Deck | Product | None
    problems: Sequence[Problem] = ()
    picture: DeckSummary | None = None


def deck_command(flags: DeckFlags) -> None:
    """Carry out `deck`: check decks, or in sealed modes products, and say all their problems."""
    resolved = resolve_request(
        Request(
            game=flags.game, decks=flags.files, cards=flags.cards, mode=flags.mode,
            settings=flags.settings,
        )
    )  # fmt: skip
    if not flags.files and resolved.source.folder is None:
        raise UsageError("which decks?", "name files, or the folder that they are in")
    pool, of_cards = keep_rest(resolved.load_pool)
    add_faults(of_cards)

    def check(file: Path) -> Checked:
        entrant = resolved.load_entrant(pool, file)
        if isinstance(entrant, Product):
            return Checked(str(file), entrant)
        picture = summarize_deck(entrant, pool, resolved.mode, resolved.options)
        return Checked(str(file), entrant, (), picture)

    checked = check_files(resolved.files, check)
    if flags.json:
        print_json(
            {
                "game": resolved.game.name,
                "mode": resolved.mode,
                "notes": list(resolved.notes),
                "decks": list(map(describe, checked)),
            }
        )
    else:
        for text in resolved.notes:
            note(text)
        print_checked(checked)
    if any(one.problems for one in checked):
        raise typer.Exit(BAD_INPUT)


def check_files(files: Sequence[Path], check: Callable[[Path], Checked]) -> list[Checked]:
    """Check each deck file by itself for `deck`, and the names of all decks together."""
    checked: list[Checked] = []
    for file in files:
        try:
            checked.append(check(file))
        except InputError as error:
            checked.append(Checked(str(file), None, error.problems))
    shared = find_shared_names([one.entrant for one in checked if isinstance(one.entrant, Deck)])
    wrong = {problem.file: Checked(problem.file, None, [problem]) for problem in shared}
    return [wrong.get(one.file, one) for one in checked]


# JSON


def describe(checked: Checked) -> dict[str, Any]:
    """Return what `deck` says of a file as JSON."""
    entrant = checked.entrant
    problems = [
        {"line": p.line, "column": p.column, "message": p.message, "hint": p.hint, "text": str(p)}
        for p in checked.problems
    ]
    said: dict[str, Any] = {"file": checked.file, "legal": entrant is not None, "notes": []}
    if entrant is not None:
        said |= {"name": entrant.name, "display_name": tell_name(entrant)}
    if isinstance(entrant, Product):
        said["cards"] = entrant.n_cards
    elif entrant is not None and checked.picture is not None:
        said |= {"notes": list(entrant.notes), **describe_picture(checked.picture)}
    return {**said, "problems": problems}


def describe_picture(picture: DeckSummary) -> dict[str, Any]:
    """Return the cards of a deck as JSON, for `deck`."""
    return {
        "cards": [one.name for one in picture.cards for _ in range(one.copies)],
        "list": [
            {"copies": one.copies, "card": one.label, "kind": one.kind} for one in picture.cards
        ],
        "kinds": dict(picture.kinds),
        "curve": {
            "cost": picture.cost_name,
            "cards": {str(cost): copies for cost, copies in picture.curve.items()},
        },
        "rules": list(picture.rules),
    }


# Text


def print_checked(checked: Sequence[Checked]) -> None:
    """Print for `deck` whether each is legal, and of one alone what is in it.

    Problems go to standard error.
    """
    for one in checked:
        note_errors([str(problem) for problem in one.problems])
        if one.entrant is not None:
            tell(write_verdict(one.entrant))
        if len(checked) == 1 and one.picture:
            tell(*write_picture(one.picture))
        if isinstance(one.entrant, Deck):
            for text in one.entrant.notes:
                note(text)


def tell_name(entrant: Deck | Product) -> str:
    """Return what people call a deck or a product, for `deck`."""
    return entrant.shown_name if isinstance(entrant, Deck) else entrant.name


def write_verdict(entrant: Deck | Product) -> str:
    """Say in one line of `deck` that a deck is legal, and how many cards it has."""
    if isinstance(entrant, Product):
        return f"{entrant.name}: legal, {entrant.n_cards} cards for each player"
    name = f"{entrant.display_name} ({entrant.name})" if entrant.display_name else entrant.name
    n_cards, n_different = len(entrant.cards), len(set(entrant.cards))
    return f"{name}: legal, {n_cards} cards, {n_different} different"


def write_picture(picture: DeckSummary) -> Iterator[str]:
    """Write for `deck` what is in a deck: the rules it keeps, its curve, its cards by kind."""
    if picture.rules:
        yield f"Rules: {'; '.join(picture.rules)}"
    if picture.curve:
        yield from ("", *write_curve(picture))
    for kind, listed in groupby(sorted(picture.cards, key=by_kind(picture)), lambda one: one.kind):
        yield from ("", f"{kind} ({picture.kinds[kind]})" if kind else "Cards")
        yield from (f"{one.copies:>3} {one.label}" for one in listed)


def by_kind(picture: DeckSummary) -> Callable[[ListedCard], int]:
    """Return a sort key that puts a deck's cards of one kind together, as kinds come up first."""
    kinds = list(picture.kinds)
    return lambda one: kinds.index(one.kind) if one.kind else -1


def write_curve(picture: DeckSummary) -> list[str]:
    """Write for `deck` how many cards there are of each cost."""
    costs = list(map(str, picture.curve))
    table = plain_table(picture.cost_name, *costs, right=tuple(costs))
    table.add_row("cards", *map(str, picture.curve.values()))
    return format_table(table)
