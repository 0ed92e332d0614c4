"""What the game answers to the hooks of the shared code."""

from evenhand.game import game_hooks, supply
from locm import bots, rules

__all__ = ["HOOKS"]

HOOKS = supply(
    game_hooks,
    set_up=rules.set_up,
    legal_actions=rules.legal_actions,
    apply=rules.apply,
    standing=rules.standing,
    # Bots
    score=bots.score,
    resample_hidden=bots.resample_hidden,
)
