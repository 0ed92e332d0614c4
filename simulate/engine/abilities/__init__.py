"""Execute the abilities of cards, as compiled from the texts of a card file.

`steps` executes the steps of an ability on the agenda; `selecting` evaluates their selectors and
conditions; `changes` has lasting and continuous changes; `triggers` has triggered abilities;
`questions` offers the choices and applies the answers.

A game adds the fields of `fields` to its state and implements the hooks of `hooks` in its own
module ``abilities``: its places, the meanings of its words, and the effects of its verbs.
"""
