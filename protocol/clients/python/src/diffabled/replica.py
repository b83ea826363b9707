"""What a list shows, and how it becomes another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from .change import Change
from .documents import snapshot_document
from .handlers import Handlers
from .replay import Replay
from .reset import Reset
from .rows import Entry, Key, Row, Section

if TYPE_CHECKING:
    from .protocol_types import SnapshotDocument


class _PassedOver(NamedTuple):
    """What is told of a didApply together with later ones."""

    revision: int
    tags: Sequence[str | int]
    animated: bool


class Replica:
    """The sections and rows of a data source at a revision.

    It changes on the loop's thread only. The arrays that it hands out are replaced by others
    then, and never changed themselves, so other threads may read them.
    """

    def __init__(self, *, headers: bool) -> None:
        self.sections: list[Section] = []
        self.rows: list[Row] = []
        self.entries: Sequence[Entry] = self.rows
        """The rows; with headers, each section before its rows."""
        self.revision: int | None = 0
        """The revision that is shown; None while no daemon has one."""
        self.window: dict[str, int] | None = None
        """Of a view with a window: `{"offset", "total"}`."""
        self.base_revision: int | None = None
        """Of a view: the revision of its base that is shown."""
        self._headers = headers
        self._table: dict[Key, Row] = {}
        self._passed_over: list[_PassedOver] = []
        self._on_change: Handlers[[Change]] = Handlers()

    def document(self) -> SnapshotDocument:
        """What is shown, as a document that the daemon takes."""
        return snapshot_document(self.sections)

    # MARK: - New states

    def _pass_over(self, params: Mapping[str, Any]) -> None:
        """Notes a didApply, to be told when its revision is reached."""
        tags = [params["tag"]] if "tag" in params else params.get("tags", ())
        self._passed_over.append(
            _PassedOver(params["revision"], tags, params["animatingDifferences"])
        )

    def _replay(self, source: Mapping[str, Any]) -> None:
        """Replays changes of format "batch". Raises Gap, and nothing has changed."""
        replay = Replay(self.sections, self._table, source)
        replay.commit(self._table)
        self._tell(replay, source)

    def _reset(self, contents: Mapping[str, Any], *, quietly: bool = False) -> None:
        """Shows contents; if `quietly`, it is told only if that is something else."""
        reset = Reset(self.sections, self._table, contents)
        if quietly and not reset.differs():
            self._reached(contents)
            return
        reset.commit()
        self._table = reset.table
        self._tell(reset, contents)

    def _tell(self, outcome: Replay | Reset, source: Mapping[str, Any]) -> None:
        rows, sections = outcome.changed, outcome.changed_sections
        before, from_revision = self.entries, self.revision
        self.sections = outcome.sections
        if rows.has_structure() or sections.has_structure():
            self._flatten()
        passed_over = self._reached(source)
        is_reset = isinstance(outcome, Reset)
        self._on_change(
            Change(
                rows.deleted,
                rows.inserted,
                rows.moved,
                rows.updated,
                sections=sections,
                reloaded=outcome.reloaded,
                before=before,
                after=self.entries,
                reset=is_reset,
                animated=not is_reset and all(told.animated for told in passed_over),
                from_revision=from_revision,
                revision=self.revision,
                origin=source.get("origin"),
                tags=[tag for told in passed_over for tag in told.tags],
                transaction=source.get("transaction"),
                window=self.window,
            )
        )

    def _flatten(self) -> None:
        self.rows = list(chain.from_iterable(section.rows for section in self.sections))
        self.entries = self.rows
        if self._headers:
            entries: list[Entry] = []
            for section in self.sections:
                entries += (section, *section.rows)
            self.entries = entries

    def _reached(self, source: Mapping[str, Any]) -> list[_PassedOver]:
        """Takes over the numbers of a new state; returns what was announced on the way to it."""
        revision = self.revision = source["revision"]
        if "baseRevision" in source:
            self.base_revision, self.window = source["baseRevision"], source.get("window")
        on_the_way = [told for told in self._passed_over if told.revision <= revision]
        self._passed_over = self._passed_over[len(on_the_way) :]
        return on_the_way
