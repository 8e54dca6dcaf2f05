"""Each game has one result. Results are numbered in order of arrival, and undone games are marked."""

from firmware_py.club.results import Result, Results


def result(game: str, board: str = "b1", scores: tuple[int, ...] = (121, 98), winner: int = 0) -> Result:
    return Result(board, game, "Table 1", ("Ann", "Bob", "Cy")[: len(scores)], scores, winner, None, 0.0)


def test_a_game_heard_twice_is_one_game() -> None:
    results = Results()
    assert [results.add(result("x-1")), results.add(result("x-1")), results.add(result("x-2"))] == [
        1,
        None,
        2,
    ]
    assert results.counting(0) == [result("x-1"), result("x-2")]


def test_games_of_two_boards_may_have_the_same_id() -> None:
    results = Results()
    assert [results.add(result("x-1", board)) for board in ("b1", "b2")] == [1, 2]
    results.undo("b2", "x-1")
    assert results.counting(0) == [result("x-1", "b1")]


def test_a_game_that_was_undone_keeps_its_number_and_does_not_count() -> None:
    results = Results()
    for game in ("x-1", "x-2"):
        results.add(result(game))
    assert results.undo("b1", "x-1")
    assert not results.undo("b1", "x-1")
    assert results.numbered(1).is_undone and not results.numbered(2).is_undone
    assert results.number_of("b1", "x-1") == 1
    assert results.counting(0) == [result("x-2")]
    assert results.counting(2) == []
    assert results.add(result("x-1")) is None, "a message that comes again does not bring the game back"


def test_the_spread_is_to_the_best_of_the_others() -> None:
    assert result("x", scores=(121, 98)).spread == 23
    assert result("x", scores=(90, 121, 118), winner=1).spread == 3
