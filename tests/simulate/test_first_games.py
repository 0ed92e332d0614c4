"""The first games of rules that nobody has played are watched: no fault passes in silence."""

import os
import shutil
import subprocess
import sys
import time
import weakref
from pathlib import Path

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError
from evenhand.decks.records import record
from evenhand.simulate import registry
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.compiling import RuleError, cache_folder, hooks, watched
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs import first_games, rule_sources
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.first_games import play_first_games, watch_games
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.time_limit import limit_time
from tests.amounts import how_much

TOYS = Path(__file__).parents[1] / "toys"
CHECKOUT = Path(__file__).parents[2]
PLAYER = record(("flame", np.int16), ("deck", np.int8, (3,)))
TABLE = record(("turn", np.int8), ("players", PLAYER, (2,)))

# A fault, planted in the rules of a copy of the toy: what stands there, what is put in its
# place, and what is said of it.
SILENT = {
    "a number that does not fit": (
        "player.flame = options.flame",
        "player.flame = options.flame * 10_000",
        "in set_up (L1): 'flame' holds -32,768 to 32,767, and 100,000 does not fit",
    ),
    "an index below 0": (
        "return pool.cards[state.card_of[seat, copy]].kind",
        "return pool.cards[state.card_of[seat, copy - 1]].kind",
        "in kind_of: 'card_of' has places 0 to 15, and place -1 was asked for",
    ),
    "an index beyond the end": (
        "blow(state.players[action.seat], strength)",
        "blow(state.players[action.seat + 1], strength)",
        "in play (L3-L5): 'players' has places 0 to 1, and place 2 was asked for",
    ),
    "a division by 0": (
        "copy]].strength)",
        "copy]].strength) // (state.turn - 1)",
        "in strength_of: a division by 0",
    ),
}
NAMED = {
    "a field misspelt where it is set": (
        "player.flame = options.flame",
        "player.flaim = options.flame",
        "in set_up (L1): there is no field 'flaim'; did you mean 'flame'?",
    ),
    "a field misspelt where it is read": (
        "if player.n_deck > 0:",
        "if player.n_dekc > 0:",
        "in draw (L2): there is no field 'n_dekc'; did you mean 'n_deck'?",
    ),
    "a function misspelt": (
        "        draw(state, seat)\n",
        "        drow(state, seat)\n",
        "in set_up (L1): there is no 'drow' here; did you mean 'draw'?",
    ),
    "a word of an enum misspelt": (
        "case Kind.OIL:",
        "case Kind.OYL:",
        "in play (L3-L5): Kind has no 'OYL'; did you mean 'OIL'?",
    ),
    "an argument too few": (
        "take_turn(state, next_seat(state, state.seat))",
        "take_turn(state)",
        "in apply (L2, L6, L7): TypeError: take_turn() missing 1 required positional argument",
    ),
    "a rule without its return": (
        "    return np.int64(state.players[seat].flame)",
        "    np.int64(state.players[seat].flame)",
        "'standing' was given None: does a rule lack its return?",
    ),
}
UNCOMPILED = {
    "a function that is no rule": (
        "@rule\ndef blow(",
        "def blow(",
        "'blow' is a plain Python function (put @rule above it)",
    ),
    "a dictionary of texts and numbers": (
        "    put_out(state)\n",
        '    put_out(state)\n    found = {1: "one", "two": 2}\n',
        "rules.py:108: in apply: compiled rules do not take a dictionary",
    ),
    "a dictionary beside the rules": (
        "@rule\ndef blow(player, strength):\n",
        "WORTH = {0: 1}\n\n\n@rule\ndef blow(player, strength):\n    strength += WORTH[0]\n",
        "in blow: compiled rules do not take the dictionary WORTH: a tuple, indexed by a small",
    ),
    "a text in a field of numbers": (
        "if action.kind == Act.PLAY:",
        'if state.turn < 0:\n        state.winner = "nobody"\n    if action.kind == Act.PLAY:',
        "the compiler says: Cannot cast Literal[str](nobody) to int8",
    ),
}


def plan_of(game):
    pool, mode = load_pool(game.schema), game.schema.modes[0]
    decks = [
        load_deck(game.schema, pool, path, mode)
        for path in list(sample_decks(game.schema, mode).values())[:2]
    ]
    options, bots = option_values(game.options, {}), [load_bot(game, "heuristic")]
    return Plan(game, mode, pool, decks, bots, options, 2, 7, n_seats=game.seats[0])


def test_watched_records_hold_the_same_bytes():
    tables = np.zeros(1, TABLE)
    table = watched(tables)[0]
    table.players[1].deck[2] = 5
    table.players[1].flame += 7
    assert tables[0].players[1].deck[2] == 5
    assert tables[0].players[1].flame == 7


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda t: t.players[2], "'players' has places 0 to 1, and place 2 was asked for"),
        (lambda t: t.players[0].deck[-1], "'deck' has places 0 to 2, and place -1"),
        (lambda t: setattr(t, "turn", 128), "'turn' holds -128 to 127, and 128 does not fit"),
        (lambda t: t.players[0].deck.__setitem__(0, -129), "would become 127"),
        (lambda t: t.turns, "there is no field 'turns'; did you mean 'turn'?"),
        (lambda t: setattr(t, "score", 1), "no field 'score'; the fields are turn, players"),
        (lambda t: setattr(t, "turn", None), "does a rule lack its return?"),
    ],
)
def test_what_compiled_code_would_do_in_silence_is_told(wrong, said):
    with pytest.raises(RuleError) as fault:
        wrong(watched(np.zeros(1, TABLE))[0])
    assert said in str(fault.value)


def test_numbers_of_watched_records_have_64_bits_as_in_compiled_rules():
    table = watched(np.zeros(1, TABLE))[0]
    table.turn = 127
    assert table.turn + 127 == 254


# Those of every game there is are played in tests/games/test_contract.py.
@pytest.mark.parametrize(
    "name", how_much(["blackpoker"], ["divine_cross", "blackpoker", "divinity"])
)
def test_watched_games_of_sound_rules_are_the_same_games(name):
    arrays, chunk = plan_arrays(plan_of(load_game(name))), Chunk(0, 0, 0, 1)
    assert play(arrays, chunk, watch=True).tobytes() == play(arrays, chunk).tobytes()


def test_games_of_ours_are_not_watched_and_no_game_is_twice(monkeypatch):
    watched_games = []
    monkeypatch.setattr(first_games, "watch_games", watched_games.append)
    ours, toy = (plan_arrays(plan_of(load_game(name))) for name in ("divinity", "last_light"))
    mode = toy.plan.mode
    (cache_folder(*toy.plan.game.hooks.modules) / f"last_light-{mode}-2.watched").unlink(
        missing_ok=True
    )
    for arrays in (ours, toy, toy):
        play_first_games(arrays)
    assert watched_games == [toy]


@pytest.fixture
def plant(tmp_path, monkeypatch):
    """Return a plan of a copy of the toy whose rules were altered."""

    def altered(old, new):
        package = f"planted_{abs(hash((old, new)))}"
        shutil.copytree(TOYS / "last_light", tmp_path / package)
        for file in (tmp_path / package).glob("*.py"):
            file.write_text(file.read_text().replace("last_light", package))
        rules = tmp_path / package / "rules.py"
        text = rules.read_text()
        assert old in text
        rules.write_text(text.replace(old, new, 1))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setitem(registry.GAMES, package, package)
        monkeypatch.setattr(hooks, "_BY_RECORD", {})  # of which it has one as the toy has
        return plan_of(load_game(package))

    return altered


@pytest.mark.parametrize("fault", [*SILENT, *NAMED])
def test_a_fault_of_the_rules_is_named_with_its_place(plant, fault):
    old, new, said = {**SILENT, **NAMED}[fault]
    with pytest.raises(InputError) as error:
        watch_games(plan_arrays(plant(old, new)))
    assert said in str(error.value)
    assert len(str(error.value)) < 400


def test_a_dictionary_from_outside_is_told_once_in_each_rule(tmp_path, monkeypatch):
    (tmp_path / "words_of_it.py").write_text("WORTH: dict[int, int] = {0: 1}\nOTHER = (1, 2)\n")
    (tmp_path / "rules_of_it.py").write_text(
        "from here.words_of_it import OTHER, WORTH\n\n"
        "def plain():\n    return WORTH[0]\n\n"
        "@rule\ndef of_it(worth):\n    return WORTH[0] + WORTH[1] + OTHER[0] + worth\n\n"
        "@rule\ndef its_own(WORTH):\n    return WORTH[0]\n"
    )
    monkeypatch.setattr(rule_sources, "files", lambda _: tmp_path)
    (problem,) = rule_sources.find_uncompilable(load_game("last_light"))
    assert (problem.line, problem.message) == (
        8,
        "in of_it: compiled rules do not take the dictionary WORTH: "
        "a tuple, indexed by a small number, does the same",
    )


@pytest.fixture
def run_rules(tmp_path):
    """Run a copy of the toy whose rules were altered; return exit code and what was said."""

    def run(old, new):
        shutil.copytree(TOYS, tmp_path / "toys")
        rules = tmp_path / "toys/last_light/rules.py"
        rules.write_text(rules.read_text().replace(old, new, 1))
        path = os.pathsep.join([str(CHECKOUT), str(tmp_path / "toys")])
        environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}
        command = [
            "run", "--no-report", "last_light", "--games", "4", "--jobs", "1", "--out", "out",
        ]  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "evenhand", *command, "--decks", "lamp,gale"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        return done.returncode, done.stderr

    return run


def test_a_fault_is_told_before_anything_is_compiled_and_leaves_no_folder(run_rules, tmp_path):
    code, told = run_rules(*SILENT["an index below 0"][:2])
    assert code == 3
    assert "place -1" in told
    assert "Compiling" not in told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("fault", how_much(list(UNCOMPILED)[::2], list(UNCOMPILED)))
def test_what_cannot_be_compiled_is_told_in_a_sentence(run_rules, tmp_path, fault):
    old, new, said = UNCOMPILED[fault]
    code, told = run_rules(old, new)
    assert code == 3
    assert said in told
    assert len(told) < 600
    assert not (tmp_path / "out").exists()


def test_a_rule_that_does_not_end_is_stopped(monkeypatch):
    def play_on(*_, **__):
        while True:
            pass

    monkeypatch.setattr(first_games, "play", play_on)
    monkeypatch.setattr(first_games, "LONGEST", 0.3)
    with pytest.raises(InputError, match="a loop here does not end"):
        watch_games(plan_arrays(plan_of(load_game("last_light"))))


BUSY = "@rule\ndef shuffle_on():\n    for _ in range(2_000):\n        pass\n\n\n"
ABOVE = "        while player.flame > 0:\n            shuffle_on()\n"


def test_the_loop_that_does_not_end_is_named_and_not_one_that_it_calls(plant, monkeypatch):
    set_up = "@rule\ndef set_up(state, pool, options):\n"
    hand = "        for _ in range(options.opening_hand):\n"
    rules = (TOYS / "last_light/rules.py").read_text()
    between = rules[rules.index(set_up) + len(set_up) : rules.index(hand)]
    monkeypatch.setattr(first_games, "LONGEST", 0.5)
    arrays = plan_arrays(plant(set_up + between, BUSY + set_up + between + ABOVE))
    with pytest.raises(InputError, match="a loop here does not end") as error:
        watch_games(arrays)
    (problem,) = error.value.problems
    told = Path(problem.file).read_text().splitlines()[problem.line - 1]
    assert told.strip() in ABOVE
    assert "in set_up (L1)" in problem.message


def test_a_call_that_was_looked_at_and_has_ended_is_let_go():
    class Card:
        pass

    seen = weakref.WeakSet()

    def work():
        card = Card()
        seen.add(card)
        time.sleep(0.25)

    with limit_time(30):
        work()
        time.sleep(0.25)
        assert not seen
