from pathlib import Path

import numpy as np
import pytest

from engine.cards import Card, Rank
from engine.coach import tables
from engine.coach.generate.play_values import HANDS
from engine.coach.generate.tables_run import Numbers
from engine.coach.generate.written_tables import write_replies

pytestmark = pytest.mark.night  # Numba compiles for seconds


def test_the_coach_reads_the_replies_that_were_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = np.full((len(HANDS), 13, 13), np.nan)
    random = np.random.default_rng(1)
    for number, hand in enumerate(HANDS.tolist()):
        for lead in range(13):
            for rank in hand:
                replies[number, lead, rank] = random.uniform(-6, 9)
    write_replies(replies, Numbers(), tmp_path)
    monkeypatch.setattr(tables, "files", lambda package: tmp_path)
    tables._read.cache_clear()
    try:
        for number in (0, 1, 77, 1_000, 1_819):
            ranks = {Rank(rank + 1) for rank in HANDS[number].tolist()}
            hand = [Card(Rank(rank + 1)) for rank in HANDS[number].tolist()]
            for lead in Rank:
                values = tables.reply_values(hand, lead)
                expected = {rank: replies[number, lead - 1, rank - 1] for rank in ranks}
                assert values == pytest.approx(expected, abs=0.005)
    finally:
        tables._read.cache_clear()
