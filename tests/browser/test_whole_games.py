"""Two phones and a television follow whole games that are played faster than anybody could.

In the end, all of them must show the correct state.
"""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.rules import Rules
from firmware_py.window.folder import VIEW
from tests.browser.conftest import PHONE, Served, opened
from tests.support import keyed

pytestmark = pytest.mark.slow
TELEVISION = {"width": 1920, "height": 1080}


@pytest.mark.parametrize("seed", [1, 2])
def test_everybody_sees_the_same_game(browser: Browser, served: Served, seed: int) -> None:
    options: list[Any] = [
        {"viewport": PHONE},
        {"viewport": PHONE, "color_scheme": "dark"},
        {"viewport": TELEVISION},
    ]
    complaints: list[str] = []
    contexts = [browser.new_context(**each) for each in options]
    pages = [opened(context.new_page(), served, complaints) for context in contexts]
    keys = keyed.whole_game(seed, suits=True, second_thoughts=True)
    for at in range(0, len(keys), 40):
        served.press(" ".join(keys[at : at + 40]))
        view = json.loads((served.folder / VIEW).read_bytes())
        for page in pages:
            expect(page.locator(".score")).to_have_text([str(side["score"]) for side in view["sides"]])
            expect(page.locator("#says")).to_have_text(" ".join(view["says"].split()))
            expect(page.locator("#cards .card")).to_have_count(len(view["table"]))
    assert view["winner"] is not None
    for page in pages:
        expect(page.locator(".winner .text")).to_have_text(view["names"][view["winner"]])
    assert len({page.locator("#all-hands").inner_html() for page in pages}) == 1
    assert complaints == []
    for context in contexts:
        context.close()


def test_a_page_opened_at_the_end_shows_the_pegs_of_one_that_watched(
    browser: Browser, served: Served
) -> None:
    served.start_board(keyed.board(rules=Rules(players=3)))
    with closing(browser.new_context()) as context:
        watched = opened(context.new_page(), served, [])
        served.press("OK 2 10 5 5 5 6 K")
        opened_later = opened(context.new_page(), served, [])
        expect(watched.locator("#says")).to_have_text(opened_later.locator("#says").inner_text())
        read = "pegs => pegs.map(peg => peg.className.baseVal + peg.style.transform).sort()"
        pegs = [page.locator(".pegs g").evaluate_all(read) for page in (watched, opened_later)]
        assert pegs[0] == pegs[1]
