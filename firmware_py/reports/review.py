"""A review of a game as `muggins review` prints it: as text, or as JSON (REFERENCE.md, JSON)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from engine.cards import Card
from engine.coach.reviewing.course import Moment, Stage, TurningPoint
from engine.coach.reviewing.crib_split import Split
from engine.coach.reviewing.review import DealReview, PlayerReview, Review
from engine.coach.reviewing.reviewed_cards import ReviewedCard
from engine.indices import Seat
from firmware_py.words.in_use import cards_in_row, words


def review_names(review: Review) -> Sequence[str]:
    """Return the two players' names: the names that they entered, or the names of their seats."""
    return review.names or words().seats(2)


def turning_point_text(review: Review, point: TurningPoint) -> str:
    """Return a sentence that says what happened at a turning point, and how the chance of winning changed."""
    before, after = (percent(moment.chances[point.side]) for moment in point)
    name = review_names(review)[point.side]
    return words().review_turning_point(point.after.deal, _happened(review, point), name, before, after)


def limit_texts(review: Review) -> list[str]:
    """Return sentences that say why a review is incomplete or approximate."""
    return [words().REVIEW_LIMITS[limit.value] for limit in review.limits]


def threw_option(deal: DealReview, split: Split) -> str:
    """Return the value of the option `--threw` that tells the review who threw which cards, e.g. `3:5H,J`."""
    return f"{deal.number}:{','.join(map(str, split.dealers))}"


def percent(chance: float) -> int:
    """Convert a chance of winning, from 0 to 1, to a whole percentage.

    The result is 0 or 100 only if `chance` is exactly 0 or 1, i.e. if the game is over.
    """
    rounded = round(100 * chance)
    return rounded if chance in (0, 1) else min(max(rounded, 1), 99)


def _happened(review: Review, point: TurningPoint) -> str:
    names = review_names(review)
    deal = review.deals[point.after.deal - 1]
    before, after = point
    scored = [(name, _gain(before, after, side)) for side, name in enumerate(names)]
    match after.stage:
        case Stage.STARTER:
            return words().review_happened_starter(deal.starter.pretty)
        case Stage.PLAY if before.stage is Stage.STARTER:
            hands = [
                (name, player.points)
                for name, player in zip(names, deal.players, strict=True)
                if player.points is not None
            ]
            return words().review_happened_play(scored, hands)
        case Stage.HAND if before.stage in (Stage.PLAY, Stage.HAND):
            owner = _owner(deal, before)
            return words().review_happened_hand(names[owner], deal.players[owner].points or 0)
        case Stage.CRIB if before.stage is Stage.HAND:
            return words().review_happened_crib(names[deal.dealer], deal.crib_points or 0)
        case Stage.END:
            return words().REVIEW_HAPPENED_BY_HAND
    return words().review_happened_deal(scored)


def _owner(deal: DealReview, before: Moment) -> int:
    return 1 - deal.dealer if before.stage is Stage.PLAY else deal.dealer


def _gain(before: Moment, after: Moment, side: int) -> int:
    return after.scores[side] - before.scores[side]


_WIDTHS = (17, 9, 5, 7, 8, 12, 12)
"""The widths of the columns of a player's part in a deal."""

_LONGEST = 110
"""The maximum length of a line."""


def review_text(review: Review) -> str:
    """Return a review as text: both players' totals, each deal, and the turning points."""
    names = review_names(review)
    lines = [standing_text(review), "", *_total_lines(review, names), ""]
    lines.append(_row("", words().REVIEW_COLUMNS, review))
    for deal in review.deals:
        lines += _deal_lines(review, deal, names)
    lines += ["", *words().REVIEW_KEY, *([words().REVIEW_KEY_WIN] if _knows_win(review) else [])]
    if any(deal.laid for deal in review.deals):
        lines.append(words().REVIEW_KEY_LAID)
    if review.turning_points:
        lines += ["", words().REVIEW_TURNING_POINTS]
        for point in review.turning_points:
            text = turning_point_text(review, point)
            lines += wrap(text, _LONGEST, initial_indent="  ", subsequent_indent="    ")
    if dearest := dearest_texts(review):
        lines += ["", words().REVIEW_DEAREST, *(f"  {text}" for text in dearest)]
    if review.limits:
        lines += ["", *limit_texts(review)]
    guessed = next((deal for deal in review.deals if len(deal.splits) > 1), None)
    if guessed:
        lines.append(words().review_how_to_correct(guessed.number, threw_option(guessed, guessed.splits[1])))
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
    lines = ["", f"{title}. {standing_text(review, deal)}"]
    for name, player in zip(names, deal.players, strict=True):
        lines.append(_row(f"  {name}", _player_cells(player), review) + _better(player))
    if deal.crib:
        crib = _with_mean(deal.crib_points, deal.crib_mean)
        lines.append(_row(f"  {words().REVIEW_CRIB}", (_cards(deal.crib), "", "", "", "", crib), review))
    if deal.laid:
        laid = ", ".join(_laid_text(each, names) for each in deal.laid)
        lines += wrap(
            laid, _LONGEST, initial_indent=f"  {words().REVIEW_LAID:<12}", subsequent_indent=" " * 14
        )
    return lines


def _laid_text(laid: ReviewedCard, names: Sequence[str]) -> str:
    text = f"{names[laid.seat]} {laid.card.pretty}"
    return text if round(laid.cost, 1) == 0 else f"{text} ({laid.best.pretty} {laid.cost:.1f})"


MOST_DEAREST = 3
LEAST_DEAR = 0.5
"""The smallest number of points for which a throw or a card is among the dearest moments."""


def dearest_texts(review: Review) -> list[str]:
    """Return sentences about the throws and cards that cost most; none if the cards were not judged."""
    if not any(deal.laid for deal in review.deals):
        return []
    found = sorted(_costs(review), key=lambda each: -each[0])
    return [text for cost, text in found[:MOST_DEAREST] if cost >= LEAST_DEAR]


def _costs(review: Review) -> Iterator[tuple[float, str]]:
    """Yield the points that each throw and each card cost, with a sentence about it."""
    names = review_names(review)
    for deal in review.deals:
        for name, throw in zip(names, (player.throw for player in deal.players), strict=True):
            if throw:
                thrown, best = _cards(throw.thrown), _cards(throw.best)
                yield throw.cost, words().review_dear_throw(deal.number, name, thrown, best, throw.cost)
        for laid in deal.laid:
            cards = laid.card.pretty, laid.best.pretty
            name = names[laid.seat]
            yield laid.cost, words().review_dear_card(deal.number, name, *cards, laid.on, laid.cost)


def standing_text(review: Review, deal: DealReview | None = None) -> str:
    """Return the scores before a deal, with the chances to win; without a deal, the final scores."""
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
    throws = [player.throw for deal in review.deals for player in deal.players]
    return any(throw is not None and throw.win_cost is not None for throw in throws)


def _with_mean(points: int | None, mean: float | None) -> str:
    if points is None:
        return ""
    return f"{points}" if mean is None else f"{points} ({mean:4.1f})"


def _cards(cards: Sequence[Card]) -> str:
    return cards_in_row(sorted(cards))


_WITHIN = {Stage.DEAL: 0.0, Stage.STARTER: 0.14, Stage.PLAY: 0.55, Stage.CRIB: 1.0, Stage.END: 1.0}
"""The position of each stage within a deal, from 0 to 1. The hands lie between the play and the crib."""
_HANDS = (0.7, 0.85)


def positions(course: Sequence[Moment]) -> list[float]:
    """Return the position of each moment in a game, measured in deals since the beginning of the game.

    For example, 2.14 is shortly after the beginning of the third deal.
    """
    found = []
    hands = 0
    for moment in course:
        hands = hands + 1 if moment.stage is Stage.HAND else 0
        found.append(moment.deal - 1 + (_HANDS[hands - 1] if hands else _WITHIN[moment.stage]))
    return found


Object = dict[str, Any]


def review_object(review: Review) -> Object:
    """Return a review as a JSON object."""
    return {
        "names": list(review_names(review)),
        "scores": list(review.scores),
        "winner": review.winner,
        "totals": [
            {name: round(figure, 2) for name, figure in review.totals(Seat(seat))._asdict().items()}
            for seat in (0, 1)
        ],
        "deals": [_deal(deal) for deal in review.deals],
        "course": [_moment(moment) for moment in review.course],
        "turning_points": [_turning_point(review, point) for point in review.turning_points],
        "dearest": dearest_texts(review),
        "limits": [limit.value for limit in review.limits],
    }


def _deal(deal: DealReview) -> Object:
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "scores": list(deal.scores),
        "starter": str(deal.starter),
        "players": [_player(player) for player in deal.players],
        "crib": {
            "cards": _texts(deal.crib),
            "points": deal.crib_points,
            "mean": _rounded(deal.crib_mean),
            "luck": _rounded(deal.luck_of_crib),
        },
        "splits": [_split(split) for split in deal.splits],
        "laid": [_laid(each) for each in deal.laid],
    }


def _player(player: PlayerReview) -> Object:
    throw = player.throw
    return {
        "hand": _texts(player.hand),
        "throw": None
        if throw is None
        else {
            "thrown": _texts(throw.thrown),
            "best": _texts(throw.best),
            "rank": throw.rank,
            "cost": _rounded(throw.cost),
            "win": _rounded(throw.win_cost, 4),
        },
        "points": player.points,
        "mean": _rounded(player.mean),
        "luck": _rounded(player.luck_of_cut),
        "pegged": player.pegged,
        "pegging": _rounded(player.pegging),
        "play": _rounded(player.play),
    }


def _split(split: Split) -> Object:
    return {
        "dealer": _texts(split.dealers),
        "pone": _texts(split.pones),
        "chance": _rounded(split.chance),
    }


def _laid(laid: ReviewedCard) -> Object:
    return {
        "seat": laid.seat,
        "card": str(laid.card),
        "on": laid.on,
        "best": str(laid.best),
        "cost": _rounded(laid.cost),
    }


def _moment(moment: Moment) -> Object:
    return {
        "deal": moment.deal,
        "stage": moment.stage.value,
        "scores": list(moment.scores),
        "chances": [_rounded(chance, 4) for chance in moment.chances],
    }


def _turning_point(review: Review, point: TurningPoint) -> Object:
    return {
        "deal": point.after.deal,
        "from": point.before.stage.value,
        "to": point.after.stage.value,
        "side": point.side,
        "rise": _rounded(point.rise, 4),
        "text": turning_point_text(review, point),
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _rounded(value: float | None, digits: int = 2) -> float | None:
    # Adding 0 turns -0.0 into 0.0.
    return None if value is None else round(value, digits) + 0.0
