"""The command `words`: all that the cards of a game can say."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from evenhand.decks.card import Card
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.language import AbilityError, parse, sentence
from evenhand.decks.language.errors import AmbiguousError, TooMuchTextError, UnknownPartError
from evenhand.decks.language.lexicon import (
    KIND_TITLES,
    CardText,
    Entry,
    SentenceIndex,
    SentenceMatch,
    format_names,
    list_entries,
)
from evenhand.decks.language.phrasing.parts import explain_part, read_part
from evenhand.decks.language.vocabulary import NO_ABILITIES, Vocabulary
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, keep_rest
from evenhand.decks.schema import GameSchema
from evenhand.flags import WordsFlags
from evenhand.inputs.source import Source, find_source
from evenhand.terminal import command_line, note, print_json, tell, terminal_width

__all__ = ["words_command"]

INDENT = "    "
NAMED = 3  # cards in one line
MOST_FOUND = 5


def words_command(flags: WordsFlags) -> None:
    """Carry out `words`: list a game's words, or what it can say that is most like a text."""
    source = find_source(flags.game)
    schema = source.game.schema
    cards, unread = load_readable_cards(source)
    said = [CardText(card.name, card.abilities) for card in cards]
    if flags.find:
        names = [*(card.name for card in cards), *unread]
        asked = list_meanings(flags.find, schema.vocabulary, names)
        meant = asked.meanings
        wanted = next(iter((*meant, *asked.nearest)), flags.find)
        found = SentenceIndex(schema.vocabulary, said).find(wanted)[:MOST_FOUND]
        if flags.json:
            rows = [one._asdict() for one in found]
            print_json(
                {"game": schema.name, "find": flags.find, "understood": meant, "sentences": rows}
            )
        else:
            print_meanings(asked)
            print_found(found)
            if not (found or meant):
                everything = f"{command_line('words', schema.name)} lists all that can."
                tell(f"Nothing like '{shorten(flags.find)}' can be said. {everything}")
        return
    entries = list_entries(schema.vocabulary, said) if schema.vocabulary.verbs else []
    if flags.json:
        print_json({"game": schema.name, "words": [entry._asdict() for entry in entries]})
    elif not entries:
        note(f"the cards of {schema.title} have no text")
    elif flags.markdown:
        print_page(entries, schema)
    else:
        print_entries(entries)


def load_readable_cards(source: Source) -> tuple[Sequence[Card], Sequence[str]]:
    """Load the cards that `words` takes its sentences from: those of the folder that can be read.

    What is looked up is often the very sentence that makes a card file wrong. So the samples'
    sentences are added to those of a file that has mistakes. The names of the cards that cannot
    be read are returned, too: sentences may have them.
    """
    schema = source.game.schema
    if source.folder is None:
        return load_pool(schema).cards, ()
    cards = source.folder.cards
    own: Sequence[Card] = ()
    unread: Sequence[str] = ()
    try:
        pool, problems = keep_rest(lambda: load_pool(schema, cards))
        own, unread = pool.cards, [card.name for card in pool.unread]
    except InputError as error:
        problems = error.problems
    if not problems:
        return own, ()
    mistakes = "a mistake" if len(problems) == 1 else f"{len(problems)} mistakes"
    said = f"{problems[0].file} has {mistakes}, see evenhand cards"
    note(f"{said}; these are sentences of the cards that can be read, and of the sample cards.")
    return [*own, *load_pool(schema).cards], unread


def print_entries(entries: Sequence[Entry]) -> None:
    """Print a game's words, each with a sentence that has it and the cards that say it."""
    for kind, own in groupby(entries, key=lambda entry: entry.kind):
        tell(KIND_TITLES[kind], "")
        for entry in own:
            tell(f"  {entry.words}")
            print_sentence(entry.example or "no card says it yet", entry.cards)
        tell("")
    tell("Every sentence above is one that the cards can say, as it stands.")


def print_page(entries: Sequence[Entry], schema: GameSchema) -> None:
    """Print a game's words as a page of documentation."""
    tell(f"# What the cards of {schema.title} can say", "")
    tell(
        f"Made by `evenhand words {schema.name} --markdown`. Every sentence works as it stands.", ""
    )
    for kind, own in groupby(entries, key=lambda entry: entry.kind):
        tell(f"## {KIND_TITLES[kind]}", "")
        tell("| words | a sentence | cards |", "|---|---|---|")
        for entry in own:
            more = ", .." if len(entry.cards) > NAMED else ""
            tell(f"| {entry.words} | {entry.example} | {', '.join(entry.cards[:NAMED])}{more} |")
        tell("")


class Meanings(NamedTuple):
    """What a text can mean in the language's own words, for `words`.

    Attributes
    ----------
    meanings : tuple of str
        Empty if the text means nothing.
    title : str
        What the text is, if it is only a part of a sentence: "a limit"; "" for a whole sentence.
    why : str
        Why it has not one meaning: what is wrong, or when the meanings differ; "" if it has one.
    nearest : tuple of str
        What can be said in place of a part that means nothing.
    """

    meanings: tuple[str, ...]
    title: str = ""
    why: str = ""
    nearest: tuple[str, ...] = ()


def list_meanings(text: str, vocabulary: Vocabulary, names: Sequence[str]) -> Meanings:
    """List for `words` what a text, or a part of a sentence, can mean on a card."""
    try:
        return Meanings((sentence(parse(text, vocabulary, names), vocabulary),))
    except AmbiguousError as error:
        return Meanings(error.expected, why=error.hint)
    except AbilityError as error:
        wrong = error
    if isinstance(wrong, TooMuchTextError) or vocabulary is NO_ABILITIES:
        return Meanings((), why=str(wrong))
    if part := read_part(text, vocabulary, names):
        return Meanings(part.meanings, part.title)
    if not isinstance(wrong, UnknownPartError):
        wrong = explain_part(text, vocabulary, names) or wrong
    nearest = wrong.expected if isinstance(wrong, UnknownPartError) else ()
    return Meanings((), why=str(wrong), nearest=nearest)


def print_meanings(asked: Meanings) -> None:
    """Print for `words` what a text can mean, or why it cannot be said so."""
    if not asked.meanings:
        end = "" if asked.why.endswith("..") else "."
        tell(f"This cannot be said so: {asked.why}{end}", "")
        return
    understood = "Understood as" if len(asked.meanings) == 1 else "Can mean"
    tell(f"{understood} {asked.title}" if asked.title else understood)
    for text in asked.meanings:
        print_sentence(text, ())
    if asked.why:
        tell(f"{asked.why[:1].upper()}{asked.why[1:]}.")
    tell("")


def print_found(found: Sequence[SentenceMatch]) -> None:
    """Print for `words` the sentences that are most like a text."""
    if found:
        tell("Like it")
    for one in found:
        print_sentence(one.text, one.cards)


def print_sentence(text: str, cards: Sequence[str]) -> None:
    """Print a sentence for `words`, and which cards say it."""
    says = f"  [{format_names(cards)}]" if cards else ""
    tell(*(INDENT + line for line in wrap(text + says, terminal_width() - len(INDENT))))
