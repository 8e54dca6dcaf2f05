"""A board's whole configuration as one value: its parts, and the rules of its games."""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from typing import TYPE_CHECKING, Any, NamedTuple

from firmware_py.input.settings import DEFAULTS, SETTINGS, Equipment

from . import defaults
from .keypads import ButtonSettings, InputSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.setup import Setup

    from .displays import DisplaySettings
    from .lights import LightSettings, SignalSettings
    from .programs import MqttSettings, SpeechSettings


class Config(NamedTuple):
    """A board's configuration.

    Attributes:
        source: the configuration file's name, as given; None if a profile was used directly.
        profile: the name of the profile that was used or extended; None if there is none.
        title: a one-line description of the board.
        setup: the rules and names for a new journal.
        plays: True if the configuration sets any rules or players' names.
        displays: the displays: none, one or two.
        signals: the indicator LEDs and the buzzer; None if there are none.
        words: the name of the message catalogue, one of `firmware_py.words.in_use.NAMES`.
        speech: the voice settings; None for the defaults.
        mqtt: the MQTT broker settings; None for the defaults.
        page_keys: True if phones that have joined may press keys on the web page.
        page_open: True if everybody on the network may watch the web page; False if only phones that have
            joined may.
        hints: True if a person who plays alone against the program can ask the coach for a hint.
        settings: the settings that the menu can change. Each is a word of `SETTINGS`, such as `off` or
            `after_deal` for `coach`.
    """

    source: str | None
    profile: str | None
    title: str
    setup: "Setup"
    plays: bool
    inputs: tuple[InputSettings, ...]
    displays: "tuple[DisplaySettings, ...]"
    lights: "LightSettings | None"
    signals: "SignalSettings | None"
    words: str = defaults.WORDS
    speech: "SpeechSettings | None" = None
    mqtt: "MqttSettings | None" = None
    page_keys: bool = defaults.PAGE_KEYS
    page_open: bool = defaults.PAGE_OPEN
    hints: bool = defaults.HINTS
    settings: "Mapping[str, str]" = DEFAULTS

    def equipment(self, *, is_service: bool = False) -> Equipment:
        """Return the parts and settings that determine which keys the board accepts.

        Args:
            is_service: True if the board is a service, which can switch the machine off and update itself.
        """
        settings: dict[str, Any] = {}
        for name, word in self.settings.items():
            needs = SETTINGS[name].needs
            settings[name] = SETTINGS[name].values[word] if needs is None or getattr(self, needs) else None
        phones = self.lets_phones_join
        return Equipment(self.joystick, self.preset, is_service, phones, updates=is_service, **settings)

    @property
    def lets_phones_join(self) -> bool:
        """True if a phone gains something by joining: permission to press keys, or permission to watch."""
        return self.page_keys or not self.page_open

    @property
    def joystick(self) -> bool:
        """True if players choose cards on the display with a joystick."""
        keys = [each.pins if isinstance(each, ButtonSettings) else each.codes for each in self.inputs]
        return any("PICK" in each for each in keys)

    @property
    def preset(self) -> "Setup | None":
        """The setup for new games; None if the configuration sets neither rules nor names."""
        return self.setup if self.plays else None

    @property
    def display(self) -> "DisplaySettings | None":
        """The first display; None if the board has no display."""
        return self.displays[0] if self.displays else None
