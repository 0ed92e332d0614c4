"""What the first screen of a run says, situation by situation, and the next command."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import find_headline
from evenhand.reports.next_step import choose_next
from evenhand.reports.report_tables import Evidence
from evenhand.run_summary import find_lead, repeat_with
from evenhand.simulate.runs.given_command import command_context
from tests.reports.first_sentences import JARGON, plain, to_words

Make = Callable[..., Evidence]
SET = " Played with mulligan_bonus each, unlike the game's own rules. That may be the cause."
FAIR = {"Tide": 0.50, "Rush": 0.50, "Wall": 0.50}


@dataclass(frozen=True)
class OfRun:
    """A run as it is made up, and what its first screen should say."""

    says: str
    next: str = ""
    rates: Mapping[str, float] | None = None
    stated: Mapping[Topic, tuple[float, float]] | None = None
    whole_run: Mapping[Topic, tuple[float, float, float]] | None = None
    by_bot: Mapping[str, Mapping[str, float]] | None = None
    made_up: Mapping[str, Any] | None = None
    n_games: int = 40_000


RUNS = {
    "nothing is wrong": OfRun("All 3 decks are inside 45-55 %."),
    "nothing is wrong with any bot": OfRun(
        "All 3 decks are inside 45-55 % with every bot.",
        by_bot={"novice": FAIR, "learned": FAIR},
    ),
    "nothing can be told yet, and one deck is suspect": OfRun(
        "Too early to say: Tide may win too often (58.0 % so far, 51.0-65.0 possible) and "
        "Wall may win too seldom (42.0 % so far, 35.0-49.0 possible). About 25,000 "
        "games would settle it.",
        "run mine --games 25000",
        rates={"Tide": 0.58, "Rush": 0.50, "Wall": 0.42}, n_games=2_000,
        made_up={"half_width": 0.035},
    ),
    "nothing can be told yet, and nothing is suspect": OfRun(
        "Too early to say, though no deck looks wrong: 2 of 3 may still be outside 45-55 %. "
        "About 68,000 games would settle it.",
        "run mine --games 68000",
        rates={"Tide": 0.535, "Rush": 0.50, "Wall": 0.465}, n_games=2_000,
        made_up={"half_width": 0.029},
    ),
    "300 games, by which nothing can be told": OfRun(
        "Too early to say: Tide may win too often (58.0 % so far, 43.0-73.0 possible) and "
        "Wall may win too seldom (42.0 % so far, 27.0-57.0 possible). About 17,000 "
        "games would settle it.",
        "run mine --games 17000",
        rates={"Tide": 0.58, "Rush": 0.50, "Wall": 0.42}, n_games=300,
        made_up={"half_width": 0.075},
    ),
    "so near the edge that games do not settle it": OfRun(
        "Too early to say: Tide may win too often (55.1 % so far, 53.7-56.5 possible). Tide is so "
        "close to the edge of its band that 1,000,000 games might not settle it.",
        rates={"Tide": 0.551, "Rush": 0.50, "Wall": 0.49},
    ),
    "one deck is too strong, because of a card": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4) over 40,000 "
        "games. It leans most on Lancer: with a plain card of the same cost instead, the deck "
        "would win "
        "8.0 points less (6.0 to 10.0).",
        "price Lancer --game mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
        made_up={"effects": {"Lancer": 0.08, "Pup": -0.05}, "cards": ["Lancer", "Pup"]},
    ),
    "one deck is too strong, and a card is worth more than that": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4) over 40,000 "
        "games. It leans most on Lancer: with a plain card of the same cost instead, the deck "
        "would win 20.0 points less (18.0 to 22.0). A weaker card is enough: it need not go.",
        "price Lancer --game mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
        made_up={"effects": {"Lancer": 0.2, "Pup": -0.05}, "cards": ["Lancer", "Pup"]},
    ),
    "one deck is too weak, because of a card": OfRun(
        "Wall wins too seldom: 39.0 % (37.6-40.4) over 40,000 "
        "games. Pup holds it back most: with a plain card of the same cost instead, the deck "
        "would win 5.0 "
        "points more (3.0 to 7.0). That alone is not enough.",
        "tune mine",
        rates={"Tide": 0.54, "Rush": 0.54, "Wall": 0.39},
        made_up={"effects": {"Lancer": 0.08, "Pup": -0.05}, "cards": ["Lancer", "Pup"]},
    ),
    "a deck is too strong, and no card was measured": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4) over 40,000 "
        "games.",
        "tune mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
    ),
    "a deck is too strong, and no single card is behind it": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4) over 40,000 "
        "games. No single card of it is surely the cause.",
        "tune mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
        made_up={"effects": {"Lancer": 0.001}, "cards": ["Lancer", "Pup"]},
    ),
    "a band was stated, and its deck is above it": OfRun(
        "Tide wins too often: 62.0 % (60.6-63.4) over 40,000 "
        "games; expected: 40-60 %.",
        "tune mine",
        rates={"Tide": 0.62, "Rush": 0.45, "Wall": 0.43}, stated={Topic.WIN_RATE: (0.4, 0.6)},
    ),
    "the victim is further outside than the culprit": OfRun(
        "Tide wins too often: 62.0 % (60.6-63.4) over 40,000 "
        "games.",
        "tune mine",
        rates={"Wall": 0.36, "Tide": 0.62, "Rush": 0.52},
    ),
    "many decks, several outside": OfRun(
        "A wins too often: 60.0 % (58.6-61.4) over 40,000 "
        "games.",
        "tune mine",
        rates={name: 0.6 - 0.2 * place / 11 for place, name in enumerate("ABCDEFGHIJKL")},
    ),
    "only with weak players": OfRun(
        "Only in weak hands, Tide wins too often: 62.0 % (59.6-64.4) with novice, but 50.0 % "
        "(47.6-52.4) with the learned player.",
        "tune mine",
        by_bot={"novice": {**FAIR, "Tide": 0.62}, "learned": FAIR},
    ),
    "only with strong players": OfRun(
        "In strong hands, Tide wins too often: 62.0 % (59.6-64.4) with the learned player, but "
        "50.0 % (47.6-52.4) with novice.",
        "impact --game mine --bots learned --precision 2",
        by_bot={"novice": FAIR, "learned": {**FAIR, "Tide": 0.62}},
    ),
    "strong and weak players find the victim further outside": OfRun(
        "Tide wins too often, whichever bot plays: 61.0 % (58.6-63.4) with novice and 62.0 % "
        "(59.6-64.4) with the learned player.",
        "tune mine",
        by_bot={
            "novice": {"Wall": 0.37, "Tide": 0.61, "Rush": 0.5},
            "learned": {"Wall": 0.36, "Tide": 0.62, "Rush": 0.5},
        },
    ),
    "the ranking turns with strength": OfRun(
        "How well Tide does depends on the bot: 39.0 % (36.6-41.4) with novice and 61.0 % "
        "(58.6-63.4) with the learned player.",
        "impact --game mine --bots learned --precision 2",
        by_bot={
            "novice": {"Wall": 0.6, "Tide": 0.39, "Rush": 0.5},
            "learned": {"Wall": 0.4, "Tide": 0.61, "Rush": 0.5},
        },
    ),
    "going first decides, and no band forbids it": OfRun(
        "Going first decides much: it wins 64.3 % (63.9-64.7) of games, 14.3 points more than a "
        f"fair 50 %.{SET}",
        "compensate --run runs/mine-1",
        made_up={"advantage": 0.143},
    ),
    "going first decides, and a deck is less far outside": OfRun(
        "Going first decides much: it wins 64.3 % (63.9-64.7) of games, 14.3 points more than a "
        f"fair 50 %.{SET}",
        "compensate --run runs/mine-1",
        rates={"Tide": 0.61, "Rush": 0.5, "Wall": 0.39},
        made_up={"advantage": 0.143},
    ),
    "going first decides, and a deck is less far outside with two players": OfRun(
        "With novice, going first decides much: it wins 64.3 % (63.9-64.7) of games, 14.3 points "
        f"more than a fair 50 %.{SET}",
        "compensate --run runs/mine-1",
        made_up={"advantage": 0.143},
        by_bot={
            "novice": {"Wall": 0.5, "Tide": 0.5, "Rush": 0.5},
            "learned": {"Wall": 0.4, "Tide": 0.61, "Rush": 0.5},
        },
    ),
    "going first decides more than is allowed": OfRun(
        "Going first decides much: it wins 68.3 % (67.9-68.7) of games, 18.3 points more than a "
        f"fair 50 %; 35-65 % is allowed.{SET}",
        "compensate --run runs/mine-1",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.FIRST_PLAYER: (0.35, 0.65)},
        made_up={"advantage": 0.183},
    ),
    "going last decides more than is allowed": OfRun(
        "Going first decides much: it wins 31.7 % (31.3-32.1) of games, 18.3 points less than a "
        f"fair 50 %; 35-65 % is allowed.{SET}",
        "compensate --run runs/mine-1",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.FIRST_PLAYER: (0.35, 0.65)},
        made_up={"advantage": -0.183},
    ),
    "only a matchup is lopsided": OfRun(
        "Tide wins too often against Wall: 63.0 % (61.0-65.0, wider because it is the most "
        "extreme of 3 matchups); 40-60 % is allowed.",
        "tune mine",
        rates={"Tide": 0.57, "Rush": 0.49, "Wall": 0.44},
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.MATCHUP: (0.4, 0.6)},
    ),
    "games last too long": OfRun(
        "Games last too long: 18.7 turns (18.6 to 18.8); 5 to 12 turns is allowed.",
        "replay runs/mine-1 --find typical",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.TURNS: (5, 12)},
        whole_run={Topic.TURNS: (18.7, 18.6, 18.8)},
    ),
    "games are over too soon": OfRun(
        "Games are over too soon: 4.2 turns (4.1 to 4.3); 5 turns or more is allowed.",
        "replay runs/mine-1 --find typical",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.TURNS: (5, np.inf)},
        whole_run={Topic.TURNS: (4.2, 4.1, 4.3)},
    ),
    "too many draws": OfRun(
        "Too many games are drawn: 12.0 % (11.5-12.5); up to 5 % is allowed.",
        "replay runs/mine-1 --find typical",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.DRAWS: (0, 0.05)},
        whole_run={Topic.DRAWS: (0.12, 0.115, 0.125)},
    ),
    "more stalls than are allowed": OfRun(
        "Too many games come to no end: 0.9 % (0.8-1.0); up to 0.5 % is allowed.",
        "replay runs/mine-1 --ending turn_cap",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.STALLS: (0, 0.005)},
        whole_run={Topic.STALLS: (0.009, 0.008, 0.01)},
    ),
    "broken games": OfRun(
        "2 games ended in an engine error and count as draws: mend the rules or the card before "
        "you use these numbers.",
        "replay runs/mine-1 --ending engine_error",
        rates={"Tide": 0.61, "Rush": 0.5, "Wall": 0.39}, made_up={"n_errors": 2},
    ),
    "mirrors only": OfRun(
        "Only mirror matches were played (40,000 games), so no deck can be compared.",
        rates={"Tide": 0.5},
    ),
}  # fmt: skip


def make_panel(by_bot: Mapping[str, Mapping[str, float]]) -> Any:
    """Make up a panel: by bot the win rates of decks, within 2.4 points, the weakest first."""

    def judge(rate: float) -> str:
        is_inside = rate - 0.012 >= 0.45 and rate + 0.012 <= 0.55
        return "pass" if is_inside else "fail" if not 0.44 < rate < 0.56 else "inconclusive"

    rows = [
        {"bot": bot, "deck": name, "value": rate, "low": rate - 0.024, "high": rate + 0.024,
         "expected_low": 0.45, "expected_high": 0.55, "verdict": judge(rate),
         "q": np.nan, "differs": False}
        for bot, rates in by_bot.items() for name, rate in rates.items()
    ]  # fmt: skip
    bots = dict.fromkeys(by_bot, 40_000)
    return SimpleNamespace(
        bots=bots,
        lead=next(iter(by_bot)),
        win_rates=pd.DataFrame(rows),
        best_hands=pd.DataFrame(),
        strong_matchups=pd.DataFrame(),
        broken_off={},
    )


def make_run(make: Make, one: OfRun) -> Evidence:
    stated = None
    if one.stated:
        by_measure = {Measure(topic): Band(*ends) for topic, ends in one.stated.items()}
        stated = Bands(by_measure)
    evidence = make(dict(one.rates or FAIR), stated=stated, **(one.made_up or {}))
    if one.whole_run and one.stated:
        rows = [
            {"topic": topic, "value": value, "low": low, "high": high,
             "expected_low": one.stated[topic][0], "expected_high": one.stated[topic][1],
             "verdict": Verdict.FAIL}
            for topic, (value, low, high) in one.whole_run.items()
        ]  # fmt: skip
        evidence = replace(evidence, whole_run=pd.DataFrame(rows))
    ends = pd.DataFrame({"end_reason": [1], "name": ["third_ko"], "n_games": [one.n_games]})
    if one.n_games < evidence.n_games:
        evidence = replace(evidence, end_reasons=ends)
    return replace(evidence, panel=make_panel(one.by_bot)) if one.by_bot else evidence


@pytest.mark.parametrize("name", RUNS)
def test_the_first_sentence_of_a_run(make_evidence: Make, name: str) -> None:
    one = RUNS[name]
    headline = find_headline(make_run(make_evidence, one))
    assert plain(headline.sentence) == one.says
    with command_context(["run", "mine", "--games", "300"]):
        assert to_words(choose_next(headline, "runs/mine-1", "mine", repeat_with)) == one.next  # type: ignore[arg-type]
    assert not [word for word in JARGON if word in str(headline.sentence)]


def test_next_keeps_the_bot_that_was_named(make_evidence: Make) -> None:
    headline = find_headline(
        make_run(make_evidence, RUNS["one deck is too strong, because of a card"])
    )
    assert find_lead(["panel,learned,search"]) == find_lead(["learned"]) == "learned"
    assert find_lead(["panel"]) == find_lead([]) == find_lead(["learned,novice"]) == ""
    words = choose_next(headline, Path("runs/mine-1"), "mine", repeat_with, "learned")
    assert words == ("price", headline.card, "--game", "mine", "--bots", "learned")
    words = choose_next(
        replace(headline, bot="experts"), Path("runs/mine-1"), "mine", repeat_with, "average"
    )
    assert words[-4:] == ("--bots", "experts", "--precision", 2)


# Findings that stand beside the first sentence


def test_rules_that_were_set_and_the_length_are_on_the_screen(make_evidence: Make) -> None:
    said = {one.topic: plain(one.sentence) for one in list_findings(make_evidence())}
    assert said["Rules"] == "Played with mulligan_bonus each, unlike the game's own rules."
    assert said["Length"] == (
        "Games last 14.2 turns (14.1 to 14.3) on average; eight of ten take 9 to 19."
    )


def test_few_games_are_no_evidence_of_anything(make_evidence: Make) -> None:
    evidence = make_evidence(advantage=0.02, effects={}, cards=["Lancer"])
    first = evidence.first_player.assign(advantage_low=-0.06, advantage_high=0.1)
    wide = evidence.card_impact.assign(effect_low_all=-0.12, effect_high_all=0.12)
    few = replace(evidence, first_player=first, card_impact=wide)
    said = {one.topic: plain(one.sentence) for one in list_findings(few)}
    assert said["First player"].startswith("Too few games to say whether going first matters: ")
    assert "less than about 12.0 points would not show in these games" in said["Cards"]


def test_a_stall_is_told_once(make_evidence: Make) -> None:
    evidence = make_run(make_evidence, RUNS["more stalls than are allowed"])
    assert "Stalls" not in [one.topic for one in list_findings(evidence)]  # none in the endings
