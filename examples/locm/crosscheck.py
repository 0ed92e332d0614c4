"""Play the same games here and in gym-locm, and compare every state and all legal actions.

    python crosscheck.py --games 600

Both engines get the same decks in the same order and the same actions. The package gym-locm
on PyPI lacks its list of cards, so it is given ours.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import Any, cast

import numpy as np
from locm import GAME
from locm.schema import BattleCard, Keyword
from locm.words import DECK_SLOTS, LANE_SLOTS, PLACES, SEATS, Act, EndReason

from evenhand.decks.deck_list import Deck, sort_slots
from evenhand.game import (
    NOTHING,
    CardPool,
    each,
    has,
    load_pool,
    option_values,
    pack_options,
)
from evenhand.stepping import Batch, Table

__all__ = ["Mirror", "Report", "check_games", "give_cards", "load_engine", "main", "make_table"]

POLICIES = (0.0, 0.0, 0.0, 0.6, 0.97)  # how likely one passes, game by game in turn


# The other engine


def load_engine() -> Any:
    """Import gym-locm's engine."""
    from gym_locm import engine  # type: ignore[import-not-found]

    return engine


def give_cards(engine: Any, pool: CardPool) -> list[Any]:
    """Make gym-locm's cards from ours, let it have them, and return them by row of the pool."""
    types = (engine.Creature, engine.GreenItem, engine.RedItem, engine.BlueItem)
    ours = cast(Sequence[BattleCard], pool.cards)
    made = [make_card(types[card.kind], card) for card in ours]
    sys.modules[engine.Card.__module__]._cards = made  # type: ignore[attr-defined]
    return made


def make_card(of_type: Any, card: BattleCard) -> Any:
    """Make one of gym-locm's cards."""
    letters = "".join(one.name[0] for one in card.keywords)
    own, rival = card.own_health, card.rival_health
    numbers = (card.cost, card.attack, card.defense, letters, own, rival, card.draw)
    return of_type(card.number, card.name, int(card.kind), *numbers, 0, "")


class Unshuffled:
    """Leaves a deck as it is."""

    def shuffle(self, cards: list) -> None:
        """Do nothing."""


class Mirror:
    """A game of gym-locm that is played like one of ours.

    Attributes
    ----------
    number : dict
        What gym-locm calls a card: from (seat, copy) to its number.
    """

    def __init__(self, engine: Any, cards: Sequence[Any], state: Any) -> None:
        self.engine = engine
        orders = [draw_order(state, seat) for seat in range(SEATS)]
        self.number = {
            (seat, copy): 1 + SEATS * place + seat
            for seat, order in enumerate(orders)
            for place, copy in enumerate(order)
        }
        self.game = begin(engine, [[cards[state.card_of[s, c]] for c in orders[s]] for s in (0, 1)])

    def action(self, action: Any, seat: int) -> Any:
        """Say one of our actions as gym-locm does."""
        types = self.engine.ActionType
        origin = self.number.get((seat, int(action["copy_id"])))
        match int(action["kind"]):
            case Act.PASS:
                return self.engine.Action(types.PASS)
            case Act.SUMMON:
                lane = self.engine.Lane(int(action["slot"]))
                return self.engine.Action(types.SUMMON, origin, lane)
            case kind:
                name = types.USE if kind == Act.USE else types.ATTACK
                return self.engine.Action(name, origin, self.target(action))

    def target(self, action: Any) -> int | None:
        """Return the number of the creature aimed at; None for the player."""
        slot, seat = int(action["slot"]), int(action["seat"])
        return None if slot == NOTHING else self.standing[seat, slot]

    def look(self, state: Any) -> None:
        """Note which creatures stand where."""
        self.standing = {
            (seat, place): self.number[
                seat, int(state["players"]["places"]["copy_id"][seat, place])
            ]
            for seat in range(SEATS)
            for place in range(PLACES)
            if state["players"]["places"]["copy_id"][seat, place] != NOTHING
        }


def draw_order(state: Any, seat: int) -> list[int]:
    """List the copies of a deck in the order they come up, those in hand first.

    Only at the start of a game; which of the cards in hand came first does not matter.
    """
    player = state.players[seat]
    hand = [int(copy) for copy in each(int(player.hand))]
    return hand + player.deck[: int(player.n_deck)][::-1].tolist()


def begin(engine: Any, decks: Sequence[list]) -> Any:
    """Begin a battle of gym-locm with decks in a given order, the top card first."""
    game = engine.State(seed=0, version="1.2")
    for player, deck in zip(game.players, decks, strict=True):
        player.deck = list(deck)
    game.phase, game._phase = engine.Phase.BATTLE, game.battle_phase
    game.battle_phase.rng = Unshuffled()
    game.battle_phase.prepare()
    return game


# Both as plain data


def our_view(state: Any, mirror: Mirror) -> dict[str, Any]:
    """Return our state by gym-locm's numbers of cards."""
    turn = int(state.turn)
    shown: dict[str, Any] = {"round": (turn + 1) // SEATS, "active": int(state.active)}
    for seat in range(SEATS):
        player, number = state.players[seat], mirror.number
        deck = player.deck[: int(player.n_deck)][::-1].tolist()
        shown[f"player {seat + 1}"] = {
            "health": int(player.health),
            "rune": int(player.rune),
            "mana": int(player.mana),
            "growing mana": int(player.growing_mana),
            "bonus mana": int(player.bonus_mana),
            "cards due": int(player.due),
            "hand": sorted(number[seat, int(copy)] for copy in each(int(player.hand))),
            "deck": [number[seat, copy] for copy in deck],
            "creatures": dict(our_creatures(player, seat, number)),
        }
    return shown


def our_creatures(player: Any, seat: int, number: Any) -> Iterator[tuple[int, tuple]]:
    """Go through our creatures: number, and (lane, attack, defense, keywords, flags)."""
    for index, place in enumerate(player.places):
        if place.copy_id != NOTHING:
            letters = "".join(one.name[0] for one in Keyword if has(int(place.keywords), one))
            numbers = index // LANE_SLOTS, int(place.attack), int(place.defense), letters
            flags = bool(place.awake), bool(place.attacked)
            yield number[seat, int(place.copy_id)], (*numbers, *flags)


def their_view(game: Any) -> dict[str, Any]:
    """Return gym-locm's state in the same form."""
    shown: dict[str, Any] = {"round": game.turn, "active": int(game._current_player)}
    for seat, player in enumerate(game.players):
        shown[f"player {seat + 1}"] = {
            "health": player.health,
            "rune": player.next_rune,
            "mana": player.mana,
            "growing mana": player.base_mana,
            "bonus mana": player.bonus_mana,
            "cards due": player.bonus_draw,
            "hand": sorted(card.instance_id for card in player.hand),
            "deck": [card.instance_id for card in reversed(player.deck)],
            "creatures": dict(their_creatures(player)),
        }
    return shown


def their_creatures(player: Any) -> Iterator[tuple[int, tuple]]:
    """Go through gym-locm's creatures."""
    for lane, creatures in enumerate(player.lanes):
        for one in creatures:
            letters = "".join(sorted(one.keywords))
            flags = bool(one.can_attack), bool(one.has_attacked_this_turn)
            yield one.instance_id, (lane, one.attack, one.defense, letters, *flags)


def our_options(menu: Any, state: Any, mirror: Mirror) -> set[tuple]:
    """Return what is offered; a card in hand by its row, as we offer like ones once."""
    seat = int(state.seat)
    found = set()
    for action in menu["actions"][: int(menu["n"])]:
        said = mirror.action(action, seat)
        row = int(state.card_of[seat, max(int(action["copy_id"]), 0)])
        found.add(option_key(said, row))
    return found


def their_options(mirror: Mirror, state: Any) -> set[tuple]:
    """Return what gym-locm allows, in the same form."""
    rows: dict[int | None, int] = {
        number: int(state.card_of[seat, copy]) for (seat, copy), number in mirror.number.items()
    }
    rows[None] = 0
    return {option_key(one, rows[one.origin]) for one in mirror.game.available_actions}


def option_key(action: Any, row: int) -> tuple:
    """Name an action."""
    name = action.type.name
    if name == "PASS":
        return (name,)
    return name, action.origin if name == "ATTACK" else row, action.target


# Checking


@dataclass
class Report:
    """What came of a comparison.

    Attributes
    ----------
    mismatches : list of str
        Each with game and decision; empty if the engines agree.
    both_fell : int
        Games in which both ran out of health at once ..
    won_otherwise : int
        .. and those of them that gym-locm gives to the other player.
    seen : Counter
        How often things came up: acts, ends, cards played.
    """

    games: int = 0
    states: int = 0
    both_fell: int = 0
    won_otherwise: int = 0
    seen: Counter = field(default_factory=Counter)
    mismatches: list[str] = field(default_factory=list)


def make_table(**options: int | str) -> Table:
    """Make a table without decks; the game need not be installed."""
    values = option_values(GAME.options, {name: str(one) for name, one in options.items()})
    pool = load_pool(GAME.schema)
    return Table(GAME, pool, (), GAME.pack_pool(pool), pack_options(GAME.options, values))


def random_decks(table: Table, only: str, rng: np.random.Generator) -> Table:
    """Return a table with two decks of 30 random cards, or of one card alone."""
    pool = table.pool
    rows = np.array(pool.rows_of(only) if only else range(len(pool.cards)))
    picked = [rng.choice(rows, DECK_SLOTS).tolist() for _ in range(SEATS)]
    named = [Deck("random", sort_slots(GAME.schema, pool, deck), "", "") for deck in picked]
    return replace(table, decks=tuple(named))


def check_games(n_games: int, seed: int = 1, only: str = "", **options: int | str) -> Report:
    """Play games in both engines, step by step.

    Parameters
    ----------
    only : str
        The card that all decks are of; random cards if not given.
    **options
        Rule options, for our engine alone.
    """
    engine, report = load_engine(), Report()
    table = make_table(**options)
    cards = give_cards(engine, table.pool)
    rng = np.random.default_rng(seed)
    for number in range(n_games):
        batch = Batch(random_decks(table, only, rng), 1)
        batch.begin([number])
        passing = POLICIES[number % len(POLICIES)]
        check_game(batch, Mirror(engine, cards, batch.states[0]), passing, rng, report)
    return report


def check_game(
    batch: Batch, mirror: Mirror, passing: float, rng: np.random.Generator, report: Report
) -> None:
    """Play one game to its end, or to the first difference."""
    report.games += 1
    while not batch.is_over[0]:
        if not compare(batch, mirror, report):
            return
        choice = choose(int(batch.n_options[0]), passing, rng)
        step(batch, mirror, choice, report)
    compare(batch, mirror, report)
    compare_ends(batch.states[0], mirror, report)


def choose(n_options: int, passing: float, rng: np.random.Generator) -> int:
    """Choose an option at random; the first is to pass."""
    return 0 if rng.random() < passing else int(rng.integers(n_options))


def step(batch: Batch, mirror: Mirror, choice: int, report: Report) -> None:
    """Carry the same answer out in both engines."""
    state, action = batch.states[0], batch.menus["actions"][0][choice]
    said = mirror.action(action, int(state.seat))
    report.seen[said.type.name] += 1
    if int(action["kind"]) in (Act.SUMMON, Act.USE):
        row = int(state.card_of[int(state.seat), int(action["copy_id"])])
        report.seen[batch.table.pool.labels[row]] += 1
    batch.step(np.array([choice]))
    mirror.game.act(said)


def compare(batch: Batch, mirror: Mirror, report: Report) -> bool:
    """Compare the states, and what can be done in them; return whether they agree."""
    state = batch.states[0]
    mirror.look(state)
    report.states += 1
    pairs: list[tuple[str, Any, Any]] = [
        ("state", our_view(state, mirror), their_view(mirror.game))
    ]
    if not batch.is_over[0]:
        offered = our_options(batch.menus[0], state, mirror)
        pairs.append(("actions", offered, their_options(mirror, state)))
    wrong = [(what, ours, theirs) for what, ours, theirs in pairs if ours != theirs]
    for what, ours, theirs in wrong:
        place = f"game {report.games}, decision {int(state.decisions)}, {what}"
        report.mismatches.append("\n  ".join([place, *differences(ours, theirs)]))
    return not wrong


def differences(ours: Any, theirs: Any, place: str = "") -> Iterator[str]:
    """Say where two accounts differ."""
    if isinstance(ours, dict):
        for key in {**ours, **theirs}:
            yield from differences(ours.get(key), theirs.get(key), f"{place}{key}: ")
    elif isinstance(ours, set):
        ours_alone, theirs_alone = sorted(ours - theirs, key=str), sorted(theirs - ours, key=str)
        yield f"{place}only ours {ours_alone}, only theirs {theirs_alone}"
    elif ours != theirs:
        yield f"{place}ours {ours}, theirs {theirs}"


def compare_ends(state: Any, mirror: Mirror, report: Report) -> None:
    """Compare who won; if both fell, gym-locm always gives it to the second player."""
    reason, winner = EndReason(int(state.end_reason)), int(state.winner)
    report.seen[reason.name] += 1
    report.seen["past round 50"] += int(state.turn) > 50 * SEATS
    report.both_fell += reason == EndReason.BOTH
    agree = mirror.game.winner == winner
    if reason == EndReason.BOTH and not agree:
        report.won_otherwise += 1
    elif not agree:
        theirs = mirror.game.winner
        report.mismatches.append(f"game {report.games}: we say {winner} won, they say {theirs}")


def tell(report: Report, n_cards: int) -> Iterator[str]:
    """Say what came of it, line by line."""
    kinds = ("PASS", "SUMMON", "USE", "ATTACK")
    acts = ", ".join(f"{report.seen[kind]:,} {kind.lower()}" for kind in kinds)
    names = {*kinds, *(one.name for one in EndReason), "past round 50"}
    played = len(set(+report.seen) - names)
    yield f"{report.games:,} games, {report.states:,} states compared; {acts}"
    yield f"{played} of {n_cards} cards played; {report.seen['past round 50']} games past round 50"
    yield f"{report.seen['EMPTY_DECK']} games ended by an empty deck"
    yield f"both fell in {report.both_fell} games; {report.won_otherwise} have another winner there"
    yield f"{len(report.mismatches)} mismatches"
    yield from report.mismatches[:5]


def main() -> int:
    """Run the comparison from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a card that all decks are made of")
    parser.add_argument("--set", action="append", default=[], help="OPTION=VALUE, for our rules")
    given = parser.parse_args()
    if find_spec("gym_locm") is None:
        print("gym-locm is not installed: pip install gym-locm", file=sys.stderr)
        return 2
    options = dict(one.split("=", 1) for one in given.set)
    report = check_games(given.games, given.seed, given.only, **options)
    print(*tell(report, len(load_pool(GAME.schema).cards)), sep="\n")
    return 1 if report.mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
