"""The recorded games are played as they were."""

import shutil

import pytest

from evenhand.simulate.proving.recorded import find_changes, remove_outdated
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


def test_recorded_games_of_what_a_game_no_longer_has_are_removed_and_nothing_else(tmp_path):
    kind, folder = kinds()[0], shutil.copytree(file_of(kinds()[0]).parent, tmp_path / "golden")
    text = file_of(kind).read_text(encoding="utf-8")
    old = text.replace(f", {kind.mode}, rules", ", sealed, rules", 1)
    (folder / "sealed.txt").write_text(old, encoding="utf-8")
    (folder / f"{kind.mode}_9_players.txt").write_text(text, encoding="utf-8")
    (folder / "my_copy.txt").write_text(text, encoding="utf-8")
    (folder / "notes_9_players.txt").write_text("Player 1: my notes\n", encoding="utf-8")
    before = set(folder.iterdir())
    removed = set(remove_outdated(kind.game, sorted(before)))
    assert removed == {folder / "sealed.txt", folder / f"{kind.mode}_9_players.txt"}
    assert set(folder.iterdir()) == before - removed


def test_every_recorded_game_is_one_of_a_game_there_is():
    assert set(FOLDER.rglob("*.txt")) == {file_of(kind) for kind in kinds()}
