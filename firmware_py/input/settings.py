"""The parts and settings of a board that its keys depend on, and the settings that players can change.

To add a setting, give `Equipment` a field for its value and describe it in `SETTINGS`. The rest follows: the
menu offers it, a configuration file can contain it under `[game]`, and a change takes effect at once, because
the board replaces its equipment, and whatever depends on a setting asks the board for it at each press.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.game import Game
from engine.setup import Setup
from firmware_py.words.english import English
from firmware_py.words.in_use import PlayerNames, words

from .keys import Key
from .page import Hint, Page, Row, hint_rows, leaves, sentence


class Equipment(NamedTuple):
    """The parts and settings of a board that determine which keys it accepts, and what they do.

    Attributes:
        joystick: True if the board has a joystick for picking keys on the screen.
        new_game: the default setup for a new game, or None to use the current game's setup.
        powers_off: True if the menu can be used to switch the machine off.
        phones: True if the menu can be used to let phones join, so that they can press the board's keys.
        coach: True if the coach gives advice after each deal, False if it is switched off, None if the board
            has no coach.
        palette: the names of the colours of the sides' pegs; empty for those under `[lights]`, None if the
            board has no track LEDs.
        updates: True if the menu can be used to update the board.
        hints: True if a person plays alone against the program, and can ask the coach for a hint. There is
            none in a game by the rules of a club.
    """

    joystick: bool = False
    new_game: Setup | None = None
    powers_off: bool = False
    phones: bool = False
    coach: bool | None = None
    palette: tuple[str, ...] | None = None
    updates: bool = False
    hints: bool = False


KEYS_ALONE = Equipment()
"""The equipment of a board that has only keys and uses the default settings."""


class MenuSetting(NamedTuple):
    """A setting that players can change in the menu, until the configuration is read again.

    Attributes:
        key: the key that opens it in the menu.
        label: a function that takes a message catalogue and returns its label in the menu.
        values: the words that a configuration file may contain, each with the value that it stands for in
            `Equipment`. The first is the default. In the menu, OK goes on to the next.
        keys: a function that takes a message catalogue and returns the text that lists the keys to press.
        page: a function that takes the current value and the game, and returns the page of the menu.
        needs: the part of a configuration without which a board lacks the setting, such as `lights`.
    """

    key: Key
    label: Callable[[English], str]
    values: Mapping[str, Any]
    keys: Callable[[English], str]
    page: Callable[[Any, Game], Page]
    needs: str | None = None


def _coach_page(is_on: bool, game: Game) -> Page:
    from engine.games_known_to_coach import is_known_to_coach

    ok = Hint(Key.OK, words().SWITCHES_OFF if is_on else words().SWITCHES_ON)
    go_leaves = leaves(Key.GO)
    about = words().COACH_ROWS if is_known_to_coach(game.rules) else words().COACH_KNOWS_ROWS
    state = Row(words().AFTER_EACH_DEAL, words().ON if is_on else words().OFF)
    rows = (state, *map(Row, about), *hint_rows((ok,)))
    return Page(words().COACH, go_leaves.text, rows, (ok, go_leaves), (state, sentence(about)))


def _palette_page(colours: tuple[str, ...], game: Game) -> Page:
    ok, go_leaves = Hint(Key.OK, words().NEXT), leaves(Key.GO)
    of_sides = zip(PlayerNames(game).sides, map(words().colour, colours), strict=False)
    state = tuple(Row(*side) for side in of_sides) or (Row(words().AS_SET_UP),)
    return Page(words().PALETTE, go_leaves.text, (*state, *hint_rows((ok,))), (ok, go_leaves), state)


SETTINGS = {
    "coach": MenuSetting(
        Key.OK,
        lambda words: words.MENU_COACH,
        {"off": False, "after_deal": True},
        lambda words: words.COACH_KEYS,
        _coach_page,
    ),
    "palette": MenuSetting(
        Key.ACE,
        lambda words: words.MENU_PALETTE,
        {
            "lights": (),
            # Colour-blind players can tell the colours of each set apart.
            "orange": ("orange", "blue", "white", "rose"),
            "vermilion": ("vermilion", "sky-blue", "white", "violet"),
            "purple": ("reddish-purple", "blue", "vermilion", "indigo"),
        },
        lambda words: words.PALETTE_KEYS,
        _palette_page,
        needs="lights",
    ),
}
"""The settings, keyed by their names in a configuration file and in `Equipment`."""
DEFAULTS = {name: next(iter(setting.values)) for name, setting in SETTINGS.items()}
"""The word that stands for the default of each setting."""
