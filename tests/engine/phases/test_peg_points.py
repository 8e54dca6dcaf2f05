"""Points pegged in a game move the pegs, and end the game at the target (RULES.md 5 and 7)."""

import pytest

from engine.rules import Rules
from engine.scoring.pegs import Pegs, Skunk
from tests.support import cases
from tests.support.words import game, reasons, scored

# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so no question is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"

# The cases with muggins need typed numbers, so the tests of the keys have them.
ENDS = [case for case in cases.end_cases() if "muggins" not in case.options]


def test_the_back_peg_goes_where_the_front_one_stood() -> None:
    # RULES.md 7: the front peg has stood at his heels, a pair and a fifteen.
    stood = []
    for words in ("OK", "OK J", "OK J Q Q", "OK J Q Q 2"):
        side = game(words).sides[0]
        stood.append((side.front, side.back))
    assert stood == [(0, 0), (2, 0), (4, 2), (4, 2)]


def test_peg_stops_in_the_game_hole() -> None:
    """RULES.md 7: the front peg stops in hole 121, even if the last hand scores more points than needed."""
    side = game(QUIET, (113, 0)).sides[0]
    assert (side.front, side.back) == (121, 115)


@pytest.mark.parametrize("case", ENDS, ids=lambda case: case.id)
def test_end_case(case: cases.EndCase) -> None:
    """The winner, the scores, the skunk and the points pegged are those of the case in RULES.md 8."""
    rules = Rules.parse([f"{name}={value}" for name, value in case.options.items()], players=case.players)
    after = game(" ".join(case.words), case.start, rules)
    assert (after.prompt.value, after.winner) == (case.prompt, case.winner)
    assert (after.to_act is None) == (case.winner is not None)
    assert tuple(side.front for side in after.sides) == case.scores
    won = [case.games if number == case.winner else 0 for number in range(rules.sides)]
    assert (after.skunk and after.skunk.value, [side.games for side in after.sides]) == (case.skunk, won)
    assert scored(after) == list(case.entries)
    assert case.reason in [reason for reason, _, _ in reasons(after, after.entries[-1])]


@pytest.mark.parametrize(
    ("loser", "skunk", "games"),
    [
        (0, Skunk.DOUBLE, 4),
        (60, Skunk.DOUBLE, 4),
        (61, Skunk.SKUNK, 2),
        (90, Skunk.SKUNK, 2),
        (91, None, 1),
        (120, None, 1),
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_the_skunk_lines(winner: int, loser: int, skunk: Skunk | None, games: int) -> None:
    """RULES.md 5 and case E11: a loser below 91 points is skunked, and a loser below 61 is double-skunked."""
    start = (120, loser) if winner == 0 else (loser, 120)
    after = game("OK J" if winner == 0 else "K A J", start)
    assert (after.winner, after.skunk) == (winner, skunk)
    assert after.sides[winner] == Pegs(121, 120, games)
    assert after.sides[1 - winner] == Pegs(loser)
