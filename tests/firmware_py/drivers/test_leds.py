"""The LED drivers: the bytes of a frame, the order and brightness of the colours, and opening the device.

Every kind of chain shows its colours and recovers from failures in `tests/contract/test_chains.py`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_py.config.lights import LightSettings, timed_frame
from firmware_py.config.lights import lights as light_settings
from firmware_py.drivers import REAL, Wires, from_config
from firmware_py.system.errors import DisplayError

FREE = 10**6  # mA, which is never reached


class Wire:
    """A fake SPI device that records how it was opened, and each transfer."""

    def __init__(self) -> None:
        self.opened: list[tuple[int, int]] = []
        self.sent: list[bytes] = []
        self.max_speed_hz, self.mode = 0, 3
        self.fails = False

    def open(self, bus: int, device: int) -> None:
        self.opened.append((bus, device))

    def writebytes2(self, data: bytes) -> None:
        if self.fails:
            raise OSError(5, "Input/output error")
        self.sent.append(bytes(data))

    def close(self) -> None:
        pass


def settings(chip: str, **table: Any) -> LightSettings:
    usual = {"brightness": 100, "limit_ma": FREE}
    return light_settings("test", {"chip": chip, **usual, **table}, speaks=False)


def sent(colours: bytes, chip: str, **table: Any) -> bytes:
    """Show colours on a new chain, and return the bytes of its only transfer."""
    wire = Wire()
    from_config.lights(settings(chip, **table), Wires(spidev=lambda: wire)).show(colours)
    (transfer,) = wire.sent
    return transfer


def values(colours: bytes, chip: str = "ws2812", **table: Any) -> list[int]:
    """Show colours on LEDs without a clock wire, and return the bytes that they decode from the pulses."""
    line = "".join(f"{byte:08b}" for byte in sent(colours, chip, **table))
    pulses = re.findall("1+0+", line)
    assert set(pulses[:-1]) <= {"1000", "1100"}
    bits = "".join("1" if pulse.startswith("11") else "0" for pulse in pulses)
    assert len(bits) % 8 == 0
    return [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]


class TestTimed:
    """WS2812 and SK6812."""

    @pytest.mark.parametrize("order", ["GRBW", "RGBW", "WRGB"])
    def test_white_shows_the_share_that_the_colours_have_in_common(self, order: str) -> None:
        colours = {"R": 200, "G": 90, "B": 0, "W": 10}
        assert values(bytes([210, 100, 10]), order=order) == [colours[name] for name in order]
        assert values(b"\xff\xff\xff", order=order) == [255 if name == "W" else 0 for name in order]

    def test_brightness_scales_the_colours_and_puts_none_out(self) -> None:
        assert values(bytes([200, 100, 0]), order="RGB", brightness=50) == [100, 50, 0]
        assert values(bytes([3, 1, 0]), order="RGB", brightness=10) == [1, 1, 0]
        assert values(bytes([255, 3, 1]), order="RGB", brightness=0) == [0, 0, 0]
        assert values(bytes(range(255)), order="RGB") == list(range(255))

    def test_after_a_failure_a_pause_goes_before_the_next_frame(self) -> None:
        wire = Wire()
        lights = from_config.lights(settings("ws2812"), Wires(spidev=lambda: wire))
        lights.show(b"\x40" * 3)
        wire.fails = True
        with pytest.raises(DisplayError, match="Input/output error"):
            lights.show(b"\x80" * 3)
        wire.fails = False
        lights.show(b"\x40" * 3)
        first, pause, again = wire.sent
        assert not any(pause) and len(pause) >= 112
        assert again == first

    def test_more_leds_than_one_transfer_takes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        limit = tmp_path / "bufsiz"
        monkeypatch.setattr("firmware_py.drivers.leds.BUFSIZ_FILE", limit)
        for unknown in (None, "none\n"):
            if unknown:
                limit.write_text(unknown)
            message = r"363 LEDs take 4480 bytes .* takes 4096: add spidev\.bufsiz=8192 to"
            with pytest.raises(DisplayError, match=message):
                sent(bytes(3 * 363), "ws2812")
            sent(bytes(3 * 256), "ws2812")
        limit.write_text("4480\n")
        for chip, order in (("ws2812", "GRB"), ("sk6812", "GRBW")):
            assert len(sent(bytes(180), chip)) == timed_frame(60, order)
        assert len(sent(bytes(3 * 363), "ws2812")) == timed_frame(363, "GRB") == 4480


@pytest.mark.parametrize("chip", ["apa102", "ws2812"])
class TestLimit:
    """Colours over the current limit, at 20 mA for each colour, are dimmed in proportion."""

    def shown(self, chip: str, limit_ma: int, brightness: int = 100) -> tuple[int, ...]:
        table = {"order": "RGB", "limit_ma": limit_ma, "brightness": brightness}
        colours = bytes([200, 100, 0])
        return tuple(values(colours, **table) if chip == "ws2812" else sent(colours, chip, **table)[5:8])

    def test_they_keep_their_proportions(self, chip: str) -> None:
        assert self.shown(chip, 24) == (200, 100, 0)  # 300 of 255 at 20 mA are 23.5 mA
        assert self.shown(chip, 13) == (110, 55, 0)


class TestDevice:
    def test_it_is_opened_at_the_first_frame_as_configured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wire = Wire()
        monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: wire))
        lights = from_config.lights(settings("apa102", bus=1, device=2, hz=4_000_000), REAL)
        assert wire.opened == []
        lights.show(bytes(3))
        lights.show(b"\x01\x02\x03")
        assert (wire.opened, wire.max_speed_hz, wire.mode) == ([(1, 2)], 4_000_000, 0)
        lights.close()
        lights.close()

    def test_the_package_or_the_device_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wire = Wire()

        def missing(bus: int, device: int) -> None:
            raise FileNotFoundError(2, "No such file or directory")

        lights = from_config.lights(settings("apa102", device=1))
        monkeypatch.setitem(sys.modules, "spidev", None)
        with pytest.raises(DisplayError, match="package spidev"):
            lights.show(bytes(3))
        monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: wire))
        with pytest.MonkeyPatch.context() as gone:
            gone.setattr(wire, "open", missing)
            with pytest.raises(DisplayError, match=r"cannot open /dev/spidev0\.1: .*No such file"):
                lights.show(bytes(3))
        lights.show(bytes(3))
        assert len(wire.sent) == 1
