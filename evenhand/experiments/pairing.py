"""Two cards of a deck at a time: what they are exchanged for, and the decks without them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from evenhand.analysis.tables.card_synergy import CardPair
from evenhand.decks.problems import UsageError
from evenhand.experiments.swaps import Exchanged, exchange_cards, list_decks
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import Variant, plan_variants

__all__ = ["NumberedPair", "Pairing", "pair_cards"]

NumberedPair = tuple[int, int]  # of a pairing's cards


@dataclass(frozen=True)
class Pairing:
    """A deck of a plan whose cards are exchanged two at a time.

    Attributes
    ----------
    exchanged : Exchanged
        The deck's cards, one at a time.
    """

    exchanged: Exchanged

    @property
    def plan(self) -> Plan:
        """The plan, whose pool has the baselines."""
        return self.exchanged.plan

    @property
    def pairs(self) -> list[NumberedPair]:
        """All pairs of cards, by their numbers in the exchanges."""
        return list(combinations(range(len(self.exchanged.exchanges)), 2))

    @property
    def n_matchups(self) -> int:
        """How many matchups the deck plays in."""
        return len(plan_variants(self.plan, self.exchanged.variants[:1]).matchups[0])

    def name(self, pair: NumberedPair) -> CardPair:
        """Name a pair of cards."""
        first, second = (self.exchanged.exchanges[card] for card in pair)
        return CardPair(first.deck, first.card, second.card)

    def without(self, cards: Iterable[int]) -> Variant:
        """Exchange several cards at once."""
        deck = self.exchanged.variants[0].deck
        own = list_decks(self.plan)[deck].cards
        slots = list(own)
        for card in cards:
            for slot, row in enumerate(self.exchanged.variants[card].cards):
                if row != own[slot]:
                    slots[slot] = row
        return Variant(deck, tuple(slots))

    def in_hands_of(self, bot: Bot) -> "Pairing":
        """Let another bot play."""
        return Pairing(replace(self.exchanged, plan=replace(self.plan, bots=[bot])))


def pair_cards(plan: Plan, deck: str, baseline: str = "") -> Pairing:
    """Choose what the cards of a deck are exchanged for.

    Parameters
    ----------
    deck : str
        Name of one of the plan's decks.
    baseline : str
        A card of the pool; "" for a plain card like the one it stands for.

    Raises
    ------
    UsageError
        If fewer than two cards can be exchanged, decks vary in the plan's mode, or the game
        knows no plain cards.
    """
    number = [own.name for own in list_decks(plan)].index(deck)
    exchanged = exchange_cards(plan, (), baseline)
    kept = [row for row, variant in enumerate(exchanged.variants) if variant.deck == number]
    if len(kept) < 2:
        found = "one card" if kept else "no card"
        message = f"a pair takes two cards: the deck '{deck}' has {found} to exchange"
        raise UsageError(message, "name another deck" if not baseline else "another --with CARD")
    return Pairing(
        replace(
            exchanged,
            exchanges=[exchanged.exchanges[row] for row in kept],
            variants=[exchanged.variants[row] for row in kept],
        )
    )
