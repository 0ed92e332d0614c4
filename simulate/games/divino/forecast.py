"""What a bot expects of a fight: of one attacker, of one block (R14-R19)."""

import numpy as np

from decks.divino.words import Keyterm, Noun
from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, MOST, each, has, size
from simulate.games.divino.cards import aimed_at
from simulate.games.divino.combat import can_reach
from simulate.games.divino.numbers import atk_of, defense_of, energy_at, has_keyterm
from simulate.games.divino.places import kind_of, place, player_place
from simulate.games.divino.values import energy_lost, is_fighter, is_player, threat_to

__all__ = ["attack_worth", "best_block", "block_worth", "wants_attack_mode"]


@rule
def blow_worth(state, table, weights, source, target):
    """Value what one card's combat damage does to another, for the one who deals it."""
    n = atk_of(state, source) - defense_of(state, target)
    worth = energy_lost(state, table, weights, target, n)
    if is_player(state, target):
        worth = worth * weights.harm // 100
        seat = target // MOST
        is_bare = kind_of(state, seat, Noun.COMBAT_CARD) == EMPTY
        if is_bare and n >= energy_at(state, target):
            worth += 5_000
    return worth


@rule
def attack_worth(state, table, weights, attacker, target):
    """Value an attack: what it does unblocked, and what the best blocker makes of it."""
    seat, prey = attacker // MOST, target // MOST
    open_worth = blow_worth(state, table, weights, attacker, target)
    if is_player(state, target):
        open_worth = open_worth * weights.attack // 100
    open_worth -= blow_worth(state, table, weights, target, attacker) // (
        2 if is_player(state, target) else 1
    )
    worst, n_guards = open_worth, np.int64(0)
    player = state.players[prey]
    guards = kind_of(state, prey, Noun.COMBAT_CARD) & ~player.tapped & ~player.attacked
    for copy in each(guards):
        guard = place(prey, copy)
        if guard != target and can_reach(state, guard, attacker):
            n_guards += 1
            trade = blow_worth(state, table, weights, attacker, guard)
            worst = min(worst, trade - blow_worth(state, table, weights, guard, attacker))
    n_attackers = size(state.attackers) + 1
    worth = (open_worth * n_attackers + worst * n_guards) // (n_attackers + n_guards)
    return worth - exposure(state, table, weights, seat, attacker)


@rule
def exposure(state, table, weights, seat, attacker):
    """Value a card not being there to block in the enemy's next turn."""
    if has_keyterm(state, attacker, Keyterm.TIRELESS):
        return np.int64(0)
    life = energy_at(state, player_place(state, seat))
    if threat_to(state, table, seat) < life + energy_at(state, attacker):
        return np.int64(20)
    return (energy_at(state, attacker) * weights.body // 2 + 50) * weights.guard // 100


@rule
def block_worth(state, table, weights, blocker, attacker):
    """Value a block: what it saves, what it kills, what it costs."""
    seat = blocker // MOST
    aim = np.int64(state.players[state.active].aim[attacker % MOST])
    worth = blow_worth(state, table, weights, blocker, attacker)
    if has(state.blocked, attacker % MOST):
        return worth - 60
    if aim >= 0:
        n = atk_of(state, attacker) - defense_of(state, aim)
        worth += energy_lost(state, table, weights, aim, n)
        if is_player(state, aim) and n >= energy_at(state, aim):
            worth += 300
    if aimed_at(aim) != seat:
        return np.int64(-1)
    return worth - blow_worth(state, table, weights, attacker, blocker)


@rule
def best_block(state, table, weights, blocker, attackers):
    """Value the best block of a card."""
    best = np.int64(-100_000)
    for copy in each(attackers):
        attacker = place(state.active, copy)
        best = max(best, block_worth(state, table, weights, blocker, attacker))
    return best


@rule
def wants_attack_mode(state, table, where):
    """Say whether a card had better be in attack mode."""
    if has_keyterm(state, where, Keyterm.DEFENDER) or not is_fighter(state, where):
        return False
    seat = where // MOST
    atk = atk_of(state, where)
    if atk == 0:
        return False
    is_safe = threat_to(state, table, seat) < energy_at(state, player_place(state, seat))
    return is_safe or atk >= energy_at(state, where)
