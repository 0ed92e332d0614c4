"""Reading what a learned player sees: rows and how often each counts, from a state's memory."""

import numpy as np

from evenhand.simulate.bots.learned.slots import COMPARED, MOST_FEATURES, Kind
from evenhand.simulate.compiling import loop_rule, rule
from evenhand.simulate.engine.sets import each, size

__all__ = ["note", "note_card", "read_changes", "read_table"]

NUMBER, CATEGORY, CARD, CARDS, SEAT, COUNT = (int(kind) for kind in Kind)


@rule
def read_slot(words, slot):
    """Return the whole number in a slot."""
    k, shift = slot.word, np.uint64(slot.shift)
    bits = words[k] >> shift
    if slot.straddles:
        bits |= words[k + 1] << (np.uint64(64) - shift)
    rest = np.uint64(slot.rest)
    return np.int64(bits << rest) >> np.int64(rest)


@rule
def note(mind, n, row, count):
    """Write down a row and how often it counts; return the number of features."""
    if n < MOST_FEATURES:
        mind.rows[n] = row
        mind.counts[n] = count
        n += 1
    return n


@rule
def note_card(state, mind, n, zone, owner, copy, count):
    """Write down a card in a zone, if the number is that of one in its owner's deck."""
    if copy >= state.deck_size[owner]:
        return n
    row = mind.first_card_row + zone * mind.n_cards + state.card_of[owner, copy]
    return note(mind, n, row, count)


@rule
def copy_tops(mind, words):
    """Copy the last entries of lists to where they are read; nothing of an empty list."""
    for t in range(mind.n_tops):
        top = mind.tops[t]
        n = read_bytes(words, top.count, 2)
        n_words = (top.n_bytes + 7) // 8
        for w in range(n_words):
            at = top.entries + (n - 1) * top.n_bytes + 8 * w
            rest = min(top.n_bytes - 8 * w, 8)
            words[top.word + w] = np.uint64(read_bytes(words, at, rest)) if n > 0 else np.uint64(0)


@rule
def read_bytes(words, at, n_bytes):
    """Return the whole number in some bytes, as many as a word has at most."""
    k, shift = at // 8, np.uint64(8 * (at % 8))
    bits = words[k] >> shift
    if shift > 0:
        bits |= words[k + 1] << (np.uint64(64) - shift)
    if n_bytes < 8:
        bits &= (np.uint64(1) << np.uint64(8 * n_bytes)) - np.uint64(1)
    return np.int64(bits)


@rule
def note_value(state, words, slot, value, seat, mind, n, at_row, at_zone, sign):
    """Write down what a slot's value says."""
    owner = slot.owner
    if slot.owner_slot >= 0:
        owner = read_slot(words, mind.slots[slot.owner_slot])
    is_own = owner < 0 or owner == seat
    row = at_row + (slot.row if is_own else slot.other_row)
    kind = slot.kind
    if kind == CATEGORY:
        return note(mind, n, row + min(value, slot.most), sign) if value > 0 else n
    if kind == NUMBER:
        return note(mind, n, row, sign * value)
    if kind == COUNT:
        return note(mind, n, row, sign * size(value))
    if kind == SEAT:
        return note(mind, n, row + (0 if value == seat else 1), sign) if value >= 0 else n
    zone = at_zone + (slot.zone if is_own else slot.other_zone)
    owner = min(max(owner, 0), len(state.tally) - 1)
    if kind == CARD:
        return note_card(state, mind, n, zone, owner, value, sign) if value >= 0 else n
    for copy in each(value):
        n = note_card(state, mind, n, zone, owner, copy, sign)
    return n


@rule
def read_table(state, words, seat, mind):
    """Write down the table before a question; return the number of features."""
    n = 0
    for u in range(mind.n_used_by_table):
        k = mind.used_by_table[u]
        if words[k] == 0 and words[k + 1] == 0:
            continue
        for s in range(mind.first[k], mind.first[k + 1]):
            slot = mind.slots[s]
            if slot.is_crowded:
                continue
            value = read_slot(words, slot)
            if value != 0:
                n = note_value(state, words, slot, value, seat, mind, n, 0, 0, 1)
    return n


@loop_rule
def find_changes(before, after, groups, n_groups, changed):
    """Write down the words of some groups that differ between two states; return their number."""
    n = 0
    for group in range(n_groups):
        k = groups[group]
        differs = (before[k] ^ after[k]) | (before[k + 1] ^ after[k + 1])
        differs |= (before[k + 2] ^ after[k + 2]) | (before[k + 3] ^ after[k + 3])
        if differs:
            for word in range(k, k + COMPARED):
                changed[n] = word
                n += before[word] != after[word]
    return n


@rule
def read_changes(state, before, after, seat, mind, n):
    """Write down what differs between two states; return the number of features."""
    rows, zones = mind.n_table_rows, mind.n_table_zones
    for c in range(find_changes(before, after, mind.groups, mind.n_groups, mind.changed)):
        k = mind.changed[c]
        begin = mind.first[k]
        if mind.goes_on[k] and before[k - 1] == after[k - 1]:
            begin -= 1  # else it was read with the word that it begins in
        for s in range(begin, mind.first[k + 1]):
            slot = mind.slots[s]
            old, new = read_slot(before, slot), read_slot(after, slot)
            if old == new:
                continue
            kind = slot.kind
            if kind == NUMBER:
                n = note_value(state, after, slot, new - old, seat, mind, n, rows, zones, 1)
            elif kind == COUNT:
                n = note_value(state, before, slot, old, seat, mind, n, rows, zones, -1)
                n = note_value(state, after, slot, new, seat, mind, n, rows, zones, 1)
            elif kind == CARDS:
                n = note_value(state, before, slot, old & ~new, seat, mind, n, rows, zones, -1)
                n = note_value(state, after, slot, new & ~old, seat, mind, n, rows, zones, 1)
            else:
                n = note_value(state, before, slot, old, seat, mind, n, rows, zones, -1)
                n = note_value(state, after, slot, new, seat, mind, n, rows, zones, 1)
    return n
