"""What the coach advises, the advice after a deal, the review and the odds never contradict each other.

Games are played from random scores. Each player asks for advice before each throw and each card, and
follows it half of the time. These would be contradictions: a throw or card that the advice ranked first
costs something in the review; a cost in the review is not the difference of the advice's values, or the
chances to win say the opposite; the advice after a deal judges a throw differently; the two chances do not
make 1; a moment of the review has other odds than the board had; the odds change from the end of a deal to
the beginning of the next.
"""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from engine import deal
from engine.cards import Card
from engine.coach import RatedCard, Throw, ToldThrows, plays, review, throws, win_chance
from engine.coach.play_choice import game_in_play
from engine.coach.reviewing.course import Stage
from engine.coach.reviewing.review import DealReview
from engine.coach.throw_chances import throw_chances
from engine.coach.win_chance import chance_of_dealer
from engine.events import Event
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import Prompt
from firmware_py.board.work_out import work_out
from firmware_py.view.coach import Advice, counted_deal

SAME = {"abs": 1e-9}


class AdvisedDeal(NamedTuple):
    thrown: list[tuple[Card, Card]]
    advised: list[tuple[Throw, ...]]  # for each seat; in some deals by the chance to win
    laid: list[tuple[Card, tuple[RatedCard, ...]]]
    odds: dict[Stage, tuple[float, float]]
    after: Advice | None


def advised_deal(history: History, random: Random) -> tuple[History, AdvisedDeal]:
    game = history.game
    dealer, scores = game.current_dealer, [side.front for side in game.sides]
    by_chance = random.random() < 0.3
    hands, advised, thrown = [], [], []
    dealt = deal(game.rules, random)
    for seat, six in enumerate(dealt.hands):
        score = (scores[seat], scores[1 - seat]) if by_chance else None
        ranked = throws(six, dealer=seat == dealer, score=score)
        throw = ranked[0] if random.random() < 0.5 else random.choice(ranked)
        advised.append(ranked)
        thrown.append(throw.thrown)
        hands.append(list(throw.kept))
    found = AdvisedDeal(thrown, advised, [], {Stage.DEAL: win_chance(game)}, None)
    history = history.enter(dealt.starter)
    found.odds[Stage.STARTER] = win_chance(history)
    table: list[Card | None] = []
    while (game := history.game).prompt is Prompt.PLAY:
        asked = game_in_play(table, Card(dealt.starter.rank), dealer=game.in_turn == dealer)
        held = hands[game.in_turn]
        ranked_cards = plays(asked, held)
        if not ranked_cards:
            table.append(None)
            history = history.apply(Event.go())
            continue
        card = ranked_cards[0].card if random.random() < 0.5 else random.choice(ranked_cards).card
        found.laid.append((card, ranked_cards))
        table.append(Card(card.rank))
        held.remove(card)
        history = history.enter(card)
    if history.game.prompt is Prompt.CRIB:
        found.odds[Stage.HAND] = win_chance(history)
        for card in (*thrown[0], *thrown[1]):
            history = history.enter(card)
    counted = counted_deal(history.game)
    if counted is None:
        return history, found
    return history, found._replace(after=work_out(counted._replace(thrown=tuple(thrown))))


def check_throws(made: DealReview, advised: AdvisedDeal) -> None:
    for seat, player in enumerate(made.players):
        if player.throw is None:
            continue
        ranked = advised.advised[seat]
        own, best = (
            next(each for each in ranked if set(each.thrown) == set(cards))
            for cards in (player.throw.thrown, player.throw.best)
        )
        assert player.throw.cost == pytest.approx(best.total - own.total, **SAME)
        assert best is own or best.total > own.total
        if own.win is not None and best.win is not None:
            assert player.throw.win_cost == pytest.approx(best.win - own.win, **SAME)
            assert best is own or best.win > own.win
        if own is ranked[0]:
            assert (player.throw.rank, player.throw.cost, player.throw.win_cost) == (1, 0, 0)
        if advised.after is not None:
            rated = advised.after.throws[seat]
            assert set(rated.best) == set(player.throw.best)
            assert rated.cost == pytest.approx(player.throw.cost, abs=0.001)


def check_cards(made: DealReview, advised: AdvisedDeal) -> None:
    for reviewed, (card, ranked) in zip(made.laid, advised.laid, strict=bool(made.laid)):
        own = next(each for each in ranked if each.card.rank is card.rank)
        assert reviewed.card == card
        assert reviewed.cost == pytest.approx(ranked[0].total - own.total, **SAME)
        assert reviewed.best.rank is (ranked[0].card.rank if reviewed.cost else card.rank)


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
        random = Random(seed)
        start = random.randrange(121), random.randrange(121)
        history = History.of(Game.new(start=start)).apply(Event.deals(Seat(seed % 2)))
        deals: list[AdvisedDeal] = []
        while history.game.winner is None:
            history, found = advised_deal(history, random)
            deals.append(found)
        told = [
            ToldThrows(number, each.thrown[(seed + number - 1) % 2])
            for number, each in enumerate(deals, 1)
            if Stage.HAND in each.odds  # the crib was entered
        ]
        made = review(history, threw=told, card_by_card=True)
        for reviewed, advised in zip(made.deals, deals, strict=True):
            check_throws(reviewed, advised)
            check_cards(reviewed, advised)
        for moment in made.course:
            odds = deals[moment.deal - 1].odds.get(moment.stage, moment.chances)
            assert moment.chances == pytest.approx(odds, **SAME)
            assert sum(moment.chances) == pytest.approx(1, **SAME)
        for before, after in pairwise(made.course):
            assert before.deal == after.deal or before[2:] == after[2:]
        assert made.course[-1].chances[history.game.winner] == 1
