"""The sections of the report, in reading order."""

from evenhand.reports.blocks import Section
from evenhand.reports.evidence import Evidence
from evenhand.reports.sections.by_bot import panel_sections
from evenhand.reports.sections.card_impact import impact_section
from evenhand.reports.sections.card_pool import pool_sections
from evenhand.reports.sections.card_win_rates import cards_section
from evenhand.reports.sections.compensation import compensation_section
from evenhand.reports.sections.decks import decks_section
from evenhand.reports.sections.each_deck import each_deck_section
from evenhand.reports.sections.endings import endings_section
from evenhand.reports.sections.finishing_ahead import tables_section
from evenhand.reports.sections.first_player import first_player_section
from evenhand.reports.sections.glossary import glossary_section
from evenhand.reports.sections.lengths import lengths_section
from evenhand.reports.sections.matchups import matchups_section
from evenhand.reports.sections.metagame import metagame_sections
from evenhand.reports.sections.placements import placements_section
from evenhand.reports.sections.prices import price_sections
from evenhand.reports.sections.provenance import provenance_section
from evenhand.reports.sections.seats import seats_section
from evenhand.reports.sections.synergy import synergy_sections
from evenhand.reports.sections.words import words_sections

__all__ = ["all_sections"]


def all_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Build all sections: results on decks and cards first, then explanations."""
    if evidence.n_seats == 2:
        of_seats: tuple[Section, ...] = (matchups_section(evidence), first_player_section(evidence))
    else:
        of_seats = (
            placements_section(evidence), tables_section(evidence), seats_section(evidence)
        )  # fmt: skip
    return (
        decks_section(evidence),
        *of_seats,
        *compensation_section(evidence),
        impact_section(evidence),
        *price_sections(evidence),
        *synergy_sections(evidence),
        cards_section(evidence),
        *panel_sections(evidence),
        *metagame_sections(evidence),
        lengths_section(evidence),
        endings_section(evidence),
        each_deck_section(evidence),
        provenance_section(evidence),
        glossary_section(evidence),
        *words_sections(evidence),
        *pool_sections(evidence),
    )
