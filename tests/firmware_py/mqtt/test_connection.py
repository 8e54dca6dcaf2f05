"""A connection to a real broker, which is opened again if it is lost, and the reasons why there is none.

The password and the certificates that a broker requires are read from files.
"""

import errno
import queue
import signal
import socket
import ssl
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt import connection
from firmware_py.mqtt import session as sessions
from firmware_py.mqtt.connection import probe
from firmware_py.mqtt.connection_faults import lost, lost_again_and_again, refused, silent, unreachable
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.mqtt.session import Credentials, Session
from firmware_py.system.errors import UsageError
from tests.support.broker import (
    Authority,
    Broker,
    Listening,
    Running,
    Subscriber,
    needs_mosquitto,
    needs_openssl,
)
from tests.support.deadline import PATIENCE, Deadline
from tests.support.machine import free_port

# If a handshake fails, paho-mqtt leaves the socket to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(autouse=True)
def _no_long_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_FIRST_DELAY", 0.05)
    monkeypatch.setattr(connection, "_LONGEST_DELAY", 0.2)


def settings(broker: Broker, **changes: object) -> MqttSettings:
    return MqttSettings(host="127.0.0.1", port=broker.port)._replace(**changes)  # type: ignore[arg-type]


def check_says(settings: MqttSettings, *words: str) -> None:
    """Check that a connection with these settings logs a line with these words."""
    running = Running(settings, Listening())
    running.line(*words)
    running.stop()


@needs_mosquitto
def test_a_broker_that_goes_and_comes_back(broker: Broker) -> None:
    talker = Listening(["t/#"])
    subprocess.run(["mosquitto_pub", "-p", str(broker.port), "-r", "-t", "t/kept", "-m", "x"], check=True)
    running = Running(settings(broker), talker)
    talker.next("connected")
    assert talker.next("received") == BrokerMessage("t/kept", b"x", True)
    running.line("connected to the broker at 127.0.0.1")
    broker.stop(signal.SIGKILL)
    talker.next("lost")
    running.line("the connection to the broker at 127.0.0.1 was lost")
    running.line("no broker answers at 127.0.0.1, port")  # logged once, even if several attempts fail
    broker.start()
    talker.next("connected")
    running.line("connected to the broker at 127.0.0.1, port", "now")
    subprocess.run(["mosquitto_pub", "-p", str(broker.port), "-t", "t/new", "-m", "x"], check=True)
    assert talker.next("received").topic == "t/new"
    running.stop()


@needs_mosquitto
def test_the_last_messages_are_sent_before_the_end(broker: Broker) -> None:
    numbers: list[int] = []

    class Leaving(Listening):
        def ending(self) -> None:
            numbers.extend(self.send(BrokerMessage(f"t/{number}", b"x" * 5000)) for number in range(50))

    with closing(Subscriber(broker.port)) as subscriber:
        talker = Leaving()
        running = Running(settings(broker), talker)
        talker.next("connected")
        running.stop()
        subscriber.wait(lambda heard: len(heard) == 50, "the last messages")
        assert [each.topic for each in subscriber.heard] == [f"t/{number}" for number in range(50)]
        assert talker.next("acknowledged") in numbers


@needs_mosquitto
@pytest.mark.parametrize("password", ["wrong", None])
def test_a_password_that_is_wrong_or_missing(tmp_path: Path, password: str | None) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "ann", "sesame"], check=True)
    with closing(Broker(tmp_path, "allow_anonymous false", f"password_file {passwords}")) as broker:
        if password:
            wrong = settings(broker, user="ann", password=password)
            check_says(wrong, "refuses the user name or the password: correct them under [mqtt]")
            fault = probe(wrong)
            assert fault and fault.what.endswith("refuses the user name or the password")
        else:
            check_says(settings(broker), "wants a user name: write user and password_file under [mqtt]")
        talker = Listening()
        right = Running(settings(broker, user="ann", password="sesame"), talker)
        talker.next("connected")
        right.stop()


@needs_mosquitto
@needs_openssl
class TestEncrypted:
    @pytest.fixture
    def authority(self, tmp_path: Path) -> Authority:
        return Authority(tmp_path)

    @pytest.mark.parametrize("name", ["IP:127.0.0.1", "DNS:localhost"])
    def test_messages_are_encrypted(self, tmp_path: Path, authority: Authority, name: str) -> None:
        with closing(Broker(tmp_path, *authority.sign(name))) as broker:
            host = name.partition(":")[2]
            talker = Listening(["t/#"])
            running = Running(settings(broker, host=host, tls=True, ca=str(authority.certificate)), talker)
            talker.next("connected")
            talker.asked = lambda: [
                talker.send(BrokerMessage(f"t/{each}", b"x" * 9000)) for each in range(20)
            ]
            running.connection.wake()
            found = [talker.next("received").topic for _ in range(20)]
            assert found == [f"t/{each}" for each in range(20)]
            running.stop()

    @pytest.mark.parametrize(
        ("name", "validity", "says"),
        [
            ("DNS:elsewhere", {}, "is for another name"),
            ("IP:127.0.0.1", {"begins": "20980101000000Z"}, "is not valid yet, and today is 20"),
            ("IP:127.0.0.1", {"ends": "20200102000000Z"}, "has expired, and today is 20"),
            ("IP:127.0.0.1", None, "is signed by nobody whom this machine trusts: name the signer's with ca"),
        ],
    )
    def test_a_certificate_that_is_not_valid(
        self, tmp_path: Path, authority: Authority, name: str, validity: dict[str, str] | None, says: str
    ) -> None:
        with closing(Broker(tmp_path, *authority.sign(name, **(validity or {})))) as broker:
            ca = "" if validity is None else str(authority.certificate)
            check_says(settings(broker, tls=True, ca=ca), "the certificate of the broker at 127.0.0.1", says)

    def test_tls_on_one_side_only(self, tmp_path: Path, authority: Authority) -> None:
        with closing(Broker(tmp_path, *authority.sign("IP:127.0.0.1"))) as broker:
            check_says(settings(broker), "does not answer as a broker", "or try it with tls = true")
        with closing(Broker(tmp_path)) as broker:
            check_says(
                settings(broker, tls=True, ca=str(authority.certificate)),
                "no encrypted connection",
                "correct port or tls under [mqtt]",
            )


@needs_mosquitto
def test_a_name_that_two_programs_have_is_said_after_a_while(broker: Broker) -> None:
    running = [Running(settings(broker), Listening(), "muggins-5f0c2b9e41d7") for _ in range(2)]
    for each in running:
        deadline = Deadline()
        while "again and again" not in (line := each.lines.get(timeout=deadline.left("the suspicion"))):
            pass
        assert "another program with the name muggins-5f0c2b9e41d7" in line
    for each in running:
        each.stop()


def test_the_delays_between_attempts_grow_to_a_quarter_of_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    delays: queue.SimpleQueue[tuple[float, float]] = queue.SimpleQueue()

    def at_once(low: float, high: float) -> float:
        delays.put((low, high))
        return 0.0

    monkeypatch.undo()  # the fixture above has shortened the delays
    monkeypatch.setattr(connection.random, "uniform", at_once)
    running = Running(MqttSettings(host="127.0.0.1", port=free_port()), Listening())
    found = [delays.get(timeout=PATIENCE) for _ in range(9)]
    running.stop()
    assert [high for _, high in found] == [1, 2, 4, 8, 15, 15, 15, 15, 15]
    assert [low for low, _ in found] == [high / 2 for _, high in found]


def test_a_host_that_does_not_exist_and_a_port_where_nothing_listens() -> None:
    check_says(MqttSettings(host="no-such-host.invalid"), "no computer named no-such-host.invalid was found")
    nobody = MqttSettings(host="127.0.0.1", port=free_port())
    check_says(nobody, "no broker answers at 127.0.0.1")
    assert (fault := probe(nobody)) and fault.what.startswith("no broker answers at 127.0.0.1")


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
    (ConnectionResetError(104, "Connection reset by peer"), "port 1883, connection reset by peer: correct"),
    (TimeoutError("timed out"), "broker, port 1883, does not answer: switch it on"),
    (PermissionError(1, "Operation not permitted"), "its service reaches local networks only"),
    (OSError(errno.ENETUNREACH, "Network is unreachable"), "there is no network in which broker can be"),
    (OSError(errno.EHOSTUNREACH, "No route to host"), "there is no network in which broker can be reached"),
]
# OpenSSL's error numbers for certificates (x509_vfy.h), each with part of the message that explains it.
CERTIFICATES = [
    (9, "is not valid yet, and today is 2"),
    (10, "has expired, and today is 2"),
    *((code, "is signed by nobody whom this machine trusts") for code in (18, 19, 20, 21)),
    *((code, "is for another name: under [mqtt], write as host a name") for code in (62, 64)),
    (23, "is refused, certificate revoked"),
]


@pytest.mark.parametrize(("error", "says"), ERRORS, ids=lambda each: type(each).__name__)
def test_what_is_wrong_and_what_to_do(error: Exception, says: str) -> None:
    assert says in str(unreachable(error, PLAIN))


@pytest.mark.parametrize(("code", "says"), CERTIFICATES)
def test_what_is_wrong_with_a_certificate(code: int, says: str) -> None:
    line = str(unreachable(untrusted(code, "certificate revoked"), ENCRYPTED))
    assert line.startswith("the certificate of the broker at broker") and says in line


def test_refusals() -> None:
    """A refused login has the code 4 or 5 in MQTT 3.1.1 (3.2.2.3), and 134 or 135 in MQTT 5."""
    for code in (4, 5, 134, 135):
        assert "refuses the user name or the password" in str(refused(code, PLAIN))
        assert "wants a user name: write user and password_file" in str(refused(code, MqttSettings()))
    assert "refuses the connection (code 3): see why in its log" in str(refused(3, PLAIN))
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


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"/none: no such file or directory: name the certificate with ca"):
        Credentials.of(MqttSettings(tls=True, ca=f"{tmp_path}/none"))
    (tmp_path / "empty").touch()
    with pytest.raises(UsageError, match="/empty: it holds no certificate: name the certificate with ca"):
        Credentials.of(MqttSettings(tls=True, ca=f"{tmp_path}/empty"))
    with pytest.raises(UsageError, match=r"/none: no such file or directory: write the password"):
        Credentials.of(MqttSettings(user="ann", password_file=f"{tmp_path}/none"))


def test_a_computer_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_ANSWER", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        fault = probe(MqttSettings(host="127.0.0.1", port=server.getsockname()[1]))
    assert fault and fault.what.endswith("does not answer as a broker")


def opened(port: int) -> Session:
    """Return a session whose connection has just been opened."""
    session = Session(MqttSettings(host="127.0.0.1", port=port), "test", Credentials(), None)
    session.acknowledged = session.received = lambda _: None
    session.open()
    return session


@pytest.mark.slow
@needs_mosquitto
def test_a_silent_connection_stays_open(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "KEEPALIVE", 1)
    monkeypatch.setattr(sessions, "_LATE", 0.1)
    session = opened(broker.port)
    deadline = Deadline()
    while broker.log().count("Received PINGREQ from test") < 3:
        deadline.left("signs of life")
        assert session.step(None, None)
    assert session.is_accepted
    session.close()


@pytest.mark.slow
def test_a_broker_that_says_nothing_any_more_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "KEEPALIVE", 1)
    monkeypatch.setattr(sessions, "_LATE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        session = opened(server.getsockname()[1])
        accepted, _ = server.accept()
        accepted.sendall(b"\x20\x02\x00\x00")  # CONNACK (MQTT 3.1.1, 3.2), and nothing after it
        deadline = Deadline()
        while session.step(None, None):
            deadline.left("the loss of the connection")
        assert session.is_accepted
        session.close()
        accepted.close()
