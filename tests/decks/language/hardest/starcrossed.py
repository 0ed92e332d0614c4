"""Starcrossed: a sketch of its words, and twenty hard abilities."""

from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

from .sketch import lasting, member, numbered

MOMENTS = numbered(
    "Moment",
    (
        "Combat move", "Action move", "Always", "Action", "Special action", "When this is played",
        "When this attacks", "When this blocks", "When this is vanquished",
        "When this raises her crystal", "When another own diva is vanquished",
        "When an enemy diva attacks", "At the end of the turn", "Instead of being vanquished",
    ),
)  # fmt: skip
VOCABULARY = Vocabulary(
    this="this card",
    moments=MOMENTS,
    continuous=(member(MOMENTS, "Always"),),
    subjects=(
        member(MOMENTS, "When another own diva is vanquished"),
        member(MOMENTS, "When an enemy diva attacks"),
    ),
    places=numbered("Place", ("while on a crystal", "while face down", "while in the Void")),
    nouns=numbered(
        "Noun",
        (
            NounWords("[diva|divas]"),
            NounWords("[diva|divas] here", unique=True),
            NounWords("[diva|divas] opposite", unique=True),
            NounWords("neighbouring [diva|divas]"),
            NounWords("[recruit|recruits]"),
            NounWords("[crystal|crystals]"),
            NounWords("[crystal|crystals] here", unique=True),
            NounWords("[skill|skills]"),
            NounWords("[item|items]"),
            NounWords("[card|cards]"),
        ),
    ),
    adjectives=numbered(
        "Adjective",
        ("Amazon", "Apocrypha", "attacking", "blocking", "face-down", "empty", "attuned"),
    ),
    quantities=numbered(
        "Quantity",
        (
            QuantityWords("{of}"),
            QuantityWords("[point|points] of strength of {of}", trait="strength"),
            QuantityWords("[level|levels] of {of}", trait="[level|levels]"),
            QuantityWords("[card|cards] in your hand"),
            QuantityWords("[card|cards] in the enemy hand"),
            QuantityWords("[point|points] of your life"),
            QuantityWords("[point|points] of the enemy's life"),
            QuantityWords("[tribe|tribes] among {of}"),
            QuantityWords("this attack is blocked", yes_or_no=True),
        ),
    ),
    durations=numbered(
        "Duration",
        ("this combat", "until the end of the turn", "while here"),
    ),
    verbs=numbered(
        "Verb",
        (
            VerbWords("draw {amount} [card|cards]"),
            VerbWords("pay {amount} energy"),
            VerbWords("gain {amount} energy"),
            VerbWords("quest for {target}"),
            VerbWords("the enemy loses {amount} life"),
            VerbWords("lose {amount} life"),
            VerbWords("gain {amount} life"),
            lasting("{target} [gets|get] {change} strength"),
            VerbWords("{target} [has|have] {word}", words={"Overkill": 0}, lasting=True),
            lasting("{target} [costs|cost] {change} energy"),
            lasting("{target} can't block"),
            lasting("{target} can't attack"),
            VerbWords("vanquish {target}"),
            VerbWords("return {target} to hand"),
            VerbWords("put {target} on the bottom of the deck"),
            VerbWords("move {target} to {object}"),
            VerbWords("swap {target} for {object}"),
            VerbWords("turn {target} face up"),
            VerbWords("raise {target} {amount} [level|levels]"),
            VerbWords("attune {target} to {word}", words={"Amazon": 0, "Apocrypha": 1}),
            VerbWords("discard {object}"),
            VerbWords("take back {target} from your Void"),
            VerbWords("put {target} from your hand onto {object}"),
            VerbWords("the enemy discards {amount} [card|cards]"),
        ),
    ),
)
NAMES = ("Whiteflame Adept", "Strike")
TEXTS = (
    "Combat move: each other own diva gets +2 strength this combat.",
    "Combat move: your diva here gets +1 strength for each own item this combat.",
    "Always while on a crystal: your diva here has Overkill if there are at least 2 Amazon attuned "
    "own crystals.",
    "Combat move: return a chosen blocking own diva to hand; you may draw 1 card.",
    "Combat move: swap your diva here for a chosen other own diva.",
    "Action move: pay 1 energy: raise a chosen own crystal 1 level; attune it to Amazon.",
    "Special action, once per turn: move this card to a chosen empty own crystal.",
    "When this is vanquished: the enemy loses 1 life for each point of strength of this card "
    "(at most 6).",
    "When another own diva is vanquished, if it is Amazon, you may: pay 2 energy: take back it "
    "from your Void.",
    "When an enemy diva attacks while face down: it gets -3 strength this combat; otherwise draw "
    "1 card.",
    "When this attacks: turn a chosen face-down enemy skill face up; put it on the bottom of the "
    "deck if there are more own items than enemy items.",
    "When this is played: quest for a chosen Apocrypha diva; the enemy loses 2 life.",
    "Action: lose up to 5 life: vanquish a chosen enemy diva with at most 5 strength.",
    "Always, if there are fewer points of your life than points of the enemy's life: each own "
    "diva costs -1 energy.",
    "Always: the enemy diva opposite can't block if it is both Apocrypha and face-down.",
    "When this blocks: the enemy diva opposite gets -1 strength for every 2 cards in your hand "
    "this combat.",
    "Instead of being vanquished, once per turn: discard a chosen own item: return this card to "
    "hand.",
    "Action move: the enemy chooses one: the enemy discards 2 cards or the enemy loses 4 life or "
    "put a chosen enemy diva of the enemy's choice on the bottom of the deck.",
    "When this raises her crystal: put a chosen diva with at most 2 levels from your hand onto a "
    "chosen empty own crystal.",
    'Combat move, if this attack is blocked: a chosen own diva named "Strike" has Overkill until '
    "the end of the turn; it gets +1 strength for each tribe among own divas until the end of the "
    "turn.",
)
