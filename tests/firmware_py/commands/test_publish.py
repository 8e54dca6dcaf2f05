"""The errors that end `muggins publish` immediately. For the MQTT messages, see tests/firmware_py/mqtt."""

import sys
from pathlib import Path

import pytest

from firmware_py.system.process import how_to_install
from tests.support.command import muggins


@pytest.fixture(autouse=True)
def _no_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


def test_without_paho_mqtt_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    done = muggins("publish")
    assert (done.status, done.out) == (2, "")
    how = how_to_install("python3-paho-mqtt", "publish")
    assert done.err == f"muggins: a broker needs paho-mqtt: {how}\n"


def test_a_mistake_in_the_configuration_is_said_without_the_password(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('[mqtt]\nuser = "ann"\npassword = ["open sesame"]\n')
    done = muggins("publish", "--config", config)
    assert done.status == 2
    assert done.err == f"muggins: {config}: mqtt.password: must be text in quotes\n"
