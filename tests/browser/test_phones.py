"""Phones scan a code to join a board, play whole games on it, and stop when their keys are withdrawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from firmware_py.serve.serve import page_url
from firmware_py.system.network import own_address
from firmware_py.window.folder import boot_time
from firmware_py.window.phone_file import PhoneFile, new_code, read_phone_file, write_phone_file
from tests.browser import conftest as rig
from tests.browser.conftest import PHONE, SCHEMES, Served, check_accessible, join, new_tab, opened
from tests.support import keyed
from tests.support.board_process import BoardProcess
from tests.support.command import muggins
from tests.support.deadline import PATIENCE, until
from tests.support.referee import comparable, referee

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}  # as a screen reader says them


class PhoneTable:
    """A board without a display and the server of its web page, each in a separate process.

    Attributes:
        board: the board.
        served: the web page and its server.
        complaints: the errors that browsers have reported so far.
    """

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder, self._browser = folder, browser
        self.complaints: list[str] = []
        self._stack = ExitStack()
        self.board = BoardProcess(folder)
        self._stack.callback(lambda: self.board.close())
        self.served = self._stack.enter_context(closing(Served(folder / "window")))

    def code(self) -> str:
        """Open the phone dialogue in the board's menu, and return the code that lets a phone join."""
        self.board.press("MENU K")
        if own_address() is not None:
            shown = page_url(self.served.port).removeprefix("http://")
            until(lambda: shown in str(self.board.view()["page"]), "the address of the page on the board")
        found = read_phone_file(self.folder / "window")
        assert found is not None and found.code is not None
        return found.code

    def leave_menu(self) -> None:
        """Wait until the board has closed the phone dialogue, because a phone has joined."""
        if own_address() is None:  # the board is not told of phones
            self.board.press("GO")
        until(lambda: self.board.view()["page"] is None, "the end of the phone dialogue")

    def phone(self, **options: Any) -> Page:
        """Return the page on a phone that has just joined by scanning a code.

        Args:
            options: options for `Browser.new_context`.
        """
        page, code = self._tab(**{"viewport": PHONE, **options}), self.code()
        # The page asks which seat this phone has.
        with page.expect_response("**/seat", timeout=PATIENCE * 1000):
            opened(page, self.served, self.complaints, code)
        page.wait_for_selector("#pad button")
        self.leave_menu()
        return page

    def watcher(self, place: str = "", **options: Any) -> Page:
        """Open the web page as a browser that has not joined and can only watch, and return the page.

        Args:
            place: the part of the page to open, such as `#hands`.
            options: options for `Browser.new_context`.
        """
        return opened(self._tab(**options), self.served, self.complaints, place)

    def _tab(self, **options: Any) -> Page:
        return self._stack.enter_context(new_tab(self._browser, **options))

    def forgive(self, status: int) -> None:
        """Remove the errors with this HTTP status from `complaints`. The test has caused them on purpose."""
        self.complaints[:] = [each for each in self.complaints if f"status of {status}" not in each]

    def close(self) -> None:
        self._stack.close()

    def restart_board(self) -> None:
        self.board.kill()
        self.board = BoardProcess(self.folder)

    def restart_server(self) -> None:
        self.served.close()
        self.served.start()


def take_seat(page: Page, name: str) -> None:
    """Choose the seat of the player with this name on a phone, and wait until the server has assigned it."""
    with page.expect_response("**/seat") as answer:
        page.get_by_label("Your seat:").select_option(name)
    assert answer.value.ok


def key(page: Page, word: str) -> None:
    """Press a key on a phone's keypad, as soon as the keypad offers this key."""
    page.get_by_role("button", name=SUITS.get(word, word), exact=True).click()


def play(table: PhoneTable, phones: Sequence[Page], words: Sequence[str]) -> None:
    """Press keys on phones, each one on the phone of the player whose turn it is.

    Args:
        table: the board.
        phones: the phone of each seat.
        words: the keys.
    """
    seat = 0
    for word in words:
        view = table.board.view()
        if word not in SUITS:  # a suit key is pressed by the player who pressed the rank
            seat = view["to_act"] or 0
        key(phones[seat], word)
        pressed = view["presses"] + 1
        until(lambda wanted=pressed: table.board.view()["presses"] == wanted, f"{word} from seat {seat}")
        last = table.board.view()["recent"][-1]
        assert (last["key"], last["seat"], last["refused"]) == (word, seat, None)


def shows(page: Page, table: PhoneTable) -> None:
    """Wait until a page shows the current scores and prompt of the board."""
    view = table.board.view()
    expect(page.locator("#state")).to_be_hidden()
    expect(page.locator(".score")).to_have_text([str(side["score"]) for side in view["sides"]])
    expect(page.locator("#says")).to_have_text(" ".join(view["says"].split()))
    on_table = [] if view["shows_starter"] else view["table"]  # the page shows the starter elsewhere
    expect(page.locator("#cards .card")).to_have_count(len(on_table))


pytestmark = pytest.mark.slow


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[PhoneTable]:
    """Yield a board that phones can join. The test fails if a browser reports any error."""
    with closing(PhoneTable(tmp_path, browser)) as found:
        yield found
        assert found.complaints == []


def seated(table: PhoneTable) -> list[Page]:
    """Return the pages on two phones that have taken the seats of the two players."""
    phones = [table.phone(), table.phone(color_scheme="dark")]
    for phone, name in zip(phones, ("Ann", "Bob"), strict=True):
        take_seat(phone, name)
        expect(phone.get_by_label("Your seat:").locator("option:checked")).to_have_text(name)
    return phones


def check_result(table: PhoneTable, words: list[str], pages: list[Page]) -> None:
    """Check that the journal and all pages show the result that an independent referee calculates.

    Args:
        table: the board and its phones.
        words: the names of all keys pressed, in order.
        pages: the pages to check.
    """
    wanted = comparable(referee(words))
    journal = table.folder / "state" / "games.txt"
    saved = comparable(muggins("status", "--json", "--journal", journal).json)
    for field in ("presses", "deals", "sides", "pegged", "winner", "skunk", "prompt"):
        assert saved[field] == wanted[field]
    for page in pages:
        shows(page, table)
        expect(page.locator(".score")).to_have_text([str(side["score"]) for side in wanted["sides"]])
        winner = ("Ann", "Bob")[wanted["winner"]]
        expect(page.locator(".winner .text")).to_have_text(winner)


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.night)])
def test_two_phones_and_a_television_play_a_game_through_the_death_of_board_and_server(
    table: PhoneTable, seed: int
) -> None:
    phones = seated(table)
    television = table.watcher("#screen", viewport={"width": 1920, "height": 1080})
    words = keyed.whole_game(seed, suits=True)
    third = len(words) // 3
    play(table, phones, words[:third])
    table.restart_board()
    for page in (*phones, television):
        shows(page, table)
    play(table, phones, words[third : 2 * third])
    table.restart_server()
    for page in (*phones, television):
        shows(page, table)
    play(table, phones, words[2 * third :])
    check_result(table, words, [*phones, television])
    assert [page.locator("#pad").is_visible() for page in (*phones, television)] == [True, True, False]


def test_the_keys_of_a_turn_are_offered_to_the_player_in_turn(table: PhoneTable) -> None:
    ann, bob = seated(table)
    table.board.press("OK 2")  # Bob leads
    for name in ("5", "GO"):
        expect(ann.get_by_role("button", name=name, exact=True)).to_be_disabled()
        expect(bob.get_by_role("button", name=name, exact=True)).to_be_enabled()
    ann.get_by_role("button", name="5", exact=True).click(force=True)
    expect(ann.locator("#key-fault")).to_have_text("It is not your turn.")
    key(ann, "MENU")
    expect(ann.get_by_role("button", name="5", exact=True)).to_be_enabled()
    key(ann, "5")
    expect(ann.locator("#screen-page h2")).to_contain_text("Rules")
    key(ann, "GO")
    key(bob, "10")
    expect(bob.get_by_role("button", name="5", exact=True)).to_be_disabled()
    key(bob, "H")  # the suit of the card that Bob has laid
    expect(ann.get_by_role("img", name="ten of hearts")).to_be_visible()
    key(ann, "5")
    expect(bob.locator("#call")).to_have_text("Ann: fifteen for two")
    take_seat(ann, "none")
    expect(ann.get_by_role("button", name="5", exact=True)).to_be_enabled()


def test_keys_are_typed_while_the_keypad_is_chosen(table: PhoneTable) -> None:
    phone = table.phone()
    phone.keyboard.type("3")  # the keypad is not chosen yet
    phone.locator("#pad").focus()
    expect(phone.locator("#typed")).to_contain_text("T for 10")
    for typed in ("Enter", "2", "t", "5", "Backspace"):
        phone.keyboard.press(typed)
    until(lambda: table.board.view()["recent"][-1]["key"] == "UNDO", "the last key")
    pressed = [press["key"] for press in table.board.view()["recent"]]
    assert pressed[-5:] == ["OK", "2", "10", "5", "UNDO"] and "3" not in pressed
    expect(phone.locator("#pad .typed")).to_have_text("UNDO")
    key(phone, "HELP")  # answered by the page, so that it is for this phone alone
    expect(phone.locator("#can")).to_contain_text("Key the card you lay; OK shows the last counts; UNDO")
    phone.get_by_role("button", name="10", exact=True).focus()
    phone.keyboard.press("Enter")  # the button that is chosen
    until(lambda: table.board.view()["recent"][-1]["key"] == "10", "10 by the button")


def test_a_board_that_withdraws_the_keys_takes_them_from_all_phones(table: PhoneTable) -> None:
    phones = seated(table)
    table.board.press("MENU K UNDO OK GO")
    for phone in phones:  # at once, before a key is pressed
        withdrawn = "This phone may no longer press keys. Enter a new code."
        expect(phone.locator("#key-fault")).to_have_text(withdrawn)
        expect(phone.locator("#pad")).to_be_hidden()
    expect(phones[0].locator("#says")).to_have_text("Ann cuts for the deal.")
    code = table.code()
    join(phones[0], code.lower())
    expect(phones[0].locator("#pad")).to_be_visible()
    table.forgive(401)


def test_a_code_does_not_stay_in_the_address_or_the_history(table: PhoneTable) -> None:
    phone = table.phone()
    assert phone.url == table.served.address
    code = table.code()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(table.served.address + code + "#screen")
    expect(phone).to_have_url(table.served.address + "#screen")
    phone.reload()
    phone.wait_for_selector(".score")
    assert [url for url in asked if code in url] == [table.served.address + code], "only to open the page"
    stored = phone.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    assert code not in stored
    table.leave_menu()


def test_a_phone_that_scans_again_and_hears_no_answer_keeps_its_keys_and_its_seat(table: PhoneTable) -> None:
    ann, _ = seated(table)
    code = table.code()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    ann.route("**/join", lose_the_answer)
    ann.goto(table.served.address + code)
    expect(ann.locator("#key-fault")).not_to_be_empty()
    ann.reload()
    expect(ann.get_by_label("Your seat:").locator("option:checked")).to_have_text("Ann")
    table.leave_menu()
    key(ann, "OK")
    expect(ann.locator("#says")).to_contain_text("Ann deals six cards each; two each to the crib.")


def test_a_page_that_is_not_open_asks_for_a_code_and_shows_nothing(browser: Browser, tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "bare"\n[page]\nopen = false\n')
    code = new_code()
    write_phone_file(tmp_path, PhoneFile(code, boot_time(), withdrawn=0))  # read before the first request
    served = Served(tmp_path, keyed.board("OK 2", names=("Ann", "Bob")), ["--config", str(config)])
    with closing(served), new_tab(browser, viewport=PHONE, bypass_csp=True) as page:
        page.goto(f"{served.address}#screen")
        expect(page.locator("#state")).to_contain_text("Only phones that have joined may watch.")
        assert "Ann" not in page.content()
        check_accessible(page)
        join(page, code)
        expect(page.locator("#says")).to_have_text("Bob: card")
        expect(page.locator("#state")).to_be_hidden()
        page.goto(f"{served.address}#board")
        expect(page.locator("#pad")).to_be_visible()
        code = served.code(withdrawn=1)
        expect(page.locator("#state")).to_contain_text("Only phones that have joined may watch.")
        expect(page.locator("#says")).to_be_hidden()
        expect(page.get_by_label("Code")).to_be_visible()
        join(page, code)
        expect(page.locator("#says")).to_have_text("Bob: card")


@pytest.mark.parametrize("width, height", [(390, 844), (320, 568), (844, 390), (568, 320)])
def test_the_keys_of_a_menu_page_need_no_scrolling(table: PhoneTable, width: int, height: int) -> None:
    phone = table.phone(viewport={"width": width, "height": height})
    table.board.press("OK 2 10 MENU")
    expect(phone.locator("#screen-page")).to_be_visible()
    phone.evaluate("scrollTo(0, 0)")
    for name in ("OK", "GO"):
        expect(phone.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    if width > height:  # the page of the menu is beside all its keys
        expect(phone.locator("#screen-page")).to_be_in_viewport(ratio=1)
        for name in ("A", "10", "K", "spades", "MENU"):
            expect(phone.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    key(phone, "5")  # a key that may have to be scrolled to
    expect(phone.locator("#screen-page h2")).to_contain_text("Rules")
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    below, bar = phone.locator("footer").bounding_box(), phone.locator(".keys:has-text('OK')").bounding_box()
    assert below and bar and below["y"] + below["height"] <= bar["y"], "the keys cover the footer"
    key(phone, "GO")
    expect(phone.locator("#screen-page")).to_be_hidden()


@pytest.mark.parametrize("width, height", [(844, 390), (667, 375), (568, 320)])
def test_a_phone_on_its_side_shows_board_and_all_keys(table: PhoneTable, width: int, height: int) -> None:
    phone = table.phone(viewport={"width": width, "height": height})
    table.board.press("OK 2 10")
    shows(phone, table)
    for shown in phone.locator(".score, #says, #wood, #pad button:visible").all():
        expect(shown).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_on_a_phone_with_a_seat(table: PhoneTable, scheme: str) -> None:
    phone = table.phone(color_scheme=scheme, bypass_csp=True)
    take_seat(phone, "Ann")
    for words in ("OK 2", "10", "MENU", "GO"):  # somebody else's turn, one's own, a page of the board
        table.board.press(words)
        check_accessible(phone)
    table.board.press("MENU K UNDO OK GO")
    expect(phone.locator("#join")).to_be_visible()
    check_accessible(phone)
    table.forgive(401)


def test_text_twice_as_large_leaves_the_keys_whole(table: PhoneTable) -> None:
    phone = table.phone()
    rig.check_nothing_is_cut_off(phone)  # which leaves the text at twice its size
    for button in phone.locator("#pad button").all():
        assert button.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), button.inner_text()
