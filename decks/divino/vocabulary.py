"""How the abilities of DIVINO read: the English pattern of each of its words."""

from importlib.resources import files

from evenhand.decks.divino.words import (
    GENERIC,
    MANA,
    PLANES,
    TRIBES,
    Adjective,
    Duration,
    Keyterm,
    Mode,
    Moment,
    Noun,
    Place,
    Playable,
    Quantity,
    Verb,
    plane_word,
)
from evenhand.decks.language.usual_words import usual_durations, usual_quantities, usual_verbs
from evenhand.decks.language.vocabulary import (
    NounWords,
    QuantityWords,
    VerbWords,
    Vocabulary,
    lasting,
)

__all__ = ["KEYTERM_WORDS", "MODE_WORDS", "VOCABULARY"]

FIGHTERS = (Noun.COMBAT_CARD, Noun.CREATURE, Noun.NAGUAL, Noun.WARRIOR, Noun.HOST)
BUILDINGS = (Noun.FORTRESS, Noun.SHRINE)
ENERGIZERS = (*FIGHTERS, Noun.DEMIGOD)
BEARERS = (*ENERGIZERS, *BUILDINGS)  # what has energy
THINGS = (Noun.LAND, Noun.RELIC, Noun.EQUIPMENT, Noun.ORB, Noun.ENCHANTMENT, Noun.AURA)
PERMANENTS = (*FIGHTERS, *BUILDINGS, *THINGS, Noun.PERMANENT)
ATTACHED = (Noun.EQUIPMENT, Noun.ORB, Noun.AURA)
PLAYERS = (Noun.PLAYER,)
STACK = (Noun.SPELL, Noun.PLAYED_CARD, Noun.ABILITY)
CARDS = (
    *FIGHTERS[:-1], *BUILDINGS, *THINGS, Noun.SPELL, Noun.CARD,
)  # fmt: skip
ENTERING = (*FIGHTERS[:-1], Noun.RELIC, Noun.LAND)  # what is put into play without being cast

KEYTERM_WORDS = {word.name.capitalize(): int(word) for word in Keyterm}
MANA_WORDS = {**{plane_word(plane): int(plane) for plane in MANA}, "any plane": GENERIC}
PLANE_WORDS = {plane_word(plane): int(plane) for plane in MANA}
PLAYABLE_WORDS = {kind.name.lower(): int(kind) for kind in Playable}
MODE_WORDS = {f"{mode.name.lower()} mode": int(mode) for mode in Mode}


VOCABULARY = Vocabulary(
    this="this card",
    moments={
        Moment.SPELL: "Spell",
        Moment.ALWAYS: "Always",
        Moment.ACTIVATE: "Activate",
        Moment.LOYALTY: "Loyalty",
        Moment.MANA: "Mana",
        Moment.ENTER: "When this enters",
        Moment.ATTACKS: "When this attacks",
        Moment.BLOCKS: "When this blocks",
        Moment.IS_BLOCKED: "When this is blocked",
        Moment.HITS: "When this hits an enemy Demigod",
        Moment.DAMAGED: "When this is damaged",
        Moment.DIES: "When this dies",
        Moment.LEAVES: "When this leaves play",
        Moment.ENERGIZES: "When this energizes",
        Moment.TURN_START: "At the beginning of your turn",
        Moment.UPKEEP: "At your upkeep",
        Moment.TURN_END: "At the end of your turn",
        Moment.OTHER_ENTERS: "When another own combat card enters",
        Moment.OTHER_ATTACKS: "When another own combat card attacks",
        Moment.OTHER_DIES: "When another own combat card dies",
        Moment.ENEMY_DIES: "When an enemy combat card dies",
        Moment.YOU_CAST: "When you cast a spell",
        Moment.ENEMY_CASTS: "When an enemy casts a spell",
        Moment.LAND_PLAYED: "When you play a land",
        Moment.DEMIGOD_DAMAGED: "When your Demigod is damaged",
        Moment.HOST_ATTACKS: "When its host attacks",
        Moment.HOST_DIES: "When its host dies",
    },
    continuous=(Moment.ALWAYS,),
    placeless=(Moment.SPELL,),
    subjects=(
        Moment.OTHER_ENTERS,
        Moment.OTHER_ATTACKS,
        Moment.OTHER_DIES,
        Moment.ENEMY_DIES,
        Moment.YOU_CAST,
        Moment.ENEMY_CASTS,
        Moment.LAND_PLAYED,
        Moment.DEMIGOD_DAMAGED,
        Moment.HOST_ATTACKS,
        Moment.HOST_DIES,
    ),
    places={
        Place.ATTACK_MODE: "while in attack mode",
        Place.DEFENSE_MODE: "while in defense mode",
        Place.UNTAPPED: "while untapped",
        Place.TAPPED: "while tapped",
    },
    nouns={
        Noun.COMBAT_CARD: NounWords("combat [card|cards]"),
        Noun.CREATURE: NounWords("[creature|creatures]"),
        Noun.NAGUAL: NounWords("[Nagual|Naguals]"),
        Noun.WARRIOR: NounWords("[Warrior|Warriors]"),
        Noun.DEMIGOD: NounWords("[Demigod|Demigods]", unique=True),
        Noun.FORTRESS: NounWords("[Fortress|Fortresses]"),
        Noun.SHRINE: NounWords("[Shrine|Shrines]"),
        Noun.DEITY: NounWords("[Deity|Deities]"),
        Noun.LAND: NounWords("[land|lands]"),
        Noun.RELIC: NounWords("[relic|relics]"),
        Noun.EQUIPMENT: NounWords("Equipment"),
        Noun.ORB: NounWords("[Orb|Orbs]"),
        Noun.ENCHANTMENT: NounWords("[enchantment|enchantments]"),
        Noun.AURA: NounWords("[aura|auras]"),
        Noun.PERMANENT: NounWords("[permanent|permanents]"),
        Noun.HOST: NounWords("[host|hosts]", unique=True),
        Noun.PLAYER: NounWords("[player|players]"),
        Noun.SPELL: NounWords("[spell|spells]"),
        Noun.PLAYED_CARD: NounWords("played [card|cards]"),
        Noun.ABILITY: NounWords("[ability|abilities]"),
        Noun.CARD: NounWords("[card|cards]"),
    },
    adjectives={
        **{plane: plane_word(plane) for plane in PLANES},
        Adjective.AEVOS_ALIGNED: "Aevos-aligned",
        Adjective.DAEVOS_ALIGNED: "Daevos-aligned",
        Adjective.NEUTRAL_ALIGNED: "Neutral-aligned",
        **{tribe: tribe.name.capitalize() for tribe in TRIBES},
        Adjective.TAPPED: "tapped",
        Adjective.UNTAPPED: "untapped",
        Adjective.ATTACK_MODE: "attack-mode",
        Adjective.DEFENSE_MODE: "defense-mode",
        Adjective.ATTACKING: "attacking",
        Adjective.BLOCKING: "blocking",
        Adjective.BLOCKED: "blocked",
        Adjective.ENERGIZING: "energizing",
        Adjective.EQUIPPED: "equipped",
        Adjective.ENCHANTED: "enchanted",
        Adjective.BASIC: "basic",
        Adjective.NONBASIC: "nonbasic",
        Adjective.STRONGEST: "strongest",
        Adjective.WEAKEST: "weakest",
    },
    quantities={
        **usual_quantities(Quantity),
        Quantity.ENERGY: QuantityWords("energy on {of}", trait="energy"),
        Quantity.ATK: QuantityWords("[point|points] of ATK of {of}", trait="ATK"),
        Quantity.DEF: QuantityWords("[point|points] of DEF of {of}", trait="DEF"),
        Quantity.ENERGIZE: QuantityWords("[point|points] of energize of {of}"),
        Quantity.LOYALTY: QuantityWords("loyalty [counter|counters] on {of}"),
        Quantity.APPROVAL: QuantityWords("approval [counter|counters] on {of}"),
        Quantity.PLANES: QuantityWords("[plane|planes] among {of}"),
        Quantity.ENEMY_HANDS: QuantityWords("[card|cards] in enemy hands"),
        Quantity.ENEMY_DISCARDS: QuantityWords("[card|cards] in enemy discard piles"),
        Quantity.OWN_MANA: QuantityWords("mana in your pool"),
        Quantity.OWN_QUEUE: QuantityWords("[Demigod|Demigods] in your queue"),
        Quantity.PAID: QuantityWords("energy paid this way"),
        Quantity.YOUR_MAIN_PHASE: QuantityWords("now is your main phase", yes_or_no=True),
    },
    durations={
        **usual_durations(Duration),
        Duration.THIS_TURN: "until the end of the turn",
        Duration.YOUR_NEXT_TURN: "until your next turn",
    },
    in_play=(Duration.IN_PLAY,),
    verbs={
        **usual_verbs(Verb, CARDS),
        Verb.PLAYER_DRAWS: VerbWords("{target} [draws|draw] {amount} [card|cards]", PLAYERS),
        Verb.PLAYER_DISCARDS: VerbWords(
            "{target} [discards|discard] {amount} [card|cards]", PLAYERS
        ),
        Verb.PLAYER_LOSES_CARDS: VerbWords(
            "{target} [loses|lose] {amount} random [card|cards]", PLAYERS
        ),
        Verb.MILL: VerbWords("mill {amount} [card|cards]"),
        Verb.PLAYER_MILLS: VerbWords("{target} [mills|mill] {amount} [card|cards]", PLAYERS),
        Verb.REVIVE: VerbWords("put {target} from your discard pile into play", ENTERING),
        Verb.DEPLOY: VerbWords("put {target} from your hand into play", ENTERING),
        Verb.RAMP: VerbWords("put {target} from your deck into play", ENTERING),
        Verb.LOOK: VerbWords("look at the hand of {target}", PLAYERS),
        Verb.CANCEL: VerbWords("cancel {target}", STACK),
        Verb.OWNER_MAY_PAY: VerbWords("the owner of {target} may pay {amount} energy", STACK),
        Verb.PAY: VerbWords("pay {amount} energy"),
        Verb.PAY_MANA: VerbWords("pay {amount} mana of {word}", words=MANA_WORDS),
        Verb.ADD_MANA: VerbWords("add {amount} mana of {word}", words=MANA_WORDS),
        Verb.GAIN: VerbWords("{target} [gains|gain] {amount} energy", BEARERS),
        Verb.LOSE: VerbWords("{target} [loses|lose] {amount} energy", BEARERS),
        Verb.MOVE_ENERGY: VerbWords(
            "move {amount} energy from {object} to {target}", targets=BEARERS, objects=BEARERS
        ),
        Verb.ENERGIZE: VerbWords("energize {target}", ENERGIZERS),
        Verb.DAMAGE: VerbWords("deal {amount} damage to {target}", BEARERS),
        Verb.SPLIT_DAMAGE: VerbWords("deal {amount} damage split among {target}", BEARERS),
        Verb.DESTROY: VerbWords("destroy {target}", PERMANENTS),
        Verb.SACRIFICE: VerbWords("sacrifice {target}", PERMANENTS),
        Verb.PLAYER_SACRIFICES: VerbWords(
            "{target} [sacrifices|sacrifice] {amount} combat [card|cards]", PLAYERS
        ),
        Verb.BOUNCE: VerbWords("return {target} to hand", PERMANENTS),
        Verb.SHUFFLE_IN: VerbWords("shuffle {target} into the deck", PERMANENTS),
        Verb.TAP: VerbWords("tap {target}", PERMANENTS),
        Verb.UNTAP: VerbWords("untap {target}", PERMANENTS),
        Verb.SET_MODE: VerbWords("put {target} into {word}", FIGHTERS, words=MODE_WORDS),
        Verb.ATTACH: VerbWords(
            "attach {object} to {target}", targets=(*BEARERS, Noun.LAND), objects=ATTACHED
        ),
        Verb.ADD_APPROVAL: VerbWords(
            "add {amount} approval [counter|counters] to {target}", (Noun.SHRINE,)
        ),
        Verb.REMOVE_APPROVAL: VerbWords(
            "remove {amount} approval [counter|counters] from {target}", (Noun.SHRINE,)
        ),
        Verb.ADD_LOYALTY: VerbWords(
            "add {amount} loyalty [counter|counters] to {target}", (Noun.DEITY,)
        ),
        Verb.REMOVE_LOYALTY: VerbWords(
            "remove {amount} loyalty [counter|counters] from {target}", (Noun.DEITY,)
        ),
        Verb.SUMMON: VerbWords("summon the Deity of {target}", (Noun.SHRINE,)),
        Verb.GETS_ATK: lasting("{target} [gets|get] {change} ATK", targets=BEARERS),
        Verb.GETS_DEF: lasting("{target} [gets|get] {change} DEF", targets=BEARERS),
        Verb.GETS_ENERGIZE: lasting("{target} [energizes|energize] {change}", targets=ENERGIZERS),
        Verb.HAS_KEYTERM: lasting(
            "{target} [has|have] {word}", targets=FIGHTERS, words=KEYTERM_WORDS
        ),
        Verb.IS_ALSO: lasting("{target} [is|are] also {word}", targets=BEARERS, words=PLANE_WORDS),
        Verb.CANNOT_ATTACK: lasting("{target} can't attack", targets=FIGHTERS),
        Verb.CANNOT_BLOCK: lasting("{target} can't block", targets=FIGHTERS),
        Verb.CANNOT_UNTAP: lasting("{target} can't untap", targets=PERMANENTS),
        Verb.CANNOT_USE: lasting("{target} can't use abilities", targets=(*BEARERS, *THINGS)),
        Verb.PREVENT: lasting(
            "prevent the next {amount} damage to {target}",
            targets=BEARERS,
            moments=tuple(moment for moment in Moment if moment != Moment.ALWAYS),
        ),
        Verb.PREVENT_ALL: lasting("prevent all damage to {target}", targets=BEARERS),
        Verb.PREVENT_COMBAT: lasting("prevent all combat damage"),
        Verb.NO_PLANE_PENALTY: lasting("you pay no plane penalty"),
        Verb.NO_ALIGNMENT_PENALTY: lasting("you pay no alignment penalty"),
        Verb.YOU_PAY: lasting("{word} you cast cost {change} energy", words=PLAYABLE_WORDS),
        Verb.ENEMIES_PAY: lasting("{word} enemies cast cost {change} energy", words=PLAYABLE_WORDS),
        Verb.ENEMIES_CANNOT_CAST: lasting("enemies can't cast {word}", words=PLAYABLE_WORDS),
        Verb.NO_HAND_LIMIT: lasting("you have no hand limit"),
        Verb.LANDS_EACH_TURN: lasting("you may play {amount} more [land|lands] each turn"),
        Verb.LANDS_THIS_TURN: VerbWords("you may play {amount} more [land|lands] this turn"),
    },
    phrases=files(__package__) / "phrases.txt",
)
