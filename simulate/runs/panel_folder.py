"""The folders of a panel's further runs, in the folder ``panel`` of its first run."""

import re
from collections.abc import Sequence
from pathlib import Path

from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.run_folder import RUN_FILE

__all__ = ["PANEL_FOLDER", "find_lead_folder", "find_panel_runs", "name_panel_run"]

PANEL_FOLDER = "panel"
VERSUS = " v "
UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def name_panel_run(bots: Sequence[Bot]) -> Path:
    """Return the folder for the games of one bot, or of two, relative to the first run's."""
    return Path(PANEL_FOLDER) / UNSAFE.sub("-", VERSUS.join(bot.name for bot in bots))


def find_panel_runs(run_dir: Path) -> list[Path]:
    """Return the folders of a panel's further runs, sorted by name."""
    return sorted(file.parent for file in (run_dir / PANEL_FOLDER).glob(f"*/{RUN_FILE}"))


def find_lead_folder(run_dir: Path) -> Path | None:
    """Return the folder of the run whose panel a run is of; None if it is of none."""
    panel = run_dir.absolute().parent
    return panel.parent if panel.name == PANEL_FOLDER else None
