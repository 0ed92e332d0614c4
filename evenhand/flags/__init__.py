"""The flags of all commands, each declared once with its type, default and help text.

A command's flags are a frozen dataclass. `evenhand.cli` passes its fields to Typer as the
command's parameters, and the dataclass to the command. A flag that is not given has the
field's default.
"""

from evenhand.flags.authors import NewGameFlags, ScenarioFlags, TestGameFlags
from evenhand.flags.finished_runs import ExportFlags, ReplayFlags, ReportFlags
from evenhand.flags.games_and_cards import (
    BotsFlags,
    CardsFlags,
    DeckFlags,
    GamesFlags,
    InitFlags,
    TrainFlags,
    WordsFlags,
)
from evenhand.flags.playing import (
    CheckFlags,
    CompareFlags,
    HistoryFlags,
    RunFlags,
    WatchFlags,
)
from evenhand.flags.questions import (
    BreakFlags,
    CompensateFlags,
    ImpactFlags,
    MetagameFlags,
    PriceFlags,
    RealFlags,
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
    "HistoryFlags",
    "ImpactFlags",
    "InitFlags",
    "MetagameFlags",
    "NewGameFlags",
    "PlayFlags",
    "PriceFlags",
    "RealFlags",
    "ReplayFlags",
    "ReportFlags",
    "RunFlags",
    "ScenarioFlags",
    "SynergyFlags",
    "TestGameFlags",
    "TrainFlags",
    "TuneFlags",
    "WatchFlags",
    "WordsFlags",
]  # fmt: skip
