"""The pages for choosing and correcting a key press."""

from __future__ import annotations

from tests.support.views import page_after


def test_the_last_press_is_chosen_first_and_shown_below_those_before_it() -> None:
    page = page_after("OK 2 10 5 5 MENU 7")
    assert (page.title, page.corner) == ("Which press?", "4/4")
    assert page.rows == (
        ("Right laid 10", ""),
        ("Left laid 5", ""),
        ("Right laid 5", "◀"),
        ("OK this", "GO before"),
    )


def test_go_chooses_the_press_before_it() -> None:
    page = page_after("OK 2 10 5 5 MENU 7 GO GO GO")
    assert page.corner == "1/4"
    assert page.rows == (("starter 2", "◀"), ("", ""), ("", ""), ("OK this", "GO before"))


def test_a_chosen_press_says_how_it_can_be_corrected() -> None:
    page = page_after("OK 2 10 5 5 MENU 7 OK")
    assert (page.title, page.corner) == ("Correct", "UNDO back")
    assert page.rows == (
        ("Right laid 5", ""),
        ("", ""),
        ("A rank replaces it", ""),
        ("GO adds a go before", ""),
    )
    assert [hint.text for hint in page.hints] == ["GO adds a go before", "UNDO back"]
