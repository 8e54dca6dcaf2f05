"""The pages for setting up a new game."""

from __future__ import annotations

import pytest

from firmware_py.input.keys import Key
from firmware_py.input.page import Hint
from tests.support.views import page_after, texts_of


def test_the_form_shows_the_game_in_progress_each_entry_after_its_key() -> None:
    page = page_after("MENU 6")
    assert (page.title, page.corner) == ("New game", "OK begins")
    assert page.rows == (
        ("A: six-card", "2: for 2"),
        ("3: up to 121", "5: names"),
        ("4: start 0-0", "6: rules"),
        ("", "GO leaves"),
    )
    assert Hint(Key.FIVE, "names") in page.hints


def test_the_form_shows_the_players_names() -> None:
    rows = page_after("MENU 6", names=("Ann", "Bob")).rows
    assert rows[3:] == (("Ann", "Bob"), ("", "GO leaves"))


def test_the_names_of_four_leave_no_room_for_the_key_that_leaves() -> None:
    page = page_after("MENU 6", players=4, names=("Ann", "Bo", "Cy", "Di"))
    assert page.rows[3:] == (("Ann", "Bo"), ("Cy", "Di"))
    assert page.unshown == (Hint(Key.GO, "leaves"),)


@pytest.mark.parametrize(
    ("keys", "title", "text"),
    [
        ("MENU 6 3 6 A", "Target", "61_"),
        ("MENU 6 4 5", "Points to start with", "5_"),
        ("MENU 6 4 5 OK", "Points to start with", "Right"),
        ("MENU 6 5 2", "Name of Left", "A_"),
        ("MENU 6 6", "Rules", "GO changes"),
        ("MENU 6 OK", "Give this game up?", "OK yes"),
    ],
)
def test_each_entry_has_its_page(keys: str, title: str, text: str) -> None:
    page = page_after(keys)
    assert page.title == title
    assert text in texts_of(page)


def test_partners_share_the_points_to_start_with() -> None:
    names = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")
    rows = page_after("MENU 6 4", players=4, names=names).rows
    assert rows[:2] == (("Konstantin &", ""), ("Wilhelmina", ""))
