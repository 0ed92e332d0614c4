"""The section on two bots that met: how often one beats the other, with each deck."""

from evenhand.reports.blocks import Block, Cell, Column, Paragraph, Section, Table, name_cell
from evenhand.reports.bot_findings import name_never, write_idle
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    count,
    interval,
    make_sentence,
    percent,
    points,
    signed_interval,
)

__all__ = ["make_bots_met_section"]

CAPTION = "Win rate of {bot} against {opponent}"
MEANING = (
    "Each two decks meet twice, with the bots both ways round, so that it does not matter which "
    "deck is the stronger one. The row of a deck tells how often {bot} wins with it against "
    "{opponent} with an equal one, as if that did not hang on the deck played against."
)


def make_bots_met_section(evidence: Evidence) -> tuple[Section, ...]:
    """Build the section on two bots; none if one bot played."""
    table = evidence.bots_met
    if table.empty:
        return ()
    bot, opponent = (Name(table[name].iloc[0]) for name in ("bot", "opponent"))
    blocks: list[Block] = [
        Paragraph(
            make_sentence(
                "{bot} never answers {never}, unless nothing else is on offer.",
                bot=Name(told["name"]),
                never=name_never(told["never"]),
            )
        )
        for told in evidence.info["bots"]
        if told.get("never")
    ]
    if idle := write_idle(evidence):
        return (Section("bots-met", "Bot against bot", [*blocks, Paragraph(idle)]),)
    blocks.append(Paragraph(make_sentence(MEANING, bot=bot, opponent=opponent)))
    columns = [
        Column("Deck", numeric=False),
        Column("Win rate", "Per cent, 95 % interval below"),
        Column("All decks together", "Interval that allows for the number of decks"),
        Column("Points from all", "More or less than over all decks; interval for all decks"),
        Column("Games"),
    ]
    rows = [
        [
            name_cell(row.deck) if row.deck else Cell("All decks"),
            Cell(percent(row.win_rate), interval(row.win_rate_low, row.win_rate_high)),
            Cell(interval(row.win_rate_low_all, row.win_rate_high_all) if row.deck else ""),
            Cell(points(row.apart), signed_interval(row.apart_low_all, row.apart_high_all))
            if row.deck
            else Cell(""),
            Cell(count(row.n_games)),
        ]
        for row in table.itertuples()
    ]
    caption = make_sentence(CAPTION, bot=bot, opponent=opponent)
    blocks.append(Table("table-bots-met", str(caption), columns, rows))
    return (Section("bots-met", "Bot against bot", blocks),)
