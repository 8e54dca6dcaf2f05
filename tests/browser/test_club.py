"""A club's page shows tables, standings, pairings and results. It is accessible and fits a TV screen."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.rules import Rules
from tests.browser import conftest as rig
from tests.browser.conftest import PHONE, SCHEMES, check_accessible, check_nothing_is_cut_off, new_tab, tabbed
from tests.browser.test_page import LONG, SIZES
from tests.support import keyed
from tests.support.broker import Broker, needs_mosquitto
from tests.support.command import process
from tests.support.servers import ServedClub, publish, publish_table, publish_win
from tests.support.views import last_view

LONGEST = (LONG[0], "ŽofieMária")  # that can be entered on a board
PLAYERS = ("Ann", "Bob", "Zoë", *LONGEST, "Gus", "Hal")


def publish_evening(broker: Broker, folder: Path, tables: int) -> None:
    """Publish the messages of several tables, some of which are offline, and a few results."""
    views = [last_view(folder / str(kind), board, keys) for kind, (board, keys) in enumerate(_boards())]
    for number in range(1, tables + 1):
        board, view = f"{number * 7919:012x}", views[number % len(views)]
        publish_table(broker, board, f"Table {max(2, number)}", view)
        if number % 9 == 8:
            publish(broker, f"{board}/presence", "offline", retained=True)
    publish_win(broker, "x-1", ("Ann", "Bob"), (121, 98))
    publish_win(broker, "x-2", LONGEST, (121, 60), "double")
    publish_win(broker, "x-3", ("Zoë", "Gus", "Hal"), (121, 100, 85), "skunk")
    publish_win(broker, "x-4", ("Left", "Right"), (121, 120))
    publish_win(broker, "x-5", ("Hal", "Zoë"), (121, 118))
    publish(broker, "b1/game", {"game": "x-5", "undone": True})


def _boards() -> list[tuple[Any, str]]:
    long = (*LONG, "Bo")
    return [
        (keyed.board(start=(88, 59), names=("Ann", "Zoë")), "OK 2 S 10 C 5 H"),
        (keyed.board(start=(30, 42), names=LONG), keyed.CRIB),
        (keyed.board(start=(119, 55), names=("Ann", "Bob")), "OK J"),
        (keyed.board(rules=Rules(players=3), start=(30, 12, 61), names=long), "OK 2 10 5"),
        (keyed.board(rules=Rules(players=4), start=(7, 0), names=(*long, "Zoë")), "OK 2 10 5"),
        (keyed.board(), ""),
    ]


def draw_round(state: Path, folder: Path, form: str = "swiss", names: Sequence[str] = PLAYERS) -> None:
    """Run `muggins club --draw`, which pairs the players for the first round of a club's evening.

    Args:
        state: the folder in which the club stores its files.
        folder: a folder for the list of players.
    """
    players = folder / "players.txt"
    players.write_text("\n".join(names), encoding="utf-8")
    own = {"STATE_DIRECTORY": str(state)}
    drawn = process("club", "--draw", form, "--players", players, environment=own)
    assert drawn.status == 0, drawn


pytestmark = [pytest.mark.slow, needs_mosquitto]
TABS = ["tables", "standing", "draw", "results", "director"]
READY = "body:not(.waiting)"
TELEVISION = SIZES["a television"]


class Evening:
    """A club and its broker, each in a separate process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broker = Broker(folder)
        self.club = ServedClub(folder / "club", self.broker)

    def show(self, board: str, name: str, keys: str, **options: Any) -> None:
        """Press keys on a new board, and publish the resulting view as the view of one of the club's tables.

        Args:
            board: the board's ID.
            name: the table's name.
            keys: the keys, separated by spaces.
            options: options for `keyed.board`.
        """
        publish_table(self.broker, board, name, last_view(self.folder / board, keyed.board(**options), keys))

    def close(self) -> None:
        self.club.close()
        self.broker.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with closing(Evening(tmp_path)) as evening:
        yield evening


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Yield a club night with 24 tables, some results, and the pairings for the first round."""
    with closing(Evening(tmp_path_factory.mktemp("club"))) as evening:
        publish_evening(evening.broker, evening.folder, 24)
        draw_round(evening.folder / "club", evening.folder)
        evening.club.wait(b'"title": "Round 1"', b'"undone": true')
        yield evening


def opened(page: Page, evening: Evening, place: str = "") -> Page:
    return rig.opened(page, evening.club, [], place, READY)


@pytest.fixture
def page(browser: Browser, evening: Evening) -> Iterator[Page]:
    """Yield the club's page, opened on a phone. The test fails if the browser reports any error."""
    with new_tab(browser, viewport=PHONE) as page:
        complaints: list[str] = []
        yield rig.opened(page, evening.club, complaints, shown=READY)
        assert complaints == []


def test_a_table_appears_and_follows_its_board(page: Page, evening: Evening) -> None:
    expect(page.locator("#no-tables")).to_be_visible()
    evening.show("b1", "Table 7", "OK 2 10", names=("Ann", "Zoë"))
    table = page.locator(".table")
    expect(table.locator("h2")).to_have_text("Table 7")
    expect(table.locator(".score")).to_have_text(["0", "0"])
    expect(table.locator(".acts .name")).to_have_text("Ann")
    evening.show("b1", "Table 7", "OK 2 10 5", names=("Ann", "Zoë"))
    expect(table.locator(".score")).to_have_text(["2", "0"])
    expect(table.locator(".acts .name")).to_have_text("Zoë")
    assert "translate(" in (table.locator(".peg-0.front").get_attribute("style") or "")
    publish(evening.broker, "b1/presence", "offline", retained=True)
    expect(table.locator(".away")).to_have_text("not connected")


def test_tables_are_sorted_by_name_and_those_that_are_away_are_last(page: Page, evening: Evening) -> None:
    for board, name in (("b1", "Table 10"), ("b2", "Table 9"), ("b3", "<b>Table 1</b>")):
        evening.show(board, name, "")
    expect(page.locator(".table h2")).to_have_text(["<b>Table 1</b>", "Table 9", "Table 10"])
    publish(evening.broker, "b2/presence", "offline", retained=True)
    expect(page.locator(".table h2")).to_have_text(["<b>Table 1</b>", "Table 10", "Table 9"])


def test_a_finished_game_is_said_once_and_listed_an_undone_one_marked(page: Page, evening: Evening) -> None:
    evening.show("b1", "Table 7", "")
    expect(page.locator(".table")).to_have_count(1)
    publish_win(evening.broker, "x-1", ("Ann", "Zoë"), (121, 80), "skunk")
    expect(page.locator("#spoken p")).to_have_text(["Table 7: Ann 121 – Zoë 80, skunk"])
    page.get_by_role("link", name="Results").click()
    expect(page.locator("#result-list .scores")).to_have_text(["Ann 121 – Zoë 80"])
    page.get_by_role("link", name="Standing").click()
    rows = ["1Ann113+41+410", "2Zoë100\N{MINUS SIGN}410\N{MINUS SIGN}41"]
    expect(page.locator("#standing tbody tr")).to_have_text(rows)
    publish(evening.broker, "b1/game", {"game": "x-1", "undone": True})
    expect(page.locator("#standing-table")).to_have_text("No game is finished yet.")
    page.get_by_role("link", name="Results").click()
    expect(page.locator("#result-list .about")).to_contain_text("taken back")
    expect(page.locator("#spoken p")).to_have_count(1)
    assert page.locator("#spoken").get_attribute("aria-live") == "polite"
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all results").click()
    assert download.value.path().read_text(encoding="utf-8-sig").count("\n") == 1


def test_a_club_or_broker_that_is_gone_is_noticed_and_found_again(page: Page, evening: Evening) -> None:
    evening.show("b1", "Table 7", "OK 2 10", names=("Ann", "Zoë"))
    expect(page.locator(".score")).to_have_text(["0", "0"])
    evening.club.stop(signal.SIGKILL)
    expect(page.locator("#state")).to_contain_text("No connection.")
    evening.show("b1", "Table 7", "OK 2 10 5", names=("Ann", "Zoë"))
    evening.club.start()
    expect(page.locator("#state")).to_be_hidden()
    expect(page.locator(".score")).to_have_text(["2", "0"])
    evening.broker.stop(signal.SIGKILL)
    expect(page.locator("#state")).to_contain_text("The broker cannot be reached.")
    evening.broker.start()
    expect(page.locator("#state")).to_be_hidden()


def test_what_one_looks_for_is_found_without_accents(browser: Browser, busy: Evening) -> None:
    with new_tab(browser, viewport=PHONE) as page:
        opened(page, busy)
        visible = page.locator(".table:visible")
        expect(visible).to_have_count(24)
        page.get_by_label("Find a player or a table").fill("zofie")
        expect(visible).to_have_count(12)
        page.get_by_label("Find a player or a table").fill("table 24")
        expect(visible.locator("h2")).to_have_text(["Table 24"])
        page.get_by_label("Find a player or a table").fill("nobody")
        expect(page.locator("#not-found")).to_have_text("Nothing here has this name.")
        page.get_by_role("link", name="Standing").click()
        page.get_by_label("Find a player or a table").fill("zoe")
        expect(page.locator("tbody tr:visible")).to_have_count(1)


def test_a_round_has_a_page_and_a_table_says_who_played_whom(browser: Browser, busy: Evening) -> None:
    with new_tab(browser, viewport=PHONE) as page:
        opened(page, busy, "#draw")
        crossed = page.locator("#cross tbody tr")
        expect(crossed).not_to_have_count(0)
        names = page.locator("#cross thead th").all_inner_texts()
        assert page.locator("#cross tbody th").all_inner_texts() == names
        cells = [row.split("\t")[1:] for row in crossed.all_inner_texts()]
        assert all(cells[place][place] == "·" for place in range(len(names)))
        turned = str.maketrans("+\N{MINUS SIGN}", "\N{MINUS SIGN}+")
        assert any("+" in cell for row in cells for cell in row)
        assert cells == [[cell.translate(turned) for cell in column] for column in zip(*cells, strict=True)]
        page.get_by_role("link", name="Round 1").click()
        expect(page.locator(".round:visible")).to_have_count(1)
        page.goto(f"{busy.club.address}#round-2")
        expect(page.locator(".round:visible")).to_have_count(0)


def test_a_knockout_is_drawn_for_page_and_television(browser: Browser, evening: Evening) -> None:
    draw_round(evening.folder / "club", evening.folder, "knockout", [f"Name{seed}" for seed in range(1, 19)])
    evening.club.wait(b'"title": "Round of 32"')
    with new_tab(browser, viewport=PHONE, bypass_csp=True) as page:
        opened(page, evening, "#draw")
        expect(page.locator(".column h3")).to_have_text(
            ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final", "Champion"]
        )
        expect(page.locator(".column").first.locator(".tie").first).to_have_text("Name1 Name1 has a bye.")
        expect(page.locator(".column").nth(1).locator(".tie").first).to_have_text("Name1 … ")
        check_accessible(page)
        check_nothing_is_cut_off(page)
    with new_tab(browser, viewport=TELEVISION) as page:
        opened(page, evening, "#screen")
        ties, foot = page.locator(".tie:visible"), page.locator("footer").bounding_box()
        assert foot is not None
        for first in ("Name1", "Name2"):
            page.get_by_role("button", name="Next").click()
            expect(ties).to_have_count(8 + 4 + 2 + 1)
            expect(ties.first).to_contain_text(first)
            boxes = [box for box in map(Locator.bounding_box, ties.all()) if box]
            assert max(box["y"] + box["height"] for box in boxes) <= foot["y"]


def test_the_director_enters_a_result_with_the_code(page: Page, evening: Evening) -> None:
    made = process("club", "code", environment={"STATE_DIRECTORY": str(evening.folder / "club")})
    page.get_by_role("link", name="Director's pen").click()
    for label, text in (("Player", "Ann"), ("Score", "121"), ("Opponent", "Zoë"), ("Opponent's score", "80")):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_label("Code").fill(made.out.split()[4].strip("."))
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#pen-said")).to_have_text("1 Ann 121 – Zoë 80 skunk, entered by the director")
    page.get_by_label("What to do").select_option("Strike a result")
    page.get_by_label("Number of the result").fill("1")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#pen-said")).to_contain_text("struck by the director")
    page.get_by_role("link", name="Results").click()
    expect(page.locator("#result-list .undone")).to_have_count(1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing(browser: Browser, busy: Evening, scheme: Any) -> None:
    for size, places in ((PHONE, TABS), (TELEVISION, ["screen"])):
        with new_tab(browser, viewport=size, color_scheme=scheme, bypass_csp=True) as page:
            for place in places:
                opened(page, busy, f"#{place}")
                page.wait_for_selector(".score", state="attached")
                check_accessible(page)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_with_long_names_and_text_of_twice_the_size(
    browser: Browser, busy: Evening, size: str
) -> None:
    with new_tab(browser, viewport=SIZES[size]) as page:
        for tab in TABS:
            opened(page, busy, f"#{tab}")
            page.wait_for_selector(".score", state="attached")
            check_nothing_is_cut_off(page)


def test_the_keyboard_reaches_everything_and_its_place_can_be_seen(browser: Browser, busy: Evening) -> None:
    with new_tab(browser, viewport=PHONE) as page:
        opened(page, busy)
        assert tabbed(page, 6) == ["Tables", "Standing", "Draw", "Results", "find", "Whole screen"]
        page.locator("nav a").nth(2).press("Enter")
        expect(page.locator(".pair")).to_have_count(3)
        expect(page.locator("#rounds")).to_contain_text("has a bye.")


def test_a_television_shows_all_in_turn_until_it_is_paused(browser: Browser, busy: Evening) -> None:
    with new_tab(browser, viewport=TELEVISION) as page:
        page.clock.install()
        opened(page, busy, "#screen")
        page.wait_for_selector(".score", state="attached")
        shown = page.locator(".table:visible h2")
        expect(shown).to_have_count(16)
        assert page.evaluate("document.documentElement.scrollHeight") <= TELEVISION["height"]
        first = shown.all_inner_texts()
        page.clock.fast_forward(10_000)
        expect(shown).to_have_count(8)
        assert not {*first} & {*shown.all_inner_texts()}
        page.get_by_role("button", name="Pause").click()
        page.clock.fast_forward(60_000)
        expect(shown).to_have_count(8)
        page.get_by_role("button", name="Next").click()
        expect(page.locator("tbody tr:visible").first).to_be_visible()
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".pair:visible")).to_have_count(3)
        page.get_by_role("button", name="Next").click()
        assert shown.all_inner_texts() == first
        page.get_by_role("link", name="Back to the page").click()
        expect(page.locator(".table:visible")).to_have_count(24)
