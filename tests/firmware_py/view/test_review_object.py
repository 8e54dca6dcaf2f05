import json

import pytest

from engine.cards import Card
from engine.coach.reviewing.review import ToldThrows, review
from firmware_py.reports.review import review_object
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL, timeline


def test_the_object_holds_the_figures_of_the_review() -> None:
    found = review(timeline(FIRST_DEAL), threw=[ToldThrows(1, (Card.parse("2"), Card.parse("9")))])
    made = review_object(found)
    assert json.loads(json.dumps(made)) == made
    (deal,), (reviewed,) = made["deals"], found.deals
    ann, bob = deal["players"]
    assert (made["names"], made["scores"], made["winner"]) == (["Ann", "Bob"], [22, 13], None)
    assert (deal["number"], deal["dealer"], deal["scores"], deal["starter"]) == (1, 0, [0, 0], "K")
    assert (ann["hand"], ann["points"], ann["pegged"]) == (["10", "J", "Q", "K"], 10, 4)
    assert (bob["hand"], bob["points"], bob["pegged"]) == (["5", "5", "6", "7"], 12, 1)
    assert bob["throw"] == {"thrown": ["3", "3"], "best": ["3", "3"], "rank": 1, "cost": 0.0, "win": 0.0}
    assert (deal["crib"]["cards"], deal["crib"]["points"]) == (["3", "3", "2", "9"], 8)
    assert deal["splits"] == [{"dealer": ["2", "9"], "pone": ["3", "3"], "chance": 1.0}]
    assert bob["luck"] == pytest.approx(12 - bob["mean"], abs=0.01)
    assert ann["play"] == pytest.approx(4 - ann["pegging"], abs=0.01)
    assert deal["crib"]["luck"] == pytest.approx(reviewed.luck_of_crib, abs=0.01)
    first = made["course"][0]
    assert (first["deal"], first["stage"], first["scores"]) == (1, "deal", [0, 0])


def test_a_turning_point_has_its_side_its_rise_and_a_sentence() -> None:
    found = review(timeline(BEGINS.format(start="100,90", target=121) + DEAL))
    (turn,) = review_object(found)["turning_points"]
    assert (turn["deal"], turn["from"], turn["to"], turn["side"]) == (1, "starter", "play", 0)
    starter, play = found.course[1:3]
    assert turn["rise"] == pytest.approx(play.chances[0] - starter.chances[0], abs=1e-4)
    assert turn["text"].startswith("Deal 1, the play (Ann 4, Bob 1) and the hands (Ann 10, Bob 12): Ann's ")


def test_what_is_not_known_is_null() -> None:
    text = BEGINS.format(start="119,0", target=121) + "starter K\nlay 5\nlay 10\n"
    made = review_object(review(timeline(text)))
    ann = made["deals"][0]["players"][0]
    assert ann == {
        "hand": ["10"],
        **dict.fromkeys(["throw", "points", "mean", "luck"]),
        "pegged": 2,
        **dict.fromkeys(["pegging", "play"]),
    }
    assert made["deals"][0]["crib"] == {"cards": [], "points": None, "mean": None, "luck": None}
    assert (made["winner"], made["course"][-1]["chances"]) == (0, [1.0, 0.0])


def test_both_players_have_their_totals() -> None:
    found = review(timeline(FIRST_DEAL + DEAL))
    made = review_object(found)
    for seat in (0, 1):
        assert made["totals"][seat] == {
            name: pytest.approx(figure, abs=0.01) for name, figure in found.totals(seat)._asdict().items()
        }
