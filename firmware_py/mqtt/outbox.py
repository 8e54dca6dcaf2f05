"""The messages that have not been acknowledged by the broker."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar


class BrokerMessage(NamedTuple):
    """A message sent to the broker or received from it.

    Attributes:
        retained: for a message to the broker, True if the broker should keep it for later subscribers. For a
            message from the broker, True if the broker had kept it, or False if it has just been published.
    """

    topic: str
    payload: bytes
    retained: bool = False


LIMIT = 5000
"""The maximum number of messages that can wait while there is no connection: about thirty games."""
WINDOW = 20
"""The maximum number of messages that have been sent but not acknowledged."""

_Mark = TypeVar("_Mark")


class _Sent(NamedTuple, Generic[_Mark]):
    message: BrokerMessage
    mark: _Mark | None


class Outbox(Generic[_Mark]):
    """The messages that the broker has not acknowledged yet, in the order in which they are sent.

    Retained messages, which the broker keeps, are sent after all others. If several retained messages have
    the same topic, only the latest one is sent.

    Attributes:
        dropped: the number of messages that were lost because too many were waiting.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[BrokerMessage, _Mark | None]] = deque()
        self._kept: dict[str, BrokerMessage] = {}
        self._sent: OrderedDict[int, _Sent[_Mark] | None] = OrderedDict()
        self._marks: dict[int, _Mark] = {}
        self.dropped = 0

    def __len__(self) -> int:
        """Return the number of messages that the broker has not acknowledged yet."""
        flying = sum(each is not None for each in self._sent.values())
        return len(self._waiting) + len(self._kept) + flying

    def add(self, message: BrokerMessage, mark: _Mark | None = None) -> None:
        """Add a message. If too many are waiting, the oldest one that has not been sent is dropped.

        Args:
            message: the message. A retained message replaces an earlier one with the same topic.
            mark: a value that `acknowledged` returns after the broker has received this message; None for no
                mark. Retained messages have no mark.
        """
        if message.retained:
            self._kept.pop(message.topic, None)
            self._kept[message.topic] = message
            return
        self._waiting.append((message, mark))
        if len(self._waiting) > LIMIT:
            self._waiting.popleft()
            self.dropped += 1

    def next(self) -> BrokerMessage | None:
        """Return the next message to send.

        Return None if no message is waiting, or if too many have been sent but not acknowledged. If a message
        is returned, `sent` must be called next.
        """
        if len(self._sent) >= WINDOW:
            return None
        if self._waiting:
            return self._waiting[0][0]
        return next(iter(self._kept.values()), None)

    def sent(self, number: int) -> None:
        """Record that the message returned by `next` has been sent.

        Args:
            number: the number that the broker will use to acknowledge the message.
        """
        if self._waiting:
            self._sent[number] = _Sent(*self._waiting.popleft())
        else:
            self._sent[number] = _Sent(self._kept.pop(next(iter(self._kept))), None)

    def acknowledged(self, number: int) -> list[_Mark]:
        """Record that the broker has received the message with this number. Return the marks that are due.

        A mark is a value that was passed to `add` together with a message. It is due when the broker has
        received this message and all messages sent before it. Each mark is returned only once.
        """
        found = self._sent.get(number)
        if found is None:
            return []
        self._sent[number] = None
        if found.mark is not None:
            self._marks[number] = found.mark
        marks = []
        while self._sent and next(iter(self._sent.values())) is None:
            done, _ = self._sent.popitem(last=False)
            if done in self._marks:
                marks.append(self._marks.pop(done))
        return marks

    def lost(self) -> None:
        """Record that the connection was lost, so that all unacknowledged messages are sent again."""
        unsure = [each for each in self._sent.values() if each is not None]
        self._sent.clear()
        self._marks.clear()
        for message, mark in reversed(unsure):
            if not message.retained:
                self._waiting.appendleft((message, mark))
        earlier = {message.topic: message for message, _ in unsure if message.retained}
        self._kept = {**earlier, **self._kept}
