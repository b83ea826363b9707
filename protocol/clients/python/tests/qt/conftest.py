from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from binding import qt

import diffabled.qt
from diffabled import Connection


@pytest.fixture
def connection() -> Iterator[Connection]:
    assert qt
    with diffabled.qt.connect() as connection:
        yield connection
    # Models and views hold each other; they are to go here, and on no other thread.
    gc.collect()
