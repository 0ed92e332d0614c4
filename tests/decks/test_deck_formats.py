"""Deck lists and tables as programs export them: each format is read, or refused by name."""

import contextlib
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from evenhand.decks.boards import classify_label
from evenhand.decks.deck_list import LARGEST_LIST, list_deck_files, load_deck, parse_deck_list
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError
from tests.decks.deck_files import CARDS, DECK, MAIN, out

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


@pytest.mark.parametrize("program", FORMATS)
def test_every_format_is_read_right(load_list, program):
    text, name, kept_out = FORMATS[program]
    played, notes, shown_name = load_list(text)
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
def test_lines_of_the_guide_are_read(load_list, line):
    first = "### Rush\n" if line.startswith("#") else ""
    assert load_list(f"{first}{line}\n", size=2)[0] == {"Soot Sparrow": 2}


def test_numbers_in_brackets_are_those_of_copies(load_list):
    text = "Units\n[2] Soot Sparrow\n[2x]Coal Hound (CV) 4\n[0] Stoke\n\nSideboard\n[1] Ashfall"
    played, notes, _ = load_list(text)
    assert played == DECK
    left_out = out(("0 copies", 4), ("sideboard", 7))
    assert notes == [f"read as a list of names with numbers in brackets; {left_out}"]


@pytest.mark.parametrize("line", ["2 Coal Hound", "2x Coal Hound"])
def test_a_number_in_brackets_beside_others_is_refused(load_list, line):
    """It may be a mark."""
    with pytest.raises(InputError, match=r"no card is called .*Soot Sparrow"):
        load_list(f"[2] Soot Sparrow\n{line}")


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
def test_headings_that_count_the_cards_below(load_list, text, kept_out):
    played, notes, _ = load_list(text)
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
def test_a_card_with_its_number_behind_is_no_heading(load_list, text, refused):
    with pytest.raises(InputError, match=re.escape(refused)):
        load_list(text)


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


@pytest.mark.parametrize("program", TABLES)
def test_every_table_is_read_right(load_list, program):
    played, notes, _ = load_list(TABLES[program], "a.csv")
    assert played == DECK
    assert any("not played" in note for note in notes) == ("Ashfall" in TABLES[program])


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
def test_files_of_other_programs_are_refused_by_name(list_pool, text, what):
    with pytest.raises(InputError) as caught:
        parse_deck_list(text, list_pool, "a.txt")
    (problem,) = caught.value.problems
    assert problem.message.startswith("expected a deck list, found ") and what in problem.message
    assert problem.hint


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read(list_pool, tmp_path, encoding):
    mark = "" if encoding == "utf-16" else "\ufeff"
    options = {"deck_size": 4, "copy_limit": 9, "min_units": 0}
    for name, text in {"a.txt": f"{MAIN}# \u00e9", "b.csv": TABLES["Archidekt"]}.items():
        path = tmp_path / name
        path.write_bytes(f"{mark}{text}".encode(encoding))
        assert len(load_deck(SCHEMA, list_pool, path, options=options).cards) == 4
    assert [path.name for path in list_deck_files(tmp_path)] == ["a.txt", "b.csv"]


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [("a.docx", b"PK\x03\x04", "a document"), ("a.odt", b"PK\x03\x04", "a document"),
     ("a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf", "a PDF"), ("a.txt", b"\xff\xfea", "UTF-16")],
)  # fmt: skip
def test_documents_are_refused_by_name(list_pool, tmp_path, name, content, what):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=what):
        load_deck(SCHEMA, list_pool, tmp_path / name)


def test_a_number_may_be_that_of_a_card_in_its_set(load_list, tmp_path):
    text = "Number,Name\n2,Soot Sparrow\n2,Coal Hound\n"
    with pytest.raises(InputError, match="if 'Number' is how many, call it 'Count'"):
        load_list(text, "a.csv")
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
def test_the_longest_name_that_fits_is_meant(load_list, line, name):
    assert load_list(line)[0] == {name: 4}


@pytest.mark.parametrize(
    "line", ["4 Fire // Water", "4 Ice", "4 Agent 12 CV 1", "4 Ashfall EX CV 1"]
)
def test_a_part_of_another_name_is_no_card(load_list, line):
    with pytest.raises(InputError, match="no card is called"):
        load_list(line)


def test_a_format_is_that_of_the_whole_file(load_list):
    """One line that another program might have written is a mistake in a list of one's own."""
    with pytest.raises(InputError, match="no card is called 'Stoke MK"):
        load_list("1 Soot Sparrow\n1 Coal Hound\n1 Ashfall\n1 Stoke MK 2\n")


def test_a_part_of_two_names_is_refused(write):
    header, card = CARDS.split("\n")[0], ",Unit,300,Red,1,Jab,1,60"
    cards = write("cards.csv", f"{header}\nFire // Ice{card}\nFire // Water{card}\n")
    with pytest.raises(InputError, match="expected 'Fire // Ice' or 'Fire // Water', found 'Fire'"):
        parse_deck_list("4 Fire", load_pool(SCHEMA, cards), "a.txt")


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
def test_work_grows_as_the_list_does(list_pool, kind):
    def count(size):
        lines = (GROWING[kind].format(number) for number in range(size))
        return count_calls(lambda: parse_deck_list("".join(lines)[:size], list_pool, "a.txt"))

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
