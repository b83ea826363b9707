"""A list that fell behind comes right again, with a real daemon."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from edits import Follower, RandomEdits, text

from diffabled import Change, Connection, DiffableList, RequestFailed, connect
from diffabled.mailbox import Mailbox

LETTERS: Any = {"sections": [{"id": "s", "items": ["a", "b", "c", "d"]}]}
DID_APPLY = "dataSource/didApply"


@pytest.fixture
def letters(connection: Connection) -> DiffableList:
    return connection.open("letters", LETTERS)


@pytest.fixture
def tamper(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets the next didApply be lost, or changed by a function."""
    handle = connection._handle_notification
    waiting: list[Any] = []

    def tampered(method: str, params: dict[str, Any]) -> None:
        if method == DID_APPLY and waiting:
            change = waiting.pop(0)
            if not change:
                return
            change(params)
        handle(method, params)

    monkeypatch.setattr(connection, "_handle_notification", tampered)
    return lambda change=None: waiting.append(change)


def settle(connection: Connection, followed: DiffableList) -> None:
    while followed.waiting:
        connection.pump(1)


def check(connection: Connection, followed: DiffableList) -> None:
    settle(connection, followed)
    contents = connection.request("snapshot/contents", {"dataSource": followed.name})
    assert text({**followed.document(), "revision": followed.revision}) == text(contents)


def test_a_gap_is_closed_by_what_changed(
    connection: Connection, letters: DiffableList, tamper: Callable[..., None]
) -> None:
    rows, told = list(letters.rows), list[Change]()
    letters.on_change(told.append)
    tamper()
    letters.edit({"op": "reverseItems"})
    assert letters.revision == 1
    letters.edit({"op": "deleteItems", "items": ["b"]}, animatingDifferences=False)
    check(connection, letters)
    [change] = told
    assert (change.from_revision, change.revision, change.reset) == (1, 3, False)
    assert not change.animated
    assert set(letters.rows) == {rows[0], rows[2], rows[3]}


def test_a_gap_that_the_history_does_not_reach(
    connection: Connection, tamper: Callable[..., None]
) -> None:
    letters = connection.open("short", LETTERS, options={"history": 1})
    rows, told = list(letters.rows), list[Change]()
    letters.on_change(told.append)
    for _ in range(3):
        tamper()
        letters.edit({"op": "reverseItems"})
    letters.edit({"op": "deleteItems", "items": ["b"]})
    check(connection, letters)
    assert [change.reset for change in told] == [True]
    assert letters.rows == [rows[3], rows[2], rows[0]]


@pytest.mark.parametrize(
    "lie",
    [
        lambda items: items["moves"][0].update(count=9),
        lambda items: items["moves"][0].update(to=[7, 0]),
        lambda items: items["inserts"].append({"at": [0, 0], "items": ["a"]}),
        lambda items: items["reloads"].append({"at": [0, 0], "items": ["c"]}),
        lambda items: items.pop("deletes"),
        lambda items: items["deletes"].append({"at": [0, -1], "count": 1}),
        lambda items: items["deletes"].append({"at": "no", "count": 1}),
        lambda items: items["inserts"].append({"at": [0, 0], "items": [{"id": {}}]}),
    ],
)
def test_changes_that_do_not_fit_leave_nothing_half_done(
    connection: Connection,
    letters: DiffableList,
    tamper: Callable[..., None],
    lie: Callable[[Any], None],
) -> None:
    rows, told = list(letters.rows), list[Change]()
    letters.on_change(told.append)
    tamper(lambda params: lie(params["changes"]["items"]))
    letters.edit({"op": "moveItem", "item": "d", "beforeItem": "a"})
    assert letters.rows == rows == letters.sections[0].rows
    assert [letters.row(name) for name in "abcd"] == rows
    check(connection, letters)
    assert [change.reset for change in told] == [True]
    assert letters.rows == [rows[3], *rows[:3]]


def test_reload_data_keeps_the_rows(connection: Connection, letters: DiffableList) -> None:
    rows, told = list(letters.rows), list[Change]()
    letters.on_change(told.append)
    document: Any = {"sections": [{"id": "t", "items": ["d", {"id": "a", "content": None}, "e"]}]}
    letters.apply(document, mode="reloadData")
    check(connection, letters)
    [change] = told
    assert (change.reset, change.animated) == (True, False)
    assert change.moved == change.updated == [rows[3], rows[0]]
    assert change.deleted == rows[1:3]
    assert letters.rows[:2] == [rows[3], rows[0]]
    assert rows[0].content is None
    assert rows[0].section is letters.sections[0]


def test_formats_that_are_not_replayed(connection: Connection) -> None:
    for number, changed in enumerate(("sequential", "staged", "none")):
        options: Any = {"changeFormat": changed}
        letters = connection.open(f"letters {number}", LETTERS, options=options)
        settle(connection, letters)
        follower = Follower(connection, letters)
        edits = RandomEdits(connection, letters.name, number, 20)
        for _ in range(20):
            edits.step(letters)
            settle(connection, letters)
            follower.check()


def test_one_that_is_closed_and_made_anew(connection: Connection, letters: DiffableList) -> None:
    told: list[Change] = []
    letters.on_change(told.append)
    connection.request("dataSource/close", {"dataSource": "letters"})
    assert (letters.rows, letters.revision) == ([], 0)
    assert told[0].reset
    assert len(told[0].deleted) == 4
    connection.request("dataSource/create", {"dataSource": "letters", "snapshot": LETTERS})
    check(connection, letters)
    assert len(letters.rows) == 4
    with pytest.raises(RequestFailed):
        connection.open("letters")


def test_one_that_others_made_is_followed(connection: Connection, letters: DiffableList) -> None:
    letters.edit({"op": "reverseItems"})
    other = connection.attach("letters", headers=True)
    assert other.document() == letters.document()
    follower = Follower(connection, other)
    assert other.entries[0] is other.sections[0]
    edits = RandomEdits(connection, "letters", 5, 20)
    for _ in range(20):
        edits.step(letters)
        follower.check()


def test_an_apply_is_told_with_its_tag(letters: DiffableList) -> None:
    told: list[Change] = []
    letters.on_change(told.append)
    letters.edit({"op": "reverseItems"}, tag="mine")
    letters.edit({"op": "reverseItems"})
    assert [change.tags for change in told] == [["mine"], []]


def test_a_slow_reader_comes_to_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Merged didApplys, and answers which they have overtaken."""
    gate = threading.Event()
    put, on_contents = Mailbox.put, DiffableList._on_contents
    overtaken: list[bool] = []

    def put_at_the_gate(self: Mailbox, line: Any) -> None:
        gate.wait()
        put(self, line)

    def watched(letters: DiffableList, *answer: Any) -> None:
        on_contents(letters, *answer)
        overtaken.append(letters.waiting)

    monkeypatch.setattr(Mailbox, "put", put_at_the_gate)
    monkeypatch.setattr(DiffableList, "_on_contents", watched)
    gate.set()
    origins: set[str | None] = set()
    log = tmp_path / "log"
    arguments = ["--merge-after-bytes", "1", "--log", str(log), "--log-level", "debug"]
    with connect(arguments=arguments) as connection:
        # So many rows that their shuffles fill the pipe.
        rows: Any = {"sections": [{"id": "s", "items": list(range(300))}]}
        letters = connection.open("letters", rows)
        follower = Follower(connection, letters)
        letters.on_change(lambda change: origins.add(change.origin))
        edits = {"dataSource": "letters", "edits": [{"op": "shuffleItems", "seed": 1}]}
        for round_ in range(6):
            gate.clear()
            for _ in range(200):
                connection.call("dataSource/edit", edits)
            if round_ % 2:
                letters._read()
            last = [connection.call("dataSource/edit", edits) for _ in range(200)][-1]
            number = max(number for number in connection._asked if isinstance(number, int))
            while f"received dataSource/edit, id {number}," not in log.read_text():
                time.sleep(0.01)  # The daemon is to have done them all while nobody reads.
            gate.set()
            connection.wait(last)
            settle(connection, letters)
            follower.check()
    assert "merged" in origins
    # What the overtaken answer lacks is too old to be asked for, so the whole is read again.
    # Each of the three questions ends with an answer that is not, and it is chance which were.
    assert True in overtaken
    assert overtaken.count(False) == 3
