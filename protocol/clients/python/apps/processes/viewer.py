"""The list and the tree of processes, on a terminal."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import ClassVar, NamedTuple, Protocol

from items import COLUMNS, ancestors, list_line, tree, tree_line
from proc import Identity, Process
from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Static

import diffabled.textual
from diffabled.textual import ListView

SEARCHED = ("name", "command", "user", "pid")


class Source(Protocol):
    """Where processes come from."""

    def read(self) -> list[Process]: ...

    def terminate(self, identity: Identity) -> None: ...


class Order(NamedTuple):
    """What the list is sorted by: a member of the content."""

    member: str = "cpu"
    descending: bool = True

    def key(self) -> dict[str, str]:
        order = "descending" if self.descending else "ascending"
        return {"pointer": f"/{self.member}", "order": order, "compare": "natural"}


class Question(ModalScreen[bool]):
    """Asks for a yes or a no."""

    CSS = """
    Question { align: center middle; }
    Question > Static { width: auto; max-width: 80%; padding: 1 2; border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)"),
        Binding("n,escape", "dismiss(False)"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(f"{self._text}  (y/n)", markup=False)


class Processes(App[None]):
    """The tree of processes is a data source, and the list is a view of it."""

    CSS = """
    #heading { height: 1; background: $panel; text-style: bold; }
    #columns { width: auto; link-style: none; link-color: $text; }
    #status { width: 1fr; text-align: right; padding: 0 1; }
    #find { display: none; border: none; height: 1; padding: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Find"),
        Binding("c", "sort('cpu')", "CPU"),
        Binding("m", "sort('memory')", "Memory"),
        Binding("n", "sort('name')", "Name"),
        Binding("p", "sort('pid')", "Pid"),
        Binding("u", "sort('user')", "User"),
        Binding("t", "tree", "Tree"),
        Binding("k", "terminate", "End"),
        Binding("escape", "leave", "Back", show=False),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, source: Source, interval: float = 1.0, server: str | None = None) -> None:
        super().__init__()
        self.source, self.interval, self.server = source, interval, server
        self.processes: list[Process] = []
        self.closed: set[Identity] = set()
        self.order = Order()
        self.wants_tree = False
        self.trouble = ""
        self.closing = ExitStack()

    def compose(self) -> ComposeResult:
        with Horizontal(id="heading"):
            yield Static(id="columns")
            yield Static(id="status", markup=False)
        yield Input(
            id="find",
            placeholder="words of name, command, user or pid",
            max_length=200,
            restrict=r"\s*(\S+(\s+|$)){0,32}",  # The daemon takes no more words.
        )
        yield Footer()

    def on_mount(self) -> None:
        try:
            self.connection = self.closing.enter_context(diffabled.textual.connect(self.server))
        except diffabled.DiffabledError as error:
            self.exit(return_code=1, message=Text(f"processes: {error}"))
            return
        self.all = self.connection.open("processes")
        self.found = self.connection.open_view("found", {"of": "processes", "hidden": True})
        self.connection.on_restart(self.update_view)
        self.found.on_change(lambda _: self.show_numbers())
        self.find = self.query_one("#find", Input)
        self.table = ListView(self.found, list_line, "top")
        self.outline = ListView(self.all, tree_line, "top")
        self.outline.display = False
        self.mount(self.table, self.outline, after=self.find)
        self.view = self.table
        self.view.focus()
        self.update_view()
        self.follow()

    def on_unmount(self) -> None:
        self.closing.close()

    # MARK: - Following the processes

    @work
    async def follow(self) -> None:
        while True:
            await self.read()
            await asyncio.sleep(self.interval)

    async def read(self) -> None:
        self.processes = await asyncio.to_thread(self.source.read)
        self.closed.intersection_update(process.identity for process in self.processes)
        await self.apply()

    async def apply(self) -> None:
        snapshot = {"items": tree(self.processes, self.closed)}
        params = {"dataSource": "processes", "section": "all", "snapshot": snapshot}
        try:
            await self.connection.acall("dataSource/applySection", params)
            self.trouble = ""
        except diffabled.DiffabledError as error:
            # A daemon that ended is started again, and shown the next reading.
            self.trouble = str(error)
        self.show_numbers()

    # MARK: - Finding and sorting

    def update_view(self) -> None:
        words = self.find.value
        search = {"text": words, "in": [{"pointer": f"/{member}"} for member in SEARCHED]}
        try:
            self.found.update_view(search=search, sortBy=[self.order.key()])
        except diffabled.DiffabledError as error:
            self.trouble = str(error)
        self.show_view()

    def show_view(self) -> None:
        """Shows the list or the tree; what is found is a list."""
        shows_tree = self.wants_tree and not self.find.value.strip()
        old, self.view = self.view, self.outline if shows_tree else self.table
        if self.view is not old:
            old.display, self.view.display = False, True
            if not self.find.has_focus:
                self.view.focus()
            if old.cursor:
                self.call_after_refresh(self.go_to, Identity(*old.cursor.identifier))
        self.show_columns()
        self.show_numbers()

    async def go_to(self, identity: Identity) -> None:
        """Puts the cursor on a process; in the tree what it is in is opened."""
        if self.view is self.outline and not self.all.row(identity):
            self.closed.difference_update(ancestors(self.processes, identity))
            await self.apply()
        row = self.view.followed.row(identity)
        if row:
            self.view.cursor = row

    def show_columns(self) -> None:
        titles = {member: member.upper() for member in COLUMNS}
        if self.view is self.table:
            titles[self.order.member] += "▼" if self.order.descending else "▲"
        cells = [
            f"[@click=app.sort('{member}')]{titles[member]:{width}}[/]"
            for member, width in COLUMNS.items()
        ]
        self.query_one("#columns", Static).update("  ".join(cells))

    def show_numbers(self) -> None:
        numbers = f"{len(self.found.rows)} of {len(self.processes)}"
        self.query_one("#status", Static).update(self.trouble or numbers)

    @on(Input.Changed)
    def search(self) -> None:
        self.update_view()

    @on(Input.Submitted)
    def choose(self) -> None:
        self.view.focus()
        self.view.action_move(0)

    @on(ListView.CursorMoved)
    def hold(self) -> None:
        # Without a cursor the list shows its top, with one the process stays on its line.
        for view in (self.table, self.outline):
            view.policy = "keep" if view.cursor else "top"

    @on(ListView.Selected)
    async def open_or_close(self) -> None:
        if self.view is self.outline and self.outline.cursor:
            self.closed.symmetric_difference_update([Identity(*self.outline.cursor.identifier)])
            await self.apply()

    # MARK: - Keys

    def action_find(self) -> None:
        self.find.display = True
        self.find.focus()

    def action_sort(self, member: str) -> None:
        """Sorts by a column; again by the same, the other way round."""
        is_sorted = not self.wants_tree and self.order.member == member
        descending = not self.order.descending if is_sorted else member in ("cpu", "memory")
        self.order, self.wants_tree = Order(member, descending), False
        self.update_view()

    def action_tree(self) -> None:
        self.wants_tree = not self.wants_tree
        self.show_view()

    def action_leave(self) -> None:
        """Ends finding, or else takes the cursor from its process."""
        if self.find.display:
            self.find.clear()
            self.find.display = False
            self.view.focus()
        else:
            self.view.cursor = None
            self.view.scroll_home(animate=False)

    @work
    async def action_terminate(self) -> None:
        row = self.view.cursor
        if not row:
            return
        name = f"{row.content['name']} ({row.content['pid']})"
        if not await self.push_screen_wait(Question(f"End {name}?")):
            return
        try:
            self.source.terminate(Identity(*row.identifier))
        except ProcessLookupError:
            self.notify(f"{name} has ended already.", markup=False)
        except OSError as error:
            self.notify(f"{name}: {error.strerror}", severity="error", markup=False)
