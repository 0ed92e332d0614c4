"""Divinity: a sketch of its words, and twenty hard abilities."""

from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

from .sketch import lasting, member, numbered

MOMENTS = numbered(
    "Moment",
    (
        "Magic", "Always", "Use", "To play this", "When this is played", "When this is defeated",
        "When this attacks", "When this is damaged", "When another own deity is defeated",
        "When a deity is played", "At the start of your turn", "When you play a wall",
        "Instead of being defeated",
    ),
)  # fmt: skip
VOCABULARY = Vocabulary(
    this="this card",
    moments=MOMENTS,
    continuous=(member(MOMENTS, "Always"),),
    subjects=(
        member(MOMENTS, "When another own deity is defeated"),
        member(MOMENTS, "When a deity is played"),
    ),
    places=numbered("Place", ("while face up", "while in the discard pile")),
    nouns=numbered(
        "Noun",
        (
            NounWords("[deity|deities]"),
            NounWords("[wall|walls]"),
            NounWords("[attachment|attachments]"),
            NounWords("[environment|environments]"),
            NounWords("[card|cards]"),
            NounWords("Magic [card|cards]"),
            NounWords("[host|hosts]", unique=True),
        ),
    ),
    adjectives=numbered(
        "Adjective",
        (
            "Egyptian",
            "Norse",
            "Olympian",
            "Celestial",
            "female",
            "male",
            "minor",
            "major",
            "supreme",
            "Ruby",
            "Onyx",
            "damaged",
            "face-down",
            "left",
        ),
    ),
    quantities=numbered(
        "Quantity",
        (
            QuantityWords("{of}"),
            QuantityWords("damage on {of}", trait="damage"),
            QuantityWords("[point|points] of ATK of {of}", trait="ATK"),
            QuantityWords("[point|points] of HP of {of}", trait="HP"),
            QuantityWords("[pantheon|pantheons] among {of}"),
            QuantityWords("[card|cards] in your hand"),
            QuantityWords("[card|cards] in the enemy hand"),
            QuantityWords("[card|cards] in your deck"),
            QuantityWords("[card|cards] in your discard pile"),
            QuantityWords("[attachment|attachments] on {of}", trait="attachments"),
            QuantityWords("[card|cards] discarded this way"),
            QuantityWords("heads flipped this way"),
        ),
    ),
    durations=numbered(
        "Duration", ("this turn", "until your next turn", "while attached", "while in play")
    ),
    verbs=numbered(
        "Verb",
        (
            VerbWords("draw {amount} [card|cards]"),
            VerbWords("discard {amount} [card|cards]"),
            VerbWords("discard {target}"),
            VerbWords("the enemy discards {amount} [card|cards]"),
            VerbWords("discard the top {amount} [card|cards] of the enemy deck"),
            VerbWords("deal {amount} damage to {target}"),
            VerbWords("heal {amount} damage from {target}"),
            VerbWords("heal all damage from {target}"),
            VerbWords("return {target} to hand"),
            VerbWords("search your deck for {target}"),
            VerbWords("take back {target} from your discard pile"),
            VerbWords("turn {target} face up"),
            VerbWords("move {target} to {object}"),
            VerbWords("put {target} from your hand into play"),
            VerbWords("{target} [attacks|attack] {object} now"),
            VerbWords("you may play {amount} more [deity|deities] this turn"),
            VerbWords("flip {amount} [coin|coins]"),
            lasting("{target} [gets|get] {change} ATK"),
            lasting("{target} [gets|get] {change} HP"),
            lasting("{target} can't attack"),
            lasting("{target} can't be attacked"),
            lasting("{target} can't be damaged by Magics"),
            VerbWords(
                "{target} [is|are] also {word}",
                words={"Egyptian": 0, "Norse": 1, "Olympian": 2},
                lasting=True,
            ),
            lasting("each player draws {change} [card|cards] at the start of a turn"),
            lasting("no deity can be played"),
        ),
    ),
)
NAMES = ("Inanna",)
TEXTS = (
    "Always: each other Egyptian own deity gets +1 ATK; each other Egyptian own deity gets +2 HP.",
    "To play this, if there are at least 2 Norse own deities: discard 1 card: draw 1 card.",
    'Always, if there is at least 1 deity named "Inanna": this card gets +2 ATK for each damage on '
    "it (at most 6); this card can't be attacked if it is not damaged.",
    "Use, once per turn: discard up to 3 cards: deal 2 damage to a chosen enemy deity for each "
    "card discarded this way.",
    "Magic: discard each deity; you may play 1 more deity this turn.",
    "Magic: choose one: discard a chosen environment or discard a chosen attachment and draw 1 "
    "card or turn a chosen face-down enemy attachment face up.",
    "Magic: move a chosen enemy attachment to a chosen other own deity.",
    "When this is defeated: take back up to 2 chosen Magic cards from your discard pile; otherwise "
    "the enemy discards 1 card.",
    "When another own deity is defeated, if it is both Norse and female, you may: draw 1 card for "
    "each attachment on it.",
    "When a deity is played while face up: deal 1 damage to it for every 2 deities; it can't "
    "attack this turn if it is Olympian.",
    "Always while face up: the enemy host gets -2 ATK; the enemy host can't attack if it is "
    "damaged and there are no cards in the enemy hand.",
    "At the start of your turn while face up: you may discard 1 card; otherwise deal 1 damage to "
    "your host.",
    "Use, once per game: heal all damage from each Celestial own deity; those are also Egyptian "
    "until your next turn.",
    "When this attacks: flip 3 coins; this card gets +1 ATK for each heads flipped this way this "
    "turn.",
    "Instead of being defeated, once per game: discard a chosen attachment of the enemy's choice: "
    "heal all damage from this card.",
    "Always: each player draws +1 card at the start of a turn; each wall gets +2 HP; each deity "
    "with at least 4 ATK can't be damaged by Magics.",
    "When this is played, if there are more pantheons among own deities than pantheons among enemy "
    "deities: put a chosen wall from your hand into play.",
    "Magic: a chosen own deity attacks a chosen wall now; return it to hand if it is damaged.",
    "Use, once per turn: the enemy chooses one: the enemy discards 2 cards or discard the top 4 "
    "cards of the enemy deck or deal 3 damage to a chosen enemy deity of the enemy's choice.",
    "When you play a wall while in the discard pile, if there are as many own walls as enemy walls "
    'and there are at least 10 cards in your deck, you may: discard a chosen card named "Inanna": '
    "take back this card from your discard pile.",
)
