"""The comparison of two runs in words, and as a page."""

import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from evenhand.analysis import Comparison, compare, load_run
from evenhand.reports.comparison.findings import list_comparison_findings
from evenhand.reports.comparison.headline import write_comparison_headline, write_strongest_opinion
from evenhand.reports.comparison.page import (
    present_comparison,
    render_comparison,
    write_comparison,
)
from evenhand.reports.comparison.reach import find_change_by_bot
from evenhand.reports.finding import Tone
from evenhand.reports.wording import prepend_bot, signed_interval
from tests.fake_run import write_fake_run

CARDS = ["Pup", "Lancer", "</script><b>bold</b>"]


def run_of(folder: Path, **changes: object):
    settings = {"strengths": {"Tide": 0.3, "Rush": 0.0, "Wall": -0.1}, "cards": CARDS, **changes}
    return load_run(write_fake_run(folder, **settings))


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Rush is stronger now, and a deck has a hostile name."""
    folder = tmp_path_factory.mktemp("runs")
    strong = {"Tide": 0.3, "Rush": 0.5, "Wall": -0.1}
    return compare(run_of(folder / "a"), run_of(folder / "b", strengths=strong))


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    folder = tmp_path_factory.mktemp("runs")
    return compare(run_of(folder / "a"), run_of(folder / "b"))


def plain(sentence: object) -> str:
    return str(sentence).translate({0xA0: " ", 0x2013: "-", 0x2212: "-", 0x2192: ">"})


def said(comparison: Comparison, topic: str) -> str:
    (found,) = (f for f in list_comparison_findings(comparison) if f.topic == topic)
    return plain(found.sentence)


def test_the_headline_names_the_deck_that_changed_most(changed: Comparison) -> None:
    assert re.fullmatch(
        r"Rush wins more: 4\d\.\d % > 5\d\.\d %, \+\d+\.\d points "
        r"\(\+\d+\.\d to \+\d+\.\d\)\.",
        plain(write_comparison_headline(changed)),
    )


def test_without_a_change_the_headline_says_how_sure_that_is(same: Comparison) -> None:
    said = "Nothing was changed: every game went as before."
    assert plain(write_comparison_headline(same)) == said


def test_one_sentence_for_every_topic(changed: Comparison) -> None:
    topics = [finding.topic for finding in list_comparison_findings(changed)]
    assert topics == ["Deals", "Inputs", "Decks", "Matchups", "First player", "Length"]
    assert said(changed, "Deals") == "Both sides played the same deals, so luck cancels out."
    assert said(changed, "Decks").startswith("Rush 4")
    assert said(changed, "First player").startswith("Going first wins 5")
    (found,) = (f for f in list_comparison_findings(changed) if f.topic == "Length")
    assert str(prepend_bot("heuristic", found.sentence)).startswith(
        "With the rules of thumb, games"
    )


def test_changes_are_notable_and_their_absence_is_calm(
    changed: Comparison, same: Comparison
) -> None:
    tones = {f.topic: f.tone for f in list_comparison_findings(changed)}
    assert (tones["Decks"], tones["Inputs"]) == (Tone.NOTABLE, Tone.CALM)
    assert {f.tone for f in list_comparison_findings(same)} == {Tone.CALM}
    assert said(same, "Inputs") == "The inputs are the same."
    assert said(same, "Matchups").startswith("No sure change in 3 matchups; all moved by")
    assert said(same, "Length").endswith("the other 3 matchups moved by ±0.03 turns at most.")


def test_a_change_that_may_be_none_among_all_numbers_is_not_sure(same: Comparison) -> None:
    lucky = same.first_player.assign(change_low_all=-0.014, change_high_all=0.001)
    told, _, _ = present_comparison(replace(same, first_player=lucky), None, None)
    assert "(-1.4 to +0.1), no sure change" in said(told, "First player")
    sure = lucky.assign(change_high_all=-0.001)
    told, _, _ = present_comparison(replace(same, first_player=sure), None, None)
    assert "(-1.4 to -0.1)" in said(told, "First player")
    assert "no sure change" not in said(told, "First player")


def test_inputs_are_told_in_few_words(tmp_path: Path) -> None:
    before, after = run_of(tmp_path / "a"), run_of(tmp_path / "b")
    after.info["options"]["turn_cap"] = 100
    after.info["decks"][0]["cards"] = ["Pup", *after.info["decks"][0]["cards"][1:-1], "Oak"]
    assert said(compare(before, after), "Inputs").startswith("3 differences: Tide ")
    assert "Tide Oak 0 > 1; option turn_cap 200 > 100" in said(compare(before, after), "Inputs")


def test_a_long_text_is_not_told_among_the_inputs(same: Comparison) -> None:
    """The page and ``--json`` have it."""
    draws = " ".join(f"Play: draw {n} cards." for n in range(2, 10))
    texts = draws, "Play: draw 2 cards."
    rows = [("card", "Lancer", "abilities", *texts), ("card", "Pup", "skill1_cost", "1", "")]
    inputs = pd.DataFrame(rows, columns=same.inputs.columns)
    found = replace(same, inputs=inputs)
    assert said(found, "Inputs") == "2 differences: Lancer abilities; Pup skill1 cost 1 > none."
    assert texts[0] in render_comparison(found, ("a", "b"))


def test_a_number_has_the_interval_of_its_table_wherever_it_is_told(changed: Comparison) -> None:
    told, _, _ = present_comparison(changed, None, None)
    for row in told.decks.itertuples():
        assert (row.change_low, row.change_high) == (row.change_low_all, row.change_high_all)
        spread = plain(signed_interval(row.change_low, row.change_high))
        assert spread in said(told, "Decks")


def test_decks_that_are_dealt_in_another_order_are_named(tmp_path: Path) -> None:
    before, after = run_of(tmp_path / "a"), run_of(tmp_path / "b")
    after.info["decks"][0]["cards"] = after.info["decks"][0]["cards"][::-1]
    name = after.info["decks"][0]["name"]
    assert f"luck cancels out. But {name} draws other cards" in said(
        compare(before, after), "Deals"
    )


def test_other_seeds_are_said_to_be_other_samples(tmp_path: Path) -> None:
    before, after = run_of(tmp_path / "a"), run_of(tmp_path / "b")
    after.info["run"]["seed"] = 2
    found = compare(before, after)
    assert "independent samples" in said(found, "Deals")
    html = render_comparison(found, ("a", "b"))
    assert "as samples" in html
    assert "Welch" in html


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    before = run_of(tmp_path / "a")
    after = run_of(tmp_path / "b", strengths={"Tide": 0.3, "Rush": 0.0}, n_pairs=200)
    found = compare(before, after)
    assert said(found, "Deals").endswith(
        "2 matchups are in only one run and are left out. "
        "Pairs that only one run dealt are left out."
    )
    html = render_comparison(found, ("a", "b"))
    assert "100 of 300 pairs" in html
    assert "Tide vs Wall" in html


def test_mirrors_alone_make_a_page(tmp_path: Path) -> None:
    runs = [
        run_of(tmp_path / name, strengths={"Tide": 0.0}, mirrors=True, n_pairs=2) for name in "ab"
    ]
    html = render_comparison(compare(*runs), ("a", "b"))
    assert "Only mirror matches were played" in html
    assert not re.search(r">[^<]*\bnan\b", html)


def test_the_page_is_whole_and_safe(changed: Comparison, tmp_path: Path) -> None:
    changed.before.info["run"]["title"] = CARDS[2]
    page = write_comparison(changed, (CARDS[2], "after"), tmp_path / "page.html")
    html = page.read_text(encoding="utf-8")
    assert CARDS[2] not in html
    assert "comparison</title>" in html
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    for section in ("inputs", "decks", "matchups", "first-player", "lengths", "provenance"):
        assert section in ids
    assert not re.search(r"https?:|@import", html)
    assert render_comparison(changed, (CARDS[2], "after")) == html


MORE, LESS, UNSURE = (0.01, 0.03), (-0.03, -0.01), (-0.01, 0.02)
BOTS = ("novice", "heuristic", "search")
SOME = "with some bots, not known for the others"


BELIEVE = " Where bots differ, believe search, the strongest."


def changes(*changes: tuple[float, float], differ: str = "", deck: str = "Rush") -> pd.DataFrame:
    """What a change did to a deck with each bot; `differ` are those unlike the first one."""
    return pd.DataFrame(
        {"deck": deck, "bot": bot, "before": 0.5, "after": 0.5 + sum(ends) / 2,
         "value": sum(ends) / 2, "low": ends[0], "high": ends[1],
         "low_all": ends[0], "high_all": ends[1], "q": float("nan"),
         "differs": bot in differ.split()}
        for bot, ends in zip(BOTS, changes, strict=True)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("by_bot", "said"),
    [
        (changes(MORE, MORE, MORE), "with every bot: Rush up"),
        (changes(MORE, MORE, MORE, differ="search"), "with every bot: Rush up"),
        (changes(UNSURE, UNSURE, LESS, differ="search"), "with strong bots only: Rush down"),
        (changes(MORE, MORE, UNSURE, differ="search"), "with weak bots only: Rush up"),
        (changes(MORE, UNSURE, MORE, differ="heuristic"), "depending on the bot: Rush"),
        (changes(LESS, LESS, UNSURE, differ="heuristic"), f"{SOME}: Rush down"),
        (changes(UNSURE, LESS, LESS, differ="search"), f"{SOME}: Rush down"),
        (changes(UNSURE, MORE, UNSURE, differ="heuristic"), f"{SOME}: Rush up"),
        (changes(LESS, LESS, MORE, differ="search"), "depending on the bot: Rush"),
        (changes(MORE, MORE, UNSURE), f"{SOME}: Rush up"),
    ],
)
def test_for_which_bots_a_change_holds(by_bot: pd.DataFrame, said: str) -> None:
    finding = find_change_by_bot(by_bot, ["Rush"])
    believe = "" if said.startswith("with every bot") else BELIEVE
    assert str(finding.sentence) == (
        "novice, heuristic (the rules of thumb) and search played. "
        f"Win rates change {said}.{believe}"
    )
    assert finding.tone is Tone.NOTABLE


def test_what_one_bot_alone_shows_of_an_unchanged_deck_is_not_told() -> None:
    for by_bot in (changes(UNSURE, UNSURE, UNSURE), changes(MORE, UNSURE, UNSURE)):
        finding = find_change_by_bot(by_bot, [])
        assert "no deck's win rate surely changes with all of them" in str(finding.sentence)
        assert finding.tone is Tone.CALM


def test_decks_are_told_by_how_far_their_change_reaches(changed: Comparison) -> None:
    by_bot = pd.concat(
        [changes(UNSURE, UNSURE, LESS, differ="search", deck="Wall"), changes(MORE, MORE, MORE)]
    )
    (finding,) = (f for f in list_comparison_findings(changed, by_bot) if f.topic == "By bot")
    assert str(finding.sentence).endswith(
        f"with every bot: Rush up; with strong bots only: Wall down.{BELIEVE}"
    )
    html = render_comparison(changed, ("a", "b"), by_bot)
    assert "with strong bots only: <bdi>Wall</bdi> down" in html
    assert "\u25bc strong bots only" in html


def test_the_strongest_bot_is_named_unless_the_headline_is_its_own() -> None:
    by_bot = changes(UNSURE, MORE, (0.03, 0.05))
    said = write_strongest_opinion(by_bot, "Rush", "heuristic")
    assert str(said) == (
        "With search, the strongest here: 50.0\u00a0% \u2192 54.0\u00a0%, +4.0 points "
        "(+3.0 to +5.0)."
    )
    assert write_strongest_opinion(by_bot, "Rush", "search") is None
    assert write_strongest_opinion(by_bot, "Wall", "heuristic") is None
