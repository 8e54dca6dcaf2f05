"""The simulator's log describes the game in words, or suggests what to press."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.emulator.log import LogLine, LogWidget, Tone, lines
from tests.support.keyed import keys_in

from .bench import HUGE, SMALL, SimulatorBench, words


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


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
