"""A list read anew, whose known rows stay the same objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .change import Changed
from .rows import NO_CONTENT, PLAIN, Key, Outline, Row, Section, item_of, key_of, same


class Reset:
    """A list as `snapshot/contents` has it, and what became of which row; `commit` makes it so.

    Deleted is what is not there any more; all that stayed has moved and is drawn anew.
    """

    def __init__(
        self, sections: Sequence[Section], table: Mapping[Key, Row], contents: Mapping[str, Any]
    ) -> None:
        self.sections: list[Section] = []
        self.table: dict[Key, Row] = {}
        self.changed: Changed[Row] = Changed()
        self.changed_sections: Changed[Section] = Changed()
        self.reloaded: list[Row] = []
        self._old = sections
        self._known = table
        self._rows: dict[Section, list[Row]] = {}
        self._contents: dict[Row | Section, Any] = {}
        self._read_sections(contents["sections"])
        self._outlines: dict[Row, Outline] = self._read_outlines(contents.get("outlines", ()))
        self._compare()

    def differs(self) -> bool:
        """Whether the list is another one than before, in anything that is shown."""
        return (
            self.sections != self._old
            or any(rows != section.rows for section, rows in self._rows.items())
            or any(row.outline != self._outlines.get(row, PLAIN) for row in self.table.values())
            or any(not same(element.content, new) for element, new in self._contents.items())
        )

    def commit(self) -> None:
        """Makes the rows and sections what was read; the list takes over `sections`, `table`."""
        for section, rows in self._rows.items():
            section.rows = rows
            for row in rows:
                row.section = section
                row.outline = self._outlines.get(row, PLAIN)
        for element, content in self._contents.items():
            element.content = content

    def _read_sections(self, sections: Sequence[Mapping[str, Any]]) -> None:
        known = {key_of(section.identifier): section for section in self._old}
        for read in sections:
            content = read.get("content", NO_CONTENT)
            section = known.get(key_of(read["id"])) or Section(read["id"], content)
            self.sections.append(section)
            self._contents[section] = content
            self._rows[section] = [self._row(item, section) for item in read["items"]]

    def _row(self, item: Any, section: Section) -> Row:
        identifier, content = item_of(item)
        key = key_of(identifier)
        row = self._known.get(key) or Row(identifier, content, section)
        self.table[key] = row
        self._contents[row] = content
        return row

    def _read_outlines(self, runs: Sequence[Mapping[str, Any]]) -> dict[Row, Outline]:
        outlines: dict[Row, Outline] = {}
        for run in runs:
            section, first = run["at"]
            outline = Outline(run["level"], run["expanded"], run["numberOfChildren"])
            for row in self._rows[self.sections[section]][first : first + run["count"]]:
                outlines[row] = outline
        return outlines

    def _compare(self) -> None:
        rows, sections = self.changed, self.changed_sections
        old = set(self._old)
        shown = (row for section in self._old for row in section.rows)
        rows.deleted = [row for row in shown if key_of(row.identifier) not in self.table]
        rows.inserted = [row for key, row in self.table.items() if key not in self._known]
        rows.moved = [row for key, row in self.table.items() if key in self._known]
        rows.updated = rows.moved
        sections.deleted = [section for section in self._old if section not in self._rows]
        sections.inserted = [section for section in self.sections if section not in old]
        sections.moved = [section for section in self.sections if section in old]
        sections.updated = sections.moved
