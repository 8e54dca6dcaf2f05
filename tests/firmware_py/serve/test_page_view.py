"""The page's description of a board and of the hands counted in a game, its labels and its files.

Everyone who watches receives the latest view, and each key press once. A server that starts in the middle of
a game reads the earlier key presses from the journal, if it can.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.cards import Card
from engine.change_types import Change
from engine.rules import Rules
from firmware_py.club.page_objects import club_labels
from firmware_py.club.server import SHARED, club_files
from firmware_py.outputs.view_json import ViewFile
from firmware_py.serve import latest_view
from firmware_py.serve.latest_view import LatestView, changes_so_far, follow_board
from firmware_py.serve.page_view import (
    CountedHand,
    CountedHands,
    keys_of_turn,
    page_files,
    page_labels,
    page_view,
)
from firmware_py.system.web import PageFile
from firmware_py.window.follower import Follower
from firmware_py.window.seen import SeenBoard
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.command import muggins
from tests.support.deadline import PATIENCE
from tests.support.views import last_view, views


def shown(folder: Path, words: str = "", **game: object) -> dict[str, Any]:
    return as_sent(*heard(folder, words, **game))


def heard(folder: Path, words: str = "", **game: object) -> tuple[SeenBoard, list[CountedHand]]:
    """Press keys on a new board, and return its last view and the hands counted in the game."""
    hands = CountedHands()
    for view in views(folder, keyed.board(**game), words):  # type: ignore[arg-type]
        hands.hear(view)
    return view, hands.of_this_game()


def as_sent(
    board: SeenBoard, hands: Sequence[CountedHand] = (), words: English | None = None
) -> dict[str, Any]:
    """Return the description of a board as a browser receives it."""
    found: dict[str, Any] = json.loads(json.dumps(page_view(board, hands, words or English())))
    return found


def with_page(folder: Path, page: dict[str, Any]) -> SeenBoard:
    return SeenBoard.of({**last_view(folder, keyed.board()).raw, "page": page})


def test_a_side_shows_its_score_its_pegs_and_its_part(tmp_path: Path) -> None:
    left, right = shown(tmp_path, "OK 2 10 5")["sides"]
    assert left == {
        "name": "Left",
        "score": 2,
        "front": 2,
        "back": 0,
        "score_in_words": "Left: 2 of 121",
        "games": "",
        "deals": "dealer",
        "acts": "",
        "won": False,
    }
    assert (right["deals"], right["acts"]) == ("", "to play")


@pytest.mark.parametrize(
    ("keys", "options", "players", "marked"),
    [
        ("", "", 2, ["to cut", ""]),
        ("OK", "", 2, ["to turn up", ""]),
        ("OK 2", "", 2, ["", "to play"]),
        (keyed.CRIB, "", 2, ["to count", ""]),
        (f"{keyed.COUNTED} 2", "muggins=on", 2, ["", "to claim"]),
        ("OK 2", "", 4, ["", "East's turn"]),
        ("OK 2", "partners=off", 4, ["", "to play", "", ""]),
    ],
)
def test_the_side_whose_turn_it_is_is_marked_with_what_it_does(
    tmp_path: Path, keys: str, options: str, players: int, marked: list[str]
) -> None:
    board = keyed.board(rules=Rules.parse(options.split(), players=players))
    view = as_sent(last_view(tmp_path, board, keys))
    assert [side["acts"] for side in view["sides"]] == marked


def test_the_table_shows_cards_by_symbol_and_by_name(tmp_path: Path) -> None:
    view = shown(tmp_path, "OK 2 S 10 5 H")
    assert view["count"] == 15
    assert view["table"] == [
        {"rank": "10", "suit": "", "name": "ten"},
        {"rank": "5", "suit": "♥", "name": "five of hearts"},
    ]
    assert view["starter"] == {"rank": "2", "suit": "♠", "name": "two of spades"}


def test_the_starter_is_not_among_the_cards_on_the_table(tmp_path: Path) -> None:
    assert shown(tmp_path, "OK 9")["table"] == []
    nine = {"rank": "9", "suit": "", "name": "nine"}
    view = shown(tmp_path, "OK 9 9")
    assert (view["table"], view["starter"]) == ([nine], nine)


def test_a_page_of_the_board_shows_each_key_once(tmp_path: Path) -> None:
    menu = shown(tmp_path, "OK MENU")["screen"]
    assert (menu["title"], menu["corner"], menu["keys"]) == ("Menu 1/2", "REDO next", ["GO leaves"])
    page: dict[str, Any] = {"title": "T", "corner": "GO leaves", "rows": [["2 take back", "3: up to 121"]]}
    page["keys"] = [["GO", "leaves"], ["2", "take back"], ["3", "up to 121"], ["OK", "next"]]
    page["unshown"] = [["OK", "next"]]
    assert as_sent(with_page(tmp_path, page))["screen"]["keys"] == ["OK next"]
    assert shown(tmp_path)["screen"] is None


def test_a_row_may_show_several_keys_or_words_of_its_own(tmp_path: Path) -> None:
    menu = shown(tmp_path, "OK 2 10 5 MENU", rules=Rules(muggins=True))["screen"]
    assert ["10 part", "J again  Q score"] in menu["rows"]
    assert menu["keys"] == ["GO leaves"]
    claimants = shown(tmp_path, "OK 2 10 5 4 MUGGINS", rules=Rules(players=3, muggins=True))["screen"]
    assert claimants["rows"][0] == ["A  Left", ""]
    assert claimants["keys"] == []


def test_an_unshown_key_is_worded_by_the_catalogue_of_the_page(tmp_path: Path) -> None:
    class Other(English):
        def key_and_meaning(self, key: str, meaning: str) -> str:
            return f"{meaning} = {key}"

    page = {"title": "T", "corner": "GO leaves", "rows": [], "keys": [], "unshown": [["GO", "leaves"]]}
    assert as_sent(with_page(tmp_path, page), words=Other())["screen"]["keys"] == ["leaves = GO"]


# RULES.md 5: skunked below 91 and doubly below 61 in a game to 121; below 31 in one to 61, without doubles.
@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (Rules(), [(91, "skunk"), (61, "double skunk")]),
        (Rules("five-card"), [(31, "skunk")]),
        (Rules(objective="first_loses"), []),
    ],
)
def test_the_skunk_lines_follow_the_rules(tmp_path: Path, rules: Rules, lines: list[tuple[int, str]]) -> None:
    found = shown(tmp_path, rules=rules)["lines"]
    assert [(line["hole"], line["name"]) for line in found] == lines


def test_the_end_of_a_game_is_told_with_the_games_won(tmp_path: Path) -> None:
    view = shown(tmp_path, "OK J", start=(119, 100))
    assert (view["won"], view["call"]) == (True, ["Left: two for his heels", "Left wins!"])
    assert [side["games"] for side in view["sides"]] == ["1 game", "0 games"]


@pytest.mark.parametrize(
    ("keys", "call"),
    [
        ("OK 2 10 5 MUGGINS", "Left: fifteen for two"),
        ("OK 2 10 5 H", "Left: fifteen for two"),
        ("OK 2 10 5 UNDO", "taken back: Left's five"),
    ],
)
def test_a_refusal_and_a_suit_leave_the_call_and_undo_does_not(tmp_path: Path, keys: str, call: str) -> None:
    assert shown(tmp_path, keys)["call"] == [call]


SHOW = "OK 3 K 4 8 5 K 10 6 10"
"""Left deals. Right plays K, 8, K and 6; Left plays 4, 5, 10 and 10. The starter is a 3."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def test_a_hand_has_its_deal_its_player_its_cards_and_its_items(tmp_path: Path) -> None:
    # K 8 K 6 with the 3: a pair. 4 5 10 10 with the 3: 5 10 twice, 10 10, and 3 4 5.
    pone, dealer = shown(tmp_path, SHOW)["hands"]
    assert (pone["deal"], pone["title"]) == ("Deal 1", "Right's hand 2")
    (pair,) = pone["items"]
    assert (pair["name"], pair["points"]) == ("pair", 2)
    assert [card["name"] for card in pair["cards"]] == ["king", "king"]
    assert (dealer["deal"], dealer["title"]) == ("Deal 1", "Left's hand 9")
    assert [card["rank"] for card in dealer["cards"]] == "4 5 10 10 3".split()
    assert [item["points"] for item in dealer["items"]] == [2, 2, 2, 3]


@pytest.mark.parametrize(
    ("words", "options", "found"),
    [
        # The last card of the play ends it, and both hands are counted with that press.
        (f"{SHOW} UNDO", "", []),
        (f"{SHOW} UNDO REDO", "", ["K 8 K 6 3", "4 5 10 10 3"]),
        (f"{SHOW} UNDO 5", "", ["K 8 K 6 3", "4 5 10 5 3"]),
        ("OK 3 H K S 4 8 5 K H 10 6 10", "", ["KS 8 KH 6 3H", "4 5 10 10 3H"]),  # suits named later
        ("OK 2 K 8 K 6 4 5 10 10", "track=show", ["K 8 K 6 2", "4 5 10 10 2"]),  # shown one by one
    ],
)
def test_hands_follow_the_presses(tmp_path: Path, words: str, options: str, found: list[str]) -> None:
    _, hands = heard(tmp_path, words, rules=Rules.parse(options.split()))
    assert [hand.cards for hand in hands] == list(map(cards, found))


def test_the_next_game_begins_without_hands(tmp_path: Path) -> None:
    assert shown(tmp_path, f"{SHOW} OK", start=(112, 100))["hands"] == []


def test_a_server_that_comes_late_finds_the_last_presses(tmp_path: Path) -> None:
    hands = CountedHands()
    *_, last = views(tmp_path, keyed.board(), f"{SHOW} 2 9 9 7")
    hands.hear(last)
    assert [hand.is_crib for hand in hands.of_this_game()] == [False, False, True]


RANKS_AND_GO = "A 2 3 4 5 6 7 8 9 10 J Q K GO".split()


@pytest.mark.parametrize(
    ("words", "options", "seat", "more"),
    [
        ("OK 2", "", 1, []),
        ("OK 2 10", "", 0, []),  # whoever laid the ten can still press its suit
        (keyed.FLUSH, "", 1, ["OK"]),
        # OK is for the dealer too while his heels can be called at pone's hand.
        ("OK J", "track=show muggins=on muggins_heels=on", 1, []),
        (keyed.COUNTED, "muggins=on", 1, ["OK"]),
        # A claim is its owner's, and what was missed is everybody's.
        *((each, "muggins=on", None, []) for each in ("", "OK", f"{keyed.COUNTED} 2 OK")),
        *((each, "", None, []) for each in (keyed.CRIB, "OK 2 10 MENU")),
    ],
)
def test_the_keys_of_a_turn_are_for_one_seat_or_for_everybody(
    tmp_path: Path, words: str, options: str, seat: int | None, more: list[str]
) -> None:
    board = keyed.board(rules=Rules.parse(options.split()))
    expected = None if seat is None else {"seat": seat, "keys": [*RANKS_AND_GO, *more]}
    assert keys_of_turn(last_view(tmp_path, board, words)) == expected


# -- the files of the board's page and of a club's


class Other(English):
    LANGUAGE = "x-other"
    PAGE_TITLE = CLUB_TITLE = 'A "title" & <more>'


class ServedPage(NamedTuple):
    """A page: its files, its labels, a file that it offers for download, and the package of its sources."""

    files: Callable[[English], Mapping[str, PageFile]]
    labels: Callable[[English], Mapping[str, str]]
    download: str
    package: str


PAGES = {
    "board": ServedPage(page_files, page_labels, "/games.zip", "firmware_py.serve"),
    "club": ServedPage(club_files, club_labels, "/results.csv", "firmware_py.club"),
}
ALL_FILES = [(name, path) for name, page in PAGES.items() for path in page.files(English())]

of_each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
of_each_file = pytest.mark.parametrize(("page", "path"), ALL_FILES)


def text(name: str, path: str) -> str:
    return PAGES[name].files(English())[path].content.decode()


@of_each_page
def test_the_labels_are_those_that_the_page_uses(page: ServedPage) -> None:
    folder, boards = (files(package) / "page" for package in (page.package, "firmware_py.serve"))
    sources = [file for file in folder.iterdir() if file.name.endswith(".js")]
    if page is PAGES["club"]:
        sources += [boards / path[1:] for path in SHARED if path.endswith(".js")]
    first = (folder / "index.html").read_text(encoding="utf-8")
    used = set(re.findall(r'data-(?:label|name)="(\w+)"', first))
    for file in sources:
        used |= set(re.findall(r"\blabels\.(?!js\b)(\w+)", file.read_text(encoding="utf-8")))
    assert used == set(page.labels(English()))


@of_each_page
def test_all_files_together_are_small_and_every_file_is_used(page: ServedPage) -> None:
    found = page.files(English())
    assert sum(len(file.content) for file in found.values()) < 100_000
    loaded = b"".join(file.content for file in found.values()).decode()
    assert [path for path in found if path != "/" and path[1:] not in loaded] == []


@of_each_file
def test_a_file_loads_nothing_but_files_of_the_page(page: str, path: str) -> None:
    found = re.findall(r"""(?:href|src)="([^"#]+)"|from '\./([^']+)'|url\(""", text(page, path))
    allowed = {*PAGES[page].files(English()), PAGES[page].download}
    assert {f"/{''.join(names).lstrip('/')}" for names in found} <= allowed
    assert set(re.findall(r"https?://[^'\"]*", text(page, path))) <= {"http://www.w3.org/2000/svg"}


@of_each_file
def test_a_file_has_no_script_and_no_style_inside_another(page: str, path: str) -> None:
    assert not re.search(r"<style|\son\w+=|style=|javascript:|innerHTML", text(page, path))


@of_each_page
def test_the_page_holds_the_labels_and_the_language_and_its_tag_changes_with_them(page: ServedPage) -> None:
    english, other = page.files(English()), page.files(Other())
    shown = other["/"].content.decode()
    labels = re.search(r'data-labels="([^"]*)"', shown)
    assert labels and html.unescape(labels[1]) == json.dumps(page.labels(Other()))
    assert '<html lang="x-other">' in shown
    assert "<title>A &quot;title&quot; &amp; &lt;more&gt;</title>" in shown
    assert "{{" not in shown
    assert {path for path in english if other[path].tag != english[path].tag} == {"/"}


def test_the_page_says_where_the_codes_are_shown() -> None:
    menu, terminal = (page_labels(English(), from_menu=from_menu) for from_menu in (True, False))
    for label in ("joinHelp", "joinToWatch"):
        assert "menu" in menu[label] and "terminal" not in menu[label]
        assert "terminal" in terminal[label] and "menu" not in terminal[label]


# -- the latest view, for everyone who watches


def run(what: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(what, PATIENCE))


def data(message: bytes) -> dict[str, Any]:
    """Return the JSON object contained in a server-sent event."""
    lines = dict(line.split(": ", 1) for line in message.decode().splitlines() if line)
    assert lines["event"] == "view"
    found: dict[str, Any] = json.loads(lines["data"])
    assert lines["id"] == f"{found['run']}:{found['sequence']}"
    return found


def test_a_page_that_missed_views_gets_the_last_one_with_all_sentences(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        first, *others = views(tmp_path, keyed.board(), "OK 2 10 5 MUGGINS")
        latest.show(first)
        found = await latest.newer(None, 0)
        assert found is not None and data(found[0])["spoken"] == []
        for view in others:
            latest.show(view)
        again = await latest.newer(found[1], 0)
        assert again is not None
        said = data(again[0])["spoken"]
        assert said[-1] == "Muggins is off" and said.count("fifteen for two") == 1
        assert await latest.newer(again[1], 0.01) is None

    run(scene())


def test_invented_numbers_take_no_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        for view in views(tmp_path, keyed.board(), "OK 2 10 5"):
            latest.show(view)
        invented = [await latest.newer((view.run, 10**9 + number), 0) for number in range(3)]
        assert all(each is invented[0] for each in invented)
        assert invented[0] and data(invented[0][0])["spoken"] == []
        before_presses = [await latest.newer((view.run, number), 0) for number in (-1, 0)]
        assert before_presses[0] is before_presses[1]

    run(scene())


def test_if_phones_lose_their_rights_every_page_is_told_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        latest.withdraw(1)
        (view,) = views(tmp_path, keyed.board())
        latest.show(view)
        found = await latest.newer(None, 0)
        assert found and data(found[0])["withdrawn"] == 1
        waiting = asyncio.create_task(latest.newer(found[1], PATIENCE))
        await asyncio.sleep(0)
        latest.withdraw(1)
        await asyncio.sleep(0)
        assert not waiting.done()
        latest.withdraw(2)
        again = await waiting
        assert again and (data(again[0])["withdrawn"], data(again[0])["spoken"]) == (2, [])

    run(scene())


class Enough(Exception):
    """Raised to stop following the board."""


def followed(folder: Path, times: int) -> list[Sequence[Change] | None]:
    """Follow a board until it has been shown so often, and return the games so far that came with it."""
    board, file = keyed.board("OK 2 10"), ViewFile(folder, 0o750)
    file.write(board)
    found: list[Sequence[Change] | None] = []

    def show(_: SeenBoard, so_far: Sequence[Change] | None) -> None:
        found.append(so_far)
        if len(found) == times:
            raise Enough
        file.write(board)

    with closing(Follower(folder)) as follower, pytest.raises(Enough):
        follow_board(follower, folder / "games.txt", show)
    return found


def test_the_first_view_comes_with_the_game_so_far_and_the_next_alone(tmp_path: Path) -> None:
    journal(tmp_path, "OK 2 10")
    first, second = followed(tmp_path, 2)
    assert first and second is None


def test_a_journal_that_never_fits_is_soon_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    monkeypatch.setattr(latest_view, "changes_so_far", lambda view, journal: read.append(view))
    followed(tmp_path, 10)
    assert len(read) == 3


KEYS = f"{keyed.CRIB} 9 9 7 2"


def journal(folder: Path, words: str) -> Path:
    path = folder / "games.txt"
    assert muggins("replay", "-", "--journal", path, stdin=words).status == 0
    return path


@pytest.mark.parametrize("words", ["OK", "OK 2 10 5 UNDO", KEYS, f"{KEYS} UNDO UNDO REDO"])
def test_the_journal_gives_the_hands_that_the_window_gives(tmp_path: Path, words: str) -> None:
    found = changes_so_far(last_view(tmp_path, keyed.board(), words), journal(tmp_path, words))
    view, from_window = heard(tmp_path, words)
    assert found is not None
    from_journal = CountedHands()
    from_journal.catch_up(view, found)
    assert from_journal.of_this_game() == from_window


def test_presses_after_the_catch_up_are_heard_once(tmp_path: Path) -> None:
    hands = CountedHands()
    before, now = list(views(tmp_path, keyed.board(), KEYS))[-2:]
    so_far = changes_so_far(before, journal(tmp_path, KEYS.rpartition(" ")[0]))
    assert so_far is not None
    hands.catch_up(before, so_far)
    hands.hear(before)
    assert len(hands.of_this_game()) == 2
    hands.hear(now)
    assert len(hands.of_this_game()) == 3


def test_a_journal_that_stands_elsewhere_is_left(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board(), "OK 2 10")
    assert changes_so_far(view, journal(tmp_path, "OK 2 10 5")) is None
    assert changes_so_far(view, tmp_path / "none.txt") is None
    (tmp_path / "damaged.txt").write_bytes(b"no journal")
    assert changes_so_far(view, tmp_path / "damaged.txt") is None
