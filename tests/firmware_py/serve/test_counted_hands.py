"""The hands counted in a game are derived from its key presses, even if some are undone."""

from pathlib import Path

from engine.rules import Rules
from firmware_py.serve.page_view import CountedHand, CountedHands
from tests.support import keyed
from tests.support.views import views

SHOW = "OK 3 K 4 8 5 K 10 6 10"
"""Left deals. Right plays K, 8, K and 6; Left plays 4, 5, 10 and 10. The starter is a 3."""


def heard(folder: Path, words: str, **game: object) -> CountedHands:
    hands = CountedHands()
    for view in views(folder, keyed.board(**game), words):  # type: ignore[arg-type]
        hands.hear(view)
    return hands


def test_a_hand_has_its_cards_and_items(tmp_path: Path) -> None:
    # K 8 K 6 with the 3: a pair. 4 5 10 10 with the 3: 5 10 twice, 10 10, and 3 4 5.
    pone, dealer = heard(tmp_path, SHOW).of_this_game()
    assert pone == CountedHand(
        1, 1, False, 2, ("K", "8", "K", "6", "3"), ({"reason": "pair", "points": 2, "cards": ["K", "K"]},)
    )
    assert (dealer.seat, dealer.points) == (0, 9)
    assert dealer.cards == ("4", "5", "10", "10", "3")
    assert [item["points"] for item in dealer.items] == [2, 2, 2, 3]


def test_a_crib_is_found(tmp_path: Path) -> None:
    # 9 9 7 2 with the 3 are one pair, and no fifteen.
    *_, crib = heard(tmp_path, f"{SHOW} 2 9 9 7").of_this_game()
    assert (crib.seat, crib.is_crib, crib.cards) == (0, True, ("2", "9", "9", "7", "3"))
    assert crib.points == 2


def test_what_is_taken_back_is_gone_and_comes_again(tmp_path: Path) -> None:
    # The last card of the play ends it, and both hands are counted with that press.
    assert heard(tmp_path, f"{SHOW} UNDO").of_this_game() == []
    assert len(heard(tmp_path, f"{SHOW} UNDO REDO").of_this_game()) == 2
    again = heard(tmp_path, f"{SHOW} UNDO 5").of_this_game()
    assert again[1].cards == ("4", "5", "10", "5", "3")


def test_suits_named_later_are_on_the_cards(tmp_path: Path) -> None:
    pone, _ = heard(tmp_path, "OK 3 H K S 4 8 5 K H 10 6 10").of_this_game()
    assert pone.cards == ("KS", "8", "KH", "6", "3H")


def test_hands_shown_one_by_one_are_found(tmp_path: Path) -> None:
    rules = Rules(track="show")
    pone, dealer = heard(tmp_path, "OK 2 K 8 K 6 4 5 10 10", rules=rules).of_this_game()
    assert (pone.cards, dealer.cards) == (("K", "8", "K", "6", "2"), ("4", "5", "10", "10", "2"))


def test_another_run_of_the_board_begins_anew(tmp_path: Path) -> None:
    hands = heard(tmp_path, SHOW)
    for view in views(tmp_path, keyed.board()):
        hands.hear(view)
    assert hands.of_this_game() == []


def test_a_server_that_comes_late_finds_the_last_presses(tmp_path: Path) -> None:
    hands = CountedHands()
    *_, last = views(tmp_path, keyed.board(), f"{SHOW} 2 9 9 7")
    hands.hear(last)
    assert [hand.is_crib for hand in hands.of_this_game()] == [False, False, True]


def test_the_next_game_begins_without_hands(tmp_path: Path) -> None:
    hands = heard(tmp_path, f"{SHOW} OK", start=(119, 100))
    assert hands.of_this_game() == []
