from pathlib import Path

import numpy as np
import pytest

from engine.coach.generate import proofs, saved_policies
from engine.coach.generate.play_policy import PlayPolicy, new_policy, slot
from engine.coach.generate.saved_policies import Policies, policies
from engine.coach.generate.tables_run import GeneratedTables, Numbers
from engine.coach.generate.throwing import KINDS, THROWS, Equilibrium, Policy

pytestmark = pytest.mark.night  # Numba compiles for seconds

NONE = np.zeros(0)


def result(play: PlayPolicy) -> GeneratedTables:
    """Return a result of the table generator that contains this play policy. Its other values are made up."""
    throws = [Policy(np.full((2, THROWS), share, np.float32), np.zeros(KINDS)) for share in (0.25, 0.75)]
    throwing = Equilibrium(throws[0], throws[1], 0.0, 0.0, NONE, NONE)
    return GeneratedTables(
        throwing, NONE, NONE, NONE, NONE, np.zeros((0, 13), np.int8), NONE, play, NONE, NONE
    )


def test_policies_are_learnt_once_and_then_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = new_policy()
    situations = [np.uint64(key) for key in (1 << 40, 77 << 33, (77 << 33) + 5)]
    for number, key in enumerate(situations):
        at = slot(play.keys, key)
        play.keys[at] = key
        play.weights[at] = number + 1
    runs = []
    monkeypatch.setattr(saved_policies, "run", lambda numbers, say: runs.append(numbers) or result(play))
    path = tmp_path / "policies.npz"
    for _ in range(2):
        found = policies(path, Numbers(), print)
    assert runs == [Numbers()]
    assert (found.dealer.throws == 0.25).all() and (found.pone.throws == 0.75).all()
    for number, key in enumerate(situations):
        assert (found.play.weights[slot(found.play.keys, key)] == number + 1).all()
    assert (found.play.keys != 0).sum() == len(situations)


def test_the_program_proves_what_it_is_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = Policies(*[Policy(NONE, NONE)] * 2, new_policy())
    told = []
    monkeypatch.setattr(proofs, "policies", lambda path, numbers, say: players)
    monkeypatch.setattr(proofs, "table_proof", lambda *given: told.append(given[1:4]))
    monkeypatch.setattr(proofs, "moments_proof", lambda *given: told.append(given[1:3]))
    file = str(tmp_path / "policies.npz")
    assert proofs.main(["table", "--policies", file, "--scores", "3", "--games", "50", "--seed", "2"]) == 0
    assert proofs.main(["moments", "--policies", file]) == 0
    assert told == [(3, 50, 2), (20_000, 1_000)]
