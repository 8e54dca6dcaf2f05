"""A review of a game as a JSON object for the web page, including all of its wording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from engine.cards import Card
from engine.coach.reviewing.course import Stage
from engine.coach.reviewing.crib_split import Split
from engine.coach.reviewing.review import DealReview, PlayerReview, Review
from engine.seats import Seat
from firmware_py.view.review_curve import positions
from firmware_py.view.review_words import limit_texts, percent, review_names, turning_point_text
from firmware_py.words.in_use import words

Object = dict[str, Any]


def review_view(review: Review) -> Object:
    """Return a review as a JSON object for the web page."""
    names = review_names(review)
    return {
        "title": ", ".join(map(words().review_standing, names, review.scores)),
        "names": list(names),
        "totals": _totals(review),
        "curve": _curve(review, names),
        "turns": [
            {"side": point.side, "text": turning_point_text(review, point)} for point in review.turning_points
        ],
        "deals": [_deal(review, deal, names) for deal in review.deals],
        "limits": limit_texts(review),
    }


def _totals(review: Review) -> list[list[str]]:
    """Return a table of both players' totals, such as the points lost through poor throws to the crib.

    Each row consists of a title and a figure for each player.
    """
    both = [review.totals(Seat(seat)) for seat in (0, 1)]
    rows = [
        [title, *(_signed(each) if index else f"{each:.1f}" for each in figures)]
        for index, (title, *figures) in enumerate(zip(words().REVIEW_TOTALS, *both, strict=True))
    ]
    throws = [player.throw for deal in review.deals for player in deal.players]
    if any(throw and throw.win_cost is not None for throw in throws):
        rows.append([words().REVIEW_WIN_LOST, *(f"{review.win_lost(Seat(seat)):.1%}" for seat in (0, 1))])
    return rows


def _signed(figure: float) -> str:
    rounded = round(figure, 1) + 0.0
    sign = "\N{MINUS SIGN}" if rounded < 0 else "+"
    return f"{sign}{abs(rounded):.1f}"


def _curve(review: Review, names: Sequence[str]) -> Object:
    """Return the curve of the first side's chance of winning as a JSON object.

    The object also contains a mark for each turning point, and a description for a screen reader.
    """
    course, places = review.course, positions(review.course)
    pairs = list(pairwise(course))
    marks = []
    for turn in review.turning_points:
        index = pairs.index((turn.before, turn.after))
        chance = (turn.before.chances[0] + turn.after.chances[0]) / 2
        marks.append({"at": (places[index] + places[index + 1]) / 2, "chance": chance, "side": turn.side})
    return {
        "points": [
            [round(at, 3), round(moment.chances[0], 4)] for at, moment in zip(places, course, strict=True)
        ],
        "marks": marks,
        "text": ". ".join(
            words().page_review_moment(moment.deal, names[0], percent(moment.chances[0]))
            for moment in course
            if moment.stage is Stage.DEAL
        ),
    }


def _deal(review: Review, deal: DealReview, names: Sequence[str]) -> Object:
    before = next(
        (each for each in review.course if (each.deal, each.stage) == (deal.number, Stage.DEAL)), None
    )
    chances = [] if before is None else [percent(chance) for chance in before.chances]
    standing = (
        map(words().review_standing_with_chance, names, deal.scores, chances)
        if chances
        else map(words().review_standing, names, deal.scores)
    )
    return {
        "number": deal.number,
        "title": words().page_review_deal(deal.number, names[deal.dealer]),
        "standing": ", ".join(standing),
        "starter": _card(deal.starter),
        "players": [_player(name, player) for name, player in zip(names, deal.players, strict=True)],
        "crib": {
            "text": words().page_review_crib(deal.crib_points, deal.crib_mean),
            "cards": _cards(deal.crib),
        },
        "splits": [_split(split, deal, names) for split in deal.splits],
    }


def _player(name: str, player: PlayerReview) -> Object:
    throw = player.throw
    counted = [
        *([words().page_review_hand(player.points, player.mean)] if player.points is not None else []),
        *([words().page_review_play(player.pegged, player.pegging)] if player.pegged is not None else []),
    ]
    return {
        "keeps": words().page_review_keeps(name),
        "hand": _cards(player.hand),
        "thrown": _cards(throw.thrown) if throw else [],
        "verdict": words().page_review_throw(throw.rank, throw.cost, throw.win_cost) if throw else "",
        "better": _cards(throw.best) if throw and throw.rank > 1 else [],
        "counted": counted,
    }


def _split(split: Split, deal: DealReview, names: Sequence[str]) -> Object:
    """Return a JSON object that describes one way in which the players may have thrown the crib's four cards.

    If the user chooses this way, the browser sends the object's member `threw` back to the server.

    Args:
        split: the cards that each player may have thrown.
        deal: the review of the deal.
        names: the players' names, in seat order.
    """
    thrown = (split.dealers, split.pones) if deal.dealer == 0 else (split.pones, split.dealers)
    texts = [" ".join(card.pretty for card in sorted(cards)) for cards in thrown]
    certain = None if split.chance == 1 else percent(split.chance)
    return {
        "text": words().page_review_split(list(zip(names, texts, strict=True)), certain),
        "threw": f"{deal.number}:{','.join(map(str, split.dealers))}",
    }


def _cards(cards: Iterable[Card]) -> list[Object]:
    return [_card(card) for card in sorted(cards)]


def _card(card: Card) -> Object:
    suit = "" if card.suit is None else card.suit.symbol
    return {"rank": card.rank.symbol, "suit": suit, "name": words().card_in_words(card)}
