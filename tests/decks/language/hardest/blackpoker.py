"""BlackPoker lite: a sketch of its words; the action list and harder cards of the kind."""

from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

from .sketch import lasting, member, numbered

MOMENTS = numbered(
    "Moment",
    (
        "Main", "Quick", "Always", "When this enters", "When this goes to the grave",
        "When this attacks", "When this blocks", "When an enemy soldier enters",
        "When the enemy starts an action", "At the end of your turn",
        "Instead of going to the grave",
    ),
)  # fmt: skip
VOCABULARY = Vocabulary(
    this="this card",
    moments=MOMENTS,
    continuous=(member(MOMENTS, "Always"),),
    subjects=tuple(
        member(MOMENTS, text)
        for text in (
            "When this blocks",
            "When an enemy soldier enters",
            "When the enemy starts an action",
        )
    ),
    places=numbered("Place", ("in your hand", "on the field", "in your grave")),
    nouns=numbered(
        "Noun",
        (
            NounWords("[character|characters]"),
            NounWords("[soldier|soldiers]"),
            NounWords("[hero|heroes]"),
            NounWords("[ace|aces]"),
            NounWords("[bulwark|bulwarks]"),
            NounWords("[action|actions]"),
            NounWords("[card|cards]"),
        ),
    ),
    adjectives=numbered(
        "Adjective",
        (
            "heart",
            "spade",
            "diamond",
            "club",
            "royal",
            "charged",
            "driven",
            "attacking",
            "spent",
            "one-key",
            "two-key",
            "equal",
            "new",
        ),
    ),
    quantities=numbered(
        "Quantity",
        (
            QuantityWords("{of}"),
            QuantityWords("[point|points] of number of {of}", trait="number"),
            QuantityWords("key number of {of}", trait="key number"),
            QuantityWords("[card|cards] in your hand"),
            QuantityWords("[card|cards] in your deck"),
            QuantityWords("[card|cards] in the enemy deck"),
            QuantityWords("[suit|suits] among {of}"),
            QuantityWords("[one|ones] of {of}"),
            QuantityWords("now is your turn", yes_or_no=True),
        ),
    ),
    durations=numbered(
        "Duration", ("until the end of the turn", "until your next turn", "while on the field")
    ),
    verbs=numbered(
        "Verb",
        (
            VerbWords("discard {amount} [card|cards]"),
            VerbWords("take {amount} damage"),
            VerbWords("deal {amount} damage to the enemy"),
            VerbWords("the enemy takes {amount} damage"),
            VerbWords("draw {amount} [card|cards]"),
            VerbWords("drive {target}"),
            VerbWords("charge {target}"),
            VerbWords("add {target} as a key"),
            VerbWords("name {target}"),
            VerbWords("cancel {target}"),
            VerbWords("put {target} into the grave"),
            VerbWords("return {target} to hand"),
            VerbWords(
                "put this on the field as {word}",
                words={"a soldier": 0, "a hero": 1, "an ace": 2, "a bulwark": 3},
            ),
            VerbWords("put this on {target}"),
            VerbWords("search your deck for {target}"),
            VerbWords("take back {target} from your grave"),
            VerbWords("mill until {target} comes and take it"),
            lasting("{target} [gets|get] {change} number"),
            lasting("{target} can't attack"),
            lasting("{target} can't block"),
            VerbWords("{target} [has|have] {word}", words={"Haste": 0}, lasting=True),
            lasting("{target} can't be driven by the enemy"),
            lasting("summons cost {change} damage"),
        ),
    ),
)
NAMES = ("Joker",)
TEXTS = (
    "Main: drive a chosen charged own bulwark and take 1 damage: put this on the field as a "
    "soldier.",
    "Main: drive 2 chosen charged own bulwarks and take 1 damage: put this on the field as a hero.",
    "Main: drive a chosen charged own bulwark and take 1 damage: put this on a chosen heart own "
    "soldier.",
    "Quick: discard 1 card: a chosen soldier gets +8 number until the end of the turn.",
    "Quick: discard 1 card: a chosen soldier gets -8 number until the end of the turn; put it into "
    "the grave if it is spent.",
    "Quick: discard 1 card: name a chosen character; choose one: drive it or charge it.",
    "Quick: discard 1 card: choose one: cancel a chosen one-key action with at most 8 key number "
    "or cancel a chosen two-key action.",
    "Main: add a chosen diamond card as a key: put a chosen bulwark into the grave.",
    "Main: add a chosen club card as a key: deal 13 damage to the enemy.",
    "Quick: search your deck for a chosen card.",
    "When this goes to the grave: mill until a chosen royal card comes and take it.",
    "When this blocks: put it into the grave if it is equal; put this card into the grave.",
    "Always on the field, if there are at least 2 new royal own characters: each new own soldier "
    "has Haste.",
    "When this attacks: this card gets +1 number for each other attacking own soldier until the "
    "end of the turn.",
    "When an enemy soldier enters, once per turn: the enemy may discard 2 cards; otherwise drive "
    "it.",
    "When the enemy starts an action in your hand, if it is two-key, you may: take 3 damage: "
    "cancel it.",
    "Main: put up to 3 chosen own soldiers into the grave: deal 1 damage to the enemy for each "
    "point of number of those (at most 20).",
    "Quick, if now is your turn and there are fewer cards in your deck than cards in the enemy "
    "deck: draw 1 card for every 2 suits among own characters.",
    "Instead of going to the grave, once per game: return this card to hand; otherwise take 1 "
    "damage.",
    "At the end of your turn on the field: put a chosen enemy soldier with at least 10 number of "
    "the enemy's choice into the grave.",
)
