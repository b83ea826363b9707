"""JSON values as the protocol means them, and what differs between two of them."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, Optional

# Stands for any value, as in the transcripts.
ANY = "…"


class Failure(Exception):
    """The server broke the contract; the text says where and how."""


class Has(dict):
    """An expected object that may have further members."""


def parse(text: bytes) -> Any:
    """Reads JSON with exact numbers."""
    try:
        return json.loads(
            text.decode("utf-8"),
            parse_int=_integer,
            parse_float=Decimal,
            parse_constant=_refuse_constant,
        )
    except (ValueError, RecursionError) as error:
        raise Failure(f"no JSON: {error}: {shown(text)}") from error


def _integer(digits: str) -> Any:
    # Python refuses to read very long integers; a Decimal of any length is exact.
    return int(digits) if len(digits) < 40 else Decimal(digits)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def is_compact(text: bytes) -> bool:
    """Whether JSON text has no blanks but inside of strings."""
    return re.search(rb"\s", _STRING.sub(b"", text)) is None


def shown(value: Any) -> str:
    """A value for people, on one line that is not too long."""
    if isinstance(value, bytes):
        text = repr(value)[1:]
    else:
        text = json.dumps(value, default=str, separators=(",", ":"))
    return text if len(text) <= 300 else f"{text[:200]} … {text[-80:]}"


# A boolean is an int to Python, so it comes first.
KINDS = [
    (bool, "boolean"),
    ((int, Decimal), "number"),
    (str, "string"),
    (list, "array"),
    (dict, "object"),
]


def kind(value: Any) -> str:
    """The JSON type of a value."""
    for type_, name in KINDS:
        if isinstance(value, type_):
            return name
    return "null"


def difference(expected: Any, actual: Any, path: str = "") -> Optional[str]:
    """The first place where a value is not the expected one, or None."""
    if isinstance(expected, str) and expected == ANY:
        return None
    where = path or "the message"
    if kind(expected) != kind(actual) or (
        not isinstance(expected, (dict, list)) and expected != actual
    ):
        return f"{where}: expected {shown(expected)}, got {shown(actual)}"
    if isinstance(expected, list):
        if len(expected) != len(actual):
            return f"{where}: expected {shown(expected)}, got {shown(actual)}"
        pairs = [(f"{path}[{i}]", e, a) for i, (e, a) in enumerate(zip(expected, actual))]
    elif isinstance(expected, dict):
        missing = [name for name in expected if name not in actual]
        surplus = [name for name in actual if name not in expected]
        if missing:
            return f"{where}: {missing[0]} is missing in {shown(actual)}"
        if surplus and not isinstance(expected, Has):
            return f"{where}: {surplus[0]} was not expected: {shown(actual[surplus[0]])}"
        pairs = [(f"{path}.{n}" if path else n, expected[n], actual[n]) for n in expected]
    else:
        return None
    for inner, wanted, found in pairs:
        text = difference(wanted, found, inner)
        if text:
            return text
    return None


def key(identifier: Any) -> str:
    """An identifier as text that is the same for equal identifiers, and for no others."""
    if isinstance(identifier, str):
        return f'"{identifier}"'
    if isinstance(identifier, list):
        return json.dumps([_plain(part) for part in identifier], default=str)
    return json.dumps(_plain(identifier), default=str)


def _plain(number: Any) -> Any:
    is_integer = isinstance(number, Decimal) and number == number.to_integral_value()
    return int(number) if is_integer else number
