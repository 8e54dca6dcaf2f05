"""A follower sees each change of the phone file once, even if it was started before the board."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path
from queue import Queue

from firmware_py.window.follower import PhoneFollower
from firmware_py.window.phone_file import PhoneFile, write_phone_file
from tests.support.deadline import PATIENCE


def test_each_change_is_seen(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    found: Queue[PhoneFile] = Queue()
    shown = [PhoneFile("K7Q2PX9D", 5.0), PhoneFile(None, 6.0), PhoneFile(None, 7.0, withdrawn=1)]

    def follow() -> None:
        with closing(PhoneFollower(folder)) as follower:
            for _ in shown:
                found.put(follower.changed())

    follows = threading.Thread(target=follow, daemon=True)
    follows.start()
    folder.mkdir()
    for file in shown:
        write_phone_file(folder, file)
        assert found.get(timeout=PATIENCE) == file
    follows.join(PATIENCE)
    assert not follows.is_alive()


def test_the_file_that_is_there_already_is_seen_at_once(tmp_path: Path) -> None:
    write_phone_file(tmp_path, PhoneFile("K7Q2PX9D", 5.0))
    with closing(PhoneFollower(tmp_path)) as follower:
        assert follower.changed() == PhoneFile("K7Q2PX9D", 5.0)
