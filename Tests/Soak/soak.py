#!/usr/bin/env python3
"""Works a daemon hard for a long time and holds everything it says against a model.

    soak.py [--requests N] [--sources N] [--seed N] [--window N] [--growth PERCENT] -- COMMAND …

Many requests are under way at a time. Every answer is predicted; every announcement is replayed on
a list of its own by the conformance runner's law; at the end, and every so often, what the daemon
holds, what the model holds and what was replayed have to be one and the same. Memory is measured
along the way: since the lists stay as large as they are, it has to stay as it is, too. The exit
code is 1 when something differs, or when the memory of the second half is more than the stated
percentage above that of the first.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import struct
import subprocess
import sys
import termios
import time
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

# A checkout stays as it was.
sys.dont_write_bytecode = True
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "protocol" / "conformance"))

from replay import Effect, entry_of, replay
from values import Failure, difference
from workload import Applied, Expected, Workload

SAMPLES = 400
CANCELLED = -32800
CANCEL_COUNTS = ["cancels of a long request", "requests that were cancelled"]


def expanded(document: List[dict]) -> List[dict]:
    """A document with its items as entries, as the replay has them."""
    return [dict(s, items=[entry_of(item) for item in s["items"]]) for s in document]


def without_contents(sections: List[dict]) -> list:
    return [[section["id"]] + [item["id"] for item in section["items"]] for section in sections]


def redraws_sections(changes: Any) -> bool:
    """Whether stages reload sections, whose items may then have changed unsaid."""
    return isinstance(changes, list) and any(
        "sections" in stage and "op" not in stage and stage["sections"]["reloads"]
        for stage in changes
    )


def compare(wanted: List[dict], found: List[dict], has_contents: bool, what: str) -> Optional[str]:
    """The first difference of two lists in words."""
    if not has_contents:
        wanted, found = without_contents(wanted), without_contents(found)
    return None if wanted == found else difference(wanted, found, what) or "true is not 1"


def replays(before: list, changes: Any, after: list, has_contents: bool) -> Optional[str]:
    """What is wrong with changes that should lead from one document to another."""
    effect = replay(expanded(before), changes)
    has_contents = has_contents and not redraws_sections(changes)
    return compare(expanded(after), effect.after, has_contents, "the list after the changes")


class Replica:
    """The list of a data source as its announcements make it."""

    def __init__(self) -> None:
        self.revision = 0
        # None while nothing has told what the list is.
        self.list: Optional[List[dict]] = []
        self.has_contents = True
        self.last: Optional[Effect] = None
        self.last_is_staged = False


class Difference(Exception):
    """The daemon said something else than it should have."""


class Soak:
    """One run: a daemon, a workload, and the replicas of what the daemon announces."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.workload = Workload(options.seed, options.sources)
        self.workload.replays = replays
        self.replicas: Dict[str, Replica] = {}
        self.expected: Dict[int, Tuple[Expected, dict]] = {}
        self.counts: Counter = Counter()
        self.memory: List[Tuple[int, int]] = []
        self.sent = 0
        self._buffer = b""
        # Of its own, so that the same seed makes the same requests whatever the timing.
        self._bursts = random.Random(options.seed)
        self._process = subprocess.Popen(
            options.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    # MARK: The conversation

    def run(self) -> None:
        total = self.options.requests
        self._send([("initialize", {}, Expected("initialize", check=lambda message: None))])
        self._drain(0)
        every_sample = max(1, total // SAMPLES)
        while self.sent < total:
            # Now and then nothing is read for a while, so that announcements are merged.
            is_burst = self._bursts.random() < 0.01
            window = self.options.window * (60 if is_burst else 1)
            room = min(window - len(self.expected), total - self.sent)
            self._send([self.workload.next() for _ in range(room)])
            if self._bursts.random() < 0.02:
                self._cancel_long_request()
            if is_burst:
                self._wait_until_read()
            self._drain(0 if is_burst else window // 2)
            if self.sent // every_sample > len(self.memory):
                self.memory.append((self.sent, self._resident()))
            if self.sent // self.options.check_every > self.counts["full checks"]:
                self.check_everything()
        self.check_everything()
        self._process.stdin.close()
        if self._process.wait() != 0:
            raise Difference(f"exit code {self._process.returncode}")

    def check_everything(self) -> None:
        """The daemon, the model and the replicas have to be at the same lists."""
        self.counts["full checks"] += 1
        if sys.stderr.isatty():
            print(f"{self.sent:,} requests, {self._resident():,} KB", file=sys.stderr)
        workload = self.workload
        sources = [*workload.sources.values(), workload.long]
        trees, views = workload.trees.values(), workload.views.values()
        self._send(
            [workload.contents_of(source) for source in sources]
            + [workload.draft_contents_of(name) for name in workload.drafts]
            + [workload.read_tree(tree) for tree in trees]
            + [workload.contents_of_view(view) for view in views]
        )
        self._drain(0)
        for source in [*sources, *trees, *views]:
            replica = self.replicas.get(source.name, Replica())
            wanted = expanded(source.list.document())
            # Which revisions a view has depends on what it shows.
            is_elsewhere = replica.revision != getattr(source, "revision", replica.revision)
            if is_elsewhere or replica.list is None:
                raise Difference(f"{source.name}: the replica is at {replica.revision}")
            problem = compare(wanted, replica.list, replica.has_contents, "the replica")
            if problem:
                raise Difference(f"{source.name}: {problem}")

    def _send(self, requests: list) -> None:
        messages: list = []
        # Now and then some go together.
        batch: Optional[list] = None
        for method, params, expected in requests:
            self.sent += 1
            self.expected[self.sent] = expected, params
            request = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}
            self.counts[f"sent {method}"] += 1
            # Whatever came before in a batch is answered when it is closed already.
            if method in ("initialize", "dataSource/close"):
                batch = None
            elif batch is not None and self._bursts.random() < 0.2:
                batch = None
            elif batch is None and self._bursts.random() < 0.02:
                messages.append(batch := [])
                self.counts["batches"] += 1
            (messages if batch is None else batch).append(request)
        self._write(messages)

    def _write(self, messages: list) -> None:
        lines = [json.dumps(message, separators=(",", ":")).encode() for message in messages]
        data = memoryview(b"".join(line + b"\n" for line in lines))
        while data:
            data = data[self._process.stdin.write(data) :]

    def _cancel_long_request(self) -> None:
        """Cancels a request that may or may not be done by then, and one that is."""
        self._drain(0)
        method, params, expected = self.workload.long_request()
        self.sent += 1
        self.expected[self.sent] = expected, params
        cancels = [
            {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id_}}
            for id_ in (self.sent - 1, self.sent)
        ]
        request = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}
        self._write([request, cancels if self._bursts.random() < 0.5 else cancels[1]])
        self.counts[CANCEL_COUNTS[0]] += 1
        self._drain(0)

    def _wait_until_read(self) -> None:
        """Waits until the daemon has taken all that was sent; its answers wait meanwhile."""
        while self._process.poll() is None:
            waiting = fcntl.ioctl(self._process.stdin, termios.FIONREAD, b"\0\0\0\0")
            if struct.unpack("i", waiting)[0] == 0:
                return
            time.sleep(0.001)

    def _drain(self, low: int) -> None:
        """Reads until no more answers than these are owed."""
        while len(self.expected) > low:
            some = os.read(self._process.stdout.fileno(), 1 << 18)
            if not some:
                raise Difference(f"it ended with exit code {self._process.wait()}")
            *lines, self._buffer = (self._buffer + some).split(b"\n")
            for line in lines:
                message = json.loads(line)
                for one in message if isinstance(message, list) else [message]:
                    self._take(one)

    def _resident(self) -> int:
        """Kilobytes of the daemon that are in memory."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        raise Difference("it is gone")

    # MARK: What comes back

    def _take(self, message: dict) -> None:
        try:
            if "method" in message:
                self._follow(message["method"], message["params"])
            else:
                self._check(message)
        except (Failure, KeyError, TypeError, IndexError) as error:
            raise Difference(f"{error!r}: {json.dumps(message)[:3000]}") from error

    def _follow(self, method: str, params: dict) -> None:
        name = params["dataSource"]
        if method == "dataSource/didClose":
            self.replicas.pop(name, None)
        if method != "dataSource/didApply":
            return
        replica = self.replicas.setdefault(name, Replica())
        if params["fromRevision"] != replica.revision:
            raise Failure(f"{name} is at {replica.revision}")
        self.counts["announcements"] += 1
        self.counts["merged announcements"] += params["origin"] == "merged"
        self.counts["revisions in merged ones"] += (
            params["revision"] - params["fromRevision"] if params["origin"] == "merged" else 0
        )
        replica.revision = params["revision"]
        replica.last = None
        if "changes" not in params:
            replica.list = None
        if replica.list is None:
            return
        changes = params["changes"]
        effect = replay(replica.list, changes)
        self.counts["replays"] += 1
        replica.list = effect.after
        counts = (len(effect.after), sum(len(section["items"]) for section in effect.after))
        if counts != (params["numberOfSections"], params["numberOfItems"]):
            raise Failure(f"the changes make {counts}")
        replica.has_contents = replica.has_contents and not redraws_sections(changes)
        replica.last = effect if params["origin"] != "merged" else None
        replica.last_is_staged = redraws_sections(changes)

    def _check(self, message: dict) -> None:
        expected, params = self.expected.pop(message["id"])
        if message["id"] != self.sent - len(self.expected):
            raise Failure("an answer out of order")
        if expected.undo and message.get("error", {}).get("code") == CANCELLED:
            self.counts[CANCEL_COUNTS[1]] += 1
            expected.undo()
            return
        if expected.code is not None:
            self.counts["refusals"] += 1
            if message.get("error", {}).get("code") != expected.code:
                raise Failure(f"expected error {expected.code} of {json.dumps(params)}")
            return
        if "result" not in message:
            raise Failure(f"expected a result of {expected.method} {json.dumps(params)}")
        if expected.check:
            problem = expected.check(message)
        else:
            same = message["result"] == expected.result
            problem = None if same else f"expected {json.dumps(expected.result)}"
        if problem:
            raise Failure(f"{problem} of {expected.method} {json.dumps(params)}")
        if expected.applied:
            self._check_apply(expected.applied, message["result"], params)
        if expected.method == "snapshot/contents" and "dataSource" in params:
            self._compare_with_contents(params["dataSource"], message["result"])

    def _check_apply(self, applied: Applied, result: dict, params: dict) -> None:
        """The announcement came before the answer, and leads to the list of the model."""
        replica = self.replicas.get(applied.source)
        if replica is None or replica.revision < applied.revision:
            raise Failure("it was answered before it was announced")
        if replica.revision > applied.revision or replica.list is None:
            return
        replica.has_contents = replica.has_contents and applied.has_contents
        self.counts["compared applies"] += 1
        wanted = expanded(applied.document)
        problem = compare(wanted, replica.list, replica.has_contents, "the replica")
        if problem:
            raise Failure(f"{applied.source}: {problem}, after {json.dumps(params)}")
        if replica.last and "counts" in result:
            check_counts(replica.last, result["counts"], replica.last_is_staged)

    def _compare_with_contents(self, name: str, result: dict) -> None:
        replica = self.replicas.setdefault(name, Replica())
        read = expanded(result["sections"])
        if replica.revision == result["revision"]:
            if replica.list is not None:
                problem = compare(read, replica.list, replica.has_contents, "the replica")
                if problem:
                    raise Failure(problem)
            replica.list, replica.has_contents = read, True
            self.counts["compared contents"] += 1


def check_counts(effect: Effect, counts: dict, covers_items: bool) -> None:
    """The counts of an answer have to be those of what was announced."""
    for kind, moved in (("items", effect.moved_items), ("sections", effect.moved_sections)):
        singular = kind[:-1]
        found = {
            "inserted": sum(name.startswith(singular) for name in effect.inserted),
            "deleted": sum(name.startswith(singular) for name in effect.deleted),
            "moved": moved,
        }
        if not covers_items:
            for what, word in (("reloads", "reloaded"), ("reconfigures", "reconfigured")):
                found[word] = sum(entry[0] == f"{singular} {what}" for entry in effect.redrawn)
        for what, number in found.items():
            if counts[kind][what] != number:
                raise Failure(f"{number} {kind} were announced as {what}, not {counts[kind][what]}")


# MARK: - Memory


def memory_report(samples: List[Tuple[int, int]]) -> Tuple[str, float]:
    """The maximum of each half in words, and by how many percent the second is above the first."""
    half = len(samples) // 2
    first, second = (max(size for _, size in part) for part in (samples[:half], samples[half:]))
    mean_x = sum(x for x, _ in samples[half:]) / len(samples[half:])
    mean_y = sum(y for _, y in samples[half:]) / len(samples[half:])
    spread = sum((x - mean_x) ** 2 for x, _ in samples[half:])
    slope = sum((x - mean_x) * (y - mean_y) for x, y in samples[half:]) / spread
    growth = 100 * (second - first) / first
    text = (
        f"memory: at most {first:,} KB in the first half, {second:,} KB in the second "
        f"({growth:+.1f} %), slope of the second {slope * 1e6:+,.0f} KB for a million requests"
    )
    return text, growth


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(usage="soak.py [options] -- COMMAND [ARGUMENT ...]")
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--sources", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--window", type=int, default=64, help="requests under way at a time")
    parser.add_argument("--check-every", type=int, default=20_000, help="requests between checks")
    parser.add_argument("--growth", type=float, default=10, help="percent that memory may grow")
    parser.add_argument("command", nargs="+", help="what starts the daemon")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    soak = Soak(options)
    start = time.monotonic()
    try:
        soak.run()
    except (Difference, OSError) as difference:
        print(f"FAILED with seed {options.seed} after {soak.sent} requests: {difference}")
        return 1
    seconds = time.monotonic() - start
    asked, cancelled = (soak.counts[name] for name in CANCEL_COUNTS)
    if asked > 20 and not cancelled:
        print("FAILED: no request was ever cancelled")
        return 1
    for name, count in sorted(soak.counts.items()):
        print(f"{count:>10,} {name}")
    print(f"{soak.sent:,} requests in {seconds:.0f} s, {soak.sent / seconds:,.0f} a second")
    report, growth = memory_report(soak.memory)
    print(report)
    if growth > options.growth:
        print(f"FAILED: memory grew by more than {options.growth:g} %")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
