"""Bots that are Python functions: the games are those of compiled code, errors say where."""

import polars as pl
import pytest

import evenhand
from evenhand.decks.problems import UsageError
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs import python_bots, stepping
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.python_bots import play_stepped
from evenhand.simulate.runs.stepped import UNSEEN
from evenhand.stepping import HIDDEN, set_table

GAME = "last_light"
SEALED = next(name for name in game_names() if load_game(name).schema.sealed_modes)


def make_plan(name, bots, mode="", players=None, seed=3):
    table = set_table(name, mode=mode, players=players)
    game = table.game
    loaded = [load_bot(game, bot) for bot in bots]
    options = option_values(game.options, {})
    mode = mode or game.schema.modes[0]
    decks = list(dict.fromkeys(table.decks))
    return Plan(
        game, mode, table.pool, decks, loaded, options, 40, seed, len(decks) == 1, table.n_seats
    )


@pytest.fixture
def interpreted(monkeypatch):
    """Play few questions in the interpreter rather than compile a game for them."""
    for module, name in ((stepping, "advance"), (stepping, "observe_states"), (python_bots, "ask")):
        monkeypatch.setattr(module, name, getattr(module, name).py_func)


@pytest.mark.parametrize("bots", [["random"], ["heuristic", "random"], ["novice"]])
def test_stepped_games_are_those_of_compiled_code(bots):
    arrays, chunk = plan_arrays(make_plan(GAME, bots)), Chunk(0, 0, 2, 6)
    assert play_stepped(arrays, chunk).tobytes() == play(arrays, chunk).tobytes()


def test_so_they_are_with_four_players():
    arrays, chunk = plan_arrays(make_plan(GAME, ["random"], players=4)), Chunk(0, 0, 1, 3)
    rows = play_stepped(arrays, chunk)
    assert rows.tobytes() == play(arrays, chunk).tobytes()
    assert rows["placement"].max() > 1


def test_so_they_are_with_decks_from_packs(interpreted):
    mode = load_game(SEALED).schema.sealed_modes[0]
    arrays, chunk = plan_arrays(make_plan(SEALED, ["random"], mode)), Chunk(0, 0, 1, 1)
    rows = play_stepped(arrays, chunk)
    assert rows.tobytes() == play(arrays, chunk, interpreted=True).tobytes()
    assert rows["cards"].any()


def lowest(seen, options):
    """Take the first option."""
    return options[0]


def by_luck(seen, options):
    """Take any option."""
    return seen.below(len(options))


def kept(run):
    return pl.read_parquet(run.folder / "games/*.parquet")


def test_a_function_plays_a_run_that_repeats(tmp_path, capsys):
    runs = [
        evenhand.play(GAME, games=60, bots=[by_luck, "random"], out=tmp_path / name)
        for name in ("one", "two")
    ]
    assert "'by_luck' is a Python function" in capsys.readouterr().err
    assert kept(runs[0]).equals(kept(runs[1]))
    other = evenhand.play(GAME, games=60, seed=2, bots=[by_luck, "random"], out=tmp_path / "other")
    assert not kept(other).equals(kept(runs[0]))
    assert [bot["name"] for bot in runs[0].info["bots"]] == ["by_luck", "random"]
    command = runs[0].info["run"]["command"]
    again = eval(command[:-1] + ", out=out)", {**globals(), "out": tmp_path / "again"})
    assert kept(again).equals(kept(runs[0]))
    page = evenhand.report(runs[0]).read_text(encoding="utf-8")
    assert "by_luck" in page


def test_the_luck_of_a_function_is_that_of_the_random_bot(tmp_path):
    runs = [
        evenhand.play(GAME, games=60, bots=[bot], out=tmp_path / str(number))
        for number, bot in enumerate([by_luck, "random"])
    ]
    assert kept(runs[0]).equals(kept(runs[1]))


def test_a_function_sees_no_more_than_its_seat(tmp_path):
    looked = []

    def look(seen, options):
        me, other = (f"player_{seat + 1}" for seat in (seen.seat, 1 - seen.seat))
        if seen["turn"] <= 2:  # later a hand may be known for want of other cards
            looked.append((HIDDEN in seen[me]["hand"], HIDDEN in seen[other]["hand"]))
            assert UNSEEN in seen.numbers and HIDDEN in seen[me]["deck"]
        assert len(seen) == len(dict(seen)) and len(options) > 1
        with pytest.raises(UsageError, match="expected 1 to"):
            seen.below(0)
        assert seen.question and all(option.words for option in options)
        return options[-1]

    evenhand.play(GAME, games=60, decks=["lamp", "gale"], bots=[look], out=tmp_path / "run")
    assert len(looked) > 60
    assert set(looked) == {(False, True)}


def test_an_error_of_the_function_is_its_own_and_names_the_game(tmp_path):
    def broken(seen, options):
        return {}[seen["turn"]]

    with pytest.raises(KeyError) as raised:
        evenhand.play(GAME, games=60, bots=[broken], out=tmp_path / "run")
    assert raised.traceback[-1].name == "broken"
    (note,) = raised.value.__notes__
    for words in ("'broken'", "game 1 (beacon against breeze, seed 1)", "turn 1", "decision 1"):
        assert words in note


@pytest.mark.parametrize("answer", ["draw", 99, -1, None, 1.0])
def test_an_answer_that_is_no_option_is_one_message(answer, tmp_path):
    def wrong(seen, options):
        return answer

    said = f"'wrong' answered {answer!r}: game 1 .*options"
    with pytest.raises(UsageError, match=said) as raised:
        evenhand.play(GAME, games=60, bots=[wrong], out=tmp_path / "run")
    assert "\n" not in str(raised.value)


def test_an_option_of_another_question_is_refused(tmp_path):
    held = []

    def late(seen, options):
        held.append(options[-1])
        return held[0]

    with pytest.raises(UsageError, match="another question"):
        evenhand.play(GAME, games=60, bots=[late], out=tmp_path / "run")


def random(seen, options):
    """A name that a bot has."""
    return 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": [lambda seen, options: 0]}, "needs a name, found '<lambda>'"),
        ({"bots": [random]}, "there is another bot 'random'"),
        ({"bots": ["panel", lowest, "random"]}, "a panel has no room for the function 'lowest'"),
        ({"bots": [lowest], "backend": "loky"}, "not with the backend 'loky'"),
        ({"bots": [lowest, lowest]}, "two bots are called 'lowest'"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, message, tmp_path):
    with pytest.raises(UsageError, match=message):
        evenhand.play(GAME, games=60, out=tmp_path / "run", **arguments)
    assert not (tmp_path / "run").exists()


def test_a_run_does_not_keep_its_function(tmp_path):
    from evenhand.simulate.runs.stored import load_plan

    run = evenhand.play(GAME, games=60, bots=[lowest], out=tmp_path / "run")
    with pytest.raises(UsageError, match="'lowest' was a Python function, which no run keeps"):
        load_plan(run.folder)


def test_another_function_is_another_run(tmp_path):
    from evenhand.inputs.function_bots import make_bot

    same = [make_bot("mine", function).content_hash for function in (lowest, lowest, by_luck)]
    assert same[0] == same[1] != same[2]
