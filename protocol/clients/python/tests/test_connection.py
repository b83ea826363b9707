"""Requests, answers, handlers and their order, with a real daemon."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
from stub import INFO, StubConnection

import diffabled.connection
from diffabled import Change, Connection, ConnectionLost, RequestFailed, UnsupportedServer, connect

LETTERS: Any = {"sections": [{"id": "s", "items": ["a", "b", "c"]}]}


def append(item: str) -> dict[str, Any]:
    return {"op": "appendItems", "items": [item]}


@contextmanager
def stopped(connection: Connection) -> Iterator[None]:
    """A daemon that does nothing for a while."""
    assert connection._daemon
    pid = connection._daemon._process.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The lines that are sent."""
    lines: list[bytes] = []
    write = diffabled.connection.Daemon.write

    def spy(self: Any, line: bytes) -> None:
        lines.append(line)
        write(self, line)

    monkeypatch.setattr(diffabled.connection.Daemon, "write", spy)
    return lines


# MARK: - Asking


def test_an_answer_comes_after_its_list(connection: Connection) -> None:
    letters = connection.open("letters", LETTERS)
    result = letters.edit(append("d"))
    assert letters.revision == result["revision"] == 2
    assert [row.identifier for row in letters.rows] == ["a", "b", "c", "d"]
    assert letters.apply(LETTERS, ifRevision=2)["counts"]["items"]["deleted"] == 1


def test_a_refusal_says_what_was_wrong(connection: Connection) -> None:
    letters = connection.open("letters", LETTERS)
    with pytest.raises(RequestFailed, match="There is no item") as caught:
        letters.edit({"op": "moveItem", "item": "z", "beforeItem": "a"})
    assert (caught.value.kind, caught.value.code) == ("unknownItem", 1005)
    assert (caught.value.method, caught.value.data["edit"]) == ("dataSource/edit", 0)
    with pytest.raises(RequestFailed, match="already"):
        connection.open("letters")
    assert connection._lists == [letters]
    with pytest.raises(RequestFailed, match="no data source"):
        connection.attach("others")
    assert connection._lists == [letters]


def test_what_cannot_be_written_is_the_callers_error(connection: Connection) -> None:
    for value in (object(), float("nan"), {1, 2}):
        with pytest.raises((TypeError, ValueError)):
            connection.request("dataSource/list", {"what": value})
    assert not connection._asked
    assert connection.request("dataSource/list") == {"dataSources": []}


def test_who_gives_up_cancels(connection: Connection, sent: list[bytes]) -> None:
    with stopped(connection):
        with pytest.raises(TimeoutError, match=r"within 0\.05 s"):
            connection.request("dataSource/list", {}, timeout=0.05)
        assert b'"method":"$/cancelRequest"' in sent[-1]
        future = connection.call("dataSource/list", {})
        assert future.cancel()
        assert b'"method":"$/cancelRequest"' in sent[-1]
        with pytest.raises(KeyboardInterrupt), ctrl_c(connection):
            connection.request("dataSource/list", {})
        assert b'"method":"$/cancelRequest"' in sent[-1]
    # The answers that come late are nobody's.
    assert connection.request("snapshot/list") == {"snapshots": []}
    assert not connection._asked


@contextmanager
def ctrl_c(connection: Connection) -> Iterator[None]:
    """Ctrl-C, soon after something was asked."""

    def press() -> None:
        while not connection._asked:
            time.sleep(0.01)
        time.sleep(0.2)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGALRM)

    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    presser = threading.Thread(target=press)
    presser.start()
    try:
        yield
    finally:
        presser.join()
        signal.signal(signal.SIGALRM, before)


def test_a_number_in_a_content_may_be_long(connection: Connection) -> None:
    digits = "7" * 5000
    item = {"id": "a", "content": {"long": 10**4000, "n": 1}}
    letters = connection.open("letters", {"sections": [{"id": "s", "items": [item]}]})
    assert letters.rows[0].content == item["content"]
    assert diffabled.server.parsed(f'{{"n":{digits},"id":1}}'.encode()) == {"n": digits, "id": 1}
    assert diffabled.server.parsed(b'{"n":[1e400,-1E+999,1e300,"1e400"]}') == {
        "n": ["1e400", "-1E+999", 1e300, "1e400"]
    }


def test_what_the_daemon_could_not_read_fails_its_request(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    deep: list[Any] = []
    for _ in range(300):
        deep = [deep]
    given_up = connection.call("dataSource/list", {})
    given_up.cancel()
    for params, code in ((cast("Any", 5), -32600), ({"dataSource": "a", "content": deep}, -32700)):
        before = connection.call("dataSource/list", {})
        unread = connection.call("dataSource/setContent", params)
        behind = connection.call("dataSource/list", {})
        assert connection.wait(before, 10)
        with pytest.raises(RequestFailed) as failure:
            connection.wait(unread, 10)
        assert failure.value.code == code
        assert connection.wait(behind, 10)
    assert not caplog.records
    connection.notify("dataSource/setContent", cast("Any", 5))
    assert connection.request("dataSource/list", {}, timeout=10)
    assert "could not read" in caplog.text


# MARK: - Handlers


def test_handlers_are_called_in_their_order_and_fail_alone(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    letters = connection.open("letters", LETTERS)
    heard: list[str] = []

    def fails(_: Change) -> None:
        heard.append("second")
        raise ValueError("no")

    letters.on_change(lambda _: heard.append("first"))
    stop = letters.on_change(fails)
    letters.on_change(lambda change: heard.append(f"third {len(change.inserted)}"))
    connection.on_notification(lambda method, _: heard.append(method))
    letters.edit(append("d"))
    assert heard == ["first", "second", "third 1", "dataSource/didApply"]
    [record] = caplog.records
    assert record.exc_info
    stop()
    stop()
    letters.edit(append("e"))
    assert heard[4:] == ["first", "third 1", "dataSource/didApply"]


def test_a_handler_may_ask(connection: Connection) -> None:
    """The list waits until the outermost handler has returned; no answer is lost."""
    letters = connection.open("letters", LETTERS)
    heard: list[Any] = []

    def on_change(change: Change) -> None:
        if change.revision in (2, 3):
            result = letters.edit(append(f"from {change.revision}"))
            counts = connection.request("snapshot/counts", {"dataSource": "letters"})
            heard.append(
                (change.revision, result["revision"], letters.revision, counts["revision"])
            )
        else:
            heard.append((change.revision, letters.revision))

    letters.on_change(on_change)
    result = letters.edit(append("d"))
    assert result["revision"] == 2
    assert heard == [(2, 3, 2, 3), (3, 4, 3, 4), (4, 4)]
    assert letters.revision == 4


def test_a_handler_may_make_lists(connection: Connection) -> None:
    letters = connection.open("letters", LETTERS)
    made: list[Any] = []

    def on_change(change: Change) -> None:
        if not made:
            made.append(connection.open("more", LETTERS))
            made.append(connection.attach("letters"))

    letters.on_change(on_change)
    letters.edit(append("d"))
    assert [len(followed.rows) for followed in made] == [3, 4]


def test_a_request_of_another_thread_is_not_answered_before_its_list(
    connection: Connection,
) -> None:
    """Not even while a handler waits for an answer of its own."""
    letters = connection.open("letters", LETTERS)
    found: list[Any] = []

    def edit() -> None:
        result = letters.edit(append("from the thread"))
        found.append((result["revision"], letters.revision))

    thread = threading.Thread(target=edit)

    def on_change(change: Change) -> None:
        if change.revision == 2:
            thread.start()
            while connection.request("snapshot/counts", {"dataSource": "letters"})["revision"] < 3:
                pass
            assert not found

    letters.on_change(on_change)
    letters.edit(append("d"))
    while thread.is_alive():
        connection.pump(0.01)
    assert found == [(3, 3)]


def test_only_the_thread_that_connected_may_pump(connection: Connection) -> None:
    failures: list[Exception] = []

    def pump() -> None:
        try:
            connection.pump()
        except RuntimeError as error:
            failures.append(error)

    thread = threading.Thread(target=pump)
    thread.start()
    thread.join()
    assert "another thread" in str(failures[0])


def test_pump_waits_for_the_first_message(connection: Connection) -> None:
    assert not connection.pump()
    future = connection.call("dataSource/list")
    assert connection.pump(60)
    assert future.result() == {"dataSources": []}


# MARK: - Loops


async def test_in_a_loop_no_answer_comes_before_its_list(sent: list[bytes]) -> None:
    loop = asyncio.get_running_loop()
    with connect(schedule=loop.call_soon_threadsafe) as connection:
        letters = connection.open("letters", LETTERS)
        for number in range(50):
            edit = {"dataSource": "letters", "edits": [append(f"{number}")]}
            result = await connection.acall("dataSource/edit", edit)
            assert letters.revision == result["revision"]
        with stopped(connection):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await connection.acall("dataSource/list")
            assert b"cancelRequest" in sent[-1]
        with pytest.raises(RequestFailed):
            await connection.acall("dataSource/close", {"dataSource": "other"})


async def test_threads_and_a_loop_edit_one_list() -> None:
    loop = asyncio.get_running_loop()
    threads: set[int] = set()
    behind: list[int] = []
    with connect(schedule=loop.call_soon_threadsafe) as connection:
        letters = connection.open("letters", LETTERS)
        letters.on_change(lambda _: threads.add(threading.get_ident()))

        def work(name: str) -> None:
            for number in range(300):
                result = letters.edit(append(f"{name} {number}"))
                if (letters.revision or 0) < result["revision"]:
                    behind.append(number)

        async def work_in_loop() -> None:
            for number in range(300):
                edit = {"dataSource": "letters", "edits": [append(f"loop {number}")]}
                result = await connection.acall("dataSource/edit", edit)
                if (letters.revision or 0) < result["revision"]:
                    behind.append(number)

        workers = [asyncio.to_thread(work, f"thread {number}") for number in range(4)]
        await asyncio.gather(work_in_loop(), *workers)
        assert len(letters.rows) == 3 + 5 * 300
        assert letters.document() == {
            "sections": connection.request("snapshot/contents", {"dataSource": "letters"})[
                "sections"
            ]
        }
    assert threads == {threading.get_ident()}
    assert not behind


async def test_the_loop_is_asked_once_until_it_pumps() -> None:
    asked: list[Callable[[], bool]] = []
    with connect(schedule=asked.append) as connection:
        connection.pump()
        asked.clear()
        futures = [connection.call("dataSource/list") for _ in range(20)]
        while connection._mailbox._came.qsize() < 20:
            await asyncio.sleep(0.001)
        assert len(asked) == 1
        asked[0]()
        assert all(future.done() for future in futures)


def test_a_loop_that_is_closed_stops_nothing(connection: Connection) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    with connect(schedule=loop.call_soon_threadsafe) as other:
        assert other.request("dataSource/list") == {"dataSources": []}


# MARK: - Ending


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """An orderly end has the time that it takes."""
    monkeypatch.setattr(diffabled.connection, "_PATIENCE", 60)


@pytest.mark.usefixtures("patience")
def test_close_ends_it_in_good_order() -> None:
    connection = connect()
    letters = connection.open("letters", LETTERS)
    waiting = connection.call("dataSource/list")
    assert connection.close() == connection.close() == 0
    assert waiting.result() == {"dataSources": [{**waiting.result()["dataSources"][0]}]}
    with pytest.raises(ConnectionLost):
        letters.edit(append("d"))
    with pytest.raises(ConnectionLost):
        connection.notify("$/setTrace", {"value": "off"})
    assert len(letters.rows) == 3


@pytest.mark.usefixtures("patience")
def test_close_inside_a_handler() -> None:
    connection = connect()
    letters = connection.open("letters", LETTERS)
    codes: list[int] = []
    letters.on_change(lambda _: codes.append(connection.close()))
    with pytest.raises(ConnectionLost):
        letters.edit(append("d"))
    assert codes == [0]


def test_close_kills_a_daemon_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diffabled.connection, "_PATIENCE", 0.05)
    connection = connect()
    assert connection._daemon
    os.kill(connection._daemon._process.pid, signal.SIGSTOP)
    assert connection.close() == -signal.SIGKILL


# MARK: - Daemons that are of no use


@pytest.mark.parametrize(
    ("info", "words"),
    [
        ({**INFO, "protocolVersion": 2}, "version 2 of the protocol, this library version 1"),
        ({**INFO, "capabilities": {"changeFormats": ["staged"]}}, "does not name batch"),
    ],
)
def test_a_daemon_that_cannot_do_is_refused(
    monkeypatch: pytest.MonkeyPatch, info: Any, words: str
) -> None:
    monkeypatch.setattr("stub.INFO", info)
    with pytest.raises(UnsupportedServer, match=words):
        StubConnection(monkeypatch.setattr)


def test_a_view_needs_a_daemon_that_has_views(connection: Connection) -> None:
    if "views" not in connection.info["capabilities"]:
        with pytest.raises(UnsupportedServer, match="no live views"):
            connection.open_view("hits", {"of": "songs"})


def test_what_nobody_asked_for_is_dropped_or_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    connection = StubConnection(monkeypatch.setattr)
    connection.receive({"id": 99, "result": {}})
    assert not caplog.records
    connection.receive({"id": None, "error": {"code": -32700, "message": "This is no JSON."}})
    assert "This is no JSON." in caplog.text
    connection.receive([1, 2])
    connection.receive({"method": "dataSource/didApply", "params": {"dataSource": "other"}})
    assert len(caplog.records) == 2
