from engine.cards import Card
from engine.coach.reviewing.review import ToldThrows, review
from firmware_py.reports.review import review_text
from tests.support.coach_examples import BEGINS, FIRST_DEAL, FIRST_DEALER, timeline

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


def test_lines_fit_a_wide_terminal_and_do_not_end_in_blanks() -> None:
    for line in lines(FIRST_DEAL):
        assert len(line) <= 110
        assert line == line.rstrip()
