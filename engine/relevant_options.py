"""The options that have an effect in a game. Other options need not be shown."""

from __future__ import annotations

from engine.errors import InvalidRules
from engine.game_forms import FIVE_CARD
from engine.options import option_named
from engine.rules import Rules, in_force
from engine.skunks import double_skunk_line, skunk_line

_OF_THE_PLAY = frozenset(
    {
        "lead_after_go",
        "go_multi",
        "combo_after_go",
        "five_card_replay",
        "five_card_play_on",
        "muggins_opens",
        "muggins_go",
    }
)
_OF_THE_CARDS = frozenset(
    {"heels_points", "heels_can_win", "cut_before_deal", "crib_flush", "ace_11", "reveal", "calling"}
)


def has_effect(name: str, rules: Rules) -> bool:
    """Return True if an option makes a difference in a game with the given rules.

    For example, `go_multi` needs three players, and `skunk_worth` needs a game with skunks.

    Args:
        name: the option's name.
        rules: the rules of the game.

    Raises:
        InvalidRules: there is no such option, or `rules` is not a Rules object.
    """
    option_named(name)
    rules = in_force(rules)
    if name in _OF_THE_PLAY and not rules.follows_play:
        return False
    if name in _OF_THE_CARDS and not rules.follows_cards:
        return False
    five_card = rules.game == FIVE_CARD
    if name.startswith("muggins_"):
        return rules.muggins
    return {
        "five_card_replay": five_card,
        "five_card_play_on": five_card,
        "three_for_last": five_card,
        "lead_after_go": not rules.play_stops,
        "go_multi": rules.players > 2,
        "next_game_dealer": rules.players == 2,
        "skunk_worth": skunk_line(rules) > 0,
        "double_worth": double_skunk_line(rules) > 0,
        "reveal": not rules.muggins,
    }.get(name, True)


def others(name: str, rules: Rules) -> tuple[Rules, ...]:
    """Return copies of the given rules in which the option `name` has a different value, one copy per value.

    The value that follows the current one comes first. Values that contradict other options are left out.
    The copies are rules for a new game (`Rules.for_new_game`), even if `rules` comes from an old record.

    Raises:
        InvalidRules: there is no such option, or `rules` is not a Rules object.
    """
    option = option_named(name)
    rules = in_force(rules).for_new_game
    values = (True, False) if option.is_switch else tuple(option.values)
    now = values.index(getattr(rules, name))
    found = []
    for value in (*values[now + 1 :], *values[:now]):
        try:
            found.append(Rules(**rules._asdict() | {name: value}))
        except InvalidRules:
            continue
    return tuple(found)
