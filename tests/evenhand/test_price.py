"""The command `price`: one card at several values, and all cards of the decks."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import Fair, PriceCurve, price_table
from evenhand.commands.price import print_next, suggest_next
from evenhand.decks.problems import UsageError
from evenhand.experiments import all_card_prices, card_price
from evenhand.experiments.all_card_prices import measure_pool, plan_pool
from evenhand.experiments.card_price import measure_price, plan_pricing
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.editions import make_edition
from evenhand.experiments.exchange_plan import make_plain
from evenhand.experiments.number_columns import find_grid, list_priced, resolve_column
from evenhand.experiments.price_bands import choose_candidates
from evenhand.experiments.price_sentences import (
    choose_to_print,
    describe_bands,
    describe_worth,
)
from evenhand.flags import PriceFlags
from evenhand.inputs.card_file_edits import NumberEdit, replace_numbers
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.sections.prices import describe_range, write_fair
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs import pair_store

pytestmark = pytest.mark.xdist_group("price")  # the same work in two at once is refused

GAME = "last_light"
DECKS = ("--decks", "gale,harbour,tempest")
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def plan():
    return prepare(Request(GAME, games=1, decks=["gale,harbour,tempest"])).plan


def price(*arguments: object) -> int:
    return main(["price", "--game", GAME, *DECKS, *map(str, arguments)])


def test_a_card_is_played_at_values_around_the_one_it_has(plan):
    pricing = plan_pricing(plan, "Barrel")
    assert (pricing.column, pricing.now, pricing.decks) == ("strength", 3, ["harbour"])
    assert 3 in pricing.first
    assert pricing.first == sorted(set(pricing.first))
    assert set(pricing.first) <= set(pricing.changed)
    assert pricing.rises is True


def test_the_plain_card_and_each_value_play_the_same_deals(plan):
    pricing = plan_pricing(plan, "Flask", values=[1, 2, 4])
    exchanged = pricing.exchanged
    laid = exchanged.variant_plan
    own = plan.pool.row_of("Flask")
    for place in card_price.list_contrasts(pricing, laid, [1, 2, 4]):
        matchups = [laid.arrays.matchups[row] for row in place.rows]
        assert len({matchup.stream for matchup in matchups}) == 1
        decks = [laid.arrays.cards[matchup.decks[place.sides[0]]] for matchup in matchups]
        cards = [exchanged.plan.pool.cards[row] for row in (deck[decks[2] == own][0]
                 for deck in decks)]  # fmt: skip
        assert [card.strength for card in cards[1:]] == [1, 2, 4] * 2  # alone, and in all decks
        assert all((deck == decks[0])[decks[2] != own].all() for deck in decks)


def test_the_value_of_the_plain_card_is_worth_nothing(plan):
    """The toy's plain card is the card with another strength: at that one it is the same."""
    plain = card_price.make_plain(plan.pool, plan.pool.cards[plan.pool.row_of("Barrel")])
    values = sorted({plain.strength, 3, 5})
    curve = measure_price(plan_pricing(plan, "Barrel", values=values), Effort(0.03))
    row = curve.table.set_index("value").loc[plain.strength]
    assert (row["worth"], row["changed"]) == (0, 0)
    assert curve.table["worth"].is_monotonic_increasing
    assert curve.fair.low <= plain.strength <= curve.fair.high


def test_values_are_added_until_the_fair_one_is_bounded(plan):
    pool = plan.pool
    row = pool.row_of("Barrel")
    strong = make_edition(pool.cards[row], {"strength": 9}).model_copy(update={"name": "Barrel"})
    cards = (*pool.cards[:row], strong, *pool.cards[row + 1 :])
    dear = replace(plan, pool=replace(pool, cards=cards))
    pricing = plan_pricing(dear, "Barrel")
    curve = measure_price(pricing, Effort(0.05))
    assert curve.table["value"].min() < min(pricing.first) or curve.fair.low > -np.inf


def test_the_same_answer_with_more_workers(capsys: Captured):
    found = []
    for jobs in (1, 2):
        assert price("Flask", "--values", "1,2,4", "--precision", 5, "--json", "--jobs", jobs) == 0
        said = json.loads(capsys.readouterr().out)
        said.pop("seconds")
        found.append(said)
    assert found[0] == found[1]
    assert [row["value"] for row in found[0]["prices"][0]["values"]] == [1, 2, 4]


def test_what_is_said_of_a_card(capsys: Captured):
    assert price("Barrel", "--precision", 4) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("As heuristic (the rules of thumb) plays: strength worth")
    assert "3 now" in said
    assert "Barrel with strength 3 is worth" in said
    assert "against a plain card of its cost, in harbour." in said
    assert "games with Barrel, in" in said


def test_each_bot_of_a_panel_has_a_curve(capsys: Captured):
    bots = ("--bots", "panel,heuristic,random", "--precision", 8, "--values", "1,4")
    assert price("Barrel", *bots, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert [one["bot"] for one in said["prices"]] == ["random", "heuristic"]


def test_all_cards_of_the_decks(plan, capsys: Captured):
    assert price("--all", "--precision", 4, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    held = {plan.pool.labels[row] for deck in plan.entrants for row in deck.cards}
    assert {row["card"] for row in said["cards"]} == held
    worths = [abs(row["worth"]) for row in said["cards"]]
    assert worths == sorted(worths, reverse=True)
    assert price("--all", "--precision", 8) == 0
    assert "are worth more than their cost" in capsys.readouterr().out


def test_cards_that_are_plain_ones_are_worth_nothing(plan, monkeypatch: pytest.MonkeyPatch):
    """A pure null with real games: every card of the pool is its own plain card."""
    monkeypatch.setattr(all_card_prices, "make_plain", lambda pool, card: card)
    found = measure_pool(plan_pool(plan), Effort(0.05))
    assert found
    assert all(part.n_changed == 0 for one in found for part in one.parts)
    assert (price_table(found, 2)["worth_q"] > 0.99).all()


def test_a_card_that_is_a_tenth_over_its_curve_is_named(tmp_path: Path, capsys: Captured):
    """A planted truth: a card without text, as it should be at its cost but for a tenth more HP."""
    pool = prepare(Request("divine_cross", games=1, decks=["cinder_host,cinder_rush"])).plan.pool
    card = pool.cards[pool.row_of("Ember Lancer")]
    assert not card.text
    plain = make_plain(pool, card)
    sound = {column: getattr(plain, column) for column in list_priced(pool.schema, card)}
    over = sound | {"hp": round(1.1 * sound["hp"])}
    edits = [NumberEdit(card.line, column, value) for column, value in over.items()]
    cards = tmp_path / "cards.csv"
    cards.write_bytes(replace_numbers(pool.schema, Path(pool.schema.folder / "cards.csv"), edits))
    given = ["--game", "divine_cross", "--cards", str(cards), "--bots", "heuristic", "--json"]
    assert main(["price", card.name, "hp", *given]) == 0
    (curve,) = json.loads(capsys.readouterr().out)["prices"]
    (now,) = [row for row in curve["values"] if row["value"] == over["hp"]]
    assert now["worth_low"] > 0
    assert curve["fair_low"] < sound["hp"] < curve["fair_high"] < over["hp"]


def test_python_prices_cards_too():
    given = {"game": GAME, "decks": ["gale", "harbour"], "jobs": 1}
    answer = evenhand.price("Barrel", values=[2, 5], precision=8, **given)
    curves = answer.curves
    assert answer.table["value"].tolist() == [2, 5]
    assert set(answer.table["bot"]) == {"heuristic"}
    assert list(curves) == ["heuristic"]
    assert curves["heuristic"].table["value"].tolist() == [2, 5]
    table = evenhand.price_all(precision=8, **given).table
    assert set(table["card"]) >= {"Barrel", "Gale"}


def test_who_is_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    arguments = ("Barrel", "--values", "1,3,5", "--precision", 4, "--jobs", 1, "--seed", 77)
    assert price(*arguments, "--json") == 0
    whole = json.loads(capsys.readouterr().out)
    played, calls = pair_store.play, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return played(*given)

    monkeypatch.setattr(pair_store, "play", interrupted)
    assert price(*arguments) == 130
    assert "To resume: evenhand price " in capsys.readouterr().err
    monkeypatch.setattr(pair_store, "play", played)
    assert price(*arguments, "--json") == 0
    again = json.loads(capsys.readouterr().out)
    assert again["prices"] == whole["prices"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a card, or use --all"),
        (("Barrel", "--values", ""), "--values: expected something, found nothing"),
        (("Barrel", "--values", ","), "--values: expected whole numbers, found none"),
        (("Barel",), "has no card 'Barel'"),
        (("Barrel", "colour"), "cards have no column 'colour'"),
        (
            ("Barrel", "name"),
            "'name' is not a number that can be priced (this card's numbers are strength)",
        ),
        (("Barrel", "--values", "4"), "expected two values or more"),
        (("Barrel", "--values", "1,x"), "expected whole numbers, found 'x'"),
        (("Barrel", "--values", "1,4000"), "strength cannot be 4000"),
        (("Barrel", "--precision", "0"), "expected 0.05 to 50"),
        (("Barrel", "--games", "0"), "expected 1 or more"),
        (("Barrel", "--games", "10"), "games at least"),
        (("Barrel", "--all"), "it does not go with 'Barrel'"),
        (("--all", "--values", "1,2"), "it does not go with --values"),
        (("--all", "--bots", "panel,heuristic,random"), "--all: expected one bot"),
        (("--all", "--games", "20"), "games at least"),
    ],
)
def test_what_cannot_be_priced(arguments, said, capsys: Captured):
    assert price(*arguments) == 2
    assert said in capsys.readouterr().err


def test_a_card_in_no_deck(capsys: Captured):
    assert main(["price", "--game", GAME, "--decks", "gale,lamp", "Squall"]) == 2
    assert "none of the decks has the card 'Squall'" in capsys.readouterr().err


def test_the_columns_of_numbers():
    schema = load_game("divine_cross").schema
    from evenhand.decks.pool import load_pool

    pool = load_pool(schema)
    card = pool.cards[pool.row_of("Kiln Guard")]
    assert list_priced(schema, card)[:2] == ["hp", "retreat"]
    free = pool.cards[pool.row_of("Soot Sparrow")]
    assert (free.retreat, list_priced(schema, free)) == (0, ["hp", "skill1_cost", "skill1_damage"])
    assert resolve_column(schema, card, "HP") == "hp"
    assert resolve_column(schema, card, "skill1 damage") == "skill1_damage"
    assert find_grid(pool.cards, "hp") == 10
    with pytest.raises(UsageError, match=r"^Bonfire Night has no number that can be priced$"):
        resolve_column(schema, pool.cards[pool.row_of("Bonfire Night")])
    with pytest.raises(UsageError, match="'abilities' is a text, which has no number") as caught:
        resolve_column(schema, free, "abilities")
    assert "evenhand compare measures the edit; evenhand impact 'Soot Sparrow'" in str(caught.value)


def test_a_short_interval_has_a_decimal():
    assert describe_range(5.04, 6.96) == "5.0 to 7.0"
    assert describe_range(237.2, 281.4) == "237 to 281"
    assert write_fair(261.2, 237.2, 281.4) == "261"
    assert write_fair(5.96, 5.04, 6.96) == "6.0"


def test_a_cost_is_held_against_the_plain_card_of_now(capsys: Captured):
    given = ("--decks", "cinder_rush,tidal_raiders", "--games", "3000", "--values", "1,2")
    assert main(["price", "--game", "divine_cross", "Ember Lancer", "skill1_cost", *given]) == 0
    said = capsys.readouterr().out
    assert "against a plain card whose skill1 cost is 1, in" in said
    assert "as much as that plain card" in said


def test_quiet_is_one_line(capsys: Captured):
    assert price("Barrel", "--values", "1,3,5", "--games", 3000, "--quiet") == 0
    said = capsys.readouterr()
    assert said.out.count("\n") == 1 and "worth as much as" in said.out
    assert said.err == ""
    assert price("--all", "--precision", 5) == 0
    assert "No fair number: it would be more than half" in capsys.readouterr().out
    assert price("--all", "--precision", 5, "--quiet") == 0
    said = capsys.readouterr()
    assert said.out.startswith("Of ") and said.out.count("\n") == 1


def test_where_no_value_is_fair_the_next_ones_are_named(capsys: Captured):
    assert price("Barrel", "--values", "8,9", "--precision", 3) == 0
    out = capsys.readouterr().out
    fair = "With strength less than 8, it would be worth as much as a plain card of its cost."
    assert f"{fair}\nTo look there: --values " in out
    assert price("Barrel", "--values", "0,2,4,6,8", "--games", 3000) == 0
    assert "--values 0,2,4,6,8." in out
    assert "To look there" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [(-np.inf, 4, [0, 1, 2, 3, 4]), (12, np.inf, [12, 15, 18])],
)
def test_values_beyond_an_end_go_as_far_as_the_column_does(plan, low, high, values):
    pricing = plan_pricing(plan, "Barrel", values=[1, 2])
    table = pd.DataFrame({"value": [4, 12]})
    curve = PriceCurve(table, True, Fair(np.nan, low, high))
    assert card_price.list_values_beyond(pricing, curve) == values


@pytest.mark.parametrize(
    ("fair", "others", "said"),
    [
        (Fair(2.0, 1.0, 3.0), [], []),
        (Fair(np.nan, -np.inf, np.inf), [], ["More games may tell: --precision 0.5."]),
        (Fair(np.nan, 0.5, 0.8), ["cost"], ["More games may tell: --precision 0.5."]),
        (
            Fair(np.nan, -np.inf, 0.0),
            ["cost", "speed"],
            ["The card can have no strength that is lower; its other numbers are cost, speed."],
        ),
        (
            Fair(np.nan, -np.inf, 0.0),
            [],
            ["The card can have no strength that is lower; no other number of it can be priced."],
        ),
    ],
)
def test_what_to_do_next_is_said(plan, fair, others, said):
    pricing = replace(plan_pricing(plan, "Barrel", values=[1, 2]), others=others)
    curve = PriceCurve(pd.DataFrame({"value": [0, 2]}), True, fair)
    assert suggest_next(pricing, curve, PriceFlags()) == said


@pytest.mark.parametrize(
    ("worths", "is_so"), [([0.10, 0.11, 0.11], True), ([0.05, 0.11, 0.2], False)]
)
def test_a_number_that_hardly_matters_is_said_to(plan, worths, is_so):
    pricing = plan_pricing(plan, "Barrel", values=[1, 2, 3])
    pricing = replace(pricing, now=2, was=2)
    table = pd.DataFrame(
        {"value": [1, 2, 3], "worth": worths, "worth_low": [worth - 0.02 for worth in worths],
         "worth_high": [worth + 0.02 for worth in worths], "changed": [0.5] * 3}
    )  # fmt: skip
    curve = PriceCurve(table, True, Fair(np.nan, -np.inf, 1.0))
    last = describe_worth(pricing, curve)[-1]
    assert last.startswith("Its strength matters little: from 1 to 3") == is_so
    assert (suggest_next(pricing, curve, PriceFlags()) == []) == is_so


Rates = tuple[float, float]
LOW, RIGHT, HIGH, OPEN = (0.3, 0.32), (0.45, 0.5), (0.62, 0.65), (0.58, 0.61)
BANDS = {"lamp": Band(0.4, 0.6)}


def make_curve(worth: Rates = (-0.1, 0.1), **decks: list[Rates]) -> PriceCurve:
    """A curve of which only the win rates of the decks matter, as intervals by value."""
    rows = [
        {"deck": deck, "value": value, "win_rate": (low + high) / 2, "win_rate_low": low,
         "win_rate_high": high}
        for deck, rates in decks.items() for value, (low, high) in enumerate(rates, 1)
    ]  # fmt: skip
    values = range(1, 1 + max(map(len, decks.values())))
    worths = {"worth": sum(worth) / 2, "worth_low": worth[0], "worth_high": worth[1]}
    table = pd.DataFrame({"value": list(values), **worths})
    return PriceCurve(table, True, Fair(np.nan, -np.inf, np.inf), pd.DataFrame(rows))


def describe_lamp(plan, was: int, now: int, **curves: PriceCurve) -> list[str]:
    """Say what the numbers of a card come to whose decks are known, the first of them a lamp."""
    pricing = plan_pricing(plan, "Barrel", values=[1, 2])
    decks = list(curves["heuristic"].decks["deck"].unique())
    return describe_bands(replace(pricing, decks=decks, was=was, now=now), curves, BANDS)


@pytest.mark.parametrize(
    ("first", "second", "said", "was", "to_print", "more"),
    [
        ([LOW, RIGHT, RIGHT, RIGHT, HIGH], [LOW, RIGHT, RIGHT],
         "with strength 2 to 4; as learned plays it, with 2 and 3 (4 was not played)", 3,
         "3, as it was", []),
        ([RIGHT, RIGHT, RIGHT], [LOW],
         "with strength 1 to 3; as learned plays it, with none that it was asked about", 1,
         "1, as it was",
         ["learned plays, lamp is outside its band with every strength"]),
        ([RIGHT, LOW, RIGHT, OPEN], [RIGHT, RIGHT, RIGHT],
         "with strength 1 and 3 (4 is too close to tell); as learned plays it, with 1 to 3", 5,
         "3, the nearest to 5", []),
        ([RIGHT, RIGHT], [RIGHT, HIGH], "with strength 1 and 2; as learned plays it, with 1",
         2, "1, the nearest to 2", []),
        ([LOW, RIGHT], [HIGH, HIGH],
         "with strength 2; as learned plays it, with none that it was asked about", 1,
         "2, the nearest to 1", ["learned plays, lamp is outside its band with every strength"]),
        ([RIGHT, RIGHT], None, "with strength 1 and 2", 9, "1, as it is", []),
        ([RIGHT, OPEN, OPEN], [OPEN, OPEN], "with strength 1 (2 and 3 are too close to tell); as "
         "learned plays it, with none that it was asked about (1 and 2 are too close to tell)",
         1, "1, as it was", ["learned plays, lamp may be outside its band with it, as before"]),
        ([HIGH, OPEN], None, "with no strength that was played (2 is too close to tell)", 1,
         "2, the nearest to 1",
         ["heuristic plays, lamp may be outside its band with it."]),
        ([HIGH, LOW, LOW], None, "with no strength that was played", 2, "2, as it was",
         ["heuristic plays, lamp is outside its band with every strength"]),
    ],
)  # fmt: skip
def test_with_which_numbers_a_deck_wins_inside_its_band_is_said(
    plan, first, second, said, was, to_print, more
):
    now = 1 if "it is" in to_print else 7
    curves = {"heuristic": make_curve(lamp=first)}
    if second:
        curves["learned"] = make_curve(lamp=second)
    last, *rest, inside = describe_lamp(plan, now if now == 1 else was, now, **curves)
    assert inside == f"lamp surely stays inside its band, 40\u201360\u00a0%, {said}."
    is_other = "nearest" in to_print
    asked = " of those that learned was asked about" if is_other and second else ""
    former = [sentence for sentence in rest if sentence.startswith(f"Not {was}, as it was: as ")]
    assert bool(former) == (is_other and was < 5)  # which is played, and not inside
    rest = rest[len(former) :]
    if is_other:
        worth, *rest = rest
        assert worth == "It is then worth 0.0 points (\u221210.0 to +10.0) against a plain card."
    assert last.startswith(
        f"To print: strength {to_print}{asked}. As {list(curves)[-1]} plays, lamp wins"
    )
    assert len(rest) == len(more)
    assert all(part in sentence for part, sentence in zip(more, rest, strict=True))


def test_a_value_that_was_not_played_is_in_no_range(plan):
    learned = make_curve(lamp=[RIGHT, RIGHT, RIGHT, RIGHT])
    kept = [table[table["value"] != 3] for table in (learned.table, learned.decks)]
    learned = replace(learned, table=kept[0], decks=kept[1])
    (*_, said) = describe_lamp(plan, 1, 9, heuristic=make_curve(lamp=[RIGHT] * 4), learned=learned)
    assert said.endswith(" 1 to 4; as learned plays it, with 1, 2 and 4 (3 was not played).")


@pytest.mark.parametrize(
    ("rates", "asked"),
    [
        ([RIGHT, RIGHT, RIGHT, RIGHT, OPEN, HIGH], [3, 4, 5]),
        ([LOW, LOW, RIGHT, RIGHT, RIGHT], [2, 3, 4]),
        ([LOW, RIGHT, RIGHT, RIGHT, HIGH, HIGH], [1, 2, 4, 5]),
        ([RIGHT, OPEN, HIGH], [1, 2]),
        ([LOW, OPEN, RIGHT], [2, 3]),
        ([RIGHT] * 5, [1, 5]),
        ([HIGH] * 5, [1, 5]),
    ],
)
def test_a_stronger_player_is_asked_where_decks_leave_their_bands(rates, asked):
    assert choose_candidates(make_curve(lamp=rates), BANDS) == asked
    assert choose_candidates(make_curve(lamp=rates), {}) == []


RATE = "47.5\u00a0%, 45.0\u201350.0"
KEPT = f"lamp (heuristic {RATE}; learned {RATE}) surely stays inside its band."


@pytest.mark.parametrize(
    ("rates", "edit", "rises", "said"),
    [
        ([RIGHT, RIGHT, RIGHT, OPEN, HIGH], (1, 5), True,
         f"If Barrel is to be stronger: with strength 3, {KEPT}"),
        ([HIGH, OPEN, RIGHT, RIGHT, RIGHT], (5, 1), True,
         f"If Barrel is to be weaker: with strength 3, {KEPT}"),
        ([RIGHT, RIGHT, RIGHT, OPEN, HIGH], (1, 5), False,
         f"If Barrel is to be weaker: with strength 3, {KEPT}"),
        ([RIGHT, RIGHT, RIGHT, OPEN, HIGH], (1, 5), None,
         f"If the strength is to be higher: with strength 3, {KEPT}"),
        ([RIGHT, RIGHT, RIGHT, OPEN, HIGH], (1, 2), True,
         f"If Barrel is to be stronger still: with strength 3, {KEPT}"),
        ([RIGHT, OPEN, OPEN, HIGH, HIGH], (1, 5), True, ""),
        ([RIGHT, RIGHT, RIGHT, OPEN, HIGH], (1, 1), True, ""),
        ([RIGHT, RIGHT, RIGHT, RIGHT, RIGHT], (1, 5), True, ""),
        ([HIGH, HIGH, HIGH, HIGH, HIGH], (1, 5), True, ""),
    ],
)  # fmt: skip
def test_how_far_an_edit_may_go_is_said(plan, rates, edit, rises, said):
    was, now = edit
    curves = {bot: make_curve(lamp=rates) for bot in ("heuristic", "learned")}
    pricing = replace(plan_pricing(plan, "Barrel", values=[1, 2]), decks=["lamp"], rises=rises)
    sentences = describe_bands(replace(pricing, was=was, now=now), curves, BANDS)
    assert [text for text in sentences if text.startswith("If ")] == ([said] if said else [])


@pytest.mark.parametrize(
    ("rates", "edit", "next_step"),
    [
        ([RIGHT, RIGHT, HIGH], (1, 1), "compare  # once another strength is saved in cards.csv"),
        ([RIGHT, RIGHT, HIGH], (1, 3), "compare  # once strength 1 is saved in cards.csv"),
        ([RIGHT, RIGHT, HIGH], (1, 2), "check"),
        ([HIGH, HIGH, HIGH], (1, 1), "price Barrel strength --values 3,4,5,6,7"),
        ([OPEN, OPEN, HIGH], (1, 1), "price Barrel strength --values 3,4,5,6,7"),
    ],
)
def test_next_leads_to_where_the_answer_is(
    plan, rates, edit, next_step, monkeypatch: pytest.MonkeyPatch, capsys: Captured
):
    """With no number that was played is the card worth its cost, though some keep its deck in."""
    monkeypatch.setattr("evenhand.commands.price.list_runs", lambda _: [Path("runs/one")])
    typed = ["evenhand", "price", "Barrel", "strength"]
    monkeypatch.setattr("evenhand.run_summary.given_command", lambda: typed)
    was, now = edit
    pricing = replace(plan_pricing(plan, "Barrel", values=[1, 2]), decks=["lamp"], was=was, now=now)
    curve = replace(make_curve((-0.1, 0.1), lamp=rates), fair=Fair(np.nan, 3.0, np.inf))
    job: Any = SimpleNamespace(plan=plan, folder=True)
    print_next(pricing, job, PriceFlags(), {"heuristic": curve}, {}, BANDS)
    assert capsys.readouterr().out == f"Next    evenhand {next_step}\n"


@pytest.mark.parametrize(("first", "said"), [("", "abc"), ("b", "bca"), ("c", "cab")])
def test_no_number_is_suggested_that_was_priced_before(first: str, said: str) -> None:
    columns, order = list("abc"), [first or "a"]
    while after := card_price.list_after(columns, order[-1], first):
        order.append(after[0])
    assert "".join(order) == said


def test_an_edit_that_keeps_all_decks_inside_stays(plan):
    curve = make_curve(lamp=[RIGHT, RIGHT, RIGHT, HIGH])
    said, *_ = describe_lamp(plan, 1, 3, heuristic=curve, learned=curve)
    assert said.startswith("To print: strength 3, as it is.")
    said, *_ = describe_lamp(plan, 1, 4, heuristic=curve, learned=curve)
    assert said.startswith("To print: strength 1, as it was.")


@pytest.mark.parametrize(
    ("worth", "rates", "cause"),
    [
        ((0.1, 0.2), HIGH, "another number of Barrel, or its text"),
        ((-0.2, -0.1), HIGH, "another card"),
        ((-0.2, -0.1), LOW, "another number of Barrel, or its text"),
        ((-0.1, 0.2), LOW, "another card"),
    ],
)
def test_what_keeps_a_deck_outside_whatever_the_number_is_named(plan, worth, rates, cause):
    said = describe_lamp(plan, 1, 7, heuristic=make_curve(worth, lamp=[rates, rates]))
    assert said[1].endswith(f"that is the doing of {cause}.")


def test_a_deck_without_a_band_is_not_judged(plan):
    curve = make_curve(lamp=[RIGHT, LOW], gale=[HIGH, RIGHT])
    said = describe_lamp(plan, 1, 7, heuristic=curve)
    assert "gale" not in " ".join(said)
    assert "To print: strength 1, as it was." in said[0]
    assert describe_bands(plan_pricing(plan, "Barrel", values=[1, 2]), {"x": curve}, {}) == []


def test_all_decks_of_a_card_are_judged(plan):
    curve = make_curve(lamp=[RIGHT, RIGHT, LOW], gale=[HIGH, RIGHT, RIGHT])
    pricing = replace(plan_pricing(plan, "Barrel", values=[1, 2]), was=1, now=7)
    bands = {deck: Band(0.4, 0.6) for deck in ("lamp", "gale")}
    assert choose_to_print(pricing, {"heuristic": curve}, bands) == 2


def test_the_decks_of_a_card_win_as_if_it_were_printed(plan):
    """A value that is tried wins as often as in a game whose cards have it, in every deck."""
    pricing = plan_pricing(plan, "Flask", values=[2, 5])
    assert len(pricing.decks) > 1
    curve = measure_price(replace(pricing, now=2), Effort(0.2))
    row = plan.pool.row_of("Flask")
    card = plan.pool.cards[row].model_copy(update={"strength": 5})
    cards = (*plan.pool.cards[:row], card, *plan.pool.cards[row + 1 :])
    printed = plan_pricing(
        replace(plan, pool=replace(plan.pool, cards=cards)), "Flask", values=[2, 5]
    )
    again = measure_price(printed, Effort(0.2))
    one, other = (found.decks[found.decks["value"] == 5] for found in (curve, again))
    pd.testing.assert_frame_equal(one, other)
