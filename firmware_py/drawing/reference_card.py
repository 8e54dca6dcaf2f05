"""The printed reference card: a page that explains a deal, the scoring and the board's keys.

Its grids show the average points of a crib, the cost of each lead, and the chance of winning at each score.
The wording comes from the message catalogue, and the figures from the coach's tables and the engine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import comb
from textwrap import wrap

from engine.cards import Card, Rank, Suit
from engine.coach import chance_before_deal
from engine.coach.play_choice import lead_cost
from engine.coach.tables import usual_crib_mean, usual_play_mean
from engine.games_known_to_coach import TARGET
from engine.scoring.fast_count import distribution
from firmware_py.input.keys import SUITS, WORD_KEYS
from firmware_py.words.english import English
from firmware_py.words.in_use import words

from .pdf import PAPERS
from .shapes import BLACK, GREY, WHITE, Circle, Drawing, Line, Primitive, Rectangle, Text

_RANKS = tuple(Rank)
_GREYS = (WHITE, "#f0f0f0", "#dedede", "#c9c9c9", "#b0b0b0")
"""The colours of a grid's cells, for values below the first limit, from there to the second, and so on."""
_CRIB_LIMITS = (4.0, 5.0, 6.0, 7.0)
_COST_LIMITS = (0.05, 0.15, 0.25, 0.4)
_CHANCE_LIMITS = (0.5, 0.6, 0.75, 0.9)
_LABEL = 4.6
_SCORES = (0, 30, 60, 75, 90, 100, 110, 115)
"""The scores of pone in the grid of chances."""
_AHEAD = (20, 10, 5, 0, -5, -10, -20)
"""The points by which the dealer is ahead in the grid of chances."""
_NAMED = 7
"""The number of throws named below the grid, for the player's own crib and for the opponent's."""
_Part = Callable[[float, float, float], tuple[list[Primitive], float]]
"""A part of the card: a function of the left edge, the top edge and the width, all in millimetres.

It returns the shapes, and the y-coordinate of the lower edge or of the last line of text.
"""
_ROW = 4.5
"""The height of a row of a grid, in millimetres."""
_MARGIN = 13.0
_GAP = 12.0
_SIZE = 2.9
_LINE = 4.0
_LETTERS = 57
"""The number of letters in a line of the whole width of a column.

They also fit in DejaVu Sans and Verdana, the widest fonts in which a browser shows the card as SVG.
"""


def reference_card() -> Drawing:
    """Return the drawing of the reference card on a page of A4 paper."""
    paper = PAPERS["a4"]
    width = (paper.width - 2 * _MARGIN - _GAP) / 2
    shapes = _head(paper.width)
    columns = (_deal, _play, _show, _keys), (_cribs, _leads, _chances, _worth_knowing, _terms)
    for number, parts in enumerate(columns):
        left, top = _MARGIN + number * (width + _GAP), 33.5
        for part in parts:
            heading = _HEADINGS[part](words())
            shapes += [
                Text(left, top, heading, 4.2, bold=True),
                Line(((left, top + 3.6), (left + width, top + 3.6)), thickness=0.25),
            ]
            found, bottom = part(left, top + 7.6, width)
            shapes += found
            top = bottom + 7.0
    return Drawing(words().CARD_TITLE, paper.width, paper.height, tuple(shapes))


def _head(width: float) -> list[Primitive]:
    return [
        Text(_MARGIN, 19, words().CARD_TITLE, 11, bold=True),
        Text(width - _MARGIN, 20.4, words().CARD_SUBTITLE, 3.6, "end", GREY),
        Line(((_MARGIN, 26.5), (width - _MARGIN, 26.5)), thickness=0.8),
    ]


def _lines(text: str, left: float, top: float, letters: int = _LETTERS) -> tuple[list[Primitive], float]:
    """Wrap a paragraph. Return its lines, and the y-coordinate for a line directly below them."""
    broken = wrap(text, letters, break_on_hyphens=False)
    shapes: list[Primitive] = [
        Text(left, top + index * _LINE, line, _SIZE) for index, line in enumerate(broken)
    ]
    return shapes, top + len(broken) * _LINE


def _deal(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    shapes: list[Primitive] = []
    for number, step in enumerate(words().CARD_STEPS, 1):
        shapes += [
            Circle(left + 2.2, top, 2.2, BLACK, None),
            Text(left + 2.2, top, str(number), 2.8, "middle", WHITE, bold=True),
        ]
        lines, bottom = _lines(step, left + 7, top, _LETTERS - 5)
        shapes += lines
        top = bottom + 1.1
    return shapes, top - _LINE - 1.1


def _points(
    rows: Sequence[tuple[str, str]], left: float, top: float, width: float
) -> tuple[list[Primitive], float]:
    """Draw a table of kinds of score and their points. Return also the last row's y-coordinate."""
    shapes: list[Primitive] = []
    for reason, points in rows:
        shapes += [
            Text(left, top, reason, _SIZE),
            Text(left + width, top, points, _SIZE, "end", bold=True),
            Line(((left, top + 2.4), (left + width, top + 2.4)), "#c8c8c8", 0.15),
        ]
        top += 4.8
    return shapes, top - 4.8


def _play(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = (
        (words().CARD_COUNT_OF_15, "2"),
        (words().CARD_COUNT_OF_31, "2"),
        (words().CARD_PAIR, "2"),
        (words().CARD_THREE, "6"),
        (words().CARD_FOUR, "12"),
        (words().CARD_RUN, words().CARD_ONE_EACH),
        (words().CARD_GO, "1"),
    )
    return _points(rows, left, top, width)


def _show(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = (
        (words().CARD_FIFTEEN, "2"),
        (f"{words().CARD_PAIR}; {words().CARD_THREE}; {words().CARD_FOUR}", "2; 6; 12"),
        (words().CARD_RUN_OF_SHOW, words().CARD_ONE_EACH),
        (f"{words().CARD_DOUBLE_RUN}; {words().CARD_LONG_DOUBLE_RUN}", "8; 10"),
        (words().CARD_TRIPLE_RUN, "15"),
        (words().CARD_QUADRUPLE_RUN, "16"),
        (words().CARD_FLUSH, "4; 5"),
        (words().CARD_CRIB_FLUSH, "5"),
        (words().CARD_NOBS, "1"),
    )
    return _points(rows, left, top, width)


def _keys(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = [
        ("A  2 - 10  J  Q  K", words().CARD_RANK_KEYS),
        ("  ".join(key.value for key in SUITS), words().CARD_SUIT_KEYS),
    ]
    rows += [(key.value, words().CARD_MEANINGS[key.value]) for key in WORD_KEYS]
    shapes: list[Primitive] = []
    for cap, meaning in rows:
        shapes += [
            Rectangle(left, top - 2.1, 25, 4.2, None, BLACK, 0.2, 0.9),
            Text(left + 12.5, top, cap, 2.5, "middle", bold=True),
            Text(left + 28, top, meaning, 2.7),
        ]
        top += 5.2
    return shapes, top - 5.2


def _worth_knowing(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    numbers = distribution()
    most = max(points for points, number in enumerate(numbers) if number)
    never = [points for points, number in enumerate(numbers[: most + 1]) if not number]
    sentences = (
        words().card_play_points(usual_play_mean(dealer=True).own, usual_play_mean(dealer=False).own),
        words().card_rare_hands(most, round(sum(numbers) / numbers[most] / comb(6, 4))),
        words().card_impossible(never),
    )
    shapes: list[Primitive] = []
    for sentence in sentences:
        lines, top = _lines(sentence, left, top)
        shapes += lines
    return shapes, top - _LINE


def _terms(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = (len(words().CARD_TERMS) + 1) // 2
    shapes: list[Primitive] = [
        Text(left + index // rows * width / 2, top + index % rows * _LINE, term, 2.7)
        for index, term in enumerate(words().CARD_TERMS)
    ]
    more, below = _lines(words().CARD_MORE, left, top + rows * _LINE + 1.2)
    return shapes + more, below - _LINE


def _crib_mean(first: Rank, second: Rank, *, dealer: bool) -> float:
    return usual_crib_mean(Card(first, Suit.HEARTS), Card(second, Suit.SPADES), dealer=dealer)


def _cribs(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    """The upper right half is for the player's own crib, and the lower left half for the opponent's."""
    shapes: list[Primitive] = []
    for line in words().CARD_THROW_ABOUT:
        shapes.append(Text(left, top, line, 2.7))
        top += 4.1
    size = (width - 2 * _LABEL) / len(_RANKS)
    x, y = left + _LABEL, top + 3.4
    for index, rank in enumerate(_RANKS):
        at = x + (index + 0.5) * size
        shapes.append(Text(at, y - 2.0, rank.symbol, 2.8, "middle", bold=True))
        shapes.append(Text(at, y + (len(_RANKS) + 1) * _ROW + 2.2, rank.symbol, 2.8, "middle", bold=True))
        shapes.append(
            Text(x + 13 * size + 2.6, y + (index + 0.5) * _ROW, rank.symbol, 2.8, "middle", bold=True)
        )
        shapes.append(Text(left + 2.0, y + (index + 1.5) * _ROW, rank.symbol, 2.8, "middle", bold=True))
        for column, other in enumerate(_RANKS):
            own = column >= index
            mean = _crib_mean(rank, other, dealer=own)
            row = index if own else index + 1
            shapes += _cell(x + column * size, y + row * _ROW, size, mean)
        mean = _crib_mean(rank, rank, dealer=False)
        shapes += _cell(x + index * size, y + (index + 1) * _ROW, size, mean)
    corners = [(x, y + _ROW)]
    for index in range(len(_RANKS)):
        corners += [
            (x + (index + 1) * size, y + (index + 1) * _ROW),
            (x + (index + 1) * size, y + (index + 2) * _ROW),
        ]
    shapes.append(Line(tuple(corners[:-1]), thickness=0.7))
    bottom = y + (len(_RANKS) + 1) * _ROW
    shapes.append(Rectangle(x, y, 13 * size, bottom - y, None, BLACK, 0.3))
    top = bottom + 8.0
    for sentence in words().card_best_throws(*_named()):
        shapes.append(Text(left, top, sentence, 2.7))
        top += 4.1
    return shapes, top - 4.1


def _cell(x: float, y: float, width: float, mean: float) -> list[Primitive]:
    return [
        Rectangle(x, y, width, _ROW, _shade(mean, _CRIB_LIMITS), WHITE, 0.2),
        Text(x + width / 2, y + _ROW / 2, f"{mean:.1f}", 2.5, "middle"),
    ]


def _named() -> tuple[str, str]:
    """Return the best throws to one's own crib, such as `5-5, 5-J`, and those to the other player's."""
    pairs = [(low, high) for low in Rank for high in Rank if low <= high]
    best = sorted(pairs, key=lambda pair: -_crib_mean(*pair, dealer=True))[:_NAMED]
    safest = sorted(pairs, key=lambda pair: _crib_mean(*pair, dealer=False))[:_NAMED]
    own, others = (", ".join(f"{low.symbol}-{high.symbol}" for low, high in some) for some in (best, safest))
    return own, others


def _leads(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    """The columns are for the rank that pone leads, the rows for how many cards of that rank pone holds."""
    rows = []
    for held, label in enumerate(words().CARD_HOLDING, 1):
        costs = [lead_cost(rank, held) for rank in _RANKS]
        cells = [(_shade(cost, _COST_LIMITS), f"{cost:.2f}".lstrip("0")) for cost in costs]
        rows.append((Text(left, 0, label, 2.7), cells))
    heads = [rank.symbol for rank in _RANKS]
    shapes, bottom = _grid(left + 18, top + 7.6, width - 18, heads, rows, 2.5)
    return [Text(left, top, words().CARD_LEAD_ABOUT, 2.7), *shapes], bottom


def _chances(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    """The columns are for pone's score, and the rows for the dealer's lead over pone, in points."""
    x, y = left + 18, top + 9.0
    rows = []
    for ahead in _AHEAD:
        cells: list[tuple[str, str] | None] = []
        for pone in _SCORES:
            if 0 <= pone + ahead < TARGET:
                chance = chance_before_deal(dealer=pone + ahead, pone=pone)
                cells.append((_shade(chance, _CHANCE_LIMITS), f"{100 * chance:.0f}"))
            else:
                cells.append(None)
        rows.append((Text(x - 1.6, 0, f"{ahead:+}" if ahead else "=", 2.8, "end", bold=True), cells))
    shapes, bottom = _grid(x, y, width - 18, [str(pone) for pone in _SCORES], rows, 2.6)
    return [
        Text(left, top, words().CARD_ODDS_ABOUT, 2.7),
        Text(left, y - 2.6, words().CARD_PONE_HAS, 2.7),
        Text(left, y + 0.5 * _ROW, words().CARD_DEALER_HAS, 2.7),
        *shapes,
    ], bottom


def _grid(
    x: float,
    y: float,
    width: float,
    heads: Sequence[str],
    rows: Sequence[tuple[Text, Sequence[tuple[str, str] | None]]],
    size: float,
) -> tuple[list[Primitive], float]:
    """Each row has a label, and the colour and text of each cell. Return also the lower edge."""
    across = width / len(heads)
    shapes: list[Primitive] = [
        Text(x + (column + 0.5) * across, y - 2.6, head, 2.8, "middle", bold=True)
        for column, head in enumerate(heads)
    ]
    for row, (label, cells) in enumerate(rows):
        middle = y + (row + 0.5) * _ROW
        shapes.append(label._replace(y=middle))
        for column, cell in enumerate(cells):
            if cell:
                colour, text = cell
                shapes += [
                    Rectangle(x + column * across, y + row * _ROW, across, _ROW, colour, WHITE, 0.2),
                    Text(x + (column + 0.5) * across, middle, text, size, "middle"),
                ]
    bottom = y + len(rows) * _ROW
    shapes.append(Rectangle(x, y, len(heads) * across, bottom - y, None, BLACK, 0.3))
    return shapes, bottom


def _shade(value: float, limits: Sequence[float]) -> str:
    return _GREYS[bisect_right(limits, value)]


_HEADINGS: dict[_Part, Callable[[English], str]] = {
    _deal: lambda words: words.CARD_DEAL,
    _play: lambda words: words.CARD_PLAY,
    _show: lambda words: words.CARD_SHOW,
    _keys: lambda words: words.CARD_KEYS,
    _cribs: lambda words: words.CARD_THROW,
    _leads: lambda words: words.CARD_LEAD,
    _chances: lambda words: words.CARD_ODDS,
    _worth_knowing: lambda words: words.CARD_WORTH_KNOWING,
    _terms: lambda words: words.CARD_WORDS,
}
