import pytest

from evenhand import analysis
from evenhand.decks.problems import InputError, UsageError

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


def test_a_run_under_way_is_not_analysed(made):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    (run.folder / "run.toml").unlink()
    (run.folder / "unfinished.json").write_text("{}")
    with pytest.raises(UsageError, match="is unfinished") as caught:
        analysis.load_run(run.folder)
    assert "goes on" in caught.value.hint


def test_a_card_has_its_row_whatever_others_are_called(made):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    info = run.info | {"cards": {"names": ["x", "Echo", "Echo", "z"]}}
    names = analysis.Run(run.folder, info, run.games).card_names
    assert names == ("x", "Echo", "Echo", "z", "y")


def test_a_run_without_games_is_refused(made):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    for part in (run.folder / "games").iterdir():
        part.unlink()
    with pytest.raises(UsageError, match="holds no games"):
        analysis.load_run(run.folder)


def test_a_run_whose_parts_are_empty_is_refused(made):
    with pytest.raises(UsageError, match="no game"):
        made(lambda games: games.clear(), decks=TWO, matchups=[(0, 1)], n_pairs=2)


@pytest.mark.parametrize(
    ("text", "message"), [("schema_version = 99", "found 99"), ("a = = 1", "wrong TOML")]
)
def test_a_description_that_is_not_understood_is_refused(made, text, message):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    (run.folder / "run.toml").write_text(text)
    with pytest.raises(InputError, match=message):
        analysis.load_run(run.folder)


def test_a_folder_may_have_any_name(made):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    odd = run.folder.rename(run.folder.with_name("run [*] 1"))
    assert analysis.load_run(odd).games.collect().height == 4
