"""The checks of the broker: paho-mqtt, the connection, the settings and the service."""

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.doctor.doctor import check
from firmware_py.doctor.machine import MODULES
from firmware_py.mqtt.connection_faults import Fault
from tests.support.pi_captures import NUMPAD, fit, only_finding, wrong

MODULES_THERE = frozenset(MODULES)
ON = {"publisher": "active", "publisher_enabled": "enabled"}
PUBLISHED = NUMPAD._replace(mqtt=MqttSettings(host="192.168.178.20"), source="/etc/muggins/muggins.toml")


def published_pi(**changes):
    """Return the description of a Raspberry Pi whose board publishes its games to an MQTT broker.

    Args:
        changes: new values for some of the machine's fields, or new states for its systemd units.
    """
    return fit(PUBLISHED, **{"modules": MODULES_THERE, **ON, **changes})


def test_a_board_that_lacks_nothing():
    assert wrong(PUBLISHED, published_pi()) == []


def test_a_board_that_is_not_published_needs_nothing():
    machine = published_pi(
        modules=MODULES_THERE - {"paho"}, publisher="inactive", publisher_enabled="disabled"
    )
    assert wrong(NUMPAD, machine) == []


def test_paho_mqtt_is_missing():
    assert only_finding(PUBLISHED, published_pi(modules=MODULES_THERE - {"paho"})).remedy == (
        "sudo apt install python3-paho-mqtt"
    )


def test_a_broker_that_does_not_answer():
    fault = Fault("no broker answers at 192.168.178.20, port 1883", "start it there")
    found = only_finding(PUBLISHED, published_pi(broker=fault))
    assert (found.level, found.what, found.remedy) == ("fault", *fault)


@pytest.mark.parametrize(
    ("publisher", "enabled", "level", "remedy"),
    [
        ("failed", "enabled", "fault", "see why: sudo journalctl -b -u muggins-publish; once"),
        ("inactive", "enabled", "warning", "start it: sudo systemctl start muggins-publish"),
    ],
)
def test_a_service_that_does_not_run(publisher, enabled, level, remedy):
    found = only_finding(PUBLISHED, published_pi(publisher=publisher, publisher_enabled=enabled))
    assert found.level == level and found.remedy.startswith(remedy)


def notes(config, machine):
    """Return only the doctor's notes about the broker, not the warnings or faults."""
    return [each for each in check(config, machine) if each.level == "note" and "broker" in each.what]


def test_a_service_that_is_switched_off():
    [found] = notes(PUBLISHED, published_pi(publisher="inactive", publisher_enabled="disabled"))
    assert found.remedy == "to switch that on: sudo systemctl enable --now muggins-publish"


def test_a_name_that_the_service_cannot_look_up():
    local = PUBLISHED._replace(mqtt=MqttSettings(host="Broker.local"))
    assert wrong(local, published_pi(packaged=False)) == []
    found = only_finding(local, published_pi(packaged=True))
    assert found.what.startswith("muggins-publish cannot look up Broker.local")


def test_a_password_that_everybody_can_read_is_not_repeated():
    [found] = notes(PUBLISHED._replace(mqtt=MqttSettings(user="ann", password="sesame")), published_pi())
    assert "/etc/muggins/muggins.toml" in found.what
    assert "sesame" not in found.what + found.remedy


def test_the_broker_is_checked_on_a_computer_that_is_not_a_pi_too():
    fault = Fault("no broker answers at 192.168.178.20, port 1883", "start it there")
    laptop = published_pi(model="Acme Laptop", broker=fault, publisher=None, publisher_enabled=None)
    assert fault.what in [each.what for each in check(PUBLISHED, laptop)]
