"""What a bot never answers: options that it takes off a menu before it chooses.

If nothing would be left, it chooses among all of them. A bot without restrictions does nothing
here.
"""

from enum import IntEnum

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.menu import ACTION, MENU_SLOTS, Answer
from evenhand.simulate.engine.pool_record import CARD_SLOTS
from evenhand.simulate.engine.sets import EMPTY, MOST, add, has

__all__ = [
    "ALL", "ANY", "BAN", "BANS", "COSTS", "FIRST_ANSWER", "MOST_BANS", "OFFERED", "CardIn",
    "give_back", "keep_off", "list_allowed",
]  # fmt: skip

MOST_BANS = 32
ANY = -1
ALL = -1  # a set of all numbers
FIRST_ANSWER = int(min(Answer))


class CardIn(IntEnum):
    """The field of an option that holds the card in its words."""

    NOTHING = 0
    COPY = 1
    SLOT = 2


BAN = record(
    ("number", np.int8),  # of the restriction that it belongs to, in the order of the bot's file
    ("questions", np.int64),  # set of those at which it holds
    ("acts", np.int64),  # set of kinds of options: the game's Acts
    ("answers", np.int64),  # .. and kinds that all games share, `FIRST_ANSWER` as 0
    ("slot", np.int16),  # of the option, or ANY
    ("own", np.int8),  # 1: about the table of the player asked, 0: of another one, or ANY
    ("card_in", np.int8),  # CardIn
    ("card", np.int16),  # that card's row of the pool, or ANY
    ("before_turn", np.int16),  # first turn in which the ban is lifted; 0 if it never is
    ("spares_dearest", np.int8),  # 1: cards without a dearer one on offer are allowed
)
BANS = ("bans", BAN, (MOST_BANS,))  # of a bot
COSTS = ("costs", np.int16, (CARD_SLOTS,))  # by row of the pool; NOTHING if not comparable
OFFERED = ("offered", ACTION, (MENU_SLOTS,))  # the whole menu of a question


@rule
def list_allowed(state, bot, menu, kept):
    """Write down the options that a bot may take; return how many, or all if none is left."""
    n, banned = 0, np.int64(EMPTY)
    for i in range(menu.n):
        number = find_ban(state, bot, menu, menu.actions[i])
        if number == NOTHING:
            kept[n] = i
            n += 1
        else:
            banned = add(banned, number)
    tally = state.tally[state.seat]
    if n == 0:
        tally.unavoidable |= banned
        for i in range(menu.n):
            kept[i] = i
        return np.int64(menu.n)
    tally.withheld |= banned
    return np.int64(n)


@rule
def find_ban(state, bot, menu, action):
    """Return the number of the restriction that forbids an option; NOTHING if none does."""
    for i in range(bot.n_bans):
        ban = bot.bans[i]
        if falls_under(state, ban, action) and not is_spared(state, bot, menu, ban, action):
            return np.int64(ban.number)
    return np.int64(NOTHING)


@rule
def falls_under(state, ban, action):
    """Return whether an option is of the kind that a ban is about."""
    if ban.before_turn > 0 and state.turn >= ban.before_turn:
        return False
    if not is_member(ban.questions, state.question) or not is_kind(ban, action.kind):
        return False
    if ban.slot != ANY and ban.slot != action.slot:
        return False
    if ban.own != ANY and ban.own != (action.seat == state.seat):
        return False
    return ban.card == ANY or ban.card == find_card(state, ban, action)


@rule
def is_kind(ban, kind):
    """Return whether a ban is about options of a kind."""
    if kind < FIRST_ANSWER:
        return is_member(ban.acts, kind)
    return is_member(ban.answers, kind - FIRST_ANSWER)


@rule
def is_member(members, number):
    """Return whether a number is in a set; those that no set can hold are in `ALL`."""
    return members == ALL or (number < MOST and has(members, number))


@rule
def find_card(state, ban, action):
    """Return the pool's row of the card that an option holds, of the player asked; or NOTHING."""
    copy = action.slot if ban.card_in == CardIn.SLOT else action.copy_id
    if ban.card_in == CardIn.NOTHING or not 0 <= copy < state.deck_size[state.seat]:
        return np.int64(NOTHING)
    return np.int64(state.card_of[state.seat, copy])


@rule
def is_spared(state, bot, menu, ban, action):
    """Return whether a ban lets an option pass, because no dearer card is on offer."""
    if not ban.spares_dearest:
        return False
    own = find_cost(state, bot, ban, action)
    for i in range(menu.n):
        other = menu.actions[i]
        for j in range(bot.n_bans):
            is_alike = bot.bans[j].number == ban.number and falls_under(state, bot.bans[j], other)
            if is_alike and find_cost(state, bot, bot.bans[j], other) > own >= 0:
                return False
    return True


@rule
def find_cost(state, bot, ban, action):
    """Return the cost of the card that an option holds; NOTHING if it is not comparable."""
    row = find_card(state, ban, action)
    return np.int64(NOTHING) if row == NOTHING else np.int64(bot.costs[row])


@rule
def keep_off(menu, kept, n):
    """Leave only the first options on the menu that are written down."""
    for i in range(n):
        menu.actions[i] = menu.actions[kept[i]]
    menu.n = n


@rule
def give_back(question, n_offered, choice):
    """Put all options back on the menu; return the number that the choice has among them."""
    menu = question.menu
    for i in range(n_offered):
        menu.actions[i] = question.offered[i]
    menu.n = n_offered
    return np.int64(question.kept[choice])
