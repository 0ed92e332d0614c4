"""The recorded games are played as they were."""

import pytest

from tests.games.golden import DEAL, FOLDER, golden_plan, golden_text, kinds


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: "-".join(map(str, kind)))
def test_a_recorded_game_is_played_as_it_was(kind):
    recorded = kind.file.read_text(encoding="utf-8")
    pair, rotation = map(int, DEAL.search(recorded).groups())
    text = golden_text(golden_plan(kind), pair, rotation)
    assert text == recorded, "see the text of tests/games/golden.py"


def test_every_recorded_game_is_one_of_a_game_there_is():
    assert set(FOLDER.rglob("*.txt")) == {kind.file for kind in kinds()}
