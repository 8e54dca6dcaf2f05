"""The play (RULES.md 3)."""

from __future__ import annotations

from engine import pegging
from engine.cards import Rank
from engine.errors import IllegalEvent
from engine.game import Deal, FalseGo, Game, Play, Prompt, Source
from engine.phases import show
from engine.score import Found, Reason

ALWAYS_ROOM = pegging.LIMIT - Rank.TEN.worth
"""Up to this count every card can be laid, so that no go can be true."""


def begin(game: Game) -> Game:
    """The play begins: pone leads."""
    deal = _deal(game)
    assert game.dealer is not None
    play = Play(laid=(), total=0, last=game.dealer, passed=frozenset(), room=(0,) * game.rules.players)
    return game._replace(deal=deal._replace(play=play), prompt=Prompt.PLAY, to_act=game.pone)


def lay(game: Game, rank: Rank) -> Game:
    """A card is laid by the player in turn.

    One that would pass 31 says that everybody still holding cards has said go: the point is pegged, and the
    card is led by the player whose lead it is. If that point wins, the card is not laid.
    """
    game.enter(rank)  # refused before a go is pegged for it
    if _play(game).total + rank.worth > pegging.LIMIT:
        for seat in _holding(game) - _play(game).passed:
            game = _said_go(game, seat)
        game = _count_ends(game)
        if game.winner is not None:
            return game
    seat = _in_turn(game)
    game = _laid(game, seat, rank)
    game = _score(game, seat)
    if game.winner is not None:
        return game
    if not _holding(game):
        return show.begin(game)
    play = _play(game)
    if play.total == pegging.LIMIT or not _can_lay(game):
        return _reset(game)
    return _turn_passes(game, seat)


def go(game: Game) -> Game:
    """The player in turn says go: the next who holds cards must play on, `last` himself included.

    Raises:
        IllegalEvent: the count is so low that any card could be laid.
    """
    play = _play(game)
    if play.total <= ALWAYS_ROOM:
        raise IllegalEvent(f"no go at {play.total}: any card can be laid up to {ALWAYS_ROOM}")
    seat = _in_turn(game)
    game = _said_go(game, seat)
    return _turn_passes(game, seat) if _can_lay(game) else _count_ends(game)


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _play(game: Game) -> Play:
    play = _deal(game).play
    assert play is not None
    return play


def _in_turn(game: Game) -> int:
    assert game.to_act is not None
    return game.to_act


def _with(game: Game, play: Play) -> Game:
    return game._replace(deal=_deal(game)._replace(play=play))


def _holding(game: Game) -> frozenset[int]:
    """The seats that still hold cards."""
    hands = enumerate(_deal(game).hands)
    return frozenset(seat for seat, laid in hands if len(laid) < game.rules.hand)


def _can_lay(game: Game) -> frozenset[int]:
    """The seats that hold cards and have not said go in this count."""
    return _holding(game) - _play(game).passed


def _laid(game: Game, seat: int, rank: Rank) -> Game:
    """The card on the table, with what it proves of an earlier go of its player."""
    game = game.enter(rank)
    deal, play = _deal(game), _play(game)
    place = len(game.deal_cards) - 1
    hands = (*deal.hands[:seat], (*deal.hands[seat], place), *deal.hands[seat + 1 :])
    play = play._replace(laid=(*play.laid, place), total=play.total + rank.worth, last=seat)
    false_go = None
    if rank.worth <= play.room[seat]:
        false_go = FalseGo(seat, pegging.LIMIT - play.room[seat])
    return game._replace(deal=deal._replace(hands=hands, play=play), false_go=false_go)


def _score(game: Game, seat: int) -> Game:
    """Peg what the last card makes, with go or last where the card makes that certain."""
    play = _play(game)
    cards = game.deal_cards
    found = [one.moved(play.laid) for one in pegging.find([cards[place].rank for place in play.laid])]
    if play.total < pegging.LIMIT and not _can_lay(game):
        found.append(_one_for_last(game))
    return game.peg(seat, Source.PLAY, found) if found else game


def _one_for_last(game: Game) -> Found:
    """The point for the last card of a count: `go` if anyone still holds a card, `last` if not."""
    reason = Reason.GO if _holding(game) else Reason.LAST_CARD
    return Found(reason, 1, _play(game).laid[-1:])


def _said_go(game: Game, seat: int) -> Game:
    play = _play(game)
    room = max(play.room[seat], pegging.LIMIT - play.total)
    rooms = (*play.room[:seat], room, *play.room[seat + 1 :])
    return _with(game, play._replace(passed=play.passed | {seat}, room=rooms))


def _count_ends(game: Game) -> Game:
    """Nobody who holds cards can lay one: the point for the go, and a new count."""
    game = game.peg(_play(game).last, Source.PLAY, [_one_for_last(game)])
    return game if game.winner is not None else _reset(game)


def _reset(game: Game) -> Game:
    """A new count; the first player left of `last` who holds a card leads (RULES.md 3, step 6)."""
    play = _play(game)._replace(laid=(), total=0, passed=frozenset())
    return _turn_passes(_with(game, play), play.last)


def _turn_passes(game: Game, seat: int) -> Game:
    """The turn goes left to the next who holds cards and has not said go; that may be `seat` again."""
    able = _can_lay(game)
    seat = game.left_of(seat)
    while seat not in able:
        seat = game.left_of(seat)
    return game._replace(to_act=seat)
