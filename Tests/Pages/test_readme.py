"""The commands and programs of README, run as they are printed."""

from __future__ import annotations

import shutil
import unittest

from pages import CHECKOUT, PageCase, blocks, daemon

README = (CHECKOUT / "README.md").read_text("utf-8")


class Readme(PageCase):
    def setUp(self) -> None:
        super().setUp()
        # What it says to build is built already.
        (self.folder / ".build").unlink()
        (self.folder / ".build" / "release").mkdir(parents=True)
        (self.folder / ".build" / "release" / "diffabled").symlink_to(daemon())

    def shell(self, block: str) -> str:
        return self.run_in_folder("sh", "-euc", block)

    def test_every_block_is_run_by_some_test(self) -> None:
        words = ["swift build", "board.jsonl", "static-swift-stdlib", "--record", "replay"]
        self.assertEqual(len(blocks("README.md", "sh")), len(words))
        for block, word in zip(blocks("README.md", "sh"), words):
            self.assertIn(word, block)
        self.assertEqual([len(blocks("README.md", language)) for language in ("python", "js", "ruby")], [1] * 3)

    def test_the_playlist_is_played(self) -> None:
        build, play = blocks("README.md", "sh")[0].splitlines()
        self.assertEqual(build, "swift build -c release --product diffabled")
        self.assertIn("every answer as expected", self.shell(play))

    def test_the_picture_is_what_is_drawn_and_sent(self) -> None:
        output = self.shell(blocks("README.md", "sh")[1])
        picture = blocks("README.md", "text")[0].splitlines()
        drawn = [line[40:].rstrip() for line in picture[1:-1]]
        revision = [line.rstrip() for line in output.splitlines()]
        begin = revision.index("    board  revision 1 → 2: 1 item inserted, 1 item moved")
        self.assertEqual([line.rstrip() for line in revision[begin : begin + 6]], drawn)
        for part in picture[-1].removeprefix("on the wire: ").split(',"moves"'):
            self.assertIn(part.removeprefix(":"), output)

    def test_the_sentence_is_that_of_a_refusal(self) -> None:
        request = '{"jsonrpc":"2.0","id":3,"method":"dataSource/edit","params":{"dataSource":"board","edits":[%s]}}'
        edit = '{"op":"appendItems","items":["x"],"toSection":"nowhere"}'
        board = blocks("README.md", "sh")[1].replace("END\n.build", request % edit + "\nEND\n.build", 1)
        [sentence] = [part for part in README.split("`") if part.startswith("There is no section")]
        self.assertIn(sentence.replace('"', '\\"'), self.shell(board))

    def test_a_recording_is_replayed_and_drawn(self) -> None:
        recording, replays = blocks("README.md", "sh")[3:5]
        board = blocks("README.md", "sh")[1].split(".build")[0]
        # The shell does not change the name, and the number of the process is known to the system.
        self.shell(f"{board}\n{recording.strip()} < board.jsonl > answers")
        [made] = self.folder.glob("bug.*.transcript")
        replays = replays.replace("bug.4711.transcript", made.name)
        self.assertIn("✓ 3 messages", self.shell(replays))
        [redact] = [part for part in README.split("`") if part.startswith("diffabled redact")]
        self.assertIn("# redacted:", self.shell(redact.replace("bug.4711.transcript", made.name)))

    def program(self, language: str, name: str, *command: str) -> list[str]:
        if not shutil.which(command[0]):
            self.skipTest(f"there is no {command[0]}")
        (self.folder / name).write_text(blocks("README.md", language)[0], "utf-8")
        self.assertIn(" ".join([*command, name]), README)
        if language == "python":
            self.environment["PYTHONPATH"] = "protocol/clients/python/src"
        return self.run_in_folder(*command, name).splitlines()

    def test_the_program_in_python(self) -> None:
        changed, rows = self.program("python", "songs.py", "python3")
        self.assertEqual(changed, "<Change to revision 2: 0 deleted, 0 inserted, 1 moved, 0 updated>")
        self.assertEqual(rows, "['Happy', 'Halo', 'Royals']")

    def test_the_program_in_javascript(self) -> None:
        changed, rows = self.program("js", "songs.mjs", "node")
        self.assertEqual([changed, rows], ["1 moved", "[ 'Happy', 'Halo', 'Royals' ]"])

    def test_the_program_in_ruby(self) -> None:
        first, second = self.program("ruby", "songs.rb", "ruby")
        self.assertEqual(first, '["Halo", "Royals", "Happy"]')
        self.assertEqual(second, '["Happy", "Halo", "Royals"]')


if __name__ == "__main__":
    unittest.main()
