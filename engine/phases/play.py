"""The play: playing cards, saying go, the count, and the points for go and last (RULES.md 3)."""

from __future__ import annotations

from engine.cards import Rank
from engine.change_types import AceCounted, CardLaid, CardLeft, CountRestarted, Go, GoProvedFalse, PlayEnded
from engine.deals import FalseGo, Play, Source
from engine.indices import Seat
from engine.phases import muggins, show
from engine.phases.pegging import peg
from engine.prompts import Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.rules import LIMIT
from engine.scoring import play_points
from engine.scoring.items import Finding, Reason
from engine.state import State

NO_GO_UP_TO = LIMIT - Rank.TEN.counting_value
"""The highest count at which every card can still be played, so that nobody is allowed to say go."""


def begin(game: State) -> State:
    """Begin the play. Pone, the player on the dealer's left, leads."""
    denied = (0,) * game.rules.players
    play = Play(laid=(), total=0, last=game.current_dealer, passed=(), denied=denied)
    return game.with_play(play)._replace(prompt=Prompt.PLAY, to_act=game.pone)


def lay(game: State, rank: Rank) -> State:
    """Play a card for the player whose turn it is.

    If the card would take the count past 31, all players who still hold cards are assumed to have said go.
    The point for the go is then pegged, and the card becomes the lead of the player whose turn comes next.

    Raises:
        IllegalEvent: all four cards of the rank are already out.
    """
    if game.current_play.total + rank.counting_value > LIMIT:
        game.add_card(rank)  # refuses a fifth card of the rank before any go is pegged
        while game.current_play.laid and game.prompt is Prompt.PLAY:
            game = _go(game, implied=True)
        if game.winner is not None:
            return game
        if game.prompt is Prompt.REST:
            return rest(game, rank)
    seat = game.in_turn
    game = _put_on_table(game, seat, rank)
    total = game.current_play.total
    values = game.rules.card_values(rank, total)
    if len(values) > 1:
        game = _told(game, CardLaid(seat, game.cards[-1], None))
        return game._replace(prompt=Prompt.ACE)
    return _count_card(_told(game, CardLaid(seat, game.cards[-1], total + values[0])), seat, values[0])


def count_ace(game: State, *, eleven: bool) -> State:
    """Count the ace that was just played as one or eleven (RULES.md 5, Cribbage 1/11)."""
    seat, total = game.in_turn, game.current_play.total
    one, more = game.rules.card_values(Rank.ACE, total)
    value = more if eleven else one
    game = game.tell(AceCounted(seat, value, total + value))
    return _count_card(game._replace(prompt=Prompt.PLAY), seat, value)


def go(game: State) -> State:
    """Record that the current player says go. The next player who holds cards must play on, if possible.

    Raises:
        IllegalEvent: the count is so low that any card can be played.
    """
    if not go_is_possible(game):
        count = game.current_play.total
        raise IllegalEvent(RefusalReason.NO_GO_YET, count, NO_GO_UP_TO)
    return _go(game)


def go_is_possible(game: State) -> bool:
    """Return True if the count is so high that a player may have no card that can be played."""
    return game.current_play.total > NO_GO_UP_TO


def rest(game: State, rank: Rank) -> State:
    """Record a card left in hand when the play stopped, pone's cards first (RULES.md 3, step 7).

    Raises:
        IllegalEvent: all four cards of the rank are already out.
    """
    seat = game.in_turn
    game = _show_card(game, seat, rank)
    return _await_card_left(_told(game, CardLeft(seat, game.cards[-1])))


def _holding(game: State) -> frozenset[Seat]:
    hands, size = game.latest_deal.hands, game.rules.hand_size
    return frozenset([seat for seat in game.rules.seats if len(hands[seat]) < size])


def _can_lay(game: State) -> frozenset[Seat]:
    return _holding(game) - frozenset(game.current_play.passed)


def _next(game: State, seat: Seat, among: frozenset[Seat]) -> Seat:
    """Return the next seat in `among` to the left of `seat`. It is `seat` if `among` has no other seat."""
    seat = game.left_of(seat)
    while seat not in among:
        seat = game.left_of(seat)
    return seat


def _show_card(game: State, seat: Seat, rank: Rank) -> State:
    """Add a card to those known from a player's hand, and record whether it proves an earlier go false."""
    game = game.add_card(rank)
    deal, denied = game.latest_deal, game.current_play.denied[seat]
    hands = (*deal.hands[:seat], (*deal.hands[seat], game.last_index), *deal.hands[seat + 1 :])
    false_go = FalseGo(seat, LIMIT - denied) if rank.counting_value <= denied else None
    return game._replace(deal=deal._replace(hands=hands), false_go=false_go)


def _told(game: State, card: CardLaid | CardLeft) -> State:
    return game.tell(card, GoProvedFalse(*game.false_go)) if game.false_go else game.tell(card)


def _put_on_table(game: State, seat: Seat, rank: Rank) -> State:
    game = _show_card(game, seat, rank)
    if game.rules.claims:
        game = muggins.next_card(game)
    play = game.current_play
    return game.with_play(play._replace(laid=(*play.laid, game.last_index), last=seat))


def _count_card(game: State, seat: Seat, value: int) -> State:
    """Add `value` to the count for the card just played, peg its points, and pass the turn."""
    play = game.current_play
    game = _score(game.with_play(play._replace(total=play.total + value)), seat)
    if game.winner is not None:
        return game
    if not _holding(game):
        return _end_play(game)
    if game.current_play.total == LIMIT or not _can_lay(game):
        return _restart_count(game)
    return _pass_turn(game, seat)


def _score(game: State, seat: Seat) -> State:
    """Score the last card played, with the point for go or last if it is already certain."""
    play = game.current_play
    cards = game.deal_cards
    ranks = [cards[index].rank for index in play.laid]
    laid_before_go = play.laid_at_go if game.rules.go_breaks else 0
    scored = tuple(one.moved(play.laid) for one in play_points.find_play(ranks, play.total, laid_before_go))
    ends = (_one_for_last(game),) if play.total < LIMIT and not _can_lay(game) else ()
    if game.rules.go_is_called:
        return muggins.wait_for_call(game, seat, Source.PLAY, play.laid[-1], scored + ends, play.total)
    if game.rules.claims:
        game = muggins.wait_for_call(game, seat, Source.PLAY, play.laid[-1], scored, play.total)
        scored = ()
    return peg(game, seat, Source.PLAY, scored + ends, count=play.total) if scored + ends else game


def _one_for_last(game: State) -> Finding:
    """Return the point for the last card of a count: "go" if a player still holds cards, otherwise "last"."""
    reason = Reason.GO if _holding(game) else Reason.LAST_CARD
    return Finding(reason, 1, game.current_play.laid[-1:])


def _go(game: State, *, implied: bool = False) -> State:
    seat, before = game.in_turn, game.current_play
    game = _said_go(game.tell(Go(seat, implied)), seat)
    after_a_go = bool(before.passed) and before.laid_at_go == len(before.laid)
    if game.rules.next_alone_plays_on and (
        after_a_go or _next(game, seat, _holding(game)) in game.current_play.passed
    ):
        return _end_count(game)
    return _pass_turn(game, seat) if _can_lay(game) else _end_count(game)


def _said_go(game: State, seat: Seat) -> State:
    play = game.current_play
    denied = play.denied
    if game.rules.must_play_on or not play.passed:
        highest = max(denied[seat], LIMIT - play.total)
        denied = (*denied[:seat], highest, *denied[seat + 1 :])
    return game.with_play(
        play._replace(passed=(*play.passed, seat), denied=denied, laid_at_go=len(play.laid))
    )


def _end_count(game: State) -> State:
    play, point = game.current_play, _one_for_last(game)
    if game.rules.go_is_called:
        game = muggins.wait_for_call(game, play.last, Source.PLAY, play.laid[-1], (point,))
    else:
        game = peg(game, play.last, Source.PLAY, [point])
    return game if game.winner is not None else _restart_count(game)


def _restart_count(game: State) -> State:
    """Start the next count, or end the play if only one count is allowed (RULES.md 3, steps 6 and 7)."""
    before = game.current_play
    game = _clear_count(game)
    if game.rules.play_stops:
        return _end_play(game)
    game = game.tell(CountRestarted())
    leader = game.rules.leader(before.last, before.passed) if before.total < LIMIT else None
    if leader is not None and leader in _holding(game):
        return game._replace(to_act=leader)
    return _pass_turn(game, before.last)


def _clear_count(game: State) -> State:
    return game.with_play(game.current_play._replace(laid=(), total=0, passed=(), laid_at_go=0))


def _pass_turn(game: State, seat: Seat) -> State:
    return game._replace(to_act=_next(game, seat, _can_lay(game)))


def _end_play(game: State) -> State:
    return _await_card_left(_clear_count(game.tell(PlayEnded())))


def _await_card_left(game: State) -> State:
    holding = _holding(game)
    if not holding:
        return show.begin(game)
    return game._replace(prompt=Prompt.REST, to_act=_next(game, game.current_dealer, holding))
