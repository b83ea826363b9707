"""What a list is made of: rows and sections, named by identifiers."""

from __future__ import annotations

import enum
from collections.abc import Hashable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Key: TypeAlias = Hashable


class _NoContent(enum.Enum):
    NO_CONTENT = "no content"

    def __repr__(self) -> str:
        return "NO_CONTENT"

    __str__ = __repr__

    def __bool__(self) -> Literal[False]:
        return False


NO_CONTENT: Final = _NoContent.NO_CONTENT
"""The content of a row or section that has none; `None` is the content `null`."""


def key_of(identifier: Any) -> Key:
    """An identifier as something that can be a key, the same for the same identifiers only.

    Numbers need nothing, since 1 == 1.0 as in the protocol; but booleans are numbers in Python,
    and must not equal them.
    """
    if isinstance(identifier, list | tuple):
        return tuple((bool, part) if isinstance(part, bool) else part for part in identifier)
    return identifier  # type: ignore[no-any-return]


class Outline(NamedTuple):
    """Where a row is in a tree."""

    level: int
    expanded: bool
    number_of_children: int


PLAIN: Final = Outline(0, False, 0)


class Row:
    """One row of a list: the same object for as long as its identifier is in the list.

    It moves and its content changes, but it is never replaced by another one; so programs can
    keep it, compare it with `is`, and use it as a key.
    """

    __slots__ = ("content", "identifier", "outline", "section")

    def __init__(self, identifier: Any, content: Any, section: Section) -> None:
        self.identifier = identifier
        self.content = content
        self.section = section
        self.outline = PLAIN

    @property
    def level(self) -> int:
        return self.outline.level

    @property
    def expanded(self) -> bool:
        return self.outline.expanded

    @property
    def number_of_children(self) -> int:
        return self.outline.number_of_children

    def __repr__(self) -> str:
        return f"Row({self.identifier!r})"


class Section:
    """One section of a list, with its rows; the same object while it is in the list."""

    __slots__ = ("content", "identifier", "rows")

    def __init__(self, identifier: Any, content: Any) -> None:
        self.identifier = identifier
        self.content = content
        self.rows: list[Row] = []

    def __repr__(self) -> str:
        return f"Section({self.identifier!r}, {len(self.rows)} rows)"


Entry: TypeAlias = Row | Section


def item_of(item: Any) -> tuple[Any, Any]:
    """The identifier and the content of an item as the daemon writes it."""
    if isinstance(item, dict):
        return item["id"], item.get("content", NO_CONTENT)
    return item, NO_CONTENT


def same(one: Any, other: Any) -> bool:
    """Whether two contents are the same JSON value; for Python, 1 is True."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
