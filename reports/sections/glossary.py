"""Section "Glossary": definitions of the terms of the report."""

from evenhand.reports.bands import STAR
from evenhand.reports.blocks import Facts, Section, Text
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.verdict_columns import describe_bands
from evenhand.reports.wording import make_sentence, write_fair_share

__all__ = ["make_glossary_section"]


def make_glossary_section(evidence: Evidence) -> Section:
    """Return the section with the definitions of all terms."""
    terms: dict[str, Text] = {
        "Win rate": "Share of games won; a draw counts as a fair share of a win: half of one "
        "between two players. A deck's win rate weighs every opponent the same and leaves out "
        "games against itself.",
        "Fair share": make_sentence(
            "What every seat would win in a fair game with this many players: {fair}.",
            fair=write_fair_share(evidence.n_seats),
        ),
        "Band": make_sentence(
            "What a number is expected to be in. {bands}", bands=describe_bands(evidence)
        ),
        "Verdict": "PASS: the number is certainly inside its band. FAIL: it is certainly outside, "
        "after Holm's correction for all numbers with a band. INCONCLUSIVE: too few games to "
        "tell. They are those of \u201cevenhand check\u201d.",
        "Interval": "A range that holds the true value in 95 of 100 such reports. It does not "
        "allow for the bots' skill: it holds for these bots only.",
        "Allowing for": "Where a sentence names the best, the worst or the furthest of many, its "
        "interval holds for whichever of them is named, because such intervals of all of them "
        "hold together in 95 of 100 reports. Win rates of decks have it in tables, too.",
        "Pair": "Two games on the same deals in which the decks swap seats; the unit of all "
        "intervals. With more than two players, a group of one game per seat.",
        "Pair worth": "How many independent games would give as narrow an interval as one "
        "game of a pair does.",
        "Percentage point": "The difference of two percentages: from 20 % to 23 % is 3 points.",
        "First-player advantage": "The first player's win rate minus the fair share, over games "
        "in which every deck held every seat equally often.",
        **(_define_many_player_terms() if evidence.n_seats > 2 else {}),
        **({} if evidence.metagame.empty else _define_metagame_terms()),
        "Impact": "Win rate of a deck with a card minus its win rate with all copies of the card "
        "exchanged for a plain one, on the same deals.",
        "Opening-hand lift": "Win rate of copies in the opening hand minus that of the other "
        "copies, compared within the same seat and then averaged over seats.",
        f"Stands out ({STAR})": "The number differs from zero after Benjamini and Hochberg's "
        "correction; of the cards marked, at most 5 % are expected to be marked by chance.",
        "Dead in hand": "In hand in a game, and no copy of the card was played in it. After a "
        "mulligan, only cards drawn or fetched count.",
        "GP WR": "Games played: win rate per copy in the deck.",
        "OH WR": "Opening hand: win rate per copy in the opening hand, as it was first dealt.",
        "GD WR": "Games drawn: win rate per copy drawn after the opening hand.",
        "GIH WR": "Games in hand: win rate per copy that was ever in hand, OH and GD together. "
        "Copies fetched from the deck do not count.",
        "GNS WR": "Games not seen: win rate per copy that stayed in the deck.",
        "IWD": "Improvement when drawn (also IIH): GIH WR minus GNS WR. Centred: minus the mean "
        "of the deck's cards, which is not zero even if all cards are alike.",
        "Copies": "Each copy of a card is counted separately, as 17Lands does: a game with two "
        "copies in hand counts twice.",
        "Lead change": "A turn begins with a different player ahead than before.",
        "Comeback": "A game whose winner was behind half-way: after half of its turns, somebody "
        "else alone was ahead. How far behind is the largest deficit at the start of any turn.",
        "Turn": evidence.info.get("words", {}).get("turn") or "One player's turn.",
        "Decision": "A question with two or more answers that the rules put to a player.",
        **({} if evidence.choices.empty else _define_choice_terms()),
        "Stall": "A game stopped at the turn cap.",
        "Engine error": "A game stopped because it outgrew what the program can hold. There "
        "should be none.",
        "Endless turn": "A turn in which play went round in circles: more than 1,000 questions "
        "or 10,000 steps. The game is a draw.",
        "Broken off": "Ended by a limit: a stall, an endless turn or an engine error.",
    }
    return Section("glossary", "Glossary", (Facts(terms, style="glossary"),))


def _define_choice_terms() -> dict[str, Text]:
    """Return the definitions of the terms of what there is to decide."""
    return {
        "Nothing done": "A turn in which its player only took answers that decline: no, enough, or "
        "what is on offer whenever its question is asked, such as to pass or to end the turn.",
        "Sensible answer": "An answer that a beginner takes at least once for eight times that "
        "they take the best one, by the bots' rules of thumb.",
    }


def _define_metagame_terms() -> dict[str, Text]:
    """Return the definitions of the terms of the metagame."""
    return {
        "Mix": "How often each deck is brought where nobody can win more by bringing another: a "
        "Nash equilibrium of the win rates, and if there are several the most even of them.",
        "Alpha-rank": "The share of the time for which everybody plays a deck, if now and then one "
        "player tries another deck, and all copy it if it beats theirs.",
        "Circle": "Three decks of which each beats the next and the last beats the first, as in "
        "rock, paper, scissors.",
        "Strength alone": "Win rates that follow from one number for each deck: the logit of a win "
        "rate is the difference of two decks' numbers.",
    }


def _define_many_player_terms() -> dict[str, Text]:
    """Return the definitions of the terms of games for more than two."""
    return {
        "Table": "The decks of one game. In each group of games with the same deals every deck "
        "holds every seat once; who sits behind whom changes from group to group.",
        "Seat": "A player's place in turn order, counted from the one who goes first.",
        "Place": "1 for the winner; else one more than the number of players who lasted longer. "
        "Players who go out together share the better place, and so do all those who are left "
        "when nobody wins.",
        "Finishing ahead": "Having the better place of two decks at the same table.",
    }
