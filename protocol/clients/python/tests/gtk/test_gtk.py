"""The model of GTK in a mapped list view; run by a Python that has gi, under a display."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import gi

gi.require_version("Gtk", "4.0")
from edits import RandomEdits, Watcher, in_threads
from gi.repository import GLib, Gtk
from stub import VECTORS, StubConnection

import diffabled.gtk
from diffabled import Change, DiffableList, Row
from diffabled.gtk import Item, ListModel

SIZE = 120
"""Rows, more or less. GTK 4.8 has widgets for some 200, and of longer lists it loses the focus in
one of 20 random edits, in the same ones with its own Gio.ListStore."""


def numbers(count: int) -> Any:
    return {"sections": [{"id": "s", "items": list(range(count))}]}


def settle(seconds: float = 0.0) -> None:
    """Lets GTK do all that it has to do."""
    context, end = GLib.MainContext.default(), time.monotonic() + seconds
    while context.iteration(False) or time.monotonic() < end:
        pass


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        GLib.MainContext.default().iteration(False)


class Window:
    """A window with a list view on a model, whose labels show what their items say."""

    def __init__(self, followed: DiffableList, selection: Any, model: Any = ListModel) -> None:
        self.followed, self.model = followed, model(followed)
        self.selection = selection(model=self.model)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, place: place.set_child(Gtk.Label()))
        factory.connect("bind", self._bind)
        factory.connect("unbind", self._unbind)
        self.view = Gtk.ListView(model=self.selection, factory=factory)
        scroller = Gtk.ScrolledWindow(child=self.view)
        self.window = Gtk.Window(child=scroller, default_width=200, default_height=400)
        self.window.present()
        until(self.view.get_mapped)
        settle(0.05)

    def _bind(self, _: Any, place: Any) -> None:
        label, item = place.get_child(), place.get_item()
        label.item = item
        label.handler = item.connect("changed", lambda item: label.set_label(shown(item.row)))
        label.set_label(shown(item.row))

    def _unbind(self, _: Any, place: Any) -> None:
        label = place.get_child()
        label.item.disconnect(label.handler)
        label.item = None

    def labels(self) -> list[Any]:
        found, child = [], self.view.get_first_child()
        while child:
            if child.get_first_child() and child.get_first_child().item:
                found.append(child.get_first_child())
            child = child.get_next_sibling()
        return found

    def focus(self, row: Row) -> None:
        place = self.followed.index(row)
        self.view.activate_action("list.scroll-to-item", GLib.Variant("u", place))
        settle(0.02)
        [label] = [label for label in self.labels() if label.item.row is row]
        assert label.get_parent().grab_focus()

    def focused(self) -> Row | None:
        widget = self.window.get_focus()
        label = widget.get_first_child() if widget and widget is not self.view else None
        return label.item.row if label and label.item else None

    def selected(self) -> set[Row]:
        chosen = self.selection.get_selection()
        places = [chosen.get_nth(number) for number in range(chosen.get_size())]
        return {self.selection.get_item(place).row for place in places}

    def check(self) -> None:
        """The items are those of the list, and what is in sight is drawn as it is."""
        items = [self.model.get_item(place) for place in range(self.model.get_n_items())]
        assert [item.row for item in items] == list(self.followed.entries)
        settle()
        for label in self.labels():
            assert label.get_label() == shown(label.item.row)

    def close(self) -> None:
        self.window.destroy()
        settle()


def shown(row: Any) -> str:
    outline = row.outline if isinstance(row, Row) else None
    return f"{row.identifier} {row.content!r} {outline}"


class GtkWatcher(Watcher):
    """What must be so of the model, the selection and the focus after each change."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.followed)
        self.window = window
        self.items: dict[Row, Item] = {}
        self.chance = random.Random(3)

    def select(self) -> None:
        rows, selection = self.window.followed.rows, self.window.selection
        if not self.window.selected():
            for row in self.chance.sample(rows, min(20, len(rows))):
                selection.select_item(self.window.followed.index(row), False)
        if not self.window.focused():
            self.window.focus(self.chance.choice(rows))
        self.selected, self.focused = self.window.selected(), self.window.focused()
        self.gone: set[Any] = set()

    def hear(self, change: Change) -> None:
        self.gone |= change.gone()

    def check(self) -> None:
        super().check()
        window = self.window
        window.check()
        items = [window.model.get_item(place) for place in range(window.model.get_n_items())]
        for item in items:
            assert self.items.get(item.row, item) is item
        self.items = {item.row: item for item in items}
        kept = self.selected - self.gone
        if isinstance(window.selection, Gtk.MultiSelection) or kept:
            assert window.selected() == kept, (window.selected(), kept)
        if self.focused not in self.gone:
            assert window.focused() is self.focused, (window.focused(), self.focused)


class GtkTests(unittest.TestCase):
    def setUp(self) -> None:
        self.connection = diffabled.gtk.connect()
        self.addCleanup(self.connection.close)

    def random_edits(self, selection: Any, steps: int, seed: int, model: Any = ListModel) -> None:
        edits = RandomEdits(self.connection, "list", seed, SIZE)
        window = Window(self.connection.open("list", edits.document()), selection, model)
        self.addCleanup(window.close)
        watcher = GtkWatcher(window)
        for _ in range(steps):
            watcher.select()
            edits.step(window.followed)
            watcher.check()
        assert watcher.changes >= steps

    def test_500_random_edits_with_20_selected(self) -> None:
        self.random_edits(Gtk.MultiSelection, 500, 1)

    def test_300_random_edits_with_one_selected(self) -> None:
        self.random_edits(Gtk.SingleSelection, 300, 2)

    def test_a_shuffle_of_10000_rows_keeps_focus_and_selection(self) -> None:
        followed = self.connection.open("list", numbers(10_000))
        window = Window(followed, Gtk.MultiSelection)
        self.addCleanup(window.close)
        rows = followed.rows
        for place in range(0, 10_000, 200):
            window.selection.select_item(place, False)
        window.focus(rows[5000])
        followed.edit({"op": "shuffleItems", "seed": 1})
        settle()
        assert followed.rows != rows
        assert window.selected() == set(rows[::200])
        assert window.focused() is rows[5000]

    def test_sections_are_items_too(self) -> None:
        followed = self.connection.open("list", numbers(3), headers=True)
        model = ListModel(followed)
        assert model.get_n_items() == 4
        assert model.get_item(0).row is followed.sections[0]
        assert model.get_item(4) is None
        assert model.get_item_type() == Item.__gtype__

    def test_what_was_updated_says_so(self) -> None:
        followed = self.connection.open("list", numbers(3))
        model = ListModel(followed)
        heard: list[Any] = []
        item = model.get_item(1)
        item.connect("changed", lambda item: heard.append(item.row.content))
        followed.edit({"op": "setItems", "items": [{"id": n, "content": n} for n in (1, 2)]})
        assert heard == [1]

    def test_edits_of_other_threads_come_by_the_loop(self) -> None:
        followed = self.connection.open("list", numbers(3))
        model, threads = ListModel(followed), set[int]()
        model.connect("items-changed", lambda *_: threads.add(threading.get_ident()))
        until(in_threads(followed))
        assert model.get_n_items() == 203
        assert threads == {threading.get_ident()}

    def test_a_model_that_is_gone_follows_no_more(self) -> None:
        followed = self.connection.open("list", numbers(3))
        model = ListModel(followed)
        assert followed._on_change._functions
        del model
        gc.collect()
        followed.edit({"op": "reverseItems"})
        assert not followed._on_change._functions

    def test_the_model_does_as_the_vectors_say(self) -> None:
        for file in sorted(VECTORS.glob("*.jsonl")):
            with self.subTest(file.stem):
                windows: list[Window] = []

                def watch(followed: DiffableList, windows: Any = windows) -> Callable[[], None]:
                    windows.append(Window(followed, Gtk.MultiSelection))
                    return windows[0].check

                lines = file.read_text("utf-8").split("\n")[:-1]
                with mock.patch("diffabled.connection.Daemon"):
                    StubConnection(setattr, lines, watch).play()
                windows[0].close()

    def test_the_example_of_the_readme(self) -> None:
        readme = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
        [code] = [block for block in readme.split("```python\n") if "Gtk.Application()" in block]
        scope: dict[str, Any] = {}

        def run(application: Any) -> None:
            application.register(None)
            application.activate()
            settle(0.2)

        with mock.patch.object(Gtk.Application, "run", run):
            exec(compile(code.split("```")[0], "README.md", "exec"), scope)
        [window] = scope["application"].get_windows()
        view = window.get_child().get_child()
        assert view.get_model().get_n_items() == 2
        assert view.get_first_child().get_first_child().get_label() == "a"
        window.destroy()

    # MARK: - Planted faults

    def test_a_signal_for_each_splice_is_caught(self) -> None:
        for selection in (Gtk.MultiSelection, Gtk.SingleSelection):
            with self.subTest(selection), self.assertRaises(AssertionError):
                self.random_edits(selection, 200, 1, model=SplicedModel)
            self.connection.request("dataSource/close", {"dataSource": "list"})

    def test_an_item_that_is_made_anew_is_caught(self) -> None:
        with self.assertRaises(AssertionError):
            self.random_edits(Gtk.MultiSelection, 100, 1, model=ForgetfulModel)

    def test_an_update_that_is_not_told_is_caught(self) -> None:
        with self.assertRaises(AssertionError):
            self.random_edits(Gtk.MultiSelection, 100, 1, model=SilentModel)

    def test_a_wrong_count_ends_the_process(self) -> None:
        file = Path(__file__).name.removesuffix(".py")
        script = f"import {file}; {file}.count_wrongly()"
        run = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, cwd=Path(__file__).parent
        )
        assert run.returncode != 0
        assert b"assertion failed" in run.stderr, run.stderr


class SplicedModel(ListModel):
    """Tells GTK of each splice by itself."""

    def follow(self, change: Change) -> None:
        entries = list(self._entries)
        for at, removed, added in change.splices():
            entries[at : at + removed] = added
            self._entries = list(entries)
            self.items_changed(at, removed, len(added))
        super().follow(Change(updated=change.updated, before=change.after, after=change.after))


class ForgetfulModel(ListModel):
    """Makes new items after each change."""

    def follow(self, change: Change) -> None:
        self._items.clear()
        super().follow(change)


class SilentModel(ListModel):
    """Does not say what was updated."""

    def follow(self, change: Change) -> None:
        change.updated.clear()
        super().follow(change)


class MiscountingModel(ListModel):
    """Says that one less was added."""

    def items_changed(self, at: int, removed: int, added: int) -> None:
        super().items_changed(at, removed, added - 1)


def count_wrongly() -> None:
    with diffabled.gtk.connect() as connection:
        followed = connection.open("list", numbers(5))
        window = Window(followed, Gtk.MultiSelection, MiscountingModel)
        for number in range(20):
            followed.edit({"op": "insertItems", "items": [[number]], "beforeItem": 3})
            settle(0.02)
        window.close()


if __name__ == "__main__":
    unittest.main()
