"""The recorded games are played as they were."""

import pytest

from evenhand.simulate.proving.recorded import find_changes
from tests.games.golden import FOLDER, file_of, kinds


def told(kind):
    return f"{kind.game.name}-{kind.mode}-{kind.n_seats}"


@pytest.mark.parametrize("kind", kinds(), ids=told)
def test_a_recorded_game_is_played_as_it_was(kind):
    assert list(find_changes(kind, file_of(kind))) == [], "see the text of tests/games/golden.py"


@pytest.mark.parametrize("kind", kinds()[:1], ids=told)
def test_another_game_is_told_line_by_line(kind, tmp_path):
    text = file_of(kind).read_text(encoding="utf-8")
    file = tmp_path / "changed.txt"
    file.write_text(text.replace("Winner: ", "Winner: not "), encoding="utf-8")
    (told,) = find_changes(kind, file)
    assert str(file) in told and "-Winner: not " in told


def test_every_recorded_game_is_one_of_a_game_there_is():
    assert set(FOLDER.rglob("*.txt")) == {file_of(kind) for kind in kinds()}
