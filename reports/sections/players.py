"""Whose games a chapter is about, said in its first sentence where several bots played."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from evenhand.reports.blocks import Paragraph, Section
from evenhand.reports.game_findings import write_length
from evenhand.reports.panel_tables import PanelEvidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    introduce_player,
    make_sentence,
    prepend_opening,
)

__all__ = ["name_players"]

# Chapters on the games of the first bot; By bot has those of the others, or it has not.
ALSO_BY_BOT = ("matchups", "first-player", "cards")
OF_FIRST_BOT = (
    "placements", "tables", "seats", "compensation", "impact", "prices", "synergy", "card-use",
    "metagame", "lengths", "endings", "each-deck",
)  # fmt: skip


def name_players(panel: PanelEvidence | None, sections: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections of a report, with whose games they are about if a panel played."""
    for section in sections:
        if panel is None or section.id not in (*ALSO_BY_BOT, *OF_FIRST_BOT):
            yield section
        else:
            said = Paragraph(_write_players(panel, section.id))
            yield replace(section, blocks=(said, *section.blocks))


def _write_players(panel: PanelEvidence, section: str) -> Sentence:
    """Write whose games a section is about, and what is known of the strongest bot's."""
    strongest = Name(panel.strongest)
    more: object = "."
    is_by_bot = section in ALSO_BY_BOT or (section == "impact" and not panel.impact.empty)
    if section == "lengths" and not panel.strong_lengths.empty:
        opening = make_sentence(". With {bot}, the strongest here", bot=strongest)
        more = prepend_opening(opening, write_length(panel.strong_lengths))
    elif panel.strongest != panel.lead and is_by_bot:
        more = make_sentence("; those of {bot}, the strongest here, are in By bot.", bot=strongest)
    return make_sentence(
        "These are the games of {lead}, unless another player is named{more}",
        lead=introduce_player(panel.lead),
        more=more,
    )
