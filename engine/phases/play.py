"""The play (RULES.md 3)."""

from __future__ import annotations

from engine.cards import Rank
from engine.errors import IllegalEvent
from engine.game import Game
from engine.phases import muggins, show
from engine.rules import LIMIT
from engine.scoring import play_points
from engine.scoring.items import Finding, Reason
from engine.seats import Seat
from engine.state import Deal, FalseGo, Play, Prompt, Source

ALWAYS_ROOM = LIMIT - Rank.TEN.counting_value
"""Up to this count every card can be laid, so that no go can be true."""


def begin(game: Game) -> Game:
    """Begin the play: pone leads."""
    deal = _deal(game)
    assert game.dealer is not None
    play = Play(laid=(), total=0, last=game.dealer, passed=(), denied=(0,) * game.rules.players)
    return game._replace(deal=deal._replace(play=play), prompt=Prompt.PLAY, to_act=game.pone)


def lay(game: Game, rank: Rank) -> Game:
    """Lay a card for the player in turn.

    A card that would pass 31 means that everybody still holding cards has said go: the point is pegged, and
    the player whose lead it is leads the card. If that point wins, the card is not laid. Where the play stops
    with the count, the card is the first of those left in hand.
    """
    game.add_card(rank)  # refused before a go is pegged for it
    count = _play(game).total
    if count + rank.counting_value > LIMIT:
        while _play(game).laid and game.prompt is Prompt.PLAY:
            game = _go(game)
        if game.winner is not None:
            return game
        if game.prompt is Prompt.REST:
            return rest(game, rank)
    seat = _in_turn(game)
    game = _laid(game, seat, rank)
    values = game.rules.card_values(rank, _play(game).total)
    if len(values) > 1:
        return game._replace(prompt=Prompt.ACE)
    return _counted(game, seat, values[0])


def eleven(game: Game) -> Game:
    """Call the ace just laid eleven (RULES.md 5, Cribbage 1/11)."""
    return _ace(game, -1)


def one(game: Game) -> Game:
    """Call the ace just laid one."""
    return _ace(game, 0)


def go(game: Game) -> Game:
    """Say go for the player in turn: the next who holds cards has to play on, `last` himself included.

    Raises:
        IllegalEvent: the count is so low that any card could be laid.
    """
    if not go_is_possible(game):
        count = _play(game).total
        raise IllegalEvent(f"No go at {count}: up to {ALWAYS_ROOM}, any card can be played")
    return _go(game)


def go_is_possible(game: Game) -> bool:
    """Return False if the count is so low that any card could be laid."""
    return _play(game).total > ALWAYS_ROOM


def rest(game: Game, rank: Rank) -> Game:
    """Enter a card that was left when the play stopped, pone's first (RULES.md 3, step 7)."""
    seat = _in_turn(game)
    return _left_over(_held(game, seat, rank))


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _play(game: Game) -> Play:
    play = _deal(game).play
    assert play is not None
    return play


def _in_turn(game: Game) -> Seat:
    assert game.to_act is not None
    return game.to_act


def _with(game: Game, play: Play) -> Game:
    return game._replace(deal=_deal(game)._replace(play=play))


def _holding(game: Game) -> frozenset[Seat]:
    """The seats that still hold cards."""
    hands, size = zip(game.rules.seats, _deal(game).hands, strict=True), game.rules.hand
    return frozenset(seat for seat, laid in hands if len(laid) < size)


def _can_lay(game: Game) -> frozenset[Seat]:
    """The seats that hold cards and have not said go in this count."""
    return _holding(game) - frozenset(_play(game).passed)


def _next(game: Game, seat: Seat, among: frozenset[Seat]) -> Seat:
    """The first seat left of one that is among others; that may be the seat itself."""
    seat = game.left_of(seat)
    while seat not in among:
        seat = game.left_of(seat)
    return seat


def _held(game: Game, seat: Seat, rank: Rank) -> Game:
    """A card of a hand is seen, with what it proves of an earlier go of its player."""
    game = game.add_card(rank)
    deal, play = _deal(game), _play(game)
    place = len(game.deal_cards) - 1
    hands = (*deal.hands[:seat], (*deal.hands[seat], place), *deal.hands[seat + 1 :])
    false_go = None
    if rank.counting_value <= play.denied[seat]:
        false_go = FalseGo(seat, LIMIT - play.denied[seat])
    return game._replace(deal=deal._replace(hands=hands), false_go=false_go)


def _laid(game: Game, seat: Seat, rank: Rank) -> Game:
    """The card on the table, its worth not yet added to the count."""
    game = muggins.next_card(_held(game, seat, rank))
    play = _play(game)
    return _with(game, play._replace(laid=(*play.laid, len(game.deal_cards) - 1), last=seat))


def _ace(game: Game, which: int) -> Game:
    values = game.rules.card_values(Rank.ACE, _play(game).total)
    return _counted(game._replace(prompt=Prompt.PLAY), _in_turn(game), values[which])


def _counted(game: Game, seat: Seat, worth: int) -> Game:
    """The card just laid is counted, pegged, and the turn passes."""
    play = _play(game)
    game = _score(_with(game, play._replace(total=play.total + worth)), seat)
    if game.winner is not None:
        return game
    play = _play(game)
    if not _holding(game):
        return _play_over(game)
    if play.total == LIMIT or not _can_lay(game):
        return _reset(game)
    return _turn_passes(game, seat)


def _score(game: Game, seat: Seat) -> Game:
    """Peg what the last card makes, with go or last where the card makes that certain."""
    play = _play(game)
    cards = game.deal_cards
    ranks = [cards[place].rank for place in play.laid]
    since = play.laid_at_go if game.rules.go_breaks else 0
    found = tuple(one.moved(play.laid) for one in play_points.find_play(ranks, play.total, since))
    ends = (_one_for_last(game),) if play.total < LIMIT and not _can_lay(game) else ()
    if game.rules.go_is_called:
        return muggins.wait_for_call(game, seat, Source.PLAY, play.laid[-1], found + ends, play.total)
    if game.rules.claims:
        game = muggins.wait_for_call(game, seat, Source.PLAY, play.laid[-1], found, play.total)
        found = ()
    return game.peg(seat, Source.PLAY, found + ends, count=play.total) if found + ends else game


def _one_for_last(game: Game) -> Finding:
    """The point for the last card of a count: `go` if anyone still holds a card, `last` if not."""
    reason = Reason.GO if _holding(game) else Reason.LAST_CARD
    return Finding(reason, 1, _play(game).laid[-1:])


def _go(game: Game) -> Game:
    """The player in turn says go; the count ends where nobody can play, or none who must."""
    seat, before = _in_turn(game), _play(game)
    game = _said_go(game, seat)
    after_a_go = bool(before.passed) and before.laid_at_go == len(before.laid)
    if game.rules.next_alone_plays_on and (
        after_a_go or _next(game, seat, _holding(game)) in _play(game).passed
    ):
        return _count_ends(game)
    return _turn_passes(game, seat) if _can_lay(game) else _count_ends(game)


def _said_go(game: Game, seat: Seat) -> Game:
    play = _play(game)
    denied = play.denied
    if game.rules.must_play_on or not play.passed:
        room = max(denied[seat], LIMIT - play.total)
        denied = (*denied[:seat], room, *denied[seat + 1 :])
    return _with(game, play._replace(passed=(*play.passed, seat), denied=denied, laid_at_go=len(play.laid)))


def _count_ends(game: Game) -> Game:
    """Nobody can or must play on: the point for the go, and a new count."""
    play, point = _play(game), _one_for_last(game)
    if game.rules.go_is_called:
        game = muggins.wait_for_call(game, play.last, Source.PLAY, play.laid[-1], (point,))
    else:
        game = game.peg(play.last, Source.PLAY, [point])
    return game if game.winner is not None else _reset(game)


def _reset(game: Game) -> Game:
    """A new count, or the end of the play where it has but one (RULES.md 3, steps 6 and 7).

    After 31 the first player left of `last` who holds a card leads; after a go, whom the rules say.
    """
    before = _play(game)
    game = _with(game, before._replace(laid=(), total=0, passed=(), laid_at_go=0))
    if game.rules.play_stops:
        return _play_over(game)
    leader = game.rules.leader(before.last, before.passed) if before.total < LIMIT else None
    if leader is not None and leader in _holding(game):
        return game._replace(to_act=leader)
    return _turn_passes(game, before.last)


def _turn_passes(game: Game, seat: Seat) -> Game:
    """The turn goes left to the next who holds cards and has not said go; that may be `seat` again."""
    return game._replace(to_act=_next(game, seat, _can_lay(game)))


def _play_over(game: Game) -> Game:
    """The cards left are keyed, if there are any, and the show begins."""
    play = _play(game)._replace(laid=(), total=0, passed=(), laid_at_go=0)
    return _left_over(_with(game, play))


def _left_over(game: Game) -> Game:
    """The next card left is wanted, pone's first; or the show begins."""
    holding = _holding(game)
    if not holding:
        return show.begin(game)
    assert game.dealer is not None
    return game._replace(prompt=Prompt.REST, to_act=_next(game, game.dealer, holding))
