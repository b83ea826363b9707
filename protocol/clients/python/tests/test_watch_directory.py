"""The app that watches a directory, in a process of its own."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


class Watched:
    """A running script, and the lines that it prints."""

    def __init__(self, *arguments: str | bytes | Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, HERE / "apps/watch_directory.py", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(HERE / "src"), "PYTHONIOENCODING": "utf-8"},
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def waits_for(self, end: str) -> None:
        """Reads until a line ends so."""
        while not self.lines.get(timeout=60).endswith(end):
            pass

    def daemon(self) -> int:
        """The process that the script has started last."""
        listed = subprocess.check_output(["ps", "-o", "pid=", "--ppid", str(self.process.pid)])
        return int(listed.split()[-1])

    def end(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


@contextmanager
def watching(*arguments: str | bytes | Path) -> Iterator[Watched]:
    watched = Watched("--interval", "0.02", "--seconds", "600", *arguments)
    try:
        yield watched
    finally:
        watched.process.kill()
        watched.process.wait()


def test_what_becomes_of_files_is_told(tmp_path: Path) -> None:
    (tmp_path / "music").mkdir()
    (tmp_path / "a").write_text("one")
    with watching(tmp_path) as watched:
        watched.waits_for("+ inserted a")
        (tmp_path / "music/b").write_text("two")
        watched.waits_for("+ inserted music/b")
        watched.waits_for(": 2 files in 2 folders")
        (tmp_path / "a").write_text("one and more")
        watched.waits_for("~ updated  a")
        os.rename(tmp_path / "music/b", os.fsencode(tmp_path / "music") + b"/\xff\n")
        watched.waits_for("- deleted  music/b")
        watched.waits_for("+ inserted music/\\xff\\x0a")
        assert watched.end() == (0, "")


def test_it_goes_on_when_its_daemon_is_killed(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    with watching(tmp_path, "--interval", "0.5") as watched:
        watched.waits_for("+ inserted a")
        os.kill(watched.daemon(), signal.SIGKILL)
        (tmp_path / "b").write_text("two")
        watched.waits_for("+ inserted b")
        assert watched.end() == (0, "")


def test_the_newest_may_come_first(tmp_path: Path) -> None:
    for time, file in enumerate("ab"):
        (tmp_path / file).write_text(file)
        os.utime(tmp_path / file, (time, time))
    with watching(tmp_path, "--sort", "time") as watched:
        watched.waits_for("+ inserted b")
        watched.waits_for("+ inserted a")
        os.utime(tmp_path / "a", (9, 9))
        watched.waits_for("> moved    a")


def test_what_is_not_there_is_reported(tmp_path: Path) -> None:
    for arguments in ([tmp_path / "nothing"], [tmp_path, "--server", tmp_path / "nothing"]):
        watched = Watched(*arguments)
        _, errors = watched.process.communicate(timeout=60)
        assert watched.process.returncode == 1
        assert str(tmp_path / "nothing") in errors
