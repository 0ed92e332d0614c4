"""The command `metagame`: what people would play who knew a run's win rates."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import (
    list_display_names,
    list_display_texts,
    use_display_names,
)
from evenhand.analysis.data.panel import Panel, load_panel, name_players_of
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.field_win_rates import find_stated_field
from evenhand.analysis.tables.metagame import cycles, metagame_of_bots, transitivity
from evenhand.analysis.tables.viable_decks import viable_decks
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.flags import MetagameFlags
from evenhand.inputs.decks_and_bots import split_names
from evenhand.inputs.panel import PANEL
from evenhand.reports.bands import STAR
from evenhand.reports.metagame_wording import (
    measure_stated_polarity,
    sort_by_share,
    use_player_names,
    write_best_in_field,
    write_best_to_bring,
    write_bot_differences,
    write_cycles,
    write_mix,
    write_polarity,
    write_uneven,
    write_viable,
)
from evenhand.reports.wording import Name, count, interval, make_sentence, percent
from evenhand.result_folders import find_newest_run
from evenhand.run_summary import FIELD, write_field_rates
from evenhand.terminal import list_rows, plain_table, print_json, print_table, tell

__all__ = ["metagame_command"]


def metagame_command(flags: MetagameFlags) -> None:
    """Carry out `metagame`: say what would be played, and which decks beat others in circles."""
    whole = load_run(flags.run_dir or find_newest_run())
    panel = choose_bots(whole, flags.bots)
    run, stated = panel.lead.run if panel else whole, find_stated_field(whole)
    frame, circles, split = metagame_of_bots(whole, panel=panel), cycles(run), transitivity(run)
    (far, field), viable = measure_stated_polarity(run, stated), viable_decks(run)
    if flags.json:
        said = describe(run, frame, circles, split, far)
        said["players"] = name_players_of(whole, frame["bot"].unique())
        stated = stated if field else None
        print_json({**said, "field": stated, **list_rows(viable)[0]})
        return
    texts = list_display_texts(run.info)
    frame, lead = use_player_names(whole, frame, run.info["bots"][0]["name"])
    frame, circles = use_display_names(frame, texts), use_display_names(circles, texts)
    own = sort_by_share(frame[frame["bot"] == lead])
    tell(f"{run.info['run']['title']}: {count(split['n_games'].item())} games with {lead}, "
         f"{run.folder}", "")  # fmt: skip
    print_shares(own, *write_field_rates(run, texts, is_mix_known=True, field=stated))
    far = use_display_names(far, texts)
    tell("", *write_mix(own), write_viable(viable), *write_cycles(circles, split),
         write_polarity(far), write_uneven(far, field))  # fmt: skip
    if frame["bot"].nunique() > 1:
        tell("")
        print_shares_by_bot(frame, own)
        tell("", *write_bot_differences(frame, lead))
    tell("", *write_best_to_bring(frame), *write_best_in_field(whole, panel), make_sentence(
        "This holds for {bot} and these {n} decks: a bot that plays better may say something else, "
        "and a further deck may change all of it.", bot=Name(lead), n=count(len(own))
    ))  # fmt: skip


def choose_bots(run: Run, texts: Sequence[str]) -> Panel | None:
    """Return the panel of those bots of a run that were named; None if one bot played all.

    Raises
    ------
    UsageError
        If one that was named did not play.
    """
    panel, played = load_panel(run), [str(bot["name"]) for bot in run.info["bots"]]
    played = [member.bot.name for member in panel.members] if panel else played
    players = name_players_of(run, played)
    by_name = {bot: bot for bot in played} | {name: bot for bot, name in players.items()}
    names = [name for name in split_names(texts) if name != PANEL]
    if unknown := next((name for name in names if name not in by_name), ""):
        hint = did_you_mean(unknown, by_name) or f"it has {', '.join(players.values())}"
        raise UsageError(f"--bots: this run has no games of '{shorten(unknown)}'", hint)
    return panel.select([by_name[name] for name in names]) if panel and names else panel


def describe(
    run: Run, frame: pd.DataFrame, circles: pd.DataFrame, split: pd.DataFrame, far: pd.DataFrame
) -> dict[str, Any]:
    """Return the metagame of a run as JSON."""
    return {
        "run": str(run.folder),
        "display_names": list_display_names(run.info),
        "game": run.info["run"]["game"],
        "bot": run.info["bots"][0]["name"],
        **list_rows(split)[0],
        "decks": list_rows(frame),
        "cycles": list_rows(circles),
        "polarity": list_rows(far),
    }


def print_shares(own: pd.DataFrame, in_field: Mapping[str, str], field: str) -> None:
    """Print what would be played in the metagame, by the games of one bot.

    Parameters
    ----------
    in_field : mapping from str to str
        Win rates against the stated field by deck; empty without one.
    field : str
        What that is, or why it could not be counted.
    """
    more = (FIELD,) if in_field else ()
    numbers = ("in the mix", "against the mix", "alpha-rank", *more)
    table = plain_table(
        "deck", numbers[0], "95 % interval", numbers[1], *more, "alpha-rank", "95 % interval ",
        "games", right=(*numbers, "games"),
    )  # fmt: skip
    for row in own.itertuples():
        table.add_row(
            row.deck,
            percent(row.share), interval(row.share_low, row.share_high),
            percent(row.against_mix),
            *([in_field[row.deck]] if in_field else []),
            percent(row.alpha_rank), interval(row.alpha_rank_low, row.alpha_rank_high),
            count(row.n_games),
        )  # fmt: skip
    print_table(table)
    tell(
        "",
        "In the mix: how often the deck is brought where no other one wins more. Against the mix: "
        "its win rate there.",
        "Alpha-rank: for how much of the time all play it, if all copy what beats them. Intervals "
        "hold for all decks together.",
        *([field] if field else []),
    )


def print_shares_by_bot(frame: pd.DataFrame, own: pd.DataFrame) -> None:
    """Print the shares of the metagame with each bot, those that think least first."""
    bots = list(dict.fromkeys(frame["bot"]))
    table = plain_table("in the mix, %", *bots, right=tuple(bots))
    cells = {(row.deck, row.bot): write_share(row) for row in frame.itertuples()}
    for deck in own["deck"]:
        table.add_row(deck, *(cells[deck, bot] for bot in bots))
    print_table(table)


def write_share(row: Any) -> str:
    """Write a deck's share of the metagame with one bot: "38 ★ (12-61)"."""
    mark = f" {STAR}" if row.differs else ""
    return f"{100 * row.share:.0f}{mark} ({interval(row.share_low, row.share_high, 0)})"
