"""Advice on the lead, on the cards after it and on the play as a whole.

It is tested on the hands that a good pone keeps, and in random deals played by the coach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from engine.cards import PACK, Card, Rank
from engine.coach.play_choice import KeptHand, kept_hands, lead_cost, mean, plays
from engine.coach.quick_play import choose
from engine.coach.tables import play_mean, usual_play_mean
from engine.coach.throws import quick_throws
from engine.events import Event
from engine.game import Game
from engine.prompts import Prompt
from engine.rules import LIMIT
from tests.coach_advice.throwing import Piece, Verdict, dealt_hands, judged, piece, table


def on_the_play() -> list[Piece]:
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
    return piece(
        "Keep low cards for the play.",
        f"This is right. In the play, four low cards instead of none are worth {nets[8] - nets[0]:.1f} "
        f"points to the dealer, and {nets[9] - nets[1]:.1f} to pone.",
        "Mean points in the play by the number of cards from ace to 4 that are kept:",
        table(["low cards", "dealer", "pone against", "net", "pone", "dealer against", "net"], rows),
    )


def _averages() -> Piece:
    dealer, pone = usual_play_mean(dealer=True), usual_play_mean(dealer=False)
    as_pone, as_dealer = ([hand.throws[0] for hand in dealt_hands(dealer=side)] for side in (False, True))
    means = [
        sum(points) / len(points)
        for points in (
            [throw.hand for throw in as_pone],
            [throw.hand for throw in as_dealer],
            [throw.crib for throw in as_dealer],
        )
    ]
    published = ("2.0", "8.1", "3.5", "8.0", "4.7")
    ours = [f"{mean:.1f}" for mean in (pone.own, means[0], dealer.own, means[1], means[2])]
    names = ("pone's play", "pone's hand", "dealer's play", "dealer's hand", "crib")
    return piece(
        "Expect 10 points as pone and 16 as dealer, 26 together (Colvert, Chambers).",
        f"This is nearly right: {pone.own + means[0]:.1f} and {dealer.own + means[1] + means[2]:.1f}.",
        table(["", "published", "coach"], list(zip(names, published, ours, strict=True))),
        "The published figures are those of J. Chambers (http://www.cribbage.org/NewSite/tips/chambers6.asp).",
    )


def on_the_lead() -> list[Piece]:
    return [_four_or_lower(), _pair(), _no_five(), _fifteen_in_hand(), _five_in_hand(), _seven_from_six()]


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
    return piece(
        "Lead a 4 or lower.",
        f"{judged(right)} Of the hands with such a card and a higher one, {right:.0%} have their best lead "
        f"among the low cards. Always leading the best of these costs {costs:.2f} points.",
        "How often each rank is the best lead of a hand that contains it once or twice, and how many "
        "points it costs on average to lead it instead of the best:",
        table(["rank", "once: the best in", "costs", "twice: the best in", "costs"], rows),
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
    return piece(
        "Lead from a pair.",
        f"{judged(right)} Of the hands with a pair, {right:.0%} have their best lead in the pair.",
        f"Always leading from the pair costs {costs:.2f} points. A pair of fours or lower is the best "
        f"lead in {low_right:.0%}; leading from a pair of fives costs {lead_cost(Rank.FIVE, 2):.2f}.",
    )


def _no_five() -> Piece:
    some = _where(lambda hand: Rank.FIVE in hand.ranks)
    wrong = mean(some, _lead_of(Rank.FIVE))
    never = mean(some, lambda hand: hand.cost(rank for rank in hand.values if rank is not Rank.FIVE))
    always = mean(some, lambda hand: hand.cost([Rank.FIVE]))
    return piece(
        "Never lead a 5.",
        f"{judged(1 - wrong)} A 5 is the best lead in {wrong:.1%} of the hands that contain one.",
        f"Leading the 5 costs {always:.2f} points on average, and never leading it {never:.3f}.",
    )


def _two_cards(pairs: tuple[tuple[Rank, Rank], ...]) -> tuple[float, str]:
    """Among the hands that contain two given ranks, find how often the best lead is one of these ranks.

    Args:
        pairs: several pairs of ranks to examine, the lower rank first.

    Returns:
        The lowest proportion found for any of the pairs, and a Markdown table with a row for each pair.
    """
    shares, rows = [], []
    for low, high in pairs:
        hands = _where(lambda hand, both={low, high}: both <= {*hand.ranks})
        lower, higher = mean(hands, _lead_of(low)), mean(hands, _lead_of(high))
        costs = mean(hands, lambda hand, both=(low, high): hand.cost(both))  # type: ignore[misc]
        shares.append(lower + higher)
        rows.append([f"{low.symbol}-{high.symbol}", f"{lower:.0%}", f"{higher:.0%}", f"{costs:.2f}"])
    heading = ["", "the lower is the best in", "the higher in", "leading one of them costs"]
    return min(shares), table(heading, rows)


def _fifteen_in_hand() -> Piece:
    right, figures = _two_cards(((Rank.SIX, Rank.NINE), (Rank.SEVEN, Rank.EIGHT)))
    advice = "If two of your cards make fifteen, lead one of them: you can pair the card that makes fifteen."
    return piece(advice, judged(right), figures)


def _five_in_hand() -> Piece:
    right, figures = _two_cards(((Rank.ACE, Rank.FOUR), (Rank.TWO, Rank.THREE)))
    advice = "If two of your cards make five, lead one: the other makes fifteen after a card that counts ten."
    return piece(advice, judged(right), figures)


def _seven_from_six() -> Piece:
    some = _where(lambda hand: {Rank.SIX, Rank.SEVEN} <= hand.values.keys())
    better = mean(some, lambda hand: hand.values[Rank.SEVEN] > hand.values[Rank.SIX])
    seven, six, either = (mean(some, lambda hand, each=each: hand.cost(each)) for each in _SIX_AND_SEVEN)  # type: ignore[misc]
    return piece(
        "With a 6 and a 7, lead the 7.",
        f"{judged(better)} Of the hands with both, the 7 is the better lead of the two in {better:.0%}.",
        f"Leading the 7 costs {seven:.2f} points on average, the 6 {six:.2f}, and the better of them "
        f"{either:.2f}: another card of the hand is often better than both.",
    )


_SIX_AND_SEVEN = ([Rank.SEVEN], [Rank.SIX], [Rank.SIX, Rank.SEVEN])

_SEED = 121


class Situation(NamedTuple):
    """A moment in the play.

    Attributes:
        game: the game.
        hand: the cards that the current player still holds.
    """

    game: Game
    hand: tuple[Card, ...]

    @property
    def pile(self) -> tuple[Rank, ...]:
        """The ranks of the cards played since the count was last reset, oldest first."""
        return tuple(self.game.deal_cards[index].rank for index in self.game.latest_deal.play.laid)

    @property
    def count(self) -> int:
        return sum(rank.counting_value for rank in self.pile)

    @property
    def ranks(self) -> set[Rank]:
        """The ranks of the cards that can be played."""
        return {card.rank for card in self.hand if self.count + card.rank.counting_value <= LIMIT}

    def values(self) -> dict[Rank, float]:
        """Return the value of each card that can be played, keyed by rank.

        The value is the number of points that the current player can expect to score in the rest of the play,
        including this card, minus the number that the opponent can expect.
        """
        return {play.card.rank: play.total for play in plays(self.game, self.hand)}


def situations(wanted: Callable[[Situation], bool]) -> Iterator[Situation]:
    """Play random deals without end. From each deal, yield the first moment that `wanted` returns True for.

    Deals without such a moment are skipped.
    """
    random = Random(_SEED)
    while True:
        dealt = random.sample(sorted(PACK), 13)
        kept = (quick_throws(dealt[6 * seat :][:6], dealer=seat == 0)[0].kept for seat in range(2))
        found = next(filter(wanted, _played(dealt[12], *map(list, kept))), None)
        if found:
            yield found


def _played(starter: Card, *hands: list[Card]) -> Iterator[Situation]:
    """Let the coach play the cards of both players, and yield the situation before each card is played.

    Args:
        starter: the starter.
        hands: the dealer's hand and pone's hand. The cards played are removed from them.
    """
    game = Game.new().apply(Event.deals(0)).apply(Event.starter(starter.rank))
    while game.prompt is Prompt.PLAY:
        seat = game.to_act
        assert seat is not None
        situation = Situation(game, tuple(hands[seat]))
        if not situation.ranks:
            game = game.apply(Event.go())
            continue
        yield situation
        held = tuple(sorted(int(card.rank) for card in hands[seat]))
        rank = Rank(choose(held, tuple(map(int, situation.pile)), len(hands[1 - seat])))
        hands[seat].remove(next(card for card in hands[seat] if card.rank is rank))
        game = game.apply(Event.lay(rank))


SITUATIONS = 100  # for each piece of advice


def after_the_lead() -> list[Piece]:
    return [_fifteen_or_pair(), _pair_the_lead(), _not_twenty_one(), _tens_make_fifteen(), _past_fifteen()]


def _verdict(advised: Callable[[Situation], set[Rank]]) -> Verdict:
    """Test a piece of advice about which card to play, in random situations in which it rules out some cards.

    Args:
        advised: a function that returns the playable ranks that the advice recommends, or an empty set if it
            does not apply.
    """
    right, costs = 0, 0.0
    for situation in islice(situations(lambda each: set() < advised(each) < each.ranks), SITUATIONS):
        values = situation.values()
        loss = max(values.values()) - max(values[rank] for rank in advised(situation))
        right += loss == 0
        costs += loss
    return Verdict(right / SITUATIONS, costs / SITUATIONS)


def _text(verdict: Verdict) -> str:
    return (
        f"{judged(verdict.right)} It is best in {round(SITUATIONS * verdict.right)} of {SITUATIONS} such "
        f"situations, and doing it always costs {verdict.costs:.2f} points."
    )


def _fifteen_or_pair() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        pairs = each.pile[-1:]
        fifteen = {rank for rank in each.ranks if each.count + rank.counting_value == 15}
        return fifteen if len(each.pile) == 1 and pairs[0] in each.ranks - fifteen else set()

    advice = "Answer a lead by fifteen rather than by a pair, if you can make either."
    return piece(advice, _text(_verdict(advised)))


def _pair_the_lead() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        lead = each.pile[:1]
        fifteen = any(each.count + rank.counting_value == 15 for rank in each.ranks)
        return set(lead) & each.ranks if len(each.pile) == 1 and not fifteen else set()

    verdict = _verdict(advised)
    return piece(
        "Beware of pairing a lead: the other player may have led from a pair.",
        f"{judged(1 - verdict.right)} Where no fifteen is possible, pairing is best in "
        f"{round(SITUATIONS * verdict.right)} of {SITUATIONS} such situations, and doing "
        f"it always costs {verdict.costs:.2f} points.",
    )


def _not_twenty_one() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        others = {rank for rank in each.ranks if each.count + rank.counting_value != LIMIT - 10}
        return others if others < each.ranks else set()

    return piece("Do not bring the count to 21.", _text(_verdict(advised)))


def _tens_make_fifteen() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        tens = sum(card.rank.counting_value == 10 for card in each.hand)
        return {rank for rank in each.ranks if tens > 1 and each.count + rank.counting_value == _FIFTEEN}

    return piece("With many cards that count ten, play to make fifteen.", _text(_verdict(advised)))


def _past_fifteen() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        counts = {rank: each.count + rank.counting_value for rank in each.ranks}
        past = {rank for rank, count in counts.items() if count > _FIFTEEN}
        return past if each.pile and each.count < _FIFTEEN and _FIFTEEN not in counts.values() else set()

    return piece("If you cannot make fifteen, take the count past it.", _text(_verdict(advised)))


_FIFTEEN = 15
