#!/usr/bin/env python3
"""Shows a directory tree as a live list: a section for each folder, an item for each file.

    watch_directory.py DIR [--interval SECONDS] [--seconds SECONDS] [--sort name|time|size]
                           [--framing lines|lsp] [--server PATH] [--quiet]

Every --interval seconds the whole tree is scanned and applied as it is; nobody
here works out what changed. The daemon does, and announces it, and the list that
this script keeps is made of those announcements alone. After every apply that
list is compared with the scan: the script ends with 1 should the two ever differ.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import stat
import sys
import time
from typing import Any, Iterator, Optional

from diffabled_client import (
    Client,
    ConnectionLost,
    ListReplica,
    ReplayFailed,
    RequestFailed,
    ServerNotFound,
    find_server,
    hashable,
)

DATA_SOURCE = "files"
MAX_IDENTIFIER_BYTES = 4096
MARKS = {"inserted": "+", "deleted": "-", "moved": ">", "reloaded": "!", "reconfigured": "~"}

# MARK: - The tree as a snapshot document


def identifier_for(path: bytes) -> Any:
    """A path as an identifier: its text, or, where it is not UTF-8, its bytes kept reversibly.

    The second form is a composite identity (an array), so that it equals no path that is text.
    """
    try:
        return path.decode("utf-8")
    except UnicodeDecodeError:
        return ["bytes", path.decode("latin-1")]


def fits(identifier: Any) -> bool:
    """Whether the daemon takes an identifier of this size."""
    return len(json.dumps(identifier, ensure_ascii=False).encode("utf-8")) <= MAX_IDENTIFIER_BYTES


def scan(root: bytes, order: str) -> dict:
    """Reads the tree under `root` into a snapshot document; what vanishes meanwhile is left out."""
    sections = []
    for folder, entries in folders(root):
        identifier = identifier_for(folder)
        if not fits(identifier):
            continue
        items = [item for item in map(item_for, entries) if fits(item["id"])]
        if order == "time":
            items.sort(key=lambda item: -item["content"]["modified"])
        elif order == "size":
            items.sort(key=lambda item: -item["content"]["size"])
        sections.append({"id": identifier, "items": items})
    return {"sections": sections}


def folders(root: bytes) -> Iterator[tuple]:
    """Every folder's relative path with its files, depth first and by name."""
    waiting = [b"."]
    while waiting:
        folder = waiting.pop()
        files, subfolders = [], []
        try:
            with os.scandir(root if folder == b"." else os.path.join(root, folder)) as entries:
                for entry in entries:
                    path = entry.name if folder == b"." else folder + b"/" + entry.name
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue
                    if stat.S_ISDIR(status.st_mode):
                        subfolders.append(path)
                    else:
                        files.append((path, status))
        except OSError:
            # It vanished, or is not ours to read. The root itself must be there.
            if folder == b".":
                raise
            continue
        yield folder, sorted(files, key=lambda file: file[0])
        waiting += sorted(subfolders, reverse=True)


def item_for(entry: tuple) -> dict:
    """A file as an item; the time is in milliseconds, which every JSON reader keeps exactly."""
    path, status = entry
    content = {"size": status.st_size, "modified": status.st_mtime_ns // 1_000_000}
    return {"id": identifier_for(path), "content": content}


# MARK: - The list that the daemon's changes make


def first_difference(replica: ListReplica, document: dict) -> Optional[str]:
    """Where the replayed list is not the scanned one, or None."""
    scanned = document["sections"]
    replayed_names = [section.identifier for section in replica.sections]
    scanned_names = [hashable(section["id"]) for section in scanned]
    if replayed_names != scanned_names:
        return f"the folders are {replayed_names!r} where the scan has {scanned_names!r}"
    for replayed, section in zip(replica.sections, scanned):
        rows = [(row.identifier, row.content) for row in replayed.rows]
        items = [(hashable(item["id"]), item["content"]) for item in section["items"]]
        if rows != items:
            pairs = zip(rows + [None] * len(items), items + [None] * len(rows))
            row, item = next((row, item) for row, item in pairs if row != item)
            return f"folder {section['id']!r} has {row!r} where the scan has {item!r}"
    return None


def shown(identifier: Any) -> str:
    """An identifier for a terminal: control characters and bytes that are no text are escaped."""
    if isinstance(identifier, tuple):
        return "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in identifier[1])
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in identifier)


class DirectoryList:
    """The directory as a data source, and the replica that follows it."""

    def __init__(self, server: str, framing: str, quiet: bool):
        self.quiet = quiet
        self.replica = ListReplica()
        self.client = Client(server, framing, self.receive)

    def receive(self, method: str, params: dict) -> None:
        """Follows what the daemon announces."""
        if method != "dataSource/didApply":
            return
        for change in self.replica.follow(params):
            self.say(f"  {MARKS[change.kind]} {change.kind:<12} {shown(change.identifier)}")

    def apply(self, document: dict) -> None:
        """Applies a scan as a whole, and sums up when something changed."""
        params = {"dataSource": DATA_SOURCE, "snapshot": document}
        result = self.client.request("dataSource/apply", params)
        counts = result["counts"]
        if any(counts["sections"].values()) or any(counts["items"].values()):
            self.say(
                f"revision {result['revision']}: {result['numberOfItems']} files "
                f"in {result['numberOfSections']} folders"
            )

    def say(self, text: str) -> None:
        if not self.quiet:
            print(text, flush=True)


def watch(directory: DirectoryList, root: bytes, arguments: argparse.Namespace) -> int:
    """Scans and applies until time is up; returns the exit code."""
    end = None if arguments.seconds is None else time.monotonic() + arguments.seconds
    directory.client.request("dataSource/create", {"dataSource": DATA_SOURCE})
    while True:
        document = scan(root, arguments.sort)
        directory.apply(document)
        difference = first_difference(directory.replica, document)
        if difference:
            print(f"the replayed list differs from the directory: {difference}", file=sys.stderr)
            return 1
        left = arguments.interval if end is None else min(arguments.interval, end - time.monotonic())
        if left < 0:
            return 0
        time.sleep(left)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("--interval", type=float, default=1.0, help="seconds between scans")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--sort", choices=["name", "time", "size"], default="name")
    parser.add_argument("--framing", choices=["lines", "lsp"], default="lines")
    parser.add_argument("--server", help="the diffabled executable")
    parser.add_argument("--quiet", action="store_true", help="print nothing but differences")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr.reconfigure(errors="backslashreplace")
    # Whoever started this script may have left these ignored or blocked.
    endings = (signal.SIGINT, signal.SIGTERM)
    for ending in endings:
        signal.signal(ending, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, endings)
    directory = None
    try:
        server = find_server(arguments.server)
        directory = DirectoryList(server, arguments.framing, arguments.quiet)
        return watch(directory, os.fsencode(arguments.directory), arguments)
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        name = os.fsdecode(error.filename) if error.filename else "the connection"
        print(f"watch_directory: {name}: {error.strerror}", file=sys.stderr)
        return 1
    except (ServerNotFound, ConnectionLost, RequestFailed, ReplayFailed) as error:
        print(f"watch_directory: {error}", file=sys.stderr)
        return 1
    finally:
        if directory:
            directory.client.close()


if __name__ == "__main__":
    sys.exit(main())
