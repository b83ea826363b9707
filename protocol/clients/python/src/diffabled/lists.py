"""A list as programs use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from .change import Change
from .following import Following
from .rows import Entry, Row, key_of

if TYPE_CHECKING:
    from .protocol_types import ApplyResult, Edit, SnapshotDocument

_UPDATE_PARAMS = ("animatingDifferences", "ifRevision", "mode", "tag")


class DiffableList(Following):
    """The sections and rows of one data source, as the daemon has them.

    `Connection.open`, `open_view` and `attach` make it. Through gaps, `reloadData` and the
    death of the daemon, rows that are still there stay the same objects.
    """

    _index: tuple[object, Mapping[Entry, int]] = (None, {})

    def row(self, identifier: Any) -> Row | None:
        """The row of an item, if it is there."""
        return self._table.get(key_of(identifier))

    def index(self, entry: Entry) -> int | None:
        """Where an entry stands in `entries`. The first after a change takes O(entries)."""
        entries, places = self._index
        if entries is not self.entries:
            places = {entry: place for place, entry in enumerate(self.entries)}
            self._index = (self.entries, places)
        return places.get(entry)

    def place(self, row: Row) -> tuple[int, int] | None:
        """The index path of a row: of its section, and in it."""
        if self.row(row.identifier) is not row:
            return None
        return self.sections.index(row.section), row.section.rows.index(row)

    def edit(self, *edits: Edit, **params: Any) -> ApplyResult:
        """Carries out edits, all or none; `params` are further ones of `dataSource/edit`."""
        return self._request("dataSource/edit", {"edits": edits, **params})

    def apply(self, document: SnapshotDocument, **params: Any) -> ApplyResult:
        """Makes a document current; `params` are further ones of `dataSource/apply`."""
        return self._request("dataSource/apply", {"snapshot": document, **params})

    def update_view(self, **members: Any) -> ApplyResult:
        """Changes stages of a view, each as a whole; None takes one out.

        `animatingDifferences`, `ifRevision`, `mode` and `tag` are params of the request.
        """
        params = {name: members.pop(name) for name in _UPDATE_PARAMS if name in members}
        update = {"dataSource": self.name, "view": members, **params}
        updated = self._conversation.call("dataSource/updateView", update)
        # The definition in force, with which the view is made again, is the daemon's to say.
        self._conversation.ask("dataSource/list", {}, self.on_listed)
        return cast("ApplyResult", self._conversation.wait(updated))

    def on_change(self, handler: Callable[[Change], object]) -> Callable[[], None]:
        """Calls `handler` after each change; what is returned stops that."""
        return self._on_change.add(handler)

    def __repr__(self) -> str:
        return f"<DiffableList {self.name}: {len(self.rows)} rows at revision {self.revision}>"

    def _request(self, method: str, params: Mapping[str, Any]) -> ApplyResult:
        answer = self._conversation.call(method, {"dataSource": self.name, **params})
        return cast("ApplyResult", self._conversation.wait(answer))
