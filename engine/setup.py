"""The setup of a game: the rules, the players' names, and the points and games that each side starts with.

`has_effect` and `others` help a program to offer the options to the players.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import InvalidRules, one_line, quoted, shown
from engine.options import FIVE_CARD, Need, option_named
from engine.rules import Rules, in_force
from engine.scoring.pegs import double_skunk_line, skunk_line

LONGEST_NAME = 10
"""The maximum length of a name, in characters: a name has to fit beside a score."""
MOST_GAMES = 9999
"""The highest number of games that a side can have won."""


@one_line
class Setup(NamedTuple):
    """The setup of a game: its rules, its players' names and its starting scores.

    Attributes:
        rules: the rules to play by.
        start: each side's points before the first deal; empty if each side has 0.
        names: the players' names, in the order of their seats; empty if they have no names.
        games: the number of games that each side has won in the match; empty if each side has won 0.
    """

    rules: Rules = Rules()
    start: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    games: tuple[int, ...] = ()

    def checked(self) -> Setup:
        """Check the setup and return a copy in which an empty `start` or `games` is filled with zeros.

        Raises:
            InvalidRules: a value has the wrong type, `start` or `games` does not have one number for each
                side, a number is out of range, a name is invalid or given twice, or the number of names is
                wrong.
        """
        if not isinstance(self.rules, Rules):
            raise InvalidRules(f"rules are made by Rules(…), not {quoted(self.rules)}")
        sides = self.rules.sides
        start = self.start or (0,) * sides
        games = self.games or (0,) * sides
        _check_numbers("start", start, sides, self.rules.target - 1)
        _check_numbers("games", games, sides, MOST_GAMES)
        _check_names(self.names, self.rules.players)
        return self._replace(start=start, games=games)


def _check_numbers(name: str, numbers: tuple[int, ...], sides: int, highest: int) -> None:
    good = isinstance(numbers, tuple) and len(numbers) == sides
    if not good or not all(type(number) is int and 0 <= number <= highest for number in numbers):
        given = ",".join(map(str, numbers)) if isinstance(numbers, tuple) else quoted(numbers)
        raise InvalidRules(f"{name} cannot be {given}: give {sides} numbers from 0 to {highest}")


def _check_names(names: tuple[str, ...], players: int) -> None:
    if names == ():
        return
    if not isinstance(names, tuple):
        raise InvalidRules(f"names cannot be {quoted(names)}: give a tuple of {players} names")
    for name in names:
        if not isinstance(name, str):
            raise InvalidRules(f"{quoted(name)} cannot be a name: a name is text")
        if not (name.isprintable() and 1 <= len(name) <= LONGEST_NAME) or any(
            char in " ,=#" for char in name
        ):
            raise InvalidRules(f"{shown(name)} cannot be a name: use 1 to {LONGEST_NAME} letters or digits")
    if len(names) != players:
        given = ",".join(names)
        names_given = f"{len(names)} name{'' if len(names) == 1 else 's'} given"
        raise InvalidRules(f"names cannot be {given}: {names_given}, {players} needed")
    if len(set(names)) < players:
        raise InvalidRules(f"names cannot be {','.join(names)}: give each player a different name")


def has_effect(name: str, rules: Rules) -> bool:
    """Return True if an option makes a difference in a game with the given rules.

    For example, `go_multi` needs three players, and `skunk_worth` needs a game with skunks.

    Raises:
        InvalidRules: there is no such option, or `rules` is not a Rules object.
    """
    option = option_named(name)
    rules = in_force(rules)
    return all(_is_met(need, rules) for need in option.needs)


def _is_met(need: Need, rules: Rules) -> bool:
    match need:
        case Need.CARDS:
            return rules.follows_cards
        case Need.PLAY:
            return rules.follows_play
        case Need.PLAY_AFTER_GO:
            return not rules.play_stops
        case Need.FIVE_CARD:
            return rules.game == FIVE_CARD
        case Need.TWO_PLAYERS:
            return rules.players == 2
        case Need.THREE_PLAYERS:
            return rules.players > 2
        case Need.FOUR_PLAYERS:
            return rules.players == 4
        case Need.SKUNKS:
            return skunk_line(rules) > 0
        case Need.DOUBLE_SKUNKS:
            return double_skunk_line(rules) > 0
        case Need.MUGGINS:
            return rules.muggins
        case Need.NO_MUGGINS:
            return not rules.muggins


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
