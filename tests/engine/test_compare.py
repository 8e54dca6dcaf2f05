"""What `changes` tells of random matches is enough to follow them, without the fields of the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from engine import (
    AceCounted,
    Card,
    CardCut,
    CardLaid,
    CardLeft,
    Change,
    Claimed,
    CountRestarted,
    CribCard,
    DealBegun,
    DealThrownIn,
    Event,
    Game,
    GameBegun,
    GameWon,
    Go,
    GoProvedFalse,
    HandCard,
    History,
    InvalidGame,
    Item,
    Kind,
    PlayEnded,
    Points,
    Prompt,
    Question,
    QuestionAnswered,
    Rank,
    Reason,
    Rules,
    ScoreSet,
    Skunk,
    Source,
    StarterTurned,
    SuitNamed,
    TakenBack,
    Turn,
    changes,
)
from engine.events import CORRECTS
from tests.engine.walks import FORMS, HANDS_ON, SUITS, Seen, rules_of, walk
from tests.engine.words import history


def card(text: str) -> Card:
    return Card.parse(text)


def last(words: str, *, start: Sequence[int] = (), form: str = "2") -> tuple[Change, ...]:
    """What the last of these keys changed."""
    *earlier, _ = words.split()
    rules = rules_of(form)
    before, after = (history(keys, start, rules) for keys in (" ".join(earlier), words))
    return changes(before, after)


# -- worked by hand


def test_the_cut_and_the_first_deal() -> None:
    assert last("3") == (CardCut(0, card("3")), Turn(1, Prompt.CUT_FOR_DEAL))
    assert last("3 K") == (CardCut(1, card("K")), DealBegun(0), Turn(0, Prompt.STARTER))


def test_the_first_cut_of_a_later_game() -> None:
    """It takes the place of the last deal's cards, even of as many."""
    changed = last("OK J OK 7", start=(119, 60), form="2 next_game_dealer=cut")
    assert changed == (CardCut(0, card("7")), Turn(1, Prompt.CUT_FOR_DEAL))


def test_three_for_last() -> None:
    """RULES.md 1: the non-dealer of the first hand starts with three points."""
    three = Points(1, 1, 3, 3, Source.THREE_FOR_LAST, (Item(Reason.THREE_FOR_LAST, 3),))
    assert last("OK", form="2 game=five-card") == (DealBegun(0), three, Turn(0, Prompt.STARTER))


def test_his_heels() -> None:
    heels = Points(0, 0, 2, 2, Source.HEELS, (Item(Reason.HIS_HEELS, 2, (card("J"),)),))
    assert last("OK J") == (StarterTurned(card("J")), heels, Turn(1, Prompt.PLAY))


def test_a_card_that_scores() -> None:
    fifteen = Item(Reason.FIFTEEN, 2, (card("K"), card("5")))
    pegged = Points(0, 0, 2, 2, Source.PLAY, (fifteen,), 15)
    assert last("OK 2 K 5") == (CardLaid(0, card("5"), 15), pegged, Turn(1, Prompt.PLAY))


def test_thirty_one_restarts_the_count() -> None:
    """The player left of the last card leads: the dealer laid the ace, pone goes on."""
    laid = tuple(map(card, "K 10 K A".split()))
    pegged = Points(0, 0, 2, 2, Source.PLAY, (Item(Reason.THIRTY_ONE, 2, laid),), 31)
    changed = (CardLaid(0, card("A"), 31), pegged, CountRestarted(), Turn(1, Prompt.PLAY))
    assert last("OK 2 K 10 K A") == changed


def test_a_go_that_is_said_and_one_that_the_next_card_implies() -> None:
    assert last("OK 2 K 10 9 GO") == (Go(0), Turn(1, Prompt.PLAY))
    for_go = Points(1, 1, 1, 1, Source.PLAY, (Item(Reason.GO, 1, (card("9"),)),))
    laid = CardLaid(0, card("7"), 7)
    assert last("OK 2 K 10 9 7") == (
        *(Go(0, implied=True), Go(1, implied=True), for_go, CountRestarted()),
        *(laid, Turn(1, Prompt.PLAY)),
    )
    assert last("OK 2 K 10 9 GO GO") == (Go(1), for_go, CountRestarted(), Turn(0, Prompt.PLAY))


def test_a_go_that_wins_is_told_from_one_that_a_card_implies() -> None:
    """Left needs one more: the point for go wins, and the card that implied it is not laid."""
    for_go = Points(1, 1, 1, 121, Source.PLAY, (Item(Reason.GO, 1, (card("9"),)),))
    won = GameWon(1, None, (0, 1))
    assert last("OK 2 K 10 9 GO GO", start=(100, 120)) == (Go(1), for_go, won)
    both = (Go(0, implied=True), Go(1, implied=True))
    assert last("OK 2 K 10 9 7", start=(100, 120)) == (*both, for_go, won)
    assert last("OK 2 K 10 9 GO 7", start=(100, 120)) == (Go(1, implied=True), for_go, won)


def test_a_false_go() -> None:
    """He said go at 29 and lays a two."""
    changed = last("OK 2 K 10 9 GO GO 2")
    assert changed[:2] == (CardLaid(0, card("2"), 2), GoProvedFalse(0, 29))


def test_an_ace_that_is_called_eleven() -> None:
    form = "2 ace_11=on"
    assert last("OK 2 4 A", form=form) == (CardLaid(0, card("A"), None), Turn(0, Prompt.ACE))
    fifteen = Points(0, 0, 2, 2, Source.PLAY, (Item(Reason.FIFTEEN, 2, (card("4"), card("A"))),), 15)
    assert last("OK 2 4 A OK", form=form) == (AceCounted(0, 11, 15), fifteen, Turn(1, Prompt.PLAY))
    assert last("OK 2 4 A GO", form=form) == (AceCounted(0, 1, 5), Turn(1, Prompt.PLAY))


def test_the_end_of_the_play_and_the_hands() -> None:
    """Pairs leave no flush to ask for: 2 2 8 8 K counts four, 3 3 9 9 K eight."""
    *play, pone, dealer, turn = last("OK K 2 3 2 3 8 9 8 9")
    for_last = Points(0, 0, 1, 2, Source.PLAY, (Item(Reason.LAST_CARD, 1, (card("9"),)),), 17)
    assert play == [CardLaid(0, card("9"), 17), for_last, PlayEnded()]
    assert isinstance(pone, Points) and isinstance(dealer, Points)
    assert pone[:5] == (1, 1, 4, 4, Source.HAND)
    assert dealer[:5] == (0, 0, 8, 10, Source.HAND)
    assert [item.reason for item in dealer.items] == [Reason.FIFTEEN] * 2 + [Reason.PAIR] * 2
    assert turn == Turn(0, Prompt.CRIB)


def test_a_suit_and_another_suit() -> None:
    assert last("OK 2 5 H") == (SuitNamed(card("5H")),)
    assert last("OK 2 5 H S") == (TakenBack((SuitNamed(card("5H")),)), SuitNamed(card("5S")))
    before = history("OK 2 5 H S")
    undone = before.apply(Event.undo())
    assert changes(before, undone) == (TakenBack((SuitNamed(card("5S")),)), SuitNamed(card("5H")))
    assert changes(before.game, undone.game) == changes(before, undone)


def test_the_way_back() -> None:
    before, after = history("OK 2 K"), history("OK 2 K 5")
    forwards = changes(before, after)
    undone = after.apply(Event.undo())
    assert changes(after, undone) == (TakenBack(forwards),)
    assert changes(undone, undone.apply(Event.redo())) == forwards
    assert changes(after.game, before.game) == (TakenBack(forwards),)
    assert changes(before, before) == changes(before.game, before.game) == ()


def test_a_correction() -> None:
    """The five was a six: its fifteen goes, and sixteen scores nothing."""
    before = history("OK 2 K 5")
    after = before.apply(Event.change(3, Event.lay(Rank.SIX)))
    assert changes(before, after) == (
        TakenBack(last("OK 2 K 5")),
        *(CardLaid(0, card("6"), 16), Turn(1, Prompt.PLAY)),
    )


def test_points_by_hand() -> None:
    before = history("OK 2")
    pegged = before.apply(Event.peg(1, 5))
    by_hand = (Item(Reason.BY_HAND, 5),)
    assert changes(before, pegged) == (Points(1, None, 5, 5, Source.BY_HAND, by_hand),)
    less = pegged.apply(Event.take_back(1, 2))
    by_hand = (Item(Reason.BY_HAND, -2),)
    assert changes(pegged, less) == (Points(1, None, -2, 3, Source.BY_HAND, by_hand),)
    assert changes(less, less.apply(Event.score(1, 30))) == (ScoreSet(1, 30, 27),)


def test_a_misdeal() -> None:
    before = history("OK J K 5")
    after = before.apply(Event.misdeal())
    assert changes(before, after) == (DealThrownIn((0, 0)), DealBegun(0), Turn(0, Prompt.STARTER))


def test_the_pack_is_taken() -> None:
    changed = last("OK GO", form="2 cut_before_deal=offer")
    assert changed == (DealBegun(1, out_of_turn=True), Turn(1, Prompt.STARTER))


def test_a_game_won_and_the_next() -> None:
    """RULES.md 5: 60 is a double skunk, four games."""
    won = last("OK J", start=(119, 60))
    assert won[-1] == GameWon(0, Skunk.DOUBLE, (4, 0))
    begun = GameBegun(1, Rules(), (), (0, 0), (4, 0))
    changed = (begun, DealBegun(1), Turn(1, Prompt.STARTER))
    assert last("OK J OK", start=(119, 60)) == changed
    before = history("OK J OK", (119, 60))
    assert changes(before, before.apply(Event.undo())) == (TakenBack(changed),)


def test_a_claim_and_an_answer() -> None:
    assert last("OK 2 4 4 5 5 6 6 K K", form="2 muggins=on")[-1] == Turn(1, Prompt.CLAIM)
    before = history("OK 2 4 4 5 5 6 6 K K", rules=rules_of("2 muggins=on"))
    after = before.apply(Event.claim(8))
    assert changes(before, after) == (Claimed(1, 8), Turn(0, Prompt.MUGGINS))
    before = history("OK 2 4 9 5 8 6 7 7 6")
    assert before.game.prompt is Prompt.FLUSH
    changed = changes(before, before.apply(Event.no()))
    assert changed[0] == QuestionAnswered(Question.FLUSH, yes=False)


def test_changes_of_different_types_differ() -> None:
    """As tuples alone, they would be equal."""
    assert CountRestarted() != PlayEnded()
    assert HandCard(0, card("5")) != CribCard(0, card("5"))
    assert HandCard(0, card("5")) == HandCard(0, card("5")) != CardLeft(0, card("5"))
    assert len({CountRestarted(), PlayEnded(), CountRestarted()}) == 2
    assert CountRestarted() != ()


GAME = Game.new()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (GAME, None),
        (None, GAME),
        ("", ""),
        (GAME, History.of(GAME)),
        (GAME, GAME.apply(Event.deals(0)).apply(Event.starter(Rank.TWO))),
        (GAME, Game.new(Rules(players=3))),
        (History.of(GAME), History.of(Game.new(Rules(players=3)))),
    ],
)
def test_what_does_not_belong_together_is_refused(before: Any, after: Any) -> None:
    with pytest.raises(InvalidGame):
        changes(before, after)


# -- random matches


class Follower:
    """A match as one who hears the changes alone can tell it."""

    def __init__(self, game: Game) -> None:
        self._sides = game.rules.sides
        self._start = [side.front for side in game.sides]
        self.log: list[Change] = []

    def hear(self, changes: tuple[Change, ...]) -> None:
        for number, change in enumerate(changes):
            if isinstance(change, TakenBack):
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
            if isinstance(change, GameBegun | DealThrownIn):
                scores = list(change.scores)
            elif isinstance(change, Points | ScoreSet):
                scores[change.side] += change.points
                assert scores[change.side] == change.score
        return scores

    @property
    def deal(self) -> tuple[Card, ...]:
        """The cards of the deal."""
        cards: list[Card] = []
        for change in self.log:
            if isinstance(change, StarterTurned | DealThrownIn):
                cards.clear()
            if isinstance(change, StarterTurned | CardCut | CardLaid | CardLeft | HandCard | CribCard):
                cards.append(change.card)
            elif isinstance(change, SuitNamed):
                assert cards[-1].rank is change.card.rank
                cards[-1] = change.card
        return tuple(cards)

    @property
    def hands(self) -> dict[int, list[Rank]]:
        """The ranks that each seat has laid or left in this deal."""
        hands: dict[int, list[Rank]] = {}
        for change in self.log:
            if isinstance(change, StarterTurned | DealThrownIn):
                hands = {}
            elif isinstance(change, CardLaid | CardLeft | HandCard):
                hands.setdefault(change.seat, []).append(change.card.rank)
        return hands

    @property
    def count(self) -> int:
        count = 0
        for change in self.log:
            if isinstance(change, StarterTurned | CountRestarted | PlayEnded):
                count = 0
            elif isinstance(change, CardLaid | AceCounted) and change.count is not None:
                count = change.count
        return count

    @property
    def passed(self) -> list[int]:
        """The seats that have said go in this count."""
        passed: list[int] = []
        for change in self.log:
            if isinstance(change, StarterTurned | CountRestarted | PlayEnded | DealThrownIn):
                passed = []
            elif isinstance(change, Go):
                passed.append(change.seat)
        return passed

    def last(self, kind: type, *until: type) -> Any:
        """The last change of a kind since one of another; None if there is none."""
        for change in reversed(self.log):
            if isinstance(change, kind):
                return change
            if isinstance(change, until):
                return None
        return None

    def check(self, game: Game) -> None:
        """Compare with the game, which this was never told."""
        assert self.scores == [side.front for side in game.sides]
        dealt = self.last(DealBegun, GameBegun)
        assert (dealt and dealt.dealer) == game.dealer
        assert not dealt or dealt.out_of_turn == game.taken
        won = self.last(GameWon, GameBegun)
        assert (won and (won.side, won.skunk)) == (None if game.winner is None else (game.winner, game.skunk))
        assert not won or won.games == tuple(side.games for side in game.sides)
        turn = self.last(Turn)
        if turn and not won:
            assert turn == Turn(game.to_act, game.prompt)  # type: ignore[arg-type]  # there is no winner
        if game.deal and game.prompt not in (Prompt.STARTER, Prompt.CUT_FOR_DEAL, Prompt.GAME_OVER):
            assert self.deal == game.deal_cards
            assert self.count == game.count
            for seat, hand in enumerate(game.deal.hands):
                ranks = [game.deal_cards[index].rank for index in hand]
                assert sorted(ranks) == sorted(self.hands.get(seat, []))
            assert self.passed == list(game.deal.play.passed if game.deal.play else ())
            assert len(list(self.answers)) == len(game.deal.answers)

    @property
    def answers(self) -> Iterator[Change]:
        """The answers of this deal."""
        for change in reversed(self.log):
            if isinstance(change, StarterTurned):
                return
            if isinstance(change, QuestionAnswered):
                yield change


def corrected(seed: int, form: str, presses: int) -> Iterator[Seen]:
    """A random match with undo, redo, and now and then a correction of an earlier event."""
    chance = Random(seed)
    for before, event, after in walk(seed, form, presses, second_thoughts=0.15):
        yield before, event, after
        if chance.random() < 0.1 and after.this_deal:
            index = chance.choice(after.this_deal).before.at
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
def test_who_hears_the_changes_alone_knows_the_match(form: str) -> None:
    follower = None
    for before, event, after in corrected(7, form, 250):
        follower = follower or Follower(before.game)
        told = changes(before, after)
        follower.hear(told)
        follower.check(after.game)
        if event.kind is Kind.UNDO and before.past[-1].event.kind not in CORRECTS:
            assert isinstance(told[0], TakenBack)


@pytest.mark.parametrize("form", FORMS)
def test_two_games_tell_what_their_histories_tell(form: str) -> None:
    """All but a go that wins, which may have been implied by a card that was never laid."""
    for before, _, after in walk(9, form, 150):
        told = changes(before, after)
        alone = changes(before.game, after.game)
        if after.game.winner is not None and any(isinstance(each, Go) for each in told):
            alone, told = (
                tuple(Go(each.seat) if isinstance(each, Go) else each for each in some)
                for some in (alone, told)
            )
        assert alone == told
        assert changes(after.game, before.game)[:1] == changes(after, before)[:1]


@pytest.mark.parametrize("form", FORMS[::3])
def test_many_presses_at_once_tell_what_each_of_them_told(form: str) -> None:
    """Any two moments that undo can reach from one another, or whose last common game it can."""
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
