"""The messages that are kept until the broker has acknowledged them."""

from random import Random

from firmware_py.mqtt.outbox import WINDOW, BrokerMessage, Outbox


def event(number: int) -> BrokerMessage:
    return BrokerMessage("event", str(number).encode())


def state(number: int) -> BrokerMessage:
    return BrokerMessage("state", str(number).encode(), True)


def take(outbox: Outbox[int], first: int = 0) -> list[BrokerMessage]:
    """Take from the outbox all messages that may be sent now, and return them.

    The messages are numbered consecutively, starting with `first`. The broker acknowledges these numbers.
    """
    sent: list[BrokerMessage] = []
    while (message := outbox.next()) is not None:
        outbox.sent(first + len(sent))
        sent.append(message)
    return sent


def test_a_few_messages_are_on_their_way_at_a_time() -> None:
    outbox = Outbox[int]()
    for number in range(WINDOW + 5):
        outbox.add(event(number))
    assert len(take(outbox)) == WINDOW
    outbox.acknowledged(0)
    outbox.acknowledged(1)
    assert take(outbox, WINDOW) == [event(WINDOW), event(WINDOW + 1)]


def test_a_mark_is_returned_once_all_messages_before_it_have_arrived() -> None:
    outbox = Outbox[int]()
    for number in range(4):
        outbox.add(event(number), mark=number if number % 2 else None)
    take(outbox)
    assert outbox.acknowledged(1) == []
    assert outbox.acknowledged(3) == []
    assert outbox.acknowledged(0) == [1]
    assert outbox.acknowledged(0) == []
    assert outbox.acknowledged(2) == [3]
    assert outbox.acknowledged(99) == []


def test_what_was_not_acknowledged_is_sent_again_in_order() -> None:
    outbox = Outbox[int]()
    for number in range(5):
        outbox.add(event(number), mark=number)
    take(outbox)
    assert outbox.acknowledged(0) == [0]
    outbox.acknowledged(2)
    outbox.add(event(5), mark=5)
    outbox.lost()
    again = take(outbox, 100)
    assert again == [event(1), event(3), event(4), event(5)]
    assert [mark for number in range(100, 104) for mark in outbox.acknowledged(number)] == [1, 3, 4, 5]


def test_every_event_arrives_in_order() -> None:
    """Every event arrives, and in order, even if connections are lost at random. Duplicates are ignored."""
    for seed in range(50):
        chance, outbox, heard = Random(seed), Outbox[int](), list[BrokerMessage]()
        added, number, flying = 0, 0, list[tuple[int, BrokerMessage]]()
        while added < 60 or len(outbox):
            match chance.randrange(4):
                case 0 if added < 60:
                    outbox.add(event(added), mark=added)
                    outbox.add(state(added))
                    added += 1
                case 1:
                    if (message := outbox.next()) is not None:
                        number += 1
                        outbox.sent(number)
                        flying.append((number, message))
                case 2 if flying:
                    arrived, message = flying.pop(0)
                    heard.append(message)
                    if chance.random() < 0.9:
                        outbox.acknowledged(arrived)
                    else:  # the message arrived, but the acknowledgement is lost with the connection
                        flying.clear()
                        outbox.lost()
                case 3 if chance.random() < 0.1:
                    flying.clear()
                    outbox.lost()
        events = [each for each in dict.fromkeys(heard) if not each.retained]
        assert events == [event(each) for each in range(60)], seed
        assert [each for each in heard if each.retained][-1] == state(59), seed
