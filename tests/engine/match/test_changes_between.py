"""A program that follows a random match only through `engine.changes` always knows the state of the match."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine import Card, Event, Game, History, InvalidGame, Kind, Prompt, Rank, changes
from engine.events import CORRECTS
from tests.support.random_matches import FORMS, HANDS_ON, SUITS, Seen, walk


class Follower:
    """A program that knows a match only from the changes that `engine.changes` returns."""

    def __init__(self, game: Game) -> None:
        self._sides = game.rules.sides
        self._start = [side.front for side in game.sides]
        self.log: list[engine.Change] = []

    def hear(self, changes: tuple[engine.Change, ...]) -> None:
        for number, change in enumerate(changes):
            if isinstance(change, engine.TakenBack):
                assert number == 0, "it comes first"
                there = len(self.log) - len(change.changes)
                assert tuple(self.log[there:]) == change.changes
                del self.log[there:]
            else:
                self.log.append(change)

    def of(self, *kinds: type) -> Iterator[Any]:
        return (change for change in self.log if isinstance(change, kinds))

    @property
    def scores(self) -> list[int]:
        scores = list(self._start)
        for change in self.log:
            if isinstance(change, engine.GameBegun | engine.DealThrownIn):
                scores = list(change.scores)
            elif isinstance(change, engine.Points | engine.ScoreSet):
                scores[change.side] += change.points
                assert scores[change.side] == change.score
        return scores

    @property
    def deal(self) -> tuple[Card, ...]:
        cards: list[Card] = []
        for change in self.log:
            if isinstance(change, engine.StarterTurned | engine.DealThrownIn):
                cards.clear()
            if isinstance(
                change,
                engine.StarterTurned
                | engine.CardCut
                | engine.CardLaid
                | engine.CardLeft
                | engine.HandCard
                | engine.CribCard,
            ):
                cards.append(change.card)
            elif isinstance(change, engine.SuitNamed):
                assert cards[-1].rank is change.card.rank
                cards[-1] = change.card
        return tuple(cards)

    @property
    def hands(self) -> dict[int, list[Rank]]:
        """The ranks that each seat is known to have held in the current deal."""
        hands: dict[int, list[Rank]] = {}
        for change in self.log:
            if isinstance(change, engine.StarterTurned | engine.DealThrownIn):
                hands = {}
            elif isinstance(change, engine.CardLaid | engine.CardLeft | engine.HandCard):
                hands.setdefault(change.seat, []).append(change.card.rank)
        return hands

    @property
    def count(self) -> int:
        count = 0
        for change in self.log:
            if isinstance(change, engine.StarterTurned | engine.CountRestarted | engine.PlayEnded):
                count = 0
            elif isinstance(change, engine.CardLaid | engine.AceCounted) and change.count is not None:
                count = change.count
        return count

    @property
    def passed(self) -> list[int]:
        """The seats that have said go in the current count."""
        passed: list[int] = []
        for change in self.log:
            if isinstance(
                change, engine.StarterTurned | engine.CountRestarted | engine.PlayEnded | engine.DealThrownIn
            ):
                passed = []
            elif isinstance(change, engine.Go):
                passed.append(change.seat)
        return passed

    def last(self, kind: type, *until: type) -> Any:
        """Return the latest change of type `kind`, or None if a change of a type in `until` came after it."""
        for change in reversed(self.log):
            if isinstance(change, kind):
                return change
            if isinstance(change, until):
                return None
        return None

    def check(self, game: Game) -> None:
        assert self.scores == [side.front for side in game.sides]
        dealt = self.last(engine.DealBegun, engine.GameBegun)
        assert (dealt and dealt.dealer) == game.dealer
        assert not dealt or dealt.out_of_turn == game.taken
        won = self.last(engine.GameWon, engine.GameBegun)
        assert (won and (won.side, won.skunk)) == (None if game.winner is None else (game.winner, game.skunk))
        assert not won or won.games == tuple(side.games for side in game.sides)
        turn = self.last(engine.Turn)
        if turn and not won:
            assert turn == engine.Turn(game.to_act, game.prompt)  # type: ignore[arg-type]  # there is no winner
        if game.deal and game.prompt not in (Prompt.STARTER, Prompt.CUT_FOR_DEAL, Prompt.GAME_OVER):
            assert self.deal == game.deal_cards
            assert self.count == game.count
            for seat, hand in enumerate(game.deal.hands):
                ranks = [game.deal_cards[index].rank for index in hand]
                assert sorted(ranks) == sorted(self.hands.get(seat, []))
            assert self.passed == list(game.deal.play.passed if game.deal.play else ())
            assert len(list(self.answers)) == len(game.deal.answers)

    @property
    def answers(self) -> Iterator[engine.Change]:
        for change in reversed(self.log):
            if isinstance(change, engine.StarterTurned):
                return
            if isinstance(change, engine.QuestionAnswered):
                yield change


def corrected(seed: int, form: str, presses: int) -> Iterator[Seen]:
    """Yield the events of a random match, including undo, redo and a few corrections.

    Each event comes with the match before and after it. Each correction is followed by an undo.

    Args:
        seed: the seed for the random numbers.
        form: the number of players and the options, such as "2 muggins=on".
        presses: the number of events, not counting the corrections and the undos that follow them.
    """
    chance = Random(seed)
    for before, event, after in walk(seed, form, presses, second_thoughts=0.15):
        yield before, event, after
        if chance.random() < 0.1 and after.this_deal:
            index = chance.choice(after.this_deal).at
            put = chance.choice([Event.lay(chance.choice(list(Rank))), *HANDS_ON, *SUITS])
            put = chance.choice([Event.put_in, Event.change])(index, put)
            correction = chance.choice([Event.take_out(index), put])
            try:
                changed = after.apply(correction)
            except ValueError:
                continue
            yield after, correction, changed
            undo = Event.undo()
            yield changed, undo, changed.apply(undo)


@pytest.mark.parametrize("form", FORMS)
def test_the_changes_alone_tell_the_state_of_the_match(form: str) -> None:
    follower = None
    for before, event, after in corrected(7, form, 250):
        follower = follower or Follower(before.game)
        told = changes(before, after)
        follower.hear(told)
        follower.check(after.game)
        if event.kind is Kind.UNDO and before.past[-1].event.kind not in CORRECTS:
            assert isinstance(told[0], engine.TakenBack)


@pytest.mark.parametrize("form", FORMS)
def test_two_games_have_the_same_changes_as_their_histories(form: str) -> None:
    for before, _, after in walk(9, form, 150):
        told = changes(before, after)
        alone = changes(before.game, after.game)
        # Only a history shows that a go that won the game was implied by a card.
        if after.game.winner is not None and any(isinstance(each, engine.Go) for each in told):
            alone, told = (
                tuple(engine.Go(each.seat) if isinstance(each, engine.Go) else each for each in some)
                for some in (alone, told)
            )
        assert alone == told
        assert changes(after.game, before.game)[:1] == changes(after, before)[:1]


@pytest.mark.parametrize("form", FORMS[::3])
def test_changes_over_many_events_are_those_of_each_event(form: str) -> None:
    seen = [before for before, _, _ in corrected(11, form, 60)]
    reached = [seen[0]]
    for each in seen[1:]:
        if each.game.number > 1:
            break
        reached.append(each)
    follower = Follower(reached[0].game)
    follower.hear(changes(reached[0], reached[-1]))
    follower.check(reached[-1].game)
    chance = Random(form)
    for _ in range(20):
        one, other = chance.choices(reached, k=2)
        follower = Follower(reached[0].game)
        follower.hear(changes(reached[0], one))
        follower.hear(changes(one, other))
        follower.check(other.game)


def test_games_that_do_not_belong_together_cause_no_other_error() -> None:
    games = [after.game for form in FORMS for _, _, after in walk(3, form, 40)]
    chance = Random(1)
    for _ in range(3000):
        one, other = chance.choices(games, k=2)
        other = other._replace(at=one.at + chance.choice([-1, 0, 1, 1, 1]))
        try:
            changes(one, other)
        except InvalidGame as refused:
            assert str(refused).isprintable()


def test_histories_reach_back_to_the_last_moment_of_the_game_before_the_previous_one() -> None:
    first = History.of(Game.new()).replay([Event.deals(0), Event.starter(Rank.TWO), Event.lay(Rank.SIX)])
    before = History.of(Game.new()).replay([Event.deals(0), Event.starter(Rank.TWO)])
    begin = [Event.new_game(), Event.deals(0), Event.starter(Rank.THREE)]
    third = first.replay([*begin, *begin])
    assert len(changes(first, third)) > 1
    with pytest.raises(InvalidGame, match=r"within the reach of undo: .* fewer games apart"):
        changes(before, third)
    with pytest.raises(InvalidGame, match=r"within the reach of undo: .* fewer games apart"):
        changes(third, before)


def test_two_matches_do_not_belong_together_however_long_they_are() -> None:
    one = History.of(Game.new()).replay([Event.deals(0), Event.starter(Rank.TWO)])
    other = History.of(Game.new(start=(3, 0))).replay([Event.deals(0), Event.starter(Rank.TWO)])
    with pytest.raises(InvalidGame, match="do not belong together"):
        changes(one, other)
    with pytest.raises(InvalidGame, match="do not belong together"):
        changes(one.game, other.replay([Event.lay(Rank.SIX), Event.lay(Rank.KING)]).game)
