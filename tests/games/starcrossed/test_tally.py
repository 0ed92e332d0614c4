"""What is played goes on record, by whatever way it comes onto a crystal from the hand."""

import pytest

from evenhand.simulate.engine.sets import each
from evenhand.simulate.scenarios.play import begin_table
from evenhand.simulate.scenarios.scenario import load_scenario

TABLE = """
game = "starcrossed"
title = "Cards to play"
expect = { turn = 3 }
[[card]]
name = "Ladder"
type = "Move"
timing = "Action"
cost = 0
uniqueness = 3
abilities = "Play: put a chosen diva card from your hand onto a chosen empty own crystal."
[[card]]
name = "Grave"
like = "Ladder"
abilities = "Play: put a chosen diva card from your Void onto a chosen empty own crystal."
[[card]]
name = "Push"
like = "Ladder"
timing = "Combat"
abilities = "Activate: draw 1 card."
[[card]]
name = "Six"
like = "Filler"

[given.player_1]
energy = 1
hand = ["Ladder", "Grave", "Push", "Filler"]
void = ["Six"]
"""


@pytest.fixture
def sitting(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    return begin_table(load_scenario(path))


@pytest.mark.parametrize(
    ("answers", "played"),
    [
        (["play Filler", "lane 1"], {"Filler"}),
        (["recruit Filler", "lane 1"], {"Filler"}),
        (["play Push", "lane 1"], {"Push"}),
        (["play Ladder", "crystal 1"], {"Ladder", "Filler"}),
        (["play Grave", "crystal 1"], {"Grave"}),
    ],
)
def test_what_was_played(sitting, answers, played):
    for answer in answers:
        sitting.take(sitting.offers().index(answer))
    copies = each(int(sitting.state.tally[0].played))
    assert {sitting.sight.pool.labels[sitting.state.card_of[0, copy]] for copy in copies} == played
