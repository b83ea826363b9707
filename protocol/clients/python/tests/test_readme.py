"""The README's examples, as they are printed."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parents[1]
CHECKOUT = HERE.parents[2]
README = (HERE / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def block_with(word: str) -> str:
    [block] = [block for block in blocks("python") if word in block]
    return block


def test_the_five_minutes_do_what_they_say(tmp_path: Path) -> None:
    build, *lines = blocks("sh")[0].splitlines(keepends=True)
    assert build.startswith("swift build ")
    if not os.environ.get("DIFFABLED"):
        subprocess.run(["sh", "-euc", build], cwd=CHECKOUT, check=True)
    # What it leaves behind is not to be in this checkout.
    for name in ("Package.swift", ".build"):
        (tmp_path / name).symlink_to(CHECKOUT / name)
    left = shutil.ignore_patterns("build", "*.egg-info")
    shutil.copytree(HERE, tmp_path / HERE.relative_to(CHECKOUT), ignore=left)
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    script = ["sh", "-euc", "".join(lines)]
    run = subprocess.run(script, capture_output=True, text=True, cwd=tmp_path, env=clean)
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith(blocks("text")[0])


def test_the_example_for_asyncio(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block_with("asyncio.run(main())"), "README.md", "exec"), {})
    assert capsys.readouterr().out == "['a', 'b']\n{'title': 'Bye Bye Bye'}\n"


def test_the_example_for_textual() -> None:
    scope: dict[str, Any] = {"__name__": "example"}
    exec(compile(block_with("class Songs(App)"), "README.md", "exec"), scope)

    async def run() -> list[str]:
        app = scope["Songs"]()
        async with app.run_test(size=(20, 3)) as pilot:
            await pilot.pause()
            return [strip.text.strip() for strip in app.screen._compositor.render_strips()]

    assert asyncio.run(run()) == ["a", "b", ""]
