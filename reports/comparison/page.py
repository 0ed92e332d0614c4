"""The page of a comparison of two runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import (
    add_titles,
    list_display_names,
    list_display_texts,
    use_display_names,
)
from evenhand.analysis.gate.band_changes import add_bands
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.comparison import Comparison
from evenhand.decks.card_face import list_faces
from evenhand.decks.language import sentence
from evenhand.reports.bands import STAR, Standing
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
    card_cell,
    change_cell,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.comparison.findings import (
    LENGTH_DIGITS,
    ChangeTable,
    list_comparison_findings,
    list_tables,
    show_change,
    show_change_of_bot,
    write_spread,
)
from evenhand.reports.comparison.gravest import choose_believed, is_sure
from evenhand.reports.comparison.headline import (
    write_comparison_cause,
    write_comparison_headline,
)
from evenhand.reports.comparison.reach import judge_changes
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.page import make_table_data, render_page
from evenhand.reports.panel_reach import write_reach
from evenhand.reports.report_tables import load_stored_pool
from evenhand.reports.sections.card_pool import make_pool_section
from evenhand.reports.wording import (
    MISSING,
    Name,
    count,
    enumerate_parts,
    make_sentence,
    number,
    plural,
    points,
    signed,
)
from evenhand.simulate.runs.atomic_files import write_atomic

__all__ = ["present_comparison", "render_comparison", "write_comparison"]

CHANGE_COLUMNS = (
    Column("Before"),
    Column("After"),
    Column("Change", "After minus before; below, 95 % intervals that hold for all rows at once"),
    Column("Pairs", "Pairs of games compared"),
    Column("Same deals", "How many newly dealt pairs one of these pairs is worth"),
)
INPUT_COLUMNS = tuple(
    Column(label, numeric=False) for label in ("What", "Name", "Field", "Before", "After", "Where")
)


def write_comparison(
    comparison: Comparison,
    names: tuple[str, str],
    out: Path,
    by_bot: pd.DataFrame | None = None,
    by_edit: pd.DataFrame | None = None,
    strongest: Comparison | None = None,
    next_step: str = "",
) -> Path:
    """Write the page of a comparison and return its path; the same runs give the same bytes."""
    page = render_comparison(comparison, names, by_bot, by_edit, strongest, next_step)
    write_atomic(out, page)
    return out


def render_comparison(
    comparison: Comparison,
    names: tuple[str, str],
    by_bot: pd.DataFrame | None = None,
    by_edit: pd.DataFrame | None = None,
    strongest: Comparison | None = None,
    next_step: str = "",
) -> str:
    """Render the page of a comparison.

    Parameters
    ----------
    comparison : Comparison
    names : (str, str)
        Names of the two sides on the page.
    by_bot : pandas.DataFrame, optional
        For a panel, the table of `evenhand.analysis.changes_by_bot`.
    by_edit : pandas.DataFrame, optional
        As `evenhand.experiments.single_edits.measure_single_edits` returns it.
    strongest : Comparison, optional
        For a panel, that of the strongest bot, if it is another than the first.
    next_step : str
        The most useful next command; "" if none is known.
    """
    run = comparison.before.info["run"]
    frames = {table.section: table.frame for table in list_tables(comparison)}
    tables = {name: make_table_data(frame) for name, frame in frames.items()}
    tables["inputs"] = make_table_data(comparison.inputs)
    if by_bot is not None:
        tables["by_bot"] = make_table_data(by_bot)
    if by_edit is not None and len(by_edit):
        tables["by_edit"] = make_table_data(by_edit)
    names_of_decks = list_display_names(comparison.before.info, comparison.after.info)
    infos = [add_titles(side.info) for side in (comparison.before, comparison.after)]
    comparison, by_bot, by_edit = present_comparison(comparison, by_bot, by_edit, infos)
    if strongest is not None:
        strongest, _, _ = present_comparison(strongest, None, None, infos)
    believed = choose_believed(comparison, strongest)
    return render_page(
        kind="comparison",
        run={"title": run["title"], "mode": f"{infos[0]['run']['mode']}, comparison"},
        figures=make_key_figures(comparison, names),
        headline=write_comparison_headline(comparison, believed),
        lead=write_comparison_cause(comparison, by_edit, by_bot, believed),
        next_step=(next_step, ""),
        findings=list_comparison_findings(comparison, by_bot, by_edit, strongest),
        sections=[
            make_inputs_section(comparison),
            *(() if by_bot is None else (make_by_bot_section(by_bot),)),
            *map(make_changes_section, list_tables(comparison)),
            make_provenance_section(comparison, names),
            *make_cards_sections(comparison),
        ],
        data={"schema_version": 1, "display_names": names_of_decks, "tables": tables},
    )


def present_comparison(
    comparison: Comparison,
    by_bot: pd.DataFrame | None,
    by_edit: pd.DataFrame | None,
    infos: Sequence[Mapping[str, Any]] | None = None,
) -> tuple[Comparison, pd.DataFrame | None, pd.DataFrame | None]:
    """Return a comparison, its tables by bot and by edit, and bands, as people read them.

    Decks have their display names, and the intervals of a table hold for all its rows at once.

    Parameters
    ----------
    infos : sequence of mapping, optional
        Contents of `run.toml` of both runs. Default: those of the runs.
    """
    if comparison.bands.empty:
        comparison = add_bands(comparison)
    texts = list_display_texts(*(infos or (comparison.before.info, comparison.after.info)))
    told = {
        name: use_display_names(widen_changes(getattr(comparison, name)), texts)
        for name in ("decks", "matchups", "first_player", "lengths")
    }
    hands = comparison.best_hands
    renamed = replace(
        comparison,
        **told,
        bands=use_display_names(comparison.bands, texts),
        matchup_bands=use_display_names(comparison.matchup_bands, texts),
        best_hands=None if hands is None else use_display_names(hands, texts),
        inputs=tell_inputs(comparison, texts),
        only_before=tuple(texts.get(name, name) for name in comparison.only_before),
        only_after=tuple(texts.get(name, name) for name in comparison.only_after),
    )
    if by_bot is not None:
        called = by_bot["bot"].map(lambda bot: comparison.players.get(bot, bot))
        by_bot = by_bot.assign(low=by_bot["low_all"], high=by_bot["high_all"], bot=called)
    by_bot, by_edit = (
        table if table is None or table.empty else use_display_names(table, texts)
        for table in (by_bot, by_edit)
    )
    return renamed, by_bot, by_edit


def widen_changes(table: pd.DataFrame) -> pd.DataFrame:
    """Return a comparison's table with the intervals that hold for all its rows at once."""
    return table.assign(change_low=table["change_low_all"], change_high=table["change_high_all"])


def tell_inputs(comparison: Comparison, texts: Mapping[str, str]) -> pd.DataFrame:
    """Return the changed inputs as people read them.

    Decks have display names, texts of cards are as they were understood, and a further column,
    place, says where a card stands: "cards.csv:4".
    """
    inputs = comparison.inputs
    names = [texts.get(name, name) if kind == "deck" else name
             for kind, name in zip(inputs["kind"], inputs["name"], strict=True)]  # fmt: skip
    told, is_card = inputs.assign(name=names, place=""), inputs["kind"] == "card"
    for side, run in (("before", comparison.before), ("after", comparison.after)):
        pool = load_stored_pool(run) if is_card.any() else None
        cards = dict(zip(pool.labels, pool.cards, strict=True)) if pool else {}
        known = is_card & inputs["name"].isin(list(cards))
        if pool and side == "after":
            file = Path(comparison.after.info["cards"]["file"]).name
            lines = [f"{file}:{cards[name].line}" for name in inputs.loc[known, "name"]]
            told.loc[known, "place"] = lines
        is_text = known & (inputs["field"] == "abilities")
        if pool and is_text.any():
            told.loc[is_text, side] = [
                sentence(cards[name].abilities, pool.schema.vocabulary)
                for name in inputs.loc[is_text, "name"]
            ]
    return told


def make_key_figures(comparison: Comparison, names: tuple[str, str]) -> dict[str, object]:
    """Return the comparison's key figures, shown below its headline."""
    factors = comparison.decks["sample_factor"].dropna()
    pairs = comparison.matchups["n_pairs"].sum() if len(comparison.matchups) else 0
    return {
        "Before": Name(names[0]),
        "After": Name(names[1]),
        "Pairs compared": count(pairs),
        "Compared": "pair by pair" if comparison.is_paired else "as samples",
        "A pair is worth": f"{number(factors.median())} new pairs" if len(factors) else MISSING,
    }


def make_inputs_section(comparison: Comparison) -> Section:
    """Return the comparison page's section on changed inputs, and on what was left out."""
    blocks: list[Block] = []
    if comparison.inputs.empty:
        blocks.append(Paragraph("Cards, decks, bots, options and versions are the same."))
    else:
        rows = [
            [Cell(row.kind), name_input(row), *(name_cell(text) for text in row[3:])]
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
        blocks.append(
            Paragraph(make_sentence("Only in one run, and left out: {names}.", names=names))
        )
    blocks += [Paragraph(note, style="note") for note in comparison.notes]
    return Section("inputs", "What was changed", blocks)


def name_input(row: Any) -> Cell:
    """Make the comparison page's cell of an input; a card is linked to its panel."""
    return card_cell(row.name) if row.kind == "card" else name_cell(row.name)


def make_by_bot_section(by_bot: pd.DataFrame) -> Section:
    """Return the comparison page's section on changes of decks by bot of a panel."""
    columns = [
        Column("Deck", numeric=False),
        *(
            Column(Name(bot), "Change in points; 95 % interval below")
            for bot in by_bot["bot"].unique()
        ),
        Column("Holds for", "Which way, and with which bots that is sure", numeric=False),
    ]
    rows = [
        [
            name_cell(deck),
            *(change_cell(show_change_of_bot(row), row.low, row.high) for row in verdict.rows),
            Cell(write_reach(verdict)),
        ]
        for deck, verdict in judge_changes(by_bot)
    ]
    text = Paragraph(
        "What the change did when other bots played the same deals, each against itself; those "
        "that think least come first. All other chapters are about the bot that the panel names "
        "first."
    )
    table = Table("table-by-bot", "Change by bot, points", columns, rows, style="wide")
    return Section("by-bot", "By bot", (text, table))


def make_changes_section(table: ChangeTable) -> Section:
    """Return the comparison page's section of one table of changes."""
    frame = table.frame
    if frame.empty:
        return Section(table.section, table.title, (Paragraph("There is nothing to compare."),))
    if table.section == "decks":
        ranked = table._replace(
            frame=frame.sort_values(["change", "deck"], ascending=[False, True])
        )
        blocks: list[Block] = [explain_reading(), *draw_changes(ranked), make_table(ranked, 3)]
        return Section(table.section, table.title, blocks)
    if table.section == "matchups":
        return Section(table.section, table.title, (Fold("Every matchup", (make_table(table),)),))
    overall = frame["scope"] == "all"
    each = make_table(table._replace(section=f"{table.section}-each", frame=frame[~overall]))
    blocks = [
        make_table(table._replace(frame=frame[overall])),
        Fold("Each matchup", (each,)),
    ]
    return Section(table.section, table.title, blocks)


def explain_reading() -> Block:
    """Return a paragraph that explains the tables of the comparison page."""
    return Paragraph(
        make_sentence(
            "Win rates before and after, every opponent weighing the same. The intervals of a "
            "table hold for all its rows at once, with 95 % certainty; {mark}: the change surely "
            "differs from zero. Even where nothing changed, an interval has a width: other deals "
            "might have shown a change.",
            mark=STAR,
        )
    )


def draw_changes(table: ChangeTable) -> Iterator[Block]:
    """Yield the comparison page's figure of the changes of decks."""
    dots = [make_dot(row) for row in table.frame.itertuples()]
    drawn = draw_dots("changes", "Change of win rates", dots, Band(0, 0), "Change, points")
    caption = "Change of each deck's win rate. Triangles stand out after correction."
    yield Figure("figure-changes", caption, *drawn)


def make_dot(row: Any) -> Dot:
    """Make the comparison figure's dot of a deck's change."""
    looks = Standing.ABOVE if row.change > 0 else Standing.BELOW
    standing = looks if is_sure(row) else Standing.INSIDE
    values = (100 * row.change, 100 * row.change_low, 100 * row.change_high)
    return Dot(row.deck, *values, points(show_change(row)), standing)


def make_table(table: ChangeTable, sorted_by: int = -1) -> Table:
    """Make the comparison page's table of changes."""
    labels = [name for name in ("deck", "opponent", "scope") if name in table.frame.columns]
    unit = ", %" if table.in_points else ", turns"
    headings = [Column(name.capitalize(), numeric=False) for name in labels]
    if "scope" in labels:
        headings = [Column("Games of", numeric=False)]
    values = [
        Column(f"{CHANGE_COLUMNS[0].label}{unit}"),
        Column(f"{CHANGE_COLUMNS[1].label}{unit}"),
        Column(f"Change, {'points' if table.in_points else 'turns'}", CHANGE_COLUMNS[2].hint),
    ]
    return Table(
        id=f"table-{table.section}",
        caption=table.title,
        columns=[*headings, *values, *CHANGE_COLUMNS[3:]],
        rows=[make_row(row, labels, table) for row in table.frame.itertuples()],
        sorted_by=sorted_by,
        style="wide",
    )


def make_row(row: Any, labels: Sequence[str], table: ChangeTable) -> list[Cell]:
    """Make the comparison page's cells of one change."""
    names = [getattr(row, label) for label in labels]
    mark = STAR if is_sure(row) else ""
    if table.in_points:
        values = [
            rate_cell(row.before),
            rate_cell(row.after),
            change_cell(show_change(row), row.change_low, row.change_high, mark),
        ]
    else:
        nan = float("nan")
        values = [
            mean_cell(row.before, nan, nan, LENGTH_DIGITS),
            mean_cell(row.after, nan, nan, LENGTH_DIGITS),
            Cell(
                signed(row.change, LENGTH_DIGITS),
                write_spread(row.change_low, row.change_high, in_points=False),
                mark,
            ),
        ]
    return [
        *(name_cell("All matchups" if name == "all" else name) for name in names),
        *values,
        count_cell(row.n_pairs),
        Cell(number(row.sample_factor)),
    ]


def make_cards_sections(comparison: Comparison) -> tuple[Section, ...]:
    """Return the comparison page's section on cards, removed ones included; () if unreadable."""
    now, before = (load_stored_pool(run) for run in (comparison.after, comparison.before))
    faces = [*(list_faces(now) if now else ()), *(list_faces(before) if before else ())]
    known = {face.name: face for face in reversed(faces)}
    return (make_pool_section(list(known.values())),) if known else ()


def make_provenance_section(comparison: Comparison, names: tuple[str, str]) -> Section:
    """Return the comparison page's section on the runs and methods."""
    facts: dict[str, Text] = {}
    for word, name, run in zip(
        ("Before", "After"), names, (comparison.before, comparison.after), strict=True
    ):
        info = run.info["run"]
        facts[word] = make_sentence(
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
