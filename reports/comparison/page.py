"""The comparison of two runs: its sentences, and its page."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.bands import DISCOVERY_RATE, Band, Standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Facts,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    Text,
    change_cell,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.report import render_page, table_data
from evenhand.reports.verdict import Finding, Tone
from evenhand.reports.words import (
    MISSING,
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    number,
    percent,
    plural,
    points,
    say,
    signed_interval,
)

__all__ = ["comparison_findings", "comparison_headline", "render_comparison", "write_comparison"]

NAMED = 3  # changes named in one sentence
STAR = "\u2605"
LENGTH_DIGITS = 2
CHANGE_COLUMNS = (
    Column("Before"),
    Column("After"),
    Column("Change", "After minus before; 95 % interval below"),
    Column("Pairs", "Pairs of games compared"),
    Column("Same deals", "Pairs dealt anew that one of these pairs is worth"),
)
INPUT_COLUMNS = tuple(
    Column(label, numeric=False) for label in ("What", "Name", "Field", "Before", "After")
)


class Topic(NamedTuple):
    """One table of a comparison."""

    name: str
    section: str
    title: str
    frame: pd.DataFrame
    subject: str  # what the rows are, or what happens in all games
    in_points: bool = True


def topics_of(comparison: Comparison) -> list[Topic]:
    """List the tables in reading order."""
    return [
        Topic("Decks", "decks", "Deck win rates", comparison.decks, "win rates of decks"),
        Topic("Matchups", "matchups", "Matchups", comparison.matchups, "matchups"),
        Topic(
            "First player", "first-player", "First player", comparison.first_player,
            "Going first wins",
        ),
        Topic(
            "Length", "lengths", "Game length", comparison.lengths, "Games last",
            in_points=False,
        ),
    ]  # fmt: skip


def comparison_headline(comparison: Comparison) -> Sentence:
    """Say the most important change in one sentence."""
    changed = provable(comparison.decks)
    if comparison.decks.empty:
        return say("Only mirror matches were played, so no deck can be compared.")
    if changed.empty:
        return say(
            "No deck's win rate changed provably; all {stayed}.",
            stayed=within(comparison.decks, True),
        )
    worst = next(changed.itertuples())
    return say(
        "{deck} wins {more}: {numbers}.",
        deck=Name(worst.deck),
        more="more" if worst.change > 0 else "less",
        numbers=said_change(worst, True),
    )


def comparison_findings(comparison: Comparison) -> tuple[Finding, ...]:
    """Return what was changed, what is different now, and what stayed as it was."""
    return (
        how_compared(comparison),
        what_changed(comparison),
        *(finding_of(topic) for topic in topics_of(comparison) if len(topic.frame)),
    )


def how_compared(comparison: Comparison) -> Finding:
    """Return whether the runs dealt the same pairs, and what was left out."""
    alone = len(comparison.only_before) + len(comparison.only_after)
    parts = [
        say("Both sides played the same deals, so luck cancels.")
        if comparison.is_paired
        else say("The runs have other seeds, so they are compared as independent samples.")
    ]
    if alone:
        lie = plural(alone, "matchup is", "matchups are")
        parts.append(say("{lie} in one run only and left out.", lie=lie))
    if comparison.notes:
        parts.append(say("Some pairs were dealt in one run only and left out."))
    sentence = Sentence(
        " ".join(f"{{p{n}}}" for n in range(len(parts))),
        {f"p{n}": part for n, part in enumerate(parts)},
    )
    return Finding("Deals", Tone.CALM, sentence, "inputs")


def what_changed(comparison: Comparison) -> Finding:
    """Return what differs between the inputs."""
    inputs = comparison.inputs
    if inputs.empty:
        return Finding("Inputs", Tone.CALM, say("The inputs are the same."), "inputs")
    told = [said_input(row) for row in inputs.head(NAMED).itertuples()]
    more = len(inputs) - NAMED
    differ = plural(len(inputs), "difference")
    sentence = say(
        "{differ}: {told}.",
        differ=differ,
        told=listed([*told, f"{more} more"] if more > 0 else told),
    )
    return Finding("Inputs", Tone.CALM, sentence, "inputs")


def said_input(row: Any) -> Sentence:
    """Say one difference of the inputs in a few words."""
    before, after = (text.rstrip(".") or "none" for text in (row.before, row.after))
    pattern = (
        "{name} {field} {before} \u2192 {after}" if row.field else "{name} {before} \u2192 {after}"
    )
    if row.kind not in ("card", "deck"):
        pattern = f"{row.kind} {pattern}"
    return say(pattern, name=Name(row.name), field=row.field, before=before, after=after)


def finding_of(topic: Topic) -> Finding:
    """Return what a table shows: its largest changes, and how far the rest can have moved."""
    frame = topic.frame
    if "scope" in frame.columns:
        return overall_finding(topic)
    changed = provable(frame)
    if changed.empty:
        sentence = say(
            "No change in {n} shows; all {stayed}.",
            n=f"{count(len(frame))} {topic.subject}",
            stayed=within(frame, topic.in_points),
        )
        return Finding(topic.name, Tone.CALM, sentence, topic.section)
    same = frame.drop(changed.index)
    sentence = say("{told}{rest}.", told=told_changes(changed, topic), rest=rest_of(same, topic))
    return Finding(topic.name, Tone.NOTABLE, sentence, topic.section)


def overall_finding(topic: Topic) -> Finding:
    """Return what happened over all matchups, then which of them changed."""
    overall = next(topic.frame[topic.frame["scope"] == "all"].itertuples())
    matchups = topic.frame[topic.frame["scope"] != "all"]
    changed = provable(matchups)
    is_provable = overall.change_q < DISCOVERY_RATE
    parts: list[object] = [
        say(
            "{subject} {numbers}{doubt}",
            subject=topic.subject,
            numbers=said_change(overall, topic.in_points),
            doubt="" if is_provable else ", no provable change",
        )
    ]
    if len(changed):
        parts.append(told_changes(changed, topic))
    same = matchups.drop(changed.index)
    sentence = say("{told}{rest}.", told=listed(parts), rest=rest_of(same, topic))
    tone = Tone.NOTABLE if is_provable or len(changed) else Tone.CALM
    return Finding(topic.name, tone, sentence, topic.section)


def told_changes(changed: pd.DataFrame, topic: Topic) -> Sentence:
    """Name the largest changes and count the others."""
    told: list[object] = [
        say(
            "{name} {numbers}",
            name=label_of(row, topic.frame),
            numbers=said_change(row, topic.in_points),
        )
        for row in changed.head(NAMED).itertuples()
    ]
    more = len(changed) - NAMED
    return listed([*told, f"{more} more"] if more > 0 else told)


def rest_of(same: pd.DataFrame, topic: Topic) -> object:
    """Return how far the rows without a provable change can have moved."""
    if same.empty:
        return ""
    return say("; the other {n} {stayed}", n=count(len(same)), stayed=within(same, topic.in_points))


def listed(parts: Sequence[object]) -> Sentence:
    """Join changes, which have commas of their own."""
    pattern = "; ".join(f"{{p{n}}}" for n in range(len(parts)))
    return Sentence(pattern, {f"p{n}": part for n, part in enumerate(parts)})


def provable(frame: pd.DataFrame) -> pd.DataFrame:
    """Pick the changes that stand out after correction, the largest first."""
    found = frame[frame["change_q"] < DISCOVERY_RATE]
    return found.loc[found["change"].abs().sort_values(ascending=False, kind="stable").index]


def within(frame: pd.DataFrame, in_points: bool) -> Sentence:
    """Return how far rows can have moved at most, by their intervals."""
    most = float(frame[["change_low", "change_high"]].abs().max().max())
    if in_points:
        return say("stayed within \u00b1{most} points", most=number(100 * most))
    return say("stayed within \u00b1{most} turns", most=number(most, LENGTH_DIGITS))


def label_of(row: Any, frame: pd.DataFrame) -> object:
    """Name a row: a deck, a deck and its opponent, or a scope."""
    if "opponent" in frame.columns:
        return say("{deck} against {other}", deck=Name(row.deck), other=Name(row.opponent))
    if "deck" in frame.columns:
        return Name(row.deck)
    return Name(row.scope)


def said_change(row: Any, in_points: bool) -> Sentence:
    """Write before, after, and the change with its interval."""
    if in_points:
        values = f"{percent(row.before)} \u2192 {percent(row.after)}"
        change = f"{points(row.change)} points"
        spread = signed_interval(row.change_low, row.change_high)
    else:
        before, after = (number(value, LENGTH_DIGITS) for value in (row.before, row.after))
        values = f"{before} \u2192 {after} turns"
        change = number(row.change, LENGTH_DIGITS)
        spread = length_interval(row)
    return say(
        "{values}, {change} {spread}",
        values=Tied(values),
        change=Tied(change),
        spread=Tied(f"({spread})"),
    )


def length_interval(row: Any) -> str:
    """Write the interval of a change of lengths."""
    return f"{number(row.change_low, LENGTH_DIGITS)} to {number(row.change_high, LENGTH_DIGITS)}"


def write_comparison(comparison: Comparison, names: tuple[str, str], out: Path) -> Path:
    """Write the page of a comparison and give its path; the same runs give the same bytes."""
    out.write_text(render_comparison(comparison, names), encoding="utf-8", newline="\n")
    return out


def render_comparison(comparison: Comparison, names: tuple[str, str]) -> str:
    """Render the page.

    Parameters
    ----------
    comparison : Comparison
    names : (str, str)
        What people call the two sides.
    """
    run = comparison.before.info["run"]
    frames = {topic.section: topic.frame for topic in topics_of(comparison)}
    tables = {name: table_data(frame) for name, frame in frames.items()}
    tables["inputs"] = table_data(comparison.inputs)
    return render_page(
        kind="comparison",
        run={"title": run["title"], "mode": f"{run['mode']}, comparison"},
        figures=key_figures(comparison, names),
        headline=comparison_headline(comparison),
        findings=comparison_findings(comparison),
        sections=[
            inputs_section(comparison),
            *map(section_of, topics_of(comparison)),
            provenance_section(comparison, names),
        ],
        data={"schema_version": 1, "tables": tables},
    )


def key_figures(comparison: Comparison, names: tuple[str, str]) -> dict[str, object]:
    """Pick the numbers of the strip below the headline."""
    factors = comparison.decks["sample_factor"].dropna()
    pairs = comparison.matchups["n_pairs"].sum() if len(comparison.matchups) else 0
    return {
        "Before": Name(names[0]),
        "After": Name(names[1]),
        "Pairs compared": count(pairs),
        "Compared": "pair by pair" if comparison.is_paired else "as samples",
        "A pair is worth": f"{number(factors.median())} dealt anew" if len(factors) else MISSING,
    }


def inputs_section(comparison: Comparison) -> Section:
    """Show what differs between the inputs, and what was left out."""
    blocks: list[Block] = []
    if comparison.inputs.empty:
        blocks.append(Paragraph("Cards, decks, bots, options and versions are the same."))
    else:
        rows = [
            [Cell(row.kind), *(name_cell(text) for text in row[2:])]
            for row in comparison.inputs.itertuples()
        ]
        blocks.append(
            Table(
                "table-inputs", plural(len(rows), "difference"), INPUT_COLUMNS, rows, style="wide"
            )
        )
    missing = [*comparison.only_before, *comparison.only_after]
    if missing:
        names = enumerate_parts([Name(name) for name in missing])
        blocks.append(Paragraph(say("In one run only, and left out: {names}.", names=names)))
    blocks += [Paragraph(note, style="note") for note in comparison.notes]
    return Section("inputs", "What was changed", blocks)


def section_of(topic: Topic) -> Section:
    """Show one table of changes, and the changes of decks as a figure."""
    frame = topic.frame
    if frame.empty:
        return Section(topic.section, topic.title, (Paragraph("There is nothing to compare."),))
    if topic.section == "decks":
        ranked = topic._replace(
            frame=frame.sort_values(["change", "deck"], ascending=[False, True])
        )
        blocks: list[Block] = [reading_note(), *figure_of(ranked), changes_table(ranked, 3)]
        return Section(topic.section, topic.title, blocks)
    if topic.section == "matchups":
        return Section(
            topic.section, topic.title, (Fold("Every matchup", (changes_table(topic),)),)
        )
    overall = frame["scope"] == "all"
    each = changes_table(topic._replace(section=f"{topic.section}-each", frame=frame[~overall]))
    blocks = [
        changes_table(topic._replace(frame=frame[overall])),
        Fold("Each matchup", (each,)),
    ]
    return Section(topic.section, topic.title, blocks)


def reading_note() -> Block:
    """Return how the tables are to be read."""
    return Paragraph(
        say(
            "Win rates before and after, every opponent weighing the same. {mark}: the change "
            "differs from zero after correction for the number of rows, at a false discovery "
            "rate of 5 %. Even where nothing changed an interval has a width, for other deals "
            "might have shown a change.",
            mark=STAR,
        )
    )


def figure_of(topic: Topic) -> Iterator[Block]:
    """Draw the changes of the decks."""
    dots = [dot_of(row) for row in topic.frame.itertuples()]
    drawn = draw_dots("changes", "Change of win rates", dots, Band(0, 0), "Change, points")
    caption = "Change of each deck's win rate. Triangles stand out after correction."
    yield Figure("figure-changes", caption, *drawn)


def dot_of(row: Any) -> Dot:
    """Make the dot of a deck."""
    looks = Standing.ABOVE if row.change > 0 else Standing.BELOW
    standing = looks if row.change_q < DISCOVERY_RATE else Standing.INSIDE
    values = (100 * row.change, 100 * row.change_low, 100 * row.change_high)
    return Dot(row.deck, *values, points(row.change), standing)


def changes_table(topic: Topic, sorted_by: int = -1) -> Table:
    """Make a table of changes."""
    labels = [name for name in ("deck", "opponent", "scope") if name in topic.frame.columns]
    unit = ", %" if topic.in_points else ", turns"
    headings = [Column(name.capitalize(), numeric=False) for name in labels]
    if "scope" in labels:
        headings = [Column("Games of", numeric=False)]
    values = [
        Column(f"{CHANGE_COLUMNS[0].label}{unit}"),
        Column(f"{CHANGE_COLUMNS[1].label}{unit}"),
        Column(f"Change, {'points' if topic.in_points else 'turns'}", CHANGE_COLUMNS[2].hint),
    ]
    return Table(
        id=f"table-{topic.section}",
        caption=topic.title,
        columns=[*headings, *values, *CHANGE_COLUMNS[3:]],
        rows=[changes_cells(row, labels, topic) for row in topic.frame.itertuples()],
        sorted_by=sorted_by,
        style="wide",
    )


def changes_cells(row: Any, labels: Sequence[str], topic: Topic) -> list[Cell]:
    """Make the cells of one change."""
    names = [getattr(row, label) for label in labels]
    mark = STAR if row.change_q < DISCOVERY_RATE else ""
    if topic.in_points:
        values = [
            rate_cell(row.before),
            rate_cell(row.after),
            change_cell(row.change, row.change_low, row.change_high, mark),
        ]
    else:
        nan = float("nan")
        values = [
            mean_cell(row.before, nan, nan, LENGTH_DIGITS),
            mean_cell(row.after, nan, nan, LENGTH_DIGITS),
            Cell(number(row.change, LENGTH_DIGITS), length_interval(row), mark),
        ]
    return [
        *(name_cell("All matchups" if name == "all" else name) for name in names),
        *values,
        count_cell(row.n_pairs),
        Cell(number(row.sample_factor)),
    ]


def provenance_section(comparison: Comparison, names: tuple[str, str]) -> Section:
    """Return what the numbers were made from."""
    facts: dict[str, Text] = {}
    for word, name, run in zip(
        ("Before", "After"), names, (comparison.before, comparison.after), strict=True
    ):
        info = run.info["run"]
        facts[word] = say(
            "{name}: {games} games, seed {seed}, results {hash}",
            name=Name(name),
            games=count(info["games"]),
            seed=str(info["seed"]),
            hash=info["results_hash"][:16],
        )
    facts["Rules version"] = str(comparison.before.info["run"]["rules_version"])
    facts["Method"] = (
        "paired difference of pair scores, Student's interval at 95 % after two added pairs"
        if comparison.is_paired
        else "difference of two independent runs, Welch's interval at 95 % after two added pairs"
    )
    facts["Correction"] = "Benjamini and Hochberg, within each table"
    return Section("provenance", "Provenance", (Facts(facts),))
