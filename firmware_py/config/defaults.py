"""The default of each setting that a configuration file may leave out, table by table.

Some defaults are elsewhere: the rules in `engine.options`, the SPI clocks in
`firmware_py.config.displays` and `firmware_py.config.lights`, the dimensions of each LED layout in
`firmware_py.config.track_shape`, the sides' colours in `firmware_py.config.palette`, and what the menu can
change in `firmware_py.input.settings`.
"""

from __future__ import annotations

from typing import Final

PROFILE = "usb-numpad"
"""The profile to use without a configuration file, or for a file that lists no parts."""

# [display] and [second_display]
CONTROLLER = "ssd1306"
INTERFACE: Final = "i2c"
DISPLAY_BUS = {"i2c": 1, "spi": 0}
"""The number of the bus for each interface of a display."""
ADDRESS = 0x3C
DISPLAY_SELECT = 0
"""The chip select of a display on SPI."""
DC_PIN = 24
RESET_PIN = {"i2c": None, "spi": 25}
"""The BCM pin of the display's reset line for each interface. Most modules on I2C have no such line."""
ROTATE = 0
FACING: Final = "fixed"
CONTRAST = 127
DIM_CONTRAST = 1
DIM_AFTER = 180
"""The idle time, in seconds, before the display is dimmed."""
BLANK_AFTER = 1800
"""The idle time, in seconds, before the display goes dark."""

# [lights]
CHIP = "apa102"
LIGHTS_BUS = 0
LIGHTS_SELECT = 0
BRIGHTNESS = 13
"""The brightness of all LEDs, in percent."""
LIMIT_MA = 1500
"""The highest current for all LEDs together, in mA."""

# [lights.shape]
SHAPE = "strips"

# [keyboard]
GRAB = True

# [speech]
SPEECH_LEVEL: Final = "calls"
SYNTHESISER = "espeak-ng"
VOLUME = 100
"""The volume of the voice, in percent."""
SOUND_DEVICE = "auto"
"""The sound device if the header has no amplifier: a USB speaker if there is one."""

# [mqtt]
BROKER = "localhost"
BROKER_PORT = {False: 1883, True: 8883}
"""The port of the broker without TLS and with TLS, as registered with IANA."""
TOPIC_BASE = "muggins"
"""The first level of all topics of the boards."""
DISCOVERY = True
SECRETS = ("password",)
"""The keys whose values must not appear in error messages or in copies of the configuration."""

# [page]
PAGE_KEYS = True
PAGE_OPEN = True

# [game]
PLAYERS = 2
HINTS = True
WORDS = "english"
