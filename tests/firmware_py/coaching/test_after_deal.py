from __future__ import annotations

import sys

from firmware_py.board import Board
from firmware_py.coaching.advice_message import CoachOffer
from firmware_py.coaching.after_deal import AfterDeal
from firmware_py.coaching.counted_deal import CountedDeal
from tests.support import keyed
from tests.support.counted_deals import COUNTED, advice_about, coached_board, counted
from tests.support.processes import run


class Helper:
    """A fake coach, which records the questions that it is asked but never answers them."""

    def __init__(self) -> None:
        self.asked: list[CountedDeal] = []
        self.is_closed = False

    def ask(self, deal: CountedDeal) -> None:
        self.asked.append(deal)

    def close(self) -> None:
        self.is_closed = True


class Bench:
    """A test rig: a board, a fake coach, and the object that connects the two."""

    def __init__(self, board: Board) -> None:
        self.board, self.helper, self.lines = board, Helper(), list[str]()
        self.after_deal = AfterDeal(board, self.helper, self.lines.append)
        self.after_deal.follow()

    def press(self, words: str) -> None:
        for outcome in keyed.press(self.board, words):
            assert outcome.why is None
            self.after_deal.follow()

    @property
    def titles(self) -> list[str]:
        """Press OK until the board shows no page, and return the titles of the pages that it showed."""
        found = []
        keyed.press(self.board, "OK")
        while self.board.view.page is not None:
            found.append(self.board.view.page.title)
            keyed.press(self.board, "OK")
        return found


def test_the_coach_is_asked_once_when_the_crib_has_been_counted() -> None:
    bench = Bench(coached_board(keyed.CRIB))
    bench.press("2 9 2")
    assert bench.helper.asked == []
    bench.press("Q OK OK")
    assert bench.helper.asked == [counted(bench.board)]


def test_a_board_that_was_switched_on_after_the_crib_asks_at_once() -> None:
    bench = Bench(coached_board())
    assert bench.helper.asked == [counted(bench.board)]


def test_the_same_deal_is_not_asked_about_again_after_undo_and_redo() -> None:
    bench = Bench(coached_board())
    bench.press("UNDO REDO")
    assert len(bench.helper.asked) == 1
    bench.press("UNDO K")
    assert len(bench.helper.asked) == 2


def test_the_pages_follow_those_of_the_counts_and_go_with_the_next_starter() -> None:
    counts = Bench(coached_board()).titles
    assert counts[-1] == "Coach"
    bench = Bench(coached_board())
    offer = CoachOffer(counted(bench.board), advice_about(counted(bench.board)))
    bench.after_deal.hear(offer)
    assert bench.titles == [*counts[:-1], "Coach: Right", "Coach: Left", "Chance to win"]
    bench.press("7")
    assert bench.titles == []


def test_an_answer_about_an_earlier_deal_is_not_shown() -> None:
    bench = Bench(coached_board())
    deal = counted(bench.board)
    bench.press("UNDO K")
    bench.after_deal.hear(CoachOffer(deal, advice_about(deal)))
    assert bench.titles[-1] == "Coach"


def test_a_failure_is_shown_and_reported() -> None:
    bench = Bench(coached_board())
    bench.after_deal.hear(CoachOffer(counted(bench.board), has_failed=True))
    keyed.press(bench.board, "OK " * len(bench.titles))
    assert bench.board.view.page is not None
    assert bench.board.view.page.rows[0].left == "The coach could not"
    assert bench.lines == ["the coach could not work out its advice: its process failed; the game goes on"]


def test_with_the_coach_switched_off_nobody_asks_and_nothing_is_shown() -> None:
    bench = Bench(coached_board(coach=False))
    assert bench.helper.asked == []
    on = Bench(coached_board())
    on.after_deal.hear(CoachOffer(counted(on.board), advice_about(counted(on.board))))
    on.press("MENU OK OK GO")
    assert not any("Coach" in title for title in on.titles)


def test_the_menu_switches_the_coach_on_and_the_last_deal_is_asked_about() -> None:
    bench = Bench(coached_board(coach=False))
    bench.press("MENU OK OK GO")
    assert bench.helper.asked == [counted(bench.board)]


def test_closing_it_stops_the_coach() -> None:
    bench = Bench(coached_board(COUNTED))
    bench.after_deal.close()
    assert bench.helper.is_closed


def test_coach_is_not_imported_if_it_is_switched_off() -> None:
    program = (
        "import sys; from firmware_py.loop import Loop; from tests.support import keyed, fakes; "
        "from firmware_py.input.equipment import Equipment; board = keyed.board(); "
        "board.equip(Equipment(coach=False)); "
        f"fingers = fakes.Fingers(fakes.taps('{COUNTED} OK OK')); before = set(sys.modules); "
        "Loop(board, (), fingers, fingers.clock, coach=lambda: 1 / 0).run(); "
        "print(board.history.game.deals, [name for name in set(sys.modules) - before if 'coach' in name])"
    )
    done = run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split(maxsplit=1) == ["1", "[]\n"], done.stderr
