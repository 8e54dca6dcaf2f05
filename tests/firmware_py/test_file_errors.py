"""File errors are reported in plain words."""

import errno
import os

import pytest

from firmware_py.file_errors import cause


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
