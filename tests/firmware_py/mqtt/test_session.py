"""A single connection to a broker: its keep-alive messages, and brokers that stop responding."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt import session as sessions
from firmware_py.mqtt.session import Credentials, Session, wait
from tests.support.broker import Broker, needs_mosquitto
from tests.support.deadline import Deadline


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with closing(Broker(tmp_path)) as started:
        yield started


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


@needs_mosquitto
def test_a_wait_with_nothing_to_do_lasts_until_the_next_sign_of_life(broker: Broker) -> None:
    session = opened(broker.port)
    while session.is_accepted is None:
        session.step(None, None)
    assert sessions.KEEPALIVE * 0.9 < session._patience(None) <= sessions.KEEPALIVE + 1
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


def test_a_wait_ends_when_a_socket_can_be_read() -> None:
    one, other = socket.socketpair()
    with one, other:
        other.send(b"x")
        wait([one], 3600)
        wait([other], 3600, other)
