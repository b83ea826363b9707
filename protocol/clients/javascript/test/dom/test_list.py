"""The DOM list in Chromium: what it shows, what it keeps, and what a user can do with it."""

import os
import unittest

from browser import BrowserTests, wait
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

EDITS = int(os.environ.get("TEST_EDITS", "500"))


class FollowingTests(BrowserTests):
    """Whoever changes the list, the page is the list, and nothing that the user holds is lost."""

    def check_random(self, seed, **options):
        self.show({"A": [], "B": []}, **options)
        lost = self.run_script("return page.random(arguments[0], arguments[1])", EDITS, seed)
        print(f"\n{EDITS} random edits with {options}: {lost}")
        self.assertEqual(lost["faults"], [])
        self.assertEqual((lost["focus"], lost["selection"], lost["moved"], lost["changes"]), (0, 0, 0, EDITS))

    def test_random_edits(self):
        self.check_random(1, headers=True, inputs=True)

    def test_random_edits_without_headers_and_motion(self):
        self.check_random(2, headers=False, duration=0)

    def test_random_edits_where_nodes_cannot_be_moved(self):
        self.run_script("page.moveBefore = Element.prototype.moveBefore; Element.prototype.moveBefore = undefined")
        try:
            self.check_random(3, headers=True, inputs=True)
        finally:
            self.run_script("Element.prototype.moveBefore = page.moveBefore")

    def check_shuffle(self, **options):
        """10,000 rows change places while somebody types into one of them."""
        self.show({"A": list(range(10_000))}, headers=False, inputs=True, **options)
        result = self.run_script(
            """const row = page.list.rows[5000];
            page.view.go(row);
            const input = page.view.node(row).querySelector("input");
            input.focus();
            input.setSelectionRange(2, 4);
            const selected = page.list.rows.filter((row, index) => index % 200 === 0);
            page.view.select(selected);
            const top = page.top(row);
            const start = performance.now();
            await page.list.edit({ op: "shuffleItems", seed: 1 });
            return {
              seconds: (performance.now() - start) / 1000,
              focus: document.activeElement === input,
              text: [input.selectionStart, input.selectionEnd],
              selected: selected.every((row) => page.view.selection.has(row)) && page.view.selection.size === 50,
              moved: page.top(row) - top,
            };"""
        )
        print(f"\na shuffle of 10,000 rows: {result.pop('seconds'):.1f} s")
        self.assertEqual(result, {"focus": True, "text": [2, 4], "selected": True, "moved": 0})

    def test_shuffle_of_10_000_rows(self):
        self.check_shuffle()

    def test_shuffle_where_nodes_cannot_be_moved(self):
        self.run_script("page.moveBefore = Element.prototype.moveBefore; Element.prototype.moveBefore = undefined")
        try:
            self.check_shuffle()
        finally:
            self.run_script("Element.prototype.moveBefore = page.moveBefore")

    def test_where_the_focus_goes_when_its_row_goes(self):
        self.show({"A": ["a", "b", "c", "d"], "B": ["e"]})
        delete = 'await page.list.edit({ op: "deleteItems", items: arguments[0] })'
        for row, gone, after in [("b", ["b"], "c"), ("c", ["c", "d"], "e"), ("e", ["e"], "a"), ("a", ["a"], None)]:
            self.run_script("page.view.go(page.list.row(arguments[0]))", row)
            self.run_script(delete, gone)
            self.assertEqual(self.focused(), after)
        self.assertTrue(self.run_script('return document.activeElement === document.querySelector("#list")'))
        self.run_script('await page.list.edit({ op: "appendItems", items: ["f"], toSection: "B" })')

    def test_what_stays_in_place_when_rows_come(self):
        rows = [f"r{number}" for number in range(100)]
        come = """const scroller = document.querySelector("#list");
            scroller.scrollTop = arguments[0] < 0 ? scroller.scrollHeight : arguments[0];
            const before = scroller.scrollTop;
            const edits = [{ op: "insertItems", items: [`x${before}`, `y${before}`], beforeItem: page.list.rows[0].identifier },
              { op: "appendItems", items: [`z${before}`] }];
            await page.list.edit(...edits);
            return [scroller.scrollTop - before, scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop]"""
        for policy, scroll, moved, left in [
            ("keep", 0, 88, None),
            ("keep", 500, 88, None),
            ("top", 0, 0, None),
            ("top", 500, 88, None),
            ("end", -1, 132, 0),
            ("end", 500, 88, None),
        ]:
            with self.subTest(policy=policy, scroll=scroll):
                self.show({"A": rows}, headers=False, policy=policy)
                by, rest = self.run_script(come, scroll)
                self.assertEqual(by, moved)
                self.assertIn(rest, [left] if left is not None else [rest])

    def test_reload_data_and_reload(self):
        self.show({"A": ["a", "b", "c"]}, inputs=True)
        self.run_script(
            """page.view.go(page.list.row("b"));
            page.view.select([page.list.row("b"), page.list.row("c")]);
            const node = page.view.node(page.list.row("b"));
            const snapshot = { sections: [{ id: "A", items: ["c", { id: "b", content: { name: "B" } }, "d"] }] };
            await page.connection.request("dataSource/apply", { dataSource: page.list.name, snapshot, mode: "reloadData" });
            await page.connection.request("dataSource/list", {});
            if (page.view.node(page.list.row("b")) !== node) throw Error("another node");"""
        )
        self.assertEqual(self.rows(), {"A": ["c", "B", "d"]})
        self.assertEqual((self.focused(), self.selected()), ("b", ["c", "b"]))
        inner = self.run_script(
            """const input = page.view.node(page.list.row("b")).querySelector("input");
            input.focus();
            await page.list.edit({ op: "reloadItems", items: ["b"] });
            return [input.isConnected, document.activeElement === page.view.node(page.list.row("b"))]"""
        )
        self.assertEqual(inner, [False, True], "a reloaded row has a new cell, and keeps the focus")

    def test_the_daemon_dies(self):
        self.show({"A": ["a", "b", "c"]})
        self.run_script(
            """page.view.go(page.list.row("b"));
            page.view.select([page.list.row("c")]);
            page.rows = [...page.list.rows];
            page.restarted = new Promise((done) => page.connection.onRestart(done));"""
        )
        self.browser.kill_daemon()
        self.run_script("await page.restarted")
        self.assertEqual((self.focused(), self.selected(), self.rows()), ("b", ["c"], {"A": ["a", "b", "c"]}))
        self.assertTrue(self.run_script("return page.rows.every((row, index) => row === page.list.rows[index])"))
        self.run_script('await page.list.edit({ op: "reverseItems" })')
        self.assertEqual(self.rows(), {"A": ["c", "b", "a"]})
        # Of who asks before the new daemon is there, Chromium says that the bridge sent them away; they ask again.
        self.assertEqual([words for words in self.browser.complaints() if "response code: 503" not in words], [])

    def test_two_windows_on_one_list(self):
        self.show({"A": ["a", "b", "c"]})
        self.run_script('page.view.go(page.list.row("b"))')
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        self.browser.load()
        self.run_script("await page.show(arguments[0])", self.name)
        self.run_script('page.view.go(page.list.row("a")); await page.list.edit({ op: "reverseItems" }, { op: "deleteItems", items: ["b"] })')
        self.assertEqual((self.rows(), self.focused()), ({"A": ["c", "a"]}, "a"))
        self.assertEqual(self.run_script("return page.faults()"), [])
        self.driver.close()
        self.driver.switch_to.window(first)
        wait(lambda: self.rows() == {"A": ["c", "a"]})
        self.assertEqual(self.focused(), "c")


class UserTests(BrowserTests):
    """Everything that can be done with a mouse can be done with keys."""

    def setUp(self):
        super().setUp()
        self.show({"A": ["a", "b", "c"], "B": [], "C": ["d", "e"]})

    def test_moving_around(self):
        self.run_script('page.view.go(page.list.row("a"))')
        for key, row in [
            (Keys.ARROW_UP, "a"), (Keys.ARROW_DOWN, "b"), (Keys.ARROW_DOWN, "c"), (Keys.ARROW_DOWN, "d"),
            (Keys.END, "e"), (Keys.ARROW_DOWN, "e"), (Keys.HOME, "a"), (Keys.PAGE_DOWN, "e"), (Keys.PAGE_UP, "a"),
        ]:
            self.press(key)
            self.assertEqual(self.focused(), row)
        self.show({"A": [f"r{number}" for number in range(100)]})
        self.run_script("page.view.go(page.list.rows[0])")
        self.press(Keys.PAGE_DOWN)
        in_sight = """const { top, bottom } = document.querySelector("#list").getBoundingClientRect();
            const row = document.activeElement.getBoundingClientRect();
            return row.top >= top + 32 && row.bottom <= bottom"""
        self.assertTrue(self.run_script(in_sight))
        for _ in range(4):
            self.press(Keys.ARROW_UP)
        self.press(Keys.END)
        self.assertEqual(self.focused(), "r99")
        self.press(Keys.HOME)
        self.press(Keys.ARROW_DOWN)
        self.assertTrue(self.run_script(in_sight), "a header that sticks does not cover it")

    def test_selecting(self):
        self.run_script('page.view.go(page.list.row("a"))')
        self.press(Keys.SPACE)
        self.press(Keys.ARROW_DOWN)
        self.press(Keys.SPACE)
        self.assertEqual(self.selected(), ["a", "b"])
        self.press(Keys.SPACE)
        self.assertEqual(self.selected(), ["a"])
        self.press(Keys.CONTROL, "a")
        self.assertEqual(self.selected(), ["a", "b", "c", "d", "e"])
        self.click("b")
        self.assertEqual((self.selected(), self.focused()), (["b"], "b"))
        self.click("d", Keys.CONTROL)
        self.assertEqual(self.selected(), ["b", "d"])
        self.click("a", Keys.SHIFT)
        self.assertEqual(self.selected(), ["a", "b", "c", "d"])

    def click(self, row, key=None):
        node = self.run_script("return page.view.node(page.list.row(arguments[0])).querySelector('.name')", row)
        actions = ActionChains(self.driver)
        if key:
            actions.key_down(key)
        actions.click(node)
        if key:
            actions.key_up(key)
        actions.perform()

    def test_moving_a_row_by_keys(self):
        self.run_script('page.view.go(page.list.row("b"))')
        for key, rows in [
            (Keys.ARROW_DOWN, {"A": ["a", "c", "b"], "B": [], "C": ["d", "e"]}),
            (Keys.ARROW_DOWN, {"A": ["a", "c"], "B": ["b"], "C": ["d", "e"]}),
            (Keys.ARROW_DOWN, {"A": ["a", "c"], "B": [], "C": ["b", "d", "e"]}),
            (Keys.ARROW_DOWN, {"A": ["a", "c"], "B": [], "C": ["d", "b", "e"]}),
            (Keys.ARROW_DOWN, {"A": ["a", "c"], "B": [], "C": ["d", "e", "b"]}),
            (Keys.ARROW_UP, {"A": ["a", "c"], "B": [], "C": ["d", "b", "e"]}),
            (Keys.ARROW_UP, {"A": ["a", "c"], "B": [], "C": ["b", "d", "e"]}),
            (Keys.ARROW_UP, {"A": ["a", "c"], "B": ["b"], "C": ["d", "e"]}),
            (Keys.ARROW_UP, {"A": ["a", "c", "b"], "B": [], "C": ["d", "e"]}),
            (Keys.ARROW_UP, {"A": ["a", "b", "c"], "B": [], "C": ["d", "e"]}),
        ]:
            self.press(Keys.ALT, key)
            wait(lambda: self.rows() == rows)
            self.assertEqual((self.focused(), self.run_script("return page.faults()")), ("b", []))
        self.heard("b, 2 of 3")
        self.press(Keys.ALT, Keys.ARROW_UP)
        self.heard("b, 1 of 3")
        self.press(Keys.ALT, Keys.ARROW_UP)
        self.assertEqual(self.rows()["A"], ["b", "a", "c"])

    def test_a_refusal_is_said(self):
        self.run_script('page.refusal = "it is locked"; page.view.go(page.list.row("b"))')
        self.press(Keys.ALT, Keys.ARROW_DOWN)
        self.heard("b was not moved: it is locked")
        self.run_script("page.refusal = null")
        self.assertEqual(self.rows()["A"], ["a", "b", "c"])

    def test_deleting(self):
        self.run_script('page.view.go(page.list.row("b")); page.view.select([page.list.row("a"), page.list.row("b")])')
        self.press(Keys.DELETE)
        wait(lambda: self.rows()["A"] == ["c"])
        self.assertEqual((self.focused(), self.selected()), ("c", []))
        self.heard("2 removed")

    def test_what_others_do_is_counted(self):
        # However slow this machine is, what is to be said after half a second waits for the edits.
        said = self.run_script(
            """const live = document.querySelector(".diffabled-live");
            const { setTimeout } = window;
            const held = [];
            window.setTimeout = (call, delay) => (delay >= 500 ? held.push(call) : setTimeout(call, delay));
            for (const edit of [{ op: "appendItems", items: ["x", "y"] }, { op: "deleteItems", items: ["a"] }, { op: "moveItem", item: "b", afterItem: "d" }])
              await page.list.edit(edit);
            await new Promise((done) => setTimeout(done, 50));
            const said = live.textContent;
            window.setTimeout = setTimeout;
            for (const call of held) call();
            return said"""
        )
        self.assertEqual(said, "")
        self.heard("2 added, 1 removed, 1 moved")

    def test_who_listens_is_told_what_is_what(self):
        facts = self.run_script(
            """const list = document.querySelector("#list");
            const option = page.view.node(page.list.row("d"));
            return [list.role ?? list.getAttribute("role"), list.getAttribute("aria-multiselectable"), option.getAttribute("role"),
              document.getElementById(option.getAttribute("aria-describedby")).textContent,
              document.querySelector(".diffabled-live").getAttribute("aria-live")]"""
        )
        self.assertEqual(facts, ["listbox", "true", "option", "C", "polite"])

    # Dragging

    def drag(self, row, pixels, meanwhile=lambda: None):
        """Drags a row by its grip; something may happen while it is held."""
        grip = self.run_script("return page.view.node(page.list.row(arguments[0])).querySelector('[data-grip]')", row)
        with self.dragged(grip, pixels):
            meanwhile()
        wait(lambda: self.run_script('return document.querySelectorAll("[data-dragged], [data-dragging]").length === 0'))
        left = """return [...document.querySelectorAll(".diffabled-row, .diffabled-header")].filter((node) => node.style.transform).length"""
        self.assertEqual(self.run_script(left), 0)

    def test_five_drags(self):
        # Rows are 44 high and headers 32.
        for row, pixels, rows in [
            ("a", 50, {"A": ["b", "a", "c"], "B": [], "C": ["d", "e"]}),
            ("a", 44 + 32 + 10, {"A": ["b", "c"], "B": ["a"], "C": ["d", "e"]}),
            ("e", -(44 + 32 + 44 - 5), {"A": ["b", "c"], "B": ["e", "a"], "C": ["d"]}),
            ("a", 300, {"A": ["b", "c"], "B": ["e"], "C": ["d", "a"]}),
            ("d", 10, {"A": ["b", "c"], "B": ["e"], "C": ["d", "a"]}),
        ]:
            self.drag(row, pixels)
            wait(lambda: self.rows() == rows)
            self.assertEqual((self.focused(), self.run_script("return page.faults()")), (row, []))

    def test_the_others_make_room(self):
        tops = "return Object.fromEntries(page.list.rows.map((row) => [row.identifier, page.view.node(row).getBoundingClientRect().top]))"
        before = self.run_script(tops)

        def moved():
            return {row: round(top - before[row]) for row, top in self.run_script(tops).items()}

        # They slide there.
        self.drag("a", 60, lambda: wait(lambda: moved() == {"a": 60, "b": -44, "c": 0, "d": 0, "e": 0}))

    def test_rows_that_come_during_a_drag_do_not_move_it(self):
        come = """const top = () => page.view.node(page.list.row("b")).getBoundingClientRect().top;
            const tops = [top()];
            for (const edit of [{ op: "insertItems", items: ["x", "y", "z"], beforeItem: "a" }, { op: "moveItem", item: "b", afterItem: "e" }]) {
              await page.list.edit(edit);
              tops.push(top());
            }
            return tops.map((top) => top - tops[0])"""
        self.drag("b", 20, lambda: self.assertEqual(self.run_script(come), [0, 0, 0]))
        self.assertEqual(self.focused(), "b")
        # It was dropped where it was held: behind the rows that came.
        wait(lambda: self.rows() == {"A": ["x", "b", "y", "z", "a", "c"], "B": [], "C": ["d", "e"]})

    def test_a_drag_is_given_up(self):
        escape = """document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))"""
        self.drag("b", 100, lambda: self.run_script(escape))
        self.assertEqual(self.rows()["A"], ["a", "b", "c"])
        self.drag("b", 100, lambda: self.run_script('await page.list.edit({ op: "deleteItems", items: ["b"] })'))
        self.assertEqual(self.rows(), {"A": ["a", "c"], "B": [], "C": ["d", "e"]})
        self.run_script('page.refusal = "no"')
        self.drag("a", 60)
        self.run_script("page.refusal = null")
        self.assertEqual(self.rows()["A"], ["a", "c"])

    def test_what_is_around_a_dragged_row_stays_when_it_is_dropped(self):
        self.show({"A": [f"r{number}" for number in range(60)]})
        place = 'return [document.querySelector("#list").scrollTop, page.top(page.list.row("r30"))]'
        scrolled, top = self.run_script('page.view.go(page.list.row("r30"));' + place)
        self.drag("r30", -100)
        wait(lambda: self.run_script(place) == [scrolled, top - 2 * 44])

    def test_a_drag_at_the_edge_scrolls(self):
        self.show({"A": [f"r{number}" for number in range(60)]})
        self.drag("r0", 460, lambda: wait(lambda: self.run_script('return document.querySelector("#list").scrollTop') > 300))
        wait(lambda: self.rows()["A"].index("r0") > 15)

    def test_a_row_at_the_edge_is_taken_where_it_is(self):
        self.show({"A": [f"r{number}" for number in range(60)]})
        # At the lower edge, where it is shown.
        top = self.run_script('page.view.go(page.list.row("r30")); return document.querySelector("#list").scrollTop')
        frames = """for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
            return document.querySelector("#list").scrollTop"""
        self.drag("r30", -10, lambda: self.assertEqual(self.run_script(frames), top))


if __name__ == "__main__":
    unittest.main()
