"""The audit of bots: cards are made better one step at a time, and what hurts is named."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand.__main__ import main
from evenhand.analysis.tables.card_impact import COLUMNS
from evenhand.commands import audit as audit_commands
from evenhand.decks.better import list_better
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.experiments import audit as audits
from evenhand.experiments.audit import Sense, audit, improve_cards
from evenhand.experiments.contrasts import Effort
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs import pair_store
from evenhand.simulate.runs.batch import Chunk, PlanArrays
from evenhand.terminal import command_line

GAME = "last_light"
DECKS = ["--decks", "moth,lamp"]


def better_cards(game: Game) -> list[tuple[Any, str, Any]]:
    pool, schema = load_pool(game.schema, None), game.schema
    assert schema.better
    return [
        (card, what, changed)
        for card in pool.cards
        for what, changed in list_better(card, schema.better, schema.vocabulary, pool.names)
    ]


@pytest.mark.parametrize("name", game_names())
def test_a_better_card_differs_in_one_number(name: str) -> None:
    found = better_cards(load_game(name))
    assert found
    for card, _, better in found:
        differs = {name for name in type(card).model_fields
                   if getattr(card, name) != getattr(better, name)}  # fmt: skip
        assert differs - {"name", "abilities"} and len(differs - {"name", "abilities"}) == 1


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("Whet the Edge", ["deals +40 → 60"]),
        ("Bonfire Night", []),  # decks run out
        ("Gilded Carp", []),  # the enemy draws
        ("Burning Debate", ["deal 120 → 140", "the enemy discards 2 → 3"]),
        ("Eel Duchess", []),  # the enemy deals less
    ],
)
def test_what_is_better_for_the_owner(name: str, changes: list[str]) -> None:
    found = better_cards(load_game("divine_cross"))
    texts = [what for card, what, better in found if card.name == name
             and better.text != card.text]  # fmt: skip
    assert texts == changes


def test_every_deck_gets_its_own_better_cards() -> None:
    plan = prepare(Request(GAME, games=1)).plan
    exchanged = improve_cards(plan)
    rows = {(one.deck, one.card) for one in exchanged.exchanges}
    held = {(deck.name, plan.pool.labels[row]) for deck in plan.entrants for row in deck.cards}
    assert rows == held
    assert len(exchanged.plan.pool.cards) > len(plan.pool.cards)


def test_who_is_hurt_is_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = prepare(Request(GAME, games=1)).plan
    effects = pd.DataFrame(
        [
            {"card": "helped", "effect": -0.05, "effect_p": 1e-9, "changed": 0.2},
            {"card": "unsure", "effect": 0.01, "effect_p": 0.04, "changed": 0.2},
            {"card": "idle", "effect": 0.0, "effect_p": 1.0, "changed": 0.0, "n_pairs": 150},
            {"card": "rare", "effect": 0.0, "effect_p": 1.0, "changed": 0.0, "n_pairs": 22},
            {"card": "hurt", "effect": 0.05, "effect_p": 1e-9, "changed": 0.2},
        ],
        columns=COLUMNS,
    )
    effects = effects.assign(deck="d", effect_low=effects["effect"] - 0.01,
                             effect_high=effects["effect"] + 0.01)  # fmt: skip
    monkeypatch.setattr(audits, "measure_exchanges", lambda *_: effects)
    found = audit(improve_cards(plan), Effort())
    assert list(found["card"]) == ["hurt", "idle", "rare", "unsure", "helped"]
    assert list(found["sense"]) == [
        Sense.HURTS, Sense.IDLE, Sense.FEW, Sense.UNSURE, Sense.HELPS,
    ]  # fmt: skip
    worst = found.iloc[0]
    assert (worst["gain_low"], worst["gain_high"]) == pytest.approx((-0.06, -0.04))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", GAME, "--audit", *DECKS, "--games", "4000", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["game"], said["bot"]) == (GAME, "heuristic")
    assert {row["sense"] for row in said["changes"]} <= {one.value for one in Sense}
    assert all(row["what"].startswith("strength") for row in said["changes"])
    assert main(["bots", GAME, "--audit", *DECKS, "--games", "4000", "--bots", "random"]) == 0
    assert "random: of" in capsys.readouterr().out


def test_one_and_several_are_counted_and_what_is_left_out_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = prepare(Request("blackpoker", games=1)).plan
    improved = [one.card for one in improve_cards(plan).exchanges]
    left = audits.list_unimproved(plan, pd.DataFrame({"card": improved}))
    held = {plan.pool.labels[row] for deck in plan.entrants for row in deck.cards}
    assert set(left) == held - set(improved)
    assert left
    senses = [Sense.HELPS, Sense.FEW, *[Sense.UNSURE] * (len(improved) - 2)]
    found = pd.DataFrame({"sense": senses, "card": improved, "n_games": 10})
    audit_commands.print_audit(plan, found, 1.0)
    said = " ".join(capsys.readouterr().out.split())
    rest = len(improved) - 2
    assert f"1 surely helps, {rest} are too small to tell, 1 changed none of fewer" in said
    assert f"no number to make better: {left[0]}" in said


def test_who_stops_it_is_told_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["bots", GAME, "--audit", *DECKS, "--seed", "3", "--games", "6000", "--jobs", "1"]
    own_play = pair_store.play
    played: list[Chunk] = []

    def play(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
        played.append(chunk)
        if len(played) == 6:
            raise KeyboardInterrupt
        return own_play(arrays, chunk)

    monkeypatch.setattr(pair_store, "play", play)
    assert main(words) == 130
    said = capsys.readouterr().err
    assert f"Stopped. To resume: {command_line(*words)}\n" in said
    assert "Going on" not in said
    assert "at least 2 games" not in said
    assert main(words) == 0
    assert "Resuming with the games that were played before" in capsys.readouterr().err


def test_who_is_stopped_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = ["--seed", "2"]  # no other test's audit, which may be going on just now
    words = ["bots", GAME, "--audit", *DECKS, *alone, "--games", "6000", "--jobs", "1", "--json"]
    assert main(words) == 0
    whole = json.loads(capsys.readouterr().out)["changes"]
    own_play = pair_store.play
    played: list[Chunk] = []

    def play(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
        played.append(chunk)
        if len(played) == 6:
            raise UsageError("enough")
        return own_play(arrays, chunk)

    monkeypatch.setattr(pair_store, "play", play)
    assert main(words) == 2
    begun = played[:5]
    capsys.readouterr()
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["changes"] == whole
    assert not set(begun) & set(played[6:])


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--audit", "--bots", "heuristic,random"], "expected one bot to audit"),
        (["--audit", "--games", "9"], "--games: "),
    ],
)
def test_audits_that_cannot_be(
    flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bots", GAME, *flags]) == 2
    assert said in capsys.readouterr().err


def test_a_game_that_does_not_say_what_is_better() -> None:
    plan = prepare(Request(GAME, games=1)).plan
    game = replace(plan.game, schema=replace(plan.game.schema, better=None))
    with pytest.raises(UsageError, match="does not say what makes its cards better"):
        improve_cards(replace(plan, game=game))
