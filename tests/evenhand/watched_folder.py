"""A designer's folder with three decks, and what tests of a session do with it."""

import json
import shutil
from pathlib import Path

from evenhand.live.board import Board
from evenhand.live.session import Session
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.workers import ONE_WORKER

GAME = "last_light"
SCHEMA = load_game(GAME).schema
BALANCE = f'game = "{GAME}"\ncards = "cards.csv"\ndecks = ["decks"]\ngames = 60\n'
BANDS = "[expect]\nwin_rate = [0.0, 0.9]\n"
DECKS = ("gale", "lamp", "squall")
CHANGED = ("Breath,Gust,1", "Breath,Gust,9")  # a card of the first of them


def make_folder(place: Path) -> Path:
    (place / "decks").mkdir(parents=True)
    shutil.copyfile(SCHEMA.sample_path("cards.csv"), place / "cards.csv")
    for name in DECKS:
        put_deck(name, place / "decks" / f"{name}.txt")
    place.joinpath("balance.toml").write_text(BALANCE + BANDS)
    return place


def put_deck(name: str, path: Path) -> None:
    shutil.copyfile(SCHEMA.samples("decks", ".txt")[name], path)


def begin(folder: Path) -> Session:
    return Session(folder / "balance.toml", ONE_WORKER, Board())


def play_all(session: Session) -> None:
    while session.is_playing:
        session.play_to_next_look()


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def save(session: Session, name: str, old: str, new: str) -> None:
    """Save a file, and play to the end what comes of it."""
    replace(session.file.parent / name, old, new)
    session.handle_save()
    play_all(session)


def shown(session: Session) -> str:
    """The main part of the page, as browsers get it."""
    return json.loads(session.board.news)["main"]
