"""Exchange two cards of a deck at a time: their baselines, and the decks without them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from evenhand.analysis.tables.card_synergy import CardPair
from evenhand.decks.problems import UsageError
from evenhand.experiments.exchange_plan import Exchanged, exchange_cards, list_decks
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.variants import Variant, plan_variants

__all__ = ["NumberedPair", "Pairing", "pair_cards"]

NumberedPair = tuple[int, int]  # indices of two of a pairing's cards


@dataclass(frozen=True)
class Pairing:
    """A deck of a plan whose cards are exchanged in pairs, to measure synergy.

    Attributes
    ----------
    exchanged : Exchanged
        The exchanges of the deck's single cards.
    """

    exchanged: Exchanged

    @property
    def plan(self) -> Plan:
        """The plan, with the baselines in its pool."""
        return self.exchanged.plan

    @property
    def pairs(self) -> list[NumberedPair]:
        """All pairs of cards, as indices of the exchanges."""
        return list(combinations(range(len(self.exchanged.exchanges)), 2))

    @property
    def n_matchups(self) -> int:
        """Number of matchups of the deck whose cards are paired."""
        return len(plan_variants(self.plan, self.exchanged.variants[:1]).matchups[0])

    def name_pair(self, pair: NumberedPair) -> CardPair:
        """Return the names of a pair of cards."""
        first, second = (self.exchanged.exchanges[card] for card in pair)
        return CardPair(first.deck, first.card, second.card)

    def make_variant_without(self, cards: Iterable[int]) -> Variant:
        """Return the variant of the deck with a pair, or several cards, exchanged."""
        deck = self.exchanged.variants[0].deck
        own = list_decks(self.plan)[deck].cards
        slots = list(own)
        for card in cards:
            for slot, row in enumerate(self.exchanged.variants[card].cards):
                if row != own[slot]:
                    slots[slot] = row
        return Variant(deck, tuple(slots))

    def with_bot(self, bot: Bot) -> "Pairing":
        """Return the pairs of cards played by another bot."""
        return Pairing(replace(self.exchanged, plan=replace(self.plan, bots=[bot])))


def pair_cards(plan: Plan, deck: str, baseline: str = "") -> Pairing:
    """Return the pairs of cards of a deck for synergy, with a baseline for each card.

    Parameters
    ----------
    deck : str
        Name of one of the plan's decks.
    baseline : str
        A card of the pool; "" for the plain card of each card.

    Raises
    ------
    UsageError
        If fewer than two cards can be exchanged, the mode has no fixed decks, or the game has
        no plain cards.
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
