"""The MQTT broker settings."""

import socket
from pathlib import Path

import pytest

from firmware_py.config.programs import MqttSettings, mqtt
from firmware_py.system.errors import UsageError

from .loaded import refusal, written


def test_every_setting_has_a_default() -> None:
    assert mqtt("it", {}) == MqttSettings(
        host="localhost",
        port=1883,
        user=None,
        password=None,
        password_file=None,
        tls=False,
        ca=None,
        name="",
        base="muggins",
        discovery=True,
    )


def test_the_default_port_depends_on_tls() -> None:
    """The default ports are those registered with IANA: 1883 for MQTT, and 8883 for MQTT over TLS."""
    assert mqtt("it", {"tls": True}).port == 8883
    assert mqtt("it", {"tls": True, "port": 1884}).port == 1884


def test_all_settings_of_a_file(tmp_path: Path) -> None:
    text = """extends = "usb-numpad"
[mqtt]
host = "192.168.178.20"
port = 8884
user = "board7"
password_file = "/etc/muggins/mqtt-password"
tls = true
ca = "/etc/muggins/ca.crt"
name = "Table 7"
base = "club/boards"
discovery = false
"""
    assert written(tmp_path, text).mqtt == MqttSettings(
        host="192.168.178.20",
        port=8884,
        user="board7",
        password_file="/etc/muggins/mqtt-password",
        tls=True,
        ca="/etc/muggins/ca.crt",
        name="Table 7",
        base="club/boards",
        discovery=False,
    )
    assert written(tmp_path, 'extends = "usb-numpad"').mqtt is None


def test_a_file_can_switch_off_what_the_file_below_it_switches_on(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "bare"\n[mqtt]\ntls = true\nuser = "board"\n')
    settings = written(tmp_path, 'extends = "club.toml"\n[mqtt]\ntls = false\nuser = false\n').mqtt
    assert settings and (settings.tls, settings.port, settings.user) == (False, 1883, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('user = "a"\npassword = "b"\npassword_file = "/c"', "mqtt.password: the password is also in"),
        ('password = "b"', "mqtt.user: a password needs a user name"),
        ('ca = "/etc/ca.crt"', "mqtt.ca: a certificate has no effect without TLS: add tls = true"),
    ],
)
def test_settings_that_contradict_each_other(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, f"[mqtt]\n{text}").startswith(message)


def test_the_name_of_the_board_is_that_of_the_machine_unless_there_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "cribbage.fritz.box")
    assert MqttSettings().board_name == "cribbage"
    assert MqttSettings(name="Table 7").board_name == "Table 7"


def test_the_password_comes_from_the_configuration_or_from_a_file_of_its_own(tmp_path: Path) -> None:
    assert MqttSettings().login is None
    assert MqttSettings(user="ann").login == ("ann", "")
    assert MqttSettings(user="ann", password="sesame").login == ("ann", "sesame")
    file = tmp_path / "password"
    file.write_text("open sesame \n")
    assert MqttSettings(user="ann", password_file=str(file)).login == ("ann", "open sesame ")


def test_a_password_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"/none: no such file or directory: write the password"):
        _ = MqttSettings(user="ann", password_file=f"{tmp_path}/none").login
    (tmp_path / "noise").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="/noise: this is not text"):
        _ = MqttSettings(user="ann", password_file=f"{tmp_path}/noise").login
    with pytest.raises(UsageError, match="/dev/zero: longer than a password can be"):
        _ = MqttSettings(user="ann", password_file="/dev/zero").login


def test_the_password_is_not_in_a_text_about_the_settings() -> None:
    assert "sesame" not in repr(MqttSettings(user="ann", password="sesame"))
    assert "'ann'" in repr(MqttSettings(user="ann", password="sesame"))
