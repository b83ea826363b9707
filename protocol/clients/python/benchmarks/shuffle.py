#!/usr/bin/env python3
"""Measures a shuffle, and a move from one end to the other, of a list that is shown.

    shuffle.py list|textual|PyQt6|PySide6|gtk [ROWS ...]

Prints for each number of rows, for the shuffle and for the move, medians of 5 in milliseconds of
this process: from the request to its answer, with all handlers; of that the view's own; then the
drawing. Other processes, and so the daemon, do not count.
"""

from __future__ import annotations

import asyncio
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import diffabled
from diffabled import Connection, DiffableList

ROUNDS = 5
SIZES = (1_000, 10_000, 100_000)
Draw = Callable[[], object]


class Measured:
    """A list, and when its handlers are called that are registered before and after the view's."""

    def __init__(self, connection: Connection, rows: int) -> None:
        items: Any = [f"row {number}" for number in range(rows)]
        self.rows = rows
        self.list: DiffableList = connection.open(
            f"list {rows}", {"sections": [{"id": "s", "items": items}]}
        )
        self.times: list[float] = []
        self.note()

    def note(self) -> None:
        self.list.on_change(lambda _: self.times.append(time.process_time()))

    def run(self, draw: Draw = lambda: None) -> None:
        """Prints a row of the table; the list is shown, and `draw` draws what has changed."""
        self.note()
        draw()
        figures: list[float] = []
        for edit in (self.shuffle, self.move):
            rounds = [self.measure(edit(number), draw) for number in range(ROUNDS)]
            figures += map(statistics.median, zip(*rounds, strict=True))
        print(f"| {self.rows:,} |", " | ".join(f"{figure * 1000:.1f}" for figure in figures), "|")

    def measure(self, edit: Any, draw: Draw) -> tuple[float, ...]:
        self.times.clear()
        start = time.process_time()
        self.list.edit(edit)
        answered = time.process_time()
        draw()
        before, after = self.times
        return answered - start, after - before, time.process_time() - answered

    def shuffle(self, number: int) -> Any:
        return {"op": "shuffleItems", "seed": number}

    def move(self, _: int) -> Any:
        first, last = self.list.rows[0], self.list.rows[-1]
        return {"op": "moveItem", "item": first.identifier, "afterItem": last.identifier}


def name(row: Any) -> str:
    return str(row.identifier)


def run_list(sizes: list[int]) -> None:
    with diffabled.connect() as connection:
        for rows in sizes:
            Measured(connection, rows).run()


def run_textual(sizes: list[int]) -> None:
    from textual.app import App

    import diffabled.textual

    async def run() -> None:
        app: App[None] = App()
        async with app.run_test(size=(80, 24)) as pilot:
            with diffabled.textual.connect() as connection:
                for rows in sizes:
                    measured = Measured(connection, rows)
                    view = diffabled.textual.ListView(measured.list, name)
                    await app.mount(view)
                    await pilot.pause()
                    view.cursor = measured.list.rows[rows // 2]
                    measured.run(lambda view=view: [view.render_line(y) for y in range(24)])
                    await view.remove()

    asyncio.run(run())


def run_qt(binding: str, sizes: list[int]) -> None:
    widgets = importlib.import_module(f"{binding}.QtWidgets")
    application = widgets.QApplication(["shuffle", "-platform", "offscreen"])
    import diffabled.qt

    with diffabled.qt.connect() as connection:
        for rows in sizes:
            measured = Measured(connection, rows)
            view = widgets.QListView()
            view.setUniformItemSizes(True)
            model = diffabled.qt.ListModel(measured.list, name)
            view.setModel(model)
            diffabled.qt.keep(view)
            view.setCurrentIndex(model.index(rows // 2))
            view.show()
            measured.run(application.processEvents)


def run_gtk(sizes: list[int]) -> None:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    import diffabled.gtk

    context = GLib.MainContext.default()

    def draw() -> None:
        while context.iteration(False):
            pass

    with diffabled.gtk.connect() as connection:
        for rows in sizes:
            measured = Measured(connection, rows)
            selection = Gtk.MultiSelection(model=diffabled.gtk.ListModel(measured.list))
            factory = Gtk.SignalListItemFactory()
            factory.connect("setup", lambda _, place: place.set_child(Gtk.Label()))
            factory.connect(
                "bind", lambda _, place: place.get_child().set_label(name(place.get_item().row))
            )
            view = Gtk.ListView(model=selection, factory=factory)
            window = Gtk.Window(child=Gtk.ScrolledWindow(child=view), default_height=400)
            window.present()
            while not view.get_mapped():
                context.iteration(True)
            measured.run(draw)
            window.destroy()


def main() -> None:
    part, *sizes = sys.argv[1:] or ["list"]
    rows = [int(size) for size in sizes] or list(SIZES)
    if part in ("PyQt6", "PySide6"):
        run_qt(part, rows)
    else:
        {"list": run_list, "textual": run_textual, "gtk": run_gtk}[part](rows)


if __name__ == "__main__":
    main()
