"""Section "Provenance": inputs, options, versions and the command of the run."""

from collections.abc import Iterable, Mapping
from typing import Any

from evenhand.reports.blocks import (
    Block,
    Cell,
    Code,
    Column,
    Facts,
    Fold,
    Paragraph,
    Section,
    Table,
    Text,
)
from evenhand.reports.game_findings import name_changed_options, write_option
from evenhand.reports.linked_games import NO_GAMES
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.verdict_columns import describe_bands
from evenhand.reports.wording import (
    MISSING,
    Name,
    count,
    enumerate_parts,
    make_sentence,
    number,
    plural,
)

__all__ = ["make_provenance_section"]

INPUT_COLUMNS = (
    Column("Input", numeric=False),
    Column("Name", numeric=False),
    Column("SHA-256", numeric=False),
)
OPTION_COLUMNS = (
    Column("Option", numeric=False),
    Column("Value", numeric=False),
    Column("Changed", "Whether it differs from the default", numeric=False),
)


def make_provenance_section(evidence: Evidence) -> Section:
    """Return the section on provenance: inputs, options, versions and the command.

    It does not depend on the machine or on the time, so that a repeated run gives the same
    report.
    """
    info = evidence.info
    blocks = (
        Paragraph("The same inputs, seed and versions give the same games on any machine."),
        Code(info["run"]["command"]),
        *_explain_replays(evidence.games.missing),
        Facts(_list_facts(evidence)),
        Table("table-inputs", "Inputs", INPUT_COLUMNS, list(_list_inputs(info)), style="hashes"),
        *_make_options(info),
    )
    return Section("provenance", "Provenance", blocks)


def _explain_replays(missing: str) -> tuple[Block, ...]:
    """Return blocks on how to replay a game of the run, or on why none can be replayed."""
    if missing:
        return (Paragraph(make_sentence(f"{NO_GAMES}: {{why}}.", why=Name(missing))),)
    return (
        Paragraph("Any game can be replayed step by step; RUN_DIR is the folder of this run."),
        Code("evenhand replay RUN_DIR --find longest --format html"),
    )


def _list_facts(evidence: Evidence) -> Mapping[str, Text]:
    run = evidence.info["run"]
    versions = ", ".join(f"{name} {version}" for name, version in evidence.info["versions"].items())
    return {
        "Game": str(run["title"]),
        "Mode": str(run["mode"]),
        "Rules version": str(run["rules_version"]),
        "Seed": str(run["seed"]),
        "Games": count(evidence.n_games),
        "Seats": str(run["seats"]),
        "Results hash": str(run["results_hash"]),
        "Pairing": _write_pairing(evidence),
        "Bands": describe_bands(evidence),
        **_list_changed_options(evidence.info),
        "Versions": versions,
    }


def _write_pairing(evidence: Evidence) -> Text:
    factors = evidence.matchups_once["sample_factor"].dropna()
    if factors.empty:
        return MISSING
    return make_sentence(
        "each deal is played from every seat; one such game is worth {middle} independent "
        "games (median over matchups; from {least} to {most})",
        middle=number(factors.median(), 2),
        least=number(factors.min(), 2),
        most=number(factors.max(), 2),
    )


def _list_inputs(info: Mapping[str, Any]) -> Iterable[list[Cell]]:
    yield [Cell("Cards"), Cell(Name(info["cards"]["file"])), Cell(info["cards"]["sha256"])]
    for deck in info["decks"]:
        yield [Cell("Deck"), Cell(_name_deck_twice(deck)), Cell(deck["sha256"])]
    for bot in info["bots"]:
        yield [Cell("Bot"), Cell(_name_bot(bot)), Cell(bot["sha256"])]


def _name_deck_twice(deck: Mapping[str, Any]) -> Text:
    """Write a deck with its display name and its name in files and flags."""
    name = Name(deck["name"])
    title = deck.get("display_name")
    return make_sentence("{title} ({name})", title=Name(title), name=name) if title else name


def _name_bot(bot: Mapping[str, Any]) -> Text:
    if bot["policy"] == bot["name"]:
        return Name(bot["name"])
    return make_sentence("{name} ({policy})", name=Name(bot["name"]), policy=bot["policy"])


def _make_options(info: Mapping[str, Any]) -> Iterable[Block]:
    options, changed = info.get("options", {}), info.get("changed_options", {})
    if not options:
        return
    names = sorted(options, key=lambda name: (name not in changed, name))
    rows = [
        [
            Cell(Name(name)),
            Cell(write_option(options[name])),
            Cell("changed" if name in changed else ""),
        ]
        for name in names
    ]
    table = Table("table-options", "Rule options", OPTION_COLUMNS, rows)
    yield Fold(f"{plural(len(rows), 'rule option')}, {count(len(changed))} changed", (table,))


def _list_changed_options(info: Mapping[str, Any]) -> Mapping[str, Text]:
    """Return the fact on rule options that differ from their defaults, if any."""
    named = name_changed_options(info)
    return {"Rules changed": enumerate_parts(named)} if named else {}
