"""Cards and decks for the tests of deck files."""

NAMES = ("Soot Sparrow", "Coal Hound", "Ashfall", "Stoke", "Iron Tongs", "Fire // Ice", "Agent 47",
         "Agent", "Crush (red)")  # fmt: skip
CARDS = "name,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage\n" + "".join(
    f"{name},Unit,300,Red,1,Jab,1,60\n" for name in NAMES
)
DECK = {"Soot Sparrow": 2, "Coal Hound": 2}
MAIN = "2 Soot Sparrow\n2 Coal Hound\n"


def out(*places):
    """Write the note on what is kept out."""
    return "not played: " + ", ".join(f"'{word}' (line {line})" for word, line in places)
