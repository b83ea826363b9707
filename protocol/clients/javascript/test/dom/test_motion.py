"""How rows slide, seen in the middle of it; and that they do not where it is not wanted."""

import os
import unittest

from browser import BrowserTests, artefacts

TOPS = """return Object.fromEntries(page.list.rows.map((row) =>
    [row.identifier, Math.round(page.view.node(row).getBoundingClientRect().top)]))"""
# However slow this machine is, what is played goes on until it was looked at.
LONG = 600_000
STOP = """for (const animation of document.querySelector("#list").getAnimations({ subtree: true })) {
    animation.pause();
    animation.currentTime = arguments[0] * animation.effect.getComputedTiming().duration;
}"""
PLAYED = """return document.querySelector("#list").getAnimations({ subtree: true }).length"""


class MotionTests(BrowserTests):
    def test_a_shuffle_in_the_middle(self):
        sections = {"A": [f"Row {number}" for number in range(60)]}
        focused = "Row 26"
        self.show(sections, duration=LONG)
        # After this shuffle the row is in the middle again, where the list can be scrolled to it.
        self.run_script('page.view.go(page.list.row(arguments[0])); page.view.select([page.list.row("Row 12")])', focused)
        before = self.run_script(TOPS)
        self.run_script('await page.list.edit({ op: "shuffleItems", seed: 4 })')
        self.run_script(STOP, 0.12)
        middle = self.run_script(TOPS)
        picture = artefacts() / "shuffle.png"
        self.driver.save_screenshot(str(picture))
        print(f"\nthe middle of a shuffle: {picture}")
        self.run_script(STOP, 1)
        after = self.run_script(TOPS)
        self.assertEqual(middle[focused], before[focused], "the focused row stays in its place")
        self.assertEqual(after[focused], before[focused])
        edge, end = self.run_script(
            'const { top, bottom } = document.querySelector("#list").getBoundingClientRect(); return [top, bottom]'
        )
        in_sight = [row for row, top in after.items() if edge < top < end - 44]
        moving = [row for row in in_sight if middle[row] != after[row]]
        self.assertGreater(len(moving), 5)
        for row in moving:
            was_in_sight = edge - 44 <= before[row] <= end
            start = before[row] if was_in_sight else None
            if start is not None:
                self.assertTrue(min(start, after[row]) <= middle[row] <= max(start, after[row]), row)
        self.assertGreater(os.path.getsize(picture), 5000)

    def test_rows_come_from_the_edge_at_which_they_were(self):
        self.show({"A": [f"r{number}" for number in range(40)]}, headers=False, duration=LONG)
        self.run_script('await page.list.edit({ op: "deleteItems", items: ["r2", "r3", "r4"] })')
        self.run_script(STOP, 0)
        start = self.run_script(TOPS)
        first = start["r0"]
        self.assertEqual([start[f"r{number}"] - first for number in (1, 5, 6, 10, 11)], [44, 220, 264, 440, 484])
        self.assertGreaterEqual(start["r12"] - first, 512)
        self.run_script(STOP, 1)
        end = self.run_script(TOPS)
        self.assertEqual([end[f"r{number}"] - first for number in (1, 5, 6)], [44, 88, 132])

    def test_what_is_not_in_sight_is_not_played(self):
        self.show({"A": list(range(2000))}, headers=False, duration=LONG)
        self.run_script('await page.list.edit({ op: "shuffleItems", seed: 1 })')
        self.assertLess(self.run_script(PLAYED), 60)

    def test_a_row_is_shown_while_it_slides(self):
        self.show({"A": [f"r{number}" for number in range(60)]}, duration=LONG)
        go = """page.view.go(page.list.row(arguments[0]));
            return page.top(page.list.row(arguments[0]))"""
        for row, place in [("r30", {"beforeItem": "r0"}), ("r31", {"afterItem": "r59"})]:
            self.run_script(go, "r32")
            self.run_script('await page.list.edit({ op: "moveItem", item: arguments[0], ...arguments[1] })', row, place)
            self.assertGreater(self.run_script(PLAYED), 0)
            height = self.run_script('return document.querySelector("#list").clientHeight - 44')
            self.assertTrue(32 <= self.run_script(go, row) <= height, f"{row} is not in sight")
            self.assertEqual(self.run_script("return page.view.node(page.list.row(arguments[0])).getAnimations()[0].playState", row), "running")

    def test_nothing_slides_that_is_not_to(self):
        self.show({"A": ["a", "b"]}, duration=LONG)
        edit = """await page.connection.request("dataSource/edit", { dataSource: page.list.name,
            edits: [{ op: "reverseItems" }], animatingDifferences: arguments[0] })"""
        self.run_script(edit, False)
        self.assertEqual(self.run_script(PLAYED), 0)
        self.run_script(edit, True)
        self.assertGreater(self.run_script(PLAYED), 0)


class ReducedMotionTests(BrowserTests):
    flags = ("--force-prefers-reduced-motion",)

    def test_nothing_slides(self):
        self.show({"A": list(range(50))}, duration=LONG)
        self.run_script('await page.list.edit({ op: "shuffleItems", seed: 1 })')
        self.assertEqual(self.run_script(PLAYED), 0)


if __name__ == "__main__":
    unittest.main()
