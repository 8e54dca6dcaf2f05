"""A board without keys or displays of its own: a phone joins with a code, and plays on the page's keypad."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PHONE, join, new_tab
from tests.browser.test_phones import SUITS, key
from tests.support import keyed
from tests.support.command import ENVIRONMENT, MUGGINS, muggins
from tests.support.deadline import until
from tests.support.machine import free_port
from tests.support.processes import Program

pytestmark = pytest.mark.slow


class Alone(Program):
    """A test rig: a running `muggins serve --alone`, and the access codes that it has printed."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.address = f"http://localhost:{port}/"
        variables = ENVIRONMENT | {"XDG_RUNTIME_DIR": str(folder), "XDG_STATE_HOME": str(folder)}
        command = [*MUGGINS, "serve", "--alone", "--port", port]
        super().__init__(command, env=variables, stdin=subprocess.PIPE)
        self.codes = [self._code()]

    def another_code(self) -> str:
        """Press Enter in the terminal, and return the new access code that appears there."""
        self.say("")
        return self._code()

    def _code(self) -> str:
        return re.search(r"/(\w{8}) ", self.out.line())[1]


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Alone]:
    found = Alone(tmp_path)
    yield found
    found.stop(signal.SIGINT)


@pytest.fixture
def page(browser: Browser, alone: Alone) -> Iterator[Page]:
    with new_tab(browser, viewport=PHONE) as page:
        page.goto(alone.address + alone.codes[0])
        page.wait_for_selector("#pad button")
        yield page


def test_a_deal_is_played_on_the_keypad(page: Page, alone: Alone) -> None:
    said = {
        "OK": "Left deals six cards each; two each to the crib. Turn up the starter.",
        "2": "Right: card",
        "10": "Left: card",
    }
    for name, says in said.items():
        key(page, name)
        expect(page.locator("#says")).to_have_text(says)
    key(page, "5")
    expect(page.locator("#call")).to_have_text("Left: fifteen for two")
    key(page, "hearts")
    expect(page.get_by_role("img", name="five of hearts")).to_be_visible()
    expect(page.get_by_role("button", name="MUGGINS")).to_have_count(0)  # the key is of no use in this game
    key(page, "GO")
    refusal = "Not possible: No go at 15: up to 21, any card can be played"
    expect(page.locator("#refusal")).to_have_text(refusal)
    key(page, "UNDO")
    expect(page.locator("#refusal")).to_be_hidden()
    assert page.url == alone.address, "the code does not stay in the address"
    page.reload()
    expect(page.locator("#pad button").first).to_be_visible()


def test_a_whole_game_keyed_fast_is_that_which_replay_makes(page: Page, alone: Alone, tmp_path: Path) -> None:
    keys = keyed.whole_game(3, suits=True, second_thoughts=True)
    window = tmp_path / "muggins" / "view.json"
    for at in range(0, len(keys), 6):  # the board takes eight keys ahead
        some = [SUITS.get(each, each) for each in keys[at : at + 6]]
        page.evaluate(
            "keys => { for (const key of keys) [...document.querySelectorAll('#pad button')]"
            ".find(each => (each.ariaLabel ?? each.textContent) === key).click(); }",
            some,
        )
        pressed = at + len(some)
        until(lambda due=pressed: json.loads(window.read_bytes())["presses"] == due, f"{pressed} presses")
    page.reload()
    expect(page.locator(".winner")).to_have_count(1)
    replayed = muggins("replay", "-", "--json", stdin=" ".join(keys)).json
    saved = muggins("status", "--json", "--journal", tmp_path / "muggins" / "games.txt").json
    for field in ("presses", "sides", "pegged", "winner", "skunk", "deals"):
        assert saved[field] == replayed[field]


def test_a_second_phone_types_a_code_and_a_third_has_none(browser: Browser, page: Page, alone: Alone) -> None:
    with new_tab(browser, viewport=PHONE) as second:
        second.goto(alone.address + alone.codes[0])  # used
        expect(second.locator("#key-fault")).to_contain_text("This code is wrong, used or too old.")
        expect(second.locator("#pad")).to_be_hidden()
        second.wait_for_timeout(2100)  # after a wrong code, everyone waits
        join(second, alone.another_code().lower())
        key(second, "OK")
        expect(page.locator("#says")).to_contain_text("Left deals six cards each; two each to the crib.")


@pytest.mark.parametrize(
    ("fail", "said"),
    [
        # As just after a wrong code, and as without a connection.
        (lambda route: route.fulfill(status=429), "Too many tries. Wait a moment and try again."),
        (lambda route: route.abort(), "There is no connection to the board, so the code was not sent."),
    ],
    ids=["too soon", "no connection"],
)
def test_a_right_code_that_was_not_taken_can_be_entered_again(
    browser: Browser, alone: Alone, fail: Callable[[Route], None], said: str
) -> None:
    with new_tab(browser, viewport=PHONE) as page:
        page.goto(alone.address)
        page.route("**/join", fail, times=1)
        join(page, alone.codes[0])
        expect(page.locator("#key-fault")).to_contain_text(said)
        expect(page.get_by_label("Code")).to_have_value(alone.codes[0])
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#pad")).to_be_visible()
        expect(page.locator("#key-fault")).to_be_hidden()


def test_the_keys_are_large_enough_for_fingers(page: Page) -> None:
    # WCAG 2.2, 2.5.5: 44 pixels.
    expect(page.locator("#pad")).to_be_visible()
    # All at once, because the page may show other keys a moment later.
    sizes = page.locator("#pad button:visible").evaluate_all(
        "buttons => buttons.map(button => [button.offsetWidth, button.offsetHeight])"
    )
    assert sizes and all(width >= 44 and height >= 44 for width, height in sizes)
