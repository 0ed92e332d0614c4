"""Write the report of a run, and print its summary on the terminal."""

from collections.abc import Iterable
from pathlib import Path

from evenhand.analysis.data.display_names import list_display_names, use_display_names
from evenhand.analysis.data.run import Run
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.reports.finding import Finding
from evenhand.reports.findings import list_findings, write_headline
from evenhand.reports.report import REPORT_PAGE, save_report
from evenhand.reports.report_tables import Evidence, gather_evidence, rename_decks
from evenhand.reports.wording import count, interval, percent
from evenhand.terminal import plain_table, print_table, tell

__all__ = ["print_conclusions", "print_findings", "print_win_rates", "report_run"]


def report_run(run: Run) -> tuple[Path, Evidence]:
    """Write the report of a run; return its path, and the evidence for the summary."""
    evidence = gather_evidence(run)
    path = run.folder / REPORT_PAGE
    save_report(evidence, path, Path(run.folder))
    return path, evidence


def print_win_rates(run: Run) -> None:
    """Print how often each deck of a run won, the most frequent winner first."""
    rates = use_display_names(win_rates(run), list_display_names(run.info))
    rates = rates.sort_values(["win_rate", "deck"], ascending=[False, True])
    table = plain_table("deck", "win rate", "95 % interval", "games", right=("win rate", "games"))
    for row in rates.itertuples():
        spread = interval(row.win_rate_low, row.win_rate_high)
        table.add_row(row.deck, percent(row.win_rate), spread, count(row.n_games))
    tell("")
    if len(rates):
        print_table(table)
        tell("")


def print_conclusions(evidence: Evidence) -> None:
    """Print what the games of a run show: the headline and the findings."""
    evidence = rename_decks(evidence)
    print_findings(write_headline(evidence), list_findings(evidence))


def print_findings(headline: object, findings: Iterable[Finding]) -> None:
    """Print the findings of a summary below its headline, one per line."""
    tell(headline, style="bold")
    topics = plain_table("", "")
    for finding in findings:
        topics.add_row(finding.topic, str(finding.sentence))
    print_table(topics)
    tell("")
