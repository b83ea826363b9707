"""The Textual list, painted on a terminal of 24 lines."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from edits import RandomEdits, Watcher
from stub import VECTORS, StubConnection
from textual.app import App, ComposeResult
from textual.pilot import Pilot

import diffabled.textual
from diffabled import Change, Connection, DiffableList, Row
from diffabled.textual import ListView, Policy

HEIGHT = 24


def name(entry: Any) -> str:
    outline = entry.outline if isinstance(entry, Row) else None
    return json.dumps([entry.identifier, str(entry.content), outline])[:60]


class ListApp(App[None]):
    def __init__(self, open_: Callable[[Connection], DiffableList], policy: Policy) -> None:
        super().__init__()
        self.open, self.policy = open_, policy
        self.messages: list[Any] = []

    def compose(self) -> ComposeResult:
        self.connection = diffabled.textual.connect()
        self.followed = self.open(self.connection)
        self.view = ListView(self.followed, name, self.policy)
        yield self.view

    def on_list_view_cursor_moved(self, message: ListView.CursorMoved) -> None:
        self.messages.append(message.row)

    def on_list_view_selected(self, message: ListView.Selected) -> None:
        self.messages.append(("selected", message.row))

    def on_unmount(self) -> None:
        self.connection.close()


@asynccontextmanager
async def running(
    document: Any, policy: Policy = "keep", **options: Any
) -> AsyncIterator[tuple[ListApp, Pilot[None]]]:
    app = ListApp(lambda c: c.open("list", document, **options), policy)
    async with app.run_test(size=(80, HEIGHT)) as pilot:
        await pilot.pause()
        yield app, pilot


def numbers(count: int) -> Any:
    return {"sections": [{"id": "s", "items": list(range(count))}]}


def painted(app: App[None]) -> list[str]:
    """The lines of the terminal."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip(" ▁▂▃▄▅▆▇█▉▊▋▌▍▎▏") for strip in strips]


def check(app: Any) -> None:
    top = app.view.scroll_offset.y
    entries = app.followed.entries[top : top + HEIGHT]
    lines = [name(entry).rstrip() for entry in entries]
    assert painted(app) == lines + [""] * (HEIGHT - len(lines))


def line_of(app: ListApp, row: Row) -> int:
    place = app.followed.index(row)
    assert place is not None
    return place - app.view.scroll_offset.y


class ViewWatcher(Watcher):
    """What must be so of cursor, selection and scroll after each change."""

    def __init__(self, app: ListApp) -> None:
        super().__init__(app.followed)
        self.app, self.view = app, app.view
        self.note()

    def note(self) -> None:
        self.cursor, self.selected = self.view.cursor, set(self.view.selected)
        self.line = line_of(self.app, self.cursor) if self.cursor else 0

    def hear(self, change: Change) -> None:
        row = self.view.cursor
        assert row is (self.cursor and change.anchor_after(self.cursor))
        assert self.view.selected == self.selected - set(change.deleted)
        if row and 0 <= self.line < HEIGHT:
            place = self.app.followed.index(row)
            assert place is not None
            end = max(0, len(change.after) - HEIGHT)
            assert self.view.scroll_offset.y == max(0, min(place - self.line, end))
        self.note()


async def random_edits(seed: int, steps: int, **options: Any) -> None:
    app_edits: list[RandomEdits] = []

    def open_(connection: Connection) -> DiffableList:
        edits = RandomEdits(connection, "list", seed, 300)
        app_edits.append(edits)
        return connection.open("list", edits.document(), **options)

    app = ListApp(open_, "keep")
    async with app.run_test(size=(80, HEIGHT)) as pilot:
        [edits] = app_edits
        chance = random.Random(seed)
        app.view.cursor = app.followed.rows[150]
        app.view.selected = set(app.followed.rows[100:200:7])
        watcher = ViewWatcher(app)
        await pilot.pause()
        for _ in range(steps):
            if app.view.cursor is None or not 0 <= line_of(app, app.view.cursor) < HEIGHT:
                app.view.cursor = chance.choice(app.followed.rows)
                watcher.note()
            edits.step(app.followed)
            await pilot.pause()
            watcher.check()
            check(app)


async def test_500_random_edits() -> None:
    await random_edits(7, 500)


async def test_random_edits_of_a_list_with_headers() -> None:
    await random_edits(8, 100, headers=True)


@pytest.mark.parametrize("story", ["outlines", "restart-outlines", "reload-data", "headers"])
async def test_the_view_does_as_the_vectors_say(
    story: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (VECTORS / f"{story}.jsonl").read_text("utf-8").split("\n")[:-1]
    app = VectorApp()
    async with app.run_test(size=(80, HEIGHT)) as pilot:
        connection = StubConnection(monkeypatch.setattr, lines, app.watch)
        while connection._lines:
            connection.play_line()
            if app.query(ListView):
                await pilot.pause()
                check(app)


class VectorApp(App[None]):
    """Shows the list of a file of vectors, with its levels."""

    def watch(self, followed: DiffableList) -> Callable[[], None]:
        self.followed = followed
        self.view = ListView(followed, name)
        self.mount(self.view)
        return lambda: None


async def test_a_shuffle_of_10000_rows_keeps_cursor_selection_and_place() -> None:
    async with running(numbers(10_000)) as (app, pilot):
        rows = app.followed.rows
        app.view.cursor, app.view.selected = rows[5000], set(rows[::200])
        await pilot.pause()
        selected, line = set(app.view.selected), line_of(app, rows[5000])
        app.followed.edit({"op": "shuffleItems", "seed": 3})
        await pilot.pause()
        assert app.followed.rows != rows
        assert app.view.cursor is rows[5000]
        assert app.view.selected == selected
        assert line_of(app, rows[5000]) == line
        check(app)


@pytest.mark.parametrize(
    ("policy", "top", "expected"),
    [
        ("keep", 0, 100),
        ("top", 0, 0),
        ("top", 5, 105),
        ("keep", 1000, 276),
        ("end", 1000, 376),
        ("end", 5, 105),
    ],
)
async def test_what_the_scroll_holds_on_to(policy: Policy, top: int, expected: int) -> None:
    """50 rows come above all, and 50 below the first row: 200 there are at first."""
    async with running(numbers(200), policy) as (app, pilot):
        app.view.scroll_to(y=top, animate=False)
        await pilot.pause()
        new: list[Any] = [[n] for n in range(200)]
        app.followed.edit(
            {"op": "insertItems", "items": new[:100], "beforeItem": 0},
            {"op": "insertItems", "items": new[100:], "afterItem": 199},
        )
        await pilot.pause()
        assert app.view.scroll_offset.y == expected
        check(app)


async def test_keys() -> None:
    async with running(numbers(100)) as (app, pilot):
        app.view.focus()
        rows = app.followed.rows
        for key, place in [
            ("down", 0),
            ("down", 1),
            ("up", 0),
            ("up", 0),
            ("pagedown", 23),
            ("pagedown", 46),
            ("pageup", 23),
            ("end", 99),
            ("down", 99),
            ("home", 0),
        ]:
            await pilot.press(key)
            assert app.view.cursor is rows[place], key
            assert 0 <= line_of(app, rows[place]) < HEIGHT
            check(app)
        await pilot.press("space", "down", "space", "enter")
        assert app.view.selected == {rows[0], rows[1]}
        await pilot.press("space")
        assert app.view.selected == {rows[0]}
        assert app.messages[-1] == ("selected", rows[1])
        await pilot.click(ListView, offset=(3, 7))
        assert app.view.cursor is rows[7]
        assert app.messages[-1] is rows[7]


async def test_a_cursor_whose_row_goes_is_on_its_neighbour_and_on_none_at_the_end() -> None:
    async with running(numbers(5)) as (app, pilot):
        rows = app.followed.rows
        app.view.cursor = rows[3]
        for item, place in ((3, 4), (4, 2), (0, 2), (2, 1)):
            app.followed.edit({"op": "deleteItems", "items": [item]})
            await pilot.pause()
            assert app.view.cursor is app.messages[-1] is rows[place]
        app.followed.edit({"op": "deleteAllItems"})
        await pilot.pause()
        assert app.view.cursor is app.messages[-1] is None
        check(app)
        await pilot.press("down", "space", "enter")
        app.followed.edit({"op": "appendSections", "sections": [{"id": 1, "items": ["x"]}]})
        await pilot.pause()
        check(app)
        await pilot.press("down")
        assert app.view.cursor is app.followed.rows[0]


async def test_text_cannot_control_the_terminal() -> None:
    async with running({"sections": [{"id": "s", "items": ["a\x1b[2J\nb\tc"]}]}) as (app, pilot):
        app.view._text = lambda row: row.identifier
        app.view.refresh()
        await pilot.pause()
        assert painted(app)[0] == "a\ufffd[2J\ufffdb\ufffdc"


async def test_a_view_that_is_gone_follows_no_more() -> None:
    async with running(numbers(5)) as (app, pilot):
        await app.view.remove()
        app.followed.edit({"op": "reverseItems"})
        await pilot.pause()
        assert not app.followed._on_change._functions


# MARK: - Planted faults


def no_paint(view: ListView) -> None:
    view.refresh = lambda *_, **__: view  # type: ignore[method-assign]


def cursor_stays_on_its_line(view: ListView) -> None:
    follow, place = view._follow, [0]

    def wrong(change: Change) -> None:
        if view._cursor in change.before:
            place[0] = change.before.index(view._cursor)
        follow(change)
        view._cursor = view.followed.rows[min(place[0], len(view.followed.rows) - 1)]

    view._follow = wrong  # type: ignore[method-assign]


def scroll_stays(view: ListView) -> None:
    scroll = view._scroll
    follow = view._follow

    def wrong(change: Change) -> None:
        top = view.scroll_offset.y
        follow(change)
        scroll(top)

    view._follow = wrong  # type: ignore[method-assign]


def scroll_is_animated(view: ListView) -> None:
    view._scroll = lambda top: view.scroll_to(y=top)  # type: ignore[method-assign]


def gone_rows_stay_selected(view: ListView) -> None:
    follow = view._follow

    def wrong(change: Change) -> None:
        selected = set(view.selected)
        follow(change)
        view.selected = selected

    view._follow = wrong  # type: ignore[method-assign]


def size_is_forgotten(view: ListView) -> None:
    follow = view._follow

    def wrong(change: Change) -> None:
        size = view.virtual_size
        follow(change)
        view.virtual_size = size

    view._follow = wrong  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "fault",
    [
        no_paint,
        cursor_stays_on_its_line,
        scroll_stays,
        scroll_is_animated,
        gone_rows_stay_selected,
        size_is_forgotten,
    ],
)
async def test_a_planted_fault_is_caught(
    fault: Callable[[ListView], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on_mount = ListView.on_mount

    def mount_with_fault(view: ListView) -> None:
        fault(view)
        on_mount(view)

    monkeypatch.setattr(ListView, "on_mount", mount_with_fault)

    async def promises() -> None:
        await random_edits(7, 40)
        await test_what_the_scroll_holds_on_to("end", 1000, 376)

    with pytest.raises(AssertionError):
        await promises()
