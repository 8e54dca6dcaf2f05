"""Everything fits on the reference card, and the points printed on it agree with the rules."""

from pathlib import Path

import pypdfium2
import pytest
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

from firmware_py.drawing.formats import save
from firmware_py.drawing.reference_card import reference_card
from firmware_py.drawing.shapes import Drawing, Text
from firmware_py.input.keys import RANKS, SUITS, Key
from firmware_py.words.in_use import use, words
from tests.support import oracle


@pytest.fixture(scope="module")
def card() -> Drawing:
    return reference_card()


FONTS = {"Helvetica": ("Helvetica", "Helvetica-Bold"), "DejaVu Sans": ("Vera", "VeraBd")}
"""The fonts of a PDF and, usually, of a browser on Linux, each plain and bold.

Vera, which comes with reportlab, is as wide as DejaVu Sans, which is made from it.
"""
for name in FONTS["DejaVu Sans"]:
    registerFont(TTFont(name, f"{name}.ttf"))


def edges(text: Text, font: str = "Helvetica") -> tuple[float, float]:
    """Return the x-coordinates of the left and right edges of a word or line in a font, in millimetres."""
    width = stringWidth(text.text, FONTS[font][text.bold], text.size)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return left, left + width


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("catalogue", ["english", "british", "american"])
def test_no_text_leaves_its_column(catalogue: str, font: str) -> None:
    use(catalogue)
    try:
        found = reference_card()
    finally:
        use("english")
    for text in found.shapes:
        if isinstance(text, Text):
            left, right = edges(text, font)
            column = (12.9, 99.1) if text.x < 105 else (110.9, 197.1)
            if text.y > 30:
                assert column[0] <= left <= right <= column[1], text
            assert 8 < text.y < 289


@pytest.mark.parametrize("catalogue", ["english", "british", "american"])
def test_no_line_of_a_paragraph_is_a_single_word(catalogue: str) -> None:
    use(catalogue)
    try:
        texts = [shape for shape in reference_card().shapes if isinstance(shape, Text)]
    finally:
        use("english")
    paragraphs = [
        below.text
        for above in texts
        for below in texts
        if (below.x, below.size) == (above.x, above.size) and below.y - above.y == pytest.approx(4.1)
    ]
    assert len(paragraphs) >= 10
    assert [line for line in paragraphs if " " not in line] == []


@pytest.mark.parametrize("font", FONTS)
def test_no_two_texts_lie_on_each_other(card: Drawing, font: str) -> None:
    texts = [shape for shape in card.shapes if isinstance(shape, Text)]
    for index, text in enumerate(texts):
        left, right = edges(text, font)
        for other in texts[:index]:
            begins, ends = edges(other, font)
            apart = right <= begins or ends <= left
            assert apart or abs(text.y - other.y) > 0.4 * (text.size + other.size), (text, other)


def test_the_card_names_every_key(card: Drawing) -> None:
    others = {key.value for key in Key} - {key.value for key in (*RANKS, *SUITS)}
    assert set(words().CARD_MEANINGS) == others
    written = {shape.text for shape in card.shapes if isinstance(shape, Text)}
    assert others <= written
    assert "  ".join(key.value for key in SUITS) in written


def points_beside(card: Drawing, reason: str, number: int = 0) -> str:
    """Return the points that the card shows beside a reason for scoring.

    Args:
        card: the reference card.
        reason: the reason. It may occur in several tables on the card.
        number: which of its occurrences to use, counted from 0.
    """
    texts = [shape for shape in card.shapes if isinstance(shape, Text)]
    rows = [text.y for text in texts if text.text == reason]
    return next(
        text.text for text in texts if text.anchor == "end" and text.y == rows[number] and text.x < 100
    )


@pytest.mark.parametrize(
    ("reason", "pile"),
    [
        (words().CARD_COUNT_OF_15, "7 8"),
        (words().CARD_COUNT_OF_31, "K 9 10 2"),
        (words().CARD_PAIR, "6 6"),
        (words().CARD_THREE, "6 6 6"),
        (words().CARD_FOUR, "6 6 6 6"),
    ],
)
def test_the_points_in_the_play_are_those_of_the_rules(card: Drawing, reason: str, pile: str) -> None:
    assert sum(oracle.play_points(pile.split()).values()) == int(points_beside(card, reason))


@pytest.mark.parametrize(
    ("reason", "hand", "points"),
    [
        (words().CARD_TRIPLE_RUN, "6H 6S 6D 7C 8H", "15"),
        (words().CARD_QUADRUPLE_RUN, "6H 6S 7D 7C 8H", "16"),
        (words().CARD_NOBS, "JH 2S 4C 8D QH", "1"),
        (words().CARD_CRIB_FLUSH, "2H 4H 6H 8H KH", "5"),
    ],
)
def test_the_points_in_the_show_are_those_of_the_rules(
    card: Drawing, reason: str, hand: str, points: str
) -> None:
    *cards, starter = hand.split()
    items = oracle.count_show(cards, starter, crib=reason == words().CARD_CRIB_FLUSH)
    counted = sum(found for name, found, _ in items if name != "fifteen")
    assert (str(counted), points_beside(card, reason)) == (points, points)


def test_the_card_is_one_a4_page(card: Drawing, tmp_path: Path) -> None:
    save(tmp_path / "card.pdf", card)
    document = pypdfium2.PdfDocument(tmp_path / "card.pdf")
    (page,) = document
    assert [round(side / 72 * 25.4) for side in page.get_size()] == [210, 297]
    text = page.get_textpage().get_text_range()
    assert "10-K" in text
    assert "?" not in text  # a letter that the fonts of a PDF do not have
