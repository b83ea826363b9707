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


def test_the_five_minutes_do_what_they_say() -> None:
    script, said = blocks("sh")[0], blocks("text")[0]
    lines = script.splitlines(keepends=True)
    assert lines[0].startswith("swift build ")
    if os.environ.get("DIFFABLED"):
        # There is a daemon already, which need not be the one of this checkout.
        del lines[0]
    environment = CHECKOUT / ".venv"
    if environment.exists():
        pytest.skip(f"{environment} is somebody's own.")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    try:
        run = subprocess.run(
            ["sh", "-eu", "-c", "".join(lines)],
            capture_output=True,
            text=True,
            cwd=CHECKOUT,
            env=clean,
        )
    finally:
        shutil.rmtree(environment, ignore_errors=True)
        for left in (HERE / "build", *HERE.glob("src/*.egg-info")):
            shutil.rmtree(left)
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith(said)


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
