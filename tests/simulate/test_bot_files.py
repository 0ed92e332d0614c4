"""Bot files: what is wrong in them, and what has no effect, is said with its line."""

from pathlib import Path

import pytest

from evenhand.decks.problems import InputError
from evenhand.simulate.bots.bot_files import load_bot, read_bot
from evenhand.simulate.registry import load_game


def read(text):
    return read_bot(load_game("divine_cross"), "mine", "mine.toml", text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("playouts = 0", "playouts: expected greater than or equal to 2, found '0'"),
        ("playouts = 1000001", "playouts: expected less than or equal to 1000000, found '1000001'"),
        ('policy = "lookahead"', "the bot that thinks ahead is called 'search' now"),
        ("noise = -1", "expected greater than or equal to 0, found '-1'"),
        ('policy = "heuristics"', "did you mean 'heuristic'?"),
        ("budget = 64", "budget: this key is not known"),
        ("temperature = 3", "this key is not known (known here: noise, policy, "),
        ("[weights]\nknock_outs = 3", "did you mean 'knock_out'?"),
    ],
)
def test_what_is_wrong_is_an_error(text, says):
    with pytest.raises(InputError) as caught:
        read(text)
    assert says in str(caught.value)


def test_a_learned_player_may_have_a_file_and_weights_beside_it(tmp_path):
    game, file = load_game("divine_cross"), tmp_path / "mine.toml"
    file.write_text('policy = "learned"\nnoise = 5\n[[never]]\nanswer = "charge"\n')
    own, mine = load_bot(game, "learned"), load_bot(game, str(file))
    assert mine.plays_as(own)
    assert set(mine.kept_files) == {"mine.toml", "mine.npz"}
    assert mine.notes == (f"{file}:2: noise: a learned bot has no use for this",)
    beside = tmp_path / "mine.npz"
    beside.write_bytes(Path(own.weights_file).read_bytes())
    assert load_bot(game, str(file)).weights_file == str(beside)
    with pytest.raises(InputError, match="Last Light has no learned player"):
        read_bot(load_game("last_light"), "mine", "none.toml", 'policy = "learned"')


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("playouts = 128", ["mine.toml:1: playouts: a heuristic bot has no use for this"]),
        ('policy = "search"\nplayouts = 128\nnoise = 3', []),
        (
            'policy = "random"\nnoise = 3\n[weights]\ncard = 3',
            [
                "mine.toml:2: noise: a random bot has no use for this",
                "mine.toml:3: weights: a random bot has no use for this",
            ],
        ),
        ("playouts = 64\ndeterminizations = 1", []),  # as if they were not there
        (
            "determinizations = 3",
            ["mine.toml:1: determinizations: a heuristic bot has no use for this"],
        ),
    ],
)
def test_what_has_no_effect_or_another_name_is_noted(text, notes):
    assert list(read(text).notes) == notes
