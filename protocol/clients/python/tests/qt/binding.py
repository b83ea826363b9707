"""Tests of one binding, named by $DIFFABLED_QT (PyQt6, or PySide6)."""

from __future__ import annotations

import importlib
import os
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
BINDING = os.environ.get("DIFFABLED_QT", "PyQt6")
_PARTS = [
    importlib.import_module(f"{BINDING}.{part}") for part in ("QtCore", "QtWidgets", "QtTest")
]


class _Qt:
    """The names of all parts of the binding."""

    def __getattr__(self, name: str) -> Any:
        return next(getattr(part, name) for part in _PARTS if hasattr(part, name))


qt = _Qt()
_application = qt.QApplication([])
