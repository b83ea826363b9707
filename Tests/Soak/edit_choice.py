"""Chooses edits and documents at random, so that a list can follow them and keeps its size."""

from __future__ import annotations

import random
from collections import deque
from typing import Any, Deque, List

from holdings import Draft
from model import ListModel, json_of


class EditChoice:
    """Edits by one generator of random numbers; the same seed chooses the same ones."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self._fresh = 0

    # MARK: Chances

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def some(self, names: list, most: int = 4) -> list:
        return self.random.sample(names, min(len(names), self.random.randint(1, most)))

    def identifier(self, gone: Deque[Any]) -> Any:
        """A new identifier of any form, or one that was there before."""
        if gone and self.chance(0.2):
            return self.random.choice(gone)
        self._fresh += 1
        number = self._fresh
        form = number % 5
        if form == 0:
            return number
        if form == 1:
            return (number, "é", None)
        if form == 2:
            return f"{number} " + "long " * self.random.randint(1, 40)
        return f"item {number}"

    def content(self) -> Any:
        # Not 0 and 1, which Python takes for false and true.
        number = self.random.randint(2, 22)
        values = [number, f"value {number}", None, number % 2 == 0, [], {}]
        if self.chance(0.1):
            return self.random.choice(values)
        content: dict = {"n": self.random.choice(values), "m": number}
        if self.chance(0.1):
            del content["n"]
        if self.chance(0.2):
            content["text"] = "text " * self.random.randint(1, 50)
        return content

    def value(self, name: Any, list_: ListModel, kind: int = 0) -> Any:
        """An item or section as it is sent, with content or without."""
        # What a draft made from a draft remembers of absent elements is not specified.
        is_absent = name not in list_.contents[kind]
        must = getattr(list_, "is_copy_of_draft", False) and is_absent
        if must or self.chance(0.4):
            return {"id": json_of(name), "content": self.content()}
        return json_of(name)

    # MARK: Edits

    def edits(self, list_: ListModel, size: int, gone: Deque[Any]) -> List[dict]:
        """Edits that the list can follow, each for what the one before it left."""
        trial, edits = list_.copy(), []
        if isinstance(list_, Draft):
            trial.is_copy_of_draft = list_.is_copy_of_draft
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 6])):
            edit = self._one_edit(trial, size, gone)
            trial.edit([edit])
            edits.append(edit)
        return edits

    def _one_edit(self, list_: ListModel, size: int, gone: Deque[Any]) -> dict:
        items, sections = list_.item_names(), list_.section_names()
        if len(sections) < 2 or (len(sections) < 8 and self.chance(0.04)):
            return self._new_sections(list_)
        if len(items) < size * (0.6 + 0.8 * self.random.random()) and self.chance(0.5):
            return self._new_items(list_, items, sections, gone)
        if len(items) > size * 1.2 and self.chance(0.7):
            return self._deletion(items, sections, gone)
        return self._change(list_, items, sections)

    def _new_sections(self, list_: ListModel) -> dict:
        new: List[Any] = []
        taken = set(list_.section_names())
        for _ in range(self.random.randint(1, 2)):
            number = self.random.randint(0, 30)
            name = self.random.choice([number, f"S{number}"])
            if name in taken:
                continue
            taken.add(name)
            section = self.value(name, list_, 1)
            if self.chance(0.5):
                section = dict(section) if isinstance(section, dict) else {"id": section}
                # Fresh ones alone, so that no item stands under two sections.
                items = [self.identifier(deque()) for _ in range(self.random.randint(0, 5))]
                section["items"] = [self.value(item, list_) for item in items]
            new.append(section)
        if list_.sections and self.chance(0.5):
            anchor = self.random.choice(list_.section_names())
            side = self.random.choice(["beforeSection", "afterSection"])
            return {"op": "insertSections", "sections": new, side: json_of(anchor)}
        return {"op": "appendSections", "sections": new}

    def _new_items(self, list_: ListModel, items: list, sections: list, gone: Deque[Any]) -> dict:
        names = {self.identifier(gone): None for _ in range(self.random.randint(1, 6))}
        if items and self.chance(0.1):
            names[self.random.choice(items)] = None
        anchors = [item for item in items if item not in names]
        values = [self.value(name, list_) for name in names]
        if anchors and self.chance(0.6):
            side = self.random.choice(["beforeItem", "afterItem"])
            anchor = json_of(self.random.choice(anchors))
            return {"op": "insertItems", "items": values, side: anchor}
        edit = {"op": "appendItems", "items": values}
        if self.chance(0.7):
            edit["toSection"] = json_of(self.random.choice(sections))
        return edit

    def _deletion(self, items: list, sections: list, gone: Deque[Any]) -> dict:
        if self.chance(0.03):
            return {"op": "deleteAllItems"}
        if self.chance(0.06):
            names = [json_of(name) for name in self.some(sections, 2)]
            op = self.random.choice(["deleteSections", "clearSections"])
            return {"op": op, "sections": names}
        names = self.some(items, 8)
        gone.extend(names)
        if self.chance(0.1):
            names.append("never there")
        return {"op": "deleteItems", "items": [json_of(name) for name in names]}

    def _change(self, list_: ListModel, items: list, sections: list) -> dict:
        """An edit that keeps what is there, or most of it."""
        pick = self.random.choice
        op = pick(
            ["moveItem"] * 6
            + ["moveItems"] * 3
            + ["setItems", "reloadItems", "reconfigureItems", "swapItems"] * 2
            + ["moveSection", "reloadSections", "setSections"]
            + ["replaceItems", "reverseItems", "shuffleItems", "sortItems"]
        )
        edit: dict = {"op": op}
        if op == "moveSection":
            name, anchor = self.random.sample(sections, 2)
            edit["section"] = json_of(name)
            edit[pick(["beforeSection", "afterSection"])] = json_of(anchor)
        elif op in ("reloadSections", "setSections"):
            edit["sections"] = [self.value(name, list_, 1) for name in self.some(sections, 2)]
        elif op in ("reverseItems", "shuffleItems", "sortItems"):
            if self.chance(0.8):
                edit["section"] = json_of(pick(sections))
            if op == "shuffleItems":
                edit["seed"] = self.random.randint(-(2**63), 2**63 - 1)
            if op == "sortItems":
                orders = [{}, {"order": "ascending"}, {"order": "descending"}]
                edit["by"] = [dict(pick(orders), pointer=p) for p in pick([["/n"], ["/n", "/m"]])]
        elif op == "replaceItems":
            section = pick(sections)
            names = dict.fromkeys(self.some(list_.items_of(section) or [0], 9))
            names.update(dict.fromkeys(self.some(items or [0], 2)))
            edit["section"] = json_of(section)
            edit["items"] = [self.value(name, list_) for name in names]
        elif len(items) < 2:
            return {"op": "deleteItems", "items": []}
        elif op == "moveItem":
            item, anchor = self.random.sample(items, 2)
            edit["item"] = json_of(item)
            edit[pick(["beforeItem", "afterItem"])] = json_of(anchor)
        elif op == "moveItems":
            names, target = self.some(items, 5), pick(sections)
            left = sum(item not in names for item in list_.items_of(target))
            edit["items"] = [self.value(name, list_) for name in names]
            edit["toSection"] = json_of(target)
            if self.chance(0.8):
                edit["at"] = pick(["start", "end", self.random.randint(0, left)])
        elif op == "swapItems":
            edit["items"] = [json_of(name) for name in self.random.sample(items, 2)]
        else:
            edit["items"] = [self.value(name, list_) for name in self.some(items)]
        return edit

    def document(self, list_: ListModel, size: int, gone: Deque[Any]) -> List[Any]:
        """A document that is like the list, with some of it gone, new or elsewhere."""
        sections = list_.section_names()
        self.random.shuffle(sections)
        sections = sections[: self.random.randint(1, 8)]
        if len(sections) < 3:
            sections += [f"D{number}" for number in range(self.random.randint(1, 3))]
        items = [item for item in list_.item_names() if self.chance(0.9)]
        while len(items) < size:
            items.append(self.identifier(gone))
        items = list(dict.fromkeys(items))
        for _ in range(self.random.choice([0, 0, 3, len(items)])):
            items.insert(self.random.randint(0, len(items)), items.pop())
        cuts = sorted(self.random.randint(0, len(items)) for _ in range(len(sections) - 1))
        document = []
        for name, start, end in zip(dict.fromkeys(sections), [0, *cuts], [*cuts, len(items)]):
            section = self.value(name, list_, 1)
            section = dict(section) if isinstance(section, dict) else {"id": section}
            section["items"] = [self.value(item, list_) for item in items[start:end]]
            document.append(section)
        return document
