"""A connection to a real broker. If it is lost, it is opened again."""

import queue
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt import connection
from firmware_py.mqtt.outbox import BrokerMessage
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

pytestmark = [
    needs_mosquitto,
    # If a handshake fails, paho-mqtt leaves the socket to the garbage collector.
    pytest.mark.filterwarnings(
        "ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning"
    ),
]
WILL = BrokerMessage("t/presence", b"offline", True)


@pytest.fixture(autouse=True)
def _no_long_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_FIRST_DELAY", 0.05)
    monkeypatch.setattr(connection, "_LONGEST_DELAY", 0.2)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with closing(Broker(tmp_path)) as started:
        yield started


def settings(broker: Broker, **changes: object) -> MqttSettings:
    return MqttSettings(host="127.0.0.1", port=broker.port)._replace(**changes)  # type: ignore[arg-type]


def test_messages_go_and_come(broker: Broker) -> None:
    one, other = Listening(["t/#"]), Listening()
    running = [Running(settings(broker), one, "one"), Running(settings(broker), other, "other")]
    one.next("connected"), other.next("connected")
    numbers = []
    other.asked = lambda: numbers.append(other.send(BrokerMessage("t/a", "ä".encode())))
    running[1].connection.wake()
    assert one.next("received") == BrokerMessage("t/a", "ä".encode(), False)
    assert other.next("acknowledged") == numbers[0]
    for each in running:
        each.stop()


def test_what_the_broker_kept_is_marked(broker: Broker) -> None:
    subprocess.run(["mosquitto_pub", "-p", str(broker.port), "-r", "-t", "t/kept", "-m", "x"], check=True)
    talker = Listening(["t/#"])
    running = Running(settings(broker), talker)
    assert talker.next("received") == BrokerMessage("t/kept", b"x", True)
    running.stop()


def test_a_broker_that_goes_and_comes_back(broker: Broker) -> None:
    talker = Listening(["t/#"])
    running = Running(settings(broker), talker)
    talker.next("connected")
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


def test_the_will_is_published_when_the_program_is_gone_and_not_when_it_ends(broker: Broker) -> None:
    with closing(Subscriber(broker.port)) as subscriber:
        talker = Listening()
        running = Running(settings(broker), talker, "name", WILL)
        talker.next("connected")
        running.stop()
        talker.next("ending")
        running = Running(settings(broker), Listening(), "name", WILL)
        running.line("connected")
        # If a second client connects with the same name, the broker closes the first connection.
        thrower = Listening()
        other = Running(settings(broker), thrower, "name")
        thrower.next("connected")
        subscriber.wait(lambda heard: heard, "the will")
        assert [(each.topic, each.text) for each in subscriber.heard] == [("t/presence", "offline")]
        running.stop()
        other.stop()


def test_the_last_messages_are_sent_before_the_end(broker: Broker) -> None:
    class Leaving(Listening):
        def ending(self) -> None:
            for number in range(50):
                self.send(BrokerMessage(f"t/{number}", b"x" * 5000))

    with closing(Subscriber(broker.port)) as subscriber:
        talker = Leaving()
        running = Running(settings(broker), talker)
        talker.next("connected")
        running.stop()
        subscriber.wait(lambda heard: len(heard) == 50, "the last messages")
        assert [each.topic for each in subscriber.heard] == [f"t/{number}" for number in range(50)]


@pytest.mark.parametrize("password", ["wrong", None])
def test_a_password_that_is_wrong_or_missing(tmp_path: Path, password: str | None) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "ann", "sesame"], check=True)
    with closing(Broker(tmp_path, "allow_anonymous false", f"password_file {passwords}")) as broker:
        given = {"user": "ann", "password": password} if password else {}
        talker = Listening()
        running = Running(settings(broker, **given), talker)
        if password:
            running.line("refuses the user name or the password: correct them under [mqtt]")
        else:
            running.line("wants a user name: write user and password_file under [mqtt]")
        running.stop()
        right = Running(settings(broker, user="ann", password="sesame"), talker)
        talker.next("connected")
        right.stop()


def test_a_host_that_does_not_exist_and_a_port_where_nothing_listens() -> None:
    running = Running(MqttSettings(host="no-such-host.invalid"), Listening())
    running.line("no computer named no-such-host.invalid was found")
    running.stop()
    running = Running(MqttSettings(host="127.0.0.1", port=free_port()), Listening())
    running.line("no broker answers at 127.0.0.1")
    running.stop()


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
        ],
    )
    def test_a_certificate_that_is_not_valid(
        self, tmp_path: Path, authority: Authority, name: str, validity: dict[str, str], says: str
    ) -> None:
        with closing(Broker(tmp_path, *authority.sign(name, **validity))) as broker:
            running = Running(settings(broker, tls=True, ca=str(authority.certificate)), Listening())
            running.line("the certificate of the broker at 127.0.0.1", says)
            running.stop()

    def test_an_authority_that_this_machine_does_not_know(self, tmp_path: Path, authority: Authority) -> None:
        with closing(Broker(tmp_path, *authority.sign("IP:127.0.0.1"))) as broker:
            running = Running(settings(broker, tls=True), Listening())
            running.line("is signed by nobody whom this machine trusts: name the signer's with ca")
            running.stop()

    def test_tls_on_one_side_only(self, tmp_path: Path, authority: Authority) -> None:
        with closing(Broker(tmp_path, *authority.sign("IP:127.0.0.1"))) as broker:
            running = Running(settings(broker), Listening())
            running.line("does not answer as a broker", "or try it with tls = true")
            running.stop()
        with closing(Broker(tmp_path)) as broker:
            running = Running(settings(broker, tls=True, ca=str(authority.certificate)), Listening())
            running.line("no encrypted connection", "correct port or tls under [mqtt]")
            running.stop()


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
