import json
from importlib.resources import files

import pytest

from engine.cards import Card
from engine.coach.reviewing.review import ReviewLimit, ToldThrows, review
from engine.errors import InvalidGame, InvalidHand
from engine.match.record import read_record
from tests.support import oracle
from tests.support.reviewed_games import BEGINS, DEAL, FIRST_DEAL, timeline

NAMED = ToldThrows(1, (Card.parse("2"), Card.parse("9")))
PLAY = json.loads((files("engine.coach") / "play.json").read_text())


def test_review_agrees_with_manual_calculation() -> None:
    """Pone throws 3-3 from 3-3-5-5-6-7. The expected points were calculated by hand."""
    made = review(timeline(FIRST_DEAL), threw=[NAMED])
    (deal,) = made.deals
    ann, bob = deal.players
    assert (deal.number, deal.dealer, deal.scores, str(deal.starter)) == (1, 0, (0, 0), "K")
    assert bob.throw is not None and ann.throw is not None
    assert (bob.throw.thrown, bob.throw.rank, bob.throw.cost) == (tuple(map(Card.parse, "33")), 1, 0)
    assert (bob.points, ann.points, deal.crib_points) == (12, 10, 8)
    assert (ann.pegged, bob.pegged) == (4, 1)
    # 5-5-6-7 and 10-J-Q-K against all hands, and what the other hand makes of it.
    ann_plays, bob_plays = PLAY["dealer"]["10-J-Q-K"], PLAY["pone"]["5-5-6-7"]
    assert ann.pegging == pytest.approx(ann_plays[0] + bob_plays[1] - PLAY["dealer"]["usual"][0])
    assert bob.pegging == pytest.approx(bob_plays[0] + ann_plays[1] - PLAY["pone"]["usual"][0])
    assert ann.play == pytest.approx(4 - ann.pegging)
    assert bob.luck_of_cut == pytest.approx(12 - bob.throw.hand)
    assert deal.luck_of_crib == pytest.approx(8 - ann.throw.crib)


def test_the_split_is_a_guess_unless_the_players_say_it() -> None:
    guessed, told = review(timeline(FIRST_DEAL)), review(timeline(FIRST_DEAL), threw=[NAMED])
    assert ReviewLimit.LIKELY_SPLIT in guessed.limits
    assert len(guessed.deals[0].splits) == 4
    assert ReviewLimit.LIKELY_SPLIT not in told.limits
    assert [split.chance for split in told.deals[0].splits] == [1]


def test_a_record_is_reviewed_like_its_last_game() -> None:
    assert review(read_record(FIRST_DEAL)) == review(timeline(FIRST_DEAL))


def test_without_the_crib_the_throws_are_not_known_but_the_luck_is() -> None:
    made = review(timeline(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0]))
    bob = made.deals[0].players[1]
    assert made.winner == 1
    assert (bob.throw, made.deals[0].splits, made.deals[0].crib) == (None, (), ())
    assert ReviewLimit.MISSING_CRIB in made.limits
    # The mean of 5-5-6-7 over the 48 other cards. No two of its cards are of one suit with a third.
    kept = ["5S", "5H", "6D", "7C"]
    starters = [f"{rank}{suit}" for rank in oracle.RANKS for suit in oracle.SUITS]
    counts = [
        sum(points for _, points, _ in oracle.count_show(kept, starter, crib=False))
        for starter in starters
        if starter not in kept
    ]
    assert bob.mean == pytest.approx(sum(counts) / 48)


def test_a_game_won_in_the_play_is_reviewed_as_far_as_it_went() -> None:
    made = review(timeline(BEGINS.format(start="119,0", target=121) + "starter K\nlay 5\nlay 10\n"))
    ann = made.deals[0].players[0]
    assert (ann.pegged, ann.pegging, ann.points, ann.mean, ann.throw) == (2, None, None, None, None)
    assert made.totals(0) == (0, 0, 0, 0)


def test_only_what_was_entered_is_reviewed_if_the_play_was_not() -> None:
    cards = [f"hand {rank}\n" for rank in "5 5 6 7 10 J Q K".split()]
    hands = "".join(cards) + "no\nno\n" + "".join(f"crib {rank}\n" for rank in "3329")
    header = BEGINS.format(start="0,0", target=121).replace("target=121", "target=121 track=show")
    made = review(timeline(f"{header}starter K\n{hands}"))
    assert [(player.pegged, player.pegging) for player in made.deals[0].players] == [(None, None)] * 2
    assert [player.points for player in made.deals[0].players] == [10, 12]
    assert ReviewLimit.MISSING_PLAY in made.limits


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        (FIRST_DEAL, ReviewLimit.MISSING_SUITS),
        (FIRST_DEAL, ReviewLimit.NOT_OVER),
        (FIRST_DEAL + "starter 4\nthrown-in\n", ReviewLimit.THROWN_IN),
        (FIRST_DEAL + "peg 0 2\n", ReviewLimit.BY_HAND),
        (FIRST_DEAL + "score 0 4\n", ReviewLimit.BY_HAND),
        (FIRST_DEAL.replace("target=121", "target=121 crib_flush=four"), ReviewLimit.OTHER_RULES),
    ],
)
def test_the_review_says_what_limits_it(text: str, limit: ReviewLimit) -> None:
    assert limit in review(timeline(text)).limits


def test_what_was_undone_makes_no_difference() -> None:
    undone = FIRST_DEAL.replace("lay 6\n", "lay 8\nundo\nlay 6\n")
    assert review(timeline(undone)) == review(timeline(FIRST_DEAL))


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("players=3 start=0,0,0", "the six-card game for two"),
        ("players=2 start=0,0 game=five-card", "the six-card game for two"),
        ("players=2 start=0,0 target=181", "games to 121 or fewer"),
        ("players=2 start=0,0 ace_11=on", "an ace counts one"),
        ("players=2 start=0,0 objective=first_loses", "wins"),
        ("players=2 start=0,0 track=points", "needs the cards"),
        ("players=2 start=0,0", "nothing to review"),
    ],
)
def test_games_that_the_coach_does_not_know_are_refused(header: str, why: str) -> None:
    with pytest.raises(InvalidGame, match=why):
        review(read_record(f"muggins 1 {header}\n"))


def test_cards_that_nobody_can_have_thrown_are_refused() -> None:
    short = timeline(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0])
    with pytest.raises(InvalidGame, match="the crib of deal 1 is not known"):
        review(short, threw=[NAMED])
    with pytest.raises(InvalidGame, match="no deal 2: choose 1 to 1"):
        review(timeline(FIRST_DEAL), threw=[NAMED._replace(deal=2)])
    with pytest.raises(InvalidHand, match="two of the crib's cards"):
        review(timeline(FIRST_DEAL), threw=[ToldThrows(1, (Card.parse("K"), Card.parse("9")))])
