"""Seats, sides and the indices of events: a type checker tells them apart."""

import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parent.parent.parent

SCRIPT = """
from engine import Event, Game, History, Rules, Seat, Side
rules, game, seat, side = Rules(), Game.new(), Seat(0), Side(0)
rules.side_of(rules.left_of(seat))
rules.target_of(side)
game.skunk_of(side)
rules.side_of(side)  # wrong
rules.left_of(side)  # wrong
rules.target_of(seat)  # wrong
game.skunk_of(seat)  # wrong
rules.side_of(1)  # wrong
Event.deals(seat), Event.take(seat), Event.muggins(2, seat)
Event.peg(side, 3), Event.take_back(side, 3), Event.score(side, 3)
Event.deals(side)  # wrong
Event.take(side)  # wrong
Event.muggins(2, side)  # wrong
Event.peg(seat, 3)  # wrong
Event.take_back(seat, 3)  # wrong
Event.score(seat, 3)  # wrong
history = History.of(game).apply(Event.deals(seat))
step = history.this_deal[-1]
Event.change(step.at, Event.deals(seat)), Event.put_in(step.at, Event.go()), Event.take_out(step.at)
Event.take_out(game.at), history.timeline.step_at(step.at), history.timeline.game_after(step.at)
Event.change(step.applied, Event.deals(seat))  # wrong
Event.put_in(0, Event.go())  # wrong
Event.take_out(history.applied)  # wrong
history.timeline.step_at(history.timeline.position_of(step.at) or 0)  # wrong
"""


@pytest.mark.slow
def test_a_type_checker_refuses_a_number_that_means_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    said, errors, status = api.run(
        ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", str(script)]
    )
    refused = {int(number) for number in re.findall(r"script\.py:(\d+): error", said)}
    wrong = {number for number, line in enumerate(SCRIPT.split("\n"), start=1) if "# wrong" in line}
    assert (refused, errors, status) == (wrong, "", 1), said
