"""What a list tells of a change, in the forms that views of all kinds can draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from .rows import Entry, Row, Section

E = TypeVar("E")


class Splice(NamedTuple):
    """One place of a list where entries go and others come."""

    at: int
    removed: int
    added: Sequence[Entry]


class Move(NamedTuple):
    """`length` entries from `start` on go before the one at `to`, which counts with them in."""

    start: int
    length: int
    to: int


@dataclass(slots=True)
class Changed(Generic[E]):
    """What became of the rows, or of the sections, of a list; each in the order of the batch."""

    deleted: list[E] = field(default_factory=list)
    inserted: list[E] = field(default_factory=list)
    moved: list[E] = field(default_factory=list)
    updated: list[E] = field(default_factory=list)

    def has_structure(self) -> bool:
        """Whether any came, went or moved."""
        return bool(self.deleted or self.inserted or self.moved)


@dataclass(slots=True, eq=False, repr=False)
class Change(Changed[Row]):
    """A change of a list, told when the list is at its new state already.

    Its own four lists are of rows: those of a deleted section are `deleted`, those of a moved
    one are `moved`. `updated` have another content or outline, or were marked.
    """

    before: Sequence[Entry] = ()
    """The entries before: rows, and of a list with headers each section before its rows."""
    after: Sequence[Entry] = ()
    """The entries now; the very same object as `before` when none moved, came or went."""
    reloaded: list[Row] = field(default_factory=list)
    """Those of `updated` that want a new cell."""
    sections: Changed[Section] = field(default_factory=lambda: Changed[Section]())
    reset: bool = False
    """The list was read anew: `moved` is every row that stayed."""
    animated: bool = False
    from_revision: int | None = None
    revision: int | None = None
    origin: str | None = None
    """The method that made the revision, `"merged"`, or None after a gap."""
    tags: list[str | int] = field(default_factory=list)
    transaction: dict[str, Any] | None = None
    window: dict[str, int] | None = None

    def __repr__(self) -> str:
        names = ("deleted", "inserted", "moved", "updated")
        counts = ", ".join(f"{len(getattr(self, name))} {name}" for name in names)
        return f"<Change to revision {self.revision}: {counts}{', reset' * self.reset}>"

    def gone(self) -> set[Entry]:
        """The entries that are there no more."""
        return {*self.deleted, *self.sections.deleted}

    def new(self) -> set[Entry]:
        """The entries that were not there before."""
        return {*self.inserted, *self.sections.inserted}

    def splices(self) -> list[Splice]:
        """The change as disjoint splices, ascending; each counts in what those before it left."""
        if self.before is self.after:
            return []
        before, after = self.before, self.after
        touched = self.gone() | self.new() | self._moved()
        splices: list[Splice] = []
        old = new = 0
        while old < len(before) or new < len(after):
            first, at = old, new
            while old < len(before) and before[old] in touched:
                old += 1
            while new < len(after) and after[new] in touched:
                new += 1
            if (old, new) != (first, at):
                splices.append(Splice(at, old - first, after[at:new]))
            elif before[old : old + 1] == after[new : new + 1]:
                old += 1
                new += 1
            else:
                raise ValueError(f"The change lies: {before[old]} is neither kept nor touched.")
        return splices

    def hull(self) -> Splice | None:
        """The one splice from the first to the last place that changed, or None."""
        splices = self.splices()
        if not splices:
            return None
        at, last = splices[0].at, splices[-1]
        end = last.at + len(last.added)
        removed = end - at - len(self.after) + len(self.before)
        return Splice(at, removed, self.after[at:end])

    def steps(self, most: int = 32) -> list[Move] | None:
        """The moves as single ones, to be made after the deletes and before the inserts.

        Each counts in the list that the one before it left. It takes the square of their
        number, so there are none, but None, when there are more than `most`.
        """
        pending = self._moved_runs()
        if len(pending) > most:
            return None
        steps: list[Move] = []
        while pending:
            start, count, to = pending.pop(0)
            target = to
            for source, length, _ in sorted([*pending, (start, count, to)]):
                if source > target:
                    break
                target += length
            if not start <= target <= start + count:
                steps.append(Move(start, count, target))
                pending = [
                    (_source_after(steps[-1], source), length, final)
                    for source, length, final in pending
                ]
        return steps

    def anchor_after(self, row: Entry) -> Entry | None:
        """The row itself if it stayed, else the nearest one that did, first looking downwards."""
        gone = self.gone()
        if row not in gone:
            return row if row in self.after else None
        if row not in self.before:
            return None
        place = self.before.index(row)
        for near in (*self.before[place + 1 :], *reversed(self.before[:place])):
            if isinstance(near, Row) and near not in gone:
                return near
        return None

    def _moved(self) -> set[Entry]:
        return {*self.moved, *self.sections.moved}

    def _moved_runs(self) -> list[tuple[int, int, int]]:
        """Runs of moved entries as (from, count, to), ascending by `to`.

        `from` counts in what the deletes leave, `to` in what is there before the inserts.
        """
        gone, new, moved = self.gone(), self.new(), self._moved()
        stayed = (entry for entry in self.before if entry not in gone)
        places = {entry: place for place, entry in enumerate(stayed) if entry in moved}
        runs: list[tuple[int, int, int]] = []
        arrived = (entry for entry in self.after if entry not in new)
        for to, entry in enumerate(arrived):
            if entry not in moved:
                continue
            start, count, first = runs[-1] if runs else (0, 0, -1)
            if (start + count, first + count) == (places[entry], to):
                runs[-1] = (start, count + 1, first)
            else:
                runs.append((places[entry], 1, to))
        return runs


def _source_after(move: Move, source: int) -> int:
    """Where the entry at `source`, which is not moved, is after a move."""
    if move.start < source < move.to:
        return source - move.length
    if move.to <= source < move.start:
        return source + move.length
    return source
