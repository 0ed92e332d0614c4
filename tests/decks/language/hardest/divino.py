"""DIVINO: a sketch of its words, and twenty hard abilities."""

from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

from .sketch import lasting, member, numbered

MOMENTS = numbered(
    "Moment",
    (
        "Instant", "Sorcery", "Always", "Activate", "Upkeep", "Loyalty", "When this enters",
        "When this attacks", "When this blocks", "When this dies", "When this is dealt damage",
        "When another own creature dies", "When you cast a spell", "When the enemy casts a spell",
        "When your demigod energizes", "When a creature enters under your control",
        "Instead of dying", "At the end of the turn",
    ),
)  # fmt: skip
PLANES = {"Naga": 0, "Elwynn": 1, "Alial": 2, "Nara": 3, "Roth": 4}
VOCABULARY = Vocabulary(
    this="this card",
    moments=MOMENTS,
    continuous=(member(MOMENTS, "Always"),),
    subjects=tuple(
        member(MOMENTS, text)
        for text in (
            "When another own creature dies",
            "When you cast a spell",
            "When the enemy casts a spell",
            "When a creature enters under your control",
        )
    ),
    places=numbered("Place", ("from your discard pile", "in attack mode")),
    nouns=numbered(
        "Noun",
        (
            NounWords("[creature|creatures]"),
            NounWords("combat [card|cards]"),
            NounWords("[demigod|demigods]", unique=True),
            NounWords("[fortress|fortresses]"),
            NounWords("[shrine|shrines]"),
            NounWords("[land|lands]"),
            NounWords("[relic|relics]"),
            NounWords("[spell|spells]"),
            NounWords("[Nagual|Naguals]"),
            NounWords("[card|cards]"),
        ),
    ),
    adjectives=numbered(
        "Adjective",
        ("tapped", "untapped", "attacking", "blocking", "defending", "Roth", "Aevos", "weakest"),
    ),
    quantities=numbered(
        "Quantity",
        (
            QuantityWords("{of}"),
            QuantityWords("energy of {of}", trait="energy"),
            QuantityWords("[point|points] of ATK of {of}", trait="ATK"),
            QuantityWords("[card|cards] in your hand"),
            QuantityWords("[card|cards] in the enemy hand"),
            QuantityWords("approval on {of}", trait="approval"),
            QuantityWords("energy paid this way"),
            QuantityWords("[player|players]"),
            QuantityWords("now is your main phase", yes_or_no=True),
        ),
    ),
    durations=numbered(
        "Duration", ("until the end of the turn", "until your next turn", "while in play")
    ),
    verbs=numbered(
        "Verb",
        (
            VerbWords("pay {amount} energy"),
            VerbWords("pay {amount} mana of {word}", words=PLANES),
            VerbWords("tap {target}"),
            VerbWords("untap {target}"),
            VerbWords("remove {amount} loyalty from {target}"),
            VerbWords("add {amount} loyalty to {target}"),
            VerbWords("add {amount} approval to {target}"),
            VerbWords("add {amount} mana of {word}", words=PLANES),
            VerbWords("summon the Deity of {target}"),
            VerbWords("deal {amount} damage to {target}"),
            VerbWords("deal {amount} damage split among {target}"),
            VerbWords("{target} [gains|gain] {amount} energy"),
            VerbWords("destroy {target}"),
            VerbWords("cancel {target}"),
            VerbWords("return {target} to hand"),
            VerbWords("put {target} from your discard pile into play"),
            VerbWords("draw {amount} [card|cards]"),
            VerbWords("each player discards {amount} [card|cards]"),
            VerbWords("discard {amount} of their cards"),
            VerbWords("search your deck for {target}"),
            VerbWords("attach this to {target}"),
            VerbWords("the owner of {target} pays {amount} energy"),
            VerbWords(
                "put {target} into {word}", words={"attack mode": 0, "defense mode": 1}
            ),
            lasting("{target} [gets|get] {change} ATK"),
            lasting("{target} [gets|get] {change} DEF"),
            lasting("{target} [energizes|energize] {change}"),
            VerbWords(
                "{target} [has|have] {word}",
                words={"haste": 0, "defender": 1, "first strike": 2},
                lasting=True,
            ),
            lasting("{target} can't attack"),
            lasting("{target} can't be targeted by the enemy"),
            lasting("prevent {amount} damage to {target}"),
            lasting("control {target}"),
            lasting("you pay no penalty for another plane"),
        ),
    ),
)  # fmt: skip
NAMES = ("Ashen Warden",)
TEXTS = (
    "Instant: cancel a chosen enemy spell with at most 3 energy.",
    "Instant: the owner of a chosen enemy spell pays 2 energy; otherwise cancel it.",
    "Sorcery: deal 5 damage split among up to 3 chosen enemy combat cards.",
    "Activate, once per turn: tap this card and pay 2 energy: deal 1 damage to a chosen enemy "
    "creature for each tapped own land.",
    "Activate: pay up to 8 energy: deal 1 damage to the enemy demigod for each energy paid this "
    "way.",
    "Loyalty, once per turn: remove 7 loyalty from this card: destroy each enemy creature; your "
    "demigod gains 2 energy for each own creature (at most 12).",
    "Upkeep, if this card is tapped and there are no untapped own creatures: untap this card.",
    "Always: this card gets +2 ATK; this card has first strike if it is attacking; this card "
    "energizes +1.",
    "When another own creature dies, twice per turn, if it is Roth: the enemy may discard 1 of "
    "their cards; otherwise deal 1 damage to the enemy demigod for each point of ATK of the "
    "former.",
    "When this enters: control a chosen enemy creature of the enemy's choice while in play; put it "
    "into attack mode.",
    "Instant, if there are more cards in the enemy hand than cards in your hand: draw 1 card for "
    "every 2 cards in the enemy hand.",
    "Instead of dying, once per game: this card gains 1 energy; tap this card; this card can't "
    "attack until your next turn.",
    "Sorcery: choose one: destroy a chosen relic or return a chosen combat card with exactly 4 "
    "energy to hand and draw 1 card or destroy a chosen weakest enemy creature.",
    'When this enters, you may: search your deck for a chosen card named "Ashen Warden"; put it '
    "into attack mode if now is your main phase.",
    "When you cast a spell: add 1 approval to this card; summon the Deity of this card if there "
    "are at least 5 approval on this card.",
    "Always: you pay no penalty for another plane; each other Roth own combat card gets +1 DEF.",
    "Activate from your discard pile: pay 1 mana of Roth and pay 3 energy: put this card from your "
    "discard pile into play; it has haste until the end of the turn.",
    "When a creature enters under your control: it gets +1 ATK for every 2 other own creatures "
    "until the end of the turn if it is not Aevos.",
    "When this is dealt damage, once per turn: deal 2 damage to each attacking creature with at "
    "least 3 ATK; prevent 2 damage to each own fortress until the end of the turn.",
    "Activate, if there are as many own creatures as enemy creatures: tap up to 2 chosen own "
    "creatures: untap a random own Nagual; it gains 1 energy for each player.",
)
