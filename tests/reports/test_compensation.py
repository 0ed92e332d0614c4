"""The chapter on what makes up for going first."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.tables.compensation import FRESH, Played, Setting, compensation_table
from evenhand.reports.blocks import Code, Figure, Fold, Paragraph, Table
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections import make_sections
from evenhand.reports.sections.compensation import (
    make_compensation_section,
    write_compensation_sentences,
)
from evenhand.reports.sections.first_player import make_first_player_section

Make = Callable[..., Evidence]
ONE, TWO = (Setting((("cards", value),)) for value in (1, 2))


def drawn(edges: dict[Setting, float], n_pairs: int = 4_000, seed: int = 1) -> Played:
    """Draw the pairs of one matchup under several settings."""
    luck = np.random.default_rng(seed).random((2, n_pairs))
    one = np.ones(n_pairs)
    counts = [
        [np.array([one, first, one, second, (first + 1 - second) / 2, (second + 1 - first) / 2,
                   9 * one, 0 * one], float)]
        for edge in edges.values() for first, second in [luck < 0.5 + edge]
    ]  # fmt: skip
    return Played(list(edges), counts, [("Tide", "Ember")], FRESH if seed > 1 else "searched", seed)


def measured(
    edges: tuple[float, float, float], best: Setting, bot: str = "thinker"
) -> pd.DataFrame:
    """Make up what one bot found."""
    worth = dict(zip((Setting(), ONE, TWO), edges, strict=True))
    searched = compensation_table(drawn(worth), {"cards": [0, 1, 2]}, 0.02, best)
    fresh = {setting: worth[setting] for setting in dict.fromkeys((Setting(), best))}
    found = compensation_table(drawn(fresh, 8_000, seed=2), {}, 0.02, best)
    return pd.concat([searched, found], ignore_index=True).assign(bot=bot)


def sentences(edges: tuple[float, float, float], best: Setting) -> list[str]:
    return [str(one) for one in write_compensation_sentences(measured(edges, best))]


def test_the_best_setting_its_price_and_the_curve() -> None:
    best, price, curve = sentences((0.1, 0.0, -0.1), ONE)
    assert "Nearest to fair: cards=1. On 16,000 fresh games" in best
    assert "surely within \u00b12 points, and surely nearer to fair than now" in best
    assert "turns a game" in price and "draws" not in price
    assert "cards: going first is worth nothing at 0.9 (0.8 to 1.0); 1 comes nearest" in curve
    assert "With each value more it is worth less" in curve


def test_rules_that_are_best_as_they_are_have_no_price() -> None:
    best, curve = sentences((0.0, 0.1, 0.2), Setting())
    assert "Nearest to fair: the rules as they are." in best
    assert "nearer to fair than now" not in best
    assert "or less" in curve


def test_what_is_not_proved_is_not_said() -> None:
    best, _, curve = sentences((0.05, 0.05, 0.05), TWO)
    assert "surely not within" in best and "and not surely nearer" in best
    assert "cards: no value makes going first worth nothing; 0 comes nearest." in curve
    assert curve.endswith("Not every step is proven.")


def test_too_few_games_make_no_curve() -> None:
    worth = dict.fromkeys((Setting(), ONE, TWO), 0.0)
    few = compensation_table(drawn(worth, 20), {"cards": [0, 1, 2]}, 0.02, ONE)
    fresh = compensation_table(drawn(dict.fromkeys((Setting(), ONE), 0.0), 20, 2), {}, 0.02, ONE)
    curve = write_compensation_sentences(pd.concat([few, fresh]))[-1]
    assert str(curve) == "cards: too few games to say where going first is worth nothing."


def test_a_curve_that_turns_is_said_to() -> None:
    curve = sentences((0.1, -0.1, 0.1), ONE)[-1]
    assert "in 2 places" in curve
    assert curve.endswith("More does not always help: the advantage falls, then rises.")
    assert sentences((-0.1, 0.1, -0.1), ONE)[-1].endswith("the advantage rises, then falls.")


def test_draws_that_hardly_change_are_said_to_be_unchanged() -> None:
    found = measured((0.1, 0.0, -0.1), ONE)
    ends = {"draws_change": 0.0001, "draws_change_low": -0.001, "draws_change_high": 0.001}
    price = str(write_compensation_sentences(found.assign(**ends))[1])
    assert "draws unchanged (\N{MINUS SIGN}0.1 to +0.1)" in price


@pytest.fixture
def evidence(make_evidence: Make) -> Evidence:
    found = measured((0.1, 0.0, -0.1), ONE)
    return replace(make_evidence(), compensation=found)


def test_the_chapter_stands_behind_the_first_player(evidence: Evidence) -> None:
    ids = [section.id for section in make_sections(evidence)]
    assert ids.index("compensation") == ids.index("first-player") + 1
    (section,) = make_compensation_section(evidence)
    (figure,) = (block for block in section.blocks if isinstance(block, Figure))
    assert "cards" in figure.svg and "0 (now)" in figure.svg
    (fold,) = (block for block in section.blocks if isinstance(block, Fold))
    searched, fresh = fold.blocks
    assert isinstance(searched, Table) and isinstance(fresh, Table)
    assert [str(row[0].text) for row in searched.rows] == ["now", "cards=1", "cards=2"]
    assert [row[0].mark for row in fresh.rows] == ["", "\u2605"]
    assert "8,000 games each" in str(searched.caption)


def test_each_bot_is_named_where_there_are_several(make_evidence: Make) -> None:
    found = [measured((0.1, 0.0, -0.1), ONE, bot) for bot in ("weak", "strong")]
    evidence = replace(make_evidence(), compensation=pd.concat(found))
    (section,) = make_compensation_section(evidence)
    said = [str(block.text) for block in section.blocks if isinstance(block, Paragraph)]
    assert [text.split(":")[0] for text in said if "nearest to fair" in text] == [
        "With weak, nearest to fair",
        "With strong, nearest to fair",
    ]
    (figure,) = (block for block in section.blocks if isinstance(block, Figure))
    assert "cards, strong" in figure.svg


@pytest.mark.parametrize(("advantage", "is_said"), [(0.05, True), (0.0, False)])
def test_what_was_not_measured_is_a_line(
    advantage: float, is_said: bool, make_evidence: Make
) -> None:
    evidence = make_evidence(advantage=advantage)
    assert make_compensation_section(evidence) == ()
    blocks = make_first_player_section(evidence).blocks
    assert (Code("evenhand compensate --run RUN_DIR") in blocks) is is_said


def test_what_was_measured_is_not_asked_for(evidence: Evidence) -> None:
    blocks = make_first_player_section(evidence).blocks
    assert not [block for block in blocks if isinstance(block, Code)]
