"""Text files that are none, or say what cannot be: card files, deck lists, baselines."""

import json

from tests.hostile.folder import Bad, sample_cards

HIDDEN = {
    "right-to-left override": "\u202e",
    "right-to-left isolate": "\u2067",
    "soft hyphen": "\u00ad",
    "word joiner": "\u2060",
    "bell": "\x07",
    "escape": "\x1b[31m",
    "delete": "\x7f",
    "next line": "\x85\x86",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
    "tag": "\U000e0041",
    "private use": "\ue000",
    "no character": "\uffff",
    "line separator": "\u2028\u2066",
}
ERRORS = (
    "#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#ERROR!",
    "Err:502", "#BEZUG!", "#¡VALOR!",
)  # fmt: skip
HEADER = sample_cards().split("\n")[0]
UNIT = "A,Cinder Vale,CV-01,N,Unit,230,Red,Green,0,Dive,0,60,,,,,"


def text(content: str) -> Bad:
    return Bad(content.encode("utf-8", "surrogatepass"))


def unit(name: str = "A", hp: str = "230", cost: str = "0", abilities: str = "") -> Bad:
    """Make a card file of one card."""
    row = f'"{name}",Cinder Vale,CV-01,N,Unit,{hp},Red,Green,0,Dive,{cost},60,,,,,"{abilities}"'
    return text(f"{HEADER}\n{row}\n")


def many_units(abilities: str) -> Bad:
    """Make a card file of nearly as many cards as it may hold."""
    rows = (f'A{n},Cinder Vale,CV-{n},N,Unit,230,Red,Green,0,Dive,0,60,,,,,"{abilities}"'
            for n in range(1_900))  # fmt: skip
    return text("\n".join([HEADER, *rows]))


def no_texts() -> dict[str, Bad]:
    """Return what is no text file at all."""
    return {
        "empty": Bad(b""),
        "mark of byte order alone": Bad(b"\xef\xbb\xbf"),
        "NUL bytes": Bad(bytes(1000)),
        "UTF-16": Bad("name,hp\n".encode("utf-16")[:-1]),
        "UTF-32": Bad("name,hp\n".encode("utf-32")),
        "Latin-1": Bad("name\nCafé\n".encode("latin-1")),
        "half a character": Bad(b"name\nA\xc3"),
        "surrogates": Bad(b"name\n\xed\xa0\x80\n"),
        "overlong": Bad(b"name\n\xc0\xaf\n"),
        "spreadsheet": Bad(b"PK\x03\x04" + bytes(30)),
        "program": Bad(b"\x7fELF\x02\x01\x01" + bytes(range(256))),
        "picture": Bad(b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
        "gzip": Bad(b"\x1f\x8b\x08" + bytes(range(256))),
        "nine megabytes": Bad(lambda: b"a" * 9_000_000),
        "three hundred megabytes": Bad(lambda: b"a\n" * 150_000_000),
    }


def card_files() -> dict[str, Bad]:
    kinds = {
        **no_texts(),
        "blank lines": Bad(b"\n" * 100_000),
        "one line of commas": Bad(lambda: b"," * 8_000_000),
        "many lines of commas": Bad(lambda: (b"," * 450 + b"\n") * 18_000),
        "501 columns": text(",".join(f"c{n}" for n in range(501))),
        "four million columns": Bad(lambda: b"a," * 4_000_000),
        "a million rows": Bad(lambda: b"name\n" + b"A\n" * 1_000_000),
        "10,000 cards": text(HEADER + "\n" + "\n".join(["A" + UNIT[1:]] * 10_000)),
        "no column for names": text("hp,type\n3,Unit\n"),
        "header alone": text(HEADER),
        "open quote": text(f'{HEADER}\n"{UNIT}\n'),
        "open quote, then much": Bad(lambda: HEADER.encode() + b'\n"' + b"x\n" * 2_000_000),
        "quotes in a word": text('name,hp\nA,"x"y\n'),
        "quotes without end": Bad(lambda: b'name\n"' + b'""' * 3_000_000 + b"\n"),
        "too long a name": unit("A" * 5_000),
        "name of joiners": unit("\u200d\u200c"),
        "blank name": unit(" \u3000 "),
        "names that look the same": text(
            f"{HEADER}\n{UNIT}\nA\u200d{UNIT[1:].replace('01', '02')}\n"
        ),
        "number of 5,000 digits": unit(hp="9" * 5_000),
        "negative": unit(hp="-5"),
        "infinite": unit(hp="inf"),
        "not a number": unit(hp="nan"),
        "underscores": unit(hp="1_000"),
        "Arabic digits": unit(hp="٣٠٠"),
        "exponent": unit(hp="1e3"),
        "hexadecimal": unit(hp="0x10"),
        "ability of brackets": unit(abilities="(" * 9_000),
        "ability of semicolons": unit(abilities="Play: " + "draw 1 card; " * 700),
        "ability with 5,000 digits": unit(abilities=f"Play: draw {'9' * 5_000} cards."),
        "ability that is none": unit(abilities="Play: become a million."),
        "ability of 10,001 letters": unit(abilities="x" * 10_001),
        "ability without end": unit(abilities="Play:"),
        "100 abilities": unit(abilities="Skill 1: draw 1 card. " * 100),
        "1,900 abilities that are none": many_units("Play: frobnicate. "),
        "1,900 abilities of many steps": many_units("Play: draw 1 card, " + "draw 1 card, " * 99),
        "a header with bars": text("|".join(f"c{n}" for n in range(501))),
        "two cards of one name": text(f"{HEADER}\n{UNIT}\n{UNIT}\n"),
        "two columns of one name": text(f"name,NAME\n{UNIT}\n"),
        "ragged": text(f"{HEADER}\n{UNIT},,,,,x\nB\n"),
        "other columns": Bad(b"a,b,c\n1,2,3\n"),
        "a note of hidden letters": Bad(
            f"{HEADER},note\n{UNIT},\u202e\n".encode(), is_harmless=True
        ),
        "an error in a note": Bad(f"{HEADER},note\n{UNIT},#REF!\n".encode(), is_harmless=True),
        "a formula in a note": Bad(f"{HEADER},note\n{UNIT},=1+1\n".encode(), is_harmless=True),
    }
    kinds |= {f"name with {kind}": unit(f"A{hidden}B") for kind, hidden in HIDDEN.items()}
    kinds |= {f"{error} as a number": unit(hp=error) for error in ERRORS}
    kinds |= {f"{error} as an ability": unit(abilities=error) for error in ERRORS[:5]}
    kinds |= {f"{error} as a name": unit(error) for error in ERRORS[:3]}
    return kinds


def deck_lists() -> dict[str, Bad]:
    kinds = {
        **no_texts(),
        "comments alone": text("# nothing\n" * 50),
        "no such card": text("4 Nobody\n"),
        "no such cards": text("".join(f"1 Nobody {n}\n" for n in range(1_000))),
        "no copies": text("0 Soot Sparrow\n"),
        "251 copies": text("251 Soot Sparrow\n"),
        "copies of 5,000 digits": text("9" * 5_000 + " Soot Sparrow\n"),
        "fewer than none": text("-3 Soot Sparrow\n"),
        "one card": text("1 Soot Sparrow\n"),
        "20,001 letters": text("x" * 20_001),
        "20,000 lines": text("\n" * 19_000 + "x"),
        "one name of 19,000 letters": text("4 " + "S" * 19_000),
        "marks of comments": text("4 Soot" + " #" * 9_000),
        "headings": text("[a]\n" * 4_000),
        "sideboard alone": text("Sideboard\n4 Soot Sparrow\n"),
        "below a heading of a pile": text("Units:\n40 Hot Letter\n"),
        "two numbers of copies": text("2 Soot Sparrow x3\n"),
        "name of 10,000 letters": text(f"name = {'x' * 10_000}\n2 Soot Sparrow\n"),
        "blank name": text("name = \u3000\u200d\n2 Soot Sparrow\n"),
        "two names": text("name = A\nname: B\n2 Soot Sparrow\n"),
        "many names": text("name =\n" * 2_000),
        "printings": text("2 Soot" + " (CV) 12" * 2_000),
        "blanks": text("2" + " x" * 9_000),
        "a card file": text(sample_cards()[:5_000]),
        "TOML": text('[deck]\ncards = ["Soot Sparrow"]\n'),
        "JSON": text('{"cards": ["Soot Sparrow"]}'),
        "Cockatrice": text('<?xml version="1.0"?>\n<cockatrice_deck version="1">' * 200),
        "Tabletop Simulator": Bad(lambda: b'{"ObjectStates": [' + b"{}," * 2_000_000),
        "deep XML": text("<a>" * 6_000),
        "card numbers": text("#main\n" + "89631139\n" * 2_000),
        "deck code": text("A" * 19_000),
        "a misspelt sideboard": text("2 Soot Sparrow\nSidebord:\n2 Coal Hound\n"),
        "misspelt sideboards": text("".join(f"Sideboaxrd {n}:\n" for n in range(1_000))),
        "stars": text("*" * 19_000 + "a\n* 2 Soot CV 1\n"),
        "headings of stars": text(("*" * 100 + "a\n") * 190),
        "brackets": text("2 Soot" + " [a]" * 4_000),
        "empty brackets": text(("2 Soot" + " []" * 60 + "\n") * 100),
        "exclusive forms": text("2 [A:1] Soot [B] (C) 1 |D|\n" * 700),
        "blank lines between cards": text("2 Soot Sparrow\n\n" * 1_000),
        "comments that are a list": text("### A\n" + "# 2x (1) Nobody\n" * 1_000),
    }
    kinds |= {f"name with {kind}": text(f"2 Soot {hidden}x\n") for kind, hidden in HIDDEN.items()}
    kinds |= {f"deck's name with {kind}": text(f"name = A{hidden}x\n2 Soot Sparrow\n")
              for kind, hidden in HIDDEN.items()}  # fmt: skip
    return kinds


def deck_tables() -> dict[str, Bad]:
    return {
        **no_texts(),
        "no header": text("2,Soot Sparrow\n"),
        "no counts": text("name\nSoot Sparrow\n"),
        "no names": text("count\n2\n"),
        "header alone": text("count,name\n"),
        "two columns of counts": text("count,qty,name\n2,2,Soot Sparrow\n"),
        "words for counts": text("count,name\nmany,Soot Sparrow\n"),
        "counts of 5,000 digits": text(f"count,name\n{'9' * 5_000},Soot Sparrow\n"),
        "fewer than none": text("count,name\n-2,Soot Sparrow\n"),
        "no such cards": text("count,name\n" + "1,Nobody\n" * 4_000),
        "counts of nothing": text("count,name\n" + "3,\n" * 4_000),
        "open quote": text('count,name\n2,"Soot Sparrow\n'),
        "two decks": text("deck,count,name\nA,2,Soot Sparrow\nB,2,Coal Hound\n"),
        "name of 9,000 letters": text(f"deck,count,name\n{'x' * 9_000},2,Soot Sparrow\n"),
        "sideboard alone": text("count,name,board\n2,Soot Sparrow,Sideboard\n" * 9),
        "a misspelt sideboard": text("count,name,board\n2,Soot Sparrow,Sidebord\n"),
        "misspelt sideboards": text(
            "count,name,board\n" + "".join(f"2,Stoke,Sideboaxrd {n}\n" for n in range(4_000))
        ),
        "neither yes nor no": text("count,name,sideboard\n2,Soot Sparrow,perhaps\n"),
        "a card's number": text("number,name\n2,Soot Sparrow\n"),
        "an error of a formula": text("count,name\n#REF!,Soot Sparrow\n"),
        "a card file": text(sample_cards()[:5_000]),
    }


def baselines() -> dict[str, Bad]:
    sound = {
        "schema_version": 2, "game": "divine_cross", "rules_version": 1, "mode": "constructed",
        "seats": 2, "seed": 1, "games": 10, "cells": [],
        "inputs": {"cards": "", "decks": {}, "bots": {}, "options": {}},
    }  # fmt: skip
    cell = {
        "matchup": ["a", "b"], "of": "score", "deck": "a", "pairs": 3, "sum": 2, "squares": 2,
        "parts": 4,
    }  # fmt: skip
    wrong = {
        "schema_version": (0, 1, 3, "2", None, [], 10**400),
        "game": ("divinity", 3, "\u202e"),
        "rules_version": (99, -1, "x"),
        "mode": ("lite", None),
        "seats": (0, 3, 1e400),
        "cells": ({}, "x", [3], [{}], [[]]),
        "inputs": ([], {"cards": 3}, None),
    }
    kinds = {
        **{name: bad for name, bad in no_texts().items() if name != "spreadsheet"},
        "deep lists": Bad(b"[" * 100_000),
        "deep objects": Bad(b'{"a":' * 100_000),
        "empty lists": Bad(lambda: b"[" + b"[]," * 2_600_000 + b"[]]"),
        "list": Bad(b"[]"),
        "number": Bad(b"3"),
        "number of 5,000 digits": Bad(b'{"schema_version": ' + b"9" * 5_000 + b"}"),
        "not a number": Bad(b'{"schema_version": NaN}'),
        "half a file": Bad(json.dumps(sound).encode()[:100]),
        "empty object": Bad(b"{}"),
        "unknown key": text(json.dumps({**sound, "colour": 3})),
        "half a surrogate": Bad(
            json.dumps({**sound, "game": "x"}).encode().replace(b"x", b"\\ud800")
        ),
    }
    for key, values in wrong.items():
        for value in values:
            kinds[f"{key} is {str(value)[:12]!a}"] = text(json.dumps({**sound, key: value}))
    for key, values in {
        "matchup": ([], "ab", [3]), "of": ("luck", 3), "pairs": (0, -1, 1.5), "parts": (0,),
        "sum": (-1,), "squares": ("x",),
    }.items():  # fmt: skip
        for value in values:
            content = {**sound, "cells": [{**cell, key: value}]}
            kinds[f"cell: {key} is {value!a}"] = text(json.dumps(content))
    return kinds
