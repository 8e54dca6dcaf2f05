"""Pages are read line by line, and only changes are read while a player moves through them."""

from engine.rules import Rules
from firmware_py.speech.narration.page_aloud import Page, changed_lines, lines
from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.words.english import English

SEEN = SeenGame(English(), Rules(), ("Ann", "Bob"), (0, 0), (0, 0), 0, 0, False, None)
MENU = Page(
    "Menu",
    "GO leaves",
    (("A peg", "2 take back"), ("4 misdeal", "J again Q score")),
    (("A", "peg"), ("2", "take back"), ("4", "misdeal"), ("J", "again"), ("Q", "score"), ("GO", "leaves")),
)


def said(page: Page) -> list[str]:
    return list(lines(page, SEEN))


def changed(before: Page, now: Page) -> list[str]:
    return list(changed_lines(before, now, SEEN))


def test_the_menu_is_its_title_and_an_entry_a_line() -> None:
    assert said(MENU) == [
        "Menu", "ace: peg", "two: take back", "four: misdeal", "jack: again", "queen: score", "go: leaves"
    ]  # fmt: skip


def test_a_page_that_has_not_changed_is_not_said_again() -> None:
    assert changed(MENU, MENU) == []


def test_a_sentence_that_goes_on_in_the_next_row_stays_one() -> None:
    """On the page for switching the machine off, a sentence fills two rows. It is spoken as one sentence."""
    rows = (("The game is saved, the", ""), ("machine shuts down.", ""), ("", ""), ("OK yes", "GO no"))
    page = Page("Switch off?", "", rows, (("OK", "yes"), ("GO", "no")))
    assert said(page) == ["Switch off?", "The game is saved, the machine shuts down.", "OK: yes", "go: no"]


def test_rows_with_values_are_sentences_of_their_own() -> None:
    page = Page("Rules 1/2", "GO leaves", (("players", "2"), ("muggins", "on")), ())
    assert said(page) == ["Rules one of two", "players, two", "muggins, on"]


def test_the_cards_of_a_count_are_told_from_its_points() -> None:
    rows = (("fifteen 10 5♥", "2"), ("double pair royal", ""), ("A A A♠ A", "12"), ("last 5", "1"))
    assert said(Page("Ann's hand 14", "1/1", rows, ())) == [
        "Ann's hand fourteen, one of one",
        "fifteen for two: ten, five of hearts",
        "double pair royal",
        "for twelve: ace, ace, ace of spades, ace",
        "last five, one",
    ]


def test_only_the_chosen_row_is_said() -> None:
    keys = (("OK", "this"), ("GO", "before"))
    last = Page("Which press?", "3/3", (("Ann laid 4", ""), ("Bob laid 9", ""), ("Ann: go", "◀")), keys)
    before = Page("Which press?", "2/3", (("Ann laid 4", ""), ("Bob laid 9", "◀"), ("", "")), keys)
    assert said(last) == ["Which press?, three of three", "Ann: go", "OK: this", "go: before"]
    assert changed(last, before) == ["Bob laid nine", "two of three"]


def typed(text: str, score: int, name: str = "Ann") -> Page:
    keys = (("OK", "pegs"), ("GO", "next"), ("UNDO", "leaves"))
    rows = ((name, ""), (f"{text}_", f"now {score}"), ("OK pegs", "GO next"), ("UNDO leaves", ""))
    return Page("Peg points", "", rows, keys)


def test_a_number_that_is_typed() -> None:
    assert said(typed("", 31))[:3] == ["Peg points", "Ann", "now thirty-one"]
    assert changed(typed("", 31), typed("1", 31)) == ["one"]
    assert changed(typed("1", 31), typed("12", 31)) == ["twelve"]
    assert changed(typed("1", 31), typed("", 31)) == ["empty"]


def test_the_next_side_is_said_with_its_score() -> None:
    assert changed(typed("1", 31), typed("1", 12, "Bob")) == ["Bob", "now twelve"]


def test_partners_in_two_rows_are_one_sentence() -> None:
    rows = (("Konstantin &", ""), ("Leopoldine", ""), ("_", "now 0"))
    assert said(Page("Peg points", "", rows, ()))[1] == "Konstantin and Leopoldine"


def test_a_name_that_is_typed_is_spelled() -> None:
    before = Page("Name of Left", "1/2", (("An_", ""),), ())
    now = Page("Name of Left", "1/2", (("Ann_", ""),), ())
    assert changed(before, now) == ["A, n, n"]


def test_of_an_option_only_the_value_is_said_when_it_changes() -> None:
    keys = (("GO", "changes"), ("OK", "next"))
    off = Page("Rules", "3/20", (("muggins", "off"),), keys)
    on = Page("Rules", "3/20", (("muggins", "on"),), keys)
    other = Page("Rules", "4/20", (("calling", "on"),), keys)
    assert changed(off, on) == ["on"]
    assert changed(on, other) == ["calling, on", "four of twenty"]


def test_a_key_whose_meaning_changes_is_said() -> None:
    before = Page(
        "New game", "OK begins", (("A: six-card", "2: for 2"),), (("A", "six-card"), ("2", "for 2"))
    )
    now = Page("New game", "OK begins", (("A: six-card", "2: for 3"),), (("A", "six-card"), ("2", "for 3")))
    assert changed(before, now) == ["two: for three"]
