import pytest

from firmware_py.window.seen import Change, changes_of

FIVE = {"what": "laid", "seat": 0, "card": "5", "count": 15}
SIX = {"what": "laid", "seat": 0, "card": "6", "count": 16}
TURN = {"what": "turn", "seat": 1, "prompt": "play"}


@pytest.mark.parametrize(
    ("happened", "taken_back", "made"),
    [
        ([], [], []),
        ([FIVE, TURN], [], [FIVE, TURN]),
        ([{"what": "taken_back", "changes": [FIVE]}], [FIVE], []),
        ([{"what": "taken_back", "changes": [SIX]}, FIVE, TURN], [SIX], [FIVE, TURN]),
    ],
    ids=["nothing", "a card", "an undo", "a correction"],
)
def test_what_was_taken_back_comes_apart_from_what_was_made(
    happened: list[Change], taken_back: list[Change], made: list[Change]
) -> None:
    found = changes_of({"key": "5", "refused": None, "happened": happened})
    assert (list(found.taken_back), list(found.made)) == (taken_back, made)
