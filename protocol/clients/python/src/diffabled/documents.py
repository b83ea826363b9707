"""What is shown, as documents that the daemon takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from .rows import NO_CONTENT, Row, Section

if TYPE_CHECKING:
    from .protocol_types import SnapshotDocument


def snapshot_document(sections: Iterable[Section]) -> SnapshotDocument:
    """Sections with their rows, as `snapshot/contents` writes them."""
    documents = [
        {"id": section.identifier, **_content(section), "items": [_item(r) for r in section.rows]}
        for section in sections
    ]
    return cast("SnapshotDocument", {"sections": documents})


def outline_document(rows: Iterable[Row]) -> dict[str, Any]:
    """The rows of a section as the tree that they show, without their contents."""
    return {"items": _trees(deque(rows), 0)}


def _content(element: Row | Section) -> dict[str, Any]:
    return {} if element.content is NO_CONTENT else {"content": element.content}


def _item(row: Row) -> Any:
    content = _content(row)
    return {"id": row.identifier, **content} if content else row.identifier


def _trees(rows: deque[Row], level: int) -> list[Any]:
    trees: list[Any] = []
    while rows and rows[0].level >= level:
        row = rows.popleft()
        children = _trees(rows, level + 1)
        members: dict[str, Any] = {"expanded": True} if row.expanded else {}
        members |= {"children": children} if children else {}
        trees.append({"id": row.identifier, **members} if members else row.identifier)
    return trees
