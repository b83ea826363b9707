"""Replaying changes of format "batch" onto a list, in linear time.

Nothing of the list is touched before all of the changes have been found to fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from .change import Changed
from .rows import NO_CONTENT, Key, Outline, Row, Section, item_of, key_of

E = TypeVar("E")
Run: TypeAlias = tuple[int, int, int]  # where it starts, how many, and the number of its move

_DELETED = -1  # instead of such a number


class Gap(Exception):
    """The changes do not fit the list that they were meant for."""


class Replay:
    """The list after a batch, and what became of which row; `commit` makes it so."""

    def __init__(
        self, sections: Sequence[Section], table: Mapping[Key, Row], source: Mapping[str, Any]
    ) -> None:
        changes = source["changes"]
        self.sections: list[Section] = list(sections)
        self.changed: Changed[Row] = Changed()
        self.changed_sections: Changed[Section] = Changed()
        self.reloaded: list[Row] = []
        self._table = table
        self._rows: dict[Section, list[Row]] = {}
        self._new: dict[Key, Row] = {}
        self._moved_along: list[Row] = []  # with their sections
        self._arrived: list[tuple[Section, list[Row]]] = []
        self._contents: list[tuple[Row | Section, Any]] = []
        self._outlines: list[tuple[Row, Outline]] = []
        try:
            taken = self._take_out_rows(changes["items"])
            self._replace_sections(changes["sections"])
            self._put_in_rows(changes["items"], taken)
            self._count(source)
            self._update(changes)
        except (LookupError, TypeError, ValueError) as error:
            raise Gap(f"{type(error).__name__}: {error}") from error

    def commit(self, table: dict[Key, Row]) -> None:
        """Makes the rows and sections what the batch says; the list takes over `sections`."""
        for section, rows in self._rows.items():
            section.rows = rows
        for section, rows in self._arrived:
            for row in rows:
                row.section = section
        for row in self.changed.deleted:
            table.pop(key_of(row.identifier), None)
        table.update(self._new)
        for element, content in self._contents:
            element.content = content
        for row, outline in self._outlines:
            row.outline = outline

    # MARK: - The four steps

    def _take_out_rows(self, items: Mapping[str, Any]) -> dict[int, list[Row]]:
        """Takes out deleted rows and those that move, which it returns by their number."""
        cuts: defaultdict[int, list[Run]] = defaultdict(list)
        for run in items["deletes"]:
            cuts[run["at"][0]].append((run["at"][1], run["count"], _DELETED))
        for number, run in enumerate(items["moves"]):
            cuts[run["from"][0]].append((run["from"][1], run["count"], number))
        taken: dict[int, list[Row]] = {}
        for index in sorted(cuts):
            section = self._section(index)
            stays, runs = cut(section.rows, cuts[index])
            self._rows[section] = stays
            for number, run in runs:
                if number == _DELETED:
                    self.changed.deleted += run
                else:
                    taken[number] = run
        return taken

    def _replace_sections(self, changes: Mapping[str, Any]) -> None:
        """Takes out and puts in sections; what is left in a deleted one is deleted with it."""
        told, deletes, moves = self.changed_sections, changes["deletes"], changes["moves"]
        leaving = [(entry["at"], entry["section"]) for entry in deletes]
        leaving += [(entry["from"], entry["section"]) for entry in moves]
        for at, identifier in leaving:
            check_identity(self._section(at), identifier)
        stays, runs = cut(self.sections, [(at, 1, n) for n, (at, _) in enumerate(leaving)])
        left = [run[0] for _, run in sorted(runs, key=itemgetter(0))]
        told.deleted, told.moved = left[: len(deletes)], left[len(deletes) :]
        told.inserted = [
            Section(entry["section"], entry.get("content", NO_CONTENT))
            for entry in changes["inserts"]
        ]
        for section in told.deleted:
            self.changed.deleted += self._rows.pop(section, section.rows)
        for section in told.moved:
            self._moved_along += self._rows.get(section, section.rows)
        places = [entry["at"] for entry in changes["inserts"]]
        places += [entry["to"] for entry in moves]
        came = [[section] for section in (*told.inserted, *told.moved)]
        self.sections = put(stays, list(zip(places, came, strict=True)))

    def _put_in_rows(self, items: Mapping[str, Any], taken: Mapping[int, list[Row]]) -> None:
        """Puts in new rows and those that move."""
        puts: defaultdict[int, list[tuple[int, list[Row]]]] = defaultdict(list)
        gone = {key_of(row.identifier) for row in self.changed.deleted}
        for run in items["inserts"]:
            section = self._section(run["at"][0])
            rows = [Row(*item_of(item), section) for item in run["items"]]
            for row in rows:
                key = key_of(row.identifier)
                if key in self._new or (key in self._table and key not in gone):
                    raise ValueError(f"{row.identifier!r} is inserted, and there already")
                self._new[key] = row
            self.changed.inserted += rows
            puts[run["at"][0]].append((run["at"][1], rows))
        for number, run in enumerate(items["moves"]):
            self.changed.moved += taken[number]
            self._arrived.append((self._section(run["to"][0]), taken[number]))
            puts[run["to"][0]].append((run["to"][1], taken[number]))
        self.changed.moved += self._moved_along
        for index, runs in puts.items():
            section = self._section(index)
            self._rows[section] = put(self._rows.get(section, section.rows), runs)

    def _count(self, source: Mapping[str, Any]) -> None:
        rows = len(self._table) - len(self.changed.deleted) + len(self._new)
        for count, name in ((len(self.sections), "numberOfSections"), (rows, "numberOfItems")):
            if source.get(name, count) != count:
                raise ValueError(f"{name} is {source[name]}, and should be {count}")

    def _update(self, changes: Mapping[str, Any]) -> None:
        """Notes new contents and outlines, in the places of the list after."""
        for kind in ("reloads", "reconfigures"):
            for entry in changes["sections"][kind]:
                section = self._section(entry["at"])
                check_identity(section, entry["section"])
                self._contents.append((section, entry.get("content", NO_CONTENT)))
                self.changed_sections.updated.append(section)
            for run in changes["items"][kind]:
                rows = self._run(run["at"], len(run["items"]))
                for row, item in zip(rows, run["items"], strict=True):
                    identifier, content = item_of(item)
                    check_identity(row, identifier)
                    self._contents.append((row, content))
                self.changed.updated += rows
                if kind == "reloads":
                    self.reloaded += rows
        seen = {*self.changed.updated, *self.changed.inserted}
        for run in changes.get("outlines", ()):
            outline = Outline(run["level"], run["expanded"], run["numberOfChildren"])
            rows = self._run(run["at"], run["count"])
            self._outlines += [(row, outline) for row in rows]
            self.changed.updated += [row for row in rows if row not in seen]

    def _section(self, index: int) -> Section:
        if not 0 <= index < len(self.sections):
            raise IndexError(f"there is no section {index}")
        return self.sections[index]

    def _run(self, at: Sequence[int], count: int) -> list[Row]:
        section = self._section(at[0])
        rows = self._rows.get(section, section.rows)
        if not 0 <= at[1] <= at[1] + count <= len(rows):
            raise IndexError(f"{count} rows from {at} on are past the end")
        return rows[at[1] : at[1] + count]


def check_identity(element: Row | Section, identifier: Any) -> None:
    if key_of(element.identifier) != key_of(identifier):
        raise ValueError(f"{identifier!r} is not where it is said to be")


def cut(elements: list[E], runs: list[Run]) -> tuple[list[E], list[tuple[int, list[E]]]]:
    """Takes runs out of a list, in one pass; what stays, and the runs ascending by place."""
    stays: list[E] = []
    taken: list[tuple[int, list[E]]] = []
    position = 0
    for start, count, number in sorted(runs):
        end = start + count
        if not position <= start < end <= len(elements):
            raise IndexError(f"{count} from {start} on cannot be taken out")
        stays += elements[position:start]
        taken.append((number, elements[start:end]))
        position = end
    return stays + elements[position:], taken


def put(elements: list[E], runs: list[tuple[int, list[E]]]) -> list[E]:
    """Puts runs into a list, in one pass; their places count in the result."""
    result: list[E] = []
    position = 0
    for at, run in sorted(runs, key=itemgetter(0)):
        end = position + at - len(result)
        if not position <= end <= len(elements):
            raise IndexError(f"{len(run)} cannot be put in at {at}")
        result += elements[position:end]
        result += run
        position = end
    return result + elements[position:]
