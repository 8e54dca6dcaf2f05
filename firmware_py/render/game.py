"""The picture of the game on the OLED: the scores, the tracks, and three lines of text.

`draw_scores` draws the top of the display: the scores, a D for the dealer, and an arrow towards the current
player's score. `draw_tracks` draws the tracks below. `text_lines` chooses the text: the prompt and, above it,
the cards and the points just scored, each in the longest form for which there is room.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card
from engine.scoring.pegs import HOLES, STREET, hole_of, holes_used, lap_of
from firmware_py.view.view import Track, View
from firmware_py.words.in_use import words

from .font import DIGITS, LARGE, NARROW, TALL, TEXT, WIDTH, Bitmap, lines_of, wrap_whole

if TYPE_CHECKING:
    from firmware_py.view.calls import Call

_SIGN = (50, 0, 77, 22)
"""The left, top, right and bottom of the arrow between two scores, in pixels."""
_POINT = (11, 9, 6, 4, 1)
"""The arrow's point, column by column towards its tip: the number of rows above the middle, and below it."""


def draw_scores(image: Bitmap, view: View) -> None:
    """Draw the scores of all sides, with the winner's score dark on light.

    With more than two sides, the score of the current player's side is also dark on light.
    """
    if len(view.tracks) == 2:
        _draw_two(image, view)
    else:
        _draw_row(image, view)


def _draw_two(image: Bitmap, view: View) -> None:
    for side, track in enumerate(view.tracks):
        left = side == 0
        score = str(track.front)
        width = DIGITS.width(score)
        won = side == view.winner
        margin = 4 if won else int(width < 36)
        x = margin if left else WIDTH - margin - width
        if won:
            image.box(x - 4, 0, x + width + 3, DIGITS.height - 1)
        DIGITS.draw(image, (x, 0), score, fill=0 if won else 1)
        if width <= 36:
            _draw_dealer_and_lap(image, view, side)
    if view.to_act is not None:
        _draw_sign(image, view)


def _draw_dealer_and_lap(image: Bitmap, view: View, side: int) -> None:
    # A D if the side deals, and the number of its current lap if the side is past its first lap.
    x = 37 if side == 0 else 83
    if side == view.dealer and view.winner is None:
        image.box(x, 12, x + 7, 22)
        TEXT.draw(image, (x + 1, 13), "D", fill=0)
    time = lap_of(view.tracks[side].front, view.target)
    if time > 1:
        TEXT.draw(image, (x + 1, 1), str(time))


class _Row(NamedTuple):
    """Where the parts of a row of scores are, in pixels.

    Attributes:
        column: the distance from one score to the next.
        bottom: the y-coordinate of the bottom of the light ground.
        score: the position of a score, from the upper left corner of its column.
        mark: the same for the dealer's D.
        lap: the same for the number of a lap.
    """

    column: int
    bottom: int
    score: tuple[int, int]
    mark: tuple[int, int]
    lap: tuple[int, int]


_ROWS = {3: _Row(43, 18, (3, 2), (34, 1), (34, 10)), 4: _Row(32, 17, (1, 1), (24, 1), (24, 9))}
"""The rows of three and of four scores, keyed by the number of scores."""


def _draw_row(image: Bitmap, view: View) -> None:
    row = _ROWS[len(view.tracks)]
    for side, track in enumerate(view.tracks):
        x = side * row.column
        lit = side in (view.to_act, view.winner)
        fill = 0 if lit else 1
        if lit:
            image.box(x, 0, x + row.column - 3, row.bottom)
        # Three double-width digits leave no room beside them.
        font = LARGE if track.front < 100 else TALL
        font.draw(image, (x + row.score[0], row.score[1]), str(track.front), fill)
        if side == view.dealer and view.winner is None:
            TEXT.draw(image, (x + row.mark[0], row.mark[1]), "D", fill)
        if lap_of(track.front, view.target) > 1:
            TEXT.draw(image, (x + row.lap[0], row.lap[1]), str(lap_of(track.front, view.target)), fill)


def _draw_sign(image: Bitmap, view: View) -> None:
    # During the play, the running count is dark on the filled arrow. A count that has just ended, for example
    # at 31, is light on an outlined arrow until the next card is led.
    left, top, right, bottom = _SIGN
    middle = (top + bottom) // 2
    for column, half in enumerate(_POINT, start=1):
        x = left - column if view.to_act == 0 else right + column
        image.box(x, middle - half, x, middle + half)
    if view.running_count is None:
        return
    image.box(*_SIGN)
    over = view.ended_count if not view.running_count else None
    if over:
        image.box(left + 1, top + 1, right - 1, bottom - 1, ink=0)
    count = str(over.total if over else view.running_count)
    LARGE.draw(image, ((WIDTH - LARGE.width(count)) // 2, 3), count, fill=1 if over else 0)


_TRACKS = {2: (24, 28), 3: (20, 24, 28), 4: (19, 22, 25, 28)}
"""The y-coordinate of the top of each track, keyed by the number of tracks."""
_START = 3
"""The x-coordinate of the start holes. Each hole is one pixel further right, or two in a game to 61."""


def draw_tracks(image: Bitmap, view: View) -> None:
    """Draw each side's track, one track below the other."""
    for y, track in zip(_TRACKS[len(view.tracks)], view.tracks, strict=True):
        _draw_track(image, y, track, view.target)


def _draw_track(image: Bitmap, y: int, track: Track, target: int) -> None:
    # A line leads up to the front peg. Dots mark the rest of the track.
    image.paste(_empty_track(target), _START, y)
    front, back = (_START + hole_of(score, target) * _pitch(target) for score in (track.front, track.back))
    if track.front:
        image.box(_START, y + 1, front, y + 1)
    image.box(back, y, back, y + 2)
    image.box(front - 1, y, front + 1, y + 2)


def _pitch(target: int) -> int:
    return 2 if 2 * target <= HOLES + 1 else 1


@cache
def _empty_track(target: int) -> Bitmap:
    # A dot for every fifth hole, a longer mark at the end of each street, and the game hole.
    last, pitch = holes_used(target), _pitch(target)
    image = Bitmap(last * pitch + 2, 3)
    for hole in range(5, last, 5):
        image.box(hole * pitch, 1, hole * pitch, 1)
    for hole in range(STREET, last, STREET):
        image.box(hole * pitch, 0, hole * pitch, 2)
    image.box(last * pitch, 0, last * pitch + 1, 2)
    return image


LINES = 3
"""The number of lines of text below the tracks."""
_WIDTH = 127
"""The width of a line in pixels: all but the first column of the display, which stays dark."""


def text_lines(view: View, beside: int = 0) -> list[str]:
    """Return the lines of text above the key hints.

    The prompt comes last and takes up two lines if there is room. The lines before it show the cards on the
    table and the points just scored, if there is room. `beside` is the number of pixels to leave free to the
    right of the prompt.
    """
    hints = 1 if view.hints else 0
    prompt = _prompt_lines(view, beside)
    room = LINES - len(prompt) - hints
    lines = _lines_in_play(view, room) if _is_in_play(view) else _lines_outside_play(view, room)
    # Two calls may leave no room for the prompt, because the arrow above shows whose turn it is.
    return (lines + [""] * (room - len(lines)) + prompt)[: LINES - hints]


def _prompt_lines(view: View, beside: int) -> list[str]:
    # If the prompt has several forms, the longest form that fits is used. When a deal begins, the count of
    # the crib has a single line, so that the prompt can tell how many cards to deal.
    calls = view.calls and not view.begins_deal
    two = not (calls or beside or (view.cards and (view.hints or view.legend)))
    forms = view.prompt_forms or (view.prompt,)
    for form in forms:
        lines = wrap_whole(form, _WIDTH - beside, 2 if two else 1)
        if lines is not None:
            return lines
    return lines_of(forms[0 if beside else -1], _WIDTH - beside, 2)


def _is_in_play(view: View) -> bool:
    return view.winner is None and (bool(view.running_count) or view.ended_count is not None)


def _lines_in_play(view: View, room: int) -> list[str]:
    lines = [_counts_line(view)]
    if len(view.calls) == 1:
        return [*lines, *_written_out(view.calls[0], 1)][:room]
    return [*lines, *(_fitting(*_short_forms(call)) for call in view.calls[1 - LINES :])]


def _short_forms(call: Call) -> tuple[str, ...]:
    return tuple(_pointing(call.side, text) for text in call.short_forms)


def _counts_line(view: View) -> str:
    """If the line is too long, the suits are left out, and then the spaces between the cards."""
    has_sign = len(view.tracks) == 2
    counts: list[tuple[str, tuple[Card, ...]]] = []
    if view.ended_count:
        on_sign = has_sign and view.running_count == 0
        counts.append(("" if on_sign else f"{view.ended_count.total}: ", view.ended_count.cards))
    if view.running_count:
        counts.append(("" if has_sign else f"{view.running_count}: ", view.cards))
    full = "   ".join(total + " ".join(card.pretty for card in cards) for total, cards in counts)
    ranks = "   ".join(total + " ".join(card.rank.symbol for card in cards) for total, cards in counts)
    close = "  ".join(total + "".join(card.rank.symbol for card in cards) for total, cards in counts)
    return _fitting(full, ranks, close)


def _lines_outside_play(view: View, room: int) -> list[str]:
    if not room:
        return []
    if view.legend and not view.calls:
        return _legend_lines(view.legend, view.cards_text)[:room]
    if len(view.calls) > 1:
        return _together(view.calls, room)
    called = [line for call in view.calls for line in _written_out(call, room)]
    # The cards come first: their line is a controller page of its own, sent only when the cards change.
    return called if len(called) == room else [view.cards_text, *called]


def _legend_lines(legend: Sequence[str], cards: str) -> list[str]:
    # The cards cut stand beside the last explanation if there is room for both, and otherwise instead of it.
    *lines, last = legend
    return [*lines, _fitting(*words().legend_and_cut(last, cards)) if cards else last]


def _written_out(call: Call, room: int) -> list[str]:
    """The words on one line, else the figures, else the words on up to `room` lines, else a short form."""
    forms = [(text, 1) for text in (call.text, call.figures) if text]
    for text, rows in (*(forms if call.figures else ()), (call.text, room)):
        lines = wrap_whole(_pointing(call.side, text), _WIDTH, rows)
        if lines is not None:
            return lines
    return [_fitting(*_short_forms(call))]


def _together(calls: Sequence[Call], room: int) -> list[str]:
    """If there are not enough lines, some announcements share a line; then the oldest are left out."""
    if len(calls) <= room:
        return [_fitting(*_short_forms(call)) for call in calls]
    first, rest = calls[: len(calls) - room + 1], calls[len(calls) - room + 1 :]
    levels = range(max(len(_short_forms(call)) for call in calls))

    def joined(level: int, some: Sequence[Call]) -> str:
        return "; ".join(_short_forms(call)[: level + 1][-1] for call in some)

    shared = next((joined(level, first) for level in levels if _fits(joined(level, first))), None)
    if shared:
        return [shared, *(_fitting(*_short_forms(call)) for call in rest)]
    text = joined(levels[-1], calls)
    lines = wrap_whole(text, _WIDTH, room)
    if lines is None:
        lines = wrap_whole(text, _WIDTH, room, NARROW)
    return _together(calls[1:], room) if lines is None else lines


def _fits(text: str) -> bool:
    return NARROW.width(text) <= _WIDTH


def _fitting(*texts: str) -> str:
    return next((text for text in texts if _fits(text)), texts[-1])


def _pointing(side: int | None, text: str) -> str:
    return text if side is None else f"{'◀▶'[side]} {text}"
