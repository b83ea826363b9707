"""Chromium with the test page, for the tests of the DOM list."""

import os
import signal
import subprocess
import tempfile
import time
import unittest
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains

HERE = Path(__file__).resolve().parent
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=600,700"]


def artefacts():
    """Where pictures are kept: outside of the repository."""
    folder = Path(os.environ.get("DIFFABLED_ARTEFACTS") or tempfile.gettempdir() + "/diffabled-artefacts")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def chromium(*flags):
    options = webdriver.ChromeOptions()
    for flag in [*FLAGS, *flags]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")
    return webdriver.Chrome(options=options, service=Service(driver))


class Browser:
    """A bridge, and a browser that shows its page."""

    def __init__(self, *flags):
        self.bridge = subprocess.Popen(
            ["node", HERE / "serve.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.url, self.root, self.daemon = self.bridge.stdout.readline().split()
        self.driver = chromium(*flags)
        self.driver.set_script_timeout(300)
        self.driver.command_executor.client_config.timeout = 600  # seconds for an answer of the driver
        self.load()

    def load(self, library="diffabled"):
        self.driver.get(f"{self.url}?library={library}")
        wait(lambda: self.driver.execute_script("return !!window.page"))

    def run(self, script, *arguments):
        """Runs a script that may await, and answers what it returns."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"(async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error?.stack ?? error) }}))",
            *arguments,
        )
        if "error" in result:
            raise AssertionError(result["error"])
        return result.get("value")

    def kill_daemon(self):
        os.kill(int(Path(self.daemon).read_text()), signal.SIGKILL)

    def complaints(self):
        """What the page has complained of."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def close(self):
        self.driver.quit()
        self.bridge.stdin.close()
        self.bridge.wait(timeout=60)


# How long something may take that comes, in seconds.
patience = 60


def wait(holds):
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("it did not come")
        time.sleep(0.02)


class User:
    """What a user does with keys and mouse; `driver` is the browser's."""

    def press(self, *keys):
        """Presses keys, each while those before it are held."""
        held = ActionChains(self.driver)
        for key in keys:
            held.key_down(key)
        for key in reversed(keys):
            held.key_up(key)
        held.perform()

    def still(self):
        """Waits until nothing slides: what does is somewhere else when it has been measured."""
        wait(lambda: self.driver.execute_script("return document.getAnimations().length === 0"))

    @contextmanager
    def dragged(self, grip, pixels):
        """Holds something that was dragged so far down, until the block ends.

        An action chain lets go of the mouse before anything else is done; the browser itself does not.
        """
        self.still()
        x, y = self.driver.execute_script(
            "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]", grip
        )

        def mouse(kind, down, **more):
            params = {"type": kind, "x": x, "y": y + down, "button": "left", "clickCount": 1, **more}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", params)

        mouse("mousePressed", 0, buttons=1)
        for step in range(1, 5):
            mouse("mouseMoved", pixels * step / 4, buttons=1)
        try:
            yield
        finally:
            mouse("mouseReleased", pixels)


class BrowserTests(User, unittest.TestCase):
    """Tests in one browser, each with a list of its own."""

    flags = ()
    numberOfLists = 0

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(*cls.flags)
        cls.driver = cls.browser.driver

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.complaints()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual(self.run_script("return page.faults()"), [])

    def run_script(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def show(self, sections, **options):
        """Shows a new list: of each section the name and the names of its items."""
        BrowserTests.numberOfLists += 1
        self.name = f"list {BrowserTests.numberOfLists}"
        document = {"sections": [{"id": name, "items": items} for name, items in sections.items()]}
        self.run_script("await page.show(...arguments)", self.name, document, options)

    def rows(self):
        """The rows as the page shows them, by section."""
        return self.run_script(
            """const rows = {};
            for (const node of document.querySelector("#list").children) {
              if (node.section) rows[node.section.identifier] = [];
              else rows[node.row.section.identifier].push(node.querySelector(".name").textContent);
            }
            return rows;"""
        )

    def focused(self):
        return self.run_script("return document.activeElement.row?.identifier")

    def selected(self):
        return self.run_script(
            """return [...document.querySelectorAll('[aria-selected="true"]')].map((node) => node.row.identifier)"""
        )

    def heard(self, words):
        wait(lambda: self.run_script('return document.querySelector(".diffabled-live").textContent') == words)
