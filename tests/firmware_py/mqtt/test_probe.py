"""The doctor's attempt to connect to a broker."""

import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt import connection
from firmware_py.mqtt.connection import probe
from tests.support.broker import Broker, needs_mosquitto
from tests.support.machine import free_port


@needs_mosquitto
def test_a_broker_that_lets_us_in_and_one_that_does_not(tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "ann", "sesame"], check=True)
    with closing(Broker(tmp_path, "allow_anonymous false", f"password_file {passwords}")) as broker:
        settings = MqttSettings(host="127.0.0.1", port=broker.port)
        assert probe(settings._replace(user="ann", password="sesame")) is None
        refused = probe(settings._replace(user="ann", password="wrong"))
        assert refused and "refuses the user name or the password" in refused.what


def test_no_broker() -> None:
    fault = probe(MqttSettings(host="127.0.0.1", port=free_port()))
    assert fault and fault.what.startswith("no broker answers at 127.0.0.1")


def test_a_computer_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_ANSWER", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        fault = probe(MqttSettings(host="127.0.0.1", port=server.getsockname()[1]))
    assert fault and fault.what.endswith("does not answer as a broker")
