"""The reasons why there is no connection to the broker, in plain words, each with a remedy."""

from __future__ import annotations

import errno
import socket
import ssl
import time
from typing import NamedTuple

from firmware_py.config.programs import MqttSettings

_BAD_LOGIN = (4, 5, 134, 135)
"""The codes with which a broker refuses a login: those of MQTT 3.1.1, and as translated by paho-mqtt 2."""
_UNTRUSTED = (18, 19, 20, 21)
"""OpenSSL's errors for a certificate that is self-signed, or signed by an unknown authority."""
_NOT_YET_VALID, _EXPIRED = 9, 10
_OTHER_NAME = (62, 64)
"""OpenSSL's errors for a certificate that names other computers, by name or by address."""


class Fault(NamedTuple):
    """A reason why there is no connection to the broker."""

    what: str
    remedy: str

    def __str__(self) -> str:
        """Return the problem and the remedy in one line."""
        return f"{self.what}: {self.remedy}"


def unreachable(error: Exception, broker: MqttSettings) -> Fault:
    """Return the reason why a connection could not be opened."""
    host, place = broker.host, f"{broker.host}, port {broker.port}"
    match error:
        case ssl.SSLCertVerificationError():
            return _bad_certificate(error, broker)
        case ssl.SSLError() | ConnectionResetError() if broker.tls:
            return Fault(f"no encrypted connection to {place}", "correct port or tls under [mqtt]")
        case socket.gaierror():
            return Fault(
                f"no computer named {host} was found", "correct host under [mqtt], or write its address"
            )
        case ConnectionRefusedError():
            return Fault(
                f"no broker answers at {place}", "start it there, or correct host and port under [mqtt]"
            )
        case TimeoutError():
            return Fault(
                f"{place}, does not answer",
                "switch it on, let the board in through its firewall, or, if it is not in a local network, "
                "let the service reach it: see hardware/broker.md",
            )
        case PermissionError():
            return Fault(
                f"this program may not reach {host}",
                "its service reaches local networks only, unless you allow more: see hardware/broker.md",
            )
        case OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH):
            return Fault(
                f"there is no network in which {host} can be reached", "connect this machine to its network"
            )
        case _:
            why = (getattr(error, "strerror", None) or str(error)).lower()
            return Fault(f"no connection to {place}, {why}", "correct host and port under [mqtt]")


def refused(code: int, broker: MqttSettings) -> Fault:
    """Return the reason why the broker refused a connection.

    Args:
        code: the code that the broker sent (MQTT 3.1.1, 3.2.2.3).
    """
    whose = f"the broker at {broker.host}"
    if code not in _BAD_LOGIN:
        return Fault(f"{whose} refuses the connection (code {code})", "see why in its log")
    if broker.user is None:
        return Fault(f"{whose} wants a user name", "write user and password_file under [mqtt]")
    return Fault(f"{whose} refuses the user name or the password", "correct them under [mqtt]")


def silent(broker: MqttSettings) -> Fault:
    """Return the fault for a server that accepted the connection but sent no valid MQTT response."""
    other = "without tls" if broker.tls else "with tls = true"
    return Fault(
        f"{broker.host}, port {broker.port}, does not answer as a broker",
        f"correct port under [mqtt], or try it {other}",
    )


def lost(broker: MqttSettings) -> Fault:
    """Return the fault for a lost connection to the broker."""
    return Fault(
        f"the connection to the broker at {broker.host} was lost",
        "nothing needs to be done if it comes back by itself",
    )


def lost_again_and_again(broker: MqttSettings, client: str) -> Fault:
    """Return the fault for connections that are lost again and again, soon after they have been opened."""
    return Fault(
        f"the broker at {broker.host} closes the connection again and again",
        f"look for another program with the name {client}, such as on a copy of this machine's card: "
        "hardware/broker.md",
    )


def _bad_certificate(error: ssl.SSLCertVerificationError, broker: MqttSettings) -> Fault:
    whose = f"the certificate of the broker at {broker.host}"
    today = f"today is {time.strftime('%Y-%m-%d')} by this machine's clock"
    if error.verify_code == _NOT_YET_VALID:
        return Fault(f"{whose} is not valid yet, and {today}", "set the clock")
    if error.verify_code == _EXPIRED:
        return Fault(f"{whose} has expired, and {today}", "renew the certificate, or set the clock")
    if error.verify_code in _UNTRUSTED:
        return Fault(
            f"{whose} is signed by nobody whom this machine trusts", "name the signer's with ca under [mqtt]"
        )
    if error.verify_code in _OTHER_NAME:
        return Fault(f"{whose} is for another name", "under [mqtt], write as host a name that it is for")
    return Fault(f"{whose} is refused, {error.verify_message}", "renew the certificate")
