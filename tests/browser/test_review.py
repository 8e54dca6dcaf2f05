"""The review of a finished game on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.evening import evening, whole_game
from tests.browser.test_for_everyone import LONG
from tests.support.reviewed_games import FIRST_DEALER

pytestmark = pytest.mark.slow


def test_the_last_game_is_reviewed_and_a_tap_opens_a_deal(page: Page, served: Served) -> None:
    whole_game(served.folder)
    page.get_by_role("link", name="Review").click()
    curve = page.get_by_role("img", name=f"Chance to win. Before deal 1: Ann {100 - FIRST_DEALER}%")
    expect(curve).to_be_visible()
    expect(page.locator("#review-state")).to_be_empty()
    expect(page.locator(".reviewed-deal")).to_have_count(8)
    page.locator(".tap").nth(2).click()
    third = page.locator("#review-deal-3")
    expect(third).to_have_attribute("open", "")
    expect(third.locator("summary")).to_be_focused()
    expect(third).to_contain_text("Crib 24, ")


def test_who_threw_what_can_be_settled(page: Page, served: Served) -> None:
    whole_game(served.folder)
    page.goto(f"{served.address}#review-1")
    first = page.locator("#review-deal-1")
    first.locator("summary").click()
    choice = first.get_by_label("Who threw what?")
    guess = choice.input_value()
    other = choice.locator("option").nth(1).get_attribute("value")
    assert other is not None and other != guess
    with page.expect_response(lambda answer: "threw=" in answer.url):
        choice.select_option(other)
    choice = page.locator("#split-1")
    expect(choice).to_be_focused()
    expect(choice).to_have_value(other)
    expect(choice.locator("option")).to_have_count(6)  # the others can still be chosen
    expect(page.locator("#review-deal-1")).to_have_attribute("open", "")


def test_a_game_without_a_deal_cannot_be_reviewed(page: Page, served: Served) -> None:
    evening(served.folder)
    page.goto(f"{served.address}#review")
    expect(page.locator("#review-state")).to_have_text("No game is finished yet.")
    page.goto(f"{served.address}#games")
    expect(page.locator("#game-list li")).to_have_count(4)
    expect(page.locator("#game-list .button")).to_have_count(0)


def test_the_list_of_games_leads_to_the_review(page: Page, served: Served) -> None:
    whole_game(served.folder)
    page.goto(f"{served.address}#games")
    page.get_by_role("link", name="Review 1").click()
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator("nav [aria-current]")).to_have_text("Review")


def test_nothing_is_cut_off_with_long_names_and_text_of_twice_the_size(page: Page, served: Served) -> None:
    whole_game(served.folder, names=LONG)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{served.address}#review")
    page.locator("summary").nth(2).click()
    for font in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", font)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, font
