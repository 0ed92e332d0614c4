"""The sections of the report, in reading order."""

from evenhand.reports.blocks import Section
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.bots_met import make_bots_met_section
from evenhand.reports.sections.by_bot import make_panel_sections
from evenhand.reports.sections.card_impact import make_impact_section
from evenhand.reports.sections.card_pool import make_pool_sections
from evenhand.reports.sections.card_use import make_use_sections
from evenhand.reports.sections.card_win_rates import make_cards_section
from evenhand.reports.sections.compensation import make_compensation_section
from evenhand.reports.sections.deck_win_rates import make_decks_section
from evenhand.reports.sections.each_deck import make_each_deck_section
from evenhand.reports.sections.endings import make_endings_section
from evenhand.reports.sections.finishing_ahead import make_tables_section
from evenhand.reports.sections.first_player import make_first_player_section
from evenhand.reports.sections.glossary import make_glossary_section
from evenhand.reports.sections.lengths import make_lengths_section
from evenhand.reports.sections.matchups import make_matchups_section
from evenhand.reports.sections.metagame import make_metagame_sections
from evenhand.reports.sections.placements import make_placements_section
from evenhand.reports.sections.players import name_players
from evenhand.reports.sections.prices import make_price_sections
from evenhand.reports.sections.provenance import make_provenance_section
from evenhand.reports.sections.seats import make_seats_section
from evenhand.reports.sections.synergy import make_synergy_sections

__all__ = ["make_sections"]


def make_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Build all sections: results on decks and cards first, then explanations."""
    if evidence.n_seats == 2:
        of_seats: tuple[Section, ...] = (
            make_matchups_section(evidence),
            make_first_player_section(evidence),
        )
    else:
        of_seats = (
            make_placements_section(evidence),
            make_tables_section(evidence),
            make_seats_section(evidence),
        )
    sections = (
        *make_bots_met_section(evidence),
        make_decks_section(evidence),
        *of_seats,
        *make_compensation_section(evidence),
        make_impact_section(evidence),
        *make_price_sections(evidence),
        *make_synergy_sections(evidence),
        make_cards_section(evidence),
        *make_use_sections(evidence),
        *make_panel_sections(evidence),
        *make_metagame_sections(evidence),
        make_lengths_section(evidence),
        make_endings_section(evidence),
        make_each_deck_section(evidence),
        make_provenance_section(evidence),
        make_glossary_section(evidence),
        *make_pool_sections(evidence),
    )
    return tuple(name_players(evidence.panel, sections))
