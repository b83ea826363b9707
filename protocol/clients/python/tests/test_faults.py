"""The vectors catch a fault in each thing that a list promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from stub import VECTORS, StubConnection

import diffabled.replay
import diffabled.reset
from diffabled import NO_CONTENT, Change, DiffableList
from diffabled.replay import Replay
from diffabled.reset import Reset
from diffabled.rows import PLAIN, Row

Patch = Callable[..., None]


def identifiers_are_python_values(patch: Patch) -> None:
    def key_of(identifier: Any) -> Any:
        return tuple(identifier) if isinstance(identifier, list) else identifier

    for module in ("replay", "reset", "lists"):
        patch(f"diffabled.{module}.key_of", key_of)


def null_is_no_content(patch: Patch) -> None:
    def item_of(item: Any) -> Any:
        id, content = (item["id"], item.get("content")) if isinstance(item, dict) else (item, None)
        return id, NO_CONTENT if content is None else content

    patch("diffabled.replay.item_of", item_of)


def rows_are_replaced_when_it_is_read_anew(patch: Patch) -> None:
    def row(self: Reset, item: Any, section: Any) -> Row:
        made = Row(*diffabled.reset.item_of(item), section)
        self.table[diffabled.reset.key_of(made.identifier)] = made
        self._contents[made] = made.content
        return made

    patch("diffabled.reset.Reset._row", row)


def rows_go_unsaid_with_their_section(patch: Patch) -> None:
    commit = Replay.commit

    def without(self: Replay, table: Any) -> None:
        commit(self, table)
        gone = self.changed_sections.deleted
        self.changed.deleted = [r for r in self.changed.deleted if r.section not in gone]

    patch("diffabled.replay.Replay.commit", without)


def rows_move_unsaid_with_their_section(patch: Patch) -> None:
    commit = Replay.commit

    def without(self: Replay, table: Any) -> None:
        commit(self, table)
        self.changed.moved = [r for r in self.changed.moved if r not in self._moved_along]

    patch("diffabled.replay.Replay.commit", without)


def moves_land_one_too_far(patch: Patch) -> None:
    put = diffabled.replay.put

    def shifted(elements: list[Any], runs: Any) -> list[Any]:
        result = put(elements, runs)
        return result[1:] + result[:1] if len(runs) > 1 else result

    patch("diffabled.replay.put", shifted)


def levels_are_not_followed(patch: Patch) -> None:
    patch("diffabled.replay.Outline", lambda *_: PLAIN)


def an_overtaken_answer_is_the_end(patch: Patch) -> None:
    reached = DiffableList._reached

    def final(self: DiffableList, source: Any) -> Any:
        self._newest = source["revision"]
        return reached(self, source)

    patch("diffabled.lists.DiffableList._reached", final)


def half_of_what_does_not_fit_is_done(patch: Patch) -> None:
    cut = diffabled.replay.cut

    def cut_in_place(elements: list[Any], runs: Any) -> Any:
        stays, taken = cut(elements, runs)
        elements[:] = stays
        return stays, taken

    patch("diffabled.replay.cut", cut_in_place)


def the_end_of_history_is_the_end(patch: Patch) -> None:
    patch("diffabled.lists.DiffableList._on_changes", DiffableList._report)


def a_reload_is_forgotten_while_it_waits(patch: Patch) -> None:
    follow = DiffableList.follow

    def forgetful(self: DiffableList, params: Any) -> None:
        follow(self, {**params, "reloadData": False} if self.waiting else params)

    patch("diffabled.lists.DiffableList.follow", forgetful)


def tags_of_what_was_passed_over_are_lost(patch: Patch) -> None:
    reached = DiffableList._reached

    def last(self: DiffableList, source: Any) -> Any:
        return reached(self, source)[-1:]

    patch("diffabled.lists.DiffableList._reached", last)


def the_new_daemon_is_followed_from_0(patch: Patch) -> None:
    make_again = DiffableList.make_again

    def eager(self: DiffableList) -> None:
        make_again(self)
        self.revision, self.waiting = 0, False

    patch("diffabled.lists.DiffableList.make_again", eager)


def what_is_closed_is_still_shown(patch: Patch) -> None:
    patch("diffabled.lists.DiffableList.forget", lambda self: None)


def anchors_look_upwards_first(patch: Patch) -> None:
    anchor_after = Change.anchor_after

    def upwards(self: Change, row: Any) -> Any:
        turned = Change(self.deleted, before=self.before[::-1], after=self.after)
        return anchor_after(turned, row)

    patch("diffabled.Change.anchor_after", upwards)


FAULTS = [
    identifiers_are_python_values,
    null_is_no_content,
    rows_are_replaced_when_it_is_read_anew,
    rows_go_unsaid_with_their_section,
    rows_move_unsaid_with_their_section,
    moves_land_one_too_far,
    levels_are_not_followed,
    an_overtaken_answer_is_the_end,
    half_of_what_does_not_fit_is_done,
    the_end_of_history_is_the_end,
    a_reload_is_forgotten_while_it_waits,
    tags_of_what_was_passed_over_are_lost,
    the_new_daemon_is_followed_from_0,
    what_is_closed_is_still_shown,
    anchors_look_upwards_first,
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(
    fault: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch.setattr)
    caught = []
    for file in VECTORS.glob("*.jsonl"):
        try:
            StubConnection(monkeypatch.setattr, file.read_text("utf-8").split("\n")[:-1]).play()
        except (AssertionError, ValueError):
            caught.append(file.stem)
    assert caught
    print(fault.__name__, "is caught by", ", ".join(sorted(caught)))
