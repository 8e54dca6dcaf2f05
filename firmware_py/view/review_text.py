"""A review of a game as text, as `muggins review` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from engine.cards import Card
from engine.coach.reviewing.course import Stage
from engine.coach.reviewing.review import DealReview, PlayerReview, Review, ReviewLimit
from engine.seats import Seat
from firmware_py.view.review_words import limit_texts, percent, review_names, turning_point_text
from firmware_py.words.in_use import words

_WIDTHS = (17, 9, 5, 7, 8, 12, 12)
"""The widths of the columns of a player's part in a deal."""

_LONGEST = 110
"""The maximum length of a line."""


def review_text(review: Review) -> str:
    """Return a review as text: both players' totals, each deal, and the turning points."""
    names = review_names(review)
    lines = [_standing(review, None), "", *_total_lines(review, names), ""]
    lines.append(_row("", words().REVIEW_COLUMNS, review))
    for deal in review.deals:
        lines += _deal_lines(review, deal, names)
    lines += ["", *words().REVIEW_KEY, *([words().REVIEW_KEY_WIN] if _knows_win(review) else [])]
    if review.turning_points:
        lines += ["", words().REVIEW_TURNING_POINTS]
        for point in review.turning_points:
            text = turning_point_text(review, point)
            lines += wrap(text, _LONGEST, initial_indent="  ", subsequent_indent="    ")
    if review.limits:
        lines += ["", *limit_texts(review)]
    if ReviewLimit.LIKELY_SPLIT in review.limits:
        lines.append(words().REVIEW_HOW_TO_CORRECT)
    return "\n".join(line.rstrip() for line in lines)


def _total_lines(review: Review, names: Sequence[str]) -> list[str]:
    wide = max(map(len, (*words().REVIEW_TOTALS, words().REVIEW_WIN_LOST)))
    both = [review.totals(Seat(seat)) for seat in (0, 1)]
    lines = [" " * wide + "".join(f"{name:>11}" for name in names)]
    for title, *figures in zip(words().REVIEW_TOTALS, *both, strict=True):
        sign = "" if title == words().REVIEW_TOTALS[0] else "+"
        lines.append(f"{title:<{wide}}" + "".join(f"{figure:>{sign}11.1f}" for figure in figures))
    if _knows_win(review):
        lost = [review.win_lost(Seat(seat)) for seat in (0, 1)]
        lines.append(f"{words().REVIEW_WIN_LOST:<{wide}}" + "".join(f"{each:>11.1%}" for each in lost))
    return lines


def _deal_lines(review: Review, deal: DealReview, names: Sequence[str]) -> list[str]:
    title = words().review_deal(deal.number, names[deal.dealer], deal.starter.pretty)
    lines = ["", f"{title}. {_standing(review, deal)}"]
    for name, player in zip(names, deal.players, strict=True):
        lines.append(_row(f"  {name}", _player_cells(player), review) + _better(player))
    if deal.crib:
        crib = _with_mean(deal.crib_points, deal.crib_mean)
        lines.append(_row(f"  {words().REVIEW_CRIB}", (_cards(deal.crib), "", "", "", "", crib), review))
    return lines


def _standing(review: Review, deal: DealReview | None) -> str:
    """Return a line with both sides' scores and chances of winning before a deal.

    If `deal` is None, return a line with the final scores instead.
    """
    names = review_names(review)
    scores = deal.scores if deal else review.scores
    moment = next(
        (each for each in review.course if deal and (each.deal, each.stage) == (deal.number, Stage.DEAL)),
        None,
    )
    if moment is None:
        return ", ".join(map(words().review_standing, names, scores))
    chances = map(percent, moment.chances)
    return ", ".join(map(words().review_standing_with_chance, names, scores, chances))


def _player_cells(player: PlayerReview) -> tuple[str, ...]:
    throw = player.throw
    return (
        _cards(player.hand),
        _cards(throw.thrown) if throw else "",
        str(throw.rank) if throw else "",
        f"{throw.cost:.2f}" if throw else "",
        f"{throw.win_cost:.1%}" if throw and throw.win_cost is not None else "",
        _with_mean(player.points, player.mean),
        _with_mean(player.pegged, player.pegging),
    )


def _better(player: PlayerReview) -> str:
    """Return the best throw as text, or an empty string if the player's throw was the best one."""
    throw = player.throw
    return f"  {words().review_better(_cards(throw.best))}" if throw and throw.rank > 1 else ""


def _row(name: str, cells: Sequence[str], review: Review) -> str:
    columns = [
        f"{cell:<{width}}" if index < 2 else f"{cell:>{width}}"
        for index, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=False))
        if index != _WIN or _knows_win(review)
    ]
    return f"{name:<14}{''.join(columns)}"


_WIN = 4


def _knows_win(review: Review) -> bool:
    """Return True if a review says how at least one throw affected the player's chance of winning."""
    throws = [player.throw for deal in review.deals for player in deal.players]
    return any(throw is not None and throw.win_cost is not None for throw in throws)


def _with_mean(points: int | None, mean: float | None) -> str:
    if points is None:
        return ""
    return f"{points}" if mean is None else f"{points} ({mean:4.1f})"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in sorted(cards))
