"""The process viewer: what it reads of /proc, and what it shows of processes made up here."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from items import DEEPEST, in_columns, size, tree
from proc import PAGE, TICKS, Identity, Proc, Process
from test_textual import painted
from textual.pilot import Pilot
from viewer import Processes, Question

from diffabled import Row


def process(pid: int, parent: int = 0, start: int = 0, **members: Any) -> Process:
    known = {"user": "me", "cpu": 0.0, "memory": 0, "name": f"p{pid}", "command": "", **members}
    return Process(Identity(pid, start or pid), parent, **known)


class Machine:
    """Processes that the test makes up."""

    def __init__(self, *processes: Process) -> None:
        self.processes = list(processes)
        self.terminated: list[Identity] = []
        self.refusal: OSError | None = None

    def read(self) -> list[Process]:
        return sorted(self.processes, key=lambda process: process.identity.start)

    def terminate(self, identity: Identity) -> None:
        if self.refusal:
            raise self.refusal
        self.terminated.append(identity)

    def change(self, pid: int, **members: Any) -> None:
        self.processes = [
            replace(process, **members) if process.identity.pid == pid else process
            for process in self.processes
        ]

    def end(self, pid: int) -> None:
        self.processes = [process for process in self.processes if process.identity.pid != pid]


# MARK: - What is read


class FakeProc:
    """A folder that is like /proc."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.time(100)

    def time(self, seconds: float) -> None:
        (self.folder / "uptime").write_text(f"{seconds:.2f} 9.99\n")

    def put(self, pid: int, name: bytes, used: float, start: float, command: bytes = b"") -> None:
        own = self.folder / str(pid)
        own.mkdir(exist_ok=True)
        user = int(used * TICKS) // 2
        system = int(used * TICKS) - user
        ticks = f"{user} {system} 5 6 20 0 1 0 {int(start * TICKS)}"
        status = f"S 7 1 1 0 -1 4194304 1 2 3 4 {ticks} 99 3 18\n"
        (own / "stat").write_bytes(b"%d (%s) %s" % (pid, name, status.encode()))
        (own / "cmdline").write_bytes(command)


def test_what_a_process_is(tmp_path: Path) -> None:
    fake = FakeProc(tmp_path)
    fake.put(12, b"a) S (b\xff", used=15, start=40, command=b"/bin/a\0--b\0" + b"c" * 300)
    fake.put(3, b"kthreadd", used=0, start=0)
    (tmp_path / "13").mkdir()  # one that ends while it is read
    (tmp_path / "self").mkdir()
    kernel, own = Proc(tmp_path).read()
    assert kernel.identity == Identity(3, 0)
    assert (kernel.name, kernel.command, kernel.cpu) == ("kthreadd", "", 0)
    assert own.identity == Identity(12, 40 * TICKS)
    assert (own.parent, own.name, own.memory) == (7, "a) S (b\ufffd", 3 * PAGE)
    assert own.command == ("/bin/a --b " + "c" * 300)[:200]
    assert own.cpu == 25  # 15 s of the 60 since it started


def test_cpu_is_that_since_the_last_reading(tmp_path: Path) -> None:
    fake = FakeProc(tmp_path)
    proc = Proc(tmp_path)
    fake.put(1, b"a", used=10, start=0)
    proc.read()
    fake.time(102)
    fake.put(1, b"a", used=11, start=0)
    assert proc.read()[0].cpu == 50
    fake.time(104)
    fake.put(1, b"b", used=1, start=103)  # the pid came again
    assert proc.read()[0].cpu == 100
    fake.time(104)  # no time at all went by
    assert proc.read()[0].cpu == 0


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "1000"]) as child:
        yield child
        child.kill()


def identity_of(pid: int) -> Identity:
    [identity] = [p.identity for p in Proc().read() if p.identity.pid == pid]
    return identity


def test_a_process_is_terminated_but_not_another_of_its_pid(
    child: subprocess.Popen[bytes],
) -> None:
    identity = identity_of(child.pid)
    with pytest.raises(ProcessLookupError):
        Proc().terminate(identity._replace(start=identity.start - 1))
    assert child.poll() is None
    Proc().terminate(identity)
    assert child.wait(60) == -signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        Proc().terminate(identity)


# MARK: - As items


def shape(items: Iterable[dict[str, Any]]) -> list[Any]:
    return [[item["id"].pid, *shape(item["children"])] for item in items]


def test_a_process_is_below_its_parent() -> None:
    of_another_time = process(9, parent=20, start=3)
    processes = [process(1), process(2, parent=1), of_another_time, process(4, parent=2)]
    items = tree([*processes, process(20, parent=9, start=30)], {Identity(2, 2)})
    # The parent of 9 is not there: what has its pid now came later, and is below 9 itself.
    assert shape(items) == [[1, [2, [4]]], [9, [20]]]
    assert items[0]["expanded"]
    assert not items[0]["children"][0]["expanded"]


def test_what_is_too_deep_stands_as_deep_as_can_be() -> None:
    def depth(items: list[Any]) -> int:
        return 1 + max((depth(item["children"]) for item in items), default=-1)

    assert depth(tree([process(n, parent=n - 1) for n in range(1, 300)], set())) == DEEPEST


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0B"),
        (999, "999B"),
        (1000, "1.0K"),
        (1024 * 12, "12K"),
        (1024 * 1000, "1.0M"),
        (1024**5 * 2000, "2048000T"),
    ],
)
def test_sizes(count: int, text: str) -> None:
    assert size(count) == text


# MARK: - The app


@asynccontextmanager
async def running(machine: Any, height: int = 20) -> AsyncIterator[tuple[Processes, Pilot[None]]]:
    """The app after its first reading; the next ones are the test's."""
    app = Processes(machine, interval=10_000)
    async with app.run_test(size=(100, height)) as pilot:
        await until(pilot, lambda: bool(app.processes))
        await read(app, pilot)
        yield app, pilot


async def read(app: Processes, pilot: Pilot[None]) -> None:
    await app.read()
    await pilot.pause()


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        await pilot.pause(0.01)


def pids(rows: Iterable[Row]) -> list[int]:
    return [row.content["pid"] for row in rows]


def at_cursor(app: Processes) -> int | None:
    return app.view.cursor and app.view.cursor.content["pid"]


FEW = (
    process(1, name="init", cpu=0.5, memory=30),
    process(2, parent=1, name="shell", user="you", cpu=0.0, memory=10),
    process(3, parent=2, name="make", cpu=7.0, memory=20, command="make all"),
    process(4, parent=1, name="Editor", cpu=2.0, memory=40),
)


async def test_what_is_shown() -> None:
    async with running(Machine(*FEW), height=8) as (app, pilot):
        lines = painted(app)
        assert lines[0].startswith(in_columns("PID", "USER", "CPU▼", "MEMORY", "NAME"))
        assert lines[0].endswith("4 of 4")
        assert lines[1] == in_columns("3", "me", "7.0", "20B", "make  make all")
        assert lines[2] == in_columns("4", "me", "2.0", "40B", "Editor  (kernel)")
        await pilot.press("t")
        assert painted(app)[1:5] == [
            in_columns("1", "me", "0.5", "30B", "▾ init  (kernel)"),
            in_columns("2", "you", "0.0", "10B", "  ▾ shell  (kernel)"),
            in_columns("3", "me", "7.0", "20B", "      make  make all"),
            in_columns("4", "me", "2.0", "40B", "    Editor  (kernel)"),
        ]


async def test_sorting_by_columns() -> None:
    async with running(Machine(*FEW)) as (app, pilot):
        assert pids(app.found.rows) == [3, 4, 1, 2]
        for key, expected in [
            ("c", [2, 1, 4, 3]),
            ("c", [3, 4, 1, 2]),
            ("m", [4, 1, 3, 2]),
            ("n", [4, 1, 3, 2]),
            ("n", [2, 3, 1, 4]),
            ("p", [1, 2, 3, 4]),
            ("u", [1, 3, 4, 2]),
        ]:
            await pilot.press(key)
            assert pids(app.found.rows) == expected, key
        await pilot.click("#columns", offset=(24, 0))
        assert pids(app.found.rows) == [3, 4, 1, 2]
        assert "CPU▼" in painted(app)[0]


async def test_finding() -> None:
    async with running(Machine(*FEW)) as (app, pilot):
        await pilot.press("t", *["down"] * 4, "slash", *"all")
        assert pids(app.found.rows) == [3]
        assert app.view is app.table
        assert painted(app)[0].endswith("1 of 4")
        await pilot.press("enter")
        assert at_cursor(app) == 3
        app.source.change(4, command="tall alligator")  # type: ignore[attr-defined]
        await read(app, pilot)
        assert pids(app.found.rows) == [3, 4]
        await pilot.press("escape")
        assert app.view is app.outline
        await until(pilot, lambda: at_cursor(app) == 3)
        await pilot.press("escape")
        assert app.view.cursor is None


async def test_more_words_than_the_daemon_takes_cannot_be_typed() -> None:
    async with running(Machine(*FEW)) as (app, pilot):
        await pilot.press("slash", *("x", "space") * 33, "y")
        assert app.find.value.split() == ["x"] * 32
        assert not app.trouble


async def test_the_cursor_goes_along_between_list_and_tree() -> None:
    async with running(Machine(*FEW)) as (app, pilot):
        await pilot.press("t", "down", "enter")
        await until(pilot, lambda: pids(app.all.rows) == [1])
        assert pids(app.found.rows) == [3, 4, 1, 2]
        await pilot.press("c", "down", "up", "home")
        assert at_cursor(app) == 3
        # What it is in is opened, and nothing else.
        await pilot.press("t")
        await until(pilot, lambda: at_cursor(app) == 3)
        assert pids(app.all.rows) == [1, 2, 3, 4]
        await pilot.press("up", "enter")
        await until(pilot, lambda: pids(app.all.rows) == [1, 2, 4])
        await read(app, pilot)
        assert pids(app.all.rows) == [1, 2, 4]


async def test_a_process_that_ends_leaves_the_cursor_to_its_neighbour() -> None:
    machine = Machine(*FEW)
    async with running(machine) as (app, pilot):
        await pilot.press("down", "down")
        assert at_cursor(app) == 4
        machine.end(4)
        machine.processes.append(process(4, start=50))  # Its pid comes again: another process.
        await read(app, pilot)
        assert at_cursor(app) == 1


async def test_what_uses_most_is_at_the_top_while_there_is_no_cursor() -> None:
    machine = Machine(*(process(n, cpu=n) for n in range(1, 100)))
    async with running(machine) as (app, pilot):
        machine.change(1, cpu=1000)
        await read(app, pilot)
        assert painted(app)[1].startswith(in_columns("1", "me", "1000.0", "0B", "p1"))
        await pilot.press("down", "down")
        assert at_cursor(app) == 99
        machine.change(99, cpu=0)
        await read(app, pilot)
        assert at_cursor(app) == 99
        assert app.found.rows[-1] is app.view.cursor
        assert painted(app)[18].startswith(in_columns("99", "me", "0.0", "0B", "p99"))
        await pilot.press("escape")
        assert painted(app)[1].startswith(in_columns("1", "me", "1000.0", "0B", "p1"))


async def test_ending_a_process() -> None:
    machine = Machine(*FEW)
    async with running(machine) as (app, pilot):
        await pilot.press("k")  # without a cursor there is nothing to ask
        await pilot.press("down", "k")
        await until(pilot, lambda: isinstance(app.screen, Question))
        # What comes meanwhile moves the row, and the question stays what it is about.
        machine.change(3, cpu=0.1)
        await read(app, pilot)
        assert any("End make (3)?" in line for line in painted(app))
        await pilot.press("n")
        await pilot.press("k")
        await until(pilot, lambda: isinstance(app.screen, Question))
        assert machine.terminated == []
        await pilot.press("y")
        await until(pilot, lambda: machine.terminated == [Identity(3, 3)])


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (ProcessLookupError(), "make (3) has ended already."),
        (PermissionError(1, "Operation not permitted"), "make (3): Operation not permitted"),
    ],
)
async def test_what_cannot_be_ended_is_told(
    refusal: OSError, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It goes after some seconds, and is to be there when it is looked at.
    monkeypatch.setattr(Processes, "NOTIFICATION_TIMEOUT", 600)
    machine = Machine(*FEW)
    machine.refusal = refusal
    async with running(machine) as (app, pilot):
        await pilot.press("down", "k")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("y")
        await until(pilot, lambda: told in [note.message for note in app._notifications])


def in_tree_order(processes: list[Process]) -> list[Process]:
    """The processes depth first, worked out from their parents alone."""

    def below(pid: int) -> Iterator[Process]:
        for process in processes:
            if process.parent == pid:
                yield process
                yield from below(process.identity.pid)

    return list(below(0))


def expected_cursor(before: list[Any], after: list[Any], cursor: Any) -> Any:
    """Where the cursor goes: the same, or the nearest that is left, first downwards."""
    at = before.index(cursor)
    return next((each for each in (*before[at:], *reversed(before[:at])) if each in after), None)


@pytest.mark.parametrize("shows_tree", [False, True])
async def test_the_cursor_never_leaves_its_process(shows_tree: bool) -> None:
    """100 readings, in each of which processes come, end and work more or less."""
    chance = random.Random(7)
    machine = Machine(process(1, cpu=1.0))
    new = iter(range(2, 10_000))
    async with running(machine) as (app, pilot):
        if shows_tree:
            await pilot.press("t")
        for _ in range(100):
            for _ in range(chance.randrange(6)):
                parent = chance.choice(machine.processes).identity.pid
                machine.processes.append(process(next(new), parent=parent))
            for each in chance.sample(machine.processes, len(machine.processes) // 3):
                machine.change(each.identity.pid, cpu=round(chance.random() * 9, 1))
            parents = {each.parent for each in machine.processes}
            leaves = [each for each in machine.processes[1:] if each.identity.pid not in parents]
            for each in chance.sample(leaves, min(len(leaves) // 2, chance.randrange(5))):
                machine.end(each.identity.pid)
            rows = app.view.followed.rows
            if app.view.cursor is None and rows:
                app.view.cursor = chance.choice(rows)
            before, cursor = pids(rows), at_cursor(app)
            await read(app, pilot)
            order = in_tree_order(machine.read())
            assert pids(app.all.rows) == [each.identity.pid for each in order]
            order.sort(key=lambda each: -each.cpu)
            assert pids(app.found.rows) == [each.identity.pid for each in order]
            after = pids(app.view.followed.rows)
            assert at_cursor(app) == expected_cursor(before, after, cursor)
            top = app.view.scroll_offset.y
            assert at_cursor(app) in after[top : top + app.view.size.height]
            if chance.randrange(20) == 0:
                app.view.cursor = chance.choice(app.view.followed.rows)


async def test_it_goes_on_when_its_daemon_is_killed() -> None:
    machine = Machine(*FEW)
    async with running(machine) as (app, pilot):
        await pilot.press("t", "down", "down", "enter")
        await until(pilot, lambda: pids(app.all.rows) == [1, 2, 4])
        await pilot.press("n", "t", "down")
        # What closed ones hide the daemon alone knew; its rows are new ones.
        rows, cursor, restarts = list(app.all.rows), at_cursor(app), []
        app.connection.on_restart(lambda: restarts.append(True))
        assert app.connection._daemon
        app.connection._daemon.kill()
        await until(pilot, lambda: bool(restarts))
        machine.processes.append(process(5, parent=4, name="fork"))
        await read(app, pilot)
        assert pids(app.found.rows) == [4, 5, 1, 3, 2]
        assert at_cursor(app) == cursor
        assert pids(app.all.rows) == [1, 2, 4, 5]
        assert app.all.rows[:3] == rows


async def test_trouble_is_shown() -> None:
    async with running(Machine(*FEW)) as (app, pilot):
        app.connection.close()
        await read(app, pilot)
        assert app.trouble
        assert app.trouble in painted(app)[0]


async def test_a_daemon_that_is_not_there_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = Processes(Machine(*FEW), server=str(tmp_path / "nothing"))
    async with app.run_test():
        pass
    assert app.return_code == 1
    assert str(tmp_path / "nothing") in capsys.readouterr().err.replace("\n", "")


async def test_a_process_of_this_machine(child: subprocess.Popen[bytes]) -> None:
    async with running(Proc()) as (app, pilot):
        await pilot.press("slash", *str(child.pid), "enter")
        await pilot.press("home")
        while at_cursor(app) != child.pid:  # Others may have its number among their words.
            await pilot.press("down")
        await pilot.press("k")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("y")
        assert child.wait(60) == -signal.SIGTERM
    assert os.getpid() in [each.identity.pid for each in app.processes]
