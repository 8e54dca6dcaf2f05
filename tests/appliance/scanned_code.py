"""A phone that scans the code on the board's OLED, opens the page from outside the machine, and plays.

The emulated OLED is on a USB adapter outside the machine. The code is read by zbarimg, and the phone is
Debian's Chromium.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect, sync_playwright

from tests.appliance.board import Row
from tests.appliance.debian_image import NETWORK_FILES
from tests.appliance.faults import CONFIGURATION, RELOAD, no_unit_failed
from tests.appliance.page import ENABLE
from tests.appliance.page import PROGRAMS as PAGE
from tests.appliance.pc import DRIVERS, Outlets
from tests.appliance.typed_board import KeyedBoard
from tests.appliance.usb_display import NAME, UsbDisplay
from tests.browser.test_phones import key
from tests.support.deadline import PATIENCE, until
from tests.support.qr_reader import PROGRAM, read_qr_codes

PROGRAMS = ("python3-segno",)
"""The package that draws QR codes. The package under test recommends it."""
NEEDS = {"chromium": "chromium", PROGRAM: "zbar-tools"}
"""The Debian package of each program that is needed on this computer, keyed by the program's name."""
PHONE = {"width": 390, "height": 844}
_BUS = f"until grep --files-with-matches {NAME} /sys/class/i2c-dev/*/name; do sleep 0.2; done"
_KEPT = "/run/kept.toml"
_NETWORK = "/run/systemd/network"
_LONGEST = 80
"""The number of keys after which somebody must have pegged."""


def scan(board: KeyedBoard) -> None:
    """Scan the code on the display with a phone, press keys on the page, and check the points scored."""
    missing = [package for program, package in NEEDS.items() if not shutil.which(program)]
    if missing or board.outlets is None:
        board.progress(f"no {' '.join(missing)}: the scanned code is left out")
        return
    board.must(f"apt-get install --yes --no-install-recommends {' '.join((*PAGE, *PROGRAMS))}", 600)
    board.must(ENABLE)
    told = board.presses
    with _network(board), _display(board, board.outlets) as display, tempfile.TemporaryDirectory() as scratch:
        began = time.monotonic()
        board.must("muggins press MENU K")
        text = _scanned(board, display, Path(scratch))
        seconds = [time.monotonic() - began]
        try:
            with _phone(board, text, board.outlets.port) as phone:
                seconds.append(_play(board, phone))
        except (BrowserError, AssertionError) as error:
            board.check(False, f"the phone: {error}")
        codes = read_qr_codes(display.image(), Path(scratch))
        board.check(not codes, f"while a game is played, the display still shows {codes}")
        board.check(not display.complaints, f"the display refused bytes: {display.complaints[:3]}")
    lost = board.settle(board.presses)
    no_unit_failed(board)
    pressed = board.presses - told
    board.report(Row("a code scanned, then keys pressed on the phone", 1, pressed, lost, seconds))


@contextmanager
def _network(board: KeyedBoard) -> Iterator[None]:
    """Give the emulated machine a network connection until the `with` block ends."""
    [(_, text)] = [each for each in NETWORK_FILES.items() if each[0].endswith(".network")]
    lines = text.replace("\n", "\\n")
    board.must(f"modprobe --all {' '.join(DRIVERS)} && mkdir -p {_NETWORK}")
    board.must(f"printf '{lines}' > {_NETWORK}/80-all.network && systemctl start systemd-networkd")
    board.must("/usr/lib/systemd/systemd-networkd-wait-online --any --timeout=240", 240)
    yield
    board.must(f"systemctl stop systemd-networkd.socket systemd-networkd; rm {_NETWORK}/80-all.network")


@contextmanager
def _display(board: KeyedBoard, outlets: Outlets) -> Iterator[UsbDisplay]:
    """Plug in a display, configure the board to use it, and yield the display."""
    display = UsbDisplay()
    with closing(display.plug_into(outlets.usb)):
        name = board.must(_BUS)
        bus = name.rpartition("/i2c-")[2].partition("/")[0]
        board.must(f"cp -a {CONFIGURATION} {_KEPT}")
        board.must(f"printf '\\n[display]\\nbus = {bus}\\n' >> {CONFIGURATION} && {RELOAD}")
        yield display
        board.must(f"cat {_KEPT} > {CONFIGURATION} && {RELOAD}")


def _scanned(board: KeyedBoard, display: UsbDisplay, scratch: Path) -> str:
    """Wait for a QR code on the display, and return its text."""
    found: list[str] = []

    def is_there() -> bool:
        found[:] = read_qr_codes(display.image(), scratch)
        return bool(found)

    until(is_there, "a code on the display", PATIENCE * board.machine.slowness)
    board.progress(f"scanned: {found[0][:-8]} and a code of 8 characters")
    return found[0]


@contextmanager
def _phone(board: KeyedBoard, address: str, port: int) -> Iterator[Page]:
    """Open the scanned address in a browser on this computer, and yield the page once it shows its keys.

    Args:
        address: the text of the QR code.
        port: the port on this computer that leads to the machine's page.
    """
    patience = 1000 * PATIENCE * board.machine.slowness
    expect.set_options(timeout=patience)
    machine = urlsplit(address).hostname
    options = [f"--host-resolver-rules=MAP {machine}:80 127.0.0.1:{port}"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        with closing(chromium) as browser:
            page = browser.new_page(viewport=PHONE)
            page.set_default_timeout(patience)
            page.goto(address)
            page.wait_for_selector("#pad button")
            yield page


def _play(board: KeyedBoard, phone: Page) -> float:
    """Press keys on a phone until a side pegs points.

    Return the time from the last key press until the page showed the points, in seconds.
    """
    first = board.presses
    before = _scores(board, first)
    pressed = next(count for count in range(1, _LONGEST) if _scores(board, first + count) != before)
    for word in board.keys.words(first, pressed):
        key(phone, word)
    last = time.monotonic()
    expect(phone.locator(".score")).to_have_text(_scores(board, first + pressed))
    board.count(first + pressed)
    return time.monotonic() - last


def _scores(board: KeyedBoard, presses: int) -> list[str]:
    """Return the scores that the page should show after the first `presses` key presses in the test."""
    return [str(side["score"]) for side in board.keys.standing(presses)["sides"]]
