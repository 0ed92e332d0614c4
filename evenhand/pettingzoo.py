"""Every game as a PettingZoo environment; needs ``pip install evenhand[pettingzoo]``.

An action is an option's place in the menu of the question, so the actions of all games are
``Discrete(256)``, of which the mask allows the first few. What each place means is in the
observation, under "options": kind, seat, slot and card of each option.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from evenhand.simulate.engine.menu import MENU_SLOTS
from evenhand.simulate.view.names import player_key
from evenhand.stepping import HIGHEST_SEED, Batch, Stepping, set_table

__all__ = ["GameEnv", "env"]

FIELDS = ("kind", "seat", "slot", "copy_id")  # of an option


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game, its seats as agents "player_1" ..; see `evenhand.stepping.set_table`."""

    def __init__(self, game: str, decks: Any = (), **table: Any) -> None:
        super().__init__()
        self.batch = Batch(set_table(game, decks, **table), 1)
        self.game = Stepping(self.batch)
        self.metadata = {
            "name": f"evenhand_{game}_v0",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = [player_key(seat) for seat in range(len(self.batch.table.decks))]
        self._luck = np.random.default_rng()
        self.batch.begin([0])
        n = self.batch.observe().shape[1]
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(-(2.0**31), 2.0**31, (n,), np.float32),
                "options": spaces.Box(-(2**15), 2**15 - 1, (MENU_SLOTS, len(FIELDS)), np.int16),
                "action_mask": spaces.Box(0, 1, (MENU_SLOTS,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(MENU_SLOTS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees, the same for all."""
        return self._seen

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the places of a menu."""
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees; options are seen by the one who is asked."""
        seat = self.possible_agents.index(agent)
        options = np.zeros((MENU_SLOTS, len(FIELDS)), np.int16)
        mask = np.zeros(MENU_SLOTS, np.int8)
        if seat == self.game.seat and not self.game.is_over:
            n = self.game.n_options
            actions = self.batch.menus["actions"][0][:n]
            options[:n] = np.stack([actions[name] for name in FIELDS], axis=1)
            mask[:n] = 1
        seen = self.batch.observe(np.array([seat]))[0]
        return {"observation": seen, "options": options, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; the same seed deals the same, and without one the next is another."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.batch.begin([int(self._luck.integers(HIGHEST_SEED))])
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.seat]

    def step(self, action: int | None) -> None:
        """Take an option by its place in the menu."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.apply(int(action))  # type: ignore[arg-type]
        self.rewards = dict(zip(self.agents, self.game.returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, self.game.is_over)
        self.agent_selection = self.agents[self.game.seat]
        self._accumulate_rewards()

    def render(self) -> None:
        """Draw nothing."""

    def close(self) -> None:
        """Hold nothing that needs to be given back."""


def env(game: str, decks: Any = (), **table: Any) -> GameEnv:
    """Make the environment of a game."""
    return GameEnv(game, decks, **table)
