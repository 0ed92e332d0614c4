"""What a report says of how much there is to decide."""

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import pytest

from evenhand.reports.blocks import Paragraph
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.choices import make_choices_part
from evenhand.reports.sections.lengths import make_lengths_section

Make = Callable[..., Evidence]
DECKS = ("", "Tide Control", "Ember Rush", "Verdant Growth")


def choices(idle: tuple[float, ...], one: tuple[float, ...]) -> pd.DataFrame:
    """Make up the table: by deck, all of them first, with intervals two points wide."""
    table = pd.DataFrame({"deck": DECKS, "n_games": [600, 200, 200, 200], "n_turns": 1_000})
    table["idle_share"], table["one_sensible_share"] = idle, one
    table["stuck_share"], table["mean_questions"] = table["idle_share"] / 2, 40.0
    for name in ("idle", "one_sensible"):
        table[f"{name}_excess"] = table[f"{name}_share"] - table[f"{name}_share"][0]
    for name in [one for one in table if one.endswith(("_share", "_excess", "_questions"))]:
        for end, away in (("low", -0.01), ("high", 0.01)):
            table[f"{name}_{end}"] = table[name] + away
            table[f"{name}_{end}_all"] = table[name] + 2 * away
    return table


def told(evidence: Evidence) -> list[str]:
    return [
        str(block.text) for block in make_choices_part(evidence) if isinstance(block, Paragraph)
    ]


EVEN, HIGH = (0.05, 0.05, 0.05, 0.05), (0.07, 0.12, 0.04, 0.05)


def test_it_is_said_in_how_many_turns_nothing_is_done_and_with_which_bot(
    make_evidence: Make,
) -> None:
    first, second, last = told(replace(make_evidence(), choices=choices(EVEN, EVEN)))
    assert first.startswith(
        "In 5.0\u00a0% (4.0\u20136.0) of turns the player whose turn it was did "
    )
    assert "in 2.5\u00a0% (1.5\u20133.5) nothing else was on offer" in first
    assert "counted in 300 games, played by the rules of thumb" in first
    assert second.startswith("Of the 40 questions") and "rules of thumb say" in second
    assert last == (
        "No deck is surely worse in that than all together, after correction for 3 decks."
    )


@pytest.mark.parametrize(
    ("idle", "one", "sentence"),
    [
        (HIGH, EVEN, "Tide Control most often does nothing in a turn: in 12.0"),
        (EVEN, HIGH, "Tide Control leaves least to choose: 12.0"),
    ],
)
def test_the_worst_deck_is_named_with_the_interval_for_all(
    make_evidence: Make, idle: tuple[float, ...], one: tuple[float, ...], sentence: str
) -> None:
    last = told(replace(make_evidence(), choices=choices(idle, one)))[-1]
    assert last.startswith(sentence)
    assert "(10.0\u201314.0, wider because it is the most extreme of 3 decks)" in last


def test_both_may_be_named(make_evidence: Make) -> None:
    last = told(replace(make_evidence(), choices=choices(HIGH, HIGH)))[-1]
    assert "does nothing" in last and "leaves least to choose" in last


def test_without_rules_of_thumb_or_without_a_count_nothing_is_said(make_evidence: Make) -> None:
    nan = (float("nan"),) * 4
    assert len(told(replace(make_evidence(), choices=choices(EVEN, nan)))) == 2
    assert told(make_evidence()) == []
    assert "table-choices" not in str(make_lengths_section(make_evidence()))
