"""Everything fits on the reference card, its points are those of the rules, its grids those of the coach."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

from engine.coach import tables
from firmware_py.drawing.formats import save
from firmware_py.drawing.reference_card import reference_card
from firmware_py.drawing.shapes import Drawing, Text
from firmware_py.words.in_use import use, words
from tests.support import oracle


@pytest.fixture(scope="module")
def card() -> Drawing:
    return reference_card()


NAMES = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
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


@pytest.mark.parametrize("font", FONTS)
def test_no_two_texts_lie_on_each_other(card: Drawing, font: str) -> None:
    texts = [shape for shape in card.shapes if isinstance(shape, Text)]
    for index, text in enumerate(texts):
        left, right = edges(text, font)
        for other in texts[:index]:
            begins, ends = edges(other, font)
            apart = right <= begins or ends <= left
            assert apart or abs(text.y - other.y) > 0.4 * (text.size + other.size), (text, other)


def points_beside(card: Drawing, reason: str) -> str:
    """Return the points beside a reason for scoring, which may occur in several tables on the card."""
    texts = [shape for shape in card.shapes if isinstance(shape, Text)]
    rows = [text.y for text in texts if text.text == reason]
    return next(text.text for text in texts if text.anchor == "end" and text.y == rows[0] and text.x < 100)


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
def test_the_show_has_the_points_of_the_rules(card: Drawing, reason: str, hand: str, points: str) -> None:
    *cards, starter = hand.split()
    items = oracle.count_show(cards, starter, crib=reason == words().CARD_CRIB_FLUSH)
    counted = sum(found for name, found, _ in items if name != "fifteen")
    assert (str(counted), points_beside(card, reason)) == (points, points)


def test_the_card_tells_a_newcomer_the_pegs_the_turn_the_words_and_where_there_is_more(card: Drawing) -> None:
    steps = " ".join(text.text for text in section(card, words().CARD_DEAL))
    assert "Place the pegs" in steps and "only one card a round" in steps
    terms = [text.text for text in section(card, words().CARD_WORDS)]
    assert {"crib", "pone", "starter", "his nobs", "leg"} <= {term.partition(":")[0] for term in terms}
    assert "www.cribbage.org" in terms[-1]


def test_the_card_is_one_a4_page(card: Drawing, tmp_path: Path) -> None:
    save(tmp_path / "card.pdf", card)
    document = pypdfium2.PdfDocument(tmp_path / "card.pdf")
    (page,) = document
    assert [round(side / 72 * 25.4) for side in page.get_size()] == [210, 297]
    text = page.get_textpage().get_text_range()
    assert "10-K" in text
    assert "?" not in text  # a letter that the fonts of a PDF do not have


def section(card: Drawing, heading: str) -> list[Text]:
    """Return the texts below a heading, up to the next heading in the same column of the card."""
    texts = [shape for shape in card.shapes if isinstance(shape, Text)]
    (above,) = [text for text in texts if text.text == heading]
    column = [text for text in texts if (text.x > 105) == (above.x > 105) and text.y > above.y]
    end = min((text.y for text in column if (text.size, text.bold) == (above.size, True)), default=1000.0)
    return [text for text in column if text.y < end]


def table(name: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads((Path(tables.__file__).parent / name).read_text())
    return found


def grid(texts: list[Text]) -> list[list[str]]:
    """Return the words in a table, row by row from the top, each row from the left."""
    rows = sorted({round(text.y, 3) for text in texts})
    return [
        [text.text for text in sorted(texts, key=lambda text: text.x) if round(text.y, 3) == row]
        for row in rows
    ]


def test_both_cribs_stand_in_their_halves(card: Drawing) -> None:
    texts = section(card, words().CARD_THROW)
    cells = grid([text for text in texts if re.fullmatch(r"\d\.\d", text.text)])
    cribs_table = table("cribs.json")
    assert [len(row) for row in cells] == [13] * 14
    for row, figures in enumerate(cells):
        for column, figure in enumerate(figures):
            own = column >= row
            low, high = sorted((row if own else row - 1, column))
            mean = cribs_table["dealer" if own else "pone"][f"{NAMES[low]}-{NAMES[high]}"]
            assert float(figure) == pytest.approx(mean, abs=0.051)


def test_the_throws_named_are_the_best_and_the_safest(card: Drawing) -> None:
    best, safest = [text.text for text in section(card, words().CARD_THROW)][-2:]
    for sentence, side, sign in ((best, "dealer", -1), (safest, "pone", 1)):
        means = {name: mean for name, mean in table("cribs.json")[side].items() if "suited" not in name}
        named = re.findall(r"\w+-\w+", sentence)
        assert [means[name] for name in named] == sorted(means.values(), key=lambda mean: sign * mean)[:7]  # type: ignore[operator]


def test_the_chances_are_those_of_the_table(card: Drawing) -> None:
    texts = section(card, words().CARD_ODDS)
    pones = {s.x: int(s.text) for s in texts if s.bold and s.anchor == "middle"}
    aheads = {s.y: int(s.text.replace("=", "0")) for s in texts if s.bold and s.anchor == "end"}
    assert len(pones) == 8
    assert sorted(aheads.values()) == [-20, -10, -5, 0, 5, 10, 20]
    cells = [s for s in texts if not s.bold and s.anchor == "middle"]
    winning = table("winning.json")["dealer"]
    for cell in cells:
        pone, ahead = pones[cell.x], aheads[cell.y]
        row = winning[str(pone + ahead)]
        assert isinstance(row, list)
        assert int(cell.text) == pytest.approx(100 * row[pone], abs=0.51)
    assert len(cells) == sum(0 <= pone + ahead < 121 for pone in pones.values() for ahead in aheads.values())


def test_the_costs_of_leads_are_the_means_over_the_hands_that_pone_keeps(card: Drawing) -> None:
    texts = section(card, words().CARD_LEAD)
    cells = grid([text for text in texts if re.fullmatch(r"\.\d\d", text.text)])
    assert [len(row) for row in cells] == [13, 13]
    values, numbers = table("leads.json")["pone"], table("kept.json")["pone"]
    for row, figures in enumerate(cells):
        for rank, figure in zip(NAMES, figures, strict=True):
            lost = weights = 0.0
            for name, found in values.items():
                held = name.split("-")
                if held.count(rank) == row + 1 and len(set(held)) > 1:
                    of_ranks = dict(zip(sorted(set(held), key=NAMES.index), found, strict=True))  # type: ignore[call-overload]
                    weight = numbers[name] + numbers.get(f"{name} suited", 0)  # type: ignore[operator]
                    lost += weight * (max(of_ranks.values()) - of_ranks[rank])
                    weights += weight
            assert float(figure) == pytest.approx(lost / weights, abs=0.0051)
