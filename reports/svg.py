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
STYLE = re.compile(r"(?s)<style.*?</style>")
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
    body = TAG.sub(lambda tag: adapt_tag(tag[0], name), STYLE.sub("", body))
    body = re.sub(r"\n\s*", " ", body)
    width, height = view_box.split()[2:]
    head = (
        f'<svg role="img" aria-labelledby="{name}-title" aria-describedby="{name}-values" '
        f'viewBox="{view_box}" width="{width}" height="{height}" font-family="sans-serif" '
        f'stroke-linejoin="round" stroke-linecap="butt">'
        f'<title id="{name}-title">{escape(show_unseen(title))}</title>'
        f'<desc id="{name}-values">{escape(show_unseen(values))}</desc>'
    )
    return Markup(head + body.strip())


def adapt_tag(tag: str, name: str) -> str:
    """Turn a tag of an SVG file into one of the page; text between tags is unchanged."""
    for pattern, replacement in TRIMMED:
        tag = re.sub(pattern, replacement, tag)
    tag = re.sub(r'(id="|href="#(?!card-)|url\(#)', rf"\g<1>{name}-", tag)
    return LOOKS_OF_TAG.sub(lambda looks: write_attributes(looks[1]), tag)


def write_attributes(looks: str) -> str:
    """Write the style of an SVG tag as attributes; colours get a class as well."""
    declarations = dict(re.findall(r"([\w-]+): ([^;]+)", looks))
    classes = [f"{name}-{ROLES[value]}" for name, value in declarations.items() if value in ROLES]
    named = f' class="{" ".join(classes)}"' if classes else ""
    return named + "".join(
        f' {name}="{read_palette()[ROLES[value]] if value in ROLES else value}"'
        for name, value in declarations.items()
    )
