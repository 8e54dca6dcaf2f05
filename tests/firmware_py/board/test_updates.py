"""The board asks for an update, follows the service that installs it, and says how it ended."""

import tomllib
from pathlib import Path

import pytest

from firmware_py.board.updates import BoardUpdates, UpdateProgress
from firmware_py.input.settings import Equipment
from firmware_py.render.font import NARROW, WIDTH
from tests.support import keyed
from tests.support.views import texts_of

DATA = tomllib.loads((Path(__file__).parents[2] / "data" / "updates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", DATA["followed"], ids=[case["id"] for case in DATA["followed"]])
def test_the_menu_asks_for_an_update_and_shows_how_far_it_is(case: dict[str, list], tmp_path: Path) -> None:
    request, status = tmp_path / "run" / "update", tmp_path / "run-update" / "status"
    for file in (request, status):
        file.parent.mkdir()
    status.write_text("nothing-newer 0.0.1\n")  # an earlier update
    board, log, now = keyed.board("OK 3 5"), list[str](), 1000.0
    board.equip(Equipment(updates=True))
    updates = BoardUpdates(board, request.parent, log.append)
    for keys, says, seconds, shown, is_asked in case["steps"]:
        if keys == "restart":
            updates = BoardUpdates(board, request.parent, log.append)
        keyed.press(board, keys.removeprefix("restart"))
        updates.follow(now)
        if says:
            request.unlink(missing_ok=True)
            (status.parent / "new").write_text(f"{says}\n")
            (status.parent / "new").replace(status)
        now += seconds
        updates.follow(now)
        board.show_also(updates.shows)
        texts = texts_of(board.view.page) if board.view.page else [board.view.notice or ""]
        assert shown in " ".join(texts) and bool(shown) == any(texts), texts
        assert request.exists() == is_asked
    assert log == case["log"] and updates.deadline is None


def test_the_board_knows_all_words_of_the_service_and_has_room_for_what_they_mean() -> None:
    for line in sorted({line for case in DATA["case"] for line in case["says"]}):
        page = UpdateProgress(*line.replace("0.1.0", "10.10.10").split()).page
        assert page.rows[0].left != line.split()[0] and len(page.rows) + (page.place is None) <= 5
        assert [row for row in page.rows if NARROW.width(row.left) > WIDTH] == []
