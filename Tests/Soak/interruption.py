#!/usr/bin/env python3
"""Ends and cancels long requests at ten places each, and measures how long that takes.

    interruption.py [--rows N] [--bound MS] [--cancel] -- COMMAND …

Time is the daemon's own processor time, so it holds on a busy machine too; a place is tried again, up
to three times, because whoever waits for its turn beside other programs cannot act in time. The exit
code is 1 when a signal takes longer than the bound at some place. With `--cancel` the requests are
cancelled in place of that: the answer may be a result then, where the commit came before.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

PLACES = 10
ATTEMPTS = 3

Request = Tuple[str, dict]


def document(order: List[int]) -> dict:
    return {"sections": [{"id": "A", "items": [{"id": i, "content": {"n": i}} for i in order]}]}


def rows(count: int) -> List[Tuple[str, List[Request], Request]]:
    """What is long: a name, what stands before it, and the request."""
    order = list(range(count))
    random.Random(1).shuffle(order)
    ordered = document(list(range(count)))

    def created(change_format: str) -> Request:
        options = {"changeFormat": change_format}
        return "dataSource/create", {"dataSource": "d", "options": options, "snapshot": ordered}

    def edit(op: dict) -> Request:
        return "dataSource/edit", {"dataSource": "d", "edits": [op]}

    shuffle = edit({"op": "shuffleItems", "seed": 1})
    cells = {"sections": [{"section": i, "cell": "x"} for i in range(count)]}
    members = {str(i): i for i in range(count)}
    backwards = {str(i): i for i in reversed(range(count))}
    large = edit({"op": "appendItems", "items": [{"id": "large", "content": members}]})
    return [
        ("shuffle, batch", [created("batch")], shuffle),
        ("shuffle, sequential", [created("sequential")], shuffle),
        ("sort", [created("none"), shuffle], edit({"op": "sortItems", "by": [{"pointer": "/n"}]})),
        (
            "a document",
            [created("batch")],
            ("dataSource/apply", {"dataSource": "d", "snapshot": document(order)}),
        ),
        (
            "options",
            [created("none")],
            ("dataSource/configure", {"dataSource": "d", "options": {"cells": cells}}),
        ),
        (
            "an equal object",
            [created("none"), large],
            edit({"op": "setItems", "items": [{"id": "large", "content": backwards}]}),
        ),
        (
            "changes in steps",
            [created("none"), shuffle],
            ("dataSource/changes", {"dataSource": "d", "since": 1, "changeFormat": "sequential"}),
        ),
        (
            "a view with groups",
            [created("none")],
            (
                "dataSource/create",
                {"dataSource": "v", "view": {"of": "d", "groupBy": {"pointer": "/n"}}},
            ),
        ),
    ]


class Daemon:
    def __init__(self, command: List[str], before: List[Request]):
        flags = ["--merge-after-bytes", str(1 << 32), "--max-queued-bytes", str(1 << 32)]
        self.process = subprocess.Popen(
            command + flags, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.output = b""
        for request in [("initialize", {})] + before:
            self.send(request, 0)
            self.answer(0)

    def send(self, request: Request, number: int) -> None:
        method, params = request
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def answer(self, number: int) -> dict:
        while True:
            while b"\n" not in self.output:
                chunk = os.read(self.process.stdout.fileno(), 1 << 20)
                if not chunk:
                    raise EOFError("the daemon ended")
                self.output += chunk
            line, self.output = self.output.split(b"\n", 1)
            if b'"method"' not in line[:40] and json.loads(line).get("id") == number:
                return json.loads(line)

    def milliseconds(self) -> float:
        """The processor time of all its threads."""
        total = 0
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            total += int((thread / "schedstat").read_text().split()[0])
        return total / 1e6

    def has_output(self, seconds: float) -> bool:
        return bool(select.select([self.process.stdout], [], [], seconds)[0])

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def reaction(
    command: List[str], row: Tuple[str, List[Request], Request], place: float, cancels: bool
) -> Tuple[float, str]:
    """How long the daemon goes on after the place of a request, and what came of it."""
    _, before, request = row
    daemon = Daemon(command, before)
    try:
        start = daemon.milliseconds()
        daemon.send(request, 1)
        while daemon.milliseconds() - start < place and not daemon.has_output(0.001):
            pass
        reached = daemon.milliseconds()
        if cancels:
            message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}}
            daemon.process.stdin.write(json.dumps(message).encode() + b"\n")
            daemon.has_output(600)
            spent = daemon.milliseconds() - reached
            return spent, "result" if "result" in daemon.answer(1) else "cancelled"
        os.kill(daemon.process.pid, signal.SIGTERM)
        _, status, usage = os.wait4(daemon.process.pid, 0)
        daemon.process.returncode = os.waitstatus_to_exitcode(status)
        return (usage.ru_utime + usage.ru_stime) * 1000 - reached, "ended"
    finally:
        daemon.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--bound", type=float, default=50)
    parser.add_argument("--cancel", action="store_true")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    fails = False
    for row in rows(arguments.rows):
        daemon = Daemon(arguments.command, row[1])
        start = daemon.milliseconds()
        daemon.send(row[2], 1)
        daemon.answer(1)
        whole = daemon.milliseconds() - start
        daemon.close()
        found = []
        for number in range(PLACES):
            place = whole * (number + 0.5) / PLACES
            for _ in range(ATTEMPTS):
                best = reaction(arguments.command, row, place, arguments.cancel)
                if best[0] <= arguments.bound:
                    break
            found.append(best)
        worst = max(milliseconds for milliseconds, _ in found)
        fails = fails or (worst > arguments.bound and not arguments.cancel)
        each = " ".join(f"{outcome[0]}{spent:.0f}" for spent, outcome in found)
        print(f"{row[0]:20} whole {whole:5.0f} ms, at most {worst:4.0f} ms: {each}", flush=True)
    return 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main())
