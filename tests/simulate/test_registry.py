"""Games of other packages: what is said of one that Python does not find."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from evenhand.decks.problems import UsageError
from evenhand.simulate import registry


def test_a_folder_that_python_takes_for_the_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shadowed_game"
    folder.mkdir()
    entry = EntryPoint("shadowed_game", "shadowed_game:GAME", "evenhand.games")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [entry])
    with pytest.raises(UsageError) as caught:
        registry.load_game("shadowed_game")
    assert caught.value.message == (
        f"the game 'shadowed_game' cannot be loaded: Python takes the folder {folder} for it"
    )
    assert caught.value.hint == "start Python in another folder"
