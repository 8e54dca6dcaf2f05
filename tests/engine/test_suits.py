"""Suits: they are asked about only if both answers are possible, and a card's suit can be named late."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Card, Event, Game, IllegalEvent, Prompt, Question, Suit
from engine.scoring import suit_questions
from engine.scoring.suit_questions import Answer, possible, settle
from tests.support import oracle
from tests.support.random_matches import hard_questions
from tests.support.words import game, scored

PACK = [rank + suit for rank in oracle.RANKS for suit in oracle.SUITS]
FEW = [rank + suit for rank in "4 5 10 J Q".split() for suit in oracle.SUITS]
MOST_STEPS = 500  # far above the search on any deal below, and far below trying all suits


def cards_of(words: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in words)


def claim_of(answer: Answer, deal: Sequence[str]) -> oracle.Claim:
    """Convert an answer to a claim that can be passed to the oracle, which tries all suits."""
    if answer.question is Question.FLUSH:
        return "alike", answer.hand, answer.yes
    if answer.question is Question.FLUSH_WITH_STARTER:
        return "alike", (0, *answer.hand), answer.yes
    jacks = tuple(index for index in answer.hand if oracle.rank_of(deal[index]) == "J")
    return "match", (0, *jacks), answer.yes


def could_be(deal: Sequence[str], answers: Sequence[Answer]) -> bool:
    """Search by brute force, and return True if the cards can have suits that make all the answers true."""
    return oracle.possible(tuple(deal), tuple(claim_of(answer, deal) for answer in answers))


def by_brute_force(
    deal: Sequence[str], answers: Sequence[Answer], question: Question, hand: tuple[int, ...]
) -> bool | None:
    """Answer a question about the suits in a hand by trying all suits for the cards whose suits are unknown.

    Args:
        deal: the cards in the deal, the starter first.
        answers: the earlier answers, which must stay true.
        question: the question.
        hand: the hand in question, as indices into `deal`.

    Returns:
        True if the answer must be yes, False if it must be no, None if both answers are possible.
    """
    yes, no = (could_be(deal, [*answers, Answer(question, hand, each)]) for each in (True, False))
    assert yes or no
    return None if yes and no else yes


class Deal:
    """A random deal: a starter and three hands of four. Only some of the suits are known."""

    def __init__(self, chance: Random, pack: Sequence[str], known: float) -> None:
        self.cards = chance.sample(list(pack), 13)
        self.shown = [card if chance.random() < known else oracle.rank_of(card) for card in self.cards]
        indices = chance.sample(range(1, 13), 12)
        self.hands = [tuple(sorted(indices[start : start + 4])) for start in (0, 4, 8)]


@pytest.mark.parametrize("seed", range(40))
def test_forced_answers_agree_with_brute_force(seed: int) -> None:
    # An answer can be forced by the cards, or by the answers to earlier questions.
    chance = Random(seed)
    deal = Deal(chance, (PACK, FEW)[seed % 2], (0.0, 0.15, 0.4, 0.7)[seed // 2 % 4])
    cards = cards_of(deal.shown)
    answers: list[Answer] = []
    for hand in deal.hands:
        for question in Question:
            forced = by_brute_force(deal.shown, answers, question, hand)
            assert settle(cards, answers, question, hand) == forced
            for jack in (index for index in hand if oracle.rank_of(deal.shown[index]) == "J"):
                alone = by_brute_force(deal.shown, answers, Question.NOBS, (jack,))
                assert settle(cards, answers, Question.NOBS, (jack,)) == alone
            if forced is None:
                answers.append(Answer(question, hand, chance.random() < 0.5))
                assert settle(cards, answers, question, hand) == answers[-1].yes


@given(st.data())
def test_any_set_of_answers_is_possible_or_not_as_by_brute_force(data: st.DataObject) -> None:
    pack = data.draw(st.sampled_from([PACK, FEW, [card for card in PACK if card[-1] in "SH"]]))
    cards = data.draw(st.lists(st.sampled_from(pack), min_size=6, max_size=9, unique=True))
    hidden = data.draw(st.integers(0, 511))
    shown = [oracle.rank_of(card) if hidden >> i & 1 else card for i, card in enumerate(cards)]
    hand = st.permutations(range(1, len(shown))).map(lambda indices: tuple(sorted(indices[:4])))
    made = st.builds(Answer, st.sampled_from(Question), hand, st.booleans())
    answers = data.draw(st.lists(made, max_size=5))
    assert possible(cards_of(shown), answers) == could_be(shown, answers)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the steps that the search for possible suits takes during the test.

    Return a list whose only item is the number of steps so far.
    """
    taken = [0]
    satisfy = suit_questions._SuitSearch.satisfy

    def counted(search: suit_questions._SuitSearch, answers: Sequence[Answer]) -> bool:
        taken[0] += 1
        return satisfy(search, answers)

    monkeypatch.setattr(suit_questions._SuitSearch, "satisfy", counted)
    return taken


def test_the_search_stays_short_on_the_hardest_deals(steps: list[int]) -> None:
    """The search takes few steps on deals where trying every unused suit in turn would take thousands."""
    chance = Random(7)
    for _ in range(400):
        for asked in hard_questions(chance):
            steps[0] = 0
            settle(*asked)
            assert steps[0] < MOST_STEPS, asked


# Case E4: no question is asked. Seat 0 deals, the starter is a 3, and the crib follows.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
# The crib 2 7 9 J with the starter 3: all hearts, except the jack, whose suit is not named yet.
CRIB_OF_HEARTS = "OK 3 H K 4 8 5 K 10 6 10 2 H 7 H 9 H J"
# Starter 2, pone K 9 6 4, dealer Q 8 7 3: either hand may be of one suit.
DEAL = "OK 2 K Q 9 8 6 7 4 3"


def last(now: Game) -> str:
    return str(now.cards[-1])


@pytest.mark.parametrize(
    ("words", "start", "card"),
    [
        ("5 OK D", (), "5D"),
        # After a go, which has no card, and after a card that implies a go.
        ("OK 2 K Q 9 GO H", (), "9H"),
        ("OK 2 K Q 9 8 H", (), "8H"),
        # At a question, after an answer, at the crib and at the next starter, and that starter itself.
        (f"{DEAL} C", (), "3C"),
        (f"{QUIET} A A 2 2 K D", (), "KD"),
        # After the game. A card past 31 is not laid if the go that it implies wins.
        ("OK 2 K 5 H", (119, 0), "5H"),
        ("OK 2 K Q 9 8 H", (0, 120), "9H"),
        # Another suit replaces the first, or the second, which can be the first again.
        ("OK 2 K H S H", (), "KH"),
        # A card of the deal before can come again, and one that was cut, also in the next round.
        ("OK 3 K S 4 8 5 K 10 6 10 A A 2 2 K S", (), "KS"),
        ("5 S 5 9 S 5 S", (), "5S"),
        # His heels win in the second deal; the jack can be one that was in the first deal.
        (f"{QUIET} A A 2 J S GO J S", (0, 117), "JS"),
        (f"{QUIET} A A 2 J S GO J OK S", (0, 117), "JS"),
        # The answer yes about the crib's flush has won, so its jack is a heart.
        (f"{CRIB_OF_HEARTS} OK OK H", (104, 0), "JH"),
    ],
)
def test_a_suit_names_the_last_card(words: str, start: tuple[int, ...], card: str) -> None:
    assert last(game(words, start)) == card


NO_CARD = "There is no card yet whose suit could be named"


@pytest.mark.parametrize(
    ("words", "start", "suit", "why"),
    [
        ("", (), "H", NO_CARD),
        ("5 9 NEW", (), "H", NO_CARD),
        # A suit is not put right once a go, an answer, OK during the cut or the next game came in between.
        ("OK 2 K Q 9 H GO", (), "S", "This card is already the 9♥: take that back first"),
        (f"{DEAL} C GO", (), "S", "This card is already the 3♣: take that back first"),
        ("5 H OK", (), "S", "This card is already the 5♥: take that back first"),
        ("OK 2 K H", (), "H", "The last card is already the K♥"),
        # The same card twice, also if the suit would replace another.
        ("OK 5 H 5", (), "H", "The 5♥ is already out"),
        ("OK 5 H 5 S", (), "H", "The 5♥ is already out"),
        # The crib is not of one suit, or is; all its other cards are hearts. The second has won the game.
        (f"{CRIB_OF_HEARTS} GO", (), "H", "The J♥ contradicts an earlier answer about suits"),
        (f"{CRIB_OF_HEARTS} OK OK", (104, 0), "S", "The J♠ contradicts an earlier answer about suits"),
        # The dealer's hand is of one suit, and his queen is a spade.
        ("OK 2 K Q S 9 8 6 7 4 3 GO OK", (), "H", "The 3♥ contradicts an earlier answer about suits"),
    ],
)
def test_a_suit_that_cannot_be_is_refused(words: str, start: tuple[int, ...], suit: str, why: str) -> None:
    before = game(words, start)
    with pytest.raises(IllegalEvent) as caught:
        before.apply(Event.suit(Suit.parse(suit)))
    assert str(caught.value) == why


# Questions that a suit answers


@pytest.mark.parametrize(
    ("suit", "points"),
    # The jack, 2 and 3 are a fifteen; if all are hearts, there are a flush of five and his nobs, too.
    [("S", 2), ("D", 2), ("C", 2), ("H", 8)],
)
def test_a_suit_settles_a_question(suit: str, points: int) -> None:
    after = game(f"{CRIB_OF_HEARTS} {suit}")
    assert (scored(after)[-1], after.prompt, after.deals) == ((0, points), Prompt.STARTER, 1)
    assert after.entries[-1].at == after.at - 1


def test_correcting_a_suit_undoes_its_consequences() -> None:
    after = game(f"{CRIB_OF_HEARTS} S H")
    assert (scored(after)[-1], after.deals, len(scored(after))) == ((0, 8), 1, 6)
    assert after.entries[-1].at == after.at - 1
    assert scored(game(f"{CRIB_OF_HEARTS} H S D"))[-1] == (0, 2)
