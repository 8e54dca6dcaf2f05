"""`KeyEntry` turns key presses into game events, page turns and dialogues, without a board."""

import pytest

from engine.cards import Suit
from engine.events import Event, Kind
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.input.dialogues.claimant import Claimant
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import SUITS, Key
from firmware_py.input.typed_number import Digits
from tests.support import keyed
from tests.support.at_prompt import COUNTED, match_at
from tests.support.entry import press, refused

MUGGINS = Rules(muggins=True)


# -- cards


@pytest.mark.parametrize("prompt", Prompt)
def test_a_suit_key_names_a_suit_at_every_prompt(prompt: Prompt) -> None:
    match = match_at(prompt)
    for key in SUITS:
        assert KeyEntry().press(key, match) == (KeyEntry(), Event(Kind.SUIT, Suit.parse(key.value)))


def test_the_same_suit_again_is_no_event_and_is_not_refused() -> None:
    match = keyed.board("OK 3 H").history
    assert KeyEntry().press(Key.HEARTS, match) == (KeyEntry(), None)
    assert KeyEntry().press(Key.CLUBS, match) == (KeyEntry(), Event(Kind.SUIT, Suit.CLUBS))
    paged = KeyEntry(page=2)
    assert paged.press(Key.HEARTS, match) == (paged, None)


# -- UNDO, REDO and pages


@pytest.mark.parametrize("prompt", Prompt)
def test_undo_and_redo_are_taken_everywhere(prompt: Prompt) -> None:
    assert press("UNDO", match_at(prompt))[1] == [Event(Kind.UNDO)]
    assert press("REDO", match_at(prompt))[1] == [Event(Kind.REDO)]


@pytest.mark.parametrize("prompt", [Prompt.STARTER, Prompt.PLAY, Prompt.REST, Prompt.HAND, Prompt.CRIB])
def test_ok_turns_the_page_where_it_confirms_nothing(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("OK", match) == (KeyEntry(page=1), [])
    assert press("OK OK OK", match) == (KeyEntry(page=3), [])


@pytest.mark.parametrize("word", ["4", "S", "UNDO", "REDO", "GO"])
def test_a_press_that_makes_an_event_goes_back_to_the_first_page(word: str) -> None:
    entry, made = press(word, match_at(Prompt.PLAY), KeyEntry(page=2))
    assert entry == KeyEntry()
    assert len(made) == 1


@pytest.mark.parametrize(("track", "words", "by_hand"), [("show", "OK", False), ("show", "OK GO", True)])
def test_go_pegs_by_hand_once_the_offer_is_answered(track: str, words: str, by_hand: bool) -> None:
    match = keyed.board(words, rules=Rules(cut_before_deal="offer", track=track)).history
    entry, made = press("GO", match)
    assert (entry == KeyEntry(PointsByHand()), made == [Event(Kind.PACK_TAKEN)]) == (by_hand, not by_hand)


# -- points by hand, where the play is not followed


@pytest.mark.parametrize(
    ("track", "words"),
    [("show", ""), ("show", "OK"), ("show", "OK 2"), ("points", ""), ("points", "OK")],
)
def test_go_opens_points_by_hand_where_the_play_is_not_followed(track: str, words: str) -> None:
    match = keyed.board(words, rules=Rules(track=track)).history
    assert press("GO", match) == (KeyEntry(PointsByHand()), [])
    assert KeyEntry(PointsByHand()).prompt == "points"
    assert (KeyEntry().prompt, KeyEntry(Menu()).prompt) == (None, None)


def test_go_opens_points_by_hand_at_the_crib_but_answers_a_question() -> None:
    rules = Rules(track="show")
    crib = keyed.board("OK 3 K K 8 6 4 5 10 10", rules=rules).history
    assert crib.game.prompt is Prompt.CRIB
    assert press("GO", crib) == (KeyEntry(PointsByHand()), [])
    flush = keyed.board("OK 3 K 8 6 4", rules=rules).history
    assert press("GO", flush) == (KeyEntry(), [Event(Kind.NO)])


# -- muggins


@pytest.mark.parametrize("prompt", [prompt for prompt in Prompt if prompt not in COUNTED])
def test_muggins_is_refused_where_it_is_not_played(prompt: Prompt) -> None:
    assert refused(Key.MUGGINS, match_at(prompt)) == "Muggins is off"


def test_ok_calls_his_heels_before_the_first_hand_is_entered() -> None:
    match = keyed.board("OK J", rules=Rules(track="show", muggins=True, muggins_heels=True)).history
    assert press("OK", match) == (KeyEntry(), [Event(Kind.CALL)])


def test_ok_calls_the_points_of_the_last_card_once() -> None:
    match = keyed.board("OK 2 K 5", rules=MUGGINS).history
    assert press("OK", match) == (KeyEntry(), [Event(Kind.CALL)])
    assert press("OK", match.apply(Event(Kind.CALL))) == (KeyEntry(page=1), [])
    assert press("OK", keyed.board("OK 2 K 5 6", rules=MUGGINS).history) == (KeyEntry(page=1), [])


@pytest.mark.parametrize(
    ("words", "game", "prompt"),
    [("OK 2 K 5 6 K", "five-card", Prompt.REST), ("OK 9 A 2 A 2 3 3 4 4", "six-card", Prompt.CLAIM)],
)
def test_the_last_card_of_the_play_is_still_called_where_cards_are_left_or_a_claim_is_wanted(
    words: str, game: str, prompt: Prompt
) -> None:
    match = keyed.board(words, rules=Rules(game, muggins=True, three_for_last=False)).history
    assert match.game.prompt is prompt
    assert press("OK", match) == (KeyEntry(), [Event(Kind.CALL)])


def test_muggins_takes_for_the_other_side_once_the_next_card_is_laid() -> None:
    assert refused(Key.MUGGINS, keyed.board("OK 2 K 5", rules=MUGGINS).history) == (
        "There are no missed points to take"
    )
    match = keyed.board("OK 2 K 5 6", rules=MUGGINS).history
    assert press("MUGGINS", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(1,))])
    partners = keyed.board("OK 2 K 5 6", rules=Rules(players=4, muggins=True)).history
    ((take,),) = (press("MUGGINS", partners)[1],)
    # Seat 2 missed the points; its opponents are the seats of side 1.
    assert (take.kind, partners.game.rules.side_of(take.numbers[0])) == (Kind.TAKE, 1)


def test_muggins_with_three_players_asks_for_the_claimant() -> None:
    match = keyed.board("OK 2 K 5 6", rules=Rules(players=3, muggins=True)).history
    asked = KeyEntry(Claimant(Kind.TAKE))
    before = keyed.board("OK 2 K 5", rules=Rules(players=3, muggins=True)).history
    assert refused(Key.MUGGINS, before) == "There are no missed points to take"
    assert press("MUGGINS", match) == (asked, [])
    assert press("MUGGINS A", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(0,))])
    assert press("MUGGINS 2", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(1,))])
    assert press("MUGGINS UNDO", match) == (KeyEntry(), [])


@pytest.mark.parametrize(
    ("words", "points"), [("2 OK", 2), ("A 2 OK", 12), ("10 OK", 0), ("2 10 UNDO 4 OK", 24), ("10 8 OK", 8)]
)
def test_a_claim_is_typed(words: str, points: int) -> None:
    match = match_at(Prompt.CLAIM)
    assert press(words, match) == (KeyEntry(), [Event(Kind.CLAIM, numbers=(points,))])
    # Seat 0 claims beyond the hand of seat 1.
    claimed = match_at(Prompt.MUGGINS)
    assert press(words, claimed) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(points, 0))])


@pytest.mark.parametrize("word", ["OK", "GO", "10 OK"])
def test_ok_or_go_without_a_number_claims_nothing(word: str) -> None:
    assert press(word, match_at(Prompt.MUGGINS)) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(0, 0))])


@pytest.mark.parametrize("prompt", COUNTED)
def test_undo_takes_back_digit_by_digit_and_then_the_last_press(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("A 2", match) == (KeyEntry(digits=Digits("12")), [])
    assert press("A 2 UNDO UNDO", match) == (KeyEntry(), [])
    assert press("A 2 UNDO UNDO UNDO", match) == (KeyEntry(), [Event(Kind.UNDO)])
    assert refused(Key.FOUR, match, KeyEntry(digits=Digits("123"))).startswith("3 digits at most")
    assert refused(Key.GO, match, KeyEntry(digits=Digits("2"))).startswith("GO does nothing here: ")
    # Any press that makes an event clears the number.
    assert press("2 S", match) == (KeyEntry(), [Event(Kind.SUIT, Suit.SPADES)])


def test_points_missed_in_a_hand_with_three_players_ask_for_the_claimant_unless_there_are_none() -> None:
    rules = Rules(players=3, muggins=True, track="show")
    match = keyed.board("OK 3 K K 8 6", rules=rules).history.apply(Event(Kind.CLAIM, numbers=(2,)))
    assert match.game.prompt is Prompt.MUGGINS
    assert press("4 OK", match) == (KeyEntry(Claimant(Kind.MUGGINS, 4), Digits("4")), [])
    assert press("4 OK A", match) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(4, 0))])
    assert press("OK", match)[1] == [Event(Kind.MUGGINS, numbers=(0, 2))]
    # If the question is left without an answer, the typed number is still there.
    assert press("4 OK UNDO", match) == (KeyEntry(digits=Digits("4")), [])


# -- the menu opens


@pytest.mark.parametrize("prompt", Prompt)
def test_the_menu_opens_everywhere(prompt: Prompt) -> None:
    assert press("MENU", match_at(prompt)) == (KeyEntry(Menu()), [])


def test_an_entry_is_a_value_and_does_not_change() -> None:
    entry = KeyEntry()
    press("MENU", match_at(Prompt.PLAY), entry)
    press("OK", match_at(Prompt.PLAY), entry)
    assert entry == KeyEntry(None, Digits(), 0)


def test_the_page_that_ok_turns_to_tells_a_card_from_a_number_of_points() -> None:
    board = keyed.board("OK 3 K J 9 GO GO")
    keyed.press(board, "OK")
    assert board.view.page is not None
    assert board.view.page.rows == (("go, on the 9", "1"),)
