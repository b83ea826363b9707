"""The model and the scroll of Qt's views."""

from __future__ import annotations

import gc
import importlib
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from binding import BINDING, qt
from edits import RandomEdits, Watcher, in_threads
from stub import VECTORS, StubConnection
from test_readme import block_with

import diffabled.qt
from diffabled import NO_CONTENT, Change, Connection, DiffableList, Row
from diffabled.qt import ListModel, Policy, keep

Select = qt.QItemSelectionModel.SelectionFlag
PER_ITEM = qt.QAbstractItemView.ScrollMode.ScrollPerItem
PER_PIXEL = qt.QAbstractItemView.ScrollMode.ScrollPerPixel


def name(entry: Any) -> str:
    return str(entry.identifier)


def full(entry: Any) -> str:
    """All that can be drawn of an entry."""
    level = (entry.level, entry.expanded) if isinstance(entry, Row) else None
    return f"{entry.identifier} {entry.content!r} {level}"


def numbers(count: int) -> Any:
    return {"sections": [{"id": "s", "items": list(range(count))}]}


def fatal_tester(model: ListModel) -> Any:
    return qt.QAbstractItemModelTester(
        model, qt.QAbstractItemModelTester.FailureReportingMode.Fatal
    )


class Drawn:
    """What a view has drawn that draws only what the signals of the model say."""

    def __init__(self, model: ListModel) -> None:
        self.model = model
        self.texts = [self.text(row) for row in range(model.rowCount())]
        model.rowsRemoved.connect(self.remove)
        model.rowsMoved.connect(self.move)
        model.rowsInserted.connect(self.insert)
        model.dataChanged.connect(self.draw)
        model.layoutAboutToBeChanged.connect(self.note)
        model.layoutChanged.connect(self.lay_out)

    def text(self, row: int) -> Any:
        return self.model.data(self.model.index(row))

    def remove(self, _: Any, first: int, last: int) -> None:
        del self.texts[first : last + 1]

    def move(self, _: Any, first: int, last: int, __: Any, to: int) -> None:
        run = self.texts[first : last + 1]
        self.texts[to:to] = run
        first += len(run) if to <= first else 0
        del self.texts[first : first + len(run)]

    def insert(self, _: Any, first: int, last: int) -> None:
        self.texts[first:first] = [self.text(row) for row in range(first, last + 1)]

    def draw(self, first: Any, last: Any, *_: Any) -> None:
        for row in range(first.row(), last.row() + 1):
            self.texts[row] = self.text(row)

    def note(self, *_: Any) -> None:
        indexes = map(self.model.index, range(len(self.texts)))
        self.noted = [qt.QPersistentModelIndex(index) for index in indexes]

    def lay_out(self, *_: Any) -> None:
        texts = self.texts.copy()
        for index, text in zip(self.noted, texts, strict=True):
            self.texts[index.row()] = text

    def check(self) -> None:
        assert self.texts == [full(entry) for entry in self.model.source.entries]


class ModelWatcher(Watcher):
    """Holds a persistent index of each row, and compares all after each change."""

    def __init__(self, model: ListModel) -> None:
        super().__init__(model.source)
        self.model = model
        self.view = qt.QListView()
        self.view.setSelectionMode(qt.QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setUniformItemSizes(True)
        self.view.setModel(model)
        self.keeper = keep(self.view)
        self.chance = random.Random(1)
        self.drawn = Drawn(model)
        self.note()

    def check(self) -> None:
        super().check()
        self.drawn.check()

    def select(self) -> None:
        """Selects 20 rows, and makes another one current, unless there are some."""
        selection = self.view.selectionModel()
        if not selection.selectedIndexes():
            for row in self.chance.sample(self.model.source.rows, 20):
                selection.select(self.model.indexOf(row), Select.Select)
        if not selection.currentIndex().isValid():
            row = self.chance.choice(self.model.source.rows)
            selection.setCurrentIndex(self.model.indexOf(row), Select.NoUpdate)
        self.note()

    def note(self) -> None:
        self.persistent = [
            (entry, qt.QPersistentModelIndex(self.model.index(place)))
            for place, entry in enumerate(self.model.source.entries)
        ]
        selection = self.view.selectionModel()
        self.selected = {self.model.entry(index) for index in selection.selectedIndexes()}
        self.current = self.model.entry(selection.currentIndex())

    def hear(self, change: Change) -> None:
        model, entries = self.model, list(self.model.source.entries)
        assert model.rowCount() == len(entries)
        assert [model.entry(model.index(place)) for place in range(len(entries))] == entries
        gone, places = change.gone(), {entry: place for place, entry in enumerate(entries)}
        for entry, index in self.persistent:
            assert index.row() == (-1 if entry in gone else places[entry])
        selected, current = self.selected, self.current
        self.note()
        assert self.selected == selected - set(change.deleted)
        assert self.current is (current and change.anchor_after(current))


def random_edits(
    connection: Connection, steps: int, seed: int = 1, plant: Any = None, **options: Any
) -> None:
    edits = RandomEdits(connection, "list", seed, 200)
    followed = connection.open("list", edits.document(), **options)
    model = ListModel(followed, full)
    if plant:
        plant(model)
    checker = fatal_tester(model)
    watcher = ModelWatcher(model)
    for _ in range(steps):
        watcher.select()
        edits.step(followed)
        watcher.check()
    assert watcher.changes >= steps
    del checker


def test_500_random_edits(connection: Connection) -> None:
    random_edits(connection, 500)


def test_random_edits_of_a_list_with_headers(connection: Connection) -> None:
    random_edits(connection, 200, seed=2, headers=True)


@pytest.mark.parametrize("file", sorted(VECTORS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_model_does_as_the_vectors_say(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[Any] = []

    def watch(followed: DiffableList) -> Callable[[], None]:
        model = ListModel(followed, full)
        watcher = ModelWatcher(model)
        held.extend((watcher, fatal_tester(model)))
        return watcher.check

    lines = file.read_text("utf-8").split("\n")[:-1]
    StubConnection(monkeypatch.setattr, lines, watch).play()
    assert held


def test_the_binding_is_the_one_that_is_imported() -> None:
    assert diffabled.qt._binding == BINDING
    assert ListModel.__mro__[1].__module__ == f"{BINDING}.QtCore"


def test_a_shuffle_of_10000_rows_keeps_all(connection: Connection) -> None:
    followed = connection.open("list", numbers(10_000))
    model = ListModel(followed, name)
    checker = fatal_tester(model)
    view = qt.QListView()
    view.setSelectionMode(qt.QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setUniformItemSizes(True)
    view.setModel(model)
    view.resize(200, 300)
    view.show()
    keeper = keep(view)
    selection = view.selectionModel()
    rows = followed.rows
    for row in rows[::200]:
        selection.select(model.indexOf(row), Select.Select)
    selection.setCurrentIndex(model.indexOf(rows[5000]), Select.NoUpdate)
    view.scrollTo(model.indexOf(rows[5000]))
    y = view.visualRect(model.indexOf(rows[5000])).y()
    followed.edit({"op": "shuffleItems", "seed": 1})
    assert followed.rows != rows
    assert model.entry(selection.currentIndex()) is rows[5000]
    assert {model.entry(index) for index in selection.selectedIndexes()} == set(rows[::200])
    assert view.visualRect(model.indexOf(rows[5000])).y() == y
    del checker, keeper


def test_roles(connection: Connection) -> None:
    item = {"id": ["a", True, None], "content": {"n": [1, None]}}
    document: Any = {"sections": [{"id": 7, "items": [item, "b", {"id": "c", "content": False}]}]}
    followed = connection.open("list", document, headers=True)
    decoration = qt.Qt.ItemDataRole.DecorationRole
    model = ListModel(followed, name, roles={decoration: lambda entry: f"*{entry.identifier}"})
    checker = fatal_tester(model)

    def shown(role: int) -> list[Any]:
        return [model.data(model.index(row), role) for row in range(model.rowCount())]

    assert shown(qt.Qt.ItemDataRole.DisplayRole) == ["7", "['a', True, None]", "b", "c"]
    assert shown(decoration) == ["*7", "*['a', True, None]", "*b", "*c"]
    assert shown(diffabled.qt.IDENTIFIER) == [7, ["a", True, None], "b", "c"]
    assert shown(diffabled.qt.CONTENT) == [None, {"n": [1, None]}, None, False]
    assert shown(diffabled.qt.SECTION) == [None, 7, 7, 7]
    assert shown(diffabled.qt.LEVEL) == [0, 0, 0, 0]
    assert shown(diffabled.qt.EXPANDED) == [False, False, False, False]
    assert followed.rows[1].content is NO_CONTENT
    names = {bytes(text) for text in model.roleNames().values()}
    assert {b"identifier", b"content", b"section", b"level", b"expanded", b"display"} <= names
    assert model.rowCount(model.index(0)) == 0
    assert model.entry(qt.QModelIndex()) is None
    assert not model.indexOf(None).isValid()
    del checker


def test_what_was_updated_is_drawn_again(connection: Connection) -> None:
    followed = connection.open("list", numbers(10))
    model = ListModel(followed, name)
    drawn: list[Any] = []
    model.dataChanged.connect(lambda first, last, *_: drawn.append((first.row(), last.row())))
    followed.edit(
        {"op": "setItems", "items": [{"id": n, "content": n} for n in (2, 3, 7)]},
        {"op": "moveItem", "item": 7, "beforeItem": 0},
    )
    assert drawn == [(0, 0), (3, 4)]


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        qt.QApplication.processEvents()


def test_edits_of_other_threads_come_by_the_loop(connection: Connection) -> None:
    followed = connection.open("list", numbers(3))
    model = ListModel(followed, name)
    threads: set[int] = set()
    model.didFollow.connect(lambda _: threads.add(threading.get_ident()))
    until(in_threads(followed))
    assert model.rowCount() == 203
    assert threads == {threading.get_ident()}


def test_a_model_that_is_gone_follows_no_more(connection: Connection) -> None:
    followed = connection.open("list", numbers(3))
    parent = qt.QObject()
    model = ListModel(followed, name, parent=parent)
    assert model.source._on_change._functions
    parent.deleteLater()
    qt.QCoreApplication.sendPostedEvents(None, qt.QEvent.Type.DeferredDelete)
    followed.edit({"op": "reverseItems"})
    assert not followed._on_change._functions
    model = ListModel(followed, name)
    del model
    gc.collect()
    followed.edit({"op": "reverseItems"})
    assert not followed._on_change._functions


# MARK: - Scrolling


def views() -> list[Any]:
    flat, table, tree = qt.QListView(), qt.QTableView(), qt.QTreeView()
    flat.setUniformItemSizes(True)
    table.verticalHeader().setDefaultSectionSize(23)
    tree.setUniformRowHeights(True)
    return [flat, table, tree]


def shown(view: Any, model: ListModel, mode: Any) -> Any:
    view.setModel(model)
    view.setVerticalScrollMode(mode)
    view.resize(200, 300)
    view.show()
    view.doItemsLayout()
    return view


@pytest.mark.parametrize("mode", [PER_ITEM, PER_PIXEL])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_the_current_row_stays_where_it_is(connection: Connection, kind: int, mode: Any) -> None:
    followed = connection.open("list", numbers(10_000))
    model = ListModel(followed, name)
    view = shown(views()[kind], model, mode)
    keeper = keep(view)
    row = followed.row(5000)
    assert row
    view.setCurrentIndex(model.indexOf(row))
    view.scrollTo(model.indexOf(row), qt.QAbstractItemView.ScrollHint.PositionAtCenter)
    chance = random.Random(4)
    y = view.visualRect(model.indexOf(row)).y()
    assert 0 < y < 300
    for step in range(60):
        place = followed.rows.index(row)
        near = [r.identifier for r in followed.rows[place - 8 : place + 9] if r is not row]
        edits: list[Any] = [
            {"op": "insertItems", "items": [[step, n] for n in range(100)], "beforeItem": near[0]},
            {"op": "deleteItems", "items": chance.sample(near, 3)},
            {"op": "moveItem", "item": chance.choice(near), "beforeItem": 3},
            {"op": "moveItem", "item": row.identifier, "afterItem": chance.choice(near)},
            {"op": "insertItems", "items": [[step, "below"]], "afterItem": near[-1]},
            {"op": "setItems", "items": [{"id": near[1], "content": step}]},
        ]
        followed.edit(chance.choice(edits))
        assert view.visualRect(model.indexOf(row)).y() == y, step
        qt.QApplication.processEvents()
        assert view.visualRect(model.indexOf(row)).y() == y, step
        assert model.entry(view.currentIndex()) is row
    del keeper


@pytest.mark.parametrize("mode", [PER_ITEM, PER_PIXEL])
@pytest.mark.parametrize("kind", [0, 1, 2])
@pytest.mark.parametrize(
    ("policy", "start", "end"),
    [
        ("keep", "top", "first row"),
        ("top", "top", "top"),
        ("top", "middle", "first row"),
        ("keep", "end", "first row"),
        ("end", "end", "end"),
        ("end", "middle", "first row"),
    ],
)
def test_what_the_scroll_holds_on_to(
    connection: Connection, kind: int, mode: Any, policy: Policy, start: str, end: str
) -> None:
    followed = connection.open("list", numbers(200))
    model = ListModel(followed, name)
    view = shown(views()[kind], model, mode)
    keeper = keep(view, policy)
    bar = view.verticalScrollBar()
    bar.setValue({"top": 0, "middle": bar.maximum() // 2, "end": bar.maximum()}[start])
    index = view.indexAt(qt.QPoint(20, 0))
    first, y = model.entry(index), view.visualRect(index).y()
    new: list[Any] = [[n] for n in range(200)]
    followed.edit(
        {"op": "insertItems", "items": new[:100], "beforeItem": 0},
        {"op": "insertItems", "items": new[100:], "afterItem": 199},
    )
    qt.QApplication.processEvents()
    if end == "first row":
        assert isinstance(first, Row)
        # At its end a table shows a part of a row at the top, which it cannot do elsewhere.
        far = view.visualRect(index).height() if start == "end" and mode == PER_ITEM else 1
        assert abs(view.visualRect(model.indexOf(first)).y() - y) < far
    else:
        assert bar.value() == {"top": bar.minimum(), "end": bar.maximum()}[end]
    del keeper


def test_a_row_that_goes_leaves_its_place_to_its_neighbour(connection: Connection) -> None:
    followed = connection.open("list", numbers(200))
    model = ListModel(followed, name)
    view = shown(qt.QListView(), model, PER_PIXEL)
    keeper = keep(view)
    view.setCurrentIndex(model.index(100))
    y = view.visualRect(model.index(100)).y()
    followed.edit({"op": "deleteItems", "items": [*range(50, 101)]})
    assert name(model.entry(view.currentIndex())) == "101"
    assert view.visualRect(view.currentIndex()).y() == y
    del keeper


def test_keep_wants_a_view_on_this_model() -> None:
    with pytest.raises(TypeError, match="ListModel"):
        keep(qt.QListView())


# MARK: - Planted faults that the tester does not catch


def another_move_than_was_announced(model: ListModel) -> None:
    begin = model.beginMoveRows

    def wrong(root: Any, first: int, last: int, other: Any, to: int) -> bool:
        if to in (0, len(model._entries)):
            return bool(begin(root, first, last, other, to))
        return bool(begin(root, first, last, other, to - 1 if to - 1 > last + 1 else to))

    model.beginMoveRows = wrong  # type: ignore[method-assign]


def a_layout_without_its_persistent_indexes(model: ListModel) -> None:
    model.changePersistentIndexList = lambda *_: None  # type: ignore[method-assign]


def a_reset_of_the_model(model: ListModel) -> None:
    def wrong(entries: Any) -> None:
        model.beginResetModel()
        model._entries = entries
        model.endResetModel()

    model._lay_out = wrong  # type: ignore[method-assign]


def an_update_that_is_not_told(model: ListModel) -> None:
    follow = model.follow

    def wrong(change: Change) -> None:
        change.updated.clear()
        follow(change)

    model.follow = wrong  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "plant",
    [
        an_update_that_is_not_told,
        another_move_than_was_announced,
        a_layout_without_its_persistent_indexes,
        a_reset_of_the_model,
    ],
)
def test_a_planted_fault_is_caught(connection: Connection, plant: Any) -> None:
    with pytest.raises(AssertionError):
        random_edits(connection, 200, plant=plant)


def test_a_view_that_nobody_keeps_loses_its_place(connection: Connection) -> None:
    """So the tests of `keep` would see it fail."""
    followed = connection.open("list", numbers(1000))
    model = ListModel(followed, name)
    view = shown(qt.QListView(), model, PER_ITEM)
    view.setCurrentIndex(model.index(500))
    followed.edit({"op": "insertItems", "items": [[n] for n in range(100)], "beforeItem": 0})
    assert not view.visualRect(view.currentIndex()).intersects(view.viewport().rect())


def test_the_example_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    code = block_with("QListView()").replace("PyQt6", BINDING)
    widgets = importlib.import_module(f"{BINDING}.QtWidgets")
    application = qt.QApplication.instance()
    monkeypatch.setattr(qt.QApplication, "exec", lambda *_: application.processEvents())
    # There can be one application only, and there is one.
    monkeypatch.setattr(widgets, "QApplication", lambda _: application)
    scope: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), scope)
    assert scope["view"].model().rowCount() == 2
