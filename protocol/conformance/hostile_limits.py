"""The limits, each lowered by its flag; a server that does not take the flags is not asked."""

from __future__ import annotations

from typing import Any, Iterator, List, Sequence

from cases import (
    INITIALIZE,
    INITIALIZED,
    INVALID_REQUEST,
    PARSE_ERROR,
    Case,
    Skipped,
    error,
    expect,
    notification,
    request,
    result,
    text_of,
    too_much,
)
from server import FRAMINGS, Server, frame
from values import ANY, Failure, kind

LISTED = result({"snapshots": []})
LIST = request("snapshot/list")


def limit_cases() -> Iterator[Case]:
    for framing in FRAMINGS:
        yield from message_limits(framing)
    yield from count_limits()


def limited(
    name: str, limit: str, value: int, sent: List[bytes], answers: list, framing: str = "lines"
) -> Case:
    """A case with one limit lowered; the flag has the limit's name, as in `--max-data-sources`."""
    flag = "".join("-" + letter.lower() if letter.isupper() else letter for letter in limit)
    flags = [f"--{flag}", str(value)]

    def check(server: Server) -> None:
        require_limit(server, limit, value, flags)
        outcome = server.talk([frame(INITIALIZE, framing) + b"".join(sent)], *flags)
        expect(outcome, framing, [INITIALIZED, *answers])

    return Case(f"limit {limit}: {name} ({framing})", check)


def require_limit(server: Server, limit: str, value: int, flags: Sequence[str]) -> None:
    reason = f"the server does not take {' '.join(flags)}"
    try:
        outcome = server.talk([frame(INITIALIZE, "lines")], *flags)
        answer: Any = outcome.messages("lines")[0]
    except (Failure, IndexError) as failure:
        raise Skipped(reason) from failure
    limits = answer.get("result", {}).get("limits")
    if kind(limits) != "object" or limits.get(limit) != value:
        raise Skipped(reason)


# MARK: - Messages and headers


def message_limits(framing: str) -> Iterator[Case]:
    def framed(*messages: bytes) -> List[bytes]:
        return [frame(message, framing) for message in messages]

    oversized = too_much("maxMessageBytes")
    for size in (1001, 70_000, 3_000_000):
        large = request("snapshot/list", {"x": "x" * size})
        yield limited(
            f"a message of {len(large)} bytes",
            "maxMessageBytes",
            1000,
            framed(LIST, large, large, LIST),
            [LISTED, oversized, oversized, LISTED],
            framing,
        )
    exact = LIST + b" " * (1000 - len(LIST))
    yield limited(
        "a message that just fits",
        "maxMessageBytes",
        1000,
        framed(exact, exact + b" ", exact),
        [LISTED, oversized, LISTED],
        framing,
    )
    deep, deeper = b'{"a":[[1]]}', b'{"a":[[[1]]]}'
    yield limited(
        "levels of nesting",
        "maxNestingDepth",
        3,
        framed(deep, deeper, LIST),
        [error(-32600, "invalidRequest"), PARSE_ERROR, LISTED],
        framing,
    )
    create = notification("snapshot/create", {"snapshot": "t"})
    batch = b"[%b]" % b",".join([request("rpc.discover"), CREATE, create, LIST])
    refused = too_much("maxQueuedBytes", 1)
    yield limited(
        "a batch whose answers do not fit",
        "maxQueuedBytes",
        1000,
        framed(batch, LIST),
        [[result(ANY), refused, refused], LISTED],
        framing,
    )
    several = b"[%b]" % b",".join([LIST] * 3)
    yield limited(
        "one message too many",
        "maxBatchMessages",
        3,
        framed(several, several[:-1] + b"," + LIST + b"]", b"[1,2,3,4]", LIST),
        [[LISTED] * 3, too_much("maxBatchMessages"), too_much("maxBatchMessages"), LISTED],
        framing,
    )
    yield limited(
        "an id that does not fit",
        "maxIdentifierBytes",
        3,
        framed(
            request("snapshot/list", id="abc"),
            request("snapshot/create", {"snapshot": "t"}, "abcd"),
            b"[%b]" % request("snapshot/list", id=1234),
            LIST,
        ),
        [result({"snapshots": []}, "abc"), INVALID_REQUEST, [INVALID_REQUEST], LISTED],
        framing,
    )
    if framing == "lsp":
        fits = b"X: " + b"x" * 40 + b"\r\n" + frame(LIST, "lsp")
        large = b"X: " + b"x" * 400 + b"\r\n" + frame(LIST, "lsp")
        answers = [LISTED, PARSE_ERROR, LISTED, LISTED]
        header = "a block that does not fit"
        yield limited(header, "maxHeaderBytes", 100, [fits, large, fits], answers, "lsp")


# MARK: - Counts and sizes

REFUSED = 7
DRAFT = {"snapshot": "s"}
CREATE = request("snapshot/create", DRAFT)
COUNTS = request("snapshot/counts", DRAFT)


def lines(*messages: bytes) -> List[bytes]:
    return [frame(message, "lines") for message in messages]


def edit(op: str, id: Any = 1, **members: Any) -> bytes:
    return request("snapshot/edit", dict(DRAFT, edits=[dict(members, op=op)]), id)


def counted(sections: int, items: int) -> dict:
    return result({"numberOfSections": sections, "numberOfItems": items})


def edited(sections: int, items: int) -> dict:
    return result({"numberOfSections": sections, "numberOfItems": items, "warnings": []})


EMPTY = counted(0, 0)


def count_limits() -> Iterator[Case]:
    """Limits of 3, with what just fits and what does not; what does not changes nothing."""
    created = result({"revision": 0})
    yield from name_limits("maxDataSources", "dataSource/create", "dataSource", created)
    yield from name_limits("maxSnapshots", "snapshot/create", "snapshot", EMPTY)
    fits = edit("appendSections", sections=[{"id": "A", "items": [1, 2, 3]}])
    large = edit("appendItems", REFUSED, items=[4])
    yield list_limit("maxItemsPerDataSource", "one too many", fits, large, 1, 3)
    fits = edit("appendSections", sections=[1, 2, 3])
    large = edit("appendSections", REFUSED, sections=[4])
    yield list_limit("maxSectionsPerDataSource", "one too many", fits, large, 3, 0)
    fits = edit("appendSections", sections=["A"])
    large = edit("appendItems", REFUSED, items=[{"id": 1, "content": "x" * 2000}])
    yield limited(
        "a content that does not fit beside all else",
        "maxTotalBytes",
        1000,
        lines(CREATE, fits, large, COUNTS),
        [EMPTY, edited(1, 0), too_much("maxTotalBytes", REFUSED), counted(1, 0)],
    )
    for identifier, longer in (("éa", "éab"), (123, 1234), ([1], [12])):
        fits = edit("appendSections", sections=[identifier])
        large = edit("appendSections", REFUSED, sections=[longer])
        name = f"the identifier {text_of(longer).decode()}"
        yield list_limit("maxIdentifierBytes", name, fits, large, 1, 0)


def name_limits(limit: str, method: str, member: str, made: dict) -> Iterator[Case]:
    """How many names there may be, and how long one may be."""
    names = [request(method, {member: name}) for name in "abc"]
    refused = too_much(limit, REFUSED)
    sent = lines(*names, request(method, {member: "d"}, REFUSED))
    yield limited("one too many", limit, 3, sent, [made] * 3 + [refused])
    refused = too_much("maxNameBytes", REFUSED)
    sent = lines(request(method, {member: "é!"}), request(method, {member: "éa!"}, REFUSED))
    yield limited(f"a {member}", "maxNameBytes", 3, sent, [made, refused])


def list_limit(
    limit: str, name: str, fits: bytes, large: bytes, sections: int, items: int
) -> Case:
    """An edit that just fits and one that does not, and the counts between and afterwards."""
    sent = lines(CREATE, fits, large, COUNTS)
    refused = too_much(limit, REFUSED)
    answers = [EMPTY, edited(sections, items), refused, counted(sections, items)]
    return limited(name, limit, 3, sent, answers)
