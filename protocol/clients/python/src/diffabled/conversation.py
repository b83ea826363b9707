"""Requests, their answers, and notifications, in the order in which they come."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from .errors import ConnectionLost, DiffabledError, RequestFailed
from .handlers import log
from .mailbox import Mailbox, Schedule
from .server import Daemon, Ended, line_of, parsed

Params: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = Callable[[Any, DiffabledError | None], object]
"""Takes the result of a request, or why there is none."""


class _Asked(NamedTuple):
    """A request that is not answered yet."""

    method: str
    answer: Answer
    inside: bool
    """Whether a handler made it, who may be waiting for it."""
    place: int
    """How many requests were sent before it."""


class Conversation:
    """What a connection says to the daemon and hears of it, whatever it is about."""

    def __init__(self, schedule: Schedule | None) -> None:
        self._mailbox = Mailbox(self._unpacked, self._handle, self._handle_inside, schedule)
        self._lock = threading.RLock()  # of the next two, and of writing
        self._daemon: Daemon | None = None
        self._asked: dict[object, _Asked] = {}  # the oldest first: so they are answered
        self._ids = itertools.count(1)
        self._sent = 0
        self._answered = -1  # the place of the last request that was answered
        self._notified = -1  # how many were sent before a notification of the program's

    # MARK: - For programs

    def request(
        self, method: str, params: Params | None = None, timeout: float | None = None
    ) -> Any:
        """Sends a request and waits for its result, `timeout` seconds at most.

        Raises RequestFailed, ConnectionLost or TimeoutError. Who gives up, by Ctrl-C too,
        cancels the request.
        """
        return self.wait(self.call(method, params), timeout)

    def call(self, method: str, params: Params | None = None) -> Future[Any]:
        """Sends a request. Cancelling the future cancels the request.

        On the loop's thread its result is waited for with `wait`.
        """
        return self._call(method, params)

    def wait(self, future: Future[Any], timeout: float | None = None) -> Any:
        """The result of a call; meanwhile messages are handled, if this is the loop's thread."""
        try:
            if self._mailbox.is_ours() and not self._mailbox.take_until(future.done, timeout):
                raise TimeoutError
            return future.result(timeout)
        except TimeoutError:
            raise TimeoutError(f"There was no answer within {timeout} s.") from None
        finally:
            future.cancel()

    async def acall(self, method: str, params: Params | None = None) -> Any:
        """Sends a request and awaits its result, in a loop on any thread."""
        return await asyncio.wrap_future(self.call(method, params))

    def notify(self, method: str, params: Params | None = None) -> None:
        """Sends a notification, which has no answer. Raises ConnectionLost."""
        with self._lock:
            self._notified = self._sent
            self._tell(method, params)

    def pump(self, wait: float = 0.0) -> bool:
        """Handles all that has come, and waits up to `wait` s for it; whether there was any.

        For programs without a loop, and for what `schedule` schedules.
        """
        return self._mailbox.pump(wait)

    # MARK: - For lists

    def ask(self, method: str, params: Params, answer: Answer) -> None:
        """Sends a request whose answer is taken in its order, never while a handler runs."""
        self._send(method, params, answer, inside=False)

    # MARK: - Sending

    def _call(
        self, method: str, params: Params | None = None, first: Answer | None = None
    ) -> Future[Any]:
        """Sends a request; `first` has its answer before the future has it."""
        future: Future[Any] = Future()

        def answer(result: Any, error: DiffabledError | None) -> None:
            try:
                if first:
                    first(result, error)
            finally:
                _complete(future, result, error)

        number = self._send(method, params, answer, inside=self._mailbox.is_inside())
        future.add_done_callback(partial(self._give_up, number))
        return future

    def _send(self, method: str, params: Params | None, answer: Answer, *, inside: bool) -> int:
        number = next(self._ids)
        line = _line(method, params, id=number)
        try:
            with self._lock:
                self._asked[number] = _Asked(method, answer, inside, self._sent)
                self._sent += 1
                self._write(line)
        except ConnectionLost as error:
            self._answer(number, None, error)
        return number

    def _tell(self, method: str, params: Params | None = None) -> None:
        self._write(_line(method, params))

    def _write(self, line: bytes) -> None:
        with self._lock:
            if not self._daemon:
                raise ConnectionLost("There is no daemon; the request was not sent.")
            self._daemon.write(line)

    def _give_up(self, number: int, future: Future[Any]) -> None:
        with self._lock:
            if not future.cancelled() or number not in self._asked:
                return
            # It is answered all the same, in its turn.
            self._asked[number] = self._asked[number]._replace(answer=_ignore)
            with suppress(ConnectionLost):
                self._tell("$/cancelRequest", {"id": number})

    # MARK: - Hearing

    def _unpacked(self, came: Any) -> Any:
        """A line of the daemon as a message."""
        if not isinstance(came, bytes):
            return came
        try:
            return parsed(came)
        except (ValueError, RecursionError) as error:
            log.error("The daemon sent what is no message, and is killed: %s", error)
            if self._daemon:
                self._daemon.kill()
            return _nothing

    def _handle(self, message: Any) -> None:
        try:
            if callable(message):  # It was put in by a timer, or is nothing.
                message()
            elif isinstance(message, Ended):
                self._lose(message.reason)
            elif "method" in message:
                self._handle_notification(message["method"], message.get("params") or {})
            elif message["id"] is not None:
                self._answer(message["id"], message.get("result"), message.get("error"))
            elif (unread := self._unread()) is not None:
                self._answer(unread, None, message["error"])
            else:
                log.error("The daemon could not read what was sent: %s", message["error"])
        except Exception:
            log.exception("What came from the daemon could not be handled.")

    def _handle_inside(self, message: Any) -> bool:
        """Handles an answer that a running handler may be waiting for."""
        if isinstance(message, Ended):
            self._fail(ConnectionLost(message.reason), only_inside=True)
            return False
        asked = None
        if isinstance(message, dict) and "method" not in message:
            number = message.get("id")
            asked = self._asked.get(self._unread() if number is None else number)
        if not asked or not asked.inside:
            return False
        self._handle(message)
        return True

    def _unread(self) -> object:
        """The request that the daemon could not read; None if it can have been a notification."""
        with self._lock:
            number, asked = next(iter(self._asked.items()), (None, None))
        is_unsure = asked and self._answered < self._notified <= asked.place
        return None if is_unsure else number

    def _answer(self, number: object, result: Any, error: Any) -> None:
        with self._lock:
            asked = self._asked.pop(number, None)
            if asked:
                self._answered = max(self._answered, asked.place)
        if not asked:
            return  # It was given up.
        if isinstance(error, dict):
            error = RequestFailed(asked.method, error)
        try:
            asked.answer(result, error)
        except Exception:
            log.exception("The answer to %s could not be handled.", asked.method)

    def _fail(self, error: ConnectionLost, *, only_inside: bool = False) -> None:
        for number, asked in tuple(self._asked.items()):
            if asked.inside or not only_inside:
                self._answer(number, None, error)

    def _handle_notification(self, method: str, params: dict[str, Any]) -> None:
        raise NotImplementedError

    def _lose(self, reason: str) -> None:
        raise NotImplementedError


def _ignore(_: Any, __: DiffabledError | None) -> None:
    """Takes what nobody waits for any more."""


def _nothing() -> None:
    """Stands in for what could not be read."""


def _line(method: str, params: Params | None, **members: Any) -> bytes:
    message = {"jsonrpc": "2.0", **members, "method": method}
    return line_of(message if params is None else {**message, "params": params})


def _complete(future: Future[Any], result: Any, error: DiffabledError | None) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if error:
        future.set_exception(error)
    else:
        future.set_result(result)
