"""The deck that nobody thought of: planted ones are found, and nothing where all are alike."""

import json
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import evenhand
from evenhand import result_folders
from evenhand.__main__ import main
from evenhand.analysis.tables.found_decks import found_table
from evenhand.commands import break_ as command
from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.experiments import break_deck_files
from evenhand.experiments import break_field as breaking_room
from evenhand.experiments.arena import Arena, share_pairs
from evenhand.experiments.break_deck_files import write_deck
from evenhand.experiments.break_field import (
    Breaking,
    Round,
    list_exchanged,
    list_shared,
    plan_breaking,
    play_rounds,
)
from evenhand.experiments.deck_moves import Candidate, Moves, merge_exchanges
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.workers import Workers
from tests.amounts import how_much

pytestmark = pytest.mark.xdist_group("break")  # the same work in two at once is refused

GAME = "last_light"
DECKS = ["gale,squall,tempest"]
FEW = 40_000  # games
Captured = pytest.CaptureFixture[str]

DUDS = "".join(f"Dud {n},Gust,1\n" for n in range(8))


def cards_file(folder: Path, text: str) -> str:
    file = folder / "cards.csv"
    file.write_text(f"name,kind,strength\n{text}")
    return str(file)


def deck_file(folder: Path, name: str, text: str) -> str:
    file = folder / f"{name}.txt"
    file.write_text(text)
    return str(file)


def duds_job(folder: Path, more: str = "", seed: int = 1) -> Job:
    """Three decks of cards that are all alike, in a pool with a few more."""
    cards = cards_file(folder, DUDS + more)
    decks = [
        deck_file(folder, f"deck_{n}", "\n".join(f"4 Dud {(n + k) % 6}" for k in range(4)))
        for n in range(3)
    ]
    return prepare(Request(GAME, cards=cards, decks=decks, seed=seed))


def search(job: Job, rounds: int = 1, games: int = FEW) -> tuple[Breaking, list[Round]]:
    breaking = plan_breaking(job, "even", rounds, games)
    return breaking, play_rounds(breaking, job, PairStore())


def test_a_card_that_no_deck_holds_is_found(tmp_path: Path) -> None:
    breaking, rounds = search(duds_job(tmp_path, "Sun,Oil,3\n"), rounds=2)
    found = rounds[0].joined
    assert found is not None
    assert list_exchanged(breaking.plan, found)["Sun"] == 4
    table = rounds[0].tables["heuristic"]
    assert (table["ahead_low"] > 0.1).all()
    assert list_shared(breaking.plan, rounds[0].stronger)["Sun"] == 5
    assert rounds[0].shares_after is not None
    assert rounds[0].shares_after[-1] == pytest.approx(1)
    assert [deck.name for deck in rounds[1].field][-1] == found.deck.name
    assert rounds[1].joined is None


@pytest.mark.parametrize("seed", range(how_much(4, 20)))
def test_nothing_is_found_where_all_cards_are_alike(seed: int, tmp_path: Path) -> None:
    _, rounds = search(duds_job(tmp_path, seed=seed))
    table = rounds[0].tables["heuristic"]
    assert len(rounds) == 1 and rounds[0].joined is None
    assert not table["is_stronger"].any()
    assert rounds[0].n_tried > 50


TWINS = """\
Twin Hound,{title},XX-01,N,Unit,320,Red,Green,1,Snap,1,70,,,,,\
"Skill 1: this skill deals +2000 damage if there is at least 1 own standby unit named \
""Twin Warden""."
Twin Warden,{title},XX-02,N,Unit,320,Red,Green,1,Snap,1,90,,,,,
"""


@pytest.fixture
def twins(game: Game, tmp_path: Path) -> Job:
    """Two decks and their cards, and two more that are harmless alone and broken together."""
    names = ("cinder_rush", "tidal_raiders")
    lists = [sample_decks(game.schema)[name].read_text(encoding="utf-8") for name in names]
    held = {line.partition(" ")[2] for text in lists for line in text.splitlines()}
    sample = Path(str(game.schema.folder)) / "cards.csv"
    header, *lines = sample.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.split(",")[0] in held]
    cards = tmp_path / "cards.csv"
    text = "\n".join([header, *kept, TWINS.format(title=kept[0].split(",")[1])])
    cards.write_text(text, encoding="utf-8")
    return prepare(Request(game.name, decks=names, cards=str(cards)))


def test_two_cards_that_are_broken_only_together_are_found(twins: Job) -> None:
    breaking, rounds = search(twins, games=how_much(16_000, FEW))
    shared = list_shared(breaking.plan, rounds[0].stronger)
    assert rounds[0].joined
    assert shared["Twin Hound"] == shared["Twin Warden"] == len(rounds[0].stronger)


def test_exchanges_of_two_decks_are_joined() -> None:
    origin = (1, 1, 2, 3)
    first, other = Candidate(0, (5, 1, 2, 3)), Candidate(0, (6, 1, 7, 3))
    assert merge_exchanges(first, other, origin).cards == (5, 1, 7, 3)


def test_all_decks_meet_the_same_deals() -> None:
    plan = prepare(Request(GAME, decks=DECKS)).plan
    arena = Arena(plan, plan.entrants, PairStore())  # type: ignore[arg-type]
    cards = [deck.cards for deck in arena.field]
    end = np.full(3, 30)
    once = arena.play([cards[0], cards[1], cards[0]], 5, end)
    assert all(np.array_equal(a, b) for a, b in zip(once[0], once[2], strict=True))
    parts = [arena.play([cards[0]], 5, end // 2), arena.play([cards[0]], 5, end, end // 2)]
    for opponent in range(3):
        halves = np.concatenate([part[0][opponent] for part in parts])
        assert np.array_equal(halves, once[0][opponent])
    assert not np.array_equal(arena.play([cards[0]], 6, end)[0][1], once[0][1])


def test_pairs_are_shared_by_weight() -> None:
    assert share_pairs(10, np.array([0.6, 0.38, 0.02, 0.0])).tolist() == [6, 4, 1, 0]
    assert share_pairs(10, np.array([1.0, 0.0]), 3).tolist() == [10, 3]


def test_a_deck_must_be_ahead_of_every_other_one() -> None:
    rng = np.random.default_rng(1)
    weak, strong = (rng.choice([0, 0.5, 1], 400, p=p) for p in ([0.5, 0.3, 0.2], [0.2, 0.3, 0.5]))
    table = found_table(
        {"new": [strong]}, {"weak": [weak], "twin": [strong]}, np.array([1.0])
    ).iloc[0]
    assert table["rival"] == "twin" and not table["is_stronger"]
    assert table["win_rate"] == pytest.approx(strong.mean())
    table = found_table({"new": [strong]}, {"weak": [weak]}, np.array([1.0])).iloc[0]
    assert table["is_stronger"] and table["ahead"] == pytest.approx((strong - weak).mean())


def test_weights_say_how_much_an_opponent_counts() -> None:
    rng = np.random.default_rng(2)
    easy, hard = rng.choice([0.5, 1], 500), rng.choice([0, 0.5], 500)
    present = {"old": [hard, easy]}
    table = found_table({"new": [easy, hard]}, present, np.array([0.9, 0.1])).iloc[0]
    assert table["win_rate"] == pytest.approx(0.9 * easy.mean() + 0.1 * hard.mean())
    assert table["ahead"] == pytest.approx(0.8 * (easy.mean() - hard.mean()))


def test_workers_do_not_matter_and_who_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = prepare(Request(GAME, decks=DECKS))
    breaking = plan_breaking(job, "mix", 1, FEW)
    file = tmp_path / "some.scores"
    heard: list[int] = []

    def stop(done: int, total: int) -> None:
        heard.append(done)
        if done > FEW / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), closing(PairStore(file, progress=stop)) as store:
        play_rounds(breaking, job, store)
    assert file.stat().st_size > 8 * FEW / 2
    with closing(PairStore(file)) as store:
        went_on = play_rounds(breaking, job, store)[0]
    whole = play_rounds(breaking, job, PairStore(workers=Workers(2)))[0]
    assert went_on.tables["heuristic"].equals(whole.tables["heuristic"])
    assert whole.n_games <= FEW


def test_a_deck_that_is_written_is_read_again(game: Game, tmp_path: Path) -> None:
    plan = prepare(Request(game.name)).plan
    for deck in plan.entrants[:2]:
        path = write_deck(tmp_path, deck, plan.pool, ["A comment."])  # type: ignore[arg-type]
        again = load_deck(game.schema, plan.pool, path, plan.mode, plan.options)
        assert Counter(again.cards) == Counter(deck.cards)  # type: ignore[union-attr]
        assert path.read_text(encoding="utf-8").startswith("# A comment.\n")


def test_moves_of_every_game_are_legal(game: Game) -> None:
    plan = prepare(Request(game.name)).plan
    moves = Moves(plan.pool, plan.mode, plan.options)
    bases = [Candidate(n, deck.cards)  # type: ignore[union-attr]
             for n, deck in enumerate(plan.entrants[:2])]  # fmt: skip
    drawn = moves.draw_decks(bases, 30, set(), np.random.default_rng(1))
    assert len(drawn) == 30
    for one in drawn:
        held = [plan.pool.cards[row] for row in one.cards]
        findings = game.schema.deck_rules(held, plan.mode, plan.options)
        assert all(finding.is_note for finding in findings)
        assert len(one.cards) == len(bases[one.origin].cards)


def test_the_command_says_what_the_function_says(tmp_path: Path, capsys: Captured) -> None:
    few = ["--games", str(FEW), "--rounds", "1", "--decks", *DECKS]
    out = tmp_path / "found"
    assert main(["break", GAME, *few, "--json", "--out", str(out)]) == 0
    said = json.loads(capsys.readouterr().out)
    answer = evenhand.break_(game=GAME, games=FEW, rounds=1, decks=DECKS, out=tmp_path / "again")
    assert sorted(file.name for file in answer.pages) == sorted(one.name for one in out.iterdir())
    found = answer.table
    assert [row["win_rate"] for row in said["found"]] == pytest.approx(found["win_rate"].tolist())
    assert said["rounds"][0]["joined"] == found["deck"][found["joined"]].item()
    pool = load_pool(load_game(GAME).schema)
    strong = found[found["is_stronger"]]
    assert {Path(file).stem for file in said["files"]} == set(strong["deck"])
    for row in strong.itertuples():
        deck = load_deck(pool.schema, pool, out / f"{row.deck}.txt")
        assert Counter(pool.labels[card] for card in deck.cards) == row.cards
    assert main(["break", GAME, *few, "--out", str(out)]) == 2
    assert "of another search (name a new folder)" in capsys.readouterr().err
    assert main(["break", GAME, *few]) == 0
    shown = capsys.readouterr().out
    assert "found_1a wins " in shown and "stronger decks: " in shown


def test_nothing_stronger_is_said_in_a_sentence(tmp_path: Path, capsys: Captured) -> None:
    cards = cards_file(tmp_path, DUDS)
    decks = [deck_file(tmp_path, f"deck_{n}", "\n".join(f"4 Dud {n + k}" for k in range(4)))
             for n in range(2)]  # fmt: skip
    out = tmp_path / "found"
    given = ["--cards", cards, "--decks", ",".join(decks), "--games", str(FEW), "--out", str(out)]
    assert main(["break", GAME, *given]) == 0
    assert "Nothing surely stronger was found among" in capsys.readouterr().out
    assert not out.exists()


def test_a_panel_judges_what_the_first_bot_found(capsys: Captured) -> None:
    bots = ["--bots", "panel,heuristic,novice,search:4", "--panel-games", "400"]
    few = ["--games", str(FEW), "--rounds", "1", "--decks", *DECKS]
    assert main(["break", GAME, *few, *bots, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["found"]
    by_bot = Counter(row["bot"] for row in rows)
    assert by_bot == {"heuristic": 5, "novice": 1, "search:4": 1}
    assert {row["deck"] for row in rows if row["joined"]} == {"found_1a"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["last_lihgt"], "last_light"),
        ([GAME, "--decks", "harbuor"], "harbour"),
        ([GAME, "--games", "1000"], "games at least"),
        ([GAME, "--games", "0"], "--games: expected 1 or more"),
        ([GAME, "--rounds", "0"], "--rounds: expected 1 to 20"),
        ([GAME, "--against", "mixx"], "did you mean 'mix'?"),
        ([GAME, "--players", "3"], "games for two, not for 3"),
        ([GAME, "--bots", "heuristic,novice"], "--bots panel,heuristic,novice"),
        ([GAME, "--jobs", "0"], "--jobs: expected"),
    ],
)
def test_wrong_words(arguments: list[str], message: str, capsys: Captured) -> None:
    assert main(["break", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_decks_that_are_illegal(tmp_path: Path, capsys: Captured) -> None:
    deck = deck_file(tmp_path, "thin", "4 Gale\n")
    assert main(["break", GAME, "--decks", f"gale,{deck}"]) == 3
    assert "expected 16 cards, found 4" in capsys.readouterr().err


def test_modes_whose_decks_vary(game: Game, capsys: Captured) -> None:
    mode = next(iter(game.schema.sealed_modes))
    assert main(["break", game.name, "--mode", mode]) == 2
    assert "its decks vary" in capsys.readouterr().err


def test_names_that_are_taken(tmp_path: Path) -> None:
    plan = prepare(Request(GAME, decks=DECKS)).plan
    field = [replace(deck, name="found_1a") for deck in plan.entrants[:1]]  # type: ignore[type-var]
    left = [Candidate(0, plan.entrants[1].cards)]  # type: ignore[union-attr]
    found = breaking_room.name_decks(plan, field, left, 0)  # type: ignore[arg-type]
    assert found[0].deck.name == "found_1a_"


def test_quiet_is_the_verdict_or_the_files(tmp_path: Path, capsys: Captured) -> None:
    few = ["--games", str(FEW), "--rounds", "1", "--decks", *DECKS, "--quiet"]
    assert main(["break", GAME, *few]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("found_1a wins ") and said.out.count("\n") == 1
    assert said.err == ""
    assert main(["break", GAME, *few, "--out", str(tmp_path / "found")]) == 0
    files = capsys.readouterr().out.splitlines()
    assert files and all(Path(file).is_file() for file in files)


def test_a_place_that_cannot_be_written_to_is_noticed_first(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(result_folders, "TemporaryFile", refuse)
    monkeypatch.setattr(command, "break_field", None)  # calling it is an error
    assert main(["break", GAME, "--out", str(tmp_path / "found")]) == 2
    assert "cannot write to" in capsys.readouterr().err


def test_what_was_found_is_said_even_if_it_cannot_be_written(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(break_deck_files, "write_deck", fail)
    few = ["--games", str(FEW), "--rounds", "1", "--decks", *DECKS]
    assert main(["break", GAME, *few, "--out", str(tmp_path / "found")]) != 0
    said = capsys.readouterr()
    assert "found_1a wins " in said.out and "No space left" in said.err
    assert "(equally often)" in said.out
    assert "with found_1a in the field, " in said.out


def test_fewer_rounds_take_fewer_games(capsys: Captured) -> None:
    assert main(["break", GAME, "--games", "100"]) == 2
    assert "games at least (with --rounds 1, " in capsys.readouterr().err
