import json

import pytest

from engine.cards import Card
from engine.coach.reviewing.review import ToldThrows, review
from firmware_py.reports.review import limit_texts
from firmware_py.serve.reviews import review_view
from tests.support.coach_examples import BEGINS, FIRST_DEAL, FIRST_DEALER, timeline

NAMED = ToldThrows(1, (Card.parse("2"), Card.parse("9")))


def test_a_deal_is_shown_in_words_and_cards() -> None:
    made = review_view(review(timeline(FIRST_DEAL), threw=[NAMED]))
    assert json.loads(json.dumps(made)) == made
    (deal,) = made["deals"]
    _, bob = deal["players"]
    assert (made["title"], made["names"]) == ("Ann 22, Bob 13", ["Ann", "Bob"])
    assert (deal["number"], deal["title"]) == (1, "Deal 1: Ann deals")
    assert deal["standing"] == f"Ann 0 ({FIRST_DEALER}% to win), Bob 0 ({100 - FIRST_DEALER}% to win)"
    assert deal["starter"] == {"rank": "K", "suit": "", "name": "king"}
    assert bob["keeps"] == "Bob keeps"
    assert [card["rank"] for card in bob["hand"]] == ["5", "5", "6", "7"]
    assert [card["rank"] for card in bob["thrown"]] == ["3", "3"]
    assert (bob["verdict"], bob["better"]) == ("The best throw.", [])
    assert [text.partition(",")[0] for text in bob["counted"]] == ["Hand 12", "Play 1"]
    assert deal["crib"]["text"].startswith("Crib 8, ")
    assert deal["splits"] == [{"text": "Ann 2 9, Bob 3 3", "threw": "1:2,9"}]


def test_a_throw_that_was_not_the_best_names_the_best_and_its_cost() -> None:
    poor = ToldThrows(1, (Card.parse("3"), Card.parse("9")))
    ann, _ = review_view(review(timeline(FIRST_DEAL), threw=[poor]))["deals"][0]["players"]
    assert ann["verdict"].startswith("Throw ") and ann["verdict"].endswith("Better:")
    assert len(ann["better"]) == 2


def test_each_split_says_how_a_request_settles_it() -> None:
    (deal,) = review_view(review(timeline(FIRST_DEAL)))["deals"]
    assert len(deal["splits"]) == 4
    for split in deal["splits"]:
        number, _, cards = split["threw"].partition(":")
        told = ToldThrows(int(number), tuple(map(Card.parse, cards.split(","))))
        (only,) = review_view(review(timeline(FIRST_DEAL), threw=[told]))["deals"][0]["splits"]
        assert split["text"].partition(" (")[0] == only["text"]


def test_the_curve_has_a_point_for_each_moment_and_a_text_for_each_deal() -> None:
    found = review(timeline(FIRST_DEAL))
    curve = review_view(found)["curve"]
    assert [chance for _, chance in curve["points"]] == [
        pytest.approx(moment.chances[0], abs=1e-4) for moment in found.course
    ]
    assert curve["text"] == f"Before deal 1: Ann {FIRST_DEALER}%"
    assert len(curve["marks"]) == len(found.turning_points)
    for mark, turn in zip(curve["marks"], found.turning_points, strict=True):
        assert mark["side"] == turn.side
        low, high = sorted(moment.chances[0] for moment in turn)
        assert low <= mark["chance"] <= high


def test_what_is_not_known_is_left_out() -> None:
    found = review(timeline(BEGINS.format(start="119,0", target=121) + "starter K\nlay 5\nlay 10\n"))
    made = review_view(found)
    ann = made["deals"][0]["players"][0]
    assert (ann["thrown"], ann["verdict"], ann["counted"]) == ([], "", ["Play 2"])
    assert made["deals"][0]["crib"] == {"text": "Crib", "cards": []}
    assert made["limits"] == limit_texts(found)


def test_the_totals_have_their_signs() -> None:
    titles, *_ = zip(*review_view(review(timeline(FIRST_DEAL), threw=[NAMED]))["totals"], strict=True)
    rows = {title: figures for title, *figures in review_view(review(timeline(FIRST_DEAL)))["totals"]}
    assert len(titles) == 5
    assert rows["luck of the crib"][1] == "+0.0"  # Bob had no crib
    assert all(figure[0] in "+\N{MINUS SIGN}" for figure in rows["luck of the cut"])
