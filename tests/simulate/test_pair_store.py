"""The store of played pairs: what it holds is not played, and what decides games is in its keys."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.runs import pair_store
from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays
from evenhand.simulate.runs.pair_store import PairRange, PairStore, name_block, score_pairs
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import Variant, plan_variants

FIRST, REST = PairRange(0, 0, 4), PairRange(0, 4, 4)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return prepare(Request("last_light", games=12, decks=["gale", "harbour", "lamp"])).plan


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Chunk]]:
    """List what is played from here on."""
    chunks: list[Chunk] = []
    play = pair_store.play

    def note(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
        chunks.append(chunk)
        return play(arrays, chunk)

    monkeypatch.setattr(pair_store, "play", note)
    yield chunks


def ask(store: PairStore, plan: Plan, *ranges: PairRange) -> list[np.ndarray]:
    return list(store.play([(plan_arrays(plan), pairs) for pairs in ranges]))


def test_what_is_there_is_not_played_again(plan: Plan, tmp_path: Path, played: list) -> None:
    file = tmp_path / "pairs.scores"
    with closing(PairStore(file)) as store:
        first = ask(store, plan, FIRST, REST)
        assert all(map(np.array_equal, ask(store, plan, FIRST, REST), first))
    assert len(played) == 2
    with closing(PairStore(file)) as store:
        assert np.array_equal(ask(store, plan, REST)[0], first[1])
    assert len(played) == 2


@pytest.mark.parametrize("cut", [1, 40, 100])
def test_a_block_that_was_not_written_whole_is_played_again(
    cut: int, plan: Plan, tmp_path: Path, played: list
) -> None:
    file = tmp_path / "pairs.scores"
    with closing(PairStore(file)) as store:
        first = ask(store, plan, FIRST, REST)
    content = file.read_bytes()
    file.write_bytes(content[:-cut])
    with closing(PairStore(file)) as store:
        assert all(map(np.array_equal, ask(store, plan, FIRST, REST), first))
    assert played[2:] == [Chunk(0, *REST)]
    assert file.read_bytes() == content


@pytest.mark.parametrize("place", [3, 30, 60, -3])
def test_a_changed_byte_costs_games_and_nothing_else(
    place: int, plan: Plan, tmp_path: Path
) -> None:
    file = tmp_path / "pairs.scores"
    with closing(PairStore(file)) as store:
        first = ask(store, plan, FIRST, REST)
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    with closing(PairStore(file)) as store:
        assert all(map(np.array_equal, ask(store, plan, FIRST, REST), first))


def test_keys_name_all_that_decides_games(plan: Plan) -> None:
    def key(
        plan: Plan, pairs: PairRange = FIRST, measure: pair_store.Measure = score_pairs
    ) -> object:
        return name_block(plan_arrays(plan), pairs, measure)

    assert key(replace(plan, games=99)) == key(plan)
    option = next(one for one in plan.game.options if not one.words)
    other = option.lowest if plan.options[option.name] != option.lowest else option.highest
    variants = plan_variants(plan, [Variant(0, plan.entrants[1].cards)])  # type: ignore[union-attr]
    exchanged = name_block(variants.arrays, PairRange(len(plan.matchups), 0, 4), score_pairs)
    keys = [
        key(plan),
        key(plan, REST),
        key(plan, PairRange(1, 0, 4)),
        key(replace(plan, seed=2)),
        key(replace(plan, options={**plan.options, option.name: other})),
        key(replace(plan, bots=[load_bot(plan.game, "random")])),
        key(plan, measure=np.mean),  # type: ignore[arg-type]
        exchanged,
    ]
    assert len(set(map(str, keys))) == len(keys)


def test_progress_counts_each_pair_once(plan: Plan) -> None:
    heard: list[tuple[int, int]] = []
    store = PairStore(progress=lambda done, total: heard.append((done, total)))
    ask(store, plan, FIRST)
    ask(store, plan, FIRST, REST)
    assert heard == [(8, 8), (16, 16)]
    store.expected = 100
    ask(store, plan, PairRange(1, 0, 4))
    assert heard[-1] == (24, 100)
    store.begin_step()
    ask(store, plan, PairRange(1, 4, 4))
    assert heard[-1] == (8, 8)
    assert store.n_games == 32
