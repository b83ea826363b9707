"""Questions about a list, each with its answer by the model.

Each function returns the params of a question and the members of the answer.
"""

from __future__ import annotations

from typing import Tuple

from edit_choice import EditChoice
from model import ListModel, json_of

DEFAULT_HEIGHT = 30
HEIGHTS = {"default": DEFAULT_HEIGHT, "item": "/m"}


def asked_items(choice: EditChoice, list_: ListModel) -> list:
    names = list_.item_names()
    return choice.some(names, 5) + ["nobody"] if names else ["nobody"]


def asked_sections(choice: EditChoice, list_: ListModel) -> list:
    names = list_.section_names()
    return choice.some(names, 3) + ["nowhere"] if names else ["nowhere"]


def asked_place(choice: EditChoice, list_: ListModel) -> Tuple[int, int]:
    return choice.random.randint(0, len(list_.sections)), choice.random.randint(0, 12)


def index_of_item(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    names, all_ = asked_items(choice, list_), list_.item_names()
    indexes = [all_.index(name) if name in all_ else None for name in names]
    return {"items": [json_of(name) for name in names]}, {"indexes": indexes}


def index_of_section(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    names, all_ = asked_sections(choice, list_), list_.section_names()
    indexes = [all_.index(name) if name in all_ else None for name in names]
    return {"sections": [json_of(name) for name in names]}, {"indexes": indexes}


def section_containing(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    names = asked_items(choice, list_)
    places = [list_.place_of(name) for name in names]
    found = [json_of(list_.sections[place[0]][0]) if place else None for place in places]
    return {"items": [json_of(name) for name in names]}, {"sections": found}


def counts(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    per_section = [
        {"section": json_of(name), "numberOfItems": len(items)} for name, items in list_.sections
    ]
    totals = {"numberOfSections": len(per_section), "numberOfItems": len(list_.item_names())}
    return {"perSection": True}, dict(totals, sections=per_section)


def item_identifiers(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    start, count = choice.random.randint(0, 30), choice.random.randint(0, 40)
    found = list_.item_names()[start : start + count]
    return {"range": [start, count]}, {"items": [json_of(name) for name in found]}


def section_identifiers(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    return {}, {"sections": [json_of(name) for name in list_.section_names()]}


def index_path(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    names = asked_items(choice, list_)
    places = [list_.place_of(name) for name in names]
    found = [list(place) if place else None for place in places]
    return {"items": [json_of(name) for name in names]}, {"indexPaths": found}


def item_identifier(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    places = [asked_place(choice, list_) for _ in range(4)]
    found = []
    for section, item in places:
        items = list_.sections[section][1] if section < len(list_.sections) else []
        found.append(json_of(items[item]) if item < len(items) else None)
    return {"indexPaths": [list(place) for place in places]}, {"items": found}


def items_with_content(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    names, found = asked_items(choice, list_), []
    for name in names:
        entry = list_.item_entry(name)
        entry = entry if isinstance(entry, dict) else {"id": entry}
        found.append(entry if list_.place_of(name) else None)
    return {"items": [json_of(name) for name in names]}, {"items": found}


def rows(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    start, count, found = asked_place(choice, list_), choice.random.randint(0, 20), []
    for section, (name, items) in enumerate(list_.sections):
        for index, item in enumerate(items):
            if (section, index) >= start and len(found) < count:
                row = {"indexPath": [section, index], "item": json_of(item)}
                row["section"] = json_of(name)
                if item in list_.contents[0]:
                    row["content"] = list_.contents[0][item]
                found.append(row)
    return {"from": list(start), "count": count}, {"rows": found}


def height_of(list_: ListModel, item: object) -> int:
    """What the option `heights` of every data source makes of an item."""
    content = list_.contents[0].get(item)
    return content["m"] if isinstance(content, dict) and "m" in content else DEFAULT_HEIGHT


def content_height(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    return {}, {"height": sum(height_of(list_, item) for item in list_.item_names())}


def offset_of_row(choice: EditChoice, list_: ListModel) -> Tuple[dict, dict]:
    section, index = place = asked_place(choice, list_)
    items = list_.sections[section][1] if section < len(list_.sections) else []
    if index >= len(items):
        return {"indexPath": list(place)}, {"y": None, "height": None}
    before = [item for _, items in list_.sections[:section] for item in items] + items[:index]
    y = sum(height_of(list_, item) for item in before)
    return {"indexPath": list(place)}, {"y": y, "height": height_of(list_, items[index])}


# The first six can be asked of drafts, too.
QUESTIONS = [
    ("snapshot/indexOfItem", index_of_item),
    ("snapshot/indexOfSection", index_of_section),
    ("snapshot/sectionContainingItem", section_containing),
    ("snapshot/counts", counts),
    ("snapshot/itemIdentifiers", item_identifiers),
    ("snapshot/sectionIdentifiers", section_identifiers),
    ("dataSource/indexPath", index_path),
    ("dataSource/itemIdentifier", item_identifier),
    ("dataSource/items", items_with_content),
    ("dataSource/rows", rows),
    ("dataSource/contentHeight", content_height),
    ("dataSource/offsetOfRow", offset_of_row),
]
