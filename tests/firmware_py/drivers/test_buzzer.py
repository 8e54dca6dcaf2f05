"""The driver for the buzzer, on a gpiozero mock pin."""

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.board.ports import Sound
from firmware_py.drivers.signals import BEEPS, PinBuzzer
from tests.support.deadline import until


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_is_as_many_beeps_as_it_says_and_ends(sound: Sound) -> None:
    factory = MockFactory()
    buzzer = PinBuzzer(26, factory)
    pin = factory.pin(26)
    pin.clear_states()
    *_, times = BEEPS[sound]
    buzzer.sound(sound)
    wanted = [False] + [True, False] * times
    until(lambda: [state.state for state in pin.states] == wanted, pin.states)
    buzzer.close()
