"""Test whether this machine can connect to a broker, for `muggins doctor`."""

from __future__ import annotations

import os
import time

from firmware_py.config.mqtt import MqttSettings
from firmware_py.mqtt import connection_faults
from firmware_py.mqtt.connection_faults import Fault
from firmware_py.mqtt.credentials import Credentials
from firmware_py.mqtt.session import Session, require_paho

_ANSWER = 5.0
"""The maximum time, in seconds, that the broker may take to answer."""


def probe(broker: MqttSettings) -> Fault | None:
    """Connect to a broker and disconnect again. Return the fault if there is one, otherwise None.

    Raises:
        UsageError: paho-mqtt is not installed, or a file in the settings cannot be read.
    """
    require_paho()
    session = Session(broker, f"muggins-doctor-{os.getpid()}", Credentials.of(broker), None)
    try:
        session.open()
    except (OSError, ValueError) as error:  # ValueError: a name that cannot be one in the Internet
        return connection_faults.unreachable(error, broker)
    deadline = time.monotonic() + _ANSWER
    while session.is_accepted is None and time.monotonic() < deadline and session.step(None, deadline):
        pass
    session.close()
    if session.refused_with is not None:
        return connection_faults.refused(session.refused_with, broker)
    return None if session.is_accepted else connection_faults.silent(broker)
