"""The flags of every command, each declared once: its type, its default, its line of help.

A command's flags are a frozen dataclass. `evenhand.cli` gives its fields to Typer as the
parameters of the command, and the command gets the dataclass. A flag that is not given
keeps the field's default.
"""

from evenhand.flags.authors import NewGameFlags, TestGameFlags
from evenhand.flags.files import (
    BotsFlags,
    CardsFlags,
    DeckFlags,
    ExportFlags,
    GamesFlags,
    InitFlags,
    ReplayFlags,
    ReportFlags,
    ScenarioFlags,
    WatchFlags,
    WordsFlags,
)
from evenhand.flags.playing import CheckFlags, CompareFlags, RunFlags
from evenhand.flags.questions import (
    BreakFlags,
    CompensateFlags,
    ImpactFlags,
    MetagameFlags,
    PriceFlags,
    SynergyFlags,
    TuneFlags,
)
from evenhand.flags.shared import PlayFlags

__all__ = [
    "BotsFlags",
    "BreakFlags",
    "CardsFlags",
    "CheckFlags",
    "CompareFlags",
    "CompensateFlags",
    "DeckFlags",
    "ExportFlags",
    "GamesFlags",
    "ImpactFlags",
    "InitFlags",
    "MetagameFlags",
    "NewGameFlags",
    "PlayFlags",
    "PriceFlags",
    "ReplayFlags",
    "ReportFlags",
    "RunFlags",
    "ScenarioFlags",
    "SynergyFlags",
    "TestGameFlags",
    "TuneFlags",
    "WatchFlags",
    "WordsFlags",
]  # fmt: skip
