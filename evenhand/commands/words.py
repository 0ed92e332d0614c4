"""The command `words`: all that the cards of a game can say."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.language import AbilityError, parse, sentence
from evenhand.decks.language.errors import AmbiguousError
from evenhand.decks.language.lexicon import (
    KIND_TITLES,
    CardText,
    Entry,
    SentenceIndex,
    SentenceMatch,
    format_names,
    list_entries,
)
from evenhand.decks.language.vocabulary import Vocabulary
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError
from evenhand.decks.schema import GameSchema
from evenhand.flags import WordsFlags
from evenhand.inputs.source import Source, find_source
from evenhand.terminal import note, print_json, tell, terminal_width

__all__ = ["words_command"]

INDENT = "    "
NAMED = 3  # cards in one line
MOST_FOUND = 5


def words_command(flags: WordsFlags) -> None:
    """Carry out `words`: list a game's words, or what it can say that is most like a text."""
    source = find_source(flags.game)
    schema = source.game.schema
    pool = load_readable_pool(source)
    said = [CardText(card.name, card.abilities) for card in pool.cards]
    if flags.find:
        found = SentenceIndex(schema.vocabulary, said).find(flags.find)[:MOST_FOUND]
        meant = list_meanings(flags.find, schema.vocabulary, pool.names)
        if flags.json:
            rows = [one._asdict() for one in found]
            print_json(
                {"game": schema.name, "find": flags.find, "understood": meant, "sentences": rows}
            )
        else:
            print_found(found, flags.find, meant)
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


def load_readable_pool(source: Source) -> CardPool:
    """Load the cards that `words` takes its sentences from: the samples, if the folder's are wrong.

    What is looked up is often the very sentence that makes a card file wrong.
    """
    if source.folder is None:
        return load_pool(source.game.schema)
    try:
        return load_pool(source.game.schema, source.folder.cards)
    except InputError as error:
        file, n = error.problems[0].file, len(error.problems)
        mistakes = "a mistake" if n == 1 else f"{n} mistakes"
        note(f"{file} has {mistakes}, see evenhand cards; these are sentences of the sample cards.")
        return load_pool(source.game.schema)


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


def list_meanings(text: str, vocabulary: Vocabulary, names: Sequence[str]) -> tuple[str, ...]:
    """List for `words` what a text can mean in the language's own words; empty if nothing."""
    try:
        return (sentence(parse(text, vocabulary, names), vocabulary),)
    except AmbiguousError as error:
        return error.expected
    except AbilityError:
        return ()


def print_found(found: Sequence[SentenceMatch], wanted: str, meant: Sequence[str]) -> None:
    """Print for `words` what a text means, and the sentences that are most like it."""
    if meant:
        tell("Understood as" if len(meant) == 1 else "Can mean")
        for text in meant:
            print_sentence(text, ())
        tell("", "Like it")
    elif found:
        tell("This cannot be said so. Most like it:")
    if not found:
        tell(f"Nothing like '{shorten(wanted)}' can be said.")
    for one in found:
        print_sentence(one.text, one.cards)


def print_sentence(text: str, cards: Sequence[str]) -> None:
    """Print a sentence for `words`, and which cards say it."""
    says = f"  [{format_names(cards)}]" if cards else ""
    tell(*(INDENT + line for line in wrap(text + says, terminal_width() - len(INDENT))))
