"""What DIVINO answers to the hooks of the shared code."""

from evenhand.simulate.compiling import supply
from evenhand.simulate.engine import hooks as game_hooks
from evenhand.simulate.engine.abilities import hooks as ability_hooks
from evenhand.simulate.games.divino import rules
from evenhand.simulate.games.divino.bot import hidden, scores, worth
from evenhand.simulate.games.divino.costs import named, together
from evenhand.simulate.games.divino.effects import abilities, counting, verbs
from evenhand.simulate.games.divino.in_play import nouns, places, zones

__all__ = ["HOOKS"]

HOOKS = supply(
    game_hooks,
    ability_hooks,
    set_up=rules.set_up,
    legal_actions=rules.legal_actions,
    apply=rules.apply,
    standing=rules.standing,
    # Bots
    score=scores.score,
    resample_hidden=hidden.resample_hidden,
    # Places
    copy_at=places.copy_in_play,
    owner_at=places.seat_of,
    place_of=places.place_in_play,
    cards_in_play=places.in_play,
    in_place=abilities.in_place,
    changed=abilities.changed,
    # Selectors
    area_of=abilities.area_of,
    is_exact=abilities.is_exact,
    is_at=abilities.is_at,
    is_noun=nouns.is_noun,
    name_at=nouns.name_at,
    is_described=nouns.is_described,
    trait_of=nouns.trait_of,
    zone_for=zones.zone_for,
    fits_card=nouns.fits_card,
    count=counting.count,
    # Doing
    resolve=verbs.resolve,
    has_effect=abilities.has_effect,
    who_discards=abilities.who_discards,
    joining=abilities.joining,
    comes_first=abilities.comes_first,
    # Costs
    can_pay=named.can_pay,
    able_to_pay=together.able_to_pay,
    # Worth
    step_worth=worth.step_worth,
    place_worth=worth.place_worth,
)
