"""Pages of text that fill the whole screen, and hints: the keys to press, each with its meaning."""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firmware_py.words.in_use import words

from .keys import Key


class Hint(NamedTuple):
    """A key that answers a prompt, with its meaning.

    Attributes:
        meaning: the meaning of the key in one or two words, such as `yes` or `deal over`.
    """

    key: Key
    meaning: str

    @property
    def text(self) -> str:
        """The key and its meaning, such as `OK yes`."""
        return words().key_and_meaning(self.key.value, self.meaning)


def ok_go(ok: str, go: str) -> tuple[Hint, Hint]:
    """Return two hints: one says that the key OK means `ok`, the other that the key GO means `go`."""
    return Hint(Key.OK, ok), Hint(Key.GO, go)


def leaves(key: Key) -> Hint:
    """Return the hint that says that `key` closes the page."""
    return Hint(key, words().LEAVES)


def yes_no() -> tuple[Hint, Hint]:
    """Return two hints, which say that OK means yes and GO means no."""
    return ok_go(words().YES, words().NO)


ROWS = 4
"""The usual number of rows on a page. A fifth row fits if the rows are closer together."""
WIDE = 20
"""The number of letters that always fit in a row."""


class Row(NamedTuple):
    """A row of a page. It consists of the text at its left edge and the text at its right edge."""

    left: str = ""
    right: str = ""


Rows = tuple[Row, ...]


class Page(NamedTuple):
    """A page of text that fills the whole screen.

    Attributes:
        corner: the text to the right of the title, such as `2/3` or `GO leaves`, or an empty string.
        rows: up to five rows of text, shown below the title.
        aloud: the rows to be spoken, without the names of the keys. If the user chooses from a list, only the
            chosen row is spoken.
        place: the number of this page and the total number of such pages, or None if this is the only one.
        typed: the digits typed so far, or None if no number is being typed on this page.
        letters: the letters typed so far, or None if no name is being typed on this page.
        unshown: those of `hints` for which `rows` and `corner` have no room. They mention all others.
    """

    title: str
    corner: str
    rows: Rows
    hints: tuple[Hint, ...] = ()
    aloud: Rows = ()
    place: tuple[int, int] | None = None
    typed: str | None = None
    letters: str | None = None
    unshown: tuple[Hint, ...] = ()


def place_in_figures(place: tuple[int, int]) -> str:
    """Return the number of a page and the total number of pages as text, e.g. `2/3`."""
    number, pages = place
    return f"{number}/{pages}"


def sentence(rows: Sequence[str]) -> Row:
    """Join several rows into one, so that the voice says them as a single sentence."""
    return Row(" ".join(rows))


def question_page(title: str, about: Sequence[str]) -> Page:
    """Return a page that asks a question, which is answered with OK or GO."""
    hints = yes_no()
    return Page(title, "", (*map(Row, about), Row(), *hint_rows(hints)), hints, (sentence(about),))


def two_columns(texts: Iterable[str]) -> Rows:
    """Arrange strings in rows of two.

    If there is an odd number of strings, the last one is aligned to the right.
    """
    cells = list(texts)
    if len(cells) % 2:
        cells.insert(-1, "")
    return tuple(map(Row, cells[::2], cells[1::2]))


def hint_rows(hints: Sequence[Hint]) -> Rows:
    """Arrange hints in rows of two, e.g. with `OK yes` on the left and `GO no` on the right."""
    texts = [hint.text for hint in hints]
    return tuple(map(Row, texts[::2], [*texts[1::2], *[""] * (len(texts) % 2)]))


def name_rows(names: Sequence[str]) -> Rows:
    """Return a row with the names of a side's players.

    If the names of two partners are long, return two rows.
    """
    name = words().partners(names)
    if len(name) <= WIDE:
        return (Row(name),)
    first, second = names
    return Row(words().first_partner(first)), Row(second)
