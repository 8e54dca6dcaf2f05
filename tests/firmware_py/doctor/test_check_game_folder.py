"""The check of the games folder."""

from tests.support.pi_captures import (
    NUMPAD,
    fit,
    only_finding,
)


def test_the_games_are_only_in_memory():
    found = only_finding(NUMPAD, fit(NUMPAD, forgetful="/var/lib/muggins"))
    assert found.what == "/var/lib/muggins is only in memory: games are lost when the power goes"
    assert "overlayroot=tmpfs:recurse=0" in found.remedy
