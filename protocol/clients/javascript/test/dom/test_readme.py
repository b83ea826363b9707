"""The README's page, made and served by its script as it is printed, in two windows."""

import re
import subprocess
import unittest

from browser import HERE, chromium, wait

CHECKOUT = HERE.parents[4]
README = (HERE.parents[1] / "README.md").read_text("utf-8")
NAMES = """return [...document.querySelectorAll(".diffabled-row")].map((node) => node.firstChild.textContent.trim())"""


class ReadmeTests(unittest.TestCase):
    def setUp(self):
        script = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)[1]
        self.server = subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        self.driver = chromium()
        self.addCleanup(self.driver.quit)

    def stop(self):
        self.server.terminate()
        self.server.communicate()

    def test_two_windows_shuffle_one_list(self):
        def names():
            return self.driver.execute_script(NAMES)

        url = self.server.stdout.readline().strip()
        windows = []
        for _ in range(2):
            self.driver.switch_to.new_window("window")
            self.driver.get(url)
            wait(lambda: len(names()) == 6)
            windows.append(self.driver.current_window_handle)
        made = ["Shape of You", "Uptown Funk", "Happy", "Royals", "Firework", "Halo"]
        self.assertEqual(names(), made)
        # The seed is the time, and one in 720 changes nothing.
        self.driver.execute_script('Date.now = () => 1; document.querySelector("button").click()')
        wait(lambda: names() != made)
        shuffled = names()
        self.assertEqual(sorted(shuffled), sorted(made))
        self.driver.switch_to.window(windows[0])
        wait(lambda: names() == shuffled)
        complaints = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(complaints, [])


if __name__ == "__main__":
    unittest.main()
