"""The playlist in Chromium: what each thing that a user does shows, in this window and in another."""

import os
import re
import signal
import subprocess
import unittest

from browser import HERE, User, artefacts, chromium, wait
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

CHECKOUT = HERE.parents[4]
README = (HERE.parents[1] / "apps/playlist/README.md").read_text("utf-8")

# The page as it is drawn (a song that is being renamed has no name), and what is wrong with it beside the lists that it should show.
SHOWN = """const rows = {};
for (const node of document.querySelector("#list").children) {
  if (node.section) rows[node.section.identifier] = [];
  else rows[node.row.section.identifier].push(node.querySelector(".name")?.textContent);
}
return rows"""
FAULTS = """const { shown, songs, view } = window.playlist;
const nodes = [...document.querySelector("#list").children];
const drawn = nodes.map((node) => node.row ?? node.section);
const faults = [];
const { scrollWidth, clientWidth } = document.querySelector("#list");
if (scrollWidth > clientWidth) faults.push("something is too wide");
if (drawn.length !== shown.entries.length || drawn.some((entry, at) => entry !== shown.entries[at])) faults.push("the order");
for (const { row } of nodes) {
  if (!row || view.node(row).querySelector("form")) continue;
  const [name, artist] = row.identifier;
  const text = (part) => view.node(row).querySelector(part).textContent;
  if (text(".name") !== name || text(".artist") !== artist) faults.push(`${name} is drawn otherwise`);
  const isFavorite = songs.row(row.identifier)?.content.isFavorite;
  if ((text(".heart") === "♥") !== isFavorite) faults.push(`the heart of ${name}`);
}
return faults"""


class PlaylistTests(User, unittest.TestCase):
    def setUp(self):
        script = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)[0]
        lines = [line for line in script.splitlines() if not line.startswith("swift build")]
        # The server itself, and not the shell, is what is ended.
        lines[-1] = f"exec {lines[-1]}"
        self.server = subprocess.Popen(["bash", "-euc", "\n".join(lines)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        self.url = self.server.stdout.readline().strip()
        self.driver = chromium()
        self.addCleanup(self.driver.quit)
        self.open()

    def stop(self):
        self.server.terminate()
        self.server.communicate()

    def open(self):
        self.driver.get(self.url)
        wait(lambda: self.driver.execute_script("return !!window.playlist"))
        # However slow this machine is, what is offered for some seconds is there when it is looked at.
        self.driver.execute_script(
            "const { setTimeout } = window; window.setTimeout = (call, delay) => setTimeout(call, delay < 5000 ? delay : 1e9)"
        )

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def shown(self):
        return self.driver.execute_script(SHOWN)

    def names(self):
        return [name for names in self.shown().values() for name in names]

    def go(self, name):
        row = "window.playlist.shown.rows.find(({ identifier }) => identifier[0] === arguments[0])"
        self.driver.execute_script(f"window.playlist.view.go({row})", name)

    def comes(self, holds):
        """Waits until the page shows it, with nothing wrong."""
        wait(holds)
        self.assertEqual(self.driver.execute_script(FAULTS), [])

    def focused(self):
        return self.driver.execute_script("return document.activeElement?.row?.identifier[0]")

    def test_a_window(self):
        made = self.shown()
        self.assertEqual({section: len(names) for section, names in made.items()}, {"favorites": 0, "disney": 7, "pop": 9})

        # A favourite, by mouse and by key, and back.
        self.find("#list .diffabled-row:nth-of-type(3) .heart").click()
        self.comes(lambda: self.shown()["favorites"] == ["Let It Go"])
        self.go("Happy")
        self.press("f")
        self.comes(lambda: self.shown()["favorites"] == ["Let It Go", "Happy"])
        self.assertEqual(self.focused(), "Happy")
        self.press("f")
        self.comes(lambda: self.shown()["pop"] == made["pop"])

        # Moves: by keys within a section; into another one is refused, and that is said.
        self.press(Keys.ALT, Keys.ARROW_UP)
        self.comes(lambda: self.shown()["pop"][:3] == ["Shape of You", "Happy", "Uptown Funk"])
        self.go("Shape of You")
        self.press(Keys.ALT, Keys.ARROW_UP)
        wait(lambda: "songs stay in their section" in self.find("#status").text)

        # Deleted, and undone: with the button, and with keys what was before.
        self.press(Keys.DELETE)
        self.comes(lambda: "Shape of You" not in self.names())
        self.find("#undo").click()
        self.comes(lambda: "Shape of You" in self.names())
        self.press(Keys.CONTROL, "z")
        self.comes(lambda: self.shown()["pop"] == made["pop"])

        # Another name is another song, which has the focus; plays; a song that is added; one that is there.
        self.go("Royals")
        self.press(Keys.F2)
        self.driver.switch_to.active_element.send_keys("Team", Keys.ENTER)
        self.comes(lambda: "Royals" not in self.names() and self.focused() == "Team")
        self.press(Keys.ENTER)
        self.press(Keys.ENTER)
        self.comes(lambda: self.driver.execute_script("return document.activeElement?.querySelector('.plays')?.textContent") == "2 ×")
        for _ in range(2):
            for field, text in [("name", "New Modern Song"), ("artist", "Modern Artist")]:
                self.find(f"#add [name={field}]").clear()
                self.find(f"#add [name={field}]").send_keys(text)
            self.find("#add button").click()
            self.comes(lambda: self.names()[-1] == "New Modern Song" and self.focused() == "New Modern Song")
        wait(lambda: "already" in self.find("#status").text)
        self.assertEqual(self.names().count("New Modern Song"), 1)

        self.check_searching_and_sorting()
        self.check_what_goes_on_by_itself()
        complaints = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(complaints, [])

    def check_searching_and_sorting(self):
        marks = """return [...document.querySelectorAll("#list mark")].map((mark) => mark.textContent)"""
        everything = self.names()
        self.find("#search").send_keys("be")
        self.comes(lambda: self.names() == ["A Whole New World", "Beauty and the Beast", "Halo"])
        wait(lambda: self.driver.execute_script(marks) == ["Be", "Be", "Be"])
        self.driver.save_screenshot(str(artefacts() / "playlist-search.png"))
        self.find("#search").send_keys("y")
        self.comes(lambda: self.names() == ["Halo"])
        wait(lambda: self.driver.execute_script(marks) == ["Bey"])
        self.find("#search").clear()
        self.find("#search").send_keys(" ", Keys.BACKSPACE)
        self.comes(lambda: self.names() == everything)
        wait(lambda: self.driver.execute_script(marks) == [])

        order = Select(self.find("#order"))
        order.select_by_value("name")
        self.comes(lambda: self.names() == sorted(everything))
        titles = """return [...document.querySelectorAll("#index button")].map((button) => button.textContent)"""
        wait(lambda: self.driver.execute_script(titles) == sorted({name[0] for name in everything}))
        self.driver.execute_script("""[...document.querySelectorAll("#index button")].at(-1).click()""")
        wait(lambda: self.focused() == "Under the Sea")
        self.press(Keys.ALT, Keys.ARROW_UP)
        wait(lambda: "moved in their own order" in self.find("#status").text)
        order.select_by_value("plays")
        self.comes(lambda: self.names()[0] == "Team")
        order.select_by_value("own")
        self.comes(lambda: self.names() == everything)

    def check_what_goes_on_by_itself(self):
        before = self.shown()
        self.driver.execute_script("Date.now = () => 1")
        self.find("#shuffle").click()
        self.driver.save_screenshot(str(artefacts() / "playlist-shuffle.png"))
        self.comes(lambda: self.shown() != before)
        shuffled = self.shown()
        self.assertEqual({at: sorted(names) for at, names in shuffled.items()}, {at: sorted(names) for at, names in before.items()})
        self.find("#sort").click()
        self.comes(lambda: self.shown() == {at: sorted(names) for at, names in shuffled.items()})
        wait(lambda: self.find("#sort").get_attribute("aria-pressed") == "false")
        self.press(Keys.CONTROL, "z")
        self.comes(lambda: self.shown() == shuffled)
        self.find("#swap").click()
        wait(lambda: self.shown() != shuffled)
        self.find("#swap").click()
        wait(lambda: self.find("#swap").get_attribute("aria-pressed") == "false")

    def drag(self, name, other, meanwhile=lambda: None):
        """Drags a song by its grip to where another one is; something may happen while it is held."""
        self.still()
        nodes = """const node = (name) => window.playlist.view.node(window.playlist.shown.rows.find(({ identifier }) => identifier[0] === name));
            const [from, to] = [...arguments].map(node);
            return [from.querySelector("[data-grip]"), to.getBoundingClientRect().top - from.getBoundingClientRect().top]"""
        held = """return [...document.querySelectorAll("[data-dragged] .name")].map((node) => node.textContent)"""
        grip, pixels = self.driver.execute_script(nodes, name, other)
        with self.dragged(grip, pixels):
            self.assertEqual(self.driver.execute_script(held), [name])
            meanwhile()
        wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "[data-dragged], [data-dragging]") == [])

    def check_moving(self, down, up, refused):
        """Moves Let It Go three down and Under the Sea two up; the last song of Disney out of it; then undoes it."""
        made = self.shown()
        a, b, c, d, *others = made["disney"]
        down(a, d)
        self.comes(lambda: self.shown()["disney"] == [b, c, d, a, *others])
        self.assertEqual(self.focused(), a)
        up(d, b)
        self.comes(lambda: self.shown()["disney"] == [d, b, c, a, *others])
        self.assertEqual(self.focused(), d)
        moved = self.shown()
        # All that takes part is in sight, and no edge is near.
        self.go("Happy")
        refused(others[-1], "Uptown Funk")
        wait(lambda: "songs stay in their section" in self.find("#status").text)
        self.comes(lambda: self.shown() == moved)
        while self.shown() != made:
            before = self.shown()
            self.press(Keys.CONTROL, "z")
            self.comes(lambda: self.shown() != before)

    def test_dragging(self):
        self.check_moving(self.drag, self.drag, self.drag)
        # What is undone at once is undone one after the other.
        made = self.shown()
        self.go("Let It Go")
        for name, other in [("Let It Go", "Under the Sea"), ("Reflection", "Let It Go")]:
            before = self.shown()
            self.drag(name, other)
            self.comes(lambda: self.shown() != before)
        for _ in range(2):
            self.press(Keys.CONTROL, "z")
        self.comes(lambda: self.shown() == made)
        # Given up, it slides back.
        self.drag("Let It Go", "Under the Sea", lambda: self.driver.switch_to.active_element.send_keys(Keys.ESCAPE))
        self.comes(lambda: self.shown() == made)
        self.press(Keys.CONTROL, "z")
        wait(lambda: "nothing to undo" in self.find("#status").text)

    def test_moving_by_keys(self):
        def move(key, steps):
            def press(name, _):
                self.go(name)
                for _ in range(steps):
                    before = self.shown()
                    self.press(Keys.ALT, key)
                    wait(lambda: self.shown() != before)

            return press

        def out(name, _):
            self.go(name)
            self.press(Keys.ALT, Keys.ARROW_DOWN)

        self.check_moving(move(Keys.ARROW_DOWN, 3), move(Keys.ARROW_UP, 2), out)

    def test_renaming(self):
        made = self.shown()

        def rename(name, song):
            self.go(name)
            self.press(Keys.F2)
            for part, text in song.items():
                field = self.find(f".renaming [name={part}]")
                field.clear()
                field.send_keys(text)
            self.comes(lambda: self.find(".renaming button").is_displayed())

        rename("Happy", {"name": "Halo", "artist": "Beyoncé"})
        self.press(Keys.ENTER)
        wait(lambda: "There is Halo by Beyoncé already" in self.find("#status").text)
        self.press(Keys.ESCAPE)
        self.comes(lambda: self.focused() == "Happy")
        self.assertEqual(self.shown(), made)
        # By another artist it is another song, which comes to its place and has the focus.
        rename("Happy", {"name": "Halo", "artist": "Depeche Mode"})
        self.find(".renaming button").click()
        self.comes(lambda: self.focused() == "Halo")
        self.assertEqual(self.shown()["pop"], ["Halo" if name == "Happy" else name for name in made["pop"]])
        self.press(Keys.CONTROL, "z")
        self.comes(lambda: self.shown() == made)

    def test_reconnecting(self):
        self.go("Happy")
        self.press("f")
        self.comes(lambda: self.shown()["favorites"] == ["Happy"])
        self.find("#search").send_keys("h")
        found = {"favorites": ["Happy"], "disney": ["How Far I’ll Go"], "pop": ["Halo"]}
        self.comes(lambda: self.shown() == found)
        self.go("Happy")
        self.driver.execute_script(
            """const lost = document.querySelector("#lost");
            window.seen = [];
            new MutationObserver(() => window.seen.push(lost.hidden)).observe(lost, { attributes: true })"""
        )
        [daemon] = subprocess.check_output(["ps", "-o", "pid=", "--ppid", str(self.server.pid)], text=True).split()
        os.kill(int(daemon), signal.SIGKILL)
        wait(lambda: self.driver.execute_script("return window.seen") == [False, True])
        self.comes(lambda: self.shown() == found)
        self.assertEqual(self.focused(), "Happy")
        # The history went with the daemon.
        self.press(Keys.CONTROL, "z")
        wait(lambda: "nothing to undo" in self.find("#status").text)
        self.press("f")
        self.comes(lambda: self.shown() == {"disney": ["How Far I’ll Go"], "pop": ["Happy", "Halo"]})

    def test_two_windows(self):
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        self.open()
        made = self.names()
        self.find("#search").send_keys("happy")
        self.comes(lambda: self.names() == ["Happy"])
        self.driver.switch_to.window(first)
        self.comes(lambda: self.names() == made)
        self.go("Happy")
        self.press("f")
        self.comes(lambda: self.shown()["favorites"] == ["Happy"])
        self.driver.switch_to.window(self.driver.window_handles[-1])
        self.comes(lambda: self.shown() == {"favorites": ["Happy"]})
        # What others did is not undone.
        self.go("Happy")
        self.press(Keys.DELETE)
        self.comes(lambda: self.names() == [])
        self.driver.switch_to.window(first)
        self.comes(lambda: "Happy" not in self.names())
        self.press(Keys.CONTROL, "z")
        wait(lambda: "Somebody else" in self.find("#status").text)
        self.driver.switch_to.window(self.driver.window_handles[-1])
        self.find("#undo").click()
        self.comes(lambda: self.names() == ["Happy"])
        # A view ends with its window.
        lists = "return window.playlist.connection.request('dataSource/list', {}).then(({ dataSources }) => dataSources.length)"
        self.assertEqual(self.driver.execute_script(lists), 3)
        self.driver.close()
        self.driver.switch_to.window(first)
        wait(lambda: self.driver.execute_script(lists) == 2)


if __name__ == "__main__":
    unittest.main()
