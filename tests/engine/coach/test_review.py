"""The review of a game: its deals, throws, luck and course."""

import json
from importlib.resources import files

import pytest

from engine.cards import Card
from engine.coach.reviewing.course import Moment, Stage, turning_points
from engine.coach.reviewing.review import ReviewLimit, ToldThrows, review
from engine.coach.win_chance import chance_before_deal
from engine.errors import InvalidGame, InvalidHand
from engine.indices import Seat
from engine.match.record import read_record
from tests.support import oracle
from tests.support.cards import cards
from tests.support.reviewed_games import BEGINS, DEAL, FIRST_DEAL, timeline

NAMED = ToldThrows(1, cards("2 9"))
PLAY = json.loads((files("engine.coach") / "play.json").read_text())


def test_review_agrees_with_manual_calculation() -> None:
    """Pone throws 3-3 from 3-3-5-5-6-7. The expected points were calculated by hand."""
    made = review(timeline(FIRST_DEAL), threw=[NAMED])
    (deal,) = made.deals
    ann, bob = deal.players
    assert (deal.number, deal.dealer, deal.scores, str(deal.starter)) == (1, 0, (0, 0), "K")
    assert bob.throw is not None and ann.throw is not None
    assert (bob.throw.thrown, bob.throw.rank, bob.throw.cost) == (cards("3 3"), 1, 0)
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


def test_a_record_and_a_history_are_reviewed_like_their_last_game() -> None:
    record = read_record(FIRST_DEAL)
    assert review(record) == review(record.history) == review(timeline(FIRST_DEAL))


def test_the_very_card_that_the_players_name_is_credited() -> None:
    """The crib holds a five whose suit is unknown, and the five of hearts."""
    crib = FIRST_DEAL.replace("crib 3\ncrib 3\ncrib 2\ncrib 9\n", "crib 5\ncrib 5\nsuit H\ncrib 9\ncrib K\n")
    made = review(timeline(crib), threw=[ToldThrows(1, cards("5H 9"))])
    (split,) = made.deals[0].splits
    assert (sorted(split.dealers), sorted(split.pones)) == (sorted(cards("5H 9")), sorted(cards("5 K")))


def test_without_the_crib_the_throws_are_not_known_but_the_luck_is() -> None:
    made = review(timeline(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0]))
    bob = made.deals[0].players[1]
    assert made.winner == 1
    assert (bob.throw, made.deals[0].splits, made.deals[0].crib) == (None, (), ())
    assert (bob.points, made.deals[0].players[0].points) == (12, None)
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
    ann, bob = made.deals[0].players
    assert (texts(ann.hand), texts(bob.hand)) == ("10", "5")
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


def test_the_review_names_no_limit_that_there_is_not() -> None:
    assert review(timeline(FIRST_DEAL)).limits == (
        ReviewLimit.MISSING_SUITS,
        ReviewLimit.LIKELY_SPLIT,
        ReviewLimit.NOT_OVER,
    )


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
        review(timeline(FIRST_DEAL), threw=[ToldThrows(1, cards("K 9"))])


NAMED = ToldThrows(1, cards("2 9"))


def test_the_totals_add_up_the_deals() -> None:
    made = review(timeline(FIRST_DEAL + DEAL), threw=[NAMED])
    first, second = made.deals
    ann = made.totals(Seat(0))
    assert first.players[0].throw and second.players[0].throw
    assert ann.throws == pytest.approx(first.players[0].throw.cost + second.players[0].throw.cost)
    assert ann.crib == pytest.approx(first.luck_of_crib)  # Bob deals the second
    assert made.totals(Seat(1)).crib == pytest.approx(second.luck_of_crib)
    assert ann.cut == pytest.approx(sum(deal.players[0].luck_of_cut or 0 for deal in made.deals))


@pytest.mark.parametrize("seat", [-1, 2, "x", None])
def test_only_the_two_players_have_totals(seat: Seat) -> None:
    made = review(timeline(FIRST_DEAL), threw=[NAMED])
    for total in (made.totals, made.win_lost):
        with pytest.raises(InvalidGame, match="there is no seat"):
            total(seat)


def texts(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_the_players_cards_and_the_crib_are_those_entered() -> None:
    (deal,) = review(timeline(FIRST_DEAL)).deals
    assert [texts(player.hand) for player in deal.players] == ["10 J Q K", "5 5 6 7"]
    assert texts(deal.crib) == "3 3 2 9"


def test_a_suit_named_after_the_last_card_belongs_to_the_deal() -> None:
    assert texts(review(timeline(FIRST_DEAL + "suit H\n")).deals[0].crib) == "3 3 2 9H"


def test_a_flush_that_the_players_confirmed_is_known() -> None:
    flush = FIRST_DEAL.replace("lay K\nno\nno", "lay K\nyes")
    (ann, bob), (plain, other) = (review(timeline(text)).deals[0].players for text in (flush, FIRST_DEAL))
    assert ann.mean and plain.mean
    assert 4 < ann.mean - plain.mean < 5
    assert bob.mean == other.mean


def test_a_deal_in_progress_is_left_out() -> None:
    with pytest.raises(InvalidGame, match="nothing to review"):
        review(timeline(FIRST_DEAL.removesuffix("crib 9\n")))
    assert [deal.number for deal in review(timeline(FIRST_DEAL + "starter 4\nlay 5\n")).deals] == [1]


def test_a_deal_thrown_in_is_left_out() -> None:
    again = review(timeline(FIRST_DEAL + "starter 4\nlay 5\nthrown-in" + DEAL))
    assert [(deal.number, str(deal.starter)) for deal in again.deals] == [(1, "K"), (2, "K")]
    assert ReviewLimit.THROWN_IN in again.limits


def moments(text: str) -> tuple[Moment, ...]:
    return review(timeline(text)).course


def test_a_deal_begins_and_ends_with_the_chance_before_a_deal() -> None:
    first, *_, last = moments(FIRST_DEAL)
    assert (first.deal, first.stage, first.scores) == (1, Stage.DEAL, (0, 0))
    assert first.chances[0] == pytest.approx(chance_before_deal(dealer=0, pone=0))
    assert (last.stage, last.scores) == (Stage.CRIB, (22, 13))
    assert last.chances[1] == pytest.approx(chance_before_deal(dealer=13, pone=22))
    for moment in moments(FIRST_DEAL):
        assert sum(moment.chances) == pytest.approx(1)


def test_a_game_to_61_is_like_the_end_of_a_game_to_121() -> None:
    short, long = (
        moments(BEGINS.format(start=start, target=target) + DEAL)
        for start, target in (("10,20", 61), ("70,80", 121))
    )
    assert [moment.chances for moment in short] == [moment.chances for moment in long]


def test_the_course_ends_with_the_win() -> None:
    found = moments(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0])
    assert found[-1] == Moment(1, Stage.HAND, (4, 121), (0.0, 1.0))


def test_the_course_ends_with_a_win_by_points_pegged_by_hand() -> None:
    found = moments(FIRST_DEAL + "peg 1 120\n")
    assert found[-1] == Moment(1, Stage.END, (22, 121), (0.0, 1.0))


def test_the_largest_changes_come_first_and_none_from_deal_to_deal() -> None:
    def moment(deal: int, stage: Stage, chance: float) -> Moment:
        return Moment(deal, stage, (0, 0), (chance, 1 - chance))

    before, starter, crib = (
        moment(1, Stage.DEAL, 0.5),
        moment(1, Stage.STARTER, 0.75),
        moment(1, Stage.CRIB, 0.25),
    )
    later, last = moment(2, Stage.DEAL, 1.0), moment(2, Stage.CRIB, 0.875)
    assert turning_points((before, starter, crib, later, last), 1) == ((starter, crib),)
    found = turning_points((before, starter, crib, later, last), 2)
    assert found == ((starter, crib), (before, starter))
    assert [(each.side, each.rise) for each in found] == [(1, 0.5), (0, 0.25)]


def test_each_part_of_a_deal_is_a_moment_with_its_scores() -> None:
    found = [(moment.stage, moment.scores) for moment in moments(FIRST_DEAL)]
    assert found == [
        (Stage.DEAL, (0, 0)),
        (Stage.STARTER, (0, 0)),
        (Stage.PLAY, (4, 1)),
        (Stage.HAND, (4, 13)),
        (Stage.HAND, (14, 13)),
        (Stage.CRIB, (22, 13)),
    ]


def test_counting_hands_does_not_change_the_chances() -> None:
    """After the play, both hands are known, so counting them does not change the chances of winning."""
    _, _, play, first, second, _ = moments(FIRST_DEAL)
    assert play.chances == first.chances == second.chances
    fewest, most = (1 - chance_before_deal(dealer=13, pone=14 + points) for points in (0, 20))
    assert fewest < play.chances[0] < most


def test_his_heels_can_end_the_game() -> None:
    found = moments(BEGINS.format(start="119,0", target=121) + "starter J\n")
    assert [moment.stage for moment in found] == [Stage.DEAL, Stage.STARTER]
    assert found[-1].chances == (1.0, 0.0)


def test_small_changes_are_no_turning_points() -> None:
    stages = [Moment(1, Stage.DEAL, (0, 0), (0.5, 0.5)), Moment(1, Stage.STARTER, (0, 0), (0.54, 0.46))]
    assert turning_points(stages, 3) == ()
    assert len(turning_points([stages[0], stages[1]._replace(chances=(0.56, 0.44))], 3)) == 1
