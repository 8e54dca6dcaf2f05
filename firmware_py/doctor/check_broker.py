"""Check the library, the settings and the service for publishing to an MQTT broker."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.mqtt import MqttSettings
from firmware_py.doctor.diagnosis import FAULT, NOTE, OK, WARNING, Case, Diagnosis
from firmware_py.doctor.requirements import is_published
from firmware_py.doctor.running_service import running_service
from firmware_py.doctor.systemd_units import PUBLISHER

_NAME = PUBLISHER.removesuffix(".service")


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that the board can publish to the MQTT broker, if publishing is set up."""
    machine = case.machine
    if not is_published(case.config, machine.units.publisher, machine.units.publisher_enabled):
        return
    settings = case.config.mqtt or MqttSettings()
    yield from _connection(case, settings)
    yield from _settings(case, settings)
    yield from _service(case)


def _connection(case: Case, settings: MqttSettings) -> Iterator[Diagnosis]:
    if "paho" not in case.machine.modules:
        yield Diagnosis(
            FAULT, "a broker needs paho-mqtt, which is missing", "sudo apt install python3-paho-mqtt"
        )
    elif case.machine.broker is not None:
        yield Diagnosis(FAULT, case.machine.broker.what, case.machine.broker.remedy)
    else:
        yield Diagnosis(OK, f"the broker at {settings.host} answers")


def _settings(case: Case, settings: MqttSettings) -> Iterator[Diagnosis]:
    """Warn if the service cannot look up the broker's name, or if the configuration contains its password."""
    if case.machine.packaged and settings.host.lower().rstrip(".").endswith(".local"):
        yield Diagnosis(
            WARNING,
            f"{_NAME} cannot look up {settings.host}: names that end in .local need rights that it lacks",
            "write the address of the broker as host under [mqtt]",
        )
    if settings.password:
        yield Diagnosis(
            NOTE,
            f"everybody who can log in can read the broker's password in {case.config.source}",
            "keep it in a file of its own: password_file under [mqtt], as hardware/broker.md shows",
        )


def _service(case: Case) -> Iterator[Diagnosis]:
    state, enabled = case.machine.units.publisher, case.machine.units.publisher_enabled
    if state is None:
        return
    if state in ("active", "failed") or enabled == "enabled":
        yield running_service(PUBLISHER, state, _NAME)
    else:
        yield Diagnosis(
            NOTE, "the broker is told nothing", f"to switch that on: sudo systemctl enable --now {_NAME}"
        )
