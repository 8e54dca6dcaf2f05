"""The page is accessible: axe-core finds no faults, each call is announced once, and large text fits."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from engine.rules import Rules
from tests.browser.conftest import PHONE, SCHEMES, Served, opened
from tests.browser.evening import evening, whole_game
from tests.support import keyed

pytestmark = pytest.mark.slow
SIZES = {
    "a small phone": {"width": 320, "height": 568},
    "a phone": PHONE,
    "a phone on its side": {"width": 844, "height": 390},
    "a tablet": {"width": 1024, "height": 768},
    "a television": {"width": 1920, "height": 1080},
}
LONG = ("WÉŁŻWWWWWW", "Žofie-Mária"[:10])


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("place", ["", "#hands", "#night", "#games", "#review", "#screen"])
def test_axe_finds_nothing(browser: Browser, served: Served, scheme: Any, place: str) -> None:
    (whole_game if place == "#review" else evening)(served.folder)
    for words in (keyed.CRIB, "2 9 9 7", "UNDO MENU"):
        served.press(words)
        with closing(browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True)) as context:
            page = opened(context.new_page(), served, [], place)
            if place == "#review":
                page.locator("summary").first.click()
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()


def test_calls_and_turns_are_said_once_each_in_order(page: Page, served: Served) -> None:
    said = []
    for key, sentences in {
        "OK": ["Left deals. Turn up the starter."],
        "2": ["Right: card"],
        "10": ["Left: card"],
        "5": ["Left: fifteen for two", "Right: card"],
        "MUGGINS": ["Not possible: Muggins is off"],
        "GO": ["Not possible: No go at 15: up to 21, any card can be played"],
    }.items():
        served.press(key)
        said += sentences
        expect(page.locator("#spoken p")).to_have_text(said)
    assert page.locator("#spoken").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3])
def test_nothing_is_cut_off_with_long_names_and_text_of_twice_the_size(
    browser: Browser, served: Served, size: str, players: int
) -> None:
    names = (*LONG, "Bo")[:players]
    served.start_board(keyed.board(rules=Rules(players=players), names=names))
    served.press("OK 2")
    with closing(browser.new_context(viewport=SIZES[size])) as context:  # type: ignore[arg-type]
        page = opened(context.new_page(), served, [])
        for font in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size }", font)
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"], font


def test_the_keyboard_reaches_everything_and_its_place_can_be_seen(page: Page, served: Served) -> None:
    reached = []
    for _ in range(9):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        reached.append(focused.inner_text() or focused.get_attribute("id"))
        assert focused.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
    assert reached == ["Board", "Hands", "Night", "Games", "Review", "code", "Join", "Speak", "Whole screen"]
    page.locator("nav a").nth(1).press("Enter")
    expect(page.locator("#hands")).to_be_visible()


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_pegs_hop_unless_less_motion_is_wanted(
    browser: Browser, served: Served, motion: Any, moves: bool
) -> None:
    with closing(browser.new_context(reduced_motion=motion)) as context:
        page = opened(context.new_page(), served, [])
        page.evaluate(
            "() => { window.moved = false; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...all) {"
            "  window.moved = true; return animate.apply(this, all); } }"
        )
        served.press("OK 2 10 5")
        expect(page.locator(".score")).to_have_text(["2", "0"])
        assert page.evaluate("window.moved") is moves


def test_the_phone_speaks_when_its_switch_is_on(browser: Browser, served: Served) -> None:
    with closing(browser.new_context()) as context:
        page = opened(context.new_page(), served, [])
        page.evaluate(
            "() => { window.spoken = []; speechSynthesis.speak = it => window.spoken.push(it.text) }"
        )
        served.press("OK 2 10")
        expect(page.locator("#cards .card")).to_have_text(["10"])
        assert page.evaluate("spoken") == []
        switch = page.get_by_role("button", name="Speak")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        served.press("5")
        expect(page.locator("#call")).to_have_text("Left: fifteen for two")
        assert page.evaluate("spoken") == ["Speak", "Left: fifteen for two", "Right: card"]
        switch.click()
        served.press("5")
        expect(page.locator("#call")).to_have_text("Right: twenty for two")
        assert len(page.evaluate("spoken")) == 3


def test_a_television_shows_the_board_and_nothing_to_press(browser: Browser, served: Served) -> None:
    served.press(keyed.CRIB)
    with closing(browser.new_context(viewport=SIZES["a television"])) as context:  # type: ignore[arg-type]
        page = opened(context.new_page(), served, [], "#screen")
        for hidden in ("nav", "#speak", "#last-hands"):
            expect(page.locator(hidden)).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text("Back to the page")
        expect(page.locator(":focus")).to_be_in_viewport()
        # 68 cm are 1080 pixels on a screen of 55 inches: letters of 2 cm can be read from three metres.
        for large in (".score", "#says", ".name .text"):
            assert (
                page.locator(large).first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
                >= 32
            )
