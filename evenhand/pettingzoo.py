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
from evenhand.simulate.runs.plan import HIGHEST_SEED
from evenhand.simulate.view.names import player_key
from evenhand.stepping import Batch, Stepping, set_table

__all__ = ["GameEnv", "env"]

FIELDS = ("kind", "seat", "slot", "copy_id")  # of an option
NUMBERS = np.iinfo(np.int16)


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game, its seats as agents "player_1" ..; see `evenhand.stepping.set_table`.

    Attributes
    ----------
    batch : Batch
        The game, as a batch of one; ``batch.table.columns.names`` names the numbers of an
        observation.
    """

    def __init__(self, game: str, decks: Any = (), **table: Any) -> None:
        super().__init__()
        self.batch = Batch(set_table(game, decks, **table), 1)
        self.game = Stepping(self.batch)
        self.metadata = {
            "name": f"evenhand_{game}_v1",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = [player_key(seat) for seat in range(self.batch.table.n_seats)]
        self._luck = np.random.default_rng()
        n, cards = self.batch.table.columns.n, self.batch.cards.shape[1:]
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(NUMBERS.min, NUMBERS.max, (n,), np.int16),
                "cards": spaces.Box(0, NUMBERS.max, cards, np.int16),
                "options": spaces.Box(
                    NUMBERS.min, NUMBERS.max, (MENU_SLOTS, len(FIELDS)), np.int16
                ),
                "action_mask": spaces.Box(0, 1, (MENU_SLOTS,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(MENU_SLOTS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the PettingZoo space of what an agent sees, the same for all."""
        return self._seen

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the places of a menu as a PettingZoo space."""
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent of PettingZoo sees; options are seen by the one who is asked.

        Returns
        -------
        dict
            "observation", int16, shape (columns,): see `evenhand.stepping.Batch.observe`;
            "cards", int16, shape (seats, slots): the row in the pool of each card of the open
            deck lists; "options", int16, shape (256, 4): kind, seat, slot and card of each;
            "action_mask", int8, shape (256,): 1 for the options on offer.
        """
        seat = self.possible_agents.index(agent)
        options = np.zeros((MENU_SLOTS, len(FIELDS)), np.int16)
        mask = np.zeros(MENU_SLOTS, np.int8)
        if seat == self.game.seat and not self.game.is_over:
            n = self.game.n_options
            actions = self.batch.menus["actions"][0][:n]
            for column, name in enumerate(FIELDS):
                options[:n, column] = actions[name]
            mask[:n] = 1
        seen, cards = self.game.numbers_seen_by(seat), self.batch.cards[0].copy()
        return {"observation": seen, "cards": cards, "options": options, "action_mask": mask}

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
    """Make the PettingZoo environment of a game; see `evenhand.stepping.set_table`."""
    return GameEnv(game, decks, **table)
