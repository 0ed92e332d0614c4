"""The page of a training: how strong its player became, and what it plays otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.decks.card_face import CardFace
from evenhand.reports.bands import Standing, compare_with_band
from evenhand.reports.blocks import (
    Block,
    Cell,
    Code,
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
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.page import make_table_data, render_page
from evenhand.reports.sections.card_pool import make_pool_section
from evenhand.reports.training.board import make_position
from evenhand.reports.training.curve import Line, draw_curves
from evenhand.reports.training.result import OpponentRow, Sense, Training
from evenhand.reports.training.wording import (
    FAILURES,
    list_training_findings,
    write_course,
    write_minutes,
    write_strength,
)
from evenhand.reports.wording import Name, count, number, percent, plural
from evenhand.simulate.runs.atomic_files import write_atomic

__all__ = ["render_training", "write_training"]

MOST_OPEN = 12  # doses too small to tell, shown without being unfolded
DOSE_COLUMNS = (
    Column("Card", numeric=False),
    Column("Deck", numeric=False),
    Column("Number", numeric=False),
    Column("Wins, points", "Change of the deck's win rate; 95 % interval below"),
    Column("Played, points", "Change of how many of its copies are played; 95 % interval below"),
    Column("Games"),
    Column("So it", numeric=False),
)


def write_training(
    training: Training, faces: Sequence[CardFace], next_step: str, out: Path
) -> Path:
    """Write the page of a training and return its path; the same training gives the same bytes."""
    write_atomic(out, render_training(training, faces, next_step))
    return out


def render_training(training: Training, faces: Sequence[CardFace], next_step: str) -> str:
    """Render the page of a training.

    Parameters
    ----------
    training : Training
    faces : sequence of CardFace
        Contents of the cards.
    next_step : str
        The most useful next command.
    """
    sections = [
        make_curve_section(training),
        make_opponents_section(training),
        make_dose_section(training),
        *make_positions_section(training, faces),
        make_method_section(training, next_step),
        make_pool_section(faces),
    ]
    return render_page(
        kind="training",
        run={"title": training.title, "mode": f"{training.mode}, training"},
        figures=make_key_figures(training),
        headline=write_strength(training),
        lead=write_course(training.course),
        findings=[one for one in list_training_findings(training) if one.section != "over-time"],
        sections=sections,
        data=collect_data(training),
    )


def make_key_figures(training: Training) -> dict[str, object]:
    """Return the training's key figures, shown below its headline."""
    return {
        "Learned for": write_minutes(training.minutes),
        "Games": count(training.n_games),
        "Answers": count(training.n_decisions),
        "Weights": Name(training.file),
    }


def collect_data(training: Training) -> dict[str, Any]:
    """Return the data embedded in the page of a training."""
    opponents = pd.DataFrame([vars(row) for row in training.opponents])
    return {
        "schema_version": 1,
        "display_names": dict(training.display_names),
        "curve": list(training.curve),
        "tables": {
            "opponents": make_table_data(opponents),
            "doses": make_table_data(training.doses),
        },
    }


# How strong


def make_curve_section(training: Training) -> Section:
    """Return the section with the curve of strength over minutes."""
    title = "Strength over time"
    if len(training.curve) < 2:
        text = "The training was too short for a curve: it is measured once a minute."
        return Section("over-time", title, (Paragraph(text),))
    names = list(training.curve[-1]["against"])
    lines = [make_line(training, name) for name in names]
    drawn = draw_curves(
        "over-time", "Win rate over the minutes of learning",
        [line for line in lines if len(line.values) > 1], 100 * training.fair,
    )  # fmt: skip
    about = "How often it wins against each bot, once a minute, on deals that it never learns from."
    return Section(
        "over-time",
        title,
        (
            Paragraph(write_course(training.course)),
            Figure("figure-over-time", f"{about} Upright lines: 95 % intervals.", *drawn),
            Fold("The numbers", (make_curve_table(training, names),)),
        ),
    )


def make_line(training: Training, name: str) -> Line:
    """Return the curve against one opponent."""
    points = [point for point in training.curve if name in point["against"]]
    return Line(
        name,
        [point["minutes"] for point in points],
        [100 * point["against"][name][0] for point in points],
        [100 * point["against"][name][1] for point in points],
    )


def make_curve_table(training: Training, names: Sequence[str]) -> Table:
    """Return the table of the curve's points."""
    columns = [
        Column("Minute"), Column("Games learned from"),
        *(Column(Name(name), "Wins, %; 95 % interval and games below") for name in names),
    ]  # fmt: skip
    rows = [
        [
            Cell(number(point["minutes"])),
            count_cell(point["games"]),
            *(make_point_cell(*point["against"].get(name, (float("nan"), 0, 0)))
              for name in names),
        ]
        for point in training.curve
    ]  # fmt: skip
    return Table("table-over-time", "Wins, %", columns, rows)


def make_point_cell(rate: float, half: float, n_games: int) -> Cell:
    """Return the cell of a measurement: rate, interval and games."""
    cell = rate_cell(rate, max(0.0, rate - half), min(1.0, rate + half))
    return cell if not n_games else Cell(cell.text, cell.spread, note=plural(n_games, "game"))


def make_opponents_section(training: Training) -> Section:
    """Return the section on opponents, those that it never met among them."""
    rows = training.opponents
    band = Band(100 * training.fair, 100 * training.fair)
    dots = draw_dots(
        "opponents", "Win rates against other bots", [make_dot(training, row) for row in rows],
        band, "Wins, %",
    )  # fmt: skip
    columns = [
        Column("Against", numeric=False), Column("Wins, %", "95 % interval below"),
        Column("Games"), Column("Met while learning", numeric=False),
        Column("How it plays", numeric=False),
    ]  # fmt: skip
    cells = [
        [
            name_cell(row.name),
            rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
            count_cell(row.n_games),
            Cell("yes" if row.is_met else "never"),
            Cell(Name(row.meaning), style="text"),
        ]
        for row in rows
    ]
    seats = "" if training.n_seats == 2 else (
        f" It sits alone among {training.n_seats - 1} of them, so that "
        f"{percent(training.fair)} is even."
    )  # fmt: skip
    about = Paragraph(
        "All decks against all others and themselves, both ways round, on deals that it never "
        f"learned from.{seats} Those that think ahead are not asked here, since their games take "
        "long: name them with --bots."
    )
    figure = Figure("figure-opponents", "Wins against each bot, with 95 % intervals.", *dots)
    table = Table("table-opponents", "Opponents", columns, cells)
    return Section("opponents", "Opponents", (about, figure, table))


def make_dot(training: Training, row: OpponentRow) -> Dot:
    """Return the figure's dot of an opponent."""
    even = Band(training.fair, training.fair)
    standing = compare_with_band(row.win_rate_low, row.win_rate_high, even)
    looks = Standing.INSIDE if standing is Standing.UNSURE else standing
    values = (100 * row.win_rate, 100 * row.win_rate_low, 100 * row.win_rate_high)
    return Dot(row.name, *values, percent(row.win_rate), looks)


# What it understands


def make_dose_section(training: Training) -> Section:
    """Return the section on cards of which one number was raised."""
    title = "Higher numbers"
    if training.no_doses:
        return Section("doses", title, (Paragraph(f"{training.no_doses}."),))
    doses, names = training.doses, training.display_names
    sample = (
        "All numbers of the cards of its decks" if training.n_tried == training.n_numbers
        else f"{count(training.n_tried)} of {count(training.n_numbers)} numbers of its cards, "
        "drawn at random,"
    )  # fmt: skip
    about = Paragraph(
        f"{sample} were made better by about 10, 25 and 50 % in one deck, and the same deals "
        "played again, by this player on both sides. It did not learn again. Whoever understands "
        "a number wins no less with more of it, and plays the card no less, unless games end "
        "sooner because it wins more. What is sure is so after Holm's correction for all of them."
    )
    is_open = doses["sense"] == Sense.OPEN
    sure, unsure = doses[~is_open], doses[is_open]
    blocks: list[Block] = [about]
    if not doses["sense"].isin(FAILURES).any():
        blocks.append(Paragraph("None makes it win less, and none is played less for nothing."))
    if len(sure):
        blocks.append(make_dose_table("table-doses", "What is sure, the worst first", sure, names))
    if len(unsure):
        caption = f"{plural(len(unsure), 'change')} too small to tell"
        blocks.append(Fold(caption, (make_dose_table("table-doses-open", caption, unsure, names),)))
    return Section("doses", title, blocks)


def make_dose_table(
    name: str, caption: str, doses: pd.DataFrame, names: Mapping[str, str]
) -> Table:
    """Return a table of numbers that were raised."""
    rows = [
        [
            card_cell(row.card),
            name_cell(names.get(row.deck, row.deck)),
            Cell(row.what),
            change_cell(row.gain, row.gain_low, row.gain_high),
            change_cell(row.played, row.played_low, row.played_high),
            count_cell(row.n_games),
            Cell(row.sense),
        ]
        for row in doses.itertuples()
    ]
    return Table(name, caption, DOSE_COLUMNS, rows, style="wide")


# How it plays


def make_positions_section(training: Training, faces: Sequence[CardFace]) -> Iterator[Section]:
    """Yield the section on positions that it answers otherwise, if games were looked at."""
    if not training.n_asked:
        return
    title, cards = "Other answers", {face.name for face in faces}
    share = percent(training.n_differ / training.n_asked, 0)
    about = (
        f"It answers {share} of {plural(training.n_asked, 'question')} otherwise than the rules "
        "of thumb do. These are the ones it is surest of, one of each game; in brackets, how "
        "often it gives either answer, as it plays while it learns. The table shows what both "
        "players have; each sees only its own part."
    )
    blocks: list[Any] = [Paragraph(about)]
    blocks += [
        make_position(place, position, training.display_names, cards)
        for place, position in enumerate(training.positions, 1)
    ]
    yield Section("other-answers", title, blocks)


def make_method_section(training: Training, next_step: str) -> Section:
    """Return the section on how it learned, and what to do next."""
    began = "random play" if training.began_as == "random" else training.began_as
    facts: dict[str, Text] = {
        "Began as": Name(began),
        "Learned from": f"{plural(training.n_games, 'game')} against itself, earlier selves and "
        "the bots that it met",
        "Seed": str(training.seed),
        "Weights": Name(training.file),
        "Intervals": "95 %, over pairs of games on the same deal",
    }
    blocks = (Facts(facts), Paragraph("What helps most now:"), Code(next_step))
    return Section("method", "How it learned", blocks)
