"""The use of cards: how many decks play them, and what these win; each with its interval."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from evenhand import analysis
from evenhand.analysis.tables import card_use as module
from evenhand.analysis.tables.card_impact import COLUMNS
from evenhand.decks.problems import UsageError
from tests.amounts import how_much

Make = Callable[..., analysis.Run]
SHARED = ["staple"] * 2
DECKS = {
    "A": [*SHARED, "gem", *["a"] * 27],
    "B": [*SHARED, "pair", *["b"] * 27],
    "C": [*SHARED, "pair", *["c"] * 27],
    "D": ["d"] * 30,
}
ROUND = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_use_is_a_share_of_decks(made: Make) -> None:
    run = made(decks=DECKS, matchups=ROUND, n_pairs=100, strength={"A": 0.2})
    table = analysis.card_use(run).set_index("card")
    assert table.index[0] == "staple"
    assert table["use"].to_dict() == {
        "staple": 0.75, "pair": 0.5, "a": 0.25, "b": 0.25, "c": 0.25, "d": 0.25, "gem": 0.25,
    }  # fmt: skip
    assert table["n_decks"].to_dict() == {name: 4 * use for name, use in table["use"].items()}
    rates = analysis.win_rates(run).set_index("deck")
    for end in ("", "_low", "_high"):
        own = rates[f"win_rate{end}"]
        assert table[f"win_rate{end}"]["gem"] == pytest.approx(own["A"])
        assert table[f"win_rate{end}"]["pair"] == pytest.approx((own["B"] + own["C"]) / 2)
    assert (table["win_rate_low_all"] < table["win_rate_low"]).all()
    seen = analysis.card_win_rates(run)
    pooled = seen[seen["deck"] == ""].set_index("card")
    assert (table["played_rate"] == pooled["played_rate"].loc[table.index]).all()
    assert table["effect"].isna().all()


def test_use_is_a_share_of_the_field(made: Make) -> None:
    run = made(decks=DECKS, matchups=ROUND, n_pairs=100, strength={"A": 0.2})
    shares = {"A": 0.6, "B": 0.3, "C": 0.1}
    table = analysis.card_use(run, shares).set_index("card")
    assert table["use"].to_dict() == pytest.approx(
        {"staple": 1.0, "a": 0.6, "gem": 0.6, "pair": 0.4, "b": 0.3, "c": 0.1, "d": 0.0}
    )
    assert table["n_decks"]["d"] == 0 and table["n_decks"]["staple"] == 3
    rates = analysis.field_win_rates(run, shares).set_index("deck")["field_win_rate"]
    assert table["win_rate"]["pair"] == pytest.approx(0.75 * rates["B"] + 0.25 * rates["C"])
    assert table["win_rate"]["staple"] == pytest.approx(0.5)  # the field against itself
    assert table["win_rate"]["d"] == pytest.approx(rates["D"])


def impacts() -> pd.DataFrame:
    """Make up what two decks' cards are worth to them."""
    rows = {
        ("A", "staple"): 0.06,
        ("B", "staple"): 0.03,
        ("C", "staple"): 0.03,
        ("A", "gem"): -0.02,
    }
    made_up = {"copies": 2, "baseline": "", "n_games": 4_000, "n_pairs": 2_000,
               "standard_error": 0.005, "effect_p": 0.5, "effect_q": 0.5, "sample_factor": 2.0,
               "changed": 0.3}  # fmt: skip
    return pd.DataFrame(
        [
            {"deck": deck, "card": card, "effect": effect, "effect_low": effect - 0.01,
             "effect_high": effect + 0.01, **made_up}
            for (deck, card), effect in rows.items()
        ]
    )[COLUMNS]  # fmt: skip


def test_impact_is_the_mean_over_decks(made: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "card_impact", lambda run: impacts())
    run = made(decks=DECKS, matchups=ROUND, n_pairs=50)
    table = analysis.card_use(run).set_index("card")
    ends = ["effect", "effect_low", "effect_high"]
    assert table.loc["staple", ends].tolist() == pytest.approx([0.04, 0.03, 0.05])
    assert table.loc["gem", ends].tolist() == pytest.approx([-0.02, -0.03, -0.01])
    assert table["effect_low_all"]["staple"] < 0.03 and np.isnan(table["effect"]["pair"])
    weighed = analysis.card_use(run, {"A": 1.0}).set_index("card")
    assert weighed["effect"]["staple"] == pytest.approx(0.06)


def test_intervals_for_all_cards_hold_together(made: Make) -> None:
    n = how_much(40, 400)
    held = []
    for seed in range(n):
        run = made(seed=seed, decks=DECKS, matchups=ROUND, n_pairs=100)
        table = analysis.card_use(run)
        held.append(
            ((table["win_rate_low_all"] < 0.5) & (table["win_rate_high_all"] > 0.5)).all()
        )  # all decks are alike
    assert np.mean(held) >= 0.95 - 3.5 * (0.95 * 0.05 / n) ** 0.5


def test_decks_of_several_bots_are_refused(made: Make) -> None:
    run = made(decks=DECKS, matchups=[(0, 1), (0, 1)], bots=[(0, 1), (1, 0)], n_pairs=20)
    with pytest.raises(UsageError, match="each played by one bot"):
        analysis.card_use(run)


def test_more_than_two_players_have_use_too(made: Make) -> None:
    run = made(decks=DECKS, matchups=[(0, 1, 2), (1, 2, 3)], n_seats=3, n_pairs=60)
    table = analysis.card_use(run).set_index("card")
    assert table["use"]["staple"] == 0.75
    with pytest.raises(UsageError, match="for two"):
        analysis.card_use(run, {"A": 1.0})
