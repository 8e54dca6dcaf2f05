"""The dialogues that ask for one answer, and those that only show something."""

from collections.abc import Sequence

import pytest

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import KEYS_ALONE, Equipment, Scene, Want
from firmware_py.input.keys import Key
from firmware_py.input.menu import Menu
from firmware_py.input.phone import Phone
from firmware_py.input.questions import CallFewer, Claimant, Misdeal, PointsByHand, RulesInForce, SwitchOff
from firmware_py.input.typed import DIGITS, Digits
from tests.support import keyed
from tests.support.dialogues import LEAVE, MENU_KEYS, check_accepted_keys, match_at, press, refusals


def test_ok_throws_the_deal_in_and_go_leaves() -> None:
    check_accepted_keys(Misdeal(), match_at(), Key.OK, *LEAVE)
    assert press(Misdeal(), "OK", match_at())[1] == [Event(Kind.THROWN_IN)]
    for word in ("GO", "UNDO", "MENU"):
        assert press(Misdeal(), word, match_at()) == (None, [])


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), ("OK", ()), (keyed.GAME_OVER, keyed.WON), (f"{keyed.CRIB} A A 2 2", ())]
)
def test_between_two_deals_there_is_none_to_throw_in(words: str, start: Sequence[int]) -> None:
    with pytest.raises(CribbageError, match="There is no deal to throw in"):
        press(Menu(), "4", match_at(words, start))


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), (keyed.PLAY, ()), (keyed.FLUSH, ()), (keyed.GAME_OVER, keyed.WON)]
)
def test_switching_off_and_phones_are_in_the_menu_wherever_a_game_stands(
    words: str, start: Sequence[int]
) -> None:
    match, equipment = match_at(words, start), Equipment(powers_off=True, phones=True)
    assert press(Menu(), "8", match, equipment) == (SwitchOff(), [])
    assert press(Menu(), "K", match, equipment) == (Phone(), [])
    assert SwitchOff().press(Key.OK, match, KEYS_ALONE).wants is Want.SWITCH_OFF


def test_switching_off_is_asked_once_more() -> None:
    check_accepted_keys(SwitchOff(), match_at(), Key.OK, *LEAVE)
    for word in ("GO", "UNDO", "MENU"):
        assert press(SwitchOff(), word, match_at()) == (None, [])


def test_menu_entry_exists_while_points_can_be_called() -> None:
    """The menu offers to call fewer points only while points can be called (RULES.md 6, muggins)."""
    waits = match_at("OK 3 5 5", rules=Rules(muggins=True))
    check_accepted_keys(Menu(), waits, *MENU_KEYS, Key.TEN, *LEAVE, equipment=Equipment(powers_off=True))
    assert "10 part" in str(Menu().page(Scene(waits)).rows)
    assert press(Menu(), "10", waits) == (CallFewer(), [])
    for gone in (
        match_at("OK 3 5 5"),
        match_at("OK 3 5 5 K", rules=Rules(muggins=True)),
        waits.apply(Event(Kind.CALL)),
    ):
        assert Key.TEN in refusals(Menu(), gone)
        assert "10 part" not in str(Menu().page(Scene(gone)).rows)


def test_the_points_called_are_typed() -> None:
    waits = match_at("OK 3 5 5", rules=Rules(muggins=True))
    check_accepted_keys(CallFewer(), waits, *DIGITS, *LEAVE)
    check_accepted_keys(CallFewer(Digits("1")), waits, *DIGITS, *LEAVE, Key.OK)
    assert press(CallFewer(), "6 OK", waits)[1] == [Event(Kind.CALL, numbers=(6,))]
    assert press(CallFewer(), "A 2 UNDO OK", waits)[1] == [Event(Kind.CALL, numbers=(1,))]
    for word in ("UNDO", "GO", "MENU", "6 UNDO UNDO", "6 GO"):
        assert press(CallFewer(), word, waits) == (None, [])


def test_a_number_of_points_that_no_card_scores_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 5 5", rules=Rules(muggins=True))
    *_, last = [board.press(Key.parse(word)) for word in "MENU 10 A 6 OK".split()]
    assert last.why == "No card scores 16: call 1 to 15 points"
    assert board.press(Key.UNDO).why is None
    assert board.press(Key.OK).took
    assert board.history.game.sides[0].front == 1


@pytest.mark.parametrize("kind", [Kind.PEG, Kind.TAKE_BACK, Kind.SCORE])
def test_points_are_typed_for_the_side_on_the_screen(kind: Kind) -> None:
    match = match_at()
    check_accepted_keys(PointsByHand(kind), match, *DIGITS, Key.GO, Key.UNDO, Key.MENU)
    check_accepted_keys(
        PointsByHand(kind, 0, Digits("12")), match, *DIGITS, Key.OK, Key.GO, Key.UNDO, Key.MENU
    )
    begun = PointsByHand(kind)
    assert press(begun, "A 2 OK", match)[1] == [Event(kind, numbers=(0, 12))]
    # The digits stay when GO shows the next side.
    assert press(begun, "A GO 2 OK", match)[1] == [Event(kind, numbers=(1, 12))]
    assert press(begun, "A GO GO 2 OK", match)[1] == [Event(kind, numbers=(0, 12))]
    for word in ("UNDO", "MENU"):
        assert press(begun, f"A 2 {word}", match) == (None, [])


@pytest.mark.parametrize(("start", "most"), [((), 121), ((119, 0), 121), ((), 61)])
def test_more_points_than_a_game_has_are_refused(start: Sequence[int], most: int) -> None:
    match = match_at("OK", start, Rules(target=most))
    for points in (most + 1, 999):
        with pytest.raises(CribbageError, match=f"{points} is too many: peg 1 to {most}"):
            PointsByHand(digits=Digits(str(points))).press(Key.OK, match, KEYS_ALONE)
    assert PointsByHand(digits=Digits(str(most))).press(Key.OK, match, KEYS_ALONE)[1] == Event(
        Kind.PEG, numbers=(0, most)
    )


def test_go_shows_all_sides_in_turn() -> None:
    three = match_at("OK", rules=Rules(players=3))
    sides = [press(PointsByHand(), " ".join(["GO"] * times), three)[0] for times in range(1, 4)]
    assert sides == [PointsByHand(side=1), PointsByHand(side=2), PointsByHand(side=0)]
    four = match_at("OK", rules=Rules(players=4))
    assert press(PointsByHand(), "GO GO", four)[0] == PointsByHand()


def test_an_impossible_number_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 K", start=(10, 0))
    for words, why in (
        ("MENU A 10 OK", "0 points cannot be pegged"),
        ("UNDO MENU 2 A A OK", "11 cannot be taken back: this side has 10"),
        ("UNDO MENU 2 10 OK", "0 cannot be taken back"),
        ("UNDO MENU 3 A 10 OK", "The score is already 10"),
        ("UNDO MENU 3 A 2 A OK", "The score cannot be 121: choose 0 to 120"),
    ):
        *_, last = keyed.press(board, words)
        assert last.why is not None and last.why.startswith(why)
        assert board.prompt == "points"
    assert keyed.press(board, "UNDO MENU 3 10 OK")[-1].took
    assert (board.prompt, board.history.game.sides[0].front) == ("play", 0)


def test_one_key_says_who_claims_points_missed_in_the_play() -> None:
    # Seat 2, the third player, laid the five.
    match = match_at("OK 2 K 5 6", rules=Rules(players=3, muggins=True))
    asked = Claimant(Kind.TAKE)
    assert refusals(asked, match).keys() == set(Key) - {Key.ACE, Key.TWO, Key.UNDO, Key.MENU}
    assert press(asked, "A", match)[1] == [Event(Kind.TAKE, numbers=(0,))]
    assert press(asked, "2", match)[1] == [Event(Kind.TAKE, numbers=(1,))]
    for word in ("UNDO", "MENU"):
        assert press(asked, word, match) == (None, [])


@pytest.mark.parametrize(("hands", "keys"), [(0, "A 3"), (1, "A 2"), (2, "2 3"), (3, "2 3")])
def test_one_key_says_who_claims_points_missed_in_a_hand(hands: int, keys: str) -> None:
    # Seat 0 deals: the hands are those of seats 1, 2 and 0, then seat 0's crib.
    board = keyed.board("OK 2", rules=Rules(players=3, muggins=True))
    keyed.press(board, "K Q 10 K Q 10 9 8 7 4 3 2" + " 10 OK OK" * hands)
    if hands == 3:
        keyed.press(board, "A A 5 5")
    keyed.press(board, "10 OK 2 OK")
    match = board.history
    asked = Claimant(Kind.MUGGINS, 2)
    assert (match.game.prompt, board.view.page and board.view.page.title) == (Prompt.MUGGINS, "Who claims?")
    assert refusals(asked, match).keys() == set(Key) - {*map(Key.parse, keys.split()), Key.UNDO, Key.MENU}
    for key in keys.split():
        seat = int(key.replace("A", "1")) - 1
        assert press(asked, key, match)[1] == [Event(Kind.MUGGINS, numbers=(2, seat))]


def test_the_page_names_those_who_can_claim_each_after_its_key() -> None:
    game = Game.new(Rules(players=3, muggins=True), names=("Ann", "Bo", "Cw"))
    board = Board(History.of(game))
    keyed.press(board, "OK 2 K 5 6 MUGGINS")
    assert board.view.page is not None
    assert [left for left, _ in board.view.page.rows] == ["A  Ann", "2  Bo"]
    for word in ("3", "10", "OK", "4"):
        assert board.press(Key.parse(word)).why == f"{word} does nothing here: A is Ann, 2 is Bo, UNDO leaves"
    assert board.press(Key.TWO).took
    assert [entry.side for entry in board.history.game.entries] == [1]


def test_a_player_whose_seat_is_known_is_not_asked_who_claims_points_missed_in_the_play() -> None:
    # Seat 2 laid the five, so seats 0 and 1 may claim.
    for seat, side in ((0, 0), (1, 1)):
        board = keyed.board(rules=Rules(players=3, muggins=True))
        keyed.press(board, "OK 2 K 5 6")
        assert board.press(Key.MUGGINS, Seat(seat)).took
        assert [entry.side for entry in board.history.game.entries] == [side]


@pytest.mark.parametrize("seat", [2, 3, None])
def test_who_cannot_have_claimed_is_asked_who_did(seat: int | None) -> None:
    board = keyed.board(rules=Rules(players=3, muggins=True))
    keyed.press(board, "OK 2 K 5 6")
    assert not board.press(Key.MUGGINS, None if seat is None else Seat(seat)).took
    assert board.view.page is not None and board.view.page.title == "Who claims?"


def test_a_player_whose_seat_is_known_is_not_asked_who_claims_points_missed_in_a_hand() -> None:
    # The hand is that of seat 1, so seats 0 and 2 may claim.
    board = keyed.board("OK 2", rules=Rules(players=3, muggins=True))
    keyed.press(board, "K Q 10 K Q 10 9 8 7 4 3 2 10 OK 2")
    outcome = board.press(Key.OK, Seat(2))
    assert outcome.made is not None and outcome.made.event == Event(Kind.MUGGINS, numbers=(2, 2))


def test_ok_asks_for_a_new_code_and_go_leaves() -> None:
    check_accepted_keys(Phone(), match_at(), Key.OK, Key.UNDO, Key.GO, Key.MENU)
    assert press(Phone(), "OK OK", match_at()) == (Phone(codes=3), [])
    for word in ("GO", "MENU"):
        assert press(Phone(), word, match_at()) == (None, [])


def test_all_phones_are_put_out_only_after_a_question() -> None:
    question = press(Phone(), "OK UNDO", match_at())[0]
    assert isinstance(question, Phone) and question.withdrawals == 0
    check_accepted_keys(question, match_at(), Key.OK, Key.GO, Key.UNDO, Key.MENU)
    assert press(question, "OK", match_at()) == (Phone(codes=2, withdrawals=1), [])
    for word in ("GO", "UNDO", "MENU"):
        assert press(question, word, match_at()) == (Phone(codes=2), [])


def test_the_prompt_in_json_has_a_name_of_its_own_while_it_is_open() -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(phones=True))
    prompts = []
    for word in "MENU K OK UNDO GO GO".split():
        board.press(Key.parse(word))
        prompts.append(board.prompt)
    assert prompts == ["cut_for_deal", *["phone"] * 4, "cut_for_deal"]
    assert board.history.applied == 0


def test_ok_turns_the_page_and_undo_turns_it_back() -> None:
    check_accepted_keys(RulesInForce(), match_at(), Key.OK, *LEAVE)
    assert press(RulesInForce(), "OK OK OK", match_at()) == (RulesInForce(3), [])
    assert press(RulesInForce(), "OK OK UNDO", match_at()) == (RulesInForce(1), [])
    for words in ("GO", "UNDO", "MENU", "OK UNDO UNDO", "OK GO", "OK MENU"):
        assert press(RulesInForce(), words, match_at()) == (None, [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_symbols_are_explained_in_the_menu(players: int) -> None:
    board = keyed.board(rules=Rules(players=players))
    first = " ".join(board.view.legend)
    keyed.press(board, "OK 2 MENU 9")
    assert board.view.page is not None
    page = " ".join(" ".join(row) for row in board.view.page.rows)
    for said in (first, page):
        assert "D" in said.split() and "dealer" in said
        assert ("lit score" if players == 3 else "◀ ▶") in said and "whose turn" in said
    assert "count" in page and "thick peg" in page and "thin peg" in page
    keyed.press(board, "GO")
    assert (board.view.page, board.view.legend) == (None, ())
