"""A crystal is no card: what is said of "it" where it is one does nothing, and reads nothing."""

import random
from dataclasses import replace

import pytest

from evenhand.decks.language import parse
from evenhand.decks.starcrossed.words import VOCABULARY
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.proving.random_play import Findings, check_games
from evenhand.simulate.registry import load_game
from tests.games.fuzzing import random_card_plan
from tests.games.starcrossed.random_cards import CARDS

THEN = (
    "expose it",
    "return it to hand",
    "vanquish it",
    "break it",
    "turn it face down",
    "it gets +1 strength this turn",
    "it can't attack this turn",
    "it has Overkill this turn",
    "you may draw 1 card if it is face-down",
)


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_a_crystal_is_no_card(bot, then):
    game = load_game("starcrossed")
    told = f"Play: raise your crystal here 1 level; {then}"
    abilities = parse(told, VOCABULARY, ()) * CARDS
    plan = random_card_plan(game, abilities, random.Random(1))
    plan = replace(plan, bots=[load_bot(game, bot)], options=option_values(game.options, {}))
    findings = Findings()
    check_games(plan, findings, games=4)
    assert findings.steps > 100
    assert not findings.faults, "\n".join(findings.faults)
