"""Emulated keypads behave like the kernel's input devices."""

from collections.abc import Iterator

import pytest

from firmware_py.drivers.kernel_event_device import EV_KEY
from tests.support.emulated_keypads import EmulatedEventDevice, EmulatedInputFolder, EmulatedKeypad

KP1, KP2 = 79, 80


@pytest.fixture
def folder() -> Iterator[EmulatedInputFolder]:
    folder = EmulatedInputFolder()
    yield folder
    folder.close()


@pytest.fixture
def keypad() -> EmulatedKeypad:
    return EmulatedKeypad([KP1, KP2], clock=lambda: 3.5)


def keys(device: EmulatedEventDevice) -> list[tuple[int, int, float | None]]:
    """Return the key events that have not been read yet.

    Each event consists of a key code, the value 1 for pressed or 0 for released, and the time, if known.
    """
    try:
        return [(event.code, event.value, event.at) for event in device.read() if event.type == EV_KEY]
    except BlockingIOError:
        return []


def test_a_press_is_an_event_with_its_time(folder: EmulatedInputFolder, keypad: EmulatedKeypad) -> None:
    device = folder.opener(folder.plug(keypad))
    keypad.press(KP1)
    keypad.press(KP1)
    keypad.release(KP1)
    assert keys(device) == [(KP1, 1, 3.5), (KP1, 0, 3.5)]


def test_each_open_device_has_its_own_queue(folder: EmulatedInputFolder, keypad: EmulatedKeypad) -> None:
    path = folder.plug(keypad)
    one, other = folder.opener(path), folder.opener(path)
    keypad.press(KP1)
    assert keys(one) == keys(other) == [(KP1, 1, 3.5)]


def test_a_grab_keeps_the_events_from_other_devices(
    folder: EmulatedInputFolder, keypad: EmulatedKeypad
) -> None:
    path = folder.plug(keypad)
    one, other = folder.opener(path), folder.opener(path)
    one.grab()
    with pytest.raises(OSError, match="busy"):
        other.grab()
    keypad.press(KP1)
    assert (keys(one), keys(other)) == ([(KP1, 1, 3.5)], [])
    one.close()
    keypad.release(KP1)
    assert keys(other) == [(KP1, 0, 3.5)]


def test_asking_for_the_keys_that_are_down_discards_unread_key_events(
    folder: EmulatedInputFolder, keypad: EmulatedKeypad
) -> None:
    device = folder.opener(folder.plug(keypad))
    keypad.press(KP2)
    assert device.active_keys() == [KP2]
    assert keys(device) == []


def test_an_unplugged_keypad_cannot_be_read_and_leaves_no_node(
    folder: EmulatedInputFolder, keypad: EmulatedKeypad
) -> None:
    path = folder.plug(keypad)
    device = folder.opener(path)
    folder.unplug(keypad)
    with pytest.raises(OSError, match="No such device"):
        device.read()
    with pytest.raises(FileNotFoundError):
        folder.opener(path)
    assert not folder.folder.exists()


def test_a_node_needs_permission_before_it_opens(folder: EmulatedInputFolder, keypad: EmulatedKeypad) -> None:
    path = folder.plug(keypad, permitted=False)
    with pytest.raises(PermissionError):
        folder.opener(path)
    folder.permit()
    assert folder.opener(path).codes() == [KP1, KP2]
