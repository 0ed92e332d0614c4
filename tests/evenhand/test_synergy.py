"""Pairs of cards: which are chosen, what they are worth together, and the command."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.card_synergy import card_synergy
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.problems import UsageError
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.synergy import measure_pairs
from evenhand.experiments.synergy_pairs import Pairing, pair_cards
from evenhand.experiments.synergy_screening import choose_pairs, play_screening
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.run import simulate
from evenhand.simulate.runs.variants import Variant
from evenhand.simulate.runs.workers import Workers
from tests.amounts import how_much

pytestmark = pytest.mark.xdist_group("synergy")  # the same work in two at once is refused

GAME, DECK = "last_light", "harbour"
DECKS = ["harbour,gale,lamp"]
FEW = 3_000  # games


@pytest.fixture(scope="module")
def pairing() -> Pairing:
    return pair_cards(prepare(Request(GAME, decks=DECKS)).plan, DECK)


@pytest.fixture(scope="module")
def real_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("real") / "run"
    simulate(prepare(Request(GAME, games=60, decks=DECKS)).plan, out)
    return out


@pytest.fixture
def run_dir(real_run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(real_run, tmp_path / "run"))


def exchanged_for_themselves(pairing: Pairing, seed: int) -> Pairing:
    own = pairing.exchanged
    deck = own.variants[0].deck
    same = Variant(deck, own.plan.entrants[deck].cards)
    plan = replace(own.plan, seed=seed)
    return Pairing(replace(own, plan=plan, variants=[same] * len(own.variants)))


def test_a_deck_without_two_cards(pairing: Pairing) -> None:
    plan = pairing.plan
    deck = plan.entrants[pairing.exchanged.variants[0].deck]
    first, second = pairing.pairs[0]
    without = pairing.make_variant_without([first, second]).cards
    gone = {plan.pool.labels[own] for own, row in zip(deck.cards, without, strict=True)
            if row != own}  # fmt: skip
    assert gone == set(pairing.name_pair((first, second))[1:])
    assert pairing.make_variant_without([]).cards == deck.cards


def test_cards_exchanged_for_themselves_are_worth_nothing_together(pairing: Pairing) -> None:
    for seed in range(20):
        null = exchanged_for_themselves(pairing, seed)
        pairs, _ = choose_pairs(null, Effort(most_games=1_200))
        found = measure_pairs(null, pairs, Effort(0.5, most_games=1_200))
        assert len(found) == 12
        assert not (found["synergy_q"] < 0.05).any()
        assert (found["sure_low"] < 0).all() and (found["sure_high"] > 0).all()


def test_screening_looks_at_random_cards_on_deals_of_its_own(pairing: Pairing) -> None:
    changed, scores = play_screening(pairing, 4_000, PairStore())
    assert changed.shape == (1_000, len(pairing.exchanged.exchanges))
    assert 0.2 < changed.mean() < 0.3
    assert scores[changed.sum(axis=1) < 2].mean() > scores[changed.sum(axis=1) > 2].mean()
    again, _ = play_screening(pairing, 4_000, PairStore(workers=Workers(2)))
    assert np.array_equal(changed, again)


def test_the_same_seed_gives_the_same_table(pairing: Pairing) -> None:
    tables = []
    for jobs in (1, 2):
        effort = Effort(0.05, FEW, PairStore(workers=Workers(jobs)))
        pairs, _ = choose_pairs(pairing, effort)
        tables.append(measure_pairs(pairing, pairs, effort))
    assert tables[0].equals(tables[1])


def test_intervals_are_as_narrow_as_asked_for(pairing: Pairing) -> None:
    found = measure_pairs(pairing, pairing.pairs[:4], Effort(0.06))
    assert ((found["synergy_high"] - found["synergy_low"]) / 2).max() <= 0.062


def test_all_pairs_of_a_small_deck_are_measured() -> None:
    plan = prepare(Request(GAME, decks=DECKS)).plan
    small = pair_cards(plan, "gale")
    assert choose_pairs(small, Effort()) == (small.pairs, 0)


def test_who_was_stopped_goes_on(pairing: Pairing, tmp_path: Path) -> None:
    log = tmp_path / "some.scores"
    whole = measure_pairs(pairing, pairing.pairs[:2], Effort(0.08))
    heard: list[int] = []

    def stop(done: int, total: int) -> None:
        heard.append(done)
        if len(heard) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), closing(PairStore(log, progress=stop)) as store:
        measure_pairs(pairing, pairing.pairs[:2], Effort(0.08, store=store))
    assert log.stat().st_size > 1_000
    with closing(PairStore(log)) as store:
        again = measure_pairs(pairing, pairing.pairs[:2], Effort(0.08, store=store))
    assert again.equals(whole)


TWINS = """\
Twin Hound,{title},XX-01,N,Unit,320,Red,Green,1,Snap,1,70,,,,,\
"Skill 1: this skill deals +500 damage if there is at least 1 own standby unit named \
""Twin Warden""."
Twin Warden,{title},XX-02,N,Unit,320,Red,Green,1,Snap,1,90,,,,,
"""


@pytest.fixture
def twins(game: Game, tmp_path: Path) -> Iterator[Request]:
    """A deck with two cards that are harmless alone, and broken together."""
    cards = Path(str(game.schema.folder)) / "cards.csv"
    text = cards.read_text(encoding="utf-8")
    title = text.splitlines()[1].split(",")[1]
    (tmp_path / "cards.csv").write_text(text + TWINS.format(title=title), encoding="utf-8")
    sample = sample_decks(game.schema)["cinder_rush"].read_text(encoding="utf-8")
    deck = sample.replace("Ember Lancer", "Twin Hound").replace("Coal Hound", "Twin Warden")
    (tmp_path / "twins.txt").write_text(deck, encoding="utf-8")
    decks = [str(tmp_path / "twins.txt"), "tidal_raiders"]
    return Request(game.name, decks=decks, cards=str(tmp_path / "cards.csv"))


def test_two_cards_that_are_broken_together_are_found(twins: Request) -> None:
    pairing = pair_cards(prepare(twins).plan, "twins", "Ember Lancer")
    most_games = how_much(24_000, 40_000)
    pairs, spent = choose_pairs(pairing, Effort(most_games=most_games))
    assert 0 < spent <= most_games / 2
    names = [pairing.name_pair(pair)[1:] for pair in pairs]
    assert ("Twin Hound", "Twin Warden") in names
    found = measure_pairs(pairing, pairs, Effort(how_much(0.05, 0.03))).set_index(["card", "other"])
    row = found.loc["Twin Hound", "Twin Warden"]
    assert row["synergy_q"] < 0.05
    assert row["synergy_low"] > 0
    assert row["card_alone_low"] < 0.01 and row["other_alone_low"] < 0.01


def test_the_command_says_what_the_function_says(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--games", str(FEW), "--decks", *DECKS, "--json"]
    assert main(["synergy", DECK, "--game", GAME, *few]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["deck"], said["n_looked_at"]) == (DECK, 15)
    assert said["display_names"] == {}
    found = evenhand.synergy(DECK, game=GAME, games=FEW, decks=DECKS).table
    said_of_pairs = [row["synergy"] for row in said["pairs"]]
    assert found["synergy"].tolist() == pytest.approx(said_of_pairs)
    assert set(found["bot"]) == {"heuristic"}


def test_people_read_a_table_and_what_it_amounts_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["synergy", "gale", "--game", GAME, "--decks", *DECKS, "--precision", "9"]) == 0
    shown = capsys.readouterr().out
    assert "Draught + Gale" in shown
    assert "Strongest: " in shown
    assert re.search(r"All \d pairs of the deck were measured", shown)


def test_other_bots_of_a_panel_measure_the_same_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    bots = "panel,heuristic,novice,search:4"
    arguments = ["synergy", "gale", "--game", GAME, "--decks", *DECKS, "--bots", bots]
    assert main([*arguments, "--precision", "9", "--panel-games", "100", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["pairs"]
    pairs = {bot: {(row["card"], row["other"]) for row in rows if row["bot"] == bot}
             for bot in ("heuristic", "novice", "search:4")}  # fmt: skip
    assert pairs["novice"] == pairs["heuristic"]
    outstanding = {(row["card"], row["other"]) for row in rows
                   if row["bot"] == "heuristic" and row["synergy_q"] < 0.05}  # fmt: skip
    assert outstanding and pairs["search:4"] == outstanding < pairs["heuristic"]


def test_a_run_keeps_it_for_its_report_deck_by_deck(
    run_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for deck in (DECK, "gale", "gale"):
        assert main(["synergy", deck, "--run", str(run_dir), "--precision", "9"]) == 0
        assert "Report  " in capsys.readouterr().out
    found = card_synergy(load_run(run_dir))
    assert found.groupby("deck").size().to_dict() == {"gale": 6, DECK: 12}
    page = (run_dir / "report.html").read_text(encoding="utf-8")
    assert 'id="table-synergy-1"' in page
    assert "evenhand synergy DECK" not in page


def test_a_deck_may_be_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = sample_decks(load_game(GAME).schema)["gale"]
    file = shutil.copy(sample, tmp_path / "mine.txt")
    few = ["--decks", "lamp", "--precision", "20", "--json"]
    assert main(["synergy", str(file), "--game", GAME, *few]) == 0
    assert {row["deck"] for row in json.loads(capsys.readouterr().out)["pairs"]} == {"mine"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["harbor"], "no deck 'harbor' (did you mean 'harbour'?)"),
        (["nowhere.txt"], "no file 'nowhere.txt'"),
        (["harbour,gale"], "expected one deck, found 2"),
        ([DECK, "--precision", "0"], "--precision: expected"),
        ([DECK, "--games", "100"], "--games: 15 pairs of cards take"),
        ([DECK, "--games", "-1"], "--games: 15 pairs of cards take"),
        ([DECK, "--with", "Nobody"], "no card 'Nobody'"),
        ([DECK, "--jobs", "0"], "--jobs: expected"),
    ],
)
def test_wrong_words(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["synergy", *arguments, "--game", GAME]) in (2, 3)
    assert message in capsys.readouterr().err


def test_what_a_run_does_not_have(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["synergy", "harbor", "--run", str(run_dir)]) == 2
    assert "has no deck 'harbor' (did you mean 'harbour'?)" in capsys.readouterr().err
    assert main(["synergy", DECK, "--run", str(run_dir), "--seed", "3"]) == 2
    assert "--seed and --run do not go together" in capsys.readouterr().err


def test_a_deck_of_one_card() -> None:
    plan = prepare(Request(GAME, decks=DECKS)).plan
    deck = plan.entrants[0]
    lone = replace(deck, cards=deck.cards[-1:] * len(deck.cards))
    with pytest.raises(UsageError, match="has one card to exchange"):
        pair_cards(replace(plan, entrants=[lone, *plan.entrants[1:]]), lone.name)


def test_games_without_plain_cards() -> None:
    plan = prepare(Request(GAME, decks=DECKS)).plan
    schema = replace(plan.game.schema, plain_card=None)
    with pytest.raises(UsageError, match="no plain cards") as error:
        pair_cards(replace(plan, pool=replace(plan.pool, schema=schema)), DECK)
    assert error.value.hint == "name a card: --with CARD"


def test_modes_whose_decks_vary(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    mode = next(iter(game.schema.sealed_modes))
    assert main(["synergy", "any", "--game", game.name, "--mode", mode]) == 2
    assert "they vary" in capsys.readouterr().err


def test_quiet_is_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", GAME, "--decks", *DECKS, "--precision", "9", "--quiet"]
    assert main(["synergy", DECK, *words]) == 0
    said = capsys.readouterr()
    assert said.out.count("\n") == 1 and "together" in said.out
    assert said.err == ""


def test_too_few_games_are_refused_before_anything_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--game", GAME, "--decks", *DECKS, "--games", "10"]
    assert main(["synergy", DECK, *words]) == 2
    said = capsys.readouterr().err
    assert "games at least" in said and "Looking at" not in said
