import pytest

from evenhand import analysis
from evenhand.analysis.data import pairs, tallies
from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.data.tallies import Tally, tally, tally_all
from evenhand.reports.report_tables import gather_evidence

DECKS = {name: [name] * 30 for name in "ABC"}


class Turns(Tally):
    columns = ("turns",)

    def count(self, block):
        return {"": PairSums.of({"turns": block.columns["turns"].sum(axis=0)})}


class Draws(Tally):
    def count(self, block):
        return {name: PairSums.of({"draws": (block.columns["winner"] == -1).sum(axis=0)})
                for name in dict.fromkeys(block.matchup.entrants)}  # fmt: skip


@pytest.fixture
def readings(monkeypatch):
    """How often games were read."""
    found = []

    def read(run, columns):
        found.append(list(columns))
        return pairs.pair_blocks_of(run, columns)

    monkeypatch.setattr(tallies, "pair_blocks_of", read)
    return found


def test_sums_are_those_of_each_matchup(made):
    run = made(decks=DECKS, matchups=[(0, 1), (2, 2)], n_pairs=30, draw_rate=0.2)
    turns, draws = tally(run, Turns).by_matchup, tally(run, Draws).by_matchup
    games = run.games.collect()
    assert [matchup.name for matchup in turns] == ["A vs B", "C vs C"]
    for matchup in run.matchups:
        own = games.filter(games["matchup"] == matchup.index)
        assert turns[matchup][""].sums.item() == own["turns"].sum()
        assert turns[matchup][""].n_pairs == 30
        for name in set(matchup.entrants):
            assert draws[matchup][name].sums.item() == (own["winner"] == -1).sum()


def test_games_are_read_once_for_many_sums(made, readings):
    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=3)
    tally_all(run, [Turns, Draws])
    assert readings == [["turns"]]
    tally(run, Turns)
    tally_all(run, [Draws])
    assert len(readings) == 1


@pytest.mark.parametrize("n_seats", [2, 3])
def test_a_report_reads_the_games_once(made, readings, n_seats):
    run = made(decks=DECKS, matchups=[(0, 1, 2)[:n_seats]], n_seats=n_seats, n_pairs=9)
    gather_evidence(run)
    assert len(readings) == 1


@pytest.mark.parametrize("least_shared", [0, 500])
def test_what_fails_on_a_thread_is_heard_of(made, monkeypatch, least_shared):
    monkeypatch.setattr(tallies, "LEAST_SHARED", least_shared)

    class Broken(Tally):
        def count(self, block):
            raise ZeroDivisionError(block.matchup.name)

    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=3)
    with pytest.raises(ZeroDivisionError, match="A vs B"):
        tally(run, Broken)
    assert not run.tallied


def test_the_number_of_threads_changes_nothing(made, monkeypatch):
    plan = {"decks": DECKS, "matchups": [(0, 1, 2)], "n_seats": 3, "n_pairs": 500}
    monkeypatch.setattr(pairs, "BLOCK_GAMES", 60)
    tables = []
    for n_threads, least_shared in ((1, 0), (4, 0), (4, 500)):
        monkeypatch.setattr(tallies, "MOST_THREADS", n_threads)
        monkeypatch.setattr(tallies, "LEAST_SHARED", least_shared)
        monkeypatch.setattr(tallies.joblib, "cpu_count", lambda: 8)
        tables.append(analysis.card_win_rates(made(**plan, draw_rate=0.2)))
    assert all(tables[0].equals(table) for table in tables)
