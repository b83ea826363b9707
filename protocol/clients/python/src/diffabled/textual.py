"""A list for Textual: one line a row, whose cursor, selection and scroll stay with their rows."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .change import Change
from .connection import Connection
from .lists import DiffableList
from .rows import Entry, Row, Section

Policy: TypeAlias = Literal["keep", "top", "end"]


def connect(*args: Any, **options: Any) -> Connection:
    """`diffabled.connect` for the app whose loop is running; handlers are called in that loop."""
    loop = asyncio.get_running_loop()
    call = partial(loop.call_soon_threadsafe, context=contextvars.copy_context())
    return Connection(*args, schedule=call, **options)


class ListView(ScrollView, can_focus=True):
    """The entries of a list, each on the line that `text` makes of it.

    `policy` says what the scroll holds on to: `"keep"`, the cursor's row or else the first row
    in sight; `"top"` and `"end"`, that end of the list while it is in sight, and else as `"keep"`.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "list-view--cursor",
        "list-view--selected",
        "list-view--section",
    }
    DEFAULT_CSS = """
    ListView { overflow-x: hidden; }
    ListView > .list-view--cursor { background: $surface-lighten-2; }
    ListView:focus > .list-view--cursor { background: $primary; color: $text; }
    ListView > .list-view--selected { text-style: bold; color: $accent; }
    ListView > .list-view--section { text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "end(-1)", "First", show=False),
        Binding("end", "end(1)", "Last", show=False),
        Binding("space", "mark", "Select", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    class CursorMoved(Message):
        """The cursor is on another row, or on none."""

        def __init__(self, row: Row | None) -> None:
            super().__init__()
            self.row = row

    class Selected(Message):
        """Enter was pressed on a row."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    def __init__(
        self,
        followed: DiffableList,
        text: Callable[[Any], str | Text],
        policy: Policy = "keep",
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.followed = followed
        self.policy = policy
        self.selected: set[Row] = set()
        self._text = text
        self._cursor: Row | None = None
        self._stop: Callable[[], None] = lambda: None

    @property
    def cursor(self) -> Row | None:
        """The row that the keys are about. Setting it scrolls it into sight."""
        return self._cursor

    @cursor.setter
    def cursor(self, row: Row | None) -> None:
        if row:
            place = self.followed.entries.index(row)
            top, height = self.scroll_offset.y, self.size.height
            self._scroll(min(place, max(top, place - height + 1)))
        self._put_cursor(row)

    # MARK: - Following

    def on_mount(self) -> None:
        self._stop = self.followed.on_change(self._follow)
        self.selected.intersection_update(self.followed.rows)
        if self._cursor not in self.followed.rows:
            self._cursor = None
        self.virtual_size = Size(0, len(self.followed.entries))

    def on_unmount(self) -> None:
        self._stop()

    def _follow(self, change: Change) -> None:
        top, height = self.scroll_offset.y, self.size.height
        was_at_top, was_at_end = top == 0, top >= self.max_scroll_y
        in_sight = change.before[top : top + height]
        held = self._cursor if self._cursor in in_sight else next(iter(in_sight), None)
        anchor = held and change.anchor_after(held)
        self.selected.difference_update(change.deleted)
        self._put_cursor(self._cursor and change.anchor_after(self._cursor))
        self.virtual_size = Size(0, len(change.after))
        if self.policy == "top" and was_at_top:
            top = 0
        elif self.policy == "end" and was_at_end:
            top = len(change.after)
        elif held and anchor:
            # A row that goes leaves its line to its neighbour.
            top += change.after.index(anchor) - change.before.index(held)
        self._scroll(top)
        self.refresh()

    def _put_cursor(self, entry: Entry | None) -> None:
        row = entry if isinstance(entry, Row) else None
        if row is not self._cursor:
            self._cursor = row
            self.post_message(self.CursorMoved(row))
            self.refresh()

    def _scroll(self, top: int) -> None:
        self.scroll_to(y=top, animate=False, immediate=True, force=True)

    # MARK: - Drawing

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        line = self.scroll_offset.y + y
        if line >= len(self.followed.entries):
            return Strip.blank(width, self.rich_style)
        entry = self.followed.entries[line]
        text = self._text(entry)
        if isinstance(text, str):
            # A control character would take the terminal elsewhere.
            text = Text("".join(c if c.isprintable() else "\ufffd" for c in text))
        text.truncate(width, pad=True)
        strip = Strip(text.render(self.app.console)).adjust_cell_length(width)
        return strip.apply_style(self._style(entry))

    def _style(self, entry: Entry) -> Any:
        parts = [
            name
            for name, holds in (
                ("list-view--section", isinstance(entry, Section)),
                ("list-view--selected", entry in self.selected),
                ("list-view--cursor", entry is self._cursor),
            )
            if holds
        ]
        return self.get_component_rich_style(*parts) if parts else self.rich_style

    # MARK: - Keys

    def action_move(self, count: int) -> None:
        rows = self.followed.rows
        if rows:
            place = rows.index(self._cursor) + count if self._cursor else 0
            self.cursor = rows[max(0, min(place, len(rows) - 1))]

    def action_page(self, direction: int) -> None:
        self.action_move(direction * max(1, self.size.height - 1))

    def action_end(self, direction: int) -> None:
        self.action_move(direction * len(self.followed.rows))

    def action_mark(self) -> None:
        if self._cursor:
            self.selected ^= {self._cursor}
            self.refresh()

    def action_choose(self) -> None:
        if self._cursor:
            self.post_message(self.Selected(self._cursor))

    def on_click(self, event: events.Click) -> None:
        entries = self.followed.entries[self.scroll_offset.y + event.y :]
        if entries and isinstance(entries[0], Row):
            self.cursor = entries[0]
