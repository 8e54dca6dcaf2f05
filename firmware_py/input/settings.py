"""The settings that players can change in the menu, and the dialogue that changes them.

To add one, describe it in `SETTINGS`, give `Equipment` a field for its value and the menu an entry. The rest
follows: a configuration file can contain it under `[game]`, and a change takes effect at once, because the
board replaces its equipment, and whatever depends on a setting asks the board for it at each press.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import Game
from firmware_py.words.english import English
from firmware_py.words.in_use import words

from .dialogue import CLOSED, LEAVE, Dialogue, Equipment, Reply, Scene
from .keys import Key
from .page import Hint, Page, Row, hint_rows, leaves, sentence
from .typed import refused

if TYPE_CHECKING:
    from engine.match.history import History


class MenuSetting(NamedTuple):
    """A setting that players can change in the menu, until the configuration is read again.

    Attributes:
        values: the words that a configuration file may contain, each with the value that it stands for in
            `Equipment`. The first is the default. In the menu, OK goes on to the next.
        keys: a function that takes a message catalogue and returns the text that lists the keys to press.
        page: a function that takes the current value and the game, and returns the page of the menu.
    """

    values: Mapping[str, Any]
    keys: Callable[[English], str]
    page: Callable[[Any, Game], Page]


def _coach_page(is_on: bool, game: Game) -> Page:
    from engine.games_known_to_coach import is_known_to_coach

    ok = Hint(Key.OK, words().SWITCHES_OFF if is_on else words().SWITCHES_ON)
    go_leaves = leaves(Key.GO)
    about = words().COACH_ROWS if is_known_to_coach(game.rules) else words().COACH_KNOWS_ROWS
    state = Row(words().AFTER_EACH_DEAL, words().ON if is_on else words().OFF)
    rows = (state, *map(Row, about), *hint_rows((ok,)))
    return Page(words().COACH, go_leaves.text, rows, (ok, go_leaves), (state, sentence(about)))


SETTINGS = {
    "coach": MenuSetting({"off": False, "after_deal": True}, lambda words: words.COACH_KEYS, _coach_page),
}
"""The settings, keyed by their names in a configuration file and in `Equipment`."""
DEFAULTS = {name: next(iter(setting.values)) for name, setting in SETTINGS.items()}
"""The word that stands for the default of each setting."""


class ChangeSetting(Dialogue):
    """The dialogue that changes a setting. It does not affect the game.

    Attributes:
        name: the name of the setting in `SETTINGS`.
    """

    name: str

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        setting = SETTINGS[self.name]
        if key is not Key.OK:
            raise refused(key, setting.keys(words()))
        values = list(setting.values.values())
        following = values[(values.index(getattr(equipment, self.name)) + 1) % len(values)]
        return Reply(self, wants=equipment._replace(**{self.name: following}))

    def page(self, scene: Scene) -> Page:
        return SETTINGS[self.name].page(getattr(scene.equipment, self.name), scene.history.game)
