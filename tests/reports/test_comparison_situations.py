"""What the first sentence of a comparison says, situation by situation, and the next command."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from evenhand.analysis.tables.comparison import Comparison
from evenhand.commands import compare as compare_command
from evenhand.reports.comparison.findings import list_comparison_findings
from evenhand.reports.comparison.gravest import choose_believed
from evenhand.reports.comparison.headline import (
    write_comparison_cause,
    write_comparison_headline,
)
from evenhand.simulate.runs.given_command import command_context
from tests.reports.first_sentences import JARGON, join, plain, to_words


@dataclass(frozen=True)
class OfComparison:
    """What a change did to each deck, and what the first screen should say."""

    says: str
    next: str = ""
    decks: Mapping[str, tuple[float, float]] | None = None  # win rates before and after
    half_width: float = 0.004  # half of that of the intervals for all decks at once
    crossed: tuple[str, str] = ("", "")  # verdicts of the first deck before and after
    edits: tuple[tuple[str, str, str, str], ...] = (("Lancer", "hp", "320", "640"),)
    alone: tuple[tuple[str, float], ...] = ()  # what edits alone do to the first deck


COMPARISONS = {
    "a change that helped": OfComparison(
        "Tide wins less, nearer to a fair 50 %: 56.9 % > 53.0 %, -3.9 points (-4.7 to -3.1)"
        ". It comes from Lancer (hp 320 > 640).",
        "check",
        {"Tide": (0.569, 0.53), "Rush": (0.47, 0.475), "Wall": (0.461, 0.495)},
    ),
    "a change that brought a deck back": OfComparison(
        "Tide wins less, nearer to a fair 50 %, and is back inside 40-60 %: 63.6 % > 55.0 %, -8.6 "
        "points (-9.4 to -7.8). It comes from Lancer (hp 320 > "
        "640).",
        "check",
        {"Tide": (0.636, 0.55), "Rush": (0.47, 0.475), "Wall": (0.394, 0.475)},
        crossed=("fail", "pass"),
    ),
    "a change that harmed": OfComparison(
        "Tide wins more, further from a fair 50 %, and is now outside 40-60 %: 56.9 % > 63.0 %, "
        "+6.1 points (+5.3 to +6.9). It comes from Lancer (hp "
        "320 > 640).",
        "price Lancer hp",
        {"Tide": (0.569, 0.63), "Rush": (0.47, 0.435), "Wall": (0.461, 0.435)},
        crossed=("pass", "fail"),
    ),
    "a change that leaps over a fair share": OfComparison(
        "Tide wins more: 46.6 % > 63.6 %, +17.0 points (+16.1 to +17.7)"
        ". It comes from Lancer (hp 320 > 640).",
        "check",
        {"Tide": (0.46649, 0.63551), "Rush": (0.5, 0.43), "Wall": (0.53, 0.43)},
    ),
    "a change that did nothing": OfComparison(
        "No deck surely wins more or less often than before; none moved by more than 0.9 points.",
        "check",
        {"Tide": (0.519, 0.52), "Rush": (0.5, 0.5), "Wall": (0.481, 0.48)},
    ),
    "a change that touches no game": OfComparison(
        "The change makes no difference: every game went as before.",
        "check",
        {"Tide": (0.52, 0.52), "Wall": (0.48, 0.48)},
    ),
    "nothing was changed": OfComparison(
        "Nothing was changed: every game went as before.",
        "check",
        {"Tide": (0.52, 0.52), "Wall": (0.48, 0.48)}, edits=(),
    ),
    "what cannot be told": OfComparison(
        "Too few games to say what the change did: no deck surely moved, but 9.0 points either way "
        "are possible.",
        "compare --games 170000",
        {"Tide": (0.51, 0.52), "Rush": (0.5, 0.5), "Wall": (0.49, 0.48)}, half_width=0.04,
    ),
    "one of two edits": OfComparison(
        "Tide wins more, further from a fair 50 %: 52.0 % > 56.0 %, +4.0 points (+3.2 to +4.8). "
        "Most of it comes from Lancer (hp 320 > 640): +3.0 "
        "points alone.",
        "check",
        {"Tide": (0.52, 0.56), "Wall": (0.48, 0.44)},
        edits=(("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2")),
        alone=(("Lancer", 0.03), ("Pup", 0.01)),
    ),
    "an edit that another one holds back": OfComparison(
        "Tide wins more, further from a fair 50 %: 52.0 % > 56.0 %, +4.0 points (+3.2 to +4.8). "
        "It comes from Lancer (hp 320 > 640): +5.0 points alone.",
        "check",
        {"Tide": (0.52, 0.56), "Wall": (0.48, 0.44)},
        edits=(("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2")),
        alone=(("Lancer", 0.05), ("Pup", -0.01)),
    ),
    "one of many edits": OfComparison(
        "Tide wins more, further from a fair 50 %: 52.0 % > 56.0 %, +4.0 points (+3.2 to +4.8). "
        "The largest part of it comes from Lancer (hp 320 > 640): +1.8 points alone.",
        "check",
        {"Tide": (0.52, 0.56), "Wall": (0.48, 0.44)},
        edits=(("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2")),
        alone=(("Lancer", 0.018), ("Pup", 0.015)),
    ),
    "two edits that cancel": OfComparison(
        "No deck surely wins more or less often than before; none moved by more than 0.9 points. "
        "But two edits cancel each other out: Lancer (hp 320 > 640) alone moves Tide by +3.0 "
        "points, Pup (cost 1 > 2) by -2.9.",
        "check",
        {"Tide": (0.519, 0.52), "Wall": (0.481, 0.48)},
        edits=(("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2")),
        alone=(("Lancer", 0.03), ("Pup", -0.029)),
    ),
}  # fmt: skip


def make_comparison(one: OfComparison, bot: str = "any") -> Comparison:
    rates = dict(one.decks or {})
    rows = [
        {"deck": name, "before": before, "after": after, "change": after - before,
         "change_low": after - before - 2 * one.half_width,
         "change_high": after - before + 2 * one.half_width,
         "change_low_all": after - before - 2 * one.half_width,
         "change_high_all": after - before + 2 * one.half_width,
         "change_q": 0.001 if abs(after - before) > 2 * one.half_width else 0.5}
        for name, (before, after) in rates.items()
    ]  # fmt: skip
    first = next(iter(rates))
    edits = [
        {"kind": "card", "name": card, "field": field, "before": before, "after": after}
        for card, field, before, after in one.edits
    ]
    now = rates[first][1]
    band = {"deck": first, "win_rate": now, "win_rate_low": now - 0.01,
            "win_rate_high": now + 0.01, "band_low": 0.4, "band_high": 0.6}  # fmt: skip
    info = {"run": {"games": 2_000}, "bots": [{"name": bot}], "cards": {}, "decks": []}
    run = SimpleNamespace(n_seats=2, info=info)
    decks = pd.DataFrame(rows)
    found: Any = Comparison(
        before=run, after=run, is_paired=True,  # type: ignore[arg-type]
        inputs=pd.DataFrame(edits, columns=["kind", "name", "field", "before", "after"]),
        decks=decks, matchups=decks, first_player=decks, lengths=decks,
        only_before=(), only_after=(), notes=(),
        bands=pd.DataFrame([{**band, "verdict_before": one.crossed[0] or "pass",
                             "verdict": one.crossed[1] or "pass"}]),
    )  # fmt: skip
    return found


def make_edits(one: OfComparison, *bots: str) -> pd.DataFrame:
    """What edits do alone, the same with each bot."""
    deck_name = next(iter(one.decks or {}))
    return pd.DataFrame(
        [
            {"card": card, "deck": deck_name, "change": change, "change_low_all": change - 0.005,
             "change_high_all": change + 0.005, "n_left": 0, "bot": bot}
            for bot in bots or ("any",) for card, change in one.alone
        ]
    )  # fmt: skip


@pytest.mark.parametrize("name", COMPARISONS)
def test_the_first_sentence_of_a_comparison(name: str) -> None:
    one = COMPARISONS[name]
    runs, by_edit = make_comparison(one), make_edits(one)
    headline = write_comparison_headline(runs)
    said = join(headline, write_comparison_cause(runs, by_edit))
    assert said == one.says
    found: Any = SimpleNamespace(runs=runs, believed=runs, by_edit=by_edit, since="runs/mine-1")
    flags: Any = SimpleNamespace(folder=None, bots=())
    with command_context(["compare"]):
        assert to_words(compare_command.choose_next(found, flags)) == one.next
    assert not [word for word in JARGON if word in said]


WITH_FIRST = OfComparison(
    "", "", {"Tide": (0.569, 0.65), "Rush": (0.47, 0.43), "Wall": (0.461, 0.42)},
    crossed=("pass", "fail"),
)  # fmt: skip


def list_by_bot(*comparisons: Comparison) -> pd.DataFrame:
    """What `changes_by_bot` gives for comparisons, the strongest bot last."""
    rows = [
        {"deck": row.deck, "bot": one.after.info["bots"][0]["name"], "before": row.before,
         "after": row.after, "value": row.change, "low": row.change_low, "high": row.change_high,
         "low_all": row.change_low_all, "high_all": row.change_high_all,
         "q": row.change_q, "differs": one is not comparisons[0]}
        for one in comparisons for row in one.decks.itertuples()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def say_with_two(strong: OfComparison, first: OfComparison = WITH_FIRST) -> tuple[str, Any]:
    """The first sentences where a stronger bot played, too, and what its comparison is."""
    runs, other = make_comparison(first, "heuristic"), make_comparison(strong, "learned")
    by_bot = list_by_bot(runs, other)
    believed = choose_believed(runs, other)
    headline = write_comparison_headline(runs, believed)
    said = join(
        headline,
        write_comparison_cause(runs, make_edits(first, "heuristic", "learned"), by_bot, believed),
    )
    return said, believed is other


def test_the_strongest_bot_leads() -> None:
    strong = {"Tide": (0.42, 0.42), "Rush": (0.55, 0.53), "Wall": (0.53, 0.55)}
    first = {"Tide": (0.569, 0.609), "Rush": (0.47, 0.43), "Wall": (0.461, 0.461)}
    said, is_other = say_with_two(OfComparison("", "", strong), OfComparison("", "", first))
    assert is_other
    assert said == (
        "With the learned player, the strongest here, Rush wins less, nearer to a fair 50 %: 55.0 "
        "% > 53.0 %, -2.0 points (-2.8 to -1.2). It comes from Lancer (hp 320 > 640). With the "
        "rules of thumb: 47.0 % > 43.0 %, -4.0 points (-4.8 to -3.2), further from a fair 50 %."
    )


def test_a_change_that_matters_in_weak_hands_only_leads_with_those() -> None:
    first = {"Tide": (0.50, 0.60), "Rush": (0.50, 0.45), "Wall": (0.50, 0.45)}
    strong = {"Tide": (0.40, 0.402), "Rush": (0.55, 0.565), "Wall": (0.55, 0.533)}
    said, is_other = say_with_two(OfComparison("", "", strong), OfComparison("", "", first))
    assert not is_other
    assert said.startswith("Tide wins more: 50.0 % > 60.0 %, +10.0 points")
    assert "With the learned player, the strongest here: 40.0 % > 40.2 %, +0.2 points" in said


def test_a_deck_that_leaves_its_band_in_weak_hands_only_leads_with_those() -> None:
    strong = {"Tide": (0.42, 0.42), "Rush": (0.55, 0.53), "Wall": (0.53, 0.55)}
    said, is_other = say_with_two(OfComparison("", "", strong))
    assert not is_other
    assert said.startswith("Tide wins more, further from a fair 50 %, and is now outside 40-60 %:")
    assert said.endswith("With the learned player, the strongest here: 42.0 % > 42.0 %, 0.0 points "
                         "(-0.8 to +0.8).")  # fmt: skip


def test_where_the_strongest_finds_nothing_the_deck_of_the_first_is_named() -> None:
    strong = {"Tide": (0.42, 0.421), "Rush": (0.55, 0.549), "Wall": (0.53, 0.53)}
    first = {"Tide": (0.50, 0.51), "Rush": (0.50, 0.495), "Wall": (0.50, 0.495)}
    said, is_other = say_with_two(OfComparison("", "", strong), OfComparison("", "", first))
    assert is_other
    assert said.startswith("With the learned player, the strongest here, no deck surely wins more")
    assert "With the rules of thumb, Tide: 50.0 % > 51.0 %, +1.0 points" in said


def test_what_an_edit_does_alone_is_told_with_the_bot_that_leads() -> None:
    two = (("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2"))
    first = replace(WITH_FIRST, edits=two, alone=(("Lancer", 0.07), ("Pup", 0.01)))
    said, is_other = say_with_two(WITH_FIRST, first)
    assert is_other
    assert said.startswith("With the learned player, the strongest here, Tide wins more")
    assert (
        ". Most of it comes from Lancer (hp 320 > 640): +7.0 points alone. With the rules" in said
    )

    untouched = {"Tide": (0.48, 0.48), "Rush": (0.52, 0.52)}
    said, is_other = say_with_two(replace(WITH_FIRST, decks=untouched, crossed=("", "")), first)
    assert not is_other
    told = "With the rules of thumb, most of it comes from Lancer (hp 320 > 640): +7.0 points alone"
    assert told in said


def test_a_strong_bot_with_too_few_games_does_not_lead() -> None:
    decks = {"Tide": (0.42, 0.43), "Rush": (0.55, 0.54), "Wall": (0.53, 0.53)}
    said, is_other = say_with_two(OfComparison("", "", decks, half_width=0.04))
    assert not is_other
    assert said.startswith("Tide wins more")


def test_what_edits_do_is_told_of_the_bot_that_played_them() -> None:
    """Also where the headline is of another, which then has no edit behind it."""
    two = (("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2"))
    first = replace(WITH_FIRST, edits=two, alone=(("Lancer", 0.07), ("Pup", 0.01)))
    runs, other = make_comparison(first, "heuristic"), make_comparison(first, "learned")
    by_edit = make_edits(first, "heuristic")
    together = by_edit.iloc[:1].assign(
        card="", change=0.0, change_low_all=-0.1, change_high_all=0.1
    )
    by_edit, by_bot = pd.concat([by_edit, together]), list_by_bot(runs, other)
    assert choose_believed(runs, other) is other
    findings = list_comparison_findings(runs, by_bot, by_edit, other)
    edits = [plain(one.sentence) for one in findings if one.topic == "Edit"]
    assert len(edits) == 2
    assert all(one.startswith("With the rules of thumb, ") for one in edits)
    bands = [plain(one.sentence) for one in findings if one.topic == "Bands"]
    (with_cause,) = (one for one in bands if "alone does" in one)
    assert with_cause.startswith("With the rules of thumb, ")
    said = plain(write_comparison_cause(runs, by_edit, by_bot, other))
    assert "comes from" not in said
