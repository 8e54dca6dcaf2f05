"""Give a board what its add-ons would give it to show."""

from __future__ import annotations

from firmware_py.board import Board
from firmware_py.coaching.advice_message import CoachOffer
from firmware_py.view.phone_offer import PhoneOffer


def show_phones(board: Board, offer: PhoneOffer) -> None:
    board.show_also(board.additions._replace(phones=offer))


def show_advice(board: Board, offer: CoachOffer) -> None:
    board.show_also(board.additions._replace(advice=offer))
