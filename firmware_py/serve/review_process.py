"""Review a game for the web page in a separate process, so that the server can keep answering phones.

python -m firmware_py.serve.review_process JOURNAL GAME WORDS [--play] [DEAL:CARD,CARD…]

GAME is the number of the game, and WORDS the name of the message catalogue. With `--play`, each card of the
play is judged, too. The last argument names the cards that the dealer threw to the crib: `3:5H,J` means 5♥
and a jack in deal 3. It can be repeated for other deals.

The process prints the review as JSON. If the game cannot be reviewed, the object contains only the reason.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.cards import Card
from engine.coach import ToldThrows, review
from engine.errors import CribbageError
from engine.match.record import read_record
from engine.match.timeline import Timeline
from firmware_py.journal.archive import archived_games, record_in
from firmware_py.journal.recovery import read_journal
from firmware_py.system.errors import JournalError
from firmware_py.words.in_use import use

from .reviews import CARDS, review_view

_NICE = 10
"""The increase of the process's nice value: the board and the server come first."""


def main(arguments: Sequence[str]) -> None:
    """Print the review of a game as JSON."""
    journal, number, words, *threw = arguments
    cards = threw[:1] == [CARDS]
    with suppress(OSError):  # the service may forbid it, and has a low priority anyway
        os.nice(_NICE)
    use(words)
    print(json.dumps(reviewed(Path(journal), int(number), threw[cards:], cards=cards)))


def reviewed(journal: Path, number: int, threw: Sequence[str], *, cards: bool = False) -> dict[str, Any]:
    """Return the review of a game for the web page, or an object that says why there is no review.

    Args:
        number: the number of the game, starting at 1.
        cards: True to judge each card of the play, so that the review names the dearest moments.
    """
    try:
        game = saved_game(journal, number)
        if game is None:
            return {"why": ""}
        return review_view(review(game, threw=map(_told, threw), card_by_card=cards), cards=cards)
    except CribbageError as error:
        return {"why": str(error)}


def saved_game(journal: Path, number: int) -> Timeline | None:
    """Return a game from a journal or from its archive, or None if the game cannot be read.

    Args:
        number: the number of the game, starting at 1.
    """
    with suppress(JournalError, OSError):
        reading = read_journal(journal)
        games = reading.games() if reading and not reading.damage else {}
        if number - 1 in games:
            return games[number - 1]
    with suppress(CribbageError, OSError, UnicodeError):
        file = archived_games(journal).get(number - 1)
        return None if file is None else read_record(record_in(file)[0]).history.timeline
    return None


def _told(text: str) -> ToldThrows:
    deal, _, cards = text.partition(":")
    return ToldThrows(int(deal), tuple(map(Card.parse, cards.split(","))))


if __name__ == "__main__":
    main(sys.argv[1:])
