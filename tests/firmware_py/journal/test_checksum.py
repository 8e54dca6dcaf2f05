"""The checksums in a journal detect every change to its lines."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_py.journal.recovery import read_journal
from firmware_py.system.errors import JournalError
from tests.support.journals import LINES, content_of, read_back


def damage_in(path: Path, lines: list[bytes]) -> tuple[int | None, int]:
    """Write these lines to a journal, and then read the journal.

    Returns:
        The number of the damaged line (None if no line is damaged), and the number of readable key presses.
    """
    path.write_bytes(b"".join(lines))
    before = content_of(path)
    reading = read_back(path)
    assert content_of(path) == before
    assert reading.text == b"".join(lines[: (reading.damage.line - 1) if reading.damage else None])
    return reading.damage.line if reading.damage else None, reading.history.applied


def test_a_whole_journal_has_no_damage(path: Path) -> None:
    assert damage_in(path, LINES) == (None, 7)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_changed_line_is_noticed(path: Path, number: int) -> None:
    for index in range(len(LINES[number]) - 1):
        for bit in (1, 32):
            byte = bytes([LINES[number][index] ^ bit])
            if byte == b"\n":
                continue
            changed = LINES[number][:index] + byte + LINES[number][index + 1 :]
            lines = [*LINES[:number], changed, *LINES[number + 1 :]]
            assert damage_in(path, lines) == (number + 1, number - 1)


def test_a_changed_header_is_noticed(path: Path) -> None:
    for index in range(len(LINES[0]) - 1):
        changed = LINES[0][:index] + b"~" + LINES[0][index + 1 :]
        assert damage_in(path, [changed, *LINES[1:]]) == (1, 0)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_missing_line_is_noticed(path: Path, number: int) -> None:
    assert damage_in(path, [*LINES[:number], *LINES[number + 1 :]]) == (number + 1, number - 1)


@pytest.mark.parametrize("number", range(8))
def test_a_repeated_line_is_noticed(path: Path, number: int) -> None:
    lines = [*LINES[: number + 1], *LINES[number:]]
    assert damage_in(path, lines) == (number + 2, number)


@pytest.mark.parametrize("number", range(1, 7))
def test_lines_that_changed_places_are_noticed(path: Path, number: int) -> None:
    lines = [*LINES[:number], LINES[number + 1], LINES[number], *LINES[number + 2 :]]
    assert damage_in(path, lines) == (number + 1, number - 1)


@pytest.mark.parametrize(
    "wrong",
    [b"\n", b"lay 3\n", b"\xff\xfe\n", b" #\n", b"lay 3 #\n", b"\0" * 40 + b"\n", b"#" * 5000 + b"\n"],
)
def test_a_line_that_the_journal_never_wrote_is_noticed(path: Path, wrong: bytes) -> None:
    assert damage_in(path, [*LINES[:5], wrong, *LINES[5:]]) == (6, 4)


def test_a_checksum_in_capitals_is_wrong(path: Path) -> None:
    index = next(number for number, one in enumerate(LINES) if number and one[-9:] != one[-9:].upper())
    shouted = LINES[index][:-9] + LINES[index][-9:].upper()
    assert damage_in(path, [*LINES[:index], shouted, *LINES[index + 1 :]]) == (index + 1, index - 1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example writes the file anew
@given(st.data())
def test_random_damage_never_adds_anything_to_the_lines_that_are_read(
    path: Path, data: st.DataObject
) -> None:
    content = bytearray(b"".join(LINES))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 30, len(content))))
        content[start:end] = data.draw(st.binary(max_size=12))
    path.write_bytes(bytes(content))
    try:
        reading = read_journal(path)
    except JournalError:
        return
    if reading is not None:
        assert b"".join(LINES).startswith(reading.text)
        assert bytes(content).startswith(reading.text)
