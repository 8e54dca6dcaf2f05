"""The top of the OLED: the scores, a D for the dealer, and an arrow towards the current player's score."""

from __future__ import annotations

from functools import cache

from PIL import Image

from engine.scoring.pegs import lap_of
from firmware_py.render.box import draw_box
from firmware_py.render.font import DIGITS, TEXT
from firmware_py.render.screen_size import WIDTH
from firmware_py.view.view import View

_COLUMN = 43
"""The distance from one of three scores to the next, in pixels."""
_SIGN = (50, 0, 77, 22)
"""The left, top, right and bottom of the arrow between two scores, in pixels."""
_POINT = (11, 9, 6, 4, 1)
"""The arrow's point, column by column towards its tip: the number of rows above the middle, and below it."""


def draw_scores(image: Image.Image, view: View) -> None:
    """Draw the scores of all sides, with the winner's score dark on light.

    With three sides, the score of the current player's side is also dark on light.
    """
    if len(view.tracks) == 2:
        _draw_two(image, view)
    else:
        _draw_three(image, view)


def _draw_two(image: Image.Image, view: View) -> None:
    """Draw two scores in the upper corners, with an arrow between them that points to the current player."""
    for side, track in enumerate(view.tracks):
        left = side == 0
        score = str(track.front)
        width = DIGITS.width(score)
        won = side == view.winner
        margin = 4 if won else int(width < 36)
        x = margin if left else WIDTH - margin - width
        if won:
            draw_box(image, x - 4, 0, x + width + 3, DIGITS.height - 1)
        DIGITS.draw(image, (x, 0), score, fill=0 if won else 1)
        if width <= 36:
            _draw_dealer_and_lap(image, view, side)
    if view.to_act is not None:
        _draw_sign(image, view)


def _draw_dealer_and_lap(image: Image.Image, view: View, side: int) -> None:
    """Draw the marks beside a side's score.

    These are a D if the side deals, and the number of its current lap if the side is past its first lap.
    """
    x = 37 if side == 0 else 83
    if side == view.dealer and view.winner is None:
        draw_box(image, x, 12, x + 7, 22)
        TEXT.draw(image, (x + 1, 13), "D", fill=0)
    time = lap_of(view.tracks[side].front, view.target)
    if time > 1:
        TEXT.draw(image, (x + 1, 1), str(time))


def _draw_three(image: Image.Image, view: View) -> None:
    """Draw the scores of three sides next to each other.

    A D marks the dealer's score. If a side is past its first lap of the track, the number of its current lap
    is shown beside its score.
    """
    for side, track in enumerate(view.tracks):
        x = side * _COLUMN
        lit = side in (view.to_act, view.winner)
        if lit:
            draw_box(image, x, 0, x + _COLUMN - 3, 18)
        # Three double-width digits leave no room beside them.
        digits = _large(str(track.front), wide=track.front < 100)
        image.paste(0 if lit else 1, (x + 3, 2), digits)
        if side == view.dealer and view.winner is None:
            TEXT.draw(image, (x + _COLUMN - 9, 1), "D", fill=0 if lit else 1)
        if lap_of(track.front, view.target) > 1:
            TEXT.draw(
                image, (x + _COLUMN - 9, 10), str(lap_of(track.front, view.target)), fill=0 if lit else 1
            )


def _draw_sign(image: Image.Image, view: View) -> None:
    """Draw the arrow that points to the current player's side.

    During the play, the running count is drawn dark on the filled arrow. A count that has just ended, for
    example at 31, is drawn light on an outlined arrow until the next card is led.
    """
    over = view.ended_count if not view.running_count else None
    if view.running_count is None:
        sign = _sign(view.to_act == 0, filled=None)
    else:
        sign = _sign(view.to_act == 0, filled=over is None)
    image.paste(1, (_SIGN[0] - len(_POINT), _SIGN[1]), sign)
    if view.running_count is not None:
        digits = _large(str(over.total if over else view.running_count))
        image.paste(1 if over else 0, ((WIDTH - digits.width) // 2, 3), digits)


@cache
def _sign(to_the_left: bool, filled: bool | None) -> Image.Image:
    """Return a mask of the arrow between two scores: a box for the running count, with a pointed end.

    Args:
        to_the_left: True if the arrow points to the left, False if it points to the right.
        filled: True for a filled box, False for the outline of a box, or None to leave the box out and draw
            only the pointed end.
    """
    left, top, right, bottom = _SIGN
    width, height, point = right - left + 1, bottom - top + 1, len(_POINT)
    mask = Image.new("1", (width + 2 * point, height))
    for column, half in enumerate(_POINT, start=1):
        x = point - column if to_the_left else point + width - 1 + column
        draw_box(mask, x, height // 2 - half, x, height // 2 + half)
    if filled is not None:
        draw_box(mask, point, 0, point + width - 1, height - 1)
    if filled is False:
        draw_box(mask, point + 1, 1, point + width - 2, height - 2, ink=0)
    return mask


@cache
def _large(digits: str, *, wide: bool = True) -> Image.Image:
    """Return an image of a number in double height and, if `wide` is True, also in double width."""
    mask = TEXT.mask(digits)
    return mask.resize((2 * mask.width if wide else mask.width, 2 * mask.height), Image.Resampling.NEAREST)
