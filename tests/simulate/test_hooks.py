"""Hooks: declared once, answered by each game, and wrong answers named when a game is loaded."""

import sys
from dataclasses import replace
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

from evenhand.decks.problems import UsageError
from evenhand.simulate import registry
from evenhand.simulate.compiling import hook, hook_with_default, rule, supply
from evenhand.simulate.registry import game_names, load_game

FAMILY = ModuleType("family")


@hook
def hurt(state, seat, amount):
    """Hurt a player."""


@hook_with_default
def is_hurt(state, seat):
    """Return whether a player is hurt; nobody is, by default."""
    return False


FAMILY.hurt, FAMILY.is_hurt = hurt, is_hurt


@rule
def burn(state, seat, amount):
    """Hurt a player by fire."""
    state.life[seat] -= amount


@rule
def is_burnt(state, seat):
    """Return whether a player has lost life."""
    return state.life[seat] < 10


def record(name):
    return np.dtype([("life", np.int64, (2,)), (name, np.int8)])


def state_of(hooks, name):
    """Return a state for which some answers serve."""
    hooks.serve(record(name))
    state = np.zeros(1, record(name)).view(np.recarray)[0]
    state.life[:] = 10
    return state


def test_the_state_picks_the_answer():
    state = state_of(supply(FAMILY, hurt=burn, is_hurt=is_burnt), "picks")
    assert not is_hurt(state, 1)
    hurt(state, 1, 3)
    assert list(state.life) == [10, 7]
    assert is_hurt(state, 1)


def test_a_default_answers_for_games_that_do_not():
    state = state_of(supply(FAMILY, hurt=burn), "default")
    hurt(state, 1, 3)
    assert not is_hurt(state, 1)


def test_two_games_cannot_have_one_record():
    state_of(supply(FAMILY, hurt=burn), "shared")
    with pytest.raises(UsageError, match="same state record"):
        supply(FAMILY, hurt=burn).serve(record("shared"))


@rule
def too_few(state, seat):
    """Take one argument less than the hook."""


@rule
def in_other_order(state, amount, seat):
    """Take what the hook does, in another order."""


@rule
def by_other_names(state, player, n):
    """Take what the hook does, by names of its own."""


def not_a_rule(state, seat, amount):
    """Be a plain function."""


WRONG = {
    "the hook 'hurt' has no answer (supply a rule hurt(state, seat, amount))": {},
    "there is no hook 'hurts' (did you mean 'hurt'?)": {"hurts": burn},
    "there is no hook 'value'": {"hurt": burn, "value": burn},
    "the answer to the hook 'hurt' is no rule (put @rule above it)": {"hurt": not_a_rule},
    "the answer to the hook 'hurt': expected the parameters (state, seat, amount), "
    "found (state, seat)": {"hurt": too_few},
    "the answer to the hook 'hurt': expected the parameters (state, seat, amount), "
    "found (state, amount, seat)": {"hurt": in_other_order},
}


@pytest.mark.parametrize("message", WRONG)
def test_a_wrong_answer_is_named(message):
    with pytest.raises(UsageError) as error:
        supply(FAMILY, **WRONG[message])
    assert str(error.value) == message


def test_parameters_may_have_names_of_their_own():
    assert supply(FAMILY, hurt=by_other_names).answers[hurt] is by_other_names


TOY = load_game("last_light")
BROKEN = """
from evenhand.simulate.compiling import supply
from evenhand.simulate.engine import hooks
from last_light.hooks import HOOKS

found = {hook.__name__: answer for hook, answer in HOOKS.answers.items()}
found["scores"] = found.pop("score")
HOOKS = supply(hooks, **found)
"""


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Return the name of a game whose hooks are wrong, known beside all others."""
    package = tmp_path / "broken_light"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "hooks.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(tmp_path)
    for module in (package.name, f"{package.name}.hooks"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    game = replace(TOY, package=package.name)
    monkeypatch.setattr(import_module(package.name), "GAME", game, raising=False)
    monkeypatch.setitem(registry.GAMES, package.name, package.name)
    return package.name


def test_a_wrong_answer_is_named_when_the_game_is_loaded(broken):
    with pytest.raises(UsageError) as error:
        load_game(broken)
    expected = "the game 'broken_light': there is no hook 'scores' (did you mean 'score'?)"
    assert str(error.value) == expected


def test_a_game_without_hooks_is_named_too(broken, tmp_path):
    (tmp_path / broken / "hooks.py").unlink()
    with pytest.raises(UsageError, match=r"'broken_light': there is no broken_light\.hooks"):
        load_game(broken)


def test_the_hooks_of_abilities_are_asked_for(broken, monkeypatch):
    others = (load_game(name) for name in game_names() if name != broken)
    with_abilities = next(game for game in others if game.schema.vocabulary.verbs)
    game = replace(with_abilities, package=TOY.package)
    monkeypatch.setattr(import_module(broken), "GAME", game)
    with pytest.raises(UsageError, match="its cards have abilities"):
        load_game(broken)


def test_a_broken_game_hides_no_other(broken, capsys):
    from evenhand.commands.games import games_command
    from evenhand.flags import GamesFlags

    games_command(GamesFlags(json=True))
    said = capsys.readouterr()
    assert "the game 'broken_light'" in said.err
    assert all(f'"name": "{name}"' in said.out for name in set(game_names()) - {broken})
