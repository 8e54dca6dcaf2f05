"""Requests for an unknown host name are refused, and so are requests from pages of other sites."""

import pytest

from firmware_py.serve.foreign_requests import is_for_this_machine, is_from_other_site, is_from_own_page


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
        "board.home.arpa",
        "board.internal",
    ],
)
def test_addresses_and_the_names_of_this_machine_are_ours(host: str) -> None:
    assert is_for_this_machine(host, "board.example.org")


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
        "board.fritz.box",
        "board.lan",
    ],
)
def test_names_of_others_are_not(host: str) -> None:
    assert not is_for_this_machine(host, "board.example.org")


JSON = "application/json"


@pytest.mark.parametrize("content_type", [JSON, f"{JSON}; charset=utf-8"])
def test_a_request_from_our_own_page_is_accepted(content_type: str) -> None:
    assert is_from_own_page("http://board.local:8000", "board.local:8000", content_type)


@pytest.mark.parametrize(
    ("origin", "content_type"),
    [
        (None, JSON),
        ("", JSON),
        ("null", JSON),
        ("http://evil.example", JSON),
        ("https://board.local:8000", JSON),
        ("http://board.local", JSON),
        ("http://board.local:8000", ""),
        ("http://board.local:8000", "text/plain"),
        ("http://board.local:8000", "application/x-www-form-urlencoded"),
    ],
)
def test_a_request_from_a_page_of_another_site_is_not(origin: str | None, content_type: str) -> None:
    assert not is_from_own_page(origin, "board.local:8000", content_type)


@pytest.mark.parametrize(
    ("origin", "fetch_site", "foreign"),
    [
        (None, None, False),
        (None, "none", False),
        (None, "same-origin", False),
        ("http://board.local:8000", None, False),
        (None, "cross-site", True),
        ("http://evil.example", None, True),
        ("null", None, True),
    ],
)
def test_a_browser_says_which_site_has_caused_a_request(
    origin: str | None, fetch_site: str | None, foreign: bool
) -> None:
    assert is_from_other_site(origin, fetch_site, "board.local:8000") is foreign
