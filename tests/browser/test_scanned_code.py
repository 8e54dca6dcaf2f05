"""A phone joins a board: a camera reads the code on the display, and the page opens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from firmware_py.system.network import own_address
from tests.browser.conftest import PHONE, Served
from tests.browser.phones import key
from tests.firmware_py.board.test_phones_on_wires import Rig
from tests.support.deadline import until
from tests.support.qr_reader import needs_reader

pytestmark = [pytest.mark.slow, needs_reader]


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """Yield a board with emulated hardware that phones can join. Skip the test if there is no network."""
    if own_address() is None:
        pytest.skip("this machine has no network")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with closing(Rig(tmp_path)) as found:
        yield found


def test_two_phones_scan_the_display_and_play(rig: Rig, browser: Browser) -> None:
    with ExitStack() as opened:
        served = opened.enter_context(closing(Served(rig.folder)))
        pages = []
        for joined in ("1 phone has joined.", "2 phones have joined."):
            rig.press("MENU", "K")
            until(lambda: [each[-8:] for each in rig.scanned()] == [rig.code], "a code to scan")
            [scanned] = rig.scanned()
            assert scanned.startswith("HTTP://") and f":{served.port}/" in scanned
            page = opened.enter_context(closing(browser.new_context(viewport=PHONE))).new_page()
            page.goto(scanned)
            page.wait_for_selector("#pad button")
            assert "/" + scanned[-8:] not in page.url
            pages.append(page)
            until(lambda joined=joined: rig.board.view.notice == joined, joined)
            assert rig.board.view.page is None
        first, second = pages
        key(first, "OK")
        key(second, "2")
        for page in pages:
            expect(page.locator("#says")).to_have_text("Right: card")
        key(first, "10")
        key(second, "5")
        for page in pages:
            expect(page.locator("#call")).to_have_text("Left: fifteen for two")
        assert [side.front for side in rig.board.history.game.sides] == [2, 0]
