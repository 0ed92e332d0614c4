"""Texts of `cards` that can be read in several ways: shown on a table, and one of them written."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from evenhand.decks.card import name_key
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.language.reading_differences import describe_difference
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.table_location import find_table
from evenhand.experiments.reading_examples import ReadingExample, find_example
from evenhand.flags import CardsFlags
from evenhand.inputs.ambiguous_texts import AmbiguousText, AmbiguousTexts, find_ambiguous_texts
from evenhand.inputs.card_file_edits import TextEdit, replace_texts
from evenhand.inputs.decks_and_bots import is_path
from evenhand.inputs.source import Source
from evenhand.simulate.registry import game_names
from evenhand.simulate.runs.atomic_files import report_write_errors, write_atomic
from evenhand.simulate.runs.seal import hash_file
from evenhand.terminal import can_choose, choose, command_line, note, tell, terminal_width

__all__ = ["settle_readings", "write_reading"]

INDENT = "    "
MOST_PLAYED = 3  # texts that are played on a table where nobody is asked in between


def settle_readings(source: Source, flags: CardsFlags, error: InputError) -> None:
    """Show what the texts of a card file do that can be read in several ways, and ask for one.

    Somebody is asked on a terminal only, and only what was chosen is written. Otherwise the
    commands are named that write a reading.

    Parameters
    ----------
    error : InputError
        With all problems of the file.

    Raises
    ------
    InputError
        With all other problems, if a text is still to be settled.
    """
    texts = list_ambiguous(source, error.problems)
    lines = {text.row.line for text in texts.found}
    others = [one for one in error.problems if one.line not in lines]
    if not texts.found:
        raise error
    is_asking = can_choose() and is_writable(source, texts)
    chosen: dict[int, str] = {}
    for number, text in enumerate(texts.found):
        is_played = is_asking or number < MOST_PLAYED
        show_readings(texts, text, play_readings(source, texts, text) if is_played else None)
        if is_asking:
            if wanted := ask_for_reading(text):
                chosen[text.row.line] = text.readings[wanted - 1]
        else:
            note(*tell_how_to_choose(source, flags, texts, text), "")
    if chosen:
        write_chosen(source, texts, chosen)
    if len(chosen) < len(texts.found):
        raise InputError(others)


def write_reading(source: Source, flags: CardsFlags, card: str, error: InputError | None) -> None:
    """Write the reading of a card's text that a flag of `cards` names into its cell.

    Parameters
    ----------
    error : InputError, optional
        With the problems of the card file, if it has any.

    Raises
    ------
    UsageError
        If this card has no text with that many readings, or the file cannot be written.
    """
    assert flags.reading is not None
    texts = list_ambiguous(source, error.problems) if error else None
    named = {text.card: text for text in texts.found} if texts else {}
    found = [text for name, text in named.items() if name_key(card) == name_key(name)]
    found = found or [text for name, text in named.items() if name_key(card) in name_key(name)]
    if texts is None or len(found) != 1:
        raise UsageError(*refuse_card(card, list(named)))
    (text,) = found
    if not 1 <= flags.reading <= len(text.readings):
        message = f"--reading {flags.reading}: the text of '{shorten(text.card)}' can be read in"
        ways = f"{len(text.readings)} ways"
        raise UsageError(f"{message} {ways}", f"a number from 1 to {len(text.readings)}")
    write_chosen(source, texts, {text.row.line: text.readings[flags.reading - 1]})
    if left := [one for one in error.problems if one.line != text.row.line] if error else []:
        remain = "1 mistake remains" if len(left) == 1 else f"{len(left)} mistakes remain"
        tell(f"{remain}: {command_line('cards', *list_source_words(flags))}")


def refuse_card(card: str, known: Sequence[str]) -> tuple[str, str]:
    """Return message and hint of the error for a card of `cards` whose text is not ambiguous."""
    if not card:
        return "--reading: of which card?", "evenhand cards CARD --reading N"
    said = f"no text of a card called '{shorten(card)}' can be read in several ways"
    if not known:
        return said, "nothing is to be chosen"
    return said, did_you_mean(card, known) or f"those that can: {', '.join(known)}"


def list_ambiguous(source: Source, problems: Sequence[Problem]) -> AmbiguousTexts:
    """List the ambiguous texts of the card file of `cards` among the lines with a problem."""
    file = problems[0].file
    lines = [one.line for one in problems if one.line is not None and one.file == file]
    return find_ambiguous_texts(source.game.schema, file, lines)


def play_readings(
    source: Source, texts: AmbiguousTexts, text: AmbiguousText
) -> ReadingExample | None:
    """Play the readings of a card's text on a table where they differ; None if none was found."""
    settings = source.folder.settings if source.folder else []
    return find_example(source.game, texts.sheet, text.row, text.readings, settings)


# Words


def show_readings(
    texts: AmbiguousTexts, text: AmbiguousText, example: ReadingExample | None
) -> None:
    """Print for `cards` in which ways a text can be read, and a table on which they differ."""
    line, column = text.row.line, texts.sheet.written_as.get("abilities", "abilities")
    place = f"error: {texts.sheet.file}:{line}: column '{column}': "
    note(f"{place}'{shorten(text.card)}' can be read in {len(text.readings)} ways")
    for number, reading in enumerate(text.readings, 1):
        note(*wrap_behind(f"{INDENT}{number}  ", reading))
    if example:
        note("They differ here, played by the rules (Filler is any plain card):")
        note(*(f"{INDENT}{player}" for player in example.table))
        for outcome in tell_outcomes(example):
            head, _, rest = outcome.rpartition("  ")
            note(*wrap_behind(f"{INDENT}{head}  " if head else INDENT, rest))
    else:
        said = describe_difference(text.readings)
        note(f"{said[:1].upper()}{said[1:]}.")


def tell_outcomes(example: ReadingExample) -> Iterator[str]:
    """Yield what was chosen on a table, and what came of each reading."""
    is_alike = len(set(example.answers)) == 1
    if is_alike and example.answers[0]:
        yield f"{join_answers(example.answers[0])}."
    for number, (answers, outcome) in enumerate(
        zip(example.answers, example.outcomes, strict=True), 1
    ):
        came = "; ".join(outcome) or "nothing of this"
        before = "" if is_alike or not answers else f"{join_answers(answers)}. Then "
        yield f"With {number}  {before}{came}."


def join_answers(answers: Sequence[str]) -> str:
    """Join the choices on a table: "Player 1: end main phase, then skill 2"."""
    told: list[str] = []
    for before, answer in zip(("", *answers), answers, strict=False):
        player = f"{answer.partition(':')[0]}: "
        told.append(answer.removeprefix(player) if before.startswith(player) else answer)
    return ", then ".join(told)


def wrap_behind(start: str, text: str) -> list[str]:
    """Break a text into lines behind a number, the further ones below its first letter."""
    width = terminal_width()
    return wrap(start + text, width, subsequent_indent=" " * len(start), drop_whitespace=True)


# Choosing


def ask_for_reading(text: AmbiguousText) -> int:
    """Ask which reading of a text is meant; 0 for none."""
    *first, last = map(str, range(1, len(text.readings) + 1))
    return choose(f"{', '.join(first)} or {last}? (Enter alone changes nothing)", int(last))


def tell_how_to_choose(
    source: Source, flags: CardsFlags, texts: AmbiguousTexts, text: AmbiguousText
) -> Iterator[str]:
    """Yield what is to be typed for a reading of a card's text."""
    if not is_writable(source, texts):
        yield "Write the one that you mean into the cell."
        return
    words = ("cards", *list_source_words(flags), text.card, "--reading", 1)
    yield f"Next    {command_line(*words)}  # or its other number; it rewrites this cell alone"


def list_source_words(flags: CardsFlags) -> tuple[str, ...]:
    """List the words of `cards` that say again which game or folder, and which file."""
    first = flags.words[:1]
    is_source = bool(first) and (first[0] in game_names() or is_path(first[0]))
    return (*(first if is_source else ()), *(("--cards", flags.cards) if flags.cards else ()))


def is_writable(source: Source, texts: AmbiguousTexts) -> bool:
    """Return whether cells of the card file can be written: it is a text file on this machine."""
    try:
        replace_texts(source.game.schema, texts.sheet.file, [])
        return bool(find_table(texts.sheet.file).path)
    except UsageError:
        return False


def write_chosen(source: Source, texts: AmbiguousTexts, chosen: Mapping[int, str]) -> None:
    """Write readings into the cells of a card file, by line, and say what stood there.

    Raises
    ------
    UsageError
        If the file was saved since it was read, or cannot be written.
    """
    file = find_table(texts.sheet.file).path
    edits = [TextEdit(line, "abilities", reading) for line, reading in chosen.items()]
    with report_write_errors(file):
        if hash_file(file) != texts.sheet.content_hash:
            message = f"{file} was changed meanwhile: nothing was written"
            raise UsageError(message, "repeat the command")
        write_atomic(file, replace_texts(source.game.schema, texts.sheet.file, edits))
    for text in texts.found:
        if text.row.line in chosen:
            tell(f"{file}:{text.row.line}: rewrote the text of {text.card}, and nothing else")
            tell(*wrap_behind(f"{INDENT}was  ", text.text))
            tell(*wrap_behind(f"{INDENT}now  ", chosen[text.row.line]))
