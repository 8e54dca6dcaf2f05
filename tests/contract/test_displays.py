"""Every display, with each controller on I2C and on SPI, shows its pictures and recovers from failures."""

from __future__ import annotations

import random

import pytest
from PIL import Image, ImageChops

from firmware_py.config.displays import OLED_CONTROLLERS, Glass
from firmware_py.system.errors import DisplayError
from tests.contract.displays import KINDS, DisplayRig, Kind
from tests.support.screen_pictures import BLACK, noise, with_box


@pytest.fixture(params=KINDS, ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    given: Kind = request.param
    return given


@pytest.fixture
def bench(kind: Kind) -> DisplayRig:
    return DisplayRig(kind)


@pytest.fixture(params=[kind for kind in KINDS if kind.interface == "i2c"], ids=str)
def i2c(request: pytest.FixtureRequest) -> DisplayRig:
    return DisplayRig(request.param)


@pytest.fixture(params=[kind for kind in KINDS if kind.interface == "spi"], ids=str)
def spi(request: pytest.FixtureRequest) -> DisplayRig:
    return DisplayRig(request.param)


FIRST = noise(1)
# Three changed areas on five pages; the last pixel stays the same.
CHANGED = with_box(with_box(with_box(FIRST, 10, 3, 24, 20), 80, 40, 90, 50), 127, 0, 127, 0, fill=0)
OTHERS = (FIRST, CHANGED, noise(2))


def altered(image: Image.Image, chance: random.Random) -> Image.Image:
    """Return either random noise or a copy of `image` in which up to four rectangles have been filled."""
    kind = chance.random()
    if kind < 0.1:
        return noise(chance.randrange(10**6))
    if kind < 0.2:
        return image.copy()
    changed = image
    for _ in range(chance.randint(1, 4)):
        left, top = chance.randrange(128), chance.randrange(64)
        box = left, top, min(127, left + chance.randrange(30)), min(63, top + chance.randrange(20))
        changed = with_box(changed, *box, fill=chance.randrange(2))
    return changed


def test_the_panel_shows_the_picture_drawn(bench: DisplayRig) -> None:
    chance = random.Random(str(bench.kind))
    image = BLACK
    turned = on = True
    for _ in range(300):
        image = altered(image, chance)
        turned ^= chance.random() < 0.1
        if chance.random() < 0.05:
            bench.oled.refresh()
        bench.oled.show(image, upside_down=turned)
        wanted = image.transpose(Image.Transpose.ROTATE_180) if turned else image
        assert bench.shows(wanted if on else BLACK)
        if chance.random() < 0.1:
            on = not on
            bench.oled.power(on)
            assert bench.chip.on == on and bench.shows(wanted if on else BLACK)
        if chance.random() < 0.1:
            level = chance.randrange(256)
            bench.oled.contrast(level)
            assert bench.chip.contrast == level


@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_a_smaller_glass_anywhere_in_the_memory_needs_only_its_entry(
    controller: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = OLED_CONTROLLERS[controller]._replace(glass=Glass(64, 40, first_column=33, first_page=2))
    monkeypatch.setitem(OLED_CONTROLLERS, controller, entry)
    bench = DisplayRig(Kind(controller, "i2c", 0, 0, False))
    for seed in range(9):
        image = noise(seed).crop((0, 0, 64, 40))
        bench.oled.show(image)
        assert bench.chip.image().size == (64, 40) and bench.shows(image)
    with pytest.raises(ValueError, match="64 x 40"):
        bench.oled.show(FIRST)
    bench.oled.close()
    bench.chip.on = True
    assert not bench.chip.image().getbbox()


def test_nothing_is_sent_before_the_first_frame(bench: DisplayRig) -> None:
    bench.oled.contrast(9)
    bench.oled.power(False)
    bench.oled.refresh()
    assert bench.wire.bytes_sent == 0
    bench.oled.show(FIRST)
    assert not bench.chip.on and bench.chip.contrast == 9
    bench.oled.power(True)
    assert bench.shows(FIRST)


def test_nothing_is_sent_when_nothing_changed_but_the_question_where_one_can_ask(bench: DisplayRig) -> None:
    asked = bench.kind.asked
    bench.oled.show(FIRST)
    assert bench.bytes_for(FIRST.copy()) == asked
    bench.oled.show(FIRST, upside_down=True)
    assert bench.bytes_for(FIRST.transpose(Image.Transpose.ROTATE_180)) == asked


def test_the_first_frame_costs_its_bytes_and_those_that_set_the_panel_up(bench: DisplayRig) -> None:
    first = bench.bytes_for(FIRST)
    assert bench.kind.whole < first <= bench.kind.whole + bench.kind.set_up


def test_a_small_change_is_cheap(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    spot = ImageChops.invert(FIRST.crop((60, 30, 72, 42)))
    changed = FIRST.copy()
    changed.paste(spot, (60, 30))
    assert bench.bytes_for(changed) < bench.kind.whole / 5
    assert bench.shows(changed)


def test_no_frame_costs_more_than_a_whole_one(bench: DisplayRig) -> None:
    chance = random.Random(3)
    bench.oled.show(FIRST)
    most = bench.kind.whole + (bench.kind.asked if bench.kind.interface == "i2c" else bench.kind.set_up)
    for _ in range(40):
        speckled = FIRST.copy()
        for _ in range(chance.randrange(600)):
            speckled.putpixel((chance.randrange(128), chance.randrange(64)), 255)
        assert bench.bytes_for(speckled) <= most
        assert bench.shows(speckled)


def test_the_panel_is_lit_once_the_first_frame_is_there(bench: DisplayRig) -> None:
    lit: list[bytes] = []
    take = bench.chip.serial

    def watch(sent: bytes, data: bool) -> None:
        take(sent, data)
        if bench.chip.on:
            lit.append(sent)

    bench.chip.serial = watch  # type: ignore[method-assign]
    for _ in range(2):
        bench.oled.show(FIRST)
        bench.oled.power(False)
        assert lit == [b"\xaf"]
        lit.clear()
        bench.oled.power(True)
        assert lit == [b"\xaf"]
        lit.clear()
        bench.oled.power(False)
        bench.oled.refresh()
        bench.oled.power(True)


def test_close_leaves_the_panel_dark_and_blank(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    bench.oled.close()
    assert not bench.chip.on
    bench.chip.on = True
    assert bench.shows(BLACK)


def test_it_can_be_shown_again_once_closed(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    bench.oled.close()
    bench.oled.show(FIRST)
    assert bench.shows(FIRST)


# On I2C an unplugged panel does not acknowledge. On SPI the driver cannot notice; other tests cover that.
@pytest.fixture(
    params=[
        (kind, pulled) for kind in KINDS for pulled in (False, True) if not pulled or kind.interface == "i2c"
    ],
    ids=lambda given: f"{given[0]}-{'pulled out' if given[1] else 'failing'}",
)
def cut(request: pytest.FixtureRequest) -> tuple[DisplayRig, bool]:
    kind, pulled = request.param
    return DisplayRig(kind), pulled


def show_while_failing(cut: tuple[DisplayRig, bool], through: int, image: Image.Image) -> bool:
    """Show a picture while the connection to the display fails. Return True if the driver raised an error.

    Args:
        cut: a display, and whether its panel is unplugged (True) or just one transfer fails (False).
        through: the number of bytes transferred before the failure.
    """
    bench, pulled = cut
    cutting = bench.wire.pull_after if pulled else bench.wire.fail_after
    cutting(through)
    failed = not bench.tries(image)
    if pulled or (bench.kind.interface == "spi" and through % 2):
        bench.wire.plug()  # the power was off in between
    return failed


@pytest.mark.night
def test_an_error_at_any_byte_of_a_first_frame(cut: tuple[DisplayRig, bool]) -> None:
    bench, pulled = cut
    for through in range(DisplayRig(bench.kind).bytes_for(FIRST)):
        # A panel that is off is initialised like a new one.
        bench.oled.power(False)
        bench.oled.refresh()
        bench.oled.power(True)
        # The failure may hit the driver's test whether the panel can be read, which does no harm.
        assert show_while_failing(cut, through, FIRST) or not pulled
        image = OTHERS[through % 3]
        bench.oled.show(image)
        assert bench.shows(image), through


def test_an_error_at_any_byte_of_a_change(cut: tuple[DisplayRig, bool]) -> None:
    bench, _ = cut
    usual = DisplayRig(bench.kind)
    usual.oled.show(FIRST)
    for through in range(usual.bytes_for(CHANGED)):
        bench.oled.refresh()
        bench.oled.show(FIRST)
        assert show_while_failing(cut, through, CHANGED), through
        image = OTHERS[through % 3]
        bench.oled.show(image)
        assert bench.shows(image), through


def test_an_error_while_the_panel_is_switched_off_or_on(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    for on in (False, True):
        through = 0
        while True:
            bench.wire.fail_after(through)
            try:
                bench.oled.power(on)
            except DisplayError:
                bench.oled.show(FIRST)
                assert bench.shows(FIRST if on else BLACK), through
                bench.oled.power(not on)
            else:
                break
            through += 7 if on else 1
        assert through > 0
        bench.wire.fail_after(10**9)
        assert bench.shows(FIRST if on else BLACK)


def test_contrast_outlives_an_error(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    bench.wire.fail_after(1)
    with pytest.raises(DisplayError):
        bench.oled.contrast(9)
    bench.wire.plug()
    bench.oled.show(FIRST)
    assert bench.chip.contrast == 9 and bench.shows(FIRST)


def test_power_lost_and_back_between_two_frames_is_noticed(i2c: DisplayRig) -> None:
    for seed in range(20):
        i2c.oled.show(noise(seed))
        i2c.wire.unplug()
        i2c.wire.plug()
        changed = with_box(noise(seed), seed, 2, seed + 9, 20)
        i2c.oled.show(changed)
        assert i2c.shows(changed)


def test_power_lost_while_the_panel_is_switched_off(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    bench.oled.power(False)
    bench.wire.unplug()
    bench.wire.plug()
    bench.oled.power(True)
    assert bench.shows(FIRST)


def test_a_panel_missing_at_the_start(i2c: DisplayRig) -> None:
    i2c.wire.unplug()
    for _ in range(3):
        with pytest.raises(DisplayError):
            i2c.oled.show(FIRST)
    i2c.wire.plug()
    i2c.oled.show(FIRST)
    assert i2c.shows(FIRST)


def right_after_eight_frames(bench: DisplayRig) -> bool:
    """Plug in the panel, show eight similar pictures, and return True if the panel shows the last one."""
    bench.wire.plug()
    image = FIRST.copy()
    for frame in range(8):
        image.putpixel((5, 5 + frame), int(not image.getpixel((5, 5 + frame))))
        bench.oled.show(image)
    return bench.shows(image)


def test_pulled_out_in_silence_it_is_right_again_within_eight_frames(spi: DisplayRig) -> None:
    first = DisplayRig(spi.kind).bytes_for(FIRST)
    for through in [*range(0, first, 5), first - 1, first]:
        spi.oled.refresh()
        spi.wire.pull_after(through)
        spi.oled.show(FIRST)
        assert right_after_eight_frames(spi), through


def test_pulled_out_in_silence_in_the_midst_of_a_change(spi: DisplayRig) -> None:
    usual = DisplayRig(spi.kind)
    usual.oled.show(FIRST)
    for through in range(usual.bytes_for(CHANGED)):
        spi.oled.refresh()
        spi.oled.show(FIRST)
        spi.wire.pull_after(through)
        spi.oled.show(CHANGED)
        assert right_after_eight_frames(spi), through
