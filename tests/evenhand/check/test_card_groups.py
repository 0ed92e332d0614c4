"""Bands of groups of cards, by a column of the sheet."""

import csv
import re
from pathlib import Path

import pytest

from evenhand.decks.pool import load_pool
from tests.evenhand.check.conftest import Mine

RARES = (
    '[[expect.groups]]\ncolumn = "rarity"\nmore = "{more}"\nless = "{less}"\ncard_impact = {band}\n'
)
GAMES = 8_000


def rares(band: str, more: str = "R", less: str = "N") -> str:
    return RARES.format(more=more, less=less, band=band)


def make_rares_stronger(mine: Mine) -> None:
    """Multiply every number of two digits or more of the rares by three halves."""
    path = mine.folder / "cards.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    for row in rows:
        for column in ("hp", "skill1_damage", "skill2_damage"):
            if row["rarity"] == "R" and row[column]:
                row[column] = str(int(row[column]) * 3 // 2)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def find_group(found: dict[str, list[dict[str, object]]]) -> dict[str, object]:
    (cell,) = (cell for cell in found["cells"] if cell["subject"] == "rarity R over N")
    return cell


def test_a_group_of_cards_that_was_made_better_fails_and_its_cards_are_named(mine: Mine) -> None:
    mine.expect(rares("[-0.3, 0.3]"))
    code, found = mine.answer(games=GAMES)
    assert code == 0
    before = find_group(found)
    assert before["topic"] == "card_impact"
    assert before["method"] == "paired differences, Student"
    mine.expect(rares(f"[-0.3, {before['high']:.4f}]"))
    make_rares_stronger(mine)
    code, found = mine.answer(games=GAMES)
    assert code == 1
    after = find_group(found)
    assert after["verdict"] == "fail"
    (named,) = re.findall(r"most of it comes from (.+?) \(", str(after["text"]))
    pool = load_pool(mine.game.schema, str(mine.folder / "cards.csv"))
    assert pool.cards[pool.row_of(named)].rarity in ("R", "N")
    assert mine.check(games=GAMES) == 1
    said = mine.said()
    assert "FAIL: over cards of rarity N, those of rarity R are worth +" in said
    assert "Most of it comes from " in said


def test_no_card_is_judged_by_the_band_of_its_group(mine: Mine) -> None:
    mine.expect(rares("[-0.3, 0.3]"))
    _, found = mine.answer(games=GAMES)
    assert [cell["topic"] for cell in found["cells"]].count("card_impact") == 1


def test_one_group_may_stand_alone_and_be_accepted(mine: Mine) -> None:
    alone = '[[expect.groups]]\ncolumn = "rarity"\nmore = "r"\ncard_impact = [0.8, 0.9]\n'
    accept = '[[accept]]\nwhat = "card_impact rarity r"\nreason = "so be it"\nuntil = 2999-12-31\n'
    mine.expect(alone + accept)
    code, found = mine.answer(games=GAMES)
    assert code == 0
    (cell,) = (cell for cell in found["cells"] if cell["subject"] == "rarity r")
    assert cell["verdict"] == "accepted"


def test_too_few_games_for_all_cards_of_a_group_say_how_many_it_takes(mine: Mine) -> None:
    mine.expect(rares("[-0.3, 0.3]"))
    code, found = mine.answer(games=200)
    assert code == 4
    assert found["games"] == 200  # none is held back for what cannot be measured
    group = find_group(found)
    needed = int(group["games_needed"])
    assert "not measured, expected -30" in str(group["text"]).replace("\u2212", "-")
    assert f"it is measured from about {needed:,} games on" in str(group["text"])
    mine.check(games=200)
    assert f"evenhand check --games {needed}" in mine.said()
    _, found = mine.answer(games=needed)
    assert find_group(found)["n_games"] > 0
    assert find_group(mine.answer(games=int(0.9 * needed))[1])["n_games"] == 0


def test_few_games_measure_a_group_with_fewer_pairs_of_each_card(mine: Mine) -> None:
    """As many as are known of no card by itself: the interval is wider, and holds the truth."""
    mine.expect(rares("[-0.3, 0.3]"))
    many = find_group(mine.answer(games=GAMES)[1])
    few = find_group(mine.answer(games=600)[1])
    assert 0 < few["n_games"] < many["n_games"]
    assert few["low"] < many["low"] < many["high"] < few["high"]


def test_a_card_with_a_band_of_its_own_comes_before_its_group(mine: Mine) -> None:
    mine.expect(f'[expect.cards]\n"{mine.card}" = [-0.9, 0.9]\n' + rares("[-0.3, 0.3]"))
    _, found = mine.answer(games=200)
    of_card = next(cell for cell in found["cells"] if cell["subject"] == mine.card)
    assert of_card["n_games"] > 0
    assert find_group(found)["n_games"] == 0


def test_a_column_that_the_designer_added_groups_cards_and_is_not_called_ignored(
    mine: Mine,
) -> None:
    """It says the same as the column rarity, by three words, so the numbers are the same."""
    tiers = {"R": ("first tier", "top tier"), "N": ("second tier", "second tier")}
    path = mine.folder / "cards.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    tier = {row["name"]: tiers.get(row["rarity"], ("", ""))[n % 2] for n, row in enumerate(rows)}
    rows = [{**row, "Tier": tier[row["name"]], "my notes": "none"} for row in rows]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    by_tier = rares("[-0.3, 0.3]", "?", "second tier").replace("rarity", "tier")
    by_tier = by_tier.replace('"?"', '["First Tier", "top tier"]')
    mine.expect(rares("[-0.3, 0.3]") + by_tier)
    found = mine.answer(games=600)[1]
    named = "tier First Tier or top tier over second tier"
    (cell,) = (cell for cell in found["cells"] if cell["subject"] == named)
    assert cell["estimate"] == find_group(found)["estimate"]
    assert len(set(tier.values()) - {""}) == 3
    mine.check(games=600)
    assert "ignored column 'my notes'\n" in mine.said()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (rares("[0, 0.1]").replace("rarity", "raritty"),
         "cards have no column 'raritty' (did you mean 'rarity'?)"),
        (rares("[0, 0.1]", more="RS"), "no card has 'RS' in the column rarity (did you mean "),
        (rares("[0, 0.1]", less="R"), "this is the same group as 'more'"),
        (rares("[0, 0.1]").replace('more = "R"', 'more = ["R", "RS"]'), "no card has 'RS' in the"),
        (rares("[0, 0.1]").replace('more = "R"', 'more = ["R", "n"]'), "less: 'N' is in 'more'"),
        (rares("[0, 0.1]").replace('more = "R"', "more = []"), "found an empty list"),
        (rares("[0.1, 0]"), "the band from 0.1 to 0 is empty"),
        (rares("[0, 0.1]").replace('more = "R"\n', ""), "more: this key is missing"),
    ],
)  # fmt: skip
def test_mistakes_are_named(mine: Mine, text: str, said: str) -> None:
    mine.expect(text)
    assert mine.check() == 3
    assert said in mine.said()


def test_the_failure_is_annotated_at_its_band(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    mine.expect(rares("[0.8, 0.9]"))
    assert mine.check(games=GAMES) == 1
    line = Path("balance.toml").read_text(encoding="utf-8").split("\n").index("[[expect.groups]]")
    assert f"balance.toml,line={line + 1}::" in mine.said()
