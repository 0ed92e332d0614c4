"""All tables that the report of a run is made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand import analysis
from evenhand.analysis.data.display_names import list_display_texts, use_display_names
from evenhand.analysis.data.panel import Panel, is_sample, load_panel, name_players
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import tally_all
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import Bands, load_bands
from evenhand.analysis.gate.run_verdicts import (
    Judged,
    add_verdicts,
    judge_panel,
    judge_run,
    tabulate_whole_run,
)
from evenhand.analysis.tables.break_offs import count_broken_off, has_many_broken_off
from evenhand.analysis.tables.card_impact import deck_impact
from evenhand.analysis.tables.card_win_rates import CardCopies, CardsPlayed
from evenhand.analysis.tables.dead_cards import CardsInHand
from evenhand.analysis.tables.decided import DecidedTurns, Leads
from evenhand.analysis.tables.endings import Endings, EndingsByDeck
from evenhand.analysis.tables.field_win_rates import Shares
from evenhand.analysis.tables.first_player import FirstTurns
from evenhand.analysis.tables.joint_intervals import joint_win_rates, measure_jointly, widen
from evenhand.analysis.tables.last_turn import LastTurns
from evenhand.analysis.tables.lengths import DeckLengths, Lengths
from evenhand.analysis.tables.metagame import metagame_of_bots
from evenhand.analysis.tables.mulligans import MulliganTally
from evenhand.analysis.tables.placements import Finishes, Places, has_placements
from evenhand.analysis.tables.seats import DeckSeats, TurnOrders
from evenhand.analysis.tables.swings import Swings
from evenhand.analysis.tables.win_rates import Scores
from evenhand.decks.card_face import CardFace, list_faces
from evenhand.decks.language.lexicon import CardText, Entry, list_entries
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, UsageError
from evenhand.reports.bands import make_default_bands
from evenhand.reports.card_findings import list_harmful_cards, list_named_cards
from evenhand.reports.deck_lists import DeckListing, list_deck_lists
from evenhand.reports.linked_games import GamesBehind, find_games_behind
from evenhand.reports.metagame_wording import use_player_names
from evenhand.reports.panel_tables import KEYS, TOPICS, PanelEvidence, gather_panel
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.stored import load_kept_cards

__all__ = [
    "Evidence",
    "gather_evidence",
    "load_stored_pool",
    "read_deck_impact",
    "rename_decks",
]

LEAST_DECKS = 3  # for a metagame
LEAST_PAIRS = 100  # of each matchup, for a metagame


@dataclass(frozen=True)
class Evidence:
    """All tables of a run; each is documented by the function of the same name in `analysis`.

    In addition to plain intervals, "_low" and "_high", tables of rates have simultaneous
    intervals, "_low_all" and "_high_all", which are shown for rows that are selected as the
    best or the worst of many. Tables of decks, matchups, the first player and seats have
    verdicts, added by `evenhand.analysis.gate.run_verdicts.add_verdicts`.

    Attributes
    ----------
    info : dict
        The run's `run.toml`.
    bands : Bands
        The bands of the run.
    last_turn : pandas.DataFrame
        Empty for games for more than two.
    seats, placements, finishes : pandas.DataFrame
        Empty for games for two. `finishes` is empty also if the game's rules determine only
        the winner, see `has_placements`.
    break_offs : pandas.DataFrame
        Empty unless a larger share than `break_offs.MOST_BROKEN_OFF` of the games was broken off.
    metagame : pandas.DataFrame
        From `metagame_of_bots`; empty with too few decks or games.
    cycles, transitivity, polarity, viable_decks : pandas.DataFrame
        Empty if `metagame` is.
    field_win_rates : pandas.DataFrame
        Empty unless a field was stated.
    field_fault : str
        Why there are none although a field was stated.
    compensation : pandas.DataFrame
        For each bot with which it was measured, with the additional column bot.
    card_prices, card_synergy : pandas.DataFrame
        Empty unless measured.
    deck_impact : pandas.DataFrame
        Impact of the cards of a deck that is outside its band with a panel's bot, with the
        additional column bot; empty unless measured.
    panel : PanelEvidence, optional
        Results of other bots on the same deals.
    words : tuple of Entry
        Words of the game's ability language; empty if cards have no text or are unreadable.
    faces : tuple of CardFace
        The printed contents of the cards of the pool; empty if unreadable.
    deck_lists : tuple of DeckListing
        Contents of the decks, in order of the run's deck list.
    bots_met : pandas.DataFrame
        Empty unless two bots met.
    restrictions : pandas.DataFrame
        Empty unless a bot is restricted, and its restrictions were counted.
    choices, unplayable_cards : pandas.DataFrame
        Empty unless counted.
    whole_run : pandas.DataFrame
        From `tabulate_whole_run`: draws, stalls and turns that have a band.
    """

    info: dict[str, Any]
    win_rates: pd.DataFrame
    matchups: pd.DataFrame
    first_player: pd.DataFrame
    card_win_rates: pd.DataFrame
    card_impact: pd.DataFrame
    game_lengths: pd.DataFrame
    length_summary: pd.DataFrame
    end_reasons: pd.DataFrame
    end_reasons_by_deck: pd.DataFrame
    mulligans: pd.DataFrame
    swings: pd.DataFrame
    leads: pd.DataFrame = field(default_factory=pd.DataFrame)
    decided: pd.DataFrame = field(default_factory=pd.DataFrame)
    what_decides: pd.DataFrame = field(default_factory=pd.DataFrame)
    last_turn: pd.DataFrame = field(default_factory=pd.DataFrame)
    seats: pd.DataFrame = field(default_factory=pd.DataFrame)
    placements: pd.DataFrame = field(default_factory=pd.DataFrame)
    finishes: pd.DataFrame = field(default_factory=pd.DataFrame)
    break_offs: pd.DataFrame = field(default_factory=pd.DataFrame)
    metagame: pd.DataFrame = field(default_factory=pd.DataFrame)
    cycles: pd.DataFrame = field(default_factory=pd.DataFrame)
    transitivity: pd.DataFrame = field(default_factory=pd.DataFrame)
    polarity: pd.DataFrame = field(default_factory=pd.DataFrame)
    viable_decks: pd.DataFrame = field(default_factory=pd.DataFrame)
    field_win_rates: pd.DataFrame = field(default_factory=pd.DataFrame)
    field_fault: str = ""
    compensation: pd.DataFrame = field(default_factory=pd.DataFrame)
    card_prices: pd.DataFrame = field(default_factory=pd.DataFrame)
    card_synergy: pd.DataFrame = field(default_factory=pd.DataFrame)
    deck_impact: pd.DataFrame = field(default_factory=pd.DataFrame)
    panel: PanelEvidence | None = None
    games: GamesBehind = field(default_factory=GamesBehind)
    words: tuple[Entry, ...] = ()
    faces: tuple[CardFace, ...] = ()
    deck_lists: tuple[DeckListing, ...] = ()
    seats_by_deck: pd.DataFrame = field(default_factory=pd.DataFrame)
    lengths_by_deck: pd.DataFrame = field(default_factory=pd.DataFrame)
    dead_cards: pd.DataFrame = field(default_factory=pd.DataFrame)
    card_use: pd.DataFrame = field(default_factory=pd.DataFrame)
    whole_run: pd.DataFrame = field(default_factory=pd.DataFrame)
    bots_met: pd.DataFrame = field(default_factory=pd.DataFrame)
    restrictions: pd.DataFrame = field(default_factory=pd.DataFrame)
    choices: pd.DataFrame = field(default_factory=pd.DataFrame)
    unplayable_cards: pd.DataFrame = field(default_factory=pd.DataFrame)
    bands: Bands = field(default_factory=lambda: make_default_bands(2))

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.end_reasons["n_games"].sum())

    @property
    def n_broken_off(self) -> int:
        """Games that a limit ended."""
        return count_broken_off(self.end_reasons)

    @property
    def n_seats(self) -> int:
        """Players in a game."""
        return int(self.info["run"]["seats"])

    @property
    def fair(self) -> float:
        """Fair win rate, 1 / n_seats."""
        return 1 / self.n_seats

    @property
    def has_own_cards(self) -> bool:
        """Whether a designer's cards were played, and not the samples of the game."""
        return " --cards " in self.info["run"]["command"]

    @property
    def audit_command(self) -> str:
        """The command that audits a bot: in the folder of the cards, or with the game's samples."""
        game = "" if self.has_own_cards else f"{self.info['run']['game']} "
        return f"evenhand bots {game}--audit"

    @property
    def matchups_once(self) -> pd.DataFrame:
        """Matchups with each duel listed once; for more than two players, all rows."""
        frame = self.matchups
        return frame[frame["deck"] <= frame["opponent"]] if self.n_seats == 2 else frame


def rename_decks(evidence: Evidence) -> Evidence:
    """Return the report's tables with the display names of decks."""
    if not (texts := list_display_texts(evidence.info)):
        return evidence
    panel = evidence.panel
    panel_tables = rename_decks_in_tables(panel, texts) if panel else {}
    synergy = (
        {bot: use_display_names(table, texts) for bot, table in panel.synergy.items()}
        if panel
        else {}
    )
    return replace(
        evidence,
        **rename_decks_in_tables(evidence, texts),
        panel=replace(panel, **panel_tables, synergy=synergy) if panel else None,
    )


def rename_decks_in_tables(
    of: Evidence | PanelEvidence, texts: Mapping[str, str]
) -> dict[str, Any]:
    """Return tables of a report with display names, by field name."""
    tables = {item.name: getattr(of, item.name) for item in fields(of)}
    return {name: use_display_names(table, texts) for name, table in tables.items()
            if isinstance(table, pd.DataFrame)}  # fmt: skip


TALLIES = (
    Scores, FirstTurns, CardCopies, CardsPlayed, Lengths, Endings, EndingsByDeck, MulliganTally,
    Swings, Leads, DecidedTurns, DeckSeats, DeckLengths, CardsInHand,
)  # fmt: skip
TALLIES_OF_DUELS = (LastTurns,)
TALLIES_OF_MANY = (TurnOrders, Places, Finishes)


def gather_evidence(run: Run, judged: Judged | None = None) -> Evidence:
    """Compute all tables of a run's report, which all sections share.

    Parameters
    ----------
    judged : Judged, optional
        The verdicts. Default: the run is judged by its bands.
    """
    tally_all(run, [*TALLIES, *(TALLIES_OF_MANY if run.n_seats > 2 else TALLIES_OF_DUELS)])
    end_reasons = analysis.end_reasons(run)
    panel, pool = load_named_panel(run, bands := choose_bands(run, judged)), load_stored_pool(run)
    of_bots = judge_panel(panel, bands) if panel else None
    if judged is None:
        judged = of_bots if of_bots and bands.has_panel else judge_run(run, bands, panel)
    impact, in_hand = widen(analysis.card_impact(run), "effect"), measure_cards(run)
    return Evidence(
        info=run.info,
        bands=judged.bands,
        **measure_rates(run, judged, len(panel.members) if panel else 1),
        card_win_rates=in_hand,
        card_impact=impact,
        game_lengths=analysis.game_lengths(run),
        length_summary=analysis.length_summary(run),
        end_reasons=end_reasons,
        end_reasons_by_deck=analysis.end_reasons_by_deck(run),
        mulligans=analysis.mulligans(run),
        swings=analysis.swings(run),
        leads=analysis.leads(run),
        decided=analysis.decided(run),
        **(
            measure_many_seats(run, judged)
            if run.n_seats > 2
            else {
                "last_turn": analysis.last_turn(run),
                "what_decides": analysis.what_decides(run),
            }
        ),
        **({"break_offs": analysis.break_offs(run)} if has_many_broken_off(end_reasons) else {}),
        **gather_metagame(run, judged.bands.field),
        **gather_field(run, judged),
        compensation=read_compensation(run, panel),
        card_prices=analysis.card_prices(run),
        card_synergy=analysis.card_synergy(run),
        deck_impact=read_deck_impact(panel),
        panel=gather_panel_with_rates(panel, of_bots, judged) if panel and of_bots else None,
        games=find_games_behind(
            run, list_named_cards(impact, in_hand), list_harmful_cards(impact, in_hand)
        ),
        words=list_card_words(pool),
        faces=list_faces(pool) if pool else (),
        deck_lists=list_deck_lists(run, pool),
        seats_by_deck=analysis.seats_by_deck(run),
        lengths_by_deck=analysis.lengths_by_deck(run),
        dead_cards=measure_jointly(run, analysis.dead_cards, "dead_share"),
        card_use=gather_card_use(run, judged.bands.field),
        whole_run=tabulate_whole_run(judged),
        bots_met=analysis.bots_met(run),
        restrictions=analysis.restrictions(run),
        choices=measure_choices(run),
        unplayable_cards=measure_unplayable(run),
    )


def read_deck_impact(panel: Panel | None) -> pd.DataFrame:
    """Read the impact of the cards of single decks that was measured with a panel's bots."""
    tables = [
        widen(effects, "effect").assign(bot=member.bot.name)
        for member in (panel.members if panel else ())
        if len(effects := deck_impact(member.run))
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def choose_bands(run: Run, judged: Judged | None) -> Bands:
    """Return the bands of a report: those judged by, else of the run, else the default ones."""
    bands = judged.bands if judged else load_bands(run)
    if bands is not None and bands.by_measure:
        return bands
    usual = make_default_bands(run.n_seats)
    return replace(usual, field=bands.field, groups=bands.groups) if bands else usual


def load_named_panel(run: Run, bands: Bands | None = None) -> Panel | None:
    """Open the panel of a report's run, with the designer's names if all play as groups do."""
    panel, bands = load_panel(run), bands or load_bands(run)
    if not panel or not bands:
        return panel
    return panel.rename_bots(name_players(bands.groups, [one.bot.name for one in panel.members]))


def measure_rates(run: Run, judged: Judged, n_bots: int, bot: str = "") -> dict[str, pd.DataFrame]:
    """Compute the tables of decks, matchups and the first player, with verdicts.

    Intervals of decks hold for all decks and bots at once.

    Parameters
    ----------
    bot : str
        The bot of a panel whose run it is, if it is another than the lead.
    """
    n_matchups = sum(not matchup.is_mirror for matchup in run.matchups)
    if run.n_seats > 2:
        n_matchups *= run.n_seats
    frames = {
        "win_rates": joint_win_rates(run, n_bots),
        "matchups": measure_jointly(run, analysis.matchups, "win_rate", n_matchups),
        "first_player": analysis.first_player(run),
    }
    return {
        name: add_verdicts(frame, KEYS[name], judged.list_of(TOPICS[name], bot))
        for name, frame in frames.items()
    }


def gather_panel_with_rates(panel: Panel, of_bots: Judged, judged: Judged) -> PanelEvidence:
    """Compute the tables of a panel, with rates of its strongest bot unless those are a sample."""
    gathered, strongest = gather_panel(panel, of_bots, judged), panel.members[-1]
    if strongest is panel.lead or is_sample(strongest.run, panel.lead.run):
        return gathered
    rates = measure_rates(strongest.run, of_bots, len(panel.members), strongest.bot.name)
    return replace(
        gathered,
        strong_matchups=rates["matchups"],
        strong_first_player=rates["first_player"],
        strong_lengths=analysis.length_summary(strongest.run),
    )


def measure_many_seats(run: Run, judged: Judged) -> dict[str, pd.DataFrame]:
    """Compute the tables that only games for more than two have."""
    n_met = len(analysis.finishes(run)) // 2  # each pair of decks is listed from both sides
    seats = add_verdicts(analysis.seats(run), KEYS["seats"], judged.list_of(TOPICS["seats"]))
    placements = analysis.placements(run)
    finishes = measure_jointly(run, analysis.finishes, "ahead", n_met)
    return {
        "seats": seats,
        "placements": placements,
        "finishes": finishes if has_placements(placements) else finishes.iloc[:0],
    }


def measure_cards(run: Run) -> pd.DataFrame:
    """Compute the report's card win rates; simultaneous intervals are for pooled cards."""
    cards = analysis.card_win_rates(run)
    pooled = (cards["deck"] == "") & cards["oh_lift"].notna()
    return measure_jointly(run, analysis.card_win_rates, "oh_lift", int(pooled.sum()))


def list_card_words(pool: CardPool | None) -> tuple[Entry, ...]:
    """List the words of abilities for a report; () if the cards are unreadable."""
    if pool is None or not pool.schema.vocabulary.verbs:
        return ()
    texts = [CardText(card.name, card.abilities) for card in pool.cards]
    return tuple(list_entries(pool.schema.vocabulary, texts))


def load_stored_pool(run: Run) -> CardPool | None:
    """Load the cards stored with a report's run; None if unreadable."""
    try:
        game = load_game(run.info["run"]["game"])
        return load_kept_cards(game, Path(run.folder), run.info)
    except (UsageError, InputError, KeyError):  # an old run, or a game that is not installed
        return None


def measure_choices(run: Run) -> pd.DataFrame:
    """Compute what there was to decide, with joint intervals; empty if not counted."""
    table = analysis.choices(run)
    n_decks = len(table) - 1
    for name in ("idle", "one_sensible") if n_decks > 0 else ():
        for rate in (f"{name}_share", f"{name}_excess"):
            wide = measure_jointly(run, analysis.choices, rate, n_decks)
            table = table.assign(**{end: wide[end] for end in wide if end.endswith("_all")})
    return table


def measure_unplayable(run: Run) -> pd.DataFrame:
    """Compute how often cards could not be played, with joint intervals; empty if not counted."""
    table = analysis.unplayable_cards(run)
    if table.empty:
        return table
    return measure_jointly(run, analysis.unplayable_cards, "unplayable_share")


def gather_field(run: Run, judged: Judged) -> dict[str, Any]:
    """Compute the win rates against the stated field with verdicts, or say why there are none."""
    if judged.bands.field is None:
        return {}
    try:
        frame = analysis.field_win_rates(run, judged.bands.field)
        verdicts = judged.list_of(Topic.FIELD_WIN_RATE)
        return {"field_win_rates": add_verdicts(frame, ["deck"], verdicts)}
    except UsageError as error:  # as for the metagame, or a deck that did not play
        return {"field_fault": error.message}


def gather_metagame(run: Run, shares: Shares | None) -> dict[str, pd.DataFrame]:
    """Compute the tables of the metagame; {} with too few decks or games, or if undefined."""
    matchups = analysis.matchups(run)
    others = matchups[matchups["deck"] != matchups["opponent"]]
    if others["deck"].nunique() < LEAST_DECKS or others["n_pairs"].min() < LEAST_PAIRS:
        return {}
    try:
        return {
            "metagame": use_player_names(run, metagame_of_bots(run))[0],
            "cycles": analysis.cycles(run),
            "transitivity": analysis.transitivity(run),
            "polarity": measure_in_field(analysis.polarity, run, shares),
            "viable_decks": analysis.viable_decks(run),
        }
    except UsageError:  # more than two players, several bots, or missing matchups
        return {}


def measure_in_field(
    measure: Callable[..., pd.DataFrame], run: Run, shares: Shares | None
) -> pd.DataFrame:
    """Compute a table of a report in its stated field; for all decks alike if it was not played."""
    try:
        return measure(run, shares=shares)
    except UsageError:
        return measure(run)


def gather_card_use(run: Run, shares: Shares | None) -> pd.DataFrame:
    """Compute the use of cards; empty if decks differ from game to game or several bots met."""
    try:
        return measure_in_field(analysis.card_use, run, shares)
    except UsageError:
        return pd.DataFrame()


def read_compensation(run: Run, panel: Panel | None) -> pd.DataFrame:
    """Read the advantage of going first under other rules, for all bots in one table."""
    names = " v ".join(bot["name"] for bot in run.info["bots"])
    runs = {member.bot.name: member.run for member in panel.members} if panel else {names: run}
    tables = {bot: analysis.compensation(of_bot) for bot, of_bot in runs.items()}
    return pd.concat(
        [table.assign(bot=bot) for bot, table in tables.items() if len(table)] or [pd.DataFrame()]
    )
