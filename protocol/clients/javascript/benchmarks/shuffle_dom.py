"""What a shuffle and one far move cost in Chromium, with the focus in a row and 50 rows selected.

    python benchmarks/shuffle_dom.py [ROWS …]
"""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test" / "dom"))

from browser import Browser  # noqa: E402

MEASURE = """const [name, size] = arguments;
const { measure } = await import("./shuffle.mjs");
const items = Array.from({ length: size }, (_, index) => index);
const start = performance.now();
await page.show(name, { sections: [{ id: "A", items }] }, { headers: false });
const build = performance.now() - start;
page.view.go(page.list.rows[size >> 1]);
page.view.select(page.list.rows.filter((row, index) => index % (size / 50) === 0));
const frame = () => new Promise((done) => requestAnimationFrame(done));
return { build, ...(await measure(page.list, () => frame().then(frame))) }"""

browser = Browser()
try:
    shutil.copy(HERE / "shuffle.mjs", browser.root)
    print("Chromium, ms: rows, build, shuffle and until it is drawn, one far move and until it is drawn")
    for moves in ("moveBefore", "insertBefore"):
        if moves == "insertBefore":
            browser.run("Element.prototype.moveBefore = undefined")
        for size in [int(size) for size in sys.argv[1:]] or [1000, 10_000]:
            result = browser.run(MEASURE, f"{moves} {size}", size)
            times = [result["build"], *(result[edit][part] for edit in ("shuffle", "move") for part in ("all", "draw"))]
            print(moves, size, *(f"{time:.0f}" for time in times), flush=True)
finally:
    browser.close()
