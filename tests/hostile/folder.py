"""The folder that a hostile input is put into: everything else in it is sound."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evenhand.decks.deck_list import sample_decks
from evenhand.simulate.registry import load_game

GAME = "divine_cross"
BALANCE = """\
game = "divine_cross"
decks = ["deck.txt", "other.txt"]
cards = "cards.csv"

[expect]
win_rate = [0.4, 0.6]

[expect.change]
win_rate = [-0.1, 0.1]
"""


@dataclass(frozen=True)
class Bad:
    """A bad file's content, or what makes it; some of it does no harm."""

    content: bytes | Callable[[], bytes]
    is_harmless: bool = False


def sample_cards() -> str:
    return load_game(GAME).schema.sample_path("cards.csv").read_text(encoding="utf-8")


def prepare(folder: Path) -> None:
    """Put sound files into a folder."""
    decks = list(sample_decks(load_game(GAME).schema).values())[:2]
    for name, path in zip(("deck.txt", "other.txt"), decks, strict=True):
        (folder / name).write_bytes(path.read_bytes())
    (folder / "cards.csv").write_text(sample_cards(), encoding="utf-8")
    (folder / "balance.toml").write_text(BALANCE, encoding="utf-8")
