"""Where the further runs of a panel are: in the folder ``panel`` of the run that leads it."""

import re
from collections.abc import Sequence
from pathlib import Path

from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.run_folder import RUN_FILE

__all__ = ["find_panel_runs", "name_panel_run"]

PANEL_FOLDER = "panel"
VERSUS = " v "
UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def name_panel_run(bots: Sequence[Bot]) -> Path:
    """Name the folder of what one bot plays, or of two bots that meet, in that of a run."""
    return Path(PANEL_FOLDER) / UNSAFE.sub("-", VERSUS.join(bot.name for bot in bots))


def find_panel_runs(run_dir: Path) -> list[Path]:
    """Find the folders of a panel's further runs, in order of their names."""
    return sorted(file.parent for file in (run_dir / PANEL_FOLDER).glob(f"*/{RUN_FILE}"))
