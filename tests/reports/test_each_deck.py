"""The part of the page that each deck has, and what leads to it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from evenhand.analysis.data.display_names import add_titles
from evenhand.analysis.data.run import load_run
from evenhand.decks.deck_summary import DeckSummary, ListedCard
from evenhand.decks.display_names import make_title
from evenhand.reports.blocks import (
    CardList,
    Column,
    Drawing,
    Facts,
    Fold,
    Paragraph,
    Section,
    Table,
    name_cell,
)
from evenhand.reports.cost_curve import draw_curve
from evenhand.reports.deck_links import MOST_PARTS, address_deck, link_decks
from evenhand.reports.deck_lists import DeckListing, PackSlots
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence, gather_evidence, rename_decks
from evenhand.reports.sections.deck_win_rates import make_decks_section
from evenhand.reports.sections.each_deck import make_each_deck_section
from evenhand.reports.sections.first_player import make_first_player_section
from tests.fake_run import write_fake_run

Make = Callable[..., Evidence]
PICTURE = DeckSummary(
    cards=(ListedCard(2, "Pup", "Pup", "Unit"), ListedCard(1, "Ash", "Ash (rare)", "Event"),
           ListedCard(3, "Oracle", "Oracle", "Unit")),
    curve={1: 2, 2: 0, 3: 4}, cost_name="energy", kinds={"Unit": 5, "Event": 1},
    rules=("exactly 6 cards",),
)  # fmt: skip
SEALED = DeckListing(
    "Tide Control", None, 5, "Tide",
    (PackSlots(4, {"N": 1.0}), PackSlots(1, {"R": 0.25, "SR": 0.75})),
)  # fmt: skip


def told(evidence: Evidence) -> Evidence:
    """Return the evidence as the page has it."""
    return rename_decks(replace(evidence, info=add_titles(evidence.info)))


def part_of(evidence: Evidence, deck: str) -> Fold:
    blocks = make_each_deck_section(told(evidence)).blocks
    return next(one for one in blocks if isinstance(one, Fold) and one.id == address_deck(deck))


def blocks_of(fold: Fold, kind: type) -> list[Any]:
    return [block for block in fold.blocks if isinstance(block, kind)]


def table_of(fold: Fold, about: str) -> Table:
    (table,) = (one for one in blocks_of(fold, Table) if one.id.endswith(about))
    return table


def column(table: Table, place: int) -> list[str]:
    return [str(row[place].text) for row in table.rows]


@pytest.fixture(scope="module", params=[2, 4])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    folder = tmp_path_factory.mktemp("each") / "run"
    decks = {"tide_a": 0.6, "rush_b": 0.0, "wall_c": 0.2}
    return gather_evidence(load_run(write_fake_run(folder, decks, ["A", "B"], 150, request.param)))


def test_parts_stand_by_strength(played: Evidence) -> None:
    section = make_each_deck_section(told(played))
    folds = [one for one in section.blocks if isinstance(one, Fold)]
    ids = [one.id for one in folds]
    ranked = played.win_rates.sort_values("win_rate", ascending=False)["deck"]
    assert ids == [f"deck-{name}" for name in ranked]
    assert str(folds[0].title).startswith("Tide A, ")


def test_opponents_stand_by_rate(played: Evidence) -> None:
    table = table_of(part_of(played, "tide_a"), "matchups")
    frame, rate = (
        (played.matchups, "win_rate") if played.n_seats == 2 else (played.finishes, "ahead")
    )
    own = frame[frame["deck"] == "tide_a"].sort_values(rate, ascending=False)
    titles = {"rush_b": "Rush B", "wall_c": "Wall C"}
    assert column(table, 0) == [titles[opponent] for opponent in own["opponent"]]
    assert column(table, 1) == [f"{100 * value:.1f}" for value in own[rate]]
    assert all(cell.spread for cell in (row[1] for row in table.rows))


def test_going_first_and_lengths_are_told(played: Evidence) -> None:
    fold = part_of(played, "rush_b")
    (facts,) = blocks_of(fold, Facts)
    length = played.lengths_by_deck.set_index("deck").loc["rush_b"]
    assert f"{length['mean_turns']:.1f} (" in str(facts.facts["Turns per game"])
    seats = played.seats_by_deck.set_index(["deck", "seat"])
    if played.n_seats == 2:
        first = 100 * seats.loc[("rush_b", 1), "win_rate"]
        assert f"it wins {first:.1f}" in str(facts.facts["Going first"])
    else:
        assert "Going first" not in facts.facts
        places = played.placements.set_index("deck").loc["rush_b"]
        said = str(facts.facts["Places"])
        assert said.startswith(f"1st {100 * places['share_1']:.1f}\u00a0%, 2nd ")
        assert f"; mean place {places['mean_placement']:.2f} (" in said
        assert column(table_of(fold, "seats"), 0) == ["1st", "2nd", "3rd", "4th"]


def test_endings_say_how_it_wins_and_loses(played: Evidence) -> None:
    table = table_of(part_of(played, "wall_c"), "endings")
    own = played.end_reasons_by_deck
    own = own[(own["deck"] == "wall_c") & (own["n_games"] > 0)].sort_values("wins")[::-1]
    assert column(table, 0) == own["text"].tolist()
    assert column(table, 2) == [f"{100 * share:.1f}" for share in own["loss_share"]]


def test_one_ending_takes_a_sentence(make_evidence: Make) -> None:
    evidence = make_evidence()
    ways = evidence.end_reasons_by_deck
    fold = part_of(replace(evidence, end_reasons_by_deck=ways[ways["end_reason"] == 1]), TIDE)
    assert "All its games ended alike: a third unit was KO'd." in map(
        str, (one.text for one in blocks_of(fold, Paragraph))
    )


TIDE = "Tide Control"


def test_the_best_and_the_worst_cards(make_evidence: Make) -> None:
    cards = [f"Card {n}" for n in range(9)]
    lifts = {name: 0.01 * n for n, name in enumerate(cards)}
    table = table_of(part_of(make_evidence(cards=cards, lifts=lifts), TIDE), "cards")
    assert column(table, 0) == [f"Card {n}" for n in (8, 7, 6, 2, 1, 0)]
    assert "by opening-hand lift: 3 best and 3 worst of 9" in str(table.caption)
    frame = make_evidence(cards=cards, lifts=lifts).card_win_rates
    wide = frame[(frame["deck"] == TIDE) & (frame["card"] == "Card 8")].iloc[0]
    assert f"{100 * wide['oh_lift_high_all']:.1f}" in table.rows[0][1].spread


def test_what_was_measured_goes_before_what_hands_suggest(make_evidence: Make) -> None:
    cards = ["Pup", "Oracle"]
    evidence = make_evidence(cards=cards, effects={"Pup": -0.03, "Oracle": 0.02})
    table = table_of(part_of(evidence, TIDE), "cards")
    assert "by impact: all 2" in str(table.caption)
    assert column(table, 0) == ["Oracle", "Pup"]


def test_cards_of_which_nothing_is_known_are_no_extremes(make_evidence: Make) -> None:
    evidence = make_evidence(cards=["Pup", "Rare"], lifts={"Pup": 0.01, "Rare": 0.5})
    frame = evidence.card_win_rates.copy()
    frame.loc[frame["card"] == "Rare", ["oh_lift_low_all", "oh_lift_high_all"]] = -1.0, 1.0
    table = table_of(part_of(replace(evidence, card_win_rates=frame), TIDE), "cards")
    assert column(table, 0) == ["Pup"]


def with_listing(evidence: Evidence, listing: DeckListing) -> Evidence:
    return replace(evidence, deck_lists=(listing,))


def test_the_list_is_grouped_by_kind(make_evidence: Make) -> None:
    fold = part_of(with_listing(make_evidence(), DeckListing(TIDE, PICTURE)), TIDE)
    (cards,) = blocks_of(fold, CardList)
    found = [(str(head), [(n, str(card)) for n, card in group]) for head, group in cards.groups]
    assert found == [("Unit (5)", [(2, "Pup"), (3, "Oracle")]), ("Event (1)", [(1, "Ash (rare)")])]
    (facts,) = blocks_of(fold, Facts)
    assert facts.facts["Cards"] == "6, 3 different: Unit 5, Event 1"
    assert facts.facts["Deck rules"] == "exactly 6 cards"
    (drawing,) = blocks_of(fold, Drawing)
    assert str(drawing.caption) == "Cards by energy"


def test_a_curve_has_a_bar_for_every_cost() -> None:
    drawn = draw_curve({1: 2, 2: 0, 3: 4}, "Cards by <cost>")
    assert drawn.count("<rect") == 3 and "Cards by &lt;cost&gt;: 2 of 1, 0 of 2, 4 of 3" in drawn
    tall = [float(found) for found in re.findall(r'<rect [^>]* height="([\d.]+)"', drawn)]
    assert tall[0] == tall[2] / 2 and tall[1] == 0


def test_packs_are_described(make_evidence: Make) -> None:
    fold = part_of(with_listing(make_evidence(), SEALED), TIDE)
    said = [str(one.text) for one in blocks_of(fold, Paragraph)]
    assert said[0] == (
        "Opened from 5 packs of 5 cards, all of Tide. In each: 4 of rarity N; "
        "1 of rarity R (25\u00a0%) or SR (75\u00a0%)."
    )
    assert not blocks_of(fold, CardList)
    assert [str(one.label) for one in table_of(fold, "cards").columns] == ["Card", "Lift, points"]


def test_a_list_that_cannot_be_read(make_evidence: Make) -> None:
    said = [str(one.text) for one in blocks_of(part_of(make_evidence(), TIDE), Paragraph)]
    assert said[0] == "The list of Tide Control cannot be read any more."


def test_each_bot_has_its_lines(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.55, "Rush": 0.45})
    evidence.info["bots"] = [{"name": "novice"}, {"name": "search"}]

    def in_hands(frame: pd.DataFrame) -> pd.DataFrame:
        return pd.concat([frame.assign(deck=frame["deck"] + f" ({bot['name']})")
                          for bot in evidence.info["bots"]])  # fmt: skip

    both = replace(
        evidence, win_rates=in_hands(evidence.win_rates), matchups=in_hands(evidence.matchups)
    )
    fold = next(one for one in make_each_deck_section(both).blocks if isinstance(one, Fold))
    (facts,) = blocks_of(fold, Facts)
    assert {"Win rate (novice)", "Win rate (search)"} <= set(facts.facts)
    assert column(table_of(fold, "matchups"), 1) == ["novice", "search"]


def test_only_so_many_decks_have_parts(make_evidence: Make) -> None:
    rates = {f"Deck {n:03}": 0.3 + 0.001 * n for n in range(MOST_PARTS + 3)}
    evidence = make_evidence(rates)
    section = make_each_deck_section(evidence)
    assert sum(isinstance(one, Fold) for one in section.blocks) == MOST_PARTS
    assert f"The first {MOST_PARTS} of {MOST_PARTS + 3} decks" in str(section.blocks[0].text)
    (linked,) = link_decks([make_decks_section(evidence)], evidence)
    table = next(one for one in linked.blocks if isinstance(one, Table))
    assert sum("href" in row[0].text.__html__() for row in table.rows) == MOST_PARTS


def test_every_address_of_the_page_is_there(played: Evidence) -> None:
    page = render_report(played)
    ids = set(re.findall(r'\bid="(deck-[^"]*)"', page))
    assert ids == {"deck-tide_a", "deck-rush_b", "deck-wall_c"}
    assert set(re.findall(r'href="#(deck-[^"]*)"', page)) == ids


def test_addresses_of_odd_names_stay_apart() -> None:
    names = ["a b", "a_b", "a-b", 'a"b', "a%20b", "\u00e4b", "<b>"]
    found = {address_deck(name) for name in names}
    assert len(found) == len(names)
    assert not any(re.search(r"[\s\"<>]", one) for one in found)


def test_a_card_called_like_a_deck_leads_to_no_deck(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.6, "Rush": 0.4}, cards=["Tide", "Pup"])
    page = render_report(evidence)
    assert re.search(r'href="#card-Tide"', page)
    cell = name_cell("Tide")
    table = Table("t", "T", (Column("Card", numeric=False),), [[cell]])
    (section,) = link_decks([Section("x", "X", [table])], evidence)
    assert section.blocks[0].rows[0][0] is cell


def test_what_going_first_is_worth_to_each_deck(played: Evidence) -> None:
    if played.n_seats > 2:
        return
    fold = make_first_player_section(told(played)).blocks[-1]
    assert isinstance(fold, Fold) and fold.title == "Each deck"
    (table,) = fold.blocks
    first = played.seats_by_deck[played.seats_by_deck["seat"] == 1].sort_values("edge")[::-1]
    assert isinstance(table, Table)
    assert column(table, 0) == [make_title(deck) for deck in first["deck"]]
    assert column(table, 1) == [f"{100 * rate:.1f}" for rate in first["win_rate"]]


def dead_cards(worst: float, half_width: float = 0.02) -> pd.DataFrame:
    """Make up how often the cards of a deck lie dead: one as given, the others in 30 %."""
    rows = [
        {
            "deck": TIDE, "card": card, "n_games": 900, "n_dead": 500, "dead_share": share,
            "dead_share_low": share - half_width, "dead_share_high": share + half_width,
            "excess": share - 0.3, "excess_low": share - 0.32, "excess_high": share - 0.28,
            "excess_p": 0.5, "excess_q": 0.5 if share == 0.3 else 0.0001,
            "dead_share_low_all": share - 2 * half_width,
            "dead_share_high_all": min(1.0, share + 2 * half_width),
        }
        for card, share in {"Pup": worst, "Oracle": 0.3, "Ash": 0.3}.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_a_dead_card_is_named_with_its_interval(make_evidence: Make) -> None:
    evidence = replace(make_evidence(), dead_cards=dead_cards(0.61))
    blocks = make_each_deck_section(told(evidence)).blocks
    said = str(blocks[1].text)
    assert said.startswith(
        "Pup lies dead in hand in 61.0\u00a0% (57.0\u201365.0) of the games in which Tide Control "
        "draws it"
    )
    assert "hangs on the bot" in said and "allows for 3 cards" in said
    assert isinstance(blocks[2], Table) and column(blocks[2], 0) == ["Pup"]
    (facts,) = blocks_of(part_of(evidence, TIDE), Facts)
    found = str(facts.facts["Dead in hand"])
    assert found == "Pup in 61\u00a0% (57\u201365), of the games with it in hand"


@pytest.mark.parametrize(("share", "half_width"), [(0.53, 0.02), (0.3, 0.01)])
def test_a_card_that_may_be_alive_is_not_named(
    make_evidence: Make, share: float, half_width: float
) -> None:
    evidence = replace(make_evidence(), dead_cards=dead_cards(share, half_width))
    section = make_each_deck_section(told(evidence))
    assert "No card is surely left in hand" in str(section.blocks[1].text)
    assert "Dead in hand" not in blocks_of(part_of(evidence, TIDE), Facts)[0].facts


def unplayable_cards(worst: float, half_width: float = 0.05) -> pd.DataFrame:
    """Make up how often the cards of a deck cannot be played: one as given, the others in 40 %."""
    rows = [
        {
            "deck": TIDE, "card": card, "n_games": 70, "n_turns": 300, "n_unknown": 0,
            "unplayable_share": share, "unplayable_share_low": share - half_width,
            "unplayable_share_high": share + half_width, "excess": share - 0.4,
            "excess_low": share - 0.45, "excess_high": share - 0.35, "excess_p": 0.5,
            "excess_q": 0.5 if share == 0.4 else 0.0001,
            "unplayable_share_low_all": share - 2 * half_width,
            "unplayable_share_high_all": share + 2 * half_width,
        }
        for card, share in {"Pup": worst, "Oracle": 0.4, "Ash": 0.4}.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_a_card_that_cannot_be_played_is_named_with_its_interval(make_evidence: Make) -> None:
    evidence = replace(make_evidence(), unplayable_cards=unplayable_cards(0.8))
    said = str(make_each_deck_section(told(evidence)).blocks[1].text)
    assert said.startswith(
        "Pup cannot be played in 80.0\u00a0% (70.0\u201390.0, wider because it is the most "
        "extreme of 3 cards) of the turns that Tide Control begins with it in hand"
    )
    assert "in 40.0\u00a0% of them on the whole" in said and "in 70 games" in said
    assert "hangs on what the bot spent" in said
    found = str(blocks_of(part_of(evidence, TIDE), Facts)[0].facts["Not playable"])
    assert found == "Pup in 80\u00a0% (70\u201390), of the turns with it in hand"


def test_dead_cards_are_shown_with_how_often_they_cannot_be_played(make_evidence: Make) -> None:
    tables = {"dead_cards": dead_cards(0.61), "unplayable_cards": unplayable_cards(0.8)}
    (table,) = (
        block
        for block in make_each_deck_section(told(replace(make_evidence(), **tables))).blocks
        if isinstance(block, Table)
    )
    place = [one.label for one in table.columns].index("Not playable, %")
    assert column(table, place) == ["80.0"]


@pytest.mark.parametrize(("share", "half_width"), [(0.58, 0.05), (0.4, 0.01)])
def test_a_card_that_can_often_be_played_is_not_named(
    make_evidence: Make, share: float, half_width: float
) -> None:
    evidence = replace(make_evidence(), unplayable_cards=unplayable_cards(share, half_width))
    blocks = make_each_deck_section(told(evidence)).blocks
    assert not any("cannot be played" in str(getattr(block, "text", "")) for block in blocks)
    assert "Not playable" not in blocks_of(part_of(evidence, TIDE), Facts)[0].facts
