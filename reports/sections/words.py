"""Section "What cards can say": the words of the game, each with an example sentence."""

from collections.abc import Sequence
from itertools import groupby

from evenhand.decks.language.lexicon import KIND_TITLES
from evenhand.reports.blocks import Facts, Fold, Paragraph, Section, Text
from evenhand.reports.card_links import CardName
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import count, join_parts, make_sentence

__all__ = ["make_words_sections"]

NAMED = 3  # cards named beside a sentence


def make_words_sections(evidence: Evidence) -> list[Section]:
    """Return the section on all words that cards can say, by kind; [] if they have no text."""
    if not evidence.words:
        return []
    folds = []
    labels = {face.printed_name: face.name for face in reversed(evidence.faces)}
    for kind, entries in groupby(evidence.words, key=lambda entry: entry.kind):
        facts: dict[str, Text] = {}
        for entry in entries:
            cards = [CardName(labels.get(name, name)) for name in entry.cards]
            facts[entry.words] = make_sentence(
                "{text}{cards}", text=entry.example or "-", cards=_make_list(cards)
            )
        folds.append(Fold(KIND_TITLES[kind], [Facts(facts)]))
    about = "Every sentence works as it stands; players' own words for them are understood, too."
    return [Section("words", "What cards can say", [Paragraph(about), *folds])]


def _make_list(cards: Sequence[CardName]) -> Text:
    """Write the first few cards that use a word, in brackets; "" if none."""
    if not cards:
        return ""
    named = join_parts(cards[:NAMED], ", ")
    n_more = len(cards) - NAMED
    more = f" and {count(n_more)} more" if n_more > 0 else ""
    return make_sentence(" ({named}{more})", named=named, more=more)
