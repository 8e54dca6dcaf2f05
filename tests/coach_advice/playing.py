"""Advice on the play."""

from __future__ import annotations

from engine.cards import Rank
from engine.coach.tables import play_mean, usual_play_mean
from tests.coach_advice.dealt_hands import dealt_hands
from tests.coach_advice.piece import Piece, table


def pieces() -> list[Piece]:
    return [_low_cards(), _averages()]


def _low_cards() -> Piece:
    rows, nets = [], []
    for low in range(5):
        row = [str(low)]
        for dealer in (True, False):
            kept = [hand.throws[0].kept for hand in dealt_hands(dealer=dealer)]
            some = [cards for cards in kept if sum(card.rank <= Rank.FOUR for card in cards) == low]
            means = [play_mean(cards, dealer=dealer) for cards in some]
            own = sum(mean.own for mean in means) / len(means)
            others = sum(mean.others for mean in means) / len(means)
            nets.append(own - others)
            row += [f"{own:.2f}", f"{others:.2f}", f"{own - others:+.2f}"]
        rows.append(row)
    assert nets[::2] == sorted(nets[::2])
    assert nets[1::2] == sorted(nets[1::2])
    return Piece(
        "Keep low cards for the play.",
        f"This is right. In the play, four low cards instead of none are worth {nets[8] - nets[0]:.1f} "
        f"points to the dealer, and {nets[9] - nets[1]:.1f} to pone.",
        (
            "Mean points in the play by the number of cards from ace to 4 that are kept:",
            table(
                ["low cards", "dealer", "pone against", "net", "pone", "dealer against", "net"],
                rows,
            ),
        ),
    )


def _averages() -> Piece:
    dealer, pone = usual_play_mean(dealer=True), usual_play_mean(dealer=False)
    means = [
        sum(part(hand.throws[0]) for hand in dealt_hands(dealer=side)) / len(dealt_hands(dealer=side))
        for side, part in (
            (False, lambda throw: throw.hand),
            (True, lambda throw: throw.hand),
            (True, lambda throw: throw.crib),
        )
    ]
    published = ("2.0", "8.1", "3.5", "8.0", "4.7")
    ours = [f"{mean:.1f}" for mean in (pone.own, means[0], dealer.own, means[1], means[2])]
    names = ("pone's play", "pone's hand", "dealer's play", "dealer's hand", "crib")
    return Piece(
        "Expect 10 points as pone and 16 as dealer, 26 together (Colvert, Chambers).",
        f"This is nearly right: {pone.own + means[0]:.1f} and {dealer.own + means[1] + means[2]:.1f}.",
        (
            table(["", "published", "coach"], list(zip(names, published, ours, strict=True))),
            "The published figures are those of J. Chambers (http://www.cribbage.org/NewSite/tips/chambers6.asp).",
        ),
    )
