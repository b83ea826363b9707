"""The forms of a change, against lists that are built by other means."""

from __future__ import annotations

import random

import pytest
from edits import stepped

from diffabled import Change, Entry, Row, Section

SECTION = Section("s", None)


def row(name: object) -> Row:
    return Row(name, None, SECTION)


def random_change(chance: random.Random) -> Change:
    """A list of which some rows go, some stay in their order, and some others come and move."""
    before = [row(number) for number in range(chance.randrange(30))]
    fates = {entry: chance.choice(("stays", "stays", "moves", "goes")) for entry in before}
    after = [entry for entry in before if fates[entry] == "stays"]
    moved = [entry for entry in before if fates[entry] == "moves"]
    inserted = [row(f"new {number}") for number in range(chance.randrange(8))]
    for entry in (*chance.sample(moved, len(moved)), *inserted):
        after.insert(chance.randrange(len(after) + 1), entry)
    deleted = [entry for entry in before if fates[entry] == "goes"]
    return Change(deleted, inserted, moved, before=before, after=after)


def check(change: Change) -> None:
    entries: list[Entry] = list(change.before)
    at_least = 0
    for at, removed, added in change.splices():
        assert at >= at_least
        assert removed or added
        entries[at : at + removed] = added
        at_least = at + len(added) + 1
    assert entries == list(change.after)
    hull = change.hull()
    entries = list(change.before)
    if hull:
        entries[hull.at : hull.at + hull.removed] = hull.added
    assert entries == list(change.after)
    steps = change.steps()
    assert steps is not None
    assert stepped(change, steps) == list(change.after)


def test_random_changes() -> None:
    chance = random.Random(11)
    for _ in range(2000):
        check(random_change(chance))


def test_more_moves_than_wanted_are_none() -> None:
    rows = [row(number) for number in range(10)]
    change = Change(moved=rows, before=rows, after=rows[::-1])
    assert change.steps(most=9) is None
    assert len(change.steps(most=10) or ()) == 9


def test_a_change_that_lies_is_refused() -> None:
    rows = [row(number) for number in range(3)]
    change = Change(before=rows, after=rows[::-1])
    with pytest.raises(ValueError, match="lies"):
        change.splices()


def test_a_change_of_contents_has_no_splices() -> None:
    rows = [row(number) for number in range(3)]
    change = Change(updated=rows[:1], before=rows, after=rows)
    assert change.splices() == change.steps() == []
    assert change.hull() is None
    assert repr(change) == "<Change to revision None: 0 deleted, 0 inserted, 0 moved, 1 updated>"


def test_a_reset_is_one_splice_though_nothing_is_elsewhere() -> None:
    rows = [row(number) for number in range(3)]
    change = Change(moved=rows, before=rows, after=list(rows), reset=True)
    assert change.splices() == [change.hull()] == [(0, 3, rows)]
    assert change.steps() == []


def test_the_anchor_of_a_header_that_goes_is_the_row_below() -> None:
    header, rows = Section("t", None), [row(number) for number in range(3)]
    change = Change(
        before=[rows[0], header, SECTION, *rows[1:]], after=[rows[0], SECTION, *rows[1:]]
    )
    change.sections.deleted.append(header)
    assert change.anchor_after(header) is rows[1]
    assert change.anchor_after(SECTION) is SECTION
