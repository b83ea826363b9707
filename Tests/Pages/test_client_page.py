"""The client of `protocol/client.md` as it is printed, which must come through what it says."""

from __future__ import annotations

import random
import unittest
import warnings
from typing import Any

from pages import blocks, daemon

SCOPE: dict[str, Any] = {}
exec(compile(blocks("protocol/client.md", "python")[0], "client.md", "exec"), SCOPE)


class ClientPage(unittest.TestCase):
    def setUp(self) -> None:
        # It leaves the pipes of a dead daemon to Python.
        warnings.simplefilter("ignore", ResourceWarning)
        self.random = random.Random(7)
        self.sections = 0
        self.own: list[Any] = [{"id": n, "content": {"n": n}} for n in range(20)]
        self.daemon = SCOPE["Daemon"](daemon(), "--history-revisions", "4")
        self.addCleanup(self.end)
        self.list = SCOPE["List"](self.daemon, "list", lambda: self.document(self.own))
        self.caught_up = 0
        self.settle()

    def end(self) -> None:
        self.daemon.process.kill()
        self.daemon.process.communicate()

    def document(self, items: list[Any]) -> dict[str, Any]:
        half = len(items) // 2
        return {"sections": [{"id": "A", "items": items[:half]}, {"id": "B", "items": items[half:]}]}

    def settle(self) -> None:
        while self.daemon.waiting:
            self.daemon.handle_message()

    def edit(self, *edits: Any) -> None:
        self.list.edit(*edits)
        self.settle()

    def some_edit(self) -> dict[str, Any]:
        """An edit that is refused now and then, when its item is not there."""
        item = self.random.randrange(20)
        self.sections += 1
        return self.random.choice(
            [
                {"op": "moveItems", "items": [item], "toSection": self.random.choice("AB"), "at": "start"},
                {"op": "deleteItems", "items": [item]},
                {"op": "appendItems", "items": [{"id": item, "content": self.random.random()}]},
                {"op": "shuffleItems", "seed": item},
                {"op": "appendSections", "sections": [{"id": self.sections, "items": [item]}]},
                {"op": "deleteSections", "sections": [self.sections - item]},
                {"op": "moveSection", "section": "B", "beforeSection": "A"},
                {"op": "reloadSections", "sections": [{"id": "A", "content": item}]},
            ]
        )

    def assert_in_step(self) -> None:
        """The list is what the daemon says when it is asked for it."""
        answers: list[Any] = []
        self.daemon.request("snapshot/contents", {"dataSource": "list"}, answers.append)
        self.settle()
        result = answers[0]["result"]
        self.assertEqual(self.list.revision, result["revision"])
        self.assertEqual(self.list.sections, [SCOPE["section"](entry) for entry in result["sections"]])

    def test_it_follows(self) -> None:
        for _ in range(300):
            self.edit(self.some_edit(), self.some_edit())
        self.assertGreater(self.list.revision, 150)
        self.assert_in_step()

    def test_it_survives_gaps(self) -> None:
        follow, catch_up = self.list.did_apply, self.list.catch_up

        def lose(announced: Any) -> None:
            if self.random.random() < 0.8:
                follow(announced)

        def count() -> None:
            self.caught_up += 1
            catch_up()

        self.list.did_apply, self.list.catch_up = lose, count
        for _ in range(300):
            # The answer tells of a change that was lost, also when none follows.
            self.edit(self.some_edit())
            self.assert_in_step()
        self.assertGreater(self.caught_up, 20)

    def test_it_survives_reload_data(self) -> None:
        params = {"dataSource": "list", "snapshot": self.document(self.own[5:]), "mode": "reloadData"}
        # What follows at once is announced before the answer to the question.
        for _ in range(3):
            self.daemon.request("dataSource/apply", params)
            for _ in range(5):
                self.list.edit(self.some_edit())
        self.settle()
        self.assert_in_step()

    def test_it_asks_again_for_an_answer_that_was_overtaken(self) -> None:
        self.list.catch_up()
        self.list.newest += 1
        self.list.edit({"op": "reverseItems"})
        self.settle()
        self.assert_in_step()

    def test_it_survives_the_daemon(self) -> None:
        for _ in range(6):
            self.edit(self.some_edit())
            answers: list[Any] = []
            self.daemon.process.kill()
            self.daemon.process.wait()
            self.list.edit(self.some_edit(), then=answers.append)
            self.settle()
            self.assertIn("error", answers[0])
            self.assertEqual(self.list.revision, 1)
            self.assert_in_step()
        self.assertEqual(self.daemon.starts, 0)

    def test_it_gives_up(self) -> None:
        with self.assertRaises(SystemExit):
            dying = SCOPE["Daemon"]("false")
            for _ in range(5):
                dying.handle_message()
        self.assertEqual(dying.starts, 5)


if __name__ == "__main__":
    unittest.main()
