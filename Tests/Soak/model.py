"""Lists of lists that are obviously right: what a data source or a draft should hold.

Every edit is written as protocol/lists.md says it, with linear searches and nothing clever.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Dict, List, Optional, Tuple

NONE: Any = object()
MASK = (1 << 64) - 1


class Refused(Exception):
    """The list cannot follow an edit; the code is that of the error."""

    def __init__(self, code: int, edit: Optional[int] = None):
        super().__init__(code)
        self.code = code
        self.edit = edit


def name_of(identifier: Any) -> Any:
    """An identifier as something that can be looked up: composite ones are JSON arrays."""
    return tuple(identifier) if isinstance(identifier, list) else identifier


def json_of(name: Any) -> Any:
    return list(name) if isinstance(name, tuple) else name


def entry_of(value: Any) -> Tuple[Any, Any]:
    """An item or section as its name and its content, which may be NONE."""
    if isinstance(value, dict):
        return name_of(value["id"]), value.get("content", NONE)
    return name_of(value), NONE


class ListModel:
    """Sections in order, each with its items in order, and the contents of both."""

    def __init__(self) -> None:
        self.sections: List[list] = []
        self.contents: Tuple[Dict[Any, Any], Dict[Any, Any]] = ({}, {})
        self.warnings: List[dict] = []

    def copy(self) -> "ListModel":
        other = ListModel()
        other.take_over(self)
        return other

    def take_over(self, other: "ListModel") -> None:
        self.sections = [[name, list(items)] for name, items in other.sections]
        self.contents = (dict(other.contents[0]), dict(other.contents[1]))

    # MARK: Reading

    def section_names(self) -> list:
        return [name for name, _ in self.sections]

    def item_names(self) -> list:
        return [item for _, items in self.sections for item in items]

    def place_of(self, item: Any) -> Optional[Tuple[int, int]]:
        for index, (_, items) in enumerate(self.sections):
            if item in items:
                return index, items.index(item)
        return None

    def items_of(self, section: Any) -> list:
        for name, items in self.sections:
            if name == section:
                return items
        raise Refused(1006)

    def item_entry(self, item: Any) -> Any:
        """An item as documents have it: bare, or with its content."""
        identifier = json_of(item)
        if item in self.contents[0]:
            return {"id": identifier, "content": self.contents[0][item]}
        return identifier

    def document(self) -> List[dict]:
        """The sections as `snapshot/contents` has them."""
        return [self._section(name, items) for name, items in self.sections]

    def _section(self, name: Any, items: list) -> dict:
        section: dict = {"id": json_of(name)}
        if name in self.contents[1]:
            section["content"] = self.contents[1][name]
        section["items"] = [self.item_entry(item) for item in items]
        return section

    # MARK: Changing

    def edit(self, edits: List[dict]) -> List[dict]:
        """Carries out edits, all or none of them, and returns the warnings."""
        trial = self.copy()
        for index, edit in enumerate(edits):
            try:
                moved = getattr(trial, edit["op"])(edit) or []
            except Refused as refused:
                raise Refused(refused.code, index) from None
            if moved:
                identifiers = [json_of(item) for item in moved]
                warning = {"kind": "existingItemsMoved", "edit": index}
                trial.warnings.append(dict(warning, identifiers=identifiers))
        self.take_over(trial)
        return trial.warnings

    def replace(self, document: List[Any]) -> None:
        """Makes the list that of a document; what is given without content keeps what it has."""
        new = []
        for value in document:
            name, content = entry_of(value)
            self._keep(1, name, content)
            items = value.get("items", []) if isinstance(value, dict) else []
            new.append([name, self._kept(items)])
        self.sections = new
        self.forget_absent()

    def forget_absent(self, items: Any = (), sections: Any = ()) -> None:
        """Content goes when its element is absent, and not in one of the sets given."""
        for contents, present, kept in (
            (self.contents[0], set(self.item_names()), items),
            (self.contents[1], set(self.section_names()), sections),
        ):
            for name in [n for n in contents if n not in present and n not in kept]:
                del contents[name]

    def _keep(self, kind: int, name: Any, content: Any) -> None:
        if content is not NONE:
            self.contents[kind][name] = content

    def _kept(self, values: List[Any]) -> list:
        """The names of items that are to be placed, whose contents are kept from now on."""
        names = []
        for value in values:
            name, content = entry_of(value)
            self._keep(0, name, content)
            names.append(name)
        if len(set(names)) < len(names):
            raise Refused(1007)
        return names

    def _take_out(self, names: list) -> list:
        """Takes items out of wherever they are; returns those that were somewhere."""
        gone = [name for name in names if self.place_of(name)]
        for _, items in self.sections:
            items[:] = [item for item in items if item not in names]
        return gone

    def _require(self, names: list) -> None:
        if any(self.place_of(name) is None for name in names):
            raise Refused(1005)

    def _anchor(self, edit: dict, kind: str) -> Tuple[Any, int]:
        """The name of an anchor, and how far behind it something is to be put."""
        if f"before{kind}" in edit:
            return name_of(edit[f"before{kind}"]), 0
        return name_of(edit[f"after{kind}"]), 1

    # MARK: Edits of sections

    def _new_sections(self, values: List[Any], place: int) -> list:
        present, names, new = self.section_names(), [], []
        for value in values:
            name, content = entry_of(value)
            if name in present or name in names:
                raise Refused(1007)
            names.append(name)
            self._keep(1, name, content)
            new.append([name, value.get("items", []) if isinstance(value, dict) else []])
        items = self._kept([item for _, values in new for item in values])
        moved = self._take_out(items)
        self.sections[place:place] = [[n, [entry_of(v)[0] for v in vs]] for n, vs in new]
        return moved

    def appendSections(self, edit: dict) -> list:
        return self._new_sections(edit["sections"], len(self.sections))

    def insertSections(self, edit: dict) -> list:
        anchor, behind = self._anchor(edit, "Section")
        self.items_of(anchor)
        place = self.section_names().index(anchor) + behind
        return self._new_sections(edit["sections"], place)

    def deleteSections(self, edit: dict) -> None:
        names = [entry_of(value)[0] for value in edit["sections"]]
        self.sections = [section for section in self.sections if section[0] not in names]

    def moveSection(self, edit: dict) -> None:
        anchor, behind = self._anchor(edit, "Section")
        name = name_of(edit["section"])
        section = [name, self.items_of(name)]
        self.items_of(anchor)
        if anchor == name:
            raise Refused(1011)
        self.sections = [other for other in self.sections if other[0] != name]
        self.sections.insert(self.section_names().index(anchor) + behind, section)

    def setSections(self, edit: dict) -> None:
        for value in edit["sections"]:
            name, content = entry_of(value)
            self.items_of(name)
            self._keep(1, name, content)

    reloadSections = setSections

    def clearSections(self, edit: dict) -> None:
        names = [entry_of(value)[0] for value in edit.get("sections", self.section_names())]
        for name in names:
            self.items_of(name).clear()

    # MARK: Edits of items

    def appendItems(self, edit: dict) -> list:
        if not self.sections:
            raise Refused(1006 if "toSection" in edit else 1011)
        target = self.items_of(name_of(edit.get("toSection", json_of(self.sections[-1][0]))))
        names = self._kept(edit["items"])
        moved = self._take_out(names)
        target.extend(names)
        return moved

    def insertItems(self, edit: dict) -> list:
        anchor, behind = self._anchor(edit, "Item")
        self._require([anchor])
        names = self._kept(edit["items"])
        if anchor in names:
            raise Refused(1011)
        moved = self._take_out(names)
        section, place = self.place_of(anchor)
        self.sections[section][1][place + behind : place + behind] = names
        return moved

    def deleteItems(self, edit: dict) -> None:
        self._take_out([entry_of(value)[0] for value in edit["items"]])

    def deleteAllItems(self, edit: dict) -> None:
        self.sections = []

    def moveItem(self, edit: dict) -> None:
        anchor, behind = self._anchor(edit, "Item")
        item = name_of(edit["item"])
        self._require([item, anchor])
        if item == anchor:
            raise Refused(1011)
        self._take_out([item])
        section, place = self.place_of(anchor)
        self.sections[section][1].insert(place + behind, item)

    def setItems(self, edit: dict) -> None:
        for value in edit["items"]:
            name, content = entry_of(value)
            self._require([name])
            self._keep(0, name, content)

    reloadItems = setItems
    reconfigureItems = setItems

    def moveItems(self, edit: dict) -> None:
        target = self.items_of(name_of(edit["toSection"]))
        names = self._kept(edit["items"])
        self._require(names)
        self._take_out(names)
        at = edit.get("at", "end")
        place = {"start": 0, "end": len(target)}.get(at, at)
        if not 0 <= place <= len(target):
            raise Refused(1014)
        target[place:place] = names

    def replaceItems(self, edit: dict) -> list:
        target = self.items_of(name_of(edit["section"]))
        names = self._kept(edit["items"])
        own = list(target)
        moved = [name for name in self._take_out(names) if name not in own]
        target[:] = names
        return moved

    def swapItems(self, edit: dict) -> None:
        names = [entry_of(value)[0] for value in edit["items"]]
        for value in edit["items"]:
            self._keep(0, *entry_of(value))
        self._require(names)
        (s, i), (t, j) = self.place_of(names[0]), self.place_of(names[1])
        self.sections[s][1][i], self.sections[t][1][j] = names[1], names[0]

    def _each(self, edit: dict) -> list:
        if "section" in edit:
            return [self.items_of(name_of(edit["section"]))]
        return [items for _, items in self.sections]

    def reverseItems(self, edit: dict) -> None:
        for items in self._each(edit):
            items.reverse()

    def shuffleItems(self, edit: dict) -> None:
        for items in self._each(edit):
            state = edit["seed"] & MASK
            for i in range(len(items) - 1, 0, -1):
                state, j = draw(state, i + 1)
                items[i], items[j] = items[j], items[i]

    def sortItems(self, edit: dict) -> None:
        for items in self._each(edit):
            for key in reversed(edit["by"]):
                member = key["pointer"][1:]
                values = {item: self._value(item, member) for item in items}
                present = [item for item in items if values[item] is not NONE]
                missing = [item for item in items if values[item] is NONE]
                descending = key.get("order") == "descending"
                present.sort(key=lambda item: rank(values[item]), reverse=descending)
                items[:] = present + missing

    def _value(self, item: Any, member: str) -> Any:
        content = self.contents[0].get(item, NONE)
        return content.get(member, NONE) if isinstance(content, dict) else NONE


def draw(state: int, bound: int) -> Tuple[int, int]:
    """A number below a bound by SplitMix64, and the generator's next state."""
    surplus = (1 << 64) % bound
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        if z >= surplus:
            return state, z % bound


def rank(value: Any) -> tuple:
    """Where a value comes when sorting: by its kind, and then among its kind."""
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, int):
        return 0, value
    if isinstance(value, str):
        return 1, value
    return ({type(None): 3, list: 4, dict: 5}[type(value)],)


# MARK: - The least that can move


def least_moves(before: ListModel, after: ListModel) -> Tuple[int, int]:
    """How many items and how many sections move at least between two lists."""
    places = {name: index for index, name in enumerate(after.section_names())}
    kept = [places[name] for name in before.section_names() if name in places]
    home = {item: (name, i) for name, items in after.sections for i, item in enumerate(items)}
    moved = 0
    for name, items in before.sections:
        staying = [home[item][1] for item in items if item in home and home[item][0] == name]
        moved += sum(item in home and home[item][0] != name for item in items)
        moved += len(staying) - ascending(staying)
    return moved, len(kept) - ascending(kept)


def ascending(numbers: List[int]) -> int:
    """The length of the longest ascending part of a sequence."""
    ends: List[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
