"""A club night for browser tests: games at every stage, long names, results and pairings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.rules import Rules
from tests.browser.test_for_everyone import LONG
from tests.support import keyed
from tests.support.broker import Broker
from tests.support.command import process
from tests.support.served_club import publish, publish_table, publish_win
from tests.support.window_views import last_view

LONGEST = (LONG[0], "ŽofieMária")
"""Long names that can be entered on a board."""
PLAYERS = ("Ann", "Bob", "Zoë", *LONGEST, "Gus", "Hal")


def publish_evening(broker: Broker, folder: Path, tables: int) -> None:
    """Publish the messages of several tables, some of which are offline, and a few results."""
    views = [last_view(folder / str(kind), board, keys) for kind, (board, keys) in enumerate(_boards())]
    for number in range(1, tables + 1):
        board, view = f"{number * 7919:012x}", views[number % len(views)]
        publish_table(broker, board, f"Table {max(2, number)}", view)
        if number % 9 == 8:
            publish(broker, f"{board}/presence", "offline", retained=True)
    publish_win(broker, "x-1", ("Ann", "Bob"), (121, 98))
    publish_win(broker, "x-2", LONGEST, (121, 60), "double")
    publish_win(broker, "x-3", ("Zoë", "Gus", "Hal"), (121, 100, 85), "skunk")
    publish_win(broker, "x-4", ("Left", "Right"), (121, 120))
    publish_win(broker, "x-5", ("Hal", "Zoë"), (121, 118))
    publish(broker, "b1/game", {"game": "x-5", "undone": True})


def _boards() -> list[tuple[Any, str]]:
    long = (*LONG, "Bo")
    return [
        (keyed.board(start=(88, 59), names=("Ann", "Zoë")), "OK 2 S 10 C 5 H"),
        (keyed.board(start=(30, 42), names=LONG), keyed.CRIB),
        (keyed.board(start=(119, 55), names=("Ann", "Bob")), "OK J"),
        (keyed.board(rules=Rules(players=3), start=(30, 12, 61), names=long), "OK 2 10 5"),
        (keyed.board(rules=Rules(players=4), start=(7, 0), names=(*long, "Zoë")), "OK 2 10 5"),
        (keyed.board(), ""),
    ]


def draw_round(state: Path, folder: Path) -> None:
    """Run `muggins club --draw swiss`, which pairs the players for the first round of a club's evening.

    Args:
        state: the folder in which the club stores its files.
        folder: a folder for the list of players.
    """
    players = folder / "players.txt"
    players.write_text("\n".join(PLAYERS), encoding="utf-8")
    drawn = process(
        "club", "--draw", "swiss", "--players", players, environment={"STATE_DIRECTORY": str(state)}
    )
    assert drawn.status == 0, drawn
