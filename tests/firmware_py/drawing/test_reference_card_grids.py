"""The numbers in the grids on the reference card agree with the coach's tables."""

import json
import re
from pathlib import Path

import pytest

from engine.coach import tables
from firmware_py.drawing.reference_card import chances, cribs, leads
from firmware_py.drawing.shapes import Text

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def table(name: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads((Path(tables.__file__).parent / name).read_text())
    return found


def grid(texts: list[Text]) -> list[list[str]]:
    """Return the words in a table, row by row from top to bottom, with each row ordered from left to right.

    Args:
        texts: the words as they were drawn. Words with the same y-coordinate are in the same row.
    """
    rows = sorted({round(text.y, 3) for text in texts})
    return [
        [text.text for text in sorted(texts, key=lambda text: text.x) if round(text.y, 3) == row]
        for row in rows
    ]


def test_both_cribs_stand_in_their_halves() -> None:
    shapes, _ = cribs(0, 0, 86)
    cells = grid([s for s in shapes if isinstance(s, Text) and re.fullmatch(r"\d\.\d", s.text)])
    cribs_table = table("cribs.json")
    assert [len(row) for row in cells] == [13] * 14
    for row, figures in enumerate(cells):
        for column, figure in enumerate(figures):
            own = column >= row
            low, high = sorted((row if own else row - 1, column))
            mean = cribs_table["dealer" if own else "pone"][f"{RANKS[low]}-{RANKS[high]}"]
            assert float(figure) == pytest.approx(mean, abs=0.051)


def test_the_throws_named_are_the_best_and_the_safest() -> None:
    shapes, _ = cribs(0, 0, 86)
    best, safest = [s.text for s in shapes if isinstance(s, Text)][-2:]
    for sentence, side, sign in ((best, "dealer", -1), (safest, "pone", 1)):
        means = {name: mean for name, mean in table("cribs.json")[side].items() if "suited" not in name}
        named = re.findall(r"\w+-\w+", sentence)
        assert [means[name] for name in named] == sorted(means.values(), key=lambda mean: sign * mean)[:7]  # type: ignore[operator]


def test_the_chances_are_those_of_the_table() -> None:
    shapes, _ = chances(0, 0, 86)
    texts = [s for s in shapes if isinstance(s, Text)]
    pones = {s.x: int(s.text) for s in texts if s.bold and s.anchor == "middle"}
    aheads = {s.y: int(s.text.replace("=", "0")) for s in texts if s.bold and s.anchor == "end"}
    assert len(pones) == 8
    assert sorted(aheads.values()) == [-20, -10, -5, 0, 5, 10, 20]
    cells = [s for s in texts if not s.bold and s.anchor == "middle"]
    winning = table("winning.json")["dealer"]
    for cell in cells:
        pone, ahead = pones[cell.x], aheads[cell.y]
        row = winning[str(pone + ahead)]
        assert isinstance(row, list)
        assert int(cell.text) == pytest.approx(100 * row[pone], abs=0.51)
    assert len(cells) == sum(0 <= pone + ahead < 121 for pone in pones.values() for ahead in aheads.values())


def test_the_costs_of_leads_are_the_means_over_the_hands_that_pone_keeps() -> None:
    shapes, _ = leads(0, 0, 86)
    cells = grid([s for s in shapes if isinstance(s, Text) and re.fullmatch(r"\.\d\d", s.text)])
    assert [len(row) for row in cells] == [13, 13]
    values, numbers = table("leads.json")["pone"], table("kept.json")["pone"]
    for row, figures in enumerate(cells):
        for rank, figure in zip(RANKS, figures, strict=True):
            lost = weights = 0.0
            for name, found in values.items():
                held = name.split("-")
                if held.count(rank) == row + 1 and len(set(held)) > 1:
                    of_ranks = dict(zip(sorted(set(held), key=RANKS.index), found, strict=True))  # type: ignore[call-overload]
                    weight = numbers[name] + numbers.get(f"{name} suited", 0)  # type: ignore[operator]
                    lost += weight * (max(of_ranks.values()) - of_ranks[rank])
                    weights += weight
            assert float(figure) == pytest.approx(lost / weights, abs=0.0051)
