"""Runs `muggins` again and again, each time in a child of its own that can be killed within a system call.

It reads one JSON object a line: `arguments`, `stdin`, and what befalls the child: `call` and `number`, the
system call at which it is killed, `moment`, before or after it, `taken`, how many bytes of a write are still
taken; `limit`, the size that no file may pass. For each it prints a JSON object: the `status` that the child
ended with, below 0 if it was killed, and what it printed, `out` and `err`.
"""

import contextlib
import io
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

CALLS = ("pwrite", "fdatasync", "fsync", "ftruncate", "open", "link", "replace")
request: dict[str, Any] = {}
made = dict.fromkeys(CALLS, 0)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def watched(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        if name != request.get("call") or made[name] != request["number"]:
            made[name] += 1
            return real(*given, **named)
        if request["moment"] == "before":
            kill()
        if name == "pwrite" and request.get("taken") is not None:
            file, data, offset = given
            real(file, data[: request["taken"]], offset)
        else:
            real(*given, **named)
        kill()

    return call


def child() -> int:
    """Be `muggins`."""
    if "limit" in request:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["limit"], request["limit"]))
    sys.argv = ["muggins", *request["arguments"]]
    sys.stdin = io.TextIOWrapper(io.BytesIO(request["stdin"].encode()))
    try:
        status = main()
        sys.stdout.flush()
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        status = 99
    return status


for each in CALLS:
    if hasattr(os, each):
        setattr(os, each, watched(each, getattr(os, each)))

# Only now: the journal looks up its calls as it is read.
from firmware_py.__main__ import main  # noqa: E402

# What the children need is read once.
sys.argv = ["muggins", "count", "5H", "5C", "5S", "JD", "--json"]
with contextlib.redirect_stdout(io.StringIO()):
    main()
made.update(dict.fromkeys(CALLS, 0))

for line in sys.stdin:
    request = json.loads(line)
    pipes = {stream: os.pipe() for stream in (1, 2)}
    pid = os.fork()
    if not pid:
        for stream, (_, writing) in pipes.items():
            os.dup2(writing, stream)
        os._exit(child())
    printed = []
    for reading, writing in pipes.values():
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as stream:
            printed.append(stream.read())
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    print(json.dumps({"status": status, "out": printed[0], "err": printed[1]}), flush=True)
