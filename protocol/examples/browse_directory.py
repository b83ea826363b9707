#!/usr/bin/env python3
"""Shows a directory as a tree whose folders open and close.

    browse_directory.py DIR [--framing lines|lsp] [--server PATH]

Type the path of a folder, as it is shown, to open or close it; an empty line or
the end of input ends. A folder is read when it is opened first: its children
and its opening are one edit, so that they come with one change. The rows are
kept by following the announced changes alone, and compared with what the daemon
says each time that they are drawn: the script ends with 1 should they ever differ.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from diffabled_client import (
    Client,
    ConnectionLost,
    ListReplica,
    ReplayFailed,
    RequestFailed,
    ServerNotFound,
    find_server,
)

DATA_SOURCE = "tree"
SECTION = "files"


class Browser:
    """A directory, the daemon that keeps its tree, and the rows that are shown of it."""

    def __init__(self, root: Path, server: str, framing: str):
        self._root = root
        self._replica = ListReplica()
        self._loaded = set()
        self._client = Client(server, framing, self._notice)
        self._client.request("dataSource/create", {"dataSource": DATA_SOURCE})
        tree = {"items": self._children(".")}
        self._request("dataSource/applySection", section=SECTION, snapshot=tree)

    def close(self) -> int:
        return self._client.close()

    def toggle(self, path: str) -> None:
        """Opens a folder that is closed, and closes one that is open."""
        row = self._row(path)
        if row is None or not row["content"]["folder"]:
            print(f"no folder {path}")
        elif row.get("outline", {}).get("expanded"):
            self._request("dataSource/collapseItem", item=path)
        elif path in self._loaded:
            self._request("dataSource/expandItem", item=path)
        else:
            self._loaded.add(path)
            edits = [
                {"op": "append", "items": self._children(path), "to": path},
                {"op": "expand", "items": [path]},
            ]
            self._request("dataSource/editSection", section=SECTION, edits=edits)

    def draw(self) -> None:
        """Prints the rows, deeper ones further to the right."""
        rows = self._rows()
        shown = [row.identifier for section in self._replica.sections for row in section.rows]
        if shown != [row["item"] for row in rows]:
            raise ReplayFailed("the rows are not those of the daemon")
        for row in rows:
            outline = row.get("outline", {"level": 0, "expanded": False})
            mark = " "
            if row["content"]["folder"]:
                mark = "-" if outline["expanded"] else "+"
            print(f"{'  ' * outline['level']}{mark} {row['item']}")

    def _children(self, folder: str) -> list:
        """What is in a folder as items whose content says which of them are folders."""
        try:
            entries = sorted((self._root / folder).iterdir())
        except OSError:
            return []
        return [
            {
                "id": entry.relative_to(self._root).as_posix(),
                "content": {"folder": entry.is_dir() and not entry.is_symlink()},
            }
            for entry in entries
            if is_text(entry.name)
        ]

    def _row(self, path: str):
        place = self._request("dataSource/indexPath", items=[path])["indexPaths"][0]
        return place and self._request("dataSource/rows", **{"from": place, "count": 1})["rows"][0]

    def _rows(self) -> list:
        count = sum(len(section.rows) for section in self._replica.sections)
        return self._request("dataSource/rows", **{"from": [0, 0], "count": count + 1})["rows"]

    def _request(self, method: str, **params):
        return self._client.request(method, {"dataSource": DATA_SOURCE, **params})

    def _notice(self, method: str, params: dict) -> None:
        if method == "dataSource/didApply":
            self._replica.follow(params)


def is_text(name: str) -> bool:
    """Whether a name can be an identifier: file systems know names that are no UTF-8."""
    try:
        return bool(name.encode("utf-8"))
    except UnicodeEncodeError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description="Shows a directory as a tree.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--framing", choices=["lines", "lsp"], default="lines")
    parser.add_argument("--server", help="the diffabled to run")
    options = parser.parse_args()
    if not options.directory.is_dir():
        print(f"{options.directory} is no directory", file=sys.stderr)
        return 1
    try:
        browser = Browser(options.directory, find_server(options.server), options.framing)
        browser.draw()
        for line in sys.stdin:
            path = line.rstrip("\n")
            if not path:
                break
            browser.toggle(path)
            browser.draw()
        return browser.close()
    except (ServerNotFound, ConnectionLost, ReplayFailed, RequestFailed, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
