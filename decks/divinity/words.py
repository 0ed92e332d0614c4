"""The words of Divinity: card types, attributes, and what abilities can say."""

from enum import IntEnum
from importlib.resources import files

from evenhand.decks.language.usual_words import (
    CardVerb,
    Duration,
    usual_durations,
    usual_quantities,
    usual_verbs,
)
from evenhand.decks.language.vocabulary import (
    NounWords,
    QuantityWords,
    VerbWords,
    Vocabulary,
    lasting,
)

__all__ = [
    "GEMSTONES", "GENDERS", "PANTHEONS", "POSITIONS", "RANKS", "TYPES", "VOCABULARY",
    "Adjective", "CardType", "Duration", "Moment", "Noun", "Quantity", "Subtype", "Verb",
]  # fmt: skip


class CardType(IntEnum):
    """The kinds of card of Divinity; the last three are spells."""

    DEITY = 0
    WALL = 1
    ATTACHMENT = 2
    ENVIRONMENT = 3
    MAGIC = 4


class Subtype(IntEnum):
    """The kinds of Attachment of Divinity."""

    ARTIFACT = 0  # boosts a Deity
    CURSE = 1  # weakens one
    RITUAL = 2  # boosts a pantheon on one side of the table
    SERVANT = 3  # boosts a Deity at a cost


class Adjective(IntEnum):
    """What narrows a selector down.

    Up to RIGHT they are printed on cards: bit k of a card's ``words`` stands for number k.
    """

    CANAANITE = 0
    EGYPTIAN = 1
    MESOPOTAMIAN = 2
    NORSE = 3
    OLYMPIAN = 4
    FEMALE = 5
    MALE = 6
    DUAL = 7  # of both genders
    MINOR = 8
    MAJOR = 9
    PRIMORDIAL = 10
    SUPREME = 11
    CELESTIAL = 12
    CIVILIAN = 13
    FERTILITY = 14
    DEATH = 15
    DOMINION = 16
    ELEMENTAL = 17
    TEMPORAL = 18
    RUBY = 19
    TOPAZ = 20
    CITRINE = 21
    EMERALD = 22
    SAPPHIRE = 23
    AMETHYST = 24
    ONYX = 25
    LEFT = 26
    MIDDLE = 27
    RIGHT = 28
    DAMAGED = 29
    UNHURT = 30
    FACE_DOWN = 31
    FACE_UP = 32
    ALLIED = 33  # on the side of the table where this card lies
    CURSED = 34  # has a face-up Curse
    EQUIPPED = 35  # has a face-up Artifact
    STRONGEST = 36  # no other of its side's Deities has more ATK
    WEAKEST = 37  # .. has fewer HP left


PANTHEONS = tuple(Adjective(number) for number in range(Adjective.CANAANITE, Adjective.FEMALE))
GENDERS = tuple(Adjective(number) for number in range(Adjective.FEMALE, Adjective.MINOR))
RANKS = tuple(Adjective(number) for number in range(Adjective.MINOR, Adjective.CELESTIAL))
TYPES = tuple(Adjective(number) for number in range(Adjective.CELESTIAL, Adjective.RUBY))
GEMSTONES = tuple(Adjective(number) for number in range(Adjective.RUBY, Adjective.LEFT))
POSITIONS = tuple(Adjective(number) for number in range(Adjective.LEFT, Adjective.DAMAGED))


class Moment(IntEnum):
    """When an ability happens."""

    MAGIC = 0  # what a Magic does
    ALWAYS = 1  # holds while its card is in play and face up
    USE = 2  # a + ability
    TO_PLAY = 3  # what must be so, and be done, right before the card is played
    PLAYED = 4  # this card is played face up, or put into play
    DEFEATED = 5  # this card is defeated in an attack
    ATTACKS = 6
    DAMAGED = 7
    ATTACHED = 8  # a card is attached to this
    FLIPPED = 9  # this Attachment is turned face up
    TURN_START = 10  # its player's turn starts
    TURN_END = 11  # its player's turn ends
    WALL_PLAYED = 12  # its player plays a Wall
    DEITY_PLAYED = 13  # its player plays another Deity
    ENEMY_DEITY_PLAYED = 14
    OWN_DEFEATED = 15  # another own Deity is defeated in an attack
    DEFEATS = 16  # this defeats a Deity
    LEAVES = 17  # this leaves play in any way


class Noun(IntEnum):
    """What a selector may speak of."""

    DEITY = 0
    WALL = 1
    ATTACHMENT = 2
    ENVIRONMENT = 3
    HOST = 4  # the Deity that this Attachment is under
    ARTIFACT = 5
    CURSE = 6
    RITUAL = 7
    SERVANT = 8
    CARD = 9  # a card of the zone that the verb names
    DEITY_CARD = 10
    WALL_CARD = 11
    ATTACHMENT_CARD = 12
    ENVIRONMENT_CARD = 13
    MAGIC_CARD = 14
    SPELL_CARD = 15


class Quantity(IntEnum):
    """What can be counted."""

    THINGS = 0
    DAMAGE = 1
    ATK = 2
    HP = 3  # left, damage taken off
    ATTACHMENTS = 4
    PANTHEONS = 5
    OWN_HAND = 6
    ENEMY_HAND = 7
    OWN_DECK = 8
    ENEMY_DECK = 9
    OWN_DISCARD = 10
    ENEMY_DISCARD = 11
    HEADS = 12
    YOUR_TURN = 13


class Verb(IntEnum):
    """What an ability does."""

    # cards
    DRAW = CardVerb.DRAW
    ENEMY_DRAWS = CardVerb.ENEMY_DRAWS
    DISCARD = CardVerb.DISCARD
    ENEMY_DISCARDS = CardVerb.ENEMY_DISCARDS
    ENEMY_DISCARDS_AT_RANDOM = CardVerb.ENEMY_DISCARDS_AT_RANDOM
    MILL = CardVerb.MILL
    ENEMY_MILLS = CardVerb.ENEMY_MILLS
    SEARCH = 7
    RECOVER = 8
    RECYCLE = 9
    LOOK = 10
    # the table
    DAMAGE = 11
    HEAL = 12
    REMOVE = 13
    BOUNCE = 14
    SHUFFLE_IN = 15
    FLIP_UP = 16
    FLIP_DOWN = 17
    MOVE = 18
    BUILD = 19
    REVIVE = 20
    EXTRA_PLAY = 21
    PLAY_THIS = 22
    # lasting changes
    GETS_ATK = 23
    GETS_HP = 24
    TAKES = 25
    CANNOT_ATTACK = 26
    CANNOT_BE_ATTACKED = 27
    CANNOT_BE_HURT = 28
    CANNOT_USE = 29
    CANNOT_BE_ATTACHED = 30
    ATTACKS_WALLS = 31
    IS_ALSO = 32
    YOU_DRAW_MORE = 33
    ENEMY_DRAWS_MORE = 34
    ENEMY_PLAYS_NO_MAGIC = 35
    ENEMY_PLAYS_NO_ATTACHMENTS = 36
    ENEMY_PLAYS_NO_WALLS = 37


FIGHTERS = (Noun.DEITY, Noun.WALL, Noun.HOST)  # what has HP
DEITIES = (Noun.DEITY, Noun.HOST)
ATTACHMENTS = (Noun.ATTACHMENT, Noun.ARTIFACT, Noun.CURSE, Noun.RITUAL, Noun.SERVANT)
TABLE = (*FIGHTERS, *ATTACHMENTS, Noun.ENVIRONMENT)
CARDS = (
    Noun.CARD, Noun.DEITY_CARD, Noun.WALL_CARD, Noun.ATTACHMENT_CARD, Noun.ENVIRONMENT_CARD,
    Noun.MAGIC_CARD, Noun.SPELL_CARD,
)  # fmt: skip
ALSO = (*PANTHEONS, *TYPES, *GEMSTONES)
ATTRIBUTE_WORDS = {word.name.capitalize(): int(word) for word in ALSO}


VOCABULARY = Vocabulary(
    this="this card",
    moments={
        Moment.MAGIC: "Magic",
        Moment.ALWAYS: "Always",
        Moment.USE: "Use",
        Moment.TO_PLAY: "To play this",
        Moment.PLAYED: "When this is played",
        Moment.DEFEATED: "When this is defeated",
        Moment.ATTACKS: "When this attacks",
        Moment.DAMAGED: "When this is damaged",
        Moment.ATTACHED: "When this is given an Attachment",
        Moment.FLIPPED: "When this is turned face up",
        Moment.TURN_START: "At the start of your turn",
        Moment.TURN_END: "At the end of your turn",
        Moment.WALL_PLAYED: "When you play a Wall",
        Moment.DEITY_PLAYED: "When you play another Deity",
        Moment.ENEMY_DEITY_PLAYED: "When the enemy plays a Deity",
        Moment.OWN_DEFEATED: "When another own Deity is defeated",
        Moment.DEFEATS: "When this defeats a Deity",
        Moment.LEAVES: "When this leaves play",
    },
    continuous=(Moment.ALWAYS,),
    subjects=(
        Moment.ATTACHED,
        Moment.WALL_PLAYED,
        Moment.DEITY_PLAYED,
        Moment.ENEMY_DEITY_PLAYED,
        Moment.OWN_DEFEATED,
        Moment.DEFEATS,
    ),
    places={},
    nouns={
        Noun.DEITY: NounWords("[Deity|Deities]"),
        Noun.WALL: NounWords("[Wall|Walls]"),
        Noun.ATTACHMENT: NounWords("[Attachment|Attachments]"),
        Noun.ENVIRONMENT: NounWords("[Environment|Environments]"),
        Noun.HOST: NounWords("[host|hosts]", unique=True),
        Noun.ARTIFACT: NounWords("[Artifact|Artifacts]"),
        Noun.CURSE: NounWords("[Curse|Curses]"),
        Noun.RITUAL: NounWords("[Ritual|Rituals]"),
        Noun.SERVANT: NounWords("[Servant|Servants]"),
        Noun.CARD: NounWords("[card|cards]"),
        Noun.DEITY_CARD: NounWords("Deity [card|cards]"),
        Noun.WALL_CARD: NounWords("Wall [card|cards]"),
        Noun.ATTACHMENT_CARD: NounWords("Attachment [card|cards]"),
        Noun.ENVIRONMENT_CARD: NounWords("Environment [card|cards]"),
        Noun.MAGIC_CARD: NounWords("Magic [card|cards]"),
        Noun.SPELL_CARD: NounWords("spell [card|cards]"),
    },
    adjectives={
        **{word: word.name.capitalize() for word in (*PANTHEONS, *TYPES, *GEMSTONES)},
        **{word: word.name.lower() for word in (*GENDERS, *RANKS, *POSITIONS)},
        Adjective.DAMAGED: "damaged",
        Adjective.UNHURT: "unhurt",
        Adjective.FACE_DOWN: "face-down",
        Adjective.FACE_UP: "face-up",
        Adjective.ALLIED: "allied",
        Adjective.CURSED: "cursed",
        Adjective.EQUIPPED: "equipped",
        Adjective.STRONGEST: "strongest",
        Adjective.WEAKEST: "weakest",
    },
    quantities={
        **usual_quantities(Quantity),
        Quantity.DAMAGE: QuantityWords("damage on {of}", trait="damage"),
        Quantity.ATK: QuantityWords("[point|points] of ATK of {of}", trait="ATK"),
        Quantity.HP: QuantityWords("[point|points] of HP of {of}", trait="HP"),
        Quantity.ATTACHMENTS: QuantityWords("[card|cards] attached to {of}"),
        Quantity.PANTHEONS: QuantityWords("[pantheon|pantheons] among {of}"),
    },
    durations=usual_durations(Duration),
    in_play=(Duration.IN_PLAY,),
    verbs={
        **usual_verbs(Verb, CARDS),
        Verb.DAMAGE: VerbWords("deal {amount} damage to {target}", targets=FIGHTERS),
        Verb.HEAL: VerbWords("heal {amount} damage from {target}", targets=FIGHTERS),
        Verb.REMOVE: VerbWords("discard {target}", targets=TABLE),
        Verb.BOUNCE: VerbWords("return {target} to hand", targets=TABLE),
        Verb.SHUFFLE_IN: VerbWords("shuffle {target} into the deck", targets=TABLE),
        Verb.FLIP_UP: VerbWords("turn {target} face up", targets=ATTACHMENTS),
        Verb.FLIP_DOWN: VerbWords("turn {target} face down", targets=ATTACHMENTS),
        Verb.MOVE: VerbWords("move {object} to {target}", targets=DEITIES, objects=ATTACHMENTS),
        Verb.BUILD: VerbWords(
            "put {target} from your hand into play", targets=(Noun.DEITY_CARD, Noun.WALL_CARD)
        ),
        Verb.REVIVE: VerbWords(
            "put {target} from your discard pile into play",
            targets=(Noun.DEITY_CARD, Noun.WALL_CARD),
        ),
        Verb.EXTRA_PLAY: VerbWords(
            "you may play {amount} more [Deity|Deities] or [Wall|Walls] this turn"
        ),
        Verb.PLAY_THIS: VerbWords("bring this card into play", moments=(Moment.TO_PLAY,)),
        Verb.GETS_ATK: lasting("{target} [gets|get] {change} ATK", targets=DEITIES),
        Verb.GETS_HP: lasting("{target} [gets|get] {change} HP", targets=FIGHTERS),
        Verb.TAKES: lasting("{target} [takes|take] {change} damage", targets=FIGHTERS),
        Verb.CANNOT_ATTACK: lasting("{target} can't attack", targets=DEITIES),
        Verb.CANNOT_BE_ATTACKED: lasting("{target} can't be attacked", targets=FIGHTERS),
        Verb.CANNOT_BE_HURT: lasting("{target} can't be hurt by abilities", targets=FIGHTERS),
        Verb.CANNOT_USE: lasting("{target} can't use abilities", targets=DEITIES),
        Verb.CANNOT_BE_ATTACHED: lasting("{target} can't be given Attachments", targets=DEITIES),
        Verb.ATTACKS_WALLS: lasting("{target} may attack Walls", targets=DEITIES),
        Verb.IS_ALSO: lasting(
            "{target} [is|are] also {word}", targets=DEITIES, words=ATTRIBUTE_WORDS
        ),
        Verb.YOU_DRAW_MORE: lasting("you draw {change} [card|cards] each turn"),
        Verb.ENEMY_DRAWS_MORE: lasting("the enemy draws {change} [card|cards] each turn"),
        Verb.ENEMY_PLAYS_NO_MAGIC: lasting("the enemy can't play Magics"),
        Verb.ENEMY_PLAYS_NO_ATTACHMENTS: lasting("the enemy can't play Attachments"),
        Verb.ENEMY_PLAYS_NO_WALLS: lasting("the enemy can't play Walls"),
    },
    phrases=files(__package__) / "phrases.txt",
)
