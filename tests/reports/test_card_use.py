"""The chapter on use: corners that cards are surely in, and what is not said."""

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import pytest

from evenhand.reports.blocks import Figure, Fold, Paragraph, Section, Table
from evenhand.reports.card_use import find_use
from evenhand.reports.findings import list_findings
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.card_use import make_use_sections

Make = Callable[..., Evidence]
NAN = float("nan")
CARDS = {  # decks of three, and how far what it wins lies from even
    "Pup": (2, 0.06), "Oracle": (2, 0.0), "Ash": (2, -0.05), "Reed": (2, 0.01), "Moat": (1, 0.2),
}  # fmt: skip


def use(name: str, half_width: float = 0.02) -> pd.DataFrame:
    """Make up the use of cards, of which impact or only win rates of decks are known."""
    rows = []
    for card, (n_decks, worth) in CARDS.items():
        row = {"card": card, "n_decks": n_decks, "use": n_decks / 3, "copies": 2.0, "n_games": 900}
        row |= {"played_rate": 0.6, "played_rate_low": 0.58, "played_rate_high": 0.62}
        for each, base in (("win_rate", 0.5), ("effect", 0.0)):
            value = base + worth if each == name else 0.5 if each == "win_rate" else NAN
            ends = {"": 0, "_low": -1, "_high": 1, "_low_all": -2, "_high_all": 2}
            row |= {f"{each}{end}": value + half_width * by for end, by in ends.items()}
        rows.append(row)
    return pd.DataFrame(rows)


def section_of(evidence: Evidence) -> Section:
    (section,) = make_use_sections(evidence)
    return section


def said(section: Section) -> list[str]:
    return [str(block.text) for block in section.blocks if isinstance(block, Paragraph)]


def test_impact_is_chosen_where_it_was_measured(make_evidence: Make) -> None:
    evidence = replace(make_evidence(), card_use=use("effect"))
    section = section_of(evidence)
    told = said(section)
    assert "what the card itself does" in told[0]
    assert told[1] == (
        "Strong and everywhere: Pup in 2 of 3 decks, worth 6.0 points (2.0 to 10.0) to them; this "
        "interval is wider because it is the most extreme of 5 cards."
    )
    assert told[2].startswith("Weak and everywhere: Ash in 2 of 3 decks, costing them 5.0 points")
    assert [type(block) for block in section.blocks[3:]] == [Figure, Table]
    (finding,) = find_use(evidence)
    assert str(finding.sentence) == told[1] and finding in list_findings(evidence)
    assert 'id="card-use"' in render_report(evidence)


def test_win_rates_of_decks_are_no_finding_on_a_card(make_evidence: Make) -> None:
    evidence = replace(make_evidence(), card_use=use("win_rate"))
    told = said(section_of(evidence))
    assert "theirs and not the card's alone" in told[0] and "impact --run" in told[0]
    assert "Pup in 2 of 3 decks, which win 6.0 points (2.0 to 10.0) more than a fair" in told[1]
    assert "Moat" not in " ".join(told)  # of one deck
    assert not list(find_use(evidence))


@pytest.mark.parametrize("name", ["effect", "win_rate"])
def test_where_nothing_is_sure_no_card_is_named(make_evidence: Make, name: str) -> None:
    evidence = replace(make_evidence(), card_use=use(name, half_width=0.2))
    section = section_of(evidence)
    assert "No card is surely strong or weak" in said(section)[0]
    fold = section.blocks[1]
    assert isinstance(fold, Fold)
    assert [type(block) for block in fold.blocks] == [Figure, Table][name == "win_rate" :]
    assert not list(find_use(evidence))


def test_too_few_cards_have_no_chapter(make_evidence: Make) -> None:
    assert make_use_sections(make_evidence()) == ()
    few = use("effect").head(3)
    evidence = replace(make_evidence(), card_use=few)
    assert make_use_sections(evidence) == () and not list(find_use(evidence))


def test_one_deck_that_half_of_a_field_brings_puts_its_cards_everywhere(
    make_evidence: Make,
) -> None:
    table = use("effect")
    table.loc[table["card"] == "Moat", "use"] = 0.5
    evidence = replace(make_evidence(), card_use=table)
    assert not any("Moat" in text for text in said(section_of(evidence)))
    field = pd.DataFrame({"deck": ["Tide", "Rush", "Wall"], "share": [0.5, 0.25, 0.25]})
    told = said(section_of(replace(evidence, field_win_rates=field)))
    assert any("Moat" in text and "50" in text for text in told)


def test_a_card_that_no_deck_of_a_field_has_is_in_no_corner(make_evidence: Make) -> None:
    table = use("effect")
    field = pd.DataFrame({"deck": ["Tide", "Rush", "Wall"], "share": [0.5, 0.5, 0.0]})
    evidence = replace(make_evidence(), card_use=table, field_win_rates=field)
    table.loc[table["card"] == "Moat", "use"] = 0.25
    assert any("Strong and rare: Moat" in text for text in said(section_of(evidence)))
    table.loc[table["card"] == "Moat", ["n_decks", "use"]] = 0
    section = section_of(evidence)
    assert not any("Moat" in text for text in said(section))
    (figure,) = (block for block in section.blocks if isinstance(block, Figure))
    assert figure.caption.endswith("1 card left out.")
