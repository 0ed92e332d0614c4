"""`evenhand words`: all that cards can say, and what somebody's own words mean."""

import json
import re
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.decks.divine_cross.words import VOCABULARY
from evenhand.decks.language import parse, sentence

PAGES = sorted((Path(__file__).parents[2] / "docs/words").glob("*.md"))
MEMBERS = (
    VOCABULARY.moments, VOCABULARY.places, VOCABULARY.verbs, VOCABULARY.nouns,
    VOCABULARY.adjectives, VOCABULARY.quantities, VOCABULARY.durations,
)  # fmt: skip


def words(capsys, *flags):
    assert main(["words", *flags]) == 0
    return capsys.readouterr()


def test_words_of_other_games_find_what_they_do(capsys):
    for asked, effect in (("heal", "gain 3 life"), ("damage", "the enemy loses 1 life")):
        assert effect in words(capsys, "starcrossed", "--find", asked).out


def test_every_word_has_a_sentence_that_works(capsys):
    found = json.loads(words(capsys, "divine_cross", "--json").out)["words"]
    assert sum(entry["kind"] != "turn of phrase" for entry in found) == sum(map(len, MEMBERS))
    for entry in found:
        if entry["example"] or entry["kind"] != "turn of phrase":
            read = parse(entry["example"], VOCABULARY, ("Ember Lancer", "Lock Warden"))
            assert sentence(read, VOCABULARY) == entry["example"]


def test_words_are_listed_with_the_cards_that_say_them(capsys):
    out = words(capsys, "divine_cross").out
    assert "When: what a sentence begins with" in out
    assert "  When this KOs an enemy\n    When this KOs an enemy: draw 1 card." in out
    assert "[Crown of Clinkers, Salamander Prince]" in out


def test_what_somebody_says_is_found_and_understood(capsys):
    out = words(capsys, "divine_cross", "--find", "my opponent loses a card").out
    assert "Skill 1: the enemy loses 1 random card.  [Brine Executioner]" in out
    out = words(capsys, "divine_cross", "--find", "your opponent discards a card").out
    assert out.startswith("Understood as\n    Play: the enemy discards 1 card.")


def test_a_part_of_a_sentence_is_understood_as_on_a_card(capsys):
    out = words(capsys, "divine_cross", "--find", "two times per game").out
    assert out.startswith("Understood as a limit\n    twice per game\n")
    assert "When this moves up, twice per turn: " in out
    out = words(capsys, "divine_cross", "--find", "two times per game", "--json").out
    assert json.loads(out)["understood"] == ["twice per game"]


@pytest.mark.parametrize("text", ["once every second turn", "twice a match", "every other turn"])
def test_a_limit_that_cannot_be_said_lists_those_that_can(capsys, text):
    out = words(capsys, "divine_cross", "--find", text).out
    begin = f"This cannot be said so: the part '{text}' was not understood; a limit can be '"
    assert out.startswith(begin)
    said = out.splitlines()[0]
    assert all(f"'{limit}'" in said for limit in ("once per turn", "twice per game"))
    assert "Nothing like" not in out
    assert "per turn: " in out.partition("Like it")[2]


def test_both_readings_are_shown(capsys):
    out = words(capsys, "starcrossed", "--find", "draw a card").out
    assert out.startswith("Can mean\n    Play: draw 1 card.\n    Activate: draw 1 card.\n")


def test_nothing_like_it(capsys):
    assert "Nothing like 'zzz' can be said." in words(capsys, "divine_cross", "--find", "zzz").out


def test_readings_as_json(capsys):
    out = words(capsys, "divine_cross", "--find", "draw a card", "--json").out
    assert json.loads(out)["understood"] == ["Play: draw 1 card."]


def test_a_game_whose_cards_have_no_text(capsys):
    assert words(capsys, "blackpoker").err == "the cards of BlackPoker have no text\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_are_what_the_command_prints(capsys, page):
    out = words(capsys, page.stem, "--markdown").out
    assert page.read_text(encoding="utf-8") == out


def test_it_is_looked_up_while_the_card_file_has_that_very_mistake(capsys, tmp_path):
    assert main(["init", str(tmp_path / "mine"), "--game", "divine_cross", "--no-git"]) == 0
    file = tmp_path / "mine/cards.csv"
    file.write_text(file.read_text("utf-8").replace("draw 1 card", "grab 1 card"), "utf-8")
    capsys.readouterr()
    shown = words(capsys, str(tmp_path / "mine"), "--find", "grab 1 card")
    assert re.fullmatch(
        r".*cards\.csv has \d+ mistakes, see evenhand cards; "
        r"these are sentences of the cards that can be read, and of the sample cards\.\n",
        shown.err,
    )
    assert "draw 1 card." in shown.out


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Skill 1: drax 1 card", "draw"),
        ("When this enters deal 50 damage to an enemy standby unit", "deal"),
        ("heal", "heal"),
        ("my opponent loses a card", "lose"),
        ("destroy a unit", "KO"),
    ],
)
def test_what_is_offered_does_what_was_understood(capsys, text, verb):
    found = json.loads(words(capsys, "divine_cross", "--find", text, "--json").out)["sentences"]
    assert verb in found[0]["text"]
    assert all(re.search(rf"\b{verb}", one["text"]) for one in found[: 1 if verb == "lose" else 5])


@pytest.mark.parametrize(
    "text", ["poison the enemy", "give a unit first strike", "Play: gain 3 gold"]
)
def test_nothing_unrelated_is_offered(capsys, text):
    out = words(capsys, "divine_cross", "--find", text).out
    assert out.startswith("This cannot be said so: ")
    assert f"Nothing like '{text}' can be said. evenhand words divine_cross lists all" in out


def test_one_line_says_when_readings_differ(capsys):
    out = words(capsys, "starcrossed", "--find", "draw a card").out
    said = "They differ in when it happens: 'Play' or 'Activate'; write the one that you mean."
    assert said in out
    assert "Play: draw 1 card.  [" in out


def test_the_card_with_the_mistake_is_named(capsys, tmp_path):
    assert main(["init", str(tmp_path / "mine"), "--game", "divine_cross", "--no-git"]) == 0
    file = tmp_path / "mine/cards.csv"
    file.write_text(file.read_text("utf-8").replace("Skill 1: draw", "Skill 1: drax", 1), "utf-8")
    capsys.readouterr()
    assert main(["cards", str(tmp_path / "mine")]) == 3
    error = capsys.readouterr().err
    assert "'Ash Courier', character 10: expected 'draw', found 'drax' (did you mean" in error
    offered = error.partition("these work: ")[2]
    assert offered.count("draw") == 3
