"""What a shuffle and one far move cost in Chromium, with the focus in a row and 50 rows selected.

    python benchmarks/shuffle_dom.py [ROWS …]

Prints medians of 5, in milliseconds of processor time of the page's thread: all of it, until what
came of the edit has been drawn, and of that style and layout. Ends with an error if focus or
selection are lost.
"""

import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test" / "dom"))

from browser import Browser  # noqa: E402

TURNS = 5
BUILD = """const [name, size] = arguments;
const items = Array.from({ length: size }, (_, index) => index);
await page.show(name, { sections: [{ id: "A", items }] }, { headers: false });
page.view.go(page.list.rows[size >> 1]);
page.view.select(page.list.rows.filter((row, index) => index % (size / 50) === 0));
page.kept = [page.view.node(page.view.current), ...page.view.selection];
page.edits = {
  shuffle: (turn) => ({ op: "shuffleItems", seed: turn }),
  move: () => ({ op: "moveItem", item: page.list.rows.at(-1).identifier, beforeItem: page.list.rows[0].identifier }),
};
"""
EDIT = "await page.list.edit(page.edits[arguments[0]](arguments[1]));"
DRAWN = "for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);"
KEPT = """const { kept: [node, ...rows], view } = page;
return document.activeElement === node && view.selection.size === rows.length && rows.every((row) => view.selection.has(row))"""


class Clock:
    """The processor time of the page's thread, in milliseconds."""

    def __init__(self, driver):
        self.driver = driver
        driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self):
        """All, and of that style and layout."""
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        seconds = {metric["name"]: metric["value"] for metric in metrics}
        return [1000 * seconds["TaskDuration"], 1000 * (seconds["RecalcStyleDuration"] + seconds["LayoutDuration"])]

    def measure(self, act):
        before = self.read()
        act()
        return [after - start for start, after in zip(before, self.read())]


def measure(browser, clock, name, size):
    """The medians of building a list, of shuffling it, and of moving one row from its end to its beginning."""
    times = [clock.measure(lambda: browser.run(BUILD + DRAWN, name, size))]
    for edit in ("shuffle", "move"):
        turns = [clock.measure(lambda: browser.run(EDIT + DRAWN, edit, turn)) for turn in range(TURNS)]
        times.append([median(column) for column in zip(*turns)])
    if not browser.run(KEPT):
        raise AssertionError("Focus or selection were lost.")
    return times


def main(sizes):
    print("| moved by | rows | build: all | layout | shuffle: all | layout | one far move: all | layout |")
    for moves in ("moveBefore", "insertBefore"):
        browser = Browser()
        try:
            if moves == "insertBefore":
                browser.run("Element.prototype.moveBefore = undefined")
            clock = Clock(browser.driver)
            for size in sizes:
                times = [f"{time:.0f}" for pair in measure(browser, clock, f"list {size}", size) for time in pair]
                print("|", " | ".join([moves, f"{size:,}", *times]), "|", flush=True)
        finally:
            browser.close()


main([int(size) for size in sys.argv[1:]] or [1000, 10_000, 100_000])
