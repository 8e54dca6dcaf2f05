"""A program that follows a random match only through `engine.changes` always knows the state of the match."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import engine
from engine import (
    Card,
    CardLaid,
    Event,
    Game,
    History,
    InvalidGame,
    Item,
    Kind,
    Prompt,
    Rank,
    Reason,
    Rules,
    Seat,
    Setup,
    Skunk,
    Source,
    changes,
)
from engine.events import CORRECTS
from engine.match.checkpoint import compact
from tests.support.random_matches import FORMS, HANDS_ON, SOME_FORMS, SUITS, Seen, rules_of, walk
from tests.support.words import history


class Follower:
    """A program that knows a match only from the changes that `engine.changes` returns."""

    def __init__(self, game: Game) -> None:
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

    def check(self, game: Game) -> None:
        scores, count, answers = list(self._start), 0, 0
        deal: list[Card] = []
        hands: dict[int, list[Rank]] = {}
        passed: list[int] = []  # the seats that have said go in this count
        dealt: Any = None
        won: Any = None
        turn: Any = None
        for change in self.log:
            match change:
                case engine.GameBegun():
                    scores, dealt, won = list(change.scores), None, None
                case engine.DealBegun():
                    dealt = change
                case engine.DealThrownIn():
                    scores, deal, hands, passed = list(change.scores), [], {}, []
                case engine.StarterTurned():
                    deal, hands, passed, count, answers = [change.card], {}, [], 0, 0
                case engine.CardLaid() | engine.CardLeft() | engine.HandCard():
                    deal.append(change.card)
                    hands.setdefault(change.seat, []).append(change.card.rank)
                    if isinstance(change, CardLaid) and change.count is not None:
                        count = change.count
                case engine.CardCut() | engine.CribCard():
                    deal.append(change.card)
                case engine.SuitNamed():
                    assert deal[-1].rank is change.card.rank
                    deal[-1] = change.card
                case engine.AceCounted():
                    count = change.count
                case engine.Go():
                    passed.append(change.seat)
                case engine.CountRestarted() | engine.PlayEnded():
                    count, passed = 0, []
                case engine.QuestionAnswered():
                    answers += 1
                case engine.Points() | engine.ScoreSet():
                    scores[change.side] += change.points
                    assert scores[change.side] == change.score
                case engine.GameWon():
                    won = change
                case engine.Turn():
                    turn = change
        assert scores == [side.front for side in game.sides]
        assert (dealt and dealt.dealer) == game.dealer
        assert not dealt or dealt.out_of_turn == game.taken
        assert (won and (won.side, won.skunk)) == (None if game.winner is None else (game.winner, game.skunk))
        assert not won or won.games == tuple(side.games for side in game.sides)
        assert not turn or won or turn[:2] == (game.to_act, game.prompt)
        if game.deal and game.prompt not in (Prompt.STARTER, Prompt.CUT_FOR_DEAL, Prompt.GAME_OVER):
            assert (tuple(deal), count) == (game.deal_cards, game.count)
            for seat, hand in enumerate(game.deal.hands):
                ranks = [game.deal_cards[index].rank for index in hand]
                assert sorted(ranks) == sorted(hands.get(seat, []))
            assert passed == list(game.deal.play.passed if game.deal.play else ())
            assert answers == len(game.deal.answers)


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


@pytest.mark.parametrize("form", SOME_FORMS)
def test_the_changes_alone_tell_the_state_of_the_match(form: str) -> None:
    follower = None
    for before, event, after in corrected(7, form, 250):
        follower = follower or Follower(before.game)
        told = changes(before, after)
        follower.hear(told)
        follower.check(after.game)
        if event.kind is Kind.UNDO and before.past[-1].event.kind not in CORRECTS:
            assert isinstance(told[0], engine.TakenBack)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_two_games_have_the_same_changes_as_their_histories(form: str) -> None:
    for before, _, after in walk(9, form, 150):
        assert changes(before.game, after.game) == changes(before, after)
        assert changes(after.game, before.game)[:1] == changes(after, before)[:1]


def test_points_are_told_even_if_the_corrected_deal_came_to_the_same_state() -> None:
    """A deal that was thrown in leaves no trace of its starter, until the throwing-in is corrected too."""
    queen = History.of(Game.new()).replay([Event.deals(0), Event.starter(Rank.QUEEN), Event.thrown_in()])
    jack = queen.apply(Event.change(1, Event.starter(Rank.JACK)))
    heels = jack.apply(Event.take_out(2))
    assert (queen.game, heels.game.sides[0].front) == (jack.game, 2)
    follower = Follower(Game.new())
    for before, after in pairwise([History.of(Game.new()), queen, jack, heels]):
        follower.hear(changes(before, after))
        follower.check(after.game)


def test_a_match_that_goes_on_from_a_checkpoint_tells_how_its_game_began() -> None:
    setup = Setup(Rules("five-card"), names=("Ann", "Bob"))
    begun = History.of(Game.of(setup)).replay([Event.deals(0), Event.score(0, 60), Event.peg(0, 1)])
    begun = begun.apply(Event.next_game())
    compacted = compact(begun)
    assert compacted
    before, after = compacted.checkpoint.history(), begun
    assert before.game.changes == after.game.changes
    assert [type(change) for change in after.game.changes] == [
        *(engine.GameBegun, engine.DealBegun, engine.Points, engine.Turn)
    ]


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


def card(text: str) -> Card:
    return Card.parse(text)


def last(words: str, *, start: Sequence[int] = (), form: str = "2") -> tuple[engine.Change, ...]:
    """Press keys in a new game, and return the changes caused by the last key.

    Args:
        words: the keys, separated by spaces.
        start: each side's initial score.
        form: the number of players and the options, such as "2 muggins=on".
    """
    *earlier, _ = words.split()
    rules = rules_of(form)
    before, after = (history(keys, start, rules) for keys in (" ".join(earlier), words))
    return changes(before, after)


# -- worked out by hand


def test_a_card_that_scores() -> None:
    fifteen = Item(Reason.FIFTEEN, 2, (card("K"), card("5")))
    pegged = engine.Points(0, 0, 2, 2, Source.PLAY, (fifteen,), 15)
    assert last("OK 2 K 5") == (engine.CardLaid(0, card("5"), 15), pegged, engine.Turn(1, Prompt.PLAY))


def test_a_go_that_is_said_and_one_that_the_next_card_implies() -> None:
    assert last("OK 2 K 10 9 GO") == (engine.Go(0), engine.Turn(1, Prompt.PLAY))
    for_go = engine.Points(1, 1, 1, 1, Source.PLAY, (Item(Reason.GO, 1, (card("9"),)),))
    laid = engine.CardLaid(0, card("7"), 7)
    assert last("OK 2 K 10 9 7") == (
        *(engine.Go(0, implied=True), engine.Go(1, implied=True), for_go, engine.CountRestarted()),
        *(laid, engine.Turn(1, Prompt.PLAY)),
    )
    assert last("OK 2 K 10 9 GO GO") == (
        engine.Go(1),
        for_go,
        engine.CountRestarted(),
        engine.Turn(0, Prompt.PLAY),
    )


def test_points_by_hand() -> None:
    before = history("OK 2")
    pegged = before.apply(Event.peg(1, 5))
    by_hand = (Item(Reason.BY_HAND, 5),)
    assert changes(before, pegged) == (engine.Points(1, None, 5, 5, Source.BY_HAND, by_hand),)
    less = pegged.apply(Event.take_back(1, 2))
    by_hand = (Item(Reason.BY_HAND, -2),)
    assert changes(pegged, less) == (engine.Points(1, None, -2, 3, Source.BY_HAND, by_hand),)
    assert changes(less, less.apply(Event.score(1, 30))) == (engine.ScoreSet(1, 30, 27),)


def test_misdeal() -> None:
    """RULES.md 1: a misdeal removes the points scored in the deal, but not manual corrections."""
    before = history("OK J K 5").apply(Event.peg(1, 5))
    again = (engine.DealBegun(0), engine.Turn(0, Prompt.STARTER))
    assert changes(before, before.apply(Event.thrown_in())) == (engine.DealThrownIn((0, 5)), *again)
    assert changes(before, before.apply(Event.misdeal())) == (engine.DealThrownIn((0, 0)), *again)


def test_a_game_won_and_the_next() -> None:
    """RULES.md 5: a loser with 60 points is double-skunked, and the win counts as four games.

    The next game then begins with a score of 0 to 0.
    """
    won = last("OK J", start=(119, 60))
    assert won[-1] == engine.GameWon(0, Skunk.DOUBLE, (4, 0), (121, 60), ((), ()))
    begun = engine.GameBegun(1, Rules(), (), (0, 0), (4, 0))
    changed = (begun, engine.DealBegun(1), engine.Turn(1, Prompt.STARTER))
    assert last("OK J OK", start=(119, 60)) == changed
    before = history("OK J OK", (119, 60))
    assert changes(before, before.apply(Event.undo())) == (engine.TakenBack(changed),)


def test_changes_of_different_types_differ() -> None:
    assert engine.CountRestarted() != engine.PlayEnded()
    assert engine.HandCard(0, card("5")) != engine.CribCard(0, card("5"))
    assert engine.HandCard(0, card("5")) == engine.HandCard(0, card("5")) != engine.CardLeft(0, card("5"))
    assert len({engine.CountRestarted(), engine.PlayEnded(), engine.CountRestarted()}) == 2
    assert engine.CountRestarted() != ()
    assert engine.HandCard(0, card("5")) != (0, card("5"))
    assert pickle.loads(pickle.dumps(CardLaid(Seat(1), card("5H"), 15))) == CardLaid(Seat(1), card("5H"), 15)
