"""The engine asks a question about suits only if both answers are possible, and decides this quickly."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Card, Question
from engine.scoring import suit_questions
from engine.scoring.suit_questions import Answer, possible, settle
from tests.benchmarks import questions
from tests.support import oracle

PACK = [rank + suit for rank in oracle.RANKS for suit in oracle.SUITS]
FEW = [rank + suit for rank in "4 5 10 J Q".split() for suit in oracle.SUITS]
MOST_STEPS = 500
"""A limit far above the steps of the search on any deal below, and far below those of trying all suits."""


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


def truth(question: Question, hand: Sequence[int], deal: Sequence[str]) -> bool:
    """Return the correct answer to a question.

    Args:
        question: the question.
        hand: the indices in `deal` of the cards that the question is about.
        deal: the cards, all with suits, such as `5H`. The starter is first.
    """
    if question is Question.NOBS:
        return any(deal[index] == "J" + oracle.suit_of(deal[0]) for index in hand)
    indices = [0, *hand] if question is Question.FLUSH_WITH_STARTER else hand
    return len({oracle.suit_of(deal[index]) for index in indices}) == 1


class Deal:
    """A random deal of thirteen cards: a starter and three hands of four.

    Only some of the suits are known.
    """

    def __init__(self, chance: Random, pack: Sequence[str], known: float) -> None:
        self.cards = chance.sample(list(pack), 13)
        self.shown = [card if chance.random() < known else oracle.rank_of(card) for card in self.cards]
        indices = chance.sample(range(1, 13), 12)
        self.hands = [tuple(sorted(indices[start : start + 4])) for start in (0, 4, 8)]


@pytest.mark.parametrize("seed", range(80))
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


@pytest.mark.parametrize("seed", range(60))
def test_answers_that_are_worked_out_are_true(seed: int) -> None:
    """If all players answer truthfully, every answer that the engine deduces is true as well."""
    chance = Random(1000 + seed)
    deal = Deal(chance, (PACK, FEW)[seed % 2], (0.0, 0.2, 0.5)[seed % 3])
    cards = cards_of(deal.shown)
    answers: list[Answer] = []
    for hand in deal.hands:
        for question in Question:
            fact = truth(question, hand, deal.cards)
            assert settle(cards, answers, question, hand) in (fact, None)
            answers.append(Answer(question, hand, fact))
            assert possible(cards, answers)


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


@pytest.mark.parametrize(
    ("deal", "question", "forced"),
    [
        # Two cards of a rank differ in suit: a hand with both is no flush, nor with a starter that pairs.
        ("2 5 6 7 8", Question.FLUSH, None),
        ("2 5 5 7 8", Question.FLUSH, False),
        ("5 5 6 7 8", Question.FLUSH, None),
        ("5 5 6 7 8", Question.FLUSH_WITH_STARTER, False),
        ("2 5 6 7 8", Question.FLUSH_WITH_STARTER, None),
        # The known suits settle the question.
        ("2 5H 6H 7H 8H", Question.FLUSH, True),
        ("2 5H 6 7 8S", Question.FLUSH, False),
        ("2H 5H 6H 7H 8H", Question.FLUSH_WITH_STARTER, True),
        ("2H 5H 6 7 8", Question.FLUSH_WITH_STARTER, None),
        ("2S 5H 6 7 8", Question.FLUSH_WITH_STARTER, False),
        ("2S 5H 6H 7H 8H", Question.FLUSH_WITH_STARTER, False),
        # Nobs: no jack, a jack, the wrong jack, a jack as the starter, all four jacks.
        ("2 5 6 7 8", Question.NOBS, False),
        ("2 5 6 7 J", Question.NOBS, None),
        ("2H 5 6 7 JH", Question.NOBS, True),
        ("2H 5 6 7 JS", Question.NOBS, False),
        ("J 5 6 7 J", Question.NOBS, False),
        ("2 J J J J", Question.NOBS, True),
        ("2H JS J J 5", Question.NOBS, None),
        # The fourth card of a rank has the last suit.
        ("2D 5 6 7 J JS JH JC", Question.NOBS, True),
        ("2S 5 6 7 J JS JH JC", Question.NOBS, False),
        ("2 5H 6H 7H 8 8S 8D 8C", Question.FLUSH, True),
        ("2 5S 6S 7S 8 8S", Question.FLUSH, False),
        # The 6 can only be a heart, like the 5; another card may still have another suit.
        ("2 5H 6 7 8 6S 6D 6C", Question.FLUSH, None),
        # The only card that would fit is in another hand.
        ("2H 5 6 7 J JH", Question.NOBS, False),
    ],
)
def test_answers_settled_by_the_cards_alone(deal: str, question: Question, forced: bool | None) -> None:
    # `forced` is None if the cards leave the question open. The first card is the starter, and the next
    # four are the hand.
    assert settle(cards_of(deal.split()), (), question, (1, 2, 3, 4)) is forced
    assert could_be(deal.split(), [Answer(question, (1, 2, 3, 4), True)]) is (forced is not False)
    assert could_be(deal.split(), [Answer(question, (1, 2, 3, 4), False)]) is (forced is not True)


FIRST, SECOND = (1, 2, 3, 4), (5, 6, 7, 8)


@pytest.mark.parametrize(
    ("deal", "answered", "question", "hand", "forced"),
    [
        # The right jack has been seen, so no other player is asked for it.
        ("2 5 6 7 J 5 6 7 J", [(Question.NOBS, FIRST, True)], Question.NOBS, SECOND, False),
        ("2 5 6 7 J 5 6 7 J", [(Question.NOBS, FIRST, False)], Question.NOBS, SECOND, None),
        # A flush with the starter settles his nobs.
        ("2 5 6 7 J 5 6 7 8", [(Question.FLUSH_WITH_STARTER, FIRST, True)], Question.NOBS, FIRST, True),
        (
            "2 5 6 7 J 5 6 7 8",
            [(Question.FLUSH, FIRST, True), (Question.FLUSH_WITH_STARTER, FIRST, False)],
            Question.NOBS,
            FIRST,
            False,
        ),
        # If the hand is not a flush, there is no flush with the starter, either.
        ("2 5 6 7 8", [(Question.FLUSH, FIRST, False)], Question.FLUSH_WITH_STARTER, FIRST, False),
        ("2 5 6 7 8", [(Question.FLUSH_WITH_STARTER, FIRST, True)], Question.FLUSH, FIRST, True),
        ("2 5 6 7 8", [(Question.FLUSH_WITH_STARTER, FIRST, False)], Question.FLUSH, FIRST, None),
        # Two hands with a rank in common cannot both be flushes of the same suit.
        (
            "2H 5 6 7 8 5 9 10 K",
            [(Question.FLUSH_WITH_STARTER, FIRST, True), (Question.FLUSH, SECOND, True)],
            Question.FLUSH_WITH_STARTER,
            SECOND,
            False,
        ),
    ],
)
def test_answers_settled_by_earlier_answers(
    deal: str,
    answered: list[tuple[Question, tuple[int, ...], bool]],
    question: Question,
    hand: tuple[int, ...],
    forced: bool | None,
) -> None:
    # `forced` is None if the earlier answers leave the question open.
    answers = [Answer(*answer) for answer in answered]
    assert settle(cards_of(deal.split()), answers, question, hand) is forced


def test_a_card_twice_is_not_possible() -> None:
    assert not possible(cards_of(["5H", "6", "5H"]), ())
    assert possible(cards_of(["5H", "6", "5"]), ())


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


@pytest.mark.parametrize("known", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("pack", [PACK, FEW], ids=["pack", "few-ranks"])
def test_the_search_stays_short(known: float, pack: list[str], steps: list[int]) -> None:
    for seed in range(150):
        chance = Random(seed)
        deal = Deal(chance, pack, known)
        cards = cards_of(deal.shown)
        answers: list[Answer] = []
        for hand in deal.hands:
            for question in Question:
                steps[0] = 0
                forced = settle(cards, answers, question, hand)
                assert steps[0] < MOST_STEPS, (seed, deal.shown)
                if forced is None:
                    fact = chance.random() < 0.5 if seed % 2 else truth(question, hand, deal.cards)
                    answers.append(Answer(question, hand, fact))


def test_the_search_stays_short_on_the_hardest_deals(steps: list[int]) -> None:
    """The search takes few steps on deals where trying every unused suit in turn would take thousands."""
    chance = Random(7)
    for _ in range(400):
        for asked in questions.hard(chance):
            steps[0] = 0
            settle(*asked)
            assert steps[0] < MOST_STEPS, asked
