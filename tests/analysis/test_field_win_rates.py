"""Win rates against a field: those of its matchups, weighed as they are met."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evenhand import analysis
from evenhand.analysis.gate.run_bands import Bands, save_bands
from evenhand.analysis.tables.field_win_rates import find_stated_field, make_row
from evenhand.decks.problems import UsageError
from tests.amounts import how_much
from tests.analysis.drawn_matrices import simulate

Make = Callable[..., analysis.Run]
ALL = {"decks": {name: [name.lower()] * 30 for name in "ABC"},
       "matchups": [(0, 1), (0, 2), (1, 2)]}  # fmt: skip
SHARES = {"A": 0.5, "B": 0.3, "C": 0.2}
TRUTH = np.array([[0.5, 0.7, 0.45, 0.6], [0.3, 0.5, 0.55, 0.9],
                  [0.55, 0.45, 0.5, 0.5], [0.4, 0.1, 0.5, 0.5]])  # fmt: skip


@pytest.fixture
def run(made: Make) -> analysis.Run:
    return made(**ALL, strength={"A": 0.2}, n_pairs=300)


def test_matchups_are_weighed_as_they_are_met(run: analysis.Run) -> None:
    table = analysis.field_win_rates(run, SHARES).set_index("deck")
    met = analysis.matchups(run).set_index(["deck", "opponent"])["win_rate"]
    expected = 0.5 * 0.5 + 0.3 * met["A", "B"] + 0.2 * met["A", "C"]
    assert table["field_win_rate"]["A"] == pytest.approx(expected)
    assert table["share"].to_dict() == pytest.approx(SHARES)
    assert (table["n_games"] == 1200).all()
    even = analysis.win_rates(run).set_index("deck")
    assert (table["win_rate"] == even["win_rate"]).all()
    # A strong deck that is played a lot wins less in the field than against all equally.
    assert table["field_win_rate"]["A"] < table["win_rate"]["A"]
    everybody = (table["share"] * table["field_win_rate"]).sum()
    assert everybody == pytest.approx(0.5)


def test_a_field_of_one_deck_is_one_matchup(run: analysis.Run) -> None:
    table = analysis.field_win_rates(run, {"A": 1.0}).set_index("deck")
    own = table.loc["A", ["field_win_rate", "field_win_rate_low", "field_win_rate_high"]]
    assert own.tolist() == [0.5] * 3 and table["n_games"]["A"] == 0
    met = analysis.matchups(run).set_index(["deck", "opponent"]).loc["B", "A"]
    for end in ("", "_low", "_high"):
        assert table[f"field_win_rate{end}"]["B"] == pytest.approx(met[f"win_rate{end}"])


def test_equal_shares_agree_with_the_win_rate(run: analysis.Run) -> None:
    table = analysis.field_win_rates(run, dict.fromkeys("ABC", 1 / 3))
    expected = 1 / 6 + 2 / 3 * table["win_rate"].to_numpy()
    assert table["field_win_rate"].to_numpy() == pytest.approx(expected)
    width, even = (
        table[f"{name}_high"] - table[f"{name}_low"] for name in ("field_win_rate", "win_rate")
    )
    assert width.to_numpy() == pytest.approx(2 / 3 * even.to_numpy(), rel=0.02)


def test_against_the_mix_nobody_wins_more_than_half(run: analysis.Run) -> None:
    table = analysis.field_win_rates(run, "metagame")
    mix = analysis.metagame(run)
    assert table["share"].to_numpy() == pytest.approx(mix["share"].to_numpy())
    assert table["field_win_rate"].to_numpy() == pytest.approx(mix["against_mix"].to_numpy())
    assert (table["field_win_rate"] <= 0.5 + 1e-6).all()


def test_intervals_cover() -> None:
    weights, n = np.array([0.1, 0.6, 0.3, 0.0]), how_much(400, 4_000)
    true = TRUTH @ weights
    held = np.zeros(4)
    for seed in range(n):
        matrix = simulate(TRUTH, np.random.default_rng(seed))
        rows = [make_row(matrix, weights, deck, 0.95) for deck in range(4)]
        held += [
            row["field_win_rate_low"] <= rate <= row["field_win_rate_high"]
            for row, rate in zip(rows, true, strict=True)
        ]
    slack = 3.5 * (0.95 * 0.05 / n) ** 0.5
    assert ((held / n >= 0.95 - slack) & (held / n <= 0.985 + slack)).all()


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({"A": 0.5, "BB": 0.5}, "no deck 'BB'"),
        ({"A": 0.5}, "add up to 0.5, not 1 (0.5 is missing)"),
        ({"A": 0.7, "B": 0.7}, "0.4 is too much"),
        ({"A": -0.5, "B": 1.0}, "A: expected a share from 0 to 1, found -0.5"),
        ({"A": 40.0, "B": 60.0}, "shares, not percent: 0.4 is 40 %"),
        ({"A": float("nan"), "B": 1.0}, "found nan"),
        ({"A": True}, "expected a share such as 0.4, found 'True'"),
        ("metagme", "did you mean 'metagame'?"),
    ],
)
def test_what_is_no_field_is_refused(run: analysis.Run, shares: Any, message: str) -> None:
    with pytest.raises(UsageError) as error:
        analysis.field_win_rates(run, shares)
    assert message in str(error.value)


def test_a_run_knows_the_field_that_it_was_made_with(made: Make) -> None:
    run = made(**ALL, n_pairs=20)
    with pytest.raises(UsageError, match=r"balance\.toml stated no field"):
        analysis.field_win_rates(run)
    save_bands(run.folder, Bands({}, field=SHARES))
    assert analysis.field_win_rates(run).equals(analysis.field_win_rates(run, SHARES))
    member = replace(run, folder=run.folder / "panel" / "learned")
    assert find_stated_field(member) == SHARES
    assert find_stated_field(replace(run, folder=run.folder / "other" / "learned")) is None


def test_rounded_shares_are_taken(run: analysis.Run) -> None:
    table = analysis.field_win_rates(run, dict.fromkeys("ABC", 0.333))
    assert table["share"].sum() == pytest.approx(1)


def test_decks_that_did_not_meet_have_no_field(made: Make) -> None:
    run = made(**{**ALL, "matchups": [(0, 1), (0, 2)]}, n_pairs=20)
    with pytest.raises(UsageError, match="not every deck met every other"):
        analysis.field_win_rates(run, SHARES)
