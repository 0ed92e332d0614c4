"""Players' own words: what is understood, what can be meant, and what is said if nothing is."""

import time
from dataclasses import replace
from importlib import import_module

import pytest

from evenhand.decks.divine_cross.card import DivineCrossCard
from evenhand.decks.divine_cross.words import VOCABULARY, Moment
from evenhand.decks.divinity.words import VOCABULARY as DIVINITY
from evenhand.decks.divinity.words import Moment as Always
from evenhand.decks.divinity.words import Noun
from evenhand.decks.language import AbilityError, Speaker, parse, sentence
from evenhand.decks.language.errors import UnknownWordError
from evenhand.decks.language.phrasing.entries import read_entries, spell_out
from evenhand.decks.language.phrasing.free_parser import parse_freely
from evenhand.decks.language.phrasing.phrasebook import phrasebook_of
from evenhand.decks.pool import load_pool
from evenhand.decks.starcrossed.words import VOCABULARY as STARCROSSED
from tests.nasty_texts import NASTY

NAMES = ("Ember Lancer", "Iron Colossus", "Temper")
GAMES = ("divine_cross", "divinity", "divino", "starcrossed")


def meant(text, vocabulary=VOCABULARY, names=NAMES, **given):
    return sentence(parse(text, vocabulary, names, **given), vocabulary)


def refused(text, **given):
    with pytest.raises(AbilityError) as caught:
        parse(text, VOCABULARY, NAMES, **given)
    return caught.value


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Draw a card.", "Play: draw 1 card."),
        ("DRAW TWO CARDS", "Play: draw 2 cards."),
        ("When this is KO\u2019d, draw two cards.", "When this is KO'd: draw 2 cards."),
        ("Draw a card, then discard a card.", "Play: draw 1 card; discard 1 card."),
        ("Draw a card. Discard a card.", "Play: draw 1 card; discard 1 card."),
        ("When this enters, draw a card. This unit can't retreat.",
         "When this enters: draw 1 card. Always: this unit can't retreat."),
        ("When this enters, draw a card\nThis unit can't retreat",
         "When this enters: draw 1 card. Always: this unit can't retreat."),
        ("Choose one — draw a card, or wake your main unit.",
         "Play: choose one: draw 1 card or wake your main unit."),
        ("When this enters, you may discard a card. If you do, draw two cards.",
         "When this enters, you may: discard 1 card: draw 2 cards."),
        ("Stun target enemy unit. It takes 20 more damage this turn.",
         "Play: stun a chosen enemy unit; it takes +20 damage this turn."),
        ("As long as you control more than one red unit, this unit takes 20 less damage.",
         "Always, if there are at least 2 red own units: this unit takes -20 damage."),
        ("If this has less than 100 HP, its damage is doubled.",
         "Always, if there are at most 99 points of HP of this unit: "
         "this unit deals double damage."),
        ("If the enemy main unit is red, stun it.",
         "Play, if the enemy main unit is red: stun the enemy main unit."),
        ("Your main unit deals 20 more damage and takes 20 less damage this turn.",
         "Play: your main unit deals +20 damage this turn; it takes -20 damage this turn."),
        ("Search your deck for Ember Lancer.",
         'Play: search your deck for a chosen card named "Ember Lancer".'),
        ('Search your deck for a card named "ember lancer"',
         'Play: search your deck for a chosen card named "Ember Lancer".'),
        ("Once per turn, discard a card: draw a card.",
         "Activate, once per turn: discard 1 card: draw 1 card."),
        ("Draw a card for each damaged enemy unit (max 3).",
         "Play: draw 1 card for each damaged enemy unit (at most 3)."),
    ],
)  # fmt: skip
def test_players_words_are_understood(text, means):
    assert meant(text) == means


def test_a_card_may_speak_of_itself_by_its_name():
    lancer = Speaker({"Ember Lancer": "this", "Hot Lance": "skill 1"})
    text = "When Ember Lancer is KO'd, draw a card."
    assert meant(text, speaker=lancer) == "When this is KO'd: draw 1 card."
    assert meant("Hot Lance: draw a card.", speaker=lancer) == "Skill 1: draw 1 card."


def test_a_short_name_is_no_part_of_another_word():
    text = "Your opponent's main unit can't retreat this turn."
    named = Speaker({"s": "skill 1", "t": "this"})
    assert meant(text, speaker=named) == "Play: the enemy main unit can't retreat this turn."


def test_an_assist_does_not_speak_of_itself():
    assist = DivineCrossCard.speaker({"name": "Collar", "type": "Assist"})
    unit = DivineCrossCard.speaker({"name": "Collar", "type": "Unit"})
    for itself in ("this card", "Collar"):
        text = f"When this is KO'd, return {itself} to your hand."
        refused(text, speaker=assist)
        assert meant(text, speaker=unit) == "When this is KO'd: return this unit to hand."


def test_a_price_is_not_taken_from_the_enemy():
    with pytest.raises(AbilityError):
        parse("Discard an item: draw a card.", STARCROSSED)
    text = "Discard one of your items: draw a card."
    assert meant(text, STARCROSSED) == "Action: break a chosen own item: draw 1 card."


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("When attacking: the enemy loses 1 life and gains 1 life.", "is to gain"),
        ("When attacking: your opponent loses 1 life and discards 1 card.", "is to discard"),
        ("When attacking: they lose 1 life, then discard 1 card.", "is to discard"),
    ],
)
def test_what_the_enemy_does_is_not_read_as_done_by_oneself(text, who):
    with pytest.raises(AbilityError, match=f"it is not said who {who}") as caught:
        parse(text, STARCROSSED)
    assert "the enemy" in caught.value.hint
    assert text[caught.value.position :].startswith(who.split()[-1])


@pytest.mark.parametrize(
    "text",
    [
        "When attacking: the enemy loses 1 life and you gain 1 life.",
        "When attacking: your opponent loses 1 life; gain 1 life.",
    ],
)
def test_who_gains_may_be_said_or_begin_anew(text):
    assert meant(text, STARCROSSED) == "When attacking: the enemy loses 1 life; gain 1 life."


def test_a_name_is_a_name_only_as_it_is_written():
    assert meant("temper: draw a card".replace("temper: ", "")) == "Play: draw 1 card."
    assert "'temper'" in refused("temper your main unit").message


def test_the_kind_of_card_tells_readings_apart():
    one_skill = (Moment.SKILL_1, Moment.BEFORE_SKILL_1, Moment.ENTER, Moment.ALWAYS)
    assert meant("Draw a card.", speaker=Speaker(moments=one_skill)) == "Skill 1: draw 1 card."
    assert meant("Draw a card.", speaker=Speaker(moments=(Moment.PLAY,))) == "Play: draw 1 card."
    error = refused("Draw a card.", speaker=Speaker(moments=(*one_skill, Moment.SKILL_2)))
    assert error.message == "this can mean 'Skill 1: draw 1 card.' or 'Skill 2: draw 1 card.'"
    assert error.hint == (
        "they differ in when it happens: 'Skill 1' or 'Skill 2'; write the one that you mean"
    )


def test_attacks_are_both_skills_or_the_only_one():
    both = "Skill 1: draw 1 card. Skill 2: draw 1 card."
    assert meant("When this attacks, draw a card.") == both
    only = meant("When this attacks, draw a card.", speaker=Speaker(moments=(Moment.SKILL_1,)))
    assert only == "Skill 1: draw 1 card."


def test_what_a_card_cannot_speak_of_is_no_reading():
    text = "This deity gets +1 ATK."
    on_attachment = meant(text, DIVINITY, speaker=Speaker(moments=(Always.ALWAYS,)))
    on_deity = Speaker(moments=(Always.ALWAYS,), barred=(Noun.HOST,))
    assert on_attachment == "Always: each host gets +1 ATK."
    assert meant(text, DIVINITY, speaker=on_deity) == "Always: this card gets +1 ATK."


def test_a_second_ability_does_not_begin_with_it():
    error = refused("Stun target enemy unit. It can't retreat.")
    assert "expected how long '.. can't retreat' holds" in error.message


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("When this enters, poison target enemy unit",
         "this game's cards do not know the word 'poison'", ""),
        ("Play: dral 2 cards", "found 'dral'", "did you mean 'draw'?"),
        ("Stnu target enemy unit", "do not know the word 'Stnu'", "did you mean 'stun'?"),
        ("When this enters, your main unit takes 20 less damage",
         "understood as 'When this enters: your main unit takes -20 damage', but expected how "
         "long '.. takes .. damage' holds", "add 'this turn'"),
        ("When this is KO'd", "after 'When this is KO'd' expected", ""),
        ("", "", ""),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_said(text, message, hint):
    if not text:
        assert parse(text, VOCABULARY) == ()
        return
    error = refused(text)
    assert message in error.message
    assert error.hint == hint


def test_a_moment_that_the_card_has_not_is_named_with_those_it_has():
    error = refused("When this enters draw a card", speaker=Speaker(moments=(Moment.PLAY,)))
    assert "understood as 'When this enters: draw 1 card.'" in error.message
    assert "such a card has no 'When this enters'" in error.message
    assert error.hint == "it begins with 'Play'"


def test_an_unknown_word_has_a_place():
    error = refused("Draw a card and scry 2.")
    assert isinstance(error, UnknownWordError)
    assert error.position == len("Draw a card and ")


@pytest.mark.parametrize("game", GAMES)
def test_sentences_of_the_language_mean_themselves_or_nothing(game):
    schema = import_module(f"evenhand.decks.{game}.schema").SCHEMA
    pool = load_pool(schema)
    texts = {
        sentence(ability, schema.vocabulary): ability
        for card in pool.cards
        for ability in card.abilities
    }
    n_refused = 0
    for text, ability in texts.items():
        try:
            assert parse_freely(text, schema.vocabulary, pool.names) == (ability,)
        except AbilityError:
            n_refused += 1
    assert n_refused <= 0.15 * len(texts)


HOSTILE = [
    "draw a card and " * 100,
    "draw a card. " * 120,
    "if this is red and " * 80 + "draw a card",
    "it gets it gets it gets " * 50,
    "choose one: draw a card or " * 60,
    "(" * 1_900,
    '"' * 1_999,
    "a " * 990,
    "each other other other " * 80 + "unit gets +20 HP",
    "deal 1 damage to an enemy unit with at least 1 energy " * 30,
    "their " * 300,
    "'s " * 600,
    "1 " * 900,
    "+1 " * 600,
    "Ember Lancer " * 140,
    "when this enters when this enters " * 50,
    "ziehe eine Karte, wenn diese Einheit angreift",
    "引いてください " * 200,
    "draw a card ☃ \ud800 \x00",
    "until end of turn, until end of turn, " * 50 + "your main unit deals +20 damage",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_end_soon(text):
    phrasebook_of(VOCABULARY)
    before = time.perf_counter()
    try:
        parse(text, VOCABULARY, NAMES)
    except AbilityError as error:
        assert str(error)
    assert time.perf_counter() - before < 2  # half a second on a machine at rest


@pytest.mark.parametrize("nasty", NASTY)
def test_nasty_texts_are_refused_in_one_printable_line(nasty):
    for text in (nasty, f"Draw a card{nasty}", f"When {nasty} enters, draw a card"):
        try:
            parse(text, VOCABULARY, (*NAMES, nasty))
        except AbilityError as error:
            assert str(error).replace("\u2019", "'").isprintable()


# --- files of phrases ---


def test_entries_are_read():
    text = "\n".join(
        [
            "# a comment",
            "verb",
            "  KO {target} = destroy {target} | ~[kill|slay] {target}",
            "    | (please) knock out {target}",
            "  stun {target}",
            "nothing",
            "  _ = _",
        ]
    )
    found = [tuple(entry) for entry in read_entries(text)]
    assert found == [
        ("verb", "KO {target}", "destroy {target}", 0),
        ("verb", "KO {target}", "[kill|slay] {target}", 1),
        ("verb", "KO {target}", "(please) knock out {target}", 0),
        ("verb", "stun {target}", "stun {target}", 0),
        ("nothing", "", "", 0),
    ]


def test_choices_are_spelled_out():
    found = [" ".join(map(str, words)) for words in spell_out("[a|an (old)] b (c)")]
    assert found == ["a b c", "a b", "an old b c", "an old b", "an b c", "an b"]


@pytest.mark.parametrize("phrase", ["[a", "a)", "(a|b", "a]b"])
def test_brackets_must_match(phrase):
    with pytest.raises(ValueError, match="brackets"):
        spell_out(phrase)


@pytest.mark.parametrize(
    ("phrases", "message"),
    [
        ("verb\n  fly = soar", "phrases for what the game lacks: verb 'fly'"),
        ("act\n  stun {target} = hit it hard", "does not say target of 'stun {target}'"),
        ("act\n  draw 1 card = {nonsense} a card", "no phrases of the kind nonsense"),
    ],
)
def test_faults_of_a_file_are_named(tmp_path, phrases, message):
    file = tmp_path / "phrases.txt"
    file.write_text(phrases, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        phrasebook_of(replace(DIVINITY, phrases=file))


def test_a_game_without_a_file_has_the_shared_phrases():
    bare = replace(VOCABULARY, phrases=None)
    assert meant("When this enters, draw two cards.", bare) == "When this enters: draw 2 cards."
