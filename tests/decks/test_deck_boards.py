"""Cards that a deck file keeps out of the deck, in any format, are not played; or refused."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evenhand.decks.blackpoker.schema import SCHEMA as BLACKPOKER
from evenhand.decks.deck_list import load_deck, parse_deck_list
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError
from tests.decks.deck_files import DECK, MAIN, out

KEPT_OUT = ("Sideboard", "side board", "SIDE DECK", "SB", "Maybeboard", "maybe", "Considering",
            "Wish list", "wishlist", "Acquireboard", "Tokens", "Attractions", "stickers",
            "Réserve")  # fmt: skip
PERHAPS = ("Sidebord", "side-bored", "my sideboard", "Sideboard vs. red", "Maybeboord", "MB")
HEADINGS = ("{}", "{}:", "[{}]", "# {}", "// {}", "## {} ##", "**{}**", "== {} ==", "{} (2)",
            "{}: 2", "{} - 2 cards", "- {}", "[{}] 2")  # fmt: skip
LINES = (
    "{} {}",
    "{}x {}",
    "  {} x {} ",
    "{} {} (CV) 12 *F*",
    "{}x {} (cv) 12 [Units]",
    "{} {} [CV]",
    "{} [CV:12] {}",
    "{} {}|CV|1",
    "{} {} CV 12",
    "{} {} CV-12",
    "• {} {}",
)
BESIDE = ("{board}: {line}", "{line} [{board}]", "{line} [Burn,{board}{{top}}]",
          "{line} ^{board},#fff^", "{line} # Sideboard", "{line} // maybe", "{line} # {perhaps}",
          "{line} (SB)", "{line} [Burn{{noDeck}}]", "SB {line}")  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("board", KEPT_OUT)
def test_a_board_in_any_spelling_is_left_out(load_list, board, heading):
    played, notes, _ = load_list(
        f"2 Soot Sparrow\n2 Coal Hound\n{heading.format(board)}\n1 Ashfall\n"
    )
    assert played == DECK
    assert notes[0].startswith("not played: ")


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("board", PERHAPS[:4])
def test_what_may_be_a_board_is_refused(load_list, board, heading):
    with pytest.raises(InputError, match=r"a\.txt:3: "):
        load_list(f"2 Soot Sparrow\n2 Coal Hound\n{heading.format(board)}\n1 Ashfall\n")


@st.composite
def lists(draw):
    """Draw a list of any form with one card kept out in any way, in any order."""
    line = draw(st.sampled_from(LINES))
    main = [line.format(count, name) for name, count in DECK.items()]
    kept = line.format(1, "Ashfall")
    board = draw(st.sampled_from((*KEPT_OUT, *PERHAPS)))
    blank = draw(st.sampled_from(([], [""], ["", ""], ["-----"])))
    if draw(st.booleans()):
        heading = draw(st.sampled_from(HEADINGS)).format(board)
        main_heading = draw(st.sampled_from((["Deck"], ["Main:"], ["# Units", "Units:"], [])))
        return [*main_heading, *main, *blank, heading, kept]
    beside = draw(st.sampled_from(BESIDE))
    perhaps = draw(st.sampled_from(PERHAPS[:4]))
    return [*main, *blank, beside.format(board=board, line=kept, perhaps=perhaps)]


@settings(deadline=None)
@given(lists())
@example(["2 Soot Sparrow", "2 Coal Hound", "# more", "Maybe", "# better ones", "1 Ashfall"])
def test_no_card_is_played_that_is_kept_out(load_list, lines):
    """That the deck would be legal only with the card is no matter."""
    for size in (4, 5):
        try:
            played, *_ = load_list("\n".join(lines), size=size)
        except InputError:
            continue
        assert played == DECK


@pytest.mark.parametrize(
    "heading",
    [
        "## Not in the deck", "# Out", "// Considered", "# --- not playing ---", "## Ideas",
        "## Bench", "On the bench:", "Out of the deck", "// Egg Deck", "Cut from the deck:",
        "[Leftovers]", "Honorable mentions", "**To buy**", "# Swap in (3)", "Scratchpad",
    ],
)  # fmt: skip
def test_other_words_for_what_is_left_out(load_list, heading):
    played, notes, _ = load_list(f"{MAIN}{heading}\n1 Ashfall\n")
    assert played == DECK
    assert notes[0].startswith("not played: ")


@pytest.mark.parametrize(
    "comment",
    [
        "# cut", "// cut", "#cut", "# companion", "#companion", "# tokens", "# removed", "// out",
        "(CV) 3 #Burn #Maybe", "#Burn #cut", "#cut #Burn", "[Out]", "[On the bench]", "^Removed^",
    ],
)  # fmt: skip
def test_words_behind_a_card_leave_it_out(load_list, comment):
    played, notes, _ = load_list(f"{MAIN}1 Ashfall {comment}\n")
    assert played == DECK
    assert "not played: " in notes[0] and "(line 3)" in notes[0]


@pytest.mark.parametrize(
    "line",
    [
        "1 Ashfall # taken out for now", "1 Ashfall # not playing this", "1 Ashfall # maybe cut",
        "1 Ashfall # not in the deck right now", "1 Ashfall # thinking of cutting",
        "1 Ashfall # maybe later", "1 Ashfall #maybe-cut", "1 Ashfall # too slow, cut",
        "# not playing these\n1 Ashfall", "Flex:\n1 Ashfall", "- 1 Ashfall", "\u2013 1 Ashfall",
        "/*\n1 Ashfall\n*/", "<!-- 1 Stoke -->\n1 Ashfall", "1 Ashfall # not now",
        "Out (for now):\n1 Ashfall", "# Cut - too slow\n1 Ashfall",
        "Sideboard: 1 Stoke\n1 Ashfall", "Maybe: 1 Stoke\nMaybe: 1 Stoke\n1 Ashfall",
    ],
)  # fmt: skip
@pytest.mark.parametrize("size", [4, 5])
def test_what_may_leave_a_card_out_is_refused(load_list, line, size):
    with pytest.raises(InputError, match=r"may keep cards out|may take the card out|kept out by"):
        load_list(f"{MAIN}{line}\n", size=size)


@pytest.mark.parametrize(
    "comment",
    [
        "# four would be too many",
        "# cuts deep",
        "# for now",
        "# hits all on the bench",
        "#Burn #Ramp",
        "// makes 2",
    ],
)
def test_other_comments_leave_a_card_in(load_list, comment):
    assert load_list(f"2 Soot Sparrow {comment}\n2 Coal Hound\n")[:2] == (DECK, [])


@pytest.mark.parametrize("mark", ["# later ones", "## Later", "// later"])
def test_a_comment_above_cards_is_named(blackpoker, mark):
    cards = [f"1 {suit} {n}" for suit in ("Spade", "Heart", "Diamond") for n in range(4, 11)]
    played = f"played: what stands below '{mark}' (line 24, 2 lines)"
    below = ["1 Club 4", "1 Club 5"]
    for first in ("", "Deck"):
        assert blackpoker([first, *cards, mark, *below]) == (23, played)
    many = [*cards[:7], "# hearts", *cards[7:], mark, *below]
    assert mark in blackpoker(many)[1]


def test_a_category_that_nobody_knows_is_named(blackpoker):
    cards = [f"1 {suit} {n} [Low]" for suit in ("Spade", "Heart", "Diamond") for n in range(4, 11)]
    note = blackpoker([*cards, "1 Club 4 [Elsewhere]"])[1]
    assert note.endswith("played: what stands below '[elsewhere]' (line 22)")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Deck", "Deck"), ("Deck A:", "Deck B:"), ("[v1]", "[v2]"), ("# Deck 1", "# Deck 2"),
        ("Old deck:", "New deck:"), ("Deck", "Sideboard\n1 Stoke\nMain Deck"),
    ],
)  # fmt: skip
def test_two_decks_in_a_file_are_refused(load_list, first, second):
    text = f"{first}\n2 Soot Sparrow\n{second}\n2 Coal Hound\n"
    with pytest.raises(InputError, match="expected one deck, found another"):
        load_list(text)


def test_every_line_may_say_where_its_card_is(load_list):
    text = "Deck: 2 Soot Sparrow\nSide: 1 Ashfall\nDeck: 2 Coal Hound\nSB: 1 Stoke\n"
    assert load_list(text)[:2] == (DECK, [out(("side", 2), ("sb", 4))])


def test_a_heading_of_a_deck_without_cards_is_its_title(load_list):
    assert load_list(f"Decklist:\nMainboard (4)\n{MAIN}")[0] == DECK


@pytest.mark.parametrize("line", ["0 Ashfall", "Ashfall x0", "0x Ashfall (CV) 3"])
def test_no_copies_are_none(load_list, line):
    assert load_list(f"{MAIN}{line}\n")[:2] == (DECK, [out(("0 copies", 3))])


def test_words_of_the_game_stay_its_own(load_list, list_pool):
    """A heading, category or cell that is a kind of its cards is no board."""
    text = "# Tokens\n2 Soot Sparrow # token\n2 Coal Hound [Token]\n"
    own = replace(list_pool)
    own.__dict__["kinds"] = frozenset(("Token",))
    assert len(parse_deck_list(text, own, "a.txt").entries) == 2


COLUMNS = ("Board", "Section", "Zone", "Category", "Categories", "Tags", "Folder Name", "Status")
FLAGS = ("Sideboarded", "Sideboard", "Maybeboard", "Wishlist", "is sideboard", "Sidebord",
         "Sideboard Qty")  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("board", ["Sideboard", "side board", "Maybeboard{noDeck}", "WISHLIST"])
def test_no_row_is_played_that_a_column_keeps_out(load_list, column, board):
    if column == "Status" and "{" in board:
        return
    text = f'Qty,Name,{column}\n2,Soot Sparrow,Main\n2,Coal Hound,\n1,Ashfall,"{board}"\n'
    assert load_list(text, "a.csv")[0] == DECK


@pytest.mark.parametrize("column", FLAGS)
@pytest.mark.parametrize(("no", "yes"), [("No", "Yes"), ("", "x"), ("FALSE", "TRUE"), ("0", "2")])
def test_no_row_is_played_that_a_flag_keeps_out(load_list, column, no, yes):
    text = f"Qty,Name,{column}\n2,Soot Sparrow,{no}\n2,Coal Hound,{no}\n1,Ashfall,{yes}\n"
    if yes == "2" or column in ("Sidebord", "Sideboard Qty"):
        with pytest.raises(InputError, match=r"expected yes or no|may keep cards out"):
            load_list(text, "a.csv")
    else:
        assert load_list(text, "a.csv")[0] == DECK


@pytest.mark.parametrize(
    ("column", "main", "kept_out"),
    [
        ("Cut", "", "x"), ("Cut?", "no", "yes"), ("companion", "FALSE", "TRUE"),
        ("tokens", "no", "yes"), ("Out", "", "x"), ("Removed", "", "x"), ("Include", "yes", "no"),
        ("Included", "x", ""), ("Use", "1", "0"), ("Play", "yes", "no"), ("Playing?", "y", "n"),
        ("Active", "TRUE", "FALSE"), ("Keep", "x", ""), ("Final", "2", "0"),
        ("Status", "in", "out"), ("Status", "\u2714", "\u2718"), ("Main/Side", "Main", "Side"),
        ("In/Out", "in", "out"), ("Include", "yes", "maybe"),
        ("Main/Side", "M", "S"), ("Board", "M", "S"),
        ("Category", "Units", "Not playing"),
        ("Category", "Units", "Bench"), ("Folder", "Rush", "Trade"), ("Notes", "good", "side"),
        ("Notes", "", "cuts"), ("Notes", "", "reserve"), ("Notes", "", "extra deck"),
        ("Notes", "", "not in the deck"), ("", "", "unused"),
    ],
)  # fmt: skip
def test_any_column_may_keep_a_card_out(load_list, column, main, kept_out):
    rows = f"2,Soot Sparrow,{main}\n2,Coal Hound,{main}\n1,Ashfall,{kept_out}\n"
    played, notes, _ = load_list(f"Qty,Card,{column}\n{rows}", "a.csv")
    assert played == DECK
    assert "not played: " in notes[-1] and "(line 4)" in notes[-1]


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("Notes", "moved to the sideboard"), ("Notes", "cut for now"), ("", "maybe later"),
        ("Notes", "not in the deck yet"), ("Board", "Q"), ("Zone", "Elsewhere"), ("Section", "X"),
    ],
)  # fmt: skip
def test_cells_that_may_keep_a_card_out_are_refused(load_list, column, cell):
    with pytest.raises(InputError, match=r"a\.csv:3: .*(may keep cards out|expected a board)"):
        load_list(f"Qty,Card,{column}\n4,Soot Sparrow,\n1,Ashfall,{cell}\n", "a.csv")


@pytest.mark.parametrize(
    ("column", "cells"),
    [("Tokens", ("2", "")), ("Use", ("early", "late")), ("Status", ("owned", "")),
     ("Trade", ("2", "0")), ("Status", ("not owned", "not yet bought")),
     ("Rules Text", ("Removed from play", "Not in the deck yet")),
     ("Text", ("Side attack", "A long text of a card in the sideboard"))],
)  # fmt: skip
def test_columns_that_say_other_things(load_list, column, cells):
    first, second = cells
    text = f"Qty,Card,{column}\n2,Soot Sparrow,{first}\n2,Coal Hound,{second}\n"
    assert load_list(text, "a.csv")[0] == DECK


@pytest.mark.parametrize(
    ("column", "cell"),
    [("Include", "no (too slow)"), ("Cut", "yes - too slow"), ("Status", "testing"),
     ("Final", "3"), ("Main", "3"), ("Status", "half"), ("Use", "?")],
)  # fmt: skip
def test_cells_beside_yes_and_no_are_refused(load_list, column, cell):
    first = "" if column == "Cut" else "yes"
    text = f"Qty,Card,{column}\n4,Soot Sparrow,{first}\n1,Ashfall,{cell}\n"
    with pytest.raises(InputError, match=f"column '{column}': expected yes or no"):
        load_list(text, "a.csv")


def test_a_number_of_cut_copies_is_refused(load_list):
    with pytest.raises(InputError, match="column 'Final': expected yes or no, found '1'"):
        load_list("Qty,Card,Final\n4,Soot Sparrow,4\n3,Ashfall,1\n", "a.csv")
    with pytest.raises(InputError, match="column 'Cut': expected yes or no, found '3'"):
        load_list("Qty,Card,Cut\n4,Soot Sparrow,0\n3,Ashfall,3\n", "a.csv")


def test_a_list_without_cards_says_where_they_are(load_list):
    with pytest.raises(InputError, match=r"lists no cards .*not played: 'binder'"):
        load_list("Qty,Card,Binder Type\n4,Soot Sparrow,binder\n", "a.csv")


def test_an_empty_cell_between_yes_and_no_is_refused(load_list):
    text = "Qty,Card,In Deck\n4,Soot Sparrow,yes\n1,Coal Hound,\n1,Ashfall,no\n"
    with pytest.raises(InputError, match="'In Deck': expected yes or no, found nothing"):
        load_list(text, "a.csv")


@pytest.mark.parametrize(
    "text",
    [
        "Qty,Name,Board\n4,Soot Sparrow,Sidebord\n",
        "Qty,Name,Zone\n4,Soot Sparrow,my sideboard\n",
        "Qty,Name\n3,Soot Sparrow\n# Sideboard\n1,Ashfall\n",
        "Qty,Name\n3,Soot Sparrow\nSideboard,\n1,Ashfall\n",
        "Qty,Name\n4,Soot Sparrow\nSB: 1,Ashfall\n",
    ],
)
def test_tables_that_may_keep_cards_out_are_refused(load_list, text):
    with pytest.raises(InputError, match=r"may keep cards out|beside 'Sideboard'|found 'SB: 1'"):
        load_list(text, "a.csv")


def test_a_blank_row_parts_a_table_as_a_list(load_list):
    played, notes, _ = load_list("Qty,Name\n2,Soot Sparrow\n2,Coal Hound\n\n1,Ashfall\n", "a.csv")
    assert played == DECK
    assert notes[0].startswith("not played: what stands from line 5 on")
    assert load_list("Qty,Name\n2,Soot Sparrow\n# dogs\n2,Coal Hound\n", "a.csv")[:2] == (DECK, [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "4 Stoke\nExtra deck:\n2 Ashfall"),
        ("a.csv", "Qty,Name,Board\n4,Stoke,Main\n2,Ashfall,Extra Deck"),
    ],
)
def test_a_pile_of_the_game_is_no_board(list_pool, write, name, text):
    """What a game keeps beside the deck is of the deck, whatever others call so."""
    schema = replace(SCHEMA, piles={"Extra deck": lambda card: card.name == "Ashfall"})
    own = replace(list_pool, schema=schema)
    options = {"deck_size": 6, "copy_limit": 9}
    assert len(load_deck(schema, own, write(name, text), options=options).cards) == 6


@pytest.mark.parametrize(
    ("lines", "played"),
    [
        (["2 Soot Sparrow", "", "2 Coal Hound"], DECK),  # legal only with all of them
        (["2 Soot Sparrow", "2 Coal Hound", "", "1 Ashfall"], DECK),  # only without the last
        (["Deck", "2 Soot Sparrow", "", "2 Coal Hound"], DECK),
        (["Units:", "2 Soot Sparrow", "", "2 Coal Hound"], DECK),
        (["# cheap", "2 Soot Sparrow", "", "# dear", "2 Coal Hound"], DECK),
        (["2 Soot Sparrow", "2 Coal Hound", "Side", "1 Stoke", "Units:", "1 Ashfall"], DECK),
    ],
)
def test_a_block_below_a_blank_line(load_list, lines, played):
    assert load_list("\n".join(lines))[0] == played


def test_of_many_blocks_none_is_left_out(load_list):
    with pytest.raises(InputError, match="expected 4 cards, found 5"):
        load_list("2 Soot Sparrow\n\n2 Coal Hound\n\n1 Ashfall\n")


def test_what_may_be_played_or_not_is_refused_or_named(blackpoker):
    cards = [f"1 {suit} {n}" for suit in ("Spade", "Heart", "Diamond") for n in range(4, 11)]
    below = ["1 Club 4", "1 Club 5"]
    with pytest.raises(InputError, match="legal with and without"):
        blackpoker([*cards, "", *below])
    with pytest.raises(InputError, match="legal with and without"):
        blackpoker([*cards, "Sideboard", "1 Club 9", "Jacks:", *below])
    with pytest.raises(InputError, match="legal with and without"):
        blackpoker(["Commander", *cards, "", *below])
    assert blackpoker(["Deck", *cards, "", *below]) == (23, "")
    n_cards, note = blackpoker([*cards, "", *below, "", "SB: 1 Club 9"])
    assert (n_cards, note) == (23, "not played: 'sb' (line 26)")
    assert blackpoker([*cards, "", "Sideboard", *below])[0] == 21
    n_cards, note = blackpoker([*cards, "", "Later:", *below])
    assert (n_cards, note) == (23, "played: what stands below 'later' (line 24, 2 lines)")
    n_cards, note = blackpoker([*cards, "", "# if need be", *below])
    assert (n_cards, note) == (23, "played: what stands below '# if need be' (line 24, 2 lines)")
    assert blackpoker(["Low ones:", *cards, "", "High ones:", *below]) == (23, "")


@pytest.fixture
def blackpoker(write):
    """Return a function that reads a deck of 20 to 40 cards: how many there are, and the note."""
    list_pool = load_pool(BLACKPOKER)

    def load_lines(lines):
        path = write("a.txt", "\n".join(lines))
        deck = load_deck(BLACKPOKER, list_pool, path)
        return len(deck.cards), "".join(deck.notes).removeprefix(f"{path}: ")

    return load_lines
