"""The wide table holds what the game table holds, seat by seat."""

from pathlib import Path

import polars as pl
import pytest

from analysis import load_run
from analysis.export import wide_games, write_wide_games
from tests.fake_run import SLOTS, write_fake_run

CARDS = ["Ash", "Elk, the", "Ивы"]


@pytest.fixture
def run(tmp_path: Path):
    return load_run(write_fake_run(tmp_path / "run", {"a": 0.0, "b": 0.2, "c": 0.1}, CARDS, 40))
