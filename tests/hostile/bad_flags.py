"""Numbers and words that no flag takes."""

from collections.abc import Iterator

from tests.hostile.folder import GAME

LONG = "9" * 5_000
WHOLE = ("0", "-1", "", "x", "1.5", "1e3", "nan", "٣x", "9" * 30, LONG, "-" + LONG, "\u202e5")
GOOD = (("--seed", "0"), ("--port", "0"))
REAL = ("nan", "inf", "-inf", "0", "-1", "", "x", "1e400", LONG, "1_0x")
WORDS = ("", "  ", "x" * 5_000, "\u202e", "a\x1b[31m", "a\0b", "\udcff", "../../etc", "no such")
NUMBERS: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]] = {
    # A command, its flags that take whole numbers, and those that take any.
    ("run", GAME, "--out", "out"): (("--games", "--seed", "--players", "--jobs"), ("--precision",)),
    ("compare", "cards.csv", "cards.csv", "--game", GAME): (("--games", "--seed", "--jobs"), ()),
    ("impact", "--game", GAME): (("--seed", "--players", "--jobs"), ("--precision",)),
    ("check", "."): (("--games", "--jobs"), ()),
    ("games", GAME, "--speed"): (("--games", "--players"), ()),
    ("cards", GAME, "--coverage", "none"): (("--games",), ()),
    ("replay", "none"): (("--game",), ()),
    ("bots", GAME, "--puzzles"): (("--times", "--jobs"), ()),
    ("watch", "."): (("--port", "--jobs"), ()),
    ("price", "Soot Sparrow", "--game", GAME): (("--jobs",), ("--precision",)),
    ("tune", "."): (("--games", "--jobs"), ("--precision",)),
}
NAMED = {
    ("run", GAME, "--out", "out"): ("--decks", "--bots", "--mode", "--set", "--time-budget",
                                    "--backend", "--cards"),
    ("deck", "deck.txt", "--game", GAME): ("--cards", "--mode", "--set"),
    ("impact", "--game", GAME): ("--with", "--run", "--decks", "--bots"),
    ("compare", "cards.csv", "cards.csv"): ("--game", "--folder", "--mode"),
    ("check", "."): ("--baseline",),
    ("export", "none"): ("--format",),
    ("replay", "none"): ("--format", "--find", "--deck", "--card", "--matchup", "--ending"),
    ("report", "none"): ("--out",),
    ("price", "Soot Sparrow"): ("--game", "--values", "--decks", "--set"),
    ("test-game", "none"): ("--seed",),
    ("new-game",): ("--in",),
    ("scenario",): ("--coverage",),
    ("bots", GAME, "--puzzles"): ("--bots",),
    ("init", "new"): ("--game",),
}  # fmt: skip
CARDS = (
    "cards.csv#Cards", "none.xlsx#Cards", "cards.xlsx#", "#", "#" * 5_000, "a.xlsx#" * 900,
    "http://example.org/cards.csv", "ftp://127.0.0.1/", "https://", "https://[", "://", "x" * 9 + "://",
    "https://me:you@127.0.0.1/", "https://127.0.0.1:99999/", "http://127.0.0.1:1/none.csv",
    "http://127.0.0.1:1/a b", "http://127.0.0.1:1/\u5b57",
)  # fmt: skip
BUDGETS = ("0s", "-1s", "1", "1d", "h", "nanh", f"{LONG}h", "1e9h", "1 2s")


def all_flags() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a name and the arguments of each case."""
    yield from number_flags()
    for command, flags in NAMED.items():
        for flag in flags:
            for word in WORDS:
                yield name_case(command, flag, word), (*command, f"{flag}={word}")
    for command in (("run", GAME, "--out", "out"), ("cards", GAME), ("cards", GAME, "--watch")):
        for number, word in enumerate(CARDS):
            name = f"{' '.join(command[:1] + command[2:])} --cards {number}"
            yield name, (*command, f"--cards={word}")
    for word in CARDS:
        yield name_case(("compare",), "A", word), ("compare", word, "cards.csv", "--game", GAME)
    for budget in BUDGETS:
        yield f"run --time-budget {budget[:12]}", ("run", GAME, f"--time-budget={budget}")


def name_case(command: tuple[str, ...], flag: str, value: str) -> str:
    return f"{command[0]} {flag} {value[:12]!a} of {len(value)}"


def number_flags() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield flags that take numbers."""
    for command, (whole, real) in NUMBERS.items():
        for flags, values in ((whole, WHOLE), (real, REAL)):
            for flag in flags:
                for value in values:
                    if (flag, value) not in GOOD:
                        yield name_case(command, flag, value), (*command, f"{flag}={value}")
