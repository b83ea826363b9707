"""A list as a model for Qt, with PyQt6 or PySide6, and a scroll that stays with its row."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from .adapters import follow_weakly
from .change import Change
from .connection import Connection
from .lists import DiffableList
from .rows import NO_CONTENT, Entry, Row

if TYPE_CHECKING:
    from PyQt6.QtCore import (
        QAbstractListModel,
        QByteArray,
        QCoreApplication,
        QItemSelectionModel,
        QModelIndex,
        QObject,
        QPoint,
        Qt,
    )
    from PyQt6.QtCore import pyqtSignal as Signal
    from PyQt6.QtWidgets import QAbstractItemView
    from PyQt6.sip import isdeleted as is_deleted
else:
    # The one that the program has imported, or the one that is there.
    for _binding in sorted(("PyQt6", "PySide6"), key=lambda name: name not in sys.modules):
        try:
            _core = importlib.import_module(f"{_binding}.QtCore")
            _widgets = importlib.import_module(f"{_binding}.QtWidgets")
            break
        except ImportError:
            continue
    else:
        raise ImportError("diffabled.qt needs PyQt6 or PySide6.")
    QAbstractListModel, QModelIndex = _core.QAbstractListModel, _core.QModelIndex
    QByteArray, QItemSelectionModel = _core.QByteArray, _core.QItemSelectionModel
    QCoreApplication = _core.QCoreApplication
    QObject, QPoint, Qt = _core.QObject, _core.QPoint, _core.Qt
    Signal = _core.pyqtSignal if _binding == "PyQt6" else _core.Signal
    QAbstractItemView = _widgets.QAbstractItemView
    if _binding == "PyQt6":
        is_deleted = importlib.import_module("PyQt6.sip").isdeleted
    else:
        _is_valid = importlib.import_module("shiboken6").isValid

        def is_deleted(model):
            return not _is_valid(model)


Policy: TypeAlias = Literal["keep", "top", "end"]

_FIRST: Final = int(Qt.ItemDataRole.UserRole) + 1
IDENTIFIER, CONTENT, SECTION, LEVEL, EXPANDED = range(_FIRST, _FIRST + 5)

_ROLES: Final[dict[int, Callable[[Any], object]]] = {
    IDENTIFIER: lambda entry: entry.identifier,
    CONTENT: lambda entry: None if entry.content is NO_CONTENT else entry.content,
    SECTION: lambda entry: entry.section.identifier if isinstance(entry, Row) else None,
    LEVEL: lambda entry: entry.level if isinstance(entry, Row) else 0,
    EXPANDED: lambda entry: isinstance(entry, Row) and entry.expanded,
}
_ROLE_NAMES: Final = {
    IDENTIFIER: b"identifier",
    CONTENT: b"content",
    SECTION: b"section",
    LEVEL: b"level",
    EXPANDED: b"expanded",
}
_ROOT: Final = QModelIndex()


class _Caller(QObject):
    """Calls a function on the thread that it was made on.

    Its parent owns it: the last reference to it may go on another thread, where Qt must not
    delete it.
    """

    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._function: Callable[[], object] = lambda: None
        self.asked.connect(self._call)

    def ask(self, function: Callable[[], object]) -> None:
        """Has the function called, which is the same each time; other threads may ask."""
        self._function = function
        self.asked.emit()

    def _call(self) -> None:
        self._function()


def connect(parent: QObject | None = None, *args: Any, **options: Any) -> Connection:
    """`diffabled.connect` for Qt's loop on this thread.

    The connection has to be closed before its parent goes, which is the application if none is
    given.
    """
    owner = parent or QCoreApplication.instance()
    if not owner:
        raise RuntimeError("diffabled.qt.connect needs a QApplication.")
    return Connection(*args, schedule=_Caller(owner).ask, **options)


class ListModel(QAbstractListModel):
    """The entries of a list.

    `text` makes what is shown of one, `roles` what further roles want. Persistent indexes, and
    so selections and current rows, stay with their rows.
    """

    aboutToFollow = Signal(object)
    """A change begins: the list is new, and the model still old."""
    didFollow = Signal(object)

    def __init__(
        self,
        followed: DiffableList,
        text: Callable[[Any], str],
        *,
        roles: Mapping[int, Callable[[Any], object]] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.source = followed
        self._entries: list[Entry] = list(followed.entries)
        self._roles = {int(Qt.ItemDataRole.DisplayRole): text, **_ROLES, **(roles or {})}
        follow_weakly(followed, self, is_deleted)

    def entry(self, index: QModelIndex) -> Entry | None:
        """The row, or with headers the section, at an index."""
        return self._entries[index.row()] if 0 <= index.row() < len(self._entries) else None

    def indexOf(self, entry: Entry | None) -> QModelIndex:
        """Where an entry is; an invalid index if it is not there."""
        return self.index(self._entries.index(entry)) if entry in self._entries else _ROOT

    # MARK: - What Qt asks

    def rowCount(self, parent: QModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry, answer = self.entry(index), self._roles.get(int(role))
        return answer(entry) if entry and answer else None

    def roleNames(self) -> dict[int, QByteArray]:
        names = {role: QByteArray(name) for role, name in _ROLE_NAMES.items()}
        return {**super().roleNames(), **names}

    # MARK: - Following

    def follow(self, change: Change) -> None:
        """Does what the list did, in steps that Qt can take."""
        self.aboutToFollow.emit(change)
        new = change.new()
        for first, last in reversed(list(runs(self._entries, change.gone()))):
            self.beginRemoveRows(_ROOT, first, last)
            del self._entries[first : last + 1]
            self.endRemoveRows()
        steps = change.steps()
        if steps is None:
            self._lay_out([entry for entry in change.after if entry not in new])
        for start, length, to in steps or ():
            self.beginMoveRows(_ROOT, start, start + length - 1, _ROOT, to)
            run = self._entries[start : start + length]
            del self._entries[start : start + length]
            place = to if to < start else to - length
            self._entries[place:place] = run
            self.endMoveRows()
        for first, last in runs(change.after, new):
            self.beginInsertRows(_ROOT, first, last)
            self._entries[first:first] = change.after[first : last + 1]
            self.endInsertRows()
        updated: set[Entry] = {*change.updated, *change.sections.updated}
        for first, last in runs(self._entries, updated):
            self.dataChanged.emit(self.index(first), self.index(last))
        self.didFollow.emit(change)

    def _lay_out(self, entries: list[Entry]) -> None:
        """Puts all entries in another order at once."""
        self.layoutAboutToBeChanged.emit()
        places = {entry: place for place, entry in enumerate(entries)}
        before = self.persistentIndexList()
        after = [self.index(places[self._entries[index.row()]]) for index in before]
        self._entries = entries
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def runs(entries: Sequence[Entry], some: set[Entry]) -> Iterator[tuple[int, int]]:
    """The first and last place of each run of entries that are among `some`."""
    first = None
    if not some:
        return
    for place, entry in enumerate(entries):
        if entry in some:
            first = place if first is None else first
        elif first is not None:
            yield first, place - 1
            first = None
    if first is not None:
        yield first, len(entries) - 1


def keep(view: QAbstractItemView, policy: Policy = "keep") -> QObject:
    """Lets the scroll of a view on a ListModel stay with a row, as long as there is the view.

    That is the current row, if it is in sight, or else the first in sight; with `"top"` and
    `"end"` that end of the list, while it is in sight. When the current row goes, the nearest
    one that stays becomes the current one, first looking downwards; by itself Qt looks upwards.
    """
    return _Keeper(view, policy)


class _Keeper(QObject):
    """Notes before each change where a row is in the view, and scrolls it there again."""

    def __init__(self, view: QAbstractItemView, policy: Policy) -> None:
        super().__init__(view)
        model, bar, viewport = view.model(), view.verticalScrollBar(), view.viewport()
        if not isinstance(model, ListModel) or not bar or not viewport:
            raise TypeError("keep needs a view whose model is a ListModel.")
        self._view, self._model, self._policy = view, model, policy
        self._bar, self._viewport = bar, viewport
        self._anchor: Entry | None = None
        self._current: Entry | None = None
        self._row = self._y = self._value = self._end = 0  # of the anchor, and of the bar
        model.aboutToFollow.connect(self._note)
        model.didFollow.connect(self._restore)

    def _note(self, change: Change) -> None:
        view, sight = self._view, self._viewport.rect()
        self._value, self._end = self._bar.value(), self._bar.maximum()
        current = self._model.entry(view.currentIndex())
        self._current = current and change.anchor_after(current)
        held = current
        if not view.visualRect(view.currentIndex()).intersects(sight):
            held = self._model.entry(view.indexAt(QPoint(sight.width() // 2, 0)))
        self._anchor = held and change.anchor_after(held)
        # A row that goes leaves its place to its neighbour.
        index = self._model.indexOf(held)
        self._row, self._y = index.row(), view.visualRect(index).y()

    def _restore(self, _: Change) -> None:
        view, bar = self._view, self._bar
        selection, current = view.selectionModel(), self._model.indexOf(self._current)
        if selection and selection.currentIndex() != current:
            selection.setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
        cast("Any", view).doItemsLayout()  # which the stubs lack
        if self._policy == "top" and self._value == 0:
            bar.setValue(0)
        elif self._policy == "end" and self._value == self._end:
            bar.setValue(bar.maximum())
        elif self._anchor:
            index = self._model.indexOf(self._anchor)
            if view.verticalScrollMode() == QAbstractItemView.ScrollMode.ScrollPerItem:
                bar.setValue(self._value + index.row() - self._row)
            else:
                bar.setValue(bar.value() + view.visualRect(index).y() - self._y)
