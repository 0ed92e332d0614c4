"""Learned players: what they see, what their files hold, and how they learn."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.pool import with_cards
from evenhand.decks.problems import InputError, UsageError
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.bots.learned import weights
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.bots.learned.weights import (
    find_rows,
    fit_weights,
    make_shape,
    read_weights,
    take,
    write_weights,
)
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.training import first_weights
from evenhand.training import trainer as training
from evenhand.training.checkpoint import load_checkpoint, save_checkpoint
from evenhand.training.first_weights import begin_learned
from evenhand.training.network import Gradient
from evenhand.training.trainer import ROUNDS_OF_CRITIC, Trainer

GAME = "last_light"
CHUNK = Chunk(0, 3, 0, 20)


@pytest.fixture(scope="module")
def plan():
    return prepare(Request(game=GAME, games=2, mirrors=True)).plan


SMALL = {  # to learn from little
    "DECISIONS": 6_000, "BATCH": 1_000, "RATE": 5e-3, "WARM_UP": 1, "MEAN_SHARE": 1.0,
}  # fmt: skip


@pytest.fixture
def small(monkeypatch):
    for name, value in SMALL.items():
        monkeypatch.setattr(training, name, value)


def make_trainer(plan, seed=1, from_nothing=False, **more):
    bots = [load_bot(plan.game, name) for name in ("heuristic", "novice")]
    return Trainer(plan, bots, seed, from_nothing, **more)


@pytest.fixture(scope="module")
def learned(plan):
    """A player after a few rounds, whose answers are no longer those of the rules of thumb."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SMALL.items():
            patch.setattr(training, name, value)
        patch.setattr(first_weights, "LEAD", 0.0)
        trainer = make_trainer(plan)
        for _ in range(8):
            trainer.play_round()
    return trainer.finish()


@pytest.fixture
def file(plan, learned, tmp_path):
    path = tmp_path / "player.npz"
    path.write_bytes(write_weights(learned, plan.game))
    return path


def play_with(plan, file, **how):
    bots = [load_bot(plan.game, str(file))]
    return play(plan_arrays(replace(plan, bots=bots)), CHUNK, **how)


def test_before_it_learns_it_plays_by_rules_of_thumb(plan, tmp_path):
    first = begin_learned(plan, 30, np.random.default_rng(1))
    path = tmp_path / "first.npz"
    path.write_bytes(write_weights(first, plan.game))
    found, wanted = play_with(plan, path), play(plan_arrays(plan), CHUNK)
    assert (found == wanted).all()


def test_what_it_learned_changes_its_games(plan, file):
    assert (play_with(plan, file)["winner"] != play(plan_arrays(plan), CHUNK)["winner"]).any()


def test_it_also_searches_among_what_it_finds_best(plan, file):
    bot = load_bot(plan.game, f"{file}:8")
    assert (bot.name, bot.policy, bot.playouts) == ("player:8", "learned_search", 8)
    found = play_with(plan, f"{file}:8")
    assert (found == play_with(plan, f"{file}:8")).all()
    assert (found["winner"] != play_with(plan, file)["winner"]).any()
    with pytest.raises(UsageError, match="heuristic takes no playouts"):
        load_bot(plan.game, "heuristic:8")
    with pytest.raises(UsageError, match="expected 2 to 1,000,000 playouts"):
        load_bot(plan.game, f"{file}:x")


def test_compiled_and_interpreted_games_are_the_same(plan, file):
    bots = [load_bot(plan.game, str(file))]
    arrays, chunk = plan_arrays(replace(plan, bots=bots)), Chunk(0, 3, 0, 1)
    assert (play(arrays, chunk) == play(arrays, chunk, interpreted=True)).all()


def test_a_new_card_needs_no_training(plan, file):
    last = plan.pool.cards[-1]
    pool = with_cards(plan.pool, [last.model_copy(update={"name": "Somewhat New"})])
    learned = read_weights(plan.game, str(file))
    shape = make_shape(learned, plan.game, pool, plan.n_seats)
    packed = LearnedPlayers.pack([shape], [learned.weights])
    rows = packed.nets["rows"][0, : shape.n_rows]
    by_card = rows[shape.n_plain :].reshape(shape.n_zones, len(pool.cards), -1)
    assert (by_card[:, -1] == by_card[:, -2]).all()  # it is its numbers, not its name
    assert (
        packed.nets.dtype
        == plan_arrays(replace(plan, bots=[load_bot(plan.game, str(file))])).players.nets.dtype
    )  # so that nothing is compiled for it


def test_players_that_learned_from_other_games_meet(plan, learned, file, tmp_path):
    other = replace(learned, constant=(*learned.constant, "turn"))
    shape = make_shape(other, plan.game, plan.pool, plan.n_seats)
    plain = np.zeros((shape.n_plain, 32), np.float32)
    path = tmp_path / "blind.npz"
    path.write_bytes(
        write_weights(replace(other, weights=replace(learned.weights, plain=plain)), plan.game)
    )
    bots = [load_bot(plan.game, str(one)) for one in (path, file)]
    rows = play(plan_arrays(replace(plan, bots=bots)), CHUNK)
    swapped = play(plan_arrays(replace(plan, bots=bots[::-1])), CHUNK)
    assert len(rows) == len(swapped) == 40 and (rows["end_reason"] > 0).all()


def test_a_file_keeps_what_was_learned(plan, learned, file):
    found = read_weights(plan.game, str(file))
    assert (found.ranges, found.constant, found.kinds) == (
        learned.ranges, learned.constant, learned.kinds
    )  # fmt: skip
    for name in ("plain", "cards", "bias", "out"):
        kept, wanted = getattr(found.weights, name), getattr(learned.weights, name)
        assert np.allclose(kept, wanted, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("size", [0, 10, 500, 3_000])
def test_a_damaged_file_is_refused(plan, file, size):
    file.write_bytes(file.read_bytes()[:size])
    with pytest.raises(InputError, match="is damaged, or holds no learned weights"):
        load_bot(plan.game, str(file))


def test_a_file_of_another_game_is_refused(file):
    with pytest.raises(InputError, match=f"was learned for {GAME}, not for blackpoker"):
        load_bot(load_game("blackpoker"), str(file))


def test_a_file_of_other_rules_is_refused(plan, file, monkeypatch):
    lay_out = weights.lay_out
    monkeypatch.setattr(
        weights, "lay_out", lambda *rest: replace(lay_out(*rest), names={"own other": 0})
    )
    with pytest.raises(InputError, match="was learned for other rules of Last Light"):
        load_bot(plan.game, str(file))


def test_it_learns(plan, small):
    trainer = make_trainer(plan, from_nothing=True)
    before = trainer.measure(trainer.others[0], 40).win_rate
    for _ in range(12):
        trainer.play_round()
    after = trainer.measure(trainer.others[0], 40)
    assert after.win_rate - after.half_width > before + 0.05
    n_matchups = len(trainer.games.arrays.matchups)
    assert after.n_games == 2 * n_matchups * 40 * 2  # both ways round, both seats


def test_a_chance_that_is_written_down_is_that_of_who_drew(plan, small):
    trainer = make_trainer(plan)
    for _ in range(2):
        trainer.play_round()
    shards = trainer.play()
    trainer.find_advantages(shards)
    assert trainer.policy.arrays[3].any()
    trainer.rate = 0.0
    orders = [np.arange(len(shard.decisions)) for shard in shards]
    gradients = [Gradient(trainer.shape.n_rows) for _ in shards]
    n = sum(map(len, orders))
    assert abs(trainer.change_policy(shards, orders, gradients)) < 1e-4 * n


def test_a_player_too_far_from_who_played_stops_and_learns_more_slowly(plan, small):
    trainer = make_trainer(plan)
    trainer.rate = 1.0
    found = trainer.play_round()
    assert found.divergence > training.FAR
    assert trainer.rate == training.SLOWER


def test_the_result_counts_for_more_the_longer_it_has_learned(plan, learned, small):
    trainer = make_trainer(plan)
    assert trainer.decay == training.FIRST_DECAY
    trainer.n_rounds = training.ROUNDS_OF_DECAY
    assert trainer.decay == training.DECAY
    assert make_trainer(plan, former=learned).decay == training.DECAY


def test_a_stopped_training_goes_on_as_if_it_had_not_been(plan, small, tmp_path):
    whole, stopped, resumed = (make_trainer(plan) for _ in range(3))
    for _ in range(3):
        whole.play_round()
    stopped.play_round()
    save_checkpoint(tmp_path / "x.training", stopped, {"what": "this"})
    assert load_checkpoint(tmp_path / "x.training", resumed, {"what": "this"})
    for _ in range(2):
        resumed.play_round()
    for found, wanted in zip(resumed.policy.arrays, whole.policy.arrays, strict=True):
        assert (found == wanted).all()


def test_weights_go_by_name_where_more_players_have_more_rows(plan, learned):
    fitted = fit_weights(learned, plan.game, plan.n_seats)
    assert fitted is learned.weights
    old = weights.lay_out(plan.game, 2, learned.ranges, learned.constant, learned.crowded)
    names = list(old.names)
    rows = find_rows(old.names, {"new": 0, **{name: old.names[name] + 3 for name in names}},
                     old.n_rows, old.n_rows + 3)  # fmt: skip
    assert rows[:3].tolist() == [-1] * 3
    assert rows[3:].tolist() == list(range(old.n_rows))
    assert take(np.ones((2, 2)), np.array([1, -1])).tolist() == [[1, 1], [0, 0]]


def test_the_player_that_a_training_begins_as_stays_as_it_was(plan, learned, small):
    before = [array.copy() for array in (learned.weights.plain, learned.weights.out)]
    bots = [load_bot(plan.game, name) for name in ("heuristic", "novice")]
    trainer = Trainer(plan, bots, 1, former=learned)
    for _ in range(ROUNDS_OF_CRITIC + 1):
        trainer.play_round()
    assert (trainer.policy.arrays[0] != learned.weights.plain).any()
    assert (learned.weights.plain == before[0]).all() and (learned.weights.out == before[1]).all()
