"""The law of replay, as protocol/changes.md states it, on plain lists.

A list is an array of sections. A section is an entry with `items`, an array of entries; an
entry is a dictionary with `id` and, if there is one, `content`. A row that is not plain has its
`outline` besides: level, state and number of children. Nothing here is quick or
clever, so that it can be trusted where a server's answers are in question.
"""

from __future__ import annotations

from typing import Any, List

from values import Failure, key

Sections = List[dict]


class Effect:
    """What a difference does to a list, however it is written."""

    def __init__(self, sections: Sections):
        # Entries are never changed, only replaced, so that they can be shared.
        self.after = [dict(section, items=list(section["items"])) for section in sections]
        self.inserted: List[str] = []
        self.deleted: List[str] = []
        self.moved_items = 0
        self.moved_sections = 0
        self.redrawn: List[list] = []

    def summary(self) -> dict:
        """Everything that two ways to write the same difference have in common."""
        return {
            "list after": self.after,
            "inserted": sorted(self.inserted),
            "deleted": sorted(self.deleted),
            "number of moved items": self.moved_items,
            "number of moved sections": self.moved_sections,
            "drawn again": sorted(self.redrawn, key=lambda entry: str(entry[:2])),
        }


def replay(sections: Sections, changes: Any) -> Effect:
    """Replays changes of any format on a copy of a list; raises Failure where they do not fit."""
    effect = Effect(sections)
    try:
        if isinstance(changes, dict):
            replay_batch(effect, changes)
        elif changes and "op" in changes[0]:
            replay_steps(effect, changes)
        else:
            for stage in changes:
                check_stage(stage)
                replay_batch(effect, stage)
    except (KeyError, TypeError, ValueError) as error:
        raise Failure(f"changes of an unknown form: {error!r}") from error
    return effect


# Items and sections are told apart in the effect, for they are two namespaces.
def names(what: str, entries: list) -> list:
    return [f"{what} {key(entry['id'])}" for entry in entries]


def entry_of(value: Any) -> dict:
    """An item or section of a list of items or sections: a bare identifier, or one with content."""
    return dict(value) if isinstance(value, dict) else {"id": value}


def section_of(update: dict) -> dict:
    """The section of an entry under `inserts`, `reloads` or `reconfigures`."""
    section = {"id": update["section"]}
    if "content" in update:
        section["content"] = update["content"]
    return section


# MARK: - Lists


def take(array: list, at: int, count: int) -> list:
    """Takes out a run, which has to be there."""
    if not (0 <= at < at + count <= len(array)):
        raise Failure(f"{count} from {at} on do not fit into {len(array)}")
    taken = array[at : at + count]
    del array[at : at + count]
    return taken


def put(array: list, at: int, entries: list) -> None:
    """Puts in a run, at the end at the farthest."""
    if not (0 <= at <= len(array)) or not entries:
        raise Failure(f"{len(entries)} entries cannot be put in at {at} of {len(array)}")
    array[at:at] = entries


def items_of(sections: Sections, at: int) -> list:
    if not (0 <= at < len(sections)):
        raise Failure(f"there is no section {at} of {len(sections)}")
    return sections[at]["items"]


def redraw(effect: Effect, what: str, array: list, place: list, entry: dict) -> None:
    """Gives an element its new content; a bare identifier says that it has none."""
    index = place[-1]
    if not (0 <= index < len(array)):
        raise Failure(f"{what}: there is nothing at {place}")
    old = array[index]
    if key(old["id"]) != key(entry["id"]):
        raise Failure(f"{what}: {entry['id']!r} is not at {place}, but {old['id']!r} is")
    array[index] = dict(entry, **{name: old[name] for name in ("items", "outline") if name in old})
    effect.redrawn.append([what, place, entry])


def set_outlines(sections: Sections, runs: list) -> None:
    """Gives rows another outline than they have."""
    for before, after in zip(runs, runs[1:]):
        if not before["at"] < after["at"]:
            raise Failure(f"outlines do not ascend: {before['at']}, {after['at']}")
        if outline_of(before) == outline_of(after) and is_continued(before, after):
            raise Failure(f"outlines: two runs that are one: {before}, {after}")
    for run in runs:
        section, start = run["at"]
        rows, end = items_of(sections, section), start + run["count"]
        if not 0 <= start < end <= len(rows):
            raise Failure(f"outlines: {run['count']} from {run['at']} on do not fit into {len(rows)}")
        for index in range(start, end):
            if rows[index].get("outline", PLAIN) == outline_of(run):
                raise Failure(f"outlines: that of {[section, index]} does not change")
            rows[index] = dict(rows[index], outline=outline_of(run))
            if rows[index]["outline"] == PLAIN:
                del rows[index]["outline"]


PLAIN = [0, False, 0]


def outline_of(run: dict) -> list:
    return [run["level"], run["expanded"], run["numberOfChildren"]]


# MARK: - Batch


def replay_batch(effect: Effect, changes: dict) -> None:
    """The four steps, and then what is drawn again."""
    sections, items, list_ = changes["sections"], changes["items"], effect.after
    check_normal(sections, items)

    out = [(d["at"], d["count"], None) for d in items["deletes"]]
    out += [(m["from"], m["count"], tuple(m["to"])) for m in items["moves"]]
    moved_items = {}
    for (section, item), count, to in sorted(out, key=lambda run: run[0], reverse=True):
        taken = take(items_of(list_, section), item, count)
        if to is None:
            effect.deleted += names("item", taken)
        else:
            moved_items[to] = taken
            effect.moved_items += count

    out = [(d["at"], None, d["section"]) for d in sections["deletes"]]
    out += [(m["from"], m["to"], m["section"]) for m in sections["moves"]]
    moved_sections = {}
    for index, to, name in sorted(out, key=lambda entry: entry[0], reverse=True):
        taken = take(list_, index, 1)[0]
        if key(taken["id"]) != key(name):
            raise Failure(f"section {index} is {taken['id']!r} and not {name!r}")
        if to is None:
            effect.deleted += names("section", [taken]) + names("item", taken["items"])
        else:
            moved_sections[to] = taken
            effect.moved_sections += 1

    new = [(i["at"], dict(section_of(i), items=[])) for i in sections["inserts"]]
    effect.inserted += names("section", [section for _, section in new])
    for index, section in sorted(new + list(moved_sections.items()), key=lambda entry: entry[0]):
        put(list_, index, [section])

    new = [(tuple(i["at"]), [entry_of(value) for value in i["items"]]) for i in items["inserts"]]
    for _, entries in new:
        effect.inserted += names("item", entries)
    for (section, item), run in sorted(new + list(moved_items.items()), key=lambda put: put[0]):
        put(items_of(list_, section), item, run)

    for what in ("reloads", "reconfigures"):
        for update in sections[what]:
            redraw(effect, f"section {what}", list_, [update["at"]], section_of(update))
        for run in items[what]:
            section, start = run["at"]
            for offset, value in enumerate(run["items"]):
                place = [section, start + offset]
                redraw(effect, f"item {what}", items_of(list_, section), place, entry_of(value))

    if "outlines" in changes:
        if not changes["outlines"]:
            raise Failure("outlines are there and empty")
        set_outlines(list_, changes["outlines"])


def check_normal(sections: dict, items: dict) -> None:
    """All ten lists are there and ascend by position, and runs are as long as they can be."""
    for lists, width in ((sections, 1), (items, 2)):
        if set(lists) != {"deletes", "inserts", "moves", "reloads", "reconfigures"}:
            raise Failure(f"these are not the five lists: {sorted(lists)}")
        for name, entries in lists.items():
            place = "to" if name == "moves" else "at"
            for before, after in zip(entries, entries[1:]):
                if not before[place] < after[place]:
                    raise Failure(f"{name} do not ascend: {before[place]}, {after[place]}")
                if width == 2 and is_continued(before, after):
                    raise Failure(f"{name}: two runs that are one: {before}, {after}")


def is_continued(run: dict, next_run: dict) -> bool:
    """Whether a run goes on in the next one, at each of its ends."""
    count = run["count"] if "count" in run else len(run["items"])
    ends = [name for name in ("at", "from", "to") if name in run]
    return all([run[end][0], run[end][1] + count] == next_run[end] for end in ends)


def check_stage(stage: dict) -> None:
    """No item operation in a section that the stage touches, no structure where it redraws.

    Of outlines it has those of the rows that it puts in, or those of others where it redraws.
    """
    sections, items = stage["sections"], stage["items"]
    touched_before = [d["at"] for d in sections["deletes"]]
    touched_before += [m["from"] for m in sections["moves"]]
    touched_after = [entry["at"] for name in ("inserts", "reloads") for entry in sections[name]]
    touched_after += [m["to"] for m in sections["moves"]]
    before = [d["at"][0] for d in items["deletes"]] + [m["from"][0] for m in items["moves"]]
    after = [m["to"][0] for m in items["moves"]]
    after += [e["at"][0] for name in ("inserts", "reloads", "reconfigures") for e in items[name]]
    if set(before) & set(touched_before) or set(after) & set(touched_after):
        raise Failure("a stage has an item operation in a section that it touches")
    structure, redrawn = (
        any(part[name] for part in (sections, items) for name in lists)
        for lists in (("deletes", "inserts", "moves"), ("reloads", "reconfigures"))
    )
    if structure and redrawn:
        raise Failure("a stage changes the structure and draws something again")
    if not structure and not redrawn and not stage.get("outlines"):
        raise Failure("a stage is empty")
    new = places(items["inserts"])
    if structure and not places(stage.get("outlines", [])) <= new:
        raise Failure("a stage changes the structure and the outlines of other rows than new ones")


def places(runs: list) -> set:
    return {
        (run["at"][0], run["at"][1] + offset)
        for run in runs
        for offset in range(run["count"] if "count" in run else len(run["items"]))
    }


# MARK: - Sequential

STEPS = [
    ["deleteItems"],
    ["moveSection"],
    ["insertSections"],
    ["moveItems"],
    ["deleteSections"],
    ["insertItems"],
    ["setOutlines"],
    ["reloadSections", "reconfigureSections"],
    ["reloadItems", "reconfigureItems"],
]


def replay_steps(effect: Effect, steps: list) -> None:
    """One step after the other, each in the list that the step before it left."""
    # Reloads and reconfigures may come in either order, but behind everything else.
    rank = {op: min(rank, 7) for rank, ops in enumerate(STEPS) for op in ops}
    ranks = [rank[step["op"]] for step in steps]
    if ranks != sorted(ranks):
        raise Failure(f"the steps are not in their order: {[step['op'] for step in steps]}")
    outlines = [step for step in steps if step["op"] == "setOutlines"]
    for step in steps:
        if step["op"] != "setOutlines":
            replay_step(effect, step)
        elif step is outlines[0]:
            set_outlines(effect.after, outlines)


def replay_step(effect: Effect, step: dict) -> None:
    op, list_ = step["op"], effect.after
    if op == "deleteItems":
        section, item = step["at"]
        effect.deleted += names("item", take(items_of(list_, section), item, step["count"]))
    elif op == "moveSection":
        if step["from"] == step["to"]:
            raise Failure("a step has no effect")
        put(list_, step["to"], take(list_, step["from"], 1))
        effect.moved_sections += 1
    elif op == "insertSections":
        new = [dict(entry_of(value), items=[]) for value in step["sections"]]
        put(list_, step["at"], new)
        effect.inserted += names("section", new)
    elif op == "moveItems":
        if step["from"] == step["to"]:
            raise Failure("a step has no effect")
        (section, item), (to_section, to_item) = step["from"], step["to"]
        run = take(items_of(list_, section), item, step["count"])
        put(items_of(list_, to_section), to_item, run)
        effect.moved_items += step["count"]
    elif op == "deleteSections":
        gone = take(list_, step["at"], step["count"])
        effect.deleted += names("section", gone)
        for section in gone:
            effect.deleted += names("item", section["items"])
    elif op == "insertItems":
        section, item = step["at"]
        new = [entry_of(value) for value in step["items"]]
        put(items_of(list_, section), item, new)
        effect.inserted += names("item", new)
    elif op in ("reloadSections", "reconfigureSections"):
        what = "section reloads" if op.startswith("reload") else "section reconfigures"
        for offset, value in enumerate(step["sections"]):
            redraw(effect, what, list_, [step["at"] + offset], entry_of(value))
    else:
        what = "item reloads" if op.startswith("reload") else "item reconfigures"
        section, start = step["at"]
        for offset, value in enumerate(step["items"]):
            place = [section, start + offset]
            redraw(effect, what, items_of(list_, section), place, entry_of(value))
