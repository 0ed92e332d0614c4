"""Export of a run as the folder of files that the package spells reads, as for 17Lands.

``SPELLS_DATA_HOME`` is the folder, and the game's name is used as the name of a set::

    from spells import summon

    summon("my_game", columns=["num_gih", "gih_wr", "iwd"], group_by=["name"])

The table of drafts has no rows, only columns with the names of the cards, as nothing was drafted.
The table of cards has the columns that all games have, from the card file stored with the run;
all others are empty.
"""

import re
from pathlib import Path
from typing import Any

import polars as pl

from evenhand.analysis.data.run import Run, load_run_pool
from evenhand.analysis.tables.export import FIRST, refuse_other_table, write_wide_games
from evenhand.decks.card import Card, kind_of
from evenhand.decks.schema import GameSchema
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.atomic_files import atomic_file
from evenhand.simulate.runs.places import confine, is_link, make_folder, remove_empty

__all__ = ["write_spells_folder"]

EVENT = "PremierDraft"  # part of the file names that spells reads by default
CARD_COLUMNS: dict[str, Any] = {
    "name": pl.String, "set_code": pl.String, "color": pl.String, "rarity": pl.String,
    "color_identity": pl.String, "card_type": pl.String, "subtype": pl.String,
    "mana_value": pl.Float64, "mana_cost": pl.String, "power": pl.Float64,
    "toughness": pl.Float64, "is_bonus_sheet": pl.Boolean, "is_dfc": pl.Boolean,
    "oracle_text": pl.String, "card_json": pl.String, "scryfall_id": pl.String,
    "image_url": pl.String,
}  # fmt: skip

SUMS = re.compile(r"[0-9a-f]{32}\.parquet")  # names of the tables that spells caches
DRAFT_COLUMNS: dict[str, Any] = {
    "expansion": pl.String, "event_type": pl.String, "draft_id": pl.String,
    "draft_time": pl.String, "rank": pl.String, "event_match_wins": pl.Int8,
    "event_match_losses": pl.Int8, "pack_number": pl.Int8, "pick_number": pl.Int8,
    "pick": pl.String, "pick_maindeck_rate": pl.Float64, "pick_sideboard_in_rate": pl.Float64,
    "user_n_games_bucket": pl.Int16, "user_game_win_rate_bucket": pl.Float64,
}  # fmt: skip


def write_spells_folder(run: Run, folder: str | Path) -> int:
    """Write a run's games, cards and card names into a data folder of spells.

    Parameters
    ----------
    run : Run
    folder : str or Path
        The value of ``SPELLS_DATA_HOME``. Other sets in it are kept; tables that spells cached
        for this game are removed, because they are out of date.

    Returns
    -------
    int
        Number of rows of games written.
    """
    game = run.info["run"]["game"]
    confine(Path(folder), Path("external", game))
    load_game(game)
    place = make_folder(Path(folder), f"external/{game}")
    files = [place / f"{game}_{end}.parquet" for end in ("card", f"{EVENT}_draft", f"{EVENT}_game")]
    for file, columns in zip(files, (CARD_COLUMNS, DRAFT_COLUMNS, FIRST), strict=True):
        refuse_other_table(file, tuple(columns))
    cards, drafts, games = files
    write_frame(make_cards_table(run), cards)
    write_frame(make_drafts_table(run), drafts)
    rows = write_wide_games(run, games, "parquet")
    remove_cached_tables(confine(Path(folder), f"cache/{game}"))
    return rows


def remove_cached_tables(folder: Path) -> None:
    """Remove the tables that spells cached for a game, and no other files."""
    for file in folder.glob("*.parquet"):
        if SUMS.fullmatch(file.name) and file.is_file() and not is_link(file):
            file.unlink()
    remove_empty(folder)


def write_frame(frame: pl.DataFrame, path: Path) -> None:
    """Write a small table for spells as Parquet."""
    with atomic_file(path) as unfinished:
        frame.write_parquet(unfinished)


def make_drafts_table(run: Run) -> pl.DataFrame:
    """Return a table of drafts for spells without rows, whose columns name the cards."""
    places = ("pack_card", "pool")
    cards = {f"{place}_{name}": pl.Int8 for place in places for name in run.card_names}
    return pl.DataFrame(schema={**DRAFT_COLUMNS, **cards})


def make_cards_table(run: Run) -> pl.DataFrame:
    """Return the table of cards for spells: one row for each card of the run."""
    game, pool = run.info["run"]["game"], load_run_pool(run)
    cards = dict(zip(pool.labels, pool.cards, strict=True)) if pool else {}
    rows = [
        {"name": name, "set_code": game, **make_card_row(load_game(game).schema, cards.get(name))}
        for name in run.card_names
    ]
    return pl.DataFrame(rows, schema=CARD_COLUMNS)


def make_card_row(schema: GameSchema, card: Card | None) -> dict[str, Any]:
    """Return a card's columns for spells that all games have; {} if it is unknown."""
    if card is None:
        return {}
    return {
        "rarity": card.rarity,
        "card_type": kind_of(card),
        "mana_value": schema.cost(card) if schema.cost else None,
        "oracle_text": card.text,
    }
