"""While phones can join, the server tells the board the web address and how many phones have joined."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from firmware_py.serve import key_requests
from firmware_py.serve.key_requests import PhoneDialogue
from firmware_py.serve.pressing_rights import PressingRights
from firmware_py.window.datagrams import PhoneAccess
from firmware_py.window.phone_file import PhoneFile
from tests.support.deadline import PATIENCE

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


def test_a_board_that_shows_a_code_is_told_at_once(rig: PhoneDialogueRig) -> None:
    async def scene(dialogue: PhoneDialogue) -> None:
        dialogue.follow(SHOWN)
        assert rig.told == [PhoneAccess("192.168.178.123", 80, 0)]
        dialogue.tell_if_changed()
        dialogue.follow(SHOWN)
        assert len(rig.told) == 1
        rig.rights.exchange(CODE)
        dialogue.tell_if_changed()
        assert rig.told[-1].joined == 1
        dialogue.follow(SHOWN._replace(code="AAAAAAAA"))
        assert len(rig.told) == 3, "a board that shows a new code is told again"

    rig.run(scene)


def test_a_board_that_shows_no_code_is_told_nothing(rig: PhoneDialogueRig) -> None:
    async def scene(dialogue: PhoneDialogue) -> None:
        dialogue.tell_if_changed()
        dialogue.follow(PhoneFile(None, 100.0))
        dialogue.follow(SHOWN)
        dialogue.follow(PhoneFile(None, 100.0))
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
