"""Deck lists as players and deck builders write them, and tables of decks."""

import pytest

from evenhand.decks.deck_list import load_deck, parse_deck_list, sample_decks
from evenhand.decks.deck_table import is_deck_table
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.divino.schema import SCHEMA as DIVINO
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError

CARDS = """\
name,title,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage,abilities
Lancer,T,Unit,400,Red,1,Jab,1,60,
Rally,T,Event,,,,,,,Play: draw 2 cards.
7 Samurai,T,Unit,300,Red,1,Cut,0,30,
Samurai x2,T,Unit,300,Red,1,Cut,0,30,
Samurai,T,Unit,300,Red,1,Cut,0,30,
Twice x2,T,Unit,300,Red,1,Cut,0,30,
X Wing,T,Unit,300,Red,1,Cut,0,30,
Wing,T,Unit,300,Red,1,Cut,0,30,
Old (CV) 12,T,Unit,300,Red,1,Cut,0,30,
Old,T,Unit,300,Red,1,Cut,0,30,
Tokens,T,Unit,300,Red,1,Cut,0,30,
Echo,T,Unit,300,Red,1,Call,0,30,
Echo,T,Event,,,,,,,Play: draw 1 card.
"""
LOOSE = {"deck_size": 3, "copy_limit": 9}


@pytest.fixture
def pool(write):
    return load_pool(SCHEMA, write("cards.csv", CARDS))


@pytest.fixture
def read(pool):
    """Return a function that gives the cards of a list, and the deck's name."""

    def read_list(text):
        entries, _, name, _ = parse_deck_list(text, pool, "a.txt")
        return [(entry.copies, pool.names[entry.row]) for entry in entries], name

    return read_list


@pytest.fixture
def problems_of(pool):
    def read_list(text):
        with pytest.raises(InputError) as caught:
            parse_deck_list(text, pool, "a.txt")
        return [(problem.line, problem.message, problem.hint) for problem in caught.value.problems]

    return read_list


@pytest.mark.parametrize(
    ("line", "copies", "name"),
    [
        ("2\u00d7 Lancer", 2, "Lancer"),
        ("Lancer x2", 2, "Lancer"),
        ("Lancer X 2", 2, "Lancer"),
        ("Lancer \u00d72", 2, "Lancer"),
        ("Lancer (2)", 2, "Lancer"),
        ("lancer(2) # for now", 2, "Lancer"),
        ("Lancer x2 // for now", 2, "Lancer"),
        ("2 Lancer (CV) 12", 2, "Lancer"),
        ("2 Lancer (CV)", 2, "Lancer"),
        ("2 Lancer (cv) 12a", 2, "Lancer"),
        ("2 Lancer (CV) 12 *F* # shiny", 2, "Lancer"),
        ("2 Old (CV) 12", 2, "Old (CV) 12"),
        ("2 Old (CV) 13", 2, "Old"),
        ("Old (CV) 12", 1, "Old (CV) 12"),
        ("Twice x2", 1, "Twice x2"),
        ("2 Twice x2", 2, "Twice x2"),
        ("Twice x2 x3", 3, "Twice x2"),
        ("Twice x2 (3)", 3, "Twice x2"),
        ("7 Samurai", 1, "7 Samurai"),
        ("7 Samurai (3)", 3, "7 Samurai"),
        ("Samurai x2", 1, "Samurai x2"),
        ("2 Wing", 2, "Wing"),
        ("2x Wing", 2, "Wing"),
        ("X Wing (2)", 2, "X Wing"),
        ("Tokens", 1, "Tokens"),
        ("Lancer 2x", 2, "Lancer"),
        ("Lancer - 2", 2, "Lancer"),
        ("12. 2x Lancer", 2, "Lancer"),
        ("3\tLancer", 3, "Lancer"),
    ],
)
def test_ways_to_write_a_line(read, line, copies, name):
    assert read(line) == ([(copies, name)], "")


STRUCK_HINT = "leave the line out if it does, else write the number and the name alone"


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        (
            "7 Samurai x2",
            "'7 Samurai x2' may mean 7 of 'Samurai x2' or 2 of '7 Samurai'",
            "write 'Samurai x2 x7' or '2 7 Samurai'",
        ),
        (
            "2 X Wing",
            "'2 X Wing' may mean 2 of 'X Wing' or 2 of 'Wing'",
            "write 'X Wing x2' or '2 Wing'",
        ),
        (
            "2 Lancer x3",
            "expected one number of copies, found two: '2 Lancer x3'",
            "'2 Lancer' or '3 Lancer'?",
        ),
        ("2 Echo (CV) 12", "expected 'Echo (Unit)' or 'Echo (Event)', found 'Echo'", ""),
        ("Lancr x2", "no card is called 'Lancr'", "did you mean 'Lancer'?"),
        (
            "Izzet Burn",
            "no card is called 'Izzet Burn'",
            "if it is the deck's name, write 'name = Izzet Burn'",
        ),
        *(
            (line, f"the mark on '{line}' may take the card out of the deck", STRUCK_HINT)
            for line in ("~~2 Lancer~~", "[ ] 2 Lancer", "\u274c 2 Lancer", "\u2610 Lancer")
        ),
        ("2 Lancr # for now", "no card is called 'Lancr'", "did you mean 'Lancer'?"),
        ("2 Lancr (CV) 12", "no card is called 'Lancr'", "did you mean 'Lancer'?"),
        ("Lancer:", "no card is called 'Lancer:'", "did you mean 'Lancer'?"),
        ("2 Lancer (Event)", "no card is called 'Lancer (Event)'", "did you mean 'Lancer'?"),
        ("Creatures (12)", "no card is called 'Creatures'", "as a heading, write 'Creatures:'"),
    ],
)
def test_lines_that_are_refused(problems_of, line, message, hint):
    assert problems_of(line) == [(1, message, hint)]


@pytest.mark.parametrize(
    "heading",
    [
        "Deck:", "Main Deck", "Mainboard (12)", "MAIN: 12", "Maindeck (12 cards)", "Units (12)",
        "unit", "Events", "[Events] (3)", "// Mainboard", "# Main Deck (60)", "Cheap ones:",
    ],
)  # fmt: skip
def test_headings_of_what_is_played(read, heading):
    assert read(f"{heading}\n2 Lancer") == ([(2, "Lancer")], "")


@pytest.mark.parametrize(
    "heading",
    [
        "Sideboard", "sideboard (15)", "Sideboard:", "[Sideboard]", "// Sideboard", "//Sideboard",
        "# Sideboard", "Maybeboard", "Companion", "Considering", "Side Deck: 15",
    ],
)  # fmt: skip
def test_headings_of_what_is_not_played(read, heading):
    assert read(f"1 Rally\n{heading}\n2 Lancer\n9 Nobody") == ([(1, "Rally")], "")


def test_a_list_of_a_deck_builder(read):
    text = (
        "\ufeffAbout\r\nName Cinder Rush\r\n\r\nCompanion\r\n1 Rally (CV) 3\r\n\r\n"
        "Deck\r\n2 Lancer (CV) 12\r\n1 Rally (CV) 3\r\n\r\nSideboard\r\n1 Wing (CV) 4\r\n"
    )
    assert read(text) == ([(2, "Lancer"), (1, "Rally")], "Cinder Rush")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("name = Cinder Rush", "Cinder Rush"),
        ("Name: Cinder  Rush  # my best", "Cinder Rush"),
        ("NAME=Cinder Rush // my best", "Cinder Rush"),
        ("Deck name: 2 Lancer", "2 Lancer"),
        ("name = \u201cNo #1\u201d # my best", "No #1"),
        ("name = <b>Tide & Sons</b>", "<b>Tide & Sons</b>"),
    ],
)
def test_names_of_decks(read, line, name):
    assert read(f"1 Lancer\n{line}\n") == ([(1, "Lancer")], name)


def test_a_comment_names_no_deck(read):
    assert read("# name = Cinder Rush\n1 Lancer")[1] == ""


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("name =", 1, "expected a name for the deck, found nothing that can be seen"),
        ("name: # mine", 1, "expected a name for the deck, found nothing that can be seen"),
        ("name = \u200d\ufe0f", 1, "expected a name for the deck, found nothing that can be seen"),
        ("name = \x1b[31mRed", 1, "the deck's name holds \\x1b (a control character)"),
        ("name = \u202eRed", 1, "the deck's name holds \\u202e (right-to-left override)"),
        (f"name = {'x' * 10_000}", 1, "the deck's name has 10,000 characters; the most is 60"),
        ("name = A\nname = B", 2, "the deck has a name already, on line 1"),
    ],
)
def test_names_that_are_refused(problems_of, text, line, message):
    assert problems_of(f"{text}\n1 Nobody") == [
        (line, message, ""),
        (len(text.split("\n")) + 1, "no card is called 'Nobody'", ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "count,name\n2,Lancer\n1,Rally\n",
        "\ufeffCard Name;Quantity\r\nLancer;2.0\r\nRally;1\r\nWing;0\r\n",
        "Qty\tCard\tEdition\n2\tLancer\tCV\n1\tRally\tCV\n",
        "# mine\nName,Copies,Board\nLancer,2x,Main\nRally,1,Deck\nWing,4,Sideboard\n",
        "deck,count,name\nRed,2,Lancer (CV) 12\nRed,1,rally\n",
    ],
)
@pytest.mark.parametrize("ending", ["csv", "TSV"])
def test_tables(pool, write, text, ending):
    path = write(f"red.{ending}", text)
    deck = load_deck(SCHEMA, pool, path, options=LOOSE)
    assert [pool.names[row] for row in deck.cards] == ["Lancer", "Lancer", "Rally"]
    assert (deck.name, deck.display_name) == ("red", "Red" if "Red" in text else "")
    assert is_deck_table(path)
    assert any("sideboard" in note for note in deck.notes) == ("Sideboard" in text)


TABLE = "expected a header such as 'count,name', found "


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("2,Lancer\n1,Rally\n",
         [f":1: {TABLE}'2, Lancer' (there is no column of counts and none of names)"]),
        ("name,type\nLancer,Unit\n",
         [f":1: {TABLE}'name, type' (there is no column of counts)"]),
        ("count,name\n2,Lancr\n,Rally\nmany,Lancer\n0,Wing\n3,\n",
         [":2: no card is called 'Lancr' (did you mean 'Lancer'?)",
          ":3: expected a number of copies, found nothing (write 0 if there is none)",
          ":4: expected a number of copies, found 'many'",
          ":6: column 'name': expected a card beside '3', found nothing"]),
        ("deck,count,name\nRed,2,Lancer\nBlue,1,Rally\n",
         [":3: column 'deck': expected one deck, 'Red', found another: 'Blue' "
          "(a file for each deck)"]),
        ("count,name,qty\n2,Lancer,1\n",
         [":1: the headers 'count' and 'qty' both mean the column 'copies' (rename one)"]),
        ("", [": the file holds no table"]),
        ("count,name\n", [": the file lists no cards"]),
    ],
)  # fmt: skip
def test_tables_that_are_refused(pool, write, text, problems):
    path = write("red.csv", text)
    with pytest.raises(InputError) as caught:
        load_deck(SCHEMA, pool, path, options=LOOSE)
    assert str(caught.value).splitlines() == [f"{path}{problem}" for problem in problems]


def test_a_spreadsheet_is_no_deck(pool, tmp_path):
    path = tmp_path / "red.xlsx"
    with pytest.raises(UsageError, match="there is no file"):
        load_deck(SCHEMA, pool, path)
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match=r"expected a text file or a CSV table.*save it as CSV"):
        load_deck(SCHEMA, pool, path)


def test_card_files_are_no_decks(write):
    assert not is_deck_table(write("cards.csv", CARDS))
    assert not is_deck_table(write("deck.txt", "count,name\n"))
    assert not is_deck_table(write("broken.csv", '"'))


def test_a_long_line_of_blanks_is_read_at_once(problems_of):
    assert len(problems_of("a" + " x" * 9_000)) == 1
    assert len(problems_of("a" + " #" * 9_000)) == 1


def test_a_table_says_in_a_column_what_stands_beside_the_deck(write):
    schema = DIVINO
    mode = "one_demigod"
    pool, sample = load_pool(schema), next(iter(sample_decks(schema, mode).values()))
    deck = load_deck(schema, pool, sample, mode)
    beside = {row for row in deck.cards if any(b(pool.cards[row]) for b in schema.piles.values())}

    def rows(section):
        yield "count,name,section"
        for row in dict.fromkeys(deck.cards):
            where = section(pool.cards[row]) if row in beside else "Main"
            yield f'{deck.cards.count(row)},"{pool.labels[row]}",{where}'

    def pile_of(card):
        return next(pile for pile, belongs in schema.piles.items() if belongs(card))

    good = write("good.csv", "\n".join(rows(pile_of)))
    assert load_deck(schema, pool, good, mode).cards == deck.cards
    bad = write("bad.csv", "\n".join(rows(lambda card: "Main")))
    with pytest.raises(InputError, match=r"expected it in the section '"):
        load_deck(schema, pool, bad, mode)
