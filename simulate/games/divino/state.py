"""The records of DIVINO.

A *copy* is a deck slot of its owner: the same number from the first shuffle to the end, for
Demigods and Deities too. What is in play stands where its copy says, so a *place* is a card of
a player, or an item on the stack::

    place = seat * 63 + copy          the active Demigod, which also stands for its player,
                                      and every card in play
    place = seats * 63 + spot         an item on the stack

A set of places is thus one word of copies for each player and one for the stack; zones are
such words, and so are the ways cards stand: tapped, in defense mode, attached.
"""

from types import SimpleNamespace

import numpy as np

from evenhand.decks.divino.named_cards import deity_rows, starting_rows
from evenhand.decks.divino.words import CardType, Moment, Noun, Quantity, Verb
from evenhand.decks.language.rows import MOST_ABILITIES, How, Side
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.decks.records import NOTHING, record
from evenhand.simulate.engine.abilities.fields import (
    ability_cards,
    ability_fields,
    ability_task,
    steps_of,
)
from evenhand.simulate.engine.agenda import agenda_fields
from evenhand.simulate.engine.pool_record import fill_pool_record
from evenhand.simulate.engine.sets import MOST, has, set_field
from evenhand.simulate.engine.stack import stack_fields, stack_item
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.games.divino.enums import (
    CHANGES,
    COST_NUMBERS,
    DECK_SLOTS,
    DEMIGODS,
    FLEXIBLE,
    GIVEN,
    HIT_SLOTS,
    MANA_KINDS,
    SHARES,
    STACK_SLOTS,
    STATICS,
    TARGET_GROUPS,
    TARGETS,
    TASKS,
    TRIGGERS,
    USES,
)
from evenhand.simulate.games.divino.in_play.kinds import is_of
from evenhand.simulate.games.divino.in_play.numbers import ALL_NUMBERS
from evenhand.simulate.games.divino.in_play.varying import varies_with

__all__ = ["make_state", "pack_pool"]

NOUNS = max(Noun) + 1
PRINTED = SimpleNamespace(demigod_deity_permanent=False)  # of cards out of play


def player_record(n_seats: int) -> np.dtype:
    """Make the record of one of so many players."""
    return record(
        ("number", np.int8),  # its seat
        # zones: sets of copies
        ("hand", np.int64),
        ("field", np.int64),  # in play, but for the active Demigod
        ("using", np.int64),  # on the stack, or being done
        ("discard", np.int64),
        ("aside", np.int64),  # Deities beside the deck
        ("waiting", np.int64),  # Demigods not yet put in order
        ("removed", np.int64),  # out of the game
        ("known", np.int64, (n_seats,)),  # cards of the hand that each player has seen
        ("deck", np.int8, (DECK_SLOTS,)),  # copies, the top card last
        ("n_deck", np.int8),
        ("demigod", np.int8),  # the active one; NOTHING before the game and out of it
        ("queue", np.int8, (DEMIGODS,)),  # Demigods behind it, the next one last
        ("n_queue", np.int8),
        # how cards in play stand: sets of copies
        ("tapped", np.int64),
        ("defense", np.int64),  # in defense mode
        ("sick", np.int64),  # not here since the player's turn began
        ("played", np.int64),  # combat cards played this turn
        ("attached", np.int64),  # has a host
        ("called", np.int64),  # Shrines whose Deity may be summoned
        ("served", np.int64),  # Deities whose loyalty abilities were used this turn
        ("blocking", np.int64),
        ("attacked", np.int64),
        ("struck", np.int64),  # has dealt its combat damage
        # .. and numbers of each
        ("energy", np.int16, (DECK_SLOTS,)),
        ("counters", np.int16, (DECK_SLOTS,)),  # loyalty of a Deity, approval of a Shrine
        ("host", np.int16, (DECK_SLOTS,)),  # place of what it is attached to
        ("aim", np.int16, (DECK_SLOTS,)),  # place of what it attacks or blocks
        ("order", np.int8, (DECK_SLOTS,)),  # which attacker or blocker of this combat it is
        ("atk", np.int16, (DECK_SLOTS,)),  # as it is now, changes included; see `numbers`
        ("guard", np.int16, (DECK_SLOTS,)),  # DEF
        ("rate", np.int16, (DECK_SLOTS,)),  # energize rate
        ("terms", np.int16, (DECK_SLOTS,)),  # set of Keyterm
        ("also", np.int16, (DECK_SLOTS,)),  # set of planes that it is besides those printed
        ("next_atk", np.int16, (DECK_SLOTS,)),  # .. as they are being worked out
        ("next_guard", np.int16, (DECK_SLOTS,)),
        ("next_rate", np.int16, (DECK_SLOTS,)),
        ("next_terms", np.int16, (DECK_SLOTS,)),
        ("next_also", np.int16, (DECK_SLOTS,)),
        ("altered", np.int64),  # set of copies whose numbers are not those printed
        ("altering", np.int64),  # .. as it is being worked out
        ("spared", np.int16, (DECK_SLOTS,)),  # damage that its DEF has taken in this combat
        # the deck list, for quick looks
        ("kind", np.int64, (NOUNS,)),  # set of copies of each noun
        ("bearers", np.int64),  # .. that have energy in play
        ("users", np.int64),  # .. with activated or loyalty abilities
        ("instants", np.int64),
        ("sources", np.int64),  # .. that can be tapped for mana
        ("counts_mana", np.int64),  # .. that make use of mana in the pool
        ("mana", np.int16, (MANA_KINDS,)),
        ("lands", np.int8),  # played this turn
        ("more_lands", np.int8),  # that effects allow this turn
        ("actions", np.int16),  # in this phase
        ("turns", np.int16),  # begun
        ("search_due", np.int8),  # 1: a new Demigod's starting cards are to be searched for
        ("redraws", np.int8),
    )


ACTIONS = record(
    ("plays", np.int64),  # sets of copies: cards in hand
    ("equips", np.int64),
    ("summons", np.int64),
    ("users", np.int64),  # with abilities that can be used
    ("uses", np.int64, (MOST_ABILITIES,)),  # .. by the number of the ability
)


def item_record(n_seats: int) -> np.dtype:
    """Make the record of an item on the stack."""
    return stack_item(
        ("kind", np.int8),  # Kind
        ("seat", np.int8),
        ("copy_id", np.int8),  # the card, or the card whose ability it is
        ("spot", np.int8),  # its place among those of the stack
        ("ability", np.int16),  # row of table.abilities, or NOTHING
        ("mode", np.int8),  # chosen option of "choose one"
        ("it", np.int16),  # place that its moment is about, or NOTHING
        ("about", np.int8),  # 1: its moment was about something
        ("targets", np.int16, (TARGET_GROUPS, TARGETS)),  # places, NOTHING where there are fewer
        ("acted", np.int64, (n_seats,)),  # what its cost acted on: sets of copies of each player
        ("paid", np.int16),  # energy paid for "up to"
        ("given", np.int16, (GIVEN,)),  # numbers of what its cost gave up, by Quantity
    )


HIT = record(
    ("source", np.int16),  # place of the card that deals it
    ("target", np.int16),  # place; NOTHING once it has left
    ("amount", np.int16),
    ("leeching", np.int8),
    ("order", np.int8),  # of its source: which attacker or blocker that is
)


MEETING = record(  # of an attacker with a card that may block it, as a bot sees it
    ("guard", np.int16),  # place of that card
    ("kills", np.int8),  # 1: it falls
    ("blow", np.int16),  # the damage that it deals
    ("harm", np.int64),  # what the attacker's blow is worth
    ("trade", np.int64),  # .. less the guard's
)


def make_state(n_seats: int) -> np.dtype:
    """Make the record of a game for so many players."""
    n_places = n_seats * MOST + STACK_SLOTS
    on_stack = item_record(n_seats)
    task = ability_task(
        n_places,
        ("n", np.int16),
        ("place", np.int16),
        ("copies", np.int64),
        ("begun", np.int8),  # 1: the task is under way
        # of what is being played
        ("announcing", np.int8),  # Announcing: how far that is
        ("at_target", np.int8),  # 0: a step's {object} comes next, 1: its {target}
        ("way", np.int8),  # Way
        ("from_stack", np.int8),  # 1: an ability that comes from the stack
    )
    return state_record(
        n_seats,
        DECK_SLOTS,
        ("unsettled", np.int8),  # 1: something may have to leave play
        ("stale", np.int8),  # 1: numbers are to be worked out anew
        ("hanging", np.int16),  # set of Varying: what numbers vary with
        ("seen", np.int64),  # .. that, as it was when they were worked out
        ("counted", np.int64),  # changes of energy and counters so far
        ("step", np.int8),  # Step under way
        ("actions", ACTIONS, (1,)),  # what the player asked for priority can do
        ("passing_on", np.int16),  # set of seats that pass until an enemy acts
        ("doomed", np.int64),  # set of seats that lose by an empty deck
        ("dying", *set_field(n_places)),  # what the step under way destroys or gives up
        ("numbers", np.int16, (COST_NUMBERS,)),  # named for "up to" in the cost being paid
        ("held_copy", np.int8),  # the card a half-made choice is about
        ("attackers", np.int64),  # set of copies of the active player
        ("blocked", np.int64),  # .. of those that were blocked
        ("n_declared", np.int8),  # attackers and blockers of this combat
        ("paid", np.int16),  # energy paid for "up to" by the ability under way
        ("given", np.int16, (GIVEN,)),  # numbers of what its last step took, by Quantity
        ("taken", np.int16, (GIVEN,)),  # .. of what its step takes now
        ("kept_it", *set_field(n_places)),  # of an ability that waits for a mana ability
        ("kept_former", *set_field(n_places)),
        ("kept_paid", np.int16),
        ("kept_given", np.int16, (GIVEN,)),
        ("due", np.int16, (MANA_KINDS + 1,)),  # mana still to be paid, the last of any plane
        ("later", np.int16, (MANA_KINDS + 1,)),  # .. and after that for the same thing
        ("avail", np.int16, (MANA_KINDS,)),  # of each kind: mana that only so can be had
        ("n_flexible", np.int8),
        ("flexible", np.uint8, (FLEXIBLE,)),  # .. and what makes one of several kinds
        ("current", on_stack, (1,)),  # being done
        ("shares", np.int16, (SHARES,)),  # of damage that an effect splits
        ("n_hits", np.int8),
        ("hits", HIT, (HIT_SLOTS,)),
        ("n_meetings", np.int8),
        ("meetings", MEETING, (DECK_SLOTS,)),
        ("players", player_record(n_seats), (n_seats,)),
        *ability_fields(n_places, TRIGGERS, CHANGES * n_seats, STATICS * n_seats, USES * n_seats),
        *stack_fields(on_stack, STACK_SLOTS),
        *agenda_fields(task, TASKS + n_seats),
    )


# The card table


def pack_pool(pool: CardPool) -> np.ndarray:
    """Turn a card pool into the table that rules read, shape (1,).

    Raises
    ------
    UsageError
        If a spell or ability has more targets than an item on the stack holds, or a card says
        what the rules have no room for.
    """
    starting = starting_rows(pool)
    cards = ability_cards(
        pool,
        ("nouns", np.int64),  # set of what nouns it is called by
        ("spell", np.int16),  # row of its "Spell" ability, or NOTHING
        ("starting", np.int16, (starting.shape[1],)),
        ("deity", np.int16),
        ("makes", np.int16),  # set of the mana it makes when tapped for nothing else
        ("counts_mana", np.int8),  # 1: some ability counts the mana pool
        ("odd_mana", np.int8),  # 1: some mana ability does more than that
        ("ready_mana", np.int16),  # set of the numbers of those usable while mana is paid
        ("usable", np.int16),  # set of the numbers of abilities used with priority
        ("varies", np.int16),  # set of Varying: what numbers vary with that it changes
    )
    cards["starting"] = starting
    cards["deity"] = deity_rows(pool)
    for card in cards:
        card["spell"] = NOTHING
        for noun in Noun:
            card["nouns"] |= int(is_of(PRINTED, int(card["type"]), noun)) << noun
        for row in range(card["first_ability"], card["first_ability"] + card["n_abilities"]):
            look_at(pool, card, row)
        if card["type"] == CardType.LAND and card["is_basic"]:
            card["makes"] = card["words"] & ((1 << MANA_KINDS) - 1)
        card["usable"] = usable_of(pool, card)
    return fill_pool_record(cards, pool.abilities, steps_as_meant(pool))


def steps_as_meant(pool: CardPool) -> np.ndarray:
    """Return the steps as the rules take them.

    Mana is paid first, only own things are sacrificed, and other players are the enemies.

    Raises
    ------
    UsageError
        If a card would have its player sacrifice what is an enemy's.
    """
    steps = pool.steps.copy()
    for row, ability in enumerate(pool.abilities):
        first, n = int(ability["first_step"]), int(ability["n_costs"])
        order = np.argsort(steps["verb"][first : first + n] != Verb.PAY_MANA, kind="stable")
        steps[first : first + n] = steps[first : first + n][order]
        for step in steps[first : first + int(ability["n_steps"])]:
            for selector in selectors(step):
                if selector["noun"] == Noun.PLAYER and selector["other"]:
                    selector["side"], selector["other"] = Side.ENEMY, 0
            if step["verb"] != Verb.SACRIFICE or step["target"]["how"] not in FOUND:
                continue
            if step["target"]["side"] == Side.ENEMY:
                raise UsageError(
                    f"'{pool.labels[find_card(pool, row)]}' sacrifices an enemy's card"
                )
            step["target"]["side"] = Side.OWN
    return steps


def selectors(step: np.void) -> list[np.void]:
    """List all that a step speaks of."""
    return [
        step["target"],
        step["object"],
        step["amount"]["per"]["of"],
        *(one[count]["of"] for one in step["conditions"] for count in ("count", "than")),
    ]


FOUND = (How.EACH, How.CHOSEN, How.RANDOM)


def look_at(pool: CardPool, card: np.void, row: int) -> None:
    """Note what an ability is, and that its targets can be held."""
    ability = pool.abilities[row]
    steps = steps_of(pool, ability)
    if ability["moment"] == Moment.SPELL:
        if card["spell"] != NOTHING:
            raise UsageError(f"'{pool.labels[find_card(pool, row)]}' has two 'Spell' abilities")
        card["spell"] = row
    if is_plain_mana(ability, steps):
        word = int(steps[1]["word"])
        card["makes"] |= (1 << MANA_KINDS) - 1 if word == MANA_KINDS else 1 << word
    elif ability["moment"] == Moment.MANA:
        card["odd_mana"] = 1
        if is_ready_mana(ability, steps):
            card["ready_mana"] |= 1 << (row - card["first_ability"])
    for step in steps:
        if ability["continuous"] and has(ALL_NUMBERS, int(step["verb"])):
            card["varies"] |= varies_with(ability, step)
    card["counts_mana"] |= any(Quantity.OWN_MANA in quantities_of_step(step) for step in steps)
    if sum(int(step["amount"]["up_to"]) for step in steps[: ability["n_costs"]]) > COST_NUMBERS:
        raise UsageError(f"'{pool.labels[find_card(pool, row)]}' has too many 'up to' in a cost")
    for mode in range(ability["n_modes"] + 1):
        groups = [
            int(selector["number"])
            for number, step in enumerate(steps)
            if number >= ability["n_costs"] and step["mode"] in (0, mode)
            for selector in (step["object"], step["target"])
            if selector["how"] == How.CHOSEN
            and selector["chooser"] != Side.ENEMY
            and step["verb"] not in FROM_ZONES
        ]
        if len(groups) > TARGET_GROUPS or max(groups, default=0) > TARGETS:
            message = f"an ability of '{pool.labels[find_card(pool, row)]}' has too many targets"
            raise UsageError(message, f"at most {TARGET_GROUPS} times {TARGETS} 'chosen' ones")


def usable_of(pool: CardPool, card: np.void) -> int:
    """Return the numbers of a card's abilities that are used with priority (R12, R22)."""
    moments = (Moment.ACTIVATE, Moment.LOYALTY, *((Moment.MANA,) if card["odd_mana"] else ()))
    first = card["first_ability"]
    numbers = range(card["n_abilities"])
    return sum(1 << n for n in numbers if pool.abilities[first + n]["moment"] in moments)


FROM_ZONES = (
    Verb.SEARCH, Verb.RECOVER, Verb.REVIVE, Verb.DEPLOY, Verb.RAMP, Verb.RECYCLE,
)  # fmt: skip


def is_plain_mana(ability: np.void, steps: np.ndarray) -> bool:
    """Return whether an ability is "tap this card: add 1 mana", and nothing else."""
    return (
        ability["moment"] == Moment.MANA
        and len(steps) == 2
        and ability["n_costs"] == 1
        and steps[0]["verb"] == Verb.TAP
        and steps[0]["target"]["how"] == How.THIS
        and steps[1]["verb"] == Verb.ADD_MANA
        and steps[1]["amount"]["printed"] == 1
        and steps[1]["amount"]["per"]["quantity"] == NOTHING
        and not steps[1]["amount"]["up_to"]
        and not steps[1]["optional"]
        and all(one["count"]["quantity"] == NOTHING for one in steps[1]["conditions"])
        and all(one["count"]["quantity"] == NOTHING for one in ability["conditions"])
        and not ability["uses"]
        and not ability["optional"]
        and ability["place"] == NOTHING
    )


FROM_ITSELF = (
    Verb.TAP, Verb.SACRIFICE, Verb.LOSE, Verb.REMOVE_APPROVAL, Verb.REMOVE_LOYALTY,
)  # fmt: skip
FROM_ITS_PLAYER = (Verb.PAY, Verb.DISCARD, Verb.MILL)
HARMLESS = (*FROM_ITS_PLAYER, Verb.ADD_MANA, Verb.DRAW, Verb.GAIN, Verb.LOSE)


def is_ready_mana(ability: np.void, steps: np.ndarray) -> bool:
    """Return whether a mana ability takes, but from its own card, nothing that makes mana."""
    costs, effects = steps[: ability["n_costs"]], steps[ability["n_costs"] :]
    return all(
        step["verb"] in FROM_ITS_PLAYER
        or (step["verb"] in FROM_ITSELF and step["target"]["how"] == How.THIS)
        for step in costs
    ) and all(step["verb"] in HARMLESS for step in effects)


def quantities_of_step(step: np.void) -> list[int]:
    """List what the numbers and conditions of a step count."""
    conditions = step["conditions"]
    return [
        int(step["amount"]["per"]["quantity"]),
        *(int(one["count"]["quantity"]) for one in conditions),
        *(int(one["than"]["quantity"]) for one in conditions),
    ]


def find_card(pool: CardPool, row: int) -> int:
    """Find the card that has an ability."""
    firsts = pool.records["first_ability"]
    return next(
        i for i, card in enumerate(pool.records) if 0 <= row - firsts[i] < card["n_abilities"]
    )
