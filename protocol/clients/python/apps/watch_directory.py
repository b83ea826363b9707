#!/usr/bin/env python3
"""Shows a directory tree as a live list: a section for each folder, an item for each file.

    watch_directory.py DIR [--interval SECONDS] [--seconds SECONDS] [--sort name|time|size]
                           [--server PATH] [--quiet]

Every --interval seconds the whole tree is scanned and applied as it is; nobody
here works out what changed. The daemon does, and the list that follows it tells.
After every apply that list is compared with the scan: the script ends with 1
should the two ever differ.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import stat
import sys
import time
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import diffabled

if TYPE_CHECKING:
    from diffabled.protocol_types import SnapshotDocument

MAX_IDENTIFIER_BYTES = 4096
MARKS = {"deleted": "-", "moved": ">", "inserted": "+", "updated": "~"}

# MARK: - The tree as a snapshot document


def identifier_for(path: bytes) -> Any:
    """A path as an identifier: its text, or, where it is not UTF-8, its bytes kept reversibly.

    The second form is a composite identity (a list), so that it equals no path that is text.
    """
    try:
        return path.decode("utf-8")
    except UnicodeDecodeError:
        return ["bytes", path.decode("latin-1")]


def fits(identifier: Any) -> bool:
    """Whether the daemon takes an identifier of this size."""
    return len(json.dumps(identifier, ensure_ascii=False).encode("utf-8")) <= MAX_IDENTIFIER_BYTES


def scan(root: bytes, order: str) -> SnapshotDocument:
    """Reads the tree under `root` into a document; what vanishes meanwhile is left out."""
    sections: list[Any] = []
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


def folders(root: bytes) -> Iterator[tuple[bytes, list[tuple[bytes, os.stat_result]]]]:
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


def item_for(entry: tuple[bytes, os.stat_result]) -> dict[str, Any]:
    """A file as an item; the time is in milliseconds, which every JSON reader keeps exactly."""
    path, status = entry
    content = {"size": status.st_size, "modified": status.st_mtime_ns // 1_000_000}
    return {"id": identifier_for(path), "content": content}


# MARK: - What is shown of it


def first_difference(shown: Any, scanned: Any) -> str | None:
    """Where the list is not the scan, or None; both are documents."""
    for one, other in zip_longest(shown["sections"], scanned["sections"]):
        if not one or not other or one["id"] != other["id"]:
            return f"the list has the folder {one!r} where the scan has {other!r}"
        for row, item in zip_longest(one["items"], other["items"]):
            if row != item:
                return f"folder {one['id']!r} has {row!r} where the scan has {item!r}"
    return None


def shown(identifier: Any) -> str:
    """An identifier for a terminal: control characters, and bytes that are no text, escaped."""
    if isinstance(identifier, list):
        return "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in identifier[1])
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in identifier
    )


def report(change: diffabled.Change, files: diffabled.DiffableList) -> Iterator[str]:
    """A line for each file that something became of, and a last one with numbers."""
    if change.before is change.after and not change.updated:
        return
    for kind, mark in MARKS.items():
        for row in getattr(change, kind):
            yield f"  {mark} {kind:<8} {shown(row.identifier)}"
    yield f"revision {change.revision}: {len(files.rows)} files in {len(files.sections)} folders"


def sleep(connection: diffabled.Connection, seconds: float) -> None:
    """Sleeps, and meanwhile handles what comes; should the daemon end, it is started again."""
    end = time.monotonic() + seconds
    while seconds > 0:
        connection.pump(seconds)
        seconds = end - time.monotonic()


def watch(connection: diffabled.Connection, arguments: argparse.Namespace) -> int:
    """Scans and applies until time is up; returns the exit code."""
    files = connection.open("files")
    changes: list[diffabled.Change] = []
    files.on_change(changes.append)
    end = time.monotonic() + arguments.seconds
    while True:
        document = scan(os.fsencode(arguments.directory), arguments.sort)
        files.apply(document)
        for change in changes if not arguments.quiet else ():
            for line in report(change, files):
                print(line, flush=True)
        changes.clear()
        difference = first_difference(files.document(), document)
        if difference:
            print(f"the list differs from the directory: {difference}", file=sys.stderr)
            return 1
        left = min(arguments.interval, end - time.monotonic())
        if left < 0:
            return 0
        sleep(connection, left)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("--interval", type=float, default=1.0, help="seconds between scans")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="stop after so many seconds"
    )
    parser.add_argument("--sort", choices=["name", "time", "size"], default="name")
    parser.add_argument("--server", help="the diffabled executable")
    parser.add_argument("--quiet", action="store_true", help="print nothing but differences")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    # Whoever started this script may have left these ignored or blocked.
    endings = (signal.SIGINT, signal.SIGTERM)
    for ending in endings:
        signal.signal(ending, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, endings)
    try:
        with diffabled.connect(arguments.server) as connection:
            return watch(connection, arguments)
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"watch_directory: {arguments.directory}: {error.strerror}", file=sys.stderr)
        return 1
    except diffabled.DiffabledError as error:
        print(f"watch_directory: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
