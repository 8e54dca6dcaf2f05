"""Give a board what its add-ons would give it to show."""

from __future__ import annotations

from firmware_py.board.board import Board
from firmware_py.input.dialogue import PhoneOffer
from firmware_py.view.coach import CoachOffer, advice_pages
from firmware_py.view.view import Additions


def show_phones(board: Board, offer: PhoneOffer) -> None:
    board.show_also(Additions(phones=offer))


def show_advice(board: Board, offer: CoachOffer) -> None:
    board.show_also(Additions(more_pages=advice_pages(board.history.game, offer)))
