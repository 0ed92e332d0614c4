"""What is said of two bots that met, and of what one of them never answers."""

from dataclasses import replace
from pathlib import Path

import pandas as pd

from evenhand.analysis.tables.bots_met import COLUMNS
from evenhand.reports.blocks import Table
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import find_headline
from evenhand.reports.matter import Matter
from evenhand.reports.next_step import choose_next
from evenhand.reports.sections.bots_met import make_bots_met_section
from evenhand.run_summary import repeat_with

NEVER = "'attack' before turn 6"


def met(evidence, rates, half_width=0.011, bots=("kept", "heuristic"), **restricted):
    """Let two bots have met: a win rate over all decks (""), and others by deck."""
    rows = [
        (deck, *bots, 4_000, 2_000, rate, rate - half_width, rate + half_width,
         rate - 2 * half_width, rate + 2 * half_width,
         *(rate - rates[""] + end * half_width for end in (0, -2, 2)),
         0.001 if abs(rate - rates[""]) > 2 * half_width else 0.9)
        for deck, rate in rates.items()
    ]  # fmt: skip
    told = [{"name": bot, "policy": "heuristic", "sha256": ""} for bot in bots]
    told[0] |= restricted
    info = {**evidence.info, "bots": told}
    return replace(evidence, info=info, bots_met=pd.DataFrame(rows, columns=COLUMNS))


def kept(evidence, rate, **keys):
    rates = {"": rate, "Tide": rate - 0.05, "Ember": rate + 0.01}
    return met(evidence, rates, never=[NEVER], otherwise_as="heuristic", **keys)


def told(evidence, topic):
    return [str(one.sentence) for one in list_findings(evidence) if one.topic == topic]


def test_what_an_answer_is_worth_comes_first(make_evidence):
    headline = find_headline(kept(make_evidence(), 0.412))
    assert headline.matter is Matter.BOTS
    assert str(headline.sentence).replace("\u00a0", " ") == (
        "A player who never answers 'attack' before turn 6 wins 41.2 % (40.1\u201342.3) against "
        "one who may, if both otherwise play like the rules of thumb: the answer is worth 8.8 "
        "points (7.7\u20139.9)."
    )


def test_it_does_not_hang_on_which_bot_was_named_first(make_evidence):
    first = kept(make_evidence(), 0.412)
    bots, rows = first.info["bots"], first.bots_met
    turned = rows.assign(
        bot=rows["opponent"], opponent=rows["bot"], win_rate=1 - rows["win_rate"],
        win_rate_low=1 - rows["win_rate_high"], win_rate_high=1 - rows["win_rate_low"],
        win_rate_low_all=1 - rows["win_rate_high_all"],
        win_rate_high_all=1 - rows["win_rate_low_all"], apart=-rows["apart"],
        apart_low_all=-rows["apart_high_all"], apart_high_all=-rows["apart_low_all"],
    )  # fmt: skip
    second = replace(first, info={**first.info, "bots": bots[::-1]}, bots_met=turned)
    assert str(find_headline(second).sentence) == str(find_headline(first).sentence)
    assert told(second, "Each deck") == told(first, "Each deck")


def test_an_answer_that_makes_no_difference_is_bounded(make_evidence):
    headline = find_headline(kept(make_evidence(), 0.499, half_width=0.008))
    assert "no sign that the answer matters; more than 0.9 points either" in str(headline.sentence)
    assert headline.games == 0
    unsure = find_headline(kept(make_evidence(), 0.49, half_width=0.03))
    assert unsure.games > 0
    assert "would tell more" in str(unsure.sentence)


def test_an_answer_that_does_harm_is_called_so(make_evidence):
    headline = find_headline(kept(make_evidence(), 0.53))
    assert "it plays better without, by 3.0 points" in str(headline.sentence)


def test_bots_that_differ_in_more_are_only_compared(make_evidence):
    other = met(make_evidence(), {"": 0.4}, never=[NEVER], otherwise_as="")
    assert str(find_headline(other).sentence).startswith("heuristic wins 60.0")


def test_decks_are_named_only_if_they_are_apart(make_evidence):
    (apart,) = told(kept(make_evidence(), 0.412), "Each deck")
    assert apart.startswith("heuristic wins 8.8 points more than half of its games over all, but ")
    assert "surely more than that with Tide (by 5.0 points, 2.8 to 7.2)" in apart
    assert "That is against kept with an equal deck; the win rates of decks are ag" in apart
    assert "Ember" not in apart
    same = met(make_evidence(), {"": 0.4, "Tide": 0.4, "Ember": 0.41})
    (calm,) = told(same, "Each deck")
    assert ", and with no deck surely more or less: from Ember" in calm


def test_a_restriction_that_had_nothing_to_hold_back_is_an_alarm(make_evidence):
    names = ["bot", "restriction", "n_games", "withheld", "unavoidable"]
    rows = [("kept", NEVER, 2_000, 0, 0), ("kept", "'block'", 2_000, 900, 100)]
    use = pd.DataFrame(rows, columns=names)
    first, second = told(replace(kept(make_evidence(), 0.5), restrictions=use), "Never")
    assert "was on offer in none of 2,000 games" in first
    assert "kept from 'block' in 45.0" in second.replace("\u00a0", " ")
    assert "in 5.0" in second


def idle(evidence, never, withheld=0):
    """Let a bot that never answers something have met one that may, which was seldom on offer."""
    bots = met(evidence, {"": 0.498, "Tide": 0.53, "Ember": 0.47}, never=[never],
               otherwise_as="heuristic")  # fmt: skip
    names = ["bot", "restriction", "n_games", "withheld", "unavoidable"]
    use = pd.DataFrame([("kept", never, 1_980, withheld, 0)], columns=names)
    return replace(bots, restrictions=use)


def test_of_a_restriction_that_never_applied_only_that_is_said(make_evidence):
    nowhere = idle(make_evidence(), "'play Steam Otter'")
    card = "Steam Otter"
    info = {**nowhere.info, "cards": {**nowhere.info["cards"], "names": ["Steam", card, "Owl"]}}
    info["decks"] = [{**deck, "cards": ["Owl"] * 30} for deck in info["decks"]]
    headline = find_headline(replace(nowhere, info=info))
    assert headline.matter is Matter.IDLE and headline.games == 0
    assert str(headline.sentence) == (
        "The restriction of kept never applied: 'play Steam Otter' was on offer in none of 1,980 "
        "games looked at, for no deck has Steam Otter. So both players played alike, and nothing "
        "is compared."
    )
    for topic in ("Never", "Each deck"):
        assert told(replace(nowhere, info=info), topic) == []
    (section,) = make_bots_met_section(replace(nowhere, info=info))
    assert not any(isinstance(block, Table) for block in section.blocks)
    assert choose_next(headline, Path("run"), None, repeat_with) == ("bots", headline.game)
    info["decks"][0]["cards"] = [card] * 30
    assert "no deck" not in str(find_headline(replace(nowhere, info=info)).sentence)


def test_of_a_card_that_is_never_played_it_is_said_which_decks_have_it(make_evidence):
    card, never = "Steam Otter", "'play Steam Otter'"
    some = idle(make_evidence(), never, withheld=198)
    info = {**some.info, "cards": {**some.info["cards"], "names": [card, "Owl"]}}
    names = ["Tide", "Ember", "Verdant"]
    held = [[card] * 30 if name == "Tide" else ["Owl"] * 30 for name in names]
    info["decks"] = [
        {**deck, "name": name, "cards": cards}
        for deck, name, cards in zip(info["decks"], names, held, strict=True)
    ]
    info["matchups"] = [
        {"decks": [one, other], "bots": bots, "pairs": 5}
        for one in range(len(names)) for other in range(one) for bots in ([0, 1], [1, 0])
    ]  # fmt: skip
    n_decks, n_games = len(names), 10 * len(info["matchups"])
    counted = (
        f"1 of {n_decks} decks has Steam Otter, in {10 * (n_decks - 1)} of its {n_games} games"
    )
    evidence = replace(some, info=info)
    said = str(find_headline(evidence).sentence).replace("\u00a0", " ")
    assert f"Only {counted}: it wins 53.0 % (50.8\u201355.2) with Tide." in said
    (line,) = told(evidence, "Never")
    assert line.endswith(f"games looked at; {counted}.")
    everywhere = [{**deck, "cards": [card] * 30} for deck in info["decks"]]
    evidence = replace(some, info={**info, "decks": everywhere})
    assert "Only" not in str(find_headline(evidence).sentence)
    assert "decks ha" not in told(evidence, "Never")[0]


def test_a_restriction_that_applied_at_least_once_is_compared(make_evidence):
    headline = find_headline(idle(make_evidence(), NEVER, withheld=1))
    assert headline.matter is Matter.BOTS and "no sign" in str(headline.sentence)
    assert told(idle(make_evidence(), NEVER, withheld=1), "Each deck")


def test_the_page_has_a_table_of_the_bots(make_evidence):
    (section,) = make_bots_met_section(kept(make_evidence(), 0.412))
    assert [str(row[0].text) for row in section.blocks[-1].rows] == ["All decks", "Tide", "Ember"]
    assert make_bots_met_section(make_evidence()) == ()
