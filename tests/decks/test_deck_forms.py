"""Deck lists as programs export them: each form is read right, or refused by name.

Whatever the form and however it is said, a card that is kept out of the deck is not played.
"""

import contextlib
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evenhand.decks.blackpoker.schema import SCHEMA as BLACKPOKER
from evenhand.decks.boards import classify_label
from evenhand.decks.deck_list import LARGEST_LIST, list_deck_files, load_deck, parse_deck_list
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError

NAMES = ("Soot Sparrow", "Coal Hound", "Ashfall", "Stoke", "Iron Tongs", "Fire // Ice", "Agent 47",
         "Agent", "Crush (red)")  # fmt: skip
CARDS = "name,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage\n" + "".join(
    f"{name},Unit,300,Red,1,Jab,1,60\n" for name in NAMES
)
DECK = {"Soot Sparrow": 2, "Coal Hound": 2}


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    path = tmp_path_factory.mktemp("pool") / "cards.csv"
    path.write_text(CARDS, encoding="utf-8")
    return load_pool(SCHEMA, path)


@pytest.fixture(scope="module")
def load(pool, tmp_path_factory):
    """Return a function that reads a file: how often each card is played, and the notes."""
    folder = tmp_path_factory.mktemp("decks")

    def load_file(text, name="a.txt", size=4):
        path = folder / name
        path.write_text(text, encoding="utf-8")
        options = {"deck_size": size, "copy_limit": 9, "min_units": 0}
        deck = load_deck(SCHEMA, pool, path, options=options)
        notes = [note.removeprefix(f"{path}: ") for note in deck.notes if "many" not in note]
        return Counter(pool.names[row] for row in deck.cards), notes, deck.display_name

    return load_file


def out(*places):
    """Write the note on what is kept out."""
    return "not played: " + ", ".join(f"'{word}' (line {line})" for word, line in places)


ARENA = "About\nName Rush\n\nDeck\n2 Soot Sparrow (CV) 1\n2 Coal Hound (CV) 4\n\n"
FORMATS = {
    "a list of one's own": ("2 Soot Sparrow\n2 Coal Hound\n\nSide board:\n1 Ashfall", "",
                            out(("side board", 5))),
    "Arena": (f"{ARENA}Sideboard\n1 Ashfall (CV) 34", "", out(("sideboard", 9))),
    "Arena with a companion": (f"Companion\n1 Ashfall (CV) 2\n\n{ARENA}", "",
                               out(("companion", 2))),
    "Moxfield": ("2 Soot Sparrow (CV) 1 *F*\n2 Coal Hound (CV) 4 #Ramp\n\nSIDEBOARD:\n"
                 "1 Ashfall (CV) 34", "", out(("sideboard", 5))),
    "ManaBox": ("// COMMANDER\n2 Soot Sparrow (CV) 1\n\n// DECK\n2 Coal Hound (CV) 4\n\n"
                "// MAYBEBOARD\n1 Ashfall (CV) 3", "", out(("maybeboard", 8))),
    "Deckbox": ("2 Soot Sparrow\n2 Coal Hound\nSideboard:\n1 Ashfall", "",
                out(("sideboard", 4))),
    "Cockatrice as text": ("// Rush\n\n2 Soot Sparrow\n2 Coal Hound\n\nSB: 1 Ashfall", "",
                           out(("sb", 6))),
    "Magic Online": ("2 Soot Sparrow\n2 Coal Hound\n\n1 Ashfall", "",
                     "not played: what stands from line 4 on, which nothing says is the deck's; "
                     "only without it the deck is legal"),
    "AetherHub, Melee": ("MainDeck\n2 Soot Sparrow\n2 Coal Hound\n\nSideboard\n1 Ashfall", "",
                         out(("sideboard", 6))),
    "TappedOut": ("2x Soot Sparrow\n2x Coal Hound\n\nSideboard (1)\n1x Ashfall\n\n"
                  "Maybeboard:\n1x Stoke", "", out(("sideboard", 5), ("maybeboard", 8))),
    "Archidekt": ("2x Soot Sparrow (cv) 1 [Units]\n2x Coal Hound (cv) 4 *F* [Burn{top}] "
                  "^Have,#37d67a^\n1x Ashfall (cv) 2 [Maybeboard{noDeck}{noPrice}]\n"
                  "1x Stoke (cv) 9 [Burn{noDeck}]\n1x Iron Tongs [Burn,Sideboard]", "Archidekt",
                  out(("maybeboard", 3), ("nodeck", 4), ("sideboard", 5))),
    "TCGplayer": ("2 Soot Sparrow [CV]\n2 Coal Hound [CV] 4", "TCGplayer or MTGGoldfish", ""),
    "MTGGoldfish": ("2 Soot Sparrow <extended> [CV] (F)\n2 Coal Hound [CV]\n\nSideboard\n"
                    "1 Ashfall [CV]", "TCGplayer or MTGGoldfish", out(("sideboard", 5))),
    "XMage": ("NAME:Rush\n2 [CV:1] Soot Sparrow\n2 [CV:4] Coal Hound\nSB: 1 [CV:34] Ashfall\n"
              "LAYOUT MAIN:(1,2)(NONE,false,50)|([CV:1],[CV:4])\n", "XMage or Magic Workstation",
              out(("sb", 4))),
    "Magic Workstation": ("// NAME : Rush\n2 [CV] Soot Sparrow\n2 [CV] Coal Hound\n"
                          "SB:  1 [CV] Ashfall", "XMage or Magic Workstation", out(("sb", 4))),
    "Forge": ("[metadata]\nName=Rush\nDeck Type=constructed\n[Avatar]\n1 Stoke|CV\n[Main]\n"
              "2 Soot Sparrow|CV|1\n2 Coal Hound+|CV\n[Sideboard]\n1 Ashfall|CV", "Forge",
              out(("avatar", 5), ("sideboard", 10))),
    "Forge without sets": ("[metadata]\nName=Rush\n[Main]\n2 Soot Sparrow\n2 Coal Hound\n"
                           "[Schemes]\n1 Ashfall\n[Sideboard]\n1 Stoke", "Forge",
                           out(("schemes", 7), ("sideboard", 9))),
    "Pokémon TCG Live": ("Unit: 4\n2 Soot Sparrow CV 1\n2 Coal Hound CV 4 PH\n\nTotal Cards: 4",
                         "Pokémon TCG Live", ""),
    "Pokémon TCG Online": ("****** Deck List ******\n\n##Pokémon - 4\n\n* 2 Soot Sparrow CV 1\n"
                           "* 2 Coal Hound SM-P 4\n\nTotal Cards - 4\n\n"
                           "****** Made by a game ******", "Pokémon TCG Live", ""),
    "Energies of Pokémon TCG Online": ("* 2 Soot Sparrow SMEnergy 5\n* 2 Coal Hound SM 4",
                                       "Pokémon TCG Live", ""),
    "Hearthstone": ("### Rush\n# Class: Mage\n# Format: Standard\n#\n# 2x (1) Soot Sparrow\n"
                    "# 2x (3) Coal Hound\n#   1x (4) Ashfall\n#\nAAECAf0EAA+KDsIO/x7P3QKpwgKv\n#\n"
                    "# To use this deck, copy it", "Hearthstone or Marvel Snap", out(("sb", 7))),
    "FaBrary": ("Name: Rush\nHero: Stoke\nFormat: Blitz\n\nArena cards\n1x Iron Tongs\n\n"
                "Deck cards\n2x Soot Sparrow\n2x Coal Hound\n\nMade with love at the FaBrary\n"
                "See the full deck @ https://example.org", "FaBrary",
                out(("stoke", 2), ("arena cards", 6))),
    "numbers behind names": ("2 Soot Sparrow CV-01\n2 Coal Hound BT1-004",
                             "names with card numbers", ""),
    "numbers before names": ("2xCV-01 Soot Sparrow\n2 CV-04 Coal Hound",
                             "names with card numbers", ""),
    "numbers in brackets": ("2x Soot Sparrow (OP01-016)\n2x Coal Hound (ST01-001)", "", ""),
    "bullets": ("• 2 Soot Sparrow\n- 2 Coal Hound\n\n**Sideboard**\n* 1 Ashfall", "",
                out(("sideboard", 5))),
    "letters of full width": ("\uff12 Soot Sparrow\nCoal Hound\u3000\u00d7\uff12\n"
                              "Side\uff1a\n\uff11 Ashfall", "",
                   out(("side", 4))),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_is_read_right(load, form):
    text, name, kept_out = FORMATS[form]
    played, notes, shown_name = load(text)
    assert played == DECK
    told = [f"read as a list of {name}"] if name else []
    assert notes == ["; ".join([*told, *([kept_out] if kept_out else [])])] * bool(told or kept_out)
    assert shown_name == ("Rush" if "Rush" in text and "// " not in text else "")


def guided_lines():
    """List the lines that the guide shows of other programs."""
    guide = (Path(__file__).parents[2] / "docs/decks.md").read_text(encoding="utf-8")
    rows = guide.partition("| of | a line of it |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [re.split(r"(?<!\\)\|", row)[2].replace("\\|", "|") for row in rows]
    return [line for cell in cells for line in re.findall(r"`(.+?)`", cell)]


@pytest.mark.parametrize("line", guided_lines())
def test_lines_of_the_guide_are_read(load, line):
    first = "### Rush\n" if line.startswith("#") else ""
    assert load(f"{first}{line}\n", size=2)[0] == {"Soot Sparrow": 2}


def test_numbers_in_brackets_are_those_of_copies(load):
    text = "Units\n[2] Soot Sparrow\n[2x]Coal Hound (CV) 4\n[0] Stoke\n\nSideboard\n[1] Ashfall"
    played, notes, _ = load(text)
    assert played == DECK
    left_out = out(("0 copies", 4), ("sideboard", 7))
    assert notes == [f"read as a list of names with numbers in brackets; {left_out}"]


@pytest.mark.parametrize("line", ["2 Coal Hound", "2x Coal Hound"])
def test_a_number_in_brackets_beside_others_is_refused(load, line):
    """It may be a mark."""
    with pytest.raises(InputError, match=r"no card is called .*Soot Sparrow"):
        load(f"[2] Soot Sparrow\n{line}")


COUNTING = "Creatures (2)\n2 Soot Sparrow\n\nBurn [2 cards]\n2 Coal Hound\n"


@pytest.mark.parametrize(
    ("text", "kept_out"),
    [
        (COUNTING, ()),
        (COUNTING.replace("\n2 ", "\n2x "), ()),
        ("Creatures (9)\n2 Soot Sparrow\nBurn (2)\n\n1 Coal Hound\n1 Coal Hound\n", ()),
        (f"{COUNTING}\nSideboard (1)\n1 Ashfall", (("sideboard", 8),)),
        (f"{COUNTING}\nCut (1)\n1 Ashfall\nPerhaps [1]\n1 Stoke", (("cut", 8), ("perhaps", 10))),
    ],
)
def test_headings_that_count_the_cards_below(load, text, kept_out):
    played, notes, _ = load(text)
    assert played == DECK
    assert notes == [out(*kept_out)] * bool(kept_out)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Creatures (3)\n2 Soot Sparrow\n2 Coal Hound\n", "Creatures"),
        ("Soot Sparow (2)\nCoal Hound (2)\n", "Soot Sparow"),
        ("2 Soot Sparrow\n2 Coal Hound\nAshfoll (0)\n", "Ashfoll"),
        (f"{COUNTING}Coal Huond (2)\nAshfall (2)", "Creatures"),
        (f"{COUNTING}\n2 Soot Sparow (2)", "'Soot Sparow'"),
        (f"{COUNTING}\nSidebord (1)\n1 Ashfall", "'Sidebord (1)' may keep cards out"),
        (f"{COUNTING}\nMB (1)\n1 Ashfall", "'MB (1)' may keep cards out"),
    ],
)
def test_a_card_with_its_number_behind_is_no_heading(load, text, refused):
    with pytest.raises(InputError, match=re.escape(refused)):
        load(text)


TABLES = {
    "Magic Online": "Card Name,Quantity,ID #,Sideboarded\nSoot Sparrow,2,1,No\nCoal Hound,2,2,No\n"
                    "Ashfall,1,3,Yes",
    "Archidekt": "Quantity,Name,Categories\n2,Soot Sparrow,Units\n2,Coal Hound,\"Burn,Units\"\n"
                 "1,Ashfall,Maybeboard\n1,Stoke,\"Burn,Sideboard\"",
    "Scryfall": "section,count,name\nmainboard,2,Soot Sparrow\nlands,2,Coal Hound\n"
                "maybeboard,1,Ashfall\noutside,1,Stoke",
    "TappedOut": "Board,Qty,Name\nmain,2,Soot Sparrow\nmain,2,Coal Hound\nacquire,1,Ashfall",
    "DragonShield": '"sep=,"\nFolder Name,Quantity,Trade Quantity,Card Name\n'
                    "Rush,2,0,Soot Sparrow\nRush,2,0,Coal Hound\nWishlist,1,0,Ashfall",
    "CubeCobra": "name,Quantity,maybeboard\nSoot Sparrow,2,false\nCoal Hound,2,\nAshfall,1,true",
    "CubeCobra, a row for each copy": "name,CMC,Type,status,maybeboard,tags\n" + "".join(
        f"{name},1,Unit,Owned,{maybe},\n" for name, maybe in
        [*[("Soot Sparrow", "false")] * 2, *[("Coal Hound", "false")] * 2, ("Ashfall", "true")]),
    "Deckbox": "Count,Tradelist Count,Name,Card Number\n2,0,Soot Sparrow,1\n2,0,Coal Hound,4",
    "a spreadsheet": "Rush;;\n\nHow many;Qty;Card;Zone\n;2;Soot Sparrow;Deck\n;2;Coal Hound;Units\n"
                     ";1;Ashfall;Side Deck",
    "a column of one's own": "Qty,Card,Status\n2,Soot Sparrow,owned\n2,Coal Hound,\n"
                             "1,Ashfall,Sideboard",
    "a column without a header": "Qty,Card,\n2,Soot Sparrow,\n2,Coal Hound,x\n1,Ashfall,Sideboard",
    "in the deck or not": "Qty,Card,In Deck\n2,Soot Sparrow,TRUE\n2,Coal Hound,x\n1,Ashfall,FALSE",
    "marked beside the name": "Qty,Card\n2,Soot Sparrow\n2,Coal Hound (CV) 4\n1,Ashfall (SB)",
}  # fmt: skip


@pytest.mark.parametrize("form", TABLES)
def test_every_table_is_read_right(load, form):
    played, notes, _ = load(TABLES[form], "a.csv")
    assert played == DECK
    assert any("not played" in note for note in notes) == ("Ashfall" in TABLES[form])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('<?xml version="1.0"?>\n<cockatrice_deck version="1">', "Cockatrice"),
        ('<?xml version="1.0" encoding="utf-8"?>\n<Deck xmlns:xsd="a">\n', "Magic Online"),
        ('<?xml version="1.0"?>\n<deck game="a21af4e8">', "OCTGN"),
        ("<?xml version='1.0'?>\n<cards/>", "an XML file"),
        ("<!DOCTYPE html>\n<html>", "a web page"),
        ('{\n  "SaveName": "",\n  "ObjectStates": [\n' + " " * 90_000, "Tabletop Simulator"),
        ('{"name": "Rush"}', "a JSON file"),
        ("{\\rtf1\\ansi", "a document"),
        ("#created by\n#main\n89631139\n#extra\n!side\n", "Yu-Gi-Oh card numbers"),
        ("ydke://abc!def!", "a Yu-Gi-Oh deck code"),
        ("4xOP01-001\n4xOP01-016\n", "a list of card numbers"),
        ("CEBAGAIDCQRSOCQBAQAQYDISDQTCOKBNGQAACAIBAMFQ\n", "a deck code"),
        ("//Main\n4 [M21#1] Soot Sparrow\n", "Deckstats"),
        ("4 [[Soot Sparrow]]\n[[Ashfall]]\n", "names in double brackets"),
        ("[[Soot Sparrow]]\n", "names in double brackets"),
        ("> 4 Soot Sparrow\n>\n> 2 Ashfall\n", "a quotation"),
        ('[["a", 1]]', "a JSON file"),
        ("Qty,Card\n4,Soot Sparrow\n", "a table"),
        ('"Name";"Edition";"Count"\n', "a table"),
        ("https://example.org/decks/1\n", "the address of a page"),
    ],
)
def test_files_of_other_programs_are_refused_by_name(pool, text, what):
    with pytest.raises(InputError) as caught:
        parse_deck_list(text, pool, "a.txt")
    (problem,) = caught.value.problems
    assert problem.message.startswith("expected a deck list, found ") and what in problem.message
    assert problem.hint


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
def test_a_board_in_any_spelling_is_left_out(load, board, heading):
    played, notes, _ = load(f"2 Soot Sparrow\n2 Coal Hound\n{heading.format(board)}\n1 Ashfall\n")
    assert played == DECK
    assert notes[0].startswith("not played: ")


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("board", PERHAPS[:4])
def test_what_may_be_a_board_is_refused(load, board, heading):
    with pytest.raises(InputError, match=r"a\.txt:3: "):
        load(f"2 Soot Sparrow\n2 Coal Hound\n{heading.format(board)}\n1 Ashfall\n")


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
def test_no_card_is_played_that_is_kept_out(load, lines):
    """That the deck would be legal only with the card is no matter."""
    for size in (4, 5):
        try:
            played, *_ = load("\n".join(lines), size=size)
        except InputError:
            continue
        assert played == DECK


MAIN = "2 Soot Sparrow\n2 Coal Hound\n"


@pytest.mark.parametrize(
    "heading",
    [
        "## Not in the deck", "# Out", "// Considered", "# --- not playing ---", "## Ideas",
        "## Bench", "On the bench:", "Out of the deck", "// Egg Deck", "Cut from the deck:",
        "[Leftovers]", "Honorable mentions", "**To buy**", "# Swap in (3)", "Scratchpad",
    ],
)  # fmt: skip
def test_other_words_for_what_is_left_out(load, heading):
    played, notes, _ = load(f"{MAIN}{heading}\n1 Ashfall\n")
    assert played == DECK
    assert notes[0].startswith("not played: ")


@pytest.mark.parametrize(
    "comment",
    [
        "# cut", "// cut", "#cut", "# companion", "#companion", "# tokens", "# removed", "// out",
        "(CV) 3 #Burn #Maybe", "#Burn #cut", "#cut #Burn", "[Out]", "[On the bench]", "^Removed^",
    ],
)  # fmt: skip
def test_words_behind_a_card_leave_it_out(load, comment):
    played, notes, _ = load(f"{MAIN}1 Ashfall {comment}\n")
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
def test_what_may_leave_a_card_out_is_refused(load, line, size):
    with pytest.raises(InputError, match=r"may keep cards out|may take the card out|kept out by"):
        load(f"{MAIN}{line}\n", size=size)


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
def test_other_comments_leave_a_card_in(load, comment):
    assert load(f"2 Soot Sparrow {comment}\n2 Coal Hound\n")[:2] == (DECK, [])


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
def test_two_decks_in_a_file_are_refused(load, first, second):
    text = f"{first}\n2 Soot Sparrow\n{second}\n2 Coal Hound\n"
    with pytest.raises(InputError, match="expected one deck, found another"):
        load(text)


def test_every_line_may_say_where_its_card_is(load):
    text = "Deck: 2 Soot Sparrow\nSide: 1 Ashfall\nDeck: 2 Coal Hound\nSB: 1 Stoke\n"
    assert load(text)[:2] == (DECK, [out(("side", 2), ("sb", 4))])


def test_a_heading_of_a_deck_without_cards_is_its_title(load):
    assert load(f"Decklist:\nMainboard (4)\n{MAIN}")[0] == DECK


@pytest.mark.parametrize("line", ["0 Ashfall", "Ashfall x0", "0x Ashfall (CV) 3"])
def test_no_copies_are_none(load, line):
    assert load(f"{MAIN}{line}\n")[:2] == (DECK, [out(("0 copies", 3))])


def test_words_of_the_game_stay_its_own(load, pool):
    """A heading, category or cell that is a kind of its cards is no board."""
    text = "# Tokens\n2 Soot Sparrow # token\n2 Coal Hound [Token]\n"
    own = replace(pool)
    own.__dict__["kinds"] = frozenset(("Token",))
    assert len(parse_deck_list(text, own, "a.txt").entries) == 2


COLUMNS = ("Board", "Section", "Zone", "Category", "Categories", "Tags", "Folder Name", "Status")
FLAGS = ("Sideboarded", "Sideboard", "Maybeboard", "Wishlist", "is sideboard", "Sidebord",
         "Sideboard Qty")  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("board", ["Sideboard", "side board", "Maybeboard{noDeck}", "WISHLIST"])
def test_no_row_is_played_that_a_column_keeps_out(load, column, board):
    if column == "Status" and "{" in board:
        return
    text = f'Qty,Name,{column}\n2,Soot Sparrow,Main\n2,Coal Hound,\n1,Ashfall,"{board}"\n'
    assert load(text, "a.csv")[0] == DECK


@pytest.mark.parametrize("column", FLAGS)
@pytest.mark.parametrize(("no", "yes"), [("No", "Yes"), ("", "x"), ("FALSE", "TRUE"), ("0", "2")])
def test_no_row_is_played_that_a_flag_keeps_out(load, column, no, yes):
    text = f"Qty,Name,{column}\n2,Soot Sparrow,{no}\n2,Coal Hound,{no}\n1,Ashfall,{yes}\n"
    if yes == "2" or column in ("Sidebord", "Sideboard Qty"):
        with pytest.raises(InputError, match=r"expected yes or no|may keep cards out"):
            load(text, "a.csv")
    else:
        assert load(text, "a.csv")[0] == DECK


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
def test_any_column_may_keep_a_card_out(load, column, main, kept_out):
    rows = f"2,Soot Sparrow,{main}\n2,Coal Hound,{main}\n1,Ashfall,{kept_out}\n"
    played, notes, _ = load(f"Qty,Card,{column}\n{rows}", "a.csv")
    assert played == DECK
    assert "not played: " in notes[-1] and "(line 4)" in notes[-1]


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("Notes", "moved to the sideboard"), ("Notes", "cut for now"), ("", "maybe later"),
        ("Notes", "not in the deck yet"), ("Board", "Q"), ("Zone", "Elsewhere"), ("Section", "X"),
    ],
)  # fmt: skip
def test_cells_that_may_keep_a_card_out_are_refused(load, column, cell):
    with pytest.raises(InputError, match=r"a\.csv:3: .*(may keep cards out|expected a board)"):
        load(f"Qty,Card,{column}\n4,Soot Sparrow,\n1,Ashfall,{cell}\n", "a.csv")


@pytest.mark.parametrize(
    ("column", "cells"),
    [("Tokens", ("2", "")), ("Use", ("early", "late")), ("Status", ("owned", "")),
     ("Trade", ("2", "0")), ("Status", ("not owned", "not yet bought")),
     ("Rules Text", ("Removed from play", "Not in the deck yet")),
     ("Text", ("Side attack", "A long text of a card in the sideboard"))],
)  # fmt: skip
def test_columns_that_say_other_things(load, column, cells):
    first, second = cells
    text = f"Qty,Card,{column}\n2,Soot Sparrow,{first}\n2,Coal Hound,{second}\n"
    assert load(text, "a.csv")[0] == DECK


@pytest.mark.parametrize(
    ("column", "cell"),
    [("Include", "no (too slow)"), ("Cut", "yes - too slow"), ("Status", "testing"),
     ("Final", "3"), ("Main", "3"), ("Status", "half"), ("Use", "?")],
)  # fmt: skip
def test_cells_beside_yes_and_no_are_refused(load, column, cell):
    first = "" if column == "Cut" else "yes"
    text = f"Qty,Card,{column}\n4,Soot Sparrow,{first}\n1,Ashfall,{cell}\n"
    with pytest.raises(InputError, match=f"column '{column}': expected yes or no"):
        load(text, "a.csv")


def test_a_number_of_cut_copies_is_refused(load):
    with pytest.raises(InputError, match="column 'Final': expected yes or no, found '1'"):
        load("Qty,Card,Final\n4,Soot Sparrow,4\n3,Ashfall,1\n", "a.csv")
    with pytest.raises(InputError, match="column 'Cut': expected yes or no, found '3'"):
        load("Qty,Card,Cut\n4,Soot Sparrow,0\n3,Ashfall,3\n", "a.csv")


def test_a_list_without_cards_says_where_they_are(load):
    with pytest.raises(InputError, match=r"lists no cards .*not played: 'binder'"):
        load("Qty,Card,Binder Type\n4,Soot Sparrow,binder\n", "a.csv")


def test_an_empty_cell_between_yes_and_no_is_refused(load):
    text = "Qty,Card,In Deck\n4,Soot Sparrow,yes\n1,Coal Hound,\n1,Ashfall,no\n"
    with pytest.raises(InputError, match="'In Deck': expected yes or no, found nothing"):
        load(text, "a.csv")


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
def test_tables_that_may_keep_cards_out_are_refused(load, text):
    with pytest.raises(InputError, match=r"may keep cards out|beside 'Sideboard'|found 'SB: 1'"):
        load(text, "a.csv")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read(pool, tmp_path, encoding):
    mark = "" if encoding == "utf-16" else "\ufeff"
    options = {"deck_size": 4, "copy_limit": 9, "min_units": 0}
    for name, text in {"a.txt": f"{MAIN}# \u00e9", "b.csv": TABLES["Archidekt"]}.items():
        path = tmp_path / name
        path.write_bytes(f"{mark}{text}".encode(encoding))
        assert len(load_deck(SCHEMA, pool, path, options=options).cards) == 4
    assert [path.name for path in list_deck_files(tmp_path)] == ["a.txt", "b.csv"]


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [("a.docx", b"PK\x03\x04", "a document"), ("a.odt", b"PK\x03\x04", "a document"),
     ("a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf", "a PDF"), ("a.txt", b"\xff\xfea", "UTF-16")],
)  # fmt: skip
def test_documents_are_refused_by_name(pool, tmp_path, name, content, what):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=what):
        load_deck(SCHEMA, pool, tmp_path / name)


def test_a_blank_row_parts_a_table_as_a_list(load):
    played, notes, _ = load("Qty,Name\n2,Soot Sparrow\n2,Coal Hound\n\n1,Ashfall\n", "a.csv")
    assert played == DECK
    assert notes[0].startswith("not played: what stands from line 5 on")
    assert load("Qty,Name\n2,Soot Sparrow\n# dogs\n2,Coal Hound\n", "a.csv")[:2] == (DECK, [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "4 Stoke\nExtra deck:\n2 Ashfall"),
        ("a.csv", "Qty,Name,Board\n4,Stoke,Main\n2,Ashfall,Extra Deck"),
    ],
)
def test_a_pile_of_the_game_is_no_board(pool, write, name, text):
    """What a game keeps beside the deck is of the deck, whatever others call so."""
    schema = replace(SCHEMA, piles={"Extra deck": lambda card: card.name == "Ashfall"})
    own = replace(pool, schema=schema)
    options = {"deck_size": 6, "copy_limit": 9}
    assert len(load_deck(schema, own, write(name, text), options=options).cards) == 6


def test_a_number_may_be_that_of_a_card_in_its_set(load, tmp_path):
    text = "Number,Name\n2,Soot Sparrow\n2,Coal Hound\n"
    with pytest.raises(InputError, match="if 'Number' is how many, call it 'Count'"):
        load(text, "a.csv")
    (tmp_path / "a.csv").write_text(text)
    (tmp_path / "cards.csv").write_text("name,number,type,hp,cost\nSoot Sparrow,1,Unit,3,1\n")
    (tmp_path / "b.dck").write_text("2 Soot Sparrow\n")
    assert [path.name for path in list_deck_files(tmp_path)] == ["a.csv", "b.dck"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("4 Fire // Ice", "Fire // Ice"),
        ("4 Fire / Ice", "Fire // Ice"),
        ("4x fire/ice (CV) 3", "Fire // Ice"),
        ("4 Fire", "Fire // Ice"),
        ("4 Fire # hot", "Fire // Ice"),
        ("4 Agent 47", "Agent 47"),
        ("4 Agent 47 CV 12", "Agent 47"),
        ("4 Agent CV 47", "Agent"),
    ],
)
def test_the_longest_name_that_fits_is_meant(load, line, name):
    assert load(line)[0] == {name: 4}


@pytest.mark.parametrize(
    "line", ["4 Fire // Water", "4 Ice", "4 Agent 12 CV 1", "4 Ashfall EX CV 1"]
)
def test_a_part_of_another_name_is_no_card(load, line):
    with pytest.raises(InputError, match="no card is called"):
        load(line)


def test_a_form_is_that_of_the_whole_file(load):
    """One line that another program might have written is a mistake in a list of one's own."""
    with pytest.raises(InputError, match="no card is called 'Stoke MK"):
        load("1 Soot Sparrow\n1 Coal Hound\n1 Ashfall\n1 Stoke MK 2\n")


def test_a_part_of_two_names_is_refused(write):
    header, card = CARDS.split("\n")[0], ",Unit,300,Red,1,Jab,1,60"
    cards = write("cards.csv", f"{header}\nFire // Ice{card}\nFire // Water{card}\n")
    with pytest.raises(InputError, match="expected 'Fire // Ice' or 'Fire // Water', found 'Fire'"):
        parse_deck_list("4 Fire", load_pool(SCHEMA, cards), "a.txt")


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
def test_a_block_below_a_blank_line(load, lines, played):
    assert load("\n".join(lines))[0] == played


def test_of_many_blocks_none_is_left_out(load):
    with pytest.raises(InputError, match="expected 4 cards, found 5"):
        load("2 Soot Sparrow\n\n2 Coal Hound\n\n1 Ashfall\n")


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
    pool = load_pool(BLACKPOKER)

    def load_lines(lines):
        path = write("a.txt", "\n".join(lines))
        deck = load_deck(BLACKPOKER, pool, path)
        return len(deck.cards), "".join(deck.notes).removeprefix(f"{path}: ")

    return load_lines


GROWING = {
    "cards": "2 Soot Sparrow (CV) 12 *F* # twice\n",
    "unknown cards": "2 Sooty Sparow [CV]\n",
    "headings": "Heading {}:\n",
    "nearly boards": "Sidebxrd{}:\n",
    "blocks": "2 Soot Sparrow\n\n",
    "tags": "2 Soot Sparrow #a #b, c # d (e)\n",
    "comments": "# Later {}\n2 Soot Sparrow\n",
    "dashes": "- 2 Soot Sparrow\n2 Coal Hound\n",
    "categories": "2 Soot Sparrow [a,b]\n",
}


@pytest.mark.parametrize("kind", GROWING)
def test_work_grows_as_the_list_does(pool, kind):
    def count(size):
        lines = (GROWING[kind].format(number) for number in range(size))
        return count_calls(lambda: parse_deck_list("".join(lines)[:size], pool, "a.txt"))

    assert count(LARGEST_LIST) < 2.5 * count(LARGEST_LIST // 2)


def count_calls(work):
    """Count the calls of functions, which are the same on every machine."""
    calls = Counter()
    classify_label.cache_clear()
    sys.setprofile(lambda frame, event, argument: calls.update((event,)))
    try:
        with contextlib.suppress(InputError):
            work()
    finally:
        sys.setprofile(None)
    return calls["call"] + calls["c_call"]
