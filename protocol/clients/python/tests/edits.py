"""Random edits, and what must be so after each of them."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from typing import Any

from diffabled import Change, Connection, DiffableList, Entry, Move, Row


class RandomEdits:
    """Edits a list of some `size` rows at random, in all ways that there are."""

    def __init__(self, connection: Connection, name: str, seed: int, size: int = 60) -> None:
        self.connection, self.name, self.size = connection, name, size
        self.random = random.Random(seed)
        self.number = 0

    def document(self) -> dict[str, Any]:
        sections = [{"id": self.new("S"), "items": []} for _ in range(4)]
        for _ in range(self.size):
            self.random.choice(sections)["items"].append(self.item())
        return {"sections": sections}

    def step(self, followed: DiffableList) -> None:
        """One request, mostly of a few edits that each see what the one before left."""
        kind = self.random.randrange(20)
        if kind == 0:
            document = followed.document()
            for section in document["sections"]:
                self.random.shuffle(section["items"])
            self.random.shuffle(document["sections"])
            mode = self.random.choice(("diff", "reloadData"))
            followed.apply(document, mode=mode)
        elif kind == 1 and (followed.revision or 0) > 3:
            to = (followed.revision or 0) - self.random.randrange(1, 4)
            params = {"dataSource": self.name, "toRevision": to}
            self.connection.request("dataSource/revert", params)
        else:
            draft = {"snapshot": "draft"}
            self.connection.request("snapshot/create", {**draft, "from": {"dataSource": self.name}})
            edits = []
            for _ in range(self.random.randrange(1, 4)):
                edit = self.edit(self.connection.request("snapshot/contents", draft)["sections"])
                edits.append(edit)
                self.connection.request("snapshot/edit", {**draft, "edits": [edit]})
            self.connection.request("snapshot/release", draft)
            followed.edit(*edits)
        while followed.waiting:
            self.connection.pump(1)

    def edit(self, sections: list[Any]) -> Any:
        """An edit that these sections can follow."""
        ids = [section["id"] for section in sections]
        rows = [i["id"] if isinstance(i, dict) else i for s in sections for i in s["items"]]
        if not ids:
            return {"op": "appendSections", "sections": [self.new("S")]}
        pick, sample = self.random.choice, self.random.sample
        if len(rows) < self.size:
            items = [self.item() for _ in range(self.random.randrange(1, 9))]
            return {"op": "appendItems", "items": items, "toSection": pick(ids)}
        row, other = sample(rows, 2)
        where = pick(("beforeItem", "afterItem"))
        few = sample(rows, self.random.randrange(1, 6))
        edits: list[Any] = [
            {"op": "moveItem", "item": row, where: other},
            {"op": "insertItems", "items": [self.item(), self.item()], where: other},
            {"op": "deleteItems", "items": few},
            {"op": "moveItems", "items": few, "toSection": pick(ids), "at": "start"},
            {"op": "swapItems", "items": [row, other]},
            {"op": "setItems", "items": [{"id": r, "content": self.content()} for r in few]},
            {"op": pick(("reloadItems", "reconfigureItems")), "items": few},
            {"op": "shuffleItems", "section": pick(ids), "seed": self.random.randrange(99)},
            {"op": "reverseItems", "section": pick(ids)},
            {"op": "setSections", "sections": [{"id": pick(ids), "content": self.content()}]},
        ]
        if len(rows) > self.size * 2:
            return {"op": "replaceItems", "section": pick(ids), "items": few}
        if self.random.randrange(4):
            return pick(edits)
        if len(ids) < 3 or self.random.randrange(3) == 0:
            new = {"id": self.new("S"), "items": [self.item(), self.item()]}
            return {"op": "insertSections", "sections": [new], "beforeSection": pick(ids)}
        one, two = sample(ids, 2)
        if len(ids) > 6 or self.random.randrange(4) == 0:
            return {"op": "deleteSections", "sections": [one]}
        return {"op": "moveSection", "section": one, "afterSection": two}

    def new(self, letter: str) -> Any:
        self.number += 1
        forms: list[Any] = [f"{letter}{self.number}", self.number, [letter, self.number]]
        forms += [[letter, self.number % 2 == 0, None, self.number], f"{self.number}"]
        return self.random.choice(forms)

    def item(self) -> Any:
        return self.random.choice([{"id": (new := self.new("i")), "content": self.content()}, new])

    def content(self) -> Any:
        contents = [
            None,
            {},
            [],
            False,
            0,
            self.number,
            0.5,
            {"name": f"n{self.number}"},
            "\ud83d\ude00",
        ]
        return self.random.choice(contents)


class Watcher:
    """Hears a list after all others; what it finds wrong is raised by `check`."""

    def __init__(self, followed: DiffableList) -> None:
        self.changes = 0
        self.wrong: list[Exception] = []
        followed.on_change(self._hear)

    def _hear(self, change: Change) -> None:
        self.changes += 1
        try:
            self.hear(change)
        except Exception as error:  # a connection would only log it
            self.wrong.append(error)

    def hear(self, change: Change) -> None:
        raise NotImplementedError

    def check(self) -> None:
        for error in self.wrong:
            raise error


class Follower(Watcher):
    """Compares a list with the daemon and with what it tells, after each change."""

    def __init__(self, connection: Connection, followed: DiffableList) -> None:
        super().__init__(followed)
        self.connection, self.followed = connection, followed
        self.drawn = list(followed.entries)
        self.objects: dict[str, Row] = {text(row.identifier): row for row in followed.rows}

    def hear(self, change: Change) -> None:
        assert self.drawn == list(change.before)
        before, after = set(change.before), set(change.after)
        listed = {*change.deleted, *change.inserted, *change.moved}
        assert {e for e in before - after if isinstance(e, Row)} == set(change.deleted)
        assert {e for e in after - before if isinstance(e, Row)} == set(change.inserted)
        assert len(listed) == len(change.deleted) + len(change.inserted) + len(change.moved)
        spliced = list(self.drawn)
        for at, removed, added in change.splices():
            spliced[at : at + removed] = added
        hull = change.hull()
        if hull:
            self.drawn[hull.at : hull.at + hull.removed] = hull.added
        assert spliced == self.drawn == list(change.after) == list(self.followed.entries)
        steps = change.steps()
        if steps is not None:
            assert stepped(change, steps) == list(change.after)

    def check(self) -> None:
        super().check()
        contents = self.connection.request("snapshot/contents", {"dataSource": self.followed.name})
        shown = {"revision": self.followed.revision, **self.followed.document()}
        assert text(shown) == text(contents)
        assert self.drawn == list(self.followed.entries)
        rows = {text(row.identifier): row for row in self.followed.rows}
        assert len(rows) == len(self.followed.rows)
        for name in rows.keys() & self.objects.keys():
            assert rows[name] is self.objects[name], f"{name} is another object"
        self.objects = rows
        for row in self.followed.rows:
            assert self.followed.row(row.identifier) is row


def in_threads(followed: DiffableList) -> Callable[[], bool]:
    """Appends 50 rows on each of four threads; returns what says whether that is done."""

    def work(number: int) -> None:
        for index in range(50):
            followed.edit({"op": "appendItems", "items": [f"{number} {index}"]})

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    return lambda: not any(worker.is_alive() for worker in workers)


def stepped(change: Change, steps: list[Move]) -> list[Entry]:
    """The list after deletes, single moves and inserts, as a model of Qt makes them."""
    entries = [entry for entry in change.before if entry not in change.gone()]
    for start, length, to in steps:
        assert not start <= to <= start + length
        run = entries[start : start + length]
        entries[to:to] = run
        first = start if to > start else start + length
        del entries[first : first + length]
    new = change.new()
    for at, entry in enumerate(change.after):
        if entry in new:
            entries.insert(at, entry)
    return entries


def text(value: Any) -> str:
    """JSON, which tells 1 from true; the order of members does not matter."""
    return json.dumps(value, sort_keys=True)
