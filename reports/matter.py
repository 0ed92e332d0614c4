"""What a headline says, and what it is about."""

from dataclasses import dataclass
from enum import StrEnum

from evenhand.reports.wording import Sentence, join_parts

__all__ = ["Headline", "Matter"]


class Matter(StrEnum):
    """What a headline is about."""

    BROKEN = "broken games"
    BOTS = "two bots"
    IDLE = "a restriction that never applied"
    FIRST = "going first"
    DECK = "a deck"
    MATCHUP = "a matchup"
    GAMES = "draws, stalls or turns"
    OPEN = "too few games"
    NONE = "nothing wrong"


@dataclass(frozen=True)
class Headline:
    """The headline of a run.

    Attributes
    ----------
    claim : Sentence
        What is wrong, or that nothing is.
    more : Sentence, optional
        What is behind it, or what would settle it.
    deck, card : str
        A deck outside its band, and the card behind it; "" if none is known.
    gap : float
        How far the deck's win rate is outside its band, in [0, 1].
    is_enough : bool
        Whether a plain card instead of that card would bring the deck inside its band.
    bot : str
        The strongest bot of a panel with which the deck is outside; "" if it is the lead.
    games : int
        The games that would settle what is open; 0 if nothing is, or if it would take too many.
    panel_games : int
        The same, of a bot of the panel that thinks ahead, where it alone has played too few.
    ending : str
        How the games ended that the headline is about.
    game : str
        The run's game.
    left_out : Sentence, optional
        What was left out of the run, which is said first.
    """

    matter: Matter
    claim: Sentence
    more: Sentence | None = None
    deck: str = ""
    card: str = ""
    gap: float = 0.0
    is_enough: bool = True
    bot: str = ""
    games: int = 0
    panel_games: int = 0
    ending: str = ""
    game: str = ""
    left_out: Sentence | None = None

    @property
    def opening(self) -> Sentence:
        """The claim of a headline, after what was left out of the run."""
        return self.claim if self.left_out is None else join_parts([self.left_out, self.claim], " ")

    @property
    def sentence(self) -> Sentence:
        """The whole headline."""
        return self.opening if self.more is None else join_parts([self.opening, self.more], " ")
