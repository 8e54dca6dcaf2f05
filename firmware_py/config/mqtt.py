"""The MQTT settings: the broker's address and login, the board's name, and the prefix of its topics."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_py.config import defaults
from firmware_py.errors import ConfigurationMistake, UsageError

_LONGEST_PASSWORD = 65_535
"""The maximum number of bytes in a password (MQTT 3.1.1, 1.5.3). A device such as /dev/zero never ends."""


class MqttSettings(NamedTuple):
    """The MQTT broker settings.

    Attributes:
        host: the name or the address of the computer on which the broker runs.
        port: the broker's port.
        user: the user name for the broker; None if the broker asks for none.
        password: the password for the broker; None if the configuration does not contain it.
        password_file: the file that contains the password; None if there is no such file.
        tls: True if the connection is encrypted.
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

    Args:
        source: the configuration file's name, for error messages.
        table: the table.

    Raises:
        ConfigurationMistake: two settings contradict each other, or one has no effect without another.
    """
    usual = MqttSettings()
    tls = table.get("tls", usual.tls)
    if "password" in table and "password_file" in table:
        raise ConfigurationMistake(
            source, "mqtt.password: the password is also in password_file: remove one of them"
        )
    if "user" not in table and ("password" in table or "password_file" in table):
        raise ConfigurationMistake(source, "mqtt.user: a password needs a user name: add user")
    if "ca" in table and not tls:
        raise ConfigurationMistake(source, "mqtt.ca: a certificate has no effect without TLS: add tls = true")
    given = {key: value for key, value in table.items() if key in MqttSettings._fields}
    return usual._replace(**{"port": defaults.BROKER_PORT[tls], **given})
