"""What a question of the front door returns: a table, and what it amounts to in sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from json import dumps
from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.tables.comparison import Comparison
from evenhand.analysis.tables.export import refuse_other_table, write_csv, write_parquet
from evenhand.analysis.tables.prices import PriceCurve
from evenhand.analysis.tables.real_results import RealResults
from evenhand.decks.invisible_characters import show_unseen
from evenhand.decks.problems import UsageError
from evenhand.reports.page import fill_page, fill_template, refuse_other
from evenhand.simulate.runs.atomic_files import atomic_file, report_write_errors, write_atomic
from evenhand.terminal import describe_value, list_rows

__all__ = ["Answer"]

MOST_ROWS = 60  # in a notebook
STYLES = ("palette.css", "answer.css")


@dataclass(frozen=True, eq=False, repr=False)
class Answer:
    """What a question of the front door came to.

    At the end of a notebook's cell it shows itself as its sentences and its table.

    Attributes
    ----------
    table : pandas.DataFrame
        Rates in [0, 1], each with its interval; the function says which columns.
    sentences : tuple
        What the command prints as its conclusion; ``str`` of each is its text.
    verdicts : tuple of Judgement
        Of `check` and `tune`, one for each expectation: ``measure``, ``estimate``, ``low``,
        ``high``, ``band`` and ``outcome``, which is "pass", "fail", "inconclusive" or
        "accepted". Empty for other questions.
    notes : tuple of str
        What else should be known, such as files that were passed over.
    pages : tuple of Path
        Reports, decks or card files that were written.
    folder : Path, optional
        The folder in which the games are kept, if they are.
    curves : mapping from str to PriceCurve
        Of `price`, by bot: ``table``, and ``fair`` with ``value``, ``low`` and ``high``.
    comparison : Comparison, optional
        Of `compare`: its tables of matchups, of first players, of lengths and of inputs.
    real : RealResults, optional
        Of `real`: its tables `agreement`, of the order of decks and of the slope of matchups, and
        `bots`, the nearest to people first.
    """

    table: pd.DataFrame
    sentences: tuple[object, ...] = ()
    verdicts: tuple[Judgement, ...] = ()
    notes: tuple[str, ...] = ()
    pages: tuple[Path, ...] = ()
    folder: Path | None = None
    curves: Mapping[str, PriceCurve] = field(default_factory=dict)
    comparison: Comparison | None = None
    real: RealResults | None = None

    @property
    def summary(self) -> str:
        """The sentences of an answer as plain text, a line each."""
        return "\n".join(show_unseen(str(sentence)) for sentence in self.sentences)

    @property
    def outcome(self) -> str:
        """The worst of the verdicts: "fail", "inconclusive", "accepted" or "pass"; or ""."""
        found = {one.outcome for one in self.verdicts}
        return next((str(outcome) for outcome in Outcome if outcome in found), "")

    def save(self, path: str | Path) -> Path:
        """Write the answer's table into a file; as JSON or HTML with its sentences and notes.

        Parameters
        ----------
        path : str or Path
            It ends in .csv, .parquet, .json or .html. A file that is there is replaced if it
            is what this writes: a table with the same first columns, or a file of evenhand's.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        UsageError
            If the ending is another, the file cannot be written, or something is there that
            evenhand did not write.
        """
        path = Path(path)
        write = WRITERS.get(path.suffix.lower())
        if write is None:
            message = f"cannot write to {path}: expected another ending"
            raise UsageError(message, f"one of {', '.join(WRITERS)}")
        with report_write_errors(path):
            write(self, path)
        return path

    def __str__(self) -> str:
        """Return an answer's sentences, table, notes and files, for a terminal."""
        with pd.option_context("display.precision", 4):
            table = show_unseen_lines(str(self.table)) if len(self.table) else ""
        places = [str(place) for place in self.pages]
        parts = (self.summary, table, "\n".join([*self.notes, *places]))
        return "\n\n".join(part for part in parts if part)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return an answer's sentences and table in HTML, in the notebook's own colours."""
        return fill_template("answer_body.html.j2", **self._list_parts(MOST_ROWS))

    def _list_parts(self, most_rows: int | None = None) -> dict[str, Any]:
        """Return what the templates of an answer fill in, each text as it is; they escape it."""
        shown = self.table.head(most_rows) if most_rows else self.table
        return {
            "sentences": self.summary.splitlines(),
            "notes": [*self.notes, *map(str, self.pages)],
            "columns": list(shown.columns),
            "rows": [[write_cell(value) for value in row] for row in shown.itertuples(index=False)],
            "n_hidden": len(self.table) - len(shown),
        }


def show_unseen_lines(text: str) -> str:
    """Return lines of an answer with what nobody sees in them as escapes."""
    return "\n".join(map(show_unseen, text.split("\n")))


def write_cell(value: Any) -> str:
    """Write a value of an answer's table: rates with four decimals, lists as words."""
    if value is None or value is pd.NA:
        return ""
    if isinstance(value, float):
        return "" if isnan(value) else f"{value:.4g}" if abs(value) >= 1 else f"{value:.4f}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return describe_value(value)


def flatten(table: pd.DataFrame) -> pl.DataFrame:
    """Return an answer's table without lists, which CSV and its readers do not know."""
    columns = {
        str(name): values.map(describe_value) if values.map(is_nested).any() else values
        for name, values in table.items()
    }
    return pl.from_pandas(pd.DataFrame(columns))


def is_nested(value: Any) -> bool:
    """Return whether a value of an answer's table is a list or a mapping."""
    return isinstance(value, list | tuple | dict)


def save_table(write: Callable[..., int], answer: Answer, path: Path) -> None:
    """Write an answer's table as CSV or Parquet."""
    frame = flatten(answer.table)
    refuse_other_table(path, frame.columns)
    with atomic_file(path) as unfinished:
        write(iter([frame]), unfinished)


def save_csv(answer: Answer, path: Path) -> None:
    """Write an answer's table as CSV."""
    save_table(write_csv, answer, path)


def save_parquet(answer: Answer, path: Path) -> None:
    """Write an answer's table as Parquet."""
    save_table(write_parquet, answer, path)


def save_json(answer: Answer, path: Path) -> None:
    """Write an answer as one JSON object: its sentences, notes and table."""
    refuse_other(path)
    said = {
        "generator": "evenhand",
        "summary": [str(sentence) for sentence in answer.sentences],
        "outcome": answer.outcome,
        "notes": list(answer.notes),
        "table": list_rows(answer.table),
    }
    write_atomic(path, dumps(said, ensure_ascii=False, indent=1) + "\n")


def save_html(answer: Answer, path: Path) -> None:
    """Write an answer as a page that stands alone: its sentences and table."""
    refuse_other(path)
    write_atomic(path, fill_page("answer.html.j2", (), STYLES, **answer._list_parts()))


WRITERS: Mapping[str, Callable[[Answer, Path], None]] = {
    ".csv": save_csv,
    ".parquet": save_parquet,
    ".json": save_json,
    ".html": save_html,
}
