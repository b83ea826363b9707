"""The vectors of all client libraries: what a list asks, tells and shows."""

from pathlib import Path

import pytest
from stub import VECTORS, StubConnection


@pytest.mark.parametrize("file", sorted(VECTORS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_list_does_as_the_vectors_say(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    StubConnection(monkeypatch.setattr, file.read_text("utf-8").split("\n")[:-1]).play()


def test_there_are_vectors() -> None:
    assert len(list(VECTORS.glob("*.jsonl"))) >= 16
