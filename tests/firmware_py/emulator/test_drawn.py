"""What the simulator draws: the log of the game, the tracks, the display and the last line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image
from textual.pilot import Pilot

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.drivers import from_config
from firmware_py.emulator.glass import braille, halves
from firmware_py.emulator.log import LogLine, LogWidget, Tone, lines
from firmware_py.emulator.tracks import TracksWidget
from firmware_py.input.keys import Key
from tests.support.keys_in import keys_in

from .bench import HUGE, ROOMY, SMALL, SimulatorBench, foot, holes, pixels, words


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


def test_the_foot_names_the_letters_that_no_key_has(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert foot(bench) == "m menu r redo Esc quit a journal"

    bench.run(SMALL, script)


def test_the_foot_names_muggins_where_it_is_played() -> None:
    bench = SimulatorBench(Setup(Rules(muggins=True)))

    async def script(pilot: Pilot[None]) -> None:
        assert foot(bench) == "m menu r redo x muggins Esc quit a journal"

    bench.run(SMALL, script)
    bench.close()


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (79, 24), (20, 6)])
def test_too_small_a_terminal_says_so(bench: SimulatorBench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        words = " ".join(bench.text().split())
        assert "80×24" in words and f"{size[0]}×{size[1]}" in words
        assert "UNDO" not in words
        await pilot.press("a")
        await pilot.resize_terminal(*SMALL)
        await bench.type(pilot, "k")
        assert bench.pressed == [Key.KING]
        assert "80×24" not in bench.text()
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()

    bench.run(size, script)


CUT_AND_PLAY = ("a", "k", "5", "5", "j", "q", "5", "k", "3", "4", "j", "9", "q", "8")
MIDDLE = pytest.param(ROOMY, marks=pytest.mark.slow)


@pytest.mark.parametrize("size", [SMALL, (100, 30), MIDDLE, HUGE])
def test_the_glass_shows_what_the_chip_shows(bench: SimulatorBench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()
        before = bench.board.screen.tobytes()
        await bench.type(pilot, *CUT_AND_PLAY)
        assert bench.board.screen.tobytes() != before
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()

    bench.run(size, script)


def test_a_braille_character_is_two_pixels_wide_and_four_high() -> None:
    image = Image.new("1", (8, 4))
    for spot in ((0, 0), (3, 3), (7, 0)):
        image.putpixel(spot, 1)
    assert braille(image) == ["⠁⢀ ⠈"]


def test_a_half_block_is_one_pixel_wide_and_two_high() -> None:
    image = Image.new("1", (8, 2))
    for spot in ((0, 0), (1, 1), (2, 0), (2, 1)):
        image.putpixel(spot, 1)
    assert halves(image) == ["▀▄█     "]


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


@pytest.mark.parametrize("size", [SMALL, (100, 30), HUGE])
def test_the_first_screen_says_what_to_press(size: tuple[int, int]) -> None:
    bench = SimulatorBench(Setup(names=("Ann", "Bob")))

    async def script(pilot: Pilot[None]) -> None:
        said = words(bench)
        assert "To begin, cut a pack of cards and key what each player cut, Ann first" in said
        assert "Or press o: Ann deals" in said and "with the mouse" in said

    bench.run(size, script)
    bench.close()


def test_a_log_of_one_line_says_what_to_press_in_a_whole_sentence() -> None:
    bench = SimulatorBench(Setup(Rules(players=3), names=("Maximilian", "Bob", "Cy")))

    async def script(pilot: Pilot[None]) -> None:
        assert "Key the cards you cut, Maximilian first, or press o: Maximilian deals." in words(bench)

    bench.run(SMALL, script)
    bench.close()


def test_the_log_tells_the_cards_and_the_points(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "k", "5", "2")
        await bench.until(pilot, lambda: "Deal 1: Right deals, starter 2" in bench.text())
        await bench.type(pilot, "0")
        await bench.until(pilot, lambda: "Left lays 10" in bench.text())
        await bench.type(pilot, "5")
        await bench.until(pilot, lambda: "Right lays 5: fifteen" in bench.text())

    bench.run(SMALL, script)


def test_the_newest_call_is_in_sight(bench: SimulatorBench) -> None:
    told = [LogLine(f"Left: call number {number}", Tone.POINTS) for number in range(50)]
    told.append(LogLine("word " * 30 + "end", Tone.POINTS))

    async def script(pilot: Pilot[None]) -> None:
        bench.app.query_one(LogWidget).show(told, bench.match.history.game)
        await pilot.pause()
        assert "end" in bench.text()
        assert "number 0" not in bench.text()

    bench.run(SMALL, script)


DEAL = "K 4 2  10 5 5 5 6  K K 9  GO  8 8 9 J OK"


def told(keys: str, setup: Setup | None = None) -> list[str]:
    """Press these keys in a new game, and return the lines in the simulator's log.

    If a line reports a card that was played, only the part before the colon is returned.

    Args:
        keys: the keys, separated by spaces.
        setup: the setup of the game; None for the standard game.
    """
    board = Board(History.of(Game.of(setup or Setup())))
    for key in keys_in(keys):
        assert board.press(key).why is None
    return [
        line.text.partition(":")[0] if "lays" in line.text else line.text for line in lines(board.history)
    ]


def test_it_tells_the_cut_and_who_deals() -> None:
    assert told("K 4") == ["Left cuts K", "Right cuts 4 and deals"]
    assert told("4 K") == ["Left cuts 4", "Right cuts K, and Left deals"]
    assert told("4 4") == ["Left cuts 4", "Right cuts 4"]
    assert told("OK") == ["Left deals"]


def test_it_tells_each_deal_with_its_starter() -> None:
    assert told("OK 2")[-1] == "Deal 1: Left deals, starter 2"
    assert "Deal 2: Left deals, starter Q" in told(DEAL + " Q")


def test_it_tells_each_card_laid_by_whom() -> None:
    assert told(DEAL)[3:11] == [
        "Left lays 10",
        "Right lays 5",
        "Left lays 5",
        "Right lays 5",
        "Left lays 6",
        "Right lays K",
        "Left lays K",
        "Right lays 9",
    ]


def test_points_stand_beside_the_card_that_made_them() -> None:
    board = Board(History.of(Game.new()))
    for key in keys_in(DEAL):
        board.press(key)
    tones = [line.tone for line in lines(board.history)]
    # The ten and the first king score nothing; all other cards score (RULES.md 3).
    card, points = Tone.CARD, Tone.POINTS
    assert tones[3:11] == [card, points, points, points, points, card, points, points]
    assert [line.text for line in lines(board.history)][4].startswith("Right lays 5: fifteen")


def test_a_go_that_a_card_implies_comes_before_it() -> None:
    # RULES.md 3.
    log = told("OK 2  10 K 10 6")
    assert log[-1] == "Left lays 6" and "go" in log[-2] and log[-2].startswith("Right: ")


def test_a_go_that_is_said() -> None:
    assert "Left says go" in told("OK 2  10 K 10 GO")


def test_the_cards_of_the_crib_share_a_line() -> None:
    assert "Crib: 8 8 9 J" in told(DEAL)
    assert [line for line in told(DEAL) if line.startswith("Crib:")] == ["Crib: 8 8 9 J"]


def test_a_suit_named_later_shows_on_its_card() -> None:
    assert told("OK 2 H")[-1] == "Deal 1: Left deals, starter 2♥"
    assert told("OK 2 10 D")[-1] == "Right lays 10♦"
    # The suit given for the starter is not told for the next card.
    assert told("OK 2 H 10")[-2:] == ["Deal 1: Left deals, starter 2♥", "Right lays 10"]


def test_presses_taken_back_leave_the_log() -> None:
    assert told("OK 2 10 UNDO") == told("OK 2")
    assert told("OK 2 10 UNDO REDO") == told("OK 2 10")


def test_it_ends_with_the_winner_and_the_score() -> None:
    log = told("OK J", Setup(start=(119, 100)))
    assert log[-2:] == ["Left: two for his heels", "Left wins! 121-100"]


def test_it_begins_anew_with_the_next_game() -> None:
    assert told("OK J OK", Setup(start=(119, 20))) == ["A new game"]


def test_three_players_and_their_names() -> None:
    log = told("OK 2  10 5", Setup(Rules(players=3), names=("Ann", "Bob", "Cleo")))
    assert log[-3:] == ["Deal 1: Ann deals, starter 2", "Bob lays 10", "Cleo lays 5"]


def test_points_by_hand_and_a_misdeal() -> None:
    log = told("OK 2 10 MENU A 3 OK MENU 4 OK")
    assert "The deal is thrown in" in log
    assert told("OK 2 MENU A 3 OK")[-1].startswith("Left: ")


def test_where_only_points_are_kept() -> None:
    assert "The deal is over" in told("OK OK", Setup(Rules.parse(["track=points"])))
    log = told("OK 2 5", Setup(Rules.parse(["track=show"])))
    assert log[-1] == "Right's hand has 5"


def test_log_lists_the_cards_left_in_the_five_card_game() -> None:
    """The log lists the cards that were not played, starting with the non-dealer's (RULES.md 3, step 7)."""
    log = told("OK 2  10 10 10 J Q", Setup(Rules(game="five-card")))
    assert [line for line in log if line.endswith("left")] == ["Right has J left", "Left has Q left"]
