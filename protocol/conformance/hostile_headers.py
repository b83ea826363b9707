"""Streams of the framing lsp whose header blocks are odd or broken, and how streams begin."""

from __future__ import annotations

from typing import Iterator, List

from cases import AFTER, EARLY, PARSE_ERROR, Case, expect
from server import Server, frame

# What every stream ends with: a request that is answered before initialize, too.
LENGTH = len(AFTER)
NEXT = frame(AFTER, "lsp")
BOM = b"\xef\xbb\xbf"

ACCEPTED = {
    "lower case": b"content-length: %d\r\n\r\n",
    "upper case": b"CONTENT-LENGTH: %d\r\n\r\n",
    "no blank behind the colon": b"Content-Length:%d\r\n\r\n",
    "blanks around the colon and at the end": b"Content-Length \t: \t%d \t\r\n\r\n",
    "blanks before the name": b" Content-Length: %d\r\n\r\n",
    "LF alone": b"Content-Length: %d\n\n",
    "LF and CRLF": b"Content-Length: %d\n\r\n",
    "leading zeros": b"Content-Length: 000%d\r\n\r\n",
    "the same length twice": b"Content-Length: %d\r\ncontent-length: %d\r\n\r\n",
    "a content type before": (
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
    ),
    "a content type behind": (
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n"
    ),
    "unknown headers": b"X-A: 1\r\nContent-Length: %d\r\nX-Content-Length: 9\r\n\r\n",
    "a header of 8,000 bytes": b"X-A: " + b"x" * 8000 + b"\r\nContent-Length: %d\r\n\r\n",
    "blank lines before": b"\r\n\n \r\nContent-Length: %d\r\n\r\n",
}

BROKEN = {
    "no length": b"Content-Type: x\r\n\r\n",
    "no length, but a body": b'X-A: 1\r\n\r\n{"a":1}',
    "no colon": b"Content-Length 5\r\n\r\n",
    "an empty length": b"Content-Length:\r\n\r\n",
    "a negative length": b"Content-Length: -5\r\n\r\n",
    "a word": b"Content-Length: abc\r\n\r\n",
    "a plus": b"Content-Length: +5\r\n\r\n",
    "a fraction": b"Content-Length: 5.0\r\n\r\n",
    "an exponent": b"Content-Length: 1e1\r\n\r\n",
    "a hexadecimal length": b"Content-Length: 0x10\r\n\r\n",
    "two numbers": b"Content-Length: 5, 5\r\n\r\n",
    "digits that are not ASCII": "Content-Length: ٥\r\n\r\n".encode(),
    "a length over 2^40": b"Content-Length: 1099511627777\r\n\r\n",
    "a length over 2^64": b"Content-Length: 18446744073709551617\r\n\r\n",
    "a length of 1,000 digits": b"Content-Length: " + b"9" * 1000 + b"\r\n\r\n",
    "two lengths that differ": b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "two lengths that differ, and a body": b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a NUL in the length": b"Content-Length: 5\0\r\n\r\n",
    "a block over 8 KiB": b"X-A: " + b"x" * 9000 + b"\r\n\r\n",
    "a block over 8 KiB in short lines": b"X-A: x\r\n" * 1500 + b"\r\n",
    "a block over 8 KiB with a length": b"Content-Length: 2\r\nX: " + b"x" * 9000 + b"\r\n\r\n{}",
    "bytes that are no text": b"X\xff\xfe\x00\r\n\r\n",
}

# What may stand before the header at which the server finds its feet again.
JUNK = {
    "nothing": b"",
    "a body": b'{"jsonrpc":"2.0","id":9,"method":"dataSource/list"}',
    "blank lines": b"\r\n\r\n\n",
    "half a name": b"Content-Len",
    "the name without a colon": b"Content-Length is 5. ",
    "100,000 bytes": b"x" * 100_000,
    "bytes that are no text": b"\0\xff\xfe",
}

FOUND = {
    "as it should be": b"Content-Length: %d\r\n\r\n",
    "in lower case": b"content-length:%d\r\n\r\n",
    "in any case, with blanks": b"cONTENT-lENGTH \t : %d\n\n",
    "with another header behind": b"Content-Length: %d\r\nContent-Type: x\r\n\r\n",
}


def stream(name: str, data: bytes, answers: list, framing: str = "lsp", exit_code: int = 0) -> Case:
    """A case that sends bytes as they are; afterwards the daemon has to serve the next request."""

    def check(server: Server) -> None:
        expect(server.talk([data]), framing, answers, exit_code)

    return Case(name, check)


def with_length(header: bytes) -> bytes:
    return header.replace(b"%d", str(LENGTH).encode())


def header_cases() -> Iterator[Case]:
    for name, header in ACCEPTED.items():
        data = with_length(header) + AFTER
        yield stream(f"header: {name}", NEXT + data + data + NEXT, [EARLY] * 4)
        yield stream(f"first header: {name}", data + NEXT, [EARLY] * 2)
    for name, header in BROKEN.items():
        yield stream(f"broken header: {name}", NEXT + header + NEXT, [EARLY, PARSE_ERROR, EARLY])
        # Without a length, or with one that comes too late, it is text before the first message.
        if name not in ("no length, but a body", "a block over 8 KiB in short lines"):
            framing = "lines" if name == "a block over 8 KiB" else "lsp"
            answers = [PARSE_ERROR] * (2 if framing == "lines" else 1) + [EARLY]
            yield stream(f"first header broken: {name}", header + NEXT, answers, framing)
    for junk_name, junk in JUNK.items():
        for found_name, found in FOUND.items():
            data = b"Content-Length: x\r\n\r\n" + junk + with_length(found) + AFTER + NEXT
            name = f"a header found {found_name} behind {junk_name}"
            yield stream(name, data, [PARSE_ERROR, EARLY, EARLY])
    yield from length_cases()
    yield from start_cases()
    yield from stray_cases()


def length_cases() -> Iterator[Case]:
    """Lengths that are numbers, but not the right ones."""
    zero = b"Content-Length: 0\r\n\r\n"
    yield stream("a length of zero", NEXT + zero + NEXT, [EARLY, PARSE_ERROR, EARLY])
    # The body is cut, and what is left of it is a header block without a length.
    short = b"Content-Length: %d\r\n\r\n" % (LENGTH - 9) + AFTER
    yield stream("a length too short", short + NEXT, [PARSE_ERROR, PARSE_ERROR, EARLY])
    # The body takes the beginning of the next header with it.
    long = b"Content-Length: %d\r\n\r\n" % (LENGTH + 9) + AFTER
    yield stream("a length too long", long + NEXT + NEXT, [PARSE_ERROR, PARSE_ERROR, EARLY])
    broken = b"Content-Length: x\r\n\r\n"
    yield stream("two broken blocks", broken + broken + NEXT, [PARSE_ERROR, PARSE_ERROR, EARLY])
    yield stream("a broken header at the end", NEXT + broken, [EARLY, PARSE_ERROR], exit_code=None)
    bad = b'{"id":'
    messages = frame(bad, "lsp") + NEXT + frame(b"", "lsp") + frame(b"\xff", "lsp") + NEXT
    answers = [PARSE_ERROR, EARLY, PARSE_ERROR, PARSE_ERROR, EARLY]
    yield stream("bodies that are no JSON", messages, answers)


def start_cases() -> Iterator[Case]:
    """How a framing is told, and the blanks that may stand around messages."""
    line = AFTER + b"\n"
    beginnings: List[tuple] = [
        ("nothing", b""),
        ("a byte order mark", BOM),
        ("blank lines", b"\r\n\n"),
        ("blanks", b" \t \r\n"),
        ("a byte order mark and blank lines", BOM + b"\r\n\n"),
    ]
    for name, start in beginnings:
        yield stream(f"a stream of lines begins with {name}", start + line, [EARLY], "lines")
        yield stream(f"a stream of frames begins with {name}", start + NEXT, [EARLY])
    carriage = AFTER + b"\r\n"
    yield stream("lines that end with CRLF", carriage * 2, [EARLY] * 2, "lines")
    blank = line + b"\n\r\n \t\n" + line + b"\n"
    yield stream("empty lines", blank, [EARLY] * 2, "lines")
    yield stream("blanks around a line", b" \t" + AFTER + b" \t \n" + line, [EARLY] * 2, "lines")
    batch = b"[" + AFTER + b"]\n"
    yield stream("a stream that begins with a batch", batch + line, [[EARLY], EARLY], "lines")
    yield stream("a line among frames", NEXT + line + NEXT, [EARLY, EARLY])
    among = line + NEXT + b"\n" + line
    yield stream("frames among lines", among, [EARLY, PARSE_ERROR, EARLY, EARLY], "lines")


def stray_cases() -> Iterator[Case]:
    """Text before the first message is told once, in the framing that the message settles."""
    line = AFTER + b"\n"
    told = [PARSE_ERROR, EARLY]
    for name, text in (
        ("a word", b"hello"),
        ("a string", b'"hello"'),
        ("a number", b"-12"),
        ("a closing bracket", b"]"),
        ("a NUL", b"\0"),
        ("a byte that is no text", b"\xff"),
        ("several lines", b"Welcome\r\nto\n\n \tbash"),
        ("a header", b"Content-Type: x"),
        ("half a length", b"Content-Length"),
        ("8,000 bytes", b"x" * 8000),
    ):
        yield stream(f"stray text before a line: {name}", text + b"\n" + line, told, "lines")
        yield stream(f"stray text before a frame: {name}", text + b"\n\n" + NEXT, told)
        bom = BOM + b"\n" + text + b"\r\n" + line
        yield stream(f"stray text behind a byte order mark: {name}", bom, told, "lines")
        yield stream(f"nothing but stray text: {name}", text, [PARSE_ERROR], "lines", 1)
    yield stream("headers behind stray text", b"hello\nX-A: 1\nX-B: 2\n" + NEXT, told)
    # Past 8 KiB the framing is lines, from the next line on.
    long = b"x" * 9000 + b"\n"
    yield stream("too much stray text before a line", long + line, told, "lines")
    yield stream("too much stray text before a frame", long + NEXT, [PARSE_ERROR, *told], "lines")
    yield stream("nothing but too much stray text", long, [PARSE_ERROR], "lines", 1)
