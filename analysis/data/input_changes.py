"""What two runs were made from, and where that differs."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.decks.card import Card
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, UsageError
from evenhand.simulate.registry import load_game

__all__ = [
    "Change", "compare_by_name", "compare_pools", "input_changes", "list_changes", "pool_of"
]  # fmt: skip

Pools = tuple[CardPool | None, CardPool | None]
COLUMNS = ["kind", "name", "field", "before", "after"]
UNLISTED = ("name", "abilities", "line")  # of a card; its abilities are in the text


class Change(NamedTuple):
    """One thing that differs; a missing value is ""."""

    kind: str
    name: str
    field: str
    before: str
    after: str


def input_changes(before: Run, after: Run, pools: Pools | None = None) -> pd.DataFrame:
    """List what differs between the inputs of two runs.

    Parameters
    ----------
    before, after : Run
    pools : pair of CardPool, optional
        The cards of both; those that the runs keep if not given.

    Returns
    -------
    pandas.DataFrame
        One row per difference: kind ("card", "deck", "bot", "option", "rules",
        "version"), name (of the card, deck, bot or option), field (column of the card,
        or card of the deck; else ""), before, after (texts; "" where there is none).
        Where a run does not keep its card file, the file itself is named if it differs.
    """
    return pd.DataFrame(list_changes(before, after, pools), columns=COLUMNS)


def list_changes(before: Run, after: Run, pools: Pools | None = None) -> list[Change]:
    """List what differs between the inputs of two runs, as `input_changes` does."""
    return [
        *card_changes(before, after, pools),
        *deck_changes(before, after),
        *bot_changes(before, after),
        *compare_by_name("option", before.info["options"], after.info["options"]),
        *compare_by_name("rules", rules_of(before), rules_of(after)),
        *compare_by_name("version", versions_of(before), versions_of(after)),
    ]


def card_changes(before: Run, after: Run, pools: Pools | None = None) -> Iterator[Change]:
    """Compare the card files column by column, or by their hash if they are gone.

    One file may hold both, on two of its sheets: the file's name says which.
    """
    files = [(run.info["cards"]["sha256"], run.info["cards"]["file"]) for run in (before, after)]
    if files[0] == files[1]:
        return
    hashes = [digest for digest, _ in files]
    pools = pools or (pool_of(before), pool_of(after))
    if pools[0] is None or pools[1] is None:
        if hashes[0] == hashes[1]:
            return
        yield Change("card", before.info["cards"]["file"], "", hashes[0][:12], hashes[1][:12])
        return
    yield from compare_pools(pools[0], pools[1])


def compare_pools(before: CardPool, after: CardPool) -> Iterator[Change]:
    """Compare the cards of two pools column by column."""
    old, new = (dict(zip(pool.labels, pool.cards, strict=True)) for pool in (before, after))
    for name in {**old, **new}:
        yield from cell_changes(name, old.get(name), new.get(name))


def pool_of(run: Run) -> CardPool | None:
    """Read the card file that a run keeps; None if it cannot be read any more."""
    try:
        schema = load_game(run.info["run"]["game"]).schema
        return load_pool(schema, run.folder / "inputs" / run.info["cards"]["file"])
    except (InputError, UsageError):
        return None


def cell_changes(name: str, old: Card | None, new: Card | None) -> Iterator[Change]:
    """Compare the columns of a card; a card on one side only is one change."""
    if old is None or new is None:
        yield Change("card", name, "", "in the pool" if old else "", "in the pool" if new else "")
        return
    for field in type(new).model_fields:
        cells = [str(card.cell(field)) for card in (old, new)]
        if field not in UNLISTED and cells[0] != cells[1]:
            yield Change("card", name, "abilities" if field == "text" else field, *cells)


def deck_changes(before: Run, after: Run) -> Iterator[Change]:
    """Compare the lists of decks of one name; a deck on one side only is one change."""
    old, new = ({deck["name"]: deck for deck in run.info["decks"]} for run in (before, after))
    for name in {**old, **new}:
        if name not in old or name not in new:
            there = ["played" if name in side else "" for side in (old, new)]
            yield Change("deck", name, "", *there)
            continue
        counts = [Counter(side[name]["cards"]) for side in (old, new)]
        for card in {**counts[0], **counts[1]}:
            if counts[0][card] != counts[1][card]:
                yield Change("deck", name, card, *(str(side[card]) for side in counts))
        opened = [side[name]["sha256"] for side in (old, new) if not side[name]["cards"]]
        if len(set(opened)) > 1:
            yield Change("deck", name, "", *(text[:12] for text in opened))


def bot_changes(before: Run, after: Run) -> Iterator[Change]:
    """Compare the bots in their order, by name and content."""
    old, new = ([*map(describe_bot, run.info["bots"])] for run in (before, after))
    for number in range(max(len(old), len(new))):
        sides = [side[number] if number < len(side) else "" for side in (old, new)]
        if sides[0] != sides[1]:
            yield Change("bot", str(number + 1), "", *sides)


def describe_bot(bot: Mapping[str, Any]) -> str:
    """Name a bot, and its content if a file says how it plays."""
    return f"{bot['name']} {bot['sha256'][:12]}".rstrip()


def rules_of(run: Run) -> dict[str, Any]:
    """Pick what else decides the games."""
    return {name: run.info["run"][name] for name in ("mode", "seed")}


def versions_of(run: Run) -> dict[str, Any]:
    """Pick the version of the program."""
    return {"evenhand": run.info["versions"]["evenhand"]}


def compare_by_name(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Compare values by name."""
    for name in {**old, **new}:
        sides = [str(side.get(name, "")) for side in (old, new)]
        if sides[0] != sides[1]:
            yield Change(kind, name, "", *sides)
