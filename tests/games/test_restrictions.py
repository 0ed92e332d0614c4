"""Restricted bots in games that are played: what wins games is worth nearly all of them."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.file_cache import cache_files
from evenhand.simulate.bots.bot_files import load_bot, read_bot
from evenhand.simulate.proving.sample_plan import sample_plan
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import plan_arrays, play


def score(name, text):
    """Return how often the rules of thumb, restricted, win against those that are not."""
    game = load_game(name)
    bots = [read_bot(game, "kept", "kept.toml", text), load_bot(game, "heuristic")]
    arrays = plan_arrays(replace(sample_plan(game, mirrors=False), bots=bots, games=400))
    rows = np.concatenate([play(arrays, chunk) for chunk in arrays.chunks])
    own = np.argmin(rows["bot"], axis=1)
    won = np.where(rows["winner"] < 0, 0.5, rows["winner"] == own).reshape(-1, 2).mean(axis=1)
    return won.mean(), won.std(ddof=1) / len(won) ** 0.5


@pytest.mark.parametrize(
    ("name", "answers"), [("divine_cross", ["skill {n}"]), ("blackpoker", ["attack", "throw"])]
)
def test_what_wins_games_is_worth_nearly_all_and_from_turn_6_on_less(name, answers):
    early = "".join(f'[[never]]\nanswer = "{one}"\nbefore_turn = 6\n' for one in answers)
    with cache_files():  # the words of a game's options are found out once
        never, error = score(name, early.replace("before_turn = 6\n", ""))
        assert never + 3 * error < 0.2
        late, error = score(name, early)
    assert never < late - 3 * error
    assert late + 3 * error < 0.5
