"""Where the daemon is looked for, and what is said when it is not there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import diffabled.server
from diffabled import ServerNotFound
from diffabled.server import find_server

BUILD = 'Build it with "swift build -c release --product diffabled".'


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout without a daemon, with the library in it, and nothing anywhere else."""
    library = tmp_path / "checkout" / "protocol" / "clients" / "server.py"
    library.parent.mkdir(parents=True)
    (tmp_path / "checkout" / "Package.swift").touch()
    monkeypatch.setattr(diffabled.server, "__file__", str(library))
    monkeypatch.delenv("DIFFABLED", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "checkout"


def executable(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.chmod(0o755)
    return str(path)


def test_each_place_comes_before_the_next(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    debug = executable(checkout / ".build" / "debug" / "diffabled")
    assert find_server() == debug
    release = executable(checkout / ".build" / "release" / "diffabled")
    assert find_server() == release
    on_path = executable(checkout.parent / "diffabled")
    assert find_server() == on_path
    named = executable(checkout / "named")
    monkeypatch.setenv("DIFFABLED", named)
    assert find_server() == named
    given = executable(checkout / "given")
    assert find_server(Path(given)) == given


def test_the_error_has_a_sentence_for_each_place(checkout: Path) -> None:
    with pytest.raises(ServerNotFound) as caught:
        find_server()
    assert str(caught.value) == (
        'No diffabled was found. The setting "server" is empty. $DIFFABLED is not set. '
        "PATH has no diffabled. There is no .build/release/diffabled or .build/debug/diffabled "
        f"in {checkout}. {BUILD}"
    )
    (checkout / "Package.swift").unlink()
    with pytest.raises(ServerNotFound) as caught:
        find_server()
    assert str(caught.value).endswith(f" The library is in no checkout of diffabled. {BUILD}")


def test_what_was_named_is_final(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(checkout / ".build" / "release" / "diffabled")
    with pytest.raises(ServerNotFound, match=f'The setting "server" is {checkout},'):
        find_server(checkout)
    monkeypatch.setenv("DIFFABLED", "nowhere")
    with pytest.raises(ServerNotFound, match=r"\$DIFFABLED is nowhere,"):
        find_server()


def test_what_cannot_be_started_is_said(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"\0no program")
    text.chmod(0o755)
    with pytest.raises(ServerNotFound, match="could not be started"):
        diffabled.connect(text)
    false = shutil.which("false")
    assert false
    with pytest.raises(diffabled.ConnectionLost, match="ended"):
        diffabled.connect(false)
