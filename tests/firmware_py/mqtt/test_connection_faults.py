"""The messages that explain why there is no connection to the broker, and what to do about it."""

import errno
import socket
import ssl

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.connection_faults import lost, lost_again_and_again, refused, silent, unreachable

PLAIN = MqttSettings(host="broker", user="ann", password="sesame")
ENCRYPTED = PLAIN._replace(tls=True, port=8883)


def untrusted(code: int, message: str = "") -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.verify_message = code, message
    return error


ERRORS = [
    (socket.gaierror(-2, "Name or service not known"), "no computer named broker was found: correct host"),
    (UnicodeError("label too long"), "no connection to broker, port 1883, label too long: correct host"),
    (ConnectionRefusedError(), "no broker answers at broker, port 1883: start it there"),
    (
        ConnectionResetError(104, "Connection reset by peer"),
        "no connection to broker, port 1883, connection reset by peer: correct",
    ),
    (TimeoutError("timed out"), "broker, port 1883, does not answer: switch it on"),
    (PermissionError(1, "Operation not permitted"), "its service reaches local networks only"),
    (OSError(errno.ENETUNREACH, "Network is unreachable"), "there is no network in which broker can be"),
    (OSError(errno.EHOSTUNREACH, "No route to host"), "there is no network in which broker can be reached"),
]
CERTIFICATES = [
    (9, "is not valid yet, and today is 2"),
    (10, "has expired, and today is 2"),
    (18, "is signed by nobody whom this machine trusts"),
    (19, "is signed by nobody whom this machine trusts"),
    (20, "is signed by nobody whom this machine trusts"),
    (62, "is for another name: under [mqtt], write as host a name"),
    (64, "is for another name: under [mqtt], write as host a name"),
    (23, "is refused, certificate revoked"),
]
"""OpenSSL's error numbers for certificates (x509_vfy.h), each with part of the message that explains it."""


@pytest.mark.parametrize(("error", "says"), ERRORS, ids=lambda each: type(each).__name__)
def test_what_is_wrong_and_what_to_do(error: Exception, says: str) -> None:
    assert says in str(unreachable(error, PLAIN))


@pytest.mark.parametrize(("code", "says"), CERTIFICATES)
def test_what_is_wrong_with_a_certificate(code: int, says: str) -> None:
    line = str(unreachable(untrusted(code, "certificate revoked"), ENCRYPTED))
    assert line.startswith("the certificate of the broker at broker") and says in line


@pytest.mark.parametrize("error", [ssl.SSLError(1, "wrong version number"), ConnectionResetError()])
def test_a_broker_without_tls(error: Exception) -> None:
    assert str(unreachable(error, ENCRYPTED)) == (
        "no encrypted connection to broker, port 8883: correct port or tls under [mqtt]"
    )


@pytest.mark.parametrize("code", [4, 5, 134, 135])
def test_refused_login(code: int) -> None:
    """A refused login has the code 4 or 5 in MQTT 3.1.1 (3.2.2.3), and 134 or 135 in MQTT 5."""
    assert "refuses the user name or the password" in str(refused(code, PLAIN))
    assert "wants a user name: write user and password_file" in str(refused(code, MqttSettings()))


def test_other_refusals() -> None:
    assert (
        str(refused(3, PLAIN)) == "the broker at broker refuses the connection (code 3): see why in its log"
    )


def test_a_computer_that_is_no_broker() -> None:
    assert str(silent(PLAIN)).endswith("or try it with tls = true")
    assert str(silent(ENCRYPTED)).endswith("or try it without tls")


def test_no_line_says_the_password() -> None:
    lines = [
        *(unreachable(error, PLAIN) for error, _ in ERRORS),
        *(unreachable(untrusted(code), ENCRYPTED) for code, _ in CERTIFICATES),
        *(refused(code, PLAIN) for code in range(1, 6)),
        *(silent(PLAIN), lost(PLAIN), lost_again_and_again(PLAIN, "muggins-5f0c2b9e41d7")),
    ]
    assert not [line for line in lines if "sesame" in str(line)]
    assert all("\n" not in str(line) and line.what and line.remedy for line in lines)
