"""A real MQTT broker (Mosquitto), its certificates, the clients that listen to it, and `muggins publish`."""

import json
import queue
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.connection import BrokerConnection, Talker
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.mqtt.session import Session
from tests.support.board_process import BoardProcess
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.machine import free_port
from tests.support.processes import Program

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/opt/homebrew/sbin")
needs_mosquitto = pytest.mark.skipif(
    not (MOSQUITTO and shutil.which("mosquitto_sub")),
    reason="mosquitto or mosquitto_sub, of mosquitto-clients, is missing",
)


class Broker(Program):
    """A Mosquitto broker that runs in a separate process.

    Attributes:
        port: the port on which it listens.
    """

    def __init__(self, folder: Path, *settings: str) -> None:
        """Start a broker on a free port.

        Args:
            folder: the folder for its configuration, its log and its saved messages.
            settings: more lines for its configuration. By default, all clients may publish and subscribe
                without a password.
        """
        self.port = free_port()
        lines = (
            "per_listener_settings false",
            "user root",
            f"persistence_location {folder}/",
            f"listener {self.port} 127.0.0.1",
            "set_tcp_nodelay true",
            *(settings or ("allow_anonymous true",)),
        )
        file = folder / "mosquitto.conf"
        file.write_text("".join(f"{line}\n" for line in lines))
        super().__init__([MOSQUITTO, "-v", "-c", file], folder / "mosquitto.log")

    def start(self) -> None:
        """Start the broker, and wait until it listens on its port."""
        super().start()

        def is_listening() -> bool:
            assert self.process.poll() is None, self.log()
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE):
                return True
            return False

        until(is_listening, "mosquitto")


class Heard(NamedTuple):
    """A message that a subscriber has received.

    Attributes:
        topic: the message's topic.
        text: the content of the message.
        retained: True if the broker had retained the message before the client subscribed to its topic.
    """

    topic: str
    text: str
    retained: bool

    @property
    def kind(self) -> str:
        """The last level of the message's topic, such as `view` in `muggins/b1/view`."""
        return self.topic.rpartition("/")[2]

    @property
    def json(self) -> Any:
        """The content of the message, parsed as JSON. Callers must not modify the returned value."""
        return _parsed(self.text)


_parsed = cache(json.loads)


class Subscriber(Program):
    """A `mosquitto_sub` process, and the messages that it has received.

    Attributes:
        heard: the messages received so far.
    """

    def __init__(self, port: int, *arguments: object) -> None:
        """Subscribe to all topics, and wait until the broker has confirmed the subscription.

        Args:
            port: the broker's port.
            arguments: more arguments for `mosquitto_sub`.
        """
        options = ("-h", "127.0.0.1", "-p", port, "-q", "1", "-F", "%r %t %p")
        self.heard: list[Heard] = []
        super().__init__(["mosquitto_sub", *options, "-t", "#", "-t", _SIGN, *arguments])
        deadline = Deadline()
        while self._hear(deadline, "the subscription").topic != _SIGN:
            pass

    def wait(self, enough: Callable[[list[Heard]], object], awaited: object) -> None:
        """Wait until `enough` returns a true value for the messages received so far.

        Args:
            enough: a function that is called with these messages.
            awaited: a description of what is being waited for, used in the error message.

        Raises:
            TimeoutError: not enough messages arrived in time.
        """
        deadline = Deadline()
        while not enough(self.heard):
            self._hear(deadline, awaited)

    def _hear(self, deadline: Deadline, awaited: object) -> Heard:
        line = self.out.line(deadline.left(awaited))
        assert line, f"mosquitto_sub has ended while waiting for {awaited}"
        retained, topic, text = line.split(" ", 2)
        message = Heard(topic, text, retained == "1")
        if topic != _SIGN:
            self.heard.append(message)
        return message

    def of(self, kind: str) -> list[Heard]:
        """Return the messages received so far whose topics end with `kind`, such as `view`."""
        return [each for each in self.heard if each.kind == kind]


_SIGN = "$SYS/broker/version"  # retained by every Mosquitto: arrives right after the subscription


class Listening(Talker):
    """A client that subscribes to topics, and records what happens on its connection.

    Attributes:
        happened: the events that no test has read yet. Each has a name, such as `received`, and a value,
            such as the message.
        asked: a function that a test can set. The next call of `woken` calls it, in the connection's thread.
        link: the open connection, or the last one if none is open.
    """

    def __init__(self, filters: Iterable[str] = ()) -> None:
        self.happened: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._filters = list(filters)
        self.link: Session | None = None
        self.asked: Callable[[], None] = lambda: None
        self.waits = 0

    def connected(self, link: Session) -> None:
        self.link = link
        if self._filters:
            link.subscribe(self._filters)
        self.happened.put(("connected", None))

    def received(self, message: BrokerMessage) -> None:
        self.happened.put(("received", message))

    def acknowledged(self, number: int) -> None:
        self.waits -= 1
        self.happened.put(("acknowledged", number))

    def woken(self) -> None:
        asked, self.asked = self.asked, lambda: None
        asked()
        self.happened.put(("woken", None))

    def lost(self) -> None:
        self.happened.put(("lost", None))

    def ending(self) -> None:
        self.happened.put(("ending", None))

    @property
    def is_done(self) -> bool:
        return self.waits <= 0

    def send(self, message: BrokerMessage) -> int:
        """Publish a message, and return its number. Call this only in the connection's thread."""
        self.waits += 1
        return self.link.publish(message)

    def next(self, wanted: str) -> Any:
        """Wait for the next event with the name `wanted`, and discard all earlier events.

        Return the event's value, such as the message if its name is `received`.

        Raises:
            queue.Empty: the event did not happen in time.
        """
        while True:
            name, value = self.happened.get(timeout=PATIENCE)
            if name == wanted:
                return value


class Running:
    """A separate thread that runs a connection to a broker.

    Attributes:
        lines: the connection's warnings and other log messages. `line` takes the oldest one.
    """

    def __init__(self, broker: MqttSettings, talker: Talker, name: str = "test", **options: Any) -> None:
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        say = self.lines.put
        self.connection = BrokerConnection(broker, name, talker, warn=say, tell=say, **options)
        self._thread = threading.Thread(target=self.connection.run, daemon=True)
        self._thread.start()

    def line(self, *words: str) -> str:
        """Wait for the connection's next log message, check that it contains these words, and return it.

        Raises:
            queue.Empty: the message did not arrive in time.
        """
        line = self.lines.get(timeout=PATIENCE)
        assert all(word in line for word in words), line
        return line

    def stop(self) -> None:
        """Close the connection, and wait until its thread has ended."""
        self.connection.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self.connection.close()


needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="the program openssl is missing")


class Authority:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / "authority"
        self._folder.mkdir()
        (self._folder / "index.txt").touch()
        (self._folder / "serial").write_text("01\n")
        self._settings = self._folder / "openssl.cnf"
        self._settings.write_text(_SETTINGS.format(folder=self._folder))
        self.certificate, self._key = self._folder / "ca.crt", self._folder / "ca.key"
        self._openssl(
            *("req", "-x509", *_NEW_KEY, "-nodes", "-subj", "/CN=The test's authority"),
            *("-days", "2", "-keyout", self._key, "-out", self.certificate),
        )

    def sign(self, name: str, *, begins: str = "20200101000000Z", ends: str = "20990101000000Z") -> list[str]:
        """Create a certificate for a broker, and return the lines of the broker's configuration that use it.

        Args:
            name: the address for which the certificate is valid, such as `IP:127.0.0.1` or `DNS:broker`.
            begins: the time from which it is valid, as year, month, day, hour, minute and second in UTC.
            ends: the time until which it is valid, in the same format.
        """
        wish, key, signed = (self._folder / f"broker.{end}" for end in ("csr", "key", "crt"))
        (self._folder / "extensions.cnf").write_text(f"[all]\nsubjectAltName={name}\n")
        self._openssl("req", *_NEW_KEY, "-nodes", "-subj", f"/CN={name}", "-keyout", key, "-out", wish)
        self._openssl(
            *("ca", "-batch", "-notext", "-in", wish, "-out", signed, "-startdate", begins, "-enddate", ends),
            *("-extfile", self._folder / "extensions.cnf", "-extensions", "all"),
        )
        return [f"cafile {self.certificate}", f"certfile {signed}", f"keyfile {key}", "allow_anonymous true"]

    def _openssl(self, command: str, *arguments: object) -> None:
        words = [str(each) for each in ("openssl", command, "-config", self._settings, *arguments)]
        subprocess.run(words, check=True, capture_output=True)


_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
"""The arguments for a new key on an elliptic curve, which takes far less time than an RSA key."""
_SETTINGS = """[req]
distinguished_name = name
x509_extensions = own
[name]
[own]
basicConstraints = critical, CA:true
subjectKeyIdentifier = hash
[ca]
default_ca = authority
[authority]
database = {folder}/index.txt
serial = {folder}/serial
new_certs_dir = {folder}
certificate = {folder}/ca.crt
private_key = {folder}/ca.key
default_md = sha256
policy = anyone
unique_subject = no
[anyone]
commonName = supplied
"""


AT_ONCE = 25  # keys pressed before the subscriber is waited for: a view lists the last 32


class Publishing(Program):
    """A running `muggins publish`, which sends the messages of a board to an MQTT broker."""

    def __init__(self, folder: Path, broker: Broker, environment: Mapping[str, str]) -> None:
        """Start `muggins publish`.

        Args:
            folder: the folder for its configuration and its log.
            broker: the MQTT broker.
            environment: the environment variables by which it finds the board, and others.
        """
        config = folder / "publish.toml"
        config.write_text(f'extends = "bare"\n[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n')
        variables = {**ENVIRONMENT, **environment}
        super().__init__([*MUGGINS, "publish", "--config", config], folder / "publish.log", env=variables)

    def wait_for_line(self, words: str) -> None:
        """Wait until `muggins publish` has logged a line that contains these words.

        Raises:
            TimeoutError: no such line was logged in time.
        """
        until(lambda: words in self.log(), words)


def is_online(heard: list[Heard]) -> bool:
    """Return True if the last message about the board's presence is `online`."""
    found = [each.text for each in heard if each.kind == "presence"]
    return bool(found) and found[-1] == "online"


def events(subscriber: Subscriber) -> list[Heard]:
    """Return the messages about key presses that a subscriber has received, in order and without duplicates.

    Raises:
        AssertionError: a message was received twice with different contents.
    """
    found: dict[str, Heard] = {}
    for each in subscriber.of("event"):
        assert found.setdefault(each.json["event"], each).text == each.text
    return list(found.values())


def press(board: BoardProcess, subscriber: Subscriber, words: list[str]) -> None:
    """Press keys on a board, and wait until a subscriber has received the messages about them."""
    before = len(events(subscriber))
    for begin in range(0, len(words), AT_ONCE):
        some = words[begin : begin + AT_ONCE]
        board.press(" ".join(some))
        due = before + begin + len(some)
        subscriber.wait(lambda _, due=due: len(events(subscriber)) >= due, f"{due} presses")
