"""The review of a game: its deals, throws, luck and course, also of random games under various options."""

import json
import sys
from importlib.resources import files

import pytest

from engine.coach import throws
from engine.coach.given import with_suits
from engine.coach.reviewing.course import Moment, Stage, turning_points
from engine.coach.reviewing.crib_split import KeptCards, split_as_told, splits
from engine.coach.reviewing.review import ReviewLimit, ToldThrows, review
from engine.coach.reviewing.reviewed_throws import review_throw
from engine.coach.unseen import public_view
from engine.coach.win_chance import chance_before_deal
from engine.errors import InvalidGame, InvalidHand
from engine.game import Game
from engine.indices import Seat
from engine.match.record import read_record
from engine.match.timeline import Timeline
from engine.prompts import Prompt
from tests.support import oracle
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL, timeline
from tests.support.random_matches import walk
from tests.support.words import cards

NAMED = ToldThrows(1, cards("2 9"))
PLAY = json.loads((files("engine.coach") / "play.json").read_text())
LEADS = json.loads((files("engine.coach") / "leads.json").read_text())["pone"]


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


def test_each_card_of_the_play_is_compared_with_the_best_by_what_its_player_knew() -> None:
    assert review(timeline(FIRST_DEAL)).deals[0].laid == ()
    laid = review(timeline(FIRST_DEAL), card_by_card=True).deals[0].laid
    # Bob's go at 30 and Ann's at 23 were not keyed.
    assert [(each.seat, str(each.card), each.on) for each in laid] == [
        *((1, "5", 0), (0, "10", 5), (1, "5", 15), (0, "J", 20)),
        *((1, "6", 0), (0, "Q", 6), (1, "7", 16), (0, "K", 0)),
    ]
    leads = LEADS["5-5-6-7"]  # the value of leading 5, 6 and 7
    assert laid[0].cost == pytest.approx(max(leads) - leads[0])
    assert str(laid[0].best) == "567"[leads.index(max(leads))]
    assert all((each.best, each.cost) == (each.card, 0) for each in laid[6:])  # there was no choice


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


def test_cards_that_nobody_can_have_thrown_are_refused() -> None:
    short = timeline(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0])
    with pytest.raises(InvalidGame, match="the crib of deal 1 is not known"):
        review(short, threw=[NAMED])
    with pytest.raises(InvalidGame, match="no deal 2: choose 1 to 1"):
        review(timeline(FIRST_DEAL), threw=[NAMED._replace(deal=2)])
    with pytest.raises(InvalidHand, match="two of the crib's cards"):
        review(timeline(FIRST_DEAL), threw=[ToldThrows(1, cards("K 9"))])


def test_the_totals_add_up_the_deals() -> None:
    made = review(timeline(FIRST_DEAL + DEAL), threw=[NAMED])
    first, second = made.deals
    ann = made.totals(Seat(0))
    assert first.players[0].throw and second.players[0].throw
    assert ann.throws == pytest.approx(first.players[0].throw.cost + second.players[0].throw.cost)
    assert ann.crib == pytest.approx(first.luck_of_crib)  # Bob deals the second
    assert made.totals(Seat(1)).crib == pytest.approx(second.luck_of_crib)
    assert ann.cut == pytest.approx(sum(deal.players[0].luck_of_cut or 0 for deal in made.deals))
    lost = [deal.players[0].throw.win_cost for deal in made.deals if deal.players[0].throw]
    assert 0 < made.win_lost(Seat(0)) == pytest.approx(sum(filter(None, lost)))


def test_a_flush_that_the_players_confirmed_is_known() -> None:
    flush = FIRST_DEAL.replace("lay K\nno\nno", "lay K\nyes")
    (ann, bob), (plain, other) = (review(timeline(text)).deals[0].players for text in (flush, FIRST_DEAL))
    assert ann.mean and plain.mean
    assert 4 < ann.mean - plain.mean < 5
    assert bob.mean == other.mean


def test_a_deal_in_progress_is_left_out_and_another_form_refused() -> None:
    with pytest.raises(InvalidGame, match="nothing to review"):
        review(timeline(FIRST_DEAL.removesuffix("crib 9\n")))
    with pytest.raises(InvalidGame, match="the six-card game for two"):
        review(read_record("muggins 1 players=3 start=0,0,0\n"))
    assert [deal.number for deal in review(timeline(FIRST_DEAL + "starter 4\nlay 5\n")).deals] == [1]


def moments(text: str) -> tuple[Moment, ...]:
    return review(timeline(text)).course


def test_the_largest_changes_come_first_and_none_from_deal_to_deal() -> None:
    def moment(deal: int, stage: Stage, chance: float) -> Moment:
        return Moment(deal, stage, (0, 0), (chance, 1 - chance))

    before, starter, crib = (
        moment(1, Stage.DEAL, 0.5),
        moment(1, Stage.STARTER, 0.75),
        moment(1, Stage.CRIB, 0.25),
    )
    later, last = moment(2, Stage.DEAL, 1.0), moment(2, Stage.CRIB, 0.94)
    assert turning_points((before, starter, crib, later, last), 1) == ((starter, crib),)
    nearly = moment(2, Stage.PLAY, 0.96)  # too small a change
    found = turning_points((before, starter, crib, later, nearly, last._replace(chances=(0.94, 0.06))), 3)
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


FORMS = (
    "2 muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no",
    "2 track=show muggins=on reveal=on_ok",
    *(
        pytest.param(form, marks=pytest.mark.night)
        for form in ("2", "2 muggins=on", "2 cut_before_deal=offer next_game_dealer=alternate")
    ),
)


@pytest.fixture
def no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the chances of winning with constants, because calculating them would take most of the time."""

    def win_chance(game: Game) -> tuple[float, float]:
        if game.winner is not None:
            return (1.0, 0.0) if game.winner == 0 else (0.0, 1.0)
        if game.prompt is not Prompt.STARTER:
            public_view(game)  # the coach must be able to see the deal
        return 0.5, 0.5

    monkeypatch.setattr(sys.modules["engine.coach.reviewing.course"], "win_chance", win_chance)
    throws = sys.modules["engine.coach.reviewing.reviewed_throws"]
    monkeypatch.setattr(throws, "throw_chances", lambda _, pairs, **__: (0.4, *(0.5 for _ in pairs[1:])))


@pytest.mark.thorough
@pytest.mark.usefixtures("no_chances")
@pytest.mark.parametrize("form", FORMS)
def test_every_game_that_ends_can_be_reviewed(form: str) -> None:
    games = 0
    for before, _, after in walk(7, form, 3000, second_thoughts=0.05, target=41):
        if before.game.winner is None and after.game.winner is not None:
            games += check(after.timeline)
            if games == 2:
                return
    raise AssertionError(f"only {games} games ended")


def check(timeline: Timeline) -> bool:
    """Check that the coach's review of a game has the game's result, and that its other numbers are possible.

    Return False if there is nothing to review, because none of the game's deals was played to its end.
    """
    try:
        made = review(timeline, card_by_card=True)
    except InvalidGame as error:
        assert "nothing to review" in str(error)
        return False
    game = timeline.game
    assert (made.winner, made.scores) == (game.winner, tuple(side.front for side in game.sides))
    assert made.course[0].stage is Stage.DEAL
    assert game.winner is not None
    assert made.course[-1].chances[game.winner] == 1
    assert made.course[-1].scores == made.scores
    for deal in made.deals:
        assert not deal.splits or sum(split.chance for split in deal.splits) == pytest.approx(1)
        for player in deal.players:
            assert (player.throw is not None) == bool(deal.splits)
            assert player.throw is None or (1 <= player.throw.rank <= 15 and player.throw.cost >= 0)
        assert len(deal.laid) in (0, 8) and all(each.cost >= 0 for each in deal.laid)
    return True


def test_pone_does_not_throw_a_pair_of_fives_to_the_dealers_crib() -> None:
    best = splits(KeptCards(cards("4 6 6 7")), KeptCards(cards("10 J Q K")), cards("A 5 5 9"))[0]
    assert sorted(best.dealers) == sorted(cards("5 5"))
    assert sorted(best.pones) == sorted(cards("A 9"))
    assert best.chance > 0.5


def test_the_players_can_say_who_threw_what() -> None:
    crib = cards("5H 5 JD K")
    split = split_as_told(crib, cards("K 5H"))
    assert sorted(split.dealers) == sorted(cards("K 5H"))
    assert sorted(split.pones) == sorted(cards("5 JD"))
    assert split.chance == 1
    assert sorted(split_as_told(crib, cards("J 5")).pones) in (sorted(cards("5 K")), sorted(cards("5H K")))
    assert sorted(split_as_told(crib, cards("KS JD")).dealers) == sorted(cards("K JD"))


@pytest.mark.parametrize(
    ("kept", "thrown"),
    [
        ("3H 3D 6H 7S", "5H 5D"),
        # A five was thrown, and another kept: throwing that one would have left a flush.
        ("5H 6S 7S 8S", "5S KD"),
        # The same, and the suit of the five kept is not known.
        ("5 6S 7S 8S", "5S K"),
    ],
)
def test_with_a_score_the_best_throw_scores_more_and_wins_most_often(kept: str, thrown: str) -> None:
    entered, score = (cards(kept), cards(thrown)), (60, 70)
    made = review_throw(*entered, dealer=False, is_flush=False, score=score)
    suited = with_suits(*entered, is_flush=False)
    ranked = throws(suited, dealer=False, score=score)
    won = next(throw for throw in ranked if set(throw.thrown) == set(suited[4:]))
    better = [throw for throw in ranked if throw.total > won.total + 0.05 and throw.win > won.win]
    as_entered = dict(zip(suited, cards(f"{kept} {thrown}"), strict=True))
    assert set(made.best) == {as_entered[card] for card in better[0].thrown}
    assert made.rank == len(better) + 1
    assert (made.cost, made.win_cost) == pytest.approx((better[0].total - won.total, better[0].win - won.win))
    assert review_throw(*entered, dealer=False, is_flush=False).win_cost is None


@pytest.mark.parametrize(("kept", "thrown"), [("2 4 6 8", "2S 4H"), ("2 4D 6 8", "2 8"), ("2 4 6 8", "10 Q")])
def test_a_flush_stays_a_flush(kept: str, thrown: str) -> None:
    named = with_suits(cards(kept), cards(thrown), is_flush=True)
    assert len({card.suit for card in named[:4]}) == 1
    assert len(set(named)) == 6
