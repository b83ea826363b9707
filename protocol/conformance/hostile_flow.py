"""How bytes come and go: in pieces, all at once, unread, and altered."""

from __future__ import annotations

import random
from typing import Callable, Iterator, List

from cases import (
    AFTER,
    INITIALIZE,
    SERVED,
    SHUTDOWN,
    Case,
    expect,
    notification,
    request,
    result,
)
from replay import replay
from server import FRAMINGS, Outcome, Server, frame
from transcripts import sections_of
from values import Failure, difference, shown

LIST = {"dataSource": "é"}
BEFORE = '{"sections":[{"id":"A","items":["a",{"id":"é","content":1.50}]}]}'
CREATE = request("dataSource/create", LIST)
EDIT = request(
    "dataSource/edit",
    dict(LIST, edits=[{"op": "appendSections", "sections": [{"id": "A", "items": ["ä", "b"]}]}]),
)
CONTENTS = request("snapshot/contents", LIST)
CLOSE = request("dataSource/close", LIST)
# A session that leaves nothing behind, so that it can be had again and again with the same bytes.
SHORT = [CREATE, EDIT, b'{"id":', b"[%b,1]" % CONTENTS, CLOSE]


def flow_cases() -> Iterator[Case]:
    for framing in FRAMINGS:
        for name, check in (
            ("a session that is split at every byte", split_anywhere),
            ("a session that comes byte by byte", byte_by_byte),
            ("a beginning that is split at every byte", split_beginning),
            ("5 MB of requests before anything is read", unread_requests),
            ("an apply after the other before anything is read", unread_applies),
            ("requests that are cancelled", cancelled),
            ("altered sessions", altered),
        ):
            yield Case(f"{name} ({framing})", with_framing(check, framing))


def with_framing(check: Callable, framing: str) -> Callable[[Server], None]:
    return lambda server: check(server, framing)


def framed(messages: List[bytes], framing: str) -> bytes:
    return b"".join(frame(message, framing) for message in messages)


# MARK: - Pieces


def split_anywhere(server: Server, framing: str) -> None:
    start, session = framed([INITIALIZE], framing), framed(SHORT, framing)
    once = server.talk([start + session]).output
    begin = server.talk([start]).output
    pieces = [start]
    for cut in range(1, len(session)):
        pieces += [session[:cut], session[cut:]]
    same_bytes(server.talk(pieces), begin + once[len(begin) :] * (len(session) - 1))


def byte_by_byte(server: Server, framing: str) -> None:
    session = framed([INITIALIZE, *SHORT, SHUTDOWN], framing)
    pieces = [session[i : i + 1] for i in range(len(session))]
    same_bytes(server.talk(pieces), server.talk([session]).output)


def split_beginning(server: Server, framing: str) -> None:
    """The framing is told from the first bytes, however they come."""
    session = b"\xef\xbb\xbf\r\n\n" + framed([INITIALIZE, *SHORT], framing)
    whole = server.talk([session]).output
    for cut in range(1, 30):
        same_bytes(server.talk([session[:cut], session[cut:]]), whole)


def same_bytes(outcome: Outcome, expected: bytes) -> None:
    if outcome.output != expected:
        at = next(
            (i for i, (a, b) in enumerate(zip(outcome.output, expected)) if a != b),
            min(len(outcome.output), len(expected)),
        )
        raise Failure(
            f"the answers differ from byte {at} on:"
            f"\n- {shown(expected[at : at + 200])}\n+ {shown(outcome.output[at : at + 200])}"
        )
    if outcome.exit_code != 0:
        raise Failure(f"exit code: expected 0, got {outcome.exit_code}")


# MARK: - A client that writes everything before it reads


def written_then_read(server: Server, data: bytes) -> Outcome:
    """Reads nothing until everything is written, which a server has to take all the same."""
    with server.start() as running:
        running.write(data)
        running.check_in_time()
        running.close_input()
        return running.end(running.read_all())


def unread_requests(server: Server, framing: str) -> None:
    padding = b" " * 100
    count = 5_000_000 // len(request("dataSource/list", {}, 10_000) + padding)
    requests = [request("dataSource/list", {}, number) + padding for number in range(count)]
    outcome = written_then_read(server, framed([INITIALIZE, *requests, AFTER], framing))
    answers = [result({"dataSources": []}, number) for number in range(count)]
    expect(outcome, framing, ["…", *answers, SERVED])


def edit_number(number: int) -> bytes:
    """An edit of a list that stays at forty items or so, which come and go with long contents."""
    new = {"id": number, "content": "x" * 2000}
    edits = [
        {"op": "deleteItems", "items": [number - 40 or -1]},
        {"op": "insertItems", "items": [new], "beforeItem": 0},
        {"op": "moveItem", "item": number, "afterItem": max(0, number - 7)},
    ]
    return request("dataSource/edit", dict(LIST, edits=edits), number)


def unread_applies(server: Server, framing: str) -> None:
    """Announcements may be merged, but have to lead from revision to revision to the list."""
    document = {"sections": [{"id": "A", "items": [0]}]}
    create = request("dataSource/create", dict(LIST, snapshot=document), "create")
    edits = [edit_number(number) for number in range(1, 1501)]
    read = request("snapshot/contents", LIST, "read")
    outcome = written_then_read(server, framed([INITIALIZE, create, *edits, read], framing))
    list_: list = []
    revision, answered = 0, 0
    for message in outcome.messages(framing):
        if message.get("method") == "dataSource/didApply":
            params = message["params"]
            if params["fromRevision"] != revision:
                raise Failure(f"a change begins at {params['fromRevision']}, not at {revision}")
            list_, revision = replay(list_, params["changes"]).after, params["revision"]
        elif "error" in message:
            raise Failure(f"this was refused: {shown(message)}")
        elif message["id"] == "read":
            text = difference(sections_of(message["result"]), list_, "the list that was announced")
            if text:
                raise Failure(text)
            answered += 1
        else:
            made = message["result"].get("revision", 0)
            if made > revision:
                raise Failure(f"revision {made} is answered before it is announced")
            answered += 1
    if answered != len(edits) + 3 or revision != len(edits) + 1:
        raise Failure(f"{answered} answers, and the list is at revision {revision}")


# MARK: - Cancelling


def cancelled(server: Server, framing: str) -> None:
    """What is cancelled ends in time or has changed nothing; each request is answered once."""
    document = {"sections": [{"id": "A", "items": list(range(20_000))}]}
    options = {"changeFormat": "none"}
    create = request("dataSource/create", dict(LIST, options=options, snapshot=document), "create")
    count = 30
    messages = [INITIALIZE, create]
    for number in range(count):
        shuffle = {"op": "shuffleItems", "seed": number}
        messages.append(request("dataSource/edit", dict(LIST, edits=[shuffle]), number))
        messages.append(notification("$/cancelRequest", {"id": number}))
    messages.append(request("snapshot/counts", LIST, "counts"))
    outcome = server.talk([framed(messages, framing)])
    answers = [message for message in outcome.messages(framing) if "id" in message]
    if [answer["id"] for answer in answers] != ["i", "create", *range(count), "counts"]:
        raise Failure(f"these were answered: {shown([answer['id'] for answer in answers])}")
    edits = answers[2:-1]
    codes = [answer["error"]["code"] for answer in edits if "error" in answer]
    if set(codes) - {-32800}:
        raise Failure(f"refused with {shown(codes)}")
    revision = 1 + sum("result" in answer for answer in edits)
    if answers[-1]["result"]["revision"] != revision:
        raise Failure(f"the list is not at {revision}: {shown(answers[-1])}")


# MARK: - Bytes that are altered


def altered(server: Server, framing: str) -> None:
    """Whatever comes, what goes out is well framed and well formed, and the end is orderly."""
    session = framed([INITIALIZE, *SHORT, AFTER], framing)
    for seed in range(100):
        generator = random.Random(seed)
        data = bytearray(session)
        for _ in range(generator.randint(1, 6)):
            at = generator.randrange(len(data))
            kind = generator.randrange(3)
            if kind == 0:
                data[at] = generator.randrange(256)
            elif kind == 1:
                del data[at : at + generator.randint(1, 20)]
            else:
                data[at:at] = data[generator.randrange(len(data)) :][: generator.randint(1, 40)]
        outcome = server.talk([bytes(data)])
        try:
            outcome.messages("lsp" if outcome.output[:1] == b"C" else "lines")
        except Failure as failure:
            raise Failure(f"seed {seed}: {failure}") from failure
        if outcome.exit_code not in (0, 1):
            raise Failure(f"seed {seed}: exit code {outcome.exit_code}")
