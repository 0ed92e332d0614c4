"""What Starcrossed answers to the hooks of the shared code."""

from evenhand.simulate.compiling import supply
from evenhand.simulate.engine import hooks as game_hooks
from evenhand.simulate.engine.abilities import hooks as ability_hooks
from evenhand.simulate.games.starcrossed import abilities, costs, counting, effects, nouns, rules
from evenhand.simulate.games.starcrossed.bot import hidden, scores, worth

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
    place_of=abilities.place_of,
    cards_in_play=abilities.cards_in_play,
    in_place=abilities.in_place,
    changed=abilities.changed,
    # Selectors
    area_of=abilities.area_of,
    is_at=abilities.is_at,
    is_exact=abilities.is_exact,
    is_other=nouns.is_other,
    is_noun=nouns.is_noun,
    name_at=nouns.name_at,
    is_described=nouns.is_described,
    trait_of=nouns.trait_of,
    zone_for=abilities.zone_for,
    zone_of=abilities.zone_of,
    fits_card=nouns.fits_card,
    count=counting.count,
    # Doing
    resolve=effects.resolve,
    has_effect=abilities.has_effect,
    joining=abilities.joining,
    # Costs
    can_pay=costs.can_pay,
    able_to_pay=costs.able_to_pay,
    # Worth
    step_worth=worth.step_worth,
    place_worth=worth.place_worth,
)
