"""A server as a child process: bytes in, bytes out, and never a wait without end."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Sequence

from values import Failure, is_compact, kind, parse, shown

FRAMINGS = ("lines", "lsp")
# More than any case is answered with.
MAX_OUTPUT = 64 << 20


def frame(body: bytes, framing: str) -> bytes:
    """One message as it goes to the server."""
    if framing == "lsp":
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    return body + b"\n"


class Outcome(NamedTuple):
    """What a server did from its start to its end."""

    output: bytes
    errors: bytes
    exit_code: int

    def messages(self, framing: str) -> List[Any]:
        """Everything that was sent, each message checked for what every message must be."""
        return [checked(body) for body in bodies(self.output, framing)]


class Server:
    """A command that starts a server."""

    def __init__(self, command: Sequence[str], timeout: float):
        self.command = list(command)
        self._timeout = timeout
        self._late_runs = 0

    def start(self, *flags: str) -> "Running":
        """Starts it, with flags behind the command's own arguments."""
        # A server that hangs again and again is not waited for as long each time.
        timeout = self._timeout if self._late_runs < 5 else min(self._timeout, 2)
        return Running([*self.command, *flags], timeout, self._count_late_run)

    def _count_late_run(self) -> None:
        self._late_runs += 1

    def talk(self, pieces: Iterable[bytes], *flags: str) -> Outcome:
        """Writes everything while it reads everything, ends the input and waits for the end."""
        with self.start(*flags) as running:
            writer = threading.Thread(target=running.write_all, args=(pieces,))
            writer.start()
            output = running.read_all()
            writer.join()
            return running.end(output)


class Running:
    """A running server. Past its deadline it is killed, so that nothing waits for it any more."""

    def __init__(self, command: List[str], timeout: float, on_late: Callable[[], None]):
        self._on_late = on_late
        self._errors = tempfile.TemporaryFile()
        self._timeout = timeout
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            start_new_session=True,
        )
        self._is_late = False
        self._timer = threading.Timer(timeout, self._end_of_patience)
        self._timer.daemon = True
        self._timer.start()

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self.process.poll() is None:
            self._kill_group()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            stream.close()

    def _end_of_patience(self) -> None:
        self._is_late = True
        self._on_late()
        self._kill_group()

    def _kill_group(self) -> None:
        # The whole group, for a server may be a script that runs another one, which would hold
        # the output open.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def write(self, data: bytes) -> None:
        """Writes bytes; a server that is gone already does not mind."""
        view = memoryview(data)
        try:
            while view:
                view = view[self.process.stdin.write(view) or 0 :]
        except (BrokenPipeError, ValueError):
            pass

    def settle(self) -> None:
        """Waits until the server has taken everything that was written out of the pipe."""
        while self.process.poll() is None and not self._is_late:
            waiting = fcntl.ioctl(self.process.stdin, termios.FIONREAD, b"\0\0\0\0")
            if struct.unpack("i", waiting)[0] == 0:
                return
            time.sleep(0.0002)

    def write_all(self, pieces: Iterable[bytes]) -> None:
        """Writes pieces, each when the one before it has been read, and ends the input."""
        for index, piece in enumerate(pieces):
            if index:
                self.settle()
            self.write(piece)
        self.close_input()

    def close_input(self) -> None:
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def read_line(self) -> bytes:
        """The next message of the framing lines."""
        line = b""
        while not line.endswith(b"\n"):
            byte = self.process.stdout.read(1)
            if not byte:
                self.check_in_time()
                raise Failure(f"the output ended behind {shown(line)}")
            line += byte
        return line

    def read_all(self) -> bytes:
        output = bytearray()
        while True:
            some = os.read(self.process.stdout.fileno(), 1 << 16)
            if not some:
                return bytes(output)
            output += some
            if len(output) > MAX_OUTPUT:
                self._kill_group()
                raise Failure(f"it does not stop to send: {shown(bytes(output[:200]))}")

    def end(self, output: bytes = b"") -> Outcome:
        """Waits for the end, which must come in time and not by a signal."""
        code: Optional[int] = self.process.wait()
        self.check_in_time(output)
        self._errors.seek(0)
        if code < 0:
            raise Failure(f"it died of signal {-code}: {shown(self._errors.read())}")
        return Outcome(output, self._errors.read(), code)

    def check_in_time(self, output: bytes = b"") -> None:
        if self._is_late:
            raise Failure(f"no end within {self._timeout:g} s; it had sent {shown(output)}")


# MARK: - What a server may send

_HEADER = re.compile(rb"Content-Length: (\d+)\r\n\r\n")


def bodies(output: bytes, framing: str) -> List[bytes]:
    """Takes an output apart, which must be framed exactly as the contract says."""
    if framing == "lines":
        if output and not output.endswith(b"\n"):
            raise Failure(f"the output ends inside a line: {shown(output[-100:])}")
        return output.split(b"\n")[:-1]
    found, start = [], 0
    while start < len(output):
        header = _HEADER.match(output, start)
        if not header:
            raise Failure(f"this is no header: {shown(output[start : start + 100])}")
        start = header.end() + int(header[1])
        if start > len(output):
            raise Failure(f"the output ends inside a message: {shown(output[header.end() :])}")
        found.append(output[header.end() : start])
    return found


def checked(body: bytes) -> Any:
    """Reads a message and checks that it is compact and has the members that it may have."""
    message = parse(body)
    if not is_compact(body):
        raise Failure(f"the JSON is not compact: {shown(body)}")
    for part in message if isinstance(message, list) else [message]:
        check_message(part)
    return message


def check_message(message: Any) -> None:
    if kind(message) != "object" or message.get("jsonrpc") != "2.0":
        raise Failure(f"this is no JSON-RPC message: {shown(message)}")
    members = set(message) - {"jsonrpc"}
    if members == {"id", "error"}:
        error = message["error"]
        good = (
            kind(error) == "object"
            and set(error) == {"code", "message", "data"}
            and isinstance(error["message"], str)
            and isinstance(error["data"], dict)
            and "kind" in error["data"]
        )
    elif members == {"id", "result"}:
        good = kind(message["result"]) in ("object", "null")
    else:
        good = members == {"method", "params"} and kind(message["params"]) == "object"
    if not good:
        raise Failure(f"a message with other members than it may have: {shown(message)}")
