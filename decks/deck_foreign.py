"""Whole files that are no lists of names: what they are, and which export is one."""

import re
from typing import NamedTuple

from evenhand.decks.deck_forms import unwrap

__all__ = ["find_foreign"]

LOOKED_AT = 20_000  # characters at the beginning of a file
AS_TEXT = "export it as text, a number and a name in each line"


class Foreign(NamedTuple):
    """A kind of file: what shows it, what it is, and what to do."""

    sign: re.Pattern[str]
    what: str
    hint: str = AS_TEXT


def _begins(text: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:<\?xml[^>]{{0,200}}>\s*)?(?:{text})", re.IGNORECASE)


KINDS = (
    Foreign(
        _begins("<cockatrice_deck"),
        "a deck of Cockatrice (.cod)",
        "save it there as a plain text deck list (.txt)",
    ),
    Foreign(
        _begins(r"<deck\b[^>]{0,200}\bgame="),
        "a deck of OCTGN (.o8d)",
        "copy it there to the clipboard as text, and save that",
    ),
    Foreign(
        _begins(r"<deck\b"),
        "a deck of Magic Online (.dek)",
        "export it there as text (.txt) or CSV",
    ),
    Foreign(
        re.compile(r"\s*\{.{0,20000}\"ObjectStates\"\s*:", re.DOTALL),
        "a saved object of Tabletop Simulator (JSON)",
        "export the deck as text from the builder that made it",
    ),
    Foreign(_begins(r"<!doctype html|<html\b"), "a web page (HTML)"),
    Foreign(_begins(r"<\?xml|<[a-z_]+[\s>/]"), "an XML file"),
    Foreign(re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[{\"]|\[\s*[\[{\"0-9]))"), "a JSON file"),
    Foreign(re.compile(r"\s*\{\\rtf"), "a document of a word processor (RTF)", "save it as text"),
    Foreign(
        re.compile(r"(?:.*?\n)??(?:#main|#extra|!side)[ \t\r]*\n[0-9]{1,10}\s*(?:\n|$)", re.DOTALL),
        "a deck of Yu-Gi-Oh card numbers (.ydk)",
    ),
    Foreign(re.compile(r"\s*ydke://"), "a Yu-Gi-Oh deck code (ydke)"),
    Foreign(
        _begins(
            r"(?=[^\n]{0,500}\b(?:count|quantity|qty|copies|amount)\b)"
            r"(?=[^\n]{0,500}\b(?:name|card)\b)[\w\"][^\n,;\t]{0,99}[,;\t]"
        ),
        "a table",
        "give the file the ending .csv",
    ),
)
# What all lines of a file are, but for blanks and comments that hold no list.
LINE_KINDS = (
    Foreign(re.compile(r"https?://\S+"), "the address of a page"),
    Foreign(
        re.compile(r"[0-9]{1,9}\s?[xX]?\s?[A-Z]{1,5}[0-9]{0,3}-[A-Z]{0,3}[0-9]{1,4}[a-z]?"),
        "a list of card numbers",
        "export it with the names of the cards",
    ),
    Foreign(re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}"), "a deck code"),
    Foreign(
        re.compile(r"(?:SB: )?[0-9]{1,9} \[\w*#\w*\] .+"),
        "a list of Deckstats with printings",
        "export it without them",
    ),
    Foreign(
        re.compile(r"(?:[0-9]{1,9}x? )?\[\[.+\]\]"), "names in double brackets", "take them away"
    ),
    Foreign(re.compile(r"(?:> ?)+.*"), "a quotation, with '>' before each line", "take that away"),
)


def find_foreign(text: str) -> tuple[str, str] | None:
    """Say what a file is that is no deck list, and what to do; None if it may be a list."""
    start = text[:LOOKED_AT]
    for sign, what, hint in KINDS:
        if sign.match(start):
            return what, hint
    lines = start.splitlines()
    if len(text) > LOOKED_AT or unwrap(lines):
        return None
    lines = [line for line in map(str.strip, lines) if line and not line.startswith(("#", "//"))]
    for sign, what, hint in LINE_KINDS:
        if lines and all(map(sign.fullmatch, lines)):
            return what, hint
    return None
