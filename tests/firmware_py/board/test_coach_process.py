"""The process that works out the coach's advice is started for real, as on a board.

Only the calculation is replaced: the process runs at a low priority, so a calculation beside busy processes
takes as long as they leave it. What the process works out is tested in `test_coach`.
"""

import json
import os
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest

from firmware_py.board import coach
from firmware_py.board.coach import CoachProcess
from firmware_py.input.keys import AddOnMessage
from firmware_py.view.coach import Advice, CoachOffer
from tests.support.views import coached_board, counted

WAIT = 120.0  # seconds, on a busy machine


class Answers:
    """A queue of answers that refuses the first `refusals` answers, as a full queue does."""

    def __init__(self, refusals: int = 0) -> None:
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self._refusals = refusals

    def put(self, offer: AddOnMessage) -> bool:
        if self._refusals:
            self._refusals -= 1
            return False
        self._queue.put(offer)
        return True

    def next(self) -> Any:
        return self._queue.get(timeout=WAIT)

    @property
    def is_empty(self) -> bool:
        return self._queue.empty()


def let_it_answer(monkeypatch: pytest.MonkeyPatch, expression: str) -> None:
    """Let the process answer with the value of an expression about `deal` in place of the coach's advice."""
    start, _, call = coach._PROGRAM.rpartition("; ")
    replace = (
        "import os, time; from firmware_py.board import work_out; "
        "from firmware_py.view.coach import Advice; "
        f"work_out.work_out = lambda deal: {expression}"
    )
    monkeypatch.setattr(coach, "_PROGRAM", "; ".join((start, replace, call)))


def test_the_answer_about_a_deal_is_worked_out_at_a_low_priority_and_is_offered_until_it_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_it_answer(monkeypatch, "Advice((), (deal.scores[0] / 121, deal.scores[1] / 121), os.nice(0), True)")
    deal, answers = counted(coached_board())._replace(scores=(100, 90)), Answers(refusals=2)
    CoachProcess(answers.put).ask(deal)
    nice = min(os.nice(0) + 10, 19)  # 19 is the lowest priority (nice(2))
    assert answers.next() == CoachOffer(deal, Advice((), (100 / 121, 90 / 121), nice, True))


def test_a_second_question_stops_the_work_on_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    let_it_answer(monkeypatch, "Advice((), (), 0.5, True) if deal.scores[0] else time.sleep(3600)")
    first = counted(coached_board())._replace(scores=(0, 90))
    second, answers = first._replace(scores=(100, 90)), Answers()
    helper = CoachProcess(answers.put)
    helper.ask(first)
    thread = helper.thread
    assert isinstance(thread, Thread)
    helper.ask(second)
    assert answers.next().deal == second
    thread.join(WAIT)
    assert not thread.is_alive()
    assert answers.is_empty


def test_a_process_that_fails_or_cannot_be_started_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, answers = counted(coached_board()), Answers()
    for target, value in (("_PROGRAM", "raise SystemExit(3)"), ("sys.executable", "/no/such/python")):
        monkeypatch.setattr(f"firmware_py.board.coach.{target}", value)
        CoachProcess(answers.put).ask(deal)
        assert answers.next() == CoachOffer(deal, has_failed=True)


def test_a_command_of_the_coach_is_run_beside_the_board() -> None:
    answers = Answers()
    CoachProcess(answers.put).run(("count", "5H", "5C"))
    question, answer = answers.next()
    assert (question, json.loads(answer)["points"]) == (("count", "5H", "5C"), 2)


def test_a_process_that_is_stopped_leaves_no_answer_and_no_open_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "_PROGRAM", "import time; time.sleep(3600)")
    deal, answers = counted(coached_board()), Answers()
    before = len(os.listdir("/proc/self/fd"))
    helper = CoachProcess(answers.put)
    helper.ask(deal)
    thread = helper.thread
    assert isinstance(thread, Thread)
    helper.close()
    thread.join(WAIT)
    assert not thread.is_alive()
    assert answers.is_empty
    assert len(os.listdir("/proc/self/fd")) == before
