"""A BlackPoker table set up and played in the players' words.

    t = Table().hand(0, "S7").bulwarks(0, "H2").deck(0, 20).start()
    t.do("summon S7", "pass")
    assert t.soldiers(0) == {"S7": 7}

Cards go by suit and rank (S10, HK, DA, C2) or "Red Joker" and "Black Joker". An answer
is the text of an option as `Table.offers` lists it. Soldiers go by their first card, a
bulwark by its place: "wall 0"; those of the other player have "enemy" before them. Requests
on the stage are counted from the bottom: "0 up".
"""

import numpy as np

from evenhand.decks.blackpoker.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.menu import MENU, Answer
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.engine.sets import add, each, size
from evenhand.simulate.engine.stack import give_priority
from evenhand.simulate.engine.state import is_over
from evenhand.simulate.games.blackpoker import rules, setup
from evenhand.simulate.games.blackpoker.enums import BULWARK, SEATS, Act, Deed, EndReason, Question
from evenhand.simulate.games.blackpoker.moving_cards import fill_deck, strength
from evenhand.simulate.games.blackpoker.options import OPTIONS
from evenhand.simulate.games.blackpoker.state import STATE, pack_pool

POOL = load_pool(SCHEMA)
TABLE = pack_pool(POOL)[0]
ORDER = sorted(range(54), key=lambda row: SCHEMA.sort_key(POOL.cards[row]))
KEYED = (Act.SUMMON, Act.EQUIP, Act.UP, Act.DOWN, Act.TWIST, Act.COUNTER, Act.SEARCH)


def blank(**changed):
    """Make a state without cards, and the options."""
    state = np.zeros(1, STATE)[0]
    state.end_reason = state.winner = state.leader = NOTHING
    state.rng.seed = 1
    values = option_values(OPTIONS, {name: str(value) for name, value in changed.items()})
    return state, pack_options(OPTIONS, values)[0]


def short(name):
    """Write "Spade 10" as S10."""
    suit, _, rank = name.partition(" ")
    return name if rank == "Joker" else f"{suit[0]}{rank}"


class Table:
    """One game: laid out by hand, or dealt; then played by answers.

    Both players have the whole pack; a copy's number is its card's place in the order of
    deck slots. Cards that a test does not name lie in the grave.
    """

    def __init__(self, **changed):
        self.state, self.options = blank(**changed)
        self.menu = np.zeros(1, MENU)[0]
        for seat in range(SEATS):
            self.state.card_of[seat] = ORDER
            self.state.deck_size[seat] = len(ORDER)
            fill_deck(self.state, TABLE, seat)
            self.state.players[seat].n_deck = 0
        self.free = [set(range(len(ORDER))) for _ in range(SEATS)]
        self.fillers = [0] * SEATS

    # Laying out

    def take(self, seat, name):
        """Return the copy of a card that lies nowhere yet."""
        copy = ORDER.index(POOL.rows_of(name)[0])
        self.free[seat].remove(copy)
        return copy

    def take_all(self, seat, names):
        found = 0
        for name in names:
            found = add(found, self.take(seat, name))
        return found

    def hand(self, seat, *names):
        self.state.players[seat].hand |= self.take_all(seat, names)
        return self

    def deck(self, seat, *cards):
        """Lay a deck down, its top card first; a number stands for so many other cards."""
        self.fillers[seat] += sum(card for card in cards if isinstance(card, int))
        player = self.state.players[seat]
        for name in reversed([card for card in cards if isinstance(card, str)]):
            player.deck[player.n_deck] = self.take(seat, name)
            player.n_deck += 1
        return self

    def soldier(self, seat, *names, fresh="", driven=False):
        """Put a soldier down, its first card first; those named in ``fresh`` came just now."""
        player = self.state.players[seat]
        first, *others = [self.take(seat, name) for name in names]
        player.soldiers = add(player.soldiers, first)
        for copy in others:
            player.gear[first] = add(player.gear[first], copy)
        for name, copy in zip(names, [first, *others], strict=True):
            if name in fresh.split():
                player.fresh = add(player.fresh, copy)
        if driven:
            player.driven = add(player.driven, first)
        return self

    def bulwarks(self, seat, *names, driven=False):
        player = self.state.players[seat]
        for name in names:
            player.bulwark[player.n_places] = self.take(seat, name)
            player.bulwarks = add(player.bulwarks, player.n_places)
            if driven:
                player.spent = add(player.spent, player.n_places)
            player.n_places += 1
        return self

    def start(self, seat=0, turn=5):
        """Begin in the middle of a turn."""
        for player in range(SEATS):
            self.lay_fillers(player)
        self.state.active, self.state.turn = seat, turn
        give_priority(self.state, seat)
        rules.run_on(self.state, TABLE, self.options)
        return self

    def lay_fillers(self, seat):
        """Put cards that the test says nothing about into the deck, the rest into the grave."""
        player = self.state.players[seat]
        others = sorted(self.free[seat] & set(each(self.plain(seat)))) + sorted(
            self.free[seat] - set(each(self.plain(seat)))
        )
        under = others[: self.fillers[seat]]
        named = [int(player.deck[i]) for i in range(player.n_deck)]
        for place, copy in enumerate(under + named):
            player.deck[place] = copy
        player.n_deck = len(under + named)
        for copy in others[self.fillers[seat] :]:
            player.grave = add(player.grave, copy)

    def plain(self, seat):
        """Return the set of cards that are no nobles."""
        player = self.state.players[seat]
        found = 0
        for suit in range(4):
            found |= int(player.of_suit[suit])
        return found & ~int(player.aces | player.royals)

    def begin_game(self, *tops, seed=1):
        """Play from the shuffle on; with ``tops``, the cards that lie under each hand."""
        self.state.rng.seed = seed
        rules.set_up(self.state, TABLE, self.options)
        return self

    # Playing

    @property
    def asked(self):
        """Who is asked, and what."""
        return int(self.state.seat), Question(self.state.question).name

    def open_menu(self):
        self.menu.n = self.menu.overflow = 0
        rules.legal_actions(self.state, TABLE, self.options, self.menu)
        return [self.menu.actions[i] for i in range(self.menu.n)]

    @property
    def offers(self):
        """The options of the question asked, in words."""
        return [self.words_of(action) for action in self.open_menu()]

    def do(self, *answers):
        for answer in answers:
            offers = self.offers
            assert answer in offers, f"'{answer}' is not among {offers} ({self.asked})"
            self.apply(self.menu.actions[offers.index(answer)])
        return self

    def settle(self):
        """Pass until the stage is empty or something else than a pass is asked."""
        while not is_over(self.state) and self.asked[1] == "RESPOND":
            self.do("pass")
        return self

    def settle_to(self, deed):
        """Pass until a deed is on top of the stage."""
        while self.stage[-1] != deed:
            self.do("pass")
        return self

    def apply(self, action):
        self.state.decisions += self.menu.n > 1
        rules.apply(self.state, TABLE, self.options, action)

    def words_of(self, action):
        words = Answer if action.kind in set(Answer) else Act
        word = words(action.kind).name.lower().replace("_", " ")
        match action.kind:
            case Answer.CARD:
                return self.name(action.seat, action.copy_id)
            case Act.CHARACTER:
                side = "" if action.seat == self.state.seat else "enemy "
                return side + self.character(action.seat, action.slot)
            case Act.REQUEST:
                return f"{action.slot} {self.stage[action.slot]}"
            case _ if action.kind in KEYED:
                return f"{word} {self.name(action.seat, action.copy_id)}"
        return word

    # Looking

    def name(self, seat, copy):
        return short(POOL.names[self.state.card_of[seat, copy]])

    def character(self, seat, character):
        if character >= BULWARK:
            return f"wall {character - BULWARK}"
        return self.name(seat, character)

    def names(self, seat, copies):
        return {self.name(seat, copy) for copy in each(int(copies))}

    def hand_of(self, seat):
        return self.names(seat, self.state.players[seat].hand)

    def grave(self, seat):
        return self.names(seat, self.state.players[seat].grave)

    def soldiers(self, seat):
        """Return each soldier's number."""
        player = self.state.players[seat]
        return {self.name(seat, s): int(strength(player, s)) for s in each(int(player.soldiers))}

    def driven(self, seat):
        """Return the names of all driven characters."""
        player = self.state.players[seat]
        walls = {f"wall {place}" for place in each(int(player.spent))}
        return self.names(seat, player.driven) | walls

    def n_bulwarks(self, seat):
        return int(size(int(self.state.players[seat].bulwarks)))

    def n_deck(self, seat):
        return int(self.state.players[seat].n_deck)

    @property
    def stage(self):
        """What is on the stage, the top last."""
        state = self.state
        return [Deed(state.stack[i].deed).name.lower() for i in range(state.n_stack)]

    @property
    def result(self):
        """Who won, and how."""
        return int(self.state.winner), EndReason(self.state.end_reason).name


def laid_out(tops_0, tops_1):
    """Begin a game with the whole pack, these cards lying under the hands."""
    t = Table()
    for seat, tops in enumerate((tops_0, tops_1)):
        player = t.state.players[seat]
        named = [t.take(seat, name) for name in tops]
        others = sorted(t.free[seat])
        top_first = others[:7] + named + others[7:]
        player.n_deck = len(top_first)
        player.deck[: player.n_deck] = top_first[::-1]
        setup.deal_hand(t.state, t.options, seat)
    setup.begin(t.state, t.options)
    rules.run_on(t.state, TABLE, t.options)
    return t


def attack(t, *attackers):
    """Attack with soldiers up to the question who blocks, or the end of it."""
    t.do("attack").settle().do(*attackers)
    if t.asked[1] == "ATTACKER":
        t.do("enough")
    return t.settle()


def next_own_turn(t):
    """End this turn and the enemy's."""
    seat = t.asked[0]
    for player in (seat, 1 - seat):
        assert t.asked == (player, "MAIN")
        t.do("end").settle().do("no")
    return t.settle()
