"""A real browser that shows the page of a club and records when each table on it changes."""

from __future__ import annotations

import os
import time

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM

_NOTE = """() => {
  window.noted = [];
  new MutationObserver(changes => requestAnimationFrame(() => {
    const now = (performance.timeOrigin + performance.now()) / 1000;
    for (const {target} of changes) noted.push([target.dataset.id, Number(target.dataset.sequence), now]);
  })).observe(document.getElementById('table-list'), {subtree: true, attributeFilter: ['data-sequence']});
}"""
"""Note each table that has changed, at the frame in which the browser draws it."""


class BrowserListener:
    def __init__(self, address: str) -> None:
        """Open the page with this address in a window of 1280 by 800 pixels."""
        assert CHROMIUM
        self._playwright = sync_playwright().start()
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        self._browser = self._playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        self._page = self._browser.new_page(viewport={"width": 1280, "height": 800})
        self._page.goto(address)
        self._page.evaluate(_NOTE)

    def arrivals(self) -> dict[str, list[tuple[int, float]]]:
        """Return, for each board ID, the sequence number and the time of each view that the page has drawn.

        The times are in seconds, on the clock of `time.monotonic`.
        """
        offset = time.time() - time.monotonic()
        found: dict[str, list[tuple[int, float]]] = {}
        for board, sequence, at in self._page.evaluate("noted"):
            found.setdefault(board, []).append((sequence, at - offset))
        return found

    def memory(self) -> float:
        """Return the memory used by the scripts of the page, in megabytes."""
        session = self._page.context.new_cdp_session(self._page)
        session.send("HeapProfiler.collectGarbage")
        used: float = session.send("Runtime.getHeapUsage")["usedSize"]
        return used / 1e6

    def close(self) -> None:
        self._browser.close()
        self._playwright.stop()
