"""Journals for tests: hand-written lines, and boards that write to a journal."""

from pathlib import Path
from zlib import crc32

from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.journal.journal import Journal
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import read_journal
from tests.support import keyed

HEADER = (
    "muggins 1 players=2 start=0,0 game=six-card target=121 heels_points=2 heels_can_win=yes "
    "lead_after_go=left_of_last go_multi=all_play_on combo_after_go=counts five_card_replay=stop "
    "five_card_play_on=must three_for_last=on crib_flush=all_five ace_11=off objective=first_wins "
    "first_deal=low next_game_dealer=loser cut_before_deal=optional skunk_worth=2 double_worth=4 "
    "muggins=off muggins_opens=after_next_card muggins_heels=no track=play reveal=at_once calling=running"
)
"""The first line of a standard game: the players, the starting scores, and all options as in OPTIONS.md."""


def line(text: str, before: bytes) -> bytes:
    """Return a line of a journal: its text and a checksum.

    Args:
        text: the text of the line.
        before: the texts of all earlier lines, one after another. The checksum includes them.
    """
    return b"%s #%08x\n" % (text.encode(), crc32(before + text.encode()))


def written(*texts: str) -> bytes:
    """Return the contents of a journal whose lines contain these texts, each with its checksum."""
    before, content = b"", b""
    for text in texts:
        content += line(text, before)
        before += text.encode()
    return content


def content_of(path: Path) -> bytes:
    """Return a journal's contents without the padding spaces at the end of the file."""
    return path.read_bytes().rstrip(b" ")


def keep(path: Path, words: str, header: Setup | None = None) -> bytes:
    """Press keys on a board that uses the journal at `path`, and return the journal's contents.

    Every key must take effect. `header` is the first game's setup, or None for the standard game.
    """
    journal = Journal(path, header)
    board = Board(journal.history, journal)
    assert all(outcome.took for outcome in keyed.press(board, words))
    journal.close()
    return content_of(path)


def read_back(path: Path) -> Reading:
    """Check that the journal at `path` is not empty, and read it."""
    reading = read_journal(path)
    assert reading is not None
    return reading


LINES = written(
    HEADER,
    "cut 4",
    "cut 9",
    "starter J",
    "lay K",
    "lay 5",
    "undo",
    "redo",
).splitlines(keepends=True)
"""The lines of a short match."""
WHOLE = b"".join(LINES)
"""The contents of an undamaged journal."""
DAMAGED = b"".join([*LINES[:4], b"lay 9 #00000000\n", *LINES[5:]])
"""The same journal with a damaged fifth line."""


def damage_notice(line: int, number: int) -> str:
    """Return the notice that the board shows when a line in the journal is damaged.

    Args:
        line: the number of the damaged line.
        number: the number in the name of the file to which the board copies the damaged journal.
    """
    return (
        f"games.txt was damaged at line {line}: set aside as games.damaged-{number}.txt; "
        "the game goes on from what can still be read"
    )


def check_nothing_was_lost(path: Path) -> None:
    """Check that no data was lost when the board recovered a damaged journal.

    The journal at `path` must contain the undamaged lines, and another file in its folder must be a copy of
    the damaged journal.
    """
    reading = read_back(path)
    assert reading.text == b"".join(LINES[:4])
    kept = [file.read_bytes() for file in path.parent.iterdir()]
    assert DAMAGED in kept
