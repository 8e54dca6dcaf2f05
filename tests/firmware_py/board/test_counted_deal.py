""""""

import pytest

from engine.cards import Card
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.view.coach import as_text, counted_deal, read_deal
from tests.support import keyed
from tests.support.counted_deals import COUNTED


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts.split()))


def test_after_the_crib_the_deal_is_known_with_the_scores_and_the_next_dealer() -> None:
    game = keyed.board(COUNTED).history.game
    deal = counted_deal(game)
    assert deal is not None
    assert (deal.dealer, deal.next_dealer) == (0, 1)
    assert deal.hands == (cards("4 5 10 10"), cards("K 8 K 6"))
    assert deal.crib == cards("2 9 2 Q")
    assert deal.flushes == (False, False)
    assert deal.scores == tuple(side.front for side in game.sides)


def test_a_game_to_61_is_the_end_of_a_game_to_121() -> None:
    deal = counted_deal(keyed.board(COUNTED, rules=Rules(target=61)).history.game)
    usual = counted_deal(keyed.board(COUNTED).history.game)
    assert deal is not None
    assert usual is not None
    assert deal.scores == tuple(score + 60 for score in usual.scores)


@pytest.mark.parametrize("words", ["", "OK", keyed.PLAY, keyed.CRIB, f"{keyed.CRIB} 2 9 2", f"{COUNTED} 7"])
def test_at_any_other_moment_there_is_no_deal_to_rate(words: str) -> None:
    assert counted_deal(keyed.board(words).history.game) is None


def test_undo_takes_the_deal_back_and_redo_brings_back_the_same_deal() -> None:
    board: Board = keyed.board(COUNTED)
    deal = counted_deal(board.history.game)
    keyed.press(board, "UNDO")
    assert counted_deal(board.history.game) is None
    keyed.press(board, "REDO")
    assert counted_deal(board.history.game) == deal


def test_a_flush_that_the_players_confirmed_is_known() -> None:
    board = keyed.board(f"{keyed.FLUSH} OK OK GO 5 K 7 3")
    deal = counted_deal(board.history.game)
    assert deal is not None
    assert True in deal.flushes


def test_a_deal_that_is_written_and_read_again_is_the_same() -> None:
    deal = counted_deal(keyed.board(COUNTED).history.game)
    assert deal is not None
    assert read_deal(as_text(deal)) == deal
    known = deal._replace(thrown=(cards("2 Q"), cards("9H 2")))
    assert read_deal(as_text(known)) == known
