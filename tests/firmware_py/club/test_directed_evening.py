"""A directed evening: the notes on its standing, and the commands by which the director changes it."""

from __future__ import annotations

from pathlib import Path

from .test_live_evening import EveningRig, run


def test_a_tie_that_only_a_playoff_settles_is_said(tmp_path: Path) -> None:
    async def scene(club: EveningRig) -> None:
        club.win("x-1", "Ann", "Bob")
        club.win("x-2", "Cy", "Di")
        page = await club.look()
        assert page["club"]["notes"] == [
            "Place 1: Ann and Cy are equal in everything. A playoff decides.",
            "Place 3: Bob and Di are equal in everything. A playoff decides.",
        ]
        club.win("x-3", "Ann", "Cy")
        club.win("x-4", "Di", "Bob")
        assert (await club.look())["club"]["notes"] == []

    run(scene, tmp_path)
