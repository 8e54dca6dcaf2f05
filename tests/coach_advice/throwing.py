"""Advice on the two cards to throw, tested on five thousand random hands and all their throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import NamedTuple

from engine.cards import PACK, Card, Rank, Suit
from engine.coach import throws
from engine.coach.tables import usual_crib_mean
from engine.coach.throws import Throw, quick_throws
from engine.scoring.fast_count import show_points


class Piece(NamedTuple):
    """A piece of advice about how to play.

    Attributes:
        advice: the advice, in one sentence.
        verdict: what the coach's tables say about the advice, in one sentence.
        figures: further sentences with numbers from these tables, and tables in Markdown.
    """

    advice: str
    verdict: str
    figures: tuple[str, ...]


def piece(advice: str, verdict: str, *figures: str) -> Piece:
    return Piece(advice, verdict, figures)


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown. All columns but the first are aligned to the right."""
    lines = [heading, ["---", *["---:"] * (len(heading) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def judged(right: float) -> str:
    """Return a sentence about how often a piece of advice is right, such as `This is mostly right.`

    Args:
        right: the proportion of hands in which it is right, from 0 to 1.
    """
    if right > 0.9:
        return "This is nearly always right."
    if right > 0.7:
        return "This is mostly right."
    if right > 0.55:
        return "This is right more often than not."
    return "This is right only about half the time." if right > 0.45 else "The tables disagree."


NUMBER = 5_000
_SEED = 121


class DealtHand(NamedTuple):
    """A hand of six cards, and the fifteen ways to throw two of them to the crib, best first."""

    cards: tuple[Card, ...]
    throws: tuple[Throw, ...]


@cache
def dealt_hands(*, dealer: bool) -> tuple[DealtHand, ...]:
    """Return random hands of six cards, each with its possible throws, best first.

    Args:
        dealer: True for the dealer's throws, False for pone's.
    """
    random = Random(_SEED)
    dealt = (tuple(random.sample(sorted(PACK), 6)) for _ in range(NUMBER))
    return tuple(DealtHand(cards, quick_throws(cards, dealer=dealer)) for cards in dealt)


class Verdict(NamedTuple):
    """The result of following a piece of advice instead of the coach.

    Attributes:
        right: the proportion of hands or situations in which the advice is as good as the coach's choice.
        costs: the average number of points that a player loses by following the advice.
    """

    right: float
    costs: float


def rule(value: Callable[[Throw], object], *, dealer: bool) -> Verdict:
    """Return how often a rule for throwing agrees with the coach, and how many points it loses on average.

    Both are measured with random hands.

    Args:
        value: a function that rates a throw. The rule is to choose the throw with the highest rating.
        dealer: True if the player is the dealer.
    """
    hands = dealt_hands(dealer=dealer)
    chosen = [max(hand.throws, key=value) for hand in hands]  # type: ignore[arg-type,type-var]
    same = sum(throw is hand.throws[0] for throw, hand in zip(chosen, hands, strict=True))
    lost = sum(hand.throws[0].total - throw.total for throw, hand in zip(chosen, hands, strict=True))
    return Verdict(same / len(hands), lost / len(hands))


def share(hands: Sequence[DealtHand], holds: Callable[[DealtHand], bool]) -> float:
    return sum(map(holds, hands)) / len(hands)


_SIDES = {True: "dealer", False: "pone"}


def on_throwing() -> list[Piece]:
    on_cribs = [_three_three(), _own_crib(), _others_crib(), _no_five(), _far_apart(), _suits()]
    return [*on_cribs, _hand_first(), _points_in_hand(), _double_run(), _flush()]


def _name(pair: Sequence[Card]) -> str:
    low, high = sorted(card.rank for card in pair)
    return f"{low.symbol}-{high.symbol}"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in sorted(cards, key=lambda card: card.rank))


def _best(hand: str, number: int) -> str:
    """Return a table of the best throws from a hand, for the dealer and for pone.

    Args:
        hand: the six cards, separated by spaces.
        number: how many throws to list for each player.
    """
    rows = []
    for dealer, side in _SIDES.items():
        for throw in throws([Card.parse(card) for card in hand.split()], dealer=dealer)[:number]:
            figures = (throw.hand, throw.crib, throw.play, throw.total)
            rows.append([f"{side} throws {_cards(throw.thrown)}", *(f"{figure:.2f}" for figure in figures)])
    return table(["", "hand", "crib", "play", "total"], rows)


def _three_three() -> Piece:
    hand, ahead = "3H 3D 5H 5D 6H 7S", {}
    for dealer in _SIDES:
        best, second, *_ = throws([Card.parse(card) for card in hand.split()], dealer=dealer)
        assert _name(best.thrown) == "3-3"
        ahead[dealer] = best.total - second.total
    return piece(
        "From 3-3-5-5-6-7 throw 3-3 (the papers).",
        f"This is right for both, but only for the dealer is it clear: the next best throw costs the dealer "
        f"{ahead[True]:.2f} points and pone {ahead[False]:.2f}.",
        _best(hand, 3),
    )


def usual_means(*, dealer: bool) -> dict[str, float]:
    """Return the crib's mean points for each pair of ranks thrown to it, highest mean first.

    The two cards are of different suits. The keys are the ranks, such as `5-J`.

    Args:
        dealer: True for the dealer's throws, False for pone's.
    """
    pairs = list(combinations_with_replacement(Rank, 2))
    cards = [(Card(low, Suit.HEARTS), Card(high, Suit.SPADES)) for low, high in pairs]
    found = {_name(pair): usual_crib_mean(*pair, dealer=dealer) for pair in cards}
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def _own_crib() -> Piece:
    means = usual_means(dealer=True)
    classic = ("5-5", "5-10", "5-J", "5-Q", "5-K", "2-3", "7-8")
    first = list(means)[:7]
    assert set(classic) == set(first)
    pairs = [name for name in means if len(set(name.split("-"))) == 1]
    hands = [hand for hand in dealt_hands(dealer=True) if _pairs(hand.cards)]
    thrown = share(hands, lambda hand: bool(_pairs(hand.throws[0].thrown)))
    return piece(
        "Throw to your own crib a 5 with a card that counts ten, 5-5, 2-3, 7-8, or a pair.",
        "This is right for the first seven, which are worth the most of all. A pair is often better kept: "
        f"the dealer throws one from {thrown:.0%} of the hands that contain one.",
        "Mean points of the own crib: " + _listed(means, first) + ".",
        "Pairs: " + _listed(means, pairs) + ". The mean over all deals is about 4.6.",
    )


def _pairs(cards: Sequence[Card]) -> bool:
    return any(first.rank is second.rank for first, second in combinations(cards, 2))


def _listed(means: dict[str, float], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {means[name]:.2f}" for name in names)


def _others_crib() -> Piece:
    means = usual_means(dealer=False)
    safest = list(means)[::-1]
    assert safest[0] == "10-K"
    with_king = [name for name in safest[:10] if name.endswith("K")]
    return piece(
        "Throw a king to the other's crib, with a 10, a 9, an 8, a 7, a 6 or an ace.",
        f"This is right. Of the ten safest throws, {len(with_king)} have a king, and 10-K is the safest.",
        "Mean points of the other's crib: " + _listed(means, safest[:10]) + ".",
        "The most dangerous throws: " + _listed(means, list(means)[:10]) + ".",
    )


def _fives(cards: Sequence[Card]) -> int:
    return sum(card.rank is Rank.FIVE for card in cards)


def _no_five() -> Piece:
    hands = [hand for hand in dealt_hands(dealer=False) if _fives(hand.cards) == 1]
    thrown = [hand for hand in hands if _fives(hand.throws[0].thrown)]
    gains = [hand.throws[0].total - _without_five(hand).total for hand in thrown]
    most = thrown[max(range(len(gains)), key=gains.__getitem__)]
    assert 0 < len(thrown) / len(hands) < 0.1
    return piece(
        "Never throw a 5 to the other's crib.",
        "The tables disagree, but rarely: pone should throw the 5 from "
        f"{len(thrown) / len(hands):.1%} of the hands with one 5.",
        f"Where pone should throw it, keeping it costs {sum(gains) / len(gains):.1f} points on average. "
        f"Over all hands with one 5, never throwing it costs {sum(gains) / len(hands):.2f}.",
        f"Of these hands, the advice costs most with {_cards(most.cards)}, namely {max(gains):.1f} "
        f"points. Throw {_cards(most.throws[0].thrown)}, not {_cards(_without_five(most).thrown)}.",
    )


def _without_five(hand: DealtHand) -> Throw:
    return next(throw for throw in hand.throws if not _fives(throw.thrown))


def _far_apart() -> Piece:
    means = usual_means(dealer=False)
    rows = []
    for apart in range(13):
        pairs = [
            f"{low.symbol}-{high.symbol}"
            for low, high in combinations_with_replacement(Rank, 2)
            if high - low == apart and Rank.FIVE not in (low, high)
        ]
        rows.append([str(apart), f"{sum(means[pair] for pair in pairs) / len(pairs):.2f}"])
    by_distance = [float(row[1]) for row in rows]
    assert by_distance[0] > by_distance[1] > by_distance[2] > by_distance[3] > max(by_distance[4:])
    return piece(
        "Throw cards that are far apart to the other's crib.",
        "This is right up to four ranks apart. Beyond that it makes little "
        "difference, but for an ace or a 2 with a queen or a king.",
        "Mean points of the other's crib, by the distance of the two ranks, without fives:",
        table(["ranks apart", "the other's crib"], rows),
    )


def _suits() -> Piece:
    def crib(low: Rank, high: Rank, suit: Suit, dealer: bool) -> float:
        return usual_crib_mean(Card(low, Suit.HEARTS), Card(high, suit), dealer=dealer)

    found = {
        dealer: [
            crib(*ranks, Suit.HEARTS, dealer) - crib(*ranks, Suit.SPADES, dealer)
            for ranks in combinations(Rank, 2)
        ]
        for dealer in _SIDES
    }
    own, others = (sum(each) / len(each) for each in found.values())
    assert 0 < own < others < 0.1
    return piece(
        "Throw two cards of the same suit to your own crib, and of different suits to the other's.",
        "This is right, and worth almost nothing.",
        f"If the two cards are of the same suit, the own crib is worth {own:.2f} points more on average, "
        f"and the other's {others:.2f}; {max(found[False]):.2f} at most.",
    )


def _compared(heading: str, value: Callable[[Throw], object]) -> tuple[list[Verdict], str]:
    """Follow a rule for throwing as dealer and as pone. Return what comes of it, and a table of this."""
    verdicts = [rule(value, dealer=dealer) for dealer in _SIDES]
    sides = zip(_SIDES.values(), verdicts, strict=True)
    rows = [[side, f"{each.right:.0%}", f"{each.costs:.2f}"] for side, each in sides]
    return verdicts, table([heading, "the coach agrees", "cost in a deal"], rows)


def _hand_first() -> Piece:
    verdicts, figures = _compared("keeps the highest mean hand", lambda throw: throw.hand)
    assert all(each.costs > 0.2 for each in verdicts)
    advice = "Keep the best hand, and let the crib take care of itself."
    return piece(advice, "This is poor advice, above all for the dealer.", figures)


def _points_in_hand() -> Piece:
    what = "keeps the most points"
    verdicts, figures = _compared(what, lambda throw: (show_points(throw.kept), throw.total))
    assert all(each.right > 0.8 for each in verdicts)
    return piece(
        "Never break up points: keep the four cards that count most before the starter is turned up.",
        "This is good advice, if the crib and the play decide between hands that count the same.",
        figures,
    )


def _kept(contains: Callable[[DealtHand], bool], keeps: Callable[[Sequence[Card]], bool]) -> str:
    """Return how often dealer and pone keep something, of the hands that contain it, as text."""
    shares = []
    for dealer, side in _SIDES.items():
        hands = [hand for hand in dealt_hands(dealer=dealer) if contains(hand)]
        shares.append(f"{side} {share(hands, lambda hand: keeps(hand.throws[0].kept)):.0%}")
    return ", ".join(shares)


def _is_double_run(cards: Sequence[Card]) -> bool:
    """Return True if four cards are a run of three with one rank twice."""
    ranks = {card.rank for card in cards}
    return len(ranks) == 3 and max(ranks) - min(ranks) == 2


def _double_run() -> Piece:
    kept = _kept(lambda hand: any(map(_is_double_run, combinations(hand.cards, 4))), _is_double_run)
    verdict = f"This is nearly always right. Of the hands that contain one, it is kept by: {kept}."
    return piece("Keep a double run.", verdict)


def _flush() -> Piece:
    def contains(hand: DealtHand) -> bool:
        return max(Counter(card.suit for card in hand.cards).values()) == 4

    kept = _kept(contains, lambda cards: len({card.suit for card in cards}) == 1)
    return piece(
        "Keep a flush of four.",
        "This is right about half the time. Of the hands with exactly four cards of a suit, the flush is "
        f"kept by: {kept}.",
    )
