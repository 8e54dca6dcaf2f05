"""Scores are announced in the words players use (RULES.md 4, Calling)."""

import pytest

from engine import Card, Item, Rank, Reason, Rules, Suit, count_show
from engine.scoring.calling import ENGLISH, CallWords, Part, call_hand, call_pegged, parts_called
from engine.scoring.hands_and_crib import find_ranks
from tests.support import cases

NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five "
    "twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one"
).split()


def called(cards: str, starter: str | None = None, *settings: str, crib: bool = False) -> str:
    """Return the words with which a player announces the score of a hand.

    `settings` are rule options, such as `game=seven-card`.
    """
    hand = [Card.parse(card) for card in cards.split()]
    return count_show(hand, Card.parse(starter) if starter else None, Rules.parse(settings), crib=crib).call


def of(*items: tuple[Reason, int]) -> list[Item]:
    return [Item(reason, points) for reason, points in items]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *enumerate(NUMBERS),
        (46, "forty-six"),
        (58, "fifty-eight"),
        (90, "ninety"),
        (99, "ninety-nine"),
        (100, "one hundred"),
        (101, "one hundred and one"),
        (310, "three hundred and ten"),
        (999, "nine hundred and ninety-nine"),
        (1000, "one thousand"),
        (-2, "minus two"),
        (-121, "minus one hundred and twenty-one"),
    ],
)
def test_numbers_in_words(number: int, words: str) -> None:
    assert ENGLISH.number(number) == words


@pytest.mark.parametrize(
    ("case", "words"),
    [
        # Fifteens come first, counted in twos, then the double run, then the flush and his nobs.
        (
            "S1",
            "fifteen two, fifteen four, fifteen six and a double run of three is fourteen "
            "and a flush of four is eighteen",
        ),
        # Without fifteens, the pair or the run comes first.
        # Without pairs and runs, the flush or the jack comes next.
        ("S10", "a flush of four"),
        ("S11", "a flush of five and one for his nob is six"),
        ("S14", "fifteen two and one for his nob is three"),
        # The name of a run covers its pairs: 15, 16 and 10 points without the fifteens.
        ("S21", "fifteen two, fifteen four, fifteen six and a triple run of three is twenty-one"),
        (
            "S22",
            "fifteen two, fifteen four, fifteen six, fifteen eight "
            "and a quadruple run of three is twenty-four",
        ),
        ("S23", "fifteen two and a double run of four is twelve"),
        # No points.
        ("S18", "nineteen"),
    ],
)
def test_a_count_as_it_is_called(case: str, words: str) -> None:
    # RULES.md 4, Calling, with cases of section 8.
    row = next(row for row in cases.show_cases() if row.id == case)
    assert called(" ".join(row.cards), row.starter or None, crib=row.crib) == words


SEVEN, GROUPED = "game=seven-card", "calling=grouped"


@pytest.mark.parametrize(
    ("cards", "starter", "settings", "words"),
    [
        # If only fifteens score, the call ends in words that say so.
        ("7H 8D 2C QS", "KH", "", "fifteen two and the rest won't do"),
        ("7H 8D 7C QS", None, "", "fifteen two, fifteen four and a pair is six"),
        ("KH QD 5C 2S", "4H", "", "fifteen two, fifteen four and the rest don't score"),
        # Two pairs, or a pair and a run that it is not part of, are called one by one.
        ("KH KD KC 2S", "2H", "", "a pair is two and a pair royal is eight"),
        ("AH 2D 3C KS", "KH", "", "fifteen two, fifteen four and a pair is six and a run of three is nine"),
        # Run names, six cards: 12, 18, 20, 24, 26, 30.
        ("9H 10H JC QH KD", "KS", SEVEN, "a double run of five is twelve"),
        ("10H JD QC KS KH", "KC", SEVEN, "a triple run of four is eighteen"),
        ("10H JD QC QS KH", "KC", SEVEN, "a quadruple run of four is twenty"),
        ("JH QD QC QS QH", "KS", SEVEN, "a fourfold run of three is twenty-four"),
        ("JH JD JC QS QH", "KS", SEVEN, "a sixfold run of three is twenty-six"),
        ("JH JD QC QS KH", "KC", SEVEN, "an eightfold run of three is thirty"),
        ("8H 9H 10C JH QD", "KS", SEVEN, "a run of six"),
        ("3H 4D 5C 5S 9H", "9D", SEVEN, "a pair is two and a double run of three is ten"),
        ("9H 9C KH KD 7S", "7H", SEVEN, "a pair is two and a pair is four and a pair is six"),
        # The points of each kind are called, then the total; if all are of one kind, they are added up.
        ("AS 6S 7S 8S", "6H", GROUPED, "fifteen six and two and six and four makes eighteen"),
        ("5H 5D 5C JS", "5S", GROUPED, "fifteen sixteen and twelve and one for his nob makes twenty-nine"),
        ("KH KD KC QS", "JH", GROUPED, "six and nine makes fifteen"),
        ("KH QD 5C 2S", "4H", GROUPED, "fifteen two, fifteen four and the rest don't score"),
        ("9H JD QC 2S", "7H", GROUPED, "nineteen"),
    ],
)
def test_the_call_of_a_hand(cards: str, starter: str | None, settings: str, words: str) -> None:
    """RULES.md 4, Calling."""
    assert called(cards, starter, *settings.split()) == words


def test_a_run_is_named_without_suits_and_by_indices_alone() -> None:
    # Two cards of the same rank and unknown suit are told apart only by their indices.
    assert called("J J Q Q K", "K", "game=seven-card") == "an eightfold run of three is thirty"
    assert called("J Q K K 8", "8", "game=seven-card") == "a pair is two and a double run of three is ten"
    ranks = [Card.parse(rank).rank for rank in "J Q K K 8 8".split()]
    assert call_hand(find_ranks(ranks)) == "a pair is two and a double run of three is ten"


@pytest.mark.parametrize(
    ("count", "items", "words"),
    [
        # Players say the count, and all points of the card together.
        (15, [(Reason.FIFTEEN, 2), (Reason.PAIR_ROYAL, 6)], "fifteen for eight"),
        (31, [(Reason.THIRTY_ONE, 2), (Reason.PAIR, 2)], "thirty-one for four"),
        # Go and last are said after the points of the card.
        (16, [(Reason.LAST_CARD, 1)], "sixteen, and one for last"),
        (27, [(Reason.GO, 1)], "twenty-seven, and one for the go"),
        (25, [(Reason.RUN, 3), (Reason.LAST_CARD, 1)], "twenty-five for three, and one for last"),
        (
            15,
            [(Reason.FIFTEEN, 2), (Reason.DOUBLE_PAIR_ROYAL, 12), (Reason.LAST_CARD, 1)],
            "fifteen for fourteen, and one for last",
        ),
    ],
)
def test_call_for_a_card_in_the_play(count: int, items: list[tuple[Reason, int]], words: str) -> None:
    """RULES.md 3, Points on a card: a player calls the count, then any points, then the go or last card."""
    assert call_pegged(of(*items), count) == words


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([(Reason.HIS_HEELS, 2)], "two for his heels"),
        ([(Reason.GO, 1)], "one for the go"),
        ([(Reason.THREE_FOR_LAST, 3)], "three for last"),
        ([(Reason.MUGGINS, 2)], "muggins for two"),
        ([(Reason.PENALTY, 2)], "two for a wrong claim"),
        ([(Reason.BY_HAND, 2)], "two by hand"),
        ([(Reason.BY_HAND, -2)], "two taken back"),
    ],
)
def test_points_that_no_card_of_the_play_scored(items: list[tuple[Reason, int]], words: str) -> None:
    assert call_pegged(of(*items)) == words


def test_points_in_figures() -> None:
    assert parts_called(of((Reason.FIFTEEN, 2), (Reason.PAIR_ROYAL, 6)), 15, str) == ("15 for 8",)
    assert parts_called(of((Reason.RUN, 3), (Reason.LAST_CARD, 1)), 25, str) == ("25 for 3", "1 for last")
    assert parts_called(of((Reason.HIS_HEELS, 2)), 0, str) == ("2 for his heels",)


class Digits(CallWords):
    """English call words in which numbers are written as digits."""

    NINETEEN = "19"

    def number(self, number: int) -> str:
        return str(number)


def test_ranks_and_suits_have_names() -> None:
    names = "ace two three four five six seven eight nine ten jack queen king".split()
    assert [ENGLISH.rank(rank) for rank in Rank] == names
    plurals = "aces twos threes fours fives sixes sevens eights nines tens jacks queens kings".split()
    assert [ENGLISH.ranks(rank) for rank in Rank] == plurals
    assert [ENGLISH.suit(suit) for suit in Suit] == ["spades", "hearts", "diamonds", "clubs"]


@pytest.mark.parametrize(
    ("part", "name", "short"),
    [
        (Part(Reason.FIFTEEN, 2), "fifteen", "fifteen"),
        (Part(Reason.PAIR_ROYAL, 6), "a pair royal", "pair royal"),
        (Part(Reason.RUN, 4, 4, 1), "a run of four", "run"),
        (Part(Reason.RUN, 8, 3, 2), "a double run of three", "double run"),
        (Part(Reason.RUN, 24, 3, 8), "an eightfold run of three", "eightfold run"),
        (Part(Reason.RUN, 24, 3, 4, four_of_a_rank=True), "a fourfold run of three", "fourfold run"),
    ],
)
def test_a_part_of_a_hand_has_a_name_and_a_short_one(part: Part, name: str, short: str) -> None:
    assert (ENGLISH.part(part), ENGLISH.part_in_short(part)) == (name, short)


def test_calls_use_the_words_that_they_are_given() -> None:
    items = [Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)]
    assert call_hand(items, words=Digits()) == "fifteen 2 and a pair is 4"
    assert call_hand(items, grouped=True, words=Digits()) == "fifteen 2 and 2 makes 4"
    assert call_hand([], words=Digits()) == "19"
    assert call_pegged([Item(Reason.FIFTEEN, 2)], 15, words=Digits()) == "15 for 2"
