"""A small client for diffabled, in the Python standard library only.

`Client` starts the daemon, sends it requests over pipes and hands out what it
announces. `ListReplica` keeps a copy of one data source's list by nothing but
the changes that the daemon announces (format "batch").
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any, BinaryIO, Callable, Iterator, NamedTuple, Optional

# MARK: - The daemon as a child process


class ServerNotFound(Exception):
    """No diffabled executable was found."""


class ConnectionLost(Exception):
    """The daemon went away, or sent what is no message."""


class RequestFailed(Exception):
    """The daemon answered a request with an error."""

    def __init__(self, method: str, error: dict):
        super().__init__(f"{method}: error {error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.data = error.get("data") or {}


def find_server(given: Optional[str] = None) -> str:
    """The daemon's executable: the given one, the one on PATH, or one built in this repository."""
    if given:
        return given
    on_path = shutil.which("diffabled")
    if on_path:
        return on_path
    repository = Path(__file__).resolve().parent.parent.parent
    for configuration in ("release", "debug"):
        built = repository / ".build" / configuration / "diffabled"
        if os.access(built, os.X_OK):
            return str(built)
    raise ServerNotFound("no diffabled on PATH or in .build; build it, or name it with --server")


class Client:
    """A running daemon and a conversation with it.

    A thread of its own reads everything that the daemon sends, so that neither
    side ever waits for a full pipe. Notifications are handed to `on_notification`
    in their order, on the thread that called `request`; since the daemon sends a
    change before the answer that completes it, a list that follows the
    notifications is up to date when `request` returns.
    """

    def __init__(
        self,
        server: str,
        framing: str = "lines",
        on_notification: Callable[[str, dict], None] = lambda method, params: None,
    ):
        self._framing = framing
        self._on_notification = on_notification
        self._ids = itertools.count(1)
        self._incoming: queue.SimpleQueue = queue.SimpleQueue()
        # A session of its own keeps the terminal's Ctrl-C from the daemon: it is this
        # client that ends the conversation.
        self._process = subprocess.Popen(
            [server],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        reader = threading.Thread(target=self._read_everything, daemon=True)
        reader.start()
        try:
            self.server_info = self.request("initialize", {"processId": os.getpid()})
            self.notify("initialized", {})
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    def request(self, method: str, params: dict) -> Any:
        """Sends a request, waits for its answer and returns the result."""
        identifier = next(self._ids)
        self._send({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params})
        while True:
            message = self._incoming.get()
            if isinstance(message, Exception):
                raise message
            if "method" in message:
                self._on_notification(message["method"], message.get("params") or {})
            elif message.get("id") == identifier:
                if "error" in message:
                    raise RequestFailed(method, message["error"])
                return message["result"]
            # An answer to a request that was given up (Ctrl-C while it was waited for) is dropped.

    def notify(self, method: str, params: dict) -> None:
        """Sends a notification, which has no answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def close(self) -> int:
        """Ends the conversation in good order and returns the daemon's exit code."""
        try:
            self.request("shutdown", {})
            self.notify("exit", {})
            self._process.stdin.close()
        except (ConnectionLost, RequestFailed, OSError):
            self._process.kill()
        return self._process.wait()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, message: dict) -> None:
        try:
            write_message(self._process.stdin, message, self._framing)
        except OSError as error:
            raise ConnectionLost(f"the daemon no longer reads: {error}") from error

    def _read_everything(self) -> None:
        try:
            for message in read_messages(self._process.stdout, self._framing):
                self._incoming.put(message)
            self._incoming.put(ConnectionLost("the daemon closed the connection"))
        except (ValueError, OSError) as error:
            self._incoming.put(ConnectionLost(f"the daemon sent what is no message: {error}"))


def write_message(stream: BinaryIO, message: dict, framing: str) -> None:
    """Writes one message, as a line or after a Content-Length header."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    if framing == "lsp":
        stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    else:
        stream.write(body + b"\n")
    stream.flush()


def read_messages(stream: BinaryIO, framing: str) -> Iterator[dict]:
    """Reads messages until the stream ends."""
    while True:
        line = stream.readline()
        if not line:
            return
        if framing == "lsp":
            length = int(line.partition(b":")[2])
            stream.readline()
            line = stream.read(length)
        yield json.loads(line)


# MARK: - A list that follows its changes


def hashable(identifier: Any) -> Any:
    """An identifier as something that a set can hold: composite identities are JSON arrays."""
    return tuple(identifier) if isinstance(identifier, list) else identifier


class Row:
    """An item of the list, with its content (None when it has none)."""

    __slots__ = ("identifier", "content")

    def __init__(self, item: Any):
        has_content = isinstance(item, dict)
        self.identifier = hashable(item["id"] if has_content else item)
        self.content = item.get("content") if has_content else None


class Section:
    """A section of the list, with its rows."""

    __slots__ = ("identifier", "content", "rows")

    def __init__(self, identifier: Any, content: Any = None):
        self.identifier = hashable(identifier)
        self.content = content
        self.rows: list = []


class Change(NamedTuple):
    """What became of one item: inserted, deleted, moved, reloaded or reconfigured."""

    kind: str
    identifier: Any


class ReplayFailed(Exception):
    """The announced changes do not fit the list that they were meant for."""


class ListReplica:
    """A copy of a data source's list, kept by replaying announced changes of format "batch"."""

    def __init__(self) -> None:
        self.revision = 0
        self.sections: list = []

    def follow(self, did_apply: dict) -> list:
        """Replays the params of one dataSource/didApply and returns what became of which item."""
        if did_apply["fromRevision"] != self.revision:
            raise ReplayFailed(
                f"the change starts at revision {did_apply['fromRevision']}, "
                f"the list is at {self.revision}"
            )
        try:
            changes = self.replay(did_apply["changes"])
        except (LookupError, TypeError) as error:
            raise ReplayFailed(f"the change to {did_apply['revision']}: {error!r}") from error
        self.revision = did_apply["revision"]
        return changes

    def replay(self, changes: dict) -> list:
        """Replays one batch: take out items, then sections; put in sections, then items."""
        sections, items = changes["sections"], changes["items"]
        report: list = []

        # Everything is taken out from the end, so that what is still to be taken out keeps its place.
        taken_rows = {}
        sources = [(tuple(d["at"]), d["count"], None) for d in items["deletes"]]
        sources += [(tuple(m["from"]), m["count"], i) for i, m in enumerate(items["moves"])]
        for (section, start), count, move in sorted(sources, key=lambda s: s[0], reverse=True):
            rows = take(self.sections[section].rows, start, count)
            taken_rows[move] = rows
            kind = "deleted" if move is None else "moved"
            report += [Change(kind, row.identifier) for row in rows]

        taken_sections = {}
        sources = [(d["at"], None) for d in sections["deletes"]]
        sources += [(m["from"], i) for i, m in enumerate(sections["moves"])]
        for position, move in sorted(sources, key=lambda s: s[0], reverse=True):
            section = take(self.sections, position, 1)[0]
            taken_sections[move] = section
            if move is None:
                report += [Change("deleted", row.identifier) for row in section.rows]

        # Everything is put in from the start, so that each place is the final one.
        targets = [(i["at"], Section(i["section"], i.get("content"))) for i in sections["inserts"]]
        targets += [(m["to"], taken_sections[i]) for i, m in enumerate(sections["moves"])]
        for position, section in sorted(targets, key=lambda t: t[0]):
            put(self.sections, position, [section])

        targets = [(tuple(i["at"]), [Row(item) for item in i["items"]]) for i in items["inserts"]]
        report += [Change("inserted", row.identifier) for _, rows in targets for row in rows]
        targets += [(tuple(m["to"]), taken_rows[i]) for i, m in enumerate(items["moves"])]
        for (section, start), rows in sorted(targets, key=lambda t: t[0]):
            put(self.sections[section].rows, start, rows)

        # Reloads and reconfigures come last, in the coordinates of the finished list.
        for kind, word in (("reloads", "reloaded"), ("reconfigures", "reconfigured")):
            for update in sections[kind]:
                self.sections[update["at"]].content = update.get("content")
            for update in items[kind]:
                section, start = update["at"]
                report += self._update(word, section, start, update["items"])
        return report

    def _update(self, kind: str, section: int, start: int, items: list) -> list:
        """Gives the items of a run their new content and says what became of them."""
        report = []
        for offset, item in enumerate(items):
            row, new = self.sections[section].rows[start + offset], Row(item)
            if row.identifier != new.identifier:
                raise LookupError(f"{new.identifier!r} is not at [{section}, {start + offset}]")
            # A bare identifier says that the item has no content any more.
            row.content = new.content
            report.append(Change(kind, row.identifier))
        return report


def take(rows: list, start: int, count: int) -> list:
    """Takes a run out of a list."""
    if not 0 <= start <= start + count <= len(rows):
        raise IndexError(f"{count} from {start} on do not fit into {len(rows)}")
    taken = rows[start : start + count]
    del rows[start : start + count]
    return taken


def put(rows: list, start: int, new: list) -> None:
    """Puts a run into a list."""
    if not 0 <= start <= len(rows):
        raise IndexError(f"{start} is past the end of {len(rows)}")
    rows[start:start] = new
