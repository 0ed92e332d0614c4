"""Exchanging cards: what is exchanged, how much is played, and the command."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.card_impact import CARD_IMPACT, card_impact
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import (
    Contrast,
    Effort,
    count_games,
    count_pilot_pairs,
    limit_pairs,
)
from evenhand.experiments.exchange_games import keep_affordable, measure_exchanges
from evenhand.experiments.exchange_plan import describe_baseline, exchange_cards
from evenhand.experiments.impact import choose_exchanges, count_card_games
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import simulate
from evenhand.simulate.runs.seal import seal_files
from evenhand.simulate.runs.stored import load_plan
from evenhand.simulate.runs.workers import Workers

pytestmark = pytest.mark.xdist_group("impact")  # the same work in two at once is refused

Command = Callable[..., Any]


@pytest.fixture(scope="module")
def plan(game: Game, two_decks: str) -> Plan:
    return prepare(Request(game.name, games=200, decks=[two_decks])).plan


@pytest.fixture(scope="module")
def real_run(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("real") / "run"
    simulate(plan, out)
    return out


def places(*sizes: int) -> list[list[Contrast]]:
    return [
        [Contrast((row, 1_000 * (number + 1) + row), (0,)) for row in range(size)]
        for number, size in enumerate(sizes)
    ]


def test_every_card_of_every_deck_is_exchanged_for_a_plain_one(plan: Plan) -> None:
    exchanged = exchange_cards(plan)
    assert len(exchanged.exchanges) == sum(len(set(deck.cards)) for deck in plan.entrants)
    for exchange, variant in zip(exchanged.exchanges, exchanged.variants, strict=True):
        deck = plan.entrants[variant.deck]
        changed = [slot for slot, row in enumerate(variant.cards) if row != deck.cards[slot]]
        assert len(changed) == exchange.copies
        assert {plan.pool.labels[deck.cards[slot]] for slot in changed} == {exchange.card}
        assert all(variant.cards[slot] >= len(plan.pool.cards) for slot in changed)
    assert exchanged.plan.pool.cards[: len(plan.pool.cards)] == plan.pool.cards


def test_a_plain_card_is_told_by_what_is_different() -> None:
    pool = load_pool(load_game("last_light").schema)
    card = pool.cards[pool.row_of("Gale")]
    plain = card.model_copy(update={"name": "Plain Gale", "strength": 0})
    assert describe_baseline(plain, card, is_plain=True) == "strength 0 instead of 3"
    assert describe_baseline(card, card, is_plain=True) == "a card of the same numbers"
    assert describe_baseline(plain, card, is_plain=False) == "Plain Gale"


def test_a_named_card_and_a_named_baseline(plan: Plan) -> None:
    deck = plan.entrants[0]
    card, other = (plan.pool.labels[row] for row in list(dict.fromkeys(deck.cards))[:2])
    exchanged = exchange_cards(plan, [card.upper()], other)
    assert {exchange.card for exchange in exchanged.exchanges} == {card}
    assert exchanged.exchanges[0].baseline == other
    assert exchanged.plan.pool is plan.pool


def test_what_cannot_be_exchanged_is_said(plan: Plan) -> None:
    held = {row for deck in plan.entrants for row in deck.cards}
    own = plan.pool.labels[plan.entrants[0].cards[0]]
    absent = next(plan.pool.labels[row] for row in range(len(plan.pool.cards)) if row not in held)
    with pytest.raises(UsageError, match="has no card 'Nobody'"):
        exchange_cards(plan, ["Nobody"])
    with pytest.raises(UsageError, match="has no card 'Nobody'"):
        exchange_cards(plan, [], "Nobody")
    with pytest.raises(UsageError, match="none of the decks has"):
        exchange_cards(plan, [absent])
    with pytest.raises(UsageError, match="its own baseline"):
        exchange_cards(plan, [own], own)


def test_a_card_takes_the_place_of_cards_of_its_own_pile_only() -> None:
    plan = prepare(Request("divino", decks=["aevos_vigil,roth_onslaught"])).plan
    with pytest.raises(UsageError, match="cannot take the place of 'Saint Ommaren'"):
        exchange_cards(plan, ["Saint Ommaren"], "Pilgrim Guard")
    exchanged = exchange_cards(plan, [], "Pilgrim Guard")
    assert {"Saint Ommaren", "Solvaine, the Unsetting"}.isdisjoint(
        exchange.card for exchange in exchanged.exchanges
    )


def test_a_plain_card_goes_by_the_name_of_the_card_it_stands_for() -> None:
    plan = prepare(Request("divino", decks=["aevos_vigil,roth_onslaught"])).plan
    exchanged = exchange_cards(plan, ["Solvaine, the Unsetting"])
    deck, changed = plan.entrants[0].cards, exchanged.variants[0].cards
    (row,) = set(deck) - set(changed)
    (plain,) = set(changed) - set(deck)
    assert exchanged.plan.pool.records["name_id"][plain] == plan.pool.records["name_id"][row]


def test_without_plain_cards_a_baseline_must_be_named(plan: Plan) -> None:
    schema = replace(plan.game.schema, plain_card=None)
    poor = replace(plan, pool=replace(plan.pool, schema=schema))
    with pytest.raises(UsageError, match="--with CARD"):
        exchange_cards(poor)


def test_the_same_seed_gives_the_same_effects(plan: Plan) -> None:
    name = plan.pool.labels[plan.entrants[0].cards[0]]
    exchanged = exchange_cards(plan, [name])
    stores = [PairStore(workers=Workers(jobs)) for jobs in (1, 2)]
    once, again = (measure_exchanges(exchanged, Effort(0.05, store=store)) for store in stores)
    assert once.equals(again)
    other = measure_exchanges(exchange_cards(replace(plan, seed=2), [name]), Effort(0.05))
    assert not once["effect"].equals(other["effect"])


def test_intervals_are_as_narrow_as_asked_for(plan: Plan) -> None:
    done: list[tuple[int, int]] = []
    store = PairStore(progress=lambda games, total: done.append((games, total)))
    effects = measure_exchanges(exchange_cards(plan), Effort(0.03, store=store))
    assert ((effects["effect_high"] - effects["effect_low"]) / 2).max() <= 0.031
    assert done[-1][0] == done[-1][1] > effects["n_games"].sum()


def test_no_more_games_than_allowed(plan: Plan) -> None:
    done: list[int] = []
    exchanged = exchange_cards(plan)
    store = PairStore(progress=lambda games, _: done.append(games))
    effects = measure_exchanges(exchanged, Effort(0.01, 4_000, store))
    assert 2_000 < done[-1] <= 4_000
    assert len(effects) == len(exchanged.exchanges)
    with pytest.raises(UsageError, match="games at least"):
        measure_exchanges(exchanged, Effort(0.01, most_games=50))


def test_a_pilot_is_shared_by_the_matchups() -> None:
    assert count_pilot_pairs(places(5, 1, 100), 2, None) == [80, 400, 10]
    pairs = count_pilot_pairs(places(5, 5), 2, 1_000)
    assert 10 < pairs[0] < 80
    assert count_games(pairs, places(5, 5), 2) <= 500


def test_games_of_the_decks_are_counted_once() -> None:
    assert count_games([10, 30], places(2, 1), 2) == 2 * (10 * 2 + 30) + 2 * (30 + 10)


def test_what_is_too_dear_is_cut_in_proportion() -> None:
    assert limit_pairs([10, 10], [100, 1_000], places(1, 1), 2, None) == [100, 1_000]
    first, second = limit_pairs([10, 10], [100, 1_000], places(1, 1), 2, 1_500)
    assert 10 < first < 100
    assert (second - 10) / 990 == pytest.approx((first - 10) / 90, abs=0.02)
    assert count_games([first, second], places(1, 1), 2) <= 1_500
    assert limit_pairs([50], [20], places(1), 2, None) == [50]
    assert limit_pairs([50], [10**9], places(2), 2, None) == [20_000]


def test_a_run_of_other_rules_is_not_measured(
    real_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(real_run, copy)
    text = (copy / "run.toml").read_text(encoding="utf-8")
    edited = re.sub(r"(?m)^rules_version = .*$", "rules_version = 99", text)
    (copy / "run.toml").write_text(edited, encoding="utf-8")
    seal_files(copy, [copy / "run.toml"])
    assert main(["impact", "--run", str(copy)]) == 3
    assert "played by version 99" in capsys.readouterr().err


def test_a_run_of_some_size_measures_its_cards(game: Game, two_decks: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert main(["run", game.name, "--games", "2000", "--decks", two_decks, "--out", str(out)]) == 0
    effects = card_impact(load_run(out))
    plan = load_plan(out)
    assert len(effects) == sum(len(set(deck.cards)) for deck in plan.entrants)
    assert effects["n_games"].sum() <= 8_000
    assert "table-impact" in (out / "report.html").read_text(encoding="utf-8")


def test_small_runs_leave_their_cards_alone(plan: Plan) -> None:
    assert choose_exchanges(plan) is None
    enough = choose_exchanges(replace(plan, games=20_000))
    assert enough is not None
    assert len(enough.exchanges) == len(exchange_cards(plan).exchanges)


def test_the_command_prints_json(
    plan: Plan, two_decks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    card = plan.pool.labels[plan.entrants[0].cards[0]]
    arguments = ["impact", card, "--game", plan.game.name, "--decks", two_decks]
    assert main([*arguments, "--precision", "5", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["effects"][0]["card"] == card
    assert said["effects"][0]["effect_low"] <= said["effects"][0]["effect_high"]


def test_the_command_adds_to_a_run(
    plan: Plan, real_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = plan.pool.labels[plan.entrants[0].cards[0]]
    assert main(["impact", card, "--run", str(real_run), "--precision", "5"]) == 0
    shown = capsys.readouterr().out
    assert card in shown
    assert f"Report  {real_run / 'report.html'}" in shown
    assert (real_run / CARD_IMPACT).is_file()
    assert set(card_impact(load_run(real_run))["card"]) == {card}
    assert "table-impact" in (real_run / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--precision", "0"], "--precision: expected"),
        (["--games", "0"], "--games: expected 1"),
        (["--run", "nowhere"], "nowhere is not a run"),
        (["--run", "nowhere", "--seed", "0"], "--seed and --run"),
        (["--jobs", "0"], "--jobs: expected"),
        (["--with", "Nobody"], "no card 'Nobody'"),
    ],
)
def test_wrong_flags(
    game: Game, flags: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [] if "--run" in flags else ["--game", game.name]
    assert main(["impact", *flags, *named]) == 2
    assert message in capsys.readouterr().err


def test_in_a_folder_of_ones_own(
    game: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", game.name]) == 0
    monkeypatch.chdir(folder)
    first, second, *others = sorted((folder / "decks").iterdir())
    for path in others:
        path.unlink()
    file = folder / "balance.toml"
    text = file.read_text(encoding="utf-8").replace("seed = 1", "seed = 5")
    file.write_text(text.replace("games = 20_000", "precision = 2.0"), encoding="utf-8")
    card = re.findall(r"^2 (.+)$", first.read_text(encoding="utf-8"), re.MULTILINE)[0]
    capsys.readouterr()
    assert main(["impact", card, "--games", "400", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seed"] == 5
    assert {row["deck"] for row in found["effects"]} <= {first.stem, second.stem}


def test_the_first_exchanges_are_kept_as_far_as_the_games_go(plan: Plan) -> None:
    exchanged = exchange_cards(plan)
    assert keep_affordable(exchanged, 10**6).exchanges == exchanged.exchanges
    some = keep_affordable(exchanged, 400)
    assert 0 < len(some.exchanges) < len(exchanged.exchanges)
    assert some.exchanges == exchanged.exchanges[: len(some.variants)]
    measure_exchanges(some, Effort(most_games=400))  # a pilot of them all can be paid for
    assert keep_affordable(exchanged, 1).exchanges == []


def test_quiet_is_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "last_light", "--decks", "gale,lamp", "--precision", "9", "--quiet"]
    assert main(["impact", "Gale", *words]) == 0
    said = capsys.readouterr()
    assert said.out.count("\n") == 1 and said.out.startswith("Standing out")
    assert said.err == ""


@pytest.mark.parametrize(
    ("games", "of_cards"), [(1_000, 4_000), (10_000, 40_000), (20_000, 40_000), (50_000, 100_000)]
)
def test_a_larger_run_has_fewer_games_for_cards_for_each_of_its_own(games, of_cards):
    plan = prepare(Request("last_light", games=2)).plan
    assert count_card_games(plan.with_games(games)) == of_cards


def test_it_ends_with_the_price_of_the_card_that_matters_most(capsys):
    given = ["--game", "last_light", "--decks", "gale,harbour", "--bots", "heuristic"]
    given += ["--games", "4000"]
    assert main(["impact", "Gale", "Barrel", *given]) == 0
    assert "Next" not in capsys.readouterr().out  # with other decks, price asks about other games
    assert main(["impact", "Gale", "Barrel", "--game", "last_light", *given[4:]]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Next    evenhand price ") and last.endswith("--bots heuristic")
