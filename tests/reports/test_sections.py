from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from markupsafe import escape
from scipy.stats import theilslopes

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band
from evenhand.decks.card_face import CardFace, name_column
from evenhand.reports.blocks import (
    Block,
    Cell,
    Code,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    change_cell,
    rate_cell,
)
from evenhand.reports.card_links import CardName, address_card
from evenhand.reports.linked_games import GamesBehind
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.card_impact import make_impact_section
from evenhand.reports.sections.card_pool import make_pool_sections
from evenhand.reports.sections.card_win_rates import choose_rows, make_cards_section
from evenhand.reports.sections.cost_line import fit_cost_line
from evenhand.reports.sections.deck_win_rates import make_decks_section
from evenhand.reports.sections.endings import make_endings_section
from evenhand.reports.sections.first_player import make_first_player_section
from evenhand.reports.sections.lengths import make_lengths_section
from evenhand.reports.sections.matchups import make_matchups_section
from evenhand.reports.sections.provenance import make_provenance_section
from evenhand.reports.wording import points
from evenhand.simulate.replay.games_behind import Cell as Games

Make = Callable[..., Evidence]


def tables(blocks: Sequence[Block]) -> Iterator[Table]:
    for block in blocks:
        if isinstance(block, Table):
            yield block
        elif isinstance(block, Fold):
            yield from tables(block.blocks)


def table(section: Section, id: str) -> Table:
    return next(found for found in tables(section.blocks) if found.id == id)


def texts(cells: Sequence[Cell]) -> list[str]:
    return [str(cell.text) for cell in cells]


def cell_of(found: Table, row: str, column: str) -> Cell:
    index = [str(heading.label) for heading in found.columns].index(column)
    return next(cells[index] for cells in found.rows if str(cells[0].text) == row)


def test_decks_are_ranked_and_judged_in_words(make_evidence: Make) -> None:
    rates = {"Wall": 0.43, "Tide": 0.561, "Rush": 0.5, "Edge": 0.549}
    found = table(make_decks_section(make_evidence(rates)), "table-decks")
    assert [texts(row)[:3] for row in found.rows] == [
        ["Tide", "56.1", "\u25b2 FAIL, too often"],
        ["Edge", "54.9", "\u25c6 INCONCLUSIVE"],
        ["Rush", "50.0", "\u25cf PASS"],
        ["Wall", "43.0", "\u25bc FAIL, too seldom"],
    ]
    assert found.rows[0][1].spread == "54.7\u201357.5"


def test_bands_of_single_decks_stand_beside_their_win_rates(make_evidence: Make) -> None:
    rates = {"Wall": 0.43, "Tide": 0.561, "Rush": 0.5}
    wide = Measure(Topic.WIN_RATE, DeckSubject(Entrant("Tide")))
    narrow = Measure(Topic.WIN_RATE, DeckSubject(Entrant("Wall")))
    stated = Bands({wide: Band(0.4, 0.6), narrow: Band(0.45, 0.55)})
    section = make_decks_section(make_evidence(rates, stated=stated))
    found = table(section, "table-decks")
    assert [texts(row)[2:4] for row in found.rows] == [
        ["40.0\u201360.0", "\u25cf PASS"],
        ["", "\u2013 no band"],
        ["45.0\u201355.0", "\u25bc FAIL, too seldom"],
    ]
    assert "what balance.toml expected of each deck stands beside its win rate" in str(
        section.blocks[0].text
    )


def test_heat_map_shows_both_views_and_clips_its_colours(make_evidence: Make) -> None:
    found = table(
        make_matchups_section(make_evidence({"Tide": 0.7, "Rush": 0.51, "Wall": 0.5})), "table-heat"
    )
    assert [str(row[0].text) for row in found.rows] == ["Tide", "Rush", "Wall"]
    ahead, behind = cell_of(found, "Tide", "Wall"), cell_of(found, "Wall", "Tide")
    assert (ahead.text, ahead.style) == ("70.0", "w6")
    assert (behind.text, behind.style) == ("30.0", "l6")
    assert behind.spread == "29.0\u201331.0"
    assert cell_of(found, "Rush", "Wall").style == "e"
    assert cell_of(found, "Tide", "Tide").style == "empty"
    assert "13,950 won, 100 drawn, 5,950 lost" in str(ahead.hint)


def test_a_number_of_the_heat_map_leads_to_its_games(make_evidence: Make) -> None:
    found = {(Games("matchup", ("Tide", "Rush / 2")), "closest"): 7}
    evidence = make_evidence({"Tide": 0.7, "Rush / 2": 0.51, "Wall": 0.5})
    section = make_matchups_section(replace(evidence, games=GamesBehind((), found)))
    heat, listed = table(section, "table-heat"), table(section, "table-matchups")
    own, other = cell_of(heat, "Tide", "Rush / 2"), cell_of(heat, "Rush / 2", "Tide")
    [row] = [row for row in listed.rows if row[1].games]
    assert row[0].anchor == "matchup-Rush%20%2F%202/Tide"
    assert f'href="#{row[0].anchor}"' in escape(own.text)
    assert f'href="#{row[0].anchor}"' in escape(other.text)
    assert str(other.text) == "31.0"
    assert "href" not in escape(cell_of(heat, "Tide", "Wall").text)


def test_heat_map_of_many_decks_turns_its_headings(make_evidence: Make) -> None:
    rates = {f"Deck {n}": 0.5 for n in range(9)}
    assert "turned" in table(make_matchups_section(make_evidence(rates)), "table-heat").style
    assert "turned" not in table(make_matchups_section(make_evidence()), "table-heat").style


def test_every_duel_is_listed_once(make_evidence: Make) -> None:
    found = table(make_matchups_section(make_evidence()), "table-matchups")
    assert [texts(row)[:2] for row in found.rows] == [
        ["Ember Rush", "Tide Control"],
        ["Ember Rush", "Verdant Growth"],
        ["Tide Control", "Verdant Growth"],
    ]


def test_first_player_overall_and_by_matchup(make_evidence: Make) -> None:
    section = make_first_player_section(make_evidence(advantage=0.021))
    overall = table(section, "table-first")
    assert texts(overall.rows[0]) == ["All matchups", "52.1", "+2.1", "40,000"]
    assert len(table(section, "table-first-each").rows) == 3


def test_cards_are_ranked_by_lift_and_marked(make_evidence: Make) -> None:
    cards = ["Pup", "Lancer", "Oracle", "Rare"]
    lifts = {"Pup": -0.03, "Lancer": 0.05, "Oracle": 0.001, "Rare": 0.002}
    found = table(make_cards_section(make_evidence(cards=cards, lifts=lifts)), "table-cards")
    assert [str(row[0].text) for row in found.rows] == ["Lancer", "Rare", "Oracle", "Pup"]
    assert [row[1].mark for row in found.rows] == ["\u2605", "", "", "\u2605"]
    assert found.faint == {1}  # the made-up evidence has few games of its fourth card
    labels = [str(column.label).split(",")[0] for column in found.columns]
    assert labels == ["Card", "Lift", "GIH WR", "IWD", "GP", "OH", "GD", "GNS", "Played", "In hand"]


def test_cards_that_read_alike_have_addresses_of_their_own() -> None:
    names = ["A b", "A-b", "a.b", "A_b", "\u2605", "A%20b"]
    addresses = {address_card(name) for name in names}
    assert len(addresses) == len(names)
    assert not any(" " in one for one in addresses)
    assert escape(CardName("Ash <Pup>")) == (
        '<a class="card" href="#card-Ash_%3CPup%3E"><bdi>Ash &lt;Pup&gt;</bdi></a>'
    )


def test_what_stands_on_cards_is_said_once_where_their_names_lead(make_evidence: Make) -> None:
    face = CardFace("Pup", {"type": "Unit", "hp": 30}, "Play: draw 1 card.", 2, "energy", ("type",))
    (section,) = make_pool_sections(replace(make_evidence(cards=["Pup", "Gone"]), faces=(face,)))
    found = table(section, "table-pool")
    assert [str(column.label) for column in found.columns] == ["Card", "Cost", "Type", "HP", "Text"]
    assert texts(found.rows[0]) == ["Pup", "2", "Unit", "30", "Play: draw 1 card."]
    assert [row[0].anchor for row in found.rows] == ["card-Pup", "card-Gone"]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("meaning", ["", "One trick of all players."])
def test_a_game_says_what_its_turns_are(make_evidence: Make, meaning: str, seats: int) -> None:
    evidence = make_evidence({"Tide": 0.5, "Wall": 0.4, "Rush": 0.3}, seats=seats)
    evidence.info["words"] = {"turn": meaning}
    page = render_report(evidence)
    assert ("in this game: one trick of all players." in page) == bool(meaning)
    assert ("One player&#39;s turn." in page) == (not meaning)
    assert ("two turns of a duel" in page) == (not meaning and seats == 2)


def test_a_cost_that_cannot_be_compared_is_a_column_like_others(make_evidence: Make) -> None:
    face = CardFace("Pup", {"cost": 0, "hp": 30})
    (section,) = make_pool_sections(replace(make_evidence(cards=["Pup"]), faces=(face,)))
    found = table(section, "table-pool")
    assert [str(column.label) for column in found.columns] == ["Card", "Cost", "HP"]
    assert texts(found.rows[0]) == ["Pup", "0", "30"]


@pytest.mark.parametrize(("effects", "n"), [({"Card 003": 0.2, "Card 005": 0.3}, 1), ({}, 0)])
def test_impact_leads_to_the_price_of_the_strongest_card(
    make_evidence: Make, effects: dict[str, float], n: int
) -> None:
    page = render_report(make_evidence(effects=effects))
    assert page.count("evenhand price &#39;Card 005&#39;") == n


@pytest.mark.parametrize("half_width", [0.007, 0.2])
def test_decks_outside_stated_bands_lead_to_tune(make_evidence: Make, half_width: float) -> None:
    usual = make_evidence(half_width=half_width)
    stated = make_evidence(half_width=half_width, stated=replace(usual.bands, is_stated=True))
    assert "evenhand tune" not in render_report(usual)
    assert ("evenhand tune" in render_report(stated)) == (half_width < 0.1)


def test_impact_and_lift_that_point_apart_are_explained(make_evidence: Make) -> None:
    cards = ["Pup", "Lancer", "Oracle"]
    evidence = make_evidence(
        cards=cards, effects={"Pup": 0.06, "Lancer": 0.05}, lifts={"Pup": -0.05, "Lancer": 0.05}
    )
    section = make_impact_section(evidence)
    rows = table(section, "table-impact").rows
    assert {str(row[0].text) for row in rows if row[4].note} == {"Pup"}
    assert "\u2260 Good to have, not to start with: Pup." in sentences(section)


def test_cards_far_from_the_line_of_their_cost_are_named(make_evidence: Make) -> None:
    cards = [f"Card {n}" for n in range(12)]
    effects = {card: 0.01 * (n % 4) for n, card in enumerate(cards)} | {"Card 5": 0.1}
    faces = [CardFace(card, cost=n % 4, cost_name="energy") for n, card in enumerate(cards)]
    found = fit_cost_line(make_evidence(cards=cards, effects=effects).card_impact, faces)
    assert found is not None
    assert list(found.cards["card"][found.cards["gap_q"] < 0.05]) == ["Card 5"]
    assert 0.005 < found.slope < 0.015
    same = [replace(face, cost=1) for face in faces]
    assert fit_cost_line(make_evidence(cards=cards, effects=effects).card_impact, same) is None


def test_figure_of_extremes_is_cut_and_says_how_many_are_left_out(make_evidence: Make) -> None:
    cards = [f"Card {n:03}" for n in range(50)]
    drawn = [block for block in make_cards_section(make_evidence(cards=cards)).blocks
             if isinstance(block, Figure)]  # fmt: skip
    assert "29 cards between are not drawn" in drawn[0].svg  # and one rests on too few games


def test_long_deck_tables_keep_both_ends(make_evidence: Make) -> None:
    evidence = make_evidence(cards=[f"Card {n:03}" for n in range(300)], cards_per_deck=300)
    ranked = evidence.card_win_rates[evidence.card_win_rates["deck"] == "Ember Rush"]
    kept = choose_rows(ranked, 20)
    assert len(kept) == 30
    assert list(kept["card"]) == [*ranked["card"].head(15), *ranked["card"].tail(15)]
    assert len(choose_rows(ranked.head(30), 20)) == 30
    assert "15 best and the 15 worst of 300" not in str(
        table(make_cards_section(evidence), "table-deck-0").caption
    )
    many = make_evidence(
        {f"Deck {n}": 0.5 for n in range(20)}, cards=list(ranked["card"]), cards_per_deck=300
    )
    caption = str(table(make_cards_section(many), "table-deck-0").caption)
    assert caption == "Cards of Deck 0: the 15 best and the 15 worst of 300"


@pytest.mark.parametrize(
    "unknown", [rate_cell(float("nan"), 0, 1), change_cell(float("nan"), -1, 1)]
)
def test_what_is_not_known_is_a_dash_without_interval(unknown: Cell) -> None:
    assert (unknown.text, unknown.spread) == ("\u2013", "")


def test_endings_mulligans_and_swings(make_evidence: Make) -> None:
    section = make_endings_section(make_evidence(n_stalls=40))
    assert texts(table(section, "table-endings").rows[0])[:2] == ["a third unit was KO'd", "92.5"]
    said = [str(block.text) for block in section.blocks if isinstance(block, Paragraph)]
    ended, never = table(section, "table-endings").rows, said[0]
    assert [texts(row)[0] for row in ended if texts(row)[1] == "0.0"] == []
    assert never.startswith("Endings that never occurred: a turn came to no end; an engine error")
    wins = table(section, "table-endings-decks")
    assert texts(wins.rows[0]) == ["Ember Rush", "9,000", "4,500"]
    assert texts(table(section, "table-mulligans").rows[0])[:4] == [
        "Ember Rush",
        "8.1",
        "0.09",
        "44.7",
    ]
    assert texts(table(section, "table-swings").rows[0])[:4] == [
        "All matchups",
        "1.40",
        "31.0",
        "42.0",
    ]


def test_cards_of_games_broken_off_are_listed_if_there_were_many(
    make_evidence: Make, make_break_offs: Callable[..., pd.DataFrame]
) -> None:
    quiet = make_endings_section(make_evidence(n_endless=40))
    assert "table-break-offs" not in [found.id for found in tables(quiet.blocks)]
    shares = {f"Card {n}": (0.1, 0.1) for n in range(12)} | {"Loop": (0.6, 0.0)}
    cards = make_break_offs(shares, named=["Loop"])
    section = make_endings_section(replace(make_evidence(n_endless=800), break_offs=cards))
    rows = table(section, "table-break-offs").rows
    assert texts(rows[0]) == ["Loop", "Tide Control", "60.0", "0.0", "9,000", "yes"]
    assert len(rows) == 10 and texts(rows[1])[-1] == ""


def test_game_without_mulligans_says_so(make_evidence: Make) -> None:
    evidence = make_evidence()
    none = evidence.mulligans.assign(mean_mulligans=0.0)
    section = make_endings_section(replace(evidence, mulligans=none))
    assert Paragraph("No player took a mulligan.", style="note") in section.blocks
    assert "table-mulligans" not in [found.id for found in tables(section.blocks)]


def test_lengths(make_evidence: Make) -> None:
    section = make_lengths_section(make_evidence())
    row = table(section, "table-lengths").rows[0]
    assert texts(row) == ["All matchups", "40,000", "14.2", "9", "14", "19", "81.4"]
    assert row[2].spread == "14.1\u201314.3"
    assert len(table(section, "table-distribution").rows) == 26


def test_what_a_lead_is_worth_is_told_turn_by_turn(make_evidence: Make) -> None:
    turns = [(1, 100, 0.5), (2, 90, 0.6), (3, 80, 0.7), (4, 4, 0.9)]
    leads = pd.DataFrame(turns, columns=["turn", "n_games", "win_rate"])
    leads = leads.assign(
        win_rate_low=leads["win_rate"] - 0.1, win_rate_high=leads["win_rate"] + 0.1
    )
    whole = {"scope": "all", "n_games": 100, "n_decided": 100}
    for name in ("mean_decided_turn", "mean_decided_share", "settled_share"):
        whole |= dict.fromkeys((name, f"{name}_low", f"{name}_high"), 0.5)
    section = make_lengths_section(
        replace(make_evidence(), leads=leads, decided=pd.DataFrame([whole]))
    )
    rows = table(section, "table-leads").rows
    assert [texts(row) for row in rows] == [["1", "100", "50.0"], ["2", "90", "60.0"],
                                            ["3", "80", "70.0"]]  # fmt: skip
    assert rows[1][2].spread == "50.0\u201370.0"
    said = " ".join(str(one.text) for one in section.blocks if isinstance(one, Paragraph))
    assert (
        "after turn 2, the middle one of the 3 turns in the table Turn by turn, wins 60.0" in said
    )


def test_provenance_shows_changed_options_first(make_evidence: Make) -> None:
    section = make_provenance_section(make_evidence())
    rows = [texts(row) for row in table(section, "table-options").rows]
    assert rows == [
        ["mulligan_bonus", "each", "changed"],
        ["first_player_draws", "yes", ""],
        ["turn_cap", "200", ""],
    ]
    inputs = [texts(row)[0] for row in table(section, "table-inputs").rows]
    assert inputs == ["Cards", "Deck", "Deck", "Deck", "Bot"]


def test_impact_is_ranked_marked_and_shown_beside_lift_and_draws(make_evidence: Make) -> None:
    cards = ["Pup", "Lancer", "Oracle"]
    effects = {"Pup": -0.05, "Lancer": 0.08, "Oracle": 0.002}
    evidence = make_evidence({"Tide": 0.5, "Rush": 0.5}, cards=cards, effects=effects)
    found = table(make_impact_section(evidence), "table-impact")
    assert [texts(row)[:3] for row in found.rows] == [
        ["Lancer", "Rush", "+8.0"],
        ["Lancer", "Tide", "+8.0"],
        ["Oracle", "Rush", "+0.2"],
        ["Oracle", "Tide", "+0.2"],
        ["Pup", "Rush", "\u22125.0"],
        ["Pup", "Tide", "\u22125.0"],
    ]
    assert [row[2].mark for row in found.rows[::2]] == ["\u2605", "", "\u2605"]
    assert found.rows[0][2].spread == "+7.0 to +9.0"
    labels = [str(column.label).split(",")[0] for column in found.columns]
    assert labels == [
        "Card", "Deck", "Impact", "Deals changed", "Lift", "GIH WR", "IWD", "Copies", "Games",
    ]  # fmt: skip
    lift = evidence.card_win_rates.query("deck == 'Rush' and card == 'Lancer'")["oh_lift"].item()
    assert str(found.rows[0][4].text) == points(lift)


def test_baselines_are_listed_once_for_each_card(make_evidence: Make) -> None:
    section = make_impact_section(make_evidence(cards=["Pup", "Lancer"], effects={}))
    rows = [texts(row) for row in table(section, "table-baselines").rows]
    assert rows == [["Lancer", "a plain card"], ["Pup", "a plain card"]]


@pytest.mark.parametrize("effects", [None, {}])
def test_whether_cards_were_measured_or_not_the_audit_is_named(
    make_evidence: Make, effects: dict[str, float] | None
) -> None:
    evidence = make_evidence(cards=["Pup", "Lancer"], effects=effects)
    game, bot = evidence.info["run"]["game"], evidence.info["bots"][0]["name"]
    notes = [str(block.text) for block in make_impact_section(evidence).blocks
             if isinstance(block, Paragraph)]  # fmt: skip
    (note,) = (text for text in notes if "--audit" in text)
    assert f"evenhand bots {game} --audit, with" in note
    assert f"one that {bot} cannot play" in note


def test_the_audit_of_own_cards_is_that_of_their_folder(make_evidence: Make) -> None:
    evidence = make_evidence(cards=["Pup", "Lancer"])
    assert evidence.audit_command == f"evenhand bots {evidence.info['run']['game']} --audit"
    command = "evenhand run fake --seed 1 --decks decks --cards cards.csv"
    own = replace(evidence, info={**evidence.info, "run": {**evidence.info["run"],
                                                           "command": command}})  # fmt: skip
    said = " ".join(str(block.text) for block in make_impact_section(own).blocks
                    if isinstance(block, Paragraph))  # fmt: skip
    assert "; evenhand bots --audit, in the folder of these cards, makes each" in said


def test_impact_that_was_not_measured_says_how_to(make_evidence: Make) -> None:
    section = make_impact_section(make_evidence())
    assert list(tables(section.blocks)) == []
    assert Code("evenhand impact --run RUN_DIR") in section.blocks


def test_many_effects_keep_both_ends(make_evidence: Make) -> None:
    cards = [f"Card {n:03}" for n in range(300)]
    effects = {card: n / 3_000 for n, card in enumerate(cards)}
    evidence = make_evidence(cards=cards, cards_per_deck=300, effects=effects)
    found = table(make_impact_section(evidence), "table-impact")
    assert len(found.rows) == 400
    assert str(found.rows[0][0].text) == "Card 299"
    assert str(found.rows[-1][0].text) == "Card 000"
    assert str(found.caption) == "900 cards of 3 decks: the 200 best and the 200 worst"


def sentences(section: Section) -> str:
    return " ".join(str(block.text) for block in section.blocks if isinstance(block, Paragraph))


def test_the_first_player_section_says_what_going_first_means(make_evidence: Make) -> None:
    plain = make_evidence()
    words = {"first": "Going first means little here."}
    told = replace(plain, info={**plain.info, "words": words})
    assert words["first"] not in sentences(make_first_player_section(plain))
    assert words["first"] in sentences(make_first_player_section(told))


def test_the_first_player_section_says_who_won_in_the_last_turn(make_evidence: Make) -> None:
    said = sentences(make_first_player_section(make_evidence()))
    assert "won 71.3\u00a0% of the games (70.8\u201371.8)." in said


@pytest.mark.parametrize(
    ("column", "said"),
    [("hp", "HP"), ("skill1_cost", "Skill 1 cost"), ("armour", "Armour"), ("ex", "EX")],
)
def test_columns_are_called_what_people_call_them(column: str, said: str) -> None:
    assert name_column(column) == said


def test_the_line_of_their_cost_is_the_one_of_scipy(make_evidence: Make) -> None:
    rng = np.random.default_rng(3)
    cards = [f"Card {n}" for n in range(15)]
    effects = dict(zip(cards, rng.normal(0, 0.05, len(cards)), strict=True))
    costs = rng.integers(0, 6, len(cards))
    faces = [CardFace(card, cost=int(n), cost_name="energy")
             for card, n in zip(cards, costs, strict=True)]  # fmt: skip
    found = fit_cost_line(make_evidence(cards=cards, effects=effects).card_impact, faces)
    assert found is not None
    slope, start, *_ = theilslopes(found.cards["effect"], found.cards["cost"], method="joint")
    assert (found.start, found.slope) == pytest.approx((start, slope))
