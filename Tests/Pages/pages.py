"""What README and the pages print, taken out of them and run where nothing can be spoilt."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a page that are of a language, in order."""
    text = (CHECKOUT / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def daemon() -> str:
    """The daemon to test: `$DIFFABLED`, or the one that was built last."""
    built = [CHECKOUT / ".build" / kind / "diffabled" for kind in ("release", "debug")]
    present = sorted((path for path in built if path.exists()), key=lambda path: path.stat().st_mtime)
    return os.environ.get("DIFFABLED") or str(present[-1])


class PageCase(unittest.TestCase):
    """A folder of its own with all that a checkout has, and `diffabled` on the path."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="diffabled-pages-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for name in (".build", "Package.swift", "Sources", "Tests", "protocol"):
            (self.folder / name).symlink_to(CHECKOUT / name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "diffabled").symlink_to(daemon())
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "DIFFABLED": daemon()}

    def run_in_folder(self, *command: str, code: int = 0) -> str:
        """What a command prints, which has to end with the code."""
        run = subprocess.run(
            command, cwd=self.folder, env=self.environment, text=True, capture_output=True, timeout=600
        )
        self.assertEqual(run.returncode, code, f"{command}: {run.stdout}{run.stderr}")
        return run.stdout
