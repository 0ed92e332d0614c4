"""What Divine Cross answers to the hooks of the shared code."""

from evenhand.simulate.compiling import supply
from evenhand.simulate.engine import hooks as game_hooks
from evenhand.simulate.engine.abilities import hooks as ability_hooks
from evenhand.simulate.games.divine_cross import abilities, effects, places, rules
from evenhand.simulate.games.divine_cross.bot import hidden, scores, worth

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
    copy_at=abilities.copy_at,
    owner_at=abilities.owner_at,
    place_of=places.spot_of,
    cards_in_play=abilities.cards_in_play,
    in_place=abilities.in_place,
    changed=abilities.changed,
    # Selectors
    area_of=abilities.area_of,
    is_at=places.is_at,
    is_noun=abilities.is_noun,
    name_at=abilities.name_at,
    is_described=abilities.is_described,
    trait_of=abilities.trait_of,
    zone_for=abilities.zone_for,
    fits_card=abilities.fits_card,
    count=abilities.count,
    # Doing
    resolve=effects.resolve,
    has_effect=abilities.has_effect,
    joining=abilities.joining,
    comes_first=abilities.comes_first,
    # Costs
    can_pay=abilities.can_pay,
    able_to_pay=abilities.able_to_pay,
    # Worth
    step_worth=worth.step_worth,
    place_worth=worth.place_worth,
)
