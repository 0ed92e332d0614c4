"""Execute the abilities of cards, as compiled from the texts of a card file.

An ability on the agenda goes through its steps (`steps`); what a step speaks of is found
by `selecting`; what changes for a while stands in `changes`; abilities that wait for a
moment are in `triggers`; `questions` offers the choices and takes the answers.

A game lays `fields` into its state and supplies the hooks of `hooks` in a module
``abilities`` of its own: what its places are, what its words mean, and what its verbs do.
"""
