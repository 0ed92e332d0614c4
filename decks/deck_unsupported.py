"""Identify files that are not deck lists, and suggest which export to use instead."""

import re
from typing import NamedTuple

from evenhand.decks.deck_formats import unwrap_comments

__all__ = ["identify_unsupported"]

N_EXAMINED = 20_000  # characters at the beginning of a file
AS_TEXT = "export it as text, a number and a name in each line"


class Unsupported(NamedTuple):
    """A kind of unsupported file: its pattern, its description, and what to do."""

    pattern: re.Pattern[str]
    what: str
    hint: str = AS_TEXT


def _starts_with(text: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:<\?xml[^>]{{0,200}}>\s*)?(?:{text})", re.IGNORECASE)


KINDS = (
    Unsupported(
        _starts_with("<cockatrice_deck"),
        "a deck of Cockatrice (.cod)",
        "save it there as a plain text deck list (.txt)",
    ),
    Unsupported(
        _starts_with(r"<deck\b[^>]{0,200}\bgame="),
        "a deck of OCTGN (.o8d)",
        "copy it there to the clipboard as text, and save that",
    ),
    Unsupported(
        _starts_with(r"<deck\b"),
        "a deck of Magic Online (.dek)",
        "export it there as text (.txt) or CSV",
    ),
    Unsupported(
        re.compile(r"\s*\{.{0,20000}\"ObjectStates\"\s*:", re.DOTALL),
        "a saved object of Tabletop Simulator (JSON)",
        "export the deck as text from the builder that made it",
    ),
    Unsupported(_starts_with(r"<!doctype html|<html\b"), "a web page (HTML)"),
    Unsupported(_starts_with(r"<\?xml|<[a-z_]+[\s>/]"), "an XML file"),
    Unsupported(re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[{\"]|\[\s*[\[{\"0-9]))"), "a JSON file"),
    Unsupported(
        re.compile(r"\s*\{\\rtf"), "a document of a word processor (RTF)", "save it as text"
    ),
    Unsupported(
        re.compile(r"(?:.*?\n)??(?:#main|#extra|!side)[ \t\r]*\n[0-9]{1,10}\s*(?:\n|$)", re.DOTALL),
        "a deck of Yu-Gi-Oh card numbers (.ydk)",
    ),
    Unsupported(re.compile(r"\s*ydke://"), "a Yu-Gi-Oh deck code (ydke)"),
    Unsupported(
        _starts_with(
            r"(?=[^\n]{0,500}\b(?:count|quantity|qty|copies|amount)\b)"
            r"(?=[^\n]{0,500}\b(?:name|card)\b)[\w\"][^\n,;\t]{0,99}[,;\t]"
        ),
        "a table",
        "give the file the ending .csv",
    ),
)
# Patterns that must match every line of a file except blanks and comments.
LINE_KINDS = (
    Unsupported(re.compile(r"https?://\S+"), "the address of a page"),
    Unsupported(
        re.compile(r"[0-9]{1,9}\s?[xX]?\s?[A-Z]{1,5}[0-9]{0,3}-[A-Z]{0,3}[0-9]{1,4}[a-z]?"),
        "a list of card numbers",
        "export it with the names of the cards",
    ),
    Unsupported(re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}"), "a deck code"),
    Unsupported(
        re.compile(r"(?:SB: )?[0-9]{1,9} \[\w*#\w*\] .+"),
        "a list of Deckstats with printings",
        "export it without them",
    ),
    Unsupported(
        re.compile(r"(?:[0-9]{1,9}x? )?\[\[.+\]\]"), "names in double brackets", "take them away"
    ),
    Unsupported(
        re.compile(r"(?:> ?)+.*"), "a quotation, with '>' before each line", "take that away"
    ),
)


def identify_unsupported(text: str) -> tuple[str, str] | None:
    """Return what an unsupported deck file is and what to do; None if it may be a list."""
    start = text[:N_EXAMINED]
    for pattern, what, hint in KINDS:
        if pattern.match(start):
            return what, hint
    lines = start.splitlines()
    if len(text) > N_EXAMINED or unwrap_comments(lines):
        return None
    lines = [line for line in map(str.strip, lines) if line and not line.startswith(("#", "//"))]
    for pattern, what, hint in LINE_KINDS:
        if lines and all(map(pattern.fullmatch, lines)):
            return what, hint
    return None
