"""Sentences on the metagame: the mix of decks, cycles, and differences between bots."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import list_display_texts, use_display_names
from evenhand.analysis.data.panel import Panel, load_panel, name_players_of
from evenhand.analysis.data.run import Run
from evenhand.analysis.tables.field_win_rates import (
    METAGAME,
    Shares,
    field_win_rates,
    find_stated_field,
)
from evenhand.analysis.tables.metagame import SMALL_SHARE, cycles, transitivity
from evenhand.analysis.tables.polarity import EVEN, polarity
from evenhand.analysis.tables.viable_decks import viable_decks
from evenhand.decks.problems import UsageError
from evenhand.reports.bands import STAR
from evenhand.reports.undecided import MOST_GAMES, round_up
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    join_parts,
    make_sentence,
    name_player,
    number,
    percent,
    prepend_bot,
    rate_range,
    write_rate,
)

__all__ = [
    "is_conclusive", "measure_stated_polarity", "name_field", "sort_by_share", "use_player_names",
    "write_best_in_field", "write_best_to_bring", "write_bot_differences", "write_cycles",
    "write_metagame", "write_mix", "write_polarity", "write_uneven", "write_viable",
]  # fmt: skip

SURE = 0.05  # significance level for the cyclic part
ALL = 0.995  # share above which "everyone" is written
VAGUE = 0.5  # width of an interval above which a share counts as hardly known
NAMED = 5  # maximum number of decks named in one sentence


def write_metagame(run: Run, frame: pd.DataFrame) -> list[Sentence]:
    """Write the metagame: the mix, the cycles of decks, and differences between bots.

    Parameters
    ----------
    run : Run
    frame : pandas.DataFrame
        Of the run, as `evenhand.analysis.tables.metagame.metagame_of_bots` makes it.
    """
    texts = list_display_texts(run.info)
    frame, lead = use_player_names(run, frame)
    told, circles = use_display_names(frame, texts), use_display_names(cycles(run), texts)
    own = sort_by_share(told[told["bot"] == lead])
    apart = write_bot_differences(told, lead)
    far, field = measure_stated_polarity(run)
    far = use_display_names(far, texts)
    mix = (*write_mix(own), write_viable(viable_decks(run)))
    uneven = (write_polarity(far), write_uneven(far, field))
    said = [*mix, *write_cycles(circles, transitivity(run)), *uneven, *apart]
    return [*said, *write_best_to_bring(told), *write_best_in_field(run)]


def use_player_names(run: Run, frame: pd.DataFrame, lead: str = "") -> tuple[pd.DataFrame, str]:
    """Call the bots of a metagame's table as the groups of players that the run's folder had.

    Parameters
    ----------
    lead : str
        The bot that leads; that of the run by default.

    Returns
    -------
    pandas.DataFrame, str
        The table, and what the bot is called that leads.
    """
    names = name_players_of(run, frame["bot"].unique())
    return frame.assign(bot=frame["bot"].map(names)), names[lead or run.info["bots"][0]["name"]]


def measure_stated_polarity(run: Run, shares: Shares | None = None) -> tuple[pd.DataFrame, str]:
    """Measure how far the matchups of a metagame lie from even, in the field that its run states.

    Parameters
    ----------
    shares : Shares, optional
        The field; that which the run states if not given.

    Returns
    -------
    pandas.DataFrame, str
        As `evenhand.analysis.polarity` makes it, and what the field is called; "" where all decks
        are brought equally often, because none is stated or it was not played.
    """
    shares = find_stated_field(run) if shares is None else shares
    try:
        return polarity(run, shares=shares), name_field(shares)
    except UsageError:
        if shares is None:
            raise
        return polarity(run), ""


def name_field(shares: Shares | None) -> str:
    """Name the field that is stated for a metagame; "" for none."""
    if shares is None:
        return ""
    return "this mix" if shares == METAGAME else "the field of balance.toml"


def sort_by_share(frame: pd.DataFrame) -> pd.DataFrame:
    """Sort decks by share in the metagame, descending."""
    keys = ["share", "against_mix", "deck"]
    return frame.sort_values(keys, ascending=[False, False, True])


def is_conclusive(shares: pd.DataFrame, cycles: pd.DataFrame, transitivity: pd.DataFrame) -> bool:
    """Return whether anything about the metagame, mix or cycles, is significant."""
    is_cyclic = bool((transitivity["cyclic_p"] < SURE).any())
    return bool(is_cyclic or (shares["always"] | shares["never"]).any() or cycles["proven"].any())


def write_mix(shares: pd.DataFrame) -> list[Sentence]:
    """Write which decks are in the metagame's mix, which never, and which are open."""
    return list(_write_mix(shares))


def _write_mix(shares: pd.DataFrame) -> Iterator[Sentence]:
    never = [Name(row.deck) for row in shares.itertuples() if row.never]
    unsure = [row for row in shares.itertuples() if not (row.always or row.never)]
    brought = _write_brought(shares)
    if brought is not None:
        yield make_sentence("If everyone knew these numbers, {brought}.", brought=brought)
    elif not never:
        yield make_sentence(
            "What people who knew these numbers would bring is open: the games are too few, or the "
            "decks too much alike."
        )
    if never:
        pattern = "Nobody would bring {decks}: less than {small} in any mix."
        small = percent(SMALL_SHARE, 0)
        yield make_sentence(pattern, decks=enumerate_parts(never, NAMED), small=small)
    if unsure:
        decks = enumerate_parts([_write_range(row) for row in unsure], NAMED)
        yield make_sentence("Shares that are open: {decks}.", decks=decks)


def _write_brought(shares: pd.DataFrame) -> Sentence | None:
    """Write what is surely brought, without a full stop; None if nothing is sure."""
    sure = [row for row in shares.itertuples() if row.always]
    if not sure:
        return None
    if sure[0].share_low > ALL:
        return make_sentence("everyone would bring {deck}", deck=Name(sure[0].deck))
    return make_sentence(
        "{share} would bring {decks}",
        share=_write_share(sure[0], "about "),
        decks=enumerate_parts([Name(sure[0].deck), *map(_write_other, sure[1:])], NAMED),
    )


def write_viable(frame: pd.DataFrame) -> Sentence:
    """Write how many decks are worth bringing.

    Parameters
    ----------
    frame : pandas.DataFrame
        As `evenhand.analysis.viable_decks` makes it.
    """
    (row,) = frame.itertuples()
    low, high = int(row.viable_low), int(row.viable_high)
    return make_sentence(
        "Of {all} decks, {viable} {are} worth bringing{more}.",
        all=count(row.n_decks),
        viable=count(low) if low == high else f"{count(low)} to {count(high)}",
        are="is" if high == 1 else "are",
        more="" if low == high else _write_need(row.n_games_needed),
    )


def _write_need(games: float) -> str:
    """Write after how many decks are worth bringing how many games would tell the number."""
    if games <= MOST_GAMES:
        return (
            f"; going by these win rates, about {count(round_up(games))} games would tell how many"
        )
    return f"; going by these win rates, {count(MOST_GAMES)} games would not tell how many"


def _write_share(row: Any, about: str = "") -> Tied:
    if row.share_high - row.share_low > VAGUE:
        spread = interval(row.share_low, row.share_high, 0)
        return Tied(f"some (how many is hardly known: {spread}\u00a0%)")
    return Tied(about + f"{percent(row.share, 0)} ({interval(row.share_low, row.share_high, 0)})")


def _write_other(row: Any) -> Sentence:
    return make_sentence("{share} {deck}", share=_write_share(row), deck=Name(row.deck))


def _write_range(row: Any) -> Sentence:
    spread = Tied(f"({interval(row.share_low, row.share_high, 0)}\u00a0%)")
    return make_sentence("{deck} {spread}", deck=Name(row.deck), spread=spread)


def write_polarity(frame: pd.DataFrame) -> Sentence:
    """Write how far matchups lie from even, and whose lie farthest.

    Parameters
    ----------
    frame : pandas.DataFrame
        As `evenhand.analysis.tables.polarity.polarity` makes it.
    """
    field, *decks = frame.itertuples()
    if not field.polarity_low:
        return make_sentence(
            "No matchup need be uneven: their distances from 50 % are what chance makes of so few "
            "games, at most {high} points on average.",
            high=number(100 * field.polarity_high),
        )
    return make_sentence(
        "Matchups lie {field} points from even on average, those of {deck} farthest: {own}.",
        field=_write_distance(field),
        deck=Name(decks[0].deck),
        own=_write_distance(decks[0]),
    )


def write_uneven(frame: pd.DataFrame, field: str = "") -> Sentence:
    """Write how often players meet a matchup that is decided before the game, or nearly.

    Parameters
    ----------
    frame : pandas.DataFrame
        As `evenhand.analysis.tables.polarity.polarity` makes it.
    field : str
        The field that its shares are of; by default all decks are brought equally often.
    """
    all_players, *decks = frame.itertuples()
    where = f"In {field}" if field else "Where all decks are brought equally often"
    even = rate_range(*EVEN)
    low, high = all_players.uneven_share_low, all_players.uneven_share_high
    if high - low > VAGUE:
        return make_sentence(
            "{where}, {share} of games are in matchups outside {even}: more games would tell.",
            where=where,
            share=_write_uneven_share(all_players),
            even=even,
        )
    row = max(decks, key=lambda row: row.uneven_share_low)
    of_one = make_sentence(
        "; of those who bring {deck}, {share}",
        deck=Name(row.deck),
        share=_write_uneven_share(row),
    )
    return make_sentence(
        "{where}, {share} of games are in matchups outside {even}{of_one}.",
        where=where,
        share=_write_uneven_share(all_players),
        even=even,
        of_one=of_one if row.uneven_share_low else "",
    )


def _write_uneven_share(row: Any) -> Tied:
    """Write a share of uneven matchups: "26.7 % (20.0-26.7)", or "40.0 %" if it is known."""
    value, low, high = (getattr(row, f"uneven_share{end}") for end in ("", "_low", "_high"))
    is_known = percent(low) == percent(high)
    return Tied(percent(value) if is_known else f"{percent(value)} ({interval(low, high)})")


def _write_distance(row: Any) -> Tied:
    spread = interval(row.polarity_low, row.polarity_high)
    return Tied(f"{number(100 * row.polarity)} ({spread})")


def write_cycles(cycles: pd.DataFrame, transitivity: pd.DataFrame) -> list[Sentence]:
    """Write whether the metagame has cycles of decks; [] for fewer than three decks."""
    return list(_write_cycles(cycles, transitivity))


def _write_cycles(cycles: pd.DataFrame, transitivity: pd.DataFrame) -> Iterator[Sentence]:
    if transitivity["n_decks"].item() < 3:
        return
    p, proven = transitivity["cyclic_p"].item(), cycles[cycles["proven"]]
    chance = "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
    if p < SURE:
        low, high = transitivity["transitive_low"].item(), transitivity["transitive_high"].item()
        yield make_sentence(
            "Strength alone explains {share} of who beats whom; the rest goes round in cycles, and "
            "is more than noise ({chance}).",
            share=Tied(f"{interval(low, high, 0)}\u00a0%"),
            chance=chance,
        )
    else:
        text = "Strength alone may explain who beats whom: no cycle is more than noise ({chance})."
        yield make_sentence(text, chance=chance)
    if len(proven):
        row, n_more = next(proven.itertuples()), len(proven) - 1
        more = (
            f", and {count(n_more)} more {'circle' if n_more == 1 else 'circles'}" if n_more else ""
        )
        yield make_sentence(
            "Rock, paper, scissors: {a} beats {b} {ab}, {b} beats {c} {bc}, {c} beats {a} "
            "{ca}{more}.",
            **{deck: Name(getattr(row, deck)) for deck in "abc"},
            ab=_write_rate(row, "a_beats_b"),
            bc=_write_rate(row, "b_beats_c"),
            ca=_write_rate(row, "c_beats_a"),
            more=more,
        )
    elif p < SURE:
        yield make_sentence("Which three decks make a circle is not proven.")


def _write_rate(row: Any, name: str) -> Tied:
    rate, low, high = (getattr(row, f"{name}{end}") for end in ("", "_low", "_high"))
    return Tied(f"{percent(rate)} ({interval(low, high)})")


def write_bot_differences(frame: pd.DataFrame, lead: str) -> list[Sentence]:
    """Write what the metagame is with each other bot, and where it differs from the lead's.

    [] for a single bot.
    """
    if frame["bot"].nunique() < 2:
        return []
    of_others = [_write_mix_of(str(bot), rows) for bot, rows in group_by_bot(frame) if bot != lead]
    return [*of_others, _write_differing(frame, lead)]


def group_by_bot(frame: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    """Return the rows of each bot of a metagame, by share; those that think least come first."""
    return [(str(bot), sort_by_share(rows)) for bot, rows in frame.groupby("bot", sort=False)]


def _write_mix_of(bot: str, shares: pd.DataFrame) -> Sentence:
    """Write what people would bring whose games are those of one further bot."""
    brought = _write_brought(shares)
    if brought is not None:
        return prepend_bot(bot, make_sentence("{brought}.", brought=brought))
    open_decks = [_write_range(row) for row in shares.itertuples() if not row.never]
    text = "what people would bring is open: {decks}."
    decks = enumerate_parts(open_decks, NAMED)
    return prepend_bot(bot, make_sentence(text, decks=decks))


def write_best_to_bring(frame: pd.DataFrame) -> list[Sentence]:
    """Write which decks to bring, by the games of each bot; [] for a single bot.

    Parameters
    ----------
    frame : pandas.DataFrame
        As `evenhand.analysis.tables.metagame.metagame_by_bot` makes it, with the decks as called.
    """
    by_decks: dict[tuple[str, ...], list[object]] = {}
    for bot, rows in group_by_bot(frame):
        decks = tuple(rows.loc[rows["always"], "deck"])
        by_decks.setdefault(decks, []).append(name_player(bot))
    if frame["bot"].nunique() < 2:
        return []
    if not any(by_decks):
        return [make_sentence("Which deck is best to bring is open with all of them.")]
    parts = [
        make_sentence(
            "{decks} with {bots}",
            decks=enumerate_parts(list(map(Name, decks)), NAMED) if decks else "open",
            bots=enumerate_parts(bots),
        )
        for decks, bots in sorted(by_decks.items(), key=lambda found: not found[0])
    ]
    return [make_sentence("Best to bring: {parts}.", parts=join_parts(parts, "; "))]


def write_best_in_field(run: Run, panel: Panel | None = None) -> list[Sentence]:
    """Write which decks win most against the field that a run states, by the games of each bot.

    Empty if none is stated, if a deck of it was not played, or if it is the metagame's own mix.

    Parameters
    ----------
    panel : Panel, optional
        The bots; those of the run if not given.
    """
    shares, panel = find_stated_field(run), load_panel(run) if panel is None else panel
    if shares is None or shares == METAGAME:
        return []
    runs = [one.run for one in panel.members] if panel else [run]
    bots = [str(one.info["bots"][0]["name"]) for one in runs]
    names = name_players_of(run, bots)
    try:
        tables = [field_win_rates(one, shares) for one in runs]
    except UsageError:  # a deck of the field that was not played
        return []
    texts = list_display_texts(run.info)
    parts = [
        make_sentence(
            "with {bot} {decks}",
            bot=name_player(names[bot]),
            decks=_write_most_wins(use_display_names(table, texts)),
        )
        for bot, table in zip(bots, tables, strict=True)
    ]
    text = "Best to bring against the field of balance.toml: {parts}."
    return [make_sentence(text, parts=join_parts(parts, "; "))]


def _write_most_wins(table: pd.DataFrame) -> Sentence:
    """Write the deck that wins most against a field, and those that games do not tell from it."""
    best, *others = table.sort_values("field_win_rate", ascending=False).itertuples()
    alike = [Name(row.deck) for row in others if row.field_win_rate_high >= best.field_win_rate_low]
    return make_sentence(
        "{deck} {rate}{alike}",
        deck=Name(best.deck),
        rate=write_rate(best.field_win_rate, best.field_win_rate_low, best.field_win_rate_high),
        alike=make_sentence(", or {decks}", decks=enumerate_parts(alike, NAMED)) if alike else "",
    )


def _write_differing(frame: pd.DataFrame, lead: str) -> Sentence:
    """Write for which bots, and which decks, shares of the metagame differ from the lead's."""
    apart = frame[frame["differs"]]
    bots = [
        make_sentence("with {bot} of {decks}", bot=Name(bot),
            decks=enumerate_parts([Name(deck) for deck in rows["deck"]], NAMED))
        for bot, rows in apart.groupby("bot", sort=False)
    ]  # fmt: skip
    if not bots:
        text = "No deck's share surely differs between {lead} and another bot."
        return make_sentence(text, lead=Name(lead))
    text = "The shares differ from those with {lead} ({star}): {bots}."
    return make_sentence(text, lead=Name(lead), star=STAR, bots=enumerate_parts(bots))
