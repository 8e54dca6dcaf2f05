"""The three lines of text on the OLED: the prompt and, above it, the cards and the points just scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import Card
from firmware_py.render.font import NARROW, lines_of, wrap_whole
from firmware_py.view.view import View
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from firmware_py.view.calls import Call

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
    """Return the prompt as lines of text that leave `beside` pixels free on the right.

    If the prompt has several forms, the longest form that fits is used.
    """
    two = not (view.calls or beside or (view.cards and (view.hints or view.legend)))
    forms = view.prompt_forms or (view.prompt,)
    for form in forms:
        lines = wrap_whole(form, _WIDTH - beside, 2 if two else 1)
        if lines is not None:
            return lines
    return lines_of(forms[0 if beside else -1], _WIDTH - beside, 2)


def _is_in_play(view: View) -> bool:
    return view.winner is None and (bool(view.running_count) or view.ended_count is not None)


def _lines_in_play(view: View, room: int) -> list[str]:
    """Return at most `room` lines to show during the play: the current count, then the points just scored."""
    lines = [_counts_line(view)]
    if len(view.calls) == 1:
        return [*lines, *_written_out(view.calls[0], 1)][:room]
    return [*lines, *(_fitting(*_short_forms(call)) for call in view.calls[1 - LINES :])]


def _short_forms(call: Call) -> tuple[str, ...]:
    """Return the one-line forms of an announcement of points, longest first.

    Each of them begins with an arrow that points to the side that scored.
    """
    return tuple(_pointing(call.side, text) for text in call.short_forms)


def _counts_line(view: View) -> str:
    """Return the line that shows the current count and its cards, such as `24: 8 7 9`.

    If a count has just ended, it is shown before the current one. If the line is too long, the suits are left
    out. If it is still too long, the spaces between the cards are left out too.
    """
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
    """Return at most `room` lines to show above the prompt while no cards are being played.

    The lines show the cards on the table and the points just scored. At the beginning of a match, they
    explain the symbols on the screen instead.
    """
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
    """Return lines that explain the symbols for the current player and the dealer, and show the cards cut.

    Args:
        legend: the explanation of each symbol.
        cards: the cards cut so far. They are shown beside the last explanation if there is room for both, and
            otherwise instead of it.
    """
    *lines, last = legend
    return [*lines, _fitting(*words().legend_and_cut(last, cards)) if cards else last]


def _written_out(call: Call, room: int) -> list[str]:
    """Return the announcement of points as lines of text.

    The result is the first of the following forms that fits: the words on one line, the figures on one line
    (if the announcement has figures), the words on up to `room` lines, or a short form on one line.
    """
    forms = [(text, 1) for text in (call.text, call.figures) if text]
    for text, rows in (*(forms if call.figures else ()), (call.text, room)):
        lines = wrap_whole(_pointing(call.side, text), _WIDTH, rows)
        if lines is not None:
            return lines
    return [_fitting(*_short_forms(call))]


def _together(calls: Sequence[Call], room: int) -> list[str]:
    """Return at most `room` lines of text that show several announcements of points.

    Each announcement has its own line if there are enough lines. Otherwise, some announcements share a line.
    If there is still not enough space, the oldest announcements are left out.
    """
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
