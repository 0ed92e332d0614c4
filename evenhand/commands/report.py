"""The commands about runs that are there: `report` and `export`."""

from pathlib import Path

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.terminal import writing

__all__ = ["export_command", "report_command"]


def report_command(folder: Path, out: Path | None, is_shown: bool) -> None:
    """Write a run's report and show it if wanted."""
    from evenhand.reports.report import write_report

    with writing(out or folder):
        path = write_report(folder, out)
    print(f"Report  {path}")
    if is_shown:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def export_command(folder: Path, out: Path | None, kind: str | None) -> None:
    """Write a run's games as one wide table."""
    from evenhand.analysis.data.run import load_run
    from evenhand.analysis.tables.export import FORMATS, write_wide_games

    kind = kind or (out.suffix.removeprefix(".") if out else "") or FORMATS[0]
    if kind not in FORMATS:
        hint = did_you_mean(kind, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"there is no format '{kind}'", hint)
    run = load_run(folder)
    path = out or folder / f"export.{kind}"
    with writing(path):
        rows = write_wide_games(run, path, kind)
    print(f"Export  {path} ({rows:,} rows)")
