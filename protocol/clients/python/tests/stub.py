"""A connection whose daemon is the lines of a file of vectors."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import diffabled.connection
from diffabled import Change, Changed, Connection, DiffableList, Row, Section
from diffabled.rows import PLAIN
from diffabled.server import Ended

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
INFO = {"protocolVersion": 1, "capabilities": {"changeFormats": ["batch"], "views": {}}}


class StubDaemon:
    """Keeps what is sent, and says what it is told to say."""

    def __init__(self, command: object, receive: Any) -> None:
        self.receive = receive
        self.sent: deque[dict[str, Any]] = deque()
        StubConnection.daemon = self

    def write(self, line: bytes) -> None:
        message = json.loads(line)
        if message["method"] in ("initialize", "shutdown", "snapshot/list"):
            self.receive({"id": message["id"], "result": INFO})
        elif "id" in message:
            self.sent.append(message)

    def close(self, patience: float) -> int:
        return 0


class StubConnection(Connection):
    """Plays lines from top to bottom; who waits for an answer plays on until it comes."""

    daemon: StubDaemon

    def __init__(
        self,
        patch: Callable[[Any, str, Any], None],
        lines: Iterable[str] = (),
        watch: Callable[[DiffableList], Callable[[], None]] = lambda _: lambda: None,
    ) -> None:
        """`watch` is called with the list that is made; what it returns, after each state."""
        patch(diffabled.connection, "Daemon", StubDaemon)
        self._lines = deque(lines)
        self._watch, self._check = watch, lambda: None
        self._expected: deque[Any] = deque()
        self._told: list[Change] = []
        self._last: Change | None = None
        self._rows: dict[str, Row] = {}
        self._about = ""
        super().__init__("/bin/true", restart=False)

    def play(self) -> None:
        while self._lines:
            self.play_line()
        assert not self.daemon.sent, f"{self._about}: nobody expects {self.daemon.sent}"

    def play_line(self) -> None:
        line = self._lines.popleft()
        [(kind, value)] = json.loads(line).items()
        try:
            getattr(self, f"play_{kind}")(value)
        except AssertionError as error:
            raise AssertionError(f"{self._about}\n{line}\n{error}") from error

    def wait(self, future: Future[Any], timeout: float | None = None) -> Any:
        while not future.done():
            if not self.pump():
                self.play_line()
        return future.result()

    def receive(self, message: Any) -> None:
        self.daemon.receive(message)
        self.pump()

    # MARK: - The kinds of lines

    def play_about(self, about: str) -> None:
        self._about = about

    def play_open(self, given: dict[str, Any]) -> None:
        self._follow(self.open(**given))

    def play_openView(self, given: dict[str, Any]) -> None:
        self._follow(self.open_view(**given))

    def play_updateView(self, members: dict[str, Any]) -> None:
        self._list.update_view(**members)

    def play_message(self, message: Any) -> None:
        self.receive(message)

    def play_expect(self, expected: Any) -> None:
        sent = self.daemon.sent.popleft() if self.daemon.sent else {}
        self._expected.append(sent.get("id"))
        same({name: sent.get(name) for name in ("method", "params")}, expected)

    def play_result(self, result: Any) -> None:
        self.receive({"id": self._expected.popleft(), "result": result})

    def play_error(self, error: Any) -> None:
        self.receive({"id": self._expected.popleft(), "error": error})

    def play_lost(self, _: bool) -> None:
        self._expected.clear()
        self.daemon.sent.clear()
        self.receive(Ended("It was killed."))

    def play_restarted(self, _: bool) -> None:
        self._start_again()
        self.pump()

    def play_change(self, expected: Any) -> None:
        told = self._told.copy()
        self._told.clear()
        if expected is None:
            assert not told
            return
        [self._last] = told
        told_as = description_of(self._last)
        same({name: told_as[name] for name in expected}, expected)
        assert expected.keys() >= told_as.keys() - {"window"}

    def play_anchor(self, anchor: Any) -> None:
        assert self._last
        entries = (*self._last.before, *self._last.after)
        rows = {json.dumps(entry.identifier): entry for entry in entries}
        row = rows.get(json.dumps(anchor["row"]))
        after = self._last.anchor_after(row or Row(anchor["row"], None, Section("", None)))
        same(after and after.identifier, anchor["after"])

    def play_list(self, expected: Any) -> None:
        shown = state_of(self._list)
        same({name: shown[name] for name in shown if name in expected or shown[name]}, expected)
        rows = {json.dumps(row.identifier): row for row in self._list.rows}
        new = self._last.inserted if self._last else []
        for name in rows.keys() & self._rows.keys():
            assert rows[name] is self._rows[name] or rows[name] in new, f"{name} was replaced"
        self._rows = rows
        self._check()

    def _follow(self, followed: DiffableList) -> None:
        self._list = followed
        self._check = self._watch(followed)
        followed.on_change(self._told.append)


def same(one: Any, other: Any) -> None:
    """Both are the same JSON; for Python 1 is True."""
    texts = [json.dumps(value, sort_keys=True) for value in (one, other)]
    assert texts[0] == texts[1], f"it is {texts[0]}, and not {texts[1]}"


def description_of(change: Change) -> dict[str, Any]:
    def names(entries: Iterable[Row | Section]) -> list[Any]:
        return [entry.identifier for entry in entries]

    def lists(changed: Changed[Any]) -> dict[str, Any]:
        kinds = ("deleted", "inserted", "moved", "updated")
        return {kind: names(getattr(changed, kind)) for kind in kinds}

    def entry(entry: Row | Section) -> Any:
        return entry.identifier if isinstance(entry, Row) else {"section": entry.identifier}

    splices = [[s.at, s.removed, [entry(e) for e in s.added]] for s in change.splices()]
    return {
        "fromRevision": change.from_revision,
        "revision": change.revision,
        "animated": change.animated,
        "origin": change.origin,
        "tags": change.tags,
        "window": change.window,
        "reset": change.reset,
        **lists(change),
        "reloaded": names(change.reloaded),
        "sections": lists(change.sections),
        "splices": splices,
    }


def state_of(followed: DiffableList) -> dict[str, Any]:
    """What a list shows, as `snapshot/contents` would write it."""
    runs: list[dict[str, Any]] = []
    for row in followed.rows:
        place, outline = followed.place(row), row.outline
        assert place
        last = runs[-1] if runs else None
        if outline == PLAIN:
            continue
        members = dict(zip(("level", "expanded", "numberOfChildren"), outline, strict=True))
        if (
            last
            and place == (last["at"][0], last["at"][1] + last["count"])
            and {**last, **members} == last
        ):
            last["count"] += 1
        else:
            runs.append({"at": list(place), "count": 1, **members})
    return {
        **followed.document(),
        "revision": followed.revision,
        "outlines": runs,
        "baseRevision": followed.base_revision,
        "window": followed.window,
    }
