"""Give a board what its add-ons would give it to show."""

from __future__ import annotations

from firmware_py.board.board import Board
from firmware_py.input.dialogue import PhoneOffer
from firmware_py.view.coach import CoachOffer


def show_phones(board: Board, offer: PhoneOffer) -> None:
    board.show_also(board.additions._replace(phones=offer))


def show_advice(board: Board, offer: CoachOffer) -> None:
    board.show_also(board.additions._replace(advice=offer))
