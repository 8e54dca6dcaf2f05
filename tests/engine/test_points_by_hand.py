"""Points can be added, removed and set manually (RULES.md 7)."""

from collections.abc import Sequence

import pytest

from engine import Event, Game, IllegalEvent, Kind, Pegs, Prompt, Rules, Skunk, Source
from engine.deals import Entry
from tests.support.random_matches import FORMS, walk
from tests.support.words import game, reasons

# Pone K 8 K 6, dealer 4 5 10 10, starter 3: 1 and 2 for pone, 1, 1 and 9 for the dealer.
QUIET = "OK 3 K 4 8 5 K 10 6 10"


def done(before: Game, kind: Kind, side: int, points: int) -> Game:
    return before.apply(Event(kind, numbers=(side, points)))


def pegs(after: Game, side: int = 0) -> tuple[int, int]:
    return after.sides[side].front, after.sides[side].back


def stands(front: int, back: int, start: int = 0) -> Game:
    """Return a game in which side 0 began at `start` points and has its pegs in holes `front` and `back`."""
    now = game("OK 2", (start, 0))
    for points in (back - start, front - back):
        now = done(now, Kind.PEG, 0, points) if points else now
    assert pegs(now) == (front, back)
    return now


# -- pegging


def test_manual_points_are_pegged_like_other_points() -> None:
    """RULES.md 7: points added manually move the pegs like any other points."""
    after = done(stands(6, 0), Kind.PEG, 0, 2)
    assert pegs(after) == (8, 6)
    entry = after.entries[-1]
    assert (entry.source, entry.side, entry.points, entry.score) == (Source.BY_HAND, 0, 2, 8)
    assert reasons(after, entry) == [("by_hand", 2, "")]
    assert (after.prompt, after.to_act, after.dealer) == (Prompt.PLAY, 1, 0)


def test_points_by_hand_can_win_and_no_more_is_pegged_than_fits() -> None:
    after = done(game("OK 2", (100, 61)), Kind.PEG, 0, 30)
    assert (after.prompt, after.winner, after.to_act, after.skunk) == (
        Prompt.GAME_OVER,
        0,
        None,
        Skunk.SKUNK,
    )
    assert after.sides == (Pegs(121, 100, 2), Pegs(61))
    assert (after.entries[-1].points, reasons(after, after.entries[-1])) == (21, [("by_hand", 30, "")])


def test_in_a_reverse_game_points_by_hand_can_lose() -> None:
    after = done(game("OK", (120, 0), Rules(objective="first_loses")), Kind.PEG, 0, 1)
    assert (after.winner, after.skunk, after.sides[1].games) == (1, None, 1)


@pytest.mark.parametrize("players", [3, 4])
def test_each_side_can_be_pegged_to_and_no_other(players: int) -> None:
    rules = Rules(players=players)
    before = game("OK", rules=rules)
    for side in range(rules.sides):
        assert done(before, Kind.PEG, side, 5).sides[side].front == 5
    for kind in (Kind.PEG, Kind.TAKE_BACK, Kind.SCORE):
        with pytest.raises(IllegalEvent, match=f"There is no side {rules.sides}: the sides are 0 to"):
            done(before, kind, rules.sides, 5)


def test_no_points_are_none_to_peg() -> None:
    with pytest.raises(IllegalEvent, match="0 points cannot be pegged"):
        done(game("OK"), Kind.PEG, 0, 0)


# -- taking back and setting: where the back peg goes


@pytest.mark.parametrize(
    ("front", "back", "points", "pegs_then"),
    [(10, 4, 3, (7, 4)), (10, 4, 6, (4, 4)), (10, 4, 8, (2, 2)), (10, 4, 10, (0, 0)), (10, 4, 1, (9, 4))],
)
def test_taking_points_back(front: int, back: int, points: int, pegs_then: tuple[int, int]) -> None:
    after = done(stands(front, back), Kind.TAKE_BACK, 0, points)
    assert pegs(after) == pegs_then
    entry = after.entries[-1]
    assert (entry.points, entry.score, entry.source) == (-points, front - points, Source.BY_HAND)
    assert reasons(after, entry) == [("by_hand", -points, "")]


@pytest.mark.parametrize(
    ("score", "pegs_then", "points"),
    [
        (11, (11, 10), 1),
        (120, (120, 10), 110),
        (9, (9, 4), -1),
        (4, (4, 4), -6),
        (3, (3, 3), -7),
        (0, (0, 0), -10),
    ],
)
def test_setting_a_score(score: int, pegs_then: tuple[int, int], points: int) -> None:
    after = done(stands(10, 4), Kind.SCORE, 0, score)
    assert pegs(after) == pegs_then
    assert (after.entries[-1].points, after.entries[-1].score) == (points, score)
    assert reasons(after, after.entries[-1]) == [("by_hand", points, "")]


@pytest.mark.parametrize(
    ("kind", "points", "why"),
    [
        (Kind.TAKE_BACK, 0, "0 cannot be taken back: this side has 10"),
        (Kind.TAKE_BACK, 11, "11 cannot be taken back: this side has 10"),
        (Kind.SCORE, 10, "The score is already 10"),
        (Kind.SCORE, 121, "The score cannot be 121: choose 0 to 120"),
        (Kind.SCORE, 999, "The score cannot be 999: choose 0 to 120"),
    ],
)
def test_an_impossible_score_is_refused(kind: Kind, points: int, why: str) -> None:
    with pytest.raises(IllegalEvent) as caught:
        done(stands(10, 4), kind, 0, points)
    assert str(caught.value) == why


def test_no_score_in_progress_reaches_the_target_of_the_game() -> None:
    assert done(game("OK", rules=Rules(target=61)), Kind.SCORE, 0, 60).sides[0].front == 60
    with pytest.raises(IllegalEvent, match="choose 0 to 60"):
        done(game("OK", rules=Rules(target=61)), Kind.SCORE, 0, 61)


@pytest.mark.parametrize("kind", [Kind.PEG, Kind.TAKE_BACK, Kind.SCORE])
def test_a_game_that_is_over_stands_as_it_is(kind: Kind) -> None:
    over = game("OK J", (119, 0))
    with pytest.raises(IllegalEvent, match="The game is over"):
        done(over, kind, 0, 1)


def test_points_can_be_pegged_before_anybody_deals_and_win() -> None:
    """RULES.md 1: even before the first deal, points can win the game. The loser then deals the next game."""
    won = done(game("", (120, 0)), Kind.PEG, 0, 1)
    assert (won.winner, won.dealer) == (0, None)
    assert won.apply(Event(Kind.NEXT_GAME)).dealer == 1
    three = done(Game.new(Rules(players=3), (120, 0, 0)), Kind.PEG, 0, 1).apply(Event(Kind.NEXT_GAME))
    assert (three.prompt, three.dealer) == (Prompt.CUT_FOR_DEAL, None)


def test_open_question_is_dropped_if_the_certain_points_win() -> None:
    """If a hand wins the game whatever its suits are, the open question about its suits is dropped."""
    asked = game("OK 2 K Q 9 8 6 7 4 3", (0, 0))
    assert (asked.prompt, asked.to_act) == (Prompt.FLUSH, 1)
    # Four points are certain for pone: from 117 they win.
    after = done(asked, Kind.SCORE, 1, 117)
    assert (after.winner, after.sides[1].front) == (1, 121)


# -- with muggins


def test_manual_pegging_closes_earlier_missed_points() -> None:
    """RULES.md 6: once a side has pegged again, even manually, its missed points can no longer be claimed."""
    missed = game("OK 2 K 5 6", rules=Rules(muggins=True))
    assert missed.points_to_take
    for kind, side, open_still in (
        (Kind.PEG, 0, False),
        (Kind.PEG, 1, True),
        (Kind.SCORE, 0, False),
        (Kind.SCORE, 1, True),
    ):
        assert bool(done(missed, kind, side, 3).points_to_take) is open_still
    # Taking points back does not count as scoring.
    after = done(game("OK 2 K 5 6", (9, 0), Rules(muggins=True)), Kind.TAKE_BACK, 0, 3)
    assert after.points_to_take


def test_set_score_can_be_distinguished_from_pegged_points() -> None:
    """RULES.md 7: the game remembers whether a score was set or points were added manually."""
    entries = [done(game("OK"), kind, 0, 40).entries[-1] for kind in (Kind.PEG, Kind.SCORE)]
    assert [entry.source for entry in entries] == [Source.BY_HAND, Source.SCORE_SET]
    assert [entry.points for entry in entries] == [40, 40]


# -- in every form


@pytest.mark.parametrize("form", FORMS)
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
