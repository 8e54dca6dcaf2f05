"""The grids of the reference card: average crib points, the cost of each lead, and chances of winning."""

from __future__ import annotations

from engine.cards import Card, Rank, Suit
from engine.coach import chance_before_deal
from engine.coach.play_choice import lead_cost
from engine.coach.tables import usual_crib_mean
from engine.games_known_to_coach import TARGET
from firmware_py.diagram.shapes import BLACK, WHITE, Line, Primitive, Rectangle, Text
from firmware_py.words.in_use import words

_RANKS = tuple(Rank)
_SHADES = ((4.0, WHITE), (5.0, "#f0f0f0"), (6.0, "#dedede"), (7.0, "#c9c9c9"), (99.0, "#b0b0b0"))
"""The colours of a cell: each is for means below the number beside it."""
_COST_SHADES = ((0.05, WHITE), (0.15, "#f0f0f0"), (0.25, "#dedede"), (0.4, "#c9c9c9"), (99.0, "#b0b0b0"))
"""The colours of a cell: each is for costs of a lead below the number beside it."""
_LABEL = 4.6
_SCORES = (0, 30, 60, 75, 90, 100, 110, 115)
"""The scores of pone in the grid of chances."""
_AHEAD = (20, 10, 5, 0, -5, -10, -20)
"""The points by which the dealer is ahead in the grid of chances."""
_CHANCE_SHADES = ((0.9, "#b0b0b0"), (0.75, "#c9c9c9"), (0.6, "#dedede"), (0.5, "#f0f0f0"), (0.0, WHITE))
"""The colours of a cell: each is for chances of at least the number beside it."""
_NAMED = 7
"""The number of throws named below the grid, for the player's own crib and for the opponent's."""


def crib_mean(first: Rank, second: Rank, *, dealer: bool) -> float:
    """Return the average points of a crib to which a player has thrown two cards of different suits.

    Args:
        first: the rank of one of the two cards.
        second: the rank of the other card.
        dealer: True if the player who threw the cards is the dealer.
    """
    return usual_crib_mean(Card(first, Suit.HEARTS), Card(second, Suit.SPADES), dealer=dealer)


def cribs(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    """Draw a grid of the crib's average points for each pair of ranks thrown to the crib.

    The upper right half is for the player's own crib, and the lower left half for the opponent's. Return
    the shapes and the y-coordinate of the last line of text below the grid.

    Args:
        left: the x-coordinate of the left edge, in millimetres.
        top: the y-coordinate of the upper edge, in millimetres.
        width: the width of the grid, in millimetres.
    """
    shapes: list[Primitive] = []
    for line in words().CARD_THROW_ABOUT:
        shapes.append(Text(left, top, line, 2.7))
        top += 4.1
    size = (width - 2 * _LABEL) / len(_RANKS)
    x, y = left + _LABEL, top + 3.4
    for index, rank in enumerate(_RANKS):
        at = x + (index + 0.5) * size
        shapes.append(Text(at, y - 2.0, rank.symbol, 2.8, "middle", bold=True))
        shapes.append(Text(at, y + (len(_RANKS) + 1) * size + 2.2, rank.symbol, 2.8, "middle", bold=True))
        shapes.append(
            Text(x + 13 * size + 2.6, y + (index + 0.5) * size, rank.symbol, 2.8, "middle", bold=True)
        )
        shapes.append(Text(left + 2.0, y + (index + 1.5) * size, rank.symbol, 2.8, "middle", bold=True))
        for column, other in enumerate(_RANKS):
            own = column >= index
            mean = crib_mean(rank, other, dealer=own)
            row = index if own else index + 1
            shapes += _cell(x + column * size, y + row * size, size, mean)
        mean = crib_mean(rank, rank, dealer=False)
        shapes += _cell(x + index * size, y + (index + 1) * size, size, mean)
    corners = [(x, y + size)]
    for index in range(len(_RANKS)):
        corners += [
            (x + (index + 1) * size, y + (index + 1) * size),
            (x + (index + 1) * size, y + (index + 2) * size),
        ]
    shapes.append(Line(tuple(corners[:-1]), thickness=0.7))
    bottom = y + (len(_RANKS) + 1) * size
    shapes.append(Rectangle(x, y, 13 * size, bottom - y, None, BLACK, 0.3))
    top = bottom + 8.0
    for sentence in words().card_best_throws(*_named()):
        shapes.append(Text(left, top, sentence, 2.7))
        top += 4.1
    return shapes, top - 4.1


def _cell(x: float, y: float, size: float, mean: float) -> list[Primitive]:
    shade = next(colour for below, colour in _SHADES if mean < below)
    return [
        Rectangle(x, y, size, size, shade, "#ffffff", 0.2),
        Text(x + size / 2, y + size / 2, f"{mean:.1f}", 2.5, "middle"),
    ]


def _named() -> tuple[str, str]:
    """Return two lists of throws as text, such as `5-5, 5-J`.

    The first lists the best throws to the player's own crib, and the second the best throws to the other
    player's crib.
    """
    pairs = [(low, high) for low in Rank for high in Rank if low <= high]
    best = sorted(pairs, key=lambda pair: -crib_mean(*pair, dealer=True))[:_NAMED]
    safest = sorted(pairs, key=lambda pair: crib_mean(*pair, dealer=False))[:_NAMED]
    own, others = (", ".join(f"{low.symbol}-{high.symbol}" for low, high in some) for some in (best, safest))
    return own, others


def leads(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    """Draw a grid of the average points that pone loses by leading each rank instead of the best card.

    The columns are for the rank that pone leads, and the rows for how many cards of that rank pone holds.
    Return the shapes and the y-coordinate of the grid's lower edge.

    Args:
        left: the x-coordinate of the left edge, in millimetres.
        top: the y-coordinate of the upper edge, in millimetres.
        width: the width of the grid, in millimetres.
    """
    shapes: list[Primitive] = [Text(left, top, words().CARD_LEAD_ABOUT, 2.7)]
    x, y = left + 18, top + 7.6
    across, down = (width - 18) / len(_RANKS), 4.9
    for column, rank in enumerate(_RANKS):
        shapes.append(Text(x + (column + 0.5) * across, y - 2.6, rank.symbol, 2.8, "middle", bold=True))
    for row, label in enumerate(words().CARD_HOLDING):
        middle = y + (row + 0.5) * down
        shapes.append(Text(left, middle, label, 2.7))
        for column, rank in enumerate(_RANKS):
            cost = lead_cost(rank, row + 1)
            shade = next(colour for below, colour in _COST_SHADES if cost < below)
            shapes.append(Rectangle(x + column * across, y + row * down, across, down, shade, WHITE, 0.2))
            shapes.append(Text(x + (column + 0.5) * across, middle, f"{cost:.2f}".lstrip("0"), 2.5, "middle"))
    bottom = y + len(words().CARD_HOLDING) * down
    shapes.append(Rectangle(x, y, len(_RANKS) * across, bottom - y, None, BLACK, 0.3))
    return shapes, bottom


def chances(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    """Draw a grid that shows the dealer's chance of winning.

    The columns are for pone's score, and the rows for the dealer's lead over pone, in points. Return the
    shapes and the y-coordinate of the lower edge.

    Args:
        left: the x-coordinate of the left edge, in millimetres.
        top: the y-coordinate of the upper edge, in millimetres.
        width: the width of the grid, in millimetres.
    """
    shapes: list[Primitive] = [Text(left, top, words().CARD_ODDS_ABOUT, 2.7)]
    x, y = left + 18, top + 9.0
    across, down = (width - 18) / len(_SCORES), 4.9
    shapes += [
        Text(left, y - 2.6, words().CARD_PONE_HAS, 2.7),
        Text(left, y + 0.5 * down, words().CARD_DEALER_HAS, 2.7),
    ]
    for column, pone in enumerate(_SCORES):
        shapes.append(Text(x + (column + 0.5) * across, y - 2.6, str(pone), 2.8, "middle", bold=True))
    for row, ahead in enumerate(_AHEAD):
        middle = y + (row + 0.5) * down
        shapes.append(Text(x - 1.6, middle, f"{ahead:+}" if ahead else "=", 2.8, "end", bold=True))
        for column, pone in enumerate(_SCORES):
            if not 0 <= pone + ahead < TARGET:
                continue
            chance = chance_before_deal(dealer=pone + ahead, pone=pone)
            shade = next(colour for above, colour in _CHANCE_SHADES if chance >= above)
            shapes.append(Rectangle(x + column * across, y + row * down, across, down, shade, WHITE, 0.2))
            shapes.append(Text(x + (column + 0.5) * across, middle, f"{100 * chance:.0f}", 2.6, "middle"))
    bottom = y + len(_AHEAD) * down
    shapes.append(Rectangle(x, y, len(_SCORES) * across, bottom - y, None, BLACK, 0.3))
    return shapes, bottom
