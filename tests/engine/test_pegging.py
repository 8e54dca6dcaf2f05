"""The pegs, skunks and holes (RULES.md 5), and points that players peg by hand."""

from collections.abc import Sequence

import pytest

from engine import Event, Game, History, IllegalEvent, Kind, Pegs, Prompt, Rules, Skunk, Source
from engine.deals import Entry
from engine.match.record_lines import read_event
from engine.scoring.pegs import (
    double_skunk_line,
    games_won,
    hole_of,
    lap_of,
    points_for_win,
    skunk_line,
    spread_of,
)
from tests.support.random_matches import SOME_FORMS, walk
from tests.support.words import game, reasons


@pytest.mark.parametrize(
    ("target", "objective", "skunk", "double"),
    [
        (121, "first_wins", 91, 61),
        (151, "first_wins", 121, 91),
        (61, "first_wins", 31, 0),
        (120, "first_wins", 90, 0),
        (181, "first_wins", 151, 121),
        (31, "first_wins", 1, 0),
        (121, "first_loses", 0, 0),
    ],
)
def test_the_skunk_lines_of_each_target(target: int, objective: str, skunk: int, double: int) -> None:
    """RULES.md 5: the skunk line is 30 points below the target, and the double skunk line is 60 below it.

    Games to fewer than 121 points have no double skunk. If the first side to reach the target loses, there
    are no skunks. A missing line is 0.
    """
    rules = Rules(target=target, objective=objective)
    assert (skunk_line(rules), double_skunk_line(rules)) == (skunk, double)


def test_the_games_of_a_skunk_are_those_of_the_rules() -> None:
    rules = Rules(skunk_worth=3, double_worth=3)
    assert [games_won(skunk, rules) for skunk in (None, Skunk.SKUNK, Skunk.DOUBLE)] == [1, 3, 3]


@pytest.mark.parametrize(
    ("score", "target", "hole", "lap"),
    [
        (120, 121, 120, 1),
        (121, 121, 121, 1),
        (61, 61, 61, 1),
        (121, 151, 1, 2),
        (150, 151, 30, 2),
        (151, 151, 121, 2),
        (240, 361, 120, 2),
        (241, 361, 1, 3),
    ],
)
def test_a_score_has_a_hole_and_a_lap(score: int, target: int, hole: int, lap: int) -> None:
    """In a long game, hole 120 is followed by hole 1. The winner's peg ends in the game hole."""
    assert (hole_of(score, target), lap_of(score, target)) == (hole, lap)


@pytest.mark.parametrize(("skunk", "points"), [(None, 2), ("skunk", 3), ("double", 3)])
def test_a_win_is_two_points_and_a_skunk_three(skunk: str | None, points: int) -> None:
    assert points_for_win(skunk) == points


def test_the_spread_is_counted_from_the_best_opponent() -> None:
    assert spread_of((121, 90), 0) == 31
    assert [spread_of([121, 80, 100], side) for side in range(3)] == [21, -41, -21]


def by_hand(before: Game, line: str) -> Game:
    """Return the game after an event in a line of a record, such as `peg 0 2`."""
    return before.apply(read_event(line))


@pytest.mark.parametrize(
    ("line", "pegs", "points"),
    [
        ("peg 0 2", (12, 10), 2),
        # Points taken back: the back peg stays behind the front one.
        ("take-back 0 6", (4, 4), -6),
        ("take-back 0 10", (0, 0), -10),
        # A score that is set.
        ("score 0 11", (11, 10), 1),
        ("score 0 9", (9, 4), -1),
        ("score 0 0", (0, 0), -10),
    ],
)
def test_pegs_that_are_moved_by_hand(line: str, pegs: tuple[int, int], points: int) -> None:
    """RULES.md 7: points added manually move the pegs like any other points. A set score is told apart."""
    after = by_hand(by_hand(by_hand(game("OK 2"), "peg 0 4"), "peg 0 6"), line)
    entry = after.entries[-1]
    assert (after.sides[0].front, after.sides[0].back) == pegs
    source = Source.SCORE_SET if line.startswith("score") else Source.BY_HAND
    assert (entry.source, entry.side, entry.points, entry.score) == (source, 0, points, pegs[0])
    assert reasons(after, entry) == [("by_hand", points, "")]
    assert (after.prompt, after.to_act, after.dealer) == (Prompt.PLAY, 1, 0)


def test_points_by_hand_can_win_and_no_more_is_pegged_than_fits() -> None:
    after = by_hand(game("OK 2", (100, 61)), "peg 0 30")
    assert (after.prompt, after.winner, after.to_act, after.skunk) == (Prompt.GAME_OVER, 0, None, Skunk.SKUNK)
    assert after.sides == (Pegs(121, 100, 2), Pegs(61))
    assert (after.entries[-1].points, reasons(after, after.entries[-1])) == (21, [("by_hand", 30, "")])
    reverse = by_hand(game("OK", (120, 0), Rules(objective="first_loses")), "peg 0 1")
    assert (reverse.winner, reverse.skunk, reverse.sides[1].games) == (1, None, 1)


@pytest.mark.parametrize(
    ("players", "start", "line", "pegged", "won"),
    [
        (2, (10, 20), "renege 0 1", [(1, 22, "renege", 2)], None),
        (2, (10, 20), "renege 1 4", [(0, 18, "renege", 8)], None),
        (2, (10, 20), "seen-card 1", [(0, 12, "seen_card", 2)], None),
        (2, (115, 60), "false-claim 0", [(0, 100, "false_claim", -15), (1, 66, "false_claim", 6)], None),
        (2, (7, 0), "false-claim 0", [(0, 0, "false_claim", -7), (1, 114, "false_claim", 114)], None),
        (2, (0, 9), "false-claim 0", [(1, 121, "false_claim", 121)], (1, Skunk.DOUBLE)),
        # The 15 go back even if the opponent wins: they make this a skunk.
        (2, (100, 105), "false-claim 0", [(0, 85, "false_claim", -15), (1, 121, "false_claim", 21)],
         (1, Skunk.SKUNK)),
        (3, (10, 20, 30), "renege 1 1", [(2, 32, "renege", 2), (0, 12, "renege", 2)], None),
        (3, (120, 20, 119), "seen-card 1", [(2, 121, "seen_card", 2)], (2, None)),
        (4, (10, 20), "seen-card 2", [(1, 22, "seen_card", 2)], None),
    ],
)  # fmt: skip
def test_a_judge_gives_a_penalty(
    players: int, start: Sequence[int], line: str, pegged: object, won: object
) -> None:
    """RULES.md 6: 2 for each card reneged or for a seen card; 15 back and the overclaim for a false claim."""
    before = History.of(game("OK 2", start, Rules(players=players)))
    match = before.apply(read_event(line))
    found = [(one.side, one.score, *one.findings[0][:2]) for one in match.game.entries]
    assert [(side, score, reason.value, points) for side, score, reason, points in found] == pegged
    assert (match.game.winner, match.game.skunk) == (won or (None, None))
    assert won or match.apply(Event.thrown_in()).game.sides == match.game.sides  # a misdeal keeps them
    assert match.apply(Event.undo()).game == before.game


def test_a_penalty_is_refused_that_cannot_be() -> None:
    reverse = game("OK", (), Rules(objective="first_loses"))
    for before, line, why in (
        (game("OK 2"), "renege 0 0", "A renege is one of 1 to 4 cards"),
        (game("OK 2"), "renege 0 5", "A renege is one of 1 to 4 cards"),
        (game("OK 2"), "seen-card 2", "There is no seat 2"),
        (game("OK J", (119, 0)), "false-claim 1", "The game is over"),
        (reverse, "seen-card 0", "There are no penalties where the first loses"),
    ):
        with pytest.raises(IllegalEvent, match=why):
            by_hand(before, line)


@pytest.mark.parametrize(
    ("start", "line", "why"),
    [
        (10, "peg 0 0", "0 points cannot be pegged"),
        (10, "take-back 0 0", "0 cannot be taken back: this side has 10"),
        (10, "take-back 0 11", "11 cannot be taken back: this side has 10"),
        (10, "score 0 10", "The score is already 10"),
        (10, "score 0 61", "The score cannot be 61: choose 0 to 60"),
        (59, "peg 0 1", "The game is over"),
        (59, "score 0 1", "The game is over"),
    ],
)
def test_an_impossible_score_is_refused(start: int, line: str, why: str) -> None:
    """In a game to 61 points: his heels have won the game, if the score began at 59."""
    before = game("OK J" if start == 59 else "OK 2", (start, 0), Rules(target=61))
    with pytest.raises(IllegalEvent, match=why):
        by_hand(before, line)


def test_manual_pegging_closes_earlier_missed_points() -> None:
    """RULES.md 6: once a side has pegged again, even manually, its missed points can no longer be claimed."""
    missed = game("OK 2 K 5 6", (9, 0), Rules(muggins=True))
    assert missed.points_to_take
    for line, stay in (("peg 0 3", False), ("peg 1 3", True), ("score 0 12", False), ("score 1 3", True)):
        assert bool(by_hand(missed, line).points_to_take) is stay
    assert by_hand(missed, "take-back 0 3").points_to_take  # no points were scored


# -- in every form


@pytest.mark.parametrize("form", SOME_FORMS)
def test_peg_positions_follow_from_the_entries(form: str) -> None:
    """RULES.md 7: the positions of the pegs follow from all points scored so far, even after a misdeal."""
    for _, event, after in walk(5, form, 250):
        now = after.game
        if event.kind in (Kind.NEXT_GAME, Kind.NEW_GAME):
            assert all(side.back == 0 for side in now.sides)
        for number, side in enumerate(now.sides):
            assert side == _put(now.entries, number)._replace(games=side.games)


def _put(entries: Sequence[Entry], side: int) -> Pegs:
    """Return the pegs of a side, calculated only from the points in `entries`."""
    front = back = 0
    for entry in entries:
        if entry.side != side or not entry.points:
            continue
        assert entry.score == front + entry.points
        back = front if entry.points > 0 else min(back, entry.score)
        front = entry.score
    return Pegs(front, back)
