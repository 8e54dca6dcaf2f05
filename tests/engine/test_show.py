"""The show has the right order of hands, the right questions and the right points (RULES.md 4)."""

import pytest

from engine import Game, Prompt, Source
from tests.support.words import game, reasons, scored

# Starter 2, pone K 9 6 4, dealer Q 8 7 3. K Q 9 is 29, one to pone; 8 6 7 is a run for the dealer, who
# has the last card too. The hands have 4 certain points each: pone 9-6 and 9-4-2, dealer 8-7 and Q-3-2.
DEAL = "OK 2 K Q 9 8 6 7 4 3"
# The same with a jack in each hand. Certain points: pone 9-6 and 9-4-2, dealer 8-7, and no run.
JACKS = "OK 2 J Q 9 8 6 7 4 J"
# Case E4: pairs and no jacks in both hands.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
CRIB_OF_HEARTS = "OK 3 H K 4 8 5 K 10 6 10 2 H 7 H 9 H J"


def test_hands_are_pegged_on_the_last_card_of_the_play() -> None:
    after = game(QUIET)
    hands = [entry for entry in after.entries if entry.source is Source.HAND]
    assert [(entry.at, entry.side, entry.points) for entry in hands] == [(9, 1, 2), (9, 0, 9)]
    assert reasons(after, hands[0]) == [("pair", 2, "K K")]
    assert sorted(reasons(after, hands[1])) == [
        ("fifteen", 2, "5 10"),
        ("fifteen", 2, "5 10"),
        ("pair", 2, "10 10"),
        ("run", 3, "4 5 3"),
    ]
    assert (after.prompt, after.to_act) == (Prompt.CRIB, 0)


@pytest.mark.parametrize(
    ("words", "prompt", "seat", "show"),
    [
        (DEAL, Prompt.FLUSH, 1, []),
        (f"{DEAL} GO", Prompt.FLUSH, 0, [(1, 4)]),
        (f"{DEAL} OK", Prompt.FLUSH_WITH_STARTER, 1, []),
        (f"{DEAL} OK OK", Prompt.FLUSH, 0, [(1, 9)]),
        (f"{DEAL} GO OK GO", Prompt.CRIB, 0, [(1, 4), (0, 8)]),
        # A hand with two suits needs no question.
        ("OK 2 K H Q 9 S 8 6 7 4 3", Prompt.FLUSH, 0, [(1, 4)]),
        ("OK 2 K H Q D 9 S 8 6 7 C 4 3", Prompt.CRIB, 0, [(1, 4), (0, 4)]),
        # Pone's hand is all hearts, so only the starter's suit is open; a spade starter settles it.
        ("OK 2 K H Q 9 H 8 6 H 7 4 H 3", Prompt.FLUSH_WITH_STARTER, 1, []),
        ("OK 2 S K H Q 9 H 8 6 H 7 4 H 3", Prompt.FLUSH, 0, [(1, 8)]),
        # A starter of a rank in the hand cannot join its flush.
        ("OK 2 K Q 9 8 6 7 2 3 OK", Prompt.FLUSH, 0, [(1, 8)]),
        # His nobs: once the right jack is known, nobody is asked again.
        (f"{JACKS} GO", Prompt.NOBS, 1, []),
        (f"{JACKS} GO OK GO", Prompt.CRIB, 0, [(1, 5), (0, 2)]),
        # The answers about flush and starter settle his nobs, with yes and with no.
        (f"{JACKS} OK OK", Prompt.FLUSH, 0, [(1, 10)]),
        # Pone's jack has the wrong suit. The dealer's hand has the starter's suit, so his jack scores.
        (f"{JACKS} OK GO OK OK", Prompt.CRIB, 0, [(1, 8), (0, 8)]),
        # Two suits in the crib leave only the question about the jack.
        (f"{QUIET} 2 H 7 S 9 J", Prompt.NOBS, 0, [(1, 2), (0, 9)]),
        (CRIB_OF_HEARTS, Prompt.FLUSH_WITH_STARTER, 0, [(1, 2), (0, 9)]),
        # A crib's flush needs all five (S26, S27); his nobs follows from it. The jack, 2 and 3 are a fifteen.
        (f"{CRIB_OF_HEARTS} GO", Prompt.STARTER, 1, [(1, 2), (0, 9), (0, 2)]),
        (f"{CRIB_OF_HEARTS} OK", Prompt.STARTER, 1, [(1, 2), (0, 9), (0, 8)]),
    ],
)
def test_the_question_and_the_player_who_answers(
    words: str, prompt: Prompt, seat: int, show: list[tuple[int, int]]
) -> None:
    """A hand's owner is asked about a flush or his nobs only if both answers, yes and no, are possible."""
    after = game(words)
    assert (after.prompt, after.to_act) == (prompt, seat)
    in_show = [
        (e.side, e.points) for e in after.entries if e.source in (Source.HAND, Source.CRIB) and e.findings
    ]
    assert in_show == show


@pytest.mark.parametrize(
    ("words", "pone", "prompt", "last"),
    [
        # One for the go and 4 certain points: at 120 the board asks about the flush; at 121 it does not.
        (DEAL, 115, Prompt.FLUSH, (0, 1)),
        (DEAL, 116, Prompt.GAME_OVER, (1, 4)),
        # The flush adds 4, which win, so the starter's suit is not asked for.
        (f"{DEAL} OK", 111, Prompt.FLUSH_WITH_STARTER, (0, 1)),
        (f"{DEAL} OK", 112, Prompt.GAME_OVER, (1, 8)),
        # The same is true if the flush is known from the start.
        ("OK 2 K H Q 9 H 8 6 H 7 4 H 3", 111, Prompt.FLUSH_WITH_STARTER, (0, 1)),
        ("OK 2 K H Q 9 H 8 6 H 7 4 H 3", 112, Prompt.GAME_OVER, (1, 8)),
    ],
)
def test_no_question_is_asked_if_the_certain_points_win(
    words: str, pone: int, prompt: Prompt, last: tuple[int, int]
) -> None:
    after = game(words, (0, pone))
    assert (after.prompt, scored(after)[-1]) == (prompt, last)


@pytest.mark.parametrize(
    ("start", "points", "asked"),
    [
        # The crib's question: after 1 + 1 in the play and a hand of 9, the dealer needs the 2 for a fifteen.
        ((107, 0), 2, True),
        ((108, 0), 2, False),
        ((109, 0), 1, False),
    ],
)
def test_suit_question_is_not_asked_if_the_crib_wins_anyway(
    start: tuple[int, int], points: int, asked: bool
) -> None:
    """RULES.md 5: if the crib's certain points already win the game, the suit question is not asked."""
    after = game(CRIB_OF_HEARTS, start)
    if asked:
        assert after.prompt is Prompt.FLUSH_WITH_STARTER
    else:
        assert (after.prompt, scored(after)[-1]) == (Prompt.GAME_OVER, (0, points))
        # The crib has been counted, so the deal is finished.
        assert after.deals == 1


def nobs(after: Game) -> list[str]:
    """For each score for his nobs, return the jack that scored.

    If it is not known which jack scored, return an empty string for it.
    """
    return [
        cards for entry in after.entries for reason, _, cards in reasons(after, entry) if reason == "nobs"
    ]


def test_nobs_names_the_jack_if_it_is_known() -> None:
    two = "OK 2 J Q 9 8 6 7 J 3"
    assert nobs(game(f"{JACKS} GO OK")) == ["J"]
    assert nobs(game(f"{two} OK")) == [""]
    assert nobs(game(two.replace("2 J", "2 H J S") + " OK")) == ["J"]
    assert nobs(game(two.replace("2 J", "2 H J H"))) == ["JH"]
    assert nobs(game(two.replace("2 J", "2 J S") + " OK")) == [""]


def test_items_keep_their_full_value_in_the_winning_hand() -> None:
    after = game(QUIET, (0, 118))
    entry = after.entries[-1]
    assert (entry.side, entry.points, entry.score) == (1, 2, 121)
    after = game(QUIET, (112, 0))
    entry = after.entries[-1]
    assert (entry.side, entry.points, entry.score, sum(one.points for one in entry.findings)) == (
        0,
        7,
        121,
        9,
    )
