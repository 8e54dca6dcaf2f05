"""Listeners that record what browsers and an MQTT client receive during a club night."""

from __future__ import annotations

import http.client
import json
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import sync_playwright

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.connection import BrokerConnection, Talker
from firmware_py.mqtt.messages import EVENT, GAME, address, topic
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.mqtt.session import Session
from tests.browser.conftest import CHROMIUM


class PageListener:
    """A listener that follows a club's page as a browser does, in its own thread.

    Attributes:
        page: the current contents of all parts of the page.
        arrivals: for each board, the sequence numbers of the views on the page, with their arrival times.
        received: the number of bytes received.
    """

    def __init__(self, port: int) -> None:
        self.page: dict[str, dict[str, Any]] = {}
        self.arrivals: dict[str, list[tuple[int, float]]] = {}
        self.received = 0
        self._connection = http.client.HTTPConnection("localhost", port, timeout=30)
        self._connection.request("GET", "/views")
        self._answer = self._connection.getresponse()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while line := self._answer.readline():
                self.received += len(line)
                if line.startswith(b"data: {"):
                    self._show(json.loads(line.removeprefix(b"data: ")))

    def _show(self, news: dict[str, Any]) -> None:
        now = time.monotonic()
        if news.pop("all"):
            self.page = {}
        for kind, parts in news.items():
            self.page.setdefault(kind, {}).update(parts)
        for board, table in news.get("tables", {}).items():
            if table:
                self.arrivals.setdefault(board, []).append((table["sequence"], now))

    def close(self) -> None:
        with suppress(OSError):
            self._connection.close()


class EventListener(Talker):
    """A subscriber to the messages about key presses and games of all boards.

    Attributes:
        presses: for each board ID, the IDs of the key presses on that board.
        undone: the number of games that were undone.
    """

    def __init__(self, port: int) -> None:
        self.presses: dict[str, set[str]] = {}
        self.undone = 0
        settings = MqttSettings(host="127.0.0.1", port=port)
        ready = threading.Event()
        self._ready: Callable[[], None] = ready.set
        self._connection = BrokerConnection(
            settings, "listener", self, keeps_session=True, warn=lambda _: None, tell=lambda _: None
        )
        self._thread = threading.Thread(target=self._connection.run, daemon=True)
        self._thread.start()
        ready.wait(30)

    def connected(self, link: Session) -> None:
        link.subscribe([topic("muggins", "+", kind) for kind in (EVENT, GAME)])
        self._ready()

    def received(self, message: BrokerMessage) -> None:
        board, kind = address("muggins", message.topic) or ("", "")
        body = json.loads(message.payload)
        if kind == EVENT:
            self.presses.setdefault(board, set()).add(body["event"])
        elif body.get("undone"):
            self.undone += 1

    def close(self) -> None:
        self._connection.stop()
        self._thread.join(30)
        self._connection.close()


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
