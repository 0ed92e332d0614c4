"""Cards that can be read, while others of their file cannot."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.decks.deck_list import load_deck
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import (
    InputError,
    PartlyReadError,
    Problem,
    keep_rest,
    sort_to_mend,
)
from evenhand.simulate.registry import load_game

SCHEMA = load_game("divine_cross").schema
SAMPLE = SCHEMA.sample_path("cards.csv")
DECKS = SCHEMA.samples("decks", ".txt", "constructed")
Part = tuple[CardPool, tuple[Problem, ...]]


@pytest.fixture
def part_of(tmp_path: Path) -> Callable[..., Part]:
    """Read the sample cards with texts in them replaced."""

    def read(*replaced: tuple[str, str]) -> Part:
        text = SAMPLE.read_text(encoding="utf-8")
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "cards.csv"
        path.write_text(text, encoding="utf-8")
        return keep_rest(lambda: load_pool(SCHEMA, path))

    return read


def row_of(name: str) -> tuple[int, str]:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    return next((n, line) for n, line in enumerate(lines, 1) if line.startswith(f"{name},"))


@pytest.mark.parametrize(
    ("name", "old", "new", "column"),
    [
        ("Ash Courier", ",240,", ",24O,", "hp"),
        ("Ash Courier", "draw 1", "drax 1", "abilities"),
        ("Ash Courier", ",240,", ",,240,", None),
        ("Ash Courier", ",Unit,", ",Unti,", "type"),
        ("Ash Courier", ",240,", ",#REF!,", "hp"),
    ],
)
def test_one_wrong_row_costs_one_card(
    name: str, old: str, new: str, column: str | None, part_of: Callable[..., Part]
) -> None:
    line, row = row_of(name)
    pool, problems = part_of((row, row.replace(old, new, 1)))
    whole = load_pool(SCHEMA)
    assert {problem.line for problem in problems} == {line}
    assert column in {problem.column for problem in problems}
    assert pool.unread == ((name, line),)
    assert pool.names == tuple(other for other in whole.names if other != name)
    with pytest.raises(InputError, match="'Ash Courier' cannot be read"):
        pool.row_of(name)


def test_a_whole_file_has_no_part() -> None:
    pool, problems = keep_rest(lambda: load_pool(SCHEMA))
    assert problems == () and pool.unread == ()


def test_a_card_in_two_rows_may_be_either(part_of: Callable[..., Part]) -> None:
    line, row = row_of("Coal Hound")
    pool, _ = part_of((row, f"{row}\n{row}"))
    assert pool.unread == (("Coal Hound", line), ("Coal Hound", line + 1))


def test_a_table_that_cannot_be_read_has_no_part(part_of: Callable[..., Part]) -> None:
    for old, new in (("name,title", "noun,title"), ("retreat,", "retraet,")):
        _, row = row_of("Ash Courier")
        with pytest.raises(InputError) as caught:
            part_of((old, new), (row, row.replace(",240,", ",x,")))
        assert not isinstance(caught.value, PartlyReadError)
        assert caught.value.problems[0].line == 1


def test_a_curve_has_no_part(tmp_path: Path) -> None:
    for name in ("cards.csv", "curve.csv"):
        text = SAMPLE.read_text(encoding="utf-8").replace(",240,", ",x,", 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_pool(SCHEMA, tmp_path / "cards.csv", tmp_path / "curve.csv")
    assert not isinstance(caught.value, PartlyReadError)
    files = [Path(problem.file).name for problem in caught.value.problems]
    assert files == ["cards.csv", "curve.csv"]


def test_a_deck_names_the_card_that_it_hangs_on(part_of: Callable[..., Part]) -> None:
    line, row = row_of("Ash Courier")
    pool, _ = part_of((row, row.replace(",240,", ",x,")))
    held = [path for path in DECKS.values() if "Ash Courier" in path.read_text("utf-8")]
    assert 0 < len(held) < len(DECKS)
    for path in DECKS.values():
        if path not in held:
            assert load_deck(SCHEMA, pool, path).cards
            continue
        with pytest.raises(InputError) as caught:
            load_deck(SCHEMA, pool, path)
        (problem,) = caught.value.problems
        assert problem.hangs_on == "Ash Courier"
        assert problem.hint == f"see {pool.file}:{line}"


def test_no_other_card_is_taken_for_one_that_cannot_be_read(tmp_path: Path) -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    line, row = row_of("Ash Courier")
    lines[line - 1] = row.replace("Ash Courier", "Soot Sparrow // Ash", 1).replace(",240,", ",x,")
    cards = tmp_path / "cards.csv"
    cards.write_text("\n".join(lines), encoding="utf-8")
    pool, _ = keep_rest(lambda: load_pool(SCHEMA, cards))
    deck = tmp_path / "deck.txt"
    deck.write_text("2 Soot Sparrow // Ash\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_deck(SCHEMA, pool, deck)
    assert [problem.hangs_on for problem in caught.value.problems] == ["Soot Sparrow // Ash"]


def test_a_card_that_names_one_that_cannot_be_read_hangs_on_it(
    part_of: Callable[..., Part],
) -> None:
    _, row = row_of("Ember Lancer")
    line, _ = row_of("Flint Sisters")
    pool, problems = part_of((row, row.replace(",320,", ",x,")))
    assert {card.name for card in pool.unread} == {"Ember Lancer", "Flint Sisters"}
    assert problems[-1].line == line
    assert problems[-1].hangs_on == "Ember Lancer"


def test_problems_come_in_the_order_in_which_to_mend_them() -> None:
    hanging = Problem("a.txt", 1, None, "hangs", hangs_on="Ant")
    own = Problem("b.txt", 9, None, "own")
    cards = [Problem("cards.csv", line, None, "wrong") for line in (7, 3)]
    assert sort_to_mend([*cards, hanging, own]) == [cards[1], cards[0], own, hanging]
