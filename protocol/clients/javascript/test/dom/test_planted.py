"""For each promise of the list a copy of the library with one fault, and the test that must see it."""

import contextlib
import io
import os
import unittest
from pathlib import Path
from unittest import mock

import test_list
import test_motion
from browser import HERE, Browser

LIBRARY = HERE.parents[1]
WANTED = os.environ.get("TEST_FAULT", "")

# The promise; the file, what it says and what it says wrongly; the test that must fail.
FAULTS = [
    ("rows that moved are put where they are", "dom.mjs", "([inserted, moved, sections.inserted,", "([inserted, sections.inserted,", test_list.FollowingTests("test_random_edits")),
    ("headers that moved are put where they are", "dom.mjs", "sections.inserted, sections.moved]).flat()", "sections.inserted]).flat()", test_list.FollowingTests("test_random_edits")),
    ("rows that are gone leave the page", "dom.mjs", "this.#nodes.get(entry)?.remove();", "", test_list.FollowingTests("test_random_edits")),
    ("rows are drawn again when they change", "dom.mjs", "if (this.#nodes.has(entry)) this.#draw(entry);", ";", test_list.FollowingTests("test_random_edits")),
    ("a reloaded row has a new cell", "dom.mjs", "this.node(row).replaceChildren();", ";", test_list.FollowingTests("test_reload_data_and_reload")),
    ("a row keeps its node", "dom.mjs", "this.#nodes.get(entry) ?? this.#makeNode(entry);", "(touched.has(entry) && this.#nodes.get(entry)?.remove(), touched.has(entry) ? null : this.#nodes.get(entry)) ?? this.#makeNode(entry);", test_list.FollowingTests("test_reload_data_and_reload")),
    ("the focus stays with its row", "dom.mjs", "if (hadFocus && document.activeElement !== focused)", "if (false)", test_list.FollowingTests("test_where_the_focus_goes_when_its_row_goes")),
    ("the focus goes to the row below", "dom.mjs", "const next = current && anchorAfter(change, current);", "const next = current && (change.deleted.includes(current) ? this.list.rows[0] : current);", test_list.FollowingTests("test_where_the_focus_goes_when_its_row_goes")),
    ("the focus comes back where nodes cannot be moved", "dom.mjs", "node.focus({ preventScroll: true });\n  }\n\n  /**\n   * Notes", "void node;\n  }\n\n  /**\n   * Notes", test_list.FollowingTests("test_random_edits_where_nodes_cannot_be_moved")),
    ("what is gone is not selected", "dom.mjs", "change.deleted.some((row) => this.selection.has(row))", "false", test_list.FollowingTests("test_random_edits")),
    ("the selection stays with its rows", "dom.mjs", "filter((row) => !gone.has(row)));", "filter(() => false));", test_list.FollowingTests("test_random_edits")),
    ("one row is in the tab order", "dom.mjs", "if (before) before.tabIndex = -1;", "", test_list.FollowingTests("test_random_edits")),
    ("a row is in its section for who listens", "dom.mjs", "for (const entry of touched) this.#describe(entry);", "", test_list.FollowingTests("test_random_edits")),
    ("the focused row stays where it is seen", "dom.mjs", "this.#rows = this.list.rows;\n    putBack();", "this.#rows = this.list.rows;", test_motion.MotionTests("test_a_shuffle_in_the_middle")),
    ("what is in sight stays in place", "dom.mjs", "this.node(anchor).offsetTop - distance;", "scrollTop;", test_list.FollowingTests("test_what_stays_in_place_when_rows_come")),
    ("the policy top holds the top", "dom.mjs", 'policy === "top"', "false", test_list.FollowingTests("test_what_stays_in_place_when_rows_come")),
    ("the policy end holds the end", "dom.mjs", 'policy === "end"', "false", test_list.FollowingTests("test_what_stays_in_place_when_rows_come")),
    ("after kill -9 the list goes on", "connection.mjs", "list.restore(daemon)", "undefined", test_list.FollowingTests("test_the_daemon_dies")),
    ("arrows go from row to row", "dom.mjs", "ArrowDown: 1, ArrowUp: -1,", "ArrowDown: 2, ArrowUp: -1,", test_list.UserTests("test_moving_around")),
    ("Alt and an arrow cross sections", "drag.mjs", "if (section.rows.length === 0) return { toSection", "if (false) return { toSection", test_list.UserTests("test_moving_a_row_by_keys")),
    ("own moves are said by name", "dom.mjs", "this.#live.say(done());", "", test_list.UserTests("test_moving_a_row_by_keys")),
    ("a refusal is said", "dom.mjs", "this.#live.say(`${this.#options.label(row)} ${failure}", "void (`${this.#options.label(row)} ${failure}", test_list.UserTests("test_a_refusal_is_said")),
    ("what others do is said in numbers", "dom.mjs", "this.#live.count(change);", ";", test_list.UserTests("test_what_others_do_is_counted")),
    ("not each change is said at once", "live.mjs", "const PAUSE = 500;", "const PAUSE = 0;", test_list.UserTests("test_what_others_do_is_counted")),
    ("the others make room for a dragged row", "drag.mjs", "this.#makeRoom(slot, home, height);", "", test_list.UserTests("test_the_others_make_room")),
    ("a dragged row stays under the pointer", "dom.mjs", "putBack();\n    this.#drag?.draw();", "putBack();", test_list.UserTests("test_rows_that_come_during_a_drag_do_not_move_it")),
    ("what is around a dragged row stays", "dom.mjs", "this.current && !isHeld &&", "this.current &&", test_list.UserTests("test_what_is_around_a_dragged_row_stays_when_it_is_dropped")),
    ("a drag can be given up", "dom.mjs", 'if (key === "Escape" && this.#drag) this.#cancelDrag();', "if (false) {}", test_list.UserTests("test_a_drag_is_given_up")),
    ("rows slide", "motion.mjs", "const animation = node.animate(frames, { duration,", "const animation = node.animate(frames, { duration: 0,", test_motion.MotionTests("test_a_shuffle_in_the_middle")),
    ("rows start where they were", "motion.mjs", "const distance = (first.get(node) ?? top) - top;", "const distance = top - (first.get(node) ?? top);", test_motion.MotionTests("test_rows_come_from_the_edge_at_which_they_were")),
    ("what is out of sight is not played", "motion.mjs", "if (node.offsetTop >= scrollTop + clientHeight) break;", "", test_motion.MotionTests("test_what_is_not_in_sight_is_not_played")),
    ("a row is shown where it goes", "motion.mjs", "if (!animation) return act();", "return act();", test_motion.MotionTests("test_a_row_is_shown_while_it_slides")),
    ("nothing slides that is not to", "dom.mjs", "if (change.animated && this.#isMoving)", "if (this.#isMoving)", test_motion.MotionTests("test_nothing_slides_that_is_not_to")),
    ("nothing slides for who wants it so", "dom.mjs", '!matchMedia("(prefers-reduced-motion: reduce)").matches', "true", test_motion.ReducedMotionTests("test_nothing_slides")),
]


def plant(root, number, name, right, wrong):
    """Copies the library into the folder of the page, with a fault; what it is called there."""
    library = f"planted-{number}"
    folder = Path(root) / library
    folder.mkdir()
    for file in LIBRARY.glob("*.mjs"):
        text = file.read_text("utf-8")
        if file.name == name:
            assert text.count(right) == 1, f"{name} has {right!r} {text.count(right)} times; plant another fault"
            text = text.replace(right, wrong)
        (folder / file.name).write_text(text, "utf-8")
    return library


class PlantedTests(unittest.TestCase):
    def test_each_fault_is_caught(self):
        edits, test_list.EDITS = test_list.EDITS, 30
        try:
            for flags in {fault[-1].flags for fault in FAULTS}:
                self.check([fault for fault in enumerate(FAULTS) if fault[1][-1].flags == flags], flags)
        finally:
            test_list.EDITS = edits

    def check(self, faults, flags):
        chromium = Browser(*flags)
        self.addCleanup(chromium.close)
        for number, (promise, *fault, test) in faults:
            if WANTED not in promise:
                continue
            with self.subTest(promise):
                chromium.load(plant(chromium.root, number, *fault))
                type(test).browser, type(test).driver = chromium, chromium.driver
                result = unittest.TestResult()
                # What a fault keeps from coming is not waited for as long as what comes.
                with contextlib.redirect_stdout(io.StringIO()), mock.patch("browser.patience", 5):
                    test.run(result)
                self.assertEqual(result.errors, [])
                self.assertNotEqual(result.failures, [], f"{test} did not see it")
                print(f"caught: {promise}", flush=True)


if __name__ == "__main__":
    unittest.main()
