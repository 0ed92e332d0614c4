"""Convert abilities in players' own words to sentences of the language."""
