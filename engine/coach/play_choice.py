"""Rank the cards that the current player can play, from best to worst.

The first two cards of a deal are looked up in tables, and a search finds the value of later ones.
`kept_hands` and `lead_cost` say what the leads cost pone over all hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from engine.cards import Card, Rank
from engine.coach.given import given_cards, given_game
from engine.coach.play_search import Earlier, PlaySearch, weighed
from engine.coach.quick_play import pile_points
from engine.coach.tables import kept, lead_values, reply_values
from engine.coach.unseen import DEALER, PONE, PublicView, Role, other_role, possible_rests, public_view
from engine.errors import InvalidGame, InvalidHand
from engine.events import Event
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.match.record import Record
from engine.options import FOUR_CARDS
from engine.prompts import Prompt
from engine.rules import LIMIT
from engine.scoring.items import Reason


class RatedCard(NamedTuple):
    """A card that can be played, with the points that can be expected from it.

    Attributes:
        card: the card.
        points: the points that the card scores immediately for fifteen, thirty-one, pairs and runs.
        rest: the player's expected points from the rest of the play, including go and last, minus the
            opponent's.
    """

    card: Card
    points: int
    rest: float

    @property
    def total(self) -> float:
        """The player's expected points from the card and the rest of the play, minus the opponent's."""
        return self.points + self.rest


class _Step(NamedTuple):
    """A card that has been played, and the ranks of the cards played before it in the same count."""

    player: Role
    rank: int
    pile: tuple[int, ...]


def plays(
    game: Game | History | Record, hand: Sequence[Card], *, knows_starter: bool = True
) -> tuple[RatedCard, ...]:
    """Return the cards that the current player can play, best first.

    The values of the first two cards are read from tables. For later cards, the rest of the play is searched,
    which takes up to a tenth of a second. The coach counts by the standard rules and ignores the score of the
    game.

    Args:
        game: a six-card game for two players, during the play, or a history or record that ends with it.
        hand: the cards that the current player still holds. Their suits may be unknown.
        knows_starter: False if the game's starter only stands for one that is not known.

    Returns:
        The cards that can be played. Of equally good cards, the lowest comes first, so that the order of the
            hand makes no difference. If the player must say go, the result is empty.

    Raises:
        InvalidGame: `game` is not a game, the coach does not support this variant of the game, or
            the game is not waiting for a card to be played.
        InvalidHand: the player cannot hold these cards.
    """
    game = given_game(game)
    view = public_view(game) if game.prompt is Prompt.PLAY else None
    if view is None or view.turn is None:
        raise InvalidGame("no card is to be played now: the coach ranks cards during the play")
    starter = (view.starter,) if knows_starter else ()
    cards = given_cards(hand, (*starter, *view.hands[PONE], *view.hands[DEALER]))
    left = FOUR_CARDS - len(view.hands[view.turn])
    if len(cards) != left:
        raise InvalidHand(
            f"the player in turn still holds {left} cards: give the coach these, not {len(cards)}"
        )
    pile = tuple(int(card.rank) for card in view.pile)
    count = sum(card.rank.counting_value for card in view.pile)
    if all(count + card.rank.counting_value > LIMIT for card in cards):
        return ()
    laid = sum(map(len, view.hands))
    if laid == 0:
        values = lead_values(cards)
    elif laid == 1 and len(cards) == FOUR_CARDS:
        values = reply_values(cards, view.pile[0].rank)
    else:
        values = _searched(cards, starter, view, view.turn, _steps(game))
    found = []
    for card in cards:
        if card.rank in values:
            points = pile_points((*pile, int(card.rank)))
            found.append(RatedCard(card, points, values[card.rank] - points))
    return tuple(sorted(found, key=lambda play: (-play.total, play.card.rank)))


def game_in_play(laid: Sequence[Card | None], starter: Card | None, *, dealer: bool) -> Game:
    """Return a game in which these cards have been laid, with None for a go. With `dealer`, seat 0 has dealt.

    If the starter is not known, a card of a rank that has not been laid takes its place.
    """
    ranks = {card.rank for card in laid if card}
    stand_in = Card(next((rank for rank in Rank if rank not in ranks), Rank.KING))
    game = Game.new().apply(Event.deals(Seat(0 if dealer else 1))).enter(starter or stand_in)
    for card in laid:
        game = game.enter(card) if card else game.apply(Event.go())
    return game


def _searched(
    cards: Sequence[Card], starter: Sequence[Card], view: PublicView, player: Role, steps: Sequence[_Step]
) -> dict[int, float]:
    """Return the value of each rank that the player can play, as points ahead in the rest of the play."""
    other = other_role(player)
    shown = [int(card.rank) for card in view.hands[other]]
    others_seen = [int(card.rank) for card in (*starter, *view.hands[player], *cards)]
    rests = possible_rests(shown, others_seen, dealer=other == DEALER, denied=view.denied[other])
    public = [0] * (Rank.KING + 1)
    for card in starter:
        public[card.rank] += 1
    earlier = []
    held = FOUR_CARDS
    for step in steps:
        if step.player == player:
            held -= 1
        else:
            earlier.append(Earlier(step.rank, step.pile, tuple(public), held))
        public[step.rank] += 1
    hands = weighed(rests, earlier)
    total = sum(weight for _, weight in hands)
    own = tuple(sorted(int(card.rank) for card in cards))
    pile = tuple(int(card.rank) for card in view.pile)
    values = PlaySearch(public).values(own, hands, pile)
    return {rank: value / total for rank, value in values.items()}


def _steps(game: Game) -> list[_Step]:
    deal, seats = game.latest_deal, (game.pone, game.current_dealer)
    owner = {index: Role(role) for role, seat in enumerate(seats) for index in deal.hands[seat]}
    # If a go proves false, the first card of the next count would have fitted into the one before.
    scored = [finding for entry in game.entries[deal.entries :] for finding in entry.findings]
    missed = [finding for one in deal.missed for finding in one.findings]
    gos = {finding.indices[-1] for finding in scored + missed if finding.reason is Reason.GO}
    steps: list[_Step] = []
    pile: tuple[int, ...] = ()
    count = 0
    for index in sorted(owner):
        rank = game.deal_cards[index].rank
        if count + rank.counting_value > LIMIT:
            pile, count = (), 0
        steps.append(_Step(owner[index], int(rank), pile))
        pile, count = ((), 0) if index in gos else ((*pile, int(rank)), count + rank.counting_value)
    return steps


class KeptHand(NamedTuple):
    """A hand that pone may keep, with at least two different ranks to lead.

    Attributes:
        ranks: the ranks of the hand's four cards, lowest first.
        weight: how often a good pone keeps the hand, in a million deals.
        values: the value of leading each rank: pone's expected points in the play minus the dealer's.
    """

    ranks: tuple[Rank, ...]
    weight: float
    values: dict[Rank, float]

    @property
    def best(self) -> Rank:
        """The rank of the best lead."""
        return max(self.values, key=lambda rank: self.values[rank])

    def cost(self, ranks: Iterable[Rank]) -> float:
        """Return how many points pone loses on average by leading one of these ranks instead of the best one.

        If several ranks are given, pone leads the best of them.
        """
        return self.values[self.best] - max(self.values[rank] for rank in ranks)


@cache
def kept_hands() -> tuple[KeptHand, ...]:
    """Return all hands that pone may keep, except four of a kind, which leave no choice of lead."""
    found = []
    mixed, suited = kept(dealer=False)
    for ranks, number in mixed.items():
        values = lead_values([Card(rank) for rank in ranks])
        if len(values) > 1:
            weight = number + suited.get(ranks, 0.0)
            found.append(KeptHand(ranks, weight, {Rank(rank): value for rank, value in values.items()}))
    return tuple(found)


def mean(hands: Sequence[KeptHand], value: Callable[[KeptHand], float]) -> float:
    """Return the mean of a value over at least one hand, weighted by how often players keep each hand."""
    return sum(hand.weight * value(hand) for hand in hands) / sum(hand.weight for hand in hands)


def lead_cost(rank: Rank, number: int) -> float:
    """Return the mean number of points that pone loses by leading a rank, of which pone holds `number` cards.

    With 4 cards of the rank, there is no other lead.
    """
    hands = [hand for hand in kept_hands() if hand.ranks.count(rank) == number]
    return mean(hands, lambda hand: hand.cost([rank]))
