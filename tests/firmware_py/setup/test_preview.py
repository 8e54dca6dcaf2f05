"""The preview that setup shows before it writes the configuration file."""

from __future__ import annotations

from firmware_py.setup.draft import preview


def test_a_new_file_is_shown_whole() -> None:
    assert list(preview("", "a\n\nb\n")) == ["    a", "", "    b"]


def test_new_lines_and_lines_that_go_are_marked() -> None:
    assert list(preview("a\nb\nc\n", "a\nB\nc\nd\n")) == ["    a", "  - b", "  + B", "    c", "  + d"]


def test_long_runs_that_stay_are_cut() -> None:
    former = "".join(f"{number}\n" for number in range(20))
    text = former.replace("8\n", "eight\n", 1).replace("9\n", "", 1)
    assert list(preview(former, text)) == [
        "    ... 6 lines stay as they are ...",
        *("    6", "    7", "  - 8", "  - 9", "  + eight", "    10", "    11"),
        "    ... 8 lines stay as they are ...",
    ]
    twice = text.replace("14\n", "")
    assert "    10" in preview(former, twice) and "    12" in preview(former, twice)


def test_no_single_line_is_cut() -> None:
    assert list(preview("1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n")) == [
        "    ... 2 lines stay as they are ...",
        *("    3", "    4", "  - 5", "  + five"),
    ]
    assert "    2" in preview("2\n3\n4\n5\n", "2\n3\n4\nfive\n")
