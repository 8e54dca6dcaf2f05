"""The coach is asked about each deal that has been counted, works out its advice, and the board shows it."""

import os
import sys
from types import SimpleNamespace

import pytest

from engine.coach import chance_before_deal
from engine.indices import Seat
from firmware_py.board.board import Board
from firmware_py.board.coach import AfterDeal
from firmware_py.board.work_out import main, work_out
from firmware_py.input.keys import AddOnMessage
from firmware_py.view.coach import Advice, CoachOffer, CountedDeal, as_text, read_advice
from tests.support import keyed
from tests.support.views import advice_about, coached_board, counted
from tests.support.words import cards


class Bench:
    """A test rig: a board, a fake coach, and the object that connects the two."""

    def __init__(self, board: Board) -> None:
        self.board, self.asked, self.lines = board, list[CountedDeal](), list[str]()
        coach = SimpleNamespace(ask=self.asked.append)  # which never answers
        self.after_deal = AfterDeal(board, coach, self.lines.append)
        self.follow()

    def follow(self) -> None:
        """Let the add-on follow the board until it has nothing more to do."""
        self.after_deal.follow(0.0)
        while self.after_deal.deadline is not None:
            self.after_deal.follow(self.after_deal.deadline)
        self.board.show_also(self.after_deal.shows)

    def press(self, words: str) -> None:
        for outcome in keyed.press(self.board, words):
            assert outcome.why is None
            self.follow()

    def hear(self, message: AddOnMessage) -> None:
        self.after_deal.hear(message, 0.0)
        self.follow()

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
    assert bench.asked == []
    bench.press("Q OK OK")
    assert bench.asked == [counted(bench.board)]


def test_the_same_deal_is_not_asked_about_again_after_undo_and_redo() -> None:
    bench = Bench(coached_board())  # switched on after the crib, the board asks at once
    assert bench.asked == [counted(bench.board)]
    bench.press("UNDO REDO")
    assert len(bench.asked) == 1
    bench.press("UNDO K")
    assert len(bench.asked) == 2


def test_the_pages_follow_those_of_the_counts_and_go_with_the_next_starter() -> None:
    counts = Bench(coached_board()).titles
    assert counts[-1] == "Coach"
    bench = Bench(coached_board())
    offer = CoachOffer(counted(bench.board), advice_about(counted(bench.board)))
    bench.hear(offer)
    assert bench.titles == [*counts[:-1], "Coach: Right", "Coach: Left", "Chance to win"]
    bench.press("7")
    assert bench.titles == []


def test_an_answer_that_comes_when_the_next_deal_has_just_been_counted_is_not_shown() -> None:
    bench = Bench(coached_board())
    deal = counted(bench.board)
    keyed.press(bench.board, "UNDO K")
    bench.after_deal.follow(0.0)  # the outputs show the new count before the coach is asked about it
    bench.hear(CoachOffer(deal, advice_about(deal)))
    assert bench.titles[-1] == "Coach"
    assert bench.asked == [deal, counted(bench.board)]


def test_the_count_is_shown_before_the_coach_is_asked_unless_it_is_taken_back() -> None:
    bench = Bench(coached_board(keyed.CRIB))
    keyed.press(bench.board, "2 9 2 Q")
    bench.after_deal.follow(5.0)
    assert (bench.asked, bench.after_deal.deadline) == ([], 5.0)
    bench.press("UNDO")
    assert (bench.asked, bench.after_deal.deadline) == ([], None)
    keyed.press(bench.board, "REDO")
    bench.after_deal.follow(5.0)
    bench.after_deal.follow(5.0)
    assert (bench.asked, bench.after_deal.deadline) == ([counted(bench.board)], None)


def test_a_deal_that_is_changed_and_changed_back_before_the_coach_is_asked_is_asked_about_again() -> None:
    bench = Bench(coached_board())
    deal = counted(bench.board)
    keyed.press(bench.board, "UNDO K")
    bench.after_deal.follow(0.0)
    keyed.press(bench.board, "UNDO Q")
    bench.follow()
    assert bench.asked[-1] == counted(bench.board)
    bench.hear(CoachOffer(counted(bench.board), advice_about(deal)))
    assert bench.titles[-1] == "Chance to win"


def test_the_coach_is_asked_about_the_deal_with_what_the_board_knows_of_it() -> None:
    asked, board = list[CountedDeal](), coached_board()
    deal = counted(board)
    known = deal._replace(thrown=(deal.crib[:2], deal.crib[2:]))
    coach = SimpleNamespace(ask=asked.append)
    after_deal = AfterDeal(board, coach, lambda line: None, lambda deal: known)
    after_deal.follow(0.0)
    after_deal.follow(0.0)
    assert asked == [known]


def test_a_failure_is_shown_and_reported() -> None:
    bench = Bench(coached_board())
    bench.hear(CoachOffer(counted(bench.board), has_failed=True))
    keyed.press(bench.board, "OK " * len(bench.titles))
    assert bench.board.view.page is not None
    assert bench.board.view.page.rows[0].left == "The coach could not"
    assert bench.lines == ["the coach could not work out its advice: its process failed; the game goes on"]


def test_with_the_coach_switched_off_nobody_asks_and_nothing_is_shown_until_the_menu_switches_it_on() -> None:
    bench = Bench(coached_board(coach=False))
    assert bench.asked == []
    bench.press("MENU OK OK GO")
    assert bench.asked == [counted(bench.board)]
    bench.hear(CoachOffer(counted(bench.board), advice_about(counted(bench.board))))
    bench.press("MENU OK OK GO")
    assert not any("Coach" in title for title in bench.titles)


# Pone kept the best four of 7 8 8 9 with two cards of the crib, whichever these are.
DEAL = CountedDeal(
    dealer=Seat(1),
    hands=(cards("7S 8S 8D 9H"), cards("5H 5S JD QC")),
    flushes=(False, False),
    crib=cards("2H KD QS 3C"),
    scores=(34, 29),
    next_dealer=Seat(0),
)


@pytest.fixture(scope="module")
def advice() -> Advice:
    return work_out(DEAL)


def test_a_throw_that_scores_more_but_wins_less_often_is_no_better_as_in_the_review() -> None:
    # At 112 to 110, throwing 6-8 scores half a point more than A-J, but wins less often.
    deal = DEAL._replace(
        dealer=Seat(0), hands=(cards("3S 4H 6H 8C"), DEAL.hands[1]), crib=cards("AD JS 2H KD")
    )
    told = deal._replace(thrown=(deal.crib[:2], deal.crib[2:]))
    cost, none = (work_out(told._replace(before=before)).throws[0].cost for before in ((), (112, 110)))
    assert cost > 0.4 and none == 0


def test_the_crib_is_divided_between_the_players(advice: Advice) -> None:
    assert [throw.kept for throw in advice.throws] == list(DEAL.hands)
    assert sorted(advice.throws[0].thrown + advice.throws[1].thrown) == sorted(DEAL.crib)
    assert advice.has_suits
    assert 0 < advice.certainty <= 1


def test_the_program_prints_what_it_works_out(
    advice: Advice, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "nice", lambda increment: increment)  # a test cannot raise its priority again
    monkeypatch.setattr(sys, "argv", ["-c", "/the/code", as_text(DEAL)])
    main()
    assert read_advice(capsys.readouterr().out) == advice


def test_if_the_throws_are_known_nothing_is_guessed() -> None:
    pones, dealers = cards("KD 3C"), cards("2H QS")
    advice = work_out(DEAL._replace(thrown=(pones, dealers)))
    assert [set(throw.thrown) for throw in advice.throws] == [set(pones), set(dealers)]
    assert advice.certainty == 1


@pytest.mark.parametrize(("next_dealer", "scores"), [(0, (34, 29)), (1, (34, 29)), (1, (120, 0))])
def test_the_chances_are_those_before_the_next_deal(next_dealer: int, scores: tuple[int, int]) -> None:
    advice = work_out(DEAL._replace(next_dealer=Seat(next_dealer), scores=scores))
    chance = chance_before_deal(dealer=scores[next_dealer], pone=scores[1 - next_dealer])
    assert advice.chances[next_dealer] == pytest.approx(chance)
    assert sum(advice.chances) == pytest.approx(1)
