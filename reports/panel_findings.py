"""Headline and findings on a panel: which results hold for all bots, and which for some only."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from evenhand.analysis.gate.judge import put_cause_first
from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import Standing, name_band
from evenhand.reports.best_hands import (
    find_band,
    list_out_of_line,
    write_none_out_of_line,
    write_out_of_line,
)
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.panel_reach import Reach, Verdict, judge_rows, write_whom_to_believe
from evenhand.reports.panel_tables import PanelEvidence
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    interval,
    join_parts,
    make_sentence,
    name_player,
    percent,
    write_rate,
)

__all__ = [
    "choose_believed_rates", "choose_panel_deck", "find_by_bot", "measure_gap",
    "write_first_player_by_bot", "write_panel_deck",
]  # fmt: skip

NAMED = 3  # decks named in one sentence
REACHES = list(Reach)  # order of priority for the headline

OUTSIDE = {
    Reach.ALL: "{deck} wins {often}, whichever bot plays: {rates}.",
    Reach.STRONG: "In strong hands, {deck} wins {often}: {first}, but {rest}.",
    Reach.MIXED: "How well {deck} does depends on the bot: {rates}.",
    Reach.WEAK: "Only in weak hands, {deck} wins {often}: {first}, but {rest}.",
    Reach.OPEN: "With {bots}, {deck} wins {often}; with others that is open: {rates}.",
}


def choose_believed_rates(evidence: Evidence) -> tuple[Evidence, str]:
    """Choose whose matchups and going first to believe: the strongest bot's if it played enough.

    Returns
    -------
    Evidence
        With that bot's matchups and first_player.
    str
        The bot; "" if no panel played.
    """
    panel = evidence.panel
    if panel is None:
        return evidence, ""
    if panel.strong_matchups.empty:
        return evidence, panel.lead
    rates = {"matchups": panel.strong_matchups, "first_player": panel.strong_first_player}
    return replace(evidence, **rates), panel.strongest


def choose_panel_deck(panel: PanelEvidence) -> tuple[str, Verdict] | None:
    """Choose the deck for the headline on a panel: outside for most bots, then furthest.

    A cause comes before its victims, as `put_cause_first` says.

    Returns
    -------
    str
        The deck's name.
    Verdict
        Of its win rates.
    """
    verdicts = dict(judge_rows(panel.win_rates, ["deck"]))
    outside = [name for name, verdict in verdicts.items() if verdict.is_outside]
    if not outside:
        return None
    widest = min((verdicts[name].reach for name in outside), key=REACHES.index)
    alike = [(name, verdicts[name]) for name in outside if verdicts[name].reach is widest]
    ranked = sorted(alike, key=lambda one: -_measure_distance(one[1]))
    name, verdict = put_cause_first(
        ranked,
        lambda one: _measure_distance(one[1]),
        lambda one: one[1].standing is Standing.ABOVE,
    )[0]
    return name[0], verdict


def _measure_distance(verdict: Verdict) -> float:
    """Return how far the win rates of a deck are outside its band, with the worst bot for it."""
    return max(measure_gap(row) for row in verdict.outside)


def measure_gap(row: Any) -> float:
    """Return how far a win rate is outside its band."""
    return float(max(row.value - row.expected_high, row.expected_low - row.value))


def write_panel_deck(deck: str, verdict: Verdict) -> Sentence:
    """Write with which bots a deck is outside its band."""
    rows = _choose_rows(verdict)
    return make_sentence(
        OUTSIDE[verdict.reach],
        deck=Name(deck),
        often="too often" if verdict.standing is Standing.ABOVE else "too seldom",
        bots=enumerate_parts([name_player(row.bot) for row in verdict.outside]),
        rates=_write_rates(rows),
        first=_write_rates([row for row in rows if row in verdict.outside]),
        rest=_write_rates([row for row in rows if row not in verdict.outside]),
    )


def _choose_rows(verdict: Verdict) -> Sequence[Any]:
    """Choose rows of two bots of a panel: the strongest for which it holds, and the furthest.

    If it provably does not hold for some bots, the second is chosen among them: the intervals of
    the two lie on different sides of an edge of the band.
    """
    strongest = verdict.outside[-1]
    others = verdict.against or [row for row in verdict.rows if row is not strongest]
    other = max(others, key=lambda row: abs(row.value - strongest.value))
    return [row for row in verdict.rows if row is strongest or row is other]


def _write_rates(rows: Sequence[Any]) -> Sentence:
    """Write rates with their intervals."""
    parts = [
        make_sentence("{numbers} with {bot}", bot=name_player(row.bot),
            numbers=write_rate(row.value, row.low, row.high))
        for row in rows
    ]  # fmt: skip
    return enumerate_parts(parts)


def find_by_bot(evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings on agreement and differences between the bots of a panel."""
    panel = evidence.panel
    if panel is None:
        return
    yield from _find_best_hands(panel)
    if len(panel.win_rates):
        yield _find_decks(panel)


def _find_best_hands(panel: PanelEvidence) -> Iterator[Finding]:
    """Yield a finding on each deck too strong in the hands of a panel's bot, or too weak in all.

    The headline is about the first of them.
    """
    found = list(list_out_of_line(panel.best_hands))
    if not found and len(panel.best_hands):
        sentence = write_none_out_of_line(panel.best_hands)
        yield Finding("In whose hands", Tone.CALM, sentence, "by-bot")
    for deck, groups, standing in found[1:]:
        claim = write_out_of_line(deck, groups, find_band(groups[0]), standing)
        sentence = make_sentence("{claim}.", claim=claim)
        yield Finding("In whose hands", Tone.ALARM, sentence, "by-bot")


def _find_decks(panel: PanelEvidence) -> Finding:
    """Return the finding on with which bots decks are outside their band."""
    verdicts = {names[0]: verdict for names, verdict in judge_rows(panel.win_rates, ["deck"])}
    rows = list(panel.win_rates.itertuples())
    parts = []
    for reach, text in _list_reaches(panel):
        found = [
            (name, verdict)
            for name, verdict in verdicts.items()
            if verdict.is_outside and _name_reach(panel, verdict) == reach
        ]
        if found:
            found.sort(key=lambda one: -_measure_distance(one[1]))
            decks = enumerate_parts([_name_with_rate(*one) for one in found], NAMED)
            parts.append(make_sentence("{text}: {decks}", text=text, decks=decks))
    bots = enumerate_parts([_introduce(bot) for bot in panel.bots])
    if not parts:
        text = "Played by {bots}; no deck is surely outside {band} with any of them."
        band = name_band(rows, "its band")
        return Finding("By bot", Tone.CALM, make_sentence(text, bots=bots, band=band), "by-bot")
    text = "Played by {bots}. Too strong or too weak, outside {band}, {parts}.{believe}"
    band = name_band(rows, "their bands")
    believe = write_whom_to_believe(verdicts.values(), _write_last_step(panel))
    sentence = make_sentence(
        text, bots=bots, band=band, parts=join_parts(parts, "; "), believe=believe
    )
    return Finding("By bot", Tone.NOTABLE, sentence, "by-bot")


def _introduce(bot: str) -> object:
    """Write who a bot is, and what it is called in commands if that is another name."""
    player = name_player(bot)
    if isinstance(player, Name):
        return player
    return make_sentence("{player} ({bot})", player=player, bot=Name(bot))


def _list_reaches(panel: PanelEvidence) -> list[tuple[tuple[Reach, str], str]]:
    """List for which bots decks may be outside their bands, with words: two bots have names."""
    if len(panel.bots) > 2:
        return [
            ((Reach.ALL, ""), "with every bot"),
            ((Reach.STRONG, ""), "with strong bots only"),
            ((Reach.WEAK, ""), "with weak bots only"),
            ((Reach.MIXED, ""), "with some bots and not with others"),
            ((Reach.OPEN, ""), "with some bots, and perhaps with the others"),
        ]
    weak, strong = map(name_player, panel.bots)
    return [
        ((Reach.ALL, ""), f"with both bots, here {strong}"),
        ((Reach.STRONG, ""), f"with {strong} only"),
        ((Reach.WEAK, ""), f"with {weak} only"),
        ((Reach.MIXED, ""), "with one of them and not with the other"),
        ((Reach.OPEN, panel.strongest), f"with {strong}, and perhaps with {weak}"),
        ((Reach.OPEN, panel.lead), f"with {weak}, and perhaps with {strong}"),
    ]


def _name_reach(panel: PanelEvidence, verdict: Verdict) -> tuple[Reach, str]:
    """Return the reach of a verdict, and where it is open the bot of two that is outside."""
    is_named = len(panel.bots) == 2 and verdict.reach is Reach.OPEN
    return verdict.reach, str(verdict.outside[-1].bot) if is_named else ""


def _name_with_rate(deck: str, verdict: Verdict) -> Sentence:
    """Write a deck and its win rate with the strongest bot with which it is outside its band."""
    row = verdict.outside[-1]
    rate = write_rate(row.value, row.low, row.high)
    return make_sentence("{deck} {rate}", deck=Name(deck), rate=rate)


def _write_last_step(panel: PanelEvidence) -> Sentence:
    """Write how often the strongest bot beats the next weaker one; "" if they did not meet."""
    row = next((row for row in panel.steps.itertuples() if row.stronger == panel.strongest), None)
    if row is None:
        return make_sentence("")
    return make_sentence(
        ", which wins {rate} ({spread}) of its games against {weaker}",
        rate=percent(row.win_rate),
        spread=interval(row.win_rate_low, row.win_rate_high),
        weaker=name_player(row.weaker),
    )


def write_first_player_by_bot(evidence: Evidence, told: str) -> Sentence | None:
    """Write how often going first wins with other bots than the one told, where that differs.

    They are the lead, and the bot that differs most from it; None if none surely does.
    """
    panel = evidence.panel
    if panel is None:
        return None
    frame = panel.first_player[panel.first_player["scope"] == "all"]
    fair = Band(evidence.fair, evidence.fair)
    for _, verdict in judge_rows(frame, ["scope"], fair):
        differing = [row for row in verdict.rows if row.differs]
        if differing:
            other = max(differing, key=lambda row: abs(row.gap))
            chosen = [row for row in verdict.rows if row is other or row.bot == panel.lead]
            others = _write_rates([row for row in chosen if row.bot != told])
            return make_sentence("It is {others}.", others=others)
    return None
