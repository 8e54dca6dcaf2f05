"""A deal in progress records the play, the points that are not called yet, and the claims."""

from engine.cards import Rank
from engine.deal import Claims, Missed, Source
from engine.events import Event
from engine.game_state import Prompt
from engine.indices import DealIndex, Seat
from engine.rules import Rules
from engine.scoring.items import Finding, Reason
from tests.support.words import game

MUGGINS = Rules(muggins=True)


def test_a_deal_begins_with_empty_hands_and_the_dealer_as_the_last_player() -> None:
    deal = game("OK 3").latest_deal
    assert (deal.hands, deal.crib, deal.counted) == (((), ()), (), 0)
    play = game("OK 3").current_play
    assert (play.laid, play.total, play.last, play.passed, play.denied) == ((), 0, 0, (), (0, 0))


def test_the_play_has_the_cards_of_its_count_as_indices_into_the_deal() -> None:
    # After 31, the list of cards is empty again.
    play = game("OK 3 K 5 6").current_play
    assert (play.laid, play.total, play.last) == ((1, 2, 3), 21, 1)
    play = game("OK 3 K 5 6 10").current_play
    assert (play.laid, play.total, play.last) == ((), 0, 0)


def test_go_rules_out_every_playable_card() -> None:
    """RULES.md 3: a player who says go when the count is 25 claims to hold no card of value six or less."""
    play = game("OK 2 10 5 10 GO").current_play
    assert (play.passed, play.denied, play.laid_at_go) == ((0,), (6, 0), 3)


def test_missed_points_are_those_not_yet_called() -> None:
    findings = (
        Finding(Reason.PAIR, 2, (DealIndex(7), DealIndex(8))),
        Finding(Reason.LAST_CARD, 1, (DealIndex(8),)),
    )
    missed = Missed(Seat(0), Source.PLAY, DealIndex(8), findings, True, None, 9, 121, 29)
    assert missed.points == 3
    assert missed._replace(called=2).points == 1


def test_claims_are_kept_until_the_hand_is_counted() -> None:
    # The hand is that of case E4: K 8 K 6 with the starter 3.
    claiming = game("OK 3 K 4 8 5 K 10 6 10", rules=MUGGINS)
    assert (claiming.prompt, claiming.latest_deal.claims) == (Prompt.CLAIM, Claims())
    claimed = claiming.apply(Event.claim(1))
    assert (claimed.prompt, claimed.latest_deal.claims) == (Prompt.MUGGINS, Claims(points=1))
    counted = claimed.apply(Event.muggins(1, seat=0))
    assert (counted.latest_deal.counted, counted.latest_deal.claims) == (1, Claims())


def test_the_crib_is_known_card_by_card() -> None:
    before = game("OK 3 K 4 8 5 K 10 6 10")
    assert before.latest_deal.crib == ()
    assert before.apply(Event.crib(Rank.ACE)).latest_deal.crib == (9,)
