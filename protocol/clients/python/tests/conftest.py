from __future__ import annotations

from collections.abc import Iterator

import pytest

from diffabled import Connection, connect


@pytest.fixture
def connection() -> Iterator[Connection]:
    with connect() as connection:
        yield connection
