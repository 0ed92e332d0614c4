"""TOML files that are too much, or say what cannot be."""

from tests.hostile.bad_texts import no_texts, text
from tests.hostile.folder import BALANCE, Bad


def too_much(key: str = "a") -> dict[str, Bad]:
    """Return files that are no TOML, or more of it than anybody writes."""
    return {
        **{name: bad for name, bad in no_texts().items() if not name.startswith(("empty", "mark"))},
        "deep lists": Bad(f"{key} = ".encode() + b"[" * 100_000),
        "lists of depth 900": text(f"{key} = " + "[" * 900 + "]" * 900),
        "deep tables": Bad(f"{key} = ".encode() + b"{a=" * 100_000),
        "long dotted key": Bad(b"a." * 200_000 + b"a = 1"),
        "long dotted heading": Bad(b"[" + b"a." * 200_000 + b"a]"),
        "dotted key with strings": text('"a".' * 1_000 + "a = 1"),
        "spaced dotted key": text("a . " * 5_000 + "a = 1"),
        "dotted keys in a table": text("x = {" + "a." * 5_000 + "a = 1}"),
        "number of 5,000 digits": text(f"{key} = " + "9" * 5_000),
        "hexadecimal of 5,000 digits": text(f"{key} = 0x" + "f" * 5_000),
        "binary of 100,000 digits": text(f"{key} = 0b" + "1" * 100_000),
        "digits with underscores": text(f"{key} = 1" + "_0" * 3_000),
        "50,000 keys": text("".join(f"k{n} = 1\n" for n in range(40_000))),
        "30,000 tables": text("".join(f"[t{n}]\n" for n in range(30_000))),
        "30,000 tables in a list": text("[[x]]\n" * 30_000),
        "open string": text(f'{key} = "x'),
        "open long string": text(f'{key} = """' + "x\n" * 100_000),
        "quotes in a comment": text(f'# """\n{key} = """\n' + "b = [\n" * 20_000 + '"""\nz z\n'),
        "open strings in lines": text(f'{key} = """' + '\\"""\n' * 60_000),
        "keys deep in tables": text(f"{key} = " + "{a.b.c = " * 19 + "{" + "k = 1, " * 50_000),
        "many quotes": text('"""' * 100_001),
        "600 kB of comments": Bad(b"# x\n" * 150_000),
        "same key twice": text(f"{key} = 1\n{key} = 2\n"),
        "same table twice": text("[x]\n[x]\n"),
        "no value": text(f"{key} =\n"),
        "no key": text("= 3\n"),
        "no such date": text(f"{key} = 2030-13-45\n"),
        "control character": text(f'{key} = "\x01"'),
        "no such escape": text(f'{key} = "\\ud800"'),
        "JSON": text('{"a": 3}'),
        "INI": text("a: 3\n"),
    }


def bot_files() -> dict[str, Bad]:
    return {
        **too_much("noise"),
        "policy is a number": text("policy = 3"),
        "no such policy": text('policy = "clever"'),
        "noise below 0": text("noise = -1"),
        "noise is huge": text("noise = 99999999999999999999"),
        "noise is infinite": text("noise = inf"),
        "noise is true": text("noise = true"),
        "noise is a fraction": text("noise = 0.5"),
        "no playouts": text("playouts = 0"),
        "too many playouts": text("playouts = 1000001"),
        "playouts are a word": text('playouts = "many"'),
        "no such weight": text("[weights]\nwisdom = 3"),
        "hidden weight": text('[weights]\n"knock\u202e_out" = 3'),
        "weight is huge": text("[weights]\nknock_out = 9223372036854775808"),
        "weight is a word": text('[weights]\nknock_out = "much"'),
        "weight is a list": text("[weights]\nknock_out = [1]"),
        "weights are a list": text("weights = [1]"),
        "meaning is a number": text("meaning = 3"),
        "unknown key": text("colour = 3"),
    }


def products() -> dict[str, Bad]:
    sound = (
        'name = "P"\npacks = 5\n[pack]\ncards = 1\n[[pack.slot]]\ncount = 1\nrarities = { N = 1 }'
    )
    changes = {
        "blank name": ('"P"', '""'),
        "hidden name": ('"P"', '"P\u202e"'),
        "long name": ('"P"', '"' + "P" * 100 + '"'),
        "no such title": ('"P"', '"P"\ntitle = "Nowhere"'),
        "no packs": ("packs = 5", "packs = 0"),
        "a million packs": ("packs = 5", "packs = 1000000"),
        "packs are true": ("packs = 5", "packs = true"),
        "packs are missing": ("packs = 5\n", ""),
        "cards do not fit": ("cards = 1", "cards = 2"),
        "cards are huge": ("cards = 1", "cards = 999999999999"),
        "no count": ("count = 1", "count = 0"),
        "count is a word": ("count = 1", 'count = "x"'),
        "no rarity": ("{ N = 1 }", "{}"),
        "no such rarity": ("N = 1", "XYZ = 1"),
        "hidden rarity": ("N = 1", '"N\u202e" = 1'),
        "weight of 0": ("N = 1", "N = 0"),
        "weight below 0": ("N = 1", "N = -1"),
        "weight is infinite": ("N = 1", "N = inf"),
        "weight is no number": ("N = 1", "N = nan"),
        "weight too small": ("N = 1", "N = 1, R = 1e-300"),
        "unknown key": ('name = "P"', 'name = "P"\ncolour = 3'),
        "slots are a table": ("[[pack.slot]]", "[pack.slot]"),
    }
    return too_much("packs") | {
        name: text(sound.replace(old, new)) for name, (old, new) in changes.items()
    }


def balance_files() -> dict[str, Bad]:
    lines = {
        "no such game": 'game = "divine_crass"',
        "hidden game": 'game = "divine\u202e_cross"',
        "game is a number": "game = 3",
        "game is a path": 'game = "/dev/zero"',
        "no such mode": 'mode = "blitzz"',
        "games are 0": "games = 0",
        "games are huge": "games = 99999999999999999999",
        "games are true": "games = true",
        "seed below 0": "seed = -1",
        "seed is huge": "seed = 9223372036854775808",
        "precision is no number": "precision = nan",
        "precision is infinite": "precision = inf",
        "precision is 0": "precision = 0.0",
        "precision and games": "precision = 1.0\ngames = 3",
        "players are 0": "players = 0",
        "players are many": "players = 99999999999999999999",
        "three bots": 'bots = ["random", "novice", "heuristic"]',
        "no such bot": 'bots = ["cleverest"]',
        "bot of 5,000 letters": f'bots = ["{"b" * 5_000}"]',
        "cards are a device": 'cards = "/dev/zero"',
        "cards are a folder": 'cards = "."',
        "cards are nowhere": 'cards = "nowhere.csv"',
        "cards of 5,000 letters": f'cards = "{"c" * 5_000}"',
        "cards have a hidden name": 'cards = "c\u202e.csv"',
        "cards with NUL": 'cards = "c\\u0000.csv"',
        "deck with NUL": 'decks = ["c\\u0000.txt"]',
        "deck of 5,000 letters": f'decks = ["{"c" * 5_000}.txt"]',
        "deck is nowhere": 'decks = ["nowhere.txt"]',
        "decks are numbers": "decks = [1, 2]",
        "mirrors are 1": "mirrors = 1",
        "unknown key": "colour = 3",
        "no such option": "[options]\nfun = 3",
        "option is a list": "[options]\nturn_cap = [3]",
        "option is a fraction": "[options]\nturn_cap = 0.5",
        "option is huge": "[options]\nturn_cap = 99999999999999999999",
        "band is a number": "[expect]\nwin_rate = 0.5",
        "band is upside down": "[expect]\nwin_rate = [0.6, 0.4]",
        "band in percent": "[expect]\nwin_rate = [40, 60]",
        "band of infinity": "[expect]\nwin_rate = [-inf, inf]",
        "band of no numbers": "[expect]\nwin_rate = [nan, nan]",
        "band of three": "[expect]\nwin_rate = [0.1, 0.2, 0.3]",
        "level is no number": "[check]\nlevel = nan",
        "level is 2": "[check]\nlevel = 2.0",
        "check games are huge": "[check]\ngames = 99999999999999999999",
        "baseline is a number": "[check]\nbaseline = 3",
        "accept without reason": '[[accept]]\nwhat = "draws"\nuntil = 2030-01-01',
        "accept until a word": '[[accept]]\nwhat = "draws"\nreason = "x"\nuntil = "soon"',
        "accept is a table": '[accept]\nwhat = "draws"',
    }
    kinds = too_much("games")
    for name, line in lines.items():
        start = "" if line.startswith("game =") else 'game = "divine_cross"\n'
        kinds[name] = text(f"{start}{line}\n")
    return kinds


def expectations() -> dict[str, Bad]:
    lines = {
        "no such deck": '[expect.decks]\n"nobody" = [0.4, 0.6]',
        "hidden deck": '[expect.decks]\n"deck\u202e" = [0.4, 0.6]',
        "deck of 5,000 letters": f'[expect.decks]\n"{"d" * 5_000}" = [0.4, 0.6]',
        "no such matchup": '[expect.matchups]\n"a vs b" = [0.4, 0.6]',
        "half a matchup": '[expect.matchups]\n"deck vs " = [0.4, 0.6]',
        "a deck against many": f'[expect.matchups]\n"{" vs ".join(["deck"] * 500)}" = [0.4, 0.6]',
        "no such card": '[expect.cards]\n"Nobody" = [-0.1, 0.1]',
        "10,000 cards": "[expect.cards]\n" + "".join(f"c{n} = [-0.1, 0.1]\n" for n in range(5_000)),
        "accepted until the past": '[[accept]]\nwhat = "draws"\nreason = "x"\nuntil = 2001-01-01',
        "accepted without a band": '[[accept]]\nwhat = "luck"\nreason = "x"\nuntil = 2999-01-01',
        "accepted in 5,000 words": (
            f'[[accept]]\nwhat = "{"draws " * 5_000}"\nreason = "x"\nuntil = 2999-01-01'
        ),
    }
    start = BALANCE.partition("[expect]")[0]
    return {name: text(f"{start}\n{line}\n") for name, line in lines.items()}


def scenarios() -> dict[str, Bad]:
    sound = (
        'game = "divine_cross"\ntitle = "T"\nclauses = ["R17"]\nphase = "setup"\n'
        "seed = 1\ndo = []\n"
        '[expect]\nasked = "player_1"\n'
    )
    changes = {
        "no such game": ("divine_cross", "divine_crass"),
        "game is a path": ("divine_cross", "/dev/zero"),
        "no such clause": ("R17", "R9999"),
        "hidden clause": ("R17", "R17\u202e"),
        "clauses are a word": ('["R17"]', '"R17"'),
        "no such phase": ('"setup"', '"lunch"'),
        "seed is huge": ("seed = 1", "seed = 99999999999999999999"),
        "seed is a word": ("seed = 1", 'seed = "x"'),
        "players are 0": ("seed = 1", "players = 0"),
        "players are many": ("seed = 1", "players = 99999999999999"),
        "no such mode": ("seed = 1", 'mode = "lunch"'),
        "no such option": ("seed = 1", "options = { fun = 3 }"),
        "option is huge": ("seed = 1", "options = { turn_cap = 99999999999999999999 }"),
        "nothing is expected": ('[expect]\nasked = "player_1"', ""),
        "cards are nowhere": ("seed = 1", 'cards = "nowhere.csv"'),
        "cards are a device": ("seed = 1", 'cards = "/dev/zero"'),
        "cards are a folder": ("seed = 1", 'cards = "/"'),
        "cards with NUL": ("seed = 1", 'cards = "c\\u0000.csv"'),
        "cards of 5,000 letters": ("seed = 1", f'cards = "{"c" * 5_000}"'),
        "card without a name": ("seed = 1", 'card = [{ type = "Unit" }]'),
        "card with a hidden name": ("seed = 1", 'card = [{ name = "A\u202e", type = "Unit" }]'),
        "card with an unknown column": ("seed = 1", 'card = [{ name = "A", colour = "x" }]'),
        "card with a huge number": (
            "seed = 1", 'card = [{ name = "A", type = "Unit", hp = 99999999999999999999 }]',
        ),
        "card with a list": ("seed = 1", 'card = [{ name = "A", type = ["Unit"] }]'),
        "card is a word": ("seed = 1", 'card = ["A"]'),
        "unknown key": ("seed = 1", "colour = 3"),
        "variant is a word": ("seed = 1", 'variant = ["x"]'),
    }  # fmt: skip
    return too_much("seed") | {
        name: text(sound.replace(old, new)) for name, (old, new) in changes.items()
    }


def puzzles() -> dict[str, Bad]:
    sound = (
        'game = "divine_cross"\ntitle = "T"\nseed = 1\ndo = ["end main phase"]\n'
        'refuse = ["no skill"]\n'
        '[given]\nplayer_1.main = "Filler"\nplayer_2.main = "Filler"\n'
    )
    changes = {
        "no such game": ("divine_cross", "divine_crass"),
        "no title": ('title = "T"\n', ""),
        "nothing is refused": ('"no skill"', ""),
        "refused is a word": ('["no skill"]', '"no skill"'),
        "refused is a number": ('"no skill"', "3"),
        "nobody says so": ("no skill", "no skill\\u202e"),
        "all are right": ("no skill", "skill 2"),
        "none is right": ('"no skill"', '"no skill", "skill 1"'),
        "accepted is not there": ('refuse = ["no skill"]', 'accept = ["skill 9"]'),
        "100,000 are refused": ('"no skill"', '"x",' * 100_000),
        "blunder is huge": ("seed = 1", "blunder = 99999999999999999999999"),
        "blunder is a word": ("seed = 1", 'blunder = "x"'),
        "expects something": ("seed = 1", "expect = {}"),
        "variant without an answer": ("seed = 1", "variant = [{}]"),
        "variant is a word": ("seed = 1", 'variant = ["x"]'),
        "nothing is laid out": ("player_1.main", "player_9.main"),
        "cards are a device": ("seed = 1", 'cards = "/dev/zero"'),
        "unknown key": ("seed = 1", "colour = 3"),
    }
    return too_much("seed") | {
        name: text(sound.replace(old, new)) for name, (old, new) in changes.items()
    }
