"""What the adapters to toolkits share."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Protocol, TypeVar

from .change import Change
from .lists import DiffableList


class Follower(Protocol):
    def follow(self, change: Change) -> object:
        """Brings a model to the state of its list."""


Model = TypeVar("Model", bound=Follower)


def follow_weakly(
    followed: DiffableList, model: Model, is_deleted: Callable[[Model], bool] = lambda _: False
) -> None:
    """Lets a model follow a list as long as it is there and its toolkit did not delete it."""
    reference = weakref.ref(model)

    def handle(change: Change) -> None:
        model = reference()
        if model is None or is_deleted(model):
            stop()
        else:
            model.follow(change)

    stop = followed.on_change(handle)
