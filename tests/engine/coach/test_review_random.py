"""The coach reviews random games, played with various options, and each review agrees with its game."""

import sys

import pytest

from engine.coach.reviewing.course import Stage
from engine.coach.reviewing.review import review
from engine.coach.unseen import public_view
from engine.errors import InvalidGame
from engine.game import Game
from engine.game_state import Prompt
from engine.match.timeline import Timeline
from tests.support.random_matches import walk

FORMS = (
    "2",
    "2 muggins=on",
    "2 muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no",
    "2 track=show reveal=on_ok",
    "2 track=show muggins=on",
    "2 cut_before_deal=offer next_game_dealer=alternate",
)


@pytest.fixture(autouse=True)
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
    monkeypatch.setattr(throws, "throw_chances", lambda *_, **__: (0.4, 0.5))


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
def test_every_game_that_ends_can_be_reviewed(form: str) -> None:
    games = 0
    for before, _, after in walk(7, form, 3000, second_thoughts=0.05, target=61):
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
        made = review(timeline)
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
    return True
