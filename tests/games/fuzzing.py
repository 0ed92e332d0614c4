"""Random play of any game: random legal decks, options and bots, every state looked over.

Games are played compiled with bounds checks (``NUMBA_BOUNDSCHECK=1``), which stop at a
write past the end of a field, and written down question by question, so that what must
be true of every state is checked after every step.
"""

import random
from dataclasses import dataclass, field
from importlib import import_module

import numpy as np

from evenhand.decks.deck_list import Deck, canonical, load_deck, sample_decks
from evenhand.decks.pool import CardPool, load_pool, make_pool
from evenhand.decks.product import load_product, sample_products
from evenhand.decks.sheet import Row, Sheet
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.agenda import TASKS_PER_GAME, TASKS_PER_TURN
from evenhand.simulate.engine.options import Option, option_values
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.game import Game
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.loop import QUESTIONS_PER_GAME, QUESTIONS_PER_TURN
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.view.fields import Sight

SWAPS = 60  # tries to put another card into a deck
BOTS = ("random", "random", "random", "novice", "heuristic")
LOOPED_BOTS = ("random", "heuristic", "lookahead")
NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")  # decks
CHANGED = 0.15  # share of the rule options that are not at their default


@dataclass
class Findings:
    """What random play came across."""

    games: int = 0
    steps: int = 0
    errors: int = 0  # games that hit a capacity, which results count and show
    endless: int = 0  # games with a turn that came to no end
    faults: list[str] = field(default_factory=list)


def random_options(game: Game, luck: random.Random) -> dict[str, int | str]:
    """Change some of the rule options to anything in their range."""
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
    """Swap cards of a deck for others as long as it stays legal."""
    rows = list(base.cards)
    for _ in range(SWAPS):
        tried = list(rows)
        tried[luck.randrange(len(rows))] = luck.randrange(len(pool.cards))
        if is_legal(game, pool, tried, mode, options):
            rows = tried
    return Deck(base.name, canonical(game.schema, pool, rows), base.file, base.content_hash)


def is_legal(game: Game, pool: CardPool, rows: list[int], mode: str, options: dict) -> bool:
    cards = [pool.cards[row] for row in rows]
    return all(one.is_note for one in game.schema.deck_rules(cards, mode, options))


def random_plan(game: Game, pool: CardPool, luck: random.Random, seats: int = 0) -> Plan:
    """Draw everything that decides a game; of the numbers of players the fewest or the most."""
    schema = game.schema
    seats = seats or luck.choice(game.seats)
    while True:
        mode = luck.choice(schema.modes)
        options = random_options(game, luck)
        if mode in schema.sealed_modes:
            entrants = [load_product(schema, pool, p) for p in sample_products(schema).values()]
            break
        files = sample_decks(schema, mode).values()
        samples = [load_deck(schema, pool, path, mode) for path in files]
        bases = [b for b in samples if is_legal(game, pool, list(b.cards), mode, options)]
        if len(bases) >= seats:
            chosen = luck.sample(bases, seats)
            entrants = [random_deck(game, pool, base, mode, options, luck) for base in chosen]
            break
    bots = [load_bot(game, luck.choice(BOTS))]
    seed = luck.randrange(2**62)
    return Plan(game, mode, pool, entrants, bots, options, 2, seed, mirrors=True, n_seats=seats)


def look_over(plan: Plan, findings: Findings, games: int) -> None:
    """Play some games of a plan and check every state of each."""
    arrays = plan_arrays(plan)
    view, sight = plan.game.view, Sight(plan.pool, arrays.pool[0])
    for number in range(games):
        matchup = number % len(arrays.matchups)
        trace = Trace.blank(plan.game.state_record(plan.n_seats), number % plan.n_seats)
        where = f"{plan.game.name} seed {plan.seed} matchup {matchup} pair {number}"
        try:
            rows = play(arrays, Chunk(0, matchup, number, 1), trace=trace)
        except IndexError:
            findings.faults.append(f"{where}: an index out of bounds\n{written(plan)}")
            return
        row = rows[number % plan.n_seats]
        states = trace.states[: trace.n + 1]
        findings.games += 1
        findings.steps += trace.n
        bad = view.is_unsound(states)
        findings.errors += int(row["end_reason"] == ENGINE_ERROR)
        findings.endless += int(row["end_reason"] == ENDLESS)
        if fault := find_overrun(states):
            findings.faults.append(f"{where}: {fault}\n{written(plan)}")
        if bad.any():
            first = int(bad.argmax())
            places = view.find_misplaced(states[first], sight)
            findings.faults.append(f"{where} step {first}: {places or 'an impossible value'}")


def find_overrun(states: np.ndarray) -> str:
    """Return which limit of a turn or a game was overrun without an end; "" if none."""
    questions = np.bincount(states["turn"]).max()
    if questions > QUESTIONS_PER_TURN + 1 or len(states) > QUESTIONS_PER_GAME + 1:
        return f"{questions} questions in a turn, {len(states) - 1} in the game"
    tasks = states["tasks_in_turn"].max(), states["tasks_done"].max()
    if tasks[0] > TASKS_PER_TURN + 1 or tasks[1] > TASKS_PER_GAME + 1:
        return f"{tasks[0]} tasks in a turn, {tasks[1]} in the game"
    return ""


def written(plan: Plan) -> str:
    """Write down what it takes to play a plan's games again."""
    bots = ", ".join(bot.name for bot in plan.bots)
    cards = [f"    {card.name}: {card.text}" for card in plan.pool.cards if card.text]
    decks = [f"    {entrant}" for entrant in plan.entrants]
    return "\n".join([f"    {changes(plan)} {bots} {plan.mode}", *decks, *cards])


def changes(plan: Plan) -> dict[str, int | str]:
    defaults = option_values(plan.game.options, {})
    return {name: value for name, value in plan.options.items() if value != defaults[name]}


def written_pool(game: Game, rows: list[dict[str, object]]) -> CardPool:
    """Make a pool of rows as a card file has them."""
    headers = tuple(dict.fromkeys(key for row in rows for key in row))
    cells = [{key: str(value) for key, value in row.items() if value != ""} for row in rows]
    lines = [Row(line, row) for line, row in enumerate(cells, 2)]
    return make_pool(game.schema, Sheet("random cards", 1, headers, lines, []))


def card_writer(game: Game):
    """Return the module that writes random cards for a game whose cards have abilities."""
    if not game.schema.vocabulary.verbs:
        return None
    return import_module(f"tests.games.{game.name}.random_cards")


def sample_games(game: Game, seeds: range, games: int) -> Findings:
    """Play with the game's own cards."""
    findings, pool = Findings(), load_pool(game.schema)
    for seed in seeds:
        look_over(random_plan(game, pool, random.Random(seed)), findings, games)
    return findings


def looping_plan(game: Game, luck: random.Random, seats: int = 0) -> Plan:
    """Draw a plan whose cards go on for ever, or nearly."""
    writer = card_writer(game)
    rows = [*writer.rows_of([], luck), *writer.loops(luck)]
    return plan_of(game, written_pool(game, rows), luck, seats, LOOPED_BOTS)


def random_card_plan(game: Game, abilities: list, luck: random.Random, seats: int = 0) -> Plan:
    """Draw a plan whose cards have the given abilities."""
    pool = written_pool(game, card_writer(game).rows_of(abilities, luck))
    return plan_of(game, pool, luck, seats, BOTS)


def plan_of(
    game: Game, pool: CardPool, luck: random.Random, seats: int, bots_drawn: tuple[str, ...]
) -> Plan:
    """Draw decks of a pool, options and a bot."""
    seats = seats or game.seats[0]
    writer = card_writer(game)
    decks = [
        Deck(name, canonical(game.schema, pool, writer.deck_rows(pool, luck)), "", "")
        for name in NAMES[:seats]
    ]
    bots = [load_bot(game, luck.choice(bots_drawn))]
    options, seed = random_options(game, luck), luck.randrange(2**62)
    mode = game.schema.modes[0]
    return Plan(game, mode, pool, decks, bots, options, 2, seed, mirrors=True, n_seats=seats)
