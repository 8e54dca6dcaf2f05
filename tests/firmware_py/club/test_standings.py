"""In the standings of a club night, players are identified by name, or if unnamed, by side and table."""

from collections.abc import Sequence

from firmware_py.club.results import Result
from firmware_py.club.standings import Standings
from firmware_py.game_points import ScorecardRow
from firmware_py.words.english import English


def result(
    names: str, scores: tuple[int, ...], winner: int, skunk: str | None = None, table: int = 1
) -> Result:
    return Result(
        f"b{table}", f"{names}{scores}", f"Table {table}", tuple(names.split()), scores, winner, skunk, 0
    )


def standing(*results: Result, players: Sequence[str] = ()) -> list[ScorecardRow]:
    standings = Standings(English(), players)
    for each in results:
        standings.add(each)
    return standings.rows()


def test_players_are_known_by_their_names_on_all_boards() -> None:
    rows = standing(
        result("Ann Bob", (121, 100), 0, table=1),
        result("cy ANN", (60, 121), 1, "double", table=2),
        result("Bob Cy", (121, 118), 0, table=2),
    )
    # Ann: 2 + 3 points and 21 + 61 holes; Bob: 2 points and -21 + 3; Cy, first spelt cy: -61 - 3.
    assert [row[:5] for row in rows] == [
        ("Ann", 2, 2, 5, 82),
        ("Bob", 2, 1, 2, -18),
        ("cy", 2, 0, 0, -64),
    ]


def test_players_of_the_draw_are_spelt_as_there() -> None:
    rows = standing(result("ann BOB", (121, 100), 0), players=["Bob", "ANN"])
    assert [row.name for row in rows] == ["ANN", "Bob"]


def test_a_result_that_is_removed_leaves_nothing() -> None:
    standings = Standings(English())
    one, other = result("Ann Bob", (121, 100), 0), result("Cy Ann", (60, 121), 1, "double")
    for each in (one, other):
        standings.add(each)
    standings.remove(one)
    assert standings.rows() == standing(other)
    standings.remove(other)
    assert standings.rows() == []


def test_players_without_names_are_known_by_their_table() -> None:
    rows = standing(result("Left Right", (121, 100), 0), result("Left Right", (90, 121), 1, table=2))
    assert [row.name for row in rows] == [
        "Right, Table 2",
        "Left, Table 1",
        "Right, Table 1",
        "Left, Table 2",
    ]
