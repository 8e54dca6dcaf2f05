"""A code can be exchanged for a token, and only requests with a valid token can press keys.

Keys go to the board's socket without waiting for the board, which is told the address of the page.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.input.keys import Key
from firmware_py.serve import key_requests
from firmware_py.serve.key_requests import KeySender, PhoneDialogue, Pressing
from firmware_py.serve.latest_view import LatestView
from firmware_py.serve.pressing_rights import BURST, JoinedPhones, PressingRights
from firmware_py.window.datagrams import PhoneAccess
from firmware_py.window.phone_file import PhoneFile
from tests.support.deadline import PATIENCE
from tests.support.servers import post, run

Request = tuple[str, str, Mapping[str, str | None]]
Pressed = tuple[Key, int | None]
Reply = tuple[int, str, list[Pressed]]


def send_requests(
    requests: Sequence[Request],
    rights: PressingRights | None = None,
    *,
    takes: bool = True,
    is_open: bool = True,
    heads: list[str] | None = None,
) -> list[Reply]:
    """Send requests one after another to a new server.

    Args:
        requests: the path, the body and the headers of each request. A header that is None is left out.
        rights: the object that decides who may press keys; None for a new one, with no code and no phones.
        takes: False if the board refuses every key.
        is_open: False if only phones that have joined may watch.
        heads: a list to which each answer's headers are added, or None if they are not needed.

    Returns:
        For each request, the status and the body of the response, and all keys pressed up to then.
    """
    pressed: list[Pressed] = []

    def press(key: Key, seat: int | None) -> bool:
        pressed.append((key, seat))
        return takes

    answers: list[Reply] = []

    async def scene(port: int, _: LatestView) -> None:
        for request in requests:
            head, status, body = await post(port, *request)
            answers.append((status, body, list(pressed)))
            if heads is not None:
                heads.append(head)

    run(scene, pressing=Pressing(rights or PressingRights(time.monotonic), press, is_open=is_open))
    return answers


EVIL = {"Host": "evil.example", "Origin": "http://evil.example"}
NO_KEYS = (
    "",
    "{",
    "[]",
    "5",
    "null",
    "{}",
    '{"key": 5}',
    '{"key": "ten"}',
    "[" * 3000,
    '"' + "5" * 5000 + '"',
)
NO_SEATS = ("", "{}", '{"seat": 4}', '{"seat": -1}', '{"seat": true}', '{"seat": "1"}')
NO_TOKENS = ("", "Bearer", "Bearer ", f"Bearer {'0123456789abcdef' * 2}", "Basic eDp5")
OF_OTHER_SITES: tuple[dict[str, str | None], ...] = (
    *(
        {"Origin": each}
        for each in ("http://evil.example", "https://localhost", "http://localhost:81", "null")
    ),
    *({"Content-Type": each} for each in ("text/plain", "application/x-www-form-urlencoded", None)),
    *({"Origin": each} for each in ("null", None)),
)


@pytest.mark.parametrize(
    ("paths", "headers", "body", "status"),
    [
        *((["/press"], {}, body, 400) for body in NO_KEYS),
        *((["/seat"], {}, body, 400) for body in NO_SEATS),
        *((["/press", "/seat"], {"Authorization": token}, None, 401) for token in NO_TOKENS),
        *((["/join", "/press", "/seat"], headers, None, 403) for headers in OF_OTHER_SITES),
        (["/join", "/press", "/seat"], EVIL, None, 421),
    ],
)
def test_a_request_that_is_not_valid_or_not_from_the_page_does_nothing(
    paths: list[str], headers: Mapping[str, str | None], body: str | None, status: int
) -> None:
    rights = PressingRights(time.monotonic)
    may = joined(rights)
    good = json.dumps({"code": rights.new_code(), "key": "5", "seat": 1})
    answers = send_requests(
        [(path, good if body is None else body, {**may, **headers}) for path in paths], rights
    )
    assert [(found, pressed) for found, _, pressed in answers] == [(status, [])] * len(paths)
    assert rights.phones.joined == 1 and rights.offers_code


def test_a_board_that_takes_no_keys_is_told() -> None:
    rights = PressingRights(time.monotonic)
    assert send_requests([("/press", '{"key": "5"}', joined(rights))], rights, takes=False)[0][0] == 503


def joined(rights: PressingRights) -> dict[str, str | None]:
    """Let a phone join, and return the HTTP header that contains its token."""
    return {"Authorization": f"Bearer {rights.exchange(rights.new_code())}"}


def test_a_phone_with_a_seat_presses_its_keys_there() -> None:
    rights = PressingRights(time.monotonic)
    may = joined(rights)
    sent = ('{"key": "5"}', '{"seat": 1}', '{"key": "6"}', '{"seat": null}', '{"key": "7"}')
    paths = ("/press", "/seat", "/press", "/seat", "/press")
    answers = send_requests([(path, body, may) for path, body in zip(paths, sent, strict=True)], rights)
    assert [status for status, _, _ in answers] == [204] * 5
    assert answers[-1][2] == [(Key.FIVE, None), (Key.SIX, 1), (Key.SEVEN, None)]


def test_a_press_that_a_browser_sends_again_by_itself_counts_once(tmp_path: Path) -> None:
    def started() -> PressingRights:
        return PressingRights(time.monotonic, JoinedPhones(tmp_path))

    rights = started()
    may = joined(rights)
    good, bad = (0.5, 0.5, 0.7, "null", "null", 0.9), ('"a"', "true", "NaN", 10**400)
    bodies = [f'{{"key": "6", "number": {number}}}' for number in [*good, *bad]]
    answers = send_requests([("/press", body, may) for body in bodies], rights)
    assert [len(pressed) for _, _, pressed in answers] == [1, 1, 2, 3, 4, 5, *[5] * len(bad)]
    assert [status for status, _, _ in answers] == [*[204] * len(good), *[400] * len(bad)]
    # A server that has started again knows it, too.
    [again, new] = send_requests([("/press", body, may) for body in (bodies[5], bodies[0])], started())
    assert (len(again[2]), len(new[2])) == (0, 1)


def test_a_phone_that_presses_faster_than_anybody_is_slowed_down() -> None:
    rights = PressingRights(lambda: 0.0)
    may = joined(rights)
    answers = send_requests([("/press", '{"key": "5"}', may)] * (BURST + 1), rights)
    assert [status for status, _, _ in answers] == [*[204] * BURST, 429]
    assert len(answers[-1][2]) == BURST


def test_no_secret_is_logged_even_if_the_server_has_a_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rights = PressingRights(time.monotonic)
    may, code = joined(rights), rights.new_code()

    def fault(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(rights.phones, "find", fault)
    monkeypatch.setattr(rights, "exchange", fault)
    requests: list[Request] = [
        ("/join", json.dumps({"code": code}), may),
        (f"/press?{code}", '{"key": "5"}', may),
    ]
    assert [status for status, _, _ in send_requests(requests, rights)] == [500, 500]
    assert "a fault" in caplog.text
    assert code not in caplog.text and str(may["Authorization"]) not in caplog.text


def test_a_phone_that_joins_gets_a_cookie_that_no_script_or_other_site_can_use() -> None:
    rights = PressingRights(time.monotonic)
    assert Pressing(rights, None).lets_phones_join is False
    assert Pressing(rights, None, is_open=False).lets_phones_join is True
    closed, token = Pressing(rights, None, is_open=False), str(rights.exchange(rights.new_code()))
    assert [closed.may_watch(each) for each in ("", "0" * 32, token)] == [False, False, True]
    for is_open in (True, False):
        body = json.dumps({"code": rights.new_code()})
        heads: list[str] = []
        send_requests([("/join", body, {})], rights, is_open=is_open, heads=heads)
        (cookie,) = (line for line in heads[0].splitlines() if line.startswith("Set-Cookie: "))
        assert "; HttpOnly" in cookie and "; SameSite=Strict" in cookie and "; Path=/" in cookie


def test_a_board_that_is_missing_or_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as board,
        closing(KeySender(tmp_path)) as sender,
    ):
        assert not sender.press(Key.OK) and not sender.tell(PhoneAccess("10.0.0.1", 80, 2))
        board.bind(str(tmp_path / "keys"))
        assert sender.press(Key.OK)
        assert any(not sender.press(Key.OK) for _ in range(100_000))


CODE = "K7Q2PX9D"
SHOWN = PhoneFile(CODE, 100.0)


class PhoneDialogueRig:
    """A test rig: a fake board that records the messages it gets, on a machine whose address can change."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.address: str | None = "192.168.178.123"
        self.listens = True
        self.time = 100.0
        self.told: list[PhoneAccess] = []
        self.rights = PressingRights(lambda: self.time)
        monkeypatch.setattr(key_requests, "own_address", lambda: self.address)
        monkeypatch.setattr(key_requests, "GLANCE", 0.001)

    def tell(self, access: PhoneAccess) -> bool:
        if self.listens:
            self.told.append(access)
        return self.listens

    def run(self, scene: Callable[[PhoneDialogue], Awaitable[None]]) -> None:
        async def all_of_it() -> None:
            dialogue = PhoneDialogue(self.rights, self.tell, 80)
            task = asyncio.create_task(dialogue.run())
            await asyncio.wait_for(scene(dialogue), PATIENCE)
            task.cancel()

        asyncio.run(all_of_it())

    async def until_told(self, access: PhoneAccess) -> None:
        while not self.told or self.told[-1] != access:
            await asyncio.sleep(0.001)


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> PhoneDialogueRig:
    return PhoneDialogueRig(monkeypatch)


def test_a_board_that_shows_no_code_is_told_nothing(rig: PhoneDialogueRig) -> None:
    async def scene(dialogue: PhoneDialogue) -> None:
        dialogue.tell_if_changed()
        dialogue.follow(PhoneFile(None, 100.0))
        for file in (SHOWN, SHOWN, PhoneFile(None, 100.0)):  # a file that is written again is no new code
            dialogue.follow(file)
        rig.address = "10.0.0.1"
        dialogue.tell_if_changed()
        assert len(rig.told) == 1

    rig.run(scene)


def test_a_new_address_is_told_while_the_code_is_good(rig: PhoneDialogueRig) -> None:
    async def scene(dialogue: PhoneDialogue) -> None:
        rig.address = None
        dialogue.follow(SHOWN)
        assert rig.told == []
        for address in ("10.0.0.1", "10.0.0.2"):
            rig.address = address
            await rig.until_told(PhoneAccess(address, 80, 0))

    rig.run(scene)


def test_a_board_that_did_not_listen_is_told_again(rig: PhoneDialogueRig) -> None:
    async def scene(dialogue: PhoneDialogue) -> None:
        rig.listens = False
        dialogue.follow(SHOWN)
        await asyncio.sleep(0.01)
        rig.listens = True
        await rig.until_told(PhoneAccess("192.168.178.123", 80, 0))

    rig.run(scene)
