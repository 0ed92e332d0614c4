"""The chapter of pairs of cards: drawn if some stand out, a sentence if none does."""

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import pytest

from evenhand.analysis.tables.card_synergy import COLUMNS
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.synergy import make_synergy_sections, write_synergy_sentences

CARDS = [f"Card {number}" for number in range(26)]


@pytest.fixture(scope="module")
def evidence(make_evidence: Callable[..., Evidence]) -> Evidence:
    return make_evidence()


def found(effects: list[float], is_sure: bool = True, n_looked_at: int = 105) -> pd.DataFrame:
    rows = [
        {
            **dict.fromkeys(COLUMNS, 0.01),
            "deck": "rush", "card": CARDS[2 * number], "other": CARDS[2 * number + 1],
            "synergy": effect, "synergy_low": effect - 0.01, "synergy_high": effect + 0.01,
            "sure_low": effect - 0.02, "sure_high": effect + 0.02,
            "synergy_q": 0.01 if is_sure else 0.4, "n_looked_at": n_looked_at, "n_games": 80,
        }
        for number, effect in enumerate(effects)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_the_strongest_pair_is_named_with_an_interval_that_holds_for_it() -> None:
    first, stars, chosen = map(str, write_synergy_sentences(found([0.02, -0.05])))
    assert "Card 2 + Card 3, together 5.0 points less than apart" in first
    assert "(\N{MINUS SIGN}7.0 to \N{MINUS SIGN}3.0, which holds for the strongest of 2)" in first
    assert "2 of 2 pairs" in stars
    assert "105 pairs were looked at" in chosen
    *_, every = map(str, write_synergy_sentences(found([0.02, -0.05], n_looked_at=2)))
    assert every == "All 2 pairs of the deck were measured."


def test_nothing_sure_is_said_and_not_drawn(evidence: Evidence) -> None:
    (section,) = make_synergy_sections(replace(evidence, card_synergy=found([0.02], is_sure=False)))
    assert not [block for block in section.blocks if type(block).__name__ == "Figure"]
    first = str(write_synergy_sentences(found([0.02], is_sure=False))[0])
    assert first.startswith("No two cards are surely worth more or less together than apart")


def test_what_stands_out_is_drawn_up_to_twenty_cards(evidence: Evidence) -> None:
    many = found([0.01 * (number + 1) for number in range(13)])
    page = render_report(replace(evidence, card_synergy=many))
    drawing = page.partition('id="figure-synergy-0"')[2].partition("</svg>")[0]
    assert drawing.count(" + Card") == 10
    assert "Card 25" in drawing and "Card 0 " not in drawing


@pytest.mark.parametrize("is_measured", [True, False])
def test_what_was_not_measured_takes_a_line(evidence: Evidence, is_measured: bool) -> None:
    measured = found([0.02]) if is_measured else pd.DataFrame(columns=COLUMNS)
    page = render_report(replace(evidence, card_synergy=measured))
    assert page.count("evenhand synergy DECK ") == (0 if is_measured else 1)
    assert ('id="synergy"' in page) is is_measured
