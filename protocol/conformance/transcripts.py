"""Plays golden conversations and holds every answer against the one that is written down."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional
from urllib.parse import unquote_to_bytes

from replay import Sections, entry_of, replay, set_outlines
from server import Outcome, Server, frame
from values import ANY, Failure, difference, kind, parse, shown

# The ids of the questions that the runner asks between the messages of a transcript.
PROBE = "conformance probe "


class Exchange(NamedTuple):
    """A message and what is expected to be answered, each with the number of its line."""

    line: int
    sent: bytes
    answers: List[tuple]
    is_framed: bool = True


def read_transcript(path: Path) -> List[Exchange]:
    """Reads the lines `--> message`, `==> bytes`, `<-- answer` and `<-- nothing`; `#` begins prose."""
    exchanges: List[Exchange] = []
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        line = line[:-1] if line.endswith(b"\r") else line
        if line.startswith(b"--> "):
            exchanges.append(Exchange(number, line[4:], []))
        elif line.startswith(b"==> "):
            exchanges.append(Exchange(number, unquote_to_bytes(line[4:]), [], is_framed=False))
        elif line.startswith(b"<-- "):
            if line != b"<-- nothing":
                exchanges[-1].answers.append((number, parse(line[4:])))
        elif line and not line.startswith(b"#"):
            raise Failure(f"line {number} is no line of a transcript")
    return exchanges


def play(server: Server, path: Path, framing: str) -> None:
    """Plays one transcript, all of it at once, and compares what comes back."""
    script = Script(read_transcript(path))
    outcome = server.talk([script.input(framing)])
    Play(script).follow(outcome.messages(framing))
    check_end(outcome, script)


def check_end(outcome: Outcome, script: "Script") -> None:
    methods = [request.get("method") for request in script.requests]
    code = 0
    if "exit" in methods and "shutdown" not in methods[: methods.index("exit")]:
        code = 1
    if outcome.exit_code != code:
        raise Failure(f"exit code: expected {code}, got {outcome.exit_code}")
    if outcome.errors:
        raise Failure(f"it wrote to stderr: {shown(outcome.errors)}")


# MARK: - What is sent


class Script:
    """A transcript with the questions that the runner needs to know the lists before a change.

    The list of a named snapshot cannot be followed, for its edits are not announced; nor can that
    of a data source that is reloaded as a whole. Both are read where they are needed.
    """

    def __init__(self, exchanges: List[Exchange]):
        self.exchanges = exchanges
        self._input: List[Exchange] = []
        self.probes: Dict[str, dict] = {}
        self.requests = [parsed(exchange.sent) for exchange in exchanges]
        names: List[str] = []
        for exchange, request in zip(exchanges, self.requests):
            if request.get("method") == "shutdown":
                self._ask_for_all(names)
            if request.get("method") == "snapshot/changes":
                for target in request["params"].values():
                    if kind(target) == "object" and "snapshot" in target:
                        self._ask({"snapshot": target["snapshot"]})
            self._input.append(exchange)
            for _, answer in exchange.answers:
                name = applied(answer)
                if name is not None and "changes" not in answer["params"]:
                    self._ask({"dataSource": name})
                if name is not None and name not in names:
                    names.append(name)
        self._ask_for_all(names)

    def _ask_for_all(self, names: List[str]) -> None:
        """At the end every list has to be what its announcements made of it."""
        for name in names:
            self._ask({"dataSource": name})
        names.clear()

    def _ask(self, target: dict) -> None:
        identifier = f"{PROBE}{len(self.probes)}"
        self.probes[identifier] = target
        request = {"jsonrpc": "2.0", "id": identifier, "method": "snapshot/contents"}
        self._input.append(Exchange(0, json.dumps(dict(request, params=target)).encode(), []))

    def input(self, framing: str) -> bytes:
        """Everything that is sent, as a stream."""
        return b"".join(
            frame(part.sent, framing) if part.is_framed else part.sent for part in self._input
        )


def parsed(sent: bytes) -> dict:
    """A request that was sent, with params that are an object; empty for what is no request."""
    try:
        message = parse(sent)
    except Failure:
        return {}
    if not isinstance(message, dict):
        return {}
    params = message.get("params")
    return dict(message, params=params if isinstance(params, dict) else {})


def applied(message: Any) -> Optional[str]:
    """The data source that an announcement is about; None if that is not written down."""
    if isinstance(message, dict) and message.get("method") == "dataSource/didApply":
        params = message["params"]
        return params["dataSource"] if isinstance(params, dict) else None
    return None


# MARK: - What comes back


class Announced:
    """The list of one data source, as far as what was announced tells it."""

    def __init__(self) -> None:
        self.revision: Any = 0
        self.states: Dict[Any, Sections] = {0: []}


class Play:
    """Holds the answers of one run against those of the script."""

    def __init__(self, script: Script):
        self._script = script
        self._lists: Dict[str, Announced] = {}
        self._snapshots: Dict[str, Sections] = {}
        self._has_contents = True

    def follow(self, messages: List[Any]) -> None:
        rest = iter(messages)
        for exchange, request in zip(self._script.exchanges, self._script.requests):
            options = request["params"].get("options") if request else None
            if isinstance(options, dict) and (
                options.get("includeContent") is False or options.get("contentChanges") == "ignore"
            ):
                self._has_contents = False
            for line, expected in exchange.answers:
                actual = self._next(rest)
                if actual is None:
                    raise Failure(f"line {line}: this did not come: {shown(expected)}")
                self._compare(line, exchange, expected, actual)
        surplus = self._next(rest)
        if surplus is not None:
            raise Failure(f"this came after the last answer: {shown(surplus)}")

    def _next(self, rest: Any) -> Any:
        """The next message that does not answer a question of the runner's own."""
        for message in rest:
            identifier = message.get("id") if isinstance(message, dict) else None
            target = self._script.probes.pop(identifier, None) if identifier else None
            if target is None:
                return message
            self._read(target, message)
        return None

    def _compare(self, line: int, exchange: Exchange, expected: Any, actual: Any) -> None:
        if kind(expected) == kind(actual) == "array" and len(expected) == len(actual):
            parts = list(zip(expected, actual))
        else:
            parts = [(expected, actual)]
        for wanted, found in parts:
            try:
                self._compare_message(exchange, wanted, found)
            except Failure as failure:
                raise Failure(
                    f"line {line}: {failure}\n- {shown_all(wanted)}\n+ {shown_all(found)}"
                ) from failure

    def _compare_message(self, exchange: Exchange, expected: Any, actual: Any) -> None:
        wanted, expected_changes = without_changes(expected)
        found, actual_changes = without_changes(actual)
        text = difference(wanted, found)
        if text:
            raise Failure(text)
        name = applied(actual)
        before = self._before(exchange, actual)
        if expected_changes is not None:
            self._compare_changes(before, expected_changes, actual_changes)
        if name is not None:
            self._follow_announcement(name, actual["params"])
        elif isinstance(actual, dict) and actual.get("method") == "dataSource/didClose":
            self._lists.pop(actual["params"]["dataSource"], None)

    def _compare_changes(self, before: Optional[Sections], expected: Any, actual: Any) -> None:
        """Two ways to write a difference are the same when they do the same to the same list."""
        if before is None:
            text = difference(expected, actual, "changes")
        else:
            if kind(expected) != kind(actual):
                raise Failure(f"changes: expected an {kind(expected)}, got {kind(actual)}")
            wanted, found = replay(before, expected).summary(), replay(before, actual).summary()
            text = difference(wanted, found, "what the changes do")
        if text:
            raise Failure(text)

    def _before(self, exchange: Exchange, message: Any) -> Optional[Sections]:
        """The list before the changes of a message, if it is known."""
        name = applied(message)
        if name is not None:
            list_ = self._lists.setdefault(name, Announced())
            return list_.states.get(message["params"]["fromRevision"])
        params = request_of(exchange, message).get("params") or {}
        if "since" in params:
            list_ = self._lists.get(params["dataSource"], Announced())
            return list_.states.get(params["since"])
        source = params.get("from")
        if isinstance(source, dict) and "snapshot" in source:
            return self._snapshots.get(source["snapshot"])
        if isinstance(source, dict) and source.get("dataSource") in self._lists:
            list_ = self._lists[source["dataSource"]]
            return list_.states.get(list_.revision)
        return None

    def _follow_announcement(self, name: str, params: dict) -> None:
        list_ = self._lists.setdefault(name, Announced())
        if params["fromRevision"] != list_.revision:
            raise Failure(f"it begins at {params['fromRevision']}, not at {list_.revision}")
        before = list_.states.get(list_.revision)
        list_.revision = params["revision"]
        if "changes" not in params or before is None:
            return
        after = replay(before, params["changes"]).after
        counts = (len(after), sum(len(section["items"]) for section in after))
        if counts != (params["numberOfSections"], params["numberOfItems"]):
            raise Failure(f"the changes make {counts[0]} sections and {counts[1]} items")
        list_.states[list_.revision] = after

    def _read(self, target: dict, answer: dict) -> None:
        """Takes the answer to a question of the runner's own."""
        if "snapshot" in target:
            if "result" in answer:
                self._snapshots[target["snapshot"]] = sections_of(answer["result"])
            return
        name = target["dataSource"]
        list_ = self._lists.get(name)
        if "result" not in answer:
            if list_ is not None:
                raise Failure(f"the list {name!r} cannot be read: {shown(answer)}")
            return
        read = sections_of(answer["result"])
        if list_ is None or answer["result"]["revision"] != list_.revision:
            raise Failure(f"the list {name!r} is at {answer['result']['revision']}")
        followed = list_.states.setdefault(list_.revision, read)
        if not self._has_contents:
            read, followed = without_contents(read), without_contents(followed)
        text = difference(read, followed, f"the list {name!r} that was announced")
        if text:
            raise Failure(text)


def request_of(exchange: Exchange, answer: Any) -> dict:
    """The request that a message answers."""
    if not isinstance(answer, dict) or "result" not in answer:
        return {}
    message = parse(exchange.sent)
    for request in message if isinstance(message, list) else [message]:
        if isinstance(request, dict) and request.get("id") == answer.get("id"):
            return request
    return {}


def without_changes(message: Any) -> tuple:
    """A message without what is not compared as it is, and the changes that it had."""
    message = copy.deepcopy(message)
    if not isinstance(message, dict):
        return message, None
    if "error" in message:
        message["error"]["message"] = ANY
    body = message.get("params") if "method" in message else message.get("result")
    if not isinstance(body, dict):
        return message, None
    if message.get("method") == "$/logTrace":
        body.update((name, ANY) for name in body)
    if isinstance(body.get("serverInfo"), dict):
        body["serverInfo"]["name"] = ANY
    changes = body.get("changes")
    if "changes" in body:
        body["changes"] = ANY
    return message, changes


def sections_of(document: dict) -> Sections:
    """A list from the answer to `snapshot/contents`."""
    sections = [
        dict(section, items=[entry_of(item) for item in section["items"]])
        for section in document["sections"]
    ]
    set_outlines(sections, document.get("outlines", []))
    return sections


def without_contents(sections: Sections) -> list:
    return [
        [section["id"]] + [[item["id"], item.get("outline")] for item in section["items"]]
        for section in sections
    ]


def shown_all(message: Any) -> str:
    return json.dumps(message, default=str, separators=(",", ":"))
