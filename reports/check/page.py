"""The page of a balance check: the verdict, then all expectations, the worst first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import Any, ClassVar

from markupsafe import Markup

from evenhand.analysis.data.display_names import add_titles, list_display_names
from evenhand.analysis.data.input_changes import Change
from evenhand.analysis.gate.evidence import Method
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import FORBIDDEN, Measure, Topic
from evenhand.reports.bands import MARKS as STANDING_MARKS
from evenhand.reports.best_hands import draw_best_hands, list_sentences, tabulate_best_hands
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Facts,
    Paragraph,
    Section,
    Table,
    Text,
    name_cell,
)
from evenhand.reports.check.check_wording import (
    list_remarks,
    name_measure,
    split_check_headline,
    write_band,
    write_estimate,
    write_interval,
    write_sentence,
)
from evenhand.reports.check.drawing import draw_expectation, find_axes, find_judgement_standing
from evenhand.reports.check.edit_wording import list_edits
from evenhand.reports.check.result import CheckResult
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.page import render_page
from evenhand.reports.undecided import MOST_GAMES
from evenhand.reports.wording import (
    MISSING,
    Name,
    Sentence,
    count,
    enumerate_parts,
    make_sentence,
    percent,
    plural,
)
from evenhand.simulate.runs.atomic_files import write_atomic

__all__ = ["render_check", "write_check"]

SECTIONS = {
    Outcome.FAIL: ("not-met", "Not met"),
    Outcome.INCONCLUSIVE: ("more-games", "Needs more games"),
    Outcome.ACCEPTED: ("accepted", "Accepted"),
    Outcome.PASS: ("met", "Met"),
}
WORDS = {
    Outcome.FAIL: "Certainly outside their bands, the furthest first.",
    Outcome.INCONCLUSIVE: "Too few games to tell, those nearest to failing first.",
    Outcome.ACCEPTED: "Certainly outside their bands, and accepted for a time in balance.toml.",
    Outcome.PASS: "Certainly inside their bands, those nearest to an edge first.",
}
NAMED = 3  # failures, and changes, named at the top


@dataclass(frozen=True)
class Row:
    """One expectation, as shown on the page of a check."""

    mark: str
    standing: str
    name: Text
    remarks: Sequence[Text]
    drawing: Markup
    measured: str
    spread: str
    expected: str
    games: str
    pairs: str


@dataclass(frozen=True)
class Expectations:
    """A block of expectations with the same outcome, each with a drawing."""

    template: ClassVar[str] = "expectations.html.j2"
    id: str
    caption: str
    rows: Sequence[Row]


def write_check(
    result: CheckResult,
    info: Mapping[str, Any],
    next_step: str,
    data: Mapping[str, Any],
    out: Path,
    report: Path | None,
) -> None:
    """Write the page of a check; the same check gives the same bytes.

    Parameters
    ----------
    out, report : Path
        The page, and the report that will be beside it if there will be one.
    """
    write_atomic(out, render_check(result, info, next_step, data, report.name if report else ""))


def render_check(
    result: CheckResult,
    info: Mapping[str, Any],
    next_step: str,
    data: Mapping[str, Any],
    report: str = "",
) -> str:
    """Render the page of a check.

    Parameters
    ----------
    result : CheckResult
    info : mapping
        The `run.toml` of the games of the check.
    next_step : str
        The most useful next command; "" if there is none.
    data : mapping
        The machine-readable results, as plain data.
    report : str
        Address of the report of the same games; "" if there is none.
    """
    titled = add_titles(info)
    names = {**result.display_names, **list_display_names(titled)}
    renamed = replace(result, display_names=names).with_display_names
    headline, lead = split_check_headline(renamed)
    return render_page(
        kind="check",
        run=titled["run"] | {"mode": f"{titled['run']['mode']}, check"},
        figures=make_key_figures(renamed, report),
        headline=headline,
        lead=lead or None,
        next_step=(next_step, ""),
        findings=list_check_findings(renamed),
        sections=[
            *make_outcome_sections(renamed),
            *make_best_hands_section(renamed),
            *make_change_sections(renamed),
            make_method_section(renamed, info, report),
        ],
        data={"schema_version": 1, **data},
    )


def make_key_figures(result: CheckResult, report: str) -> dict[str, object]:
    """Return the check's key figures, and the link to the report if there is one."""
    link = Markup('<a href="{}">the report</a>').format(report)
    counts = result.counts
    return {
        **{title: count(counts[each]) for each, (_, title) in SECTIONS.items() if counts[each]},
        "Games": count(result.games),
        **({"Changes since": Name(result.since)} if result.since else {}),
        **({"Same games": link} if report else {}),
    }


def list_check_findings(result: CheckResult) -> list[Finding]:
    """List a check's findings: the worst failures, games needed, changed inputs, notes."""
    findings = [
        Finding("Not met", Tone.ALARM, make_sentence("{text}.", text=write_sentence(result, each)),
                "not-met")
        for each in result.with_outcome(Outcome.FAIL)[:NAMED]
    ]  # fmt: skip
    if result.with_outcome(Outcome.INCONCLUSIVE):
        findings.append(Finding("More games", Tone.NOTABLE, describe_most_needed(result),
                             "more-games"))  # fmt: skip
    if result.since:
        findings.append(describe_edits(result))
    for note in result.notes:
        findings.append(
            Finding("Note", Tone.CALM, make_sentence("{note}.", note=note.rstrip(".")), "method")
        )
    return findings


def describe_edits(result: CheckResult) -> Finding:
    """Return a check's finding on what was edited since what it compares with."""
    since = Name(result.since)
    if not result.changes:
        that = " that can be read" if result.faults else ""
        sentence = make_sentence("Nothing{that} was edited since {since}.", that=that, since=since)
        return Finding("Edited", Tone.CALM, sentence, "changes")
    edits = enumerate_parts(list_edits(result, NAMED))
    sentence = make_sentence("Edited since {since}: {edits}.", since=since, edits=edits)
    return Finding("Edited", Tone.NOTABLE, sentence, "changes")


def describe_most_needed(result: CheckResult) -> Any:
    """Write how many games the inconclusive expectations need."""
    unsure = result.with_outcome(Outcome.INCONCLUSIVE)
    needed = sorted(games for each in unsure if (games := result.games_needed(each)) <= MOST_GAMES)
    rest = len(unsure) - len(needed)
    if not needed:
        return make_sentence(
            "Not even {most} games would settle the {n} that are open.",
            most=count(MOST_GAMES),
            n=count(rest),
        )
    edge = (
        f" {count(rest)} more {'lies' if rest == 1 else 'lie'} on the edge of the band."
        if rest
        else ""
    )
    if len(needed) == 1:
        return make_sentence(
            "About {games} games would settle it.{edge}", games=count(needed[0]), edge=edge
        )
    return make_sentence(
        "About {first} games would settle the first of {n}, {last} all of them.{edge}",
        first=count(needed[0]), last=count(needed[-1]), n=count(len(needed)), edge=edge,
    )  # fmt: skip


def make_outcome_sections(result: CheckResult) -> Iterator[Section]:
    """Yield a section of the check page for each outcome that occurs."""
    axes = find_axes(result.judgements)
    for number, outcome in enumerate(each for each in SECTIONS if result.counts[each]):
        name, title = SECTIONS[outcome]
        judged = result.with_outcome(outcome)
        blocks: list[Any] = [Paragraph(WORDS[outcome])]
        if number == 0:
            blocks.append(explain_drawings(result))
        rows = [make_row(result, judgement, axes) for judgement in judged]
        blocks.append(Expectations(f"table-{name}", title, rows))
        yield Section(name, f"{title} ({count(len(judged))})", blocks)


def explain_drawings(result: CheckResult) -> Block:
    """Return a paragraph that explains the drawings of the check page."""
    inner = percent(2 * result.level - 1, 0)
    return Paragraph(
        f"Shaded: the band. Line: the {inner} interval, which lies inside the band exactly if the "
        "expectation is met. Dot: what was measured; a triangle is certainly outside, a diamond "
        "not certain. Drawings of one kind of number have the same scale.",
        style="note",
    )


def make_row(result: CheckResult, judgement: Judgement, axes: dict[tuple[str, bool], Any]) -> Row:
    """Make the check page's row of an expectation."""
    is_forbidden = judgement.measure.topic in FORBIDDEN
    is_known = not isnan(judgement.estimate)
    return Row(
        mark=STANDING_MARKS[find_judgement_standing(judgement)],
        standing=find_judgement_standing(judgement).value,
        name=Name(name_row(judgement.measure)),
        remarks=[begin_sentence(remark) for remark in list_remarks(result, judgement)],
        drawing=draw_expectation(judgement, axes),
        measured=write_estimate(judgement) if is_known else MISSING,
        spread="" if is_forbidden or not is_known else write_interval(judgement),
        expected=write_band(judgement),
        games=count(judgement.n_pairs * result.n_seats),
        pairs=plural(judgement.n_pairs, "pair"),
    )


def name_row(measure: Measure) -> str:
    """Return the name of an expectation's row, capitalised unless it begins with a deck's."""
    text = name_measure(measure)
    begins_with_deck = measure.topic in (Topic.MATCHUP, Topic.BEST_HANDS) and not measure.is_change
    return text if begins_with_deck else text[:1].upper() + text[1:]


def begin_sentence(remark: Text) -> Text:
    """Write a remark as a complete sentence."""
    if not isinstance(remark, Sentence):
        text = str(remark)
        return f"{text[:1].upper()}{text[1:]}."
    begun = make_sentence(remark.pattern[:1].upper() + remark.pattern[1:], **remark.parts)
    return make_sentence("{remark}.", remark=begun)


def make_best_hands_section(result: CheckResult) -> Iterator[Section]:
    """Yield the check page's section on decks in the hands of each group, if they are judged."""
    table = tabulate_best_hands(result.judgements)
    if len(table):
        sentences = list_sentences(table)
        yield Section("best-hands", "In whose hands", (*sentences, draw_best_hands(table)))


def make_change_sections(result: CheckResult) -> Iterator[Section]:
    """Yield the check page's section of changed inputs, if changes were measured."""
    if not result.since:
        return
    title = "What was changed"
    if not result.changes:
        nothing = make_sentence("Cards, decks, bots and options are those of {since}.",
                      since=Name(result.since))  # fmt: skip
        yield Section("changes", title, (Paragraph(nothing),))
        return
    columns = [Column(text, numeric=False)
               for text in ("What", "Name", "Field", "Before", "After", "Where")]  # fmt: skip
    rows = [
        [Cell(change.kind), *map(name_cell, change[1:]), name_cell(find_place(result, change))]
        for change in result.changes
    ]
    caption = make_sentence(
        "{n} since {since}", n=plural(len(rows), "difference"), since=Name(result.since)
    )
    yield Section("changes", title, (Table("table-changes", caption, columns, rows, style="wide"),))


def find_place(result: CheckResult, change: Change) -> str:
    """Return where a changed input of a check stands; "" if that is not known."""
    return result.places.get((change.kind, change.name), "")


def make_method_section(result: CheckResult, info: Mapping[str, Any], report: str) -> Section:
    """Return the check page's section on methods and games."""
    methods = sorted({each.method for each in result.judgements} - {Method.COUNT})
    n_judged = sum(each.measure.topic not in FORBIDDEN for each in result.judgements)
    inner = percent(2 * result.level - 1, 0)
    facts: dict[str, Text] = {
        "Games": f"{plural(result.games, 'game')}, seed {result.seed}",
        "Results": info["run"]["results_hash"][:16],
        "Rules version": str(info["run"]["rules_version"]),
        "Level": percent(result.level, 0),
        "Met": f"a test of equivalence: the {inner} interval lies inside the band",
        "Not met": (
            "a one-sided test at the nearer edge of the band, after Holm's correction for "
            f"the {plural(n_judged, 'number')} judged together"
        ),
        "Tests": "; ".join(methods) or MISSING,
    }
    if report:
        link = Markup('<a href="{0}">{0}</a>, of the same games').format(report)
        facts["Report"] = link
    return Section("method", "How it was decided", [Facts(facts)])
