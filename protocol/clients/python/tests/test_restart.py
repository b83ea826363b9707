"""The death of the daemon, with real daemons that are killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from edits import Follower, RandomEdits, text

import diffabled.connection
from diffabled import Change, Connection, ConnectionLost, DiffableList, connect

LETTERS: Any = {"sections": [{"id": "s", "items": ["a", {"id": ["b", True], "content": None}]}]}


def kill(connection: Connection) -> None:
    assert connection._daemon
    os.kill(connection._daemon._process.pid, signal.SIGKILL)


def until(connection: Connection, is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        connection.pump(0.1)


@pytest.fixture
def restarts(connection: Connection) -> list[str]:
    """What the handlers of the connection heard."""
    heard: list[str] = []
    connection.on_lost(lambda error: heard.append(f"lost: {error}"))
    connection.on_restart(lambda: heard.append("restart"))
    return heard


def check(connection: Connection, followed: DiffableList) -> None:
    contents = connection.request("snapshot/contents", {"dataSource": followed.name})
    assert text({**followed.document(), "revision": followed.revision}) == text(contents)


def test_the_list_is_made_again_and_nothing_is_told(
    connection: Connection, restarts: list[str]
) -> None:
    letters = connection.open("letters", LETTERS, options={"history": 7})
    letters.edit({"op": "reverseItems"})
    rows, told = list(letters.rows), list[Change]()
    letters.on_change(told.append)
    kill(connection)
    waiting = connection.call("dataSource/list")
    with pytest.raises(ConnectionLost):
        connection.wait(waiting)
    until(connection, lambda: "restart" in restarts)
    assert restarts == ["lost: The daemon ended with code -9.", "restart"]
    assert (letters.revision, letters.rows, told) == (1, rows, [])
    check(connection, letters)
    letters.edit({"op": "reverseItems"})
    assert [change.revision for change in told] == [2]
    assert letters.rows == rows[::-1]


def test_lists_are_made_in_the_order_in_which_they_were_opened(
    connection: Connection, restarts: list[str]
) -> None:
    names = [f"list {number}" for number in range(20)]
    lists = [connection.open(name, LETTERS) for name in names]
    attached = connection.attach("list 7")
    kill(connection)
    until(connection, lambda: "restart" in restarts)
    made = connection.request("dataSource/list")["dataSources"]
    assert [entry["dataSource"] for entry in made] == names
    for followed in (*lists, attached):
        check(connection, followed)


def test_a_list_of_others_waits_until_they_make_it_again(
    connection: Connection, restarts: list[str]
) -> None:
    connection.request("dataSource/create", {"dataSource": "letters", "snapshot": LETTERS})
    letters = connection.attach("letters")
    rows, told = list(letters.rows), list[Change]()
    letters.on_change(told.append)
    kill(connection)
    until(connection, lambda: "restart" in restarts and not letters.waiting)
    assert (letters.revision, letters.rows, told) == (None, rows, [])
    connection.request("dataSource/create", {"dataSource": "letters", "snapshot": LETTERS})
    until(connection, lambda: not letters.waiting)
    check(connection, letters)
    assert letters.rows == rows


def test_what_handlers_do_is_told(connection: Connection) -> None:
    letters = connection.open("letters", LETTERS)
    told = list[Change]()
    letters.on_change(told.append)
    refused: list[ConnectionLost] = []

    def on_lost(_: ConnectionLost) -> None:
        try:
            letters.edit({"op": "reverseItems"})
        except ConnectionLost as error:
            refused.append(error)

    connection.on_lost(on_lost)
    connection.on_restart(lambda: letters.edit({"op": "deleteItems", "items": ["a"]}))
    kill(connection)
    until(connection, lambda: told)
    assert len(refused) == 1
    assert [row.identifier for row in letters.rows] == [["b", True]]


def test_it_may_die_while_a_handler_waits(connection: Connection, restarts: list[str]) -> None:
    letters = connection.open("letters", LETTERS)
    lost: list[ConnectionLost] = []

    def on_change(_: Change) -> None:
        kill(connection)
        try:
            while True:
                connection.request("dataSource/list")
        except ConnectionLost as error:
            lost.append(error)

    stop = letters.on_change(on_change)
    letters.edit({"op": "reverseItems"})
    stop()
    assert len(lost) == 1
    until(connection, lambda: "restart" in restarts)
    check(connection, letters)


def test_random_edits_and_ten_deaths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diffabled.restarts.DELAYS", (0.0,) * 10)
    restarts: list[int] = []
    with connect() as connection:
        connection.on_restart(lambda: restarts.append(1))
        edits = RandomEdits(connection, "list", 3)
        followed = connection.open("list", edits.document())
        follower = Follower(connection, followed)
        for death in range(1, 11):
            for _ in range(10):
                edits.step(followed)
                follower.check()
            kill(connection)
            until(connection, lambda death=death: len(restarts) == death)  # type: ignore[misc]
            follower.check()


def test_it_may_die_while_a_list_is_made(connection: Connection, restarts: list[str]) -> None:
    assert connection._daemon
    os.kill(connection._daemon._process.pid, signal.SIGSTOP)
    timer = threading.Timer(0.05, kill, [connection])
    timer.start()
    with pytest.raises(ConnectionLost):
        connection.open("letters", LETTERS)
    until(connection, lambda: "restart" in restarts)
    check(connection, connection.open("letters", LETTERS))


def test_one_that_sends_what_is_no_message_is_killed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script = tmp_path / "daemon"
    script.write_text("#!/bin/sh\necho hello\nexec sleep 30\n")
    script.chmod(0o755)
    with pytest.raises(ConnectionLost, match="ended with code -9"):
        connect(script)
    assert "what is no message" in caplog.text


def test_it_gives_up_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("diffabled.restarts.DELAYS", (0.0, 0.05, 0.1))
    connection = connect()
    lost: list[float] = []
    connection.on_lost(lambda _: lost.append(time.monotonic()))
    connection._command = ["/bin/false"]
    kill(connection)
    until(connection, lambda: len(lost) == 4)
    connection.pump(0.3)
    assert lost[2] - lost[1] >= 0.05
    assert lost[3] - lost[2] >= 0.1
    assert len(lost) == 4
    assert caplog.text.count("too often") == 1
    with pytest.raises(ConnectionLost):
        connection.request("dataSource/list")
    assert connection.close() == 1


def test_one_that_cannot_be_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("diffabled.restarts.DELAYS", (0.0, 0.0, 0.0))
    connection = connect()
    lost: list[ConnectionLost] = []
    connection.on_lost(lost.append)
    connection._command = ["/nowhere/diffabled"]
    kill(connection)
    until(connection, lambda: len(lost) == 4)
    assert "could not be started" in str(lost[3])
    assert caplog.text.count("too often") == 1
    connection.close()


def test_without_restart_it_stays_down() -> None:
    with connect(restart=False) as connection:
        letters = connection.open("letters", LETTERS)
        lost: list[ConnectionLost] = []
        connection.on_lost(lost.append)
        kill(connection)
        until(connection, lambda: lost)
        assert not connection.pump(0.1)
        assert (letters.revision, len(letters.rows)) == (None, 2)


def test_another_daemon_that_is_of_no_use(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    connection = connect()
    lost: list[ConnectionLost] = []
    connection.on_lost(lost.append)
    monkeypatch.setattr(diffabled.connection, "PROTOCOL_VERSION", 2)
    kill(connection)
    until(connection, lambda: len(lost) == 2)
    assert "this library version 2" in caplog.text
    connection.close()
