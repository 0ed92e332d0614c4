"""Abilities in players' own words, brought into the sentences of the language."""
