"""A running daemon, the lists that follow it, and what happens when it ends."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, cast

from .conversation import Conversation
from .errors import ConnectionLost, DiffabledError, ServerNotFound, UnsupportedServer
from .handlers import Handlers, log
from .lists import DiffableList
from .mailbox import Schedule
from .restarts import Restarts
from .server import VERSION, Daemon, ServerPath, find_server

if TYPE_CHECKING:
    from .protocol_types import InitializeResult, Options, SnapshotDocument

PROTOCOL_VERSION: Final = 1

Stop: TypeAlias = Callable[[], None]
_PATIENCE: Final = 2.0  # seconds for an orderly end


class Connection(Conversation):
    """A running daemon and the conversation with it; a context manager, which closes it.

    The thread that makes it is the *loop's thread*: handlers are called there, by `pump` or
    while it waits for an answer. `schedule` is called from another thread when there is
    something to handle, and has to make the loop call what it is given, which is `pump`.

    Requests may be made on any thread and inside handlers. An answer comes after the
    notifications that were sent before it have been handled, so every list is at the answer's
    revision or later; only while a handler waits for an answer, notifications wait for it.
    """

    info: InitializeResult

    def __init__(
        self,
        server: ServerPath | None = None,
        *,
        schedule: Schedule | None = None,
        arguments: Sequence[str] = (),
        restart: bool = True,
    ) -> None:
        super().__init__(schedule)
        self._command = [find_server(server), *arguments]
        self._restarts: Restarts | None = None
        self._is_closed = False
        self._exit_code = 0
        self._lists: list[DiffableList] = []
        self._on_lost: Handlers[[ConnectionLost]] = Handlers()
        self._on_restart: Handlers[[]] = Handlers()
        self._on_notification: Handlers[[str, dict[str, Any]]] = Handlers()
        try:
            self._daemon = Daemon(self._command, self._mailbox.put)
            self.info = checked(self.request("initialize", _greeting(), timeout=30))
            self._tell("initialized", {})
        except BaseException:
            self.close()
            raise
        self._restarts = Restarts() if restart else None

    # MARK: - Lists

    def open(
        self,
        name: str,
        document: SnapshotDocument | None = None,
        *,
        options: Options | None = None,
        headers: bool = False,
    ) -> DiffableList:
        """Makes a data source and the list that follows it.

        With `headers`, sections too are entries of the list and of what it tells.
        """
        followed = DiffableList(self, name, headers=headers)
        return self._make(followed, _optional("options", options), _optional("snapshot", document))

    def open_view(
        self,
        name: str,
        view: Mapping[str, Any],
        *,
        options: Options | None = None,
        headers: bool = False,
    ) -> DiffableList:
        """Makes a live view of a data source and the list that follows it."""
        if "views" not in self.info["capabilities"]:
            raise UnsupportedServer("This daemon has no live views.")
        creation = {**_optional("options", options), "view": dict(view)}
        return self._make(DiffableList(self, name, headers=headers, is_view=True), creation, {})

    def attach(self, name: str, *, headers: bool = False) -> DiffableList:
        """A list that follows a data source which exists already."""
        might_be_view = "views" in self.info["capabilities"]
        followed = DiffableList(self, name, headers=headers, is_view=might_be_view)
        followed.waiting = True
        with self._following(followed):
            for future in [self._call(*question) for question in followed.reading()]:
                self.wait(future)
        return followed

    def _make(
        self, followed: DiffableList, creation: dict[str, Any], snapshot: dict[str, Any]
    ) -> DiffableList:
        def made(_: Any, error: DiffabledError | None) -> None:
            # Not before: a daemon that is started meanwhile is not to make it, for this fails.
            followed.creation = None if error else creation

        params = {"dataSource": followed.name, **creation, **snapshot}
        with self._following(followed):
            self.wait(self._call("dataSource/create", params, made))
        return followed

    @contextmanager
    def _following(self, followed: DiffableList) -> Iterator[None]:
        self._lists.append(followed)
        try:
            yield
        except BaseException:
            self._lists.remove(followed)
            raise

    # MARK: - Hearing

    def on_lost(self, handler: Callable[[ConnectionLost], object]) -> Stop:
        """Calls `handler` when the daemon has ended, before it is started again."""
        return self._on_lost.add(handler)

    def on_restart(self, handler: Callable[[], object]) -> Stop:
        """Calls `handler` when the daemon runs again and has the lists that were opened."""
        return self._on_restart.add(handler)

    def on_notification(self, handler: Callable[[str, dict[str, Any]], object]) -> Stop:
        """Calls `handler` with the method and params of each, after the lists followed it."""
        return self._on_notification.add(handler)

    # MARK: - Ending

    def close(self) -> int:
        """Ends the daemon, in good order if it lets itself; its exit code."""
        with self._lock:
            was_closed, self._is_closed = self._is_closed, True
        if not was_closed:
            with suppress(DiffabledError, TimeoutError):
                self.request("shutdown", timeout=_PATIENCE)
                self._tell("exit")
            self._let_go("The connection was closed.")
        return self._exit_code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # MARK: - What comes

    def _handle_notification(self, method: str, params: dict[str, Any]) -> None:
        for followed in tuple(self._lists):
            if followed.name == params.get("dataSource"):
                if method == "dataSource/didApply":
                    followed.follow(params)
                elif method == "dataSource/didClose":
                    followed.forget()
        self._on_notification(method, params)

    # MARK: - The daemon's end

    def _lose(self, reason: str) -> None:
        self._let_go(reason)
        if self._is_closed:
            return
        delay = self._restarts.next_delay() if self._restarts else None
        if self._restarts and delay is None:
            reason += " It ended too often to be started again."
            log.error(reason)
        for followed in tuple(self._lists):
            followed.lose()
        self._on_lost(ConnectionLost(reason))
        if delay == 0:
            self._start_again()
        elif delay:
            timer = threading.Timer(delay, self._mailbox.put, [self._start_again])
            timer.daemon = True
            timer.start()

    def _let_go(self, reason: str) -> None:
        with self._lock:
            daemon, self._daemon = self._daemon, None
        if daemon:
            self._exit_code = daemon.close(_PATIENCE)
        self._fail(ConnectionLost(reason))

    def _start_again(self) -> None:
        try:
            # Whoever sends meanwhile, sends behind the lists.
            with self._lock:
                if not self._is_closed:
                    self._daemon = Daemon(self._command, self._mailbox.put)
                    self.ask("initialize", _greeting(), self._on_greeted)
                    with suppress(ConnectionLost):
                        self._tell("initialized", {})
                    self._make_lists_again()
        except ServerNotFound as error:
            self._lose(str(error))

    def _make_lists_again(self) -> None:
        for followed in tuple(self._lists):
            followed.make_again()
        self.ask("snapshot/list", {}, self._on_lists_made)

    def _on_greeted(self, info: Any, error: DiffabledError | None) -> None:
        if isinstance(error, ConnectionLost):
            return  # It has ended already, which is told elsewhere.
        try:
            self.info = checked(info, error)
        except DiffabledError as failure:
            log.error("The daemon that was started again is of no use: %s", failure)
            self._restarts = None
            self._let_go(str(failure))

    def _on_lists_made(self, _: Any, error: DiffabledError | None) -> None:
        if not error:
            self._on_restart()


connect = Connection


def checked(info: Any, error: DiffabledError | None = None) -> InitializeResult:
    """The answer to `initialize`. Raises UnsupportedServer when the library cannot use it."""
    if error:
        raise error
    version, capabilities = info["protocolVersion"], info["capabilities"]
    if version != PROTOCOL_VERSION:
        raise UnsupportedServer(
            f"The daemon speaks version {version} of the protocol, "
            f"this library version {PROTOCOL_VERSION}."
        )
    if "batch" not in capabilities["changeFormats"]:
        raise UnsupportedServer("The daemon does not name batch among its changeFormats.")
    return cast("InitializeResult", info)


def _greeting() -> dict[str, Any]:
    client = {"name": "diffabled-python", "version": VERSION}
    return {"processId": os.getpid(), "clientInfo": client}


def _optional(name: str, value: Any) -> dict[str, Any]:
    return {} if value is None else {name: value}
