"""The command `cards`: a game's cards, a card file, or what cards did in the games of a run."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

from evenhand.commands.card_readings import settle_readings, write_reading
from evenhand.decks.card import Card, name_key
from evenhand.decks.card_face import NOT_FACTS, list_facts
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.language import sentence
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, UsageError, did_you_mean
from evenhand.decks.table_location import TableFile, find_table
from evenhand.experiments.ability_coverage import SHARES, find_unplayed, measure_coverage
from evenhand.flags import CardsFlags
from evenhand.inputs.decks_and_bots import is_path
from evenhand.inputs.file_watch import watch_files
from evenhand.inputs.folder import BALANCE_FILE
from evenhand.inputs.source import Source, find_source
from evenhand.reports.wording import plural
from evenhand.simulate.registry import game_names
from evenhand.terminal import (
    NO_LIMIT,
    command_line,
    flush_output,
    format_table,
    note,
    note_errors,
    plain_table,
    print_json,
    print_lines,
    print_table,
    tell,
    terminal_width,
)

__all__ = ["cards_command"]

INDENT = "    "
LONGEST_TEXT = 60


def cards_command(flags: CardsFlags) -> None:
    """Carry out `cards`: list cards, check a file of them, or tell what they did in a run."""
    flags = rename_file(flags)
    if flags.watch:
        watch_cards(flags)
    elif flags.reading is not None:
        choose_reading(flags)
    elif flags.coverage is None:
        list_cards(flags)
    else:
        show_coverage(flags, flags.coverage)


def rename_file(flags: CardsFlags) -> CardsFlags:
    """Understand --file of `cards`, which is what --cards was called."""
    if flags.file is None:
        return flags
    if flags.cards is not None:
        raise UsageError("--file is the old name of --cards, which is given, too")
    note("--file is now called --cards")
    return replace(flags, cards=flags.file, file=None)


def list_cards(flags: CardsFlags) -> None:
    """Print the cards of a pool; a file of the user's own is checked and summed up."""
    game, name = read_words(flags.words)
    source = find_source(game)
    try:
        pool = load_named_pool(source, flags.cards)
    except InputError as error:
        if flags.json:
            raise
        settle_readings(source, flags, error)
        tell(no_problems(load_named_pool(source, flags.cards)))
        return
    rows = [describe_card(pool, card) for card in pool.cards]
    found = [row for row in rows if is_in(flags.find, row) and is_called(name, row)]
    if name and not any(is_called(name, row) for row in rows):
        raise unknown_card(pool, name)
    if flags.json:
        said = {"game": pool.schema.name, "file": pool.file, "notes": pool.notes}
        print_json({**said, "cards": found})
        return
    for text in pool.notes:
        note(text)
    if flags.cards is None or flags.find or name:
        print_cards(pool, found)
        tell("", f"{len(found)} of {len(rows)} cards")
    else:
        print_readings(pool)
        tell(no_problems(pool))


def choose_reading(flags: CardsFlags) -> None:
    """Write one reading of a card's text, which can be read in several ways, into its cell."""
    for flag in ("find", "coverage", "json"):
        if getattr(flags, flag):
            raise UsageError(f"--reading and --{flag} do not go together")
    game, name = read_words(flags.words)
    source = find_source(game)
    try:
        load_named_pool(source, flags.cards)
        write_reading(source, flags, name, None)
    except InputError as error:
        write_reading(source, flags, name, error)


def read_words(words: Sequence[str]) -> tuple[str, str]:
    """Return the game that the words after `cards` name ("" for the folder's), and the card.

    Raises
    ------
    UsageError
        If a card is named, but neither is a game nor is there one in the current folder.
    """
    if not words or words[0] in game_names() or is_path(words[0]):
        return "".join(words[:1]), " ".join(words[1:])
    name, games = " ".join(words), game_names()
    if is_path(BALANCE_FILE) or len(games) == 1:
        return "", name
    nearest = did_you_mean(words[0], games)
    how = f"for a card: {command_line('cards', 'GAME', name)}, the games are {', '.join(games)}"
    message = (
        f"no game is called '{shorten(name)}', and no {BALANCE_FILE} here says whose card it is"
    )
    raise UsageError(message, nearest or how)


def unknown_card(pool: CardPool, name: str) -> UsageError:
    """Return the error of `cards` for a name that no card has, nor a game."""
    message = f"{pool.file} has no card whose name contains '{shorten(name)}'"
    nearest = did_you_mean(name, [*pool.labels, *game_names()])
    return UsageError(message, f"a file is named by --cards {name}" if is_path(name) else nearest)


def load_named_pool(source: Source, cards: str | None) -> CardPool:
    """Load the cards for `cards`: the file that a user names, the folder's, or the samples."""
    used = source.folder.grouping_columns if source.folder else ()
    return load_pool(source.game.schema, cards or own_cards(source), used=used)


def own_cards(source: Source) -> str | None:
    """Return the card file of a folder for `cards`; None for the samples."""
    return source.folder.cards if source.folder else None


def print_readings(pool: CardPool) -> None:
    """Print how card texts in players' own words are read."""
    for card in pool.cards:
        meant = sentence(card.abilities, pool.schema.vocabulary)
        if one_form(card.text) != one_form(meant):
            tell(card.name, *(INDENT + line for line in wrap_indented(f"read as: {meant}")), "")


def one_form(text: str) -> str:
    """Bring a card's text to the form compared: small letters, one blank, no last stop."""
    return " ".join(text.casefold().split()).removesuffix(".")


def wrap_indented(text: str) -> list[str]:
    """Break a card's text into lines that fit behind an indent."""
    return wrap(text, terminal_width() - len(INDENT))


def no_problems(pool: CardPool) -> str:
    """Say for `cards` that a card file is as it should be."""
    return f"{pool.file}: {plural(len(pool.cards), 'card')}, no problems"


def watch_cards(flags: CardsFlags) -> None:
    """Check the cards of a file at once, and each time that it is saved, until Ctrl-C.

    Raises
    ------
    UsageError
        If there is nothing to check at first, or flags say that something else is to be done.
    """
    game, name = read_words(flags.words)
    for flag in ("find", "reading", "coverage", "json"):
        if getattr(flags, flag):
            raise UsageError(f"--watch and --{flag} do not go together")
    if name:
        raise UsageError("--watch checks all cards", f"leave out '{shorten(name)}'")
    with suppress(KeyboardInterrupt):
        with suppress(InputError):  # which is said below, until it is mended
            load_named_pool(find_source(game), flags.cards)
        files = list_read(game, flags.cards)
        note(f"watching {', '.join(file.named for file in files)}; stop with Ctrl-C")
        read = partial(read_cards, game, flags.cards)
        for found in watch_files(lambda: list_read(game, flags.cards), read):
            say_problems(found)


def list_read(game: str, cards: str | None) -> list[TableFile]:
    """List the files that `cards --watch` reads: the folder's own, and that with the cards."""
    place = Path(game) / BALANCE_FILE if Path(game).is_dir() else Path(game)
    files = [find_table(place)] if game not in game_names() and place.exists() else []
    with suppress(InputError, UsageError):
        source = find_source(game)
        sample = source.game.schema.sample_path("cards.csv")
        files.append(find_table(cards or own_cards(source) or sample))
    return files


def read_cards(game: str, cards: str | None) -> CardPool | InputError | UsageError:
    """Read a card file for `cards --watch`; return its problems if it cannot be read."""
    try:
        return load_named_pool(find_source(game), cards)
    except (InputError, UsageError) as error:
        return error


def say_problems(found: CardPool | Exception) -> None:
    """Print what is wrong with a card file, or that nothing is."""
    match found:
        case InputError():
            note_errors(list(map(str, found.problems)))
        case CardPool() as pool:
            for text in pool.notes:
                note(text)
            print_readings(pool)
            tell(no_problems(pool))
            flush_output()
        case _:
            note_errors([str(found)])


def describe_card(pool: CardPool, card: Card) -> dict[str, Any]:
    """Return a card as JSON: its filled columns, and its abilities as the language prints them."""
    row = {"name": card.name, **list_facts(card)}
    return {**row, "abilities": sentence(card.abilities, pool.schema.vocabulary)}


def is_called(name: str, row: dict[str, Any]) -> bool:
    """Return whether the name of a card to list holds a text."""
    return name_key(name) in name_key(row["name"])


def is_in(wanted: str, row: dict[str, Any]) -> bool:
    """Return whether some cell of a card to list holds a text."""
    return any(wanted.casefold() in str(value).casefold() for value in row.values())


def print_cards(pool: CardPool, rows: Sequence[dict[str, Any]]) -> None:
    """Print cards, each with its abilities in a line below.

    Columns that only name things, such as a card's number, stay out.
    """
    fields = pool.schema.card_model.model_fields
    shown = [
        name
        for name, info in fields.items()
        if name not in NOT_FACTS and info.annotation is not str and any(name in r for r in rows)
    ]
    numbers = tuple(name for name in shown if any(isinstance(r.get(name), int) for r in rows))
    headings = {name: name.replace("_", "\n") for name in shown}
    right = tuple(headings[name] for name in numbers)
    table = plain_table("name", *headings.values(), right=right)
    for row in rows:
        table.add_row(row["name"], *(str(row.get(name, "")) for name in shown))
    lines = format_table(table, NO_LIMIT)  # one line for each card, or nothing would fit between
    head = len(lines) - len(rows)
    print_lines(lines[:head])
    for line, row in zip(lines[head:], rows, strict=True):
        print_lines([line])
        tell(*(INDENT + part for part in wrap_indented(row["abilities"])))


def show_coverage(flags: CardsFlags, run_dir: Path) -> None:
    """Play a run's games again for `cards`, and tell what each card and ability did in them."""
    game, name = "".join(flags.words[:1]), " ".join(flags.words[1:])
    plan, every = measure_coverage(game, run_dir, flags.games)
    rows = [
        row
        for row in every
        if is_in(flags.find, {"": f"{row['card']} {row['ability']}"})
        and is_called(name, {"name": row["card"]})
    ]
    unplayed = [] if flags.find or name else find_unplayed(plan, every)
    if flags.json:
        print_json({"run": str(run_dir), "abilities": rows, "in_no_deck": unplayed})
        return
    print_coverage(rows)
    for verdict in ("never seen", "never possible", "never used", "never with effect"):
        cards = [row["card"] for row in rows if row["verdict"] == verdict]
        if cards:
            tell("", f"{verdict.capitalize()}: {', '.join(dict.fromkeys(cards))}")
    if unplayed:
        note(f"In no deck of the run: {', '.join(unplayed)}")


def print_coverage(rows: list[dict[str, Any]]) -> None:
    """Print what cards did: shares in percent of the games whose deck holds the card."""
    told = {name: title for name, title in SHARES.items() if any(name in row for row in rows)}
    has_texts = any(row["ability"] for row in rows)
    columns = ("card", *told.values(), "games", *(["ability"] if has_texts else []))
    table = plain_table(*columns, right=(*told.values(), "games"))
    for row in rows:
        shares = [f"{100 * row[name]:.1f} %" if name in row else "" for name in told]
        text = row["ability"]
        cut = f"{text[:LONGEST_TEXT].rstrip()} .." if len(text) > LONGEST_TEXT else text
        table.add_row(row["card"], *shares, f"{row['n_games']:,}", *([cut] if has_texts else []))
    print_table(table)
