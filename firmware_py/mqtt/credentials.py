"""The credentials for a broker, read from the files that the configuration names."""

from __future__ import annotations

import ssl
from typing import NamedTuple

from firmware_py.config.mqtt import MqttSettings
from firmware_py.errors import UsageError


class Credentials(NamedTuple):
    """The credentials needed to log in to a broker.

    Attributes:
        login: the user name and the password, or None if the broker does not require them.
        tls: the context for encrypted connections, or None if the connection is not encrypted.
    """

    login: tuple[str, str] | None = None
    tls: ssl.SSLContext | None = None

    @classmethod
    def of(cls, broker: MqttSettings) -> Credentials:
        """Return the credentials for the configured broker.

        Raises:
            UsageError: the password file or the certificate file cannot be read.
        """
        return cls(broker.login, _tls(broker) if broker.tls else None)


def _tls(broker: MqttSettings) -> ssl.SSLContext:
    """Return an SSL context that trusts the configured certificate authority.

    If none is configured, the context trusts the authorities that the operating system trusts.

    Raises:
        UsageError: the file with the authority's certificate cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=broker.ca)
    except OSError as error:  # SSLError is one, too
        why = "it holds no certificate" if isinstance(error, ssl.SSLError) else str(error.strerror).lower()
        raise UsageError(f"{broker.ca}: {why}: name the certificate with ca under [mqtt]") from None
