"""Which names of `evenhand.game` and `evenhand.abilities` stand on which page of the reference.

They are grouped as an author looks for them. Modules are those that the names are imported from,
without ``evenhand.`` in front.
"""

from dataclasses import dataclass

__all__ = ["PAGES", "SELDOM", "SELDOM_NEEDED", "Page"]

SELDOM_NEEDED = "seldom needed"
SELDOM = {"option_values", "pack_options"}
ABILITIES = "simulate.engine.abilities"


@dataclass(frozen=True)
class Page:
    """A page: its file, its heading, what it says first, and modules by the headings of groups."""

    file: str
    title: str
    text: str
    groups: dict[str, tuple[str, ...]]


PAGES = (
    Page(
        "game.md",
        "Declaring and showing a game",
        "What `GAME`, the options, the hooks and `VIEW` are made of. All names are those of "
        "`evenhand.game`. [What a game of your own is written with](../games-api.md) has what "
        "hooks may count on.",
        {
            "The declaration": ("simulate.game", "simulate.compiling"),
            "Options and bots' weights": ("simulate.engine.options",),
            "Hooks that every game answers": ("simulate.engine",),
            "The view": ("simulate.view.view", "simulate.view.fields"),
            "Places for cards": ("simulate.view.zones",),
            "Names of players and cards": ("simulate.view.names", "simulate.view.dealer"),
        },
    ),
    Page(
        "rules.md",
        "What rules are written with",
        "Functions on the records of one game. The order of arguments is the same everywhere: "
        "`state, pool, options`, then who (`seat`), then what (`copy`: a card, as the number of a "
        "slot of its owner's deck). All names are those of `evenhand.game`.",
        {
            "Records and their fields": ("decks.records", "simulate.engine.pool_record"),
            "Questions, the end, and what is counted": ("simulate.engine.state",),
            "Options of a question": ("simulate.engine.menu",),
            "Sets, of cards and of players": ("simulate.engine.sets",),
            "The deck as a pile": ("simulate.engine.piles",),
            "Hands and discard piles": ("simulate.engine.hands",),
            "Chance": ("simulate.engine.rng",),
            "Players, and who finishes where": ("simulate.engine.seats", "simulate.engine.losses"),
            "What waits: tasks": ("simulate.engine.agenda",),
            "What waits: a stack that players answer": ("simulate.engine.stack",),
            "Seldom needed": (SELDOM_NEEDED,),
        },
    ),
    Page(
        "cards.md",
        "Cards and decks",
        "What `SCHEMA` is made of, and what reads it. All names are those of `evenhand.game`.",
        {
            "The schema": ("decks.schema",),
            "A card and its columns": ("decks.card", "decks.cells"),
            "Deck rules": ("decks.legality",),
            "Better and plain cards": ("decks.better", "decks.plain"),
            "Card files": ("decks.pool",),
            "Errors": ("decks.problems",),
        },
    ),
    Page(
        "abilities.md",
        "Abilities",
        "For games whose cards have abilities: the words of their texts, what the engine does with "
        "them, and what the game supplies. All names are those of `evenhand.abilities`.",
        {
            "Words of abilities": ("decks.language.vocabulary", "decks.language.usual_words"),
            "Compiled abilities": ("decks.language.rows",),
            "Hooks of a game with abilities": (ABILITIES,),
            "Kinds, and how many there may be": (f"{ABILITIES}.enums",),
            "Fields of the state": (f"{ABILITIES}.fields",),
            "Carrying abilities out": (f"{ABILITIES}.steps", f"{ABILITIES}.questions"),
            "What selectors speak of": (f"{ABILITIES}.selecting",),
            "Triggers": (f"{ABILITIES}.triggers",),
            "Abilities that are used at will": (f"{ABILITIES}.usable",),
            "Lasting changes": (f"{ABILITIES}.changes",),
            "Verbs of hands and decks": (f"{ABILITIES}.verbs",),
            "What bots make of abilities": (f"{ABILITIES}.worth",),
            "Showing abilities": ("simulate.view.abilities",),
        },
    ),
)
