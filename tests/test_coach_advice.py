"""The page ADVICE.md, which checks common advice on cribbage, agrees with the coach's tables."""

import pytest

from tests.coach_advice.__main__ import FILE, advice


@pytest.mark.night
def test_the_page_says_what_the_tables_say() -> None:
    assert FILE.read_text("utf-8") == advice(), "python -m tests.coach_advice writes it again"
