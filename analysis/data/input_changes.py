"""Differences between the inputs of two runs: cards, decks, bots, options, rules, version."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import pandas as pd

from evenhand.analysis.data.run import Run, load_run_pool
from evenhand.decks.card import Card, name_key
from evenhand.decks.pool import CardPool

__all__ = [
    "WHOLE_NUMBER", "Change", "compare_by_name", "compare_pools", "group_by_input", "input_changes",
    "list_changes",
]  # fmt: skip

WHOLE_NUMBER = r"-?\d+"  # pattern of a cell that holds one
Pools = tuple[CardPool | None, CardPool | None]
COLUMNS = ["kind", "name", "field", "before", "after"]
UNLISTED = ("name", "abilities", "line")  # columns of a card not compared; `text` has the abilities


class Change(NamedTuple):
    """One difference between the inputs of two runs; a missing value is ""."""

    kind: str
    name: str
    field: str
    before: str
    after: str


def group_by_input(changes: Iterable[Change]) -> tuple[tuple[Change, ...], ...]:
    """Return the changes of each card, deck, bot or option together, in order of appearance."""
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        groups.setdefault((change.kind, change.name), []).append(change)
    return tuple(map(tuple, groups.values()))


def input_changes(before: Run, after: Run, pools: Pools | None = None) -> pd.DataFrame:
    """List the differences between the inputs of two runs.

    Parameters
    ----------
    before, after : Run
    pools : pair of CardPool, optional
        The cards of both. Default: the card files stored with the runs.

    Returns
    -------
    pandas.DataFrame
        One row per difference: kind ("card", "deck", "bot", "option", "rules",
        "version"), name (of the card, deck, bot or option), field (column of the card,
        or card of the deck; else ""), before, after (texts; "" if missing).
        If a run has no stored card file, one row with the file's name and hashes stands
        for all differences of cards.
    """
    return pd.DataFrame(list_changes(before, after, pools), columns=COLUMNS)


def list_changes(before: Run, after: Run, pools: Pools | None = None) -> list[Change]:
    """List the differences between the inputs of two runs, as `input_changes` does."""
    return [
        *compare_card_files(before, after, pools),
        *compare_decks(before, after),
        *compare_bots(before, after),
        *compare_by_name("option", before.info["options"], after.info["options"]),
        *compare_by_name("rules", select_rules(before), select_rules(after)),
        *compare_by_name("version", select_versions(before), select_versions(after)),
    ]


def compare_card_files(before: Run, after: Run, pools: Pools | None = None) -> Iterator[Change]:
    """Compare the card files of two runs by column, or by hash if one cannot be read.

    Both may be sheets of one file, with the same hash; the stored file name includes the sheet.
    """
    files = [(run.info["cards"]["sha256"], run.info["cards"]["file"]) for run in (before, after)]
    if files[0] == files[1]:
        return
    hashes = [digest for digest, _ in files]
    pools = pools or (load_run_pool(before), load_run_pool(after))
    if pools[0] is None or pools[1] is None:
        if hashes[0] == hashes[1]:
            return
        yield Change("card", before.info["cards"]["file"], "", hashes[0][:12], hashes[1][:12])
        return
    yield from compare_pools(pools[0], pools[1])


def compare_pools(before: CardPool, after: CardPool) -> Iterator[Change]:
    """Compare the cards of two runs' pools column by column.

    A card that one of them cannot read was not removed: what was edited of it is unknown.
    """
    old, new = (dict(zip(pool.labels, pool.cards, strict=True)) for pool in (before, after))
    unread = {name_key(card.name) for pool in (before, after) for card in pool.unread}
    for name, card in {**old, **new}.items():
        if (name in old and name in new) or name_key(card.name) not in unread:
            yield from compare_cards(name, old.get(name), new.get(name))


def compare_cards(name: str, old: Card | None, new: Card | None) -> Iterator[Change]:
    """Compare the columns of a card of two runs; a card of one run only is one change."""
    if old is None or new is None:
        yield Change("card", name, "", "in the pool" if old else "", "in the pool" if new else "")
        return
    for field in type(new).model_fields:
        cells = [str(card.cell(field)) for card in (old, new)]
        if field not in UNLISTED and cells[0] != cells[1]:
            yield Change("card", name, name_column(field, old, new), *cells)


def name_column(field: str, old: Card, new: Card) -> str:
    """Name a column whose cells differ; "wording" for a text that means the same as before."""
    if field != "text":
        return field
    return "wording" if old.abilities == new.abilities else "abilities"


def compare_decks(before: Run, after: Run) -> Iterator[Change]:
    """Compare the lists of two runs' decks of the same name; a deck of one only is one change.

    A deck that one of them left out, because it could not be read, is none.
    """
    old, new = ({deck["name"]: deck for deck in run.info["decks"]} for run in (before, after))
    left_out = {one["deck"] for run in (before, after) for one in run.info.get("left_out", ())}
    for name in {**old, **new}:
        if name in left_out and (name not in old or name not in new):
            continue
        if name not in old or name not in new:
            values = ["played" if name in side else "" for side in (old, new)]
            yield Change("deck", name, "", *values)
            continue
        counts = [Counter(side[name]["cards"]) for side in (old, new)]
        for card in {**counts[0], **counts[1]}:
            if counts[0][card] != counts[1][card]:
                yield Change("deck", name, card, *(str(side[card]) for side in counts))
        opened = [side[name]["sha256"] for side in (old, new) if not side[name]["cards"]]
        if len(set(opened)) > 1:
            yield Change("deck", name, "", *(text[:12] for text in opened))


def compare_bots(before: Run, after: Run) -> Iterator[Change]:
    """Compare the bots of two runs by position: their names and their files' hashes."""
    old, new = ([*map(describe_bot, run.info["bots"])] for run in (before, after))
    for number in range(max(len(old), len(new))):
        sides = [side[number] if number < len(side) else "" for side in (old, new)]
        if sides[0] != sides[1]:
            yield Change("bot", str(number + 1), "", *sides)


def describe_bot(bot: Mapping[str, Any]) -> str:
    """Return a bot's name as an input, with the short hash of its file if it has one."""
    return f"{bot['name']} {bot['sha256'][:12]}".rstrip()


def select_rules(run: Run) -> dict[str, Any]:
    """Return the fields of a run that are inputs to compare: mode and seed."""
    return {name: run.info["run"][name] for name in ("mode", "seed")}


def select_versions(run: Run) -> dict[str, Any]:
    """Return the program's version as an input to compare."""
    return {"evenhand": run.info["versions"]["evenhand"]}


def compare_by_name(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """List the inputs whose values differ, by name; a missing value is ""."""
    for name in {**old, **new}:
        sides = [str(side.get(name, "")) for side in (old, new)]
        if sides[0] != sides[1]:
            yield Change(kind, name, "", *sides)
