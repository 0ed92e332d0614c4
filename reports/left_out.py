"""What was left out of games because it cannot be read: how conclusions begin, and end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evenhand.decks.problems import Problem
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    join_parts,
    make_sentence,
    plural,
)
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "describe_left_out", "list_mistakes", "write_left_out", "write_left_out_of_plan",
    "write_mistakes",
]  # fmt: skip

NAMED = 4  # decks or cards in one sentence


def write_left_out(info: Mapping[str, Any]) -> Sentence | None:
    """Write what was left out of a run, from its ``run.toml``; None if nothing was."""
    left_out = [(one["deck"], one["cards"]) for one in info.get("left_out", ())]
    return describe_left_out(left_out, info["cards"].get("unread", ()), len(info["decks"]))


def write_left_out_of_plan(plan: Plan) -> Sentence | None:
    """Write what is left out of the games of a plan; None if nothing is."""
    unread = [card.name for card in plan.pool.unread]
    return describe_left_out(plan.left_out, unread, len(plan.entrants))


def describe_left_out(
    left_out: Sequence[tuple[str, Sequence[str]]], unread: Sequence[str], n_played: int
) -> Sentence | None:
    """Write which decks are left out, and which cards that cannot be read are in none of them.

    Parameters
    ----------
    left_out : sequence of (str, sequence of str)
        Decks, each with its cards that cannot be read; none if its own file is wrong.
    unread : sequence of str
        All cards that cannot be read.
    n_played : int
        Decks that are played.
    """
    held = {card for _, cards in left_out for card in cards}
    unheld = [card for card in dict.fromkeys(unread) if card not in held]
    sentences = [*_write_decks(left_out, n_played), *_write_cards(unheld)]
    return join_parts(sentences, " ") if sentences else None


def _write_decks(
    left_out: Sequence[tuple[str, Sequence[str]]], n_played: int
) -> Iterator[Sentence]:
    if not left_out:
        return
    named = [_write_deck(deck, cards) for deck, cards in left_out]
    yield make_sentence(
        "Left out: {decks}; {n_played} of {n_decks} decks are played.",
        decks=enumerate_parts(named, NAMED),
        n_played=n_played,
        n_decks=n_played + len(left_out),
    )


def _write_deck(deck: str, cards: Sequence[str]) -> Sentence:
    if not cards:
        return make_sentence("{deck} (its list cannot be read)", deck=Name(deck))
    named = enumerate_parts([Name(card) for card in cards], NAMED)
    return make_sentence("{deck} ({cards} cannot be read)", deck=Name(deck), cards=named)


def _write_cards(cards: Sequence[str]) -> Iterator[Sentence]:
    if cards:
        named = enumerate_parts([Name(card) for card in cards], NAMED)
        text = "Left out: {cards}, which cannot be read and {verb} in no deck that is played."
        yield make_sentence(text, cards=named, verb="are" if len(cards) > 1 else "is")


def list_mistakes(faults: Sequence[Problem]) -> tuple[str, ...]:
    """List where mistakes stand, in the order in which to mend them: "cards.csv:9".

    What is only wrong because a card cannot be read is no mistake of its own.
    """
    own = [fault for fault in faults if not fault.hangs_on] or faults
    return tuple(
        fault.file if fault.line is None else f"{fault.file}:{fault.line}" for fault in own
    )


def write_mistakes(mistakes: Sequence[str]) -> str:
    """Write how many mistakes remain in files, and that numbers leave out what they are in."""
    remain, they_are = ("remains", "it is") if len(mistakes) == 1 else ("remain", "they are")
    return (
        f"{plural(len(mistakes), 'mistake')} {remain}: the cards and decks that {they_are} in are "
        "left out of all that is measured."
    )
