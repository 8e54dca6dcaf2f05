"""The simulator's tracks show the emulated LEDs."""

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from firmware_py.drivers import from_config
from firmware_py.emulator.tracks import TracksWidget

from .bench import HUGE, ROOMY, SMALL, SimulatorBench, holes


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


def show(bench: SimulatorBench, colours: bytes, percent: int = 13) -> None:
    lights = bench.board.config.lights
    assert lights
    from_config.lights(lights._replace(brightness=percent), bench.board.wires).show(colours)


@pytest.mark.parametrize("size", [SMALL, ROOMY, HUGE])
def test_the_tracks_show_what_the_leds_show(bench: SimulatorBench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "a", "k")
        frame = bytearray(3 * 242)
        lit = {(0, 1): (255, 0, 0), (0, 60): (0, 255, 0), (0, 61): (0, 0, 255), (0, 121): (255, 255, 255)}
        lit |= {(1, 30): (3, 3, 3), (1, 31): (40, 0, 0), (1, 120): (0, 128, 255), (1, 121): (6, 5, 0)}
        for (track, number), colour in lit.items():
            at = 3 * (121 * track + number - 1)
            frame[at : at + 3] = bytes(colour)
        show(bench, bytes(frame))
        await bench.until(pilot, lambda: holes(bench)[1, 31][0] == "○")
        looks = holes(bench)
        for track in range(2):
            for number in range(1, 122):
                char, style = looks[track, number]
                assert (char != "·") == ((track, number) in lit)
                red, green, blue = style.color.triplet
                match lit.get((track, number)):
                    case (255, 0, 0):
                        assert (char, red, green, blue) == ("●", 255, 0, 0)
                    case (0, 128, 255):
                        assert char == "●" and red == 0 < green < blue == 255
                    case (3, 3, 3):
                        assert char == "•" and 100 < red == green == blue < 160
                    case (40, 0, 0):
                        assert char == "○" and 160 < red < 255 and green == blue == 0
                    case (6, 5, 0):
                        assert char == "•" and red > green > blue == 0
        # In the order of the screen: the first laps of both tracks, then the second laps.
        area = bench.app.query_one(TracksWidget).region
        lines = [[char for char, _ in line if char in "·•○●"] for line in bench.cells()[area.y : area.bottom]]
        first, second, first_end, second_end = filter(None, lines)
        assert len(first) == len(second) == 60
        assert first + first_end == [looks[0, number][0] for number in range(1, 122)]
        assert second + second_end == [looks[1, number][0] for number in range(1, 122)]

    bench.run(size, script)


def test_the_eye_adapts_to_the_brightness_setting(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        looks = []
        frame = bytes((255, 96, 0, 42, 16, 0)) + bytes(3 * 240)
        for percent in (3, 13, 100):
            show(bench, frame, percent)
            # The chain has LEDs for a third track, which two players do not use.
            await bench.until(
                pilot, lambda: bench.app.query_one(TracksWidget)._leds == bench.board.lights[:242]
            )
            looks.append([holes(bench)[0, number] for number in (1, 2, 3)])
        assert looks[0] == looks[1] == looks[2]
        show(bench, frame, 0)
        await bench.until(pilot, lambda: "".join(holes(bench)[0, n][0] for n in (1, 2, 3)) == "···")

    bench.run(SMALL, script)
