import pytest

from evenhand import analysis
from evenhand.decks.problems import UsageError
from tests.fake_run import write_fake_run

TWO = {"A": ["x"] * 30, "B": ["y"] * 30}


def test_a_run_is_opened(made):
    run = made(decks=TWO, matchups=[(0, 1), (1, 1)], n_pairs=3)
    assert run.n_seats == 2
    assert run.deck_names == ("A", "B")
    assert run.card_names == ("x", "y")
    assert [matchup.name for matchup in run.matchups] == ["A vs B", "B vs B"]
    assert [matchup.is_mirror for matchup in run.matchups] == [False, True]
    assert run.games.collect().height == 12


def test_bots_are_named_where_they_tell_entrants_apart(made):
    same_bot = made(decks=TWO, matchups=[(0, 1)], bots=[(0, 1)], n_pairs=2)
    assert same_bot.entrants == ("A", "B")
    two_bots = made(decks=TWO, matchups=[(0, 0), (0, 1)], bots=[(0, 1), (0, 0)], n_pairs=2)
    assert two_bots.entrants == ("A (greedy)", "A (random)", "B (greedy)")
    assert not two_bots.matchups[0].is_mirror


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"holds no run\.toml"):
        analysis.load_run(tmp_path)


def test_a_card_has_its_row_whatever_others_are_called(made):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    info = run.info | {"cards": {"names": ["x", "Echo", "Echo", "z"]}}
    names = analysis.Run(run.folder, info, run.games).card_names
    assert names == ("x", "Echo", "Echo", "z", "y")


def test_a_folder_may_have_any_name(tmp_path):
    folder = write_fake_run(tmp_path / "run [*] 1", {"A": 0.1, "B": 0.2}, ["x", "y"], 2)
    assert analysis.load_run(folder).games.collect().height == 4
