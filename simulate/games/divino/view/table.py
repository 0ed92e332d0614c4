"""DIVINO in words: the table, and how one is laid out by hand."""

from dataclasses import dataclass
from typing import Any

from evenhand.decks.divino.words import MANA, CardType, Keyterm, Playable, Verb, plane_word
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.abilities.changes import FOREVER, note_changes
from evenhand.simulate.engine.agenda import peek_task, pop_task
from evenhand.simulate.engine.sets import each, has
from evenhand.simulate.games.divino import enums, rules
from evenhand.simulate.games.divino.combat.declaring import plan_fight
from evenhand.simulate.games.divino.costs.prices import COST_KINDS
from evenhand.simulate.games.divino.enums import Kind, Step, Task
from evenhand.simulate.games.divino.in_play.places import in_play, is_on_stack, item_at, place
from evenhand.simulate.games.divino.in_play.spans import THIS_COMBAT, UNTIL_TURN
from evenhand.simulate.games.divino.turn import setup
from evenhand.simulate.games.divino.turn_tasks import push_turn
from evenhand.simulate.games.divino.view.cards import DEMIGOD, FIELD, UNSAID, owned_name
from evenhand.simulate.games.divino.view.questions import PHRASES, option, question
from evenhand.simulate.view.abilities import ability_text, tell_waiting, verb_words
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.fields import Derived, Number, Part, Plain, Seat
from evenhand.simulate.view.names import player_title
from evenhand.simulate.view.view import View
from evenhand.simulate.view.zones import CardSet, Marked, Pile

__all__ = ["VIEW"]


@dataclass(frozen=True)
class Mana(Plain):
    """A player's mana, by its planes."""

    def show(self, part: Part) -> dict[str, int]:
        """Return how much of each plane there is."""
        mana = part.record[self.at]
        return {plane_word(plane): int(mana[plane]) for plane in MANA if mana[plane]}

    def lay(self, part: Part, value: Any, dealer: Dealer, place: str) -> None:
        """Put mana down."""
        planes = {plane_word(plane): plane for plane in MANA}
        if not isinstance(value, dict):
            dealer.complain(place, f"expected planes with numbers, found {value!r}")
            return
        for word, n in value.items():
            if dealer.is_one_of(word, planes, place):
                part.record[self.at][planes[word]] = n


# What follows from the rest


def stack(part: Part) -> list[str]:
    """List what is on the stack, the top last."""
    state = part.state
    return [item_name(part, state.stack[number]) for number in range(state.n_stack)]


def item_name(part: Part, stack_item: Any) -> str:
    """Return what an item on the stack is, and what it aims at."""
    if stack_item.kind == Kind.DAMAGE:
        return "combat damage"
    name = owned_name(part, int(place(stack_item.seat, stack_item.copy_id)))
    if stack_item.kind == Kind.EQUIP:
        name = f"{name} is equipped"
    elif stack_item.kind not in (Kind.CARD, Kind.SPELL):
        name = f"{name}: {what_it_does(part, stack_item)}"
    places = [int(one) for group in stack_item.targets for one in group if one != NOTHING]
    targets = [aimed_name(part, where) for where in places]
    return f"{name} at {', '.join(targets)}" if targets else name


def what_it_does(part: Part, stack_item: Any) -> str:
    """Return the text of the ability that an item on the stack is."""
    card = int(part.state.card_of[stack_item.seat, stack_item.copy_id])
    number = int(stack_item.ability) - int(part.sight.pool.records[card]["first_ability"])
    return ability_text(part, card, number)


def aimed_name(part: Part, where: int) -> str:
    """Name a target, in play or on the stack."""
    if not is_on_stack(part.state, where):
        return owned_name(part, where)
    stack_item = item_at(part.state, where)
    return owned_name(part, int(place(stack_item.seat, stack_item.copy_id)))


def damage(part: Part) -> list[str]:
    """List the combat damage that has been worked out."""
    hits = [part.state.hits[number] for number in range(part.state.n_hits)]
    return [
        f"{owned_name(part, int(hit.source))} deals {int(hit.amount)} to "
        f"{owned_name(part, int(hit.target)) if hit.target >= 0 else 'nobody'}"
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
    whom = player_title(seat) if copy == NOTHING else owned_name(part, int(place(seat, copy)))
    if last == FOREVER:
        end = "while in play"
    elif last == THIS_COMBAT:
        end = "this combat"
    elif last >= UNTIL_TURN:
        end = f"until {player_title(last - UNTIL_TURN)}'s next turn"
    else:
        end = f"through turn {last}"
    return f"{whom}: {verb_words(Verb, word, lasting)}, {end}"


def known(part: Part) -> list[str]:
    """List the cards of a hand that others have seen, and who has."""
    found = []
    for copy in each(int(part.record.hand)):
        seers = [
            player_title(viewer)
            for viewer, seen in enumerate(part.record.known)
            if viewer != part.seat and has(int(seen), copy)
        ]
        if seers:
            found.append(f"{part.name_of(part.seat, copy)}: {', '.join(seers)}")
    return found


# Laying out


def blank(state: Any, options: Any) -> None:
    """Empty the table; it is turn 3."""
    state.turn = 3
    for seat in range(len(state.players)):
        setup.clear(state, seat)


PHASES = {
    "main": enums.Part.MAIN_1,
    "start": enums.Part.SEARCH,
    "energize": enums.Part.ENERGIZE,
    "upkeep": enums.Part.UPKEEP,
    "draw": enums.Part.DRAW,
    "set": enums.Part.SET,
    "combat": enums.Part.COMBAT,
    "blocks": enums.Part.END_OF_COMBAT,
    "damage": enums.Part.END_OF_COMBAT,
    "main_2": enums.Part.MAIN_2,
    "end": enums.Part.END,
    "cleanup": enums.Part.CLEANUP,
}
FIGHT = {"blocks": Task.BLOCKERS, "damage": Task.DAMAGE}  # before that: a fight laid out


def begin(state: Any, pool: Any, options: Any, phase: str) -> None:
    """Go on from the beginning of a phase."""
    for seat in range(len(state.players)):
        setup.sort_deck(state, pool, options, seat)
        give_energy(state, pool, seat)
    push_turn(state, PHASES[phase])
    if phase in FIGHT:
        plan_fight(state)
        go_to(state, FIGHT[phase])
    note_changes(state, pool)
    rules.run_on(state, pool, options)


def go_to(state: Any, task: int) -> None:
    """Leave out what is planned before a task."""
    while peek_task(state).task != task:
        pop_task(state)


def give_energy(state: Any, pool: Any, seat: int) -> None:
    """Let cards in play of which nothing is said have their printed energy and loyalty."""
    player = state.players[seat]
    for copy in each(int(in_play(state, seat))):
        card = pool.cards[int(state.card_of[seat, copy])]
        if player.energy[copy] == UNSAID:
            player.energy[copy] = card.energy if has(int(player.bearers), copy) else 0
        player.counters[copy] = player.counters[copy] or card.loyalty


VIEW = View(
    table=(
        Number("turn", silent=True),
        Seat("active", silent=True),
        Derived("step", work_out=step_name, silent=True),
        Derived("stack", work_out=stack),
        Derived("damage", work_out=damage, silent=True),
        Derived("changes", work_out=changes),
        Derived("waiting", work_out=tell_waiting, silent=True),
    ),
    player=(
        DEMIGOD,
        FIELD,
        CardSet("hand"),
        Derived("known", work_out=known, silent=True),
        Pile("deck", count="n_deck"),
        CardSet("discard"),
        Pile("queue", count="n_queue"),
        CardSet("deities", "aside"),
        CardSet("to_be_ordered", "waiting"),
        CardSet("on_the_stack", "using"),
        CardSet("removed"),
        Marked("called", zone="field", silent=True),
        Mana("pool", "mana"),
        Number("lands", silent=True),
        Number("more_lands", silent=True),
        Number("actions", silent=True),
        Number("turns", silent=True),
        Number("redraws", silent=True),
    ),
    given={"deck": 8, "demigod": ["Leader"], "turns": 2},  # nobody's first turn
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
    cast=(
        {
            "name": "Leader",
            "title": "Fillers",
            "type": str(CardType.DEMIGOD.name).title(),
            "plane": "Alial",
            "alignment": "Aevos",
            "energy": "12",
            "atk": "3",
            "energize": "3",
        },
    ),
    phases=tuple(PHASES),
    blank=blank,
    begin=begin,
    question=question,
    option=option,
    phrases=PHRASES,
)
