"""Names for this machine are accepted, and names that another site could own are refused."""

import pytest

from firmware_py.serve.host_names import is_ours


@pytest.mark.parametrize(
    "host",
    [
        "192.168.178.123",
        "192.168.178.123:8000",
        "[fe80::1]",
        "[fe80::1]:8000",
        "localhost:8000",
        "board",
        "BOARD.local",
        "board.local.:80",
        "board.fritz.box",
        "board.home.arpa",
    ],
)
def test_addresses_and_the_names_of_this_machine_are_ours(host: str) -> None:
    assert is_ours(host, "board.example.org")


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "board.evil.example",
        "other.local",
        "192.168.178.123.evil.example",
        "localhost.evil.example:8000",
        "evil.example:192.168.178.123",
        "board.example.org",
        "board:port",
    ],
)
def test_names_of_others_are_not(host: str) -> None:
    assert not is_ours(host, "board.example.org")
