"""The part "How much is there to decide?" of the section on the lengths of games."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Fold,
    Paragraph,
    Table,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    interval,
    make_sentence,
    name_player,
    number,
    percent,
    plural,
    write_allowance,
    write_rate,
)

__all__ = ["make_choices_part"]

COLUMNS = (
    Column("Deck", numeric=False),
    Column("Turns", "Own turns, without the last of each game, which its end cuts off"),
    Column("Nothing done, %", "Turns in which its player only ended the turn, passed or said no"),
    Column("Nothing to do, %", "Of all turns, those in which nothing else was on offer"),
    Column("Questions", "With two answers or more, in a game; 95 % interval below"),
    Column("One sensible answer, %", "Of these questions; 95 % interval below"),
)
WORST = {
    "idle": "{deck} most often does nothing in a turn: in {share} of its own.",
    "one_sensible": "{deck} leaves least to choose: {share} of its questions have one answer that "
    "makes sense.",
}


def make_choices_part(evidence: Evidence) -> Iterator[Block]:
    """Yield how often nothing was done in a turn, and one answer alone made sense."""
    table = evidence.choices
    if table.empty:
        return
    whole = next(table.itertuples())
    yield Paragraph(_write_turns(evidence, whole))
    if whole.one_sensible_share >= 0:  # not missing
        yield Paragraph(_write_questions(whole))
    yield Paragraph(_write_conclusion(table.iloc[1:]))
    shown = Table(
        id="table-choices",
        caption="What there is to decide, by deck",
        columns=COLUMNS,
        rows=[_make_cells(row) for row in table.itertuples()],
    )
    yield Fold("By deck", (shown,))


def _write_turns(evidence: Evidence, row: Any) -> Sentence:
    bots = [name_player(bot["name"]) for bot in evidence.info["bots"]]
    return make_sentence(
        "In {idle} of turns the player whose turn it was did nothing but end it, pass or say no; "
        "in {stuck} nothing else was on offer. That was counted in {games}, played by {bots}.",
        idle=write_rate(row.idle_share, row.idle_share_low, row.idle_share_high),
        stuck=write_rate(row.stuck_share, row.stuck_share_low, row.stuck_share_high),
        games=plural(row.n_games // evidence.n_seats, "game"),
        bots=enumerate_parts(bots),
    )


def _write_questions(row: Any) -> Sentence:
    return make_sentence(
        "Of the {questions} questions with two answers or more that a player is asked in a game, "
        "{one} have only one answer that makes sense: a beginner would take any other less than "
        "once for eight times this one. What makes sense is what the bots' rules of thumb say.",
        questions=number(row.mean_questions, 0),
        one=write_rate(
            row.one_sensible_share, row.one_sensible_share_low, row.one_sensible_share_high
        ),
    )


def _write_conclusion(decks: pd.DataFrame) -> Sentence:
    """Write which deck is the worst in each, as far as one surely is worse than all together."""
    told = [
        _write_worst(decks, name, pattern)
        for name, pattern in WORST.items()
        if (decks[f"{name}_excess_low_all"] > 0).any()
    ]
    if len(told) == len(WORST):
        return make_sentence("{first} {second}", first=told[0], second=told[1])
    return told[0] if told else make_sentence(
        "No deck is surely worse in that than all together, after correction for {decks}.",
        decks=plural(len(decks), "deck"),
    )  # fmt: skip


def _write_worst(decks: pd.DataFrame, name: str, pattern: str) -> Sentence:
    surely = decks[decks[f"{name}_excess_low_all"] > 0]
    row = surely.sort_values(f"{name}_share", ascending=False).iloc[0]
    spread = interval(row[f"{name}_share_low_all"], row[f"{name}_share_high_all"])
    allowance = write_allowance(len(decks), "deck")
    share = f"{percent(row[f'{name}_share'])} ({spread}{allowance})"
    return make_sentence(pattern, deck=Name(row["deck"]), share=share)


def _make_cells(row: Any) -> list[Cell]:
    return [
        name_cell(row.deck or "All decks"),
        count_cell(row.n_turns),
        rate_cell(row.idle_share, row.idle_share_low, row.idle_share_high),
        rate_cell(row.stuck_share, row.stuck_share_low, row.stuck_share_high),
        mean_cell(row.mean_questions, row.mean_questions_low, row.mean_questions_high),
        rate_cell(row.one_sensible_share, row.one_sensible_share_low, row.one_sensible_share_high),
    ]
