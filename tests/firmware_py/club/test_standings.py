"""In the standings of a club night, players are identified by name, or if unnamed, by side and table."""

from firmware_py.club.results import Result
from firmware_py.club.standings import places, standing
from firmware_py.game_points import ScorecardRow
from firmware_py.words.english import English


def result(
    names: str, scores: tuple[int, ...], winner: int, skunk: str | None = None, table: int = 1
) -> Result:
    return Result(
        f"b{table}", f"{names}{scores}", f"Table {table}", tuple(names.split()), scores, winner, skunk, 0
    )


def test_players_are_known_by_their_names_on_all_boards() -> None:
    rows = standing(
        [
            result("Ann Bob", (121, 100), 0, table=1),
            result("cy ANN", (60, 121), 1, "double", table=2),
            result("Bob Cy", (121, 118), 0, table=2),
        ],
        English(),
    )
    # Ann: 2 + 3 points and 21 + 61 holes; Bob: 2 points and -21 + 3; Cy, first spelt cy: -61 - 3.
    assert rows == [
        ScorecardRow("Ann", 2, 2, 5, 82),
        ScorecardRow("Bob", 2, 1, 2, -18),
        ScorecardRow("cy", 2, 0, 0, -64),
    ]


def test_players_without_names_are_known_by_their_table() -> None:
    rows = standing(
        [result("Left Right", (121, 100), 0), result("Left Right", (90, 121), 1, table=2)], English()
    )
    assert [row.name for row in rows] == [
        "Right, Table 2",
        "Left, Table 1",
        "Right, Table 1",
        "Left, Table 2",
    ]


def test_equal_rows_share_a_place() -> None:
    rows = [
        ScorecardRow("A", 1, 1, 2, 9),
        ScorecardRow("B", 1, 1, 2, 9),
        ScorecardRow("C", 1, 1, 2, 8),
        ScorecardRow("D"),
        ScorecardRow("E"),
    ]
    assert places(rows) == [1, 1, 3, 4, 4]
