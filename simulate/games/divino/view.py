"""DIVINO in words: the table, the questions and the options."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decks.divino.words import MANA, CardType, Keyterm, Mode, Playable, Verb, plane_word
from decks.language import sentence
from decks.records import NOTHING, record
from simulate.engine.abilities.changes import FOREVER, note_changes
from simulate.engine.abilities.view import (
    ABILITY_PHRASES,
    ability_option,
    ability_question,
    verb_words,
    waiting,
)
from simulate.engine.agenda import drop_task, top_task
from simulate.engine.fields import Derived, Flag, Number, Part, Plain, Seat, player_key
from simulate.engine.menu import Answer
from simulate.engine.sets import MOST, each, has, with_
from simulate.engine.view import View
from simulate.engine.zones import CardSet, Marked, OneCard, Pile, Spread
from simulate.games.divino import rules, setup, turn
from simulate.games.divino.cards import aimed_at
from simulate.games.divino.combat import THIS_COMBAT
from simulate.games.divino.numbers import atk_of, defense_of, rate_of
from simulate.games.divino.places import is_staged, place, request_at
from simulate.games.divino.prices import COST_KINDS
from simulate.games.divino.turn import UNTIL_TURN
from simulate.games.divino.words import DECK_SLOTS, Act, Kind, Question, Step, Task

if TYPE_CHECKING:
    from simulate.engine.dealing import Dealer

__all__ = ["VIEW"]

# The battlefield: cards as people see them, gathered from the sets in a player's record.

THING = record(
    ("copy_id", np.int8),
    ("attached", np.int64),  # what its player has attached to it
    ("energy", np.int16),
    ("counters", np.int8),
    ("tapped", np.int8),
    ("defense", np.int8),
    ("sick", np.int8),
    ("played", np.int8),
)
THINGS = np.dtype([("things", THING, (DECK_SLOTS,))])
ONE = np.dtype([("things", THING, (1,))])
FLAGS = ("tapped", "defense", "sick", "played")
SLOTS = np.arange(DECK_SLOTS, dtype=np.int64)


def members(copies: Any) -> np.ndarray:
    """Write sets as rows of yes and no."""
    return (np.asarray(copies, np.int64)[..., None] >> SLOTS & 1).astype(bool)


def attached_to(players: Any) -> tuple[np.ndarray, np.ndarray]:
    """Give what is attached to each own card, and whether each card is such a thing."""
    hosts = np.asarray(players["host"], np.int64)
    own = np.asarray(players["number"], np.int64)[..., None]
    is_own = members(players["attached"]) & (hosts // MOST == own)
    matches = is_own[..., None, :] & ((hosts % MOST)[..., None, :] == SLOTS[:, None])
    return np.where(matches, np.int64(1) << SLOTS, 0).sum(-1), is_own


def field_of(players: Any) -> np.ndarray:
    """Gather the cards in play of players, each in the slot of its copy."""
    attached, is_own = attached_to(players)
    is_there = members(players["field"]) & ~is_own
    found = np.zeros(is_there.shape[:-1], THINGS)
    things = found["things"]
    things["copy_id"] = np.where(is_there, SLOTS, NOTHING)
    things["attached"] = np.where(is_there, attached, 0)
    things["energy"] = np.where(is_there, players["energy"], 0)
    things["counters"] = np.where(is_there, players["counters"], 0)
    for name in FLAGS:
        things[name] = is_there & members(players[name])
    return found


def demigod_of(players: Any) -> np.ndarray:
    """Gather the active Demigods of players."""
    attached, _ = attached_to(players)
    copies = np.asarray(players["demigod"], np.int64)
    at = np.maximum(copies, 0)[..., None]
    found = np.zeros(copies.shape, ONE)
    things = found["things"]
    is_there = (copies != NOTHING)[..., None]
    things["copy_id"] = copies[..., None]
    things["attached"] = np.where(is_there, np.take_along_axis(attached, at, -1), 0)
    energy = np.take_along_axis(np.asarray(players["energy"]), at, -1)
    things["energy"] = np.where(is_there, energy, 0)
    return found


def put_field(player: Any, things: list[Any]) -> None:
    """Put cards in play into a player's record."""
    for thing in things:
        copy = int(thing["copy_id"])
        player.field = with_(int(player.field), copy)
        put_numbers(player, thing)
        player.counters[copy] = thing["counters"]
        for name in FLAGS:
            if thing[name]:
                player[name] = with_(int(player[name]), copy)


def put_demigod(player: Any, things: list[Any]) -> None:
    """Put the active Demigod into a player's record."""
    for thing in things:
        player.demigod = thing["copy_id"]
        put_numbers(player, thing)


def put_numbers(player: Any, thing: Any) -> None:
    """Note a card's energy, and what is attached to it."""
    copy = int(thing["copy_id"])
    player.energy[copy] = thing["energy"]
    for other in each(int(thing["attached"])):
        player.field = with_(int(player.field), other)
        player.attached = with_(int(player.attached), other)
        player.host[other] = place(int(player.number), copy)


@dataclass(frozen=True)
class Pool(Plain):
    """A player's mana, by its planes."""

    def show(self, part: Part) -> dict[str, int]:
        """Give how much of each plane there is."""
        pool = part.record[self.at]
        return {plane_word(plane): int(pool[plane]) for plane in MANA if pool[plane]}

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Put mana down."""
        planes = {plane_word(plane): plane for plane in MANA}
        if not isinstance(value, dict):
            dealer.complain(place, f"expected planes with numbers, found {value!r}")
            return
        for word, n in value.items():
            if dealer.is_one_of(word, planes, place):
                part.record[self.at][planes[word]] = n


# What follows from the rest


def number(work_out: Any) -> Any:
    """Make the function that works a number of a card in play out."""

    def shown(part: Part) -> int:
        where = place(part.seat, int(part.record.copy_id))
        return int(work_out(part.state, where))

    return shown


def host(part: Part) -> str:
    """Name what an attached card is attached to."""
    player, copy = part.state.players[part.seat], int(part.record.copy_id)
    if not has(int(player.attached), copy):
        return ""
    return thing_name(part, int(player.host[copy]))


def aim(part: Part) -> str:
    """Say what a card attacks or blocks."""
    state, copy = part.state, int(part.record.copy_id)
    player = state.players[part.seat]
    is_attacker = part.seat == state.active and has(int(state.attackers), copy)
    if not is_attacker and not has(int(player.blocking), copy):
        return ""
    target = int(player.aim[copy])
    verb = "attacks" if is_attacker else "blocks"
    if target < 0:
        return f"{verb} what {player_key(aimed_at(target))} had" if is_attacker else verb
    return f"{verb} {thing_name(part, target)}"


def thing_name(part: Part, where: int) -> str:
    """Name what is at a place in play."""
    return part.name_of(where // MOST, where % MOST)


def stack(part: Part) -> list[str]:
    """List what is on the stack, the top last."""
    state = part.state
    return [item_name(part, state.requests[number]) for number in range(state.n_requests)]


def item_name(part: Part, request: Any) -> str:
    """Say what an item on the stack is, and what it aims at."""
    if request.kind == Kind.DAMAGE:
        return "combat damage"
    name = part.name_of(request.seat, request.copy_id)
    if request.kind == Kind.EQUIP:
        name = f"equip {name}"
    elif request.kind not in (Kind.CARD, Kind.SPELL):
        name = f"{name}: {ability_text(part, request.seat, request.copy_id, request.ability)}"
    places = [int(one) for group in request.targets for one in group if one != NOTHING]
    targets = [place_name(part, where) for where in places]
    return f"{name} at {', '.join(targets)}" if targets else name


def ability_text(part: Part, seat: int, copy: int, row: int) -> str:
    """Give the text of an ability."""
    card = int(part.state.card_of[seat, copy])
    number = int(row) - int(part.sight.pool.records[card]["first_ability"])
    ability = part.sight.pool.cards[card].abilities[number]
    return sentence(ability, part.sight.pool.schema.vocabulary).rstrip(".")


def damage(part: Part) -> list[str]:
    """List the combat damage that has been worked out."""
    hits = [part.state.hits[number] for number in range(part.state.n_hits)]
    return [
        f"{thing_name(part, int(hit.source))} {int(hit.amount)} to "
        f"{thing_name(part, int(hit.target)) if hit.target >= 0 else 'nobody'}"
        for hit in hits
    ]


def step_name(part: Part) -> str:
    """Name the step with priority that is under way, or was last."""
    return Step(part.state.step).name.lower()


def word(verb: int, amount: int) -> str:
    """Name the word of a change that has one."""
    match verb:
        case Verb.HAS_KEYTERM:
            return str(Keyterm(amount).name).lower()
        case Verb.IS_ALSO:
            return plane_word(MANA[amount])
        case Verb.ENEMIES_CANNOT_CAST:
            return str(Playable(amount).name).lower()
        case Verb.YOU_PAY | Verb.ENEMIES_PAY:
            kind = str(Playable(amount % COST_KINDS).name).lower()
            return f"{amount // COST_KINDS:+d} for {kind}"
    return ""


def changes(part: Part) -> list[str]:
    """List the changes that effects have made for a while."""
    return [change(part, part.state.lasting[i]) for i in range(part.state.n_lasting)]


def change(part: Part, lasting: Any) -> str:
    """Tell one change."""
    seat, copy, last = int(lasting.seat), int(lasting.copy_id), int(lasting.last_turn)
    whom = player_key(seat) if copy == NOTHING else part.name_of(seat, copy)
    if last == FOREVER:
        end = "while in play"
    elif last == THIS_COMBAT:
        end = "this combat"
    elif last >= UNTIL_TURN:
        end = f"until {player_key(last - UNTIL_TURN)}'s next turn"
    else:
        end = f"through turn {last}"
    return f"{whom}: {verb_words(Verb, word, lasting)}, {end}"


# Laying out


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 3, and nobody's first."""
    state.turn = 3
    for seat, player in enumerate(state.players):
        setup.clear(state, seat)
        player.turns = 2


PHASES = {
    "main": (Task.PRIORITY, Step.MAIN_1),
    "start": (Task.TURN_START, 0),
    "energize": (Task.ENERGIZE, 0),
    "upkeep": (Task.UPKEEP, 0),
    "draw": (Task.DRAW, 0),
    "set": (Task.SET_PHASE, 0),
    "combat": (Task.PRIORITY, Step.BEGINNING_OF_COMBAT),
    "main_2": (Task.PRIORITY, Step.MAIN_2),
    "end": (Task.TURN_END, 0),
    "cleanup": (Task.CLEANUP, 0),
}


def begin(state: Any, table: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    for seat in range(len(state.players)):
        setup.sort_deck(state, table, options, seat)
        give_energy(state, table, seat)
    turn.plan_turn(state, Task.TURN_START)
    task, step = PHASES[phase]
    while top_task(state).task != task or (task == Task.PRIORITY and top_task(state).n != step):
        drop_task(state)
    note_changes(state, table)
    rules.run_on(state, table, options)


def give_energy(state: Any, table: Any, seat: int) -> None:
    """Let cards in play of which nothing is said have their printed energy and loyalty."""
    player = state.players[seat]
    for copy in each(int(player.field)):
        card = table.cards[int(state.card_of[seat, copy])]
        if player.energy[copy] == 0 and has(int(player.bearers), copy):
            player.energy[copy] = card.energy
        player.counters[copy] = player.counters[copy] or card.loyalty


# Questions


QUESTIONS = {
    Question.DEMIGOD_ORDER: "which Demigod stands next",
    Question.STARTING_CARD: "which starting card to take",
    Question.MULLIGAN: "draw a new hand",
    Question.PRIORITY: "priority",
    Question.MAIN_PHASE: "main phase",
    Question.WAY_TO_PAY: "pay with energy or mana",
    Question.PAYER: "who pays",
    Question.MANA_SOURCE: "what pays the next mana",
    Question.SET_MODE: "which mode",
    Question.SET_PHASE: "Set Phase",
    Question.ATTACK: "who attacks",
    Question.ATTACK_WHAT: "what is attacked",
    Question.BLOCK: "who blocks",
    Question.BLOCK_WHAT: "who is blocked",
    Question.SPLIT: "who gets the next point of damage",
    Question.SUMMON: "pay for the Deity now",
    Question.SACRIFICE: "which combat card is given up",
    Question.DISCARD: "which card is discarded",
    Question.HAND_LIMIT: "which card is discarded at the end of the turn",
    Question.MANA_PLANE: "which mana",
    Question.MAY_PAY: "pay for it",
}


def question(part: Part) -> str:
    """Say what is asked."""
    asked = part.state.question
    if asked == Question.MAY_PAY:
        return f"pay {int(top_task(part.state).n)} energy"
    return QUESTIONS.get(asked) or ability_question(part, "card")


# Options


SAID = {
    Act.PLAY: "play {card}",
    Act.EQUIP: "equip {card}",
    Act.SUMMON: "summon the Deity of {card}",
    Act.PASS: "pass",
    Act.ENERGY: "energy",
    Act.MANA: "mana",
    Act.ATTACK_MODE: "attack mode",
    Act.DEFENSE_MODE: "defense mode",
}
FIGHTS = {Question.ATTACK: "attack with {card}", Question.BLOCK: "block with {card}"}
DONE = {
    Question.PRIORITY: "pass",
    Question.MAIN_PHASE: "go on",
    Question.SET_PHASE: "go on",
    Question.ATTACK: "no more attackers",
    Question.BLOCK: "no more blockers",
}
PLANES = tuple(plane_word(plane) for plane in MANA)
PHRASES = frozenset(
    {
        *SAID.values(), *FIGHTS.values(), *DONE.values(), *ABILITY_PHRASES, *PLANES,
        "use {card}", "tap {card}", "put {card} into attack mode", "put {card} into defense mode",
        *(f"{plane} from the pool" for plane in PLANES),
        *(f"tap {{card}} for {plane}" for plane in PLANES),
        "{card}'s ability", "enemy {card}'s ability",
    }
)  # fmt: skip


def option(part: Part, action: Any) -> str:
    """Say one option."""
    asked, kind = part.state.question, action.kind
    match kind:
        case Act.PASS:
            return DONE[asked]
        case Act.USE:
            return use_text(part, action)
        case Act.POOL:
            return f"{PLANES[action.slot]} from the pool"
        case Act.TAP:
            name = part.name_of(action.seat, action.copy_id)
            is_payment = asked == Question.MANA_SOURCE
            return f"tap {name}" if is_payment else f"tap {name} for {PLANES[action.slot]}"
        case Act.CHANGE:
            player = part.state.players[action.seat]
            into = Mode.ATTACK if has(int(player.defense), action.copy_id) else Mode.DEFENSE
            name = part.name_of(action.seat, action.copy_id)
            return f"put {name} into {into.name.lower()} mode"
        case Act.FIGHT:
            return FIGHTS[asked].format(card=part.name_of(action.seat, action.copy_id))
        case Answer.OPTION if asked == Question.MANA_PLANE:
            return PLANES[action.slot]
    if kind in SAID:
        name = "" if action.copy_id == NOTHING else part.name_of(action.seat, action.copy_id)
        return SAID[Act(kind)].format(card=name)
    return ability_option(part, action, place_name)


def use_text(part: Part, action: Any) -> str:
    """Say which ability of which card is used."""
    card = int(part.state.card_of[action.seat, action.copy_id])
    row = int(part.sight.pool.records[card]["first_ability"]) + int(action.slot)
    text = ability_text(part, int(action.seat), int(action.copy_id), row)
    return f"use {part.name_of(action.seat, action.copy_id)}: {text}"


def place_name(part: Part, where: int) -> str:
    """Name what is at a place, and whose it is if not one's own."""
    if is_staged(part.state, where):
        request = request_at(part.state, where)
        seat, copy = int(request.seat), int(request.copy_id)
        name = part.name_of(seat, copy)
        if request.kind not in (Kind.CARD, Kind.SPELL):
            name = f"{name}'s ability"
    else:
        seat = where // MOST
        name = thing_name(part, where)
    return name if seat == part.state.seat else f"enemy {name}"


CARD = OneCard("card", "copy_id")
VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Derived("step", work_out=step_name, silent=True),
        Derived("stack", work_out=stack),
        Derived("damage", work_out=damage, silent=True),
        Derived("changes", work_out=changes),
        Derived("waiting", work_out=waiting, silent=True),
    ),
    player=(
        Spread(
            "demigod",
            "things",
            range(1),
            (
                CARD,
                Number("energy"),
                CardSet("attached"),
                Derived("atk", work_out=number(atk_of), silent=True),
                Derived("energize", work_out=number(rate_of), silent=True),
            ),
            demigod_of,
            put_demigod,
        ),
        Spread(
            "field",
            "things",
            range(DECK_SLOTS),
            (
                CARD,
                Number("energy"),
                Number("counters"),
                Flag("tapped"),
                Flag("defense"),
                CardSet("attached"),
                Flag("sick", silent=True),
                Flag("played", silent=True),
                Derived("atk", work_out=number(atk_of), silent=True),
                Derived("def", work_out=number(defense_of), silent=True),
                Derived("energize", work_out=number(rate_of), silent=True),
                Derived("host", work_out=host, silent=True),
                Derived("aim", work_out=aim),
            ),
            field_of,
            put_field,
        ),
        CardSet("hand"),
        Pile("deck", count="n_deck"),
        CardSet("discard"),
        Pile("queue", count="n_queue"),
        CardSet("deities", "aside"),
        CardSet("to_be_ordered", "waiting"),
        CardSet("using"),
        CardSet("removed"),
        Marked("called", zone="field", silent=True),
        Pool("pool"),
        Number("lands", silent=True),
        Number("more_lands", silent=True),
        Number("actions", silent=True),
        Number("turns", silent=True),
        Number("redraws", silent=True),
    ),
    given={"deck": 8},
    filler={
        "name": "Filler",
        "title": "Fillers",
        "type": str(CardType.CREATURE.name).title(),
        "plane": "Universal",
        "alignment": "Neutral",
        "tribe": "Human",
        "energy": "9",
        "atk": "1",
    },
    phases=tuple(PHASES),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=PHRASES,
)
