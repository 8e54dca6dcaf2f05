"""Requests to press keys are refused unless they come from our own page.

The other checks are tested in test_server.
"""

from __future__ import annotations

import pytest

from tests.firmware_py.serve.test_key_requests import send_requests

FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://localhost"},
    {"Origin": ""},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/x-www-form-urlencoded"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
@pytest.mark.parametrize("path", ["/join", "/press"])
def test_a_page_of_another_site_can_press_nothing(path: str, headers: dict[str, str]) -> None:
    status, _, pressed = send_requests([(path, '{"code": "AAAAAAAA", "key": "5"}', headers)])[0]
    assert (status, pressed) == (403, [])


def test_a_request_without_an_origin_is_refused() -> None:
    ((status, _, pressed),) = send_requests([("/press", '{"key": "5"}', {"Origin": None})])
    assert (status, pressed) == (403, [])
