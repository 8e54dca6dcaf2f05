"""The whole configuration as one value: the parts of a board, and the game that it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config import defaults
from firmware_py.config.keypads import ButtonSettings, InputSettings

if TYPE_CHECKING:
    from engine.game_setup import Setup
    from firmware_py.config.displays import DisplaySettings
    from firmware_py.config.lights import LightSettings
    from firmware_py.config.signals import SignalSettings
    from firmware_py.config.speech import SpeechSettings


class Config(NamedTuple):
    """The configuration of a board.

    Attributes:
        source: the name of the configuration file, as given; None if a profile was used directly.
        profile: the name of the profile that was used or extended; None if there is none.
        title: a line that describes the board.
        setup: the rules and names for a new journal.
        plays: True if the configuration sets any rules or players' names.
        inputs: the buttons and keypads.
        displays: the screens: none, one or two.
        lights: the LEDs of the tracks; None if there are none.
        signals: the single LEDs and the buzzer; None if there are none.
        words: the name of the words that players see and hear, one of `firmware_py.words.in_use.NAMES`.
        speech: the voice; None if the configuration does not name it. The voice then has its defaults.
    """

    source: str | None
    profile: str | None
    title: str
    setup: Setup
    plays: bool
    inputs: tuple[InputSettings, ...]
    displays: tuple[DisplaySettings, ...]
    lights: LightSettings | None
    signals: SignalSettings | None
    words: str = defaults.WORDS
    speech: SpeechSettings | None = None

    @property
    def joystick(self) -> bool:
        """True if the players choose cards on the screen with a joystick."""
        keys = [each.pins if isinstance(each, ButtonSettings) else each.codes for each in self.inputs]
        return any("PICK" in each for each in keys)

    @property
    def preset(self) -> Setup | None:
        """The setup for new games; None if the configuration sets neither rules nor names."""
        return self.setup if self.plays else None

    @property
    def display(self) -> DisplaySettings | None:
        """The first screen; None if the board has no screen."""
        return self.displays[0] if self.displays else None
