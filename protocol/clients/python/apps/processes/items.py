"""Processes as items of a tree, and the rows of it as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from proc import Identity, Process

from diffabled import Row

DEEPEST = 100  # levels of the tree; the daemon takes a few more
COLUMNS = {"pid": ">7", "user": "<10", "cpu": ">6", "memory": ">7", "name": "<0"}
UNITS = "BKMGT"


def tree(processes: Iterable[Process], closed: set[Identity]) -> list[dict[str, Any]]:
    """The processes as items of an outline document, each below its parent.

    They come the oldest first. A parent that is younger than its child is another process, which
    has got the pid while the others were read.
    """
    roots: list[dict[str, Any]] = []
    paths: dict[int, list[list[dict[str, Any]]]] = {}  # of each pid, the children on the way to it
    for process in processes:
        children: list[dict[str, Any]] = []
        item = {
            "id": process.identity,
            "content": content(process),
            "expanded": process.identity not in closed,
            "children": children,
        }
        path = paths.get(process.parent, [roots])[:DEEPEST]
        path[-1].append(item)
        paths[process.identity.pid] = [*path, children]
    return roots


def ancestors(processes: Iterable[Process], identity: Identity) -> Iterator[Identity]:
    """Those of what a process is in, as far as they are there."""
    of_pid = {process.identity.pid: process for process in processes}
    process = of_pid.pop(identity.pid, None)
    while process and (process := of_pid.pop(process.parent, None)):
        yield process.identity


def content(process: Process) -> dict[str, Any]:
    return {
        "pid": process.identity.pid,
        "user": process.user,
        "cpu": process.cpu,
        "memory": process.memory,
        "name": process.name,
        "command": process.command,
    }


def size(count: float) -> str:
    """Bytes in at most five characters."""
    for unit in UNITS:
        if count < 1000 or unit == UNITS[-1]:
            break
        count /= 1024
    return f"{count:.0f}{unit}" if count >= 10 or unit == "B" else f"{count:.1f}{unit}"


def in_columns(pid: str, user: str, cpu: str, memory: str, name: str) -> str:
    cells = zip((pid, user[:10], cpu, memory, name), COLUMNS.values(), strict=True)
    return "  ".join(format(cell, width) for cell, width in cells)


def line(row: Row, name: str) -> str:
    c = row.content
    name = f"{name}  {c['command']}" if c["command"] else f"{name}  (kernel)"
    return in_columns(str(c["pid"]), c["user"], f"{c['cpu']:.1f}", size(c["memory"]), name)


def list_line(row: Row) -> str:
    return line(row, row.content["name"])


def tree_line(row: Row) -> str:
    mark = " " if not row.number_of_children else "▾" if row.expanded else "▸"
    return line(row, f"{'  ' * row.level}{mark} {row.content['name']}")
