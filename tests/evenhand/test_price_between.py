"""Numbers that `price` plays between one that is safe and one that is not."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import Fair, PriceCurve
from evenhand.experiments import price_opinions
from evenhand.experiments.card_price import plan_pricing
from evenhand.experiments.price_bands import Edge, find_edge, judge_values
from evenhand.experiments.price_opinions import price_by_request
from evenhand.experiments.price_sentences import describe_between
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request

BANDS = {"lamp": Band(0.4, 0.6)}
LIMIT = 21  # up to which the lamp is surely inside its band, in the games that are made up


@pytest.fixture(scope="module")
def plan():
    return prepare(Request("last_light", games=1, decks=["gale,harbour,tempest"])).plan


def make_curve(values: list[int], limit: int = LIMIT, least: float = 0.45) -> PriceCurve:
    """A curve whose deck is inside its band up to a limit, and outside above it."""
    low = [least if value <= limit else 0.65 for value in values]
    decks = pd.DataFrame({"deck": "lamp", "value": values, "win_rate_low": low})
    decks = decks.assign(win_rate=decks["win_rate_low"], win_rate_high=decks["win_rate_low"])
    table = pd.DataFrame({"value": values, "worth": 0.0, "worth_low": 0.0, "worth_high": 0.0})
    return PriceCurve(table, True, Fair(np.nan, -np.inf, np.inf), decks)


@pytest.mark.parametrize(
    ("values", "now", "grid", "edge"),
    [
        ([10, 20, 30, 40], 40, 1, Edge(20, 30, 25)),
        ([10, 20, 30, 40], 40, 5, Edge(20, 30, 25)),
        ([10, 20, 30, 40], 40, 10, None),
        ([10, 20, 30, 40], 20, 1, None),
        ([30, 40, 50], 40, 1, None),
        ([10, 21, 22], 22, 1, None),
        ([21, 24], 24, 1, Edge(21, 24, 23)),
    ],
)
def test_the_edge_that_is_nearest_to_the_number_of_now(values, now, grid, edge):
    assert find_edge([make_curve(values)], BANDS, now, grid) == edge


def test_a_deck_that_no_number_brings_inside_does_not_count():
    outside = make_curve([10, 20, 30], limit=0)
    assert judge_values([make_curve([10, 20, 30]), outside], BANDS) == {
        10: True, 20: True, 30: False,
    }  # fmt: skip
    some = make_curve([10, 30])
    assert judge_values([make_curve([10, 20, 30]), some], BANDS) == {10: True, 30: False}
    assert judge_values([make_curve([10, 20]), make_curve([10, 20, 30])], BANDS)[30] is False


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The values that each pricing plays, in games that are made up."""
    played: list[list[int]] = []

    def play(pricing: Any, job: Any, *rest: Any) -> dict[str, PriceCurve]:
        played.append(list(pricing.first))
        bot = job.plan.bots[0].name
        return {bot: make_curve(pricing.first, limit=7)}

    monkeypatch.setattr(price_opinions, "price_with_each_bot", play)
    return played


def price_barrel(plan, now: int, values: list[int], **chosen: Any):
    pricing = replace(plan_pricing(plan, "Barrel", values=values), now=now, grid=1)
    job: Any = SimpleNamespace(plan=plan, panel=(), request=Request())
    return price_by_request(pricing, job, 1.0, None, True, BANDS, **chosen)


def test_two_numbers_are_played_between(plan, asked):
    curves, second = price_barrel(plan, 14, [2, 6, 10, 14])
    assert second == {}
    assert asked == [[2, 6, 10, 14], [8, 14], [7, 14]]
    (curve,) = curves.values()
    assert list(curve.table["value"]) == list(curve.decks["value"]) == [2, 6, 7, 8, 10, 14]
    pricing = plan_pricing(plan, "Barrel", values=[2, 6])
    said = describe_between(pricing, "heuristic", curve, BANDS, {2, 6, 10, 14})
    assert [text.partition(",")[0] for text in said] == ["With strength 7", "With strength 8"]


@pytest.mark.parametrize("chosen", [{"are_chosen": True}, {}])
def test_none_is_played_where_values_are_named_or_all_is_well(plan, asked, chosen):
    price_barrel(plan, 14 if chosen else 6, [2, 6, 10, 14], **chosen)
    assert asked == [[2, 6, 10, 14]]
