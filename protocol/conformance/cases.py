"""What a case is, and the words in which hostile cases say what has to be answered."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Sequence

from server import Outcome, Server, frame
from values import ANY, Failure, Has, difference, shown


class Skipped(Exception):
    """The server cannot be asked this; the text says why."""


class Case(NamedTuple):
    """Something that is checked: a name, and a function that raises Failure or Skipped."""

    name: str
    check: Callable[[Server], None]


# MARK: - Requests


def request(method: str, params: Any = None, id: Any = 1) -> bytes:
    """A request as JSON text; without params it has none."""
    message = {"jsonrpc": "2.0", "id": id, "method": method}
    return text_of(message if params is None else dict(message, params=params))


def notification(method: str, params: Any = None) -> bytes:
    message = {"jsonrpc": "2.0", "method": method}
    return text_of(message if params is None else dict(message, params=params))


def text_of(message: Any) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


INITIALIZE = request("initialize", {}, "i")
AFTER = request("dataSource/list", id="after")
SHUTDOWN = request("shutdown", id="shutdown")
EXIT = notification("exit")

# MARK: - Answers


def result(value: Any, id: Any = 1) -> dict:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def error(code: int, kind: str, id: Any = None, **data: Any) -> dict:
    """A refusal: its code, its kind and, where given, other members of its data."""
    body = {"code": code, "message": ANY, "data": Has(kind=kind, **data)}
    return {"jsonrpc": "2.0", "id": id, "error": body}


PARSE_ERROR = error(-32700, "parseError")
INVALID_REQUEST = error(-32600, "invalidRequest")
INITIALIZED = result(ANY, "i")
SERVED = result({"dataSources": []}, "after")
EARLY = error(-32002, "serverNotInitialized", "after")


def too_much(limit: str, id: Any = None) -> dict:
    return error(1013, "limitExceeded", id, limit=limit)


# MARK: - Checking


def expect(
    outcome: Outcome, framing: str, answers: Sequence[Any], exit_code: Optional[int] = 0
) -> None:
    """Holds everything that a server did against what it should have done."""
    messages = outcome.messages(framing)
    for number, (expected, actual) in enumerate(zip(answers, messages), start=1):
        text = difference(expected, actual)
        if text:
            raise Failure(f"answer {number} of {len(answers)}: {text}\n+ {shown(actual)}")
    if len(messages) < len(answers):
        raise Failure(f"this did not come: {shown(answers[len(messages)])}")
    if len(messages) > len(answers):
        raise Failure(f"this was not expected: {shown(messages[len(answers)])}")
    if exit_code is not None and outcome.exit_code != exit_code:
        raise Failure(f"exit code: expected {exit_code}, got {outcome.exit_code}")
    if outcome.errors:
        raise Failure(f"it wrote to stderr: {shown(outcome.errors)}")


def conversation(
    messages: Iterable[bytes],
    answers: Sequence[Any],
    framing: str,
    exit_code: int = 0,
    flags: Sequence[str] = (),
) -> Callable[[Server], None]:
    """A check that sends well-framed messages in one piece, whatever is in them."""

    def check(server: Server) -> None:
        data = b"".join(frame(message, framing) for message in messages)
        expect(server.talk([data], *flags), framing, answers, exit_code)

    return check


def in_both_framings(
    name: str, messages: List[bytes], answers: List[Any], exit_code: int = 0
) -> List[Case]:
    return [
        Case(f"{name} ({framing})", conversation(messages, answers, framing, exit_code))
        for framing in ("lines", "lsp")
    ]


def served(name: str, messages: List[bytes], answers: List[Any]) -> List[Case]:
    """Cases in the middle of a session, after which the next request has to be served."""
    messages = [INITIALIZE, *messages, AFTER]
    return in_both_framings(name, messages, [INITIALIZED, *answers, SERVED])
