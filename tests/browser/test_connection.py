"""The page reports a lost connection at once, catches up soon after, and keeps up with fast games."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.rules import Rules
from tests.browser.conftest import Served, opened
from tests.support import keyed

pytestmark = pytest.mark.slow
LOST = "No connection."
STOPPED = "The board has stopped."


@pytest.mark.parametrize(
    ("lose", "find"),
    [
        (lambda page, served: served.close(), lambda page, served: served.start_server()),
        (lambda page, _: page.context.set_offline(True), lambda page, _: page.context.set_offline(False)),
        # A connection that falls silent is given up.
        (lambda page, served: served.pause_server(), lambda page, served: served.resume_server()),
    ],
    ids=["the server", "the network", "an answer"],
)
def test_a_loss_is_noticed_and_the_page_catches_up(page: Page, served: Served, lose: Any, find: Any) -> None:
    served.press("OK")
    expect(page.locator("#says")).to_have_text("Left deals. Turn up the starter.")
    served.press("2")
    expect(page.locator("#says")).to_have_text("Right: card")
    lose(page, served)
    expect(page.locator("#state")).to_contain_text(LOST)
    served.press("10 5")
    find(page, served)
    expect(page.locator("#state")).to_be_hidden()
    expect(page.locator(".score")).to_have_text(["2", "0"])
    said = ["Left deals. Turn up the starter.", "Right: card", "Left: fifteen for two"]
    expect(page.locator("#spoken p")).to_have_text(said)


def test_a_board_that_stops_is_told_and_the_next_one_is_shown(page: Page, served: Served) -> None:
    served.press("OK 2 10 5")
    served.end_board()
    expect(page.locator("#state")).to_contain_text(STOPPED)
    expect(page.locator(".score")).to_have_text(["2", "0"])
    served.start_board(keyed.board(names=("Ann", "Bob")))
    expect(page.locator("#state")).to_be_hidden()
    expect(page.locator(".name .text")).to_have_text(["Ann", "Bob"])


def test_a_board_that_is_found_late_is_not_reported_missing(page: Page) -> None:
    """After the event `waiting`, the event `beat` tells the page that the server has found the board again.

    The server does not send the view again if it has not changed.
    """
    heard = page.evaluate("""async () => {
        const sources = [], heard = [];
        window.EventSource = class extends EventTarget {
            constructor() { super(); sources.push(this); }
            close() {}
        };
        const {follow} = await import('/stream.js');
        const told = name => (...reason) => heard.push([name, ...reason].join(' '));
        const view = () => heard.push('view');
        follow({view, alive: told('alive'), waiting: told('waiting'), lost: told('lost')});
        const sent = (name, more) => sources.at(-1).dispatchEvent(new MessageEvent(name, more));
        sent('view', {data: '{}', lastEventId: 'a:1'});
        for (const name of ['waiting', 'waiting', 'beat', 'beat']) sent(name);
        return heard;
    }""")
    assert heard == ["view", "waiting", "waiting", "alive"]


def test_page_is_up_to_date_after_the_phone_slept(page: Page, served: Served) -> None:
    """When the phone wakes up, the page shows the current state of the game.

    Chromium simulates the sleep by freezing the page. The server is restarted in the meantime.
    """
    sleeping = page.context.new_cdp_session(page)
    sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
    served.close()
    served.press("OK 2 10 5")
    served.start_server()
    sleeping.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator(".score")).to_have_text(["2", "0"])
    expect(page.locator("#state")).to_be_hidden()


def test_a_page_opened_at_the_end_shows_the_pegs_of_one_open_before(browser: Browser, served: Served) -> None:
    served.start_board(keyed.board(rules=Rules(players=3)))
    with closing(browser.new_context()) as context:
        watched = opened(context.new_page(), served, [])
        served.press("OK 2 10 5 5 5 6 K")
        opened_later = opened(context.new_page(), served, [])
        expect(watched.locator("#says")).to_have_text(opened_later.locator("#says").inner_text())
        read = "pegs => pegs.map(peg => peg.className.baseVal + peg.style.transform).sort()"
        pegs = [page.locator(".pegs g").evaluate_all(read) for page in (watched, opened_later)]
        assert pegs[0] == pegs[1]
