"""A list through random edits, held against the daemon after each."""

from __future__ import annotations

import logging

import pytest
from edits import Follower, RandomEdits

from diffabled import Connection


@pytest.mark.parametrize("headers", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_500_random_edits(
    connection: Connection, seed: int, headers: bool, caplog: pytest.LogCaptureFixture
) -> None:
    edits = RandomEdits(connection, "list", seed)
    followed = connection.open("list", edits.document(), headers=headers)
    follower = Follower(connection, followed)
    for _ in range(500):
        edits.step(followed)
        follower.check()
    assert follower.changes >= 500
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
