"""Requests that are refused, and that have to change nothing."""

from __future__ import annotations

from typing import List, Tuple

from edit_choice import EditChoice
from holdings import Source
from model import json_of

ANYWHERE = [
    (1005, {"op": "moveItem", "item": "nobody", "afterItem": "nobody else"}),
    (1005, {"op": "reloadItems", "items": ["nobody"]}),
    (1006, {"op": "moveSection", "section": "nowhere", "beforeSection": "nowhere else"}),
    (1006, {"op": "appendItems", "items": ["x"], "toSection": "nowhere"}),
    (1007, {"op": "appendSections", "sections": ["x", "y", "x"]}),
    (1010, {"op": "deleteItems", "items": [1.5]}),
    (1010, {"op": "deleteItems", "items": [[]]}),
    (-32602, {"op": "explode"}),
    (-32602, {"op": "deleteItems", "items": "x"}),
]


def mistake(choice: EditChoice, source: Source) -> Tuple[int, str, dict]:
    """A request with a mistake, and the code that it is refused with."""
    if choice.chance(0.5):
        return bad_edit(choice, source)
    target = {"dataSource": source.name}
    marked = {"sections": [], "reloadedItems": ["x"]}
    repeated = {"sections": ["x", {"id": "x"}]}
    wrong = source.revision + choice.random.choice([-1 if source.revision else 2, 1])
    unavailable = source.revision + choice.random.randint(1, 4)
    if source.oldest > 0 and choice.chance(0.5):
        unavailable = choice.random.randint(0, source.oldest - 1)
    return choice.random.choice(
        [
            (1001, "dataSource/edit", {"dataSource": "nobody", "edits": []}),
            (1002, "dataSource/create", target),
            (1003, "snapshot/release", {"snapshot": "nobody"}),
            (1003, "dataSource/apply", dict(target, snapshot="nobody")),
            (1005, "dataSource/apply", dict(target, snapshot=marked)),
            (1007, "dataSource/apply", dict(target, snapshot=repeated)),
            (1008, "dataSource/edit", dict(target, edits=[], ifRevision=wrong)),
            (1008, "snapshot/counts", dict(target, atRevision=wrong)),
            (1009, "dataSource/changes", dict(target, since=unavailable)),
            (1009, "dataSource/revert", dict(target, toRevision=unavailable)),
            (1014, "dataSource/deleteRow", dict(target, indexPath=[10**6, 0])),
            (-32601, "dataSource/explode", {}),
            (-32602, "dataSource/configure", dict(target, options={"history": 3})),
            (-32602, "snapshot/counts", {}),
            (-32600, "initialize", {}),
        ]
    )


def bad_edit(choice: EditChoice, source: Source) -> Tuple[int, str, dict]:
    """An edit that is refused, behind others that would not be; none of them may show."""
    items, sections = source.list.item_names(), source.list.section_names()
    bad: List[tuple] = list(ANYWHERE)
    if items:
        item = json_of(choice.random.choice(items))
        bad += [
            (1011, {"op": "moveItem", "item": item, "beforeItem": item}),
            (1011, {"op": "insertItems", "items": ["x", item], "afterItem": item}),
        ]
    if sections:
        name = json_of(choice.random.choice(sections))
        bad += [
            (1007, {"op": "appendSections", "sections": ["x", name]}),
            (1007, {"op": "replaceItems", "section": name, "items": ["x", "y", "x"]}),
            (1011, {"op": "moveSection", "section": name, "afterSection": name}),
            (1014, {"op": "moveItems", "items": [], "toSection": name, "at": 10**6}),
        ]
    code, edit = choice.random.choice(bad)
    good: List[dict] = []
    if choice.chance(0.5):
        content = {"id": "new", "content": {"n": "new"}, "items": [{"id": "new", "content": 1}]}
        good.append({"op": "appendSections", "sections": [content]})
    if choice.chance(0.5) and (code, edit) in ANYWHERE:
        gone = [json_of(item) for item in choice.some(items or ["x"])]
        good.append({"op": "deleteItems", "items": gone})
    return code, "dataSource/edit", {"dataSource": source.name, "edits": [*good, edit]}
