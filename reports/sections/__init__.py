"""The chapters of the report, in reading order."""

from reports.blocks import Section
from reports.evidence import Evidence
from reports.sections.cards import cards_section
from reports.sections.decks import decks_section
from reports.sections.endings import endings_section
from reports.sections.first_player import first_player_section
from reports.sections.glossary import glossary_section
from reports.sections.impact import impact_section
from reports.sections.lengths import lengths_section
from reports.sections.matchups import matchups_section
from reports.sections.placements import placements_section
from reports.sections.provenance import provenance_section
from reports.sections.seats import seats_section
from reports.sections.tables import tables_section

__all__ = ["all_sections"]


def all_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Build every chapter."""
    if evidence.n_seats == 2:
        of_seats: tuple[Section, ...] = (matchups_section(evidence), first_player_section(evidence))
    else:
        of_seats = (
            placements_section(evidence), tables_section(evidence), seats_section(evidence)
        )  # fmt: skip
    return (
        decks_section(evidence),
        *of_seats,
        impact_section(evidence),
        cards_section(evidence),
        lengths_section(evidence),
        endings_section(evidence),
        provenance_section(evidence),
        glossary_section(evidence),
    )
