"""Inline SVG of matplotlib figures, which takes its colours and font from the page.

Each placeholder colour is replaced by a colour of the light page and a CSS class, which the style
sheet colours by the scheme; so a figure follows light and dark mode, and is readable without a
style sheet. Text stays text.
"""

import re
import warnings
from io import StringIO

from markupsafe import Markup, escape
from matplotlib.figure import Figure

from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.palette import ROLES, read_palette

__all__ = ["embed_svg", "write_svg"]

TRIMMED = (
    (r"font-family: [^;]*; ", ""),
    (r' transform="rotate\(-0 [^"]*"', ""),
    (r'<g id="[^"]*"', "<g"),
    (r"xlink:href", "href"),
    # A card's name is no link in a picture, where tab stops have no effect; the script opens it.
    (r'^<a href="#(card-[^"]*)".*', r'<g class="card" data-card="\1">'),
    (r"^</a>", "</g>"),
)
USUAL = {"font-size": "12px", "stroke-linejoin": "round", "stroke-linecap": "butt"}  # of a figure
STYLE = re.compile(r"(?s)<style.*?</style>")
UNSEEN = re.compile(r'<path d="[^"]*" fill="none"/>|<defs>\s*</defs>|<g/>')
IDS = re.compile(r'(\bid="|href="#(?!card-)|url\(#)(\w+)')
DECIMALS = re.compile(r"\d+\.\d{3,}")
TAG = re.compile(r"<[^>]*>")
LOOKS_OF_TAG = re.compile(r' style="([^"]*)"')


def write_svg(figure: Figure) -> str:
    """Write a figure as the text of an SVG file."""
    target = StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # browsers have fonts of their own
        figure.savefig(target, format="svg", transparent=True, metadata=nothing)
    return target.getvalue()


def embed_svg(drawing: str, name: str, title: str, values: str) -> Markup:
    """Turn the text of an SVG file into an element of the page."""
    opening, body = drawing[drawing.index("<svg") :].split(">", 1)
    view_box = opening[opening.index("viewBox") :].split('"')[1]
    ids: dict[str, str] = {}
    body = TAG.sub(lambda tag: adapt_tag(tag[0], name, ids), STYLE.sub("", body))
    body = drop_bare_groups(re.sub(r"\n\s*", " ", UNSEEN.sub("", body)))
    width, height = view_box.split()[2:]
    usual = " ".join(f'{attribute}="{value}"' for attribute, value in USUAL.items())
    head = (
        f'<svg role="img" aria-labelledby="{name}-title" aria-describedby="{name}-values" '
        f'viewBox="{view_box}" width="{width}" height="{height}" font-family="sans-serif" {usual}>'
        f'<title id="{name}-title">{escape(show_unseen(title))}</title>'
        f'<desc id="{name}-values">{escape(show_unseen(values))}</desc>'
    )
    return Markup(head + body.strip())


def adapt_tag(tag: str, name: str, ids: dict[str, str]) -> str:
    """Turn a tag of an SVG file into one of the page; text between tags is unchanged.

    Parameters
    ----------
    name : str
        The figure's, with which its ids begin.
    ids : dict of str to str
        The short form of each id so far.
    """
    for pattern, replacement in TRIMMED:
        tag = re.sub(pattern, replacement, tag)
    tag = IDS.sub(lambda one: f"{one[1]}{name}-{ids.setdefault(one[2], str(len(ids)))}", tag)
    return LOOKS_OF_TAG.sub(lambda looks: write_attributes(looks[1]), tag)


def drop_bare_groups(body: str) -> str:
    """Drop the groups of an SVG file that say nothing of what is in them, and space around tags."""
    is_bare: list[bool] = []

    def keep(tag: re.Match[str]) -> str:
        text = tag[0].strip()
        if text.startswith("<g"):
            is_bare.append(text == "<g>")
        is_dropped = text == "<g>" or (text == "</g>" and is_bare.pop())
        return "" if is_dropped else DECIMALS.sub(lambda number: f"{float(number[0]):.2f}", text)

    return re.sub(r"\s*<[^>]*>\s*", keep, body)


def write_attributes(looks: str) -> str:
    """Write the style of an SVG tag as attributes; colours get a class as well."""
    declarations = dict(re.findall(r"([\w-]+): ([^;]+)", looks))
    classes = [f"{name}-{ROLES[value]}" for name, value in declarations.items() if value in ROLES]
    named = f' class="{" ".join(classes)}"' if classes else ""
    return named + "".join(
        f' {name}="{read_palette()[ROLES[value]] if value in ROLES else value}"'
        for name, value in declarations.items()
        if USUAL.get(name) != value
    )
