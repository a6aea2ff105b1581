#!/usr/bin/env python3
"""scripts/check_words.py finds refused words in names, prose, pages and subjects, and counts comments without a subject."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOP / "scripts"))
import check_words  # noqa: E402

ROWS = [{"words": ["card", "cards"], "say": "descriptor"}, {"words": ["joint"], "say": "co-scheduled", "names": True},
        {"words": ["given message"], "say": "sent message"}]
DATA = """
refused:
  - {words: [card], say: descriptor}
openings: [What, The same]
comments_with_openings: 1
commits_after: "%s"
"""


def words(text, cxx=False):
    return [(line, word) for line, word, _ in check_words.Refused(ROWS).look(text, cxx)]


class Words(unittest.TestCase):
    def test_parts_of_names_and_whole_words(self):
        for text in ("MessageCard x;", "swap_cards()", "card_", "kCard", "CARDS", "a Card's", "the card."):
            self.assertEqual(len(words(text)), 1, text)
        for text in ("discard", "wildcard", "Discards", "cardinal", "cardboard"):
            self.assertEqual(words(text), [], text)

    def test_phrases_over_a_line_break(self):
        self.assertEqual(words("x\nthe given\nmessage"), [(2, "given message")])

    def test_some_words_are_refused_in_names_alone(self):
        text = 'int joint_plan;  // a joint plan\nauto s = "joint";\n'
        self.assertEqual(words(text, cxx=True), [(1, "joint")])
        self.assertEqual(words(text), [])

    def test_openings_of_comments(self):
        cxx = "// What it does.\n// What goes on is no beginning.\nint x;  // The same again.\n// It says What.\n"
        self.assertEqual([c for _, c in check_words.comments_of("a.hpp", cxx)],
                         ["What it does.", "The same again.", "It says What."])
        python = 'def f():\n    """What it does."""\n    x = "What is no comment"  # Of x.\n    # One\n    # Two\n    return x\n'
        self.assertEqual(list(check_words.comments_of("a.py", python)), [(2, "What it does."), (3, "Of x."), (4, "One")])
        shell = "#!/bin/sh\nx=1 # Who\n# Whose\n"
        self.assertEqual([c for _, c in check_words.comments_of("a", shell)][1:], ["Who", "Whose"])

    def test_subjects_and_bodies(self):
        refused = check_words.Refused(ROWS)
        self.assertEqual(list(check_words.wrong_with("core, coll: name a descriptor", "It had two names.", refused)), [])
        for subject, body, text in (("core: " + "x" * 70, "why", "76 characters"), ("Names are better", "why", "area: imperative"),
                                    ("core: swap cards", "why", "refused word 'cards'"), ("core: swap", " \n", "no body")):
            found = list(check_words.wrong_with(subject, body, refused))
            self.assertEqual(len(found), 1, found)
            self.assertIn(text, found[0])


class Trees(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)
        self.git("init", "--quiet")
        self.commit("start", "", {"src/a.cpp": "// What it is.\nint a;\n"})
        self.first = self.git("rev-parse", "HEAD").strip()
        self.write({"scripts/words.yaml": DATA % self.first})

    def git(self, *arguments):
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        return subprocess.run(["git", *who, *arguments], cwd=self.top, check=True, capture_output=True, text=True).stdout

    def write(self, files):
        for name, text in files.items():
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            (self.top / name).write_text(text)

    def commit(self, subject, body, files):
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", f"{subject}\n\n{body}")

    def check(self, *findings):
        done = subprocess.run([sys.executable, "-B", check_words.__file__, "--top", self.top], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1 if findings else 0, done.stdout)
        for text in findings:
            self.assertIn(text, done.stdout)
        self.assertIn(f" {len(findings)} findings", done.stdout)
        return done.stdout

    def test_a_clean_tree(self):
        self.commit("base: add b", "It is needed.", {"src/b.cpp": "int b;\n"})
        self.check()

    def test_files_their_names_and_what_is_left_out(self):
        self.write({"docs/page.md": "A card.\n", "src/card.hpp": "int x;\n", "src/gen/x.hpp": "int card;\n", "CHANGELOG.md": "card\n"})
        self.check("docs/page.md:1: refused word 'card'; the field says: descriptor", "src/card.hpp:1: refused word 'card'")

    def test_added_comments(self):
        self.write({"src/b.cpp": "// The same for b.\n"})
        self.check("2 comments begin with What, The same; scripts/words.yaml allows 1")
        self.write({"src/a.cpp": "int a;\n", "src/b.cpp": ""})
        self.assertIn("lower the 1 in", self.check())

    def test_commits_after_the_first(self):
        self.commit("Everything is better", "", {})
        self.check("no body that says why", "its subject is not 'area: imperative'")

    def test_history_that_ends_before_is_said(self):
        self.write({"scripts/words.yaml": DATA % ("0" * 40)})
        self.assertIn("commits: not looked at", self.check())


class OurList(unittest.TestCase):
    def test_rows(self):
        data = check_words.load()
        refused = check_words.Refused(data["refused"])
        for word in refused.say:
            self.assertEqual(len(list(refused.look(f"int {word};", cxx=True))), 1, word)


if __name__ == "__main__":
    unittest.main()
