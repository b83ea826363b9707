"""The processes of a Linux machine, as /proc tells of them."""

from __future__ import annotations

import os
import pwd
import signal
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")  # clock ticks in a second
PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes
LONGEST_COMMAND = 200  # characters


class Identity(NamedTuple):
    """What names a process for ever: pids come again."""

    pid: int
    start: int
    """Clock ticks from the start of the machine to its own."""


@dataclass(frozen=True)
class Process:
    identity: Identity
    parent: int
    """The pid of its parent; 0 if there is none."""
    user: str
    cpu: float
    """Per cent of one processor, since the last reading or else since its start."""
    memory: int
    """Bytes that it has in main memory."""
    name: str
    command: str
    """The command line, or the start of a long one; empty for a thread of the kernel."""


class Proc:
    """Reads all processes, again and again. What ends meanwhile is left out."""

    def __init__(self, root: Path = Path("/proc")) -> None:
        self._root = root
        self._ticks: dict[Identity, int] = {}  # the processor time of each at the last reading
        self._time = 0.0  # when that was: seconds from the start of the machine

    def read(self) -> list[Process]:
        """All processes, the oldest first."""
        last, self._time = self._time, float(self._file("uptime").split()[0])
        before, self._ticks = self._ticks, {}
        processes = []
        for pid in filter(str.isdecimal, os.listdir(self._root)):
            try:
                processes.append(self._process(int(pid), before, last))
            except (FileNotFoundError, ProcessLookupError):
                continue
        return sorted(processes, key=lambda process: (process.identity.start, process.identity.pid))

    def terminate(self, identity: Identity) -> None:
        """Asks a process to end. Raises ProcessLookupError if it has, though its pid came again."""
        process = os.pidfd_open(identity.pid)
        try:
            # It is open, so its pid cannot come again behind this look.
            if int(self._status(identity.pid)[1][19]) != identity.start:
                raise ProcessLookupError
            signal.pidfd_send_signal(process, signal.SIGTERM)
        except FileNotFoundError:
            raise ProcessLookupError from None
        finally:
            os.close(process)

    def _process(self, pid: int, before: dict[Identity, int], last: float) -> Process:
        name, fields = self._status(pid)
        identity = Identity(pid, int(fields[19]))
        ticks = self._ticks[identity] = int(fields[11]) + int(fields[12])
        since = last if identity in before else identity.start / TICKS
        used = (ticks - before.get(identity, 0)) / TICKS
        return Process(
            identity,
            parent=int(fields[1]),
            user=user_name((self._root / str(pid)).stat().st_uid),
            cpu=round(100 * used / max(self._time - since, 1 / TICKS), 1),
            memory=int(fields[21]) * PAGE,
            name=name,
            command=self._file(f"{pid}/cmdline").replace("\0", " ").strip()[:LONGEST_COMMAND],
        )

    def _status(self, pid: int) -> tuple[str, list[str]]:
        """The name of a process, which may hold anything, and the fields of its status from
        the third on, as proc(5) counts them."""
        before, _, behind = self._file(f"{pid}/stat").rpartition(")")
        return before.partition("(")[2], behind.split()

    def _file(self, path: str) -> str:
        return (self._root / path).read_bytes().decode("utf-8", "replace")


@cache
def user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
