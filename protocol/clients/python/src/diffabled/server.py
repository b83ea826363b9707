"""The daemon as a child process: finding it, starting it, reading and writing its messages."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from .errors import ConnectionLost, ServerNotFound

VERSION = "0.1.0"

ServerPath: TypeAlias = str | os.PathLike[str]

_BUILT = (".build/release/diffabled", ".build/debug/diffabled")


def find_server(server: ServerPath | None = None) -> str:
    """The daemon's executable: `server`, $DIFFABLED, the one on PATH, or one built in a checkout.

    The first two are final: what they name must be there. Raises ServerNotFound.
    """
    for place, given in (
        ('The setting "server"', server),
        ("$DIFFABLED", os.environ.get("DIFFABLED")),
    ):
        if given:
            path = os.fspath(given)
            if _is_executable(path):
                return path
            raise ServerNotFound(f"{place} is {path}, and no executable file is there.")
    on_path = shutil.which("diffabled")
    if on_path:
        return on_path
    checkout = _checkout()
    for built in _BUILT if checkout else ():
        if _is_executable(f"{checkout}/{built}"):
            return f"{checkout}/{built}"
    fourth = (
        f"There is no {_BUILT[0]} or {_BUILT[1]} in {checkout}."
        if checkout
        else "The library is in no checkout of diffabled."
    )
    raise ServerNotFound(
        'No diffabled was found. The setting "server" is empty. $DIFFABLED is not set. '
        f"PATH has no diffabled. {fourth} "
        'Build it with "swift build -c release --product diffabled".'
    )


def _is_executable(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _checkout() -> Path | None:
    for folder in Path(__file__).resolve().parents:
        if (folder / "Package.swift").exists() and (folder / "protocol").exists():
            return folder
    return None


class Ended(NamedTuple):
    """The last that a daemon hands over: how it ended, as a sentence."""

    reason: str


class Daemon:
    """A running daemon.

    A thread reads it and hands each line to `receive`, and at last an `Ended`; so the pipe never
    fills. It does no more than that: what it made would set off the garbage collector there, and
    toolkits do not bear to have their objects deleted on another thread than their own.
    """

    def __init__(self, command: Sequence[str], receive: Callable[[bytes | Ended], object]) -> None:
        pipe = subprocess.PIPE
        try:
            # In a session of its own, so that the terminal's Ctrl-C does not reach it.
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, start_new_session=True
            )
        except OSError as error:
            raise ServerNotFound(f"{command[0]} could not be started: {error}.") from error
        self._receive = receive
        threading.Thread(target=self._read, name="diffabled", daemon=True).start()

    def write(self, line: bytes) -> None:
        """Writes one message; one thread at a time. Raises ConnectionLost when it is not read."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError) as error:  # ValueError: it was closed already
            raise ConnectionLost("The daemon has ended; the request was not sent.") from error

    def close(self, patience: float) -> int:
        """Ends the daemon's input, and the daemon itself after `patience` s; its exit code."""
        assert self._process.stdin
        with contextlib.suppress(OSError):  # It may be gone, with a message half written to it.
            self._process.stdin.close()
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            return self._process.wait()

    def kill(self) -> None:
        self._process.kill()

    def _read(self) -> None:
        assert self._process.stdout
        with self._process.stdout:
            for line in self._process.stdout:
                self._receive(line)
        self._receive(Ended(f"The daemon ended with code {self.close(2)}."))


def parsed(line: bytes) -> Any:
    """A line as a message. Raises ValueError."""
    text = line.decode("utf-8")
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        # int() refuses more than 4,300 digits, which a content may have.
        return _DECODER_OF_LONG_INTEGERS.decode(text)


def _float(text: str) -> float | str:
    """A number; its text, which can be sent again, when it is beyond every float."""
    number = float(text)
    return number if isfinite(number) else text


def _integer(text: str) -> int | str:
    return int(text) if len(text) < 4300 else text


_DECODER = json.JSONDecoder(parse_float=_float)
_DECODER_OF_LONG_INTEGERS = json.JSONDecoder(parse_float=_float, parse_int=_integer)


def line_of(message: dict[str, Any]) -> bytes:
    """A message as a line. Raises TypeError or ValueError when it cannot be written as JSON."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
