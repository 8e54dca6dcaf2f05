"""A clip at a volume: half of it sounds half as loud, which is ten decibels less."""

from array import array
from math import log10

import pytest

from firmware_py.speech.volume import Volume, factor
from tests.support.sound import tone

WORD = tone(0.1, 300)


def test_at_100_percent_a_clip_is_what_it_was() -> None:
    assert Volume(100).applied(WORD) is WORD


def test_at_0_percent_nothing_is_heard() -> None:
    assert Volume(0).applied(WORD) == bytes(len(WORD))


@pytest.mark.parametrize(("percent", "decibels"), [(50, -10), (25, -20), (71, -5)])
def test_half_the_volume_is_ten_decibels_less(percent: int, decibels: int) -> None:
    loud, quiet = (max(map(abs, array("h", pcm))) for pcm in (WORD, Volume(percent).applied(WORD)))
    assert 20 * log10(quiet / loud) == pytest.approx(decibels, abs=0.1)


def test_each_percent_is_louder_than_the_one_before() -> None:
    factors = [factor(percent) for percent in range(101)]
    assert factors == sorted(set(factors))
    assert (factors[0], factors[100]) == (0.0, 1.0)


def test_the_loudest_samples_stay_in_range() -> None:
    clip = array("h", [-32768, -1, 0, 1, 32767]).tobytes()
    assert array("h", Volume(99).applied(clip))[0] >= -32768
    assert array("h", Volume(50).applied(clip)).tolist()[1:4] == [0, 0, 0]


def test_a_clip_is_made_quieter_once_and_old_ones_are_forgotten() -> None:
    volume = Volume(50)
    first = volume.applied(WORD)
    assert volume.applied(WORD) is first
    for number in range(30):
        volume.applied(bytes([number, 0]) * 100_000)
    again = volume.applied(WORD)
    assert again == first
    assert again is not first
