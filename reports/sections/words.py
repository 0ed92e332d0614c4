"""What cards can say: the words of the game, each with a sentence that works."""

from itertools import groupby

from evenhand.decks.language.lexicon import KIND_TITLES, name_some
from evenhand.reports.blocks import Facts, Fold, Paragraph, Section, Text
from evenhand.reports.evidence import Evidence
from evenhand.reports.wording import say

__all__ = ["words_sections"]


def words_sections(evidence: Evidence) -> list[Section]:
    """List all words, folded kind by kind; nothing for a game whose cards have no text."""
    if not evidence.words:
        return []
    folds = []
    for kind, entries in groupby(evidence.words, key=lambda entry: entry.kind):
        facts: dict[str, Text] = {}
        for entry in entries:
            cards = f" ({name_some(entry.cards)})" if entry.cards else ""
            facts[entry.words] = say("{text}{cards}", text=entry.example or "-", cards=cards)
        folds.append(Fold(KIND_TITLES[kind], [Facts(facts)]))
    about = "Every sentence works as it stands; players' own words for them are understood, too."
    return [Section("words", "What cards can say", [Paragraph(about), *folds])]
