"""Parts that stop responding are reported and retried, and show the current game when they recover."""

from firmware_py.input.keys import Key
from firmware_py.outputs.screens import RETRY
from firmware_py.render import oled
from tests.firmware_py.outputs.bench import Bench, screens
from tests.support import keyed
from tests.support.fakes import Panel, Told
from tests.support.led_frames import draw_leds


def test_a_failed_part_is_tried_again_after_just_under_a_second() -> None:
    assert RETRY == 0.9
    panel = Panel()
    output = screens(panel)
    board = keyed.board("OK 3")
    panel.failing = True
    output.show(board.view, 10.0)
    assert (panel.tries, output.deadline) == (1, 10.9)
    output.show(board.view, 10.8)
    board.press(Key.FOUR)
    output.show(board.view, 10.899)
    assert (panel.tries, output.deadline) == (1, 10.9)
    output.show(board.view, 10.9)
    assert (panel.tries, output.deadline) == (2, 11.8)
    panel.failing = False
    output.show(board.view, 12.5)
    assert output.deadline is None
    assert panel.shown == [oled.draw(board.view).tobytes()]


def test_a_display_that_fails_comes_back_with_the_game_as_it_stands() -> None:
    bench = Bench(keyed.board(), "OK 3 K 5 9 6")
    bench.panel.failing = True
    bench.loop.show()
    bench.turn_until(1.2)
    assert bench.board.history.applied >= 3
    bench.panel.failing = False
    bench.loop.run()
    assert bench.board.history.applied == 6
    assert bench.panel.shown[-1] == bench.screen
    assert bench.lamps.shown[-1] == draw_leds(bench.board.view)
    assert bench.deadline is None
    assert bench.told.lines == ["display: pulled out", "display: back"]


def test_a_missing_display_is_tried_once_a_second_however_many_keys_are_pressed() -> None:
    bench = Bench(keyed.board(), "OK 3 K 5 9 6", until=10.5)
    bench.panel.failing = True
    bench.loop.run()
    assert bench.panel.tries == 12  # at 0, then every 0.9 seconds until 10.5
    assert bench.board.history.applied == 6
    assert bench.lamps.shown[-1] == draw_leds(bench.board.view)
    assert len(bench.told.lines) == 1


def test_a_display_that_comes_back_while_nobody_keys_shows_again() -> None:
    bench = Bench(keyed.board(), "OK 3", until=9.0)
    bench.panel.failing = True
    bench.loop.show()
    bench.turn_until(4.0)
    assert bench.panel.shown == []
    bench.panel.failing = False
    bench.loop.run()
    assert bench.panel.shown == [bench.screen]


def test_lights_that_fail_do_not_keep_the_display_waiting() -> None:
    bench = Bench(keyed.board(), "OK 3 K", until=3.0)
    bench.lamps.failing = True
    bench.loop.run()
    assert bench.panel.shown[-1] == bench.screen
    assert len(bench.panel.shown) == 4
    assert bench.lamps.shown == []
    assert bench.told.lines == ["lights: no such bus"]


def test_a_failure_is_told_again_after_the_part_was_back() -> None:
    panel = Panel()
    told = Told()
    output = screens(panel, told=told)
    board = keyed.board()
    for time, failing in ((0.0, True), (1.0, True), (2.0, False), (3.0, True), (4.0, False)):
        panel.failing = failing
        board.press(Key.UNDO)
        output.show(board.view, time)
    assert [line.partition(":")[2].split()[0] for line in told.lines] == ["pulled", "back"] * 2
