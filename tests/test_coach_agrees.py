"""What the coach advises, the advice after a deal, the review and the odds never contradict each other.

Games are played from random scores. Each player asks for advice before each throw and each card, and
follows it half of the time. These would be contradictions: a throw or card that the advice ranked first
costs something in the review; a cost in the review is not the difference of the advice's values, or the
chances to win say the opposite; the advice after a deal judges a throw differently; the two chances do not
make 1; a moment of the review has other odds than the board had; the odds change from the end of a deal to
the beginning of the next.
"""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import TypeVar

import pytest

from engine import deal
from engine.cards import Card
from engine.coach import RatedCard, Throw, ToldThrows, plays, review, throws, win_chance
from engine.coach.play_choice import game_in_play
from engine.coach.reviewing.course import Stage
from engine.coach.throw_chances import throw_chances
from engine.coach.win_chance import chance_of_dealer
from engine.events import Event
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import Prompt
from firmware_py.board.work_out import work_out
from firmware_py.view.coach import RatedThrow, counted_deal

Ranked = TypeVar("Ranked", Throw, RatedCard)


class AdvisedGame:
    """A game, and what its players were told: about each throw, each card, and who would win."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        start = self.random.randrange(121), self.random.randrange(121)
        self.history = History.of(Game.new(start=start)).apply(Event.deals(Seat(seed % 2)))
        self.throws: list[tuple[Throw, ...]] = []
        self.cards: list[tuple[Card, tuple[RatedCard, ...]]] = []
        self.odds: dict[tuple[int, Stage], tuple[float, float]] = {}
        self.after: list[RatedThrow] = []
        self.told: list[ToldThrows] = []
        while self.history.game.winner is None:
            self.play_deal(len(self.throws) // 2 + 1)

    def choice(self, ranked: Sequence[Ranked]) -> Ranked:
        return ranked[0] if self.random.random() < 0.5 else self.random.choice(ranked)

    def play_deal(self, number: int) -> None:
        game, dealt = self.history.game, deal(None, self.random)
        dealer, fronts, by_chance = game.current_dealer, [side.front for side in game.sides], number == 1
        kept, thrown = [], []
        for seat, six in enumerate(dealt.hands):
            score = (fronts[seat], fronts[1 - seat]) if by_chance else None
            self.throws.append(throws(six, dealer=seat == dealer, score=score))
            throw = self.choice(self.throws[-1])
            kept.append(list(throw.kept))
            thrown.append(throw.thrown)
        self.odds[number, Stage.DEAL] = win_chance(game)
        self.history = self.history.enter(dealt.starter)
        self.odds[number, Stage.STARTER] = win_chance(self.history)
        table: list[Card | None] = []
        while (game := self.history.game).prompt is Prompt.PLAY:
            asked = game_in_play(table, Card(dealt.starter.rank), dealer=game.in_turn == dealer)
            ranked = plays(asked, kept[game.in_turn])
            card = self.choice(ranked).card if ranked else None
            table.append(card and Card(card.rank))
            if card is None:
                self.history = self.history.apply(Event.go())
                continue
            self.cards.append((card, ranked))
            kept[game.in_turn].remove(card)
            self.history = self.history.enter(card)
        if self.history.game.prompt is Prompt.CRIB:
            self.odds[number, Stage.HAND] = win_chance(self.history)
            self.told.append(ToldThrows(number, thrown[dealer]))
            for card in (*thrown[0], *thrown[1]):
                self.history = self.history.enter(card)
        counted = counted_deal(self.history.game)
        if counted is not None:
            self.after += work_out(counted._replace(thrown=tuple(thrown))).throws


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate chances from fewer hands: the answers must agree, not be exact."""
    monkeypatch.setitem(throw_chances.__kwdefaults__, "hands", 20)
    monkeypatch.setattr(chance_of_dealer, "__defaults__", (20,))


@pytest.mark.parametrize(
    "seeds",
    [range(1), *(pytest.param(range(at, at + 25), marks=pytest.mark.night) for at in range(1, 1001, 25))],
    ids=str,
)
def test_advice_review_and_odds_agree(seeds: range) -> None:
    for seed in seeds:
        game = AdvisedGame(seed)
        made = review(game.history, threw=game.told, card_by_card=True)
        judged = [player.throw for each in made.deals for player in each.players if player.throw]
        for at, (throw, ranked) in enumerate(zip(judged, game.throws, strict=False)):
            own, best = (
                next(each for each in ranked if set(each.thrown) == set(cards))
                for cards in (throw.thrown, throw.best)
            )
            assert best is own or best.total > own.total
            assert throw.cost == pytest.approx(best.total - own.total)
            if own.win is not None and best.win is not None:
                assert best is own or best.win > own.win
                assert throw.win_cost == pytest.approx(best.win - own.win)
            if own is ranked[0]:
                assert (throw.rank, throw.cost, throw.win_cost) == (1, 0, 0)
            for rated in game.after[at : at + 1]:
                assert (set(rated.best), rated.cost) == (set(throw.best), pytest.approx(throw.cost, abs=1e-3))
        laid = [card for each in made.deals for card in each.laid]
        for judged_card, (card, rated_cards) in zip(laid, game.cards, strict=False):
            own_card = next(each for each in rated_cards if each.card == card)
            assert judged_card.card == card
            assert judged_card.cost == pytest.approx(rated_cards[0].total - own_card.total)
            assert judged_card.best.rank is (rated_cards[0].card if judged_card.cost else card).rank
        for moment in made.course:
            odds = game.odds.get((moment.deal, moment.stage), moment.chances)
            assert moment.chances == pytest.approx(odds)
            assert sum(moment.chances) == pytest.approx(1)
        for before, after in pairwise(made.course):
            assert before.deal == after.deal or before[2:] == after[2:]
        assert made.course[-1].chances[made.winner or 0] == 1
