"""At a small club night, the broker is killed and the club is restarted, but nothing is lost."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.club.__main__ import check
from tests.club.evening import ClubsEvening, expected_results
from tests.support.broker import needs_mosquitto
from tests.support.deadline import until

pytestmark = [pytest.mark.slow, needs_mosquitto]
BOARDS = 8
FORGETFUL = ("allow_anonymous true",)  # the broker saves nothing to the disk


def test_no_press_and_no_result_is_lost(tmp_path: Path) -> None:
    started = time.time()
    with closing(ClubsEvening(tmp_path, BOARDS, pace=0.1)) as evening:
        until(lambda: len(evening.pages[0].page.get("results", {})) >= BOARDS, "some games")
        evening.kill_broker(1)
        before = len(evening.results())
        until(lambda: len(evening.results()) >= before + BOARDS, "games after the broker is back")
        evening.restart_club()
        played = evening.stop_boards()
        assert check(evening, played) == []
        # The clock of the boards is wrong, and the results have the time of the club.
        assert all(started - 1 <= each <= time.time() + 1 for each in evening.times())


@pytest.mark.night
def test_a_broker_that_forgets_all_it_has_stored_costs_no_result(tmp_path: Path) -> None:
    def total() -> int:
        return expected_results(evening.played()).total()

    def forget_and_play_on() -> None:
        evening.kill_broker(0)
        before = total()
        until(lambda: total() >= before + BOARDS, "games that end while the club is away")

    with closing(ClubsEvening(tmp_path, BOARDS, pace=0.1, keeps=FORGETFUL)) as evening:
        until(lambda: len(evening.results()) >= BOARDS, "some games")
        evening.restart_club(forget_and_play_on)
        played = evening.stop_boards()
        until(lambda: evening.results() == expected_results(played), "the results of all games")
