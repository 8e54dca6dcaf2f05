"""The names of players and sides."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.indices import Side
from engine.rules import Rules
from firmware_py.words.in_use import PlayerNames


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, ("Left", "Right")), (3, ("Left", "Middle", "Right")), (4, ("North", "East", "South", "West"))],
)
def test_players_without_names_are_called_by_their_seats(players: int, seats: tuple[str, ...]) -> None:
    assert PlayerNames(Game.new(Rules(players=players))).seats == seats


def test_a_side_is_called_by_its_player_or_by_both_partners() -> None:
    assert PlayerNames(Game.new(names=("Ann", "Bob"))).sides == ("Ann", "Bob")
    partners = PlayerNames(Game.new(Rules(players=4), names=("Ann", "Bob", "Cy", "Di")))
    assert partners.sides == ("Ann & Cy", "Bob & Di")
    assert partners.of_side(Side(1)) == ("Bob", "Di")
