"""The chapter on the metagame: what it says, and where there is none."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from evenhand.analysis.data.run import load_run
from evenhand.analysis.gate.run_bands import Bands, save_bands
from evenhand.analysis.tables.field_win_rates import Shares
from evenhand.analysis.tables.metagame import metagame_of_bots
from evenhand.reports.blocks import Figure, Fold, Paragraph, Section, Table
from evenhand.reports.metagame_wording import write_bot_differences, write_cycles, write_mix
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence, gather_evidence
from evenhand.reports.sections.deck_win_rates import make_decks_section
from evenhand.reports.sections.metagame import make_metagame_sections
from tests.fake_run import write_fake_run

CARDS = [f"card {number}" for number in range(15)]
CIRCLE = {("rock", "paper"): 0.3, ("paper", "scissors"): 0.3, ("rock", "scissors"): 0.7}
DECKS = dict.fromkeys(("rock", "paper", "scissors"), 0.0)


@pytest.fixture
def gathered(tmp_path: Path) -> Callable[..., Evidence]:
    def make(decks: dict[str, float], n_pairs: int = 400, **truth: object) -> Evidence:
        write_fake_run(tmp_path / "run", decks, CARDS, n_pairs, **truth)
        return gather_evidence(load_run(tmp_path / "run"))

    return make


def kinds(section: Section) -> list[type]:
    return [type(block) for block in section.blocks]


def test_a_circle_has_its_table(gathered: Callable[..., Evidence]) -> None:
    evidence = gathered(DECKS, rates=CIRCLE)
    (section,) = make_metagame_sections(evidence)
    assert kinds(section) == [Paragraph, Paragraph, Figure, Table, Table, Paragraph]
    assert [str(cell.text) for cell in section.blocks[4].rows[0][:3]] == [
        "rock", "scissors", "paper",
    ]  # fmt: skip
    page = render_report(evidence)
    assert 'id="metagame"' in page and "Alpha-rank" in page and '"cycles"' in page


def test_nothing_to_tell_is_folded(gathered: Callable[..., Evidence]) -> None:
    (section,) = make_metagame_sections(gathered(dict.fromkeys("ABCD", 0.0), n_pairs=100))
    assert kinds(section) == [Paragraph, Paragraph, Fold, Paragraph]
    assert "would bring is open" in str(section.blocks[0].text)


@pytest.mark.parametrize("truth", [{"n_pairs": 99}, {"decks": {"A": 0.0, "B": 0.0}}])
def test_too_little_to_tell_has_no_chapter(
    gathered: Callable[..., Evidence], truth: dict[str, object]
) -> None:
    evidence = gathered(**{"decks": DECKS, **truth})
    assert make_metagame_sections(evidence) == ()
    assert "Alpha-rank" not in render_report(evidence)


def test_why_there_is_none_of_many(gathered: Callable[..., Evidence]) -> None:
    evidence = gathered(decks=DECKS, n_seats=3, n_pairs=150)
    (section,) = make_metagame_sections(evidence)
    assert "at a table of 3" in str(section.blocks[0].text)
    assert "Alpha-rank" not in render_report(evidence)


def test_each_bot_has_its_dots(gathered: Callable[..., Evidence]) -> None:
    evidence = gathered(DECKS, rates=CIRCLE)
    other = evidence.metagame.assign(bot="other", differs=True)
    both = pd.concat([evidence.metagame, other], ignore_index=True)
    object.__setattr__(evidence, "metagame", both)
    (section,) = make_metagame_sections(evidence)
    assert "rock: heuristic" in section.blocks[3].svg and "other" in section.blocks[3].svg
    said = (
        "The shares differ from those with heuristic (★): with other of rock, paper and scissors."
    )
    text = str(section.blocks[2].text)
    assert said in text and text.startswith("With other, about 3")
    assert text.endswith(" with the rules of thumb and other.")


def test_bots_that_agree_are_said_to(gathered: Callable[..., Evidence]) -> None:
    frame = gathered(DECKS).metagame
    assert write_bot_differences(frame, "heuristic") == []
    _, said = write_bot_differences(pd.concat([frame, frame.assign(bot="other")]), "heuristic")
    assert str(said) == "No deck's share surely differs between heuristic and another bot."


def test_the_table_of_one_bot_names_it(tmp_path: Path) -> None:
    write_fake_run(tmp_path / "run", DECKS, CARDS, 20)
    assert set(metagame_of_bots(load_run(tmp_path / "run"))["bot"]) == {"heuristic"}


def test_a_share_that_is_hardly_known_is_no_number(gathered: Callable[..., Evidence]) -> None:
    own = gathered(DECKS, rates=CIRCLE).metagame.assign(always=True, never=False)
    own = own.assign(share_low=0.06, share_high=1.0)
    assert "some (how many is hardly known: 6" in str(write_mix(own)[0])
    own = own.assign(share_low=0.2, share_high=0.5)
    assert "If everyone knew these numbers, about " in str(write_mix(own)[0])


def test_circles_are_counted(gathered: Callable[..., Evidence]) -> None:
    evidence = gathered(DECKS, rates=CIRCLE)
    proven = evidence.cycles
    said = [str(write_cycles(pd.concat([proven] * n), evidence.transitivity)[-1]) for n in (2, 3)]
    assert said[0].endswith("and 1 more circle.") and said[1].endswith("and 2 more circles.")


def with_field(folder: Path, field: Shares, n_pairs: int = 400) -> Evidence:
    write_fake_run(folder, DECKS, CARDS, n_pairs, rates=CIRCLE)
    save_bands(folder, Bands({}, field=field))
    return gather_evidence(load_run(folder))


def test_a_stated_field_has_its_columns(tmp_path: Path) -> None:
    evidence = with_field(tmp_path / "run", {"rock": 0.5, "paper": 0.5})
    assert not evidence.bands.is_stated and (evidence.win_rates["verdict"] != "").all()
    section = make_decks_section(evidence)
    (table,) = (block for block in section.blocks if isinstance(block, Table))
    assert [str(column.label) for column in table.columns][:4] == [
        "Deck", "Win rate, %", "In the field, %", "Share of the field, %",
    ]  # fmt: skip
    said = " ".join(str(block.text) for block in section.blocks if isinstance(block, Paragraph))
    assert "Against the shares of decks of balance.toml" in said
    assert any(f"{deck} differs most" in said for deck in ("rock", "paper"))
    (metagame,) = make_metagame_sections(evidence)
    told = " ".join(str(block.text) for block in metagame.blocks if isinstance(block, Paragraph))
    assert "In the field of balance.toml, 50.0\u00a0% of games are in matchups" in told


def test_a_field_of_decks_that_did_not_play_is_not_dropped_silently(tmp_path: Path) -> None:
    evidence = with_field(tmp_path / "run", {"rock": 0.5, "lizard": 0.5}, n_pairs=100)
    said = [str(one.text) for one in make_decks_section(evidence).blocks
            if isinstance(one, Paragraph)]  # fmt: skip
    assert any("could not be counted: the field has no deck 'lizard' of this run" in one
               for one in said)  # fmt: skip


def test_without_a_field_there_is_no_column(gathered: Callable[..., Evidence]) -> None:
    (table,) = (block for block in make_decks_section(gathered(DECKS, n_pairs=100)).blocks
                if isinstance(block, Table))  # fmt: skip
    assert "In the field, %" not in [str(column.label) for column in table.columns]
