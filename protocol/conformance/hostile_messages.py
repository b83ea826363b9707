"""Well-framed messages that are broken, odd or too early; the next one is always served."""

from __future__ import annotations

from decimal import Decimal
from typing import Iterator

from cases import (
    AFTER,
    EARLY,
    INITIALIZE,
    INITIALIZED,
    INVALID_REQUEST,
    PARSE_ERROR,
    SERVED,
    Case,
    error,
    in_both_framings,
    notification,
    request,
    result,
    served,
)

MAX_DEPTH = 256

NO_JSON = {
    "a text": b"this is no JSON",
    "an object that ends early": b'{"jsonrpc":"2.0","id":1,"method":',
    "a string that ends early": b'{"jsonrpc":"2.0","id":1,"method":"dataSource/li',
    "an array that ends early": b"[1,2",
    "a comma before the end": b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list",}',
    "two values": b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list"} {}',
    "a comment": b'{"jsonrpc":"2.0",/**/"id":1,"method":"dataSource/list"}',
    "single quotes": b"{'jsonrpc':'2.0','id':1,'method':'dataSource/list'}",
    "a name without quotes": b'{jsonrpc:"2.0","id":1,"method":"dataSource/list"}',
    "NaN": b'{"jsonrpc":"2.0","id":NaN,"method":"dataSource/list"}',
    "Infinity": b'{"jsonrpc":"2.0","id":-Infinity,"method":"dataSource/list"}',
    "a leading zero": b'{"jsonrpc":"2.0","id":01,"method":"dataSource/list"}',
    "a leading plus": b'{"jsonrpc":"2.0","id":+1,"method":"dataSource/list"}',
    "a number that ends in a point": b'{"jsonrpc":"2.0","id":1.,"method":"dataSource/list"}',
    "a number that begins with a point": b'{"jsonrpc":"2.0","id":.5,"method":"dataSource/list"}',
    "a hexadecimal number": b'{"jsonrpc":"2.0","id":0x1,"method":"dataSource/list"}',
    "an unknown escape": b'{"jsonrpc":"2.0","id":"\\x41","method":"dataSource/list"}',
    "an escape of three digits": b'{"jsonrpc":"2.0","id":"\\u041","method":"dataSource/list"}',
    "a tab in a string": b'{"jsonrpc":"2.0","id":"\t","method":"dataSource/list"}',
    "a NUL in a string": b'{"jsonrpc":"2.0","id":"\0","method":"dataSource/list"}',
    "a NUL between values": b'{"jsonrpc":"2.0","id":1,\0"method":"dataSource/list"}',
    "a NUL behind the message": b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list"}\0',
    "one quotation mark": b'"',
    "one brace": b"{",
    "one minus": b"-",
    "a word": b"tru",
}

NO_UTF8 = {
    "a byte that never stands in UTF-8": b"\xff",
    "a continuation without a start": b"\x80",
    "a start without a continuation": b"\xc3",
    "an overlong NUL": b"\xc0\x80",
    "an overlong slash": b"\xe0\x80\xaf",
    "a surrogate": b"\xed\xa0\x80",
    "a scalar past the last one": b"\xf4\x90\x80\x80",
    "Latin-1": "é".encode("latin-1"),
}

NO_REQUEST = {
    "a string": b'"hello"',
    "a number": b"42",
    "null": b"null",
    "an empty object": b"{}",
    "no version": b'{"id":1,"method":"dataSource/list"}',
    "version 1.0": b'{"jsonrpc":"1.0","id":1,"method":"dataSource/list"}',
    "a version that is a number": b'{"jsonrpc":2.0,"id":1,"method":"dataSource/list"}',
    "a version that is null": b'{"jsonrpc":null,"id":1,"method":"dataSource/list"}',
    "a version that stands in an array": b'{"jsonrpc":["2.0"],"id":1,"method":"dataSource/list"}',
    "no method": b'{"jsonrpc":"2.0","id":1}',
    "a method that is a number": b'{"jsonrpc":"2.0","id":1,"method":7}',
    "a method that is null": b'{"jsonrpc":"2.0","id":1,"method":null}',
    "a method in a notification that is an array": b'{"jsonrpc":"2.0","method":[]}',
    "an id that is an object": b'{"jsonrpc":"2.0","id":{},"method":"dataSource/list"}',
    "an id that is an array": b'{"jsonrpc":"2.0","id":[1],"method":"dataSource/list"}',
    "an id that is a boolean": b'{"jsonrpc":"2.0","id":true,"method":"dataSource/list"}',
    "an id that is a fraction": b'{"jsonrpc":"2.0","id":1.5,"method":"dataSource/list"}',
    "params that are a string": b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":""}',
    "params that are a number": b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":0}',
    "params that are a boolean": (
        b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":false}'
    ),
}


def message_cases() -> Iterator[Case]:
    for name, text in NO_JSON.items():
        yield from served(f"no JSON: {name}", [text], [PARSE_ERROR])
    for name, text in NO_UTF8.items():
        message = b'{"jsonrpc":"2.0","id":"%b","method":"dataSource/list"}' % text
        yield from served(f"no UTF-8: {name}", [message], [PARSE_ERROR])
    for name, text in NO_REQUEST.items():
        yield from served(f"no request: {name}", [text], [INVALID_REQUEST])
    yield from depth_cases()
    yield from batch_cases()
    yield from id_cases()
    yield from content_cases()
    yield from identifier_cases()
    yield from order_cases()


# MARK: - Nesting


def depth_cases() -> Iterator[Case]:
    for depth in (300, 100_000):
        for name, text in (
            ("arrays", b"[" * depth + b"]" * depth),
            ("objects", b'{"a":' * depth + b"1" + b"}" * depth),
            ("arrays that never end", b"[" * depth),
            ("objects that never end", b'{"a":' * depth),
        ):
            yield from served(f"{depth} {name} in one another", [text], [PARSE_ERROR])
        text = b"[" * depth + b"]" * depth
        message = b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":{"x":%b}}' % text
        yield from served(f"params {depth} arrays deep", [message], [PARSE_ERROR])
    for depth, answer in ((MAX_DEPTH, result({"dataSources": []})), (MAX_DEPTH + 1, PARSE_ERROR)):
        inner = b"[" * (depth - 1) + b"]" * (depth - 1)
        message = b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list","x":%b}' % inner
        yield from served(f"{depth} levels of nesting", [message], [answer])


# MARK: - Batches


def batch(*messages: bytes) -> bytes:
    return b"[%b]" % b",".join(messages)


def batch_cases() -> Iterator[Case]:
    list_ = request("dataSource/list")
    listed = result({"dataSources": []})
    yield from served("an empty batch", [b"[]"], [INVALID_REQUEST])
    yield from served("a batch in a batch", [b"[[]]"], [[INVALID_REQUEST]])
    yield from served(
        "a batch of what is no request",
        [batch(b"1", list_, b'{"id":1}', b"null")],
        [[INVALID_REQUEST, listed, INVALID_REQUEST, INVALID_REQUEST]],
    )
    yield from served("a batch that is not closed", [b"[" + list_], [PARSE_ERROR])
    yield from served(
        "a batch of nothing but notifications",
        [batch(notification("$/nothing"), notification("$/cancelRequest", {"id": 1}))],
        [],
    )
    yield from served(
        "a batch of nothing but responses",
        [batch(b'{"jsonrpc":"2.0","id":1,"result":1}', b'{"jsonrpc":"2.0","id":2,"result":null}')],
        [],
    )
    refused = [error(-32600, "invalidRequest", id) for id in (1, 2, 3)]
    yield from served(
        "the lifecycle in a batch",
        [batch(request("initialize", {}), request("shutdown", id=2), request("exit", id=3))],
        [refused],
    )
    yield from served(
        "exit as a notification in a batch", [batch(notification("exit"), list_)], [[listed]]
    )
    yield from in_both_framings(
        "a batch before initialize",
        [batch(list_, AFTER), INITIALIZE, AFTER],
        [[error(-32002, "serverNotInitialized", 1), EARLY], INITIALIZED, SERVED],
    )
    yield from served("a batch of 10,000 requests", [batch(*[list_] * 10_000)], [[listed] * 10_000])


# MARK: - Ids, members and methods

IDS = {
    "a long integer": (b"9" * 400, Decimal("9" * 400)),
    "a negative integer": (b"-1", -1),
    "an empty string": (b'""', ""),
    "null": (b"null", None),
    "a string with escapes": (b'"\\u0061\\/\\n\\u0000"', "a/\n\0"),
    "a lone surrogate": (b'"\\ud800"', "\ud800"),
    "an integer past 2^64": (b"18446744073709551617", 18446744073709551617),
}


def id_cases() -> Iterator[Case]:
    listed = {"dataSources": []}
    for name, (text, value) in IDS.items():
        message = b'{"jsonrpc":"2.0","id":%b,"method":"dataSource/list"}' % text
        yield from served(f"an id that is {name}", [message], [result(listed, value)])
    yield from served(
        "members that stand twice",
        [b'{"jsonrpc":"1.0","id":9,"jsonrpc":"2.0","id":1,"method":"dataSource/list"}'],
        [INVALID_REQUEST],
    )
    unknown = b'{"x":[{}],"jsonrpc":"2.0","id":1,"params":{},"method":"dataSource/list"}'
    yield from served("unknown members of a message", [unknown], [result(listed)])
    for name, params in (("are unknown", b'{"x":1}'), ("stand twice", b'{"items":[],"items":[]}')):
        method = b"dataSource/list" if b"x" in params else b"dataSource/indexPath"
        message = b'{"jsonrpc":"2.0","id":1,"method":"%b","params":%b}' % (method, params)
        yield from served(f"params that {name}", [message], [WRONG])
    for name in ("", "nothing", "dataSource/", "$/nothing", "\0"):
        yield from served(
            f"the unknown method {name[:12]!r}",
            [request(name)],
            [error(-32601, "methodNotFound", 1, method=name)],
        )
    long_name = request("x" * 100_000)
    yield from served("a long unknown method", [long_name], [error(-32601, "methodNotFound", 1)])
    yield from served("params that are an array", [request("dataSource/list", [1])], [WRONG])
    yield from served("empty params", [request("dataSource/list", [])], [result(listed)])
    null = b'{"jsonrpc":"2.0","id":1,"method":"dataSource/list","params":null}'
    yield from served("params that are null", [null], [result(listed)])
    yield from served(
        "wrong notifications",
        [
            notification("$/nothing"),
            notification("nothing", [1]),
            notification("dataSource/create", {"dataSource": 7}),
            notification("$/setTrace", {"value": "loud"}),
            notification("$/cancelRequest"),
            notification("$/cancelRequest", {"id": {}}),
            notification("$/cancelRequest", {"id": "never asked"}),
        ],
        [],
    )
    yield from served(
        "responses",
        [
            b'{"jsonrpc":"2.0","id":1,"result":{}}',
            b'{"jsonrpc":"2.0","id":"after","result":null}',
            b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}',
        ],
        [],
    )


WRONG = error(-32602, "invalidParams", 1)

# MARK: - Values

CONTENTS = {
    "1e400": (b"1e400", Decimal("1e400")),
    "many digits": (b"0." + b"1" * 500, Decimal("0." + "1" * 500)),
    "a huge exponent": (b"-1E-99999", Decimal("-1E-99999")),
    "an integer past 2^64": (b"123456789012345678901234567890", 123456789012345678901234567890),
    "a NUL": (b'"\\u0000"', "\0"),
    "a lone surrogate": (b'"\\udfff \\ud800x"', "\udfff \ud800x"),
    "an escaped pair": (b'"\\ud83d\\ude00"', "😀"),
    "a noncharacter": ('"\uffff"'.encode(), "\uffff"),
    "empty names": (b'{"":{"":[]}}', {"": {"": []}}),
    "a long text": (b'"%b"' % (b"x" * 100_000), "x" * 100_000),
}


def content_cases() -> Iterator[Case]:
    """Contents come back as the same JSON value, whatever they are."""
    for name, (text, value) in CONTENTS.items():
        edit = (
            b'{"jsonrpc":"2.0","id":2,"method":"snapshot/edit","params":{"snapshot":"s","edits":'
            b'[{"op":"appendSections","sections":[{"id":"A","content":%b}]}]}}' % text
        )
        yield from served(
            f"content that is {name}",
            [request("snapshot/create", {"snapshot": "s"}), edit, CONTENTS_REQUEST],
            [EMPTY, edited(1), result({"sections": [{"id": "A", "content": value, "items": []}]})],
        )


CONTENTS_REQUEST = request("snapshot/contents", {"snapshot": "s"})
EMPTY = result({"numberOfSections": 0, "numberOfItems": 0})


def edited(sections: int) -> dict:
    return result({"numberOfSections": sections, "numberOfItems": 0, "warnings": []}, 2)


NO_IDENTIFIERS = {
    "a fraction": b"1.5",
    "2^53": b"9007199254740992",
    "-2^53": b"-9007199254740992",
    "1e400": b"1e400",
    "a boolean": b"true",
    "null": b"null",
    "an empty array": b"[]",
    "an array in an array": b"[[1]]",
    "an array with a fraction": b"[1.5]",
    "a string with a NUL": b'"a\\u0000"',
    "a string with a lone surrogate": b'"\\ud800"',
    "an array with a lone surrogate": b'["\\udc00"]',
    "an object without an id": b"{}",
    "an object whose id is an object": b'{"id":{}}',
}


def identifier_cases() -> Iterator[Case]:
    edit = (
        b'{"jsonrpc":"2.0","id":2,"method":"snapshot/edit","params":{"snapshot":"s","edits":'
        b'[{"op":"appendSections","sections":["A"]},{"op":"appendItems","items":["b",%b]}]}}'
    )
    create = request("snapshot/create", {"snapshot": "s"})
    unchanged = result({"sections": []})
    for name, text in NO_IDENTIFIERS.items():
        yield from served(
            f"an identifier that is {name}",
            [create, edit % text, CONTENTS_REQUEST],
            [EMPTY, NO_IDENTIFIER, unchanged],
        )
    largest = b"9007199254740991,-9007199254740991,1.0,-0"
    yield from served(
        "the largest integers as identifiers",
        [create, edit % largest, request("snapshot/itemIdentifiers", {"snapshot": "s"})],
        [
            EMPTY,
            result({"numberOfSections": 1, "numberOfItems": 5, "warnings": []}, 2),
            result({"items": ["b", 9007199254740991, -9007199254740991, 1, 0]}),
        ],
    )
    for name, range_ in (("fractions", b"[0,0.5]"), ("strings", b'["0","1"]')):
        message = (
            b'{"jsonrpc":"2.0","id":1,"method":"snapshot/itemIdentifiers",'
            b'"params":{"snapshot":"s","range":%b}}' % range_
        )
        yield from served(f"a range of {name}", [create, message], [EMPTY, WRONG])
    source = {"dataSource": "d"}
    positions = [0, -1, 2**53 - 1, 1 - 2**53]
    paths = [[position, position] for position in positions]
    yield from served(
        "positions past all lists",
        [
            request("dataSource/create", source),
            request("dataSource/sectionIdentifier", dict(source, indexes=positions)),
            request("dataSource/itemIdentifier", dict(source, indexPaths=paths)),
            request("dataSource/close", source),
        ],
        [
            result({"revision": 0}),
            result({"revision": 0, "sections": [None] * len(positions)}),
            result({"revision": 0, "items": [None] * len(positions)}),
            {"jsonrpc": "2.0", "method": "dataSource/didClose", "params": source},
            result(None),
        ],
    )
    for position in (2**53, -(2**53), 2**63, 2**64, -(2**64), 10**400):
        yield from served(
            f"the position {str(position)[:24]}",
            [
                request("dataSource/create", source),
                request("dataSource/sectionIdentifier", dict(source, indexes=[position])),
                request("dataSource/itemIdentifier", dict(source, indexPaths=[[0, position]])),
                request("dataSource/close", source),
            ],
            [
                result({"revision": 0}),
                WRONG,
                WRONG,
                {"jsonrpc": "2.0", "method": "dataSource/didClose", "params": source},
                result(None),
            ],
        )


NO_IDENTIFIER = error(1010, "invalidIdentifier", 2, edit=1)

# MARK: - The order of things


def order_cases() -> Iterator[Case]:
    listed = result({"dataSources": []}, "after")
    over = error(-32600, "invalidRequest", "after")
    yield from in_both_framings(
        "requests and notifications before initialize",
        [AFTER, notification("initialized", {}), notification("$/nothing"), INITIALIZE, AFTER],
        [EARLY, INITIALIZED, listed],
    )
    yield from in_both_framings(
        "broken messages before initialize",
        [b'{"id":', b"{}", b"[]", INITIALIZE, AFTER],
        [PARSE_ERROR, INVALID_REQUEST, INVALID_REQUEST, INITIALIZED, listed],
    )
    yield from in_both_framings(
        "shutdown before initialize",
        [request("shutdown"), INITIALIZE, AFTER],
        [error(-32002, "serverNotInitialized", 1), INITIALIZED, listed],
    )
    yield from in_both_framings(
        "an initialize that is refused",
        [request("initialize", {"processId": -1}), AFTER, INITIALIZE, AFTER],
        [WRONG, EARLY, INITIALIZED, listed],
    )
    yield from served(
        "a second initialize", [request("initialize", {})], [error(-32600, "invalidRequest", 1)]
    )
    yield from in_both_framings(
        "requests after shutdown",
        [INITIALIZE, request("shutdown"), AFTER, notification("$/nothing"), INITIALIZE],
        [INITIALIZED, result(None), over, error(-32600, "invalidRequest", "i")],
    )
    yield from in_both_framings(
        "broken messages after shutdown",
        [INITIALIZE, request("shutdown"), b'{"id":', b"{}", AFTER],
        [INITIALIZED, result(None), PARSE_ERROR, INVALID_REQUEST, over],
    )
