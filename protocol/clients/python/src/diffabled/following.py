"""Following a data source: what to do about what comes, and about what does not come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from .conversation import Answer, Conversation
from .documents import outline_document
from .errors import DiffabledError, RequestFailed
from .handlers import log
from .replay import Gap
from .replica import Replica
from .rows import PLAIN

Question: TypeAlias = tuple[str, dict[str, Any], Answer]


class Following(Replica):
    """A replica that is always on its way to what the daemon has.

    It replays each didApply that begins at its revision. What it missed it asks for, and passes
    over what is announced until the answer comes; that may be older than the newest didApply
    before it, and then it asks again.
    """

    def __init__(
        self,
        conversation: Conversation,
        name: str,
        *,
        headers: bool = False,
        is_view: bool = False,
    ) -> None:
        super().__init__(headers=headers)
        self.name = name
        self.creation: dict[str, Any] | None = None
        """What made its data source, but for the snapshot; None if others did."""
        self.waiting = False
        """Whether it has asked for what it missed."""
        self._conversation = conversation
        self._is_view = is_view
        self._has_daemon = True
        self._newest = 0  # the newest revision that was announced
        self._reloaded = 0  # the newest that was announced with reloadData

    # MARK: - What the connection tells

    def follow(self, params: Mapping[str, Any]) -> None:
        """A `dataSource/didApply`."""
        self._newest = params["revision"]
        if params.get("reloadData"):
            self._reloaded = self._newest
        self._pass_over(params)
        if self.waiting or not self._has_daemon:
            return
        if isinstance(params.get("changes"), dict) and params["fromRevision"] == self.revision:
            self._follow(params)
        else:
            self._catch_up()

    def forget(self) -> None:
        """A `dataSource/didClose`. One that is made anew under the name begins at 0."""
        self.creation = None
        self._newest = self._reloaded = 0
        self._passed_over = []
        self._reset({"revision": 0, "sections": []})

    def lose(self) -> None:
        """The daemon ended."""
        self.revision = None
        self.waiting = False
        self._has_daemon = False
        self._newest = self._reloaded = 0
        self._passed_over = []

    def make_again(self) -> None:
        """There is a daemon again: gives it what is shown, or reads what others gave it."""
        self._has_daemon = True
        if self.creation is None:
            self._read(quietly=True)
            return
        self.waiting = True
        name = {"dataSource": self.name}
        if self._is_view:
            self._conversation.ask("dataSource/create", {**name, **self.creation}, self._report)
            self._read(quietly=True)
            return
        made = {**name, **self.creation, "snapshot": self.document()}
        trees = [s for s in self.sections if any(row.outline != PLAIN for row in s.rows)]
        self._conversation.ask("dataSource/create", made, self._report if trees else self._on_made)
        for section in trees:
            tree = {"section": section.identifier, "snapshot": outline_document(section.rows)}
            self._conversation.ask("dataSource/applySection", {**name, **tree}, self._report)
        if trees:
            # What closed rows hid is gone.
            self._read(quietly=True)

    def reading(self, *, quietly: bool = False) -> list[Question]:
        """The questions whose answers are the whole list; of a view also its window.

        If `quietly`, nothing is told when the list turns out to be what is shown.
        """
        held: list[tuple[Any, DiffabledError | None]] = []

        def take(contents: Any, error: DiffabledError | None) -> None:
            self._on_contents(contents, error, quietly)

        def hold(contents: Any, error: DiffabledError | None) -> None:
            held.append((contents, error))

        def join(listed: Any, error: DiffabledError | None) -> None:
            contents, failure = held[0]
            if not failure and not error:
                contents = {**contents, **self._numbers_in(listed)}
            take(contents, failure or error)

        params = {"dataSource": self.name}
        if not self._is_view:
            return [("snapshot/contents", params, take)]
        return [("snapshot/contents", params, hold), ("dataSource/list", {}, join)]

    def on_listed(self, listed: Any, error: DiffabledError | None) -> None:
        """An answer to `dataSource/list`, asked for the definition of a view."""
        if not error:
            self._numbers_in(listed)

    # MARK: - Asking for what was missed

    def _catch_up(self) -> None:
        """A didApply that was merged and came before an answer may lead past it."""
        if self.waiting:
            return
        if self.revision is None or self._reloaded > self.revision:
            self._read()
        elif self._newest > self.revision:
            self.waiting = True
            params = {"dataSource": self.name, "since": self.revision}
            self._conversation.ask("dataSource/changes", params, self._on_changes)

    def _follow(self, source: Mapping[str, Any]) -> None:
        try:
            self._replay(source)
        except Gap as gap:
            log.warning("The list %r is read anew, for changes did not fit: %s", self.name, gap)
            self._read()

    def _read(self, *, quietly: bool = False) -> None:
        self.waiting = True
        for question in self.reading(quietly=quietly):
            self._conversation.ask(*question)

    def _on_changes(self, answer: Any, error: DiffabledError | None) -> None:
        self.waiting = False
        if isinstance(error, RequestFailed) and error.kind == "revisionUnavailable":
            self._read()
        elif error:
            self._report(None, error)
        elif answer["fromRevision"] != self.revision or self._reloaded > answer["fromRevision"]:
            # Closed meanwhile and made anew, it is of another history; or all is to be reloaded.
            self._read()
        else:
            self._follow(answer)
            self._catch_up()

    def _on_contents(self, contents: Any, error: DiffabledError | None, quietly: bool) -> None:
        self.waiting = False
        if error:
            self._report(None, error)
        else:
            self._reset(contents, quietly=quietly)
            self._catch_up()

    def _on_made(self, answer: Any, error: DiffabledError | None) -> None:
        self.waiting = False
        self._report(answer, error)
        if not error:
            self._reached(answer)
            self._catch_up()

    def _report(self, _: Any, error: DiffabledError | None) -> None:
        """Logs what should not be; that others closed it, or the daemon ended, may be."""
        if isinstance(error, RequestFailed) and error.kind != "unknownDataSource":
            log.error("The list %r is not what the daemon has: %s", self.name, error)

    def _numbers_in(self, listed: Mapping[str, Any]) -> dict[str, Any]:
        """What `dataSource/list` tells of a view; its definition is the one in force."""
        entries = [entry for entry in listed["dataSources"] if entry["dataSource"] == self.name]
        entry: Mapping[str, Any] = entries[0] if entries else {}
        self._is_view = "baseRevision" in entry
        if self.creation and "view" in entry:
            self.creation["view"] = entry["view"]
        return {name: entry[name] for name in ("baseRevision", "window") if name in entry}
