"""How a session ends: the end of input anywhere, exit, and the other side going away."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Iterator

from cases import (
    AFTER,
    EXIT,
    INITIALIZE,
    INITIALIZED,
    PARSE_ERROR,
    SERVED,
    SHUTDOWN,
    Case,
    expect,
    in_both_framings,
    notification,
    request,
    result,
)
from hostile_headers import BOM, stream
from server import FRAMINGS, Server, frame
from values import Failure, parse

# The contract says 2 s; a machine may be slow, and a server may be busy until then.
PATIENCE = 10.0


def end_cases() -> Iterator[Case]:
    yield from input_cases()
    yield from exit_cases()
    for framing in FRAMINGS:
        yield Case(f"every truncation of a session ({framing})", truncations(framing))
    yield Case("a closed output ends it", closed_output)
    yield Case("the death of the client's process ends it", client_death)
    yield Case("exit does not wait for the end of input", exit_at_once)
    yield Case("exit does not wait long for a reader that does not read", exit_unread)


# MARK: - The end of input


def input_cases() -> Iterator[Case]:
    for name, data in (
        ("nothing", b""),
        ("blank lines", b"\n \r\n\n"),
        ("a byte order mark", BOM),
    ):
        yield stream(f"no input but {name}", data, [], "lines")
    start, line = frame(INITIALIZE, "lines"), AFTER
    for name, rest, answers, code in (
        ("behind a line", line + b"\n", [SERVED], 0),
        ("behind a line without its newline", line, [SERVED], 0),
        ("behind a line without its line feed", line + b"\r", [SERVED], 0),
        ("behind empty lines", line + b"\n\r\n \n", [SERVED], 0),
        ("inside a line", line + b'\n{"jsonrpc"', [SERVED], 1),
        ("inside a string", line + b'\n{"jsonrpc":"2.', [SERVED], 1),
        ("behind a line that is no JSON", b"nonsense", [], 1),
    ):
        answers = [INITIALIZED, *answers]
        yield stream(f"the end of input {name}", start + rest, answers, "lines", code)
    start, whole = frame(INITIALIZE, "lsp"), frame(AFTER, "lsp")
    for name, rest, answers, code in (
        ("behind a frame", whole, [SERVED], 0),
        ("behind blank lines", whole + b"\r\n\r\n", [SERVED], 0),
        ("inside a name", whole + b"Content-", [SERVED], 1),
        ("behind a header", whole + b"Content-Length: 2\r\n", [SERVED], 1),
        ("behind a header block", whole + b"Content-Length: 2\r\n\r\n", [SERVED], 1),
        ("inside a body", whole + b"Content-Length: 2\r\n\r\n{", [SERVED], 1),
        ("inside a huge body", whole + b"Content-Length: 268435456\r\n\r\n{", [SERVED], 1),
    ):
        answers = [INITIALIZED, *answers]
        yield stream(f"the end of input {name}", start + rest, answers, "lsp", code)


SESSION = [
    INITIALIZE,
    request("snapshot/create", {"snapshot": "é"}),
    notification("$/nothing"),
    b"{}",
    AFTER,
]


def truncations(framing: str):
    """Cuts a session behind each of its bytes; what is complete is answered as ever."""

    def check(server: Server) -> None:
        frames = [frame(message, framing) for message in SESSION]
        whole = b"".join(frames)
        boundaries, outputs, end = {0}, {}, 0
        for message in frames:
            end += len(message)
            # In lines, the end of input ends the last line.
            boundaries |= {end, end - 1} if framing == "lines" else {end}
        for cut in sorted(boundaries):
            outcome = server.talk([whole[:cut]])
            outputs[cut] = outcome.output
            if outcome.exit_code != 0:
                raise Failure(f"cut at {cut}, between messages: exit code {outcome.exit_code}")
        for cut in set(range(len(whole))) - boundaries:
            outcome = server.talk([whole[:cut]])
            if framing == "lsp" and cut < len("Content-Length:"):
                # What is no header yet is text before the first message.
                expect(outcome, "lines", [PARSE_ERROR], 1)
                continue
            complete = max(boundary for boundary in boundaries if boundary < cut)
            if outcome.output != outputs[complete]:
                raise Failure(f"cut at {cut}: it answered {outcome.output!r}")
            if outcome.exit_code != 1:
                raise Failure(f"cut at {cut}, inside a message: exit code {outcome.exit_code}")

    return check


# MARK: - exit


def exit_cases() -> Iterator[Case]:
    down = result(None, "shutdown")
    for name, messages, answers, code in (
        ("after shutdown", [INITIALIZE, SHUTDOWN, EXIT], [INITIALIZED, down], 0),
        ("without shutdown", [INITIALIZE, AFTER, EXIT], [INITIALIZED, SERVED], 1),
        ("before initialize", [EXIT], [], 1),
        ("with more behind it", [INITIALIZE, EXIT, AFTER, b"{"], [INITIALIZED], 1),
        ("twice", [INITIALIZE, SHUTDOWN, EXIT, EXIT, AFTER], [INITIALIZED, down], 0),
    ):
        yield from in_both_framings(f"exit {name}", messages, answers, code)
    yield from in_both_framings(
        "the end of input after shutdown", [INITIALIZE, SHUTDOWN], [INITIALIZED, down]
    )


def ends_soon(running, what: str, code: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while running.process.poll() is None:
        if time.monotonic() > deadline:
            raise Failure(f"{what}: it has not ended after {PATIENCE:g} s")
        time.sleep(0.01)
    outcome = running.end()
    if outcome.exit_code != code:
        raise Failure(f"{what}: exit code: expected {code}, got {outcome.exit_code}")
    if outcome.errors:
        raise Failure(f"{what}: it wrote to stderr: {outcome.errors!r}")


def exit_at_once(server: Server) -> None:
    with server.start() as running:
        running.write(frame(INITIALIZE, "lines") + frame(EXIT, "lines") + frame(AFTER, "lines"))
        ends_soon(running, "exit", 1)
        rest = running.read_all()
        expect_lines(rest, 1)


def exit_unread(server: Server) -> None:
    with server.start() as running:
        discover = frame(request("rpc.discover"), "lines")
        running.write(discover * 100 + frame(EXIT, "lines"))
        ends_soon(running, "exit", 1)


def expect_lines(output: bytes, count: int) -> None:
    if output.count(b"\n") != count:
        raise Failure(f"expected {count} answers, got {output!r}")


# MARK: - The other side goes away


def closed_output(server: Server) -> None:
    for message in (b"", frame(AFTER, "lines")):
        with server.start() as running:
            running.write(frame(INITIALIZE, "lines"))
            running.read_line()
            running.process.stdout.close()
            running.write(message)
            ends_soon(running, "closed output", 1)


def client_death(server: Server) -> None:
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        with server.start() as running:
            initialize = request("initialize", {"processId": client.pid}, "initialize")
            running.write(frame(initialize, "lines"))
            running.read_line()
            running.write(frame(AFTER, "lines"))
            if parse(running.read_line()) != SERVED:
                raise Failure("it does not serve while the client's process lives")
            client.communicate(b"\n")
            ends_soon(running, "the death of the client's process", 1)
    finally:
        client.kill()
        client.wait()
