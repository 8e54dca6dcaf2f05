"""File errors are reported in plain words."""

import errno
import os

import pytest

from firmware_py.system.errors import cause, system_words


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errno.ENOSPC, "the disk is full (free some space)"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EIO, "input/output error"),
    ],
)
def test_the_cause_of_an_error(error: int, words: str) -> None:
    assert cause(OSError(error, os.strerror(error))) == words


def test_an_error_without_a_number_has_its_own_words() -> None:
    assert cause(OSError("Out of paper")) == "out of paper"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOENT, os.strerror(errno.ENOENT), "a file"), "no such file or directory"),
        (OSError("Out of paper"), "out of paper"),
    ],
)
def test_the_systems_own_words_leave_out_the_file(error: OSError, words: str) -> None:
    assert system_words(error) == words
