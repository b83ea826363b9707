"""What the workload keeps of data sources and drafts, and what it expects of an answer."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Deque, List, NamedTuple, Optional

from model import ListModel, least_moves


class Expected(NamedTuple):
    """What a request has to be answered with: an error's code, a result, or what a check finds."""

    method: str
    code: Optional[int] = None
    result: Any = None
    check: Optional[Callable[[dict], Optional[str]]] = None
    applied: Optional["Applied"] = None
    # What to do when it was cancelled; nothing else may be under way then.
    undo: Optional[Callable[[], None]] = None


class Applied(NamedTuple):
    """The state that an apply makes."""

    source: str
    revision: int
    document: List[dict]
    # Whether the announcements of the data source tell all contents.
    has_contents: bool


class Draft(ListModel):
    """A named snapshot, which keeps the contents of what it was made from."""

    def __init__(self, origin: Optional[ListModel] = None):
        super().__init__()
        self.is_copy_of_draft = isinstance(origin, Draft)
        if origin:
            self.take_over(origin)
        self.origin = (set(self.item_names()), set(self.section_names()))


class Source:
    """A data source: its list, its options, and as much of its past as it remembers."""

    def __init__(self, name: str, size: int, options: dict):
        self.name = name
        self.size = size
        self.options = options
        self.list = ListModel()
        self.revision = 0
        self.content: Any = None
        self.history = options.get("history", 64)
        self.past: Deque[tuple] = deque([(0, ListModel(), None)], maxlen=self.history + 1)
        self.gone: Deque[Any] = deque(maxlen=50)

    @property
    def has_contents(self) -> bool:
        """Whether announcements tell all contents."""
        return self.options.get("includeContent", True) and (
            self.options.get("contentChanges") != "ignore"
        )

    @property
    def oldest(self) -> int:
        return self.past[0][0]


def expected_counts(before: ListModel, after: ListModel) -> dict:
    """What the counts of an answer have to say of what came, went and moved."""
    counts = {}
    moves = least_moves(before, after)
    for kind, old, new, moved in (
        ("items", before.item_names(), after.item_names(), moves[0]),
        ("sections", before.section_names(), after.section_names(), moves[1]),
    ):
        counts[kind] = {
            "inserted": len(set(new) - set(old)),
            "deleted": len(set(old) - set(new)),
            "moved": moved,
        }
    return counts
