from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from evenhand.reports.finding import Finding, Tone
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import find_headline, find_what_is_open, write_headline
from evenhand.reports.matter import Matter
from evenhand.reports.report_tables import Evidence

Make = Callable[..., Evidence]


def plain(text: object) -> str:
    """Write special spaces, dashes and minus signs as on a typewriter."""
    return str(text).replace("\u00a0", " ").replace("\u2013", "-").replace("\u2212", "-")


def find(evidence: Evidence, topic: str) -> Finding | None:
    return next((finding for finding in list_findings(evidence) if finding.topic == topic), None)


def said(evidence: Evidence, topic: str) -> str:
    finding = find(evidence, topic)
    assert finding is not None, topic
    return plain(finding.sentence)


def test_headline_names_the_deck_furthest_outside(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide Control": 0.561, "Ember Rush": 0.49, "Iron Wall": 0.449})
    assert plain(write_headline(evidence)) == (
        "Tide Control wins too often: 56.1 % (54.7-57.5) over 40,000 games."
    )


def test_headline_says_too_seldom(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.52, "Wall": 0.42})
    assert plain(write_headline(evidence)).startswith("Wall wins too seldom: 42.0 %")


def test_headline_without_proof(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.548, "Rush": 0.50, "Wall": 0.452})
    assert plain(write_headline(evidence)) == (
        "Too early to say, though no deck looks wrong: 2 of 3 may still be outside 45-55 %. "
        "Tide is so close to the edge of its band that 1,000,000 games might not settle it."
    )


def test_headline_says_what_would_settle_it(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.565, "Rush": 0.50, "Wall": 0.435}, half_width=0.02)
    headline = find_headline(evidence)
    assert headline.matter is Matter.OPEN
    assert plain(headline.sentence) == (
        "Too early to say: Tide may win too often (56.5 % so far, 52.5-60.5 possible) and Wall may "
        f"win too seldom (43.5 % so far, 39.5-47.5 possible). About "
        f"{headline.games:,} games would settle it."
    )
    row = evidence.win_rates.iloc[0]
    width = (row["win_rate_high"] - row["win_rate_low"]) / 2
    assert headline.games == pytest.approx(40_000 * (1.5 * width / 0.015) ** 2, rel=0.1)


def test_a_bot_that_played_few_games_is_given_more(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.565, "Rush": 0.50, "Wall": 0.435}, half_width=0.02)
    row = {"low": 0.3, "high": 0.7, "expected_low": 0.45, "expected_high": 0.55}
    rows = [
        {"bot": bot, "deck": deck, "value": rate, "verdict": verdict, **row}
        for bot, verdict in (("heuristic", "pass"), ("search", "inconclusive"))
        for deck, rate in (("Tide", 0.6), ("Wall", 0.4))
    ]
    bots = {"heuristic": 40_000, "search": 212}
    panel: Any = SimpleNamespace(bots=bots, lead="heuristic", win_rates=pd.DataFrame(rows))
    found = find_what_is_open(replace(evidence, panel=panel))
    assert found is not None
    assert (found.games, found.panel_games) == (0, 7_700)
    assert plain(found.sentence) == (
        "Too early to say: Tide may win too often (60.0 % so far, 30.0-70.0 possible) and Wall may "
        "win too seldom (40.0 % so far, 30.0-70.0 possible) with search. "
        "search played 212 games; about 7,700 would settle it."
    )


def test_a_cause_comes_before_its_victims(make_evidence: Make) -> None:
    evidence = make_evidence({"Wall": 0.36, "Tide": 0.62, "Rush": 0.52})
    assert plain(write_headline(evidence)).startswith("Tide wins too often")
    far = make_evidence({"Wall": 0.3, "Tide": 0.57, "Rush": 0.53})
    assert plain(write_headline(far)).startswith("Wall wins too seldom")


def test_going_first_is_a_headline_if_nothing_else_is_as_wrong(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.51, "Wall": 0.49}, advantage=0.143)
    headline = find_headline(evidence)
    assert headline.matter is Matter.FIRST
    assert plain(headline.sentence) == (
        "Going first decides much: it wins 64.3 % (63.9-64.7) of games, 14.3 points more than "
        "a fair 50 %. Played with mulligan_bonus each, unlike the game's own rules. "
        "That may be the cause."
    )
    deck = make_evidence(
        {"Tide": 0.65, "Wall": 0.35}, advantage=0.143
    )  # 10 points outside, not 9.3
    assert find_headline(deck).matter is Matter.DECK


def test_broken_games_are_the_headline(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.61, "Wall": 0.39}, n_errors=2)
    assert find_headline(evidence).matter is Matter.BROKEN
    assert plain(write_headline(evidence)).startswith("2 games ended in an engine error")
    assert find_headline(make_evidence(n_stalls=1)).matter is not Matter.BROKEN


def test_headline_names_the_card_behind_a_deck(make_evidence: Make) -> None:
    effects = {"Lancer": 0.08, "Oracle": 0.04, "Pup": -0.05}
    rates = {"Tide": 0.6, "Wall": 0.4}
    evidence = make_evidence(rates, cards=list(effects), effects=effects, cards_per_deck=3)
    headline = find_headline(evidence)
    assert headline.card == "Lancer"
    assert plain(headline.sentence).endswith(
        "It leans most on Lancer: with a plain card of the same cost instead, the deck would "
        "win 8.0 "
        "points less (6.0 to 10.0)."
    )
    weak = make_evidence({"Tide": 0.55, "Wall": 0.39}, cards=list(effects), effects=effects)
    assert find_headline(weak).card == "Pup"
    assert (
        "Pup holds it back most: with a plain card of the same cost instead, the deck would win "
        "5.0 points more" in (plain(write_headline(weak)))
    )


def test_headline_when_all_is_well(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.51, "Wall": 0.49})
    assert plain(write_headline(evidence)) == "All 2 decks are inside 45-55 %."


def test_band_of_four_seats_is_around_a_quarter(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.29, "Wall": 0.25}, seats=4, advantage=0.03)
    assert plain(write_headline(evidence)).startswith("Tide wins too often: 29.0 %")
    assert said(evidence, "Seats") == (
        "4 seats differ from a fair share, 1/4 (25.0 %): the 1st wins 28.0 % (27.3-28.7), the 2nd "
        "wins 24.0 % (23.3-24.7) and the 3rd wins 24.0 % (23.3-24.7)."
    )
    assert find(evidence, "First player") is None


def test_even_seats_are_said_to_be(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.29, "Wall": 0.25}, seats=4, advantage=0.004)
    assert said(evidence, "Seats") == (
        "No seat surely differs from a fair share, 1/4 (25.0 %); the furthest from it: the 1st "
        "wins 25.4 % (24.7-26.1)."
    )


@pytest.mark.parametrize(
    ("rate", "sentence"),
    [
        (0.41, "1 pair of decks lies outside 40-60 %: Tide finishes ahead of Wall in "
         "66.0 % (64.6-67.4) of games."),
        (0.29, "No pair of decks is surely outside 40-60 %; the most lopsided: Tide finishes "
         "ahead of Wall in 54.0 % (52.6-55.4) of games."),
    ],
)  # fmt: skip
def test_who_finishes_ahead_stands_in_place_of_matchups(
    make_evidence: Make, rate: float, sentence: str
) -> None:
    evidence = make_evidence({"Tide": rate, "Wall": 0.25}, seats=4)
    assert said(evidence, "Deck against deck") == sentence
    assert find(evidence, "Matchups") is None


def test_headline_of_mirrors_only(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.5})
    assert plain(write_headline(evidence)).startswith(
        "Only mirror matches were played (40,000 games)"
    )
    assert find(evidence, "Decks") is None
    assert find(evidence, "Matchups") is None


@pytest.mark.parametrize(
    ("topic", "counted", "tone"),
    [
        ("Engine errors", "n_errors", Tone.ALARM),
        ("Stalls", "n_stalls", Tone.CALM),  # so few do no harm
        ("Endless turns", "n_endless", Tone.ALARM),
    ],
)
def test_broken_games_are_always_told_first(
    make_evidence: Make, topic: str, counted: str, tone: Tone
) -> None:
    broken = make_evidence(**{counted: 1})
    first = list_findings(broken)[0]
    assert (first.topic, first.tone) == (topic, tone)
    assert plain(first.sentence).startswith("1 game ")
    assert find(make_evidence(), topic) is None


def test_both_kinds_of_broken_games_are_told(make_evidence: Make) -> None:
    evidence = make_evidence(n_errors=3, n_stalls=1200)
    assert said(evidence, "Engine errors").startswith("3 games ended in an engine error")
    assert said(evidence, "Stalls") == (
        "1,200 games (3.00 %) came to no end and were stopped at the turn cap."
    )


SHARES = {"Card 001": (0.3, 0.25), "Card 002": (0.588, 0.0), "Card 003": (0.4, 0.1)}


def test_cards_behind_games_broken_off_are_named_in_order(
    make_evidence: Make, make_break_offs: Callable[..., pd.DataFrame]
) -> None:
    cards = make_break_offs(SHARES, named=["Card 002", "Card 003"])
    evidence = replace(make_evidence(n_stalls=800, n_endless=400), break_offs=cards)
    assert said(evidence, "Broken off") == (
        "1,200 games (3.00 %) were broken off, too many for the other numbers to hold: 800 at the "
        "turn cap and 400 in a turn that came to no end; they go with Card 002 in "
        "Tide Control (58.8 % of games with it played, 0.0 % of the others) and Card 003 in Tide "
        "Control (40.0 % of games with it played, 10.0 % of the others)."
    )
    assert find(make_evidence(n_stalls=800), "Broken off") is None


def test_where_no_card_stands_out_the_deck_is_named(
    make_evidence: Make, make_break_offs: Callable[..., pd.DataFrame]
) -> None:
    by_deck = pd.DataFrame(
        {
            "deck": ["Rush", "Rush", "Tide", "Tide"],
            "name": ["endless", "knock_out"] * 2,
            "n_games": [100, 900, 300, 700],
        }
    )
    cards = make_break_offs(SHARES, named=[])
    evidence = make_evidence(n_endless=500)
    evidence = replace(evidence, break_offs=cards, end_reasons_by_deck=by_deck)
    assert said(evidence, "Broken off").endswith(
        "no single card stands out, and it is most frequent with Tide (30.0 % of its games)."
    )


def test_other_decks_outside_are_listed_with_their_intervals(make_evidence: Make) -> None:
    rates = {"A": 0.60, "B": 0.57, "C": 0.56, "D": 0.42, "E": 0.41, "F": 0.40}
    assert said(make_evidence(rates), "Decks") == (
        "6 of 6 decks are surely outside 45-55 %: besides A, F 40.0 % (38.6-41.4), E 41.0 % "
        "(39.6-42.4), "
        "D 42.0 % (40.6-43.4) and 2 more."
    )


def test_spread_is_told_when_one_deck_or_none_is_outside(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.561, "Rush": 0.5, "Wall": 0.47})
    assert said(evidence, "Decks") == (
        "Win rates range from Wall 47.0 % (45.6-48.4) to Tide 56.1 % (54.7-57.5)."
    )


def test_most_lopsided_matchup_is_named_once(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.57, "Rush": 0.5, "Wall": 0.43})
    finding = find(evidence, "Matchups")
    assert finding is not None
    assert finding.tone is Tone.NOTABLE
    assert plain(finding.sentence) == (
        "1 matchup lies outside 40-60 %: Tide wins 64.0 % (62.0-66.0, wider because "
        "it is the most extreme of 3 matchups) against Wall."
    )


def test_even_matchups_are_calm(make_evidence: Make) -> None:
    finding = find(make_evidence({"Tide": 0.52, "Rush": 0.5, "Wall": 0.48}), "Matchups")
    assert finding is not None
    assert finding.tone is Tone.CALM
    assert plain(finding.sentence).startswith(
        "All matchups are inside 40-60 %; the most lopsided: Tide wins 54.0 %"
    )


def test_a_matchup_beyond_its_band_that_is_not_sure_may_be_outside(make_evidence: Make) -> None:
    rates = {"Tide": 0.56, "Rush": 0.5, "Wall": 0.44}
    finding = find(make_evidence(rates, half_width=0.075), "Matchups")
    assert finding is not None
    assert plain(finding.sentence).startswith(
        "No matchup is surely outside 40-60 %, but one may be: Tide wins 62.0 %"
    )


def test_it_is_said_that_only_rules_of_thumb_played(make_evidence: Make) -> None:
    evidence = make_evidence()
    finding = find(evidence, "Players")
    assert finding is not None
    assert "a stronger one may find otherwise" in plain(finding.sentence)
    evidence.info["bots"] = [{**bot, "name": "learned"} for bot in evidence.info["bots"]]
    assert find(evidence, "Players") is None


@pytest.mark.parametrize(
    ("advantage", "expected"),
    [
        (0.021, "Going first wins 52.1 % (51.7-52.5), 2.1 points more than a fair 50 %."),
        (-0.03, "Going first wins 47.0 % (46.6-47.4), 3.0 points less than a fair 50 %."),
        (
            0.002,
            "There is no sign of a first-player advantage: going first wins 50.2 % (49.8-50.6).",
        ),
    ],
)
def test_first_player(make_evidence: Make, advantage: float, expected: str) -> None:
    assert said(make_evidence(advantage=advantage), "First player") == expected


def test_cards_that_were_not_exchanged_are_no_finding(make_evidence: Make) -> None:
    evidence = make_evidence(cards=["Lancer", "Pup"], lifts={"Lancer": 0.05, "Pup": 0})
    finding = find(evidence, "Cards")
    assert (finding.tone, finding.section) == (Tone.CALM, "cards")
    assert plain(finding.sentence).startswith("What each card is worth to its deck was not meas")


def test_one_card_that_stands_out(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.5}, cards=["Lancer", "Pup"], effects={"Lancer": 0.05})
    impact = evidence.card_impact
    evidence = replace(evidence, card_impact=impact.drop_duplicates("card"))
    assert said(evidence, "Cards") == (
        "1 of 2 cards changes how often the deck wins: with a plain card of the same cost "
        "instead of Lancer, Tide would win 5.0 points less (3.0 to 7.0); this interval is wider "
        "because it is the most extreme of 2 cards."
    )


def test_findings_stay_few_and_point_to_sections(make_evidence: Make) -> None:
    found = list_findings(make_evidence(n_errors=1, n_stalls=1))
    assert [finding.section for finding in found] == [
        "endings", "endings", "provenance", "provenance", "decks", "matchups", "first-player",
        "lengths", "cards",
    ]  # fmt: skip


def test_measured_effects_speak_for_the_cards(make_evidence: Make) -> None:
    cards = ["Lancer", "Oracle", "Pup"]
    effects = {"Lancer": 0.08, "Oracle": 0.04, "Pup": -0.05}
    evidence = make_evidence({"Tide": 0.5, "Wall": 0.5}, cards=cards, effects=effects)
    assert said(evidence, "Cards") == (
        "6 of 6 cards, counted per deck, change how often the deck wins: with a plain card of the "
        "same cost instead of Lancer, Wall would win 8.0 points less (6.0 to 10.0) and instead of "
        "Pup, Tide would win 5.0 points more (3.0 to 7.0); these intervals are wider "
        "because they are the most extreme of 6 cards."
    )
    assert find(evidence, "Cards").section == "impact"
    alike = make_evidence({"Tide": 0.5, "Wall": 0.5}, cards=cards, effects={})
    assert said(alike, "Cards") == (
        "No card is surely worth more or less to its deck than a plain one; what is less than "
        "about 2.0 points would not show in these games, among 6 cards, counted per deck."
    )


def test_a_card_is_named_only_if_it_is_sure_on_its_own(make_evidence: Make) -> None:
    effects = {"Lancer": 0.08, "Oracle": 0.04, "Pup": -0.05}
    evidence = make_evidence({"Tide": 0.5, "Wall": 0.5}, cards=list(effects), effects=effects)
    impact = evidence.card_impact
    impact.loc[impact["card"] == "Lancer", "effect_low_all"] = -0.01
    assert "instead of Oracle" in said(evidence, "Cards")
    assert "Lancer" not in said(evidence, "Cards")
    impact["effect_low_all"], impact["effect_high_all"] = -0.2, 0.2
    assert said(evidence, "Cards").endswith(
        "; most of them surely do, but none is sure on its own."
    )
