"""What is said of a history: the jump with its edit, gaps, and that there is none."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest

from evenhand.reports.history import drawing
from evenhand.reports.history.page import render_history
from evenhand.reports.history.wording import (
    forecast_history_games,
    list_history_findings,
    write_conclusion,
    write_history_headline,
)
from tests.amounts import how_much
from tests.light_reports import leave_empty
from tests.nasty_texts import NASTY_IN_FILES
from tests.reports.made_up_history import DECKS, make_history, make_row

QUIET = [make_row(state, deck, 0.5, 0.5) for state in (2, 3) for deck in DECKS[:2]]
VAGUE = [make_row(state, deck, 0.5, 0.5, 0.05) for state in (2, 3) for deck in DECKS[:2]]


def findings(topic: str) -> list[str]:
    return [
        str(one.sentence) for one in list_history_findings(make_history()) if one.topic == topic
    ]


def test_the_headline_names_jump_commit_and_edit() -> None:
    assert str(write_history_headline(make_history())) == (
        "The largest jump is that of ember_rush: 50.0\u00a0% \u2192 60.0\u00a0%, +10.0 points "
        "(+9.0 to +11.0), since 3c4d5e6 \u201cBuff the Lancer\u201d: Ember Lancer hp 320 "
        "\u2192 600 (cards.csv:4)."
    )


def test_a_deck_whose_opponents_were_edited_says_so() -> None:
    rows = [make_row(0, "tide", 0.5), make_row(2, "tide", 0.4, 0.5)]
    said = str(write_history_headline(make_history(rows)))
    assert "only its opponents were edited: Ember Lancer hp 320" in said


def test_findings_say_gaps_and_what_came() -> None:
    assert findings("Gap") == [
        "2b3c4d5 cannot be played, and is passed over: cards.csv:3: expected a number"
    ]
    assert findings("Decks")[0].startswith("late_comer is there from now. ")
    assert findings("Jump")[0].startswith("3c4d5e6 \u201cBuff the Lancer\u201d: ember_rush +10.0")
    assert findings("Overall")[0].startswith("From 1a2b3c4 to now: ember_rush 50.0")


def test_cards_that_won_more_in_hand_are_named() -> None:
    assert findings("Cards") == [
        "Of the edited cards, with one in hand its owner now wins more or less often: Ember Lancer "
        "52.0\u00a0% \u2192 64.0\u00a0%, +12.0 points (+10.0 to +14.0), since 3c4d5e6 "
        "\u201cBuff the Lancer\u201d."
    ]
    assert "Cards in hand" in render_history(make_history())


def test_the_conclusion_counts_the_changes_that_mattered() -> None:
    assert str(write_conclusion(make_history())) == (
        "In short: 1 of 2 changes surely moved a deck: 3c4d5e6. No other change of a deck can be "
        "larger than 1.0 points."
    )


@pytest.mark.parametrize(
    ("rows", "said", "games"),
    [
        (QUIET, "No deck surely moved from one state to the next: none by more than 1.0", 0),
        (VAGUE, "Too few games to say: no deck surely moved", 50_000),
    ],
)
def test_without_a_jump_it_says_how_far_one_may_go(
    rows: list[dict[str, object]], said: str, games: int
) -> None:
    history = make_history(rows)
    assert str(write_history_headline(history)).startswith(said)
    assert forecast_history_games(history) == games
    assert (f"{games:,}" in str(write_conclusion(history))) == bool(games)


def test_the_page_has_a_strip_for_each_deck_and_every_state() -> None:
    page = render_history(make_history())
    assert page == render_history(make_history())
    figure = page.partition('id="figure-history"')[2].partition("</figure>")[0]
    for text in ("Ember Rush", "tide", "late_comer", "1a2b3c4", "2b3c4d5", "now"):
        assert text in figure
    assert len(re.findall(r"<tr>|<tr ", page.partition('id="table-states"')[2])) >= 5
    assert "cannot be played" in page


def test_the_rows_for_programs_have_the_gap() -> None:
    rows = make_history().rows
    assert rows["state"].tolist() == ["1a2b3c4"] * 2 + ["2b3c4d5"] + ["3c4d5e6"] * 2 + ["now"] * 3
    gap = rows[rows["problem"] != ""]
    assert gap["deck"].tolist() == [""] and gap["n_games"].tolist() == [0]
    assert rows["is_edited"].tolist() == [False] * 3 + [True, False] + [False, False, True]


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, _: object) -> None:
        self.tags += [tag] * (tag != "wbr")


def test_nasty_names_stay_in_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    check_tags(how_much([name for name in NASTY_IN_FILES if set(name) & set("<&")], NASTY_IN_FILES))
    monkeypatch.setattr(drawing, "draw_figure", leave_empty)  # which is most of the time
    check_tags(NASTY_IN_FILES)


def check_tags(names: Sequence[str]) -> None:
    """Check that a page with any of these names everywhere has the tags of one with a calm name."""
    calm = Tags(render_history(make_history(name="name"))).tags
    for name in names:
        page = render_history(make_history(name=f"x{name}"))
        assert set(Tags(page).tags) == set(calm), name
        assert "<script>alert" not in page
