"""The OLED driver, with luma's own I2C interface and an emulated SSD1306 whose status the driver never reads.

The behaviour of all controllers on both buses is tested in `tests/contract/test_displays.py`.
"""

import atexit
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from firmware_py.drivers.oled import Oled
from firmware_py.drivers.oled_commands import OVERHEAD
from firmware_py.emulator.wires import EmulatedI2CBus
from firmware_py.system.errors import DisplayError
from tests.support.oled_bench import OledBench
from tests.support.pi_i2c import pi_i2c
from tests.support.processes import run
from tests.support.screen_pictures import BLACK, noise, with_box


class OledRig(OledBench[EmulatedI2CBus]):
    """A test rig: an OLED panel on an emulated bus, and its driver."""

    def __init__(self) -> None:
        super().__init__(EmulatedI2CBus(), lambda bus: Oled(pi_i2c(bus)))


@pytest.fixture
def bench() -> OledRig:
    return OledRig()


WHOLE = 1034


def test_constructing_talks_to_nothing(bench: OledRig) -> None:
    assert bench.bus.bytes_sent == 0


def watch_lit_writes(bench: OledRig) -> list[bytes]:
    """Start recording each write to the chip after which the panel is on, and return the list of writes."""
    lit: list[bytes] = []
    write = bench.chip.write

    def watch(payload: bytes) -> None:
        write(payload)
        if bench.chip.on:
            lit.append(payload)

    bench.chip.write = watch  # type: ignore[method-assign]
    return lit


def test_the_first_frame_is_there_before_the_panel_is_lit(bench: OledRig) -> None:
    lit = watch_lit_writes(bench)
    bench.oled.show(noise(1))
    assert lit == [b"\x00\xaf"]
    assert bench.shows(noise(1))


def test_nothing_is_sent_when_nothing_changed(bench: OledRig) -> None:
    bench.oled.show(noise(1))
    assert bench.bytes_for(noise(1)) == 0


def test_an_image_changed_in_place_is_sent(bench: OledRig) -> None:
    image = BLACK.copy()
    bench.oled.show(image)
    image.putpixel((7, 7), 255)
    assert bench.bytes_for(image) == 11
    assert bench.shows(image)


@pytest.mark.parametrize(
    ("boxes", "cost"),
    [
        ([(0, 0, 0, 0)], 11),
        ([(127, 63, 127, 63)], 11),
        ([(40, 8, 59, 15)], OVERHEAD + 20),
        ([(40, 7, 59, 8)], OVERHEAD + 40),  # two pages, one rectangle
        ([(10, 0, 10, 0), (20, 0, 20, 0)], OVERHEAD + 11),  # a small gap is sent along
        ([(10, 0, 10, 0), (22, 0, 22, 0)], 2 * OVERHEAD + 2),  # a larger one is not
        ([(10, 0, 29, 7), (12, 8, 31, 15)], OVERHEAD + 44),  # nearly above each other
        ([(10, 0, 29, 7), (100, 8, 119, 15)], 2 * OVERHEAD + 40),
        ([(0, 0, 127, 63)], WHOLE),
    ],
)
def test_bytes_for_a_change(bench: OledRig, boxes: list[tuple[int, ...]], cost: int) -> None:
    bench.oled.show(BLACK)
    image = BLACK
    for box in boxes:
        image = with_box(image, *box)
    assert bench.bytes_for(image) == cost
    assert bench.shows(image)


def test_no_frame_costs_more_than_a_whole_one(bench: OledRig) -> None:
    bench.oled.show(BLACK)
    # Two runs on each page, eleven columns apart and shifted: joining any two of them saves nothing.
    stairs = BLACK
    for page in range(8):
        gap = 20 + 11 * page
        stairs = with_box(stairs, 0, 8 * page, gap - 1, 8 * page + 7)
        stairs = with_box(stairs, gap + 11, 8 * page, 127, 8 * page + 7)
    assert bench.bytes_for(stairs) == WHOLE
    assert bench.bytes_for(noise(3)) <= WHOLE
    assert bench.shows(noise(3))


boxes = st.tuples(
    st.integers(0, 127), st.integers(0, 63), st.integers(0, 127), st.integers(0, 63), st.booleans()
)
steps = st.lists(st.one_of(st.lists(boxes, max_size=6), st.integers(0, 2**32)), max_size=8)


@settings(deadline=None, max_examples=150)
@given(steps)
def test_the_chip_shows_the_picture_drawn(
    frames: list[list[tuple[int, int, int, int, bool]] | int],
) -> None:
    bench = OledRig()
    image = BLACK
    bench.oled.show(image)
    for frame in frames:
        if isinstance(frame, int):
            image = noise(frame)
        else:
            for left, top, right, bottom, fill in frame:
                box = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
                image = with_box(image, *box, fill=int(fill))
        assert bench.bytes_for(image) <= WHOLE
        assert bench.shows(image)


def bytes_of_first_frame() -> int:
    bench = OledRig()
    return bench.bytes_for(noise(1))


def test_recovers_from_an_error_at_every_byte_of_an_initialisation_and_of_its_frame() -> None:
    for through in range(bytes_of_first_frame()):
        bench = OledRig()
        bench.bus.fail_after(through)
        with pytest.raises(DisplayError):
            bench.oled.show(noise(1))
        bench.oled.show(noise(1))
        assert bench.shows(noise(1)), through


def test_recovers_from_an_error_at_every_byte_of_a_change() -> None:
    changed = with_box(with_box(noise(1), 10, 3, 40, 20), 80, 40, 100, 50)
    usual = OledRig()
    usual.oled.show(noise(1))
    for through in range(usual.bytes_for(changed)):
        bench = OledRig()
        bench.oled.show(noise(1))
        bench.bus.fail_after(through)
        with pytest.raises(DisplayError):
            bench.oled.show(changed)
        # The chip's content is unknown, so even the same frame is sent as a whole, while the panel is off.
        lit = watch_lit_writes(bench)
        assert bench.bytes_for(noise(1)) > WHOLE
        assert lit == [b"\x00\xaf"], through
        assert bench.shows(noise(1)), through


def test_a_panel_that_comes_up_late(bench: OledRig) -> None:
    bench.bus.unplug()
    for _ in range(3):
        with pytest.raises(DisplayError, match="0x3C"):
            bench.oled.show(noise(1))
    bench.bus.plug()
    bench.oled.show(noise(1))
    assert bench.shows(noise(1))


def test_a_panel_pulled_out_and_put_back(bench: OledRig) -> None:
    bench.oled.show(noise(1))
    bench.bus.unplug()
    with pytest.raises(DisplayError):
        bench.oled.show(noise(2))
    bench.bus.plug()
    bench.oled.show(noise(2))
    assert bench.shows(noise(2))


def test_a_panel_that_lost_its_power_unseen_is_dark_until_refreshed(bench: OledRig) -> None:
    bench.oled.show(noise(1))
    bench.bus.unplug()
    bench.bus.plug()
    bench.oled.show(noise(1))
    assert not bench.chip.on
    bench.oled.refresh()
    bench.oled.show(noise(1))
    assert bench.shows(noise(1))


def test_contrast_is_kept_over_a_power_cycle(bench: OledRig) -> None:
    bench.oled.contrast(3)
    assert bench.bus.bytes_sent == 0
    bench.oled.show(noise(1))
    assert bench.chip.contrast == 3
    bench.oled.contrast(200)
    assert bench.chip.contrast == 200
    bench.bus.unplug()
    with pytest.raises(DisplayError):
        bench.oled.contrast(9)
    bench.bus.plug()
    bench.oled.show(noise(1))
    assert bench.chip.contrast == 9 and bench.shows(noise(1))


@pytest.mark.parametrize("level", [-1, 256])
def test_contrast_out_of_range(bench: OledRig, level: int) -> None:
    with pytest.raises(ValueError, match="0 to 255"):
        bench.oled.contrast(level)


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_wrong_images(bench: OledRig, image: Image.Image) -> None:
    with pytest.raises(ValueError, match="128 x 64"):
        bench.oled.show(image)
    assert bench.bus.bytes_sent == 0


def test_close_leaves_the_panel_off_and_blank(bench: OledRig) -> None:
    bench.oled.show(noise(1))
    bench.oled.close()
    assert not bench.chip.on
    assert not any(map(any, bench.chip.ram))


def test_close_without_a_panel_or_a_frame(bench: OledRig) -> None:
    bench.oled.close()
    assert bench.bus.bytes_sent == 3
    bench.oled.show(noise(1))
    bench.bus.unplug()
    bench.oled.close()


def test_nothing_is_left_to_be_done_at_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each of luma's constructors registers a callback at exit.
    registered: list[object] = []
    monkeypatch.setattr(atexit, "register", registered.append)
    for _ in range(3):
        bench = OledRig()
        bench.oled.show(noise(1))
        bench.oled.refresh()
        bench.oled.show(noise(2))
    assert not registered


def test_it_starts_no_threads() -> None:
    # luma.core.virtual, which luma.oled imports, starts four threads.
    program = (
        "import threading; from firmware_py.drivers.oled import i2c_oled; i2c_oled(); "
        "import luma.core.interface.serial; print(threading.active_count())"
    )
    done = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_it_is_shown_upside_down(bench: OledRig) -> None:
    bench.oled.show(noise(1), upside_down=True)
    turned = noise(1).transpose(Image.Transpose.ROTATE_180)
    assert bench.shows(turned)
    assert bench.bytes_for(turned) == 0


def test_switching_off_keeps_the_picture_and_costs_three_bytes(bench: OledRig) -> None:
    bench.oled.show(noise(1))
    before = bench.bus.bytes_sent
    bench.oled.power(False)
    bench.oled.power(False)
    assert bench.bus.bytes_sent - before == 3
    assert not bench.chip.on
    # A frame shown while the panel is off is kept.
    assert bench.bytes_for(with_box(noise(1), 0, 0, 10, 10)) < 100
    assert not bench.chip.on
    lit = watch_lit_writes(bench)
    bench.oled.power(True)
    assert lit == [b"\x00\xaf"]
    assert bench.shows(with_box(noise(1), 0, 0, 10, 10))
    before = bench.bus.bytes_sent
    bench.oled.power(True)
    assert bench.bus.bytes_sent == before


def test_a_panel_that_could_not_be_switched_off_is_off_with_the_next_frame(bench: OledRig) -> None:
    bench.oled.show(noise(1))
    bench.bus.fail_after(1)
    with pytest.raises(DisplayError):
        bench.oled.power(False)
    assert bench.chip.on
    bench.oled.show(noise(1))
    assert not bench.chip.on
    bench.oled.power(True)
    assert bench.shows(noise(1))


def test_an_unknown_controller() -> None:
    with pytest.raises(ValueError, match="ssd1306, ssd1309, sh1106: got 'ssd1315'"):
        Oled(pi_i2c(EmulatedI2CBus()), "ssd1315")
