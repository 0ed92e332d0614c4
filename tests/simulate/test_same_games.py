"""Games that two plans have in common: which they are, and that a copy is as good as playing."""

from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import CardPool, load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.claim import claim
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import play_plan, simulate
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.same_games import copy_games, find_same_matchups

GAME = load_game("divine_cross")


def make_plan(pool: CardPool, seed: int = 1) -> Plan:
    files = list(sample_decks(GAME.schema).values())[:3]
    decks = [load_deck(GAME.schema, pool, file) for file in files]
    bots = [load_bot(GAME, "heuristic")]
    options = option_values(GAME.options, {})
    return Plan(GAME, GAME.schema.modes[0], pool, decks, bots, options, 60, seed)


@pytest.fixture
def plans(tmp_path: Path) -> tuple[Plan, Plan]:
    """A plan, and one in which a card that only the third deck holds has more hit points."""
    sample = Path(GAME.schema.sample_path("cards.csv"))
    text = sample.read_text(encoding="utf-8")
    file = tmp_path / "cards.csv"
    file.write_text(text.replace("CV-01,N,Unit,250,", "CV-01,N,Unit,990,"), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    return make_plan(load_pool(GAME.schema, sample)), make_plan(load_pool(GAME.schema, file))


def test_only_matchups_of_decks_with_the_card_differ(plans: tuple[Plan, Plan]) -> None:
    before, after = plans
    row = after.pool.row_of("Soot Sparrow")
    expected = {
        number
        for number, matchup in enumerate(after.matchups)
        if not any(row in after.entrants[deck].cards for deck in matchup.decks)
    }
    assert 0 < len(expected) < len(after.matchups)
    assert find_same_matchups(before, after) == {row: row for row in expected}


def test_copied_games_are_those_that_would_be_played(
    plans: tuple[Plan, Plan], tmp_path: Path
) -> None:
    before, after = plans
    simulate(before, tmp_path / "before")
    whole = simulate(after, tmp_path / "whole")
    with claim([tmp_path / "copied"], plan_work(after)) as held:
        assert copy_games(before, tmp_path / "before", after, held)
        part = play_plan(after, held)
    assert 0 < part.resumed < part.games
    for file in sorted((tmp_path / "whole").rglob("*")):
        if file.is_file():
            copied = tmp_path / "copied" / file.relative_to(tmp_path / "whole")
            assert copied.read_bytes() == file.read_bytes(), file.name
    assert part.results_hash == whole.results_hash


def test_what_is_part_of_every_game_leaves_nothing_the_same(plans: tuple[Plan, Plan]) -> None:
    before, _ = plans
    assert len(find_same_matchups(before, before)) == len(before.matchups)
    assert not find_same_matchups(before, replace(before, seed=2))
    assert not find_same_matchups(before, replace(before, bots=[load_bot(GAME, "random")]))
