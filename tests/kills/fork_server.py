"""Run `muggins` repeatedly, each time in a new child process that can be killed.

Each input line is a JSON object with the command's `arguments` and `stdin`, and options for the child:

- `number`: kill the child at this one of the system calls in `CALLS`, counted from 0;
- `moment`: `before` to kill the child before this call, `after` to kill it after the call;
- `lines`, `delay`: kill the child `delay` seconds after it has printed this many lines;
- `unattended`: let the simulator run without a terminal, and end before the first key.

For each input line, a JSON object is printed: `status` is the child's exit status, negative if the child
was killed; `out` and `err` are its output; `told` lists the time of each line of `out`, in seconds.
"""

import contextlib
import functools
import io
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

CALLS = ("pwrite", "fdatasync", "fsync", "ftruncate", "open", "link", "unlink", "replace", "rename", "mkdir")
request: dict[str, Any] = {}
made = 0


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def watched(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        global made
        number, made = made, made + 1
        if number != request.get("number"):
            return real(*given, **named)
        if request["moment"] == "before":
            kill()
        try:
            real(*given, **named)
        finally:
            kill()

    return call


def child() -> int:
    """Run `muggins` with the arguments and input in the global `request`, and return its exit status."""
    if "unattended" in request:
        simulator.check_terminal = lambda as_text: as_text
        simulator.run_in_terminal = lambda *given, **named: None
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
        setattr(os, each, watched(getattr(os, each)))

# Imported only now, because the journal looks up its system calls when it is imported.
from firmware_py.__main__ import main  # noqa: E402
from firmware_py.start import simulator  # noqa: E402
from tests.kills.program import Moment, watch  # noqa: E402

# Run a command once, so that the modules that the children need are already imported.
request = {"arguments": ["replay", "-", "--json"], "stdin": "OK"}
with contextlib.redirect_stdout(io.StringIO()):
    child()
made = 0

for line in sys.__stdin__ or ():
    request = json.loads(line)
    pipes = {stream: os.pipe() for stream in (1, 2)}
    pid = os.fork()
    if not pid:
        for stream, (_, writing) in pipes.items():
            os.dup2(writing, stream)
        os._exit(child())
    for _, writing in pipes.values():
        os.close(writing)
    moment = Moment(request["lines"], request["delay"]) if "lines" in request else None
    out, told = watch(pipes[1][0], moment, functools.partial(os.kill, pid, signal.SIGKILL))
    err = watch(pipes[2][0])[0]
    for end, _ in pipes.values():
        os.close(end)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    answer = {"status": status, "out": out.decode(), "err": err.decode(), "told": told}
    print(json.dumps(answer), flush=True)
