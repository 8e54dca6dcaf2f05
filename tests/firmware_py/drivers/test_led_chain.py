"""The LED driver does not send a frame that the LEDs already show, unless a refresh is requested."""

from collections.abc import Sequence

import pytest

from firmware_py.drivers.leds import LedChain
from firmware_py.system.errors import DisplayError


class RecordingPort:
    """A port that records each transfer. Transfers fail while `broken` is True."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.broken = False
        self.closed = False

    def writebytes2(self, data: bytes | bytearray) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.closed = True


class PlainChain(LedChain):
    """An LED chain that sends one byte before the colours: 1 if the previous frame failed, otherwise 0."""

    def transfers(self, colours: bytes, *, after_failure: bool) -> Sequence[bytes]:
        return [bytes([after_failure]), colours]


@pytest.fixture
def port() -> RecordingPort:
    return RecordingPort()


def test_a_frame_that_did_not_change_is_not_sent_again(port: RecordingPort) -> None:
    chain = PlainChain(port)
    chain.show(b"rgb")
    chain.show(b"rgb")
    assert port.sent == [b"\0", b"rgb"]


def test_refresh_sends_the_same_frame_again(port: RecordingPort) -> None:
    chain = PlainChain(port)
    chain.show(b"rgb")
    chain.refresh()
    chain.show(b"rgb")
    assert port.sent == [b"\0", b"rgb"] * 2


def test_a_frame_after_a_failure_says_so(port: RecordingPort) -> None:
    chain = PlainChain(port)
    port.broken = True
    with pytest.raises(DisplayError, match="the LEDs cannot be reached"):
        chain.show(b"rgb")
    port.broken = False
    chain.show(b"rgb")
    chain.show(b"bgr")
    assert port.sent == [b"\1", b"rgb", b"\0", b"bgr"]


def test_leds_beyond_a_shorter_frame_go_dark(port: RecordingPort) -> None:
    chain = PlainChain(port)
    chain.show(b"rgbrgb")
    chain.show(b"rgb")
    assert port.sent[-1] == b"rgb\0\0\0"


def test_close_switches_the_leds_off_and_releases_the_bus(port: RecordingPort) -> None:
    chain = PlainChain(port)
    chain.show(b"rgb")
    chain.close()
    assert port.sent[-1] == bytes(3) and port.closed


def test_close_works_without_the_bus(port: RecordingPort) -> None:
    chain = PlainChain(port)
    chain.show(b"rgb")
    port.broken = True
    chain.close()
    assert port.closed


def test_colours_have_three_bytes(port: RecordingPort) -> None:
    with pytest.raises(ValueError, match="three bytes for each LED: got 4"):
        PlainChain(port).show(b"rgbr")
