"""What BlackPoker answers to the hooks of the shared code."""

from evenhand.simulate.compiling import supply
from evenhand.simulate.engine import hooks as game_hooks
from evenhand.simulate.games.blackpoker import rules
from evenhand.simulate.games.blackpoker.bot import hidden, scores

__all__ = ["HOOKS"]

HOOKS = supply(
    game_hooks,
    set_up=rules.set_up,
    legal_actions=rules.legal_actions,
    apply=rules.apply,
    standing=rules.standing,
    # Bots
    score=scores.score,
    resample_hidden=hidden.resample_hidden,
)
