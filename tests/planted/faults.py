"""Faults, each planted in a copy of the game that `new-game` writes.

What `test-game` says of each must hold all that is listed: where it is, and what is wrong.
"""

from typing import NamedTuple


class Planted(NamedTuple):
    """One fault.

    Attributes
    ----------
    name : str
        Also that of the package it is planted in, so a word.
    file : str
        Below the package.
    old, new : str
        What is replaced there, once.
    check : str
        The check that finds it.
    told : tuple of str
        What the finding holds.
    is_compiled : bool
        Whether it takes compiled rules to find it.
    """

    name: str
    file: str
    old: str
    new: str
    check: str
    told: tuple[str, ...]
    is_compiled: bool = False


END_OFFER = "    offer(menu, Act.END_TURN, state.seat, 0, NOTHING)\n"
PAID = "    player.energy -= card_at(state, pool, state.seat, copy).cost\n"
ENERGY = "    player.energy = min(player.turns, options.most_energy)\n"
LOOP = f"    while player.energy < player.turns:\n    {ENERGY}"
LIMIT = '        EndReason.ENDLESS: "a turn came to no end",\n'
OUT_OF_DECK = "    player.discard = add(player.discard, action.copy_id)\n"
NEXT = "        end_turn(state, options, left)\n"
AFTER = "begin_turn(state, options, next_seat(state, state.seat))"
ANYBODY = "begin_turn(state, options, (state.seat + 1) % len(state.players))"
PLACES_OFFERED = "        for slot in range(PLACES):\n            if"
ONE_PLACE_MORE = "        for slot in range(PLACES + 1):\n            if"
PEEK = "return np.int64(worth - health + state.players[rival].hand % 512)"
STRENGTH = "np.int64(card_at(state, pool, seat, copy).strength)"
CAN_PAY = "if row != last and card_at(state, pool, state.seat, copy).cost <= player.energy:"
COIN = "    if np.random.random() < 0.5:\n        draw(state, seat)\n"

PLANTED = (
    Planted(
        "bounds",
        "rules.py",
        PLACES_OFFERED,
        ONE_PLACE_MORE,
        "bounds",
        ("rules.py:", "offer_card (A3, A4)", "'places' has places 0 to 2", "place 3"),
    ),
    Planted(
        "wrong_seat",
        "rules.py",
        "lose_health(state.players[action.seat], strength)",
        "lose_health(state.players[state.seat], strength)",
        "scenarios",
        ("bolt.toml", "A4", "player_3.health", "17", "20"),
    ),
    Planted(
        "unchecked_cost",
        "rules.py",
        CAN_PAY,
        "if row != last:",
        "bounds",
        ("'energy' of Player", "is -", "step"),
    ),
    Planted("free_cards", "rules.py", PAID, "", "scenarios", ("fighter.toml", "A3", "energy")),
    Planted(
        "loop", "rules.py", ENERGY, LOOP, "bounds", ("rules.py:", "begin_turn (A2)", "does not end")
    ),
    Planted(
        "misspelt",
        "rules.py",
        "player.health = max(player.health - n, 0)",
        "player.helth = max(player.health - n, 0)",
        "bounds",
        ("rules.py:", "lose_health (A4, A5)", "no field 'helth'", "'health'"),
    ),
    Planted(
        "no_option",
        "rules.py",
        END_OFFER,
        "",
        "bounds",
        ("no option was offered", "Player", "step"),
    ),
    Planted(
        "peeking",
        "bots.py",
        "return np.int64(worth - health)",
        PEEK,
        "peeking",
        ("bots peek", "heuristic", "Player"),
        True,
    ),
    Planted(
        "uneven",
        "rules.py",
        ENERGY,
        f"{ENERGY}{COIN}",
        "mirror",
        ("a deck against itself is not even", "pair"),
        True,
    ),
    Planted(
        "wraps",
        "state.py",
        '("health", np.int16)',
        '("health", np.int8)',
        "extremes",
        ("set_up (A1)", "'health' holds -128 to 127, and 200", "option 'health'"),
    ),
    Planted(
        "no_hook",
        "hooks.py",
        "    resample_hidden=bots.resample_hidden,\n",
        "",
        "load",
        ("hooks.py:", "the hook 'resample_hidden' has no answer"),
    ),
    Planted(
        "flags", "words.py", "class Act(IntEnum)", "class Act(IntFlag)", "endings", (".py",), True
    ),
    Planted(
        "unproved",
        "RULES.md",
        "| D1 |",
        "| A8 | Whoever sneezes loses |\n| D1 |",
        "clauses",
        ("A8", "no scenario"),
    ),
    Planted(
        "two_places",
        "rules.py",
        "    player.hand = remove(player.hand, copy)\n",
        "",
        "bounds",
        ("hand and ", "Player", "step"),
    ),
    Planted("nowhere", "rules.py", OUT_OF_DECK, "", "bounds", ("is nowhere", "step")),
    Planted(
        "asks_the_dead",
        "rules.py",
        AFTER,
        ANYBODY,
        "bounds",
        ("is asked, and is out", "4 players", "step"),
    ),
    Planted(
        "no_end",
        "rules.py",
        NEXT,
        "        ask(state, state.seat, Question.MAIN)\n",
        "bounds",
        ("comes to no end", "step"),
    ),
    Planted(
        "no_return",
        "rules.py",
        "    return np.int64(card_at(state, pool, seat, copy).strength)",
        "    np.int64(card_at(state, pool, seat, copy).strength)",
        "bounds",
        (".py:", "None"),
    ),
    Planted(
        "not_shown",
        "view.py",
        '        Number("energy"),\n',
        '        Number("enrgy"),\n',
        "declaration",
        ("view.py", "'enrgy'", "players", "did you mean 'energy'?"),
    ),
    Planted(
        "below_zero",
        "rules.py",
        "    player.turns += 1\n",
        "    player.turns += 1\n    player.health -= 30\n",
        "bounds",
        ("'health' of Player", "is -", "shows 0 and more", "lowest=-1"),
    ),
    Planted(
        "half_hidden",
        "bots.py",
        "    for other in range(len(state.players)):\n",
        "    for other in range(len(state.players) - 1):\n",
        "peeking",
        ("`resample_hidden` leaves", "of Player 2 as it is", "of Player 1 anew"),
        True,
    ),
    Planted(
        "dictionary",
        "rules.py",
        ENERGY,
        f"    worth = {{1: 2}}\n{ENERGY}",
        "declaration",
        ("rules.py:", "in begin_turn", "do not take a dictionary"),
    ),
    Planted(
        "one_number",
        "__init__.py",
        "seats=(2, 4)",
        "seats=(2)",
        "load",
        ("__init__.py:", "seats: expected the fewest and the most players", "found 2"),
    ),
    Planted(
        "no_text",
        "__init__.py",
        '        EndReason.TURN_LIMIT: "the last turn was over",\n',
        "",
        "declaration",
        ("end_reasons", "TURN_LIMIT", "no text"),
    ),
    Planted(
        "loop_above",
        "rules.py",
        "        for _ in range(options.opening_hand",
        "        while player.health > 0:\n            draw(state, seat)\n"
        "        for _ in range(options.opening_hand",
        "bounds",
        ("rules.py:", "in set_up (A1)", "does not end"),
    ),
    Planted(
        "open_hand",
        "bots.py",
        "            player.hand = deal(player, n_hand)\n",
        "            player.hand = player.hand\n",
        "peeking",
        ("deals no other player's hand anew",),
        True,
    ),
    Planted("no_reason", "__init__.py", LIMIT, "", "declaration", ("end_reasons", "ENDLESS = 100")),
    Planted(
        "fat_deck",
        "decks/vanguard.txt",
        "4 Scout",
        "5 Scout",
        "declaration",
        ("vanguard.txt", "Scout"),
    ),
)
