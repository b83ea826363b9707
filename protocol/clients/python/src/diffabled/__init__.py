"""Lists that follow diffabled, the daemon of diffable data sources."""

from .change import Change, Changed, Move, Splice
from .connection import Connection, connect
from .errors import (
    ConnectionLost,
    DiffabledError,
    RequestFailed,
    ServerNotFound,
    UnsupportedServer,
)
from .lists import DiffableList
from .rows import NO_CONTENT, Entry, Row, Section
from .server import VERSION

__all__ = [
    "NO_CONTENT",
    "VERSION",
    "Change",
    "Changed",
    "Connection",
    "ConnectionLost",
    "DiffableList",
    "DiffabledError",
    "Entry",
    "Move",
    "RequestFailed",
    "Row",
    "Section",
    "ServerNotFound",
    "Splice",
    "UnsupportedServer",
    "connect",
]
