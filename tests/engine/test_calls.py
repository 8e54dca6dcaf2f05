"""Scores are announced in the words players use (RULES.md 4, Calling)."""

import tomllib
from pathlib import Path

import pytest

from engine import Card, Item, Rank, Reason, Rules, Suit, count_show
from engine.scoring.calling import ENGLISH, CallWords, Part, call_hand, call_pegged, parts_called
from engine.scoring.hands_and_crib import find_ranks
from tests.support import cases

SAID = tomllib.loads((Path(__file__).parents[1] / "data" / "said.toml").read_text(encoding="utf-8"))


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


@pytest.mark.parametrize(("number", "words"), [*enumerate(NUMBERS), *SAID["number"]])
def test_numbers_in_words(number: int, words: str) -> None:
    assert ENGLISH.number(number) == words


@pytest.mark.parametrize(("case", "words"), SAID["count_of_case"])
def test_a_count_as_it_is_called(case: str, words: str) -> None:
    # RULES.md 4, Calling, with cases of section 8.
    row = next(row for row in cases.show_cases() if row.id == case)
    assert called(" ".join(row.cards), row.starter or None, crib=row.crib) == words


@pytest.mark.parametrize(("cards", "starter", "settings", "words"), SAID["count"])
def test_the_call_of_a_hand(cards: str, starter: str, settings: str, words: str) -> None:
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
        ([(Reason.RENEGE, 4)], "four for a renege"),
        ([(Reason.SEEN_CARD, 2)], "two for a seen card"),
        ([(Reason.FALSE_CLAIM, 6)], "six for a false claim of game"),
        ([(Reason.FALSE_CLAIM, -15)], "fifteen taken back for a false claim of game"),
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
