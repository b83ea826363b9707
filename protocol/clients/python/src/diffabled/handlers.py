"""Functions that are told of something."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")

log = logging.getLogger("diffabled")


class Handlers(Generic[P]):
    """Functions that are called in the order of their registration.

    One that fails is logged, with its traceback, and stops no other.
    """

    def __init__(self) -> None:
        self._functions: dict[object, Callable[P, object]] = {}

    def add(self, function: Callable[P, object]) -> Callable[[], None]:
        """Adds a function; what is returned takes it out again."""
        registration = object()
        self._functions[registration] = function

        def stop() -> None:
            self._functions.pop(registration, None)

        return stop

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for registration in tuple(self._functions):
            # One of those before may have taken it out.
            function = self._functions.get(registration)
            try:
                if function:
                    function(*args, **kwargs)
            except Exception:
                log.exception("The handler %r failed.", function)
