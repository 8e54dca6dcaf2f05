"""The page shows what the board shows, and finished games; it is accessible, and large text fits.

It reports a lost connection at once, catches up soon after, and keeps up with fast games.
"""

from __future__ import annotations

import signal
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.rules import Rules
from tests.browser import conftest as rig
from tests.browser.conftest import PHONE, SCHEMES, Served, evening, new_tab, opened, whole_game
from tests.firmware_py.speech.listening import heard_board
from tests.support import keyed
from tests.support.board_process import InTerminal
from tests.support.coach_examples import FIRST_DEALER
from tests.support.command import process

pytestmark = pytest.mark.slow


def holes(page: Page, side: int) -> set[str]:
    """Return the CSS transforms that place a side's two pegs in the drawing of the board."""
    pegs = page.locator(f".peg-{side}")
    return {pegs.nth(index).evaluate("peg => peg.style.transform") for index in range(2)}


def test_a_press_on_a_real_board_changes_the_score_on_the_page(browser: Browser, tmp_path: Path) -> None:
    folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "games")}
    with InTerminal("simulate", environment=folders) as board:
        board.until("Left")
        with closing(Served(tmp_path / "muggins")) as served, new_tab(browser) as page:
            opened(page, served, [])
            assert process("press", "OK", "2", "10", "5", environment=folders).status == 0
            expect(page.locator(".score")).to_have_text(["2", "0"])
            expect(page.locator("#call")).to_have_text("Left: fifteen for two")


def test_a_deal_is_shown_as_it_is_played(page: Page, served: Served) -> None:
    served.press("OK 2 S 10 5 H")
    expect(page.locator(".score")).to_have_text(["2", "0"])
    expect(page.locator("#call")).to_have_text("Left: fifteen for two")
    expect(page.locator("#says")).to_have_text("Right: card")
    expect(page.locator("#count")).to_have_text("15")
    expect(page.locator("#cards .card")).to_have_text(["10", "5♥\ufe0e"])
    expect(page.get_by_role("img", name="five of hearts")).to_be_visible()
    expect(page.locator("#starter .card")).to_have_text(["2♠\ufe0e"])
    expect(page.locator(".acts .name")).to_have_text("Right")
    expect(page.locator(".side").nth(0).locator(".mark")).to_have_text(["dealer"])


def test_hands_are_shown_item_by_item(page: Page, served: Served) -> None:
    served.press(keyed.CRIB)
    hands = page.locator("#last-hands .hand")
    expect(hands.locator("h3")).to_have_text(["Right's hand 2", "Left's hand 9"])
    expect(hands.nth(0).locator("> .row .card")).to_have_text(["K", "8", "K", "6", "3"])
    expect(hands.nth(0).locator("li .item")).to_have_text(["pair"])
    expect(hands.nth(0).locator("li .card")).to_have_text(["K", "K"])
    expect(hands.nth(1).locator("li .points")).to_have_text(["2", "2", "2", "3"])
    page.get_by_role("link", name="Hands").click()
    expect(page.locator("#all-hands h3")).to_have_text(["Deal 1"])
    expect(page.locator("#all-hands h4")).to_have_text(["Right's hand 2", "Left's hand 9"])
    expect(page.locator("#board")).to_be_hidden()


def test_a_night_and_its_games_are_listed(page: Page, served: Served) -> None:
    evening(served.folder)
    page.get_by_role("link", name="Night").click()
    rows = ["Ann425+94+147\N{MINUS SIGN}53", "Bob425\N{MINUS SIGN}94+53\N{MINUS SIGN}147"]
    expect(page.locator("tbody tr")).to_have_text(rows)
    expect(page.locator("#night")).to_contain_text("Ann against Bob: 2-2")
    page.get_by_role("link", name="Games").click()
    expect(page.locator("#game-list li")).to_have_count(4)
    expect(page.locator("#game-list .scores").last).to_have_text("Ann 121 – Bob 0")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all games").click()
    with zipfile.ZipFile(download.value.path()) as file:
        assert file.namelist()[0] == "games.txt"


def test_pegs_stand_in_the_holes_of_the_scores(page: Page, served: Served) -> None:
    before = holes(page, 0)
    served.press("OK 2 10 5")
    expect(page.locator(".score")).to_have_text(["2", "0"])
    after = holes(page, 0)
    assert len(before & after) == 1, "the peg behind stays, the other one hops over it"
    served.press("5 5")  # Left pegs six more
    expect(page.locator(".score")).to_have_text(["8", "2"])
    assert len(holes(page, 0) & after) == 1
    served.press("UNDO UNDO UNDO")
    expect(page.locator(".score")).to_have_text(["0", "0"])
    assert holes(page, 0) == before


def test_a_phone_that_is_turned_keeps_its_pegs_in_their_holes(page: Page, served: Served) -> None:
    served.press("OK 2 10 5 5")
    expect(page.locator(".score")).to_have_text(["2", "2"])
    upright = holes(page, 0)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".lane-0")).to_have_attribute("stroke-width", "8.4")
    assert holes(page, 0) != upright
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".lane-0")).to_have_attribute("stroke-width", "11")
    assert holes(page, 0) == upright


def test_a_menu_that_is_open_on_the_board_is_shown(page: Page, served: Served) -> None:
    served.press("OK MENU")
    menu = page.locator("#screen-page")
    expect(menu.locator("h2")).to_contain_text("Menu")
    expect(menu.locator("li").first).to_be_visible()
    served.press("GO")
    expect(menu).to_be_hidden()


def test_the_end_of_a_game_is_shown(page: Page, served: Served) -> None:
    served.start_board(keyed.board("OK", start=(119, 100)))
    expect(page.locator(".score")).to_have_text(["119", "100"])
    served.press("J")
    expect(page.locator("#call p")).to_have_text(["Left: two for his heels", "Left wins!"])
    expect(page.locator(".winner .name")).to_have_text("Left")
    served.press("OK")
    expect(page.locator(".score")).to_have_text(["0", "0"])
    expect(page.locator(".winner")).to_have_count(0)
    expect(page.locator(".mark.games")).to_have_text(["1 game", "0 games"])


@pytest.mark.parametrize(("players", "tracks"), [(3, 3), (4, 2)])
def test_other_games_have_the_tracks_they_need(page: Page, served: Served, players: int, tracks: int) -> None:
    served.start_board(keyed.board(rules=Rules(players=players)))
    expect(page.locator(".lane")).to_have_count(tracks)
    expect(page.locator(".score")).to_have_text(["0"] * tracks)
    assert page.locator(".holes circle").count() == tracks * 122 + 1  # two before the first, and one for all


def test_names_are_text_and_not_html(page: Page, served: Served) -> None:
    name = "<b>Jo</b>"
    served.start_board(keyed.board(names=(name, "Zoë")))
    expect(page.locator(".name .text")).to_have_text([name, "Zoë"])


SIZES: dict[str, Any] = {
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
        with new_tab(browser, viewport=PHONE, color_scheme=scheme, bypass_csp=True) as page:
            opened(page, served, [], place)
            if place == "#review":
                page.locator("summary").first.click()
            rig.check_accessible(page)


SOME_KEYS = "OK 2 10 5 MUGGINS GO UNDO REDO SCORE AGAIN MENU K UNDO MENU UNDO 5"
COLLECT = """() => {
    window.told = [];
    new MutationObserver(all => all.forEach(each => each.addedNodes.forEach(p => told.push(p.textContent))))
        .observe(document.getElementById('spoken'), {childList: true});
}"""


ASIDE = (
    *(
        "MUGGINS",
        "SCORE",
        "AGAIN",
        "AGAIN AGAIN",
        "HELP",
        "MENU UNDO",
        "MENU MUGGINS HELP GO",
        "MENU J",
        "MENU Q",
    ),
    *("MENU REDO MENU", "MENU 5 OK MENU", "MENU 7 MENU", "MENU A 3 MENU", "MENU OK UNDO UNDO REDO"),
)


def games(seed: int, number: int) -> Iterator[str]:
    """Yield the keys of random games, with keys that are taken back, are refused, or leave a menu again."""
    ended, random = [0], Random(seed)
    for key in keyed.played(random, 0.06, ended=lambda: ended.append(0)):
        yield key
        if random.random() < 0.1:
            yield from random.choice(ASIDE).split()
        if len(ended) > number:
            return


@pytest.mark.parametrize(
    ("keys", "number"),
    [(SOME_KEYS.split(), 0), pytest.param(games(1, 20), 20, marks=pytest.mark.night)],
    ids=["some", "games"],
)
def test_a_screen_reader_says_what_the_voice_says(
    browser: Browser, tmp_path: Path, keys: Iterable[str], number: int
) -> None:
    heard, said = heard_board(tmp_path), list[str]()
    with closing(Served(tmp_path)) as served, new_tab(browser) as page:
        opened(page, served, [])
        page.evaluate(COLLECT)
        for key in keys:
            said += [sentence.text for sentence in heard.press(key).sentences]
            page.wait_for_function("number => told.length >= number", arg=len(said))
        assert page.evaluate("told") == said
        assert heard.board.history.game.number == number
        assert page.locator("#spoken").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3])
def test_nothing_is_cut_off_with_long_names_and_text_of_twice_the_size(
    browser: Browser, served: Served, size: str, players: int
) -> None:
    names = (*LONG, "Bo")[:players]
    served.start_board(keyed.board(rules=Rules(players=players), names=names))
    served.press("OK 2")
    with new_tab(browser, viewport=SIZES[size]) as page:
        opened(page, served, [])
        rig.check_nothing_is_cut_off(page)


def test_the_keyboard_reaches_everything_and_its_place_can_be_seen(page: Page, served: Served) -> None:
    names = ["Board", "Hands", "Night", "Games", "Review", "code", "Join"]
    names += ["What can I press?", "Speak", "Whole screen"]
    assert rig.tabbed(page, len(names)) == names
    page.locator("nav a").nth(1).press("Enter")
    expect(page.locator("#hands")).to_be_visible()


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_pegs_hop_unless_less_motion_is_wanted(
    browser: Browser, served: Served, motion: Any, moves: bool
) -> None:
    with new_tab(browser, reduced_motion=motion) as page:
        opened(page, served, [])
        page.evaluate(
            "() => { window.moved = false; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...all) {"
            "  window.moved = true; return animate.apply(this, all); } }"
        )
        served.press("OK 2 10 5")
        expect(page.locator(".score")).to_have_text(["2", "0"])
        assert page.evaluate("window.moved") is moves


def test_the_phone_speaks_when_its_switch_is_on(browser: Browser, served: Served) -> None:
    with new_tab(browser) as page:
        opened(page, served, [])
        listen = "() => { window.spoken = []; speechSynthesis.speak = it => spoken.push(it.text) }"
        page.evaluate(listen)
        served.press("OK 2 10")
        expect(page.locator("#cards .card")).to_have_text(["10"])
        assert page.evaluate("spoken") == []
        switch = page.get_by_role("button", name="Speak")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        served.press("5")
        expect(page.locator("#call")).to_have_text("Left: fifteen for two")
        assert page.evaluate("spoken")[:2] == ["Speak", "Left: five"]
        page.get_by_role("button", name="What can I press?").click()
        expect(page.locator("#can")).to_contain_text("Key the card you lay; OK shows the last counts; UNDO")
        assert page.evaluate("spoken.pop()") == page.locator("#can").text_content()
        before = page.evaluate("spoken.length")
        switch.click()
        served.press("5")
        expect(page.locator("#call")).to_have_text("Right: twenty for two")
        assert page.evaluate("spoken.length") == before


def test_a_television_shows_the_board_and_nothing_to_press(browser: Browser, served: Served) -> None:
    served.press(keyed.CRIB)
    with new_tab(browser, viewport=SIZES["a television"]) as page:
        opened(page, served, [], "#screen")
        for hidden in ("nav", "#speak", "#last-hands"):
            expect(page.locator(hidden)).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text("Back to the page")
        expect(page.locator(":focus")).to_be_in_viewport()
        # 68 cm are 1080 pixels on a screen of 55 inches: letters of 2 cm can be read from three metres.
        size = "each => parseFloat(getComputedStyle(each).fontSize)"
        for large in (".score", "#says", ".name .text"):
            assert page.locator(large).first.evaluate(size) >= 32


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
    page.get_by_role("button", name="Find the dearest moments").click()
    expect(page.locator("#review-dearest")).to_be_focused()
    expect(page.locator("#review-dearest + .turns li")).to_have_count(3)
    expect(third).to_have_attribute("open", "")


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


def test_a_review_is_not_cut_off_with_long_names_and_text_twice_the_size(page: Page, served: Served) -> None:
    whole_game(served.folder, names=LONG)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{served.address}#review")
    page.locator("summary").nth(2).click()
    rig.check_nothing_is_cut_off(page)


# -- a connection that is lost


@pytest.mark.parametrize(
    ("lose", "find", "said"),
    [
        # A new server does not say what was pressed before it came.
        (lambda page, served: served.close(), lambda page, served: served.start(), 0),
        (lambda page, _: page.context.set_offline(True), lambda page, _: page.context.set_offline(False), 1),
        # A connection that falls silent is given up: a process that is stopped keeps it open.
        (lambda _, served: served.send(signal.SIGSTOP), lambda _, served: served.send(signal.SIGCONT), 1),
    ],
    ids=["the server", "the network", "an answer"],
)
def test_a_loss_is_noticed_and_the_page_catches_up(
    page: Page, served: Served, lose: Any, find: Any, said: int
) -> None:
    served.press("OK")
    expect(page.locator("#says")).to_have_text(
        "Left deals six cards each; two each to the crib. Turn up the starter."
    )
    served.press("2")
    expect(page.locator("#says")).to_have_text("Right: card")
    lose(page, served)
    expect(page.locator("#state")).to_contain_text("No connection.")
    served.press("10 5")
    find(page, served)
    expect(page.locator("#state")).to_be_hidden()
    expect(page.locator(".score")).to_have_text(["2", "0"])
    expect(page.locator("#spoken").get_by_text("fifteen for two")).to_have_count(said)


def test_a_board_that_stops_is_told_and_the_next_one_is_shown(page: Page, served: Served) -> None:
    served.press("OK 2 10 5")
    served.end_board()
    expect(page.locator("#state")).to_contain_text("The board has stopped.")
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
    served.start()
    sleeping.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator(".score")).to_have_text(["2", "0"])
    expect(page.locator("#state")).to_be_hidden()


def test_a_page_opened_at_the_end_shows_the_pegs_of_one_open_before(browser: Browser, served: Served) -> None:
    served.start_board(keyed.board(rules=Rules(players=4, partners=False)))
    with closing(browser.new_context()) as context:
        watched = opened(context.new_page(), served, [])
        served.press("OK 2 10 5 5 5 6 K")
        opened_later = opened(context.new_page(), served, [])
        expect(watched.locator("#says")).to_have_text(opened_later.locator("#says").inner_text())
        read = "pegs => pegs.map(peg => peg.className.baseVal + peg.style.transform).sort()"
        pegs = [page.locator(".pegs g").evaluate_all(read) for page in (watched, opened_later)]
        assert pegs[0] == pegs[1]
