"""What holds for every bot, and what depends on the bot."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.bands import Standing
from evenhand.reports.blocks import Paragraph, Section
from evenhand.reports.break_off_findings import find_break_offs
from evenhand.reports.game_findings import find_length
from evenhand.reports.headline import find_headline
from evenhand.reports.panel_findings import (
    choose_panel_deck,
    write_first_player_by_bot,
    write_panel_deck,
)
from evenhand.reports.panel_reach import Reach, judge_reach
from evenhand.reports.panel_tables import PanelEvidence
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.by_bot import repeats_decks
from evenhand.reports.sections.players import name_players
from evenhand.reports.sections.verdict_columns import explain_row


def row(low: float, high: float, differs: bool = False, q: float = np.nan) -> Any:
    return SimpleNamespace(
        low=low, high=high, value=(low + high) / 2, differs=differs, bot="x", q=q
    )


ABOVE, BELOW, INSIDE, UNSURE = (0.56, 0.6), (0.4, 0.44), (0.48, 0.52), (0.5, 0.6)


@pytest.mark.parametrize(
    ("intervals", "reach", "standing"),
    [
        ([ABOVE, ABOVE, ABOVE], Reach.ALL, Standing.ABOVE),
        ([INSIDE, INSIDE, BELOW], Reach.STRONG, Standing.BELOW),
        ([INSIDE, UNSURE, ABOVE], Reach.STRONG, Standing.ABOVE),
        ([ABOVE, UNSURE, INSIDE], Reach.WEAK, Standing.ABOVE),
        ([ABOVE, INSIDE, UNSURE], Reach.MIXED, Standing.ABOVE),
        ([ABOVE, INSIDE, ABOVE], Reach.MIXED, Standing.ABOVE),
        ([ABOVE, INSIDE, BELOW], Reach.MIXED, Standing.BELOW),
        ([UNSURE, ABOVE], Reach.OPEN, Standing.ABOVE),
        ([INSIDE, INSIDE], Reach.ALL, Standing.INSIDE),
        ([INSIDE, UNSURE], Reach.OPEN, Standing.INSIDE),
        ([UNSURE, UNSURE], Reach.NOWHERE, Standing.UNSURE),
    ],
)
def test_how_far_a_finding_reaches(
    intervals: list[tuple[float, float]], reach: Reach, standing: Standing
) -> None:
    verdict = judge_reach(tuple(row(*ends) for ends in intervals), Band(0.45, 0.55))
    assert (verdict.reach, verdict.standing) == (reach, standing)


def test_bots_on_the_same_side_agree_however_much_their_numbers_differ() -> None:
    far = row(0.7, 0.72, differs=True)
    assert judge_reach((row(*ABOVE), far), Band(0.45, 0.55)).reach is Reach.ALL
    assert judge_reach((row(*ABOVE), far, row(*UNSURE)), Band(0.45, 0.55)).reach is Reach.OPEN


def test_what_does_not_stand_out_among_many_says_nothing() -> None:
    chance = row(*ABOVE, q=0.2)
    assert judge_reach((chance, chance), Band(0, 0)).reach is Reach.NOWHERE
    assert judge_reach((row(*ABOVE, q=0.01), chance), Band(0, 0)).reach is Reach.OPEN
    assert judge_reach((row(*ABOVE, q=0.01), row(-2, -1, q=0.2)), Band(0, 0)).reach is Reach.OPEN


def write_verdict(low: float, high: float) -> str:
    """Judge an interval by the usual band."""
    if high < 0.45 or low > 0.55:
        return "fail"
    return "pass" if low >= 0.45 and high <= 0.55 else "inconclusive"


def make_panel(decks: dict[str, Any], first: dict[str, Any]) -> PanelEvidence:
    """Make up what bots come to: by bot the ends of an interval, and whether it differs."""
    frames = [
        pd.DataFrame(
            {"deck": "Rush", "scope": "all", "bot": bot, "low": low, "high": high,
             "low_all": low - 0.01, "high_all": high + 0.01,
             "expected_low": 0.45, "expected_high": 0.55, "verdict": write_verdict(low, high),
             "deciding_low": np.nan, "deciding_high": np.nan, "judged_together": 1,
             "value": (low + high) / 2, "differs": bool(differs), "q": np.nan,
             "gap": (low + high) / 2 - sum(ends["heuristic"][:2]) / 2}
            for bot, (low, high, *differs) in ends.items()
        )
        for ends in (decks, first)
    ]  # fmt: skip
    nothing = pd.DataFrame()
    rest = dict.fromkeys(("matchups", "played", "lifts", "impact", "steps"), nothing)
    bots = dict.fromkeys(decks, 1000)
    return PanelEvidence(bots, "heuristic", frames[0], first_player=frames[1], **rest)


APART = {
    "novice": (0.42, 0.44, True), "heuristic": (0.557, 0.581), "search:16": (0.37, 0.573),
}  # fmt: skip


def test_the_headline_quotes_bots_that_provably_differ() -> None:
    chosen = choose_panel_deck(make_panel(APART, APART))
    assert chosen is not None
    said = str(write_panel_deck(*chosen))
    assert "depends on the bot" in said
    assert "with novice" in said
    assert "with the rules of thumb" in said
    assert "search:16" not in said


def test_bots_with_bands_of_their_own_are_judged_by_their_verdicts() -> None:
    outside, free = (
        SimpleNamespace(**vars(row(*ABOVE)), verdict=verdict, expected_low=0.4, expected_high=0.5)
        for verdict in ("fail", "")
    )
    unsure = SimpleNamespace(**{**vars(outside), "verdict": "inconclusive"})
    verdict = judge_reach((outside, unsure))
    assert (verdict.reach, verdict.standing) == (Reach.OPEN, Standing.ABOVE)
    assert judge_reach((free, free)).reach is Reach.FREE


def test_the_first_players_finding_quotes_bots_that_provably_differ() -> None:
    evidence = SimpleNamespace(fair=0.5, panel=make_panel(APART, APART))
    said = str(write_first_player_by_bot(evidence, "heuristic"))  # type: ignore[arg-type]
    assert said.startswith("It is 43.0") and said.endswith("with novice.")
    assert "search:16" not in said and "rules of thumb" not in said


def test_a_cell_that_is_open_outside_its_band_says_why() -> None:
    verdict = {
        "verdict": "inconclusive", "expected_low": 0.4, "expected_high": 0.5, "value": 0.56,
        "low": 0.52, "high": 0.6, "deciding_low": 0.48, "deciding_high": 0.64,
        "judged_together": 9,
    }  # fmt: skip
    said = explain_row(SimpleNamespace(**verdict))
    assert "with 9 numbers" in said and "it may be 48.0\u201364.0" in said
    assert explain_row(SimpleNamespace(**verdict | {"verdict": "fail"})) == ""
    assert explain_row(SimpleNamespace(**verdict | {"low": 0.49})) == ""


@pytest.mark.parametrize(
    ("n_seats", "decks", "opponents", "bands", "repeats"),
    [
        (3, "abc", ["b + c", "a + c", "a + b"], {}, True),
        (2, "ab", ["b", "a"], {}, False),
        (3, "aba", ["b + c", "a + c", "b + d"], {}, False),
        (3, "abc", ["b + c", "a + c", "a + b"], {Measure(Topic.MATCHUP): Band(0.2, 0.5)}, False),
    ],
)
def test_one_table_says_what_its_decks_do(n_seats, decks, opponents, bands, repeats) -> None:
    evidence = SimpleNamespace(n_seats=n_seats, bands=Bands(bands, is_stated=True))
    matchups = pd.DataFrame({"deck": [*decks] * 2, "opponent": opponents * 2})
    assert repeats_decks(evidence, matchups) is repeats  # type: ignore[arg-type]


def make_lengths(mean: float) -> pd.DataFrame:
    return pd.DataFrame(
        {"scope": ["all"], "mean_turns": mean, "mean_turns_low": mean - 0.1,
         "mean_turns_high": mean + 0.1, "p10_turns": 9, "p90_turns": 19}
    )  # fmt: skip


def test_each_chapter_says_first_whose_games_it_is_about() -> None:
    text = Paragraph("Turns of all players are counted.")
    sections = [Section(name, name, (text,)) for name in ("lengths", "cards", "endings", "by-bot")]
    assert list(name_players(None, sections)) == sections
    panel = replace(make_panel(APART, APART), strong_lengths=make_lengths(14.2))
    lengths, cards, endings, by_bot = name_players(panel, sections)
    assert by_bot == sections[-1]
    first = [str(one.blocks[0].text) for one in (lengths, cards, endings)]
    who = "These are the games of heuristic (the rules of thumb), unless another player is named"
    assert first[0].startswith(f"{who}. With search:16, the strongest here, games last 14.2")
    assert first[1] == f"{who}; those of search:16, the strongest here, are in By bot."
    assert first[2] == f"{who}."
    assert lengths.blocks[1] == text


def test_how_long_games_last_is_told_with_the_strongest_bot() -> None:
    panel = make_panel(APART, APART)
    nothing = pd.DataFrame({"topic": []})
    evidence: Any = SimpleNamespace(
        panel=panel, whole_run=nothing, length_summary=make_lengths(18.0)
    )
    assert "With the rules of thumb, games last 18.0" in str(find_length(evidence).sentence)
    evidence.panel = replace(panel, strong_lengths=make_lengths(14.2))
    assert "With search:16, games last 14.2" in str(find_length(evidence).sentence)
    evidence.panel = None
    assert str(find_length(evidence).sentence).startswith("Games last 18.0")
    long = {"topic": [Topic.TURNS], "verdict": [Verdict.FAIL]}
    evidence.whole_run = pd.DataFrame(long)
    assert find_length(evidence) is None


def test_games_broken_off_are_told_of_each_bot_with_many(
    make_evidence: Callable[..., Evidence], make_break_offs: Callable[..., pd.DataFrame]
) -> None:
    shares = {"novice": 0.002, "heuristic": 0.03, "learned": 0.137}
    panel = replace(make_panel(APART, APART), broken_off=shares)
    few = replace(make_evidence(n_stalls=100), panel=panel)
    (told,) = (str(one.sentence) for one in find_break_offs(few) if one.topic == "By bot")
    assert told == (
        "Many games were broken off, too many for what is said of them to hold: with the learned "
        "player 13.70\u00a0%."
    )
    cards = make_break_offs({"Card 001": (0.3, 0.25)}, named=["Card 001"])
    many = replace(make_evidence(n_stalls=1200), panel=panel, break_offs=cards)
    claim = str(find_headline(many).claim)
    assert claim == (
        "With the rules of thumb, 1,200 games (3.00\u00a0%; with the learned player 13.70\u00a0%) "
        "were broken off, too many for the other numbers to hold."
    )
    (told,) = (str(one.sentence) for one in find_break_offs(many) if one.topic == "Broken off")
    assert told.startswith(claim.removesuffix("."))
