"""Check that all players can tell the sides' colours apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from firmware_py.doctor.diagnosis import OK, WARNING, Case, Diagnosis
from firmware_py.render.colour_blind import confused


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that colour-blind players can tell the sides' colours apart."""
    lights = case.config.lights
    if lights is None:
        return
    alike = False
    for (one, first), (other, second) in combinations(enumerate(lights.palette.sides), 2):
        sights = confused(first, second)
        if sights:
            alike, people = True, ", ".join(sights)
            yield Diagnosis(
                WARNING,
                f"the colours of sides {one + 1} and {other + 1} look alike to players with {people}",
                'choose other colours under [lights], such as colours = ["orange", "blue", "white"]',
            )
    if not alike:
        yield Diagnosis(OK, "colour-blind players can tell the sides apart")
