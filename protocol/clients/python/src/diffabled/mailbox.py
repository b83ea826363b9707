"""What came from the daemon and is not handled yet."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

Schedule: TypeAlias = Callable[[Callable[[], bool]], object]


class Mailbox:
    """Messages in the order in which they came, handled on the thread that made the mailbox.

    Other threads put them in. `schedule` is called from those, at most once until `pump` ran,
    and has to let the loop of the first thread call `pump`. `unpack` makes of what was put in
    what is handled.

    While a handler runs, it may wait for an answer of its own: `handle_inside` handles what it
    can be waiting for, and says whether it did. All else is kept until the outermost handler
    has returned, and then handled in its order.
    """

    def __init__(
        self,
        unpack: Callable[[Any], Any],
        handle: Callable[[Any], None],
        handle_inside: Callable[[Any], bool],
        schedule: Schedule | None,
    ) -> None:
        self._unpack = unpack
        self._handle = handle
        self._handle_inside = handle_inside
        self._schedule = schedule
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._is_scheduled = False
        self._came: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._kept: deque[Any] = deque()
        self._depth = 0

    def is_ours(self) -> bool:
        """Whether the running thread is the one that handles messages."""
        return threading.get_ident() == self._thread

    def is_inside(self) -> bool:
        """Whether a handler is running, and asks."""
        return self._depth > 0 and self.is_ours()

    def put(self, message: Any) -> None:
        self._came.put(message)
        with self._lock:
            asks, self._is_scheduled = not self._is_scheduled, True
        if asks and self._schedule:
            # It raises when the loop is closed: nobody is left who wants to hear.
            with suppress(RuntimeError):
                self._schedule(self.pump)

    def pump(self, wait: float = 0.0) -> bool:
        """Handles all that has come; waits up to `wait` s for the first. Whether there was any."""
        if not self.is_ours():
            raise RuntimeError("pump was called on another thread than connect.")
        with self._lock:
            self._is_scheduled = False
        deadline = time.monotonic() + wait
        count = 0
        while self._take_one(0.0 if count else max(0.0, deadline - time.monotonic())):
            count += 1
        return count > 0

    def take_until(self, is_done: Callable[[], bool], timeout: float | None) -> bool:
        """Handles what comes until something is so, for `timeout` s at most; whether it is."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not is_done():
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._take_one(left) and left == 0.0:
                return False
        return True

    def _take_one(self, wait: float | None) -> bool:
        try:
            message = self._came.get(timeout=wait) if wait else self._came.get(wait is None)
        except queue.Empty:
            return False
        self._take(self._unpack(message))
        while self._kept and not self._depth:
            self._take(self._kept.popleft())
        return True

    def _take(self, message: Any) -> None:
        if self._depth and not self._handle_inside(message):
            self._kept.append(message)
        elif not self._depth:
            self._depth += 1
            try:
                self._handle(message)
            finally:
                self._depth -= 1
