"""Make a designer's folder with many decks and many cards: what a report must not grow with.

    python benchmarks/field.py FOLDER [--decks 40] [--cards 2000]

The cards are those of Divine Cross, again and again under other names; each deck is a sample
deck whose pairs of copies are two cards of different names.
"""

import argparse
import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.registry import load_game

__all__ = ["write_field"]

GAME = "divine_cross"
BALANCE = f'game = "{GAME}"\ncards = "cards.csv"\ndecks = ["decks"]\nbots = ["heuristic"]\n'


def write_field(folder: Path, n_decks: int, n_cards: int) -> None:
    """Write the folder: cards.csv, decks and balance.toml."""
    schema = load_game(GAME).schema
    pool = load_pool(schema)
    with schema.sample_path("cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    (folder / "decks").mkdir(parents=True)
    write_cards(folder / "cards.csv", rows, n_cards)
    samples = [load_deck(schema, pool, path) for path in sample_decks(schema).values()]
    n_editions = n_cards // len(rows)
    for number in range(n_decks):
        sample, first = samples[number % len(samples)], 2 * (number // len(samples))
        names = [pool.cards[row].name for row in sample.cards]
        lines = [f"1 {rename(name, (first + names[:place].count(name)) % n_editions)}"
                 for place, name in enumerate(names)]  # fmt: skip
        Path(folder, "decks", f"deck_{number:02}.txt").write_text("\n".join(lines) + "\n")
    (folder / "balance.toml").write_text(BALANCE)


def write_cards(path: Path, rows: Sequence[Mapping[str, str]], n_cards: int) -> None:
    """Write cards until there are enough, the same ones under further names."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        for place in range(n_cards):
            edition, row = place // len(rows), rows[place % len(rows)]
            own = {"name": rename(row["name"], edition), "number": f"N-{place}"}
            writer.writerow({**row, **own})


def rename(name: str, edition: int) -> str:
    """Name a card of an edition."""
    return f"{name} {edition}" if edition else name


def main() -> None:
    """Write the folder that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decks", type=int, default=40)
    parser.add_argument("--cards", type=int, default=2_000)
    chosen = parser.parse_args()
    write_field(chosen.folder, chosen.decks, chosen.cards)


if __name__ == "__main__":
    main()
