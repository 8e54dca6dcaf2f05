"""What the simulator draws: the log of the game, the tracks, the display and the last line."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.drivers import from_config
from firmware_py.emulator.log import Tone, lines
from firmware_py.emulator.tracks import TracksWidget
from firmware_py.input.keys import Key
from tests.support import keyed
from tests.support.keyed import keys_in

from .bench import HUGE, MIDDLE, SMALL, SimulatorBench, foot, holes, words


@pytest.mark.parametrize(
    ("setup", "line"),
    [
        (Setup(), "m menu r redo Esc quit a journal"),
        (Setup(Rules(muggins=True)), "m menu r redo x muggins Esc quit a journal"),
    ],
)
async def test_the_foot_names_the_letters_that_no_key_has(bench: SimulatorBench, line: str) -> None:
    assert foot(bench) == line


@pytest.mark.parametrize("size", [(80, 23), (79, 24), (20, 6)])
async def test_too_small_a_terminal_says_so(bench: SimulatorBench, size: tuple[int, int]) -> None:
    assert "80×24" in words(bench) and f"{size[0]}×{size[1]}" in words(bench)
    assert "UNDO" not in words(bench)
    await bench.pilot.press("a")
    await bench.pilot.resize_terminal(*SMALL)
    await bench.type("k")
    assert bench.pressed == [Key.KING]
    assert "80×24" not in bench.text()


@pytest.mark.parametrize("setup", [Setup(names=("Ann", "Bob"))])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, HUGE])
async def test_the_screen_shows_the_keys_the_chips_picture_and_the_log(bench: SimulatorBench) -> None:
    assert bench.shows_the_picture()
    for word in ("M U G G I N S", "10", "♠", "GO", "OK", "UNDO", "a journal"):
        assert word in bench.text()
    assert "To begin, cut a pack of cards and key what each player cut, Ann first" in words(bench)
    assert "Or press o: Ann deals" in words(bench) and "with the mouse" in words(bench)
    before = bench.board.screen
    for keys, said in (
        *(("k5", "Bob cuts 5 and deals"), ("2", "Deal 1: Bob deals, starter 2"), ("0", "Ann lays 10")),
        ("5", "Bob lays 5: fifteen"),
    ):
        await bench.type(*keys)
        await bench.until(lambda said=said: said in bench.text())
    assert bench.board.screen != before and bench.shows_the_picture()
    await bench.type("u")
    await bench.until(lambda: "Bob lays 5" not in bench.text())


def show(bench: SimulatorBench, colours: bytes, percent: int = 13) -> None:
    lights = bench.board.config.lights
    assert lights
    from_config.lights(lights._replace(brightness=percent), bench.board.wires).show(colours)


@pytest.mark.parametrize("size", [SMALL, HUGE])
async def test_the_tracks_show_what_the_leds_show(bench: SimulatorBench) -> None:
    await bench.type("a", "k")
    frame, dark = bytearray(3 * 242), "·"
    lit = {(0, 1): (255, 0, 0), (0, 60): (0, 255, 0), (0, 121): (255, 255, 255), (1, 120): (0, 128, 255)}
    dim = {(1, 30): (3, 3, 3), (1, 31): (40, 0, 0), (1, 121): (6, 5, 0)}
    for (track, number), colour in {**lit, **dim}.items():
        at = 3 * (121 * track + number - 1)
        frame[at : at + 3] = bytes(colour)
    show(bench, bytes(frame))
    await bench.until(lambda: holes(bench)[1, 31][0] == "○")
    looks = holes(bench)
    assert {place for place, (char, _) in looks.items() if char != dark} == {*lit, *dim}
    assert {looks[place][0] for place in lit} == {"●"}
    assert tuple(looks[0, 1][1].color.triplet) == (255, 0, 0)
    assert [looks[place][0] for place in dim] == ["•", "○", "•"]
    assert 100 < looks[1, 30][1].color.triplet.red < 160 < looks[1, 31][1].color.triplet.red < 255
    # In the order of the screen: the first laps of both tracks, then the second laps.
    area = bench.app.query_one(TracksWidget).region
    lines = [[char for char, _ in line if char in "·•○●"] for line in bench.cells()[area.y : area.bottom]]
    first, second, first_end, second_end = filter(None, lines)
    assert len(first) == len(second) == 60
    assert first + first_end == [looks[0, number][0] for number in range(1, 122)]
    assert second + second_end == [looks[1, number][0] for number in range(1, 122)]


async def test_the_eye_adapts_to_the_brightness_setting(bench: SimulatorBench) -> None:
    looks, shown = [], bench.app.query_one(TracksWidget)
    frame = bytes((255, 96, 0, 42, 16, 0)) + bytes(3 * 240)
    for percent in (3, 13, 100):
        show(bench, frame, percent)
        # The chain has LEDs for a third track, which two players do not use.
        await bench.until(lambda: shown._leds == bench.board.lights[:242])
        looks.append([holes(bench)[0, number] for number in (1, 2, 3)])
    assert looks[0] == looks[1] == looks[2]
    show(bench, frame, 0)
    await bench.until(lambda: "".join(holes(bench)[0, n][0] for n in (1, 2, 3)) == "···")


DEAL = "K 4 2  10 5 5 5 6  K K 9  GO  8 8 9 J OK"


def told(keys: str, setup: Setup) -> list[str]:
    """Press these keys in a new game, and return the lines in the simulator's log.

    If a line reports a card that was played, only the part before the colon is returned.
    """
    board = Board(History.of(Game.of(setup)))
    for key in keys_in(keys):
        assert board.press(key).why is None
    said = [line.text for line in lines(board.history)]
    return [line.partition(":")[0] if "lays" in line else line for line in said]


def test_the_log_tells_each_card_its_points_and_the_crib() -> None:
    board = keyed.board(" ".join(DEAL.split()))
    log = lines(board.history)
    # The ten and the first king score nothing; all other cards score (RULES.md 3).
    card, points = Tone.CARD, Tone.POINTS
    assert [line.tone for line in log[3:11]] == [card, points, points, points, points, card, points, points]
    laid = [line.text.partition(":")[0] for line in log[3:11]]
    cards = "Left 10, Right 5, Left 5, Right 5, Left 6, Right K, Left K, Right 9"
    assert laid == [each.replace(" ", " lays ") for each in cards.split(", ")]
    assert log[4].text.startswith("Right lays 5: fifteen")
    assert [line.text for line in log if line.text.startswith("Crib:")] == ["Crib: 8 8 9 J"]
    assert told(DEAL + " Q", Setup())[-1] == "Deal 2: Left deals, starter Q"


@pytest.mark.parametrize(
    ("keys", "setup", "last"),
    [
        ("K 4", Setup(), "Left cuts K, Right cuts 4 and deals"),
        ("OK 2 10 UNDO REDO", Setup(), "Left deals, Deal 1: Left deals, starter 2, Right lays 10"),
        # A suit that is named later shows on its card, and not on the next card.
        ("OK 2 H 10", Setup(), "starter 2♥, Right lays 10"),
        ("OK 2 10 D", Setup(), "starter 2, Right lays 10♦"),
        ("OK J", Setup(start=(119, 100)), "Left: two for his heels, Left wins! 121-100"),
        ("OK J OK", Setup(start=(119, 20)), "A new game"),
        # A go that is said, and one that a card implies, which comes before it (RULES.md 3).
        ("OK 2  10 K 10 GO", Setup(), "Right lays 10, Left says go"),
        ("OK 2  10 K 10 6", Setup(), "Right lays 10, Right: one for the go, Left lays 6"),
        # Points by hand, and a misdeal.
        ("OK 2 10 MENU A 3 OK MENU 4 OK", Setup(), "Left: three by hand, The deal is thrown in"),
        # Where only points are kept.
        ("OK OK", Setup(Rules.parse(["track=points"])), "Left deals, The deal is over"),
        ("OK 2 5", Setup(Rules.parse(["track=show"])), "Right's hand has 5"),
        # The cards left in the five-card game, the non-dealer's first (RULES.md 3, step 7).
        ("OK 2  10 10 10 J Q", Setup(Rules(game="five-card")), "Right has J left, Left has Q left"),
    ],
)
def test_the_last_lines_of_the_log(keys: str, setup: Setup, last: str) -> None:
    assert ", ".join(told(keys, setup)).endswith(last)
