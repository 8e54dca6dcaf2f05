"""The reasons why there is no connection to the broker, in plain words, with what to do about each."""

from __future__ import annotations

import errno
import socket
import ssl
import time

from firmware_py.config.mqtt import MqttSettings

_BAD_LOGIN = (4, 5, 134, 135)
"""The codes with which a broker refuses a login: of MQTT 3.1.1, and as paho-mqtt 2 translates them."""
_UNTRUSTED = (18, 19, 20, 21)
"""OpenSSL's errors for a certificate without a trusted authority: self-signed, or signed by a stranger."""
_NOT_YET_VALID, _EXPIRED = 9, 10
_OTHER_NAME = (62, 64)
"""OpenSSL's errors for a certificate that names other computers, by name or by address."""


def unreachable(error: Exception, broker: MqttSettings) -> str:
    """Return a line that says why no connection could be opened, and what to do.

    Args:
        error: the error with which the attempt failed.
        broker: the broker to which the connection was to be opened.
    """
    place = f"{broker.host}, port {broker.port}"
    match error:
        case ssl.SSLCertVerificationError():
            return _bad_certificate(error, broker)
        case ssl.SSLError() | ConnectionResetError() if broker.tls:
            return f"no encrypted connection to {place}: correct port or tls under [mqtt]"
        case socket.gaierror():
            return (
                f"no computer named {broker.host} was found: correct host under [mqtt], or write its address"
            )
        case ConnectionRefusedError():
            return f"no broker answers at {place}: start it there, or correct host and port under [mqtt]"
        case TimeoutError():
            return f"{place} does not answer: is it switched on, and does its firewall let the board in?"
        case PermissionError():
            return (
                f"this program may not reach {broker.host}: its service reaches local networks only, unless "
                "you allow more: see hardware/broker.md"
            )
        case OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH):
            return f"there is no network in which {broker.host} can be reached: connect this machine to it"
        case _:
            return f"no connection to {place}: {(getattr(error, 'strerror', None) or str(error)).lower()}"


def refused(code: int, broker: MqttSettings) -> str:
    """Return a line that says why the broker refused the connection, and what to do.

    Args:
        code: the code that the broker sent (MQTT 3.1.1, 3.2.2.3).
        broker: the broker.
    """
    if code not in _BAD_LOGIN:
        return f"the broker at {broker.host} refuses the connection (code {code}): its log says why"
    if broker.user is None:
        return f"the broker at {broker.host} wants a user name: write user and password_file under [mqtt]"
    return f"the broker at {broker.host} refuses the user name or the password: correct them under [mqtt]"


def silent(broker: MqttSettings) -> str:
    """Return a line that says that a computer answers, but not as a broker does, and what to do."""
    other = "without tls" if broker.tls else "with tls = true"
    return (
        f"{broker.host}, port {broker.port}, does not answer as a broker: correct port under [mqtt], "
        f"or try it {other}"
    )


def lost(broker: MqttSettings) -> str:
    """Return a line that says that the connection was lost."""
    return f"the connection to the broker at {broker.host} was lost: trying again until it is back"


def _bad_certificate(error: ssl.SSLCertVerificationError, broker: MqttSettings) -> str:
    whose = f"the certificate of the broker at {broker.host}"
    today = time.strftime("%Y-%m-%d")
    if error.verify_code == _NOT_YET_VALID:
        return f"{whose} is not valid yet, and today is {today} by this machine's clock: set the clock"
    if error.verify_code == _EXPIRED:
        return (
            f"{whose} has expired, and today is {today} by this machine's clock: renew the certificate, "
            "or set the clock"
        )
    if error.verify_code in _UNTRUSTED:
        return f"{whose} is signed by nobody whom this machine trusts: name the signer's with ca under [mqtt]"
    if error.verify_code in _OTHER_NAME:
        return f"{whose} is for another name: under [mqtt], write as host a name that it is for"
    return f"{whose} is refused: {error.verify_message}"
