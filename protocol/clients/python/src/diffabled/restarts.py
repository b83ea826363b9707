"""When to start a daemon again that has ended."""

from __future__ import annotations

import time

DELAYS = (0.0, 1.0, 2.0)
WITHIN = 60.0


class Restarts:
    """At most as many as there are DELAYS (in seconds), within WITHIN seconds."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def next_delay(self) -> float | None:
        """How long to wait before the next one, or None when there were too many."""
        now = time.monotonic()
        self._times = [then for then in self._times if now - then < WITHIN]
        if len(self._times) == len(DELAYS):
            return None
        self._times.append(now)
        return DELAYS[len(self._times) - 1]
