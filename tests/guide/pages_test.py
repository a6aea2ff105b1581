#!/usr/bin/env python3
"""The guide's pages against the sources, without running anything: marks, links, quoted errors, names.

usage: pages_test.py [unittest arguments]"""
import re
import unittest
import urllib.parse

import page as guide
import yaml

LINK = re.compile(r"\[[^\][]*\]\(([^)\s]+)\)")
SOURCES = ("src", "tools")
# A note on how these pages are tested is for developers, and stands in a comment of HTML; support.md
# names the systems that were tried.
TEST_NOTE = re.compile(r"\b(?:the|no|by a) tests?\b(?! (?:of|that|need)\b)|\bin every check\b|\btests/\w|stands in for GPUs in tests", re.IGNORECASE)
# The places in strings of the sources that are filled in at run time.
FILLED = r"(?:\{[^}\n]*\}|%[0-9l]*[sxdu])"


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL))


def anchor(heading):
    """Returns the anchor that the Markdown of MkDocs makes."""
    text = re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower(), flags=re.UNICODE).strip()
    return re.sub(r"[\s-]+", "-", text)


def anchors(path):
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {anchor(line.lstrip("#").strip()) for line in text.splitlines() if line.startswith("#")}


def strings_of_the_sources():
    """Returns all text between quotes of src and tools; adjacent literals are joined, and `{}` stands for a filled-in value."""
    found = []
    for folder in SOURCES:
        for path in sorted((guide.TOP / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp", ".in") and not path.name.endswith("_test.cpp"):
                text = path.read_text(encoding="utf-8")
                found.append(re.sub(r'"\s*"', "", text))
    return "\n".join(found)


class Marks(unittest.TestCase):
    def test_every_command_is_decided(self):
        wrong = []
        for path in guide.pages():
            for block in guide.blocks(path):
                prompts = [line for line in block.lines if line.startswith("$ ")]
                bare = [line for line in block.lines if guide.COMMAND.match(line)]
                if prompts and block.mark not in ("run", "norun"):
                    wrong.append(f"{block.where}: a command without a mark: {prompts[0]}")
                elif bare and block.mark != "file" and block.language in ("", "sh", "bash", "console") and not prompts:
                    wrong.append(f"{block.where}: a command without a prompt, in a block of three backquotes: {bare[0]}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong) + "\ntests/guide/README.md explains the marks")

    def test_marks_mean_something(self):
        for path in guide.pages():
            for block in guide.blocks(path):
                with self.subTest(block.where):
                    if block.mark == "run":
                        self.assertTrue(block.commands(), "nothing to run")
                        self.assertLessEqual(block.options, guide.OPTIONS)
                    elif block.mark:
                        self.assertTrue(block.words, "norun needs a reason, file a name")

    def test_marks_stand_in_front_of_blocks(self):
        for path in guide.pages():
            lines = path.read_text(encoding="utf-8").splitlines()
            for at, line in enumerate(lines):
                if re.match(r"\s*<!-- *(run|norun|file)\b", line):
                    self.assertTrue(guide.MARK.match(line.strip()), f"{path}:{at + 1}: {line}")
                    self.assertTrue(guide.FENCE.match(lines[at + 1]), f"{path}:{at + 1}: no block follows")

    def test_readers_see_no_notes_on_tests(self):
        wrong = []
        for path in guide.pages():
            if path.name != "support.md":
                text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
                wrong += [f"{path.name}: {line}" for line in text.splitlines() if TEST_NOTE.search(line)]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_much_of_it_is_run(self):
        marks = [block.mark for path in guide.pages() for block in guide.blocks(path)]
        self.assertGreater(marks.count("run"), marks.count("norun"))


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        wrong = []
        for path in guide.pages(guide.DOCS):
            for target in LINK.findall(without_code(path.read_text(encoding="utf-8"))):
                file, _, name = target.partition("#")
                if urllib.parse.urlsplit(target).scheme:
                    good = re.match(r"https?://[\w.-]+\.\w+(/\S*)?$", target)
                else:
                    there = (path.parent / file).resolve() if file else path
                    good = there.exists() and (not name or there.suffix != ".md" or name in anchors(there))
                if not good:
                    wrong.append(f"{path.relative_to(guide.TOP)}: {target}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_every_page_is_reached(self):
        """The first page leads to every page, over links."""
        reached, queue = set(), [guide.DOCS / "README.md"]
        while queue:
            path = queue.pop()
            if path not in reached:
                reached.add(path)
                links = LINK.findall(path.read_text(encoding="utf-8"))
                queue += [there for link in links if (there := (path.parent / link.partition("#")[0]).resolve()).suffix == ".md"
                          and there.is_relative_to(guide.DOCS) and there.exists()]
        self.assertEqual([str(path) for path in guide.pages() if path not in reached], [])


    def test_every_page_is_in_the_site(self):
        """mkdocs.yml lists each page once."""
        listed = re.findall(r"^ +- .*: (users/[\w.-]+\.md)$", (guide.TOP / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(sorted(listed), sorted(f"users/{path.name}" for path in (guide.DOCS / "users").glob("*.md")))


class Names(unittest.TestCase):
    def test_quoted_errors_are_in_the_sources(self):
        """A heading of troubleshooting.md between backquotes is text of the sources; `...` is what is filled in."""
        text = (guide.USERS / "troubleshooting.md").read_text(encoding="utf-8")
        quoted = re.findall(r"^#{3} `(.*)`$", text, flags=re.MULTILINE)
        self.assertGreater(len(quoted), 25)
        sources, wrong = strings_of_the_sources(), []
        for sentence in quoted:
            pieces = sentence.replace('"', '\\"').split("...")
            pattern = FILLED.join(re.escape(piece) for piece in pieces)
            if not re.search(pattern, sources):
                wrong.append(sentence)
        self.assertFalse(wrong, "not in src/ or tools/, so nobody will see it:\n" + "\n".join(wrong))

    def test_tunables_exist(self):
        spec = yaml.safe_load((guide.TOP / "spec/tunables.yaml").read_text(encoding="utf-8"))
        known = {row["name"] for row in spec["tunables"]}
        cmake = set(re.findall(r"PENSTOCK_[A-Z_]+", (guide.USERS / "install.md").read_text(encoding="utf-8")))
        wrong = []
        for path in guide.pages():
            for name in set(re.findall(r"\bPENSTOCK_[A-Z0-9_]*[A-Z0-9]\b", path.read_text(encoding="utf-8"))) - known:
                in_sources = any(name in text for text in self.other_names())
                if not in_sources and name not in cmake and not any(row.startswith(name) for row in known):
                    wrong.append(f"{path.name}: {name}")
        self.assertFalse(wrong, "neither tunables nor names of tools or CMake files: " + ", ".join(wrong))

    def other_names(self):
        if not hasattr(Names, "text"):
            folders = (guide.TOP / name for name in ("tools", "cmake", "src", "python", "include"))
            files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
            Names.text = [path.read_text(encoding="utf-8", errors="replace") for path in files]
        return Names.text

    def test_what_is_said_to_be_missing_has_no_body(self):
        functions = (guide.USERS / "functions.md").read_text(encoding="utf-8")
        without = set(re.findall(r"`(MPI_\w+)`", functions.partition("## Without a body")[2].partition("## With a body")[0]))
        table = (guide.USERS / "limits.md").read_text(encoding="utf-8").partition("## Not there")[2].partition("\n## ")[0]
        subjects = [line.split("|")[1] for line in table.splitlines() if line.startswith("| ")]
        named = set(re.findall(r"`(MPI_[A-Z][a-z]\w+)`", "\n".join(subjects)))
        self.assertGreater(len(named), 3)
        self.assertEqual(named - without, set(), "limits.md says that they are not there; functions.md, that they are")


if __name__ == "__main__":
    unittest.main(verbosity=2)
