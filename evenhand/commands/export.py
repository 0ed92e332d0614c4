"""The command `export`: a run as one wide table."""

from pathlib import Path

from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.export import TABLE_FORMATS, refuse_other_table, write_wide_games
from evenhand.analysis.tables.spells_export import write_spells_folder
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags import ExportFlags
from evenhand.result_folders import print_place, report_write_errors
from evenhand.simulate.runs.places import confine

__all__ = ["export_command"]

FORMATS = (*TABLE_FORMATS, "spells")


def export_command(flags: ExportFlags) -> None:
    """Carry out `export`: write a run's games as one wide table."""
    kind = choose_format(flags)
    run = load_run(flags.run_dir)
    path = flags.out or choose_place(flags.run_dir, kind)
    with report_write_errors(path):
        rows = write_export(run, path, kind)
    print_place("Export", path, f" ({rows:,} rows)")


def choose_place(run_dir: Path, kind: str) -> Path:
    """Return where `export` writes to in a run's folder."""
    place = confine(run_dir, "spells" if kind == "spells" else f"export.{kind}")
    return place if kind == "spells" else refuse_other_table(place)


def write_export(run: Run, path: Path, kind: str) -> int:
    """Write the table of `export`, or a folder of them; return the number of rows."""
    if kind == "spells":
        return write_spells_folder(run, path)
    return write_wide_games(run, path, kind)


def choose_format(flags: ExportFlags) -> str:
    """Return the format of `export`: by its flag, the file's ending, or else the first."""
    ending = flags.out.suffix.removeprefix(".") if flags.out else ""
    kind = flags.format_ or ending or FORMATS[0]
    if kind not in FORMATS:
        hint = did_you_mean(kind, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"there is no format '{kind}'", hint)
    return kind
