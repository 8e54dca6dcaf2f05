"""Boards on which a deal has just been counted, with the coach switched on."""

from __future__ import annotations

from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.view.coach import Advice, CountedDeal, RatedThrow, counted_deal
from tests.support import keyed

COUNTED = f"{keyed.CRIB} 2 9 2 Q"
"""The keys of a deal, to the last card of the crib. Left deals and keeps 4 5 10 10, Right keeps K 8 K 6."""


def coached_board(words: str = COUNTED, rules: Rules | None = None, *, coach: bool = True) -> Board:
    board = keyed.board(words, rules=rules)
    board.equip(Equipment(coach=coach))
    return board


def counted(board: Board) -> CountedDeal:
    deal = counted_deal(board.history.game)
    assert deal is not None
    return deal


def advice_about(deal: CountedDeal, cost: float = 0.8) -> Advice:
    """Return made-up advice: the dealer threw the best cards, and pone's throw lost `cost` points."""
    first, second, third, fourth = deal.crib
    pone = 1 - deal.dealer
    best = deal.hands[pone][:2]
    throws: dict[int, RatedThrow] = {
        deal.dealer: RatedThrow(deal.hands[deal.dealer], (first, second), (first, second), 0.0),
        pone: RatedThrow(deal.hands[pone], (third, fourth), best, cost),
    }
    return Advice(
        (throws[deal.dealer], throws[1 - deal.dealer])[:: 1 - 2 * deal.dealer], (0.56, 0.44), 0.83, False
    )
