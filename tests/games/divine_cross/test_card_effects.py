"""Card effects with planted truths: cards that are all alike, and one that is not."""

import numpy as np
import pytest

from evenhand.experiments.contrasts import Effort
from evenhand.experiments.exchange_games import measure_exchanges
from evenhand.experiments.exchange_plan import exchange_cards
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.runs.pair_store import PairRange, PairStore
from evenhand.simulate.runs.variants import plan_variants

HEADER = "name,type,hp,attribute,advantage,retreat,skill1,skill1_cost,skill1_damage"
NUMBERS = "Unit,350,Red,Red,1,Jab,1,80"
STRONG = "Unit,350,Red,Red,1,Jab,1,110"
NAMES = [f"Soldier {number:02}" for number in range(15)]


@pytest.fixture
def plan_with(tmp_path):
    """Return a function that plans games of two equal decks; one card may be stronger."""

    def make(strong=()):
        lines = [f"{name},{STRONG if name in strong else NUMBERS}" for name in NAMES]
        cards = tmp_path / "cards.csv"
        cards.write_text("\n".join([HEADER, *lines]), encoding="utf-8")
        for deck in ("left", "right"):
            text = "\n".join(f"2 {name}" for name in NAMES)
            (tmp_path / f"{deck}.txt").write_text(text, encoding="utf-8")
        decks = [str(tmp_path / f"{deck}.txt") for deck in ("left", "right")]
        return prepare(Request("divine_cross", cards=str(cards), decks=decks)).plan

    return make


def test_cards_that_are_all_alike_have_no_effect(plan_with):
    effects = measure_exchanges(exchange_cards(plan_with()), Effort(0.02))
    assert len(effects) == 30
    assert (effects["effect"] == 0).all()
    assert (effects["effect_q"] > 0.9).all()
    assert (effects["effect_low"] < 0).all()


def test_a_stronger_card_is_found_among_the_others(plan_with):
    effects = measure_exchanges(exchange_cards(plan_with(["Soldier 07"])), Effort(0.02))
    is_strong = effects["card"] == "Soldier 07"
    assert (effects[is_strong]["effect_low"] > 0).all()
    assert (effects[is_strong]["effect_q"] < 0.01).all()
    assert (effects[~is_strong]["effect"] == 0).all()


def test_its_effect_is_as_large_as_it_is(plan_with):
    """Other deals, many of them and not paired, say the same."""
    plan = plan_with(["Soldier 07"])
    exchanged = exchange_cards(plan, ["Soldier 07"])
    row = measure_exchanges(exchanged, Effort(0.01)).iloc[0]
    field = plan_variants(exchanged.plan, exchanged.variants)
    own, variant, _ = field.matchups[0][0]
    ranges = [PairRange(own, 100_000, 2_500), PairRange(variant, 200_000, 2_500)]
    with_card, without = (
        scores[0] for scores in PairStore().play([(field.arrays, pairs) for pairs in ranges])
    )
    error = np.sqrt((with_card.var() + without.var()) / 2_500)
    assert row["effect"] == pytest.approx(with_card.mean() - without.mean(), abs=3 * error)
