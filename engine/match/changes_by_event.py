"""Work out the changes made by one event, by comparing the states of the game before and after it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from engine import change_types as change
from engine.cards import Card
from engine.deal import Entry, Play, Source
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.prompts import Prompt
from engine.rules import ELEVEN, LIMIT

_Told = Generator[change.Change, None, int]
"""A generator of changes that returns the number of entries whose points have been yielded so far."""
_SHOWN: dict[Prompt, Callable[[Seat, Card], change.Change]] = {
    Prompt.REST: change.CardLeft,
    Prompt.HAND: change.HandCard,
    Prompt.CRIB: change.CribCard,
}


def changes_of_event(before: Game, after: Game, event: Event | None = None) -> Iterator[change.Change]:
    """Yield the changes that one event makes to the game, such as a card played or points scored.

    The changes are in the order in which they happen at the table.

    Args:
        before: the state of the game before the event or, if the event corrects a card's suit, before any
            suit was entered for this card.
        after: the state of the game after the event.
        event: the event; None if it is not known.
    """
    new_game = after.number != before.number
    if new_game:
        yield _game_begun(after)
        told = 0
    elif before.has_deal and not after.deal:
        yield change.DealThrownIn(tuple(side.front for side in after.sides))
        told = len(after.entries)
    else:
        told = yield from _entered(before, after, event)
    deal = tuple(_deal_begun(before, after))
    first = new_game or before.dealer is None
    if first:
        yield from deal
    yield from _points(after, after.entries[told:])
    if after.winner is not None and (new_game or before.winner is None):
        yield change.GameWon(
            after.winner,
            after.skunk,
            tuple(side.games for side in after.sides),
            tuple(side.front for side in after.sides),
        )
    if not first:
        yield from deal
    same = (after.to_act, after.prompt) == (before.to_act, before.prompt)
    if after.to_act is not None and (new_game or not same):
        yield change.Turn(after.to_act, after.prompt)


def _game_begun(game: Game) -> change.GameBegun:
    scores = [side.front for side in game.sides]
    for entry in game.entries:  # three for last is pegged as the game begins
        scores[entry.side] -= entry.points
    won = tuple(side.games for side in game.sides)
    return change.GameBegun(game.number, game.rules, game.names, tuple(scores), won)


def _deal_begun(before: Game, after: Game) -> Iterator[change.Change]:
    """Yield a DealBegun if a deal begins, or begins again.

    A deal begins again after it was thrown in, or if the opponent takes the pack and deals (RULES.md 6).
    """
    if after.dealer is None or (after.winner is not None and after.dealer == before.dealer):
        return
    again = before.deal is not None and after.deal is None
    if after.number != before.number or after.dealer != before.dealer or after.deals != before.deals or again:
        yield change.DealBegun(after.dealer, after.taken)


def _entered(before: Game, after: Game, event: Event | None) -> _Told:
    card = after.cards[-1] if len(after.cards) > len(before.cards) else None
    seat = before.to_act
    if not after.cards:
        return len(before.entries)
    if after.before_suit:
        yield change.SuitNamed(after.cards[-1])
    elif before.prompt is Prompt.CUT_FOR_DEAL:
        # The first cut of a later game replaces the cards of the last deal.
        is_cut = len(after.cards) != len(before.cards) or (before.deal and not after.deal)
        if is_cut and seat is not None:
            yield change.CardCut(seat, after.cards[-1])
    elif before.prompt is Prompt.STARTER:
        if after.deal and after.deal != before.deal:
            yield change.StarterTurned(after.cards[-1])
    elif before.prompt in (Prompt.PLAY, Prompt.ACE):
        return (yield from _played(before, after, event, card))
    elif card and before.prompt in _SHOWN and seat is not None:
        yield _SHOWN[before.prompt](seat, card)
        yield from _false_go(after)
    else:
        yield from _answered(before, after)
    return len(before.entries)


def _answered(before: Game, after: Game) -> Iterator[change.Change]:
    if not before.deal or not after.deal:
        return
    if len(after.deal.answers) > len(before.deal.answers):
        answer = after.deal.answers[-1]
        yield change.QuestionAnswered(answer.question, answer.yes)
    points = after.deal.claims.points
    if before.to_act is not None and points is not None and before.deal.claims.points is None:
        yield change.Claimed(before.to_act, points)


def _played(before: Game, after: Game, event: Event | None, card: Card | None) -> _Told:
    """Yield the changes, including points, when a card is played, a go is said or an ace's value is chosen.

    Args:
        before: the game before the event.
        after: the game after the event.
        event: the event; None if it is not known.
        card: the card that was entered, if any.
    """
    play, now, seat = _play(before), _play(after), before.to_act
    if play is None or play == now or seat is None:
        return len(before.entries)
    if before.prompt is Prompt.ACE:
        value = ELEVEN if before.apply(Event.yes()) == after else 1
        yield change.AceCounted(seat, value, before.count + value)
        return (yield from _pegged(after, len(before.entries)))
    if card:
        return (yield from _laid(before, after, card))
    # A card can imply several gos, and the last of them can win. Each of them is a change.
    number = len(now.passed) - len(play.passed) if now and after.winner is not None else 1
    implied = number > 1 or (event is not None and event.kind is Kind.LAY)
    game = before
    for _ in range(number):
        game = yield from _go(game, implied=implied)
    return len(game.entries)


def _laid(before: Game, after: Game, card: Card) -> _Told:
    """Yield the changes when a card is entered: each go that it implies, the card itself, and its points."""
    game, value = before, card.rank.counting_value
    while game.prompt is Prompt.PLAY and game.count + value > LIMIT:
        game = yield from _go(game, implied=True)
    told, seat = len(game.entries), game.to_act
    if seat is None:
        return told
    if game.prompt is Prompt.REST:
        yield change.CardLeft(seat, card)
        yield from _false_go(after)
        return told
    waits = after.prompt is Prompt.ACE
    yield change.CardLaid(seat, card, None if waits else game.count + value)
    yield from _false_go(after)
    return told if waits else (yield from _pegged(after, told))


def _go(game: Game, *, implied: bool) -> Generator[change.Change, None, Game]:
    """Yield the changes for the current player's go and any points for it, and return the game after the go.

    Args:
        game: the game before the go.
        implied: True if the go was not entered, but was implied by the next card.
    """
    after = game.apply(Event.go())
    yield change.Go(game.in_turn, implied)
    if _play(after) != _play(game):
        yield from _pegged(after, len(game.entries))
    return after


def _false_go(after: Game) -> Iterator[change.Change]:
    if after.false_go:
        yield change.GoProvedFalse(*after.false_go)


def _pegged(after: Game, told: int) -> _Told:
    """Yield the changes after an event in the play: the points scored, and the end of the count or the play.

    Args:
        after: the game after the event.
        told: the number of scores in `after.entries` that have already been reported.

    Returns:
        The number of scores that have been reported, including these.
    """
    entries = after.entries[told:]
    shown = next((index for index, entry in enumerate(entries) if entry.source in _OF_THE_SHOW), len(entries))
    yield from _points(after, entries[:shown])
    play = _play(after)
    if play is None or after.prompt is Prompt.REST:
        yield change.PlayEnded()
    elif not play.laid:
        yield change.CountRestarted()
    yield from _points(after, entries[shown:])
    return len(after.entries)


_OF_THE_SHOW = (Source.HAND, Source.CRIB)


def _points(game: Game, entries: Iterable[Entry]) -> Iterator[change.Change]:
    for entry in entries:
        if entry.source is Source.SCORE_SET:
            yield change.ScoreSet(entry.side, entry.score, entry.points)
            continue
        yield change.Points(
            entry.side,
            entry.seat,
            entry.points,
            entry.score,
            entry.source,
            game.items(entry),
            entry.count,
            entry.by,
        )


def _play(game: Game) -> Play | None:
    return game.deal.play if game.deal else None
