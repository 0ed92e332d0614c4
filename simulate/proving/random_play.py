"""Random play of any game: random legal decks, options and bots; every state is checked."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from evenhand.decks.deck_list import Deck, sort_slots
from evenhand.decks.pool import CardPool, load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import Option, option_values
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.game import Game
from evenhand.simulate.proving.sample_plan import sample_entrants
from evenhand.simulate.proving.states import describe_step_place, find_end, find_overrun, find_wrong
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.view.fields import Sight

__all__ = [
    "BOTS",
    "Findings",
    "changes",
    "check_games",
    "describe_plan",
    "is_legal",
    "play_sample_games",
    "random_deck",
    "random_options",
    "random_plan",
]  # fmt: skip

SWAPS = 60  # attempts to replace a card of a deck
TRIES = 200  # attempts to draw options under which enough decks are legal
BOTS = ("random", "random", "random", "novice", "heuristic")
CHANGED = 0.15  # share of the rule options that are not at their default


@dataclass
class Findings:
    """Counts and faults of random play."""

    games: int = 0
    steps: int = 0
    errors: int = 0  # games that hit a capacity, which results count and show
    endless: int = 0  # games with an endless turn
    faults: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)  # reasons why those games were stopped


def random_options(game: Game, luck: random.Random) -> dict[str, int | str]:
    """Draw random values for some of the rule options."""
    changed = {}
    for option in game.options:
        if luck.random() < CHANGED:
            changed[option.name] = str(random_value(option, luck))
    return option_values(game.options, changed)


def random_value(option: Option, luck: random.Random) -> int | str:
    """Draw a word, an end of the range, or a number near the default."""
    if option.words:
        return luck.choice(option.words)
    near = int(option.default) + luck.randint(-2, 2)
    value = luck.choice((option.lowest, option.highest, near, near))
    return max(option.lowest, min(option.highest, value))


def random_deck(
    game: Game, pool: CardPool, base: Deck, mode: str, options: dict, luck: random.Random
) -> Deck:
    """Replace random cards of a deck by others; replacements that are not legal are rejected."""
    rows = list(base.cards)
    for _ in range(SWAPS):
        tried = list(rows)
        tried[luck.randrange(len(rows))] = luck.randrange(len(pool.cards))
        if is_legal(game, pool, tried, mode, options):
            rows = tried
    return Deck(base.name, sort_slots(game.schema, pool, rows), base.file, base.content_hash)


def is_legal(game: Game, pool: CardPool, rows: Iterable[int], mode: str, options: dict) -> bool:
    """Return whether cards make a legal deck."""
    cards = [pool.cards[row] for row in rows]
    return all(finding.is_note for finding in game.schema.deck_rules(cards, mode, options))


def random_plan(game: Game, pool: CardPool, luck: random.Random, seats: int = 0) -> Plan:
    """Draw a random plan, with the minimum or the maximum number of players by default."""
    schema = game.schema
    seats = seats or luck.choice(game.seats)
    for _ in range(TRIES):
        mode = luck.choice(schema.modes)
        options = random_options(game, luck)
        entrants = sample_entrants(game, pool, mode)
        if mode in schema.sealed_modes:
            break
        bases = [
            deck
            for deck in entrants
            if isinstance(deck, Deck) and is_legal(game, pool, deck.cards, mode, options)
        ]
        if len(bases) >= min(seats, len(entrants)):
            chosen = luck.sample(bases, min(seats, len(bases)))
            entrants = [random_deck(game, pool, base, mode, options, luck) for base in chosen]
            break
    bots = [load_bot(game, luck.choice(BOTS))]
    seed = luck.randrange(2**62)
    return Plan(game, mode, pool, entrants, bots, options, 2, seed, mirrors=True, n_seats=seats)


def check_games(plan: Plan, findings: Findings, games: int) -> None:
    """Play some games of a plan and check every state of each."""
    arrays = plan_arrays(plan)
    sight = Sight(plan.pool, arrays.pool[0])
    for number in range(games):
        matchup = number % len(arrays.matchups)
        trace = Trace.blank(plan.game.state_record(plan.n_seats), number % plan.n_seats)
        where = f"{plan.game.name} seed {plan.seed} matchup {matchup} pair {number}"
        try:
            rows = play(arrays, Chunk(0, matchup, number, 1), trace=trace)
        except IndexError:
            findings.faults.append(f"{where}: an index out of bounds\n{describe_plan(plan)}")
            return
        reason = int(rows[number % plan.n_seats]["end_reason"])
        states = trace.states[: trace.n + 1]
        findings.games += 1
        findings.steps += trace.n
        findings.errors += int(reason == ENGINE_ERROR)
        findings.endless += int(reason == ENDLESS)
        if reason in (ENGINE_ERROR, ENDLESS):
            told = f"{find_end(arrays, trace, reason)} ({describe_step_place(states, trace.n)})"
            findings.limits.append(f"{where}: {told}\n{describe_plan(plan)}")
        if fault := find_overrun(states):
            findings.faults.append(f"{where}: {fault}\n{describe_plan(plan)}")
        for fault, step in find_wrong(arrays, sight, trace):
            told = f"{fault} ({describe_step_place(states, step)})"
            findings.faults.append(f"{where}: {told}\n{describe_plan(plan)}")


def describe_plan(plan: Plan) -> str:
    """Describe a plan completely, so that its games can be reproduced."""
    bots = ", ".join(bot.name for bot in plan.bots)
    cards = [f"    {card.name}: {card.text}" for card in plan.pool.cards if card.text]
    decks = [f"    {entrant}" for entrant in plan.entrants]
    return "\n".join([f"    {changes(plan)} {bots} {plan.mode}", *decks, *cards])


def changes(plan: Plan) -> dict[str, int | str]:
    """Return the options that are not at their default."""
    defaults = option_values(plan.game.options, {})
    return {name: value for name, value in plan.options.items() if value != defaults[name]}


def play_sample_games(game: Game, seeds: Iterable[int], games: int) -> Findings:
    """Play random games with the game's sample cards."""
    findings, pool = Findings(), load_pool(game.schema)
    for seed in seeds:
        check_games(random_plan(game, pool, random.Random(seed)), findings, games)
    return findings
