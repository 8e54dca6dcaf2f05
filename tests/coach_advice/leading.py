"""Advice on the card that pone leads, tested on the hands that a good pone keeps."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import Rank
from engine.coach.play_choice import KeptHand, kept_hands, lead_cost, mean
from tests.coach_advice.piece import Piece, judged, table


def pieces() -> list[Piece]:
    return [_four_or_lower(), _pair(), _no_five(), _fifteen_in_hand(), _five_in_hand()]


def _where(holds: Callable[[KeptHand], bool]) -> list[KeptHand]:
    return [hand for hand in kept_hands() if holds(hand)]


def _lead_of(rank: Rank) -> Callable[[KeptHand], float]:
    return lambda hand: hand.best is rank


def _four_or_lower() -> Piece:
    some = _where(lambda hand: hand.ranks[0] <= Rank.FOUR < hand.ranks[-1])
    right = mean(some, lambda hand: hand.best <= Rank.FOUR)
    costs = mean(some, lambda hand: hand.cost(rank for rank in hand.values if rank <= Rank.FOUR))
    rows = []
    for rank in Rank:
        row = [rank.symbol]
        for number in (1, 2):
            held = [hand for hand in kept_hands() if hand.ranks.count(rank) == number]
            row += [f"{mean(held, _lead_of(rank)):.0%}", f"{lead_cost(rank, number):.2f}"]
        rows.append(row)
    return Piece(
        "Lead a 4 or lower.",
        f"{judged(right)} Of the hands with such a card and a higher one, {right:.0%} have their best lead "
        f"among the low cards. Always leading the best of these costs {costs:.2f} points.",
        (
            "How often each rank is the best lead of a hand that contains it once or twice, and how many "
            "points it costs on average to lead it instead of the best:",
            table(["rank", "once: the best in", "costs", "twice: the best in", "costs"], rows),
        ),
    )


def _paired(hand: KeptHand) -> set[Rank]:
    """Return the ranks that occur exactly twice in a hand."""
    return {rank for rank in hand.ranks if hand.ranks.count(rank) == 2}


def _pair() -> Piece:
    some = _where(lambda hand: bool(_paired(hand)))
    right = mean(some, lambda hand: hand.best in _paired(hand))
    costs = mean(some, lambda hand: hand.cost(_paired(hand)))
    low = _where(lambda hand: any(rank <= Rank.FOUR for rank in _paired(hand)))
    low_right = mean(low, lambda hand: hand.best in _paired(hand))
    return Piece(
        "Lead from a pair.",
        f"{judged(right)} Of the hands with a pair, {right:.0%} have their best lead in the pair.",
        (
            f"Always leading from the pair costs {costs:.2f} points. A pair of fours or lower is the best "
            f"lead in {low_right:.0%}; leading from a pair of fives costs {lead_cost(Rank.FIVE, 2):.2f}.",
        ),
    )


def _no_five() -> Piece:
    some = _where(lambda hand: Rank.FIVE in hand.ranks)
    wrong = mean(some, _lead_of(Rank.FIVE))
    never = mean(some, lambda hand: hand.cost(rank for rank in hand.values if rank is not Rank.FIVE))
    always = mean(some, lambda hand: hand.cost([Rank.FIVE]))
    return Piece(
        "Never lead a 5.",
        f"{judged(1 - wrong)} A 5 is the best lead in {wrong:.1%} of the hands that contain one.",
        (f"Leading the 5 costs {always:.2f} points on average, and never leading it {never:.3f}.",),
    )


def _with(low: Rank, high: Rank) -> list[KeptHand]:
    return _where(lambda hand: low in hand.ranks and high in hand.ranks)


def _two_cards(pairs: tuple[tuple[Rank, Rank], ...]) -> tuple[float, str]:
    """Among the hands that contain two given ranks, find how often the best lead is one of these ranks.

    Args:
        pairs: several pairs of ranks to examine, the lower rank first.

    Returns:
        The lowest proportion found for any of the pairs, and a Markdown table with a row for each pair.
    """
    shares, rows = [], []
    for low, high in pairs:
        hands = _with(low, high)
        lower, higher = mean(hands, _lead_of(low)), mean(hands, _lead_of(high))
        costs = mean(hands, lambda hand, both=(low, high): hand.cost(both))  # type: ignore[misc]
        shares.append(lower + higher)
        rows.append([f"{low.symbol}-{high.symbol}", f"{lower:.0%}", f"{higher:.0%}", f"{costs:.2f}"])
    return min(shares), table(
        ["", "the lower is the best in", "the higher in", "leading one of them costs"], rows
    )


def _fifteen_in_hand() -> Piece:
    right, figures = _two_cards(((Rank.SIX, Rank.NINE), (Rank.SEVEN, Rank.EIGHT)))
    return Piece(
        "If two of your cards make fifteen, lead one of them: you can pair the card that makes fifteen.",
        judged(right),
        (figures,),
    )


def _five_in_hand() -> Piece:
    right, figures = _two_cards(((Rank.ACE, Rank.FOUR), (Rank.TWO, Rank.THREE)))
    return Piece(
        "If two of your cards make five, lead one: the other makes fifteen after a card that counts ten.",
        judged(right),
        (figures,),
    )
