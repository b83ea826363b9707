"""A list as a model for GTK 4."""

# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from gi.repository import Gio, GLib, GObject

from .adapters import follow_weakly
from .change import Change
from .connection import Connection
from .lists import DiffableList
from .rows import Entry


def connect(*args: Any, **options: Any) -> Connection:
    """`diffabled.connect` for GLib's default main loop, which runs on this thread."""
    return Connection(*args, schedule=_call_soon, **options)


def _call_soon(function: Callable[[], object]) -> None:
    def once() -> bool:
        function()
        return GLib.SOURCE_REMOVE  # type: ignore[no-any-return]

    GLib.idle_add(once, priority=GLib.PRIORITY_DEFAULT)


class Item(GObject.Object):
    """A row, or with headers a section, as an item of a model; the same one while it is there.

    Its signal `changed` says that the row has another content or outline, or was marked.
    """

    __gtype_name__ = "DiffabledItem"
    __gsignals__: ClassVar[dict[str, Any]] = {"changed": (GObject.SignalFlags.RUN_LAST, None, ())}

    def __init__(self, row: Entry) -> None:
        super().__init__()
        self.row = row


class ListModel(GObject.Object, Gio.ListModel):
    """The entries of a list as `Item`s.

    Each change is one `items-changed`, however much it moves: what GTK finds again within one
    signal keeps its selection and its focus.
    """

    __gtype_name__ = "DiffabledListModel"

    def __init__(self, followed: DiffableList) -> None:
        super().__init__()
        self.source = followed
        self._entries: Sequence[Entry] = followed.entries
        self._items: dict[Entry, Item] = {}
        follow_weakly(followed, self)

    def do_get_item_type(self) -> Any:
        return Item.__gtype__

    def do_get_n_items(self) -> int:
        return len(self._entries)

    def do_get_item(self, position: int) -> Item | None:
        if position >= len(self._entries):
            return None
        entry = self._entries[position]
        return self._items.setdefault(entry, self._items.get(entry) or Item(entry))

    def follow(self, change: Change) -> None:
        """Does what the list did, in one step."""
        hull = change.hull()
        self._entries = change.after
        for entry in change.gone():
            self._items.pop(entry, None)
        if hull:
            self.items_changed(hull.at, hull.removed, len(hull.added))
        updated: list[Entry] = [*change.updated, *change.sections.updated]
        for entry in updated:
            if entry in self._items:
                self._items[entry].emit("changed")
