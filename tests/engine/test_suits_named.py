"""The suit of the last card entered can be added at any prompt."""

import pytest

from engine import Event, Game, IllegalEvent, Kind, Prompt, Suit
from tests.support.words import game, history, reasons, scored

# Case E4: no question is asked. Seat 0 deals, the starter is a 3, and the crib follows.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
# The crib 2 7 9 J with the starter 3: all hearts, except the jack, whose suit is not named yet.
CRIB_OF_HEARTS = "OK 3 H K 4 8 5 K 10 6 10 2 H 7 H 9 H J"
# Starter 2, pone K 9 6 4, dealer Q 8 7 3: either hand may be of one suit.
DEAL = "OK 2 K Q 9 8 6 7 4 3"


def refused(words: str, suit: Suit, start: tuple[int, int] = (0, 0)) -> str:
    """Press the keys `words`, name a suit, check that it is refused, and return the error message.

    Args:
        words: the names of the keys, separated by spaces.
        suit: the suit.
        start: each side's score at the start.
    """
    before = game(words, start)
    with pytest.raises(IllegalEvent) as caught:
        before.apply(Event(Kind.SUIT, suit))
    return str(caught.value)


def last(now: Game) -> str:
    return str(now.cards[-1])


@pytest.mark.parametrize(
    ("words", "card"),
    [
        ("5 H", "5H"),
        ("5 H 9 S", "9S"),
        ("5 9 D", "9D"),
        ("5 5 D", "5D"),
        ("5 OK D", "5D"),
        ("OK 2 H", "2H"),
        ("OK 2 K S", "KS"),
        # After a go, which has no card, and after a card that implies a go.
        ("OK 2 K Q 9 GO H", "9H"),
        ("OK 2 K Q 9 GO GO H", "9H"),
        ("OK 2 K Q 9 8 H", "8H"),
        # At a question, after an answer, at the crib and at the next starter.
        (f"{DEAL} C", "3C"),
        (f"{DEAL} GO C", "3C"),
        (f"{DEAL} GO GO C", "3C"),
        (f"{QUIET} D", "10D"),
        (f"{QUIET} A D", "AD"),
        (f"{QUIET} A A 2 2 D", "2D"),
        # The next starter itself.
        (f"{QUIET} A A 2 2 K D", "KD"),
    ],
)
def test_a_suit_names_the_last_card(words: str, card: str) -> None:
    assert last(game(words)) == card


@pytest.mark.parametrize(
    ("words", "start", "card"),
    [
        ("OK J H", (119, 0), "JH"),
        ("OK J OK H", (119, 0), "JH"),
        ("OK 2 K 5 H", (119, 0), "5H"),
        # An implied go that wins: the card past 31 is not laid, so the one before it is the last.
        ("OK 2 K Q 9 8 H", (0, 120), "9H"),
    ],
)
def test_suit_is_accepted_after_the_game_is_over(words: str, start: tuple[int, int], card: str) -> None:
    assert last(game(words, start)) == card


@pytest.mark.parametrize("words", ["", "OK", "5 9 NEW"])
def test_no_card_no_suit(words: str) -> None:
    assert refused(words, Suit.HEARTS) == "There is no card yet whose suit could be named"


def test_an_event_of_its_own() -> None:
    match = history("OK 2 K H")
    assert (match.applied, match.game.at) == (4, 4)
    assert last(match.apply(Event(Kind.UNDO)).game) == "K"


# A second suit


def test_a_second_suit_replaces_the_first() -> None:
    assert last(game("OK 2 K H S")) == "KS"
    assert last(game("OK 2 K H S D")) == "KD"
    assert last(game("OK 2 K H S H")) == "KH"


def test_each_of_the_suits_is_taken_back_by_itself() -> None:
    match = history("OK 2 K H S D UNDO")
    assert last(match.game) == "KS"
    assert last(match.apply(Event(Kind.SUIT, Suit.CLUBS)).game) == "KC"
    assert last(history("OK 2 K H S D UNDO UNDO UNDO").game) == "K"


@pytest.mark.parametrize(
    "words",
    [
        # A go, an answer, OK during the cut, or the next game comes in between.
        "OK 2 K Q 9 H GO",
        f"{DEAL} C GO",
        "5 H OK",
    ],
)
def test_suit_cannot_be_corrected_after_other_events(words: str) -> None:
    card = game(words).cards[-1]
    assert refused(words, Suit.SPADES) == f"This card is already the {card.pretty}: take that back first"


def test_a_suit_is_not_replaced_in_the_next_game() -> None:
    assert refused("OK J H OK", Suit.SPADES, (119, 0)) == "This card is already the J♥: take that back first"


def test_the_same_suit_again_is_no_event() -> None:
    before = game("OK 2 K H")
    with pytest.raises(IllegalEvent, match="The last card is already the K♥"):
        before.apply(Event(Kind.SUIT, Suit.HEARTS))


# Suits that contradict a card or an answer


@pytest.mark.parametrize(
    ("words", "suit", "why"),
    [
        ("OK 5 H 5", Suit.HEARTS, "The 5♥ is already out"),
        ("OK 5 H K S 5", Suit.HEARTS, "The 5♥ is already out"),
        ("OK 5 S 5 C 5", Suit.CLUBS, "The 5♣ is already out"),
        ("5 S 5", Suit.SPADES, "The 5♠ is already out"),
        # The same is true if the suit would replace another suit.
        ("OK 5 H 5 S", Suit.HEARTS, "The 5♥ is already out"),
    ],
)
def test_same_card_cannot_be_named_twice(words: str, suit: Suit, why: str) -> None:
    assert refused(words, suit) == why


def test_a_card_of_the_deal_before_can_be_named_again() -> None:
    assert last(game("OK 3 K S 4 8 5 K 10 6 10 A A 2 2 K S")) == "KS"
    # A card that was cut can come again in the deal, and in the next round of the cut.
    assert last(game("5 S 9 5 S")) == "5S"
    assert last(game("5 S 5 9 S 5 S")) == "5S"


@pytest.mark.parametrize(
    ("words", "suit"),
    [
        # The answer: the crib is not of one suit. All its other cards are hearts.
        (f"{CRIB_OF_HEARTS} GO", Suit.HEARTS),
        # The answer: the crib is of one suit.
        (f"{CRIB_OF_HEARTS} OK", Suit.SPADES),
        # The dealer's hand is of one suit, and his queen is a spade.
        ("OK 2 K Q S 9 8 6 7 4 3 GO OK", Suit.HEARTS),
    ],
)
def test_a_suit_that_contradicts_an_answer_is_refused(words: str, suit: Suit) -> None:
    card = f"{game(words).cards[-1].pretty}{suit.symbol}"
    assert refused(words, suit) == f"The {card} contradicts an earlier answer about suits"


def test_an_answer_that_is_still_possible_is_no_contradiction() -> None:
    assert last(game(f"{CRIB_OF_HEARTS} GO D")) == "JD"
    assert last(game(f"{CRIB_OF_HEARTS} OK H")) == "JH"


def test_cards_and_answers_of_the_last_game_count_until_the_next_starter() -> None:
    """After a game, the suit of its last card can be named until the next starter is entered.

    A suit is refused if it contradicts a card of the game's last deal, or a player's answer to a question
    about suits in that deal.
    """
    # The answer yes about the crib's flush wins for the dealer, so its jack is a heart.
    words = f"{CRIB_OF_HEARTS} OK OK"
    assert game(words, (104, 0)).prompt is Prompt.STARTER
    assert refused(words, Suit.SPADES, (104, 0)) == "The J♠ contradicts an earlier answer about suits"
    assert last(game(f"{words} H", (104, 0))) == "JH"
    # His heels win in the second deal; the jack can be one that was in the first deal.
    won = f"{QUIET} A A 2 J S GO J"
    assert last(game(f"{won} S", (0, 117))) == last(game(f"{won} OK S", (0, 117))) == "JS"


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


def test_question_stays_open_if_a_suit_does_not_answer_it() -> None:
    before, after = game(DEAL), game(f"{DEAL} H")
    assert (before.prompt, before.to_act) == (after.prompt, after.to_act) == (Prompt.FLUSH, 1)
    assert before.entries == after.entries


def test_a_suit_that_settles_one_question_leads_to_the_next() -> None:
    # The starter and all but one card of the crib are hearts, the jack too: no flush, but his nobs.
    words = "OK 2 H K 4 8 5 K 10 6 10 J H 7 H 9 H Q"
    assert game(words).prompt is Prompt.FLUSH_WITH_STARTER
    after = game(f"{words} S")
    assert [reason for reason, _, _ in reasons(after, after.entries[-1])][-1] == "nobs"
    # If the jack's suit is unknown as well, the board asks about his nobs next.
    words = "OK 2 H K 4 8 5 K 10 6 10 J 7 H 9 H Q"
    assert (game(words).prompt, game(f"{words} S").prompt) == (Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)


def test_correcting_a_suit_undoes_its_consequences() -> None:
    after = game(f"{CRIB_OF_HEARTS} S H")
    assert (scored(after)[-1], after.deals, len(scored(after))) == ((0, 8), 1, 6)
    assert after.entries[-1].at == after.at - 1
    assert scored(game(f"{CRIB_OF_HEARTS} H S D"))[-1] == (0, 2)


def test_a_suit_that_replaces_one_can_open_the_question_again() -> None:
    # Spades settle the question. Hearts, like the rest of the crib, do not: the starter's suit is unknown.
    words = "OK 3 K 4 8 5 K 10 6 10 2 H 7 H 9 H Q"
    assert game(f"{words} S").prompt is Prompt.STARTER
    after = game(f"{words} S H")
    assert (after.prompt, after.deals, after.to_act) == (Prompt.FLUSH_WITH_STARTER, 0, 0)


def test_correcting_a_suit_can_undo_a_win() -> None:
    start = (104, 0)
    won = game(f"{CRIB_OF_HEARTS} H", start)
    assert (won.winner, won.sides[0].front) == (0, 121)
    after = game(f"{CRIB_OF_HEARTS} H S", start)
    assert (after.winner, after.sides[0].front, after.sides[0].games) == (None, 117, 0)


def test_suit_named_late_is_shown_but_scores_nothing() -> None:
    after = game(f"{QUIET} D")
    assert ("pair", 2, "10 10D") in reasons(after, after.entries[-1])
    assert scored(after) == scored(game(QUIET))
    # The card is the last of a winning crib, about which no question was asked.
    over = game(f"{CRIB_OF_HEARTS} H", (108, 0))
    assert (over.winner, scored(over)[-1]) == (0, (0, 2))
    assert ("fifteen", 2, "2H JH 3H") in reasons(over, over.entries[-1])
