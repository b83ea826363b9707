"""Everything that can go wrong between a program and the daemon."""

from __future__ import annotations

from typing import Any


class DiffabledError(Exception):
    """The base of all errors of this library."""


class ServerNotFound(DiffabledError):
    """There is no executable of the daemon where it was looked for."""


class UnsupportedServer(DiffabledError):
    """The daemon speaks another version of the protocol, or lacks what the library needs."""


class ConnectionLost(DiffabledError):
    """The daemon ended, or the connection was closed; what was asked is not answered."""


class RequestFailed(DiffabledError):
    """The daemon refused a request; nothing has changed.

    `kind` and `code` are for programs, the text is for people, and `data` has what applies of
    the members that the specification lists under "Errors".
    """

    def __init__(self, method: str, error: dict[str, Any]) -> None:
        super().__init__(error.get("message") or f"{method} failed.")
        self.method = method
        self.code: int = error.get("code") or 0
        self.data: dict[str, Any] = error.get("data") or {}
        self.kind: str = self.data.get("kind") or ""
