"""The settings of the voice, its amplifier, and the MQTT broker."""

from __future__ import annotations

import shlex
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from firmware_py.system.errors import ConfigurationMistake, UsageError
from firmware_py.words import in_use

from . import defaults

_COMMAND_LINES = {defaults.SYNTHESISER: "espeak-ng --stdout -v {voice} -s 160 -p 60 -- {text}"}
"""The command lines of known synthesisers. `{voice}` stands for the voice that the messages bring along."""
_SHELLS = ("sh", "bash", "dash", "zsh", "ksh", "busybox", "env")
I2S_PINS = {"BCLK": 18, "LRC": 19, "DIN": 21}
"""The BCM pins of the sound's bit clock, its left/right clock, and its data.

The names are those on the amplifier. The Pi sends sound on no other pins (Raspberry Pi documentation, audio
boards, "GPIO usage": GPIO 18/19/20/21).
"""
I2S_INPUT = 20
"""The BCM pin of the sound input. The kernel claims it with the others, although no part uses it."""


class Amplifier(NamedTuple):
    """The names that a Raspberry Pi's software uses for an amplifier.

    Attributes:
        overlay: the overlay in config.txt that tells the kernel about the amplifier.
        card: the name that ALSA gives the amplifier.
    """

    overlay: str
    param: str
    card: str

    @property
    def config_line(self) -> str:
        """The line in config.txt that loads the overlay."""
        return f"dtoverlay={self.overlay},{self.param}"

    @property
    def device(self) -> str:
        """The name of the ALSA device used to play sound in any format on the amplifier.

        This device is ALSA's software mixer, which keeps the amplifier's clock signal running. When the
        signal stops, an amplifier makes a popping noise (volumio/Volumio2 issue 1973).
        """
        return f"plug:'dmix:CARD={self.card}'"


AMPLIFIERS = {
    # Without `no-sdmode`, the overlay would take BCM 4 too, to switch the amplifier off (raspberrypi/linux,
    # arch/arm/boot/dts/overlays/README and max98357a-overlay.dts).
    "max98357a": Amplifier(overlay="max98357a", param="no-sdmode", card="MAX98357A"),
}
"""The amplifiers, keyed by the name of their chip."""


SpeechLevel = Literal["calls", "full"]


class SpeechSettings(NamedTuple):
    """Settings for the voice.

    Attributes:
        level: `calls` to speak only the points, as players call them; `full` to speak everything that a
            sighted player reads.
        voice: the folder with the recorded phrases; empty if all phrases are synthesised.
        synthesiser: `espeak-ng`, or the command line of a different synthesiser.
        volume: the volume, in percent.
        devices: the ALSA devices used to play the speech.
        keep_open: if True, silence is played while nothing is being said, so that an amplifier does not
            make popping noises.
        amplifier: the amplifier chip connected to the GPIO header; None if there is none.
    """

    level: SpeechLevel = defaults.SPEECH_LEVEL
    voice: str = ""
    synthesiser: str = defaults.SYNTHESISER
    volume: int = defaults.VOLUME
    devices: tuple[str, ...] = (defaults.SOUND_DEVICE,)
    keep_open: bool = True
    amplifier: str | None = None


def speech(table: Mapping[str, Any]) -> SpeechSettings:
    """Return the settings in the table `[speech]`."""
    amplifier = table.get("amplifier")
    device = table.get("device", AMPLIFIERS[amplifier].device if amplifier else defaults.SOUND_DEVICE)
    given = {key: value for key, value in table.items() if key != "device"}
    return SpeechSettings(**given, devices=(device,) if isinstance(device, str) else tuple(device))


_LONGEST_PASSWORD = 65_535
"""The maximum number of bytes in a password (MQTT 3.1.1, 1.5.3). A device such as /dev/zero never ends."""


class MqttSettings(NamedTuple):
    """The MQTT broker settings.

    Attributes:
        user: the user name for the broker; None if the broker asks for none.
        password: the password for the broker; None if the configuration does not contain it.
        password_file: the file that contains the password; None if there is no such file.
        ca: the file with the certificate of the authority that signed the broker's certificate; None if the
            authorities that the operating system trusts are used.
        name: the board's display name, such as `Table 7`.
        base: the prefix of all topics, such as `muggins`.
        discovery: True if Home Assistant is told about the board.
    """

    host: str = defaults.BROKER
    port: int = defaults.BROKER_PORT[False]
    user: str | None = None
    password: str | None = None
    password_file: str | None = None
    tls: bool = False
    ca: str | None = None
    name: str = ""
    base: str = defaults.TOPIC_BASE
    discovery: bool = defaults.DISCOVERY

    def __repr__(self) -> str:
        """Return the settings as text, without the password."""
        fields = self._asdict() | ({"password": "…"} if self.password else {})
        return f"MqttSettings({', '.join(f'{name}={value!r}' for name, value in fields.items())})"

    @property
    def board_name(self) -> str:
        """The board's display name, or the machine's name if none is configured."""
        return self.name or socket.gethostname().partition(".")[0]

    @property
    def login(self) -> tuple[str, str] | None:
        """The user name and the password to send to the broker, or None if no user name is configured.

        Raises:
            UsageError: the file with the password cannot be read, or is longer than a password can be.
        """
        if self.user is None:
            return None
        if self.password_file is None:
            return self.user, self.password or ""
        try:
            with open(self.password_file, encoding="utf-8") as file:
                text = file.read(_LONGEST_PASSWORD + 1)
        except (OSError, UnicodeError) as error:
            why = (getattr(error, "strerror", None) or "this is not text").lower()
            if isinstance(error, FileNotFoundError):
                remedy = "write the password on the first line of this file"
            else:
                remedy = "let the user that runs this program read the password"
            raise UsageError(f"{self.password_file}: {why}: {remedy}") from None
        if len(text) > _LONGEST_PASSWORD:
            raise UsageError(
                f"{self.password_file}: longer than a password can be: write only the password in this file"
            )
        return self.user, text.rstrip("\r\n")


def mqtt(source: str, table: Mapping[str, Any]) -> MqttSettings:
    """Return the settings in the table `[mqtt]`.

    Raises:
        ConfigurationMistake: two settings contradict each other, or one has no effect without another.
    """
    tls = table.get("tls", False)
    if "password" in table and "password_file" in table:
        raise ConfigurationMistake(
            source, "mqtt.password: the password is also in password_file: remove one of them"
        )
    if "user" not in table and ("password" in table or "password_file" in table):
        raise ConfigurationMistake(source, "mqtt.user: a password needs a user name: add user")
    if "ca" in table and not tls:
        raise ConfigurationMistake(source, "mqtt.ca: a certificate has no effect without TLS: add tls = true")
    return MqttSettings(**{"port": defaults.BROKER_PORT[tls], **table})


def synthesiser_words(line: str) -> tuple[str, ...]:
    """Return the words of the command line that starts a synthesiser.

    The name `espeak-ng` stands for a command line with suitable options.

    Raises:
        UsageError: the line is empty, a quotation mark is missing, a placeholder is unknown, or the
            program is a shell that might run the spoken text as a command.
    """
    try:
        known = _COMMAND_LINES.get(line.strip(), "").replace("{voice}", in_use.words().ESPEAK_VOICE)
        words = tuple(shlex.split(known or line))
    except ValueError:
        raise UsageError(f"synthesiser: {line}: a quotation mark is missing") from None
    if not words:
        example = "flite -o {file} -t {text}"
        raise UsageError(
            f"synthesiser is empty: write '{defaults.SYNTHESISER}' or a command line such as '{example}'"
        )
    for word in words:
        rest = word.replace("{text}", "").replace("{file}", "")
        if "{" in rest and "}" in rest:
            raise UsageError(f"synthesiser: {word}: the only placeholders are {{text}} and {{file}}")
    if Path(words[0]).name in _SHELLS and any("{text}" in word for word in words):
        raise UsageError(
            f"synthesiser: {words[0]} would take {{text}} for a command: leave {{text}} out, and read "
            "the text from standard input"
        )
    return words
