"""What the coach found out: a review as text, as JSON and as a drawing; and why a throw is the best."""

import json
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from engine.cards import Card
from engine.coach import throws
from engine.coach.reviewing.course import Moment, Stage, TurningPoint
from engine.coach.reviewing.review import ReviewLimit, ToldThrows, review
from firmware_py.commands.hands import reasons_in_words, throws_text
from firmware_py.reports.review import (
    limit_texts,
    percent,
    positions,
    review_names,
    review_object,
    review_text,
    turning_point_text,
)
from firmware_py.words.in_use import words
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL, FIRST_DEALER, timeline

SAID = tomllib.loads((Path(__file__).parents[2] / "data" / "said.toml").read_text(encoding="utf-8"))


STAGES = [Stage.DEAL, Stage.STARTER, Stage.PLAY, Stage.HAND, Stage.HAND, Stage.CRIB]


def moments(deal: int, stages: list[Stage]) -> list[Moment]:
    return [Moment(deal, stage, (0, 0), (0.5, 0.5)) for stage in stages]


def test_each_deal_takes_its_place_and_its_moments_follow_each_other() -> None:
    found = positions([*moments(1, STAGES), *moments(2, STAGES)])
    assert (found[0], found[5], found[6], found[11]) == (0, 1, 1, 2)
    assert all(one < other for one, other in pairwise(found[:6]))
    assert [later - 1 for later in found[6:]] == pytest.approx(found[:6])


def test_the_end_by_hand_is_at_the_end_of_the_deal() -> None:
    assert positions(moments(3, [Stage.CRIB, Stage.END])) == [3, 3]


NAMED = ToldThrows(1, (Card.parse("2"), Card.parse("9")))


def lines(text: str, *told: ToldThrows) -> list[str]:
    return review_text(review(timeline(text), threw=told)).splitlines()


def test_each_player_has_a_line_in_each_deal() -> None:
    made = lines(FIRST_DEAL, NAMED)
    assert made[0] == "Ann 22, Bob 13"
    chances = f"Ann 0 ({FIRST_DEALER}% to win), Bob 0 ({100 - FIRST_DEALER}% to win)"
    at = made.index(f"Deal 1: Ann deals, starter K. {chances}")
    ann, bob, crib = (line.split() for line in made[at + 1 : at + 4])
    assert ann[:7] == ["Ann", "10", "J", "Q", "K", "2", "9"]
    # 3-3 is the best throw from 3-3-5-5-6-7.
    assert bob[:9] == ["Bob", "5", "5", "6", "7", "3", "3", "1", "0.00"]
    assert crib[:6] == ["crib", "2", "3", "3", "9", "8"]
    assert "better" not in made[at + 2]


def test_a_throw_that_was_not_the_best_names_the_best() -> None:
    poor = ToldThrows(1, (Card.parse("3"), Card.parse("9")))  # so that Bob threw 2-3 from 2-3-5-5-6-7
    (bob,) = (line for line in lines(FIRST_DEAL, poor) if line.startswith("  Ann "))
    assert "better: " in bob


def test_what_is_not_known_is_left_blank() -> None:
    made = lines(BEGINS.format(start="119,0", target=121) + "starter K\nlay 5\nlay 10\n")
    assert next(line for line in made if line.startswith("  Ann ")).split() == ["Ann", "10", "2"]
    assert not any(line.startswith("  crib") for line in made)


REVIEW = review(timeline(FIRST_DEAL))
RISES = "Bob's chance to win rises from 40% to 75%."


def moment(stage: Stage, scores: tuple[int, int], chance: float) -> Moment:
    return Moment(1, stage, scores, (1 - chance, chance))


@pytest.mark.parametrize(
    ("before", "after", "happened"),
    [
        ((Stage.DEAL, (0, 0)), (Stage.STARTER, (0, 0)), "the starter K"),
        (
            (Stage.STARTER, (0, 0)),
            (Stage.PLAY, (4, 1)),
            "the play (Ann 4, Bob 1) and the hands (Ann 10, Bob 12)",
        ),
        ((Stage.PLAY, (4, 1)), (Stage.HAND, (4, 13)), "Bob's hand of 12"),
        ((Stage.HAND, (4, 13)), (Stage.HAND, (14, 13)), "Ann's hand of 10"),
        ((Stage.HAND, (14, 13)), (Stage.CRIB, (22, 13)), "Ann's crib of 8"),
        ((Stage.DEAL, (0, 0)), (Stage.CRIB, (22, 13)), "the whole deal (Ann 22, Bob 13)"),
        ((Stage.CRIB, (22, 13)), (Stage.END, (22, 121)), "points pegged by hand"),
    ],
)
def test_a_turning_point_says_what_happened(
    before: tuple[Stage, tuple[int, int]], after: tuple[Stage, tuple[int, int]], happened: str
) -> None:
    point = TurningPoint(moment(*before, 0.4), moment(*after, 0.75))
    assert turning_point_text(REVIEW, point) == f"Deal 1, {happened}: {RISES}"


@pytest.mark.parametrize(
    ("chance", "shown"), [(0.0, 0), (0.001, 1), (0.5, 50), (0.126, 13), (0.999, 99), (1.0, 100)]
)
def test_only_a_game_that_is_over_is_certain(chance: float, shown: int) -> None:
    assert percent(chance) == shown


def test_players_without_names_are_named_after_their_seats() -> None:
    nameless = review(timeline(FIRST_DEAL.replace("names=Ann,Bob ", "")))
    assert tuple(review_names(REVIEW)) == ("Ann", "Bob")
    assert tuple(review_names(nameless)) == ("Left", "Right")


def test_every_limit_has_its_words() -> None:
    assert set(words().REVIEW_LIMITS) == {limit.value for limit in ReviewLimit}
    assert limit_texts(REVIEW) == [words().REVIEW_LIMITS[limit.value] for limit in REVIEW.limits]


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


# -- throws, and the reasons for the best one


@pytest.mark.parametrize(("hand", "dealer", "says"), SAID["reasons_for_a_throw"])
def test_the_reasons_are_plain_sentences(hand: str, dealer: bool, says: list[str]) -> None:
    ranked = throws([Card.parse(card) for card in hand.split()], dealer=dealer)
    assert reasons_in_words(ranked, dealer=dealer) == says
    _, *rows_and_reasons = throws_text(ranked, dealer=dealer).splitlines()
    best = " ".join(card.pretty for card in ranked[0].thrown)
    assert rows_and_reasons[len(ranked) :] == [f"Throw {best}. {says[0]}", *says[1:]]
